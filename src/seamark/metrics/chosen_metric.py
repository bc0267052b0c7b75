"""The metric that a caller chose, or the one that is used when nobody chooses."""

from __future__ import annotations

from seamark.metrics.base import Metric, require_metric
from seamark.metrics.similarity import S


def chosen_metric(metric: Metric | None) -> Metric:
    """The metric itself; ``S()`` for None; anything else is refused.

    Examples
    --------
    >>> chosen_metric(None) == S()
    True
    >>> chosen_metric(True)
    Traceback (most recent call last):
        ...
    seamark.errors.InputError: metric is True; expected a metric with its options, such as S(n=3)
    """
    return S() if metric is None else require_metric(metric)
