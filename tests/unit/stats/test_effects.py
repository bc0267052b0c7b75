import math

import numpy as np
import pytest

from seamark.base.errors import InputError
from seamark.stats import EffectSize, Record, effect_size, win_tie_loss


def test_worked_example():
    # Differences 2, 1, 3: mean 2, sample deviation 1; Hedges' factor for 2 degrees of freedom is 1/sqrt(pi).
    result = effect_size([3.0, 5.0, 4.0], [1.0, 4.0, 1.0])
    assert result.cohen_d == pytest.approx(2.0)
    assert result.hedges_g == pytest.approx(2 / math.sqrt(math.pi))
    assert (result.items, result.undefined) == (3, 0)


def test_hedges_correction_is_near_its_usual_approximation():
    gaps = np.random.default_rng(1).normal(1, 2, 40)
    result = effect_size(gaps, np.zeros(40))
    assert result.hedges_g / result.cohen_d == pytest.approx(1 - 3 / (4 * 39 - 1), abs=1e-4)


def test_two_items_have_no_corrected_effect_size():
    result = effect_size([1.0, 2.0], [0.0, 0.0])
    assert result.cohen_d == pytest.approx(1.5 / math.sqrt(0.5))
    assert math.isnan(result.hedges_g)


def test_equal_systems_have_no_effect():
    assert effect_size([0.1, 0.2, 0.3], [0.1, 0.2, 0.3]) == EffectSize(0.0, 0.0, items=3, undefined=0)


@pytest.mark.parametrize(("a", "b"), [([0.3, 0.4, 0.5], [0.2, 0.3, 0.4]), ([1.0], [0.0]), ([], [])])
def test_differences_without_spread_have_no_effect_size(a, b):
    result = effect_size(a, b)
    assert math.isnan(result.cohen_d)
    assert math.isnan(result.hedges_g)


def test_items_without_both_scores_are_counted():
    nan = math.nan
    result = effect_size([3.0, 5.0, 4.0, nan, 1.0], [1.0, 4.0, 1.0, 2.0, nan])
    assert result.cohen_d == pytest.approx(2.0)
    assert (result.items, result.undefined) == (3, 2)
    assert win_tie_loss([1.0, nan, 0.0], [0.0, 1.0, nan]) == Record(wins=1, ties=0, losses=0, undefined=2)


def test_wins_follow_the_direction_of_the_metric():
    a, b = [0.9, 0.5, 0.5, 0.1], [0.1, 0.5, 0.2, 0.3]
    assert win_tie_loss(a, b) == Record(wins=2, ties=1, losses=1)
    assert win_tie_loss(a, b, higher_is_better=False) == Record(wins=1, ties=1, losses=2)
    assert win_tie_loss(a, b).balance == 0.25


def test_scores_that_differ_in_rounding_only_are_a_tie():
    assert win_tie_loss([0.1 + 0.2], [0.3]) == Record(wins=0, ties=1, losses=0)


def test_no_items_have_no_balance():
    assert math.isnan(win_tie_loss([], []).balance)


@pytest.mark.parametrize("compare", [effect_size, win_tie_loss])
def test_different_lengths_are_refused(compare):
    with pytest.raises(InputError, match=r"same items, but .* 2 and 1"):
        compare([1.0, 2.0], [1.0])
