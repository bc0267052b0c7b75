"""Metrics and the columns that their scores and counts stand in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from seamark.checks import items_of, shown, string_of
from seamark.errors import InputError
from seamark.metrics.base import Metric
from seamark.metrics.registry import metric_class
from seamark.metrics.signature import Signature
from seamark.model.array import SegmentationArray

#: What stands for metrics in public functions: metrics or their names, or a name for the columns of each.
Metrics: TypeAlias = Mapping[str, Metric | str] | Sequence[Metric | str] | Metric | str

#: An option that depends on the pairs then shows its rule.
NO_PAIRS = SegmentationArray.from_masses([])


@dataclass(frozen=True, slots=True)
class MetricColumn:
    """A metric and the name of the column with its scores; counts and further scores stand in ``label.name``."""

    label: str
    metric: Metric

    @property
    def signature(self) -> Signature:
        """The metric with its options, for one boundary type and pairs of any size."""
        return self.metric.signature(NO_PAIRS, NO_PAIRS)


def metric_columns(metrics: Metrics) -> tuple[MetricColumn, ...]:
    """Metrics with names for their columns.

    Examples
    --------
    >>> [column.label for column in metric_columns(["S", "pk"])]
    ['S', 'pk']
    >>> [column.label for column in metric_columns({"near": "S"})]
    ['near']
    """
    if isinstance(metrics, (Metric, str)):
        metrics = [metrics]
    named = isinstance(metrics, Mapping)
    pairs: list[tuple[str | None, Metric | str]] = []
    pairs += (
        metrics.items()
        if isinstance(metrics, Mapping)
        else [(None, metric) for metric in items_of(metrics, "metrics", "metrics or their names")]
    )
    made = [(label, metric_class(metric)() if isinstance(metric, str) else metric) for label, metric in pairs]
    for _, metric in made:
        if not isinstance(metric, Metric):
            raise InputError(f"{shown(metric)} is not a metric; expected one such as S(), or its name")
    columns = tuple(
        MetricColumn(metric.info.name if label is None else string_of(label, "the name of a metric's column"), metric)
        for label, metric in made
    )
    if not columns:
        raise InputError("no metric was given; expected at least one, such as 'S'")
    labels = [column.label for column in columns]
    twice = [label for label in labels if labels.count(label) > 1]
    if twice and not named:
        raise InputError(f"two metrics are called {twice[0]!r}; give each a name of its own: {{'name': metric, ...}}")
    return columns
