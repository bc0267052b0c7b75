"""The kernel against the brute force: least cost, fewest edits, a legal alignment, the leftmost of those that tie."""

import itertools
import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle import edit as oracle
from tests.oracle import edit_scores
from tests.strategies import LABELS, edit_options, mass_pairs, set_pairs

import seamark as sm
from seamark.kernels.edit import EDIT_FIELDS, edit_counts
from seamark.metrics.edit import StudyTypes, edit_parameters
from seamark.model.codings import shared_names

CLOSE = 1e-9
sets = sm.Segmentation.from_sets


def as_weights(weights: oracle.Weights) -> sm.EditWeights:
    return sm.EditWeights(
        float(weights.addition),
        float(weights.substitution),
        float(weights.transposition),
        weights.scale,
        ordinal=weights.ordinal_span is not None,
    )


def checked_cost(alignment, n, weights):
    """The exact cost of an alignment, once it is known to be a legal one."""
    return oracle.check_alignment(
        alignment.a.to_sets(),
        alignment.b.to_sets(),
        matches=[(m.position, m.type) for m in alignment.matches],
        additions=[(e.position, e.type, e.side) for e in alignment.additions],
        substitutions=[(e.position, e.type_a, e.type_b) for e in alignment.substitutions],
        transpositions=[(e.start, e.end, e.type, e.side) for e in alignment.transpositions],
        n=n,
        weights=weights,
    )


def counted(a, b, n, weights, types=None):
    """The row of counts that the batch path gives, by name."""
    one, other, labels = shared_names(sm.SegmentationArray.of([a]), sm.SegmentationArray.of([b]))
    parameters = edit_parameters(weights, n, labels, StudyTypes.resolve(types, labels))
    return dict(zip(EDIT_FIELDS, edit_counts(one.columns, other.columns, parameters), strict=True))


def assert_every_boundary_told(alignment):
    """Every boundary of both sides has one outcome, so that the edits turn the one into the other."""
    for side, segmentation in enumerate((alignment.a, alignment.b)):
        told = [(one.positions[side], one.types[side]) for one in alignment.outcomes]
        told = [boundary for boundary in told if boundary[0] is not None]
        assert sorted(told, key=str) == sorted(map(tuple, segmentation.boundaries), key=str)


def check_against(best, a, b, n, weights, types=None):
    """Everything that the library says about a pair, against the best that there is."""
    ours = as_weights(weights)
    assert sm.edit_distance(a, b, n=n, weights=ours, types=types) == pytest.approx(float(best.cost), abs=CLOSE)
    alignment = sm.align(a, b, n=n, weights=ours, types=types)
    assert alignment.distance == pytest.approx(float(best.cost), abs=CLOSE)
    assert checked_cost(alignment, n, weights) == best.cost
    assert (alignment.edits, len(alignment.matches)) == (best.edits, best.matches)
    assert_every_boundary_told(alignment)
    row = counted(a, b, n, ours, types)
    found = (row["additions_a"] + row["additions_b"], row["substitutions"], row["transpositions"])
    assert found in best.counts
    assert row["matches"] == best.matches
    return alignment, row


@settings(max_examples=300)
@given(mass_pairs(), edit_options())
def test_one_type(pair, options):
    n, weights = options
    best = oracle.best_edits(oracle.sets_of(pair[0]), oracle.sets_of(pair[1]), n, weights)
    check_against(best, *pair, n, weights)
    check_against(best, *map(sm.Segmentation.from_masses, pair), n, weights)


@settings(max_examples=400)
@given(st.data(), st.sampled_from([(6, LABELS), (6, LABELS), (4, (1, 2, 3, 4, 5))]))
def test_several_types(data, size):
    most, labels = size
    pair = data.draw(set_pairs(max_pbs=most, labels=labels))
    n, weights = data.draw(edit_options(ordinal_labels=labels))
    best = oracle.best_edits(*pair, n, weights)
    alignment, row = check_against(best, sets(pair[0]), sets(pair[1]), n, weights, labels)
    assert row["additions_a"] == sum(e.side == "a" for e in alignment.additions)
    assert row["substitutions"] == len(alignment.substitutions)
    assert row["transpositions"] == len(alignment.transpositions)
    assert row["transposed_distance"] == sum(e.distance for e in alignment.transpositions)


