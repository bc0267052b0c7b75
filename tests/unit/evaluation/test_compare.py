"""Segmenters beside humans: against figures worked out by hand, and against slow versions made of ``agree``."""

import json
import math
import pickle

import numpy as np
import pytest

from seamark.agreement import agree, diagnose
from seamark.agreement.similarity import Similarity
from seamark.errors import InputError, MassMismatchError, UndefinedScoreError
from seamark.evaluation.compare import compare
from seamark.metrics.boundary_similarity import B
from seamark.metrics.hamming import GHD
from seamark.metrics.similarity import S
from seamark.metrics.window_diff import WindowDiff
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation
from seamark.stats import multiplicities
from tests.unit.evaluation.studies import change_by_human, change_in_place, repeated, study, with_system

HUMANS = {"poem": {"ann": [5, 5], "ben": [5, 5], "cat": [4, 6]}}
DESIGNS = [
    {"coders": 4},
    {"coders": 5, "missing": 0.5},
    {"coders": 4, "missing": 0.5, "system_missing": 0.4},
    {"coders": 3, "types": (1, 2)},
    {"coders": 2},
]


def test_by_hand():
    # Distances: ann-ben 0, ann-cat 1, ben-cat 1 of 9 places each; every coding has a rate of 1/9.
    result = compare(HUMANS, {"tiler": {"poem": [5, 5]}}, rng=1)
    tiler = result["tiler"]
    assert result.value == tiler.humans == pytest.approx(74 / 80)
    assert tiler.value == pytest.approx(151 / 160)
    assert tiler.change == pytest.approx(3 / 160)
    assert {name: human.change for name, human in result.band.humans.items()} == {
        "ann": pytest.approx(3 / 80),
        "ben": pytest.approx(3 / 80),
        "cat": pytest.approx(-6 / 80),
    }
    assert (result.band.low, result.band.high) == (pytest.approx(-6 / 80), pytest.approx(3 / 80))
    assert result.band.humans["cat"].others == 1.0
    assert result.band.humans["cat"].similarity == pytest.approx(8 / 9)
    assert tiler.similarities == {"ann": 1.0, "ben": 1.0, "cat": pytest.approx(8 / 9)}
    assert tiler.similarity == pytest.approx(26 / 27)
    assert tiler.in_places == {"ann": 0.0, "ben": 0.0, "cat": pytest.approx(6 / 80)}
    assert tiler.matched == ("ann", "ben", "cat")
    assert tiler.density == 1.0
    assert result.position(tiler) == "inside"
    assert tiler.change in result.band
    assert 1.0 not in result.band
    assert "ann" not in result.band, "the band holds changes, not names"


@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
@pytest.mark.parametrize("metric", [S(), B(n=3), WindowDiff(k=2)], ids=["S", "B", "1-windowdiff"])
@pytest.mark.parametrize("design", DESIGNS, ids=str)
def test_drops_are_differences_of_agree(design, metric, coefficient):
    humans, system = study(11, **design)
    if len(humans.types) > 1 and not metric.info.several_types:
        with pytest.raises(InputError, match="does not tell boundary types apart, and 2 occur"):
            compare(humans, {"x": system}, metric, coefficient)
        return
    result = compare(humans, {"x": system}, metric, coefficient, resamples=10, rng=1, baselines=False)
    x, on_its_items = result["x"], humans.subset(items=list(system))
    assert result.value == pytest.approx(agree(humans, metric, coefficient).value, abs=1e-12)
    assert x.humans == pytest.approx(agree(on_its_items, metric, coefficient).value, abs=1e-12)
    assert x.value == pytest.approx(agree(with_system(humans, system), metric, coefficient).value, abs=1e-12)
    assert x.change == pytest.approx(x.value - x.humans, abs=1e-12)
    expected = {name: change_by_human(humans, name, metric, coefficient) for name in humans.coder_names}
    found = {name: human.change for name, human in result.band.humans.items()}
    assert found == {name: pytest.approx(change, abs=1e-12) for name, change in expected.items() if change is not None}
    assert set(result.band.without_place) == {name for name, change in expected.items() if change is None}
    assert list(found.values()) == sorted(found.values(), reverse=True)
    changes = {name: change_in_place(humans, system, name, metric, coefficient) for name in humans.coder_names}
    assert x.in_places == {n: pytest.approx(change, abs=1e-12) for n, change in changes.items() if change is not None}


