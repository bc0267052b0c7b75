"""Hypothesis strategies for segmentations and for the options of the edit distance.

Two independent draws seldom nearly agree, so most second segmentations are made from the first: each boundary stays,
goes or moves a little, and a few are new. Sizes keep the brute force quick.
"""

import itertools
from collections.abc import Sequence
from fractions import Fraction

from hypothesis import strategies as st

from tests.oracle.edit import Label, Weights, ordinal_span

DYADIC = [Fraction(i, 4) for i in range(5)]
DECIMAL = [Fraction(text) for text in ("0.1", "0.2", "0.3", "0.333", "0.7", "0.9")]
LABELS = (1, 2, 3)
FARTHEST_MOVE = 4  # one less than the largest n of `edit_options`

SetSequence = list[frozenset[Label]]


def masses(max_segments: int = 10, max_mass: int = 6) -> st.SearchStrategy[list[int]]:
    """Segment masses, at least one segment."""
    return st.lists(st.integers(1, max_mass), min_size=1, max_size=max_segments)


@st.composite
def mass_pairs(draw: st.DrawFn, max_segments: int = 10, max_mass: int = 6) -> tuple[list[int], list[int]]:
    """Two lists of masses with one total."""
    length = draw(lengths(1, max_segments))
    first = draw(st.lists(st.integers(1, max_mass), min_size=length, max_size=length))
    total = sum(first)
    if total == 1:
        return first, first
    anywhere = st.integers(1, total - 1)
    if draw(st.integers(0, 3)) == 0:
        cuts = draw(st.sets(anywhere, max_size=max_segments - 1))
    else:
        cuts = {p + draw(moves()) for p in itertools.accumulate(first[:-1]) if draw(st.integers(0, 4))}
        cuts |= draw(st.sets(anywhere, max_size=2))
    edges = [0, *sorted(p for p in cuts if 0 < p < total), total]
    return first, [right - left for left, right in itertools.pairwise(edges)]


@st.composite
def set_sequences(draw: st.DrawFn, max_pbs: int = 7, labels: Sequence[Label] = LABELS) -> SetSequence:
    """One set of types per potential boundary."""
    return draw(_sets_at(draw(lengths(0, max_pbs)), labels))


@st.composite
def set_pairs(draw: st.DrawFn, max_pbs: int = 7, labels: Sequence[Label] = LABELS) -> tuple[SetSequence, SetSequence]:
    """Two sequences of sets with one length."""
    first = draw(set_sequences(max_pbs, labels))
    if not first or draw(st.integers(0, 3)) == 0:
        return first, draw(_sets_at(len(first), labels))
    second: list[set[Label]] = [set() for _ in first]
    for place, types in enumerate(first):
        for label in sorted(types, key=repr):
            fate = draw(st.sampled_from(["move", "move", "move", "stay", "retype", "go"]))
            to = place + draw(moves()) if fate == "move" else place
            if fate != "go" and 0 <= to < len(second):
                second[to].add(draw(st.sampled_from(labels)) if fate == "retype" else label)
    for place in draw(st.lists(st.integers(0, len(first) - 1), max_size=2)):
        second[place].add(draw(st.sampled_from(labels)))
    return first, [frozenset(types) for types in second]


def _sets_at(length: int, labels: Sequence[Label]) -> st.SearchStrategy[SetSequence]:
    few = [frozenset(types) for size in range(3) for types in itertools.combinations(labels, size)]
    return st.lists(st.sampled_from(few), min_size=length, max_size=length)


def lengths(shortest: int, longest: int) -> st.SearchStrategy[int]:
    """Lengths, the longer the likelier: left to themselves, lists come out short."""
    return st.sampled_from([length for length in range(shortest, longest + 1) for _ in range(length + 1)])


def moves() -> st.SearchStrategy[int]:
    """How far a boundary moves: mostly to a neighbour."""
    return st.one_of(st.sampled_from([-1, 1]), st.integers(-FARTHEST_MOVE, FARTHEST_MOVE))


@st.composite
def edit_options(
    draw: st.DrawFn, exact: bool = False, ordinal_labels: Sequence[int] | None = None
) -> tuple[int, Weights]:
    """n and weights; `exact` keeps to costs that binary floating point holds without rounding, so that ties stay ties.

    With `ordinal_labels` the weights make substitutions ordinal over these types in half of the draws.
    """
    n = draw(st.sampled_from([2, 3, 4, 5]))
    scale = draw(st.sampled_from(["te", "unit"] if exact and n not in (2, 4) else ["te", "linear", "unit"]))
    weight = st.sampled_from(DYADIC if exact else DYADIC + DECIMAL)
    plain = st.just((Fraction(1), Fraction(1), Fraction(1)))
    addition, substitution, transposition = draw(st.one_of(plain, st.tuples(weight, weight, weight)))
    span = ordinal_span(ordinal_labels) if ordinal_labels is not None and draw(st.booleans()) else None
    return n, Weights(addition, substitution, transposition, scale, span)
