"""Charts of scores: pairs of coders, agreement, segmenters, and curves."""

from __future__ import annotations

import pytest

from seamark import GHD, B, EditWeights, InputError, S, WindowDiff
from seamark.agreement.agree import agree
from seamark.charts import SCENARIOS, agreement, evaluation, full_misses, growing_mass, near_misses, pairwise, response
from seamark.datasets import stargazer
from seamark.evaluation.compare import compare
from seamark.model.corpus import Corpus
from seamark.reproduce.published import published
from tests.unit.charts.reading import encoding, layers, rows

CORPUS = Corpus(
    {
        "poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]},
        "song": {"ann": [4, 4], "ben": [4, 4], "cat": [3, 5]},
        "ode": {"ann": [7], "dan": [3, 4]},
    }
)


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
        chart = pairwise({"poem": {"ann": [5, 5], "ben": [5, 5]}}, WindowDiff())
        assert rows(chart, "rect")[0]["value"] == 1
        assert "1-windowdiff" in encoding(chart, "rect", "fill")["legend"]["title"]

    def test_nobody_to_compare(self):
        with pytest.raises(InputError, match="at least two coders"):
            pairwise({"poem": {"ann": [2, 3]}})


class TestAgreement:
    def test_items_from_the_hardest(self):
        chart = agreement(agree(CORPUS))
        values = [row["value"] for row in rows(chart, "point")]
        assert values == sorted(values)
        assert rows(chart, "point")[0]["row"] == "ode"

    def test_the_interval_is_the_one_of_the_result(self):
        result = agree(CORPUS, ci=0.9, rng=7)
        band = rows(agreement(result), "rect")[0]
        assert (band["low"], band["value"], band["high"]) == (result.interval.low, result.value, result.interval.high)

    def test_several_results_under_each_other(self):
        results = {"pi": agree(CORPUS, ci=0.9, rng=7), "kappa": agree(CORPUS, coefficient="kappa")}
        found = rows(agreement(results), "rule")
        assert [row["row"] for row in found] == ["pi", "kappa"]
        assert found[0]["low"] == results["pi"].interval.low
        # Without an interval there is only the value.
        assert found[1]["low"] == found[1]["high"] == results["kappa"].value

    def test_the_level_of_shuffled_codings_stands_on_the_scale_of_the_value(self):
        result = agree(CORPUS)
        level = (result.shuffled - result.expected) / (1 - result.expected)
        chart = agreement({"S": result, "without": agree(CORPUS, shuffles=0)})
        assert rows(chart, "tick") == [{"row": "S", "value": pytest.approx(level), "kind": "shuffled codings"}]
        assert encoding(chart, "tick", "color")["scale"]["domain"] == ["shuffled codings"]
        dashed = [layer for layer in layers(agreement(result)) if "strokeDash" in layer["mark"]]
        data = agreement(result).to_dict()["datasets"][dashed[0]["data"]["name"]]
        assert [row["value"] for row in data] == [pytest.approx(level)]
        # By permutation the level is the 0 of the scale.
        assert agree(CORPUS, chance="permutation").shuffled_value == 0

    def test_without_shuffles_there_is_no_legend(self):
        chart = agreement({"S": agree(CORPUS, shuffles=0)})
        assert rows(chart, "tick") == []
        assert encoding(chart, "tick", "color")["legend"] is None

    def test_the_scale_reaches_below_chance_where_needed(self):
        # Of 7 places 3 are marked by each, and none by both: S is 1/7 and chance (3/7)^2.
        opposed = agree({"one": {"a": "1110000", "b": "0000111"}, "two": {"a": "1000", "b": "1000"}})
        assert opposed.per_item["one"].value == pytest.approx((1 / 7 - 9 / 49) / (1 - 9 / 49))
        assert encoding(agreement(opposed), "point", "x")["scale"]["domain"] == [-0.1, 1]
        assert encoding(agreement(agree(CORPUS)), "point", "x")["scale"]["domain"] == [0, 1]

    def test_items_without_a_value_are_left_out(self):
        result = agree({"poem": {"ann": [2, 3], "ben": [3, 2]}, "alone": {"ann": [4]}})
        assert [row["row"] for row in rows(agreement(result), "point")] == ["poem"]

    @pytest.mark.parametrize("results", [{}, {"x": 1}, 5, None])
    def test_nothing_to_show(self, results):
        with pytest.raises(InputError, match="results"):
            agreement(results)


SYSTEMS = {"good": {"stargazer": [2, 3, 4, 3, 1, 5, 3]}, "bad": {"stargazer": [1, 20]}}


