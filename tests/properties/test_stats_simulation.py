"""Do the intervals cover, and do the tests err, as often as they say? By simulation, with fixed seeds."""

import numpy as np
import pytest

from seamark.stats import mean_of_sums, paired_difference, rows_of_values
from seamark.stats.intervals import percentile_interval
from seamark.stats.resampling import bootstrap
from seamark.stats.significance import score_interval

pytestmark = pytest.mark.slow

TRIALS = 2000


def ratio(sums):
    return sums[..., 0] / sums[..., 1]


def error_counts(generator, items, rate, spread=20.0):
    """Errors in windows of documents of uneven length, whose error rates vary about ``rate``."""
    windows = generator.integers(10, 80, items)
    rates = generator.beta(rate * spread, (1 - rate) * spread, items)
    return np.column_stack([generator.binomial(windows, rates), windows]).astype(float)


@pytest.mark.parametrize("items", [30, 100])
def test_intervals_of_a_ratio_cover_its_true_value(items):
    generator = np.random.default_rng(101)
    covered = 0
    for _ in range(TRIALS):
        rows = error_counts(generator, items, rate=0.2)
        covered += 0.2 in score_interval(rows, ratio, 0.95, (0.0, 1.0))
    # The error of 2,000 trials is .005.
    assert 0.935 < covered / TRIALS < 0.965


def test_paired_tests_find_a_real_difference():
    generator = np.random.default_rng(103)
    found = 0
    for trial in range(200):
        base = generator.normal(0.5, 0.2, 50)
        a, b = rows_of_values(base + generator.normal(0.05, 0.1, 50)), rows_of_values(base)
        found += paired_difference(a, b, mean_of_sums, resamples=999, rng=trial).p_value <= 0.05
    # The power of the paired t-test for a mean of half a standard deviation of the differences, n = 50, is .93.
    assert 0.86 < found / 200 < 0.99


def crossed_bootstrap(table, units, seed):
    """Bootstrap the mean of a table of items and coders."""

    def mean(weights):
        total = ((weights.items @ table) * weights.coders).sum(axis=-1)
        return total / (weights.items.sum(axis=-1) * weights.coders.sum(axis=-1))

    items, coders = table.shape
    return bootstrap(mean, items=items, coders=coders, resample=units, resamples=499, seed=seed)


def crossed_table(generator, items, coders, noise):
    """Effects of items and of coders, each of variance 1, and noise of each coding. The true mean is 0."""
    effects = generator.normal(size=(items, 1)) + generator.normal(size=coders)
    return effects + noise * generator.normal(size=(items, coders))


def test_where_items_and_coders_vary_only_resampling_both_covers():
    generator = np.random.default_rng(105)
    covered, trials = {"items": 0, "coders": 0, "both": 0}, 1000
    for trial in range(trials):
        table = crossed_table(generator, 60, 40, noise=1.0)
        for units in covered:
            covered[units] += 0.0 in percentile_interval(crossed_bootstrap(table, units, trial), 0.95)
    # With one factor held fixed, .64 (items) or .78 (coders) of the true standard error is seen: coverage .79 and .87.
    assert covered["items"] / trials == pytest.approx(0.79, abs=0.04)
    assert covered["coders"] / trials == pytest.approx(0.87, abs=0.04)
    assert 0.92 < covered["both"] / trials < 0.97
