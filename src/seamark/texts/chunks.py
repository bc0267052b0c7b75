"""Chunk strings of a splitter, placed in the text that was split."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from seamark.checks import finite_number, items_of, shown, string_of
from seamark.choices import one_of
from seamark.errors import OPTION, InputError
from seamark.model.segmentation import Segmentation
from seamark.texts.ink import Ink, UnitEdges, cut_text, ink_of, joined_units
from seamark.texts.placement import Lost, Placement
from seamark.texts.units import CUTS

#: Characters between two chunks that are searched in any case; farther away is searched only for a chunk that is not
#: there.
_NEAR = 64
#: How many places are remembered for a chunk that stands in several.
_MOST_PLACES = 32
#: Characters that must agree for a part of a changed chunk to be taken as found.
_SEED = 12
#: Characters of the reference and of a chunk that a message shows.
_SHOWN = 60


def place_chunks(
    text_or_units: str | Sequence[str], chunks: Iterable[Any], *, unit: str = "character", max_lost: float = 0.0
) -> Placement:
    """Place the chunks that a splitter made of a text, and say where it cut the text.

    White space, typographic quotes, dashes and ligatures may differ, chunks may overlap, parts of the text may be in no
    chunk, and a chunk may begin with headers that stand earlier in the text. A boundary is where a chunk ends and the
    next one goes on: text that overlaps belongs to the earlier chunk, text that no chunk has to the later one. At white
    space the boundary lies behind it.

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
    search = _Search(ink)
    for number, chunk in enumerate(given):
        search.place(number, chunk)
    spans = search.spans()
    lost = tuple(_lost(text, ink, piece, given, edges if text_or_units is not text else None) for piece in search.lost)
    total = search.characters
    missing = sum(piece.stop - piece.start for piece in search.lost)
    if missing > allowed * total:
        first = lost[0]
        raise InputError(
            f"chunk {first.chunk + 1} of {len(given)}: {first.text[:_SHOWN]!r} is not in the text, which reads "
            f"{first.near!r} there ({'character' if text_or_units is text else 'unit'} {first.position}); "
            f"{missing / total:.2%} of the chunks' characters are lost, {OPTION} is {allowed:g}",
            option="max_lost",
        )
    return _placement(text_or_units, ink, edges, spans, lost)


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


def _lost(text: str, ink: Ink, piece: _LostInk, chunks: Sequence[str], edges: UnitEdges | None) -> Lost:
    places = Ink.of(chunks[piece.chunk]).places
    start, stop = int(places[piece.start]), int(places[piece.stop - 1]) + 1
    at = int(ink.places[piece.at]) if piece.at < len(ink) else len(text)
    position = at if edges is None else int(np.searchsorted(edges.edges, piece.at, side="right")) - 1
    return Lost(piece.chunk, chunks[piece.chunk][start:stop], position, text[at : at + min(stop - start, _SHOWN)])


class _LostInk(NamedTuple):
    """A stretch of a chunk's ink that is not in the reference, and where in the ink of the reference it would be."""

    chunk: int
    start: int
    stop: int
    at: int


@dataclass(frozen=True, slots=True)
class _Place:
    """A place where a chunk may lie, and the best way to place all chunks before it.

    ``gap`` is how much text lies between chunks on this way, ``overlap`` how much they share.
    """

    start: int
    end: int
    gap: int = 0
    overlap: int = 0
    number: int = -1
    before: _Place | None = None

    def followed_by(self, start: int, end: int, number: int) -> _Place:
        gap, overlap = max(0, start - self.end), max(0, self.end - start)
        return _Place(start, end, self.gap + gap, self.overlap + overlap, number, self)

    @property
    def cost(self) -> tuple[int, int]:
        return self.gap, self.overlap


