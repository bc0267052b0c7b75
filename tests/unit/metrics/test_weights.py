from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from seamark import EditWeights
from seamark.metrics.edit import WEIGHTS_2012, WEIGHTS_2013


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
