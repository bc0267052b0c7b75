import pytest
from hypothesis import given
from hypothesis import strategies as st

import seamark as sm
from tests.strategies import mass_pairs, set_pairs

sets = sm.Segmentation.from_sets
UNIT = sm.EditWeights(scale="unit")


def test_records_of_the_papers_example():
    alignment = sm.align([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2])
    assert alignment == sm.Alignment(
        a=sm.Segmentation.from_masses([1, 2, 2, 3, 3, 1, 2]),
        b=sm.Segmentation.from_masses([1, 2, 1, 2, 6, 2]),
        matches=(sm.Match(1, 1), sm.Match(3, 1), sm.Match(12, 1)),
        additions=(sm.Addition(6, 1, "b"), sm.Addition(8, 1, "a"), sm.Addition(11, 1, "a")),
        substitutions=(),
        transpositions=(sm.Transposition(4, 5, 1, "b"),),
        distance=4.0,
    )
    assert alignment.edits == 4


def test_records_carry_the_names_of_types():
    alignment = sm.align(sets([{"x"}, {"x"}, {}]), sets([{}, {"y"}, {"x"}]), n=3)
    assert alignment.substitutions == (sm.Substitution(2, "x", "y"),)
    assert alignment.transpositions == (sm.Transposition(1, 3, "x", "a"),)
    assert (alignment.matches, alignment.additions, alignment.distance) == ((), (), 2.5)


@given(mass_pairs())
def test_exchanged_segmentations_give_the_same_edits_on_the_other_side(pair):
    other_side = {"a": "b", "b": "a"}
    one, other = sm.align(*pair, n=3), sm.align(*reversed(pair), n=3)
    assert (one.matches, one.distance) == (other.matches, other.distance)
    assert one.additions == tuple(sm.Addition(e.position, e.type, other_side[e.side]) for e in other.additions)
    assert one.transpositions == tuple(
        sm.Transposition(e.start, e.end, e.type, other_side[e.side]) for e in other.transpositions
    )


@pytest.mark.parametrize(
    ("a", "b", "options", "text"),
    [
        pytest.param(
            [1, 2, 2, 3, 3, 1, 2],
            [1, 2, 1, 2, 6, 2],
            {},
            """\
a |1| 2 | 2 |  3  |  3  |1| 2 |
b |1| 2 |1| 2 |     6     | 2 |
          ~~~ +   -     -
3 matched, 1 near (~), 3 missed (- only a, + only b); distance 4""",
            id="figure 4 of the paper",
        ),
        pytest.param(
            [10**9] * 3,
            [10**9, 10**9 + 1, 10**9 - 1],
            {},
            """\
edit       position a  position b
---------------------------------
match      1000000000  1000000000
near miss  2000000000  2000000001
1 matched, 1 near (~), 0 missed (- only a, + only b); distance 1""",
            id="huge masses",
        ),
        pytest.param(
            sets([{1}, {1}, {}]),
            sets([{}, {2}, {1}]),
            {"n": 3},
            """\
edit        position a  position b  type a  type b
--------------------------------------------------
near miss            1           3  1       1
other type           2           2  1       2
0 matched, 1 near (~), 0 missed (- only a, + only b), 1 of another type (*); distance 2.5""",
            id="near miss over a substitution",
        ),
    ],
)
def test_drawn_to_scale_or_a_row_per_boundary(a, b, options, text):
    assert str(sm.align(a, b, **options)) == text


def test_a_long_table_is_broken_off():
    assert str(sm.align([1] * 500, [500])).split("\n")[-2] == "... and 99 more"


@given(set_pairs(), st.sampled_from([2, 3, 4]))
def test_records_come_from_left_to_right_and_outcomes_are_of_their_kind(pair, n):
    alignment = sm.align(*map(sets, pair), n=n)
    for edits in (alignment.matches, alignment.additions, alignment.substitutions):
        places = [edit.position for edit in edits]
        assert places == sorted(places)
    starts = [edit.start for edit in alignment.transpositions]
    assert starts == sorted(starts)
    kinds = [one.kind for one in alignment.outcomes]
    assert kinds.count("match") == len(alignment.matches)
    assert kinds.count("near miss") == len(starts)
    assert kinds.count("other type") == len(alignment.substitutions)
    alone = [one.only for one in alignment.outcomes if one.kind == "full miss"]
    assert sorted(alone) == sorted(edit.side for edit in alignment.additions)
