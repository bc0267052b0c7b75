import math

import pytest

import seamark as sm
from seamark.pages.report.boundaries import coder_rows
from seamark.pages.report.parts import CoderPair, PairViews


def excesses(corpus):
    return {row.name: row.excess for row in coder_rows(corpus, sm.diagnose(corpus))}


def test_excess_is_beside_the_others_of_the_same_items():
    # ann 2 boundaries, ben 1, cat 0: ann beside a mean of 0.5, ben beside 1, cat beside 1.5.
    corpus = sm.Corpus({"poem": {"ann": [2, 3, 6], "ben": [2, 9], "cat": [11]}})
    assert excesses(corpus) == pytest.approx({"ann": 3.0, "ben": 0.0, "cat": -1.0})


def test_items_coded_alone_do_not_count():
    corpus = sm.Corpus({"poem": {"ann": [5, 6], "ben": [4, 7]}, "song": {"ann": [1, 1, 1, 1, 1]}})
    assert excesses(corpus) == pytest.approx({"ann": 0.0, "ben": 0.0})


def test_no_boundaries_to_lean_from():
    found = excesses(sm.Corpus({"poem": {"ann": [11], "ben": [11]}}))
    assert all(math.isnan(excess) for excess in found.values())


def test_groups_of_coders():
    corpus = sm.Corpus({"poem": {"ann": [2, 3], "ben": [5]}}, groups={"ann": "students"})
    assert [row.group for row in coder_rows(corpus, sm.diagnose(corpus))] == ["students", None]


def test_coders_stand_from_the_lowest():
    corpus = sm.Corpus({"poem": {"ann": [2, 3, 5], "dan": [1, 9], "ben": [2, 4, 4], "cat": [2, 3, 5]}})
    assert next(iter(coder_rows(corpus, sm.diagnose(corpus, "B")))).name == "dan"


def test_few_coders_have_a_matrix():
    views = PairViews.of("ace", [CoderPair("c", "e", 1, 1.0), CoderPair("c", "a", 1, 0.75)], "ascending")
    (aa, ac, ae), (_, _, ce), _ = views.matrix
    assert (aa, ac, ce) == (None, 0.75, 1.0)
    assert math.isnan(ae)  # who never met


def test_of_more_coders_the_pairs_are_listed():
    pairs = [CoderPair("a", "b", 2, 0.5), CoderPair("b", "c", 1, math.nan), CoderPair("a", "c", 1, 0.25)]
    views = PairViews.of("abcdef", pairs, "ascending")
    assert (views.matrix, views.number) == ([], 3)
    assert [row.other for row in views.rows] == ["c", "b", "c"]
    assert [row.other for row in PairViews.of("abcdef", pairs, "descending").rows] == ["b", "c", "c"]
