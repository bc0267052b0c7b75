"""Hierarchies: whether two put the same units closer together (T-measure, L-measure), and any metric level by level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from seamark.base.checks import count_between, true_or_false
from seamark.base.errors import InputError
from seamark.kernels.columns import LARGEST_MASS, FloatArray
from seamark.kernels.spans import label_level_scores, tree_scores
from seamark.metrics.base import Metric, MetricInfo, PrecisionRecall, ratio_or
from seamark.model.codings import Codings, shared_names
from seamark.model.hierarchy import Hierarchy


@dataclass(frozen=True, slots=True)
class _OrderMetric(Metric):
    """F of how well one hierarchy keeps the order of depths that the other gives; ``parts``: precision and recall."""

    fields: ClassVar[tuple[str, ...]] = ("precision_sum", "precision_units", "recall_sum", "recall_units")

    def _score(self, rows: FloatArray) -> FloatArray:
        precision, recall = self._parts(rows).values()
        return ratio_or(2 * precision * recall, precision + recall, otherwise=0.0)

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        """1 for a side that orders nothing, and so is nowhere wrong."""
        return {
            "precision": ratio_or(rows[..., 0], rows[..., 1], otherwise=1.0),
            "recall": ratio_or(rows[..., 2], rows[..., 3], otherwise=1.0),
        }


@dataclass(frozen=True, slots=True)
class TMeasure(_OrderMetric):
    """T-measure: depth by shared segments. Options are those of ``t_measure``.

    Examples
    --------
    >>> book, other = Hierarchy.from_levels([[4, 4], [2, 2, 4]]), Hierarchy.from_levels([[4, 4], [4, 1, 3]])
    >>> print(TMeasure().compare(book, other))
    0.9374  t|transitive:yes|window:none|v:0.1.0
    """

    transitive: bool = True
    window: int | None = None

    info: ClassVar[MetricInfo] = MetricInfo(
        "t", "T-measure", "McFee, Nieto & Bello 2015", symmetric=True, models=("levels",)
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "transitive", true_or_false(self.transitive, "transitive"))
        if self.window is not None:
            object.__setattr__(self, "window", count_between(self.window, "window", 1, LARGEST_MASS))

    def _count(self, a: Codings, b: Codings) -> FloatArray:
        one, other = a.level_boundaries().columns, b.level_boundaries().columns
        return tree_scores(
            one,
            a.level_offsets,
            other,
            b.level_offsets,
            a.lengths,
            transitive=self.transitive,
            window=self.window,
        )

    def _options(self, a: Codings | None, b: Codings | None) -> dict[str, object]:
        return {"transitive": "yes" if self.transitive else "no", "window": self.window or "none"}


@dataclass(frozen=True, slots=True)
class LMeasure(_OrderMetric):
    """L-measure: depth by equal labels.

    Examples
    --------
    >>> from seamark import LabelledSegmentation
    >>> song, other = (
    ...     Hierarchy.from_labelled([LabelledSegmentation.from_labels(level) for level in levels])
    ...     for levels in (["AAAABB", "aabbcc"], ["AAAABB", "aaaabc"])
    ... )
    >>> print(LMeasure().compare(song, other))
    0.9091  l|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo("l", "L-measure", "McFee et al. 2017", symmetric=True, models=("levels",))

    def _count(self, a: Codings, b: Codings) -> FloatArray:
        if not (a.has_level_labels and b.has_level_labels):
            raise InputError("the L-measure compares labels, and a hierarchy has none; make it with from_labelled")
        one, other, _ = shared_names(a.level_labels(), b.level_labels())
        return label_level_scores(one.columns, a.level_offsets, other.columns, b.level_offsets, a.lengths)


def t_measure(
    reference: Hierarchy, hypothesis: Hierarchy, /, *, transitive: bool = True, window: int | None = None
) -> PrecisionRecall:
    """Whether two hierarchies agree on which units lie closer together.

    The depth of two units is the deepest level at which they share a segment. Under every unit, of the pairs of others
    that the reference puts at different depths, recall is the share that the hypothesis puts in the same order;
    precision is the same with the two exchanged. The numbers of levels may differ. The cost follows the number of
    boundaries, and with a window at most the number of units.

    Parameters
    ----------
    reference, hypothesis
        Two hierarchies of the same units.
    transitive
        Whether depths may differ by more than one level (the "full" measure), or by exactly one ("reduced").
    window
        Look at units from ``window`` before to ``window - 1`` after each unit only; None for all.

    Examples
    --------
    >>> book, other = Hierarchy.from_levels([[4, 4], [2, 2, 4]]), Hierarchy.from_levels([[4, 4], [4, 1, 3]])
    >>> [round(value, 4) for value in t_measure(book, other)]
    [0.9464, 0.9286, 0.9374]

    References
    ----------
    McFee, Nieto & Bello 2015.
    """
    result = TMeasure(transitive, window).compare(reference, hypothesis)
    return PrecisionRecall(**result.parts, f=result.value)


def l_measure(reference: Hierarchy, hypothesis: Hierarchy, /) -> PrecisionRecall:
    """Whether two labelled hierarchies agree on which units are more alike.

    As ``t_measure``, the depth of two units being the deepest level at which their labels are equal.

    Examples
    --------
    >>> from seamark import LabelledSegmentation
    >>> song = Hierarchy.from_labelled([LabelledSegmentation.from_labels(level) for level in ("AAAABB", "aabbcc")])
    >>> l_measure(song, song).f
    1.0

    References
    ----------
    McFee et al. 2017.
    """
    result = LMeasure().compare(reference, hypothesis)
    return PrecisionRecall(**result.parts, f=result.value)
