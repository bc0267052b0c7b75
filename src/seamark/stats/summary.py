"""A list of scores in a few numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seamark.stats.rows import as_values


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary of a list of scores. Figures that the list cannot have are NaN.

    Parameters
    ----------
    n
        Number of defined scores, which all other figures describe.
    undefined
        Number of scores without a value.
    mean
        Their mean.
    population_std
        Standard deviation with divisor n, the spread of exactly these scores.
    sample_std
        Standard deviation with divisor n - 1, the spread of the population they were drawn from.
    minimum, first_quartile, median, third_quartile, maximum
        Order statistics, interpolated linearly.

    Examples
    --------
    >>> summary = summarise([0.2, 0.4, 0.9])
    >>> summary.n, summary.mean, summary.median
    (3, 0.5, 0.4)
    """

    n: int
    undefined: int
    mean: float
    population_std: float
    sample_std: float
    minimum: float
    first_quartile: float
    median: float
    third_quartile: float
    maximum: float


def summarise(values: npt.ArrayLike) -> Summary:
    """Summarise a list of scores.

    Parameters
    ----------
    values
        The scores; NaN where undefined, counted and left out of the other figures.

    Returns
    -------
    Summary
        Count, mean, both standard deviations, quartiles and range.

    Raises
    ------
    InputError
        When the values are not one list of finite numbers or NaN.

    Examples
    --------
    >>> summary = summarise([1.0, 3.0, float("nan")])
    >>> summary.n, summary.undefined, summary.population_std, round(summary.sample_std, 4)
    (2, 1, 1.0, 1.4142)
    """
    everything = as_values(values)
    defined = everything[~np.isnan(everything)]
    n = defined.size
    order = np.quantile(defined, [0.0, 0.25, 0.5, 0.75, 1.0]) if n else np.full(5, math.nan)
    return Summary(
        n=n,
        undefined=everything.size - n,
        mean=float(defined.mean()) if n else math.nan,
        population_std=float(defined.std()) if n else math.nan,
        sample_std=float(defined.std(ddof=1)) if n > 1 else math.nan,
        minimum=float(order[0]),
        first_quartile=float(order[1]),
        median=float(order[2]),
        third_quartile=float(order[3]),
        maximum=float(order[4]),
    )
