"""One pair at a time, as plain functions take it: the kernel reads both sides, measures them and gives the value back.

What the kernel cannot read or score by itself, such as boundary types that are neither whole numbers nor texts, long
texts and everything that ends in an error, goes through ``Metric.compare``, where the errors are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Protocol, TypeVar

import numpy as np

from seamark.kernels.edit import EditRecords
from seamark.kernels.one_pair import Measure, OnePair
from seamark.metrics.base import Metric
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation

_one_pair = OnePair(Segmentation, LabelledSegmentation, np.ndarray)
_measure, _align = _one_pair.measure, _one_pair.align

Scores = TypeVar("Scores", bound=tuple[float, ...])


class Measuring(Protocol):
    """What has a measure of the kernel for one pair, or None."""

    def _single(self) -> Measure | None: ...


@lru_cache(maxsize=256, typed=True)
def _measure_of(make: Callable[..., Measuring], *options: object) -> Measure | None:
    return make(*options)._single()


def measured(make: Callable[..., Measuring], a: object, b: object, *options: object) -> Any:
    """What the kernel makes of a pair, a float or a tuple; None for what needs a closer look."""
    try:
        measure = _measure_of(make, *options)
        return None if measure is None else _measure(measure, a, b)
    except TypeError:  # an option that is not hashable or of the wrong kind: what is wrong with it is said elsewhere
        return None


def aligned(
    records: EditRecords, make: Callable[..., Measuring], a: object, b: object, *options: object
) -> tuple[Any, ...] | None:
    """The edits behind a measure of edits, in records, and their cost; None for what needs a closer look."""
    try:
        measure = _measure_of(make, *options)
        return None if measure is None else _align(measure, records, a, b)
    except TypeError:  # as in measured
        return None


def of_defaults(metric: Metric) -> Callable[[object, object], Any]:
    """What the kernel makes of a pair with the options of this metric, or None: for the call that is typed most."""
    measure = metric._single()
    if measure is None:
        raise ValueError(f"{metric} has no measure of the kernel")
    return partial(_measure, measure)


def value_of(metric: Callable[..., Metric], a: Any, b: Any, *options: object) -> float:
    """The value of a metric with these options for one pair."""
    value: float | None = measured(metric, a, b, *options)
    return metric(*options).compare(a, b).value if value is None else value


def scores_of(named: type[Scores], metric: Callable[..., Metric], a: Any, b: Any, *options: object) -> Scores:
    """The scores of a metric with these options for one pair, as a named tuple.

    Its value has the name that is neither among the counts nor among the parts.
    """
    values = measured(metric, a, b, *options)
    if values is None:
        result = metric(*options).compare(a, b)
        known = {**result.counts, **result.parts}
        values = [float(known.get(name, result.value)) for name in named._fields]  # type: ignore[attr-defined]
    return tuple.__new__(named, values)  # as named(*values), in a third of the time