class TestEvaluation:
    def test_best_first_under_the_humans(self):
        result = compare(stargazer(), SYSTEMS, rng=7)
        chart = evaluation(result)
        order = encoding(chart, "point", "y")["scale"]["domain"]
        assert order[0].startswith("humans")
        assert order[1:] == [one.name for one in (*result.segmenters, *result.baselines)]

    def test_the_band_spans_all_humans(self):
        result = compare(stargazer(), SYSTEMS, rng=7)
        band = rows(evaluation(result), "rect")[0]
        changes = [row["change"] for row in rows(evaluation(result), "point") if row["kind"] == "human"]
        assert len(changes) == 7
        assert (band["low"], band["high"]) == (min(changes), max(changes))

    def test_a_baseline_far_below_is_pointed_at(self):
        humans = {
            f"item {number}": {coder: [3 + number, 30 - number, 7] for coder in ("a", "b", "c")} for number in range(4)
        }
        result = compare(humans, {"same": {item: codings["a"] for item, codings in humans.items()}}, rng=7)
        marks = {row["row"]: row for row in rows(evaluation(result), "point")}
        low, high = encoding(evaluation(result), "point", "x")["scale"]["domain"]
        assert marks["all"]["kind"] == "baseline, off the scale"
        assert marks["all"]["change"] < low <= marks["all"]["shown"] < high

    def test_without_baselines_and_without_a_band(self):
        two = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5]}, "song": {"ann": [4, 4], "ben": [5, 3]}}
        result = compare(two, {"one": {"poem": [2, 3, 6], "song": [4, 4]}}, baselines=False, rng=7)
        assert not len(result.band)
        assert "rect" not in [layer["mark"]["type"] for layer in layers(evaluation(result))]

    def test_another_kind_of_result(self):
        with pytest.raises(InputError, match="expected what compare returns"):
            evaluation({"good": 0.9})


class TestResponse:
    def test_figure_5b_as_published(self):
        metrics = {
            "one_minus_wd": WindowDiff(convention="fournier2012"),
            "s_n5_scaled": S(n=5),
            "s_n5_wtrp0": S(n=5, weights=EditWeights(transposition=0)),
        }
        drawn = rows(response(near_misses(), metrics), "line")
        printed = published("figure5b")
        assert len(drawn) == 3 * len(printed) == 33
        for row in drawn:
            assert row["value"] == pytest.approx(float(printed[int(row["x"])][row["curve"]]), abs=5e-5)

    def test_full_misses_end_where_the_paper_says(self):
        # S falls in a line, and 1-WD is nothing from 7 false positives on (Fournier & Inkpen 2012, Figure 5a).
        found = rows(response(full_misses(), {"S": S(), "WD": WindowDiff(convention="fournier2012")}), "line")
        curves = {name: [row["value"] for row in found if row["curve"] == name] for name in ("S", "WD")}
        assert len(curves["S"]) == 98
        assert curves["S"][97] == pytest.approx(2 / 99)
        assert max(curves["WD"][7:]) == 0 < curves["WD"][6]

    def test_growing_mass(self):
        # Figure 5c: from .6667 at 4 units towards 1.
        values = [row["value"] for row in rows(response(growing_mass(), {"S": S()}), "line")]
        assert values[0] == pytest.approx(2 / 3)
        assert values == sorted(values)
        assert len(values) == 97

    def test_values_to_compare_with_are_points_of_their_curve(self):
        chart = response(near_misses(2), {"S": S()}, points={"S": {0: 1.0, 1: 0.9583}})
        assert rows(chart, "point") == [
            {"curve": "S", "x": 0, "value": 1.0},
            {"curve": "S", "x": 1, "value": 0.9583},
        ]

    def test_curves_differ_in_dashes_too(self):
        scale = encoding(response(near_misses(), {"S": S(), "B": B()}), "line", "strokeDash")["scale"]
        assert scale["domain"] == ["S", "B"]
        assert len({tuple(dash) for dash in scale["range"]}) == 2

    def test_what_cannot_be_drawn(self):
        with pytest.raises(InputError, match="has no worst value"):
            response(near_misses(), {"GHD": GHD()})
        with pytest.raises(InputError, match="7 curves; expected 1 to 6"):
            response(near_misses(), {str(n): S(n=n) for n in range(2, 9)})
        with pytest.raises(InputError, match="expected a Scenario"):
            response("near-misses")

    @pytest.mark.parametrize(
        ("make", "argument"), [(full_misses, 3), (near_misses, 23), (near_misses, -1), (growing_mass, 3)]
    )
    def test_scenarios_that_cannot_be(self, make, argument):
        with pytest.raises(InputError, match="expected"):
            make(argument)

    def test_every_scenario_pairs_equal_masses(self):
        for make in SCENARIOS.values():
            pairs = make().pairs
            assert pairs
            assert all(reference.mass == hypothesis.mass for reference, hypothesis in pairs.values())
