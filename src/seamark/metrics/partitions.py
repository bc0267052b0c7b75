"""Segments and labels as groups of units: what metrics of partitions are given."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias, get_args

import numpy as np

from seamark.base.checks import finite_number, one_of, true_or_false
from seamark.kernels import one_pair
from seamark.kernels.columns import Columns, FloatArray
from seamark.kernels.rows import covering_sums, pair_counts, pair_weights, segment_entropies, unit_errors
from seamark.kernels.spans import expected_information, label_entropies, label_pair_counts
from seamark.metrics.base import (
    Metric,
    MetricInfo,
    NCEScores,
    PrecisionRecall,
    UnitErrorRates,
    VMeasureScores,
    f_of,
    precision_and_recall,
    ratio_or,
    scores_call,
    value_call,
)
from seamark.metrics.signature import in_full
from seamark.model.codings import Codings, SegmentationArray, shared_names
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import SegmentationLike

#: A group is a segment, or all segments with one label.
Partition: TypeAlias = "SegmentationLike | LabelledSegmentation"
#: Many partitions.
Partitions: TypeAlias = Codings


def boundary_columns(a: Partitions, b: Partitions) -> tuple[Columns, Columns]:
    """The columns of two arrays of segmentations, each segment a group."""
    return a.columns, b.columns


def label_columns(a: Codings, b: Codings) -> tuple[Columns, Columns]:
    """The columns of two arrays of labelled segmentations; their codes refer to the same labels."""
    one, other, _ = shared_names(a, b)
    return one.columns, other.columns


# -------------------------- Pairs of units that lie in one segment, or have one label (Rand, adjusted Rand, pairwise F)


def _pair_counts(a: Partitions, b: Partitions) -> FloatArray:
    """Pairs of units together in the first, in the second, in both; and all pairs."""
    if a.kind == "labels":
        return label_pair_counts(*label_columns(a, b))
    return pair_counts(*boundary_columns(a, b))


@dataclass(frozen=True, slots=True)
class Rand(Metric):
    """Share of the pairs of units that both segmentations judge alike: in one segment, or in two.

    Examples
    --------
    >>> print(Rand().compare([5, 5, 5, 5], [5, 6, 9]))
    0.8474  rand|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "rand", "Rand index", "Rand 1971", symmetric=True, models=("boundaries", "labels")
    )
    fields: ClassVar[tuple[str, ...]] = ("alike", "pairs")

    def _count(self, a: Partitions, b: Partitions) -> FloatArray:
        same_a, same_b, both, pairs = _pair_counts(a, b).T
        return np.column_stack((pairs - ((same_a - both) + (same_b - both)), pairs))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.rand()

    def _score(self, rows: FloatArray) -> FloatArray:
        """Share of the pairs; 1 where there is no pair."""
        return ratio_or(rows[..., 0], rows[..., 1], otherwise=1.0)


@dataclass(frozen=True, slots=True)
class AdjustedRand(Metric):
    """The Rand index corrected for what random partitions with the same segment sizes would share.

    Examples
    --------
    >>> print(AdjustedRand().compare([5, 5, 5, 5], [5, 6, 9]))
    0.6150  ari|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "ari",
        "adjusted Rand index",
        "Hubert & Arabie 1985",
        worst=-0.5,
        symmetric=True,
        models=("boundaries", "labels"),
    )
    fields: ClassVar[tuple[str, ...]] = ("both", "expected", "mean")

    def _count(self, a: Partitions, b: Partitions) -> FloatArray:
        same_a, same_b, both, pairs = _pair_counts(a, b).T
        return np.column_stack((both, same_a * ratio_or(same_b, pairs, otherwise=0.0), (same_a + same_b) / 2))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.adjusted_rand()

    def _score(self, rows: FloatArray) -> FloatArray:
        """Excess over chance against the largest possible excess; 1 where that is zero (trivial partitions, alike)."""
        both, expected, mean = (rows[..., column] for column in range(3))
        return ratio_or(both - expected, mean - expected, otherwise=1.0)


@dataclass(frozen=True, slots=True)
class PairwiseF(Metric):
    """F over pairs of units that lie in one segment; ``parts`` hold precision and recall.

    Examples
    --------
    >>> print(PairwiseF().compare([5, 5, 5, 5], [5, 6, 9]))
    0.7129  pairwisef|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "pairwisef", "pairwise F", "Levy & Sandler 2008", symmetric=True, models=("boundaries", "labels")
    )
    fields: ClassVar[tuple[str, ...]] = ("both", "only_hypothesis", "only_reference")

    def _count(self, a: Partitions, b: Partitions) -> FloatArray:
        same_a, same_b, both, _ = _pair_counts(a, b).T
        return np.column_stack((both, same_b - both, same_a - both))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.pairwise_f()

    def _score(self, rows: FloatArray) -> FloatArray:
        return f_of(*np.moveaxis(rows, -1, 0))

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        return precision_and_recall(rows)


