from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from seamark import EditWeights, Segmentation, align, edit_distance
from seamark.metrics.edit import WEIGHTS_2012, WEIGHTS_2013

sets = Segmentation.from_sets


def test_defaults_are_those_of_the_papers():
    assert EditWeights() == WEIGHTS_2012 == EditWeights(1.0, 1.0, 1.0, "te", ordinal=False)
    assert EditWeights(1.0, 1.0, 1.0, "linear", ordinal=True) == WEIGHTS_2013


def test_frozen_hashable_and_plain_floats():
    weights = EditWeights(np.float32(0.5), 1, np.int64(0))
    assert weights == EditWeights(0.5, 1.0, 0.0)
    assert hash(weights) == hash(EditWeights(0.5, 1.0, 0.0))
    assert {type(weight) for weight in (weights.addition, weights.substitution, weights.transposition)} == {float}
    with pytest.raises(FrozenInstanceError):
        weights.addition = 2.0


@pytest.mark.parametrize(
    ("scale", "costs"),
    [
        ("te", [1, 1.5, 1.75, 1.875, 2, 2]),  # 2 - (1/2)**(d-1); out of reach from d = 5 on, two full misses
        ("linear", [0.2, 0.4, 0.6, 0.8, 2, 2]),
        ("unit", [1, 1, 1, 1, 2, 2]),
    ],
)
def test_a_near_miss_costs_more_with_distance(scale, costs):
    found = [edit_distance([10, 20], [10 + d, 20 - d], n=5, weights=EditWeights(scale=scale)) for d in range(1, 7)]
    assert found == pytest.approx(costs, abs=1e-15)


def test_transposition_error_grows_towards_two():
    # With n past any distance, halves of halves of ... are lost in 2.
    assert edit_distance([1, 5000], [3000, 2001], n=2**62) == 2.0
    assert edit_distance([1, 50], [31, 20], n=2**62) == 2 - 2.0**-29


def test_each_weight_multiplies_its_edit():
    weights = EditWeights(addition=0.5, substitution=0.25, transposition=0.125)
    a, b = sets([{1}, {}, {}, {1}, {}, {}, {1}]), sets([{}, {1}, {}, {2}, {}, {}, {}])
    alignment = align(a, b, weights=weights)
    assert (len(alignment.additions), len(alignment.substitutions), len(alignment.transpositions)) == (1, 1, 1)
    assert alignment.distance == 0.5 + 0.25 + 0.125


def test_a_near_miss_dearer_than_two_misses_is_refused():
    weights = EditWeights(addition=0.25)
    alignment = align([2, 3], [3, 2], weights=weights)
    assert (len(alignment.additions), alignment.transpositions, alignment.distance) == (2, (), 0.5)


def test_ordinal_substitutions_cost_their_distance():
    weights = EditWeights(ordinal=True)
    for one, other, expected in ((1, 2, 1 / 5), (1, 5, 4 / 5), (2, 4, 2 / 5)):
        # Types 1 and 5 both occur elsewhere, matched, so the range is 5.
        a, b = sets([{1}, {5}, {one}]), sets([{1}, {5}, {other}])
        assert edit_distance(a, b, weights=weights) == pytest.approx(expected, abs=1e-15)
