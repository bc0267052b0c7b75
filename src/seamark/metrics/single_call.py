"""One pair at a time, as plain functions take it: the kernel reads both sides, measures them and gives the value back.

What the kernel cannot read or score by itself, such as boundary types that are neither whole numbers nor texts, long
texts and everything that ends in an error, goes through ``Metric.compare``, where the errors are.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np

from seamark.kernels.one_pair import EditRecords, Measure, OnePair, SingleCall
from seamark.metrics.base import Metric
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation

_one_pair = OnePair(Segmentation, LabelledSegmentation, np.ndarray)
_measure, _align = _one_pair.measure, _one_pair.align

T = TypeVar("T")
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


#: One pair and the options of a metric, in their order there.
Call: TypeAlias = Callable[[object, object, tuple[object, ...]], T]


def single_call(make: Callable[..., Measuring], otherwise: Callable[..., T], record: type[T] | None = None) -> Call[T]:
    """What a plain function calls: the kernel's measure, as a named tuple where ``record`` is one, or ``otherwise`` for
    what needs a closer look.
    """
    return SingleCall(_one_pair, partial(_measure_of, make), otherwise, record)  # type: ignore[arg-type]


def value_call(metric: Callable[..., Metric]) -> Call[float]:
    """The value of a metric for one pair."""
    return single_call(metric, lambda a, b, *options: metric(*options).compare(a, b).value)


def scores_call(named: type[Scores], metric: Callable[..., Metric]) -> Call[Scores]:
    """The scores of a metric for one pair, as a named tuple.

    Its value has the name that is neither among the counts nor among the parts.
    """

    def otherwise(a: Any, b: Any, *options: object) -> Scores:
        result = metric(*options).compare(a, b)
        known = {**result.counts, **result.parts}
        values = [float(known.get(name, result.value)) for name in named._fields]  # type: ignore[attr-defined]
        return tuple.__new__(named, values)

    return single_call(metric, otherwise, named)
