"""What lies behind a coefficient: which coders and which pairs of coders cause trouble."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, get_args

import numpy as np

from seamark.agreement.coefficients import ChanceAverage, ChanceCount, ChanceOptions, CoefficientName
from seamark.agreement.judgements import Prevalence, prevalence_of
from seamark.agreement.measurement import Measurement
from seamark.agreement.sums import Counts, PairCounts
from seamark.base.checks import one_of
from seamark.base.results import ResultRecord
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.edit import (
    WEIGHTS_2012,
    EditCounts,
    EditWeights,
    edit_options_of,
    near_miss_width,
    weights_or,
)
from seamark.metrics.pairs import Pairs
from seamark.metrics.signature import Signature
from seamark.model.corpus import CorpusLike, as_corpus
from seamark.stats.intervals import probability_inside
from seamark.stats.significance import holm

#: With fewer coders of an item, a coder's similarity to the others says nothing about this one coder.
_FEWEST_CODERS = 3


@dataclass(frozen=True, slots=True, eq=False)
class CoderEffects:
    """Effects of coders, in the order of the measurement; NaN where they cannot be estimated.

    Attributes
    ----------
    effect
        How much more similar to the others a coder is than the coders of the same items are on average: the mean over
        items of the difference in mean similarity.
    shrunken
        The best guess of the effect on further items: the effect times the share of its variance that is due to coders
        and not to the choice of items.
    outlier_p
        The two-sided p-value of a test that takes the coder for one more of those they were compared with, adjusted for
        the number of coders (Holm).
    between, within
        The variance of effects from coder to coder, and of a coder's effects from item to item.
    """

    effect: FloatArray
    shrunken: FloatArray
    outlier_p: FloatArray
    between: float
    within: float


def coder_effects(measured: Measurement) -> CoderEffects:
    """Effects of all coders, by variance components with items as repetitions.

    Examples
    --------
    >>> codings = {"poem": {"ann": [4, 6], "ben": [4, 6], "cat": [4, 6], "dan": [10]}}
    >>> coder_effects(Measurement.of(codings, "B")).effect.round(3).tolist()
    [0.167, 0.167, 0.167, -0.5]
    """
    coders = measured.coders
    coder, deviation = _deviations(measured)
    number = np.bincount(coder, minlength=coders)
    known = number > 0
    effect = np.where(known, np.bincount(coder, deviation, coders) / np.maximum(number, 1), np.nan)
    group = measured.groups.coder
    between, within = _components(coder, deviation, effect, number, group)
    with np.errstate(invalid="ignore", divide="ignore"):
        reliable = between / (between + within / number)
    shrunken = np.where(np.isnan(reliable), np.nan if math.isnan(within) else 0.0, reliable) * effect
    return CoderEffects(effect, shrunken, holm(_outliers(effect, group)), between, within)


def _deviations(measured: Measurement) -> tuple[Int64Array, FloatArray]:
    """For every coder of every item with enough coders: mean similarity to the others, less the mean of the coders."""
    item, coder, total, others = measured.pairs.values_per_coding(measured.observed.of_sums)
    mean = total / others
    of_item = np.bincount(item, minlength=measured.items)
    average = np.bincount(item, mean, measured.items) / np.maximum(of_item, 1)
    enough = of_item[item] >= _FEWEST_CODERS
    return coder[enough], (mean - average[item])[enough]


def _components(
    coder: Int64Array, deviation: FloatArray, effect: FloatArray, number: Int64Array, group: Int64Array
) -> tuple[float, float]:
    """The variance between coders and within a coder, from the mean squares of both (unbalanced one-way layout)."""
    known = number > 0
    compared, repeated = int(known.sum()) - len(np.unique(group[known])), int((number[known] - 1).sum())
    if compared < 1 or repeated < 1:
        return math.nan, math.nan
    within = float(((deviation - effect[coder]) ** 2).sum()) / repeated
    total = float(number.sum())
    typical = (total - float((number**2).sum()) / total) / (int(known.sum()) - 1)
    mean_square = float((number[known] * effect[known] ** 2).sum()) / compared
    return max(0.0, (mean_square - within) / typical), within


def _outliers(effect: FloatArray, group: Int64Array) -> FloatArray:
    """Each coder against the others of the group: a t that takes the coder for a further one of their kind."""
    p = np.full(len(effect), np.nan)
    for coder in np.flatnonzero(~np.isnan(effect)).tolist():
        others = effect[(group == group[coder]) & ~np.isnan(effect)]
        others = np.delete(others, int(np.flatnonzero(others == effect[coder])[0]))
        if len(others) < 2:
            continue
        spread = float(others.std(ddof=1)) * math.sqrt(1.0 + 1.0 / len(others))
        apart = abs(effect[coder] - float(others.mean()))
        if spread > 1e-12:  # others who are all alike do not say how far one more of them may lie
            p[coder] = 1.0 - probability_inside(apart / spread, len(others) - 1)
    return p


@dataclass(frozen=True, slots=True)
class Misses(ResultRecord):
    """What the alignments of codings hold.

    Attributes
    ----------
    matches
        Boundaries that both coders placed.
    full
        Boundaries that only one of two coders placed.
    near
        Boundaries that two coders placed close to each other.
    substituted
        Places where two coders placed boundaries of different types.
    """

    matches: int
    full: int
    near: int
    substituted: int


def count_misses(corpus: CorpusLike, *, n: int = 2, weights: EditWeights | None = None) -> Misses:
    """Matches, full misses and near misses over all pairs of coders and items.

    ``n`` and ``weights`` are those of ``similarity``.

    Examples
    --------
    >>> count_misses({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}})
    Misses(matches=3, full=2, near=1, substituted=0)
    """
    study = as_corpus(corpus)
    edits = EditCounts(near_miss_width(n), weights_or(WEIGHTS_2012, weights), None).bind(study.codings.boundaries())
    return misses_of(edits.sums(Pairs.within(study)).of_coders.sum(axis=0))


def misses_of(row: FloatArray) -> Misses:
    """A sum of rows of ``EditCounts`` by name."""
    return Misses(*(int(number) for number in row))


#: A coder whose adjusted p-value is smaller is called an outlier.
_OUTLIER = 0.05


@dataclass(frozen=True, slots=True)
class CoderDiagnosis(ResultRecord):
    """One coder beside the others.

    Attributes
    ----------
    items
        How many items the coder coded.
    boundaries
        How many boundaries the coder placed.
    rate
        Boundaries per potential boundary: the coder's granularity.
    segment_size
        Units per segment.
    similarity
        To all other coders, pooled; NaN when nobody coded an item of theirs.
    without
        The coefficient of the corpus without this coder; NaN when that has none.
    change
        How much the coefficient rises without this coder.
    effect
        How much more similar to the others the coder is than the coders of the same items are on average; NaN when no
        item of theirs was coded by three.
    shrunken_effect
        The best guess of that on further items: nearer to 0, the less coders differ by more than the choice of items
        explains. NaN with a single item.
    outlier_p
        The p-value of a test that takes the coder for one more of those they were compared with, adjusted for the
        number of coders.
    """

    items: int
    boundaries: int
    rate: float
    segment_size: float
    similarity: float
    without: float
    change: float
    effect: float
    shrunken_effect: float
    outlier_p: float


@dataclass(frozen=True, slots=True)
class PairDiagnosis(ResultRecord):
    """Two coders.

    Attributes
    ----------
    items
        How many items both coded.
    similarity
        Over these items, pooled.
    misses
        What the alignments of their codings hold.
    """

    items: int
    similarity: float
    misses: Misses


@dataclass(frozen=True, slots=True, eq=False)
class Diagnosis(ResultRecord):
    """A corpus, coder by coder and pair by pair; ``agree(...).per_item`` has it item by item.

    Attributes
    ----------
    coefficient, similarity
        What was measured: the coefficient, and the metric as a similarity.
    value
        The coefficient of the whole corpus; NaN when undefined.
    coders
        By name.
    pairs
        By the names of two coders, in the order of the corpus, for those who coded an item together.
    misses
        Over all pairs.
    prevalence
        How rare boundaries are, and what plain coefficients make of that.
    matrix
        The similarity of every two coders, in the order of the corpus: 1 on the diagonal, NaN for those who never coded
        the same item.
    signature
        The string that makes the value reproducible.
    """

    coefficient: CoefficientName
    similarity: str
    value: float
    coders: Mapping[str, CoderDiagnosis]
    pairs: Mapping[tuple[str, str], PairDiagnosis]
    misses: Misses
    prevalence: Prevalence
    matrix: FloatArray
    signature: Signature

    _left_out = ("coefficient", "similarity", "coders", "pairs", "matrix")
    _also = ("verdict", "by_coder", "by_pair")

    @property
    def verdict(self) -> str:
        """Which coder differs most from the others, in a sentence.

        Examples
        --------
        >>> codings = {"ann": [2, 3, 5], "ben": [2, 4, 4], "cat": [2, 3, 5], "dan": [1, 9]}
        >>> diagnose({"poem": codings, "song": codings}, "B").verdict
        'dan differs most: without dan, pi of B rises by 0.301; dan is no outlier (p = 0.079)'
        """
        changes = {name: coder.change for name, coder in self.coders.items() if not math.isnan(coder.change)}
        name = max(changes, key=lambda coder: changes[coder], default=None)
        measured = f"{self.coefficient} of {self.similarity}"
        if name is None:
            return f"Without any of the coders there is no {measured}, so nobody can be said to differ most."
        if changes[name] <= 0:
            return f"Nobody differs most: {measured} does not rise without any single coder."
        sentence = f"{name} differs most: without {name}, {measured} rises by {changes[name]:.3f}"
        p = self.coders[name].outlier_p
        if math.isnan(p):
            return sentence
        return f"{sentence}; {name} is {'an' if p < _OUTLIER else 'no'} outlier ({_p_text(p)})"

    @property
    def by_coder(self) -> list[dict[str, str | int | float]]:
        """A row per coder."""
        return self.rows()

    @property
    def by_pair(self) -> list[dict[str, str | int | float]]:
        """A row per pair of coders."""
        return self.pair_rows()

    def rows(self) -> list[dict[str, Any]]:
        """A row per coder."""
        return [{"coder": name, **asdict(coder)} for name, coder in self.coders.items()]

    def pair_rows(self) -> list[dict[str, Any]]:
        """A row per pair of coders."""
        return [
            {
                "coder": first,
                "other_coder": second,
                "items": pair.items,
                "similarity": pair.similarity,
                "matches": pair.misses.matches,
                "near_misses": pair.misses.near,
                "full_misses": pair.misses.full,
                "substitutions": pair.misses.substituted,
            }
            for (first, second), pair in self.pairs.items()
        ]


def diagnose(
    corpus: CorpusLike,
    metric: Metric | str | None = None,
    coefficient: CoefficientName = "pi",
    *,
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
) -> Diagnosis:
    """Look behind a coefficient, from the counts it is made of.

    Parameters are those of ``agree``.

    Examples
    --------
    >>> found = diagnose({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}})
    >>> found.coders["cat"].segment_size, round(found.coders["cat"].without, 4)
    (5.5, 0.8958)
    >>> found.pairs["ann", "ben"].misses
    Misses(matches=1, full=0, near=1, substituted=0)
    """
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    study = as_corpus(corpus)
    measured = Measurement.of(study, metric, ChanceOptions(chance_count, chance_average)).require_pairs()
    return diagnosis_of(measured, coefficient, misses_between(measured))


def misses_between(measured: Measurement) -> PairCounts:
    """Matches and misses in all pairs that were measured, with the metric's own idea of a near miss."""
    edits = EditCounts(*edit_options_of(measured.metric))
    return measured.pair_counts(edits.bind(measured.require_codings()))


