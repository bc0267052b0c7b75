"""Do studies that were planned reach their width, and do comparisons of systems find what they were planned to find?

A pilot is drawn, a study is planned from it, and the study is drawn from the same world.
"""

import numpy as np
import pytest

import seamark as sm
from seamark.agreement.shuffled import AboveShuffled, above_shuffled

pytestmark = pytest.mark.slow

#: The world in which the figures were settled, and one with other texts and coders.
WORLDS = {
    "first": sm.CoderRates(boundary_rate=0.1, hit=0.7, false_alarm=0.03, coder_sd=0.6, near=0.2, units=60),
    "other": sm.CoderRates(boundary_rate=0.05, hit=0.85, false_alarm=0.01, coder_sd=0.8, near=0.1, units=150),
}
PILOTS = [(5, 3), (10, 4), (20, 6), (40, 10)]


def reached(world, items, coders, pilots, width=0.2):
    """The share of planned studies whose interval is narrow enough."""
    share = []
    for number in range(pilots):
        rng = np.random.default_rng([items, coders, number])
        try:
            plan = sm.plan(world.drawn(items, coders, rng), target_width=width)
        except sm.InputError:  # a pilot that says nothing
            continue
        if not plan.cheapest:
            continue
        design = plan.cheapest[0]
        interval = sm.agree(world.drawn(design.items, design.coders, rng), "B", ci=0.95, shuffles=50).above_interval
        share.append(interval.high - interval.low <= width)
    return np.mean(share)


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize(("items", "coders"), PILOTS)
def test_planned_studies_reach_their_width(world, items, coders):
    share = reached(WORLDS[world], items, coders, 80)
    # Settled: 72 to 80 %. The error of 80 studies is .05.
    assert share >= 0.6, share


def predicted(world, items, coders, studies):
    """Of studies of one size: the variance of log(1 - agreement), and the predicted one; the same of widths."""
    values, variances, widths, expected = [], [], [], []
    for number in range(studies):
        study = world.drawn(items, coders, np.random.default_rng([7, items, coders, number]))
        measured = sm.Measurement.of(study, "B")
        found = AboveShuffled.of(measured, *above_shuffled(measured, 50, 0), seed=0)
        if found is None or found.components is None:
            continue
        values.append(np.log1p(-found.value))
        variances.append(found.components.components.variance(items, coders))
        interval = sm.agree(study, "B", ci=0.95, shuffles=50).above_interval
        widths.append(interval.high - interval.low)
        plan = sm.plan(study, assurance=None, items=[items], coders=[coders])
        expected.append(plan.designs[0].width)
    return np.mean(variances), np.var(values), np.median(expected), np.nanmedian(widths)


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize(("items", "coders"), [(5, 3), (20, 3), (20, 6)])
def test_components_predict_the_variance_and_the_width(world, items, coders):
    of_components, of_studies, expected, found = predicted(WORLDS[world], items, coders, 150)
    # Settled: .0081 beside .0086, .0043 beside .0052, .0023 beside .0027. The error of 150 studies is 12 %.
    assert of_components == pytest.approx(of_studies, rel=0.45)
    assert expected == pytest.approx(found, rel=0.25)


def system_power(world, pilot_items, pilots, difference=0.05):
    """The share of plans with a true power of .8, and that of plans that take the pilot's deviation as known."""
    known = sm.plan_systems(rates=world, difference=difference, rng=1)
    enough, plugged = [], []
    for number in range(pilots):
        study = world.drawn(pilot_items, 3, np.random.default_rng([5, number]))
        reference, one, other = (study.by_coder(name) for name in study.coder_names)
        found = sm.plan_systems(reference, {"one": one, "other": other}, difference=difference)
        plug_in = next(n for n in range(2, 10**6) if found.power_at(n) >= 0.8)
        enough.append(found.items >= known.items)
        plugged.append(plug_in >= known.items)
    return np.mean(enough), np.mean(plugged)


@pytest.mark.parametrize("items", [10, 30])
def test_plans_of_comparisons_have_their_power(items):
    world = sm.CoderRates(coder_sd=0.0, units=60)
    enough, plugged = system_power(world, items, 150)
    # Settled: 70 to 85 % beside 41 to 55 %. The error of 150 plans is .04.
    assert 0.65 <= enough <= 0.92, enough
    assert plugged <= 0.68, plugged