@dataclass(slots=True)
class _Search:
    """Places chunks one after the other.

    A chunk may stand in the text several times. All places near the chunk before it are remembered, each with the way
    that leaves the least text out; which one it was shows when the last chunk is placed.
    """

    ink: Ink
    ends: list[_Place] = field(default_factory=lambda: [_Place(-1, 0)])
    lost: list[_LostInk] = field(default_factory=list)
    characters: int = 0
    _count: int = 0

    def place(self, number: int, chunk: str) -> None:
        """Place the next chunk; what is not in the text is added to ``lost``."""
        self._count = number + 1
        ink = ink_of(chunk)
        self.characters += len(ink)
        if not ink:
            return
        found = self._exact(ink, number) or self._changed(Ink.of(chunk), chunk, number)
        if found:
            self.ends = sorted(found, key=lambda place: place.cost)[:_MOST_PLACES]
        else:
            self.lost.append(_LostInk(number, 0, len(ink), min(place.end for place in self.ends)))

    def spans(self) -> list[tuple[int, int] | None]:
        """Where each chunk lies in the ink, on the way that leaves the least text out."""
        spans: list[tuple[int, int] | None] = [None] * self._count
        place: _Place | None = min(self.ends, key=lambda last: (last.gap + len(self.ink) - last.end, last.overlap))
        while place is not None and place.number >= 0:
            spans[place.number] = (place.start, place.end)
            place = place.before
        return spans

    def _exact(self, chunk: str, number: int) -> list[_Place]:
        text = self.ink.text
        low = min(place.start for place in self.ends) + 1
        high = max(place.end for place in self.ends) + _NEAR + 2 * len(chunk)
        adjacent = {place.end for place in self.ends if text.startswith(chunk, place.end)}
        near = self._at(adjacent.union(_occurrences(text, chunk, low, high)), len(chunk), number)
        # Nothing is searched far away while there is a place nearby: the whole text would be gone through every time.
        return near or self._at(_occurrences(text, chunk, low, len(text)), len(chunk), number)

    def _at(self, starts: Iterable[int], length: int, number: int) -> list[_Place]:
        """The best way to each of the places."""
        found = []
        for start in starts:
            end = start + length
            ways = [one.followed_by(start, end, number) for one in self.ends if one.start < start and one.end <= end]
            if ways:
                found.append(min(ways, key=lambda place: place.cost))
        return found

    def _changed(self, ink: Ink, chunk: str, number: int) -> list[_Place]:
        """The place of a chunk of which only parts are in the text: headers before it, or words that were changed."""
        best = min(self.ends, key=lambda place: place.cost)
        blocks = _core(self._blocks(ink.text, best))
        found = sum(block.length for block in blocks)
        if not blocks or 2 * found < len(ink) - self._repeated(chunk, ink, blocks[0]):
            return []
        start, end = blocks[0].at, blocks[-1].at + blocks[-1].length
        if start <= best.start or end < best.end:
            return []
        reached = self._repeated(chunk, ink, blocks[0])
        at = start
        for block in (*blocks, _Block(len(ink), end, 0)):
            if block.place > reached:
                self.lost.append(_LostInk(number, reached, block.place, at))
            reached, at = block.place + block.length, block.at + block.length
        return [best.followed_by(start, end, number)]

    def _repeated(self, chunk: str, ink: Ink, first: _Block) -> int:
        """How much of what stands before the first block is headers: whole lines that the text has further up."""
        if not first.place:
            return 0
        header = chunk[: int(ink.places[first.place])]
        above = self.ink.text[: first.at]
        return first.place if all(ink_of(line) in above for line in header.splitlines()) else 0

    def _blocks(self, chunk: str, best: _Place) -> list[_Block]:
        """Parts of the chunk that stand in the text, in order."""
        text = self.ink.text
        low, high = best.start + 1, best.end + _NEAR + 2 * len(chunk)
        seed = min(_SEED, len(chunk))
        seeds = [chunk[place : place + seed] for place in range(0, len(chunk) - seed + 1, max(1, len(chunk) // 8))]
        if not any(text.find(part, low, high) >= 0 for part in seeds):
            found = next((at for part in seeds if (at := text.find(part, low)) >= 0), low)
            low, high = max(low, found - len(chunk)), found + 2 * len(chunk)
        return _common_blocks(chunk, text, (0, len(chunk)), (low, min(high, len(text))))


class _Block(NamedTuple):
    """A stretch that a chunk, from ``place`` on, and the text, from ``at`` on, have in common."""

    place: int
    at: int
    length: int


def _common_blocks(chunk: str, text: str, part: tuple[int, int], stretch: tuple[int, int]) -> list[_Block]:
    """What a part of the chunk and a stretch of the text have in common: the longest block, then those on its sides."""
    seed = min(_SEED, len(chunk))
    best = _Block(part[0], stretch[0], 0)
    place = part[0]
    while place + seed <= part[1]:
        at = text.find(chunk[place : place + seed], *stretch)
        if at >= 0:
            back = _common(chunk[part[0] : place][::-1], text[max(stretch[0], at - place) : at][::-1])
            ahead = _common(chunk[place : part[1]], text[at : min(stretch[1], at + part[1] - place)])
            best = max(best, _Block(place - back, at - back, back + ahead), key=lambda block: block.length)
            place += ahead
        place += 1
    if not best.length:
        return []
    return [
        *_common_blocks(chunk, text, (part[0], best.place), (stretch[0], best.at)),
        best,
        *_common_blocks(chunk, text, (best.place + best.length, part[1]), (best.at + best.length, stretch[1])),
    ]


def _core(blocks: Sequence[_Block]) -> list[_Block]:
    """The longest block, and those around it that lie about as far away in the text as in the chunk."""
    if not blocks:
        return []
    middle = max(range(len(blocks)), key=lambda number: blocks[number].length)
    first = last = middle
    while first > 0 and _follows(blocks[first - 1], blocks[first]):
        first -= 1
    while last + 1 < len(blocks) and _follows(blocks[last], blocks[last + 1]):
        last += 1
    return list(blocks[first : last + 1])


def _follows(one: _Block, other: _Block) -> bool:
    between, in_text = other.place - one.place - one.length, other.at - one.at - one.length
    return in_text <= 2 * between + _SEED


def _occurrences(text: str, part: str, low: int, high: int) -> list[int]:
    """Where a part stands in a stretch of a text: the first places, for a text may repeat itself without end."""
    found: list[int] = []
    at = text.find(part, low, high)
    while at >= 0 and len(found) < _MOST_PLACES:
        found.append(at)
        at = text.find(part, at + 1, high)
    return found


def _common(one: str, other: str) -> int:
    """How many characters two strings begin with in common."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one.startswith(other[:middle]):
            low = middle
        else:
            high = middle - 1
    return low
