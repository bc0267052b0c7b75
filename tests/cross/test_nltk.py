"""WindowDiff, Pk and GHD against nltk, and the presets of repositories that call nltk on strings of their own.

Left out, because nltk itself has no right answer:

- k larger than the string: ``windowdiff`` raises ValueError, ``pk`` divides by zero or by a negative number;
- ``ghd`` at large: its table leaves out some edits, so that it is an upper bound; ours is the minimum over all of them.
"""

from __future__ import annotations

import pytest
from nltk.metrics.segmentation import ghd as nltk_ghd
from nltk.metrics.segmentation import pk as nltk_pk
from nltk.metrics.segmentation import windowdiff as nltk_windowdiff
from tests.cross.random_pairs import random_pairs

import seamark as sm

PAIRS = random_pairs(3000, seed=1)


def gaps(masses):
    return "".join("0" * (mass - 1) + "1" for mass in masses)[:-1]


def starts(masses):
    return "0" + gaps(masses)


def ends(masses):
    return gaps(masses) + "0"


def ends_final(masses):
    return gaps(masses) + "1"


def nltk_k(string):
    """The rule inside nltk's pk, which its users copy for windowdiff."""
    return round(len(string) / (max(string.count("1"), 1) * 2.0))


def half_mean(masses):
    return round(sum(masses) / (2 * len(masses)))


#: preset, the string, and k as the callers of nltk compute it
PRESETS = [
    pytest.param("nltk", gaps, lambda masses: nltk_k(gaps(masses)), id="nltk"),
    pytest.param("nltk-starts", starts, lambda masses: nltk_k(starts(masses)), id="nltk-starts"),
    pytest.param("treeseg", starts, half_mean, id="treeseg"),
    pytest.param("superdialseg", ends, lambda masses: max(2, half_mean(masses)), id="superdialseg"),
    pytest.param("nltk-ends-final", ends_final, half_mean, id="nltk-ends-final"),
]


def comparable(string, k):
    return 1 <= k <= len(string)


@pytest.mark.parametrize(("preset", "string", "rule"), PRESETS)
def test_own_rule_for_k(preset, string, rule):
    compared = 0
    for reference, hypothesis in PAIRS:
        r, h, k = string(reference), string(hypothesis), rule(reference)
        if sum(reference) > 1 and comparable(r, k):
            compared += 1
            assert sm.window_diff(reference, hypothesis, convention=preset) == nltk_windowdiff(r, h, k)
            assert sm.pk(reference, hypothesis, convention=preset) == nltk_pk(r, h, k)
    assert compared > 2000


@pytest.mark.parametrize(("preset", "string", "rule"), PRESETS)
@pytest.mark.parametrize("k", [1, 2, 3, 7, 20])
def test_given_k(preset, string, rule, k):
    compared = 0
    for reference, hypothesis in PAIRS[:1000]:
        r, h = string(reference), string(hypothesis)
        if sum(reference) > 1 and comparable(r, k):
            compared += 1
            assert sm.window_diff(reference, hypothesis, k=k, convention=preset) == nltk_windowdiff(r, h, k)
            assert sm.pk(reference, hypothesis, k=k, convention=preset) == nltk_pk(r, h, k)
    assert compared > 400


def test_pk_without_k():
    """nltk left to itself, also where the reference has no boundary (an error before nltk 3.10)."""
    compared = 0
    for reference, hypothesis in PAIRS:
        r, h = gaps(reference), gaps(hypothesis)
        if comparable(r, nltk_k(r)):
            try:
                theirs = nltk_pk(r, h)
            except ZeroDivisionError:
                continue
            compared += 1
            assert sm.pk(reference, hypothesis, convention="nltk") == theirs
    assert compared > 2000


def test_where_nltk_reports_zero_for_k_of_zero():
    assert nltk_pk("1111", "0000") == 0.0
    assert nltk_windowdiff("1111", "0000", 0) == 0.0
    assert sm.pk("1111", "0000", convention="nltk") == 0.0
    assert sm.window_diff("1111", "0000", convention="nltk") == 0.0
    found = sm.Pk(convention="nltk").compare("1111", "0000")
    assert found.note == "the convention nltk gives k=0 here, and then 0 whatever is compared"
    assert sm.Pk(convention="nltk").compare("0100", "0000").note is None
    assert sm.Pk().compare("1111", "0000").note is None


@pytest.mark.parametrize("costs", [(2.0, 2.0, 1.0), (1.0, 1.0, 0.5), (1.0, 2.0, 0.25)])
def test_ghd_is_never_above_nltk(costs):
    insertion, deletion, shift = costs
    equal = 0
    for reference, hypothesis in PAIRS:
        ours = sm.ghd(reference, hypothesis, insertion=insertion, deletion=deletion, shift=shift)
        theirs = nltk_ghd(gaps(reference), gaps(hypothesis), insertion, deletion, shift)
        assert ours <= theirs
        equal += ours == theirs
    assert equal > 2000