@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
@pytest.mark.parametrize("design", DESIGNS, ids=str)
def test_intervals_and_p_values_come_from_items_drawn_again(design, coefficient):
    humans, system = study(12, **design)
    result = compare(humans, {"x": system}, coefficient=coefficient, resamples=60, rng=5, baselines=False, ci=0.9)
    changes = []
    for times in multiplicities(len(humans), 60, rng=5):
        drawn = repeated(humans, times)
        segmented = {item: system[item.split()[0]] for item in drawn if item.split()[0] in system}
        if not segmented:
            changes.append(math.nan)
            continue
        alone = agree(drawn.subset(items=list(segmented)), coefficient=coefficient).value
        changes.append(agree(with_system(drawn, segmented), coefficient=coefficient).value - alone)
    defined = np.array(changes)[~np.isnan(changes)]
    interval = result["x"].interval
    assert [interval.low, interval.high] == pytest.approx(np.quantile(defined, [0.05, 0.95]).tolist(), abs=1e-12)
    assert interval.undefined == 60 - defined.size
    missing = 60 - defined.size
    rarer = min(np.count_nonzero(defined <= 1e-12), np.count_nonzero(defined >= -1e-12)) + missing
    assert result["x"].p_value == pytest.approx(min(1.0, 2 * (1 + rarer) / 61))


def test_the_humans_alone_have_the_interval_that_agree_gives_with_the_same_seed():
    humans, system = study(13, items=12)
    result = compare(humans, {"x": system}, rng=3, resamples=500)
    expected = agree(humans, ci=0.95, resample="items", method="percentile", resamples=500, rng=3)
    assert (result.interval.low, result.interval.high) == pytest.approx((expected.interval.low, expected.interval.high))


def test_p_values_are_corrected_for_the_number_of_segmenters_but_not_of_baselines():
    humans, x = study(14, items=12)
    others = {"x": x, "y": {i: humans[i]["h0"] for i in humans}, "z": {i: humans[i]["h1"] for i in humans}}
    result = compare(humans, others, rng=3, resamples=200)
    p = sorted(one.p_value for one in result.segmenters)
    adjusted = sorted(one.p_adjusted for one in result.segmenters)
    assert adjusted[0] == pytest.approx(min(1.0, 3 * p[0]))
    assert all(math.isnan(one.p_adjusted) for one in result.baselines)


def test_a_segmenter_is_judged_alike_with_and_without_others():
    humans, x = study(16, items=8)
    other = {item: humans[item]["h0"] for item in humans}
    alone = compare(humans, {"x": x}, rng=3, resamples=200)["x"]
    together = compare(humans, {"other": other, "x": x}, rng=3, resamples=200)["x"]
    assert (alone.change, alone.interval, alone.p_value) == (together.change, together.interval, together.p_value)


def test_segmenters_and_baselines_stand_best_first():
    humans, x = study(17, items=8)
    copy = {item: humans[item]["h0"] for item in humans}
    result = compare(humans, {"x": x, "copy": copy}, rng=3, resamples=50)
    assert [one.name for one in result.segmenters] == ["copy", "x"]
    changes = [one.change for one in result.baselines]
    assert changes == sorted(changes, reverse=True)
    assert {one.name for one in result.baselines} == {"none", "all", "even", "random", "shuffled"}


def test_the_same_seed_gives_the_same_and_is_reported():
    humans, x = study(18)
    first = compare(humans, {"x": x}, resamples=100)
    again = compare(humans, {"x": x}, resamples=100, rng=first.seed)
    assert str(first) == str(again)
    assert f"|seed:{first.seed}|" in str(first.signature)


def test_similarities_are_those_of_a_diagnosis():
    humans, x = study(19, missing=0.5)
    found = diagnose(with_system(humans, x))
    result = compare(humans, {"x": x}, rng=1, resamples=10, baselines=False)["x"]
    assert result.similarity == pytest.approx(found.coders["system"].similarity)
    pairs = {frozenset(names): pair.similarity for names, pair in found.pairs.items()}
    assert result.similarities == {n: pytest.approx(pairs[frozenset((n, "system"))]) for n in humans.coder_names}


@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
@pytest.mark.parametrize("seed", range(10))
def test_whoever_cuts_like_a_human_takes_that_place_without_any_change(seed, coefficient):
    humans, _ = study(seed, coders=5, missing=0.3)
    copy = {item: humans[item]["h0"] for item in humans}
    # Thirds, which sums in another order round in another way.
    result = compare(humans, {"copy": copy}, B(n=3), coefficient, rng=1, resamples=1, baselines=False)["copy"]
    assert result.in_places["h0"] == 0.0
    assert "h0" in result.matched


