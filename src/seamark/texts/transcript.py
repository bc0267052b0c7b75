"""Segments of a transcript whose words differ from the reference, placed in the reference by aligning words."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from seamark.base.checks import items_of, shown, string_of
from seamark.base.errors import InputError
from seamark.base.extras import gc_paused, require
from seamark.kernels.columns import Int64Array
from seamark.model.segmentation import Segmentation
from seamark.texts.chunks import Doubt, Lost, Placement
from seamark.texts.normalise import UnitEdges

#: Words of a run that, where both texts have it once, is taken for the same place.
_RUN = 3
_WORD = re.compile(r"\w+(?:['.\-]\w+)*")


@gc_paused()
def place_transcript(reference_units: Sequence[str], hypothesis_segments: Iterable[str | Sequence[str]]) -> Placement:
    """Locate the segments of a transcript in a reference with nearly the same words.

    Words are compared without case and punctuation, and aligned by the fewest insertions, deletions and replacements;
    every boundary of the transcript is then put between the neighbouring words of the reference. Where they
    differ, ``doubtful`` says between which positions the boundary lies.

    Parameters
    ----------
    reference_units
        The units of the reference between which boundaries lie: words, or sentences, lines, turns.
    hypothesis_segments
        The segments in their order, each a text or a list of words.

    Returns
    -------
    Placement
        Spans are in units. ``lost`` holds segments of which no word is in the reference.

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
    edges = UnitEdges(np.cumsum([0, *map(len, unit_words)], dtype=np.int64))
    numbers: dict[str, int] = {}
    reference = _numbered((word for words in unit_words for word in words), numbers)
    hypothesis = _numbered((word for words in segments for word in words), numbers)
    for words, what in ((reference, "the reference"), (hypothesis, "the transcript")):
        if not words.size:
            raise InputError(f"{what} has no words")
    same, paired = _aligned(reference, hypothesis, fuzzy.Levenshtein)
    if not (same >= 0).any():
        raise InputError("the transcript has no word in common with the reference")
    return _placement(units, edges, segments, same, paired)


def _words(text: object) -> list[str]:
    """Words as they are compared."""
    parts = [text] if isinstance(text, str) else items_of(text, "a segment", "a text, or a list of words")
    found = []
    for part in parts:
        if not isinstance(part, str):
            raise InputError(f"a word is {shown(part)}; expected a string")
        plain = part if part.isascii() else unicodedata.normalize("NFKC", part).replace("’", "'")
        found += _WORD.findall(plain.casefold())
    return found


def _numbered(words: Iterable[str], numbers: dict[str, int]) -> Int64Array:
    return np.fromiter((numbers.setdefault(word, len(numbers)) for word in words), dtype=np.int64)


def _placement(
    units: Sequence[str], edges: UnitEdges, segments: Sequence[Sequence[str]], same: Int64Array, paired: Int64Array
) -> Placement:
    words = int(edges.edges[-1])
    ends = np.cumsum([len(segment) for segment in segments], dtype=np.int64)
    earliest, latest = _around(same, ends, words)
    low, high = _around(paired, ends, words)
    at = (low + high) // 2
    positions = edges.nearest(at)
    inner = slice(0, len(ends) - 1)
    first, last = edges.before(earliest), edges.behind(latest)
    doubtful = tuple(
        Doubt(number, int(positions[number]), int(first[number]), int(last[number]))
        for number in range(len(ends) - 1)
        if earliest[number] < latest[number]
    )
    places = [0, *positions[inner].tolist(), edges.mass]
    lost = []
    for number, (segment, end) in enumerate(zip(segments, ends.tolist(), strict=True)):
        if segment and not (same[end - len(segment) : end] >= 0).any():
            near = units[places[number]] if places[number] < edges.mass else ""
            lost.append(Lost(number, " ".join(segment), places[number], near))
    cuts = np.unique(positions[inner])
    return Placement(
        segmentation=Segmentation.from_positions(cuts[(cuts > 0) & (cuts < edges.mass)].tolist(), edges.mass),
        spans=tuple(pairwise(places)),
        overlap=0.0,
        uncovered=1 - np.count_nonzero(paired >= 0) / words,
        moved=int(np.count_nonzero(~np.isin(at[inner], edges.edges))),
        lost=tuple(lost),
        doubtful=doubtful,
    )


def _around(partner: Int64Array, ends: Int64Array, words: int) -> tuple[Int64Array, Int64Array]:
    """For each place in the transcript behind which word of the reference it lies at least, and before which."""
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
