"""Metrics by name, with options."""

import pytest

from seamark import DER, B, BoundaryF, EditWeights, InputError, Pk, S, WindowDiff, WinPR, score_pairs
from seamark.metrics.names import METRICS, as_metric, as_metrics

EXPECTED = "expected a metric such as S(n=3), or its name, such as 'windowdiff:k=5'"


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("S", S()),
        (" s ", S()),
        ("similarity", S()),
        ("boundary_similarity:n=3", B(n=3)),
        ("B:n=3:scale=unit", B(n=3, weights=EditWeights(1.0, 1.0, 1.0, "unit", ordinal=True))),
        ("S:weights=1+0.5+0.25", S(weights=EditWeights(1.0, 0.5, 0.25))),
        ("S:types=minor+major", S(types=("minor", "major"))),
        ("S:types=3", S(types=3)),
        ("windowdiff:k=5", WindowDiff(k=5)),
        ("window_diff:convention=nltk:k=none", WindowDiff(convention="nltk")),
        ("WinPR:k=4", WinPR(k=4)),
        ("precision_recall:tolerance=2", BoundaryF(tolerance=2)),
        ("wd:k=5", WindowDiff(k=5)),
        ("Segmentation-Similarity", S()),
        ("diarization_error_rate:skip_overlap=true", DER(skip_overlap=True)),
        ("der:skip_overlap=No", DER()),
    ],
)
def test_what_a_text_stands_for(text, metric):
    assert as_metric(text) == metric


@pytest.mark.parametrize(
    ("text", "resolution", "metric"),
    [
        ("der:collar=0.25s", 0.001, DER(collar=250)),
        ("der:collar=250ms", 0.125, DER(collar=2)),
        ("f:tolerance=.5s", 0.2, BoundaryF(tolerance=2)),
        ("B:n=3s", 1.0, B(n=4)),
        ("der:collar=2", 0.001, DER(collar=2)),
    ],
)
def test_distances_in_time(text, resolution, metric):
    assert as_metric(text, resolution=resolution) == metric
    assert as_metrics([text], resolution=resolution)[0][1] == metric


@pytest.mark.parametrize(
    ("text", "resolution", "message"),
    [
        ("der:collar=0.25s", None, "how long a unit lasts"),
        ("der:collar=0.25s", 0.1, "not a whole number of units"),
        ("der:collar=0.25", 0.1, "a whole number of units, or a time such as 0.25s"),
        ("der:collar=x", None, "collar is 'x'; expected a whole number"),
        ("der:skip_overlap=perhaps", None, "skip_overlap is 'perhaps'; expected True or False"),
    ],
)
def test_distances_that_are_refused(text, resolution, message):
    with pytest.raises(InputError, match=message):
        as_metric(text, resolution=resolution)


@pytest.mark.parametrize("metric", METRICS.values())
def test_every_name_and_class_can_be_typed(metric):
    assert as_metric(metric.info.name) == as_metric(metric.__name__) == metric()


def test_a_metric_is_itself_and_nothing_is_the_default():
    metric = Pk(k=3)
    assert as_metric(metric) is metric
    assert as_metric(None) == S()
    assert as_metric(None, default="pk:k=3") == metric


@pytest.mark.parametrize(
    ("call", "given", "message"),
    [
        (as_metrics, [], "no metric was given"),
        (as_metrics, {}, "no metric was given"),
        (as_metrics, 5, f"metrics are 5; {EXPECTED}, or several"),
        (as_metrics, [5], f"metrics is 5; {EXPECTED}"),
        (as_metrics, [None], f"metrics is None; {EXPECTED}"),
        (as_metric, "similarty", "no metric is called 'similarty'; expected S, B, confusion, "),
        (as_metric, "", "no metric is called ''"),
        (as_metric, "pk:k", "'k' after 'pk' is not of the form option=value"),
        (as_metric, "pk:n=3", "pk has no option 'n'; expected k or convention"),
        (as_metric, "pk:k=x", "pk: k is 'x'; expected a whole number"),
        (as_metric, "S:scale=tee", "S: scale is 'tee'; did you mean 'te'?"),
        (as_metric, "S:weights=1", "S: weights are '1'; expected three numbers, such as 1,1,0.5"),
        (as_metric, 5, f"metric is 5; {EXPECTED}"),
        (as_metric, S, EXPECTED),
        (as_metric, ["S"], f"metric is ['S']; {EXPECTED}"),
    ],
)
def test_what_is_refused(call, given, message):
    with pytest.raises(InputError) as caught:
        call(given)
    assert message in str(caught.value)


def test_several_metrics_have_labels():
    assert as_metrics("S,pk:k=2") == (("S", S()), ("pk", Pk(k=2)))
    assert as_metrics(["S", Pk(k=2)]) == (("S", S()), ("pk", Pk(k=2)))
    assert as_metrics(S()) == (("S", S()),)
    assert as_metrics({"near": "S", "far": S(n=5)}) == (("near", S()), ("far", S(n=5)))
    assert [label for label, _ in as_metrics([S(), "S:n=3", "B"])] == ["S:n=2", "S:n=3", "B"]
    assert as_metrics(["S", S()]) == (("S", S()),)  # the same twice is one


def test_pairs_are_scored_by_name():
    assert score_pairs("S", [[2, 3]], [[5]]).tolist() == score_pairs(S(), [[2, 3]], [[5]]).tolist() == [0.75]
