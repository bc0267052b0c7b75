"""Segmentations as partitions of their units: a group is a segment, or all segments with one label.

====================== ================================================================= ============================
``rand``                share of pairs of units that both judge alike                      Rand 1971
``adjusted_rand``       the same, corrected for chance                                     Hubert & Arabie 1985
``pairwise_f``          precision, recall and F over pairs of units in one group           Levy & Sandler 2008
``covering``            best Jaccard index of each reference segment, by size              Arbelaez et al. 2011
``franz``               units missing from, and too many in, the segment of each unit      Franz, McCarley & Xu 2007
``p_mu``                chance that both judge two units alike, near pairs being likelier  Beeferman et al. 1997
``v_measure``           homogeneity, completeness and their harmonic mean                  Rosenberg & Hirschberg 2007
``nce``                 normalised conditional entropy: over- and under-segmentation       Lukashevich 2008
``mutual_information``  mutual information of labels: plain, normalised or adjusted       Vinh, Epps & Bailey 2010
====================== ================================================================= ============================

All but ``franz`` rise with likeness. The kernel gives pairs of units (``_pair_counts``) and entropies (``_entropies``),
from which each measure is a short formula; nothing is expanded to units. Entropies are multiplied by the number of
units, so that longer texts weigh more in sums.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

import numpy as np

from seamark.kernels.columns import Column, Columns, FloatArray, units_of
from seamark.kernels.rows import covering_sums, pair_counts, pair_weights, segment_entropies, unit_errors
from seamark.kernels.spans import expected_information, label_entropies, label_pair_counts
from seamark.metrics.base import AtLeastZero, Bound, FMetric, HarmonicMetric, Metric, MetricInfo, ShareMetric
from seamark.metrics.counting import Counts, PrecisionRecall, Side, choose, ratio_or
from seamark.metrics.signature import in_full
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import SegmentationLike

__all__ = [
    "NCE",
    "AdjustedRand",
    "Covering",
    "Franz",
    "MutualInformation",
    "NCEScores",
    "PMu",
    "PairwiseF",
    "Rand",
    "UnitErrorRates",
    "VMeasure",
    "VMeasureScores",
    "adjusted_rand",
    "covering",
    "franz",
    "mutual_information",
    "nce",
    "p_mu",
    "pairwise_f",
    "rand",
    "v_measure",
]

#: A group is a segment, or all segments with one label.
Partition: TypeAlias = "SegmentationLike | LabelledSegmentation"


class UnitErrorRates(NamedTuple):
    """Units missed, and units too many, per unit."""

    r_fn: float
    r_fp: float


class VMeasureScores(NamedTuple):
    """Homogeneity, completeness, and their harmonic mean."""

    homogeneity: float
    completeness: float
    v: float


class NCEScores(NamedTuple):
    """Over-segmentation score, under-segmentation score, and their harmonic mean."""

    over: float
    under: float
    f: float


#: What is known of all metrics of groups.
_group_info = partial(MetricInfo, symmetric=True, kinds=("boundaries", "labels"))


class PartitionMetric(Metric):
    """A metric of groups of units: segments, or all segments with one label."""

    def _resolve(self, one: Side, other: Side) -> tuple[Any, Any, tuple[Any, ...]]:
        return (*super()._resolve(one, other)[:2], (one.kind == "labels",))


# -------------------------- Pairs of units that lie in one segment, or have one label (Rand, adjusted Rand, pairwise F)


def _pair_counts(a: Columns, b: Columns, labelled: bool) -> Counts:
    """Pairs of units together in the first, in the second, in both; and all pairs."""
    return label_pair_counts(a, b) if labelled else pair_counts(a, b)


class Rand(ShareMetric, PartitionMetric):
    """Share of the pairs of units that both segmentations judge alike: in one segment, or in two.

    Examples
    --------
    >>> print(Rand().compare([5, 5, 5, 5], [5, 6, 9]))
    0.8474  rand|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = _group_info("rand", "Rand index", "Rand 1971")
    fields: ClassVar[tuple[str, ...]] = ("alike", "pairs")
    of_nothing: ClassVar[float] = 1.0

    def _count(self, a: Columns, b: Columns, labelled: bool) -> Counts:
        same_a, same_b, both, pairs = _pair_counts(a, b, labelled)
        return pairs - ((same_a - both) + (same_b - both)), pairs


