"""What lies behind a coefficient: which coders and which pairs of coders cause trouble."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypedDict, get_args

import numpy as np

from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceOptions, CoefficientName
from seamark.agreement.coder_effects import coder_effects
from seamark.agreement.measurement import Measurement
from seamark.agreement.misses import MissCounting, Misses, misses_of
from seamark.agreement.nominal import Prevalence, prevalence_of
from seamark.agreement.pair_tally import Comparisons, PairTally
from seamark.choices import one_of
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.edit_metric import edit_options_of
from seamark.metrics.signature import Signature
from seamark.model.corpus import CorpusLike, as_corpus
from seamark.results import ResultRecord, plain

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


class DiagnosisDocument(TypedDict):
    """What ``Diagnosis.to_dict`` gives."""

    value: float
    verdict: str
    prevalence: Prevalence
    by_coder: list[dict[str, str | int | float]]
    by_pair: list[dict[str, str | int | float]]
    misses: Misses
    signature: str


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

    def to_dict(self) -> dict[str, Any]:
        """The value, every coder, every pair of coders, and what the alignments hold."""
        return {
            "value": plain(self.value),
            "verdict": self.verdict,
            "prevalence": self.prevalence.to_dict(),
            "by_coder": plain(self.rows()),
            "by_pair": plain(self.pair_rows()),
            "misses": self.misses.to_dict(),
            "signature": str(self.signature),
        }

    @classmethod
    def _document(cls) -> Any:
        return DiagnosisDocument

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


def misses_between(measured: Measurement) -> PairTally:
    """What ``MissCounting`` counts in all pairs that were measured, with the metric's own idea of a near miss."""
    counting, rows = MissCounting(*edit_options_of(measured.metric)), measured.rows
    codings = measured.require_codings()
    return PairTally(Comparisons(counting, codings, rows.item, rows.coder[0], measured.items, measured.coders))


def diagnosis_of(measured: Measurement, coefficient: CoefficientName, misses_of_pairs: PairTally) -> Diagnosis:
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


def _pairs(measured: Measurement, misses_of_pairs: PairTally) -> tuple[dict[tuple[str, str], PairDiagnosis], Misses]:
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
