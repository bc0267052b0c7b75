"""Do verdicts about segmenters err as often as they say, and do they find what is there to be found?

Coders of a simulated study find true boundaries, move some of them by one unit and add some of their own, at rates that
differ from coder to coder. ``python -m tests.properties.test_evaluation_simulation`` prints the measured rates.
"""

import sys

import numpy as np
import pytest
from scipy import stats
from tests.corpora import moonstone

from seamark.evaluation.compare import compare
from seamark.evaluation.systems import compare_systems
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation
from seamark.segmenters.baselines import baselines

pytestmark = pytest.mark.slow

HIT, FALSE_ALARM, JITTER = 0.7, 0.03, 0.25
#: Standard deviation, on the logit scale, of what coders differ by.
SPREAD = 0.6


def coding(generator, truth, mass, rates):
    hit, false_alarm, jitter = rates
    kept = truth[generator.random(truth.size) < hit]
    moved = kept + np.where(generator.random(kept.size) < jitter, generator.choice([-1, 1], kept.size), 0)
    added = np.flatnonzero(generator.random(mass - 1) < false_alarm) + 1
    places = np.unique(np.clip(np.concatenate([moved, added]), 1, mass - 1))
    return Segmentation.from_positions(places.tolist(), mass)


def people(generator, number, spread=SPREAD):
    """The rates of coders of one population."""
    centre = np.log([rate / (1 - rate) for rate in (HIT, FALSE_ALARM, JITTER)])
    return 1 / (1 + np.exp(-(centre + spread * generator.standard_normal((number, 3)))))


def study(generator, items, rates):
    codings = {}
    for item in range(items):
        mass = int(generator.integers(30, 70))
        truth = np.flatnonzero(generator.random(mass - 1) < 0.12) + 1
        codings[f"i{item}"] = {f"c{c}": coding(generator, truth, mass, each) for c, each in enumerate(rates)}
    return Corpus(codings)


def judged(seed, items, humans, machine=None, metric="B"):
    """The last of the coders as a machine; one of the humans' own population unless it has rates of its own."""
    generator = np.random.default_rng(seed)
    rates = people(generator, humans + 1)
    if machine is not None:
        rates[-1] = machine
    everybody = study(generator, items, rates)
    last = f"c{humans}"
    return compare(everybody.drop(coders=[last]), {"x": everybody.by_coder(last)}, metric, baselines=False, rng=1)["x"]


def ranks_and_rate(items, humans, trials, metric="B"):
    """Places of one more human, and how often the t calls this human worse at 5 %."""
    found = [judged([1, items, humans, trial], items, humans, metric=metric).rank for trial in range(trials)]
    return np.bincount([rank.place for rank in found], minlength=humans + 2)[1:], np.mean(
        [rank.p_value <= 0.05 for rank in found]
    )


@pytest.mark.parametrize(
    ("metric", "items", "most"),
    [("B", 20, 0.12), ("B", 100, 0.09), ("S", 20, 0.12), ("S", 100, 0.09)],
)
def test_one_more_human_is_seldom_called_worse(metric, items, most):
    _, rate = ranks_and_rate(items, 6, 500, metric)
    assert rate <= most, rate


@pytest.mark.parametrize("metric", ["S", "B"])
@pytest.mark.parametrize("items", [20, 100])
def test_one_more_human_gets_every_place_alike(metric, items):
    places, _ = ranks_and_rate(items, 6, 500, metric)
    assert stats.chisquare(places).pvalue > 0.001, places


def found_worse(humans, trials, machine=(0.5, 2 * FALSE_ALARM, JITTER)):
    """How often the interval of the difference of a worse machine lies below 0."""
    found = [judged([2, humans, trial], 20, humans, machine).difference for trial in range(trials)]
    return np.mean([gap.interval is not None and gap.interval.high < 0 for gap in found])


def test_a_worse_machine_is_found_more_often_with_more_humans():
    few, many = found_worse(3, 300), found_worse(12, 300)
    # The error of the difference of two rates of 300 trials is at most .041.
    assert many > few + 0.1, (few, many)


def coverage(items, humans, trials, machine=(0.55, 0.05, JITTER)):
    """How often the interval holds the true difference, which is that of many studies."""
    found = [judged([3, items, humans, trial], items, humans, machine).difference for trial in range(trials)]
    truth = np.mean([gap.value for gap in found])
    return np.mean([truth in gap.interval for gap in found])


