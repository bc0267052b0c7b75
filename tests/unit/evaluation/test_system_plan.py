"""How many items a comparison of systems takes, against scipy and against the randomization test."""

import math

import numpy as np
import pytest
from scipy import stats

import seamark as sm
from tests.unit.evaluation.studies import study


@pytest.fixture(scope="module")
def pilot():
    humans, one = study(71, items=15)
    return {item: humans[item]["h0"] for item in humans}, {"one": one, "two": humans.by_coder("h1")}


def power(effect, items, alpha=0.05):
    critical, shift = stats.t.ppf(1 - alpha / 2, items - 1), effect * math.sqrt(items)
    return stats.nct.sf(critical, items - 1, shift) + stats.nct.cdf(-critical, items - 1, shift)


def test_numbers_of_items_are_those_of_the_noncentral_t(pilot):
    found = sm.plan_systems(*pilot, difference=0.1)
    scores = sm.compare_systems(*pilot, "B", rng=1)
    gaps = np.subtract(*(list(scores[name].scores.values()) for name in ("one", "two")))
    sd, n = gaps.std(ddof=1), len(gaps)
    assert (found.sd, found.pilot_items, set(found.pair)) == (pytest.approx(sd), 15, {"one", "two"})
    for items in (5, 40, 300):
        assert found.power_at(items) == pytest.approx(power(0.1 / sd, items), abs=1e-6)
        reach = stats.t.ppf(0.975, items - 1) + stats.t.ppf(0.8, items - 1)
        assert found.detectable(items) == pytest.approx(reach * sd / math.sqrt(items))
    for number, share in ((found.items, 0.2), (found.items_low, 0.9), (found.items_high, 0.1)):
        effect = 0.1 / (sd * math.sqrt((n - 1) / stats.chi2.ppf(share, n - 1)))
        assert power(effect, int(number)) >= 0.8 > power(effect, int(number) - 1)
    assert found.items_low < found.items < found.items_high
    assert f"takes {found.items:,.0f} items" in found.verdict


def test_rates_and_the_pair_that_varies_most(pilot):
    found = sm.plan_systems(rates=sm.CoderRates(), difference=0.05, power=0.9)
    assert found.items == found.items_low == found.items_high
    assert found.power_at(int(found.items)) >= 0.9
    reference, systems = pilot
    three = sm.plan_systems(reference, {**systems, "same": reference}, difference=0.05)
    assert three.sd == max(
        sm.plan_systems(
            reference, {k: v for k, v in {**systems, "same": reference}.items() if k != name}, difference=1
        ).sd
        for name in ("one", "two", "same")
    )
    assert math.isinf(sm.plan_systems(*pilot, difference=1e-6).items)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"difference": 0}, "difference is 0; expected a number above 0"),
        ({"difference": 0.1, "power": 1}, "power is 1"),
        ({"difference": 0.1, "alpha": 0}, "alpha is 0"),
        ({"difference": 0.1, "rates": sm.CoderRates()}, "either a pilot"),
    ],
)
def test_what_cannot_be_planned(pilot, options, message):
    with pytest.raises(sm.InputError, match=message):
        sm.plan_systems(*pilot, **options)
    with pytest.raises(sm.InputError, match="either a pilot"):
        sm.plan_systems(difference=0.1)
    with pytest.raises(sm.InputError, match="differ by the same on every item"):
        sm.plan_systems(pilot[0], {"one": pilot[0], "two": pilot[0]}, difference=0.1)
    with pytest.raises(TypeError):
        sm.plan_systems(*pilot)
