"""Two systems on the same items: their difference on the same resamples."""

from __future__ import annotations

import numpy as np

from seamark.checks import of_kind
from seamark.errors import InputError
from seamark.stats.bootstrap import Bootstrap
from seamark.stats.rows import ROUNDING, FloatArray


def difference(first: Bootstrap, second: Bootstrap) -> Bootstrap:
    """Subtract two bootstraps that were made on the same resamples; NaN wherever one of them is.

    Parameters
    ----------
    first, second
        Made together, or with the same seed, kind of resampling and numbers of resamples and of what is resampled.

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
