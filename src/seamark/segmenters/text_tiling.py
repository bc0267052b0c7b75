"""TextTiling on the unit grid of a corpus: the steps of nltk's implementation, each in linear time."""

from __future__ import annotations

import math
import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from seamark.base.checks import count_between, shown
from seamark.base.errors import InputError
from seamark.kernels.columns import FloatArray
from seamark.segmenters.run import require_units

#: English function words in lower case, and what is left of contractions when apostrophes split them.
ENGLISH: frozenset[str] = frozenset(
    """
    a about above across after again against ago ain all almost along already also although always am among an and
    another any anybody anyone anything are aren around as at away back be became because become been before behind
    being below beside besides between beyond both but by came can cannot come could couldn d did didn do does doesn
    doing don done down during each either else enough even ever every everybody everyone everything far few for from
    further get go going gone got had hadn half has hasn have haven having he her here hers herself him himself his how
    however i if in indeed instead into is isn it its itself just know last least less let like little ll m made make
    many may me might mightn mine more most much must mustn my myself near need needn neither never next no nobody none
    nor not nothing now o of off often on once one only onto or other others ought our ours ourselves out over own
    perhaps please quite rather re s said same say says see seem seemed seems several shall shan she should shouldn
    since so some somebody someone something still such t than that the their theirs them themselves then there
    therefore these they thing things think this those though through thus till to together too toward towards two
    under until up upon us used ve very was wasn way we well went were weren what whatever when where whether which
    while who whom whose why will with within without won would wouldn yes yet you your yours yourself yourselves
    """.split()  # noqa: SIM905  # a page of quotation marks is harder to read
)


# --------------------- TextTiling on the unit grid of a corpus: the steps of nltk's implementation, each in linear time


# Two line ends are the end of a paragraph, and ends of paragraphs are the only places of boundaries.
_BETWEEN_UNITS = "\n\n"
_BREAK = re.compile(r"(?:(?<![ \t\r\f\v])[ \t\r\f\v]*+)?\n[ \t\r\f\v]*+\n[ \t\r\f\v]*+")
# A paragraph with fewer characters is joined to the next.
_SHORTEST_PARAGRAPH = 100
# What stands between two words; everything else that is no letter is left out before, and joins what it stood between.
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

    Words are runs of letters of any alphabet; nltk knows the letters a to z only, and gives the same boundaries for
    texts of these. A text too short to compare two blocks of it gets no boundary. Units of fewer than 100 characters
    are joined to their neighbour, so that a boundary never lies right behind one.

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
            Counter(word for word in words[start : start + self.w] if word not in ignored)
            for start in range(0, len(words), self.w)
        ]
        scores = _gap_scores(sentences, self.k)
        if len(scores) < _SMOOTHED:
            return []
        gaps = _deepest(_depths(_smoothed(np.array(scores))))
        ends = {end: place for place, end in enumerate(_ends(lines), start=1)}
        return [ends[cut] for cut in self._cuts(text, gaps, len(scores))]

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
        cuts = {_nearest(breaks, places[gap]) for gap in gaps if gap < len(places) and places[gap] < len(text)}
        return sorted(cuts - {0})


class _Letters(dict[int, int | None]):
    """For ``str.translate``: letters, with the marks that belong to them, and what stands between words."""

    def __missing__(self, code: int) -> int | None:
        character = chr(code)
        kept = character in _BETWEEN_WORDS or unicodedata.category(character)[0] in "LM"
        self[code] = code if kept else None
        return self[code]


_LETTERS = _Letters()


def _gap_scores(sentences: Sequence[Counter[str]], k: int) -> list[float]:
    """For every gap between two pseudo-sentences the cosine of the blocks before and behind it.

    Blocks move on with the gap: every pseudo-sentence enters each of them once, and leaves it once.
    """
    before, behind = _Block(), _Block()
    dot = 0
    scores = []
    gaps = len(sentences) - 1
    for gap in range(gaps):
        size = gap + 1 if gap < k - 1 else gaps - gap if gap > gaps - k else k
        dot += before.move_to(sentences, gap - size + 1, gap + 1, behind)
        dot += behind.move_to(sentences, gap + 1, min(gap + size, gaps) + 1, before)
        squares = float(before.square) * float(behind.square)
        scores.append(float(dot) / math.sqrt(squares) if squares else 0.0)
    return scores


class _Block:
    """Pseudo-sentences next to each other: how often each word occurs in them, and the sum of the squares of that."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.square = 0
        self.first = self.last = 0

    def move_to(self, sentences: Sequence[Counter[str]], first: int, last: int, other: _Block) -> int:
        """Begin at one pseudo-sentence and end before another, both not before where they were.

        Gives by how much the sum of products with another block changes.
        """
        change = 0
        for start, stop, sign in ((self.last, last, 1), (self.first, first, -1)):
            for sentence in sentences[start:stop]:
                for word, times in sentence.items():
                    had = self.counts.get(word, 0)
                    has = self.counts[word] = had + sign * times
                    self.square += has * has - had * had
                    change += sign * times * other.counts.get(word, 0)
        self.first, self.last = first, last
        return change


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
    total = 0.0
    for depth in depths:  # one by one: sum() rounds otherwise from Python 3.12 on
        total += depth
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


def _nearest(breaks: Sequence[int], place: int) -> int:
    """The nearest of ascending numbers; the lower one of two that are as near."""
    after = bisect_left(breaks, place)
    if after == len(breaks):
        return breaks[-1]
    return breaks[after] if after == 0 or breaks[after] - place < place - breaks[after - 1] else breaks[after - 1]


def _ends(lines: Sequence[str]) -> list[int]:
    """Where each unit ends in the text that joins them."""
    return [end - len(_BETWEEN_UNITS) for end in accumulate(len(line) + len(_BETWEEN_UNITS) for line in lines)]
