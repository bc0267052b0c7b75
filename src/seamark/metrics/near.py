"""Near misses given as a distance, for every metric that has near misses under whatever name."""

from __future__ import annotations

import dataclasses
from typing import Any, cast

from seamark.checks import whole_number
from seamark.errors import InputError
from seamark.metrics.base import Metric


def has_near_misses(metric: Metric) -> bool:
    """Whether a metric tells near misses from misses: by ``n`` or by ``tolerance``."""
    return bool({"n", "tolerance"} & {option.name for option in dataclasses.fields(cast("Any", metric))})


def with_near_misses(metric: Metric, distance: int) -> Metric:
    """The metric for which boundaries up to a distance in units apart are near misses, or count as found.

    Examples
    --------
    >>> from seamark import S, BoundaryF
    >>> with_near_misses(S(), 3).n, with_near_misses(BoundaryF(), 3).tolerance
    (4, 3)
    """
    distance = whole_number(distance, "distance")
    if not 1 <= distance < 2**62:
        raise InputError(f"distance is {distance}; expected at least 1 unit")
    names = {option.name for option in dataclasses.fields(cast("Any", metric))}
    # A near miss over the distance d spans d + 1 adjacent potential boundaries.
    changed = {"n": distance + 1, "tolerance": distance}
    return cast("Metric", dataclasses.replace(cast("Any", metric), **{k: v for k, v in changed.items() if k in names}))
