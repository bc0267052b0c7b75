"""Hierarchies, alone and as columns."""

from __future__ import annotations

import copy
import pickle

import pytest

from seamark import Hierarchy, InputError, LabelledSegmentation, Segmentation

BOOK = Hierarchy.from_levels([[12, 12], [6, 6, 12]])
LABELLED = Hierarchy.from_labelled([LabelledSegmentation.from_labels(units) for units in ("AAABBB", "aabccc")])


@pytest.mark.parametrize(
    "made",
    [
        Hierarchy.from_positions([[12], [6, 12]], mass=24),
        Hierarchy.from_strengths({12: 1, 6: 2}, mass=24),
        Hierarchy.from_strengths({6: 2, 12: 1}, mass=24, depth=2),
        Hierarchy.from_tree([[6, 6], 12]),
        Hierarchy.from_tree([[6, 6], [12]]),
        pickle.loads(pickle.dumps(BOOK)),
        copy.deepcopy(BOOK),
    ],
)
def test_every_way_in_is_the_same(made):
    assert made == BOOK
    assert hash(made) == hash(BOOK)
    assert made.levels == (Segmentation.from_masses([12, 12]), Segmentation.from_masses([6, 6, 12]))
    assert (made.depth, made.mass, made.nested, made.labelled) == (2, 24, True, None)
    assert dict(made.strengths) == {12: 1, 6: 2}


def test_labels():
    assert LABELLED.levels[1].labels == ("a", "b", "c")
    assert LABELLED.segmentations[0] == Segmentation.from_masses([3, 3])
    assert Hierarchy.from_levels(LABELLED.segmentations) != LABELLED
    assert pickle.loads(pickle.dumps(LABELLED)) == LABELLED


def test_a_tree_of_different_depths():
    tree = Hierarchy.from_tree([2, [1, [1, 1]], 3])
    assert [level.masses for level in tree.levels] == [(2, 3, 3), (2, 1, 2, 3), (2, 1, 1, 1, 3)]


def test_levels_that_do_not_nest():
    with pytest.raises(InputError, match="level 1 has a boundary at 4, level 2 has none there; expected every"):
        Hierarchy.from_positions([[4], [2]], mass=6)
    loose = Hierarchy.from_positions([[4], [2]], mass=6, nested=False)
    assert not loose.nested
    assert pickle.loads(pickle.dumps(loose)) == loose


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Hierarchy.from_levels([]), "levels are empty; a hierarchy has at least one"),
        (lambda: Hierarchy.from_levels(5), "levels are 5; expected a segmentation per level"),
        (lambda: Hierarchy.from_levels([[2, 3], [1, 1, 1]]), "level 1 covers 5 units, level 2 covers 3"),
        (
            lambda: Hierarchy.from_levels([Segmentation.from_positions([2], 5, types=["x"])]),
            "level 1 has boundary types",
        ),
        (lambda: Hierarchy.from_strengths({2: 0}, mass=5), "the level of position 2 is 0; expected a level from 1"),
        (lambda: Hierarchy.from_strengths({2: 3}, mass=5, depth=2), "depth is 2, but a boundary has the level 3"),
        (lambda: Hierarchy.from_strengths({7: 1}, mass=5), "position 7 is outside 1..4"),
        (lambda: Hierarchy.from_strengths({2: 10**9}, mass=5), "expected a level from 1, the coarsest, to 1,000"),
        (lambda: Hierarchy.from_labelled([[2, 3]]), "expected a LabelledSegmentation"),
        (lambda: Hierarchy.from_tree([[], 3]), "a part of the tree is empty"),
        (lambda: Hierarchy.from_tree([2, "x"]), "a part of the tree is 'x'; expected a whole number"),
        (lambda: Hierarchy.from_levels([[5]], nested=1), "nested is 1; expected True or False"),
    ],
)
def test_what_is_refused(make, message):
    with pytest.raises(InputError) as caught:
        make()
    assert message in str(caught.value)


def test_a_tree_that_holds_itself():
    tree: list[object] = [1]
    tree.append(tree)
    with pytest.raises(InputError, match="more than 1000 levels"):
        Hierarchy.from_tree(tree)
