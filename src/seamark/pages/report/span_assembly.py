"""From a corpus of spans to one HTML file that needs nothing else."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from seamark.agreement.gamma import Progress
from seamark.agreement.span_agreement import span_agreement
from seamark.model.span_corpus import SpanCorpus
from seamark.pages.page import page_html
from seamark.pages.report.axis import scale, ticks
from seamark.pages.report.provenance import Provenance
from seamark.pages.report.span_cards import cards
from seamark.pages.report.span_explorer import span_explorer
from seamark.pages.report.span_study import (
    hardest_first,
    pair_matrix,
    pairs_of,
    sentences,
    span_categories,
    span_coders,
    span_items,
)

#: More rows than this make a page that nobody scrolls through: the hardest items are shown, and the page says so.
_MOST_STRIPS: Final = 120
_MOST_ROWS: Final = 1_000
_MOST_CATEGORIES: Final = 200
_HARDEST: Final = 3
#: A matrix of more coders is wider than any screen.
_LARGEST_MATRIX: Final = 40


def span_report_html(
    corpus: SpanCorpus,
    *,
    ci: float,
    seed: int,
    title: str | None,
    source: Provenance | None,
    progress: Progress | None,
) -> str:
    """The page of ``write_report`` on a corpus of spans."""
    found = span_agreement(corpus, ci=ci, rng=seed, progress=progress)
    pairs = list(pairs_of(corpus))
    kinds: Counter[str] = sum((pair.kinds for pair in pairs), Counter())
    items = span_items(corpus, found, pairs)
    ordered = hardest_first(items)
    strips = {item.number for item in ordered[:_MOST_STRIPS]}
    known = [item for item in ordered if item.disorder > 0 or item.alpha < 1]
    resolution = None if source is None else source.seconds
    data = {**span_explorer(corpus, [item.name for item in ordered], pairs), "resolution": resolution}
    coders = span_coders(corpus, pairs)
    named = corpus.metadata.get("title")
    contents: dict[str, Any] = {
        "title": title or (named if isinstance(named, str) and named.strip() else "How far the coders agree"),
        "corpus": corpus,
        "found": found,
        "cards": list(cards(found)),
        "spans": sum(item.spans for item in items),
        "codings": len(corpus.codings),
        "verdicts": list(sentences(found, kinds, known[0] if known else None)),
        "kinds": [(kind, number, number / kinds.total()) for kind, number in _in_order(kinds)],
        "hardest": known[: min(_HARDEST, len(items) // 2)],
        "items": ordered[:_MOST_ROWS],
        "strips": [item for item in items if item.number in strips],
        "ticks": ticks(max(item.length for item in ordered[:_MOST_STRIPS]), resolution),
        "item_scale": scale(item.disorder for item in items),
        "coders": coders,
        "coder_scale": scale(coder.disorder for coder in coders),
        "matrix": pair_matrix(corpus, pairs) if len(coders) <= _LARGEST_MATRIX else [],
        "categories": sorted(span_categories(corpus, found), key=lambda one: -one.spans)[:_MOST_CATEGORIES],
        "explored": {entry["name"]: place for place, entry in enumerate(data["items"])},
        "provenance": [] if source is None else list(source.lines()),
        "files": "CORPUS" if source is None else source.typed,
        "resolution": resolution,
    }
    return page_html("report", contents, data=data, what="a report", name="spans")


def _in_order(kinds: Counter[str]) -> list[tuple[str, int]]:
    return [(kind, kinds[kind]) for kind in ("match", "near", "other", "full") if kinds[kind]]
