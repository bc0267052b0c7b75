"""The metric that a caller chose, or the one that is used when nobody chooses."""

from __future__ import annotations

from seamark.checks import shown
from seamark.errors import InputError
from seamark.metrics.base import Metric
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
    if metric is None:
        return S()
    if not isinstance(metric, Metric):
        raise InputError(f"metric is {shown(metric)}; expected a metric with its options, such as S(n=3)")
    return metric
