import pytest

from seamark import EditWeights, Segmentation, boundary_similarity, edit_distance, similarity
from seamark.metrics.edit import StudyTypes

resolve = StudyTypes.resolve
sets = Segmentation.from_sets


def test_many_types_are_looked_up_not_searched():
    compared = 0

    class Name(str):
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return str(self) == str(other)

        __hash__ = str.__hash__

    listed, present = ([Name(f"type {number}") for number in range(2_000)] for _ in range(2))
    assert resolve(tuple(listed), present).values_of(present) == list(range(2_000))
    assert compared <= 10 * 2_000


def test_the_types_of_the_study_widen_what_s_could_reach():
    a, b = sets([{1}, {}]), sets([{2}, {}])
    assert similarity(a, b) == 3 / 4
    assert similarity(a, b, types=5) == similarity(a, b, types=[1, 2, 3, 4, 5]) == 9 / 10


def test_a_type_on_one_side_only_is_one_type():
    # One boundary against none: one of 4 potential boundaries is missed, whatever its type is called.
    for label in (1, 2, "x"):
        named, none = sets([{}, {label}, {}, {}]), [5]
        for pair in ((named, none), (none, named)):
            assert similarity(*pair) == 3 / 4
            assert boundary_similarity(*pair) == 0
            assert edit_distance(*pair) == 1


def test_no_boundary_at_all_fits_every_study():
    assert similarity([5], [5], types=["minor", "major"]) == 1
    assert boundary_similarity([5], [5], types=["minor", "major"]) == 1


def test_boundary_similarity_takes_names_in_their_order():
    a, b = sets([{"low"}]), sets([{"high"}])
    assert boundary_similarity(a, b, types=["low", "high"]) == pytest.approx(1 - 1 / 2)
    assert boundary_similarity(a, b, types=["low", "middle", "high"]) == pytest.approx(1 - 2 / 3)
    assert boundary_similarity(a, b, weights=EditWeights(scale="linear")) == 0