class AdjustedRand(PartitionMetric):
    """The Rand index corrected for what random partitions with the same segment sizes would share.

    Examples
    --------
    >>> print(AdjustedRand().compare([5, 5, 5, 5], [5, 6, 9]))
    0.6150  ari|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = _group_info("ari", "adjusted Rand index", "Hubert & Arabie 1985", worst=-0.5)
    fields: ClassVar[tuple[str, ...]] = ("both", "expected", "mean")

    def _count(self, a: Columns, b: Columns, labelled: bool) -> Counts:
        same_a, same_b, both, pairs = _pair_counts(a, b, labelled)
        return both, same_a * ratio_or(same_b, pairs, otherwise=0.0), (same_a + same_b) / 2

    def _score(self, both: Column, expected: Column, mean: Column) -> Column:
        """Excess over chance against the largest possible excess; 1 where that is zero (trivial partitions, alike)."""
        return ratio_or(both - expected, mean - expected, otherwise=1.0)


class PairwiseF(FMetric, PartitionMetric):
    """F over pairs of units that lie in one segment; ``parts`` hold precision and recall.

    Examples
    --------
    >>> print(PairwiseF().compare([5, 5, 5, 5], [5, 6, 9]))
    0.7129  pairwisef|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = _group_info("pairwisef", "pairwise F", "Levy & Sandler 2008")
    fields: ClassVar[tuple[str, ...]] = ("both", "only_hypothesis", "only_reference")

    def _count(self, a: Columns, b: Columns, labelled: bool) -> Counts:
        same_a, same_b, both, _ = _pair_counts(a, b, labelled)
        return both, same_b - both, same_a - both


def rand(a: Partition, b: Partition, /) -> float:
    """Share of the pairs of units that both segmentations judge alike: in one segment, or in two.

    Examples
    --------
    >>> round(rand([5, 5, 5, 5], [5, 6, 9]), 4)
    0.8474
    """
    return Rand().compare(a, b).value


def adjusted_rand(a: Partition, b: Partition, /) -> float:
    """The Rand index corrected for chance: 1 for identical segmentations, about 0 for unrelated ones.

    Examples
    --------
    >>> round(adjusted_rand([5, 5, 5, 5], [5, 6, 9]), 4)
    0.615
    """
    return AdjustedRand().compare(a, b).value


def pairwise_f(reference: Partition, hypothesis: Partition, /) -> PrecisionRecall:
    """Precision, recall and F over the pairs of units that lie in one segment.

    Examples
    --------
    >>> [round(value, 4) for value in pairwise_f([5, 5, 5, 5], [5, 6, 9])]
    [0.5902, 0.9, 0.7129]
    """
    return PrecisionRecall._of(PairwiseF().compare(reference, hypothesis))


# --------------------------- Covering: how well the segments of the reference are covered by segments of the hypothesis


