"""Mutual information of labels, plain, normalised, or corrected for chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias, get_args

import numpy as np

from seamark.checks import true_or_false
from seamark.choices import one_of
from seamark.kernels.columns import FloatArray
from seamark.kernels.labels import expected_information, label_entropies
from seamark.metrics.base import Metric, MetricInfo
from seamark.metrics.partitions import label_columns
from seamark.metrics.ratios import ratio_or
from seamark.model.labelled import LabelledSegmentation
from seamark.model.labelled_array import LabelledArray

Norm: TypeAlias = Literal["sqrt", "mean", "max", "min"]


@dataclass(frozen=True, slots=True)
class MutualInformation(Metric):
    """What the labels of one side tell about those of the other.

    Options are those of ``mutual_information``.

    Examples
    --------
    >>> song, other = (LabelledSegmentation.from_labels(units) for units in ("AABB", "AAAB"))
    >>> print(MutualInformation(norm="sqrt").compare(song, other))
    0.3456  mi|norm:sqrt|adjusted:no|v:0.1.0
    """

    norm: Norm | None = None
    adjusted: bool = False

    info: ClassVar[MetricInfo] = MetricInfo(
        "mi",
        "mutual information",
        "Strehl & Ghosh 2002; Vinh, Epps & Bailey 2010 for the correction",
        best=float("inf"),
        symmetric=True,
        models=("labels",),
    )
    fields: ClassVar[tuple[str, ...]] = ("information", "reference", "hypothesis", "expected", "units")

    def __post_init__(self) -> None:
        if self.norm is not None:
            one_of(self.norm, "norm", get_args(Norm))
        object.__setattr__(self, "adjusted", true_or_false(self.adjusted, "adjusted"))

    def _count(self, a: LabelledArray, b: LabelledArray) -> FloatArray:
        """Times the number of units, so that longer texts weigh more in a sum."""
        columns = label_columns(a, b)
        entropies = label_entropies(*columns)
        expected = expected_information(*columns) if self.adjusted else np.zeros(len(a))
        information = np.maximum(entropies[:, 0] - entropies[:, 2], 0.0)
        rows = np.column_stack((information, entropies[:, 0], entropies[:, 1], expected, np.ones(len(a))))
        return rows * a.masses[:, np.newaxis]

    def _score(self, rows: FloatArray) -> FloatArray:
        information, reference, hypothesis, expected, units = np.moveaxis(rows, -1, 0)
        if self.norm is None and not self.adjusted:
            return ratio_or(information, units)
        largest = {
            "sqrt": np.sqrt(reference * hypothesis),
            "mean": (reference + hypothesis) / 2,
            "max": np.maximum(reference, hypothesis),
            "min": np.minimum(reference, hypothesis),
        }[self.norm or "max"]
        # Nothing to know: right when both sides say so, wrong when one of them knows something.
        nothing = np.where(np.isclose(reference, hypothesis), 1.0, 0.0)
        most = largest - expected
        return ratio_or(information - expected, np.where(most > 1e-12 * largest, most, 0.0), otherwise=nothing)

    def _options(self, a: LabelledArray | None, b: LabelledArray | None) -> dict[str, object]:
        norm = self.norm or ("max" if self.adjusted else "none")
        return {"norm": norm, "adjusted": "yes" if self.adjusted else "no"}


def mutual_information(
    reference: LabelledSegmentation,
    hypothesis: LabelledSegmentation,
    /,
    *,
    norm: Norm | None = None,
    adjusted: bool = False,
) -> float:
    """What the label of a unit in one segmentation tells about its label in the other; 0 means nothing.

    Parameters
    ----------
    reference, hypothesis
        Two labelled segmentations of the same units. Labels need not have the same names.
    norm
        None for nats; otherwise the value is divided by the square root of the product
        (``"sqrt"``, as mir_eval), the mean (``"mean"``, as scikit-learn), the larger (``"max"``) or the smaller
        (``"min"``) of the two entropies, and 1 means identical.
    adjusted
        Take off what labels of the same lengths at random places would tell; ``norm`` is then ``"max"`` (as mir_eval)
        unless given (scikit-learn: ``"mean"``).

    Examples
    --------
    >>> song = LabelledSegmentation.from_segments([(8, "A"), (8, "B"), (8, "A")])
    >>> other = LabelledSegmentation.from_segments([(6, "A"), (10, "B"), (4, "C"), (4, "A")])
    >>> round(mutual_information(song, other, norm="mean"), 4), round(mutual_information(song, other, adjusted=True), 4)
    (0.5142, 0.3871)

    References
    ----------
    Strehl & Ghosh 2002; Vinh, Epps & Bailey 2010.
    """
    return MutualInformation(norm, adjusted).compare(reference, hypothesis).value
