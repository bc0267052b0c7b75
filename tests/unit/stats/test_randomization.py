import math

import numpy as np
import pytest
import scipy.stats

from seamark.base.errors import InputError
from seamark.stats import approximate_randomization, mean_of_sums, rows_of_values, significance


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
    ours, theirs = approximate_randomization(a, b, ratio), scipy_test(a, b)
    assert (ours.exact, ours.arrangements, ours.seed, ours.undefined) == (True, 2**n, None, 0)
    assert ours.difference == pytest.approx(float(theirs.statistic))
    assert ours.p_value == pytest.approx(float(theirs.pvalue), abs=1e-12)


def test_ties_after_rounding_count_as_ties():
    # Signs of 0.1, 0.2, 0.3: 0.1 + 0.2 - 0.3 is not 0 in floating point.
    a, b = rows_of_values([0.1, 0.2, 0.0]), rows_of_values([0.0, 0.0, 0.3])
    assert approximate_randomization(a, b, mean_of_sums).p_value == 1.0


@pytest.mark.parametrize(
    ("n", "resamples", "exact"), [(12, 10, True), (13, 10, False), (13, 2**13, True), (14, 2**14 - 1, False)]
)
def test_all_arrangements_are_tried_when_they_are_few(n, resamples, exact):
    result = approximate_randomization(*two_systems(n), ratio, resamples=resamples, rng=1)
    assert result.exact is exact
    assert result.arrangements == (2**n if exact else resamples)


def test_drawn_arrangements_approach_the_exact_test():
    a, b = two_systems(14)
    b[:, 0] *= 0.8
    exact = approximate_randomization(a, b, ratio, resamples=2**14)
    drawn = approximate_randomization(a, b, ratio, resamples=16_000, rng=5)
    assert exact.exact
    assert not drawn.exact
    error = math.sqrt(exact.p_value * (1 - exact.p_value) / 16_000)
    assert 0.01 < exact.p_value < 0.99
    assert drawn.p_value == pytest.approx(exact.p_value, abs=4.5 * error)


def test_drawn_arrangements_agree_with_scipy_on_many_items():
    a, b = two_systems(200)
    theirs = scipy_test(a, b, resamples=10_000)
    ours = approximate_randomization(a, b, ratio, resamples=10_000, rng=5)
    assert ours.p_value == pytest.approx(float(theirs.pvalue), abs=0.03)


def test_a_clear_difference_has_the_smallest_p_value_that_the_draws_allow():
    values = np.random.default_rng(23).random(100)
    result = approximate_randomization(rows_of_values(values + 1), rows_of_values(values), mean_of_sums, resamples=999)
    assert result.p_value == 1 / 1000
    assert result.difference == pytest.approx(1.0)


def test_each_item_is_swapped_half_the_time_and_independently():
    # Item i alone has a 1 in column i, so that what moves are the items that are swapped.
    swaps = significance.Arrangements.of(70, 20_000, 3).moved(np.eye(70))
    assert set(np.unique(swaps)) == {0.0, 1.0}
    np.testing.assert_allclose(swaps.mean(axis=0), 0.5, atol=0.02)
    np.testing.assert_allclose(np.cov(swaps, rowvar=False), np.eye(70) / 4, atol=0.01)


@pytest.mark.parametrize("block", [1, 700, 10**6])
def test_draws_do_not_depend_on_the_block_size(monkeypatch, block):
    a, b = two_systems(65)
    expected = approximate_randomization(a, b, ratio, resamples=300, rng=2)
    monkeypatch.setattr(significance, "BLOCK", block)
    assert approximate_randomization(a, b, ratio, resamples=300, rng=2) == expected
    assert expected.seed == 2


def test_arrangements_without_a_score_count_as_extreme():
    # One of the two systems ends without windows in half of the arrangements.
    a, b = [[9.0, 10.0], [0.0, 0.0]], [[0.0, 0.0], [1.0, 10.0]]
    result = approximate_randomization(a, b, ratio)
    assert result.undefined == 2
    assert result.p_value == 1.0
    a, b = [[9.0, 10.0], [0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 5.0], [0.0, 5.0]]
    result = approximate_randomization(a, b, ratio)
    # By hand: 2 of 8 arrangements leave one side empty, and 2 more, all items as given or all swapped, reach .9.
    assert (result.undefined, result.p_value) == (2, 4 / 8)


def test_an_undefined_difference_has_no_p_value():
    result = approximate_randomization(np.zeros((3, 2)), np.ones((3, 2)), ratio)
    assert math.isnan(result.difference)
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
        approximate_randomization(a, b, ratio)


def test_no_resamples_are_refused():
    with pytest.raises(InputError, match="resamples is 0"):
        approximate_randomization(np.ones((3, 2)), np.ones((3, 2)), ratio, resamples=0)
