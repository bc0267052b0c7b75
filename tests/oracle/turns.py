"""Turns and spans, unit by unit, with every mapping and every matching tried."""

from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

Turn = tuple[int, int, Hashable]
Turns = Sequence[Turn]
Regions = Sequence[tuple[int, int]]


def active(turns: Turns, unit: int) -> frozenset[Hashable]:
    return frozenset(label for start, end, label in turns if start <= unit < end)


def inside(length: int, uem: Regions | None) -> list[int]:
    return [u for u in range(length) if uem is None or any(start <= u < end for start, end in uem)]


def scored_units(
    reference: Turns, length: int, collar: int = 0, skip_overlap: bool = False, uem: Regions | None = None
) -> list[int]:
    """The units that count; the functions below hand on what is left out."""
    edges = [edge for start, end, _ in reference for edge in (start, end)]
    near = {unit for edge in edges for unit in range(edge - collar, edge + collar)}
    units = inside(length, uem)
    return [u for u in units if u not in near and not (skip_overlap and len(active(reference, u)) > 1)]


def common(reference: Turns, hypothesis: Turns, units: Sequence[int], pair: tuple[Hashable, Hashable]) -> int:
    return sum(pair[0] in active(reference, u) and pair[1] in active(hypothesis, u) for u in units)


def mappings(reference: Turns, hypothesis: Turns) -> list[dict[Hashable, Hashable]]:
    """Every one-to-one mapping that leaves over as few labels as possible."""
    mine = sorted({label for _, _, label in reference}, key=str)
    theirs = sorted({label for _, _, label in hypothesis}, key=str)
    if len(mine) <= len(theirs):
        return [dict(zip(mine, chosen, strict=True)) for chosen in permutations(theirs, len(mine))]
    return [dict(zip(chosen, theirs, strict=True)) for chosen in permutations(mine, len(theirs))]


def der_counts(
    reference: Turns, hypothesis: Turns, length: int, *, map_on: str = "scored", **left_out: Any
) -> tuple[int, int, int, int, int]:
    """total, correct, false alarm, missed, confusion; of the best mappings the one with most scored time."""
    units = scored_units(reference, length, **left_out)
    places = units if map_on == "scored" else inside(length, left_out.get("uem"))
    sizes = [(len(active(reference, unit)), len(active(hypothesis, unit))) for unit in units]
    rows = [(r, max(0, r - h), max(0, h - r), min(r, h)) for r, h in sizes]
    total, missed, false_alarm, shared = map(sum, zip(*rows, strict=True)) if rows else (0, 0, 0, 0)

    def time(mapping, where):
        return sum(common(reference, hypothesis, where, pair) for pair in mapping.items())

    found = mappings(reference, hypothesis)
    most = max(time(mapping, places) for mapping in found)
    correct = max(time(mapping, units) for mapping in found if time(mapping, places) == most)
    return total, correct, false_alarm, missed, shared - correct


def jer(reference: Turns, hypothesis: Turns, length: int, *, mapping: str = "jaccard", **left_out: Any) -> Fraction:
    """The Jaccard error rate; of the best mappings by common time that with the least error."""
    units = scored_units(reference, length, **left_out)

    def time(turns, label):
        return sum(label in active(turns, u) for u in units)

    labels = sorted({label for _, _, label in reference if time(reference, label)}, key=str)
    if not labels:
        return Fraction(any(active(hypothesis, u) for u in units))

    def error(label, other):
        both = common(reference, hypothesis, units, (label, other))
        either = time(reference, label) + time(hypothesis, other) - both
        return Fraction(1) if either == 0 else 1 - Fraction(both, either)

    found = mappings(reference, hypothesis)
    errors = [
        sum((error(a, one[a]) if a in one else Fraction(1) for a in labels), Fraction(0)) / len(labels) for one in found
    ]
    if mapping == "jaccard":
        return min(errors)
    times = [sum(common(reference, hypothesis, units, pair) for pair in one.items()) for one in found]
    return min(e for e, t in zip(errors, times, strict=True) if t == max(times))


