"""Strings placed in a reference text: the chunks of a splitter, and segments of a transcript with other words."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import numpy as np

from seamark.base.checks import finite_number, items_of, one_of, shown, string_of
from seamark.base.errors import OPTION, InputError
from seamark.base.extras import gc_paused, require
from seamark.base.numbers import percent
from seamark.base.results import ResultRecord
from seamark.kernels.columns import Int64Array
from seamark.model.segmentation import Segmentation
from seamark.texts.units import CUTS

_ALIKE = {**dict.fromkeys("“”„‟«»″", '"'), **dict.fromkeys("‘’‚‛‹›′`´", "'"), **dict.fromkeys("‐‑‒–—―−", "-")}
#: Categories of characters that nobody sees: control, format (soft hyphens, byte order marks) and white space.
_UNSEEN = ("Cc", "Cf", "Zs", "Zl", "Zp")


class _Written(dict[int, str]):
    """Every character as it is compared: decomposed, with plain quotes and dashes; nothing for white space."""

    def __missing__(self, code: int) -> str:
        letters = unicodedata.normalize("NFKD", _ALIKE.get(chr(code), chr(code)))
        seen = (letter for letter in letters if unicodedata.category(letter) not in _UNSEEN)
        self[code] = "".join(_ALIKE.get(letter, letter) for letter in seen)
        return self[code]


#: Filled as characters are met; what a character becomes never changes.
_WRITTEN = _Written()


def normalised(text: str) -> str:
    """The characters of a text that can be compared.

    Examples
    --------
    >>> normalised("“So\u00a0… so”")
    '"So...so"'
    """
    return text.translate(_WRITTEN)


@dataclass(frozen=True, slots=True)
class NormalisedText:
    """The characters of a text that can be compared, and for each of them its place in that text."""

    text: str
    places: Int64Array

    @classmethod
    def of(cls, text: str) -> NormalisedText:
        """Normalise a text.

        Examples
        --------
        >>> NormalisedText.of("a … b").places.tolist()
        [0, 2, 2, 2, 4]
        """
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        distinct, number = np.unique(codes, return_inverse=True)
        lengths = np.array([len(_WRITTEN[code]) for code in distinct.tolist()], dtype=np.int64)
        return cls(normalised(text), np.repeat(np.arange(codes.size), lengths[number]))


@dataclass(frozen=True, slots=True)
class _Reference:
    """A text, itself normalised, and where its units end in that; units that are given become one text.

    Attributes
    ----------
    edges
        0, then for every unit the number of normalised characters up to its end.
    in_units
        Whether units were given: places are told in units then, else in characters.
    """

    text: str
    plain: NormalisedText
    edges: Int64Array
    in_units: bool

    @classmethod
    def of(cls, given: str | Sequence[str], unit: str) -> _Reference:
        """The reference that a text makes, or its units."""
        if isinstance(given, str):
            text = given
            ends = range(1, len(text) + 1) if unit == "character" else [end for _, end in CUTS[unit](text)]
        else:
            text = "\n".join(given)
            ends = [end - 1 for end in accumulate(len(one) + 1 for one in given)]
        plain = NormalisedText.of(text)
        edges = np.searchsorted(plain.places, np.array([0, *ends], dtype=np.int64))
        return cls(text, plain, edges, not isinstance(given, str))

    def character(self, at: int) -> int:
        """The place in the text of a normalised character."""
        return int(self.plain.places[at]) if at < len(self.plain.text) else len(self.text)

    def place(self, at: int) -> int:
        """The same for messages: the character, or the unit in which it is."""
        return int(np.searchsorted(self.edges, at, side="right")) - 1 if self.in_units else self.character(at)


def _nearest(edges: Int64Array, parts: Int64Array) -> Int64Array:
    """For each place between two parts the nearest place between two units; the earlier one in the middle.

    The edges of units are counted in parts. Units without any part, such as empty lines, belong to what is before them.
    """
    before = np.searchsorted(edges, parts, side="right") - 1
    behind = edges[np.minimum(before + 1, edges.size - 1)]
    after = np.searchsorted(edges, behind, side="right") - 1
    return np.where(parts - edges[before] <= behind - parts, before, after)


# ------------------------------------------ Chunk strings of a splitter, and what placing strings in a text gives


#: Characters between two chunks that are searched in any case; farther away is searched only for a chunk that is not
#: there, and only until the text was gone through so many times.
_NEAR, _MOST_READINGS = 64, 200
#: How many places are kept for a chunk that occurs in several.
_MOST_PLACES = 32
#: Characters that must agree for a part of a changed chunk to be taken as found, and at how many places of a chunk
#: this is tried.
_SEED, _MOST_SEEDS = 12, 2000


@dataclass(frozen=True, slots=True)
class _Place:
    """A place where a chunk may lie, and the best way to place all chunks before it.

    ``gap`` is how much text is between chunks on this way, ``overlap`` how much they share.
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

    def allows(self, start: int, end: int) -> bool:
        """Whether the next chunk may lie there: no edge of a chunk goes back, and one of them goes on."""
        return start >= self.start and end >= self.end and (start, end) != (self.start, self.end)

    @property
    def cost(self) -> tuple[int, int]:
        return self.gap, self.overlap