@settings(max_examples=150)
@given(set_pairs(max_pbs=6), edit_options())
def test_names_of_types_do_not_matter(pair, options):
    n, weights = options
    names = {1: "topic", 2: ("a", 1), 3: None}
    named = [sets([{names[label] for label in types} for types in side]) for side in pair]
    best = oracle.best_edits(*pair, n, weights)
    alignment = sm.align(*named, n=n, weights=as_weights(weights))
    assert (alignment.distance, alignment.edits) == (pytest.approx(float(best.cost), abs=CLOSE), best.edits)


def grows_with_distance(options):
    """Where a longer near miss is as cheap as a shorter one, a boundary may also be jumped over without need."""
    _, weights = options
    return weights.scale != "unit" and weights.transposition > 0


@settings(max_examples=200)
@given(set_pairs(max_pbs=6), edit_options(exact=True).filter(grows_with_distance))
def test_among_equals_the_leftmost(pair, options):
    n, weights = options

    def from_the_left(transpositions):
        """Place by place and type by type, where the transposition that begins there ends."""
        ends = {(t.start, t.type): t.end for t in transpositions}
        return [ends.get((p, label), math.inf) for p in range(1, len(pair[0]) + 1) for label in LABELS]

    alignment = sm.align(sets(pair[0]), sets(pair[1]), n=n, weights=as_weights(weights))
    ours = from_the_left(alignment.transpositions)
    assert ours == min(from_the_left(script.transpositions) for script in oracle.best_scripts(*pair, n, weights))


@settings(max_examples=200)
@given(mass_pairs())
def test_two_plain_lists_take_the_same_way(pair):
    exact = float(edit_scores.similarity(oracle.sets_of(pair[0]), oracle.sets_of(pair[1])))
    assert sm.similarity(*pair) == exact
    assert sm.similarity(*map(tuple, pair)) == exact
    assert sm.similarity(*map(sm.Segmentation.from_masses, pair)) == exact
    assert sm.count_pairs(sm.S(), [pair[0]], [pair[1]])[0, 1] == sm.edit_distance(*pair)


def random_positions(rng, mass):
    """Two sets of places that nearly agree here and disagree there."""
    a = {p for p in range(1, mass) if rng.random() < rng.choice([0.05, 0.3, 0.9])}
    b = {min(max(1, p + rng.choice([-2, -1, 0, 0, 1, 2])), mass - 1) for p in a if rng.random() < 0.9}
    return a, b | {rng.randrange(1, mass) for _ in range(rng.randrange(4))}


#: Words of 64 bits and of 4 x 64 bits serve short texts; at their edges carries and last bits are tried.
EDGES = [2, 3, 63, 64, 65, 66, 127, 128, 129, 191, 192, 193, 255, 256, 257, 258, 600]


@pytest.mark.parametrize("mass", EDGES)
def test_around_the_limits_of_the_short_cuts(mass):
    rng = random.Random(mass)  # noqa: S311
    for _ in range(60):
        a, b = random_positions(rng, mass)
        one, other = sm.Segmentation.from_positions(a, mass), sm.Segmentation.from_positions(b, mass)
        for n in (2, 3, 5):
            best = oracle.best_edits_one_type(a, b, n)
            assert sm.edit_distance(one, other, n=n) == float(best.cost)
            row = counted(one, other, n, sm.EditWeights())
            ((additions, _, transpositions),) = best.counts
            assert (row["additions_a"] + row["additions_b"], row["transpositions"]) == (additions, transpositions)
            assert row["matches"] == best.matches == len(a & b)
            assert row["additions_a"] + row["transpositions"] + row["matches"] == len(a)


