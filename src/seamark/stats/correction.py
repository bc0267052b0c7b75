"""Adjusted p-values for many comparisons."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from seamark.choices import one_of
from seamark.errors import InputError
from seamark.stats.rows import FloatArray, as_values

#: What is corrected for when several p-values are looked at: the chance of any false finding (Holm), or the share of
#: false ones among the findings (Benjamini and Hochberg).
Correction: TypeAlias = Literal["holm", "bh", "none"]


def holm(p_values: npt.ArrayLike) -> FloatArray:
    """Holm's step-down adjustment: the chance of any false finding stays below the level, whatever the dependence.

    Parameters
    ----------
    p_values
        One p-value per comparison. NaN is a comparison that could not be made: it stays NaN and is not counted.

    References
    ----------
    Holm, S. (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics 6(2).

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03])
    array([0.03, 0.06, 0.06])
    """
    p = _check(p_values)
    order, m = _defined_order(p)
    adjusted = np.maximum.accumulate(p[order] * (m - np.arange(m)))
    return _placed(adjusted, order, len(p))


def benjamini_hochberg(p_values: npt.ArrayLike) -> FloatArray:
    """Step-up adjustment: the expected share of false ones among the findings stays below the level.

    This holds for independent comparisons and for many positive dependences. NaN is treated as by ``holm``.

    References
    ----------
    Benjamini, Y. and Hochberg, Y. (1995). Controlling the false discovery rate. J. Royal Statistical Society B 57(1).

    Examples
    --------
    >>> benjamini_hochberg([0.01, 0.04, 0.03])
    array([0.03, 0.04, 0.04])
    """
    p = _check(p_values)
    order, m = _defined_order(p)
    # The quotient first: the last factor is then exactly 1, and no p-value falls below itself by rounding.
    adjusted = np.minimum.accumulate((p[order] * (m / np.arange(1, m + 1)))[::-1])[::-1]
    return _placed(adjusted, order, len(p))


def benjamini_yekutieli(p_values: npt.ArrayLike) -> FloatArray:
    """Benjamini and Hochberg's adjustment times 1 + 1/2 + ... + 1/m: its promise holds whatever the dependence.

    References
    ----------
    Benjamini, Y. and Yekutieli, D. (2001). The control of the false discovery rate in multiple testing under
    dependency. Annals of Statistics 29(4).

    Examples
    --------
    >>> benjamini_yekutieli([0.01, 0.04, 0.03]).round(4)
    array([0.055 , 0.0733, 0.0733])
    """
    adjusted = benjamini_hochberg(p_values)
    compared = np.count_nonzero(~np.isnan(adjusted))
    limited: FloatArray = np.minimum(1.0, adjusted * (1 / np.arange(1, compared + 1)).sum())
    return limited


def corrected(p_values: npt.ArrayLike, correction: Correction) -> FloatArray:
    """P-values after a correction by name.

    Examples
    --------
    >>> corrected([0.01, 0.04], "holm").tolist(), corrected([0.01, 0.04], "none").tolist()
    ([0.02, 0.04], [0.01, 0.04])
    """
    one_of(correction, "correction", get_args(Correction))
    if correction == "none":
        return _check(p_values)
    return holm(p_values) if correction == "holm" else benjamini_hochberg(p_values)


def _check(p_values: npt.ArrayLike) -> FloatArray:
    p = as_values(p_values, "p_values")
    outside = (p < 0) | (p > 1)
    if outside.any():
        place = int(outside.argmax())
        raise InputError(f"p_values: number {place} is {p[place]}; expected a probability between 0 and 1, or NaN")
    return p


def _defined_order(p: FloatArray) -> tuple[npt.NDArray[np.intp], int]:
    """Places of the defined p-values, smallest first, and how many they are. NaN sorts last."""
    m = int(np.count_nonzero(~np.isnan(p)))
    return np.argsort(p, kind="stable")[:m], m


def _placed(adjusted: FloatArray, order: npt.NDArray[np.intp], size: int) -> FloatArray:
    result = np.full(size, np.nan)
    result[order] = np.minimum(1.0, adjusted)
    return result
