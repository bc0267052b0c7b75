"""Diagnosis, misses, consensus, majority and nominal measures on small corpora worked out by hand."""

import math
from functools import partial

import pytest

import seamark as sm
from tests.corpora import moonstone

CODINGS = {
    "poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]},
    "song": {"ann": [4, 4], "ben": [1, 7]},
    "tale": {"dan": [3]},
}


def test_coders():
    found = sm.diagnose(CODINGS)
    ann, dan = found.coders["ann"], found.coders["dan"]
    assert (ann.items, ann.boundaries) == (2, 3)
    assert ann.rate == pytest.approx(3 / 17)
    assert ann.segment_size == pytest.approx(19 / 5)
    assert ann.similarity == pytest.approx(1 - (1 + 1 + 2) / 27), "pooled with ben and cat on the poem, ben on the song"
    assert found.value == pytest.approx(sm.agree(CODINGS).value)
    assert dan.items == 1
    assert math.isnan(dan.similarity)
    assert dan.without == pytest.approx(sm.agree(sm.Corpus(CODINGS).drop(coders=["dan"])).value)


def test_near_misses_are_those_of_the_metric():
    codings = {"poem": {"ann": [4, 6], "ben": [7, 3]}}
    assert sm.diagnose(codings, sm.S()).misses.full == sm.diagnose(codings, sm.WindowDiff(k=2)).misses.full == 2
    assert sm.diagnose(codings, sm.S(n=4)).misses.near == sm.diagnose(codings, sm.B(n=4)).misses.near == 1
    assert sm.count_misses(codings, n=4).near == 1
    assert sm.count_misses(codings, n=4, weights=sm.EditWeights(scale="unit")).near == 1


def test_substitutions_are_neither_full_nor_near():
    a, b = sm.Segmentation.from_sets([{"x"}, set()]), sm.Segmentation.from_sets([{"y"}, set()])
    found = sm.count_misses({"poem": {"ann": a, "ben": b}})
    assert (found.matches, found.full, found.near, found.substituted) == (0, 0, 0, 1)


def test_a_coder_of_single_units():
    found = sm.diagnose({"poem": {"ann": [2, 3], "ben": [3, 2]}, "word": {"cat": [1], "ann": [1]}})
    assert found.coders["cat"].rate == 0.0
    assert found.coders["cat"].segment_size == 1.0
    assert found.coders["cat"].similarity == 1.0


@pytest.mark.parametrize(
    ("threshold", "message"),
    [
        (0, "threshold is 0; expected 1 to 3, the most coders of an item, or 'majority'"),
        (4, "threshold is 4; expected 1 to 3"),
        (2.5, "threshold is 2.5; expected a whole number"),
        (True, "threshold is True; expected a whole number"),
        ("most", "threshold is 'most'; expected 1 to 3"),
    ],
)
@pytest.mark.parametrize("function", [partial(sm.consensus, by="vote"), sm.majority_opinion])
def test_thresholds_that_cannot_be_used(function, threshold, message):
    with pytest.raises(sm.InputError, match=message):
        function(CODINGS, threshold=threshold)


def test_majority_opinion_by_coder():
    found = sm.majority_opinion(CODINGS, threshold=2)
    # Poem: the opinion is {2}; ann and ben place one more. Song: no opinion for a boundary; both place one.
    assert found.percentage_of == pytest.approx({"ann": 15 / 17, "ben": 15 / 17, "cat": 1.0, "dan": 1.0})
    assert found.percentage == pytest.approx((15 + 15 + 10 + 2) / (17 + 17 + 10 + 2))
    rate = (3 + 1) / 34
    chance = rate**2 + (1 - rate) ** 2
    assert found.kappa_of["ann"] == pytest.approx((15 / 17 - chance) / (1 - chance))
    assert found.kappa_of["cat"] == found.kappa_of["dan"] == 1.0
    assert found.kappa == pytest.approx(sum(found.kappa_of.values()) / 4)


def test_coders_without_a_judgement_are_not_in_the_mean():
    found = sm.majority_opinion({"poem": {"ann": [2, 3], "ben": [2, 3]}, "word": {"cat": [1]}}, threshold=1)
    assert math.isnan(found.kappa_of["cat"])
    assert math.isnan(found.percentage_of["cat"])
    assert (found.kappa, found.percentage) == (1.0, 1.0)


def test_prevalence_of_moonstone():
    """Rare boundaries: pi, AC1 (Gwet 2008) and PABAK of the same judgements."""
    found = sm.diagnose(moonstone()).prevalence
    assert (found.nominal_pi, found.ac1, found.pabak) == pytest.approx((0.315, 0.864, 0.773), abs=5e-4)
    assert found.to_dict() == sm.diagnose(moonstone()).to_dict()["prevalence"]


def test_whose_majority_stands_in_the_signature():
    study = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}}
    found = sm.majority_opinion(study, threshold="majority", majority="others")
    assert found.signature["majority"] == "others"
    assert "majority" not in dict(sm.majority_opinion(study, threshold="majority").signature.options)
    with pytest.raises(sm.InputError, match="majority is 'some'; expected one of all, others"):
        sm.majority_opinion(study, threshold=1, majority="some")