def identification_counts(reference: Turns, hypothesis: Turns, length: int, **left_out: Any) -> tuple[int, ...]:
    """total, correct, false alarm, missed, confusion, with labels as they are."""
    counts = [0] * 5
    for unit in scored_units(reference, length, **left_out):
        a, b = active(reference, unit), active(hypothesis, unit)
        both, r, h = len(a & b), len(a), len(b)
        row = (r, both, max(0, h - r), max(0, r - h), min(r, h) - both)
        counts = [sum(pair) for pair in zip(counts, row, strict=True)]
    return tuple(counts)


def detection_counts(reference: Turns, hypothesis: Turns, length: int, **left_out: Any) -> tuple[int, ...]:
    """total, correct, false alarm, missed, whatever the labels."""
    units = scored_units(reference, length, **left_out)
    here = [(bool(active(reference, u)), bool(active(hypothesis, u))) for u in units]
    return sum(a for a, _ in here), here.count((True, True)), here.count((False, True)), here.count((True, False))


def purity_counts(
    reference: Turns, hypothesis: Turns, length: int, *, sides: int = 1, **left_out: Any
) -> tuple[int, int]:
    """largest, total of the labels of the hypothesis (1), or of the reference (-1)."""
    units = scored_units(reference, length, **left_out)
    theirs, mine = (reference, hypothesis)[::sides]
    largest = total = 0
    for label in {label for _, _, label in mine}:
        here = [u for u in units if label in active(mine, u)]
        others = {one for _, _, one in theirs}
        largest += max((sum(one in active(theirs, u) for u in here) for one in others), default=0)
        total += len(here)
    return largest, total


def segment_counts(
    reference: Turns, hypothesis: Turns, length: int, fill: int = 0, uem: Regions | None = None, *, sides: int = 1
) -> tuple[int, int]:
    """largest, total of the pieces of the hypothesis (1), or of the reference (-1)."""
    filled: list[Turn] = []
    for label in {label for _, _, label in reference}:
        mine = sorted((start, end) for start, end, one in reference if one == label)
        joined = [mine[0]]
        for start, end in mine[1:]:
            if start <= joined[-1][1] or start - joined[-1][1] < fill:
                joined[-1] = joined[-1][0], max(end, joined[-1][1])
            else:
                joined.append((start, end))
        filled += [(start, end, label) for start, end in joined]
    units = [u for u in inside(length, uem) if active(filled, u)]

    def pieces(turns: Turns) -> dict[int, int]:
        cuts = {edge for start, end, _ in turns for edge in (start, end)}
        number, found = 0, {}
        for place, unit in enumerate(units):
            number += unit in cuts or (place > 0 and units[place - 1] != unit - 1)
            found[unit] = number
        return found

    theirs, own = (pieces(filled), pieces(hypothesis))[::sides]
    cells = Counter((own[unit], theirs[unit]) for unit in units)
    return sum(max(n for (one, _), n in cells.items() if one == piece) for piece in set(own.values())), len(units)


def most_matches(reference: Turns, hypothesis: Turns, match, labels: bool) -> int:
    """The largest one-to-one matching, every choice for every span tried."""

    def fits(one: Turn, other: Turn) -> bool:
        both = min(one[1], other[1]) - max(one[0], other[0])
        either = (one[1] - one[0]) + (other[1] - other[0]) - both
        if (labels and one[2] != other[2]) or both <= 0:
            return False
        if match == "exact":
            return one[:2] == other[:2]
        return match == "overlap" or both / either >= match

    def most(i: int, free: frozenset[int]) -> int:
        if i == len(hypothesis):
            return 0
        taken = [1 + most(i + 1, free - {j}) for j in free if fits(reference[j], hypothesis[i])]
        return max([most(i + 1, free), *taken])

    return most(0, frozenset(range(len(reference))))