def test_margin_is_the_distance_to_the_best_baseline_on_the_same_resamples():
    humans, x = study(20, items=10)
    result = compare(humans, {"x": x}, rng=4, resamples=200)
    best = result.baselines[0]
    margin = result["x"].margin
    assert (margin.baseline, margin.difference) == (best.name, pytest.approx(result["x"].change - best.change))
    assert margin.interval.low <= margin.difference <= margin.interval.high
    same = compare(humans, {"void": {item: [mass] for item, mass in humans.masses.items()}}, rng=4, resamples=200)
    if same.baselines[0].name == "none":
        assert (same["void"].margin.interval.low, same["void"].margin.interval.high) == (0.0, 0.0)
    assert same["void"].change == pytest.approx(same["none"].change)


def test_without_baselines_there_is_no_margin_and_no_draws_in_the_signature():
    humans, x = study(20)
    result = compare(humans, {"x": x}, rng=4, resamples=50, baselines=False)
    assert result.baselines == ()
    assert result["x"].margin is None
    assert "draws" not in str(result.signature)


def test_missing_items_of_a_segmenter():
    humans, x = study(21, items=8)
    part = dict(list(x.items())[:5])
    result = compare(humans, {"x": part, "y": x}, rng=4, resamples=50)
    assert (result["x"].items, result["y"].items, result.items) == (5, 8, 8)
    assert result["x"].margin is None, "baselines were judged on all items"
    assert "x segmented 5 of 8 items, and is compared with the humans on these only." in result.notes


def test_items_of_one_human_take_no_part():
    humans, x = study(22, items=4)
    more = {**{item: dict(humans[item]) for item in humans}, "lonely": {"h0": [3, 3]}}
    result = compare(more, {"x": {**x, "lonely": [6]}}, rng=4, resamples=50)
    plain = compare(humans, {"x": x}, rng=4, resamples=50)
    assert result.left_out == ("lonely",)
    assert result["x"] == plain["x"]
    assert "Left out, since fewer than two humans coded them: lonely." in result.notes
    with pytest.raises(InputError, match="x has none of the items that at least two humans coded"):
        compare(more, {"x": {"lonely": [6]}})


def test_two_humans_have_no_band():
    humans, x = study(23, coders=2)
    result = compare(humans, {"x": x}, rng=4, resamples=50)
    assert len(result.band) == 0
    assert math.isnan(result.band.low)
    assert math.isnan(result.band.high)
    assert result.position(result["x"]) is None
    assert result["x"].in_places == {}
    assert "No item has three humans, so nobody can be left out and there is no human band." in result.notes


def test_one_item_has_no_intervals():
    result = compare(HUMANS, {"x": {"poem": [2, 8]}}, rng=4)
    assert result.interval is None
    assert result["x"].interval is None
    assert result["x"].margin.interval is None
    assert math.isnan(result["x"].p_value)
    assert math.isnan(result["x"].p_adjusted)
    assert "There is one item" in " ".join(result.notes)


def test_a_segmenter_may_be_a_corpus():
    humans, x = study(24)
    corpus = Corpus({item: {"whoever": segmentation} for item, segmentation in x.items()})
    found = [compare(humans, {"x": given}, rng=1, resamples=20)["x"] for given in (x, corpus)]
    assert found[0] == found[1]


def test_items_of_a_single_unit_and_codings_without_boundaries():
    humans = {"a": {"x": [1], "y": [1], "z": [1]}, "b": {"x": [4], "y": [4], "z": [4]}}
    result = compare(humans, {"s": {"a": [1], "b": [2, 2]}}, rng=1, resamples=20)
    assert result.value == 1.0
    assert math.isnan(result["s"].density)
    assert result["s"].change < 0


class Never(S):
    """A metric without a score for anything."""

    def score_rows(self, rows):
        return np.full(rows.shape[:-1], np.nan)


def test_undefined_agreement_is_an_error():
    with pytest.raises(UndefinedScoreError, match="the agreement of the humans alone is undefined"):
        compare(HUMANS, {"s": {"poem": [5, 5]}}, Never())


