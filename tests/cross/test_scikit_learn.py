"""Rand, adjusted Rand, and V against scikit-learn, which takes segments as labels of units. Nothing is left out."""

from __future__ import annotations

import pytest
from sklearn.metrics import adjusted_rand_score, homogeneity_completeness_v_measure, rand_score
from tests.cross.random_pairs import random_pairs

import seamark as sm

PAIRS = random_pairs(2000, seed=4)


def labels(masses):
    return [segment for segment, mass in enumerate(masses) for _ in range(mass)]


def test_rand():
    for a, b in PAIRS:
        assert sm.rand(a, b) == pytest.approx(rand_score(labels(a), labels(b)), rel=1e-14)


def test_adjusted_rand():
    for a, b in PAIRS:
        assert sm.adjusted_rand(a, b) == pytest.approx(adjusted_rand_score(labels(a), labels(b)), rel=1e-12, abs=1e-14)


def test_v_measure():
    for reference, hypothesis in PAIRS[:1000]:
        theirs = homogeneity_completeness_v_measure(labels(reference), labels(hypothesis))
        assert sm.v_measure(reference, hypothesis) == pytest.approx(theirs, rel=1e-10, abs=1e-12)