def rand(a: Partition, b: Partition, /) -> float:
    """Share of the pairs of units that both segmentations judge alike: in one segment, or in two.

    Examples
    --------
    >>> round(rand([5, 5, 5, 5], [5, 6, 9]), 4)
    0.8474
    """
    return _rand_of_pair(a, b, ())


def adjusted_rand(a: Partition, b: Partition, /) -> float:
    """The Rand index corrected for chance: 1 for identical segmentations, about 0 for unrelated ones.

    Examples
    --------
    >>> round(adjusted_rand([5, 5, 5, 5], [5, 6, 9]), 4)
    0.615
    """
    return _adjusted_rand_of_pair(a, b, ())


def pairwise_f(reference: Partition, hypothesis: Partition, /) -> PrecisionRecall:
    """Precision, recall and F over the pairs of units that lie in one segment.

    Examples
    --------
    >>> [round(value, 4) for value in pairwise_f([5, 5, 5, 5], [5, 6, 9])]
    [0.5902, 0.9, 0.7129]
    """
    return _pairwise_f_of_pair(reference, hypothesis, ())


_rand_of_pair = value_call(Rand)
_adjusted_rand_of_pair = value_call(AdjustedRand)
_pairwise_f_of_pair = scores_call(PrecisionRecall, PairwiseF)


# --------------------------- Covering: how well the segments of the reference are covered by segments of the hypothesis


