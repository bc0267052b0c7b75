"""A metric of torchmetrics: sums over batches and processes, exact whatever the order.

Needs ``seamark[torchmetrics]``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from seamark.base.checks import one_of
from seamark.base.errors import InputError
from seamark.base.extras import require
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.score import AVERAGES, Average, Scored, ScoreSums
from seamark.metrics.signature import Signature
from seamark.model.codings import Codings
from seamark.model.segmentation import Segmentation
from seamark.stats.rows import exact_sum

_torch = require("torch", package="torch", extra="torchmetrics", what="a metric of torchmetrics")
_torchmetrics = require("torchmetrics", package="torchmetrics", extra="torchmetrics", what="a metric of torchmetrics")

# Processes add tensors of int64, so that an exact sum travels as digits of 32 bits, from 2**-1074 up to 2**1038.
_BITS, _DIGITS, _SMALLEST = 32, 66, 2**1074


def _digits(total: Fraction) -> list[int]:
    """The digits of a sum, each with its sign; the sums of digits are those of the sum."""
    size = int(abs(total) * _SMALLEST)
    sign = -1 if total < 0 else 1
    return [sign * (size >> _BITS * place & 2**_BITS - 1) for place in range(_DIGITS)]


def _of_digits(digits: list[int]) -> Fraction:
    return Fraction(sum(digit << _BITS * place for place, digit in enumerate(digits)), _SMALLEST)


class SegmentationMetric(_torchmetrics.Metric):  # type: ignore[misc,name-defined]
    """A Seamark metric as torchmetrics wants it; predictions come first, as everywhere there.

    Predictions and targets are lists of segmentations, or tensors with a row per text and a column per potential
    boundary: probabilities or 0 and 1 for predictions, 0 and 1 for targets. Where the target is ``ignore_index`` the
    text has ended.

    Sums are exact: several processes come to the same bits as one.

    Parameters
    ----------
    metric
        What is measured, such as ``S(n=3)`` or ``"windowdiff:k=5"``.
    average
        ``"micro"`` scores the summed counts, ``"macro"`` is the mean of the texts' scores.
    threshold
        From which probability on a boundary is placed.
    ignore_index
        The target behind the end of a text.
    options
        Those of every metric of torchmetrics.

    Examples
    --------
    >>> import torch
    >>> metric = SegmentationMetric("S")
    >>> metric.update(torch.tensor([[0.1, 0.9, 0.2, 0.1]]), torch.tensor([[0, 1, 0, -100]]))
    >>> metric.update([[2, 3]], [[5]])
    >>> metric.compute()
    tensor(0.8571, dtype=torch.float64)
    """

    is_differentiable = False
    full_state_update = False

    def __init__(
        self,
        metric: Metric | str = "S",
        average: Average = "micro",
        *,
        threshold: float = 0.5,
        ignore_index: int = -100,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.metric = as_metric(metric)
        self.average: Average = one_of(average, "average", AVERAGES)
        self.threshold = threshold
        self.ignore_index = ignore_index
        terms = ScoreSums.of(self.metric, np.zeros((0, len(self.metric.fields)))).sums.size
        self.add_state("digits", _torch.zeros((terms, _DIGITS), dtype=_torch.int64), dist_reduce_fx="sum")
        self.add_state("pairs", _torch.zeros((), dtype=_torch.int64), dist_reduce_fx="sum")

    @property
    def higher_is_better(self) -> bool:
        """Whether a larger value means more alike."""
        return self.metric.info.higher_is_better

    @property
    def signature(self) -> Signature:
        """The metric with its options, the average and the number of texts so far."""
        return self._sums().signature_of(self.average)

    def update(self, preds: Any, target: Any) -> None:
        """Add a batch."""
        guess, truth = self._segmentations(preds, target)
        scored = Scored.of(self.metric, self.metric.bind(Codings.of(truth), Codings.of(guess)).count())
        sums = [_digits(exact_sum(term)) for term in scored.terms()]
        self.digits += _torch.tensor(sums, dtype=_torch.int64).to(self.digits.device)
        self.pairs += len(scored.scores)

    def compute(self) -> Any:
        """The mean of all texts so far; NaN when it has no value."""
        return _torch.tensor(self._sums().mean(self.average), dtype=_torch.float64)

    def _sums(self) -> ScoreSums:
        sums = [float(_of_digits(digits)) for digits in self.digits.cpu().tolist()]
        return ScoreSums(self.metric, np.array(sums), int(self.pairs), self.metric.signature())

    def _segmentations(self, preds: Any, target: Any) -> tuple[Any, Any]:
        tensors = [isinstance(given, _torch.Tensor) for given in (preds, target)]
        if not any(tensors):
            return preds, target
        if not all(tensors) or preds.shape != target.shape or preds.ndim != 2:
            kinds = [
                f"shape {tuple(one.shape)}" if hasattr(one, "shape") else type(one).__name__ for one in (preds, target)
            ]
            raise InputError(f"expected two tensors of texts by potential boundaries, found {' and '.join(kinds)}")
        guess, truth = [], []
        for given, wanted in zip(preds.detach().cpu().numpy(), target.detach().cpu().numpy(), strict=True):
            kept = wanted != self.ignore_index
            guess.append(Segmentation.from_probabilities(given[kept], self.threshold))
            truth.append(Segmentation.from_probabilities(wanted[kept]))
        return guess, truth
