"""Bootstrap over items: how far a score would move with other items of the same kind."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import get_args

import numpy as np
import numpy.typing as npt

from seamark.checks import finite_number
from seamark.choices import one_of
from seamark.errors import InputError
from seamark.results import ResultRecord
from seamark.stats.intervals import (
    Interval,
    IntervalMethod,
    bca_interval,
    check_level,
    percentile_interval,
)
from seamark.stats.resampling import check_resamples, multiplicity_blocks
from seamark.stats.rows import ROUNDING, FloatArray, Score, apply_score, as_rows, leave_one_out
from seamark.stats.seeds import RandomSource, resolve_rng
from seamark.stats.weighted_sums import weighted_sums


@dataclass(frozen=True, slots=True, eq=False)
class Bootstrap(ResultRecord):
    """A statistic, and its values on bootstrap resamples.

    Parameters
    ----------
    estimate
        The statistic on the data itself; NaN when undefined.
    replicates
        The statistic on each resample; NaN where undefined.
    leave_one_out
        The statistic without each item or coder, one array for each kind that was resampled; BCa needs them.
    seed
        The integer that gives the same resamples again, passed as ``rng``.
    resampled
        What was resampled: ``items``, ``coders`` or ``both``.

    Examples
    --------
    >>> result = bootstrap([[1, 2], [3, 4], [2, 2], [0, 4]], lambda sums: sums[..., 0] / sums[..., 1], rng=7)
    >>> result.estimate, result.resamples, result.undefined, result.seed
    (0.5, 10000, 0, 7)
    """

    estimate: float
    replicates: FloatArray
    leave_one_out: tuple[FloatArray, ...]
    seed: int
    resampled: str = "items"

    @property
    def resamples(self) -> int:
        """Number of resamples drawn."""
        return len(self.replicates)

    @property
    def undefined(self) -> int:
        """Number of resamples on which the statistic has no value."""
        return int(np.count_nonzero(np.isnan(self.replicates)))

    @property
    def standard_error(self) -> float:
        """Sample standard deviation of the defined replicates; NaN with fewer than two."""
        defined = self.replicates[~np.isnan(self.replicates)]
        return float(defined.std(ddof=1)) if defined.size > 1 else math.nan

    def interval(self, ci: float = 0.95, method: IntervalMethod = "percentile") -> Interval:
        """Confidence interval of the statistic, from the middle of the replicates.

        Parameters
        ----------
        ci
            Nominal coverage, between 0 and 1.
        method
            ``bca`` corrects the percentiles for bias and skewness.

        Returns
        -------
        Interval
            NaN at both ends when the estimate has no value or the method cannot be applied.

        Examples
        --------
        >>> from seamark.stats import bootstrap, mean_of_sums, rows_of_values
        >>> result = bootstrap(rows_of_values([0.2, 0.4, 0.6, 0.8]), mean_of_sums, rng=7)
        >>> result.estimate in result.interval(0.9, "bca")
        True
        """
        ci = check_level(ci)
        one_of(method, "method", get_args(IntervalMethod))
        if math.isnan(self.estimate):
            return Interval(math.nan, math.nan, ci, method, self.undefined)
        if method == "bca":
            if not self.leave_one_out:
                raise InputError("a BCa interval needs the statistic without each item or coder; take 'percentile'")
            return bca_interval(self.replicates, self.estimate, self.leave_one_out, ci)
        return percentile_interval(self.replicates, ci)

    def p_value(self, null: float = 0.0) -> float:
        """Two-sided p-value of the hypothesis that the statistic is ``null``, by inverting the percentile interval.

        It is in (0, 1], and NaN when the estimate is undefined.

        Notes
        -----
        With R replicates t*, p = 2 (1 + min(#{t* <= null}, #{t* >= null})) / (R + 1), at most 1. The added ones count
        the data as a resample of themselves, so that p is never 0. This p belongs to the interval printed beside it:
        when p <= 1 - ci, the percentile interval at that level leaves ``null`` out. (Shifting the replicates to the
        null instead would assume that their law keeps its shape there, and can contradict the interval.) A replicate
        without a value counts on both sides, which can only make p larger.

        With few items it finds too much: in a simulation of two equal systems, p <= .05 came up in 9.3% of cases with
        10 items, 6.8% with 20, 6.2% with 50 and 4.8% with 200. ``approximate_randomization`` stayed below 5% in all
        four.

        Examples
        --------
        >>> from seamark.stats import bootstrap, mean_of_sums, rows_of_values
        >>> round(bootstrap(rows_of_values([1.0, 2.0, 3.0, 4.0]), mean_of_sums, resamples=999, rng=7).p_value(), 6)
        0.002
        """
        null = finite_number(null, "null", lambda _: True, "a finite number")
        if math.isnan(self.estimate):
            return math.nan
        gaps = self.replicates - null
        missing = np.isnan(gaps)
        rounding = ROUNDING * max(abs(null), float(np.abs(self.replicates[~missing]).max(initial=0.0)))
        at_most = int(np.count_nonzero(missing | (gaps <= rounding)))
        at_least = int(np.count_nonzero(missing | (gaps >= -rounding)))
        return min(1.0, 2 * (1 + min(at_most, at_least)) / (1 + self.resamples))


def bootstrap(rows: npt.ArrayLike, score: Score, *, resamples: int = 10_000, rng: RandomSource = None) -> Bootstrap:
    """Resample items with replacement and score the sum of their rows.

    For the difference of two systems on the same items, put their rows side by side and score the difference.

    Parameters
    ----------
    rows
        Counts of shape (items, F). For the mean of per-item scores, ``rows_of_values(scores)``.
    score
        Maps summed rows (..., F) to scores (...), NaN where undefined. For the mean of per-item scores,
        ``mean_of_sums``.
    resamples
        Number of resamples, each of as many items as there are.
    rng
        Seed or generator, see ``resolve_rng``. The resamples depend on the seed, their number and the number of items
        only: another metric or system with the same three sees the same resamples.

    Examples
    --------
    >>> errors_and_windows = [[1, 10], [0, 8], [4, 12], [2, 10]]
    >>> result = bootstrap(errors_and_windows, lambda sums: sums[..., 0] / sums[..., 1], rng=7)
    >>> result.estimate
    0.175
    """
    table = as_rows(rows)
    resamples = check_resamples(resamples)
    generator, seed = resolve_rng(rng)
    blocks = multiplicity_blocks(len(table), resamples, generator)
    return Bootstrap(
        estimate=float(apply_score(score, table.sum(axis=0))),
        replicates=np.concatenate([apply_score(score, weighted_sums(weights, table)) for weights in blocks]),
        leave_one_out=(leave_one_out(table, score),),
        seed=seed,
    )
