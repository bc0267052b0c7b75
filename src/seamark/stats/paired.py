"""Two systems on the same items: their difference on the same resamples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seamark.checks import of_kind
from seamark.errors import InputError
from seamark.stats.bootstrap import Bootstrap, bootstrap_together
from seamark.stats.intervals import Interval, IntervalMethod
from seamark.stats.rows import ROUNDING, FloatArray, Score, as_rows
from seamark.stats.seeds import RandomSource


@dataclass(frozen=True, slots=True, eq=False)
class PairedBootstrap:
    """Two systems and their difference, first minus second, on the same resamples.

    Parameters
    ----------
    first, second
        The bootstrap of each system.
    difference
        The bootstrap of first minus second.

    Examples
    --------
    >>> from seamark.stats import mean_of_sums, rows_of_values
    >>> a, b = rows_of_values([0.9, 0.8, 0.7, 0.9]), rows_of_values([0.5, 0.6, 0.4, 0.7])
    >>> result = paired_bootstrap(a, b, mean_of_sums, resamples=999, rng=7)
    >>> round(result.difference.estimate, 6), result.p_value
    (0.275, 0.002)
    """

    first: Bootstrap
    second: Bootstrap
    difference: Bootstrap

    @property
    def p_value(self) -> float:
        """Two-sided p-value of no difference; ``Bootstrap.p_value`` says how it is made."""
        return self.difference.p_value()

    def interval(self, level: float = 0.95, method: IntervalMethod = "percentile") -> Interval:
        """Confidence interval of the difference.

        Parameters
        ----------
        level, method
            As for ``Bootstrap.interval``.

        Returns
        -------
        Interval
            Of first minus second.

        Examples
        --------
        >>> from seamark.stats import mean_of_sums, rows_of_values
        >>> rows = rows_of_values([0.9, 0.8, 0.7])
        >>> paired_bootstrap(rows, rows, mean_of_sums, rng=7).interval()
        Interval(low=0.0, high=0.0, level=0.95, method='percentile', undefined=0)
        """
        return self.difference.interval(level, method)


def paired_bootstrap(
    rows_a: npt.ArrayLike,
    rows_b: npt.ArrayLike,
    score: Score,
    *,
    resamples: int = 10_000,
    rng: RandomSource = None,
) -> PairedBootstrap:
    """Bootstrap the difference between two systems that were run on the same items.

    Parameters
    ----------
    rows_a, rows_b
        Counts of shape (items, F) of each system, the same items in the same order.
    score
        Maps summed rows (..., F) to scores (...), NaN where undefined.
    resamples, rng
        As for ``bootstrap``.

    Returns
    -------
    PairedBootstrap
        Difference a minus b with interval and p-value, and each system's own bootstrap.

    Raises
    ------
    InputError
        When the two have different numbers of rows, or as for ``bootstrap``.

    Examples
    --------
    >>> from seamark.stats import mean_of_sums, rows_of_values
    >>> a, b = rows_of_values([0.9, 0.8, 0.7, 0.9]), rows_of_values([0.5, 0.9, 0.4, 0.8])
    >>> result = paired_bootstrap(a, b, mean_of_sums, rng=7)
    >>> 0.0 in result.interval(0.95)
    True
    """
    tables = as_rows(rows_a, "rows_a"), as_rows(rows_b, "rows_b")
    first, second = bootstrap_together([(table, score) for table in tables], resamples=resamples, rng=rng)
    return PairedBootstrap(first, second, difference(first, second))


def difference(first: Bootstrap, second: Bootstrap) -> Bootstrap:
    """Subtract two bootstraps that were made on the same resamples.

    Parameters
    ----------
    first, second
        Made together, or with the same seed, kind of resampling and numbers of resamples and of what is resampled.

    Returns
    -------
    Bootstrap
        Of first minus second; NaN wherever one of them is.

    Raises
    ------
    InputError
        When the two do not share their resamples.

    Examples
    --------
    >>> from seamark.stats import bootstrap, mean_of_sums, rows_of_values
    >>> one = bootstrap(rows_of_values([1.0, 2.0]), mean_of_sums, resamples=99, rng=7)
    >>> two = bootstrap(rows_of_values([4.0, 2.0]), mean_of_sums, resamples=99, rng=7)
    >>> difference(one, two).estimate
    -1.5
    """
    for name, given in (("first", first), ("second", second)):
        of_kind(given, Bootstrap, name, "a Bootstrap")
    names = ("seeds", "kinds of resampling", "numbers of resamples", "numbers of items or coders")
    for name, a, b in zip(names, _plan(first), _plan(second), strict=True):
        if a != b:
            raise InputError(f"a paired difference needs the same resamples, but the {name} differ: {a} and {b}")
    return Bootstrap(
        estimate=float(_minus(np.float64(first.estimate), np.float64(second.estimate))),
        replicates=_minus(first.replicates, second.replicates),
        leave_one_out=tuple(map(_minus, first.leave_one_out, second.leave_one_out)),
        seed=first.seed,
        resampled=first.resampled,
    )


def _plan(result: Bootstrap) -> tuple[object, ...]:
    return result.seed, result.resampled, result.resamples, tuple(map(len, result.leave_one_out))


def _minus(a: FloatArray | np.float64, b: FloatArray | np.float64) -> FloatArray:
    """Subtract; a difference that is lost in rounding is a tie, and ties decide p-values."""
    gaps = np.asarray(a - b)
    scale = np.maximum(np.abs(a), np.abs(b))
    return np.where(np.abs(gaps) <= ROUNDING * scale, 0.0, gaps)
