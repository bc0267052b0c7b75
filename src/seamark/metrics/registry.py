"""All metrics by name."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from types import MappingProxyType

from seamark.errors import InputError
from seamark.metrics.base import Metric
from seamark.metrics.boundary_confusion import BoundaryConfusion
from seamark.metrics.boundary_similarity import B
from seamark.metrics.similarity import S

#: Every metric under the name it has in signatures and on the command line.
METRICS: Mapping[str, type[Metric]] = MappingProxyType(
    {metric.info.name: metric for metric in (S, B, BoundaryConfusion)}
)


def metric_class(name: str) -> type[Metric]:
    """The metric of that name; upper and lower case do not matter.

    Examples
    --------
    >>> metric_class("s").__name__
    'S'
    """
    by_folded_name = {known.casefold(): metric for known, metric in METRICS.items()}
    if name.casefold() in by_folded_name:
        return by_folded_name[name.casefold()]
    close = difflib.get_close_matches(name.casefold(), by_folded_name, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    raise InputError(f"no metric is called {name!r}{hint} Known metrics: {', '.join(METRICS)}")
