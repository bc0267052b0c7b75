"""The report on spans: gamma and unitizing alpha, items, coders, categories, and the best alignments."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from statistics import fmean
from typing import Any, Final, NamedTuple

import numpy as np

from seamark.agreement.gamma import Progress, SpanAlignment, UnitaryAlignment, align_spans
from seamark.agreement.unitizing import SpanAgreement, span_agreement
from seamark.base.errors import InputError
from seamark.base.numbers import counted, decimal
from seamark.model.corpus import Corpus
from seamark.model.spans import Span
from seamark.pages.report.parts import (
    Card,
    ItemRow,
    Scale,
    category_rows,
    explored_items,
    marks_of,
    pair_views,
    shares_of,
)

#: What becomes of spans, in the order in which the page lists it.
KINDS = SAME, MOVED, OTHER_CATEGORY, ALONE = "match", "near", "other", "full"
#: The alignment of all coders of an item, beside those of every two.
EVERYBODY: Final = "all"

_HARDEST, _MOST_CATEGORIES = 3, 200


def span_report(
    corpus: Corpus, ci: float, seed: int, progress: Progress | None
) -> tuple[list[ItemRow], dict[str, Any], dict[str, Any]]:
    """The items from the hardest, what the template shows, and what the script works on."""
    found = span_agreement(corpus, ci=ci, rng=seed, progress=progress)
    pairs = list(pairs_of(corpus))
    items = span_items(corpus, found, pairs)
    kinds: Counter[str] = sum((item.found["kinds"] for item in items), Counter())
    by_alpha = all(math.isnan(item.value) for item in items)
    if by_alpha:
        items = [replace(item, value=item.found["alpha"]) for item in items]
    ordered = sorted(items, key=lambda item: (math.isnan(item.value), item.value if by_alpha else -item.value))
    known = [item for item in ordered if item.found["disorder"] > 0 or item.found["alpha"] < 1]
    data = span_explorer(corpus, [item.name for item in ordered], pairs)
    coders = span_coders(corpus, pairs)
    contents = {
        "found": found,
        "levels": list(cards(found)),
        "spans": sum(item.found["spans"] for item in items),
        "verdicts": list(sentences(found, kinds, known[0] if known else None, by_alpha)),
        "kinds": shares_of({kind: kinds[kind] for kind in KINDS}),
        "hardest": known[: min(_HARDEST, len(items) // 2)],
        "item_scale": Scale.around(item.found["disorder"] for item in items),
        "coders": coders,
        "coder_scale": Scale.around(coder["disorder"] for coder in coders),
        "views": span_pairs(pairs),
        "categories": sorted(span_categories(corpus, found), key=lambda one: -one["number"])[:_MOST_CATEGORIES],
    }
    return ordered, contents, data


def cards(found: SpanAgreement) -> Iterator[Card]:
    """A card for each coefficient that has a value."""
    if found.gamma is not None:
        yield Card("gamma", found.gamma, found.gamma.value, found.gamma.interval)
    if found.alpha is not None:
        items = [part.value for part in found.alpha.per_item.values() if not math.isnan(part.value)]
        yield Card("unitizing alpha", found.alpha, found.alpha.value, found.alpha.interval, items)


# ------------------------------------------------------------------------ what becomes of the spans of every two coders


def kind_of(one: UnitaryAlignment) -> str:
    """What a set of aligned spans is: one span alone, of several categories, all the same, or not quite."""
    spans = [span for span in one.spans.values() if span is not None]
    if len(spans) == 1:
        return ALONE
    if len({span.category for span in spans}) > 1:
        return OTHER_CATEGORY
    return SAME if len(set(spans)) == 1 and len(spans) == len(one.spans) else MOVED


class SpanPair(NamedTuple):
    """Two coders on one item, and the best alignment of their spans."""

    item: str
    coders: tuple[str, str]
    alignment: SpanAlignment

    @property
    def kinds(self) -> Counter[str]:
        """What becomes of the spans."""
        return Counter(map(kind_of, self.alignment.unitary))

    @property
    def cost(self) -> float:
        """The sum of the costs of its sets."""
        return math.fsum(one.cost for one in self.alignment.unitary)

    def spans(self, coder: str, kind: str | None = None) -> int:
        """The number of spans of one of the two, all or those of a kind."""
        sets = (one for one in self.alignment.unitary if kind in (None, kind_of(one)))
        return sum(one.spans[coder] is not None for one in sets)

    @property
    def size(self) -> float:
        """The mean number of spans of the two."""
        return sum(map(self.spans, self.coders)) / 2


def pairs_of(corpus: Corpus) -> Iterator[SpanPair]:
    """Every two coders of every item."""
    for item, codings in corpus.items():
        for one, other in combinations(codings, 2):
            yield SpanPair(item, (one, other), align_spans({one: codings[one], other: codings[other]}))


def span_items(corpus: Corpus, found: SpanAgreement, pairs: Sequence[SpanPair]) -> list[ItemRow]:
    """Every item, in the order of the corpus; its value is the disorder of the best alignment of all its coders.

    ``found`` also holds unitizing alpha of the item; both are NaN where they are undefined.
    """
    kinds: dict[str, Counter[str]] = {item: Counter() for item in corpus}
    for pair in pairs:
        kinds[pair.item] += pair.kinds
    marks, rows = marks_of(corpus), []
    for number, (item, codings) in enumerate(corpus.items()):
        of_item, spans = kinds[item], sum(map(len, codings.values()))
        in_words = (
            f"{counted(len(codings), 'coder')} marked {counted(spans, 'span')}. Over all pairs of coders, "
            f"{counted(of_item[SAME], 'span')} are the same, {of_item[MOVED]:,} differ in their ends, "
            f"{of_item[OTHER_CATEGORY]:,} in their category, and {of_item[ALONE]:,} have no partner."
        )
        gamma = None if found.gamma is None else found.gamma.per_item.get(item)
        alpha = None if found.alpha is None else found.alpha.per_item.get(item)
        facts: dict[str, Any] = {
            "disorder": math.nan if gamma is None else gamma.disorder,
            "alpha": math.nan if alpha is None else alpha.value,
            "spans": spans,
            "kinds": of_item,
        }
        length, value = corpus.lengths[item], facts["disorder"]
        rows.append(ItemRow(number, item, length, len(codings), value, marks[item], in_words, facts))
    return rows


def span_coders(corpus: Corpus, pairs: Sequence[SpanPair]) -> list[dict[str, Any]]:
    """Every coder beside the others, in the order of the corpus.

    ``disorder`` is that of the alignments with each of the others; ``alone`` the share of the spans that have no
    partner in them.
    """
    sums = {name: np.zeros(4) for name in corpus.coder_names}
    for pair in pairs:
        for coder in pair.coders:
            sums[coder] += (pair.cost, pair.size, pair.spans(coder, ALONE), pair.spans(coder))
    rows = []
    for name, (cost, spans, alone, own) in ((name, of_coder.tolist()) for name, of_coder in sums.items()):
        mine = [span for codings in corpus.values() if name in codings for span in codings[name]]
        rows.append(
            {
                "name": name,
                "spans": len(mine),
                "length": fmean(span.end - span.start for span in mine) if mine else math.nan,
                "disorder": cost / spans if spans else math.nan,
                "alone": alone / own if own else math.nan,
            }
        )
    return rows


def span_pairs(pairs: Sequence[SpanPair]) -> dict[str, Any]:
    """The disorder of every two coders over the items of both."""
    sums = {pair.coders: np.zeros(3) for pair in pairs}
    for pair in pairs:
        sums[pair.coders] += (pair.cost, pair.size, 1)
    totals = ((coders, total.tolist()) for coders, total in sums.items())
    rows = [(*coders, int(items), cost / size if size else math.nan) for coders, (cost, size, items) in totals]
    return pair_views(rows, high_is_alike=False)


def span_categories(corpus: Corpus, found: SpanAgreement) -> list[dict[str, Any]]:
    """Every category of the study, and how far coders agree about it; NaN without a value."""
    gammas: Mapping[Hashable, float] = {} if found.gamma is None else found.gamma.per_category
    alphas = {} if found.alpha is None else found.alpha.per_category
    rows = category_rows(corpus)
    for row in rows:
        part = alphas.get(row["name"])
        covered = None if part is None else part.coverage
        row["gamma"] = gammas.get(row["name"], math.nan)
        row["alpha"] = math.nan if part is None else part.value
        row["coverage"] = math.nan if covered is None else covered
    return rows


def sentences(found: SpanAgreement, kinds: Counter[str], hardest: ItemRow | None, by_alpha: bool) -> Iterator[str]:
    """The main results, one sentence each."""
    yield from found.answer()[1:]
    total = kinds.total()
    if total:
        same, moved, other, alone = (round(100 * kinds[kind] / total) for kind in KINDS)
        yield (
            f"When the spans of two coders are aligned, {same} % are the same, {moved} % differ in their ends, "
            f"{other} % in their category, and {alone} % are marked by one of them only."
        )
    if hardest is not None:
        value = f"{'an alpha' if by_alpha else 'a disorder'} of {decimal(hardest.value)}"
        yield f"{hardest.name} is the hardest item, with {value}."


# ---------------------------- the data of the explorer: what coders marked, and which spans mean the same, in few bytes


def span_explorer(corpus: Corpus, order: Sequence[str], pairs: Sequence[SpanPair]) -> dict[str, Any]:
    """What the script shows of the items, in the given order as far as there is room."""
    numbers = {name: number for number, name in enumerate(corpus.coder_names)}
    by_item: dict[str, list[SpanPair]] = {item: [] for item in corpus}
    for pair in pairs:
        by_item[pair.item].append(pair)
    held = explored_items(corpus, order, lambda item: _item(corpus, item, numbers, by_item[item]))
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
    if len(codings) > 2:
        with suppress(InputError):  # the page says beside gamma why it cannot be had
            aligned = {EVERYBODY: align_spans(codings), **aligned}
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
