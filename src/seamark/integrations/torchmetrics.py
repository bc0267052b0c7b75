"""A metric of torchmetrics: sums over batches and processes, exact whatever the order.

Needs ``seamark[torchmetrics]``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from seamark.base.checks import one_of
from seamark.base.errors import InputError
from seamark.base.extras import require
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.signature import Signature
from seamark.metrics.sums import AVERAGES, Average, Scored, ScoreSums
from seamark.model.codings import Codings
from seamark.model.segmentation import Segmentation
from seamark.stats.rows import DIGITS, DigitSums

_torch = require("torch", package="torch", extra="torchmetrics", what="a metric of torchmetrics")
_torchmetrics = require("torchmetrics", package="torchmetrics", extra="torchmetrics", what="a metric of torchmetrics")


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
        self.add_state("digits", _torch.zeros((terms * DIGITS, 1), dtype=_torch.int64), dist_reduce_fx="sum")
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
        terms = np.column_stack(scored.terms())
        sums = DigitSums.by_key(terms, np.zeros(len(terms), dtype=np.int64), 1)
        self.digits += _torch.from_numpy(sums.all_digits(terms.shape[1])).to(self.digits.device)
        self.pairs += len(scored.scores)

    def compute(self) -> Any:
        """The mean of all texts so far; NaN when it has no value."""
        return _torch.tensor(self._sums().mean(self.average), dtype=_torch.float64)

    def _sums(self) -> ScoreSums:
        digits = DigitSums.dense(self.digits.cpu().numpy())
        sums = [float(digits.exact(0, column)) for column in range(len(digits.places) // DIGITS)]
        return ScoreSums(self.metric, np.array(sums), int(self.pairs), self.metric.signature())

    def _segmentations(self, preds: Any, target: Any) -> tuple[Any, Any]:
        tensors = [isinstance(given, _torch.Tensor) for given in (preds, target)]
        if not any(tensors):
            return preds, target
        if not all(tensors) or preds.shape != target.shape or preds.ndim != 2:
            shapes = " and ".join(
                f"a tensor of shape {tuple(given.shape)}" if is_tensor else f"a {type(given).__name__}"
                for given, is_tensor in zip((preds, target), tensors, strict=True)
            )
            raise InputError(f"preds and target are {shapes}; expected two tensors of texts by potential boundaries")
        guess, truth = [], []
        for given, wanted in zip(preds.detach().cpu().numpy(), target.detach().cpu().numpy(), strict=True):
            kept = wanted != self.ignore_index
            guess.append(Segmentation.from_probabilities(given[kept], self.threshold))
            truth.append(Segmentation.from_probabilities(wanted[kept]))
        return guess, truth
