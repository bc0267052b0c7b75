"""The brute force is trusted by every other test of the edit distance, so it is held to values worked out elsewhere."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given

from tests.oracle.edit import (
    Weights,
    best_edits,
    best_edits_one_type,
    best_scripts,
    check_alignment,
    positions_of,
    sets_of,
)
from tests.oracle.edit_scores import Confusion, best_confusions, boundary_similarity, similarity
from tests.strategies import edit_options, mass_pairs, set_pairs

REFERENCE, HYPOTHESIS = sets_of([5, 5, 5, 5]), sets_of([5, 6, 9])


def script_as_alignment(a_sets, b_sets, script, weights):
    """The lists `check_alignment` wants, with each PB's substitutions in the cheapest order."""
    matches = [(p, x) for p, (a, b) in enumerate(zip(a_sets, b_sets, strict=True), 1) for x in set(a) & set(b)]
    additions, substitutions = [], []
    for p, (a, b) in enumerate(zip(script.left_a, script.left_b, strict=True), 1):
        pairings = [list(zip(xs, ys, strict=False)) for xs in permutations(a) for ys in permutations(b)]
        cheapest = min(pairings, key=lambda pairs: sum(weights.of_substitution(x, y) for x, y in pairs))
        substitutions += [(p, x, y) for x, y in cheapest]
        additions += [(p, x, "a") for x in a - {x for x, _ in cheapest}]
        additions += [(p, y, "b") for y in b - {y for _, y in cheapest}]
    return {
        "matches": matches,
        "additions": additions,
        "substitutions": substitutions,
        "transpositions": [(t.start, t.end, t.type, t.side) for t in script.transpositions],
    }


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2], Fraction(9, 13)),
        ([1, 2, 2, 2, 4, 2, 1], [1, 2, 8, 2, 1], Fraction(11, 13)),
        ([6, 8], [7, 7], Fraction(12, 13)),
        ([14], [1] * 14, Fraction(0)),
        ([1], [1], Fraction(1)),
        ([7], [7], Fraction(1)),
        ([3, 4, 2], [3, 4, 2], Fraction(1)),
        ([5, 5, 5, 5], [5, 6, 9], Fraction(17, 19)),
    ],
)
def test_similarity(a, b, expected):
    assert similarity(sets_of(a), sets_of(b)) == expected


def test_edits_of_the_papers_example():
    best = best_edits(sets_of([1, 2, 2, 3, 3, 1, 2]), sets_of([1, 2, 1, 2, 6, 2]))
    assert (best.cost, best.edits, best.counts) == (4, 4, {(3, 0, 1)})


# Figure 5b of the 2012 paper, d = 0..10; the curve it labels n=3 follows n=4.
@pytest.mark.parametrize(
    ("n", "weights", "curve"),
    [
        (4, Weights(scale="unit"), [1, 0.9583, 0.9583, 0.9583] + [0.9167] * 7),
        (5, Weights(), [1, 0.9583, 0.9375, 0.9271, 0.9219] + [0.9167] * 6),
        (5, Weights(transposition=Fraction(0)), [1] * 5 + [0.9167] * 6),
    ],
)
def test_near_misses_of_figure_5b(n, weights, curve):
    computed = [similarity(sets_of([2, 23]), sets_of([2 + d, 23 - d]), n, weights) for d in range(11)]
    assert [round(float(s), 4) for s in computed] == curve


def test_global_minimum_where_greedy_fails():
    assert best_edits(sets_of([1, 3, 4]), sets_of([3, 3, 2]), 3, Weights(scale="unit")).cost == 2
    best = best_edits([{1}, {2}, {1, 2}, {}], [{2}, {1}, {2}, {1, 2}])
    assert (best.cost, best.edits) == (4, 4)


def test_transposition_jumps_over_a_boundary_that_a_substitution_absorbs():
    best = best_edits([{1}, {1}, {}], [{}, {2}, {1}], 3)
    assert (best.cost, best.counts) == (Fraction(5, 2), {(0, 1, 1)})


def test_all_counts_that_tie_are_returned():
    # {1} -> {2} twice, or type 1 transposed and type 2 transposed: two edits of cost 1 each
    assert best_edits([{1}, {2}], [{2}, {1}]).counts == {(0, 2, 0), (0, 0, 2)}


@pytest.mark.parametrize(
    ("scale", "costs"), [("te", ["1", "3/2", "7/4", "15/8"]), ("linear", ["1/5", "2/5", "3/5", "4/5"])]
)
def test_scales(scale, costs):
    assert [Weights(scale=scale).of_transposition(d, 5) for d in (1, 2, 3, 4)] == [Fraction(c) for c in costs]
    assert Weights(scale="unit").of_transposition(4, 5) == 1


def test_boundary_similarity():
    assert boundary_similarity(REFERENCE, HYPOTHESIS) == Fraction(1, 2)
    assert boundary_similarity(REFERENCE, HYPOTHESIS, 3) == Fraction(5, 9)
    assert boundary_similarity(sets_of([4]), sets_of([4])) == 1
    assert boundary_similarity([{1}], [{3}]) == Fraction(1, 3)


def test_confusion():
    assert best_confusions(REFERENCE, HYPOTHESIS) == [{1: Confusion(Fraction(3, 2), fp=0, fn=1)}]
    (found,) = best_confusions(REFERENCE, HYPOTHESIS)
    assert (found[1].precision, found[1].recall, found[1].f) == (1, Fraction(3, 5), Fraction(3, 4))
    (found,) = best_confusions(sets_of([2, 8]), sets_of([2, 2, 2, 4]))
    assert (found[1].precision, found[1].recall) == (Fraction(1, 3), 1)


@given(mass_pairs(max_segments=7), edit_options())
def test_one_type_by_position_equals_enumeration(pair, options):
    assert best_edits_one_type(*map(positions_of, pair), *options) == best_edits(*map(sets_of, pair), *options)


@given(set_pairs(labels=(1, 2, 4)), edit_options(ordinal_labels=(1, 2, 4)))
def test_every_best_script_checks_and_costs_the_minimum(pair, options):
    best = best_edits(*pair, *options)
    for script in best_scripts(*pair, *options):
        lists = script_as_alignment(*pair, script, options[1])
        assert check_alignment(*pair, **lists, n=options[0], weights=options[1]) == best.cost
        counts = len(lists["additions"]), len(lists["substitutions"]), len(lists["transpositions"])
        assert counts == script.counts
        assert counts in best.counts
        assert sum(counts) == best.edits


@given(set_pairs(), edit_options())
def test_sides_and_direction_do_not_matter(pair, options):
    a, b = pair
    best = best_edits(a, b, *options)
    assert best_edits(b, a, *options) == best
    assert best_edits(a[::-1], b[::-1], *options) == best


@given(set_pairs(labels=(1, 2)))
def test_similarity_stays_in_range(pair):
    assert 0 <= similarity(*pair) <= 1
    assert 0 <= boundary_similarity(*pair) <= 1
    assert (similarity(*pair) == 1) == (pair[0] == pair[1]) == (boundary_similarity(*pair) == 1)
