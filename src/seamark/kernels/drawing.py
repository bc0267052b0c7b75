"""What is drawn at random: which items are swapped, how often each counts, and where boundaries stand."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seamark import _kernel
from seamark.kernels.calling import call
from seamark.kernels.columns import FloatArray, Int64Array


def subset_sums(words: npt.NDArray[np.uint64], rows: FloatArray) -> FloatArray:
    """For every row of words the sum of those rows of numbers whose bits are set; row ``i`` has bit ``i % 64`` of word
    ``i // 64``.
    """
    sums = np.empty((len(words), rows.shape[1]))
    call(_kernel.subset_sums, words, np.ascontiguousarray(rows), sums)
    return sums


def random_places(
    numbers: Int64Array, places: Int64Array, counters: npt.NDArray[np.uint64], key: int, draw: int
) -> Int64Array:
    """For every row so many different places from 1 up, ascending, one row after the other.

    The random numbers of a row depend on the key, the draw and the row's counter, and on nothing else.
    """
    drawn = np.empty(int(numbers.sum()), dtype=np.int64)
    call(_kernel.random_places, numbers, places, counters, key, draw, drawn)
    return drawn


def draw_by_table(
    counters: npt.NDArray[np.uint64], limits: npt.NDArray[np.uint64], key: int, first: int, draws: int
) -> FloatArray:
    """For every draw and counter a whole number: how many of the ascending limits a random word of 64 bits reaches.

    Draws are numbered from ``first``. A number depends on the key, its draw and its counter, and on nothing else; shape
    (draws, counters).
    """
    drawn = np.empty((draws, len(counters)))
    call(_kernel.draw_by_table, counters, limits, key, first, drawn)
    return drawn
