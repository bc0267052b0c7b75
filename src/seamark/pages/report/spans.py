"""The report on spans: gamma and unitizing alpha, items, coders, categories, and the best alignments."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import numpy as np

from seamark.agreement.gamma import Gamma, Progress
from seamark.agreement.sentences import span_sentences
from seamark.agreement.span_alignment import SpanAlignment, UnitaryAlignment, align_spans
from seamark.agreement.unitizing import SpanAgreement, UnitizingAlpha, span_agreement
from seamark.base.errors import InputError
from seamark.base.numbers import counted, decimal
from seamark.charts.boundaries import Marked, marked
from seamark.model.corpus import Corpus
from seamark.model.spans import Span
from seamark.pages.report.parts import (
    MOST_DATA,
    Card,
    CoderPair,
    Heading,
    PairViews,
    explored_items,
    page_parts,
    scale,
)

#: What becomes of spans, in the order in which the page lists it.
KINDS = SAME, MOVED, OTHER_CATEGORY, ALONE = "match", "near", "other", "full"
#: The alignment of all coders of an item, beside those of every two.
EVERYBODY: Final = "all"

_HARDEST, _MOST_CATEGORIES = 3, 200


def span_report(
    corpus: Corpus, ci: float, seed: int, heading: Heading, progress: Progress | None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Everything that the template shows, and what the script of the page works on."""
    found = span_agreement(corpus, ci=ci, rng=seed, progress=progress)
    pairs = list(pairs_of(corpus))
    kinds: Counter[str] = sum((pair.kinds for pair in pairs), Counter())
    items = span_items(corpus, found, pairs)
    by_alpha = all(math.isnan(item.disorder) for item in items)
    hardness = {item.name: -item.alpha if by_alpha else item.disorder for item in items}
    ordered = sorted(items, key=lambda item: (math.isnan(hardness[item.name]), -hardness[item.name]))
    known = [item for item in ordered if item.disorder > 0 or item.alpha < 1]
    data = span_explorer(corpus, [item.name for item in ordered], pairs)
    coders = span_coders(corpus, pairs)
    contents = page_parts(corpus, ordered, data, heading) | {
        "found": found,
        "cards": list(cards(found)),
        "spans": sum(item.spans for item in items),
        "codings": len(corpus.codings),
        "verdicts": list(sentences(found, kinds, known[0] if known else None)),
        "kinds": [(kind, kinds[kind], kinds[kind] / kinds.total()) for kind in KINDS if kinds[kind]],
        "hardest": known[: min(_HARDEST, len(items) // 2)],
        "item_scale": scale(item.disorder for item in items),
        "coders": coders,
        "coder_scale": scale(coder.disorder for coder in coders),
        "views": pair_views(corpus, pairs),
        "categories": sorted(span_categories(corpus, found), key=lambda one: -one.spans)[:_MOST_CATEGORIES],
    }
    return contents, data


def cards(found: SpanAgreement) -> Iterator[Card[Gamma] | Card[UnitizingAlpha]]:
    """A card for each coefficient that has a value."""
    if found.gamma is not None:
        yield Card("gamma", found.gamma, found.gamma.value, found.gamma.interval)
    if found.alpha is not None:
        values = (part.value for part in found.alpha.per_item.values())
        known = tuple(value for value in values if not math.isnan(value))
        yield Card("unitizing alpha", found.alpha, found.alpha.value, found.alpha.interval, known)


# ------------------------------------------------------------------------ what becomes of the spans of every two coders


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
    def of(cls, corpus: Corpus, item: str, one: str, other: str) -> SpanPair:
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


def pairs_of(corpus: Corpus) -> Iterator[SpanPair]:
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
    stretches: tuple[Marked, ...]

    @property
    def in_words(self) -> str:
        """What its coders marked."""
        return (
            f"{counted(self.coders, 'coder')} marked {counted(self.spans, 'span')}. Over all pairs of coders, "
            f"{counted(self.kinds[SAME], 'span')} are the same, {self.kinds[MOVED]:,} differ in their ends, "
            f"{self.kinds[OTHER_CATEGORY]:,} in their category, and {self.kinds[ALONE]:,} have no partner."
        )


def span_items(corpus: Corpus, found: SpanAgreement, pairs: Sequence[SpanPair]) -> list[SpanItem]:
    """Every item, in the order of the corpus."""
    kinds: dict[str, Counter[str]] = {item: Counter() for item in corpus}
    for pair in pairs:
        kinds[pair.item] += pair.kinds
    stretches: dict[str, list[Marked]] = {item: [] for item in corpus}
    for stretch in marked(corpus):
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


@dataclass(frozen=True, slots=True)
class SpanCoder:
    """One coder compared with the others.

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


def span_coders(corpus: Corpus, pairs: Sequence[SpanPair]) -> list[SpanCoder]:
    """Every coder, in the order of the corpus."""
    sums = {name: np.zeros(5) for name in corpus.coder_names}
    for pair in pairs:
        sizes = [len(corpus[pair.item][coder]) for coder in pair.coders]
        for side, coder in enumerate(pair.coders):
            sums[coder] += (pair.cost, sum(sizes) / 2, pair.alone[side], sizes[side], sizes[1 - side])
    rows = []
    for name, (cost, spans, alone, own, others) in ((name, of_coder.tolist()) for name, of_coder in sums.items()):
        mine = [codings[name] for codings in corpus.values() if name in codings]
        lengths = [span.end - span.start for coding in mine for span in coding]
        rows.append(
            SpanCoder(
                name,
                len(mine),
                len(lengths),
                math.fsum(lengths) / len(lengths) if lengths else math.nan,
                own / others - 1 if others else math.nan,
                cost / spans if spans else math.nan,
                alone / own if own else math.nan,
            )
        )
    return rows


def pair_views(corpus: Corpus, pairs: Sequence[SpanPair]) -> PairViews:
    """The disorder of every two coders over the items of both."""
    sums: dict[tuple[str, str], list[float]] = {}
    for pair in pairs:
        size = sum(len(corpus[pair.item][coder]) for coder in pair.coders) / 2
        key = pair.coders if pair.coders in sums else pair.coders[::-1]
        cost, spans, items = sums.get(key, (0.0, 0.0, 0))
        sums[key] = [cost + pair.cost, spans + size, items + 1]
    rows = [
        CoderPair(*coders, int(items), cost / spans if spans else math.nan)
        for coders, (cost, spans, items) in sums.items()
    ]
    return PairViews.of(corpus.coder_names, rows, "descending")


@dataclass(frozen=True, slots=True)
class SpanCategory:
    """One category: who marked how many spans of it, and how far coders agree about it; NaN without a value."""

    name: Hashable
    spans: int
    coders: int
    gamma: float
    alpha: float
    coverage: float


def span_categories(corpus: Corpus, found: SpanAgreement) -> list[SpanCategory]:
    """Every category of the study."""
    marked = [
        (span.category, coder) for codings in corpus.values() for coder, coding in codings.items() for span in coding
    ]
    spans, coders = Counter(category for category, _ in marked), Counter(category for category, _ in set(marked))
    gammas: Mapping[Hashable, float] = {} if found.gamma is None else found.gamma.per_category
    alphas = {} if found.alpha is None else found.alpha.per_category
    rows = []
    for category in corpus.types:
        part = alphas.get(category)
        alpha, coverage = (math.nan, None) if part is None else (part.value, part.coverage)
        gamma = gammas.get(category, math.nan)
        covered = math.nan if coverage is None else coverage
        rows.append(SpanCategory(category, spans[category], coders[category], gamma, alpha, covered))
    return rows


def sentences(found: SpanAgreement, kinds: Counter[str], hardest: SpanItem | None) -> Iterator[str]:
    """What a reader should know first, a sentence each."""
    yield from span_sentences(found)
    total = sum(kinds.values())
    if total:
        same, moved, other, alone = (round(100 * kinds[kind] / total) for kind in (SAME, MOVED, OTHER_CATEGORY, ALONE))
        yield (
            f"When the spans of two coders are aligned, {same} % are the same, {moved} % differ in their ends, "
            f"{other} % in their category, and {alone} % are marked by one of them only."
        )
    if hardest is not None:
        value = (
            f"a disorder of {decimal(hardest.disorder)}"
            if not math.isnan(hardest.disorder)
            else f"an alpha of {decimal(hardest.alpha)}"
        )
        yield f"{hardest.name} is the hardest item, with {value}."


# ---------------------------- the data of the explorer: what coders marked, and which spans mean the same, in few bytes


def span_explorer(
    corpus: Corpus, order: Sequence[str], pairs: Sequence[SpanPair], *, most_data: int = MOST_DATA
) -> dict[str, Any]:
    """What the script shows of the items, in the given order as far as there is room."""
    numbers = {name: number for number, name in enumerate(corpus.coder_names)}
    by_item: dict[str, list[SpanPair]] = {item: [] for item in corpus}
    for pair in pairs:
        by_item[pair.item].append(pair)
    held = explored_items(corpus, order, lambda item: _item(corpus, item, numbers, by_item[item]), most_data)
    return {
        "coders": list(corpus.coder_names),
        "categories": ["" if category is None else str(category) for category in corpus.types],
        "items": list(held.values()),
        "first": list(held).index(order[0]) if order else 0,
    }


def _item(corpus: Corpus, item: str, numbers: Mapping[str, int], pairs: Sequence[SpanPair]) -> dict[str, Any]:
    codings = corpus[item]
    category = {label: code for code, label in enumerate(corpus.types)}
    aligned = {",".join(str(numbers[coder]) for coder in pair.coders): pair.alignment for pair in pairs}
    if len(codings) > 2 and (everybody := _everybody(corpus, item)) is not None:
        aligned = {EVERYBODY: everybody, **aligned}
    spans_of = {coder: tuple(spans) for coder, spans in codings.items()}
    return {
        "name": item,
        "length": corpus.lengths[item],
        "spans": {
            str(numbers[coder]): [[span.start, span.end, category[span.category]] for span in spans]
            for coder, spans in codings.items()
        },
        "alignments": {key: _sets(found, spans_of, numbers) for key, found in aligned.items()},
    }


def _everybody(corpus: Corpus, item: str) -> SpanAlignment | None:
    """The alignment of all coders; None where it cannot be had, which the page says beside gamma."""
    try:
        return align_spans(corpus[item])
    except InputError:
        return None


def _sets(found: SpanAlignment, spans_of: Mapping[str, tuple[Span, ...]], numbers: Mapping[str, int]) -> list[Any]:
    """The disorder, then for every set its kind, its cost, and the coders with the place of their span."""
    # Spans that are the same take their places one after the other.
    places: dict[tuple[str, Span], list[int]] = {}
    for coder in found.unitary[0].spans if found.unitary else ():
        for place, span in enumerate(spans_of[coder]):
            places.setdefault((coder, span), []).append(place)
    rows = [
        [
            kind_of(one),
            round(one.cost, 8),
            *([numbers[coder], places[coder, span].pop(0)] for coder, span in one.spans.items() if span is not None),
        ]
        for one in found.unitary
    ]
    return [round(found.disorder, 8), *rows]
