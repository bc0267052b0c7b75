"""The seven Stargazer codings of Hearst 1997, against the older measures on them.

Hearst's own table cannot be had again from these codings alone; the values are those of the definitions, worked out by
hand from the votes below.
"""

from collections import Counter
from fractions import Fraction

import pytest

import seamark as sm
from seamark.datasets import stargazer

# How many of the seven readers put a boundary at each of the 20 places between the 21 paragraphs.
VOTES = {2: 6, 3: 3, 5: 5, 7: 2, 8: 3, 9: 6, 10: 1, 11: 1, 12: 6, 13: 4, 16: 3, 17: 2, 18: 5, 20: 2}


def test_the_codings():
    corpus = stargazer()
    assert corpus.lengths == {"stargazer": 21}
    assert corpus.coder_names == tuple("1234567")
    assert Counter(place for coding in corpus["stargazer"].values() for place in coding.positions) == VOTES


@pytest.mark.parametrize(("threshold", "printed"), [(4, 0.8071), (3, 0.7857), ("majority", 0.8071)])
def test_percentage_agreement(threshold, printed):
    needed = 4 if threshold == "majority" else threshold
    agreed = 7 * 20 - sum(7 - votes if votes >= needed else votes for votes in VOTES.values())
    value = sm.majority_opinion(stargazer(), threshold=threshold).percentage
    assert value == pytest.approx(float(Fraction(agreed, 140)))
    assert round(value, 4) == printed


@pytest.mark.parametrize(("threshold", "printed"), [(4, 0.5553), (3, 0.5450)])
def test_majority_kappa(threshold, printed):
    opinion = sm.majority_opinion(stargazer(), threshold=threshold)
    assert round(opinion.kappa, 4) == printed
    assert opinion.kappa == pytest.approx(sum(opinion.kappa_of.values()) / 7)


def test_consensus():
    assert sm.consensus(stargazer(), "vote", threshold=4)["stargazer"].positions == (2, 5, 9, 12, 13, 18)
    assert sm.consensus(stargazer(), "vote", threshold=7)["stargazer"].positions == ()
