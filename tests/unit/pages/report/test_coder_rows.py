from __future__ import annotations

import math

import pytest

from seamark.agreement.diagnose import diagnose
from seamark.agreement.measurement import Measurement
from seamark.model.corpus import Corpus
from seamark.pages.report.boundaries import coder_rows, linked_coders


def excesses(corpus):
    return {row.name: row.excess for row in coder_rows(corpus, diagnose(corpus))}


def test_excess_is_beside_the_others_of_the_same_items():
    # ann 2 boundaries, ben 1, cat 0: ann beside a mean of 0.5, ben beside 1, cat beside 1.5.
    corpus = Corpus({"poem": {"ann": [2, 3, 6], "ben": [2, 9], "cat": [11]}})
    assert excesses(corpus) == pytest.approx({"ann": 3.0, "ben": 0.0, "cat": -1.0})


def test_items_coded_alone_do_not_count():
    corpus = Corpus({"poem": {"ann": [5, 6], "ben": [4, 7]}, "song": {"ann": [1, 1, 1, 1, 1]}})
    assert excesses(corpus) == pytest.approx({"ann": 0.0, "ben": 0.0})


def test_no_boundaries_to_lean_from():
    found = excesses(Corpus({"poem": {"ann": [11], "ben": [11]}}))
    assert all(math.isnan(excess) for excess in found.values())


def test_groups_of_coders():
    corpus = Corpus({"poem": {"ann": [2, 3], "ben": [5]}}, groups={"ann": "students"})
    assert [row.group for row in coder_rows(corpus, diagnose(corpus))] == ["students", None]


def test_linked_coders_part_those_who_never_met():
    corpus = Corpus(
        {
            "one": {"a": [2, 3], "c": [3, 2]},
            "two": {"b": [2, 3], "d": [3, 2]},
            "three": {"c": [2, 3], "e": [2, 3]},
            "four": {"f": [2, 3]},
        },
        groups={"b": "second", "d": "second", "a": "first"},
    )
    found = linked_coders(corpus, diagnose(corpus), Measurement.of(corpus).groups)
    # a and e never met, but both met c; f met nobody.
    assert [linked.coders for linked in found] == [("a", "c", "e"), ("b", "d")]
    assert [linked.name for linked in found] == [None, "second"]


def test_cells_of_a_circle():
    corpus = Corpus({"one": {"a": [2, 3], "c": [3, 2]}, "two": {"c": [2, 3], "e": [2, 3]}})
    (linked,) = linked_coders(corpus, diagnose(corpus), Measurement.of(corpus).groups)
    (aa, ac, ae), (_, _, ce), _ = linked.cells
    assert aa is None
    assert ac == pytest.approx(0.75)
    assert math.isnan(ae)
    assert ce == 1
