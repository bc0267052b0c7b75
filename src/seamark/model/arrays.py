"""The four models that can be measured, and the arrays that hold many of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias, get_args

from seamark.checks import items_of, shown
from seamark.errors import InputError
from seamark.model.array import SegmentationArray, as_array
from seamark.model.hierarchy import Hierarchy
from seamark.model.hierarchy_array import HierarchyArray
from seamark.model.labelled import LabelledSegmentation
from seamark.model.labelled_array import LabelledArray
from seamark.model.segmentation import SegmentationLike
from seamark.model.span_array import SpanArray
from seamark.model.spans import Spans

#: What is measured: boundaries alone, segments with labels, levels of segments, or spans with gaps and overlaps.
Model: TypeAlias = Literal["boundaries", "labels", "levels", "spans"]
MODELS: tuple[Model, ...] = get_args(Model)

#: What is not a segmentation alone.
OTHER_MODELS = (LabelledSegmentation, Hierarchy, Spans)
#: What stands for one thing to be measured in public functions.
Measurable: TypeAlias = "SegmentationLike | LabelledSegmentation | Hierarchy | Spans"
#: Many of one model.
AnyArray: TypeAlias = SegmentationArray | LabelledArray | HierarchyArray | SpanArray
#: What stands for many in public functions.
Many: TypeAlias = "AnyArray | Iterable[Measurable]"

_MODEL_OF: dict[type[Any], Model] = {
    SegmentationArray: "boundaries",
    LabelledArray: "labels",
    HierarchyArray: "levels",
    SpanArray: "spans",
}


def model_of(array: AnyArray) -> Model:
    """Which model an array holds."""
    return _MODEL_OF[type(array)]


def array_of_one(value: Measurable) -> AnyArray:
    """An array of a single segmentation, labelled segmentation, hierarchy or coding with spans.

    Examples
    --------
    >>> array_of_one([2, 3]), array_of_one(LabelledSegmentation.from_labels("AB")).types
    (<SegmentationArray of 1 segmentation with 1 boundary>, ('A', 'B'))
    """
    if isinstance(value, OTHER_MODELS):
        return array_of([value])
    return SegmentationArray.of_one(value)


def array_of(values: Many) -> AnyArray:
    """The array itself, or one made of several things of one model.

    Examples
    --------
    >>> array_of([[2, 3], [5]]), array_of([Spans([], length=5)])
    (<SegmentationArray of 2 segmentations with 1 boundary>, <SpanArray of 1 coding with 0 spans>)
    """
    if isinstance(values, (SegmentationArray, LabelledArray, HierarchyArray, SpanArray)):
        return values
    rows: list[Any] = list(items_of(values, "segmentations", "several segmentations, such as [[2, 3], [5]]"))
    if rows and isinstance(rows[0], LabelledSegmentation):
        return LabelledArray.from_labelled(rows)
    if rows and isinstance(rows[0], Hierarchy):
        return HierarchyArray(rows)
    if rows and isinstance(rows[0], Spans):
        return SpanArray.from_spans(rows)
    return as_array(rows)


def require_any_array(value: object) -> AnyArray:
    """The array itself; nothing else will do."""
    if isinstance(value, (SegmentationArray, LabelledArray, HierarchyArray, SpanArray)):
        return value
    expected = "a SegmentationArray, such as SegmentationArray.from_masses([[2, 3], [5]])"
    raise InputError(f"an array of segmentations is {shown(value)}; expected {expected}")
