"""Random codings of spans, for what agreement chance alone would bring to gamma."""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

import numpy as np

from seamark.kernels.columns import Int64Array
from seamark.kernels.span_alignment import CodersSpans

GammaConvention: TypeAlias = Literal["paper", "gamma-software"]


def random_coders(
    spans: CodersSpans, length: int, convention: GammaConvention, generator: np.random.Generator
) -> CodersSpans:
    """As many coders, each a real one drawn with replacement, whose spans are moved around the line together.

    A span that passes the end begins again at the start of the line and keeps its length. No two coders are moved by
    nearly the same.
    """
    drawn = generator.integers(0, spans.coders, spans.coders)
    mean = float((spans.ends - spans.starts).mean()) if spans.starts.size else 1.0
    shifts = _shifts(spans.coders, length, mean, convention, generator)
    parts = [slice(*spans.offsets[coder : coder + 2].tolist()) for coder in drawn.tolist()]
    sizes = np.array([part.stop - part.start for part in parts])
    places = np.concatenate([np.arange(part.start, part.stop) for part in parts])
    starts = (spans.starts[places] + np.repeat(shifts, sizes)) % length
    ends = starts + (spans.ends - spans.starts)[places]
    order = np.lexsort((spans.codes[places], ends, starts, np.repeat(np.arange(len(parts)), sizes)))
    offsets = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
    return CodersSpans(starts[order], ends[order], spans.codes[places][order], offsets)


def _shifts(
    count: int, length: int, mean: float, convention: GammaConvention, generator: np.random.Generator
) -> Int64Array:
    """Whole shifts, each at least a mean length from those before it around the line (the paper), or half of one
    along it (the published program). Where no such place is left, any place will do.
    """
    circular = convention == "paper"
    reach = math.ceil(mean if circular else mean / 2) - 1
    taken: list[tuple[int, int]] = []
    shifts: list[int] = []
    for _ in range(count):
        free = _free(taken, length) or [(0, length)]
        place = int(generator.integers(sum(end - begin for begin, end in free)))
        for begin, end in free:
            if place < end - begin:
                break
            place -= end - begin
        shift = begin + place
        shifts.append(shift)
        low, high = shift - reach, shift + reach + 1
        if circular:
            taken += [(low + length, length), (0, high - length)]
        taken.append((low, high))
    return np.array(shifts, dtype=np.int64)


def _free(taken: list[tuple[int, int]], length: int) -> list[tuple[int, int]]:
    """What is left of the line outside of these stretches."""
    free, place = [], 0
    for low, high in sorted(taken):
        if place < low < high:
            free.append((place, min(low, length)))
        place = max(place, high) if low < high else place
    if place < length:
        free.append((place, length))
    return free