@dataclass(frozen=True, slots=True)
class Covering(Metric):
    """Best Jaccard index of each reference segment with a segment of the hypothesis, weighted by its size.

    Examples
    --------
    >>> print(Covering().compare([5, 5, 5, 5], [5, 6, 9]))
    0.6972  covering|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "covering", "covering", "Arbelaez et al. 2011; van den Burg & Williams 2020 for change points"
    )
    fields: ClassVar[tuple[str, ...]] = ("covered", "units")

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        return np.column_stack((covering_sums(a.columns, b.columns), a.masses))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.covering()

    def _score(self, rows: FloatArray) -> FloatArray:
        return ratio_or(rows[..., 0], rows[..., 1])


def covering(reference: SegmentationLike, hypothesis: SegmentationLike, /) -> float:
    """How well the segments of the reference are covered by segments of the hypothesis.

    For every reference segment the best Jaccard index with a hypothesis segment, weighted by the size of the reference
    segment. 1 means identical.

    Examples
    --------
    >>> round(covering([5, 5, 5, 5], [5, 6, 9]), 4), covering([5, 6, 9], [5, 5, 5, 5])
    (0.6972, 0.75)
    """
    return _covering_of_pair(reference, hypothesis, ())


_covering_of_pair = value_call(Covering)


# --------------------- R_FN and R_FP: units missing from, and too many in, the segment of each unit (Franz et al. 2007)


Direction: TypeAlias = Literal["both", "forward"]


@dataclass(frozen=True, slots=True)
class Franz(Metric):
    """Units missed plus units too many, per unit; ``parts`` hold the two rates.

    Options are those of ``franz``.

    Examples
    --------
    >>> print(Franz().compare([5, 5, 5, 5], [5, 6, 9]))
    2.9000  franz|direction:both|v:0.1.0
    """

    direction: Direction = "both"

    info: ClassVar[MetricInfo] = MetricInfo(
        "franz", "R_FN + R_FP", "Franz, McCarley & Xu 2007", best=0.0, worst=float("inf"), symmetric=True
    )
    fields: ClassVar[tuple[str, ...]] = ("missed", "extra", "units")

    def __post_init__(self) -> None:
        one_of(self.direction, "direction", get_args(Direction))

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        errors = unit_errors(a.columns, b.columns, forward=self.direction == "forward")
        return np.column_stack((errors, a.masses))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.franz(self.direction == "forward")

    def _score(self, rows: FloatArray) -> FloatArray:
        return ratio_or(rows[..., 0] + rows[..., 1], rows[..., 2])

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        return {"r_fn": ratio_or(rows[..., 0], rows[..., 2]), "r_fp": ratio_or(rows[..., 1], rows[..., 2])}

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        return {"direction": self.direction}


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
    return _franz_of_pair(reference, hypothesis, (direction,))


_franz_of_pair = scores_call(UnitErrorRates, Franz)


# --------------------------------------------------------- P_mu, the ancestor of Pk (Beeferman, Berger & Lafferty 1997)


@dataclass(frozen=True, slots=True)
class PMu(Metric):
    """Chance that both judge two units alike (one segment or two), near pairs being likelier.

    Options are those of ``p_mu``.

    Examples
    --------
    >>> print(PMu(mu=0.2).compare([5, 5, 5, 5], [5, 6, 9]))
    0.7872  pmu|mu:0.2|v:0.1.0
    """

    mu: float | None = None

    info: ClassVar[MetricInfo] = MetricInfo("pmu", "P_mu", "Beeferman, Berger & Lafferty 1997")
    fields: ClassVar[tuple[str, ...]] = ("alike", "total")

    def __post_init__(self) -> None:
        if self.mu is not None:
            mu = finite_number(self.mu, "mu", lambda mu: mu >= 0, "a finite number of at least 0")
            object.__setattr__(self, "mu", mu)

    def _rates(self, reference: SegmentationArray) -> FloatArray:
        if self.mu is not None:
            return np.full(len(reference), self.mu)
        return (np.diff(reference.columns.offsets) + 1) / reference.masses

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        same_a, same_b, same_both, total = pair_weights(a.columns, b.columns, self._rates(a)).T
        return np.column_stack((total - ((same_a - same_both) + (same_b - same_both)), total))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.p_mu(math.nan if self.mu is None else self.mu)

    def _score(self, rows: FloatArray) -> FloatArray:
        """Share of the weight; 1 where there is no pair of units."""
        return ratio_or(rows[..., 0], rows[..., 1], otherwise=1.0)

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        """The rate mu, with its value when that is the same for all pairs."""
        if self.mu is not None:
            return {"mu": in_full(self.mu)}
        rates = np.empty(0) if a is None else self._rates(a)
        same = rates.size and np.all(rates == rates[0])
        return {"mu": f"1/mean={rates[0]:.6g}" if same else "1/mean"}


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
    return _p_mu_of_pair(reference, hypothesis, (mu,))


_p_mu_of_pair = value_call(PMu)


# ---------------------- What knowing the segment, or the label, of a unit in one tells about the other (V-measure, NCE)


def _harmonic(one: FloatArray, other: FloatArray) -> FloatArray:
    return ratio_or(2 * one * other, one + other, otherwise=0.0)


def _known(lost: FloatArray, all_there_is: FloatArray) -> FloatArray:
    """1 minus the share of uncertainty that is left; 1 when there was none to begin with."""
    # Sums of logarithms can pass their largest value by a rounding error.
    return np.maximum(1.0 - ratio_or(lost, all_there_is, otherwise=0.0), 0.0)


def _entropies(a: Partitions, b: Partitions) -> FloatArray:
    """Entropies of both sides, of each given the other, and the largest that so many segments or labels can have."""
    if a.kind == "labels":
        return label_entropies(*label_columns(a, b))
    return segment_entropies(*boundary_columns(a, b))


@dataclass(frozen=True, slots=True)
class VMeasure(Metric):
    """Harmonic mean of homogeneity and completeness; ``parts`` hold the two.

    Examples
    --------
    >>> print(VMeasure().compare([5, 5, 5, 5], [5, 5, 5, 5]))
    1.0000  vmeasure|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "vmeasure", "V-measure", "Rosenberg & Hirschberg 2007", symmetric=True, models=("boundaries", "labels")
    )
    fields: ClassVar[tuple[str, ...]] = (
        "reference",
        "hypothesis",
        "reference_given_hypothesis",
        "hypothesis_given_reference",
    )

    def _count(self, a: Partitions, b: Partitions) -> FloatArray:
        """Entropies times the number of units, so that longer texts weigh more in a sum."""
        return _entropies(a, b)[:, :4] * a.lengths[:, np.newaxis]

    def _single(self) -> one_pair.Measure | None:
        return one_pair.v_measure()

    def _score(self, rows: FloatArray) -> FloatArray:
        parts = self._parts(rows)
        return _harmonic(parts["homogeneity"], parts["completeness"])

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        return {
            "homogeneity": _known(rows[..., 2], rows[..., 0]),
            "completeness": _known(rows[..., 3], rows[..., 1]),
        }