@pytest.mark.parametrize(("items", "humans"), [(20, 3), (20, 6), (100, 6), (20, 12)])
def test_the_interval_of_the_difference_holds_the_true_one_nearly_as_often_as_it_says(items, humans):
    held = coverage(items, humans, 400)
    # Measured .905 to .942 over 600 trials of each; the error of 400 trials is .013.
    assert 0.89 <= held <= 0.985, held


def test_a_random_segmenter_is_called_worse_and_a_human_wins_half_of_the_time():
    trials, wins, worse = 200, [], 0
    for trial in range(trials):
        generator = np.random.default_rng([4, trial])
        everybody = study(generator, 20, people(generator, 7, spread=0.0))
        humans = everybody.drop(coders=["c6"])
        drawn = baselines(humans, draws=1, rng=trial)["random"].draws[0]
        random = dict(zip(humans.item_names, drawn, strict=True))
        result = compare(humans, {"human": everybody.by_coder("c6"), "random": random}, "B", baselines=False)
        wins.append(result["human"].win_rate)
        worse += result["random"].difference.interval.high < 0
    assert np.mean(wins) == pytest.approx(0.5, abs=0.01)
    assert worse == trials


def test_humans_of_moonstone_held_out_one_by_one():
    """Each of the 27 humans as if a machine, beside the others of the group."""
    corpus = moonstone()
    not_worse, below_random = 0, 0
    for part in corpus.by_group().values():
        for name in part.coder_names:
            others = part.drop(coders=[name])
            result = compare(others, {"held out": part.by_coder(name)}, "B", rng=1)
            not_worse += result["held out"].difference.interval.high >= 0
            below_random += result["held out"].difference.value < result["random"].difference.value
    assert not_worse >= 20, not_worse
    assert below_random <= 2, below_random


def systems_errors(items, trials, metric="B"):
    """Two systems that are alike: how often p is at most .05, and how often the interval leaves 0 out."""
    p_values, outside = [], 0
    for trial in range(trials):
        generator = np.random.default_rng([5, items, trial])
        corpus = study(generator, items, people(generator, 3, spread=0.0))
        systems = {name: corpus.by_coder(name) for name in ("c1", "c2")}
        pair = compare_systems(corpus.by_coder("c0"), systems, metric, resamples=999, rng=trial).pairs[0]
        p_values.append(pair.p_value)
        outside += pair.interval is not None and 0 not in pair.interval
    return np.mean(np.array(p_values) <= 0.05), outside / trials


@pytest.mark.parametrize("metric", ["S", "B"])
@pytest.mark.parametrize("items", [5, 10, 20, 50])
def test_systems_that_are_alike_differ_in_five_of_a_hundred_cases(items, metric):
    found, outside = systems_errors(items, 500, metric)
    # The error of 500 trials is .01; with 5 items no p-value can be as small.
    assert (found == 0.0) if items == 5 else (0.02 <= found <= 0.08), found
    assert 0.02 <= outside <= 0.08, outside


def test_correction_over_many_equal_systems_keeps_the_error_of_any():
    trials, errors = 200, 0
    for trial in range(trials):
        generator = np.random.default_rng([6, trial])
        corpus = study(generator, 20, people(generator, 6, spread=0.0))
        systems = {name: corpus.by_coder(name) for name in corpus.coder_names[1:]}
        result = compare_systems(corpus.by_coder("c0"), systems, resamples=999, rng=trial)
        errors += min(pair.p_adjusted for pair in result.pairs) <= 0.05
    assert errors / trials <= 0.09, errors / trials


def told(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(trials: int) -> None:
    for metric in ("S", "B"):
        for items in (20, 100):
            places, rate = ranks_and_rate(items, 6, trials, metric)
            told(f"{metric}, {items} items, 6 humans: places {places.tolist()}, t calls worse {rate:.3f}")
    for humans in (3, 6, 12):
        told(f"worse machine, {humans} humans, 20 items: found {found_worse(humans, trials):.3f}")
    for items, humans in ((20, 3), (20, 6), (100, 6), (20, 12)):
        told(f"coverage, {items} items, {humans} humans: {coverage(items, humans, trials):.3f}")
    for metric in ("S", "B"):
        for items in (5, 10, 20, 50):
            found, outside = systems_errors(items, trials, metric)
            told(f"{metric}, equal systems, {items} items: p {found:.3f}, interval {outside:.3f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
