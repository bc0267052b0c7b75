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
    labels_of,
    positions_of,
    sets_of,
)
from tests.strategies import edit_options, mass_pairs, set_pairs

NONE = frozenset()


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


def test_all_counts_that_tie_are_returned():
    # {1} -> {2} twice, or type 1 transposed and type 2 transposed: two edits of cost 1 each
    assert best_edits([{1}, {2}], [{2}, {1}]).counts == {(0, 2, 0), (0, 0, 2)}


def test_substitution_is_not_optional():
    weights = Weights(addition=Fraction(0))
    assert best_edits([{1}], [{2}], weights=weights).counts == {(0, 1, 0)}


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
