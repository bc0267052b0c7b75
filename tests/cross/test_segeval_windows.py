"""WindowDiff and Pk against segeval 2.

Left out, because segeval itself fails:

- no window (k of the mass or more): ``window_diff`` raises from inside decimal or divides by a negative number, and
  ``pk`` reports 0; undefined here;
- a k of 256 or more: ``window_diff`` compares lengths by identity and dies in an assertion; its ``pk`` is right when
  it is given masses, and wrong when it is given labels above 256.
"""

from __future__ import annotations

import pytest
import segeval
from tests.cross.random_pairs import random_pairs

import seamark as sm

PAIRS = [pair for pair in random_pairs(2500, seed=2, largest_mass=30) if sum(pair[0]) > 1]


def has_window(reference, k):
    return k < sum(reference)


def test_own_rule_for_k():
    compared = 0
    for reference, hypothesis in PAIRS:
        k = segeval.compute_window_size(reference)
        if has_window(reference, k):
            compared += 1
            theirs = segeval.window_diff(hypothesis, reference), segeval.pk(hypothesis, reference)
            ours = [metric(convention="segeval2").compare(reference, hypothesis) for metric in (sm.WindowDiff, sm.Pk)]
            assert [result.value for result in ours] == [float(value) for value in theirs]
            assert {result.signature["k"] for result in ours} == {f"half-mean-even={k}"}
    assert compared > 2000


def test_padding():
    """segeval divides by one window more than it has; padding leaves windows for every k."""
    for reference, hypothesis in PAIRS:
        theirs = segeval.window_diff(hypothesis, reference, lamprier_et_al_2007_fix=True)
        assert sm.window_diff(reference, hypothesis, convention="lamprier") == float(theirs)


@pytest.mark.parametrize("k", [1, 3, 8])
def test_given_k(k):
    for reference, hypothesis in PAIRS[:700]:
        if has_window(reference, k):
            theirs = segeval.window_diff(hypothesis, reference, window_size=k)
            assert sm.window_diff(reference, hypothesis, k=k, convention="segeval2") == float(theirs)
            theirs = segeval.pk(hypothesis, reference, window_size=k)
            assert sm.pk(reference, hypothesis, k=k, convention="segeval2") == float(theirs)


def test_many_segments():
    """More segments than the integers that Python keeps only once."""
    for reference, hypothesis in random_pairs(20, seed=5, largest_mass=3000):
        if sum(reference) > 1 and has_window(reference, segeval.compute_window_size(reference)) and len(reference) > 30:
            theirs = segeval.window_diff(hypothesis, reference), segeval.pk(hypothesis, reference)
            ours = [f(reference, hypothesis, convention="segeval2") for f in (sm.window_diff, sm.pk)]
            assert ours == [float(value) for value in theirs]


def test_where_segeval_compares_by_identity():
    with pytest.raises(AssertionError):
        segeval.window_diff((600, 600), (500, 700))
    assert sm.window_diff((500, 700), (600, 600), convention="segeval2") == 200 / 900
