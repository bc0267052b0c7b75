"""Charts of scores: pairs of coders, and agreement."""

import math

import pytest

import seamark as sm
from seamark.charts import agreement, pairwise
from tests.cli.running import HUMANS
from tests.unit.charts.reading import encoding, rows

CORPUS = sm.Corpus({**HUMANS, "ode": {"ann": [7], "dan": [3, 4]}})


class TestPairwise:
    def test_both_halves_and_no_diagonal(self):
        cells = {(cell["first"], cell["second"]): cell["value"] for cell in rows(pairwise(CORPUS), "rect")}
        # poem: 1 near miss of 10 places; song: the same, of 7 places.
        assert cells["ann", "ben"] == cells["ben", "ann"] == pytest.approx(16 / 17)
        assert not [pair for pair in cells if pair[0] == pair[1]]

    def test_coders_who_never_met_have_no_cell(self):
        pairs = {(cell["first"], cell["second"]) for cell in rows(pairwise(CORPUS), "rect")}
        assert ("ben", "dan") not in pairs
        assert encoding(pairwise(CORPUS), "rect", "x")["scale"]["domain"] == ["ann", "ben", "cat", "dan"]

    def test_a_penalty_is_turned_round(self):
        chart = pairwise({"poem": {"ann": [5, 5], "ben": [5, 5]}}, sm.WindowDiff())
        assert rows(chart, "rect")[0]["value"] == 1
        assert "1-windowdiff" in encoding(chart, "rect", "fill")["legend"]["title"]


class TestAgreement:
    def test_the_corpus_then_items_from_the_lowest(self):
        result = sm.agree(CORPUS, "B", ci=0.9)
        corpus, *items = rows(agreement(result), "point")
        assert (corpus["row"], corpus["value"]) == ("3 items", result.above_shuffled)
        assert (corpus["low"], corpus["high"]) == tuple(result.above_interval)
        known = [item for item in result.ranking if not math.isnan(result.per_item[item].above_shuffled)]
        assert [item["row"] for item in items] == known
        assert [item["value"] for item in items] == [result.per_item[item].above_shuffled for item in known]

    def test_best_guesses_are_ticks(self):
        result = sm.agree(CORPUS, "B")
        corpus, *items = rows(agreement(result), "tick")
        assert "guess" not in corpus
        assert "low" not in corpus  # nobody asked for an interval
        assert {row["row"]: row["guess"] for row in items} == {
            row["row"]: result.per_item[row["row"]].shrunken for row in items
        }

    def test_the_scale_reaches_below_shuffled_where_needed(self):
        opposed = {"one": {"a": "1110000000", "b": "0000000111"}, "two": {"a": "1000000", "b": "1000000"}}
        assert encoding(agreement(sm.agree(opposed, "B")), "point", "x")["scale"]["domain"][0] < 0
        same = {"one": {"a": [2, 3, 5], "b": [2, 3, 5]}}
        assert encoding(agreement(sm.agree(same, "B")), "point", "x")["scale"]["domain"] == [0, 1]

    def test_items_without_a_value_are_left_out(self):
        result = sm.agree({"poem": {"ann": [2, 3, 6], "ben": [3, 2, 6]}, "alone": {"ann": [4]}})
        assert [row["row"] for row in rows(agreement(result), "point")] == ["2 items", "poem"]


@pytest.mark.parametrize(
    ("chart", "given", "wanted"),
    [
        (pairwise, {"poem": {"ann": [2, 3]}}, "at least two coders"),
        (agreement, {"x": 1}, "expected what agree returns"),
    ],
)
def test_what_cannot_be_drawn(chart, given, wanted):
    with pytest.raises(sm.InputError, match=wanted):
        chart(given)
