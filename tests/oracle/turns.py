"""Turns and spans, unit by unit, with every mapping and every matching tried."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import permutations

Turn = tuple[int, int, Hashable]


def active(turns: Sequence[Turn], unit: int) -> frozenset[Hashable]:
    return frozenset(label for start, end, label in turns if start <= unit < end)


def scored_units(reference: Sequence[Turn], length: int, collar: int, skip_overlap: bool) -> list[int]:
    edges = [edge for start, end, _ in reference for edge in (start, end)]
    near = {unit for edge in edges for unit in range(edge - collar, edge + collar)}
    return [u for u in range(length) if u not in near and not (skip_overlap and len(active(reference, u)) > 1)]


def common(
    reference: Sequence[Turn], hypothesis: Sequence[Turn], units: Sequence[int], pair: tuple[Hashable, Hashable]
) -> int:
    return sum(pair[0] in active(reference, u) and pair[1] in active(hypothesis, u) for u in units)


def mappings(reference: Sequence[Turn], hypothesis: Sequence[Turn]) -> list[dict[Hashable, Hashable]]:
    """Every one-to-one mapping that leaves over as few labels as possible."""
    mine = sorted({label for _, _, label in reference}, key=str)
    theirs = sorted({label for _, _, label in hypothesis}, key=str)
    if len(mine) <= len(theirs):
        return [dict(zip(mine, chosen, strict=True)) for chosen in permutations(theirs, len(mine))]
    return [dict(zip(chosen, theirs, strict=True)) for chosen in permutations(mine, len(theirs))]


def der_counts(
    reference: Sequence[Turn],
    hypothesis: Sequence[Turn],
    length: int,
    collar: int = 0,
    skip_overlap: bool = False,
    map_on: str = "scored",
) -> set[tuple[int, int, int, int, int]]:
    """total, correct, false alarm, missed, confusion under every best mapping."""
    units = scored_units(reference, length, collar, skip_overlap)
    places = units if map_on == "scored" else list(range(length))
    total = missed = false_alarm = shared = 0
    for unit in units:
        r, h = len(active(reference, unit)), len(active(hypothesis, unit))
        total, missed, false_alarm, shared = (
            total + r,
            missed + max(0, r - h),
            false_alarm + max(0, h - r),
            shared + min(r, h),
        )

    def time(mapping, where):
        return sum(common(reference, hypothesis, where, pair) for pair in mapping.items())

    found = mappings(reference, hypothesis)
    most = max(time(mapping, places) for mapping in found)
    correct = {time(mapping, units) for mapping in found if time(mapping, places) == most}
    return {(total, one, false_alarm, missed, shared - one) for one in correct}


def jer(
    reference: Sequence[Turn],
    hypothesis: Sequence[Turn],
    length: int,
    collar: int = 0,
    skip_overlap: bool = False,
    mapping: str = "jaccard",
) -> set[Fraction]:
    """The Jaccard error rate under every best mapping."""
    units = scored_units(reference, length, collar, skip_overlap)

    def time(turns, label):
        return sum(label in active(turns, u) for u in units)

    labels = sorted({label for _, _, label in reference if time(reference, label)}, key=str)
    if not labels:
        return {Fraction(any(active(hypothesis, u) for u in units))}

    def error(label, other):
        both = common(reference, hypothesis, units, (label, other))
        either = time(reference, label) + time(hypothesis, other) - both
        return Fraction(1) if either == 0 else 1 - Fraction(both, either)

    found = mappings(reference, hypothesis)
    errors = [
        sum((error(a, one[a]) if a in one else Fraction(1) for a in labels), Fraction(0)) / len(labels) for one in found
    ]
    if mapping == "jaccard":
        return {min(errors)}
    times = [sum(common(reference, hypothesis, units, pair) for pair in one.items()) for one in found]
    return {e for e, t in zip(errors, times, strict=True) if t == max(times)}


def most_matches(reference: Sequence[Turn], hypothesis: Sequence[Turn], match, labels: bool) -> int:
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
