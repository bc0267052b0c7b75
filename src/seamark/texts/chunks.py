"""Chunk strings of a splitter, placed in the text that was split."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from seamark.checks import finite_number, items_of, shown, string_of
from seamark.choices import one_of
from seamark.errors import OPTION, InputError
from seamark.model.segmentation import Segmentation
from seamark.texts.chunk_search import ChunkSearch, LostInk
from seamark.texts.ink import Ink, UnitEdges, cut_text, ink_of, joined_units
from seamark.texts.placement import Lost, Placement
from seamark.texts.units import CUTS

#: Characters of the reference and of a chunk that a message shows.
_SHOWN = 60


def place_chunks(
    text_or_units: str | Sequence[str], chunks: Iterable[Any], *, unit: str = "character", max_lost: float = 0.0
) -> Placement:
    """Place the chunks that a splitter made of a text, and say where it cut the text.

    White space, typographic quotes, dashes and ligatures may differ, chunks may overlap, parts of the text may be in no
    chunk, and a chunk may begin with headers that stand earlier in the text. A boundary is where a chunk ends and the
    next one goes on: text that overlaps belongs to the earlier chunk, text that no chunk has to the later one. At white
    space the boundary lies after it.

    Parameters
    ----------
    text_or_units
        The text that was split, or its units (sentences, words), such as ``corpus.texts[item]``.
    chunks
        The chunks in their order: strings, or objects with a string ``page_content`` (LangChain) or ``text``
        (LlamaIndex, chonkie).
    unit
        Between which units of a text boundaries lie: ``"character"``, ``"token"``, ``"sentence"``, ``"line"`` or
        ``"paragraph"``. A boundary within a unit moves to the nearer edge, and is counted in ``moved``. Units that are
        given serve as they are.
    max_lost
        The share of the chunks' characters that may be missing from the text.

    Returns
    -------
    Placement

    Raises
    ------
    InputError
        When more than ``max_lost`` is lost: the message names the first such place, and what stands there.

    Examples
    --------
    >>> text = "It rained. Nobody came.  We waited. Then we left."
    >>> placed = place_chunks(text, ["It rained. Nobody came.", "Nobody came. We waited.", "Then we left."])
    >>> placed.segmentation.positions, placed.spans
    ((25, 36), ((0, 23), (11, 35), (36, 49)))
    >>> print(place_chunks(text, ["It rained. Nobody", "came. We waited. Then we left."], unit="sentence"))
    2 of 2 chunks placed, 1 boundaries between 4 units; 1 boundaries moved to the edge of a unit
    """
    text, ink, edges = _reference(text_or_units, unit)
    given = [_chunk_text(chunk, number) for number, chunk in enumerate(items_of(chunks, "chunks", "a list of strings"))]
    allowed = finite_number(max_lost, "max_lost", lambda share: 0 <= share <= 1, "a share from 0 to 1")
    if not given:
        raise InputError("chunks are empty; expected at least one chunk")
    units = None if text_or_units is text else edges
    most = allowed * sum(len(ink_of(chunk)) for chunk in given)
    search = ChunkSearch(ink)
    for number, chunk in enumerate(given):
        search.place(number, chunk)
        if search.missing > most:
            first = _lost(text, ink, search.lost[0], given, units)
            raise InputError(
                f"chunk {first.chunk + 1} of {len(given)}: {first.text[:_SHOWN]!r} is not in the text, which reads "
                f"{first.near!r} there ({'character' if units is None else 'unit'} {first.position}); more than the "
                f"allowed share of the chunks is lost, {OPTION} is {allowed:g}",
                option="max_lost",
            )
    lost = tuple(_lost(text, ink, piece, given, units) for piece in search.lost)
    return _placement(text_or_units, ink, edges, search.spans(), lost)


def _reference(text_or_units: object, unit: str) -> tuple[str, Ink, UnitEdges]:
    one_of(unit, "unit", ("character", *CUTS))
    if isinstance(text_or_units, str):
        ink, edges = cut_text(text_or_units, unit)
        text = text_or_units
    else:
        units = list(items_of(text_or_units, "text_or_units", "a text, or its units as a list of strings"))
        if unit != "character":
            raise InputError(f"unit is {unit!r}, but units are given; expected a text to cut into units")
        text, ink, edges = joined_units([string_of(one, "a unit") for one in units])
    if edges.mass < 1:
        raise InputError("the text is empty; expected at least one unit")
    return text, ink, edges


def _chunk_text(chunk: object, number: int) -> str:
    for found in (chunk, getattr(chunk, "page_content", None), getattr(chunk, "text", None)):
        if isinstance(found, str):
            return found
    raise InputError(f"chunk {number + 1} is {shown(chunk)}; expected a string, or an object with one")


def _placement(
    given: object, ink: Ink, edges: UnitEdges, spans: Sequence[tuple[int, int] | None], lost: tuple[Lost, ...]
) -> Placement:
    placed = [span for span in spans if span is not None]
    cuts = np.unique(np.array([end for _, end in placed[:-1]], dtype=np.int64))
    cuts = cuts[cuts < len(ink)]
    overlapping = covered = reached = 0
    for start, end in placed:
        overlapping += max(0, min(reached, end) - start)
        covered += max(0, end - max(start, reached))
        reached = max(reached, end)
    if isinstance(given, str):
        positions = edges.nearest(cuts) if edges.mass < len(given) else ink.places[cuts]
        where = [None if span is None else _characters(ink, span) for span in spans]
    else:
        positions = edges.nearest(cuts)
        where = [None if span is None else _units(edges, span) for span in spans]
    positions = np.unique(positions)
    return Placement(
        segmentation=Segmentation.from_positions(
            positions[(positions > 0) & (positions < edges.mass)].tolist(), edges.mass
        ),
        spans=tuple(where),
        overlap=overlapping / max(1, overlapping + covered),
        uncovered=1 - covered / len(ink) if len(ink) else 0.0,
        moved=int(np.count_nonzero(~np.isin(cuts, edges.edges))),
        lost=lost,
    )


def _characters(ink: Ink, span: tuple[int, int]) -> tuple[int, int]:
    return int(ink.places[span[0]]), int(ink.places[span[1] - 1]) + 1


def _units(edges: UnitEdges, span: tuple[int, int]) -> tuple[int, int]:
    """The units that a span reaches into."""
    first, last = np.searchsorted(edges.edges, (span[0], span[1] - 1), side="right").tolist()
    return first - 1, last


def _lost(text: str, ink: Ink, piece: LostInk, chunks: Sequence[str], edges: UnitEdges | None) -> Lost:
    places = Ink.of(chunks[piece.chunk]).places
    start, stop = int(places[piece.start]), int(places[piece.stop - 1]) + 1
    at = int(ink.places[piece.at]) if piece.at < len(ink) else len(text)
    position = at if edges is None else int(np.searchsorted(edges.edges, piece.at, side="right")) - 1
    return Lost(piece.chunk, chunks[piece.chunk][start:stop], position, text[at : at + min(stop - start, _SHOWN)])
