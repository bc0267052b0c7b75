"""segeval 2 as a peer: where it must say the same, and where it is known not to.

Its search for near misses is greedy: the shortest first, from the left. With n=2 every near miss is as short as any
other and taking the leftmost is optimal, so for one boundary type S and B must agree on every input. With a wider n
they must agree where no boundary has two candidates. Its S takes linear weights by default, ours those of 2012.
Metrics with n=2 and under the convention of segeval are compared in ``tests/metrics``.
"""

import itertools
import random
from collections import Counter

import pytest
import segeval
from segeval.similarity import boundary_confusion_matrix, boundary_statistics, weight_a, weight_t_scale
from segeval.similarity.weight import weight_s, weight_t

import seamark as sm

LINEAR, UNIT = sm.EditWeights(scale="linear"), sm.EditWeights(scale="unit")
UNWEIGHTED = (weight_a, weight_s, weight_t)
SETS = {"boundary_format": segeval.BoundaryFormat.sets}


def masses_of(positions, mass):
    edges = [0, *sorted(positions), mass]
    return tuple(right - left for left, right in itertools.pairwise(edges))


def random_pair(rng):
    """Two segmentations with some boundaries shared, some near and some far; segeval fails where neither has any."""
    mass = rng.randint(2, 40)
    a = {p for p in range(1, mass) if rng.random() < rng.choice([0.1, 0.3, 0.6])} or {rng.randrange(1, mass)}
    b = {min(max(1, p + rng.choice([-1, 0, 0, 1, 3])), mass - 1) for p in a if rng.random() < 0.8}
    b |= {rng.randrange(1, mass) for _ in range(rng.randrange(3))}
    return masses_of(a, mass), masses_of(b, mass)


def lonely_pair(rng, n):
    """Matches, misses and near misses so far apart that no boundary has two candidates within reach."""
    a, b, place = set(), set(), 0
    for _ in range(rng.randint(1, 6)):
        place += rng.randint(n, n + 5)
        kind = rng.choice(["match", "a", "b", "near", "near", "far"])
        distance = {"near": rng.randint(1, n - 1), "far": rng.randint(n, n + 2)}.get(kind, 0)
        first, second = (a, b) if rng.random() < 0.5 else (b, a)
        if kind in ("match", "near", "far"):
            first.add(place)
            second.add(place + distance)
        else:
            (a if kind == "a" else b).add(place)
        place += distance
    mass = place + rng.randint(1, 9)
    return masses_of(a, mass), masses_of(b, mass)


def peer_edits(a, b, n):
    statistics = boundary_statistics(a, b, n_t=n)
    return (
        Counter(edit.side for edit in statistics["additions"]),
        sorted((edit.start + 1, edit.end + 1) for edit in statistics["transpositions"]),
        len(statistics["matches"]),
    )


def our_edits(a, b, n):
    alignment = sm.align(a, b, n=n, weights=LINEAR)
    return (
        Counter(edit.side for edit in alignment.additions),
        [(edit.start, edit.end) for edit in alignment.transpositions],
        len(alignment.matches),
    )


def test_s_of_2012_is_the_peers_without_weights():
    # With n=2 every near miss costs 1, in 2012's weights as without any.
    rng = random.Random(5)  # noqa: S311
    for _ in range(500):
        a, b = random_pair(rng)
        expected = float(segeval.segmentation_similarity(a, b, weight=UNWEIGHTED))
        assert sm.similarity(a, b) == pytest.approx(expected, abs=1e-12), (a, b)


def test_the_same_edits_of_one_type_with_two_wise_near_misses():
    rng = random.Random(2013)  # noqa: S311
    for _ in range(1000):
        a, b = random_pair(rng)
        assert our_edits(a, b, 2) == peer_edits(a, b, 2), (a, b)


@pytest.mark.parametrize("n", [3, 4, 6, 10])
def test_wider_near_misses_that_do_not_compete(n):
    rng = random.Random(n)  # noqa: S311
    for _ in range(300):
        a, b = lonely_pair(rng, n)
        s = float(segeval.segmentation_similarity(a, b, n_t=n))
        assert sm.similarity(a, b, n=n, weights=LINEAR) == pytest.approx(s, abs=1e-12), (a, b)
        b_score = float(segeval.boundary_similarity(a, b, n_t=n))
        assert sm.boundary_similarity(a, b, n=n) == pytest.approx(b_score, abs=1e-12), (a, b)
        assert our_edits(a, b, n) == peer_edits(a, b, n), (a, b)


def test_three_wise_near_misses_are_never_dearer_than_the_peers():
    # With n=3 its near misses do not overlap either, so its script is one of those that we choose the cheapest from.
    rng = random.Random(3)  # noqa: S311
    cheaper = 0
    for _ in range(1500):
        a, b = random_pair(rng)
        edits = boundary_statistics(a, b, n_t=3)
        theirs = len(edits["additions"]) + float(weight_t_scale(edits["transpositions"], 3))
        ours = sm.edit_distance(a, b, n=3, weights=LINEAR)
        assert ours <= theirs + 1e-12, (a, b)
        cheaper += ours < theirs - 1e-12
    assert cheaper > 10  # its search does go wrong, and here one can see how often


def test_near_misses_may_overlap():
    # Places 1, 2 against 3, 4: it joins 2-3 and, around them, 1-4; near misses of one type are disjoint by definition.
    a, b = (1, 1, 3), (3, 1, 1)
    assert peer_edits(a, b, 4)[1] == [(1, 4), (2, 3)]
    assert our_edits(a, b, 4)[1] == [(2, 3)]
    assert float(segeval.segmentation_similarity(a, b, n_t=4)) > sm.similarity(a, b, n=4, weights=LINEAR)


def test_several_types_take_an_edit_too_many():
    a, b = ({1}, {2}, {1, 2}, set()), ({2}, {1}, {2}, {1, 2})
    edits = boundary_statistics(a, b, **SETS)
    assert sum(len(edits[kind]) for kind in ("additions", "substitutions", "transpositions")) == 5
    assert sm.align(sm.Segmentation.from_sets(a), sm.Segmentation.from_sets(b)).edits == 4


def test_far_misses_earn_more_credit_than_near_ones():
    # Its credit for a near miss over distance d is d/n; it should be what is left, 1 - d/n.
    for distance, theirs, ours in ((1, 1 / 4, 3 / 4), (3, 3 / 4, 1 / 4)):
        hypothesis, reference = (5 + distance, 10 - distance), (5, 10)
        assert float(boundary_confusion_matrix(hypothesis, reference, n_t=4)[1][1]) == theirs
        assert sm.boundary_confusion(reference, hypothesis, n=4).true_positives == ours
