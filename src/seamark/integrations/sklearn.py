"""A scorer for scikit-learn's searches and cross-validation.

Needs ``seamark[sklearn]``.
"""

from __future__ import annotations

from typing import Any

from seamark.base.checks import one_of
from seamark.base.extras import require
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.score import AVERAGES, Average

_metrics = require("sklearn.metrics", package="scikit-learn", extra="sklearn", what="a scorer for scikit-learn")


def segmentation_scorer(metric: Metric | str = "S", average: Average = "micro") -> Any:
    """A scorer for ``cross_val_score``, ``GridSearchCV`` and the like: a sample is a text, its target a segmentation.

    ``y`` and what ``predict`` returns are lists of segmentations: sizes of segments, strings of 0 and 1, or
    ``Segmentation`` objects. As for all scorers larger is better, so a penalty such as WindowDiff gets a minus sign.

    Examples
    --------
    >>> from sklearn.base import BaseEstimator
    >>> class Halves(BaseEstimator):
    ...     def fit(self, X, y):
    ...         return self
    ...     def predict(self, X):
    ...         return [[size // 2, size - size // 2] for size in X]
    >>> segmentation_scorer("windowdiff:k=2")(Halves(), [10, 20], [[5, 5], [20]])
    -0.07692307692307693
    """
    chosen, mean = as_metric(metric), one_of(average, "average", AVERAGES)
    return _metrics.make_scorer(_score, greater_is_better=chosen.info.higher_is_better, metric=chosen, average=mean)


def _score(y_true: Any, y_pred: Any, *, metric: Metric, average: Average) -> float:
    """Outside the function above, so that a scorer can go to other processes."""
    total = metric.accumulator(average)
    total.update_pairs(list(y_true), list(y_pred))
    return total.compute().value
