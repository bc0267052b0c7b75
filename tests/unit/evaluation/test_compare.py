"""Segmenters beside humans: against figures worked out by hand, and against slow versions made of ``agree``."""

import math

import numpy as np
import pytest

import seamark as sm
from tests.unit.evaluation.studies import DESIGNS, change_by_human, study, with_system

HUMANS = {"poem": {"ann": [5, 5], "ben": [5, 5], "cat": [4, 6]}}


def test_by_hand():
    # Distances: ann-ben 0, ann-cat 1, ben-cat 1 of 9 places each; every coding has a rate of 1/9.
    result = sm.compare(HUMANS, {"tiler": {"poem": [5, 5]}}, rng=1)
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
    assert tiler.similarity == pytest.approx(26 / 27)
    assert tiler.density == 1.0
    # To ben and cat the tiler has 1 and 8/9, as ann has; to ann and ben 1 and 1, where cat has 8/9 twice.
    assert tiler.difference.value == pytest.approx((0 + 0 + 1 / 9) / 3)
    assert (tiler.win_rate, tiler.ties) == (pytest.approx(2 / 3), pytest.approx(2 / 3))
    # Three are equally like the others, and cat less.
    assert (tiler.rank.place, tiler.rank.people) == (1, 4)


@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
@pytest.mark.parametrize("metric", [sm.S(), sm.B(n=3), sm.WindowDiff(k=2)], ids=["S", "B", "1-windowdiff"])
@pytest.mark.parametrize("design", [*DESIGNS, {"coders": 3, "types": (1, 2)}], ids=str)
def test_drops_are_differences_of_agree(design, metric, coefficient):
    humans, system = study(11, **design)
    if len(humans.types) > 1 and not metric.info.several_types:
        with pytest.raises(sm.InputError, match="does not distinguish boundary types, and 2 occur"):
            sm.compare(humans, {"x": system}, metric, coefficient)
        return
    result = sm.compare(humans, {"x": system}, metric, coefficient, rng=1, baselines=False)
    x, on_its_items = result["x"], humans.subset(items=list(system))
    assert result.value == pytest.approx(sm.agree(humans, metric, coefficient).value, abs=1e-12)
    assert x.humans == pytest.approx(sm.agree(on_its_items, metric, coefficient).value, abs=1e-12)
    assert x.value == pytest.approx(sm.agree(with_system(humans, system), metric, coefficient).value, abs=1e-12)
    assert x.change == pytest.approx(x.value - x.humans, abs=1e-12)
    expected = {name: change_by_human(humans, name, metric, coefficient) for name in humans.coder_names}
    found = {name: human.change for name, human in result.band.humans.items()}
    assert found == {name: pytest.approx(change, abs=1e-12) for name, change in expected.items() if change is not None}
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_a_segmenter_is_judged_alike_with_and_without_others():
    humans, x = study(16, items=8)
    other = {item: humans[item]["h0"] for item in humans}
    alone = sm.compare(humans, {"x": x}, rng=3)["x"]
    together = sm.compare(humans, {"other": other, "x": x}, rng=3)["x"]
    assert alone == together


def test_the_same_seed_gives_the_same_and_is_reported():
    humans, x = study(18)
    first = sm.compare(humans, {"x": x})
    again = sm.compare(humans, {"x": x}, rng=first.seed)
    assert str(first) == str(again)
    assert f"|seed:{first.seed}|" in str(first.signature)


def test_missing_items_of_a_segmenter():
    humans, x = study(21, items=8)
    part = dict(list(x.items())[:5])
    result = sm.compare(humans, {"x": part, "y": x}, rng=4)
    assert (result["x"].items, result["y"].items, result.items) == (5, 8, 8)
    alone = sm.compare(humans.subset(items=list(part)), {"x": part}, rng=4, baselines=False)["x"]
    assert (result["x"].difference, result["x"].rank, result["x"].change) == (
        alone.difference,
        alone.rank,
        pytest.approx(alone.change),
    )
    assert "x segmented 5 of 8 items, and is compared with the humans on these only." in result.notes


def test_items_of_one_human_take_no_part():
    humans, x = study(22, items=4)
    more = {**{item: dict(humans[item]) for item in humans}, "lonely": {"h0": [3, 3]}}
    result = sm.compare(more, {"x": {**x, "lonely": [6]}}, rng=4)
    plain = sm.compare(humans, {"x": x}, rng=4)
    assert result.left_out == ("lonely",)
    np.testing.assert_equal(result["x"].to_dict(), plain["x"].to_dict())  # NaN equals NaN here
    assert "Left out, since fewer than two humans coded them: lonely." in result.notes
    with pytest.raises(sm.InputError, match="x has none of the items that at least two humans coded"):
        sm.compare(more, {"x": {"lonely": [6]}})


