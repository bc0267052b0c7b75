"""Running a segmenter over texts, and the ready ones: separators, chunks of a fixed size, TextTiling."""

from __future__ import annotations

import math
import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from pathlib import Path
from typing import Literal, TypeAlias, TypeGuard, get_args

import numpy as np

from seamark.base.checks import by_name, count_between, is_text, items_of, one_of, shown, string_of, whole_number
from seamark.base.errors import InputError
from seamark.kernels.columns import FloatArray
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation

#: Takes the texts of the units of one item; gives boundaries, each as the number of units before it.
Segmenter: TypeAlias = Callable[[Sequence[str]], Iterable[int]]


def segment_texts(
    texts: Corpus | Mapping[str, Sequence[str]],
    segmenter: Segmenter,
    *,
    coder: str = "segmenter",
    boundary_type: Hashable | None = None,
    progress: Callable[[str], None] | None = None,
) -> Corpus:
    """Run a segmenter over texts; its boundaries become codings on the same units.

    Parameters
    ----------
    texts
        The units of every item; or a ``Corpus`` with texts, whose codings are ignored.
    segmenter
        Called with the units of one item, it gives the places of its boundaries: 3 is a boundary between the third and
        the fourth unit. ``TextTiling``, ``Chunks`` and ``Separators`` are ready to use.
    coder
        The name of the segmenter as a coder.
    boundary_type
        The type of its boundaries; by default the only one that the corpus has, or the default type.
    progress
        Called with the name of each item when it is done.

    Returns
    -------
    Corpus
        One coder, and the texts.

    Raises
    ------
    InputError
        When an item has no units, or the segmenter places a boundary where none can be; the message names the item.

    Examples
    --------
    >>> corpus = segment_texts({"poem": ["In Xanadu", "did Kubla Khan", "a stately"]}, lambda units: [2], coder="mine")
    >>> corpus["poem"]["mine"].masses
    (2, 1)
    """
    if not callable(segmenter):
        raise InputError(f"segmenter is {shown(segmenter)}; expected a callable, such as Chunks(10)")
    if progress is not None and not callable(progress):
        raise InputError(f"progress is {shown(progress)}; expected a callable")
    string_of(coder, "coder")
    label = _boundary_type(texts, boundary_type)
    codings: dict[str, dict[str, Segmentation]] = {}
    units_of = texts_of(texts)
    for item, units in units_of.items():
        codings[item] = {coder: _segmented(item, units, segmenter, label)}
        if progress is not None:
            progress(item)
    return Corpus(codings, texts=units_of)


