from __future__ import annotations

import math

from seamark import S
from seamark.agreement import agree, count_misses
from seamark.agreement.diagnose import misses_between
from seamark.agreement.measurement import Measurement
from seamark.datasets import stargazer
from seamark.model.corpus import Corpus
from seamark.pages.report.rows import Plan, hardest, hardest_first, item_rows

CORPUS = Corpus(
    {
        "easy": {"ann": [4, 4], "ben": [4, 4]},
        "hard": {"ann": [2, 3, 6], "ben": [6, 3, 2]},
        "alone": {"ann": [3, 3]},
        "middle": {"ann": [2, 9], "ben": [3, 8]},
    }
)


def rows_of(corpus, plan=None):
    measured = Measurement.of(corpus, (plan or Plan()).metric)
    return item_rows(corpus, agree(corpus), misses_between(measured).per_item())


def test_rows_in_the_order_of_the_corpus():
    assert [(row.number, row.name) for row in rows_of(CORPUS)] == list(enumerate(CORPUS))


def test_misses_of_all_items_are_those_of_the_corpus():
    for n in (2, 4):
        rows = rows_of(stargazer(), Plan(S(n=n)))
        assert rows[0].misses == count_misses(stargazer(), n=n)


def test_the_hardest_come_first_and_those_without_a_value_last():
    assert [row.name for row in hardest_first(rows_of(CORPUS))] == ["hard", "middle", "easy", "alone"]


def test_full_agreement_is_never_hard():
    assert [row.name for row in hardest(rows_of(CORPUS))] == ["hard", "middle"]
    assert hardest(rows_of(Corpus({"a": {"x": [2], "y": [2]}, "b": {"x": [3], "y": [3]}}))) == []


def test_a_single_item_is_not_the_hardest_of_anything():
    assert hardest(rows_of(stargazer())) == []


def test_segments_are_a_mean():
    assert [row.segments for row in rows_of(CORPUS)] == [2.0, 3.0, 2.0, 2.0]


def test_in_words():
    row = rows_of(CORPUS)[3]
    assert row.in_words == (
        "2 coders marked 2 of 10 possible boundaries: none by everybody, 2 by one coder alone. "
        "Over all pairs of coders, 0 matches, 1 near miss and 0 full misses."
    )


def test_an_item_by_one_coder_has_no_value():
    assert math.isnan(rows_of(CORPUS)[2].agreement.value)