@pytest.mark.parametrize(
    ("systems", "error", "message"),
    [
        ({}, InputError, "there is no segmenter to compare with the humans"),
        ({"ann": {"poem": [5, 5]}}, InputError, "segmenter 'ann' has the name of a human coder; expected another name"),
        ({"even": {"poem": [5, 5]}}, InputError, "segmenter 'even' has the name of a baseline; rename it, or"),
        ({"x": {}}, InputError, "x has none of the humans' items; expected names such as 'poem'"),
        ({"x": [5, 5]}, InputError, "x is a list; expected a segmentation per item"),
        ({"x": {"poem": [5, 5], "song": [4]}}, InputError, "x has item 'song', which the reference does not have"),
        ({"x": {"poem": [5, 6]}}, MassMismatchError, "item 'poem': coder 'ann' covers 10 units, x covers 11"),
        ({"x": {"poem": {"a": [10], "b": [10]}}}, InputError, "x has 2 codings of item 'poem'; expected one"),
        (
            {"x": {"poem": Segmentation.from_positions([4], 10, ["chapter"])}},
            InputError,
            "x places boundaries of type 'chapter'; the humans' types are 1",
        ),
    ],
)
def test_faults_of_segmenters(systems, error, message):
    with pytest.raises(error) as caught:
        compare(HUMANS, systems)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("humans", "options", "message"),
    [
        ({"a": {"ann": [5]}}, {}, "agreement needs at least two coders"),
        ({"a": {"ann": [5]}, "b": {"ben": [5]}}, {}, "no item was coded by two coders"),
        (HUMANS, {"coefficient": "alpha"}, "coefficient is 'alpha'; expected one of pi, kappa"),
        (HUMANS, {"ci": 95}, "ci is 95; expected a number between 0 and 1"),
        (HUMANS, {"resamples": 0}, "resamples is 0; expected a whole number"),
        (HUMANS, {"draws": 0}, "draws is 0; expected a whole number from 1 to 100,000"),
        (HUMANS, {"metric": GHD()}, "has no worst value"),
        (HUMANS, {"rng": -1}, "rng is -1"),
    ],
)
def test_faults_of_everything_else(humans, options, message):
    with pytest.raises(InputError) as caught:
        compare(humans, {"x": {"poem": [5, 5], "a": [5]} if humans is not HUMANS else {"poem": [5, 5]}}, **options)
    assert message in str(caught.value)


def test_humans_are_compared_once_and_a_newcomer_only_with_them(monkeypatch):
    humans, x = study(29, items=5, coders=4)
    compared = {"humans": 0, "newcomers": 0}
    real = Similarity.pair_rows

    def counting(self, one, rows_one, other, rows_other):
        compared["humans" if one is other else "newcomers"] += len(rows_one)
        return real(self, one, rows_one, other, rows_other)

    monkeypatch.setattr(Similarity, "pair_rows", counting)
    compare(humans, {"x": x}, rng=1, resamples=10, draws=20)
    assert compared["humans"] == 5 * 6
    # x, three baselines with one draw and two with 20; and the first ten draws of each in the places of humans.
    assert compared["newcomers"] == 5 * 4 * (4 + 2 * 20 + 4 + 2 * 10)


def test_a_metric_by_name():
    humans, x = study(28)
    named = compare(humans, {"x": x}, "windowdiff:k=2", rng=1, resamples=20)
    assert str(named) == str(compare(humans, {"x": x}, WindowDiff(k=2), rng=1, resamples=20))
    with pytest.raises(InputError, match="metric is 5; expected a metric such as"):
        compare(humans, {"x": x}, 5)


def test_a_result_travels_and_says_in_one_line_what_it_is():
    humans, x = study(28)
    result = compare(humans, {"x": x}, rng=1, resamples=20)
    assert str(pickle.loads(pickle.dumps(result))) == str(result)
    assert float(result) == result.value
    assert repr(result) == f"<Evaluation of 6 items: humans alone {result.value:.4f}; x {result['x'].change:+.4f}>"
    assert str(result["x"]).startswith(f"x: agreement {result.value:.4f} -> {result['x'].value:.4f}, a change of ")
    assert (
        str(result.band) == f"{result.band.low:+.4f} to {result.band.high:+.4f}, the changes of agreement by 4 humans"
    )
    assert len(result.band.rows()) == 4


def test_unknown_names_are_refused():
    result = compare(HUMANS, {"x": {"poem": [5, 5]}}, rng=1)
    with pytest.raises(InputError, match="no segmenter is called 'y'; there are x, "):
        result["y"]


def test_json_holds_everything():
    humans, x = study(25)
    result = compare(humans, {"x": x}, rng=4, resamples=50)
    document = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert document["value"] == result.value
    assert document["interval"] == result.interval.to_dict()
    assert document["segmenters"][0]["change"] == result["x"].change
    assert document["positions"]["x"] == result.position(result["x"])
    assert document["conclusions"]["x"] == result.conclusions["x"]
    assert document["segmenters"][0]["matched"] == list(result["x"].matched)
    assert document["band"]["low"] == result.band.low
    assert set(document["band"]["humans"]) == set(humans.coder_names)
    assert document["notes"] == list(result.notes)
    assert document["signature"] == str(result.signature)
    assert document["baselines"][0]["p_adjusted"] is None
    assert [row["name"] for row in result.rows()] == [
        "x",
        *result.band.humans,
        *(baseline.name for baseline in result.baselines),
    ]
    assert result.rows()[0]["low"] == result["x"].interval.low
