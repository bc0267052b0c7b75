"""Edit distances worked out by hand, most of them where a greedy search goes wrong."""

import pytest

from seamark import EditWeights, Segmentation, align, edit_distance, similarity

sets = Segmentation.from_sets
UNIT = EditWeights(scale="unit")


def edits(alignment):
    return len(alignment.additions), len(alignment.substitutions), len(alignment.transpositions)


def test_greedy_takes_the_middle_two_and_leaves_two_misses():
    # Places 1, 4 against 3, 6: 1-3 and 4-6 are two near misses; taking 3-4 first leaves 1 and 6 behind.
    alignment = align([1, 3, 4], [3, 3, 2], n=3, weights=UNIT)
    assert alignment.distance == 2
    assert edits(alignment) == (0, 0, 2)
    assert [(t.start, t.end) for t in alignment.transpositions] == [(1, 3), (4, 6)]


def test_two_types_that_cross():
    a, b = sets([{1}, {2}, {1, 2}, {}]), sets([{2}, {1}, {2}, {1, 2}])
    alignment = align(a, b)
    assert alignment.edits == 4
    assert alignment.distance == 4
    assert [(m.position, m.type) for m in alignment.matches] == [(3, 2)]


def test_transposition_jumps_over_a_boundary_that_a_substitution_absorbs():
    # 1 at place 1 moves to place 3 (1.5), 1 at place 2 becomes 2 (1); neighbours alone would give 3.
    a, b = sets([{1}, {1}, {}]), sets([{}, {2}, {1}])
    alignment = align(a, b, n=3)
    assert alignment.distance == 2.5
    assert edits(alignment) == (0, 1, 1)


def test_no_block_is_reversed():
    # Place 2 is shared, places 1 and 3 are one near miss over it; reversing the block once gave S = -0.25.
    assert 0 <= similarity([1, 1, 2], [2, 1, 1], n=3) <= 1
    assert similarity([1, 1, 2], [2, 1, 1], n=3) == pytest.approx(1 - 1.5 / 3)
    alignment = align([1, 1, 2], [2, 1, 1], n=3)
    assert (len(alignment.matches), edits(alignment)) == (1, (0, 0, 1))


def test_a_boundary_is_transposed_once_only():
    # Place 2 is near both 1 and 3, but can be joined with only one of them; the left one wins the tie.
    alignment = align([1, 2, 1], [2, 2])
    assert alignment.distance == 2
    assert [(t.start, t.end) for t in alignment.transpositions] == [(1, 2)]
    assert [addition.position for addition in alignment.additions] == [3]


def test_transpositions_of_one_type_do_not_share_ground():
    # Places 1, 2 against 3, 4, n=4: 1-4 around 2-3, or 1-3 across 2-4, would both overlap; one near miss remains.
    alignment = align([1, 1, 3], [3, 1, 1], n=4, weights=UNIT)
    assert alignment.distance == 3
    assert edits(alignment) == (2, 0, 1)


def test_transpositions_of_different_types_may_cross():
    a, b = sets([{1, 2}, {}]), sets([{}, {1, 2}])
    alignment = align(a, b)
    assert (alignment.distance, edits(alignment)) == (2, (0, 0, 2))


def test_ties_go_to_the_fewest_edits():
    # A near miss for 1, or two misses for 1/2 each.
    alignment = align([2, 3], [3, 2], weights=EditWeights(addition=0.5))
    assert (alignment.distance, edits(alignment)) == (1, (0, 0, 1))


def test_free_edits_cost_nothing():
    free = EditWeights(0.0, 0.0, 0.0)
    assert edit_distance([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2], weights=free) == 0
    assert edits(align([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2], weights=free)) == (3, 0, 1)


def test_one_of_each_at_one_place():
    # {1, 2} against {3}: one substitution and one miss.
    alignment = align(sets([{1, 2}]), sets([{3}]))
    assert (alignment.distance, edits(alignment)) == (2, (1, 1, 0))


def test_nearest_types_are_exchanged():
    # {1, 9} against {2}: 1 becomes 2 (1/9), 9 is missed.
    alignment = align(sets([{1, 9}]), sets([{2}]), weights=EditWeights(ordinal=True))
    assert alignment.distance == pytest.approx(1 + 1 / 9)
    assert (alignment.substitutions[0].type_a, alignment.additions[0].type) == (1, 9)


def test_with_t_types_the_distance_reaches_t_times_the_potential_boundaries():
    for types in (1, 2, 3):
        everything = sets([set(range(types))] * 4)
        assert edit_distance(everything, [5]) == 4 * types
        assert similarity(everything, [5]) == 0
