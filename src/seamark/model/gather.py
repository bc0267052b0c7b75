"""Rows of an array of segmentations, picked by number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from seamark.kernels.columns import Columns
from seamark.kernels.gather import gathered_rows
from seamark.model.array import SegmentationArray


def gather(array: SegmentationArray, rows: npt.ArrayLike) -> SegmentationArray:
    """The segmentations at the given row numbers, in that order; a row may stand several times.

    The boundary types stay those of the whole array, so that a metric sees the same study in every part of it.

    Examples
    --------
    >>> array = SegmentationArray.from_masses([[2, 3, 5], [10], [4, 6]])
    >>> [segmentation.masses for segmentation in gather(array, [2, 0, 2])]
    [(4, 6), (2, 3, 5), (4, 6)]
    """
    picked = np.ascontiguousarray(rows, dtype=np.int64)
    return SegmentationArray._unchecked(gathered_rows(array.columns, picked), array.types)


def stacked(arrays: Sequence[SegmentationArray]) -> SegmentationArray:
    """The rows of several arrays with the same boundary types, one array after the other.

    Examples
    --------
    >>> one, other = SegmentationArray.from_masses([[2, 3]]), SegmentationArray.from_masses([[5], [1, 4]])
    >>> [segmentation.masses for segmentation in stacked([one, other])]
    [(2, 3), (5,), (1, 4)]
    """
    parts = [array.columns for array in arrays]
    inside = [slice(int(part.offsets[0]), int(part.offsets[-1])) for part in parts]
    sizes = np.concatenate([np.diff(part.offsets) for part in parts])
    offsets = np.zeros(sizes.size + 1, dtype=np.int64)
    np.cumsum(sizes, out=offsets[1:])
    columns = Columns(
        np.concatenate([part.positions[within] for part, within in zip(parts, inside, strict=True)]),
        offsets,
        np.concatenate([part.masses for part in parts]),
    )
    types = next((array.types for array in arrays if array.types), ())  # an array without boundaries may have none
    if len(types) > 1:
        codes = [part.types[within] for part, within in zip(parts, inside, strict=True)]
        columns = columns._replace(types=np.concatenate(codes))
    return SegmentationArray._unchecked(columns, types)
