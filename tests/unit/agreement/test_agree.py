"""agree(): two coders by hand, options, what is undefined, what is refused, and what the result says."""

import pytest

import seamark as sm
from seamark.agreement.agree import agree
from seamark.metrics.pairs import Pairs

# Potential boundaries 10 and 20. ann places 2 and 3 of them, ben 1 and 5. A near and a full miss; two full misses.
TWO = {"poem": {"ann": [2, 3, 6], "ben": [3, 8]}, "song": {"ann": [4, 4, 4, 9], "ben": [2, 2, 2, 2, 4, 9]}}


def test_scott_and_cohen_by_hand():
    observed = (10 - 2 + 20 - 2) / 30
    pi, kappa = agree(TWO), agree(TWO, coefficient="kappa")
    assert (pi.name, kappa.name) == ("Scott's pi", "Cohen's kappa")
    three = {"poem": {**TWO["poem"], "cat": [11]}}
    assert (agree(three).name, agree(three, coefficient="kappa").name) == ("multi-pi", "multi-kappa")
    assert pi.observed == kappa.observed == pytest.approx(observed)
    assert pi.expected == pytest.approx((11 / 60) ** 2)
    assert kappa.expected == pytest.approx(5 / 30 * 6 / 30)
    assert pi.value == pytest.approx((observed - pi.expected) / (1 - pi.expected))
    assert kappa.value == pytest.approx((observed - kappa.expected) / (1 - kappa.expected))
    assert pi.bias == kappa.bias == pytest.approx((11 / 60) ** 2 - 1 / 30)


def test_an_item_has_the_types_of_the_study():
    sets = sm.Segmentation.from_sets
    typed = sm.Corpus(
        {
            "poem": {"ann": sets([{"a"}, {"b"}]), "ben": sets([{"b"}, {"a"}])},
            "song": {"ann": sets([{"a"}, set()]), "ben": sets([set(), set()])},
        }
    )
    assert agree(typed).per_item["song"].observed == pytest.approx(3 / 4)
    assert agree(typed.subset(items=["song"])).observed == pytest.approx(3 / 4)


@pytest.mark.parametrize("metric", [sm.WindowDiff(k=3), sm.CSeg(k=3)])
def test_a_penalty_is_taken_as_1_minus_value_in_both_directions(metric):
    corpus = sm.Corpus(TWO)
    bound, pairs = metric.bind(corpus.codings), Pairs.within(corpus)
    rows = bound.count(pairs).sum(axis=0) + bound.count(pairs.swapped()).sum(axis=0)
    found = agree(TWO, metric)
    assert found.observed == pytest.approx(1 - metric.score_rows(rows))
    assert found.similarity == found.signature["metric"] == f"1-{metric.info.name}"
    assert found.signature["conv"] == "pevzner-hearst"


def test_comparisons_without_a_value_are_counted():
    codings = {**TWO, "line": {"ann": [1, 1], "ben": [2]}}
    found = agree(codings, sm.WindowDiff(k=3))
    assert found.undefined_comparisons == 2, "two units have no window of three, in either direction"
    assert found.signature["undefined"] == "2"
    assert found.undefined_items == ("line",)
    assert found.observed == agree(TWO, sm.WindowDiff(k=3)).observed
    assert agree(codings).undefined_comparisons == 0
    with pytest.raises(sm.UndefinedScoreError):
        agree({"line": codings["line"]}, sm.WindowDiff(k=3))


@pytest.mark.parametrize(
    ("codings", "message"),
    [
        ({"poem": {"ann": [2, 3]}}, "agreement needs at least two coders; the corpus has 1: 'ann'"),
        ({"poem": {"ann": [2, 3]}, "song": {"ben": [2, 3]}}, "no item was coded by two coders"),
    ],
)
def test_nothing_to_compare(codings, message):
    with pytest.raises(sm.InputError, match=message):
        agree(codings)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"coefficient": "gamma"}, "coefficient is 'gamma'; expected one of pi, kappa, alpha"),
        ({"chance": "luck"}, "chance is 'luck'; expected one of closed, permutation"),
        ({"chance_count": "words"}, "chance_count is 'words'; expected one of boundaries, segments"),
        ({"chance_average": "mean"}, "chance_average is 'mean'; expected one of micro, macro, fournier2012"),
        ({"ci": 95}, "ci is 95; expected a number between 0 and 1"),
        ({"ci": 0.95, "method": "normal"}, "method is 'normal'; expected one of jackknife, percentile"),
        ({"ci": 0.95, "resample": "words"}, "resample is 'words'; expected one of items, coders, both"),
        ({"ci": 0.95, "resamples": 0}, "resamples is 0; expected a whole number from 1 to 10,000,000"),
        ({"ci": 0.95, "rng": -1}, "rng is -1"),
        ({"chance": "permutation", "shuffles": 0}, "shuffles is 0; expected 1 or more for the permutation chance"),
    ],
)
def test_options_that_cannot_be_used(options, message):
    with pytest.raises(sm.InputError, match=message):
        agree(TWO, **options)


def test_the_signature_tells_everything_and_reads_back():
    found = agree(TWO, sm.S(n=3), "kappa", ci=0.9, method="percentile", resamples=200, rng=7, chance_average="macro")
    assert str(found.signature).startswith(
        "agree|coef:kappa|metric:S|n:3|scale:te|w:1,1,1|types:1|chance:boundaries,macro|coders:2|items:2|pairs:2"
        "|ci:0.9,percentile|resample:items|resamples:200|shuffles:200|seed:7|v:"
    )
    assert sm.Signature.parse(str(found.signature)) == found.signature
    assert found.seed == 7


def test_nothing_random_has_no_seed():
    found = agree(TWO, rng=7, shuffles=0)
    assert found.seed is None
    assert found.interval is None
    assert "seed" not in dict(found.signature.options)


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("ari", "adjusted Rand index goes from -0.5 at worst to 1 at best"),
        ("cseg:c_miss=9", r"C_seg goes from 2\.91 at worst to 0 at best with these options"),
        ("ghd", "goes from inf at worst"),
    ],
)
def test_metrics_that_are_no_agreement(metric, message):
    with pytest.raises(sm.InputError, match=message):
        agree(TWO, metric)


@pytest.mark.parametrize("metric", ["S", "B"])
def test_nobody_places_a_boundary(metric):
    found = agree({"poem": {"ann": [9], "ben": [9]}, "song": {"ann": [4], "ben": [4]}}, metric)
    assert (found.value, found.degenerate) == (1.0, True)
    assert not agree({"poem": {"ann": [9], "ben": [4, 5]}}, metric).degenerate
    assert not agree({"poem": {"ann": [4, 5], "ben": [4, 5]}}, metric).degenerate
