"""Diagnosis of a coefficient: which coders and pairs of coders agree least."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from seamark.agreement.coefficients import ChanceAverage, ChanceCount, ChanceOptions, CoefficientName, chance_corrected
from seamark.agreement.measurement import Measurement
from seamark.agreement.shuffled import SHUFFLES, AboveShuffled, above_shuffled
from seamark.agreement.sums import Counts, PairCounts
from seamark.base.numbers import ends
from seamark.base.results import ResultRecord, Table
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.edit import WEIGHTS_2012, EditCounts, EditWeights, edits_of, weights_or
from seamark.metrics.pairs import Pairs
from seamark.metrics.signature import Signature, in_full
from seamark.model.corpus import CorpusLike, as_corpus
from seamark.stats.intervals import check_level, critical_t, one_more
from seamark.stats.resampling import RandomSource, resolve_rng
from seamark.stats.rows import undefined_last
from seamark.stats.significance import holm

#: A coder whose adjusted p-value is smaller is called an outlier.
_OUTLIER = 0.05
#: Coders or items whose best guesses lie closer together are alike.
_ALIKE = 1e-9


@dataclass(frozen=True, slots=True)
class Prevalence(ResultRecord):
    """How rare boundaries are, and coefficients that treat this differently.

    Where nearly every place has no boundary, two coders agree on nearly every place: pi subtracts this as chance,
    AC1 and PABAK hardly do. Compare them.

    Attributes
    ----------
    rate
        The share of places with a boundary, over all codings that can be compared.
    observed
        The share of equal judgements, boundary or none, over all pairs of coders.
    nominal_pi
        Scott's or Fleiss's pi of these judgements.
    ac1
        Gwet's AC1, whose chance is 2p(1 - p) for a rate of p.
    pabak
        The same with a chance of one half, whatever the rate.

    References
    ----------
    Gwet 2008; Byrt, Bishop & Carlin 1993.
    """

    rate: float
    observed: float
    nominal_pi: float
    ac1: float
    pabak: float


def coder_effects(
    measured: Measurement, shuffles: int = SHUFFLES, seed: int = 0, ci: float | None = None
) -> tuple[dict[str, FloatArray | None], int]:
    """Effects of all coders on agreement above shuffled codings, as columns of ``CoderDiagnosis`` in the order of the
    measurement; and how many shuffles were made.

    The effect is that of a round robin (Kenny 1994). Numbers that cannot be estimated are NaN, or None where there is
    nothing to shrink.

    Examples
    --------
    >>> codings = {"poem": {"ann": [4, 6], "ben": [4, 6], "cat": [4, 6], "dan": [7, 3]}}
    >>> coder_effects(Measurement.of(codings, "B"), shuffles=1_000)[0]["effect"].round(1).tolist()
    [-0.3, -0.3, -0.3, 0.8]
    """
    above, draws = above_shuffled(measured, shuffles, seed)
    pairs = AboveShuffled.of(measured, above, draws, seed)
    found: dict[str, FloatArray | None] = dict.fromkeys(
        ("effect", "above_shuffled", "low", "high", "outlier_p"), np.full(measured.coders, np.nan)
    )
    found["shrunken"] = None
    if pairs is None:
        return found, draws
    effect = pairs.coder_effects()
    found |= {"effect": effect, "above_shuffled": pairs.of_coders(effect)}
    found["outlier_p"] = holm(_outliers(effect, measured.groups.coder))
    if pairs.components is not None:
        parts, square = pairs.components.components, pairs.components.squares.coder
        if ci is not None:
            reach = pairs.coder_reach(parts, ci)
            found |= {"low": pairs.of_coders(effect + reach), "high": pairs.of_coders(effect - reach)}
        # The part of an effect that is due to the coder, and not to the choice of items.
        found["shrunken"] = pairs.of_coders(effect * (parts.coder / square if square > 0 else 0.0))
    return found, draws


def _outliers(effect: FloatArray, group: Int64Array) -> FloatArray:
    """The p-value of each coder, taken for one more of the others of the group; NaN where these are fewer than two."""
    p = np.full(len(effect), np.nan)
    for coder in np.flatnonzero(~np.isnan(effect)).tolist():
        others = effect[(group == group[coder]) & ~np.isnan(effect) & (np.arange(len(effect)) != coder)]
        if len(others) > 1:
            p[coder] = one_more(others, float(effect[coder]), 0.95).p_value
    return p


def outlier_distance(coders: int) -> float:
    """How many standard deviations of the others a coder must be off to be called an outlier among so many.

    Examples
    --------
    >>> round(outlier_distance(7), 1)
    4.7
    """
    return critical_t(1.0 - _OUTLIER / coders, coders - 2) * math.sqrt(1.0 + 1.0 / (coders - 1))


@dataclass(frozen=True, slots=True)
class Misses(ResultRecord):
    """Counts of the alignments of codings.

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
    edits = EditCounts(n, weights_or(WEIGHTS_2012, weights), None).bind(study.codings.boundaries())
    return misses_of(edits.sums(Pairs.within(study)).of_coders.sum(axis=0))


