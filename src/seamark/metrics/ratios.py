"""Ratios whose denominator may be zero."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seamark.kernels.columns import FloatArray


def ratio_or(numerator: npt.ArrayLike, denominator: npt.ArrayLike, *, otherwise: npt.ArrayLike = np.nan) -> FloatArray:
    """Divide; take ``otherwise`` where the denominator is zero.

    Examples
    --------
    >>> ratio_or([1.0, 0.0], [2.0, 0.0]).tolist()
    [0.5, nan]
    """
    top, bottom = np.asarray(numerator, dtype=np.float64), np.asarray(denominator, dtype=np.float64)
    some = bottom != 0
    return np.where(some, top / np.where(some, bottom, 1.0), otherwise)


def precision_of(true: npt.ArrayLike, false: npt.ArrayLike, missed: npt.ArrayLike) -> FloatArray:
    """Share of what was found that is true; with nothing found, 1 if there was nothing to find and 0 otherwise.

    With ``false`` and ``missed`` exchanged this is recall.

    Examples
    --------
    >>> float(precision_of(1.5, 0, 1)), float(precision_of(1.5, 1, 0)), float(precision_of(0, 0, 0))
    (1.0, 0.6, 1.0)
    """
    tp, fp, fn = (np.asarray(count, dtype=np.float64) for count in (true, false, missed))
    return ratio_or(tp, tp + fp, otherwise=np.where(tp + fn > 0, 0.0, 1.0))


def precision_and_recall(rows: FloatArray) -> dict[str, FloatArray]:
    """Both, for rows that start with the counts of what is true, false and missed."""
    true, false, missed = (rows[..., column] for column in range(3))
    return {"precision": precision_of(true, false, missed), "recall": precision_of(true, missed, false)}


def f_of(true: npt.ArrayLike, false: npt.ArrayLike, missed: npt.ArrayLike, *, beta: float = 1.0) -> FloatArray:
    """Weighted harmonic mean of precision and recall, from the counts: one division; 1 if there was nothing at all.

    Examples
    --------
    >>> float(f_of(1.5, 0, 1))
    0.75
    """
    tp, fp, fn = (np.asarray(count, dtype=np.float64) for count in (true, false, missed))
    return ratio_or((1 + beta**2) * tp, (1 + beta**2) * tp + beta**2 * fn + fp, otherwise=1.0)