class Covering(ShareMetric):
    """Best Jaccard index of each reference segment with a segment of the hypothesis, weighted by its size.

    Examples
    --------
    >>> print(Covering().compare([5, 5, 5, 5], [5, 6, 9]))
    0.6972  covering|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "covering", "covering", "Arbelaez et al. 2011; van den Burg & Williams 2020 for change points"
    )
    fields: ClassVar[tuple[str, ...]] = ("covered", "units")

    def _count(self, a: Columns, b: Columns) -> Counts:
        return *covering_sums(a, b), units_of(a.masses)


def covering(reference: SegmentationLike, hypothesis: SegmentationLike, /) -> float:
    """How well the segments of the reference are covered by segments of the hypothesis.

    For every reference segment the best Jaccard index with a hypothesis segment, weighted by the size of the reference
    segment. 1 means identical.

    Examples
    --------
    >>> round(covering([5, 5, 5, 5], [5, 6, 9]), 4), covering([5, 6, 9], [5, 5, 5, 5])
    (0.6972, 0.75)
    """
    return Covering().compare(reference, hypothesis).value


# --------------------- R_FN and R_FP: units missing from, and too many in, the segment of each unit (Franz et al. 2007)


Direction: TypeAlias = Literal["both", "forward"]


class Franz(Metric):
    """Units missed plus units too many, per unit; ``parts`` hold the two rates.

    Options are those of ``franz``.

    Examples
    --------
    >>> print(Franz().compare([5, 5, 5, 5], [5, 6, 9]))
    2.9000  franz|direction:both|v:1.0.0rc1
    """

    direction: Direction = "both"

    info: ClassVar[MetricInfo] = MetricInfo(
        "franz", "R_FN + R_FP", "Franz, McCarley & Xu 2007", best=0.0, worst=float("inf"), symmetric=True
    )
    fields: ClassVar[tuple[str, ...]] = ("missed", "extra", "units")

    def _count(self, a: Columns, b: Columns) -> Counts:
        return (*unit_errors(a, b, forward=self.direction == "forward"), units_of(a.masses))

    def _score(self, missed: Column, extra: Column, units: Column) -> Column:
        return ratio_or(missed + extra, units)

    def _parts(self, missed: Column, extra: Column, units: Column) -> dict[str, Column]:
        return {"r_fn": ratio_or(missed, units), "r_fp": ratio_or(extra, units)}


def franz(
    reference: SegmentationLike, hypothesis: SegmentationLike, /, *, direction: Direction = "both"
) -> UnitErrorRates:
    """Units that the hypothesis takes from, and adds to, the reference segment of a unit, on average.

    Parameters
    ----------
    reference, hypothesis
        Two segmentations of the same units, with one boundary type.
    direction
        ``"both"`` looks at the whole segment of each unit, ``"forward"`` only at the units after it.

    Returns
    -------
    UnitErrorRates
        ``r_fn`` and ``r_fp``.

    Examples
    --------
    >>> franz([5, 5, 5, 5], [5, 6, 9])
    UnitErrorRates(r_fn=0.4, r_fp=2.5)

    References
    ----------
    Franz, McCarley & Xu 2007, after the description in the literature.
    """
    return UnitErrorRates(**Franz(direction).compare(reference, hypothesis).parts)


# --------------------------------------------------------- P_mu, the ancestor of Pk (Beeferman, Berger & Lafferty 1997)


class PMu(ShareMetric):
    """Chance that both judge two units alike (one segment or two), near pairs being likelier.

    Options are those of ``p_mu``.

    Examples
    --------
    >>> print(PMu(mu=0.2).compare([5, 5, 5, 5], [5, 6, 9]))
    0.7872  pmu|mu:0.2|v:1.0.0rc1
    """

    mu: AtLeastZero | None = None

    info: ClassVar[MetricInfo] = MetricInfo("pmu", "P_mu", "Beeferman, Berger & Lafferty 1997")
    fields: ClassVar[tuple[str, ...]] = ("alike", "total")
    of_nothing: ClassVar[float] = 1.0

    def _rates(self, reference: Columns) -> FloatArray:
        if self.mu is not None:
            return np.full(len(reference.masses), self.mu)
        return (reference.offsets[1:] - reference.offsets[:-1] + 1) / reference.masses

    def _count(self, a: Columns, b: Columns) -> Counts:
        same_a, same_b, same_both, total = pair_weights(a, b, self._rates(a))
        return total - ((same_a - same_both) + (same_b - same_both)), total

    def _shown(self, bound: Bound) -> tuple[str, ...]:
        rates = self._rates(bound.a)
        same = rates.size == 1 or (rates.size and (rates == rates[0]).all())
        return (f"1/mean={rates[0]:.6g}",) if same else ()

    def _options(self, rate: str = "1/mean") -> dict[str, object]:
        """The rate mu, with its value when that is the same for all pairs."""
        return {"mu": rate if self.mu is None else in_full(self.mu)}


def p_mu(reference: SegmentationLike, hypothesis: SegmentationLike, /, *, mu: float | None = None) -> float:
    """Chance that the two segmentations agree on whether two units lie in one segment.

    Pairs of units are drawn with a probability that falls with their distance as exp(-mu * distance). Higher is
    better. The cost follows the number of boundaries.

    Parameters
    ----------
    reference, hypothesis
        Two segmentations of the same units, with one boundary type.
    mu
        How quickly the probability falls; by default 1 over the mean reference segment.

    Examples
    --------
    >>> round(p_mu([5, 5, 5, 5], [5, 6, 9]), 4)
    0.7872

    References
    ----------
    Beeferman, Berger & Lafferty 1997, after the description in the literature.
    """
    return PMu(mu).compare(reference, hypothesis).value


# ---------------------- Conditional entropies of segments or labels (V-measure, NCE)


def _known(lost: Column, all_there_is: Column) -> Column:
    """1 minus the share of uncertainty that is left; 1 when there was none to begin with."""
    known = 1.0 - ratio_or(lost, all_there_is, otherwise=0.0)
    # Sums of logarithms can pass their largest value by a rounding error.
    return choose(known < 0.0, 0.0, known)


def _entropies(a: Columns, b: Columns, labelled: bool) -> list[Column]:
    """Entropies of both sides, of each given the other, and the largest that so many segments or labels can have; times
    the number of units, so that longer texts weigh more in a sum.
    """
    units = units_of(a.masses)
    if labelled:
        return [entropy * (units - 1) for entropy in label_entropies(a, b)]
    return [entropy * units for entropy in segment_entropies(a, b)]


class VMeasure(HarmonicMetric, PartitionMetric):
    """Harmonic mean of homogeneity and completeness; ``parts`` hold the two.

    Examples
    --------
    >>> print(VMeasure().compare([5, 5, 5, 5], [5, 5, 5, 5]))
    1.0000  vmeasure|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = _group_info("vmeasure", "V-measure", "Rosenberg & Hirschberg 2007")
    fields: ClassVar[tuple[str, ...]] = (
        "reference",
        "hypothesis",
        "reference_given_hypothesis",
        "hypothesis_given_reference",
    )

    def _count(self, a: Columns, b: Columns, labelled: bool) -> Counts:
        return tuple(_entropies(a, b, labelled)[:4])

    def _parts(
        self, reference: Column, hypothesis: Column, reference_left: Column, hypothesis_left: Column
    ) -> dict[str, Column]:
        return {"homogeneity": _known(reference_left, reference), "completeness": _known(hypothesis_left, hypothesis)}


