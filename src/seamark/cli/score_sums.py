"""Scores of many items, added up batch by batch, so that a file of any size needs the memory of one batch."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from seamark.cli.pairing import Pairs
from seamark.errors import InputError
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.batch import count_pairs
from seamark.metrics.signature import Signature
from seamark.metrics.sums import Average
from seamark.model.array import SegmentationArray
from seamark.model.checks import in_type_order


@dataclass(frozen=True, slots=True)
class ItemScores:
    """What one metric says about every item of a batch: its counts, its values, and further values by name."""

    rows: FloatArray
    values: FloatArray
    parts: Mapping[str, FloatArray]


@dataclass(frozen=True, slots=True)
class Overall:
    """The score of all items together.

    Attributes
    ----------
    value
        The mean of the items' values (macro) or the score of their summed counts (micro); NaN when undefined.
    counts
        The sums of the counts of the items that have a value, by name.
    parts
        Further values, by name.
    items, undefined
        How many items there are, and how many of them have no value.
    signature
        The string that makes the value reproducible.
    """

    value: float
    counts: Mapping[str, float]
    parts: Mapping[str, float]
    items: int
    undefined: int
    signature: Signature


class ScoreSums:
    """All that the overall score of one metric needs to remember of the items it has seen."""

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self._rows = np.zeros(len(metric.fields))
        # Of the value (under the empty name) and of every part: the sum over the items that have it, and their number.
        self._sums: dict[str, tuple[float, int]] = {}
        self._items = 0
        self._options: dict[str, object] = {}

    def add(self, pairs: Pairs) -> ItemScores:
        """Score the items of a batch."""
        rows = count_pairs(self.metric, pairs.reference, pairs.hypothesis)
        scores = ItemScores(rows, self.metric.score_rows(rows), self.metric.part_rows(rows))
        self._rows += rows[~np.isnan(scores.values)].sum(axis=0)
        for name, values in {"": scores.values, **scores.parts}.items():
            total, number = self._sums.get(name, (0.0, 0))
            self._sums[name] = total + float(np.nansum(values)), number + int(np.count_nonzero(~np.isnan(values)))
        options = self.metric.options(pairs.reference, pairs.hypothesis)
        self._options = _common(self._options, options) if self._items else options
        self._items += len(pairs.items)
        return scores

    def overall(self, average: Average) -> Overall:
        """The score of everything seen so far."""
        undefined = self._items - self._sums[""][1]
        if average == "micro" and undefined < self._items:
            value = float(self.metric.score_rows(self._rows))
            parts = {name: float(part) for name, part in self.metric.part_rows(self._rows).items()}
        else:
            means = {name: total / number if number else math.nan for name, (total, number) in self._sums.items()}
            value, parts = means.pop(""), means
        options = {**self._options, "avg": average, "pairs": self._items}
        return Overall(
            value=value,
            counts=dict(zip(self.metric.fields, self._rows.tolist(), strict=True)),
            parts=parts,
            items=self._items,
            undefined=undefined,
            signature=Signature.of(self.metric.info.name, options),
        )


class Scorer:
    """Several metrics over the batches of one pair of files, which all belong to one study."""

    def __init__(self, metrics: Sequence[Metric], types: Sequence[Hashable]) -> None:
        self._metrics = metrics
        self._types: tuple[Hashable, ...] | None = tuple(types) or None
        self.sums: list[ScoreSums] = []

    def add(self, pairs: Pairs) -> list[ItemScores]:
        """Score the items of a batch under every metric."""
        present = _types_of(pairs.reference, pairs.hypothesis)
        if not self.sums:
            # What the first batch holds is the study, so that every batch is scored by the same number of types.
            self._types = in_type_order((*(self._types or ()), *present))
            self.sums = [ScoreSums(_with_types(metric, self._types)) for metric in self._metrics]
        unknown = [label for label in present if label not in (self._types or ())]
        if unknown and any(_open_types(metric) for metric in self._metrics):
            raise InputError(
                f"boundary type {unknown[0]!r} first occurs near item {pairs.items[0]!r}, after the scores of other "
                "items have been computed without it; name all types of the study with --types"
            )
        return [sums.add(pairs) for sums in self.sums]


def _types_of(*arrays: SegmentationArray) -> tuple[Hashable, ...]:
    return in_type_order(label for array in arrays if array.columns.positions.size for label in array.types)


def _open_types(metric: Metric) -> bool:
    """Whether the metric counts the boundary types of the study and was not told them."""
    return metric.info.several_types and getattr(metric, "types", None) is None


def _with_types(metric: Metric, types: tuple[Hashable, ...]) -> Metric:
    if len(types) < 2 or not _open_types(metric):
        return metric
    settings: dict[str, Any] = {"types": types}
    return dataclasses.replace(metric, **settings)  # type: ignore[type-var]  # every metric is a dataclass


def _common(one: Mapping[str, object], other: Mapping[str, object]) -> dict[str, object]:
    """Options of two batches as one: a rule with different outcomes (``half-mean=5``) stands without its outcome."""
    return {key: value if value == other[key] else str(value).partition("=")[0] for key, value in one.items()}