def misses_of(row: FloatArray) -> Misses:
    """A sum of rows of ``EditCounts`` by name."""
    return Misses(*(int(number) for number in row))


@dataclass(frozen=True, slots=True)
class CoderDiagnosis(ResultRecord):
    """One coder compared with the others.

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
        How much the coder moves log(1 - agreement above shuffled) beyond the average coder: above 0 for a coder who
        agrees less with the others than they do among themselves. NaN with fewer than three coders.
    above_shuffled
        The agreement above shuffled that goes with the effect: that of coders like this one with the others.
    low, high
        The ends of an interval of it for other items and other coders; NaN without ``ci``, and where it is unknown,
        such as with a single item.
    shrunken
        The same of the part of the effect that is due to coders and not to the choice of items. None where that cannot
        be told, such as with a single item.
    outlier_p
        The p-value of a test whether the coder is from the same population as the others, adjusted for the number of
        coders.
    """

    items: int
    boundaries: int
    rate: float
    segment_size: float
    similarity: float
    without: float
    change: float
    effect: float
    above_shuffled: float
    low: float
    high: float
    outlier_p: float
    shrunken: float | None


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


@dataclass(frozen=True, slots=True)
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
    signature: Signature

    _left_out = ("coefficient", "similarity", "coders", "pairs")
    _also = ("verdict", "by_coder", "by_pair")

    @property
    def verdict(self) -> str:
        """Which coder agrees least with the others, in a sentence.

        Examples
        --------
        >>> codings = {"ann": [2, 3, 5], "ben": [2, 4, 4], "cat": [2, 3, 5], "dan": [1, 9]}
        >>> diagnose({"poem": codings}, "B").verdict.partition(";")[0]
        'dan agrees least with the others'
        """
        known = [name for name, coder in self.coders.items() if not math.isnan(coder.effect)]
        if not known:
            return "The coder who agrees least cannot be found: this needs three coders and some disagreement."
        name = max(known, key=lambda coder: (self.coders[coder].effect, coder))
        found = self.coders[name]
        if found.effect <= 0:
            return "No coder agrees less with the others than the others do with each other."
        outlying = min((one.outlier_p for one in self.coders.values() if not math.isnan(one.outlier_p)), default=1.0)
        if are_alike(one.shrunken for one in self.coders.values()) and outlying >= _OUTLIER:
            return "Coders differ no more than expected by chance."
        level = "" if found.shrunken is None else f" ({self.similarity} above shuffled {found.shrunken:.2f})"
        said = f"{name} agrees least with the others{level}"
        if math.isnan(found.outlier_p):
            return said
        if found.outlier_p < _OUTLIER:
            return f"{said}; {name} is an outlier ({p_text(found.outlier_p)})"
        tested = sum(not math.isnan(coder.outlier_p) for coder in self.coders.values())
        return (
            f"{said}; not shown to be an outlier ({p_text(found.outlier_p)}; among {tested} coders only one "
            f"{outlier_distance(tested):.1f} SD off would be)"
        )

    @property
    def by_coder(self) -> list[dict[str, str | int | float]]:
        """A row per coder."""
        return self.rows()

    @property
    def by_pair(self) -> list[dict[str, str | int | float]]:
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

    def answer(self) -> tuple[str, ...]:
        """Which coder agrees least with the others, and how alike all of them are."""
        return (f"{self.verdict.rstrip('.')}.",)

    def table(self) -> Table:
        """Coders from the one who agrees least with the others, led by agreement above shuffled."""
        rows = self.rows()
        numbers = ("above_shuffled", "low", "shrunken")
        known = [name for name in numbers if not all(row[name] is None or math.isnan(row[name]) for row in rows)]
        titles = {"low": "interval", "shrunken": "best guess", "outlier_p": "outlier p"}
        less = [] if len(known) == 3 else ["items", "boundaries", "similarity"]
        columns = ["coder", *known, *less[: 4 - len(known)], "outlier_p"]
        cells = [
            [ends((row["low"], row["high"])) if column == "low" else row[column] for column in columns] for row in rows
        ]
        title = f"Coders by {self.similarity}, the lowest first"
        return Table([titles.get(column, column.replace("_", " ")) for column in columns], cells, title=title)

    def rows(self) -> list[dict[str, Any]]:
        """A row per coder, from the one who agrees least with the others."""
        ordered = sorted(self.coders, key=lambda name: (*undefined_last(-self.coders[name].effect), name))
        return [{"coder": name, **asdict(self.coders[name])} for name in ordered]