def is_texts(value: object) -> TypeGuard[Sequence[str]]:
    """Whether something is a sequence of strings, and not a single one."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        return False
    return all(isinstance(text, str) and is_text(text) for text in value)


def require_units(units: object) -> None:
    """Refuse what is not the texts of units, which every segmenter takes."""
    if not is_texts(units):
        raise InputError(f"units are {shown(units)}; expected a list of strings, one per unit")


def texts_of(texts: Corpus | Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """The units of every item, checked."""
    if isinstance(texts, Corpus):
        missing = [item for item in texts if item not in texts.texts]
        if missing:
            raise InputError(f"item {missing[0]!r} has no text; expected the texts of all items")
        return dict(texts.texts)
    known = by_name(texts, "texts", "the units of every item, or a Corpus with texts")
    if not known:
        raise InputError("there are no texts; expected at least one item")
    for item, units in known.items():
        if not (is_texts(units) and units):
            raise InputError(f"item {item!r}: the text is {shown(units)}; expected a list of strings, one per unit")
    return {item: tuple(units) for item, units in known.items()}


def _boundary_type(texts: Corpus | Mapping[str, Sequence[str]], given: Hashable | None) -> Hashable:
    if given is not None or not isinstance(texts, Corpus) or texts.kind != "boundaries":
        return DEFAULT_TYPE if given is None else given
    if len(texts.types) > 1:
        known = ", ".join(repr(label) for label in texts.types)
        raise InputError(f"the corpus has boundaries of types {known}; choose one with boundary_type")
    return texts.types[0] if texts.types else DEFAULT_TYPE


def _segmented(item: str, units: tuple[str, ...], segmenter: Segmenter, label: Hashable) -> Segmentation:
    try:
        places = items_of(segmenter(units), "the boundaries of the segmenter", "their places")
        positions = sorted({whole_number(place, "a boundary of the segmenter") for place in places})
        return Segmentation.from_positions(positions, len(units), [label] * len(positions))
    except InputError as error:
        raise InputError(f"item {item!r}: {error}") from None
    except Exception as error:
        # The error comes from the caller's code: it is kept as it is, and the item is added.
        error.add_note(f"while segmenting item {item!r}")
        raise


# ------------ Separators, coarse ones before fine ones, until every piece is small enough; and chunks of a fixed size


_COARSE_TO_FINE = ("\n\n", "\n", ". ", " ", "")
#: Two line ends are the end of a paragraph, and every unit is one.
_BETWEEN_UNITS = "\n\n"

Stretch = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Separators:
    """A segmenter that splits the text at the coarsest separator and joins neighbouring pieces up to a size.

    A piece that is too long is split at the next finer separator. This is how retrieval frameworks cut documents into
    chunks. They cut anywhere; here every cut moves to the nearest place between two units.

    Attributes
    ----------
    size
        The largest number of characters of a chunk.
    separators
        From coarse to fine. An empty one cuts between any two characters.

    Examples
    --------
    >>> Separators(20)(["A first paragraph.", "Short.", "And short.", "One more paragraph."])
    [1, 3]
    """

    size: int = 1000
    separators: tuple[str, ...] = _COARSE_TO_FINE

    def __post_init__(self) -> None:
        count_between(self.size, "size", 1, 2**62)
        if not (is_texts(self.separators) and self.separators):
            raise InputError(f"separators are {shown(self.separators)}; expected strings, such as ('. ', ' ')")

    def __call__(self, units: Sequence[str]) -> list[int]:
        """The boundaries between chunks."""
        require_units(units)
        text = _BETWEEN_UNITS.join(units)
        cuts = [start for start, _ in self._chunks(text, 0, len(text), self.separators)][1:]
        return nearest_places(cuts, [len(unit) for unit in units])

    def _chunks(self, text: str, start: int, end: int, separators: Sequence[str]) -> Iterator[Stretch]:
        """Chunks of a stretch of the text."""
        if end - start <= self.size or not separators:
            yield start, end
            return
        separator, finer = separators[0], separators[1:]
        if not separator:
            for edge in range(start, end, self.size):
                yield edge, min(edge + self.size, end)
            return
        open_from = start
        for piece_start, piece_end in _pieces(text, start, end, separator):
            if piece_end - open_from <= self.size:
                continue
            if piece_start > open_from:
                yield open_from, piece_start
            open_from = piece_start
            if piece_end - piece_start > self.size:
                yield from self._chunks(text, piece_start, piece_end, finer)
                open_from = piece_end
        if open_from < end:
            yield open_from, end


def _pieces(text: str, start: int, end: int, separator: str) -> Iterator[Stretch]:
    """A stretch of the text, split behind every separator."""
    while start < end:
        found = text.find(separator, start, end)
        stop = end if found < 0 else found + len(separator)
        yield start, stop
        start = stop


def nearest_places(cuts: Iterable[int], lengths: Sequence[int]) -> list[int]:
    """Cuts in a text, as numbers of characters before them, moved to the nearest place between two units.

    Units have these lengths, and two characters are between them. Every place is given once; a cut that is nearest to
    the start or the end of the text is left out.

    Examples
    --------
    >>> nearest_places([1, 8, 11, 33], lengths=[10, 10, 10])
    [1]
    """
    edges = [0, *accumulate(length + len(_BETWEEN_UNITS) for length in lengths)]
    edges[-1] -= len(_BETWEEN_UNITS)
    return sorted({_nearest(edges, cut) for cut in cuts} - {0, len(lengths)})


def _nearest(places: Sequence[int], wanted: int) -> int:
    """Which of ascending places is the nearest; the lower one of two that are as near."""
    after = bisect_left(places, wanted)
    if after == len(places):
        return after - 1
    return after if after == 0 or places[after] - wanted < wanted - places[after - 1] else after - 1


#: What a size counts.
Measure: TypeAlias = Literal["units", "words", "characters"]


@dataclass(frozen=True, slots=True)
class Chunks:
    """A segmenter that puts whole units into a chunk until the next one would exceed the size.

    Attributes
    ----------
    size
        The largest size of a chunk; a single unit that is larger becomes a chunk by itself.
    by
        What is counted: ``"units"``, ``"words"`` or ``"characters"``.

    Examples
    --------
    >>> Chunks(2)(["a", "b", "c", "d", "e"])
    [2, 4]
    >>> Chunks(5, by="words")(["one two three", "four five", "six seven eight"])
    [2]
    """

    size: int
    by: Measure = "units"

    def __post_init__(self) -> None:
        count_between(self.size, "size", 1, 2**62)
        one_of(self.by, "by", get_args(Measure))

    def __call__(self, units: Sequence[str]) -> list[int]:
        """The boundaries between chunks."""
        require_units(units)
        boundaries: list[int] = []
        filled = 0
        for place, amount in enumerate(map(self._amount, units)):
            if place and filled + amount > self.size:
                boundaries.append(place)
                filled = 0
            filled += amount
        return boundaries

    def _amount(self, unit: str) -> int:
        if self.by == "units":
            return 1
        return len(unit) if self.by == "characters" else len(re.findall(r"\w+", unit))


# -------- TextTiling on the unit grid of a corpus: the steps of nltk's implementation, in time linear in text times k


#: English function words in lower case, and what is left of contractions when apostrophes split them.
ENGLISH: frozenset[str] = frozenset(Path(__file__).with_name("english.txt").read_text(encoding="utf-8").split())

_BREAK = re.compile(r"(?:(?<![ \t\r\f\v])[ \t\r\f\v]*+)?\n[ \t\r\f\v]*+\n[ \t\r\f\v]*+")
# A paragraph with fewer characters is joined to the next.
_SHORTEST_PARAGRAPH = 100
# The characters between two words; other characters that are not letters are removed before.
_BETWEEN_WORDS = "-' \n\t"
_WORD = re.compile(rf"[^{_BETWEEN_WORDS}]+")
# The words of the text as it is, by which gaps between pseudo-sentences are found again.
_SPACED = re.compile(r"[^ \t\n]+")
# Scores are means of so many gaps.
_SMOOTHED = 3
# Two boundaries lie at least so many pseudo-sentences apart.
_APART = 4


@dataclass(frozen=True, slots=True)
class TextTiling:
    """A segmenter that cuts where the vocabulary changes (Hearst 1997), with the numbers of nltk's implementation.

    Words are runs of letters of any alphabet; nltk reads the letters a to z only, and gives the same boundaries for
    texts of these. A text too short to compare two blocks of it gets no boundary. Units of fewer than 100 characters
    are joined to their neighbour, so that there is never a boundary right after one.

    Attributes
    ----------
    w
        Words per pseudo-sentence.
    k
        Pseudo-sentences per block.
    stop_words
        Words that say nothing about the topic, in lower case; English ones by default.

    References
    ----------
    Hearst 1997.
    """

    w: int = 20
    k: int = 10
    stop_words: Collection[str] = ENGLISH

    def __post_init__(self) -> None:
        for name, value in (("w", self.w), ("k", self.k)):
            count_between(value, name, 1, 2**31)
        words = self.stop_words
        if isinstance(words, str) or not isinstance(words, Collection) or not all(isinstance(w, str) for w in words):
            raise InputError(f"stop_words are {shown(words)}; expected a collection of words")

    def __call__(self, units: Sequence[str]) -> list[int]:
        """The boundaries between topics."""
        require_units(units)
        # White space inside a unit must not look like the end of a paragraph.
        lines = [" ".join(unit.split()) for unit in units]
        text = _BETWEEN_UNITS.join(lines)
        letters = text.lower().translate(_LETTERS)
        words = _WORD.findall(letters)
        if not words:
            raise InputError("the text has no letters; TextTiling compares words")
        if not any(found.start() >= _SHORTEST_PARAGRAPH for found in _BREAK.finditer(letters)):
            return []
        ignored = frozenset(self.stop_words)
        sentences = [
            [word for word in words[start : start + self.w] if word not in ignored]
            for start in range(0, len(words), self.w)
        ]
        scores = _gap_scores(sentences, self.k)
        if len(scores) < _SMOOTHED:
            return []
        gaps = _deepest(_depths(_smoothed(np.array(scores))))
        behind = accumulate(len(line) + len(_BETWEEN_UNITS) for line in lines)
        place_of = {end - len(_BETWEEN_UNITS): place for place, end in enumerate(behind, start=1)}
        return [place_of[cut] for cut in self._cuts(text, gaps, len(scores))]

    def _cuts(self, text: str, gaps: Iterable[int], number: int) -> list[int]:
        """The ends of paragraphs that are nearest to these of so many gaps between pseudo-sentences."""
        breaks = _paragraph_breaks(text)
        # A word is counted with the white space behind it, and a gap found there, or right behind the gap before.
        counted = [found.end() + 1 for found in _SPACED.finditer(text) if found.end() < len(text)]
        places: list[int] = []
        for gap in range(number):
            words = max(gap * self.w, self.w)
            if words >= len(counted):
                break
            places.append(max(counted[words], places[-1] + 1 if places else 0))
        cuts = {breaks[_nearest(breaks, places[gap])] for gap in gaps if gap < len(places) and places[gap] < len(text)}
        return sorted(cuts - {0})


class _Letters(dict[int, int | None]):
    """For ``str.translate``: letters, with the marks that belong to them, and what is between words."""

    def __missing__(self, code: int) -> int | None:
        character = chr(code)
        kept = character in _BETWEEN_WORDS or unicodedata.category(character)[0] in "LM"
        self[code] = code if kept else None
        return self[code]


_LETTERS = _Letters()


def _gap_scores(sentences: Sequence[Sequence[str]], k: int) -> list[float]:
    """For every gap between two pseudo-sentences the cosine of the blocks before and behind it."""
    scores = []
    gaps = len(sentences) - 1
    for gap in range(gaps):
        size = gap + 1 if gap < k - 1 else gaps - gap if gap > gaps - k else k
        blocks = sentences[gap - size + 1 : gap + 1], sentences[gap + 1 : min(gap + size, gaps) + 1]
        before, behind = (Counter(chain.from_iterable(block)) for block in blocks)
        dot = sum(times * behind[word] for word, times in before.items())
        squares = math.prod(float(sum(times * times for times in block.values())) for block in (before, behind))
        scores.append(float(dot) / math.sqrt(squares) if squares else 0.0)
    return scores


def _smoothed(scores: FloatArray) -> FloatArray:
    """Every score as the mean of its neighbours and itself; both ends are mirrored."""
    mirrored = np.r_[2 * scores[0] - scores[_SMOOTHED:1:-1], scores, 2 * scores[-1] - scores[-1:-_SMOOTHED:-1]]
    means = np.convolve(np.ones(_SMOOTHED) / _SMOOTHED, mirrored, mode="same")
    return means[_SMOOTHED - 1 : 1 - _SMOOTHED]


def _depths(scores: FloatArray) -> list[float]:
    """How far the peaks on both sides rise above each score; 0 near both ends."""
    values = scores.tolist()
    edge = min(max(len(values) // 10, 2), 5)
    peaks = []
    for ordered in (values, values[::-1]):
        climbed: list[float] = []
        for place, score in enumerate(ordered):
            climbed.append(climbed[-1] if place and ordered[place - 1] >= score else score)
        peaks.append(climbed)
    depths = [left + right - 2 * score for left, right, score in zip(peaks[0], peaks[1][::-1], values, strict=True)]
    inside = range(edge, len(values) - edge)
    return [depth if place in inside else 0.0 for place, depth in enumerate(depths)]


def _deepest(depths: Sequence[float]) -> list[int]:
    """The gaps that are deep enough, the deepest first; none next to another."""
    total = float(np.cumsum(depths)[-1])  # one by one: sum() rounds otherwise from Python 3.12 on
    cutoff = total / len(depths) - float(np.std(depths)) / 2.0
    chosen: set[int] = set()
    for depth, gap in sorted(zip(depths, range(len(depths)), strict=True), reverse=True):
        if depth <= cutoff:
            break
        if chosen.isdisjoint(range(gap - _APART + 1, gap + _APART)):
            chosen.add(gap)
    return sorted(chosen)


def _paragraph_breaks(text: str) -> list[int]:
    """Where paragraphs end that are long enough, behind the beginning of the text."""
    breaks = [0]
    for found in _BREAK.finditer(text):
        if found.start() - breaks[-1] >= _SHORTEST_PARAGRAPH:
            breaks.append(found.start())
    return breaks
