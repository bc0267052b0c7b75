"""Boundary edit distance by brute force, in exact fractions.

A segmentation is a sequence of sets, one per potential boundary (PB); the first set is PB 1. `best_edits` tries every
set of transpositions that the rules allow and keeps the cheapest. Nothing is pruned or shared with the library.
"""

import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

Label = Any  # hashable; numbers where substitutions are ordinal
Sets = Sequence[Collection[Label]]
Side = Literal["a", "b"]
Scale = Literal["te", "linear", "unit"]


@dataclass(frozen=True)
class Weights:
    """What edits cost; with an `ordinal_span` (highest - lowest type + 1) a substitution costs |type - type| / span."""

    addition: Fraction = Fraction(1)
    substitution: Fraction = Fraction(1)
    transposition: Fraction = Fraction(1)
    scale: Scale = "te"
    ordinal_span: Fraction | None = None

    def of_transposition(self, distance: int, n: int) -> Fraction:
        scales = {"te": 2 - Fraction(1, 2) ** (distance - 1), "linear": Fraction(distance, n), "unit": Fraction(1)}
        return self.transposition * scales[self.scale]

    def of_substitution(self, type_a: Label, type_b: Label) -> Fraction:
        if self.ordinal_span is None:
            return self.substitution
        return self.substitution * Fraction(abs(type_a - type_b)) / self.ordinal_span


@dataclass(frozen=True)
class Transposition:
    """The boundary of `type` at `start` on `side` is joined with the one at `end` on the other side."""

    start: int
    end: int
    type: Label
    side: Side

    @property
    def distance(self) -> int:
        return self.end - self.start


@dataclass(frozen=True)
class Script:
    """One way to turn a into b: what was transposed, and what is left on each side of each PB after that."""

    transpositions: tuple[Transposition, ...]
    left_a: tuple[frozenset[Label], ...]
    left_b: tuple[frozenset[Label], ...]

    @property
    def additions(self) -> int:
        return sum(abs(len(a) - len(b)) for a, b in zip(self.left_a, self.left_b, strict=True))

    @property
    def substitutions(self) -> int:
        return sum(min(len(a), len(b)) for a, b in zip(self.left_a, self.left_b, strict=True))

    @property
    def edits(self) -> int:
        return self.additions + self.substitutions + len(self.transpositions)

    @property
    def counts(self) -> tuple[int, int, int]:
        return self.additions, self.substitutions, len(self.transpositions)

    def cost(self, n: int, weights: Weights) -> Fraction:
        substituted = sum(
            (cheapest_substitutions(a, b, weights) for a, b in zip(self.left_a, self.left_b, strict=True) if a and b),
            Fraction(0),
        )
        transposed = sum((weights.of_transposition(t.distance, n) for t in self.transpositions), Fraction(0))
        return self.additions * weights.addition + substituted + transposed


@dataclass(frozen=True)
class Best:
    """The least cost, the fewest edits that reach it, and the (additions, substitutions, transpositions) that do."""

    cost: Fraction
    edits: int
    matches: int
    counts: frozenset[tuple[int, int, int]]


def best_edits(a_sets: Sets, b_sets: Sets, n: int = 2, weights: Weights | None = None) -> Best:
    """Least (cost, edits) over all edit scripts."""
    weights = weights or Weights()
    priced = [((s.cost(n, weights), s.edits), s.counts) for s in edit_scripts(a_sets, b_sets, n)]
    least = min(price for price, _ in priced)
    return Best(*least, count_matches(a_sets, b_sets), frozenset(counts for price, counts in priced if price == least))


def best_scripts(a_sets: Sets, b_sets: Sets, n: int = 2, weights: Weights | None = None) -> list[Script]:
    """Every script that attains the least (cost, edits)."""
    weights = weights or Weights()
    priced = [((s.cost(n, weights), s.edits), s) for s in edit_scripts(a_sets, b_sets, n)]
    least = min(price for price, _ in priced)
    return [script for price, script in priced if price == least]


