"""The data of the explorer of spans: what coders marked, and which spans mean the same, in few bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from seamark.agreement.span_alignment import SpanAlignment, align_spans
from seamark.errors import InputError
from seamark.model.span_corpus import SpanCorpus
from seamark.model.spans import Span
from seamark.pages.report.explorer import MOST_DATA
from seamark.pages.report.span_study import SpanPair, kind_of

#: The alignment of all coders of an item, beside those of every two.
EVERYBODY: Final = "all"


def span_explorer(
    corpus: SpanCorpus, order: Sequence[str], pairs: Sequence[SpanPair], *, most_data: int = MOST_DATA
) -> dict[str, Any]:
    """What the script shows of the items, in the given order as far as there is room."""
    numbers = {name: number for number, name in enumerate(corpus.coder_names)}
    by_item: dict[str, list[SpanPair]] = {item: [] for item in corpus}
    for pair in pairs:
        by_item[pair.item].append(pair)
    held: dict[str, dict[str, Any]] = {}
    used = 0
    for item in order:
        entry = _item(corpus, item, numbers, by_item[item])
        used += len(json.dumps(entry))
        if held and used > most_data:
            break
        held[item] = entry
    shown = [item for item in corpus if item in held]
    return {
        "coders": list(corpus.coder_names),
        "categories": ["" if category is None else str(category) for category in corpus.categories],
        "items": [held[item] for item in shown],
        "first": shown.index(order[0]) if order else 0,
    }


def _item(corpus: SpanCorpus, item: str, numbers: Mapping[str, int], pairs: Sequence[SpanPair]) -> dict[str, Any]:
    codings = corpus[item]
    category = {label: code for code, label in enumerate(corpus.categories)}
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


def _everybody(corpus: SpanCorpus, item: str) -> SpanAlignment | None:
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
