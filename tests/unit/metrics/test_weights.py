"""Weights of edits and of levels: S is the weighted mean of levels, B weighs their boundaries and penalties."""

from dataclasses import FrozenInstanceError

import numpy as np
import pytest

import seamark as sm
from seamark.metrics.edit import WEIGHTS_2012, WEIGHTS_2013


def test_defaults_are_those_of_the_papers():
    assert sm.EditWeights() == WEIGHTS_2012 == sm.EditWeights(1.0, 1.0, 1.0, "te", ordinal=False)
    assert sm.EditWeights(1.0, 1.0, 1.0, "linear", ordinal=True) == WEIGHTS_2013


def test_frozen_hashable_and_plain_floats():
    weights = sm.EditWeights(np.float32(0.5), 1, np.int64(0))
    assert weights == sm.EditWeights(0.5, 1.0, 0.0)
    assert hash(weights) == hash(sm.EditWeights(0.5, 1.0, 0.0))
    assert {type(weight) for weight in (weights.addition, weights.substitution, weights.transposition)} == {float}
    with pytest.raises(FrozenInstanceError):
        weights.addition = 2.0


def random_hierarchy(rng, mass=40):
    """Three nested levels: a boundary of one is a boundary of all finer ones."""
    strength = np.where(rng.random(mass - 1) < 0.3, rng.integers(1, 4, mass - 1), 9)
    levels = [
        sm.Segmentation.from_positions((np.flatnonzero(strength <= level) + 1).tolist(), mass) for level in (1, 2, 3)
    ]
    return sm.Hierarchy.from_levels([level.masses for level in levels]), levels


@pytest.mark.parametrize("weights", [(1, 1, 1), (3, 2, 1), (0.5, 0, 2.25)])
def test_levels_count_as_much_as_they_weigh(weights):
    rng = np.random.default_rng(3)
    for _ in range(50):
        (a, levels_a), (b, levels_b) = random_hierarchy(rng), random_hierarchy(rng)
        each = sm.EditWeights(levels=weights)
        values = [sm.similarity(one, other) for one, other in zip(levels_a, levels_b, strict=True)]
        assert sm.S(weights=each).compare(a, b).value == pytest.approx(np.average(values, weights=weights))
        scaled = sm.EditWeights(scale="linear", ordinal=True, levels=weights)
        counts = [dict(sm.B().compare(one, other).counts) for one, other in zip(levels_a, levels_b, strict=True)]
        penalty, boundaries = (
            sum(weight * count[name] for weight, count in zip(weights, counts, strict=True))
            for name in ("penalty", "boundaries")
        )
        expected = 1 - penalty / boundaries if boundaries else 1
        assert sm.B(weights=scaled).compare(a, b).value == pytest.approx(expected)


def test_the_signature_tells_them():
    book = sm.Hierarchy.from_levels([[12, 12], [6, 6, 12]])
    found = sm.S(weights=sm.EditWeights(levels=(3, 0.5))).compare(book, book)
    assert (found.value, dict(found.signature.options)["levels"]) == (1, "3,0.5")


def test_refusals():
    book = sm.Hierarchy.from_levels([[12, 12], [6, 6, 12]])
    weighted = sm.EditWeights(levels=(3, 2, 1))
    with pytest.raises(sm.InputError, match="pair 0 has 2 levels, but 3 have a weight"):
        sm.B(weights=weighted).compare(book, book)
    with pytest.raises(sm.InputError, match="weights have levels, which only hierarchies have"):
        sm.similarity([2, 3], [5], weights=weighted)
    with pytest.raises(sm.InputError, match="weights have levels"):
        sm.align([2, 3], [5], weights=weighted)
    with pytest.raises(sm.InputError, match="weight of level 2 is -1"):
        sm.EditWeights(levels=(1, -1))
    with pytest.raises(sm.InputError, match="the weights of all levels are 0"):
        sm.EditWeights(levels=(0, 0))
    with pytest.raises(sm.InputError, match="levels"):
        sm.EditWeights(levels=5)
