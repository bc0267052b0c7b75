"""Hierarchies: whether two put the same units closer together.

============== ========================================================== ============================
``t_measure``   the depth of two units is the deepest segment they share    McFee, Nieto & Bello 2015
``l_measure``   the depth of two units is the deepest label they share      McFee et al. 2017
============== ========================================================== ============================

For every unit, of the pairs of others that one hierarchy puts at different depths, the measure is the share that the
other puts in the same order: recall for the pairs of the reference, precision for those of the hypothesis.
``score_levels`` compares hierarchies level by level, with any metric.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Annotated, ClassVar

from seamark.base.checks import count_between
from seamark.base.errors import InputError
from seamark.kernels.columns import LARGEST_MASS, Column, LevelColumns
from seamark.kernels.spans import label_level_scores, tree_scores
from seamark.metrics.base import HarmonicMetric, MetricInfo
from seamark.metrics.counting import Counts, PrecisionRecall, Side, ratio_or, shared_types
from seamark.model.codings import Codings
from seamark.model.labelled import Hierarchy

__all__ = ["LMeasure", "TMeasure", "l_measure", "t_measure"]


class _OrderMetric(HarmonicMetric):
    """F of how well one hierarchy keeps the order of depths that the other gives; ``parts``: precision and recall."""

    fields: ClassVar[tuple[str, ...]] = ("precision_sum", "precision_units", "recall_sum", "recall_units")

    def _parts(
        self, precision_sum: Column, precision_units: Column, recall_sum: Column, recall_units: Column
    ) -> dict[str, Column]:
        """1 for a side that orders nothing, and so is nowhere wrong."""
        return {
            "precision": ratio_or(precision_sum, precision_units, otherwise=1.0),
            "recall": ratio_or(recall_sum, recall_units, otherwise=1.0),
        }


class TMeasure(_OrderMetric):
    """T-measure: depth by shared segments. Options are those of ``t_measure``.

    Examples
    --------
    >>> book, other = Hierarchy.from_levels([[4, 4], [2, 2, 4]]), Hierarchy.from_levels([[4, 4], [4, 1, 3]])
    >>> print(TMeasure().compare(book, other))
    0.9374  t|transitive:yes|window:none|v:1.0.0rc1
    """

    transitive: bool = True
    window: Annotated[int, partial(count_between, low=1, high=LARGEST_MASS)] | None = None

    info: ClassVar[MetricInfo] = MetricInfo(
        "t", "T-measure", "McFee, Nieto & Bello 2015", symmetric=True, kinds=("levels",)
    )

    def _count(self, a: LevelColumns, b: LevelColumns) -> Counts:
        return tree_scores(a, b, a.masses, self.transitive, self.window)


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
    0.9091  l|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = MetricInfo("l", "L-measure", "McFee et al. 2017", symmetric=True, kinds=("levels",))

    def _resolve(self, one: Side, other: Side) -> tuple[LevelColumns, LevelColumns, tuple[()]]:
        a, b, _ = shared_types(_labels(one.source), _labels(other.source))
        return LevelColumns(a, one.columns.hierarchies), LevelColumns(b, other.columns.hierarchies), ()

    def _count(self, a: LevelColumns, b: LevelColumns) -> Counts:
        return label_level_scores(a, b, a.masses - 1)


def _labels(source: Codings | Hierarchy) -> Side:
    """The labels of all levels; those of a single hierarchy are kept for the next comparison."""
    if isinstance(source, Hierarchy):
        return _labels_of_one(source)
    if not source.has_level_labels:
        raise InputError("the L-measure compares labels, and a hierarchy has none; make it with from_labelled")
    return Side.of(source.level_labels())


@lru_cache(maxsize=16)
def _labels_of_one(hierarchy: Hierarchy) -> Side:
    return _labels(Codings.of([hierarchy]))


def t_measure(
    reference: Hierarchy, hypothesis: Hierarchy, /, *, transitive: bool = True, window: int | None = None
) -> PrecisionRecall:
    """Whether two hierarchies agree on which units lie closer together.

    The depth of two units is the deepest level at which they share a segment. For every unit, of the pairs of others
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
    return PrecisionRecall._of(TMeasure(transitive, window).compare(reference, hypothesis))


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
    return PrecisionRecall._of(LMeasure().compare(reference, hypothesis))