def diagnose(
    corpus: CorpusLike,
    metric: Metric | str | None = None,
    coefficient: CoefficientName = "pi",
    *,
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
    shuffles: int = SHUFFLES,
    ci: float | None = None,
    rng: RandomSource = 0,
) -> Diagnosis:
    """Diagnose a coefficient from its counts.

    Parameters are those of ``agree``; ``ci`` is the level of the intervals of coders.

    Examples
    --------
    >>> found = diagnose({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}})
    >>> found.coders["cat"].segment_size, round(found.coders["cat"].without, 4)
    (5.5, 0.8958)
    >>> found.pairs["ann", "ben"].misses
    Misses(matches=1, full=0, near=1, substituted=0)
    """
    study = as_corpus(corpus)
    measured = Measurement.of(study, metric, ChanceOptions(chance_count, chance_average)).require_pairs()
    return diagnosis_of(measured, coefficient, misses_between(measured), shuffles=shuffles, ci=ci, rng=rng)


def misses_between(measured: Measurement) -> PairCounts:
    """Matches and misses in all pairs that were measured, with the metric's own idea of a near miss."""
    return measured.pair_counts(edits_of(measured.metric).bind(measured.require_codings()))


def diagnosis_of(
    measured: Measurement,
    coefficient: CoefficientName,
    misses_of_pairs: Counts,
    *,
    shuffles: int = SHUFFLES,
    ci: float | None = None,
    rng: RandomSource = 0,
) -> Diagnosis:
    """A diagnosis from what has been measured and the misses between its codings."""
    ordered, seed = measured.in_content_order, resolve_rng(rng)[1]
    pairs, misses = _pairs(measured, ordered, misses_of_pairs)
    value = ordered.coefficient(coefficient).whole()
    if ci is not None:
        check_level(ci)
    effects, draws = coder_effects(ordered, shuffles, seed, ci)
    coders = _coders(ordered, coefficient, value, effects)
    described = {"coef": coefficient, **measured.described(str(measured.chance))}
    described["ci"] = None if ci is None else in_full(ci)
    drawn = {"shuffles": draws, "seed": seed} if draws else {}
    return Diagnosis(
        coefficient,
        measured.similarity.label,
        value,
        {name: coders[name] for name in measured.coder_names},
        pairs,
        misses,
        prevalence_of(measured, misses_of_pairs),
        Signature.of("diagnose", described | drawn),
    )


def _coders(
    measured: Measurement, coefficient: CoefficientName, value: float, effects: Mapping[str, FloatArray | None]
) -> dict[str, CoderDiagnosis]:
    facts = measured.facts_per_coder()
    without = measured.coefficient(coefficient).without_each("coders")
    columns = {
        "items": facts.codings.astype(np.int64),
        "boundaries": facts.boundaries.astype(np.int64),
        "rate": facts.boundaries / np.maximum(facts.units - facts.codings, 1.0),
        "segment_size": facts.units / facts.segments,
        "similarity": measured.observed.per_coder(),
        "without": without,
        "change": without - value,
        **effects,
    }
    cells = ([None] * measured.coders if column is None else column.tolist() for column in columns.values())
    rows = (dict(zip(columns, row, strict=True)) for row in zip(*cells, strict=True))
    return {name: CoderDiagnosis(**row) for name, row in zip(measured.coder_names, rows, strict=True)}


def are_alike(guesses: Iterable[float | None]) -> bool:
    """Whether best guesses show no difference between coders, or between items."""
    known = [guess for guess in guesses if guess is not None]
    return len(known) > 1 and max(known) - min(known) < _ALIKE


def p_text(p: float) -> str:
    """A p-value in a sentence."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.2g}"


def _pairs(
    measured: Measurement, ordered: Measurement, misses_of_pairs: Counts
) -> tuple[dict[tuple[str, str], PairDiagnosis], Misses]:
    """Every two coders in the order of the corpus; their similarity is summed in the order of content."""
    sums = ordered.pairs.for_resampling("coders")
    met = zip(*(column.tolist() for column in sums.coder), strict=True)
    values = zip(ordered.observed.of_sums(sums.rows).tolist(), sums.rows[:, -1].tolist(), strict=True)
    known = {
        frozenset((ordered.coder_names[one], ordered.coder_names[two])): both
        for (one, two), both in zip(met, values, strict=True)
    }
    misses, names = misses_of_pairs.for_resampling("coders"), measured.coder_names
    pairs = {}
    for first, second, row in zip(*(column.tolist() for column in misses.coder), misses.rows, strict=True):
        similarity, items = known[frozenset((names[first], names[second]))]
        pairs[names[first], names[second]] = PairDiagnosis(int(items), similarity, misses_of(row))
    return pairs, misses_of(misses.rows.sum(axis=0))


def prevalence_of(measured: Measurement, misses: Counts) -> Prevalence:
    """From what has been measured, and the misses of all pairs; NaN where there is no place."""
    types = max(1, len(measured.types))
    places = types * float(measured.pairs.per_item()[:, -1] @ (measured.lengths - 1.0))
    _, full, near, substituted = misses.total().tolist()
    observed = 1.0 - (full + 2 * near + 2 * substituted) / places if places else np.nan
    rate = measured.comparable_facts().density(types)
    chances = np.array([rate**2 + (1 - rate) ** 2, 2 * rate * (1 - rate), 0.5])
    return Prevalence(rate, observed, *chance_corrected(np.full(3, observed), chances).tolist())
