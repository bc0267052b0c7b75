"""How many items and coders a study needs: the arithmetic, Moonstone, and studies that are really drawn."""

import math

import numpy as np
import pytest
from scipy import stats

import seamark as sm
from tests.corpora import corpora_folder

RATES = sm.CoderRates(boundary_rate=0.12, hit=0.75, false_alarm=0.02, coder_sd=0.6, near=0.1, units=60)


@pytest.fixture(scope="module")
def pilot():
    return RATES.drawn(12, 5, np.random.default_rng(3))


def test_a_design_is_the_sum_of_both_variances(pilot):
    found = sm.plan(pilot, learning=False)
    of_items, of_coders = found.item_variance / 30, found.coder_variance / 7
    error = math.sqrt(of_items + of_coders)
    degrees = error**4 / (of_items**2 / 29 + of_coders**2 / 6)
    reach = stats.t.ppf(0.975, degrees) * error
    design = found.design(30, 7, sm.Costs(2.0, 3.0, 5.0))
    assert design.standard_error == pytest.approx((1 - found.value) * error)
    assert (design.low, design.high) == pytest.approx(
        (1 - (1 - found.value) * math.exp(reach), 1 - (1 - found.value) * math.exp(-reach))
    )
    assert design.width == design.high - design.low
    assert design.cost == 2 * 210 + 3 * 30 + 5 * 7


def test_the_design_of_the_pilot_has_the_interval_of_the_pilot(pilot):
    found = sm.plan(pilot, "B", learning=False)
    interval = sm.agree(pilot, "B", ci=0.95).interval
    design = found.design(12, 5)
    assert (design.low, design.high) == pytest.approx((interval.low, interval.high))


@pytest.mark.parametrize("costs", [sm.Costs(), sm.Costs(1.0, 0.0, 40.0), sm.Costs(1.0, 30.0, 0.0)])
def test_the_cheapest_designs_are_the_cheapest(pilot, costs):
    found = sm.plan(pilot, target_width=0.3, costs=costs, learning=False)
    assert [design.cost for design in found.cheapest] == sorted(design.cost for design in found.cheapest)
    assert all(design.width <= 0.3 for design in found.cheapest)
    for coders in range(3, 20, 2):
        for items in range(2, 50, 3):
            design = found.design(items, coders, costs)
            assert design.width > 0.3 or design.cost >= found.cheapest[0].cost


def test_a_width_that_cannot_be_reached(pilot):
    found = sm.plan(pilot, target_width=0.001, learning=False)
    assert found.cheapest == ()
    assert "No design" in found.verdict


def test_the_table_holds_the_designs_asked_for(pilot):
    found = sm.plan(pilot, items=(40, 10), coders=[3, 8], learning=False)
    assert [(row["coders"], row["items"]) for row in found.rows()] == [(3, 10), (3, 40), (8, 10), (8, 40)]


def test_rates_give_the_precision_of_studies_that_are_drawn():
    """The standard error of the plan beside the spread of the coefficient over studies from the same rates."""
    found = sm.plan(rates=RATES, rng=1)
    rng = np.random.default_rng(6)
    values = [sm.agree(RATES.drawn(20, 4, rng), "B", shuffles=1).value for _ in range(100)]
    assert found.value == pytest.approx(np.mean(values), abs=0.02)
    assert found.design(20, 4).standard_error == pytest.approx(np.std(values), rel=0.3)


def test_the_drawn_study_has_the_stated_rates():
    corpus = sm.CoderRates(0.1, 0.8, 0.05, 0.0, 0.2, 100).drawn(300, 2, np.random.default_rng(1))
    rate = np.mean([len(coding.positions) / 99 for codings in corpus.values() for coding in codings.values()])
    # Hits and false alarms; of the hits that move, some fall on other marks or off the end.
    assert rate == pytest.approx(0.1 * 0.8 + 0.9 * 0.05, abs=0.004)


def test_the_learning_curve_rises_and_repeats(pilot):
    curve = sm.learning_curve(pilot, draws=40, rng=1)
    assert [point.coders for point in curve.points] == [1, 2, 3, 4]
    assert curve.points[-1].similarity > curve.points[0].similarity
    assert sm.learning_curve(pilot, draws=40, rng=curve.seed) == curve
    # The consensus of one coder is their coding: the mean similarity of two coders.
    mean = sm.score_pairs("B", *pilot.pairs()).mean()
    assert curve.points[0].similarity == pytest.approx(mean, abs=4 * curve.points[0].standard_error)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda pilot: sm.plan(), "either a pilot or rates"),
        (lambda pilot: sm.plan(pilot, rates=RATES), "either a pilot or rates"),
        (lambda pilot: sm.plan(pilot, target_width=0), "target_width is 0; expected a number between 0 and 2"),
        (lambda pilot: sm.plan(pilot, items=[1]), "a number of items is 1"),
        (lambda pilot: sm.plan(pilot, coders=[]), "no number of coders was given"),
        (lambda pilot: sm.plan(pilot, costs=(1, 2)), "costs is"),
        (lambda pilot: sm.plan(pilot, costs=sm.Costs(-1.0)), "the cost of a coding is -1.0"),
        (lambda pilot: sm.plan({"poem": {"ann": [2, 3], "ben": [3, 2]}}), "how much agreement varies between items"),
        (lambda pilot: sm.plan(pilot, learning=False).design(10, 3, None), "costs is None; expected Costs"),
        (lambda pilot: sm.Costs().of("x", 3), "items is 'x'; expected a whole number"),
        (lambda pilot: sm.CoderRates(hit=1.5), "hit is 1.5; expected a share between 0 and 1"),
        (lambda pilot: sm.learning_curve({"poem": {"ann": [2, 3]}}), "no item was coded by two coders"),
    ],
)
def test_what_cannot_be_planned(pilot, call, message):
    with pytest.raises(sm.InputError, match=message):
        call(pilot)


def test_moonstone():
    found = sm.plan(sm.datasets.moonstone(corpora_folder()), "B", learning=False)
    for items, coders, error in ((20, 3, 0.076), (100, 3, 0.074), (20, 10, 0.044)):
        assert found.design(items, coders).standard_error == pytest.approx(error, rel=0.15)
