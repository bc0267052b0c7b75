"""Laws that every metric of labels, spans and levels keeps."""

import math

import numpy as np
import pytest
from tests.random_models import labelled_units, levels, turns, unit_pairs

import seamark as sm
from seamark.metrics.names import METRICS

CASES = [
    pytest.param(metric(), model, id=f"{name} on {model}")
    for name, metric in METRICS.items()
    for model in metric.info.kinds
    if model != "boundaries"
]


#: Metrics without a value where a side has no boundary or no span.
MAY_BE_UNDEFINED = {"deviation", "hausdorff", "timeerror", "within", "chunkfit"}
#: Chunks that overlap are more than the answers they hold; turns of one label that touch are one in the reference
#: alone, as in pyannote.metrics.
IDENTITY_IS_NOT_BEST = {"chunkfit", "segmentcoverage"}


def value_of(metric, one, other):
    """The value, or None where there is none and need not be one."""
    try:
        return metric.compare(one, other).value
    except sm.UndefinedScoreError:
        assert metric.info.name in MAY_BE_UNDEFINED
        return None


def pairs_of(model, seed, count=40):
    """Pairs of one model, of various masses."""
    rng = np.random.default_rng(seed)
    for one, other in unit_pairs(seed=seed, count=count, most=20):
        labelled = [sm.LabelledSegmentation.from_labels(units) for units in (one, other)]
        if model == "labels":
            yield labelled
        elif model == "spans":
            yield [sm.Spans(turns(rng, len(one) + 1, "ABC"), length=len(one) + 1) for _ in range(2)]
        else:
            positions = [levels(rng, len(one), 2, nested=True) for _ in range(2)]
            names = [labelled_units(rng, len(one), "ABC") for _ in range(6)]
            yield [
                sm.Hierarchy.from_labelled(
                    [
                        sm.LabelledSegmentation.from_positions(level, len(one), names[number][: len(level) + 1])
                        if len(level) < len(one)
                        else labelled[0]
                        for number, level in enumerate(side)
                    ]
                )
                for side in positions
            ]


@pytest.mark.parametrize(("metric", "model"), CASES)
def test_identity_is_best(metric, model):
    if metric.info.name in IDENTITY_IS_NOT_BEST:
        pytest.skip("a coding beside itself is not the best there is")
    for one, _ in pairs_of(model, seed=21):
        value = value_of(metric, one, one)
        if value is None:
            continue
        if metric.info.name == "mi":  # in nats: all that there is to know
            assert value == pytest.approx(sm.MutualInformation().compare(one, one).counts["reference"] / one.mass)
        else:
            assert value == pytest.approx(metric.info.best, abs=1e-12)


@pytest.mark.parametrize(("metric", "model"), CASES)
def test_values_lie_between_worst_and_best(metric, model):
    low, high = sorted((metric.info.best, metric.info.worst))
    for pair in pairs_of(model, seed=22):
        value = value_of(metric, *pair)
        assert value is None or low - 1e-12 <= value <= high + 1e-12


@pytest.mark.parametrize(("metric", "model"), CASES)
def test_symmetric_metrics_commute(metric, model):
    if metric.info.symmetric:
        for one, other in pairs_of(model, seed=23):
            assert value_of(metric, one, other) == pytest.approx(value_of(metric, other, one), abs=1e-12)


@pytest.mark.parametrize(("metric", "model"), CASES)
def test_many_at_once_are_the_same_as_one_by_one(metric, model):
    """Codes and columns of a batch are those of all its rows, and must not show in the counts."""
    if isinstance(metric, sm.S):
        metric = sm.S(types=("A", "B", "C", "D", 1))  # otherwise the number of labels is that of the batch
    pairs = list(pairs_of(model, seed=24))
    ones, others = zip(*pairs, strict=True)
    together = sm.count_pairs(metric, ones, others)
    alone = [list(metric.counts(*pair).values()) for pair in pairs]
    np.testing.assert_allclose(together, alone, rtol=1e-12, atol=1e-12)
    table = sm.score(list(ones), list(others), metric, average="micro")
    (overall,) = table.overall.values()
    assert overall.value == pytest.approx(float(metric.score_rows(together.sum(axis=0))), rel=1e-12)
    np.testing.assert_allclose(table.scores(metric.info.name), metric.score_rows(together), rtol=1e-12)


@pytest.mark.parametrize(("metric", "model"), CASES)
def test_the_signature_says_what_was_compared(metric, model):
    pair = next(iter(pairs_of(model, seed=25)))
    signature = metric.compare(*pair).signature
    assert ("on", model) in signature.options or metric.info.kinds[0] == model
    assert sm.Signature.parse(str(signature)) == signature


@pytest.mark.parametrize("metric", [metric() for metric in METRICS.values()], ids=list(METRICS))
def test_other_models_are_refused(metric):
    labelled = sm.LabelledSegmentation.from_labels("A" * 10 + "B" * 12)
    given = {
        "boundaries": labelled.segmentation,
        "labels": labelled,
        "levels": sm.Hierarchy.from_labelled([labelled]),
        "spans": labelled.spans,
    }
    taken = {*metric.info.kinds}
    # Labels are spans, and have boundaries.
    taken |= {"labels"} if not taken.isdisjoint(("spans", "boundaries")) else set()
    for model, one in given.items():
        if model in taken:
            assert math.isfinite(metric.compare(one, one).value)
        else:
            with pytest.raises(sm.InputError, match=f"compares .*, not {model}"):
                metric.compare(one, one)


def test_two_models_are_no_pair():
    labelled = sm.LabelledSegmentation.from_labels("AAB")
    with pytest.raises(sm.InputError, match="the first holds labels, the second boundaries; expected one kind"):
        sm.S().compare(labelled, [2, 1])
    with pytest.raises(sm.MassMismatchError, match="covers 3 units, the second 2"):
        sm.unit_accuracy(labelled, sm.LabelledSegmentation.from_labels("AB"))


def test_hierarchies_that_cannot_be_paired():
    one, two = sm.Hierarchy.from_levels([[2, 2]]), sm.Hierarchy.from_levels([[2, 2], [1, 1, 2]])
    with pytest.raises(sm.InputError, match="the first hierarchy has 1 levels, the second 2"):
        sm.B().compare(one, two)
    with pytest.raises(sm.InputError, match="reference has 1 levels, hypothesis has 2; expected as many"):
        sm.score_levels(one, two)
    with pytest.raises(sm.InputError, match="a hierarchy has none; make it with from_labelled"):
        sm.l_measure(one, two)
    assert sm.t_measure(one, two).recall == 1


def test_numbers_as_labels_have_no_order():
    one, other, another = (sm.LabelledSegmentation.from_segments([(2, 1), (2, label), (2, 1)]) for label in (2, 3, 300))
    assert sm.B().compare(one, other).value == sm.B().compare(one, another).value == pytest.approx(2 / 3)
