"""Agreement in words, and what a value is like."""

import csv
import io

import pytest
from tools import reference_table

import seamark as sm
from seamark.agreement import sentences
from seamark.agreement.sentences import AgreementTable
from seamark.datasets import stargazer


def test_the_answer_of_the_sample():
    found = AgreementTable((sm.agree(stargazer(), "B", ci=0.95),), sm.count_misses(stargazer()))
    assert found.answer()[:2] == (
        # 83 matches, 28 near misses and 72 full misses.
        "7 coders, 1 item. Of the boundaries in two codings 45 % match, 15 % are near misses, 39 % are placed by one "
        "coder only.",
        "B goes .19 of the way from shuffled to full agreement (95 % interval −.02 to .36 for other coders).",
    )


@pytest.mark.parametrize(
    ("codings", "options", "said"),
    [
        ({"a": {"x": [5], "y": [5]}}, {}, "Nobody placed a boundary"),
        ({"a": {"x": "110000", "y": "000011"}}, {}, "agree no better than the same segments in random order"),
        (
            {"a": {"x": [2, 3], "y": [3, 2]}},
            {"shuffles": 0},
            "B has no value above shuffled codings: nothing was shuffled.",
        ),
        ({"a": {"x": [2, 3, 5], "y": [2, 3, 5]}}, {}, "B goes 1.00 of the way from shuffled to full agreement."),
    ],
)
def test_what_is_said_at_the_edges(codings, options, said):
    assert said in sm.agree(codings, "B", **options).answer()[1]


def test_text_and_notebook_begin_with_the_answer():
    found = sm.agree(stargazer(), "B", ci=0.95)
    answer = "\n".join(found.answer())
    assert str(found).startswith(answer)
    assert str(found).endswith(str(found.signature))
    assert found._repr_html_().startswith(f"<div><p>{found.answer()[0]}</p>")
    assert len(found.table().header) <= 6


def test_coders_who_find_a_share_of_the_same_boundaries_have_the_b_of_that_share():
    # Both have a boundary with probability h * h, at least one with h * (2 - h); shuffled codings of rare boundaries
    # hardly agree.
    for row in sentences.rows_of("B"):
        if (row.rate, row.false, row.shift) == (0.02, 0, 0):
            assert row.above == pytest.approx(row.hit / (2 - row.hit), abs=0.05)


def test_more_is_found_more_agreed():
    for name in sentences.MEASURED:
        for rate in sentences.RATES:
            found = [row.above for row in sentences.rows_of(name) if (row.rate, row.false, row.shift) == (rate, 0, 0)]
            assert found == sorted(found)
            assert found[-1] == 1


def test_the_table_is_what_the_simulation_gives(monkeypatch):
    monkeypatch.setattr(reference_table, "RATES", (0.1,))
    monkeypatch.setattr(reference_table, "HITS", (0.4, 0.8))
    rows = list(csv.DictReader(io.StringIO(reference_table.simulate(seed=7))))
    assert len(rows) == 2 * 9
    for row in rows:
        design = tuple(float(row[name]) for name in ("rate", "hit", "false", "shift"))
        for name in sentences.MEASURED:
            (shipped,) = (known.above for known in sentences.rows_of(name) if known[:4] == design)
            assert float(row[name]) == pytest.approx(shipped, abs=0.04)


def test_the_nearest_row():
    assert sentences.nearest("B", 0.52, 0.09).hit == 0.7
    # Two coders who each shift 30 % have near misses in 42 % of what both found.
    assert sentences.nearest("B", 0.2, 0.1, 0.4).shift == 0.3
    assert sentences.nearest("B", -0.1, 0.1) is None
    assert sentences.nearest("B", float("nan"), 0.1) is None
