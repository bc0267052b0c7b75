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
    cheapest_substitutions,
    check_alignment,
    edit_scripts,
    labels_of,
    ordinal_span,
    positions_of,
    sets_of,
)
from tests.oracle.edit_scores import Confusion, best_confusions, boundary_similarity, pooled, similarity
from tests.strategies import edit_options, mass_pairs, set_pairs

NONE = frozenset()
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


def test_similarity_with_linear_scale():
    assert similarity(REFERENCE, HYPOTHESIS, weights=Weights(scale="linear")) == 1 - Fraction(3, 2) / 19


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


def test_transposition_over_a_match_stays_in_range():
    # PB 2 matches, PBs 1 and 3 are one transposition of 1.5 out of 3; reversing the block once gave -0.25
    assert similarity(sets_of([1, 1, 2]), sets_of([2, 1, 1]), 3) == Fraction(1, 2)


def test_number_of_types_of_the_study_counts():
    a, b = [{1}, {}], [{2}, {}]
    assert similarity(a, b) == Fraction(3, 4)
    assert similarity(a, b, types=5) == Fraction(9, 10)


def test_ties_go_to_fewest_edits():
    assert best_edits([{1}, {}], [{}, {1}], weights=Weights(addition=Fraction(1, 2))).counts == {(0, 0, 1)}


def test_all_counts_that_tie_are_returned():
    # {1} -> {2} twice, or type 1 transposed and type 2 transposed: two edits of cost 1 each
    assert best_edits([{1}, {2}], [{2}, {1}]).counts == {(0, 2, 0), (0, 0, 2)}


def test_dear_transposition_is_refused():
    weights = Weights(addition=Fraction(1, 4))
    assert best_edits([{1}, {}], [{}, {1}], weights=weights).counts == {(2, 0, 0)}


def test_substitution_is_not_optional():
    weights = Weights(addition=Fraction(0))
    assert best_edits([{1}], [{2}], weights=weights).counts == {(0, 1, 0)}


@pytest.mark.parametrize(
    ("scale", "costs"), [("te", ["1", "3/2", "7/4", "15/8"]), ("linear", ["1/5", "2/5", "3/5", "4/5"])]
)
def test_scales(scale, costs):
    assert [Weights(scale=scale).of_transposition(d, 5) for d in (1, 2, 3, 4)] == [Fraction(c) for c in costs]
    assert Weights(scale="unit").of_transposition(4, 5) == 1


def test_ordinal_substitutions_are_paired_the_cheapest_way():
    weights = Weights(ordinal_span=ordinal_span({1, 5}))
    assert cheapest_substitutions({1, 4}, {2, 5}, weights) == Fraction(2, 5)
    assert cheapest_substitutions({3}, {1, 4, 5}, weights) == Fraction(1, 5)


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


def test_substitution_is_an_error_of_both_types():
    (found,) = best_confusions([{1}, {2}], [{2}, {2}])
    assert found == {1: Confusion(Fraction(0), fp=0, fn=1), 2: Confusion(Fraction(1), fp=1, fn=0)}
    assert pooled(found.values()) == Confusion(Fraction(1), fp=1, fn=1)


def test_rate_over_nothing_is_none():
    nothing = Confusion(Fraction(0), fp=0, fn=0)
    assert (nothing.precision, nothing.recall, nothing.f) == (None, None, None)


def test_different_lengths_are_refused():
    with pytest.raises(ValueError, match="1 potential boundaries against 2"):
        best_edits([{1}], [{1}, {1}])


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


@given(set_pairs(), edit_options())
def test_scripts_are_listed_once(pair, options):
    scripts = [frozenset(script.transpositions) for script in edit_scripts(*pair, options[0])]
    assert len(scripts) == len(set(scripts))
    assert frozenset() in scripts


@given(set_pairs(labels=(1, 2)))
def test_similarity_stays_in_range(pair):
    assert 0 <= similarity(*pair) <= 1
    assert 0 <= boundary_similarity(*pair) <= 1
    assert (similarity(*pair) == 1) == (pair[0] == pair[1]) == (boundary_similarity(*pair) == 1)


A_SETS, B_SETS = [{1}, {2, 3}, {}, {1}], [{}, {1, 3}, {2}, {2}]
RIGHT = {
    "matches": [(2, 3)],
    "additions": [],
    "substitutions": [(4, 1, 2)],
    "transpositions": [(1, 2, 1, "a"), (2, 3, 2, "a")],
}


def test_right_alignment_is_priced():
    assert labels_of(A_SETS, B_SETS) == {1, 2, 3}
    assert check_alignment(A_SETS, B_SETS, **RIGHT) == best_edits(A_SETS, B_SETS).cost == 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"matches": []}, "there but not used"),
        ({"matches": [(2, 3), (2, 3)]}, "used twice"),
        ({"matches": [(2, 3), (1, 1)]}, "used but not there"),
        ({"matches": [], "additions": [(2, 3, "a"), (2, 3, "b")]}, "not matched"),
        ({"substitutions": [], "additions": [(4, 1, "a"), (4, 2, "b")]}, "additions on both sides"),
        ({"substitutions": [(4, 2, 1)]}, "not there"),
        ({"transpositions": [(1, 2, 1, "b"), (2, 3, 2, "a")]}, "not there"),
        (
            {
                "transpositions": [(1, 2, 1, "a"), (2, 4, 2, "a")],
                "substitutions": [],
                "additions": [(3, 2, "b"), (4, 1, "a")],
            },
            r"distance 2 is not in 1\.\.1",
        ),
        ({"substitutions": []}, "there but not used"),
    ],
)
def test_wrong_alignment_is_refused(change, message):
    with pytest.raises(AssertionError, match=message):
        check_alignment(A_SETS, B_SETS, **{**RIGHT, **change})


def test_overlapping_transpositions_are_refused():
    a, b = [{1}, {1}, NONE, NONE], [NONE, NONE, {1}, {1}]
    nested = {"transpositions": [(1, 4, 1, "a"), (2, 3, 1, "a")]}
    with pytest.raises(AssertionError, match="overlap"):
        check_alignment(a, b, matches=[], additions=[], substitutions=[], **nested, n=4)
