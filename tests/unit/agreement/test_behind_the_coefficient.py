"""Diagnosis, misses, consensus, majority and nominal measures on small corpora worked out by hand."""

import math
from functools import partial

import numpy as np
import pytest

from seamark.agreement.agree import agree
from seamark.agreement.consensus import consensus
from seamark.agreement.diagnose import count_misses, diagnose
from seamark.agreement.judgements import majority_kappa, majority_opinion, nominal_agreement, percentage_agreement
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.metrics.edit import EditWeights
from seamark.metrics.similarity import B, S
from seamark.metrics.windows import WindowDiff
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation
from tests.corpora import moonstone

CODINGS = {
    "poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]},
    "song": {"ann": [4, 4], "ben": [1, 7]},
    "tale": {"dan": [3]},
}


def test_coders():
    found = diagnose(CODINGS)
    ann, dan = found.coders["ann"], found.coders["dan"]
    assert (ann.items, ann.boundaries) == (2, 3)
    assert ann.rate == pytest.approx(3 / 17)
    assert ann.segment_size == pytest.approx(19 / 5)
    assert ann.similarity == pytest.approx(1 - (1 + 1 + 2) / 27), "pooled with ben and cat on the poem, ben on the song"
    assert found.value == pytest.approx(agree(CODINGS).value)
    assert dan.items == 1
    assert math.isnan(dan.similarity)
    assert dan.without == pytest.approx(agree(Corpus(CODINGS).drop(coders=["dan"])).value)


def test_pairs_and_matrix():
    found = diagnose(CODINGS)
    assert list(found.pairs) == [("ann", "ben"), ("ann", "cat"), ("ben", "cat")]
    both = found.pairs["ann", "ben"]
    assert both.items == 2
    assert both.similarity == pytest.approx(1 - 3 / 17)
    assert (both.misses.matches, both.misses.full, both.misses.near) == (1, 2, 1)
    assert found.matrix.shape == (4, 4)
    assert found.matrix[0, 0] == 1.0
    assert found.matrix[1, 0] == found.matrix[0, 1] == both.similarity
    assert math.isnan(found.matrix[0, 3])


def test_near_misses_are_those_of_the_metric():
    codings = {"poem": {"ann": [4, 6], "ben": [7, 3]}}
    assert diagnose(codings, S()).misses.full == diagnose(codings, WindowDiff(k=2)).misses.full == 2
    assert diagnose(codings, S(n=4)).misses.near == diagnose(codings, B(n=4)).misses.near == 1
    assert count_misses(codings, n=4).near == 1
    assert count_misses(codings, n=4, weights=EditWeights(scale="unit")).near == 1


def test_substitutions_are_neither_full_nor_near():
    a, b = Segmentation.from_sets([{"x"}, set()]), Segmentation.from_sets([{"y"}, set()])
    found = count_misses({"poem": {"ann": a, "ben": b}})
    assert (found.matches, found.full, found.near, found.substituted) == (0, 0, 0, 1)


def test_a_coder_whose_absence_leaves_nothing():
    found = diagnose({"poem": {"ann": [2, 3], "ben": [3, 2]}})
    assert math.isnan(found.coders["ann"].without)


def test_a_coder_of_single_units():
    found = diagnose({"poem": {"ann": [2, 3], "ben": [3, 2]}, "word": {"cat": [1], "ann": [1]}})
    assert found.coders["cat"].rate == 0.0
    assert found.coders["cat"].segment_size == 1.0
    assert found.coders["cat"].similarity == 1.0


# -------------------------------------------------------------------------------------------------------- consensus


def test_consensus_by_threshold():
    assert consensus(CODINGS, "vote", threshold=1)["poem"].positions == (2, 5, 6)
    assert consensus(CODINGS, "vote", threshold=2)["poem"].positions == (2,)
    assert consensus(CODINGS, "vote", threshold=2)["song"].positions == ()
    assert consensus(CODINGS, "vote", threshold=3)["song"].masses == (8,), "two coders cannot make three"


def test_a_majority_is_more_than_half_of_those_who_coded_the_item():
    four = {"poem": {"ann": [1, 3], "ben": [1, 3], "cat": [4], "dan": [4]}, "song": {"ann": [2, 2]}}
    found = consensus(four, "vote", threshold="majority")
    assert found["poem"].positions == (), "two of four are not a majority"
    assert found["song"].positions == (2,)


def test_consensus_keeps_types_apart():
    typed = {
        "poem": {
            "ann": Segmentation.from_sets([{"x"}, {"y"}]),
            "ben": Segmentation.from_sets([{"x", "y"}, {"x"}]),
            "cat": [3],
        }
    }
    assert consensus(typed, "vote", threshold=2)["poem"].to_sets() == (frozenset({"x"}), frozenset())


