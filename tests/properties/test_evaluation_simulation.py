"""Do held-out humans land among the humans, random segmenters outside, and do the tests err as often as they say?

Coders of a simulated study find most true boundaries, move some of them by one unit and add a few of their own. All
coders are alike, so that one of them is what an average human is, and has a true change of 0.
"""

import numpy as np
import pytest
from tests.corpora import moonstone

from seamark.evaluation.compare import compare
from seamark.evaluation.systems import compare_systems
from seamark.metrics.boundary_similarity import B
from seamark.metrics.similarity import S
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation
from seamark.segmenters.baselines import baselines

pytestmark = pytest.mark.slow

METRICS = [S(), B()]


def coding(generator, truth, mass):
    kept = truth[generator.random(truth.size) < 0.8]
    moved = kept + generator.choice([-1, 0, 1], kept.size, p=[0.125, 0.75, 0.125])
    added = np.flatnonzero(generator.random(mass - 1) < 0.03) + 1
    places = np.unique(np.clip(np.concatenate([moved, added]), 1, mass - 1))
    return Segmentation.from_positions(places.tolist(), mass)


def study(generator, items, coders):
    codings = {}
    for item in range(items):
        mass = int(generator.integers(20, 80))
        truth = np.flatnonzero(generator.random(mass - 1) < 0.12) + 1
        codings[f"i{item}"] = {f"c{coder}": coding(generator, truth, mass) for coder in range(coders)}
    return Corpus(codings)


@pytest.mark.parametrize("metric", METRICS, ids=["S", "B"])
def test_a_held_out_human_lands_inside_and_a_random_segmenter_below(metric):
    trials, positions = 200, {"human": [], "random": []}
    for trial in range(trials):
        generator = np.random.default_rng([1, trial])
        everybody = study(generator, 20, 7)
        humans = everybody.drop(coders=["c6"])
        drawn = baselines(humans, draws=1, rng=trial)["random"].draws[0]
        segmenters = {
            "human": everybody.by_coder("c6"),
            "random": dict(zip(humans.item_names, drawn, strict=True)),
        }
        result = compare(humans, segmenters, metric, baselines=False, resamples=1, rng=trial)
        for name, found in positions.items():
            found.append(result.position(result[name]))
    # Of 7 humans who are alike, each is the lowest in 1 of 7 cases; the band is a little wide, so rather fewer.
    below = positions["human"].count("below") / trials
    assert 0.02 < below < 1 / 7, below
    assert positions["human"].count("inside") > 0.75 * trials
    assert positions["random"].count("below") == trials


def test_humans_of_moonstone_held_out_one_by_one():
    """Each of the 27 humans as if a machine, beside the others of the group."""
    corpus = moonstone()
    inside, below_random = 0, 0
    for part in corpus.by_group().values():
        for name in part.coder_names:
            others = part.drop(coders=[name])
            result = compare(others, {"held out": part.by_coder(name)}, B(), resamples=1, rng=1)
            inside += result.position(result["held out"]) != "below"
            below_random += result["held out"].change < result["random"].change
    # Three to five others make a narrow band: one human in four to six falls below it even when all are alike.
    assert inside >= 18, inside
    assert below_random <= 2, below_random


@pytest.mark.parametrize("metric", METRICS, ids=["S", "B"])
@pytest.mark.parametrize(("items", "low", "high"), [(10, 0.06, 0.13), (20, 0.05, 0.10), (100, 0.03, 0.07)])
def test_the_p_value_of_a_change_errs_too_often_only_with_few_items(metric, items, low, high):
    trials, errors = 500, 0
    for trial in range(trials):
        everybody = study(np.random.default_rng([2, items, trial]), items, 5)
        humans = everybody.drop(coders=["c4"])
        result = compare(humans, {"x": everybody.by_coder("c4")}, metric, baselines=False, resamples=999, rng=trial)
        errors += result["x"].p_value <= 0.05
    assert low <= errors / trials <= high, errors / trials


@pytest.mark.parametrize("metric", METRICS, ids=["S", "B"])
@pytest.mark.parametrize("items", [10, 20, 50])
def test_systems_that_are_alike_differ_in_five_of_a_hundred_cases(metric, items):
    trials, errors = 500, 0
    for trial in range(trials):
        corpus = study(np.random.default_rng([3, items, trial]), items, 4)
        reference, systems = corpus.subset(coders=["c0", "c1"]), {n: corpus.by_coder(n) for n in ("c2", "c3")}
        result = compare_systems(reference, systems, metric, resamples=999, rng=trial)
        errors += result.pairs[0].p_value <= 0.05
    # The error of 500 trials is .01.
    assert 0.025 <= errors / trials <= 0.075, errors / trials


def test_correction_over_many_equal_systems_keeps_the_error_of_any():
    trials, errors = 200, 0
    for trial in range(trials):
        corpus = study(np.random.default_rng([4, trial]), 20, 6)
        systems = {name: corpus.by_coder(name) for name in corpus.coder_names[1:]}
        result = compare_systems(corpus.subset(coders=["c0"]), systems, resamples=999, rng=trial)
        errors += min(pair.p_adjusted for pair in result.pairs) <= 0.05
    assert errors / trials <= 0.09, errors / trials