@pytest.mark.parametrize("mass", EDGES[2:])
def test_chains_of_every_length_across_every_word(mass):
    # Boundaries that alternate between the sides without a gap: a chain of L holds L // 2 near misses.
    for start, length in itertools.product((1, 2, mass // 2, mass - 5), (1, 2, 3, 4, 5, 62, 63, 64, 65, 128, 129, 254)):
        if start + length > mass:
            continue
        a, b = range(start, start + length, 2), range(start + 1, start + length, 2)
        one, other = sm.Segmentation.from_positions(a, mass), sm.Segmentation.from_positions(b, mass)
        assert sm.edit_distance(one, other) == sm.edit_distance(other, one) == length // 2 + length % 2


@settings(max_examples=60)
@given(mass_pairs(max_segments=40, max_mass=12), edit_options(), st.integers(0, 2**32))
def test_longer_pairs(pair, options, more):
    n, weights = options
    a, b = (oracle.positions_of(side) for side in pair)
    best = oracle.best_edits_one_type(a, b, n, weights)
    check_against(best, *pair, n, weights)
    # Units at the end, or at the start, take the pair out of reach of the short cuts and change nothing.
    ours = as_weights(weights)
    for one, other in (
        ([*pair[0][:-1], pair[0][-1] + more], [*pair[1][:-1], pair[1][-1] + more]),
        ([pair[0][0] + more, *pair[0][1:]], [pair[1][0] + more, *pair[1][1:]]),
    ):
        assert sm.edit_distance(one, other, n=n, weights=ours) == sm.edit_distance(*pair, n=n, weights=ours)


@settings(max_examples=200)
@given(set_pairs(max_pbs=6), edit_options(ordinal_labels=LABELS), st.booleans())
def test_huge_masses(pair, options, at_the_end):
    # The same boundaries in the middle of the largest mass, or at its end.
    n, weights = options
    small, shift = [sets(side) for side in pair], 2**62 - len(pair[0]) - 1 if at_the_end else 2**61
    huge = [
        sm.Segmentation.from_positions(
            [shift + place for place, _ in one.boundaries], 2**62, types=[label for _, label in one.boundaries]
        )
        for one in small
    ]
    told = {"n": n, "weights": as_weights(weights), "types": LABELS}
    assert sm.edit_distance(*huge, **told) == sm.edit_distance(*small, **told)
    far, near = (sm.align(*sides, **told) for sides in (huge, small))
    assert_every_boundary_told(far)
    assert [t.start - shift for t in far.transpositions] == [t.start for t in near.transpositions]
    assert [e.position - shift for e in far.additions] == [e.position for e in near.additions]


@pytest.mark.parametrize(("scale", "cost"), [("te", 2.0), ("linear", (2**62 - 2) / 2**62), ("unit", 1.0)])
def test_the_longest_near_miss(scale, cost):
    a, b = [1, 2**62 - 1], [2**62 - 1, 1]
    weights = sm.EditWeights(scale=scale)
    alignment = sm.align(a, b, n=2**62, weights=weights)
    assert (len(alignment.transpositions), alignment.distance) == (1, cost)
    assert alignment.transpositions[0].distance == 2**62 - 2
    assert_every_boundary_told(alignment)
    assert sm.edit_distance(a, b, n=2**62 - 2, weights=weights) == 2


@pytest.mark.parametrize("n", [2, 3, 9])
def test_thousands_of_boundaries(n):
    rng = random.Random(n)  # noqa: S311
    a, b = random_positions(rng, 8000)
    one, other = sm.Segmentation.from_positions(a, 8000), sm.Segmentation.from_positions(b, 8000)
    best = oracle.best_edits_one_type(a, b, n)
    alignment = sm.align(one, other, n=n)
    assert alignment.distance == sm.edit_distance(one, other, n=n) == float(best.cost)
    assert alignment.edits == best.edits
    assert_every_boundary_told(alignment)


def test_many_types_that_do_not_meet():
    # 60 types, each nearly agreeing with itself only: far too many to interleave, but they never do.
    a = sm.Segmentation.from_positions(range(10, 610, 10), 700, types=range(60))
    b = sm.Segmentation.from_positions(range(11, 611, 10), 700, types=range(60))
    alignment = sm.align(a, b)
    assert (len(alignment.transpositions), alignment.distance) == (60, 60.0)
    assert_every_boundary_told(alignment)
