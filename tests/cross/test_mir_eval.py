"""Boundaries within a tolerance, and partitions, against mir_eval.

Left out, because the answers differ by definition:

- ``detection`` without a boundary on one or both sides: mir_eval has 0 for all three values; here two empty sides agree
  fully (``zero_division``);
- ``pairwise`` where a side puts no two units together: mir_eval divides by zero;
- ``nce`` and ``vmeasure`` with one segment on a side: mir_eval has 0 for the score of that side; here nothing could be
  lost on it, so that it is 1.
"""

from __future__ import annotations

from itertools import accumulate, pairwise

import mir_eval
import numpy as np
import pytest
from tests.cross.random_pairs import random_pairs

import seamark as sm

PAIRS = random_pairs(2000, seed=3)


def intervals(masses):
    return np.array(list(pairwise([0, *accumulate(masses)])), dtype=float)


def structure(reference, hypothesis):
    sides = ((intervals(side), [str(i) for i in range(len(side))]) for side in (reference, hypothesis))
    return [part for side in sides for part in side]


@pytest.mark.parametrize("tolerance", [0, 1, 2, 5])
@pytest.mark.parametrize("beta", [1.0, 2.0])
def test_detection(tolerance, beta):
    compared = 0
    for reference, hypothesis in PAIRS:
        if len(reference) > 1 and len(hypothesis) > 1:
            compared += 1
            theirs = mir_eval.segment.detection(
                intervals(reference), intervals(hypothesis), window=tolerance, beta=beta, trim=True
            )
            ours = sm.precision_recall(reference, hypothesis, tolerance=tolerance, beta=beta)
            assert ours == pytest.approx(theirs, rel=1e-13)
    assert compared > 1000


def test_pairwise():
    compared = 0
    for reference, hypothesis in PAIRS:
        if max(reference) > 1 and max(hypothesis) > 1:
            compared += 1
            theirs = mir_eval.segment.pairwise(*structure(reference, hypothesis), frame_size=1)
            assert sm.pairwise_f(reference, hypothesis) == pytest.approx(theirs, rel=1e-13)
    assert compared > 1000


def test_entropies():
    compared = 0
    for reference, hypothesis in PAIRS[:1000]:
        if len(reference) > 1 and len(hypothesis) > 1:
            compared += 1
            theirs = mir_eval.segment.nce(*structure(reference, hypothesis), frame_size=1)
            assert sm.nce(reference, hypothesis) == pytest.approx(theirs, rel=1e-10, abs=1e-12)
            completeness, homogeneity, v = mir_eval.segment.vmeasure(*structure(reference, hypothesis), frame_size=1)
            ours = sm.v_measure(reference, hypothesis)
            assert ours == pytest.approx((homogeneity, completeness, v), rel=1e-10, abs=1e-12)
    assert compared > 500