def edit_scripts(a_sets: Sets, b_sets: Sets, n: int) -> Iterator[Script]:
    """Every edit script: per type all legal sets of transpositions, over all types jointly."""
    if len(a_sets) != len(b_sets):
        raise ValueError(f"{len(a_sets)} potential boundaries against {len(b_sets)}")
    only_a = [frozenset(a) - frozenset(b) for a, b in zip(a_sets, b_sets, strict=True)]
    only_b = [frozenset(b) - frozenset(a) for a, b in zip(a_sets, b_sets, strict=True)]
    per_type = [list(transposition_sets(only_a, only_b, label, n)) for label in frozenset().union(*only_a, *only_b)]
    for choice in itertools.product(*per_type):
        transpositions = tuple(itertools.chain.from_iterable(choice))
        left_a, left_b = list(only_a), list(only_b)
        for t in transpositions:
            at_start, at_end = (left_a, left_b) if t.side == "a" else (left_b, left_a)
            at_start[t.start - 1] -= {t.type}
            at_end[t.end - 1] -= {t.type}
        yield Script(transpositions, tuple(left_a), tuple(left_b))


def transposition_sets(
    only_a: Sequence[Collection[Label]], only_b: Sequence[Collection[Label]], label: Label, n: int
) -> Iterator[tuple[Transposition, ...]]:
    """Every set of transpositions of one type whose closed intervals are pairwise disjoint."""
    found: list[tuple[int, Side]] = []
    for position, (a, b) in enumerate(zip(only_a, only_b, strict=True), start=1):
        if label in a:
            found.append((position, "a"))
        if label in b:
            found.append((position, "b"))
    pairs = [
        Transposition(start, end, label, side)
        for (start, side), (end, other) in itertools.combinations(found, 2)
        if side != other and 1 <= end - start <= n - 1
    ]
    yield from _disjoint_subsets(pairs, after=0)


def _disjoint_subsets(pairs: Sequence[Transposition], after: int) -> Iterator[tuple[Transposition, ...]]:
    """Subsets of `pairs` that start after a position, each listed once, from left to right."""
    yield ()
    for first in pairs:
        if first.start > after:
            for rest in _disjoint_subsets(pairs, first.end):
                yield (first, *rest)


def cheapest_substitutions(left_a: Collection[Label], left_b: Collection[Label], weights: Weights) -> Fraction:
    """Cost of the min(|A|, |B|) substitutions at one PB: the cheapest way to pair them up."""
    fewer, more = sorted((list(left_a), list(left_b)), key=len)
    if weights.ordinal_span is None:
        return len(fewer) * weights.substitution
    return min(
        sum((weights.of_substitution(x, y) for x, y in zip(fewer, chosen, strict=True)), Fraction(0))
        for chosen in itertools.permutations(more, len(fewer))
    )


def count_matches(a_sets: Sets, b_sets: Sets) -> int:
    return sum(len(frozenset(a) & frozenset(b)) for a, b in zip(a_sets, b_sets, strict=True))


def best_edits_one_type(
    a_positions: Iterable[int], b_positions: Iterable[int], n: int = 2, weights: Weights | None = None
) -> Best:
    """The same for boundaries of one type, given by position.

    From right to left, each unmatched boundary is added, or transposed with *any* later one in reach; what lies between
    the two is then added.
    """
    weights = weights or Weights()
    a_only, b_only = set(a_positions), set(b_positions)
    matches = len(a_only & b_only)
    loose = sorted(a_only ^ b_only)
    # best[i]: cost, additions, transpositions for the boundaries from the i-th on; edits are their sum
    best: list[tuple[Fraction, int, int]] = [(Fraction(0), 0, 0)] * (len(loose) + 1)
    for i in reversed(range(len(loose))):
        cost, added, moved = best[i + 1]
        choices = [(cost + weights.addition, added + 1, moved)]
        for j in range(i + 1, len(loose)):
            distance = loose[j] - loose[i]
            if distance > n - 1:
                break
            if (loose[i] in a_only) != (loose[j] in a_only):
                cost, added, moved = best[j + 1]
                between = j - i - 1
                price = weights.of_transposition(distance, n) + between * weights.addition
                choices.append((cost + price, added + between, moved + 1))
        best[i] = min(choices, key=lambda choice: (choice[0], choice[1] + choice[2]))
    cost, added, moved = best[0]
    return Best(cost, added + moved, matches, frozenset({(added, 0, moved)}))