@dataclass(frozen=True, slots=True)
class NCE(Metric):
    """Normalised conditional entropy: harmonic mean of the over- and the under-segmentation score.

    Examples
    --------
    >>> print(NCE().compare([5, 5, 5, 5], [5, 5, 5, 5]))
    1.0000  nce|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "nce", "normalised conditional entropy", "Lukashevich 2008", symmetric=True, models=("boundaries", "labels")
    )
    fields: ClassVar[tuple[str, ...]] = ("over_lost", "over_most", "under_lost", "under_most")

    def _count(self, a: Partitions, b: Partitions) -> FloatArray:
        return _entropies(a, b)[:, [3, 5, 2, 4]] * a.lengths[:, np.newaxis]

    def _single(self) -> one_pair.Measure | None:
        return one_pair.nce()

    def _score(self, rows: FloatArray) -> FloatArray:
        parts = self._parts(rows)
        return _harmonic(parts["over"], parts["under"])

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        return {"over": _known(rows[..., 0], rows[..., 1]), "under": _known(rows[..., 2], rows[..., 3])}


def v_measure(reference: Partition, hypothesis: Partition, /) -> VMeasureScores:
    """Homogeneity (no hypothesis segment mixes reference segments), completeness (none is torn apart), and their mean.

    Examples
    --------
    >>> scores = v_measure([4, 4], [2, 2, 4])
    >>> scores.homogeneity, round(scores.completeness, 4)
    (1.0, 0.6667)

    References
    ----------
    Rosenberg & Hirschberg 2007.
    """
    return _v_measure_of_pair(reference, hypothesis, ())


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
    return _nce_of_pair(reference, hypothesis, ())


_v_measure_of_pair = scores_call(VMeasureScores, VMeasure)
_nce_of_pair = scores_call(NCEScores, NCE)


# --------------------------------------------- Mutual information of labels, plain, normalised, or corrected for chance


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

    def _count(self, a: Codings, b: Codings) -> FloatArray:
        """Times the number of units, so that longer texts weigh more in a sum."""
        columns = label_columns(a, b)
        entropies = label_entropies(*columns)
        expected = expected_information(*columns) if self.adjusted else np.zeros(len(a))
        information = np.maximum(entropies[:, 0] - entropies[:, 2], 0.0)
        rows = np.column_stack((information, entropies[:, 0], entropies[:, 1], expected, np.ones(len(a))))
        return rows * a.lengths[:, np.newaxis]

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

    def _options(self, a: Codings | None, b: Codings | None) -> dict[str, object]:
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
