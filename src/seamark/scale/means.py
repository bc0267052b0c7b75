"""Means from sums: what is known of a metric over many pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from seamark.frozen_mapping import FrozenMapping
from seamark.kernels.columns import FloatArray
from seamark.metrics.average import Average
from seamark.metrics.signature import Signature
from seamark.scale.metric_columns import MetricColumn
from seamark.scale.sums import Layout


@dataclass(frozen=True, slots=True)
class ScoreMeans:
    """One metric over many pairs.

    Attributes
    ----------
    macro
        The mean of the pairs' scores; NaN when no pair has one.
    micro
        The score of their summed counts, in which long texts weigh more.
    pairs, undefined
        How many pairs there were, and how many of them have no score; those are in neither mean.
    counts
        The summed counts, by name.
    macro_parts, micro_parts
        Further scores, such as precision and recall, by name.
    signature
        The metric with its options; ``signature_of`` adds which mean it is, and of how many pairs.
    """

    macro: float
    micro: float
    pairs: int
    undefined: int
    counts: Mapping[str, float]
    macro_parts: Mapping[str, float]
    micro_parts: Mapping[str, float]
    signature: Signature

    def signature_of(self, average: Average) -> Signature:
        """The string that makes one of the means reproducible."""
        *options, version = self.signature.options
        return Signature(self.signature.name, (*options, ("avg", average), ("pairs", str(self.pairs)), version))

    def __str__(self) -> str:
        note = f" ({self.undefined} undefined)" if self.undefined else ""
        return f"macro {self.macro:.4f}, micro {self.micro:.4f} of {self.pairs} pairs{note}  {self.signature}"


def means(columns: tuple[MetricColumn, ...], vector: FloatArray) -> dict[str, ScoreMeans]:
    """The means of every metric, by the name of its column."""
    layout = Layout(tuple(column.metric for column in columns))
    starts, pairs = layout.starts, int(vector[-1])
    return {
        column.label: _means(column, vector[start:end], parts, pairs)
        for column, start, end, parts in zip(columns, starts[:-1], starts[1:], layout.parts, strict=True)
    }


def _means(column: MetricColumn, vector: FloatArray, parts: tuple[str, ...], pairs: int) -> ScoreMeans:
    metric, width = column.metric, len(column.metric.fields)
    counts, (total, defined) = vector[:width], vector[width : width + 2]
    of_parts = vector[width + 2 :].reshape(-1, 2)
    return ScoreMeans(
        macro=_ratio(total, defined),
        micro=float(metric.score_rows(counts)) if defined else float("nan"),
        pairs=pairs,
        undefined=pairs - int(defined),
        counts=FrozenMapping(dict(zip(metric.fields, counts.tolist(), strict=True))),
        macro_parts=FrozenMapping({name: _ratio(*sums) for name, sums in zip(parts, of_parts, strict=True)}),
        micro_parts=FrozenMapping({name: float(part) for name, part in metric.part_rows(counts).items()}),
        signature=column.signature,
    )


def _ratio(total: np.float64, number: np.float64) -> float:
    return float(total / number) if number else float("nan")
