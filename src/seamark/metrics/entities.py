"""Named entities: spans of a hypothesis that are correct, incorrect, partly right, missed or spurious.

``entity_scores`` pairs the spans of both sides one to one: as many as possible that are correct, then as many further
ones as possible that overlap. What is correct, ``match`` says:

=========== ====================== =========================
match        correct                other overlapping pairs
=========== ====================== =========================
``strict``   ends and category      incorrect
``exact``    ends                   incorrect
``partial``  ends                   partial, worth one half
``type``     overlap and category   incorrect
=========== ====================== =========================
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

import numpy as np

from seamark.base.checks import shown
from seamark.base.errors import InputError
from seamark.base.results import FrozenMapping, ResultRecord, Table
from seamark.kernels.columns import Column, FloatArray, SpanColumns
from seamark.kernels.rows import marks_of
from seamark.kernels.spans import entity_pairs
from seamark.metrics.base import Counts, FMetric, MetricInfo, PrecisionRecall, Side, f_of, precision_of, shared_types
from seamark.metrics.turns import Turns
from seamark.model.coding import is_name
from seamark.model.codings import Codings

__all__ = ["EntityF", "EntityScores", "entity_scores"]

#: When a pair of spans is correct.
EntityMatch: TypeAlias = Literal["strict", "exact", "partial", "type"]


def _checked_category(given: object, name: str) -> object:
    if not is_name(given):
        raise InputError(f"{name} is {shown(given)}; expected a name or a number")
    return given


@dataclass(frozen=True, slots=True)
class EntityF(FMetric):
    """F of named entities; ``parts`` hold precision and recall.

    Parameters
    ----------
    match
        What is correct, as for ``entity_scores``.
    category
        Look at the entities of one category on both sides only; by default at all.

    Examples
    --------
    >>> from seamark import Spans
    >>> reference = Spans([(0, 2, "PER"), (5, 6, "LOC"), (8, 11, "ORG")], length=12)
    >>> hypothesis = Spans([(0, 2, "PER"), (5, 7, "LOC"), (8, 11, "LOC")], length=12)
    >>> print(EntityF("partial").compare(reference, hypothesis))
    0.8333  entityf|match:partial|v:1.0.0rc1
    """

    match: EntityMatch = "strict"
    category: Annotated[Hashable | None, _checked_category] = None

    info: ClassVar[MetricInfo] = MetricInfo(
        "entityf",
        "F of named entities",
        "Tjong Kim Sang & De Meulder 2003; Segura-Bedmar et al. 2013 for partial matches",
        symmetric=True,
        kinds=("spans",),
        function="entity_scores",
    )
    fields: ClassVar[tuple[str, ...]] = ("correct", "incorrect", "partial", "missed", "spurious")

    def _resolve(self, one: Side, other: Side) -> tuple[SpanColumns, SpanColumns, tuple[int]]:
        a, b, categories = shared_types(one, other)
        if self.category is not None:
            code = categories.index(self.category) if self.category in categories else -1
            a, b = (_only(side, code) for side in (a, b))
        return a, b, (len(categories),)

    def _count(self, a: SpanColumns, b: SpanColumns, categories: int) -> Counts:
        ends, labels = self.match != "type", self.match in ("strict", "type")
        correct, others = entity_pairs(a, b, categories, ends=ends, labels=labels)
        paired = correct + others
        incorrect, partial = (0.0, others) if self.match == "partial" else (others, 0.0)
        return correct, incorrect, partial, marks_of(a) - paired, marks_of(b) - paired

    def _score(self, *counts: Column) -> Column:
        return super(EntityF, self)._score(*_shares(*counts))

    def _parts(self, *counts: Column) -> dict[str, Column]:
        return super(EntityF, self)._parts(*_shares(*counts))

    def _options(self) -> dict[str, object]:
        return {"match": self.match} | ({} if self.category is None else {"category": self.category})


def _shares(
    correct: Column, incorrect: Column, partial: Column, missed: Column, spurious: Column
) -> tuple[Column, Column, Column]:
    """What is true, false and missing; half of a partial match is each."""
    return correct + partial / 2, incorrect + partial / 2 + spurious, incorrect + partial / 2 + missed


def _precision_recall(*counts: int) -> PrecisionRecall:
    true, false, lacking = _shares(*counts)
    shares = precision_of(true, false, lacking), precision_of(true, lacking, false), f_of(true, false, lacking)
    return PrecisionRecall(*map(float, shares))


def _only(columns: SpanColumns, code: int) -> SpanColumns:
    """The spans of one category."""
    mine = columns.codes == code
    offsets = np.concatenate(([0], np.cumsum(mine)))[columns.offsets]
    return SpanColumns(columns.starts[mine], columns.ends[mine], columns.codes[mine], offsets, columns.lengths)


@dataclass(frozen=True, slots=True)
class EntityScores(ResultRecord):
    """Counts of correct, incorrect, partial, missed and spurious entities, and their micro precision, recall and F.

    Attributes
    ----------
    correct, incorrect, partial, missed, spurious
        Pairs that are correct, incorrect or partly right; entities of the reference, and of the hypothesis, that
        overlap nothing that is left for them.
    per_category
        The same for the entities of each category on both sides; a category has no further ones.
    macro, weighted
        Means of precision, of recall and of F over the categories of either side: plain, and weighted by the number of
        entities in the reference.
    """

    _also: ClassVar[tuple[str, ...]] = ("precision", "recall", "f")

    correct: int
    incorrect: int
    partial: int
    missed: int
    spurious: int
    per_category: Mapping[Hashable, EntityScores]
    macro: PrecisionRecall
    weighted: PrecisionRecall

    @property
    def precision(self) -> float:
        """(correct + partial / 2) per entity of the hypothesis; 1 without any on either side."""
        return self._own.precision

    @property
    def recall(self) -> float:
        """(correct + partial / 2) per entity of the reference; 1 without any on either side."""
        return self._own.recall

    @property
    def f(self) -> float:
        """Harmonic mean of precision and recall."""
        return self._own.f

    @property
    def support(self) -> int:
        """The number of entities in the reference."""
        return self.correct + self.incorrect + self.partial + self.missed

    @property
    def _own(self) -> PrecisionRecall:
        return _precision_recall(self.correct, self.incorrect, self.partial, self.missed, self.spurious)

    def answer(self) -> tuple[str, ...]:
        """F, precision and recall over all entities."""
        found = self.support - self.missed + self.spurious
        return (
            f"F is {self.f:.4f} (precision {self.precision:.4f}, recall {self.recall:.4f}).",
            f"Of {self.support:,} entities in the reference {self.correct:,} are correct among the {found:,} found.",
        )

    def table(self) -> Table:
        """The rows, and under them the means over categories."""
        rows = [tuple(row.values()) for row in self.rows()]
        means = [(f"{name} mean", *getattr(self, name), self.support) for name in ("macro", "weighted")]
        return Table(("category", "precision", "recall", "F", "support"), rows, means, title="By category")

    def rows(self) -> list[dict[str, Any]]:
        """A row for every category, and for all together."""
        named = {**self.per_category, "all": self}
        names = ("precision", "recall", "f", "support")
        return [{"category": category, **{n: getattr(one, n) for n in names}} for category, one in named.items()]


def entity_scores(
    reference: Turns | Mapping[str, Turns], hypothesis: Turns | Mapping[str, Turns], /, *, match: EntityMatch = "strict"
) -> EntityScores:
    """Precision, recall and F of named entities: micro, macro, weighted and for each category.

    Parameters
    ----------
    reference, hypothesis
        Spans with categories, or a mapping from item to spans, with the same items; ``Spans.from_tags`` reads tags.
    match
        What is correct: the same ends and the same category (``"strict"``), the same ends (``"exact"``, and
        ``"partial"``, where any overlap is worth one half), or an overlap with the same category (``"type"``).

    Examples
    --------
    >>> from seamark import Spans
    >>> reference = Spans([(0, 2, "PER"), (5, 6, "LOC"), (8, 11, "ORG")], length=12)
    >>> hypothesis = Spans([(0, 2, "PER"), (5, 7, "LOC"), (8, 11, "LOC")], length=12)
    >>> [round(entity_scores(reference, hypothesis, match=match).f, 4) for match in ("strict", "exact", "partial")]
    [0.3333, 0.6667, 0.8333]
    >>> entity_scores(reference, hypothesis).per_category["PER"].f
    1.0

    References
    ----------
    Tjong Kim Sang & De Meulder 2003; Segura-Bedmar et al. 2013, SemEval task 9.1.
    """
    one, other = _paired(reference, hypothesis)
    metric = EntityF(match)
    bound = metric.bind(one, other)
    *_, categories = shared_types(bound.one, bound.other)
    total = bound.count().sum(axis=0)
    each = {}
    for code, category in enumerate(categories):
        counts = metric._count(_only(bound.a, code), _only(bound.b, code), len(categories))
        each[category] = _scores(np.array([np.sum(column) for column in counts]))
    found = [(one.precision, one.recall, one.f) for one in each.values()]
    support = [one.support for one in each.values()]
    return _scores(total, each, _mean(found, [1] * len(found)), _mean(found, support))


def _paired(reference: Any, hypothesis: Any) -> tuple[Codings, Codings]:
    """The items of both sides, in the order of the reference."""
    named = [isinstance(side, Mapping) for side in (reference, hypothesis)]
    if not any(named):
        return Codings.of([reference]), Codings.of([hypothesis])
    if not all(named) or reference.keys() != hypothesis.keys():
        raise InputError("reference and hypothesis hold different items; expected two mappings with the same ones")
    if not reference:
        raise InputError("there is no item; expected spans of at least one")
    return Codings.of(list(reference.values())), Codings.of([hypothesis[item] for item in reference])


def _scores(
    row: FloatArray,
    per_category: Mapping[Hashable, EntityScores] | None = None,
    macro: PrecisionRecall | None = None,
    weighted: PrecisionRecall | None = None,
) -> EntityScores:
    """The scores of a row of counts; those of a single category are their own means."""
    correct, incorrect, partial, missed, spurious = map(int, row.tolist())
    own = _precision_recall(correct, incorrect, partial, missed, spurious)
    categories = FrozenMapping(per_category or {})
    return EntityScores(correct, incorrect, partial, missed, spurious, categories, macro or own, weighted or own)


def _mean(found: list[tuple[float, float, float]], weights: list[int]) -> PrecisionRecall | None:
    """Weighted means of precision, recall and F; None without any category, or any entity in the reference."""
    if not sum(weights):
        return None
    # Sums are exact, so that the order of the categories, that of their names, decides nothing.
    weighted = [[weight * one for one in row] for weight, row in zip(weights, found, strict=True)]
    return PrecisionRecall(*(math.fsum(column) / sum(weights) for column in zip(*weighted, strict=True)))