class NCE(HarmonicMetric, PartitionMetric):
    """Normalised conditional entropy: harmonic mean of the over- and the under-segmentation score.

    Examples
    --------
    >>> print(NCE().compare([5, 5, 5, 5], [5, 5, 5, 5]))
    1.0000  nce|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = _group_info("nce", "normalised conditional entropy", "Lukashevich 2008")
    fields: ClassVar[tuple[str, ...]] = ("over_lost", "over_most", "under_lost", "under_most")

    def _count(self, a: Columns, b: Columns, labelled: bool) -> Counts:
        _, _, under_lost, over_lost, under_most, over_most = _entropies(a, b, labelled)
        return over_lost, over_most, under_lost, under_most

    def _parts(self, over_lost: Column, over_most: Column, under_lost: Column, under_most: Column) -> dict[str, Column]:
        return {"over": _known(over_lost, over_most), "under": _known(under_lost, under_most)}


def v_measure(reference: Partition, hypothesis: Partition, /) -> VMeasureScores:
    """Homogeneity (no hypothesis segment mixes reference segments), completeness (none is split), and their mean.

    Examples
    --------
    >>> scores = v_measure([4, 4], [2, 2, 4])
    >>> scores.homogeneity, round(scores.completeness, 4)
    (1.0, 0.6667)

    References
    ----------
    Rosenberg & Hirschberg 2007.
    """
    result = VMeasure().compare(reference, hypothesis)
    return VMeasureScores(**result.parts, v=result.value)


def nce(reference: Partition, hypothesis: Partition, /) -> NCEScores:
    """Scores against over-segmentation and under-segmentation, by conditional entropy over its largest value.

    Examples
    --------
    >>> nce([4, 4], [2, 2, 4]).under
    1.0

    References
    ----------
    Lukashevich 2008.
    """
    result = NCE().compare(reference, hypothesis)
    return NCEScores(**result.parts, f=result.value)


# --------------------------------------------- Mutual information of labels, plain, normalised, or corrected for chance


Norm: TypeAlias = Literal["sqrt", "mean", "max", "min"]
_NORMS: Mapping[Norm, Callable[[Column, Column], Column]] = {
    "sqrt": lambda one, other: np.sqrt(one * other),
    "mean": lambda one, other: (one + other) / 2,
    "max": lambda one, other: choose(one < other, other, one),
    "min": lambda one, other: choose(one < other, one, other),
}


class MutualInformation(Metric):
    """The information that the labels of one side give about those of the other.

    Options are those of ``mutual_information``.

    Examples
    --------
    >>> song, other = (LabelledSegmentation.from_labels(units) for units in ("AABB", "AAAB"))
    >>> print(MutualInformation(norm="sqrt").compare(song, other))
    0.3456  mi|norm:sqrt|adjusted:no|v:1.0.0rc1
    """

    norm: Norm | None = None
    adjusted: bool = False

    info: ClassVar[MetricInfo] = MetricInfo(
        "mi",
        "mutual information",
        "Strehl & Ghosh 2002; Vinh, Epps & Bailey 2010 for the correction",
        best=float("inf"),
        symmetric=True,
        kinds=("labels",),
    )
    fields: ClassVar[tuple[str, ...]] = ("information", "reference", "hypothesis", "expected", "units")

    def _count(self, a: Columns, b: Columns) -> Counts:
        """Times the number of units, so that longer texts weigh more in a sum."""
        units = units_of(a.masses) - 1
        reference, hypothesis, unknown, *_ = label_entropies(a, b)
        information = reference - unknown
        expected = expected_information(a, b)[0] if self.adjusted else 0.0
        known = choose(information < 0.0, 0.0, information)
        return known * units, reference * units, hypothesis * units, expected * units, units

    def _score(
        self, information: Column, reference: Column, hypothesis: Column, expected: Column, units: Column
    ) -> Column:
        if self.norm is None and not self.adjusted:
            return ratio_or(information, units)
        largest = _NORMS[self.norm or "max"](reference, hypothesis)
        # Nothing to know: right when both sides say so, wrong when one of them knows something.
        nothing = choose(np.abs(reference - hypothesis) <= 1e-8 + 1e-5 * np.abs(hypothesis), 1.0, 0.0)
        # Where a side has one label, what is expected by chance is 0 but for rounding.
        most = largest - expected
        some = (largest > 0.0) & (most > 1e-12 * largest)
        return ratio_or(information - expected, choose(some, most, 0.0), otherwise=nothing)

    def _options(self) -> dict[str, object]:
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
    """Mutual information of the labels of units in two segmentations; 0 means none.

    Parameters
    ----------
    reference, hypothesis
        Two labelled segmentations of the same units. Labels need not have the same names.
    norm
        None for nats; otherwise the value is divided by the square root of the product
        (``"sqrt"``, as mir_eval), the mean (``"mean"``, as scikit-learn), the larger (``"max"``) or the smaller
        (``"min"``) of the two entropies, and 1 means identical.
    adjusted
        Subtract the value expected for labels at random places; ``norm`` is then ``"max"`` (as mir_eval)
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