def test_two_humans_have_no_band():
    humans, x = study(23, coders=2)
    result = sm.compare(humans, {"x": x}, rng=4)
    assert len(result.band) == 0
    assert math.isnan(result.band.low)
    assert math.isnan(result.band.high)
    assert result["x"].rank.people == 3
    assert "No item has three humans, so no human can be left out and there is no human band." in result.notes


def test_items_of_a_single_unit_and_codings_without_boundaries():
    humans = {"a": {"x": [1], "y": [1], "z": [1]}, "b": {"x": [4], "y": [4], "z": [4]}}
    result = sm.compare(humans, {"s": {"a": [1], "b": [2, 2]}}, rng=1)
    assert result.value == 1.0
    assert math.isnan(result["s"].density)
    assert result["s"].change < 0


class Never(sm.S):
    """A metric without a score for anything."""

    def score_rows(self, rows):
        return np.full(rows.shape[:-1], np.nan)


def test_undefined_agreement_is_an_error():
    with pytest.raises(sm.UndefinedScoreError, match="the agreement of the humans alone is undefined"):
        sm.compare(HUMANS, {"s": {"poem": [5, 5]}}, Never())


X = {"x": {"poem": [5, 5]}}


@pytest.mark.parametrize(
    ("humans", "systems", "options", "message"),
    [
        (HUMANS, {}, {}, "there is no segmenter to compare with the humans"),
        (HUMANS, {"ann": {"poem": [5, 5]}}, {}, "segmenter 'ann' has the name of a human coder"),
        (HUMANS, {"even": {"poem": [5, 5]}}, {}, "segmenter 'even' has the name of a baseline; rename it, or"),
        (HUMANS, {"x": {}}, {}, "x has no items; expected at least one"),
        (HUMANS, {"x": [5, 5]}, {}, "x is a list; expected a segmentation per item"),
        (HUMANS, {"x": {"poem": [5, 5], "song": [4]}}, {}, "x has item 'song', which the reference does not have"),
        (HUMANS, {"x": {"poem": {"a": [10], "b": [10]}}}, {}, "x has 2 codings of item 'poem'; expected one"),
        (HUMANS, {"x": {"poem": sm.Segmentation.from_positions([4], 10, ["chapter"])}}, {}, "x places boundaries"),
        ({"poem": {"ann": [10]}}, X, {}, "agreement needs at least two coders"),
        ({"poem": {"ann": [10]}, "b": {"ben": [5]}}, X, {}, "no item was coded by two coders"),
        (HUMANS, X, {"coefficient": "alpha"}, "coefficient is 'alpha'; expected one of pi, kappa"),
        (HUMANS, X, {"ci": 95}, "ci is 95; expected a number between 0 and 1"),
        (HUMANS, X, {"margin": -0.1}, "margin is -0.1; expected a number of at least 0"),
        (HUMANS, X, {"epsilon": 1}, "epsilon is 1; expected a number from 0 to 1"),
        (HUMANS, X, {"draws": 0}, "draws is 0; expected a whole number from 1 to 100,000"),
        (HUMANS, X, {"metric": sm.GHD()}, "goes from inf at worst"),
        (HUMANS, X, {"rng": -1}, "rng is -1"),
    ],
)
def test_faults(humans, systems, options, message):
    with pytest.raises(sm.InputError, match=message):
        sm.compare(humans, systems, **options)


def test_other_lengths_name_item_coder_and_segmenter():
    with pytest.raises(sm.MassMismatchError, match="item 'poem': coder 'ann' covers 10 units, x covers 11"):
        sm.compare(HUMANS, {"x": {"poem": [5, 6]}})


@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
@pytest.mark.parametrize("name", ["random", "shuffled"])
@pytest.mark.parametrize("missing", [0.0, 0.5])
def test_figures_of_a_random_baseline_are_means_over_its_draws(name, coefficient, missing):
    humans, x = study(26, items=5, missing=missing)
    result = sm.compare(humans, {"x": x}, "B", coefficient, draws=3, rng=4)[name]
    draws = [dict(zip(humans, draw, strict=True)) for draw in sm.baselines(humans, draws=3, rng=4)[name].draws]
    values = [sm.agree(with_system(humans, one), "B", coefficient).value for one in draws]
    assert result.value == pytest.approx(np.mean(values), abs=1e-12)
    assert result.change == pytest.approx(result.value - sm.agree(humans, "B", coefficient).value, abs=1e-12)
    boundaries = np.mean([len(one[item].positions) for one in draws for item in humans]) * len(humans)
    mean_human = sum(np.mean([len(one.positions) for one in humans[item].values()]) for item in humans)
    assert result.density == pytest.approx(boundaries / mean_human)
    each = [sm.compare(humans, {"x": one}, "B", coefficient, baselines=False)["x"] for one in draws]
    assert result.difference.value == pytest.approx(np.mean([one.difference.value for one in each]))
    assert result.win_rate == pytest.approx(np.mean([one.win_rate for one in each]))
    assert result.annotator_test is None
