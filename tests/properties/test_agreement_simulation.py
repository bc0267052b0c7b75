"""Intervals of coefficients against the truth they are about, and the time that many comparisons take; slow."""

import time

import numpy as np
import pytest

import seamark as sm

pytestmark = pytest.mark.slow


def truth_of_an_item(generator):
    """A text with its boundaries."""
    mass = int(generator.integers(15, 40))
    return mass, np.flatnonzero(generator.random(mass - 1) < 0.2) + 1


def coded(generator, mass, places, care):
    """What a coder makes of it: boundaries missed, moved by one, and made up; less of each with more care."""
    kept = places[generator.random(places.size) < care]
    moved = kept + generator.choice([-1, 0, 1], kept.size, p=[(1 - care) / 2, care, (1 - care) / 2])
    added = np.flatnonzero(generator.random(mass - 1) < 0.1 * (1 - care)) + 1
    cuts = np.unique(np.concatenate((moved, added)))
    cuts = cuts[(cuts > 0) & (cuts < mass)]
    return np.diff(np.concatenate(([0], cuts, [mass]))).tolist()


def study(generator, items, coders):
    """Codings of these items by coders of different care."""
    cares = generator.uniform(0.6, 0.95, coders) if isinstance(coders, int) else coders
    return {
        f"item {number}": {f"coder {coder}": coded(generator, mass, places, care) for coder, care in enumerate(cares)}
        for number, (mass, places) in enumerate(items)
    }


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
def test_95_percent_intervals_over_items_hold_the_truth_about_as_often(coefficient, method):
    generator = np.random.default_rng(11)
    cares = np.array([0.7, 0.8, 0.9])
    many = [truth_of_an_item(generator) for _ in range(20_000)]
    truth = sm.agree(study(generator, many, cares), coefficient=coefficient, shuffles=0).value
    hits = 0
    for _ in range(400):
        items = [truth_of_an_item(generator) for _ in range(40)]
        found = sm.agree(
            study(generator, items, cares),
            coefficient=coefficient,
            ci=0.95,
            resample="items",
            method=method,
            resamples=1_000,
            rng=generator,
            shuffles=0,
        )
        hits += truth in found.interval
    assert 0.90 <= hits / 400 <= 0.98


def test_95_percent_intervals_over_coders_hold_the_truth_about_as_often():
    generator = np.random.default_rng(12)
    items = [truth_of_an_item(generator) for _ in range(10)]
    truth = sm.agree(study(generator, items, 500), shuffles=0).value
    hits = 0
    for _ in range(400):
        options = {"resample": "coders", "method": "bca", "resamples": 1_000, "rng": generator, "shuffles": 0}
        found = sm.agree(study(generator, items, 20), ci=0.95, **options)
        hits += truth in found.interval
    assert 0.88 <= hits / 400 <= 0.98


def test_half_a_million_comparisons_take_less_than_a_second():
    generator = np.random.default_rng(13)
    codings = {}
    for item in range(100):
        rows = {}
        for coder in range(100):
            cuts = np.sort(generator.choice(np.arange(1, 100), 9, replace=False))
            rows[f"coder {coder}"] = np.diff(np.concatenate(([0], cuts, [100]))).tolist()
        codings[f"item {item}"] = rows
    seconds = []
    for _ in range(3):
        start = time.process_time()
        found = sm.agree(sm.Corpus(codings), shuffles=0)
        seconds.append(time.process_time() - start)
    assert found.pairs == 495_000
    assert min(seconds) < 1.0
