"""What metrics on the boundary edit distance have in common: near-miss width, weights, boundary types."""

from __future__ import annotations

import dataclasses
from abc import abstractmethod
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Self, TypeAlias, cast

import numpy as np

from seamark.errors import InputError
from seamark.kernels.columns import FloatArray
from seamark.kernels.edit import EDIT_FIELDS, edit_counts
from seamark.kernels.one_pair import Weights
from seamark.kernels.pair_sums import EDIT_SUMS, CodedItems, PairSums, edit_sums
from seamark.metrics.base import Metric
from seamark.metrics.signature import in_full
from seamark.metrics.study_types import StudyTypes, TypesOption, frozen_types
from seamark.metrics.weights import (
    WEIGHTS_2012,
    EditWeights,
    edit_parameters,
    near_miss_width,
    pair_pricing,
    weights_or,
)
from seamark.model.array import SegmentationArray, with_shared_types
from seamark.model.checks import in_type_order
from seamark.model.hierarchy_array import HierarchyArray
from seamark.model.labelled_array import LabelledArray

_Typed: TypeAlias = SegmentationArray | LabelledArray | HierarchyArray


@dataclass(frozen=True, slots=True)
class EditMetric(Metric):
    """A metric on the boundary edit distance; ``weights=None`` takes the weights of the metric's own paper.

    Of labelled segmentations, the label that begins at a boundary is its type, and the first label has a boundary too:
    one wrong label is one edit. Labels have no order, so one for another costs a whole substitution. Of hierarchies,
    the counts of the levels are added: with levels as boundary types none can be substituted for another.
    """

    n: int = 2
    weights: EditWeights = None  # type: ignore[assignment]  # resolved as soon as the metric is made
    types: int | tuple[Hashable, ...] | None = None

    #: The weights of the paper that the metric comes from.
    default_weights: ClassVar[EditWeights] = WEIGHTS_2012

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", near_miss_width(self.n))
        object.__setattr__(self, "weights", weights_or(self.default_weights, self.weights))
        object.__setattr__(self, "types", frozen_types(self.types))

    def _count(self, a: _Typed, b: _Typed) -> FloatArray:
        if isinstance(a, HierarchyArray) and isinstance(b, HierarchyArray):
            return self._count_levels(a, b)
        if isinstance(a, LabelledArray) and isinstance(b, LabelledArray):
            return self._without_order()._count_boundaries(a.coded, b.coded)
        return self._count_boundaries(cast("SegmentationArray", a), cast("SegmentationArray", b))

    def _count_levels(self, a: HierarchyArray, b: HierarchyArray) -> FloatArray:
        require_equal_depths(a, b)
        weights = self.weights.levels
        alike = dataclasses.replace(self, weights=dataclasses.replace(self.weights, levels=()))
        rows = alike._count_boundaries(a.levels, b.levels)
        if weights:
            other = np.flatnonzero(a.depths != len(weights))
            if other.size:
                depth = a.depths[other[0]]
                raise InputError(f"pair {other[0]} has {depth} levels, but {len(weights)} have a weight")
            rows = rows * np.tile(weights, len(a))[:, np.newaxis]
        return np.add.reduceat(rows, a.offsets[:-1], axis=0)

    @property
    def pricing(self) -> tuple[Weights, bool]:
        """Costs as the kernel takes them for one pair."""
        return pair_pricing(self.weights, self.n)

    @abstractmethod
    def _count_boundaries(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        """A row of counts for every pair of segmentations."""

    def _without_order(self) -> Self:
        return dataclasses.replace(self, weights=dataclasses.replace(self.weights, ordinal=False))

    def _options(self, a: _Typed | None, b: _Typed | None) -> dict[str, object]:
        if isinstance(a, LabelledArray) and self.weights.ordinal:
            return self._without_order()._options(a, b)
        options: dict[str, object] = {"n": self.n, "scale": self.weights.scale, "w": self.weights}
        if self.weights.ordinal:
            options["ordinal"] = "yes"
        if self.weights.levels:
            options["levels"] = ",".join(map(in_full, self.weights.levels))
        if a is not None and b is not None:
            options["types"] = self._types_shown(in_type_order((*a.types, *b.types)))
        elif self.types is not None:
            options["types"] = self._types_shown(())
        return options

    def _types_shown(self, present: tuple[Hashable, ...]) -> int | str:
        """How many types there are; or, where their distance counts, which, and in which order."""
        study = StudyTypes.resolve(self.types, present)
        return ",".join(map(str, study.order)) if self.weights.ordinal and len(study.order) > 1 else study.count


@dataclass(frozen=True, slots=True)
class UndirectedEditMetric(EditMetric):
    """A metric on the boundary edit distance whose counts do not tell one side from the other."""

    def _pair_sums(self, codings: SegmentationArray, coded: CodedItems) -> PairSums:
        types = max(1, StudyTypes.resolve(self.types, codings.types).count)
        sums = edit_sums_by_name(codings, coded, self.n, self.weights, self.types)
        return PairSums(*(self._row_of_edits(edits, types) for edits in sums))

    @abstractmethod
    def _row_of_edits(self, edits: Mapping[str, FloatArray], types: int) -> FloatArray:
        """Rows of counts from the columns of ``EDIT_SUMS``, with so many boundary types in the study."""

    def _penalty(self, edits: Mapping[str, FloatArray]) -> FloatArray:
        """What edits cost."""
        return (
            self.weights.addition * edits["additions"]
            + self.weights.substitution * edits["substitution_weight"]
            + self.weights.transposition * edits["transposition_weight"]
        )


def require_equal_depths(a: HierarchyArray, b: HierarchyArray) -> None:
    """Raise when two hierarchies of a pair have different numbers of levels, so that these cannot be paired."""
    different = np.flatnonzero(a.depths != b.depths)
    if different.size:
        row = int(different[0])
        raise InputError(
            f"pair {row}: the first hierarchy has {a.depths[row]} levels, the second {b.depths[row]}; "
            "expected as many, to compare level by level"
        )


class EditOptions(NamedTuple):
    """What decides how two segmentations are aligned: near-miss width, weights, and the types in their order."""

    n: int
    weights: EditWeights
    types: tuple[Hashable, ...] | None


def edit_options_of(metric: Metric) -> EditOptions:
    """The metric's own idea of a near miss, or that of Fournier & Inkpen 2012 for a metric that has none."""
    if not isinstance(metric, EditMetric):
        return EditOptions(2, WEIGHTS_2012, None)
    return EditOptions(metric.n, metric.weights, metric.types if isinstance(metric.types, tuple) else None)


def edit_sums_by_name(
    codings: SegmentationArray, coded: CodedItems, n: int, weights: EditWeights, types: TypesOption
) -> tuple[dict[str, FloatArray], dict[str, FloatArray]]:
    """The edits between every two codings of an item, summed for each coding and each two coders, by name."""
    study = StudyTypes.resolve(types, codings.types)
    sums = edit_sums(codings.columns, coded, edit_parameters(weights, n, codings.types, study))
    of_codings, of_coders = (dict(zip(EDIT_SUMS, rows.T, strict=True)) for rows in sums)
    return of_codings, of_coders


def edit_rows(
    a: SegmentationArray, b: SegmentationArray, n: int, weights: EditWeights, types: TypesOption
) -> dict[str, FloatArray]:
    """The columns of edit counts of many pairs, by name; ``additions`` are those of both sides."""
    columns_a, columns_b, labels = with_shared_types(a, b)
    study = StudyTypes.resolve(types, labels)
    counts = edit_counts(columns_a, columns_b, edit_parameters(weights, n, labels, study))
    edits = {name: counts[:, column] for column, name in enumerate(EDIT_FIELDS)}
    return {**edits, "additions": edits["additions_a"] + edits["additions_b"]}
