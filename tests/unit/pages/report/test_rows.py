"""Rows of items and coders, and views of pairs of coders."""

import math

import pytest

import seamark as sm
from seamark.datasets import stargazer
from seamark.pages.report.boundaries import Plan, boundary_report
from seamark.pages.report.parts import pair_views

CORPUS = sm.Corpus(
    {
        "easy": {"ann": [4, 4], "ben": [4, 4]},
        "hard": {"ann": [2, 3, 6], "ben": [6, 3, 2]},
        "alone": {"ann": [3, 3]},
        "middle": {"ann": [2, 9], "ben": [3, 8]},
    }
)


def contents(corpus, plan=None):
    items, found, _ = boundary_report(corpus, plan or Plan(), {}, "item")
    return {"items": items, **found}


def test_misses_of_all_items_are_those_of_the_corpus():
    for n in (2, 4):
        (row,) = contents(stargazer(), Plan(sm.S(n=n)))["items"]
        misses = sm.count_misses(stargazer(), n=n)
        assert f"{misses.matches} matches, {misses.near} near misses and {misses.full} full misses" in row.in_words


def test_the_hardest_come_first_and_those_without_a_value_last():
    rows = contents(CORPUS)["items"]
    # Two equal segments agree in any order, and one coder agrees with nobody.
    assert [(row.number, row.name) for row in rows] == [(1, "hard"), (3, "middle"), (2, "alone"), (0, "easy")]
    assert all(math.isnan(row.value) for row in rows[2:])


def test_neither_full_agreement_nor_a_single_item_is_hard():
    assert [row.name for row in contents(CORPUS)["hardest"]] == ["hard", "middle"]
    same = sm.Corpus({"a": {"x": [1, 2], "y": [1, 2]}, "b": {"x": [1, 3], "y": [1, 3]}})
    assert contents(same)["hardest"] == contents(stargazer())["hardest"] == []


def test_in_words():
    row = contents(CORPUS)["items"][1]
    assert row.in_words == (
        "2 coders marked 2 of 10 possible boundaries: none by all coders, 2 by one coder only. "
        "Over all pairs of coders, 0 matches, 1 near miss and 0 full misses."
    )


def test_coders_stand_from_the_lowest():
    corpus = sm.Corpus({"poem": {"ann": [2, 3, 5], "dan": [1, 9], "ben": [2, 4, 4], "cat": [2, 3, 5]}})
    assert contents(corpus)["coders"][0][0] == "dan"


@pytest.mark.parametrize(("high_is_alike", "order"), [(True, "cbc"), (False, "bcc")])
def test_the_pairs_who_are_least_alike_come_first(high_is_alike, order):
    pairs = [("a", "b", 2, 0.5), ("b", "c", 1, math.nan), ("a", "c", 1, 0.25)]
    views = pair_views(pairs, high_is_alike=high_is_alike)
    assert views["number"] == 3
    assert "".join(other for _, other, _, _ in views["rows"]) == order
