import math

import seamark as sm
from seamark.datasets import stargazer
from seamark.pages.report.boundaries import Plan, boundary_report
from seamark.pages.report.parts import Heading

CORPUS = sm.Corpus(
    {
        "easy": {"ann": [4, 4], "ben": [4, 4]},
        "hard": {"ann": [2, 3, 6], "ben": [6, 3, 2]},
        "alone": {"ann": [3, 3]},
        "middle": {"ann": [2, 9], "ben": [3, 8]},
    }
)


def contents(corpus, plan=None):
    return boundary_report(corpus, plan or Plan(), None, Heading(None, None, None))[0]


def test_misses_of_all_items_are_those_of_the_corpus():
    for n in (2, 4):
        (row,) = contents(stargazer(), Plan(sm.S(n=n)))["items"]
        assert row.misses == sm.count_misses(stargazer(), n=n)


def test_the_hardest_come_first_and_those_without_a_value_last():
    rows = contents(CORPUS)["items"]
    # Two equal segments agree in any order, and one coder agrees with nobody.
    assert [(row.number, row.name) for row in rows] == [(1, "hard"), (3, "middle"), (2, "alone"), (0, "easy")]
    assert all(math.isnan(row.agreement.above_shuffled) for row in rows[2:])
    assert [row.segments for row in rows] == [3.0, 2.0, 2.0, 2.0]


def test_neither_full_agreement_nor_a_single_item_is_hard():
    assert [row.name for row in contents(CORPUS)["hardest"]] == ["hard", "middle"]
    same = sm.Corpus({"a": {"x": [1, 2], "y": [1, 2]}, "b": {"x": [1, 3], "y": [1, 3]}})
    assert contents(same)["hardest"] == contents(stargazer())["hardest"] == []


def test_in_words():
    row = contents(CORPUS)["items"][1]
    assert row.in_words == (
        "2 coders marked 2 of 10 possible boundaries: none by everybody, 2 by one coder alone. "
        "Over all pairs of coders, 0 matches, 1 near miss and 0 full misses."
    )
