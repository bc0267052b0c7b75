"""Boundaries of several coders that belong together, and the places they dispute."""

import itertools
from collections import Counter

import numpy as np
import pytest

import seamark as sm
from seamark.agreement.disputes import item_links
from seamark.metrics.edit import EditCounts
from seamark.model.alignment import NEAR_MISS, OTHER_TYPE

TEXTS = {"poem": [f"unit {number}" for number in range(1, 21)]}


def placed(groups):
    return [{coder: place for coder, (place, _) in group.placed.items()} for group in groups]


@pytest.mark.parametrize(
    ("codings", "n", "groups"),
    [
        # Near misses of one boundary are one place.
        ({"ann": [4, 16], "ben": [5, 15], "cat": [6, 14]}, 2, [{"ann": 4, "ben": 5, "cat": 6}]),
        # A group has at most one boundary of a coder.
        ({"ann": [4, 1, 15], "ben": [5, 15], "cat": [4, 16]}, 2, [{"ann": 4, "cat": 4}, {"ann": 5, "ben": 5}]),
        # Boundaries far from each other are two.
        ({"ann": [4, 16], "ben": [6, 14]}, 2, [{"ann": 4}, {"ben": 6}]),
        ({"ann": [4, 16], "ben": [6, 14]}, 3, [{"ann": 4, "ben": 6}]),
    ],
)
def test_groups(codings, n, groups):
    found = sm.boundary_groups({"poem": codings}, n=n)
    assert placed(found) == groups
    assert all({*group.placed, *group.not_placed_by} == {*codings} for group in found)


def test_the_most_disputed_come_first():
    # All place the same in "tale", which is not disputed.
    codings = {
        "poem": {"ann": [4, 16], "ben": [5, 15], "cat": [6, 14], "dan": [5, 10, 5]},
        "song": {"ann": [4, 16], "ben": [4, 16], "cat": [20], "dan": [20]},
        "tale": {"ann": [4, 16], "ben": [4, 16]},
    }
    found = sm.disputed_places(sm.Corpus(codings, texts=TEXTS))
    assert (found.boundaries, str(found)) == (4, "3 of 4 boundaries disputed")
    # Of six pairs four differ; one of four has it: three differ; all have it, five of six pairs at different places.
    assert [(place.item, place.disagreement) for place in found.places] == [
        *(("song", 4 / 6), ("poem", 3 / 6), ("poem", 0.5 * 5 / 6))
    ]
    _, first, second = found.places
    assert (first.position, first.not_placed_by, first.in_consensus) == (15, ("ann", "ben", "cat"), False)
    assert (second.position, second.in_consensus, second.before, second.after) == (5, True, "unit 5", "unit 6")


def test_types_at_one_place_are_one_dispute():
    act, scene = (sm.Segmentation.from_sets([set(), {label}, set()]) for label in ("act", "scene"))
    found = sm.disputed_places({"play": {"ann": act, "ben": act, "cat": scene}})
    [place] = found.places
    assert dict(place.placed) == {"ann": (2, "act"), "ben": (2, "act"), "cat": (2, "scene")}
    assert place.disagreement == pytest.approx(0.5 * 2 / 3)
    assert found.rows()[0]["placed_by"] == "ann 2 (act), ben 2 (act), cat 2 (scene)"


def test_another_consensus():
    codings = {"poem": {"ann": [4, 6], "ben": [5, 5]}}
    [place] = sm.disputed_places(codings, agreed={"poem": [4, 6]}).places
    assert (place.position, place.in_consensus) == (4, True)
    with pytest.raises(sm.InputError, match="the consensus covers 9 units, the coders cover 10"):
        sm.disputed_places(codings, agreed={"poem": [4, 5]})


def test_a_wide_near_miss_costs_no_more_than_the_boundaries():
    corpus = sm.Corpus({"poem": {"ann": [2, 3, 6], "ben": [3, 2, 6], "cat": [2, 9]}})
    wide, narrow = (sm.boundary_groups(corpus, n=n) for n in (2**31, 11))
    assert [group.to_dict() for group in wide] == [group.to_dict() for group in narrow]


@pytest.mark.parametrize("types", [(1,), ("act", "scene")])
def test_links_are_those_of_the_alignments_of_every_two_codings(types):
    rng = np.random.default_rng(len(types))
    codings = [
        sm.Segmentation.from_sets([{kind for kind in types if rng.random() < 0.2} for _ in range(29)]) for _ in range(6)
    ]
    expected = Counter()
    for one, other in itertools.combinations(codings, 2):
        for edit in sm.align(one, other, n=3).outcomes:
            if edit.kind in (NEAR_MISS, OTHER_TYPE):
                ends = zip(edit.positions, edit.types, strict=True)
                expected[tuple(sorted(ends, key=lambda end: (end[0], str(end[1]))))] += 1
    array = sm.SegmentationArray.from_segmentations(codings)
    [links] = item_links(array, np.array([0, 6]), EditCounts(3))
    assert links == expected
