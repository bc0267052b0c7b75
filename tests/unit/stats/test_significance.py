"""Tests between systems: randomization, wins, corrections for several comparisons."""

import math

import numpy as np
import pytest
import scipy.stats

from seamark.base.errors import InputError
from seamark.stats import (
    Record,
    benjamini_hochberg,
    holm,
    mean_of_sums,
    paired_difference,
    rows_of_values,
    win_tie_loss,
)


def two_systems(n):
    """Errors and windows of two systems on n items; the same in whatever order the tests run."""
    maker = np.random.default_rng(23 + n)

    def counts():
        windows = maker.integers(5, 60, n)
        return np.column_stack([maker.binomial(windows, 0.35), windows]).astype(float)

    return counts(), counts()


def ratio(sums):
    return sums[..., 0] / sums[..., 1]


def scipy_test(a, b, resamples=math.inf):
    """The same test by scipy, which swaps the numbers of rows and looks the rows up."""
    rows = np.concatenate([a, b])

    def gap(first, second, axis=-1):
        return ratio(rows[first].sum(axis=-2)) - ratio(rows[second].sum(axis=-2))

    numbers = np.arange(len(rows))
    return scipy.stats.permutation_test(
        (numbers[: len(a)], numbers[len(a) :]),
        gap,
        permutation_type="samples",
        vectorized=True,
        n_resamples=resamples,
        rng=1,
        axis=-1,
    )


@pytest.mark.parametrize("n", [2, 5, 9, 12])
def test_the_exact_test_is_scipys(n):
    a, b = two_systems(n)
    ours, theirs = paired_difference(a, b, ratio), scipy_test(a, b)
    assert ours.exact
    assert ours.value == pytest.approx(float(theirs.statistic))
    assert ours.p_value == pytest.approx(float(theirs.pvalue), abs=1e-12)


def test_ties_after_rounding_count_as_ties():
    # Signs of 0.1, 0.2, 0.3: 0.1 + 0.2 - 0.3 is not 0 in floating point.
    a, b = rows_of_values([0.1, 0.2, 0.0]), rows_of_values([0.0, 0.0, 0.3])
    assert paired_difference(a, b, mean_of_sums).p_value == 1.0


@pytest.mark.parametrize(
    ("n", "resamples", "exact"), [(12, 10, True), (13, 10, False), (13, 2**13, True), (14, 2**14 - 1, False)]
)
def test_all_arrangements_are_tried_when_they_are_few(n, resamples, exact):
    result = paired_difference(*two_systems(n), ratio, resamples=resamples, rng=1)
    assert result.exact is exact


def test_drawn_arrangements_approach_the_exact_test():
    a, b = two_systems(14)
    b[:, 0] *= 0.8
    exact = paired_difference(a, b, ratio, resamples=2**14)
    drawn = paired_difference(a, b, ratio, resamples=16_000, rng=5)
    assert exact.exact
    assert not drawn.exact
    error = math.sqrt(exact.p_value * (1 - exact.p_value) / 16_000)
    assert 0.01 < exact.p_value < 0.99
    assert drawn.p_value == pytest.approx(exact.p_value, abs=4.5 * error)


def test_a_clear_difference_has_the_smallest_p_value_that_the_draws_allow():
    values = np.random.default_rng(23).random(100)
    result = paired_difference(rows_of_values(values + 1), rows_of_values(values), mean_of_sums, resamples=999)
    assert result.p_value == 1 / 1000
    assert result.value == pytest.approx(1.0)


def test_arrangements_without_a_score_count_as_extreme():
    # One of the two systems ends without windows in half of the arrangements.
    a, b = [[9.0, 10.0], [0.0, 0.0]], [[0.0, 0.0], [1.0, 10.0]]
    result = paired_difference(a, b, ratio)
    assert result.p_value == 1.0
    a, b = [[9.0, 10.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 5.0], [0.0, 5.0]]
    result = paired_difference(a, b, ratio)
    # By hand: 2 of 8 arrangements leave one side empty, and 2 more, all items as given or all swapped, reach .9.
    assert result.p_value == 4 / 8


def test_an_undefined_difference_has_no_p_value():
    result = paired_difference(np.zeros((3, 2)), np.ones((3, 2)), ratio)
    assert math.isnan(result.value)
    assert math.isnan(result.p_value)


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        (np.ones((3, 2)), np.ones((4, 2)), r"same items, but their shapes are \(3, 2\) and \(4, 2\)"),
        (np.ones((1, 2)), np.ones((1, 2)), "rows_a: .*at least two items, got 1"),
        (np.ones((3, 2)), np.ones(3), "rows_b: expected a table"),
    ],
)
def test_tables_that_do_not_fit_are_refused(a, b, message):
    with pytest.raises(InputError, match=message):
        paired_difference(a, b, ratio)


NAN = math.nan


@pytest.mark.parametrize(
    ("a", "b", "record"),
    [
        ([0.9, 0.5, 0.5, 0.1], [0.1, 0.5, 0.2, 0.3], (2, 1, 1)),
        ([1.0, NAN, 0.0], [0.0, 1.0, NAN], (1, 0, 0)),
        ([0.1 + 0.2], [0.3], (0, 1, 0)),  # they differ in rounding only
    ],
)
def test_wins_ties_and_losses(a, b, record):
    assert win_tie_loss(a, b) == Record(*record)
    assert win_tie_loss(a, b, higher_is_better=False) == Record(*reversed(record))


def test_different_lengths_are_refused():
    with pytest.raises(InputError, match=r"same items, but .* 2 and 1"):
        win_tie_loss([1.0, 2.0], [1.0])


# The fifteen p-values of the example in Benjamini and Hochberg (1995): at .05, Holm's procedure finds three and theirs
# finds four.
EXAMPLE = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344),
    *(0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000),
]


def test_published_example():
    assert (holm(EXAMPLE) <= 0.05).sum() == 3
    assert (benjamini_hochberg(EXAMPLE) <= 0.05).sum() == 4


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_comparisons_that_could_not_be_made_stay_undefined_and_are_not_counted(adjust):
    p = np.array([0.04, math.nan, 0.01, 0.03, math.nan])
    adjusted = adjust(p)
    np.testing.assert_array_equal(np.isnan(adjusted), np.isnan(p))
    assert adjusted[[0, 2, 3]] == pytest.approx(adjust([0.04, 0.01, 0.03]))
    assert np.isnan(adjust([math.nan, math.nan])).all()


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
@pytest.mark.parametrize("bad", [-0.01, 1.01])
def test_numbers_that_are_no_probabilities_are_refused(adjust, bad):
    with pytest.raises(InputError, match=f"p_values: number 1 is {bad}; expected a probability"):
        adjust([0.5, bad])
