"""Scales and marks on the axes of a report."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

#: Marks on an axis, and the seconds that people count in.
_TICKS: Final = 6
_ROUND_TIMES: Final = (15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600)


def scale(values: Iterable[float]) -> tuple[float, float]:
    """The ends of a scale on which the values can be told apart, in steps of a twentieth."""
    known = [value for value in values if not math.isnan(value)] or [0.0]
    low, high = math.floor(20 * min(known)) / 20, math.ceil(20 * max(known)) / 20
    return low, max(high, low + 0.05)


def ticks(units: int, resolution: float | None) -> list[float]:
    """Round places on an axis of so many units, a handful; round times where units are steps of time."""
    if resolution is None:
        step = max(1, round(_step(units, ())))
        return list(range(0, units + 1, step))
    length = units * resolution
    step_of_time = _step(length, _ROUND_TIMES)
    return [number * step_of_time / resolution for number in range(int(length / step_of_time) + 1)]


def _step(length: float, also: tuple[float, ...]) -> float:
    power = 10.0 ** math.floor(math.log10(length / _TICKS))
    return next(step for step in sorted((*(f * power for f in (1, 2, 5, 10)), *also)) if step * _TICKS >= length)