def diagnosis_of(measured: Measurement, coefficient: CoefficientName, misses_of_pairs: Counts) -> Diagnosis:
    """A diagnosis from what has been measured and the misses between its codings."""
    pairs, misses = _pairs(measured, misses_of_pairs)
    value = measured.coefficient(coefficient).whole()
    return Diagnosis(
        coefficient,
        measured.similarity.label,
        value,
        _coders(measured, coefficient, value),
        pairs,
        misses,
        prevalence_of(measured, misses_of_pairs),
        _matrix(measured.coder_names, pairs),
        Signature.of("agree", {"coef": coefficient, **measured.described(str(measured.chance))}),
    )


def _coders(measured: Measurement, coefficient: CoefficientName, value: float) -> dict[str, CoderDiagnosis]:
    facts, effects = measured.facts_per_coder(), coder_effects(measured)
    without = measured.coefficient(coefficient).without_each("coders")
    columns = (
        facts.codings.astype(np.int64),
        facts.boundaries.astype(np.int64),
        facts.boundaries / np.maximum(facts.units - facts.codings, 1.0),
        facts.units / facts.segments,
        measured.observed.per_coder(),
        without,
        without - value,
        effects.effect,
        effects.shrunken,
        effects.outlier_p,
    )
    described = zip(*(column.tolist() for column in columns), strict=True)
    return {name: CoderDiagnosis(*row) for name, row in zip(measured.coder_names, described, strict=True)}


def _p_text(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.2g}"


def _pairs(measured: Measurement, misses_of_pairs: Counts) -> tuple[dict[tuple[str, str], PairDiagnosis], Misses]:
    together = measured.pairs.for_resampling("coders")
    misses = misses_of_pairs.for_resampling("coders").rows
    names = measured.coder_names
    pairs = {
        (names[first], names[second]): PairDiagnosis(int(met), similarity, misses_of(row))
        for first, second, met, similarity, row in zip(
            *(column.tolist() for column in together.coder),
            together.rows[:, -1].tolist(),
            measured.observed.of_sums(together.rows).tolist(),
            misses,
            strict=True,
        )
    }
    return pairs, misses_of(misses.sum(axis=0))


def _matrix(names: Sequence[str], pairs: Mapping[tuple[str, str], PairDiagnosis]) -> FloatArray:
    number = {name: place for place, name in enumerate(names)}
    matrix = np.full((len(number), len(number)), np.nan)
    np.fill_diagonal(matrix, 1.0)
    for (first, second), pair in pairs.items():
        matrix[number[first], number[second]] = matrix[number[second], number[first]] = pair.similarity
    return matrix