@pytest.mark.parametrize(
    ("threshold", "message"),
    [
        (0, "threshold is 0; expected 1 to 3, the most coders of an item, or 'majority'"),
        (4, "threshold is 4; expected 1 to 3"),
        (2.5, "threshold is 2.5; expected a whole number"),
        (True, "threshold is True; expected a whole number"),
        ("most", "threshold is 'most'; expected a number of coders or 'majority'"),
    ],
)
@pytest.mark.parametrize(
    "function", [partial(consensus, by="vote"), percentage_agreement, majority_kappa, majority_opinion]
)
def test_thresholds_that_cannot_be_used(function, threshold, message):
    with pytest.raises(InputError, match=message):
        function(CODINGS, threshold=threshold)


def test_the_threshold_must_be_given():
    with pytest.raises(TypeError):
        percentage_agreement(CODINGS)


# ------------------------------------------------------------------------------------------- majority and nominal


def test_majority_opinion_by_coder():
    found = majority_opinion(CODINGS, threshold=2)
    # Poem: the opinion is {2}; ann and ben place one more. Song: no opinion for a boundary; both place one.
    assert found.percentage_of == pytest.approx({"ann": 15 / 17, "ben": 15 / 17, "cat": 1.0, "dan": 1.0})
    assert found.percentage == pytest.approx((15 + 15 + 10 + 2) / (17 + 17 + 10 + 2))
    rate = (3 + 1) / 34
    chance = rate**2 + (1 - rate) ** 2
    assert found.kappa_of["ann"] == pytest.approx((15 / 17 - chance) / (1 - chance))
    assert found.kappa_of["cat"] == found.kappa_of["dan"] == 1.0
    assert found.kappa == pytest.approx(sum(found.kappa_of.values()) / 4)


def test_coders_without_a_judgement_are_not_in_the_mean():
    found = majority_opinion({"poem": {"ann": [2, 3], "ben": [2, 3]}, "word": {"cat": [1]}}, threshold=1)
    assert math.isnan(found.kappa_of["cat"])
    assert math.isnan(found.percentage_of["cat"])
    assert (found.kappa, found.percentage) == (1.0, 1.0)


def test_no_judgements_at_all():
    words = {"word": {"ann": [1], "ben": [1]}}
    with pytest.raises(UndefinedScoreError, match="no item has a place for a boundary"):
        majority_opinion(words, threshold=1)
    with pytest.raises(UndefinedScoreError, match="no item coded by two coders has a place for a boundary"):
        nominal_agreement(words)


def test_nominal_agreement_does_not_forgive_near_misses():
    near, far = {"poem": {"ann": [4, 6], "ben": [5, 5]}}, {"poem": {"ann": [1, 9], "ben": [8, 2]}}
    assert nominal_agreement(near) == nominal_agreement(far)
    assert agree(near).value > agree(far).value


def test_nominal_agreement_where_chance_explains_everything():
    assert nominal_agreement({"poem": {"ann": [3], "ben": [3]}}).value == 1.0
    with pytest.raises(InputError, match="coefficient is 'alpha'"):
        nominal_agreement(CODINGS, "alpha")
    with pytest.raises(InputError, match="at least two coders"):
        nominal_agreement({"poem": {"ann": [3]}})


def test_prevalence_of_moonstone():
    """Rare boundaries: pi, AC1 (Gwet 2008) and PABAK of the same judgements."""
    found = diagnose(moonstone()).prevalence
    assert (found.nominal_pi, found.ac1, found.pabak) == pytest.approx((0.315, 0.864, 0.773), abs=5e-4)
    assert found.to_dict() == diagnose(moonstone()).to_dict()["prevalence"]


def test_the_majority_of_the_others_knows_nothing_of_the_coder():
    source = np.random.default_rng(6)
    codings = {
        f"{item}": {f"{coder}": "".join("01"[int(x < 0.5)] for x in source.random(200)) for coder in range(3)}
        for item in range(40)
    }
    assert majority_kappa(codings, threshold="majority") > 0.4
    # At a rate of one half the two others carry a place in a quarter of cases; chance is reckoned from both rates.
    rate = (0.5 + 0.25) / 2
    expected = (0.5 - (rate**2 + (1 - rate) ** 2)) / (1 - rate**2 - (1 - rate) ** 2)
    assert majority_kappa(codings, threshold="majority", majority="others") == pytest.approx(expected, abs=0.02)


def test_whose_majority_stands_in_the_signature():
    study = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}}
    found = majority_opinion(study, threshold="majority", majority="others")
    assert found.signature["majority"] == "others"
    assert "majority" not in dict(majority_opinion(study, threshold="majority").signature.options)
    with pytest.raises(InputError, match="majority is 'some'; expected one of all, others"):
        majority_opinion(study, threshold=1, majority="some")