def check_alignment(
    a_sets: Sets,
    b_sets: Sets,
    *,
    matches,
    additions,
    substitutions,
    transpositions,
    n=2,
    weights: Weights | None = None,
) -> Fraction:
    """Cost of an edit script, after checking that it is one: AssertionError says what is wrong with it.

    Rows are (position, type) of matches, (position, type, side) of additions, (position, type of a, type of b), and
    (start, end, type, side) of transpositions. The side of an addition is where its boundary stands, that of a
    transposition where the boundary at its start stands.
    """
    weights, moves = weights or Weights(), [Transposition(*t) for t in transpositions]
    _check_every_occurrence_once(a_sets, b_sets, matches, additions, substitutions, moves)
    _check_matches(a_sets, b_sets, matches)
    _check_transpositions(moves, n)
    lonely = {(position, side) for position, _, side in additions}
    for position in {position for position, _ in lonely}:
        assert not {(position, "a"), (position, "b")} <= lonely, (
            f"PB {position}: additions on both sides, not a substitution"
        )
    return (
        len(additions) * weights.addition
        + sum((weights.of_substitution(x, y) for _, x, y in substitutions), Fraction(0))
        + sum((weights.of_transposition(t.distance, n) for t in moves), Fraction(0))
    )


def _check_every_occurrence_once(a_sets: Sets, b_sets: Sets, matches, additions, substitutions, moves) -> None:
    used: Counter[tuple[str, int, Label]] = Counter()
    for position, label in matches:
        used.update([("a", position, label), ("b", position, label)])
    for position, label, side in additions:
        used.update([(side, position, label)])
    for position, label_a, label_b in substitutions:
        used.update([("a", position, label_a), ("b", position, label_b)])
    for t in moves:
        used.update([(t.side, t.start, t.type), ("b" if t.side == "a" else "a", t.end, t.type)])
    present = Counter(
        (side, position, label)
        for side, sets in (("a", a_sets), ("b", b_sets))
        for position, labels in enumerate(sets, start=1)
        for label in labels
    )
    assert not used - present, f"used but not there, or used twice (side, PB, type): {list(used - present)}"
    assert not present - used, f"there but not used (side, PB, type): {list(present - used)}"


def _check_matches(a_sets: Sets, b_sets: Sets, matches: Iterable[tuple[int, Label]]) -> None:
    both = {
        (position, label)
        for position, (a, b) in enumerate(zip(a_sets, b_sets, strict=True), start=1)
        for label in frozenset(a) & frozenset(b)
    }
    assert set(matches) == both, f"on both sides of a PB but not matched: {both - set(matches)}"


def _check_transpositions(moves: Sequence[Transposition], n: int) -> None:
    for t in moves:
        assert 1 <= t.distance <= n - 1, f"{t}: distance {t.distance} is not in 1..{n - 1}"
    for first, second in itertools.combinations(moves, 2):
        if first.type == second.type:
            assert first.end < second.start or second.end < first.start, f"{first} and {second} overlap"


def labels_of(*segmentations: Sets) -> frozenset[Label]:
    """The types present."""
    return frozenset().union(*itertools.chain.from_iterable(segmentations))


def ordinal_span(labels: Collection[Label]) -> Fraction:
    """Highest - lowest + 1 (1 where there are none)."""
    return Fraction(max(labels) - min(labels) + 1) if labels else Fraction(1)


def positions_of(masses: Iterable[int]) -> list[int]:
    """Where segments of these masses meet."""
    return list(itertools.accumulate(masses))[:-1]


def sets_of(masses: Sequence[int], label: Label = 1) -> list[frozenset[Label]]:
    """Segments of one type as one set per PB."""
    cuts = set(positions_of(masses))
    return [frozenset({label}) if p in cuts else frozenset() for p in range(1, sum(masses))]
