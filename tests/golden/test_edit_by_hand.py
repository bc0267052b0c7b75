"""Edit distances worked out by hand, most of them where a greedy search goes wrong."""

import pytest

from seamark import EditWeights, Segmentation, align, edit_distance, similarity

sets = Segmentation.from_sets
UNIT = EditWeights(scale="unit")
FREE = EditWeights(0.0, 0.0, 0.0)

#: Both sides, the options, the distance; and how many additions, substitutions and transpositions there are.
CASES = {
    # Places 1, 4 against 3, 6: 1-3 and 4-6 are two near misses; taking 3-4 first leaves 1 and 6 behind.
    "greedy takes the middle two": ([1, 3, 4], [3, 3, 2], {"n": 3, "weights": UNIT}, 2, (0, 0, 2)),
    "two types that cross": (sets([{1}, {2}, {1, 2}, {}]), sets([{2}, {1}, {2}, {1, 2}]), {}, 4, (1, 0, 3)),
    # 1 at place 1 moves to place 3 (1.5), 1 at place 2 becomes 2 (1); neighbours alone would give 3.
    "a jump over a substitution": (sets([{1}, {1}, {}]), sets([{}, {2}, {1}]), {"n": 3}, 2.5, (0, 1, 1)),
    # Place 2 is shared, places 1 and 3 are one near miss over it; reversing the block once gave S = -0.25.
    "no block is reversed": ([1, 1, 2], [2, 1, 1], {"n": 3}, 1.5, (0, 0, 1)),
    # Place 2 is near both 1 and 3, but can be joined with only one of them.
    "a boundary is transposed once only": ([1, 2, 1], [2, 2], {}, 2, (1, 0, 1)),
    # Places 1, 2 against 3, 4, n=4: 1-4 around 2-3, or 1-3 across 2-4, would both overlap; one near miss remains.
    "no ground is shared": ([1, 1, 3], [3, 1, 1], {"n": 4, "weights": UNIT}, 3, (2, 0, 1)),
    "different types may cross": (sets([{1, 2}, {}]), sets([{}, {1, 2}]), {}, 2, (0, 0, 2)),
    # A near miss for 1, or two misses for 1/2 each.
    "ties go to the fewest edits": ([2, 3], [3, 2], {"weights": EditWeights(addition=0.5)}, 1, (0, 0, 1)),
    "free edits cost nothing": ([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2], {"weights": FREE}, 0, (3, 0, 1)),
    # {1, 2} against {3}: one substitution and one miss.
    "one of each at one place": (sets([{1, 2}]), sets([{3}]), {}, 2, (1, 1, 0)),
    # {1, 9} against {2}: 1 becomes 2 (1/9), 9 is missed.
    "nearest types": (sets([{1, 9}]), sets([{2}]), {"weights": EditWeights(ordinal=True)}, 1 + 1 / 9, (1, 1, 0)),
}


@pytest.mark.parametrize(("a", "b", "options", "distance", "edits"), CASES.values(), ids=CASES)
def test_by_hand(a, b, options, distance, edits):
    alignment = align(a, b, **options)
    assert alignment.distance == edit_distance(a, b, **options) == pytest.approx(distance)
    assert (len(alignment.additions), len(alignment.substitutions), len(alignment.transpositions)) == edits


def test_the_left_one_wins_a_tie():
    alignment = align([1, 2, 1], [2, 2])
    assert [(t.start, t.end) for t in alignment.transpositions] == [(1, 2)]
    assert [addition.position for addition in alignment.additions] == [3]


def test_nearest_types_are_exchanged():
    alignment = align(sets([{1, 9}]), sets([{2}]), weights=EditWeights(ordinal=True))
    assert (alignment.substitutions[0].type_a, alignment.additions[0].type) == (1, 9)


def test_with_t_types_the_distance_reaches_t_times_the_potential_boundaries():
    for types in (1, 2, 3):
        everything = sets([set(range(types))] * 4)
        assert edit_distance(everything, [5]) == 4 * types
        assert similarity(everything, [5]) == 0
