"""One call on two short segmentations, as people type it: the seven fast calls against every peer that has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import NamedTuple

import mir_eval
import numpy as np
import ruptures.metrics
import segeval
from nltk.metrics.segmentation import pk as nltk_pk
from nltk.metrics.segmentation import windowdiff as nltk_windowdiff

import seamark as sm
from bench.inputs import near_misses, pairs
from bench.partitions import labelled
from bench.timing import Row, processor_time
from bench.windows import gaps

PAIRS, SEGMENTS, MASS = 200, 10, 250


class Call(NamedTuple):
    """One of our functions, the peer's, and the form in which the peer takes a pair."""

    name: str
    function: Callable[..., object]
    peer_name: str
    peer: Callable[..., object]
    form: Callable[[list[int], list[int]], Sequence[object]]
    bar: str = ""


def _tuples(x: list[int], y: list[int]) -> Sequence[object]:
    return tuple(x), tuple(y)


def _windows(x: list[int], y: list[int]) -> Sequence[object]:
    return gaps(x), gaps(y), round(MASS / (2 * len(x)))


def _ends(x: list[int], y: list[int]) -> Sequence[object]:
    """Where segments end, the last one included."""
    return list(accumulate(x)), list(accumulate(y))


def _intervals(x: list[int], y: list[int]) -> Sequence[object]:
    return labelled(x)[0], labelled(y)[0]


def _segeval_edits(a: tuple[int, ...], b: tuple[int, ...]) -> object:
    return segeval.boundary_edit_distance(
        segeval.boundary_string_from_masses(a), segeval.boundary_string_from_masses(b)
    )


def _within_one(a: list[int], b: list[int]) -> object:
    return sm.precision_recall(a, b, tolerance=1)


def _ruptures_within_one(a: list[int], b: list[int]) -> object:
    return ruptures.metrics.precision_recall(a, b, margin=2)  # less than 2 apart


def _mir_eval_within_one(a: np.ndarray, b: np.ndarray) -> object:
    return mir_eval.segment.detection(a, b, window=1.0, trim=True)


CALLS = (
    Call("S", sm.similarity, "segeval", segeval.segmentation_similarity, _tuples),
    Call("B", sm.boundary_similarity, "segeval", segeval.boundary_similarity, _tuples),
    Call("align", sm.align, "segeval", _segeval_edits, _tuples),
    Call("WindowDiff", sm.window_diff, "segeval", segeval.window_diff, _tuples),
    Call("WindowDiff", sm.window_diff, "nltk", nltk_windowdiff, _windows, ">= 50"),
    Call("Pk", sm.pk, "segeval", segeval.pk, _tuples),
    Call("Pk", sm.pk, "nltk", nltk_pk, _windows, ">= 50"),
    Call("precision, recall", _within_one, "ruptures", _ruptures_within_one, _ends, ">= 10"),
    Call("precision, recall", _within_one, "mir_eval", _mir_eval_within_one, _intervals),
)


def rows() -> Iterator[Row]:
    a, b = pairs(PAIRS, SEGMENTS, MASS)
    for kind, others in (("random", b), ("near-miss", near_misses(a))):
        lists = list(zip(a, others, strict=True))
        objects = [(sm.Segmentation.from_masses(x), sm.Segmentation.from_masses(y)) for x, y in lists]
        for call in CALLS:
            theirs = _each(call.peer, [call.form(x, y) for x, y in lists])
            for form, given in (("lists", lists), ("Segmentations", objects)):
                ours = _each(call.function, given)
                yield Row(f"{call.name}, one call on {form}, {kind}", call.peer_name, theirs, "seamark", ours, call.bar)
        yield from _typed(kind, lists)


def _typed(kind: str, lists: list[tuple[list[int], list[int]]]) -> Iterator[Row]:
    """Boundaries of two types against boundaries of one."""
    rng = Random(1)

    def typed(masses: list[int]) -> sm.Segmentation:
        places = list(accumulate(masses[:-1]))
        return sm.Segmentation.from_positions(places, MASS, types=[rng.choice((1, 2)) for _ in places])

    plain = [(sm.Segmentation.from_masses(x), sm.Segmentation.from_masses(y)) for x, y in lists]
    given = [(typed(x), typed(y)) for x, y in lists]
    for name, function in (("S", sm.similarity), ("B", sm.boundary_similarity), ("align", sm.align)):
        ours = _each(function, given), _each(function, plain)
        yield Row(f"{name}, one call, {kind}: 1 -> 2 types", "2", ours[0], "1", ours[1], "")


def _each(function: Callable[..., object], given: Sequence[Sequence[object]]) -> float:
    return processor_time(lambda: [function(*pair) for pair in given], rounds=9) / len(given)
