import math

import numpy as np
import pytest
import scipy.stats

from seamark.base.errors import InputError
from seamark.stats import benjamini_hochberg, holm

# The fifteen p-values of the example in Benjamini and Hochberg (1995): at .05, Holm's procedure finds three and theirs
# finds four.
EXAMPLE = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
    *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000),
]


def test_published_example():
    assert (holm(EXAMPLE) <= 0.05).sum() == 3
    assert (benjamini_hochberg(EXAMPLE) <= 0.05).sum() == 4


def test_worked_example():
    p = [0.04, 0.01, 0.03, 0.005]
    # Sorted .005 x 4, .01 x 3, .03 x 2, .04 x 1: .02, .03, .06, .04 -> never below the one before.
    assert holm(p) == pytest.approx([0.06, 0.03, 0.06, 0.02])
    # Sorted .005 x 4/1, .01 x 4/2, .03 x 4/3, .04 x 4/4: .02, .02, .04, .04.
    assert benjamini_hochberg(p) == pytest.approx([0.04, 0.02, 0.04, 0.02])


def test_benjamini_hochberg_is_scipys():
    p = np.random.default_rng(1).random(50) ** 2
    assert benjamini_hochberg(p) == pytest.approx(scipy.stats.false_discovery_control(p))


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_comparisons_that_could_not_be_made_stay_undefined_and_are_not_counted(adjust):
    p = np.array([0.04, math.nan, 0.01, 0.03, math.nan])
    adjusted = adjust(p)
    np.testing.assert_array_equal(np.isnan(adjusted), np.isnan(p))
    assert adjusted[[0, 2, 3]] == pytest.approx(adjust([0.04, 0.01, 0.03]))


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_small_families(adjust):
    assert adjust([]).tolist() == []
    assert adjust([0.2]).tolist() == [0.2]
    assert adjust([0.9, 0.8]).max() <= 1.0
    assert np.isnan(adjust([math.nan, math.nan])).all()


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
@pytest.mark.parametrize("bad", [-0.01, 1.01])
def test_numbers_that_are_no_probabilities_are_refused(adjust, bad):
    with pytest.raises(InputError, match=f"p_values: number 1 is {bad}; expected a probability"):
        adjust([0.5, bad])
