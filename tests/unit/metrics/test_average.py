"""One value for many pairs."""

import pytest

import seamark as sm


def test_macro_is_the_mean_of_scores_and_micro_the_score_of_sums():
    a, b = [[2, 3], [5, 5]], [[2, 3], [1, 4, 5]]
    macro, micro = (sm.mean_score(sm.S(), a, b, average=average) for average in ("macro", "micro"))
    assert macro.value == pytest.approx((1 + 8 / 9) / 2)
    assert micro.value == pytest.approx(12 / 13)


def test_undefined_pairs_are_left_out_and_counted():
    metric = sm.Pk(k=4)  # wider than a text of four units
    result = sm.mean_score(metric, [[2, 2], [3, 3]], [[4], [6]], average="macro")
    assert (result.items, result.undefined) == (2, 1)
    assert result.value == metric.compare([3, 3], [6]).value
    assert f"{result}".startswith(f"{result.value:.4f} (1 of 2 undefined)  pk|conv:pevzner-hearst|")
    assert sm.mean_score(metric, [[2, 2], [3, 3]], [[4], [6]], average="micro").value == result.value


def test_the_counts_of_a_pair_without_a_score_are_in_the_micro_mean():
    """A reference without a boundary has no miss rate; its false alarms are false alarms all the same."""
    result = sm.mean_score(sm.Georgescul(k=2), [[5, 5], [10]], [[5, 5], [1] * 10], average="micro")
    # Of 2 x 8 windows two hold a reference boundary, none of which is missed, and in eight the hypothesis has too many.
    assert (result.value, result.undefined) == ((0 / 2 + 8 / 16) / 2, 1)
