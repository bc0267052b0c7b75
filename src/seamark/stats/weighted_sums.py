"""Sums of rows: under many weights, or by a key."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seamark.stats.rows import FloatArray

# Products made in one call of the matrix library: of more, it starts threads, which for tables as narrow as ours cost
# several times the work itself. With a single row or column it does so much sooner.
_PRODUCTS = 2**18
_PRODUCTS_OF_ONE = 2**13


def weighted_sums(weights: FloatArray, rows: FloatArray) -> FloatArray:
    """The sum of all rows, each times its weight: ``weights @ rows``, of shape (resamples, F).

    Examples
    --------
    >>> weighted_sums(np.array([[1.0, 1.0], [0.0, 2.0]]), np.array([[1.0, 5.0], [2.0, 7.0]])).tolist()
    [[3.0, 12.0], [4.0, 14.0]]
    """
    shape = len(weights), rows.shape[1]
    most = _PRODUCTS if min(shape) > 1 else _PRODUCTS_OF_ONE
    step = max(1, most // max(1, shape[0] * shape[1]))
    sums = np.zeros(shape)
    for start in range(0, len(rows), step):
        sums += weights[:, start : start + step] @ rows[start : start + step]
    return sums


def summed_by(key: npt.NDArray[np.int64], rows: FloatArray, size: int) -> FloatArray:
    """The sum of the rows with each key 0 to ``size - 1``; shape (size, F)."""
    sums = np.empty((size, rows.shape[1]))
    for number, column in enumerate(rows.T):
        sums[:, number] = np.bincount(key, weights=column, minlength=size)
    return sums