@dataclass(slots=True)
class ChunkSearch:
    """Places chunks one after the other.

    A chunk may occur in the text several times. All places near the chunk before it are kept, each with the way
    that leaves the least text out; which one it was shows when the last chunk is placed.
    """

    reference: _Reference
    chunks: Sequence[str]
    lost: list[Lost] = field(default_factory=list)
    #: How many characters of the chunks so far are lost.
    missing: int = 0
    _ends: list[_Place] = field(default_factory=lambda: [_Place(0, 0)])
    #: How many characters were gone through far away from where a chunk should be.
    _far: int = 0

    def place(self, number: int) -> None:
        """Place the next chunk, which has this number; what is not in the text is added to ``lost``."""
        plain = normalised(self.chunks[number])
        if not plain:
            return
        found = self._exact(plain, number) or self._changed(NormalisedText.of(self.chunks[number]), number)
        if found:
            self._ends = sorted(found, key=lambda place: place.cost)[:_MOST_PLACES]
        else:
            self._lose(number, 0, len(plain), min(place.end for place in self._ends))

    def spans(self) -> list[tuple[int, int] | None]:
        """Where each chunk is in the reference, on the way that leaves the least text out."""
        spans: list[tuple[int, int] | None] = [None] * len(self.chunks)
        place: _Place | None = min(self._ends, key=lambda last: (last.gap - last.end, last.overlap))
        while place is not None and place.number >= 0:
            spans[place.number] = (place.start, place.end)
            place = place.before
        return spans

    def _lose(self, number: int, start: int, stop: int, at: int) -> None:
        """Note a stretch of a chunk, given in normalised characters, that should be at a place of the reference."""
        chunk, reference = self.chunks[number], self.reference
        places = NormalisedText.of(chunk).places
        said = chunk[places[start] : places[stop - 1] + 1]
        there = reference.character(at)
        near = reference.text[there : there + min(len(said), _SHOWN)]
        self.lost.append(Lost(number, said, reference.place(at), near))
        self.missing += stop - start

    def _exact(self, chunk: str, number: int) -> list[_Place]:
        text = self.reference.plain.text
        low = min(place.start for place in self._ends)
        high = max(place.end for place in self._ends) + _NEAR + 2 * len(chunk)
        adjacent = {place.end for place in self._ends if text.startswith(chunk, place.end)}
        near = self._at(adjacent.union(_occurrences(text, chunk, low, high)), len(chunk), number)
        return near or self._at([found] if (found := self._found_far(chunk, low)) >= 0 else [], len(chunk), number)

    def _found_far(self, part: str, low: int) -> int:
        """The place of a part after a position; -1 also when the text was searched too often."""
        text = self.reference.plain.text
        if self._far > _MOST_READINGS * len(text):
            return -1
        found = text.find(part, low)
        self._far += (len(text) if found < 0 else found) - low
        return found

    def _at(self, starts: Iterable[int], length: int, number: int) -> list[_Place]:
        """The best way to each of the places."""
        found = []
        for start in starts:
            end = start + length
            ways = [one.followed_by(start, end, number) for one in self._ends if one.allows(start, end)]
            if ways:
                found.append(min(ways, key=lambda place: place.cost))
        return found

    def _changed(self, plain: NormalisedText, number: int) -> list[_Place]:
        """The place of a chunk of which only parts are in the text: headers before it, or words that were changed."""
        best = min(self._ends, key=lambda place: place.cost)
        blocks = _core(self._blocks(plain.text, best))
        if not blocks:
            return []
        reached = self._repeated(self.chunks[number], plain, blocks[0])
        start, end = blocks[0].at, blocks[-1].at + blocks[-1].length
        if 2 * sum(block.length for block in blocks) < len(plain.text) - reached or not best.allows(start, end):
            return []
        at = start
        for block in (*blocks, _TextBlock(len(plain.text), end, 0)):
            if block.place > reached:
                self._lose(number, reached, block.place, at)
            reached, at = block.place + block.length, block.at + block.length
        return [best.followed_by(start, end, number)]

    def _repeated(self, chunk: str, plain: NormalisedText, first: _TextBlock) -> int:
        """How much of what is before the first block is headers: whole lines that the text has there or above."""
        text, end = self.reference.plain.text, first.at + first.length
        header = chunk[: int(plain.places[first.place])].splitlines()
        return first.place if all(text.find(normalised(line), 0, end) >= 0 for line in header) else 0

    def _blocks(self, chunk: str, best: _Place) -> list[_TextBlock]:
        """Parts of the chunk that occur in the text, in order."""
        text = self.reference.plain.text
        low, high = best.start, best.end + _NEAR + 2 * len(chunk)
        seed = min(_SEED, len(chunk))
        seeds = [chunk[place : place + seed] for place in range(0, len(chunk) - seed + 1, max(1, len(chunk) // 8))]
        if not any(text.find(part, low, high) >= 0 for part in seeds):
            found = next((at for part in seeds if (at := self._found_far(part, low)) >= 0), low)
            low, high = max(low, found - len(chunk)), found + 2 * len(chunk)
        return _common_blocks(chunk, text, (low, min(high, len(text))))


class _TextBlock(NamedTuple):
    """A stretch that a chunk, from ``place`` on, and the text, from ``at`` on, have in common."""

    place: int
    at: int
    length: int


def _common_blocks(chunk: str, text: str, stretch: tuple[int, int]) -> list[_TextBlock]:
    """What a chunk and a stretch of the text have in common: the longest block, then those on its sides, in order."""
    found = []
    rest = [((0, len(chunk)), stretch)]
    while rest:
        part, stretch = rest.pop()
        place, at, length = best = _longest_block(chunk, text, part, stretch)
        if length:
            found.append(best)
            rest += [((part[0], place), (stretch[0], at)), ((place + length, part[1]), (at + length, stretch[1]))]
    return sorted(found)


def _longest_block(chunk: str, text: str, part: tuple[int, int], stretch: tuple[int, int]) -> _TextBlock:
    """The longest block of those that begin where a few characters of the part first occur in the stretch."""
    seed = min(_SEED, len(chunk))
    step = 1 + (part[1] - part[0]) // _MOST_SEEDS
    best = _TextBlock(part[0], stretch[0], 0)
    place = part[0]
    while place + seed <= part[1]:
        at = text.find(chunk[place : place + seed], *stretch)
        if at >= 0:
            back = _agreeing(chunk, text, place, at, min(place - part[0], at - stretch[0]), back=True)
            ahead = _agreeing(chunk, text, place, at, min(part[1] - place, stretch[1] - at))
            best = max(best, _TextBlock(place - back, at - back, back + ahead), key=lambda block: block.length)
            place += ahead
        place += step
    return best


def _core(blocks: Sequence[_TextBlock]) -> list[_TextBlock]:
    """The longest block, and those around it that lie about as far away in the text as in the chunk."""
    runs: list[list[_TextBlock]] = []
    for block in blocks:
        if runs and _follows(runs[-1][-1], block):
            runs[-1].append(block)
        else:
            runs.append([block])
    return max(runs, key=lambda run: max(block.length for block in run), default=[])


def _follows(one: _TextBlock, other: _TextBlock) -> bool:
    between, in_text = other.place - one.place - one.length, other.at - one.at - one.length
    return in_text <= 2 * between + _SEED


def _occurrences(text: str, part: str, low: int, high: int) -> list[int]:
    """Where a part occurs in a stretch of a text: the first places, for a text may repeat itself without end."""
    found: list[int] = []
    at = text.find(part, low, high)
    while at >= 0 and len(found) < _MOST_PLACES:
        found.append(at)
        at = text.find(part, at + 1, high)
    return found


def _agreeing(one: str, other: str, place: int, at: int, most: int, *, back: bool = False) -> int:
    """How many characters two strings have in common from two places on, or back from there; at most so many."""
    length, width = 0, _SEED
    while width and length < most:
        width = min(width, most - length)
        a, b = (place - length - width, at - length - width) if back else (place + length, at + length)
        if one[a : a + width] == other[b : b + width]:
            length, width = length + width, 2 * width
        else:
            width //= 2
    return length


class Lost(NamedTuple):
    """A part of a chunk that the reference does not have.

    Attributes
    ----------
    chunk
        The number of the chunk, from 0.
    text
        What was not found.
    position, near
        The character or unit of the reference where it should have been, and what the reference says there.
    """

    chunk: int
    text: str
    position: int
    near: str


class Doubt(NamedTuple):
    """A boundary of a transcript that may lie elsewhere, because the words around it differ from the reference.

    Attributes
    ----------
    chunk
        The segment that ends there, from 0.
    position
        Where the boundary was placed, in units.
    earliest, latest
        The first and the last possible position, in units: the words before and after are those of the reference.
    """

    chunk: int
    position: int
    earliest: int
    latest: int


@dataclass(frozen=True, slots=True)
class Placement(ResultRecord):
    """Chunks of a text, placed in a reference.

    Attributes
    ----------
    segmentation
        The reference, cut where each chunk ends and the next one goes on.
    spans
        Where each chunk is; None for one that was not found. Characters when the reference is a text, else units.
    overlap
        The share of the chunks' text that the chunk before has as well.
    uncovered
        The share of the reference that no chunk has; it is counted to the chunk after it.
    moved
        How many boundaries lay within a unit, and moved to the nearer edge of it.
    lost
        What is in a chunk but not in the reference.
    doubtful
        Boundaries whose place is not certain; only transcripts have them.
    """

    segmentation: Segmentation
    spans: tuple[tuple[int, int] | None, ...]
    overlap: float
    uncovered: float
    moved: int
    lost: tuple[Lost, ...] = ()
    doubtful: tuple[Doubt, ...] = ()

    def rows(self) -> list[dict[str, Any]]:
        """A row for every chunk: where it starts and ends, and how many parts of it were lost."""
        lost = Counter(part.chunk for part in self.lost)
        places = (span or (None, None) for span in self.spans)
        return [{"chunk": n, "start": start, "end": end, "lost": lost[n]} for n, (start, end) in enumerate(places)]

    def __str__(self) -> str:
        found = sum(span is not None for span in self.spans)
        cuts, mass = len(self.segmentation.positions), self.segmentation.mass
        placed = f"{found} of {len(self.spans)} chunks placed, {cuts} boundaries between {mass} units"
        parts = [
            (self.overlap, f"{percent(self.overlap, 1)} overlap"),
            (self.uncovered, f"{percent(self.uncovered, 1)} of the reference in no chunk"),
            (self.moved, f"{self.moved} boundaries moved to the edge of a unit"),
            (len(self.lost), f"{len(self.lost)} parts of chunks not found"),
            (len(self.doubtful), f"{len(self.doubtful)} boundaries in doubt"),
        ]
        return "; ".join([placed, *(text for number, text in parts if number)])


#: Characters of the reference and of a chunk that a message shows.
_SHOWN = 60


def place_chunks(
    text_or_units: str | Sequence[str], chunks: Iterable[Any], *, unit: str = "character", max_lost: float = 0.0
) -> Placement:
    """Locate the chunks of a splitter in a text, and find its boundaries.

    White space, typographic quotes, dashes and ligatures may differ, chunks may overlap, parts of the text may be in no
    chunk, and a chunk may begin with headers from earlier in the text. A boundary is where a chunk ends and the
    next one goes on: text that overlaps belongs to the earlier chunk, text that no chunk has to the later one. At white
    space the boundary is after it.

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
        When more than ``max_lost`` is lost: the message names the first such place, and the text there.

    Examples
    --------
    >>> text = "It rained. Nobody came.  We waited. Then we left."
    >>> placed = place_chunks(text, ["It rained. Nobody came.", "Nobody came. We waited.", "Then we left."])
    >>> placed.segmentation.positions, placed.spans
    ((25, 36), ((0, 23), (11, 35), (36, 49)))
    >>> print(place_chunks(text, ["It rained. Nobody", "came. We waited. Then we left."], unit="sentence"))
    2 of 2 chunks placed, 1 boundaries between 4 units; 1 boundaries moved to the edge of a unit
    """
    one_of(unit, "unit", ("character", *CUTS))
    if not isinstance(text_or_units, str):
        units = items_of(text_or_units, "text_or_units", "a text, or its units as a list of strings")
        text_or_units = [string_of(one, "a unit") for one in units]
        if unit != "character":
            raise InputError(f"unit is {unit!r}, but units are given; expected a text to cut into units")
    reference = _Reference.of(text_or_units, unit)
    if reference.edges.size < 2:
        raise InputError("the text is empty; expected at least one unit")
    given = [_chunk_text(chunk, number) for number, chunk in enumerate(items_of(chunks, "chunks", "a list of strings"))]
    allowed = finite_number(max_lost, "max_lost", lambda share: 0 <= share <= 1, "a share from 0 to 1")
    if not given:
        raise InputError("chunks are empty; expected at least one chunk")
    most = allowed * sum(len(normalised(chunk)) for chunk in given)
    search = ChunkSearch(reference, given)
    for number in range(len(given)):
        search.place(number)
        if search.missing > most:
            first = search.lost[0]
            raise InputError(
                f"chunk {first.chunk + 1} of {len(given)}: {first.text[:_SHOWN]!r} is not in the text, which reads "
                f"{first.near!r} there ({'unit' if reference.in_units else 'character'} {first.position}); more than "
                f"the allowed share of the chunks is lost, {OPTION} is {allowed:g}",
                option="max_lost",
            )
    return _placed_chunks(reference, search)


def _chunk_text(chunk: object, number: int) -> str:
    for found in (chunk, getattr(chunk, "page_content", None), getattr(chunk, "text", None)):
        if isinstance(found, str):
            return found
    raise InputError(f"chunk {number + 1} is {shown(chunk)}; expected a string, or an object with one")


def _placed_chunks(reference: _Reference, search: ChunkSearch) -> Placement:
    """What was placed, in units or in characters of the text."""
    plain, edges, spans = reference.plain, reference.edges, search.spans()
    placed = [span for span in spans if span is not None]
    cuts = np.unique(np.array([end for _, end in placed[:-1]], dtype=np.int64))
    cuts = cuts[cuts < len(plain.text)]
    overlapping = covered = reached = 0
    for start, end in placed:
        overlapping += max(0, min(reached, end) - start)
        covered += max(0, end - max(start, reached))
        reached = max(reached, end)
    mass = edges.size - 1
    # Where characters are units, a cut within one, such as a ligature, is before it.
    by_character = not reference.in_units and mass == len(reference.text)
    positions = np.unique(plain.places[cuts] if by_character else _nearest(edges, cuts))
    positions = positions[(positions > 0) & (positions < mass)]
    return Placement(
        segmentation=Segmentation.from_positions(positions.tolist(), mass),
        spans=tuple(
            None if span is None else (reference.place(span[0]), reference.place(span[1] - 1) + 1) for span in spans
        ),
        overlap=overlapping / max(1, overlapping + covered),
        uncovered=1 - covered / len(plain.text) if plain.text else 0.0,
        moved=int(np.count_nonzero(~np.isin(cuts, edges))),
        lost=tuple(search.lost),
    )


# -------------------- Segments of a transcript whose words differ from the reference, placed by an alignment of words


#: Words of a run that, where both texts have it once, is taken for the same place.
_RUN = 3
_WORD = re.compile(r"\w+(?:['.\-]\w+)*")


@gc_paused()
def place_transcript(reference_units: Sequence[str], hypothesis_segments: Iterable[str | Sequence[str]]) -> Placement:
    """Locate the segments of a transcript in a reference with nearly the same words.

    Words are compared without case and punctuation, and aligned by the fewest insertions, deletions and replacements;
    every boundary of the transcript is then put between the neighbouring words of the reference. Where they
    differ, ``doubtful`` gives the positions between which the boundary is.

    Parameters
    ----------
    reference_units
        The units of the reference between which boundaries lie: words, or sentences, lines, turns.
    hypothesis_segments
        The segments in their order, each a text or a list of words.

    Returns
    -------
    Placement
        Spans are in units. ``lost`` lists segments without any word in the reference.

    Raises
    ------
    InputError
        When one of the two has no words, or they have none in common.

    Examples
    --------
    >>> reference = "well it rained all day and nobody came so we left".split()
    >>> placed = place_transcript(reference, ["It rained all day.", "And no body came", "so we laughed"])
    >>> placed.segmentation.positions
    (5, 8)
    >>> placed.doubtful
    ()
    >>> place_transcript(reference, ["it rained all", "nobody came so we left"]).doubtful
    (Doubt(chunk=0, position=5, earliest=4, latest=6),)
    """
    fuzzy = require("rapidfuzz.distance", package="rapidfuzz", extra="texts", what="aligning transcripts")
    units = [string_of(unit, "a unit of the reference") for unit in items_of(reference_units, "reference_units")]
    segments = list(map(_words, items_of(hypothesis_segments, "hypothesis_segments", "a list of texts")))
    unit_words = list(map(_words, units))
    edges = np.cumsum([0, *map(len, unit_words)], dtype=np.int64)
    numbers: dict[str, int] = {}
    reference = _numbered((word for words in unit_words for word in words), numbers)
    hypothesis = _numbered((word for words in segments for word in words), numbers)
    for words, what in ((reference, "the reference"), (hypothesis, "the transcript")):
        if not words.size:
            raise InputError(f"{what} has no words")
    same, paired = _aligned(reference, hypothesis, fuzzy.Levenshtein)
    if not (same >= 0).any():
        raise InputError("the transcript has no word in common with the reference")
    return _placed_segments(units, edges, segments, same, paired)


def _words(text: object) -> list[str]:
    """Words as they are compared."""
    parts = [text] if isinstance(text, str) else items_of(text, "a segment", "a text, or a list of words")
    found = []
    for part in parts:
        plain = string_of(part, "a word")
        plain = plain if plain.isascii() else unicodedata.normalize("NFKC", plain).replace("’", "'")
        found += _WORD.findall(plain.casefold())
    return found


def _numbered(words: Iterable[str], numbers: dict[str, int]) -> Int64Array:
    return np.fromiter((numbers.setdefault(word, len(numbers)) for word in words), dtype=np.int64)


def _placed_segments(
    units: Sequence[str], edges: Int64Array, segments: Sequence[Sequence[str]], same: Int64Array, paired: Int64Array
) -> Placement:
    words, mass = int(edges[-1]), edges.size - 1
    ends = np.cumsum([len(segment) for segment in segments], dtype=np.int64)
    inner = ends[:-1]
    earliest, latest = _around(same, inner, words)
    low, high = _around(paired, inner, words)
    at = (low + high) // 2
    positions = _nearest(edges, at)
    first, last = np.searchsorted(edges, earliest, side="right") - 1, np.searchsorted(edges, latest)
    ranges = np.stack((positions, first, last), axis=1)
    doubtful = [Doubt(number, *ranges[number].tolist()) for number in np.flatnonzero(earliest < latest).tolist()]
    places = [0, *positions.tolist(), mass]
    lost = []
    for number, (segment, end) in enumerate(zip(segments, ends.tolist(), strict=True)):
        if segment and not (same[end - len(segment) : end] >= 0).any():
            near = units[places[number]] if places[number] < mass else ""
            lost.append(Lost(number, " ".join(segment), places[number], near))
    cuts = np.unique(positions)
    return Placement(
        segmentation=Segmentation.from_positions(cuts[(cuts > 0) & (cuts < mass)].tolist(), mass),
        spans=tuple(pairwise(places)),
        overlap=0.0,
        uncovered=1 - np.count_nonzero(paired >= 0) / words,
        moved=int(np.count_nonzero(~np.isin(at, edges))),
        lost=tuple(lost),
        doubtful=tuple(doubtful),
    )


def _around(partner: Int64Array, ends: Int64Array, words: int) -> tuple[Int64Array, Int64Array]:
    """For each place in the transcript behind which word of the reference it is at least, and before which."""
    behind = np.concatenate(([0], np.maximum.accumulate(partner + 1)))
    before = np.where(partner >= 0, partner, words)
    before = np.concatenate((np.minimum.accumulate(before[::-1])[::-1], [words]))
    return behind[ends], before[ends]


def _aligned(reference: Int64Array, hypothesis: Int64Array, levenshtein: Any) -> tuple[Int64Array, Int64Array]:
    """For every word of the hypothesis the same word of the reference, and the same or the one it replaces; or -1.

    The texts are cut at runs of words that each has once, so that time and memory follow the length of the texts.
    """
    same = np.full(hypothesis.size, -1, dtype=np.int64)
    paired = same.copy()
    done = [0, 0]
    for a, b, length in (*_unique_runs(reference, hypothesis), (reference.size, hypothesis.size, 0)):
        edits = levenshtein.opcodes(reference[done[0] : a].tolist(), hypothesis[done[1] : b].tolist())
        for tag, start, end, there, until in edits:
            if tag in ("equal", "replace"):
                mine, partners = slice(done[1] + there, done[1] + until), np.arange(done[0] + start, done[0] + end)
                paired[mine] = partners
                if tag == "equal":
                    same[mine] = partners
        same[b : b + length] = paired[b : b + length] = np.arange(a, a + length)
        done = [a + length, b + length]
    return same, paired


def _unique_runs(reference: Int64Array, hypothesis: Int64Array) -> Iterator[tuple[int, int, int]]:
    """Stretches that begin with a run of words that each text has once, in the order of both: starts and length."""
    (keys_a, first_a), (keys_b, first_b) = _runs_once(reference), _runs_once(hypothesis)
    _, number_a, number_b = np.intersect1d(keys_a, keys_b, assume_unique=True, return_indices=True)
    pairs = np.stack((first_a[number_a], first_b[number_b]), axis=1)
    pairs = pairs[np.argsort(pairs[:, 0])]
    alike = np.all([reference[pairs[:, 0] + k] == hypothesis[pairs[:, 1] + k] for k in range(_RUN)], axis=0)
    start_a = start_b = length = 0
    for a, b in _ascending(pairs[alike].tolist()):
        if length and a - b == start_a - start_b and a <= start_a + length:
            length = a + _RUN - start_a
        elif a >= start_a + length and b >= start_b + length:  # else it overlaps the stretch on another diagonal
            if length:
                yield start_a, start_b, length
            start_a, start_b, length = a, b, _RUN
    if length:
        yield start_a, start_b, length


def _runs_once(words: Int64Array) -> tuple[Int64Array, Int64Array]:
    """A number for every run of words that occurs once, and its place.

    Runs of different words may share a number, which the caller checks.
    """
    windows = np.lib.stride_tricks.sliding_window_view(words, _RUN) if words.size >= _RUN else np.empty((0, _RUN), int)
    with np.errstate(over="ignore"):
        keys = windows @ np.array([1_000_003**power for power in range(_RUN)], dtype=np.int64)
    distinct, first, count = np.unique(keys, return_index=True, return_counts=True)
    return distinct[count == 1], first[count == 1]


def _ascending(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """As many of the pairs, which ascend in the first number, as ascend in the second, too."""
    tails: list[int] = []
    numbers: list[int] = []
    before = [-1] * len(pairs)
    for number, (_, b) in enumerate(pairs):
        place = bisect_left(tails, b)
        before[number] = numbers[place - 1] if place else -1
        tails[place : place + 1] = [b]
        numbers[place : place + 1] = [number]
    chain = []
    number = numbers[-1] if numbers else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]
