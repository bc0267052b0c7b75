from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from seamark import Segmentation, align

SETS = st.lists(st.sets(st.sampled_from("xyz"), max_size=2), min_size=1, max_size=8)


@given(st.data())
def test_every_boundary_has_one_outcome(data):
    sets_a = data.draw(SETS)
    sets_b = data.draw(
        st.lists(st.sets(st.sampled_from("xyz"), max_size=2), min_size=len(sets_a), max_size=len(sets_a))
    )
    a, b = Segmentation.from_sets(sets_a), Segmentation.from_sets(sets_b)
    outcomes = align(a, b, n=3).outcomes
    for side, segmentation in (("a", a), ("b", b)):
        found = [(one.position(side), one.type(side)) for one in outcomes if one.position(side) is not None]
        assert sorted(found) == sorted(segmentation.boundaries)


@given(st.data())
def test_kinds_are_those_of_the_edits(data):
    sets_a = data.draw(SETS)
    sets_b = data.draw(
        st.lists(st.sets(st.sampled_from("xyz"), max_size=2), min_size=len(sets_a), max_size=len(sets_a))
    )
    alignment = align(Segmentation.from_sets(sets_a), Segmentation.from_sets(sets_b), n=3)
    kinds = [one.kind for one in alignment.outcomes]
    assert kinds.count("match") == len(alignment.matches)
    assert kinds.count("near miss") == len(alignment.transpositions)
    assert kinds.count("full miss") == len(alignment.additions)
    assert kinds.count("other type") == len(alignment.substitutions)
    assert {one.only for one in alignment.outcomes if one.kind == "full miss"} == {
        edit.side for edit in alignment.additions
    }


def test_from_left_to_right():
    outcomes = align([2, 3, 4, 2], [2, 4, 5]).outcomes
    assert [(one.places, one.kind, one.sign) for one in outcomes] == [
        ((2,), "match", " "),
        ((5, 6), "near miss", "~"),
        ((9,), "full miss", "-"),
    ]
