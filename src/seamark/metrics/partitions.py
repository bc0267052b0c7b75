"""Segments and labels as groups of units: what metrics of partitions are given."""

from __future__ import annotations

from typing import TypeAlias, cast

from seamark.kernels.columns import Columns
from seamark.model.array import SegmentationArray, with_shared_types
from seamark.model.labelled import LabelledSegmentation
from seamark.model.labelled_array import LabelledArray
from seamark.model.segmentation import SegmentationLike

#: A group is a segment, or all segments with one label.
Partition: TypeAlias = "SegmentationLike | LabelledSegmentation"
#: Many partitions.
Partitions: TypeAlias = SegmentationArray | LabelledArray


def boundary_columns(a: Partitions, b: Partitions) -> tuple[Columns, Columns]:
    """The columns of two arrays of segmentations, each segment a group."""
    return cast("SegmentationArray", a).columns, cast("SegmentationArray", b).columns


def label_columns(a: LabelledArray, b: LabelledArray) -> tuple[Columns, Columns]:
    """The columns of two arrays of labelled segmentations; their codes refer to the same labels."""
    return with_shared_types(a.coded, b.coded)[:2]
