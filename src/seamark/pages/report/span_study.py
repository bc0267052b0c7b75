"""What the report says of spans: agreement, and what becomes of the spans of every two coders."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from seamark.agreement.span_agreement import SpanAgreement
from seamark.agreement.span_alignment import SpanAlignment, UnitaryAlignment, align_spans
from seamark.charts.span_density import MarkedStretch, marked_stretches
from seamark.model.span_corpus import SpanCorpus
from seamark.number_text import counted, decimal

#: What becomes of spans, in the order in which the page lists it.
SAME, MOVED, OTHER_CATEGORY, ALONE = "match", "near", "other", "full"


def kind_of(one: UnitaryAlignment) -> str:
    """What a set of aligned spans is: one span alone, of several categories, all the same, or not quite."""
    spans = [span for span in one.spans.values() if span is not None]
    if len(spans) == 1:
        return ALONE
    if len({span.category for span in spans}) > 1:
        return OTHER_CATEGORY
    return SAME if len(set(spans)) == 1 and len(spans) == len(one.spans) else MOVED


@dataclass(frozen=True, slots=True)
class SpanPair:
    """Two coders on one item: what aligning their spans costs, and what becomes of the spans."""

    item: str
    coders: tuple[str, str]
    alignment: SpanAlignment
    kinds: Counter[str]
    #: Spans of each of the two that have no partner.
    alone: tuple[int, int]

    @classmethod
    def of(cls, corpus: SpanCorpus, item: str, one: str, other: str) -> SpanPair:
        """Align them."""
        found = align_spans({coder: corpus[item][coder] for coder in (one, other)})
        kinds = Counter(map(kind_of, found.unitary))
        single = [unit for unit in found.unitary if kind_of(unit) == ALONE]
        mine = sum(unit.spans[one] is not None for unit in single)
        return cls(item, (one, other), found, kinds, (mine, len(single) - mine))

    @property
    def cost(self) -> float:
        """The sum of the costs of its sets."""
        return math.fsum(one.cost for one in self.alignment.unitary)


def pairs_of(corpus: SpanCorpus) -> Iterator[SpanPair]:
    """Every two coders of every item."""
    for item, codings in corpus.items():
        for one, other in combinations(codings, 2):
            yield SpanPair.of(corpus, item, one, other)


@dataclass(frozen=True, slots=True)
class SpanItem:
    """One item of the page.

    ``disorder`` is that of the best alignment of all its coders, ``alpha`` unitizing alpha of the item by itself; NaN
    where they have no value.
    """

    number: int
    name: str
    length: int
    coders: int
    spans: int
    disorder: float
    alpha: float
    kinds: Counter[str]
    stretches: tuple[MarkedStretch, ...]

    @property
    def in_words(self) -> str:
        """What its coders marked."""
        return (
            f"{counted(self.coders, 'coder')} marked {counted(self.spans, 'span')}. Over all pairs of coders, "
            f"{counted(self.kinds[SAME], 'span')} are the same, {self.kinds[MOVED]:,} differ in their ends, "
            f"{self.kinds[OTHER_CATEGORY]:,} in their category, and {self.kinds[ALONE]:,} have no partner."
        )


def span_items(corpus: SpanCorpus, found: SpanAgreement, pairs: Sequence[SpanPair]) -> list[SpanItem]:
    """Every item, in the order of the corpus."""
    kinds: dict[str, Counter[str]] = {item: Counter() for item in corpus}
    for pair in pairs:
        kinds[pair.item] += pair.kinds
    stretches: dict[str, list[MarkedStretch]] = {item: [] for item in corpus}
    for stretch in marked_stretches(corpus):
        stretches[stretch.item].append(stretch)
    disorders = {} if found.gamma is None else {item: part.disorder for item, part in found.gamma.per_item.items()}
    alphas = {} if found.alpha is None else {item: part.value for item, part in found.alpha.per_item.items()}
    return [
        SpanItem(
            number,
            item,
            corpus.lengths[item],
            len(codings),
            sum(map(len, codings.values())),
            disorders.get(item, math.nan),
            alphas.get(item, math.nan),
            kinds[item],
            tuple(stretches[item]),
        )
        for number, (item, codings) in enumerate(corpus.items())
    ]


def hardest_first(items: Sequence[SpanItem]) -> list[SpanItem]:
    """From the largest disorder, or without gamma the lowest alpha; items without a value come last."""
    by_alpha = all(math.isnan(item.disorder) for item in items)
    values = {item.number: item.alpha if by_alpha else -item.disorder for item in items}
    return sorted(items, key=lambda item: (math.isnan(values[item.number]), values[item.number]))


@dataclass(frozen=True, slots=True)
class SpanCoder:
    """One coder beside the others.

    ``excess`` is how many more spans than the mean other coder of the same items; ``disorder`` that of the alignments
    with each of the others; ``alone`` the share of the spans that have no partner in them.
    """

    name: str
    items: int
    spans: int
    length: float
    excess: float
    disorder: float
    alone: float


def span_coders(corpus: SpanCorpus, pairs: Sequence[SpanPair]) -> list[SpanCoder]:
    """Every coder, in the order of the corpus."""
    costs, spans, unmatched, matched = (dict.fromkeys(corpus.coder_names, 0.0) for _ in range(4))
    others = dict.fromkeys(corpus.coder_names, 0.0)
    for pair in pairs:
        sizes = [len(corpus[pair.item][coder]) for coder in pair.coders]
        for side, coder in enumerate(pair.coders):
            costs[coder] += pair.cost
            spans[coder] += sum(sizes) / 2
            unmatched[coder] += pair.alone[side]
            matched[coder] += sizes[side]
            others[coder] += sizes[1 - side]
    rows = []
    for name in corpus.coder_names:
        mine = [codings[name] for codings in corpus.values() if name in codings]
        lengths = [span.end - span.start for coding in mine for span in coding]
        rows.append(
            SpanCoder(
                name,
                len(mine),
                len(lengths),
                math.fsum(lengths) / len(lengths) if lengths else math.nan,
                matched[name] / others[name] - 1 if others[name] else math.nan,
                costs[name] / spans[name] if spans[name] else math.nan,
                unmatched[name] / matched[name] if matched[name] else math.nan,
            )
        )
    return rows


def pair_matrix(corpus: SpanCorpus, pairs: Sequence[SpanPair]) -> list[list[float | None]]:
    """The disorder of every two coders over their items; None for the same coder, NaN where they have none together."""
    number = {name: place for place, name in enumerate(corpus.coder_names)}
    costs: Counter[tuple[int, int]] = Counter()
    spans: Counter[tuple[int, int]] = Counter()
    for pair in pairs:
        one, other = sorted(number[coder] for coder in pair.coders)
        costs[one, other] += pair.cost  # type: ignore[assignment]  # a Counter holds any numbers
        spans[one, other] += sum(len(corpus[pair.item][coder]) for coder in pair.coders) / 2  # type: ignore[assignment]

    def cell(one: int, other: int) -> float | None:
        if one == other:
            return None
        key = min(one, other), max(one, other)
        return costs[key] / spans[key] if spans[key] else math.nan

    return [[cell(one, other) for other in range(len(number))] for one in range(len(number))]


@dataclass(frozen=True, slots=True)
class SpanCategory:
    """One category: who marked how many spans of it, and how far coders agree about it; NaN without a value."""

    name: Hashable
    spans: int
    coders: int
    gamma: float
    alpha: float
    coverage: float


def span_categories(corpus: SpanCorpus, found: SpanAgreement) -> list[SpanCategory]:
    """Every category of the study."""
    spans: Counter[Hashable] = Counter()
    coders: dict[Hashable, set[str]] = {}
    for codings in corpus.values():
        for coder, coding in codings.items():
            for span in coding:
                spans[span.category] += 1
                coders.setdefault(span.category, set()).add(coder)
    gammas: Mapping[Hashable, float] = {} if found.gamma is None else found.gamma.per_category
    alphas = {} if found.alpha is None else found.alpha.per_category
    rows = []
    for category in corpus.categories:
        part = alphas.get(category)
        values = (math.nan, math.nan) if part is None else (part.value, part.coverage)
        coverage = math.nan if values[1] is None else values[1]
        rows.append(
            SpanCategory(
                category,
                spans[category],
                len(coders.get(category, ())),
                gammas.get(category, math.nan),
                values[0],
                coverage,
            )
        )
    return rows


def sentences(found: SpanAgreement, kinds: Counter[str], hardest: SpanItem | None) -> Iterator[str]:
    """What a reader should know first, a sentence each."""
    if found.gamma is not None:
        share = found.gamma.observed / found.gamma.expected if found.gamma.expected else math.nan
        yield (
            f"Gamma is {decimal(found.gamma.value)}: the spans of the coders are {decimal(100 * share, 0)}% as "
            "disordered as those of random codings."
        )
    if found.alpha is not None:
        yield (
            f"Unitizing alpha is {decimal(found.alpha.value)}: unit by unit, the coders differ "
            f"{decimal(100 * (1 - found.alpha.value), 0)}% as often as chance would have them."
        )
    if found.gamma is not None and found.alpha is not None:
        yield (
            "The two differ because gamma compares whole spans and forgives ends that lie close together, while alpha "
            "compares every unit, so that long spans and gaps weigh more."
        )
    total = sum(kinds.values())
    if total:
        same, moved, other, alone = (round(100 * kinds[kind] / total) for kind in (SAME, MOVED, OTHER_CATEGORY, ALONE))
        yield (
            f"When the spans of two coders are aligned, {same}% are the same, {moved}% differ in their ends, {other}% "
            f"in their category, and {alone}% are marked by one of them only."
        )
    if hardest is not None:
        value = (
            f"a disorder of {decimal(hardest.disorder)}"
            if not math.isnan(hardest.disorder)
            else f"an alpha of {decimal(hardest.alpha)}"
        )
        yield f"{hardest.name} is the hardest item, with {value}."
