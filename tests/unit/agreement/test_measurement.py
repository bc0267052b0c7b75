"""Measurements of different items add up."""

import pickle
import random

import numpy as np
import pytest

import seamark as sm
from seamark.agreement.coefficients import ChanceOptions
from tests.properties.agreement_studies import random_codings

CODINGS = random_codings(random.Random(8), items=9, coders=5, masses=(8, 25), missing=0.3)  # noqa: S311
CORPUS = sm.Corpus(CODINGS)
METRICS = [sm.S(), sm.B(n=3), sm.WindowDiff()]
OPTIONS = [ChanceOptions(), ChanceOptions("segments", "macro"), ChanceOptions("boundaries", "fournier2012")]


def part(items):
    return sm.Corpus({item: CODINGS[item] for item in items})


def assert_same(found, expected):
    for coefficient in ("pi", "kappa"):
        one, two = sm.agreement_of(found, coefficient), sm.agreement_of(expected, coefficient)
        for name in ("value", "observed", "expected", "bias"):
            assert getattr(one, name) == pytest.approx(getattr(two, name), rel=1e-12, abs=1e-15)
        assert one.signature == two.signature
        without = found.coefficient(coefficient).without_each("coders")
        by_name = dict(zip(found.coder_names, without.tolist(), strict=True))
        others = expected.coefficient(coefficient).without_each("coders").tolist()
        assert [by_name[name] for name in expected.coder_names] == pytest.approx(others, rel=1e-9, nan_ok=True)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("options", OPTIONS)
def test_parts_add_up_to_the_whole(metric, options):
    names = list(CODINGS)
    # The last part comes first, so that coders and items appear in another order.
    parts = [sm.Measurement.of(part(some), metric, options) for some in (names[5:], names[:2], names[2:5])]
    whole = sm.Measurement.of(CORPUS, metric, options)
    assert_same(parts[0] + parts[1] + parts[2], whole)
    assert_same(parts[0].over_items() + (parts[1] + parts[2]), whole)
    summed = whole.over_items()
    # Of every two of five coders: the items that they alone coded, and the others.
    assert len(summed.pairs.rows) <= 2 * 10
    assert (summed.items, summed.item_names, summed.codings) == (9, (), None)
    assert_same(summed, whole)
    assert len(pickle.dumps(summed)) < 6_000
    assert_same(pickle.loads(pickle.dumps(summed)), whole)


def typed(positions, types, mass=10):
    return sm.Segmentation.from_positions(positions, mass, types=types)


TYPED = {
    "poem": {"ann": typed([2, 5, 5], ["a", "a", "b"]), "ben": typed([2, 6], ["b", "a"]), "cat": typed([5], ["b"])},
    "song": {"ann": typed([3], ["a"]), "ben": typed([3, 4], ["a", "b"]), "cat": typed([], [])},
}


def test_several_types():
    corpus = sm.Corpus(TYPED)
    assert sm.Measurement.of(corpus).facts().segments.tolist() == [3, 3, 2, 2, 3, 1]
    parts = [sm.Measurement.of(corpus.subset(items=[item])) for item in corpus]
    assert_same(parts[0] + parts[1], sm.Measurement.of(corpus))


ONE = {"poem": {"ann": [2, 3], "ben": [3, 2]}}


@pytest.mark.parametrize(
    ("other", "metric", "options", "message"),
    [
        ({"song": {"ann": [2], "ben": [2]}}, sm.B(), ChanceOptions(), "measurements with different metric"),
        ({"song": {"ann": [2], "ben": [2]}}, sm.S(), ChanceOptions("segments"), "different chance options"),
        ({"song": {"ann": typed([2], ["b"])}}, sm.S(), ChanceOptions(), "different boundary types"),
    ],
)
def test_what_does_not_belong_together(other, metric, options, message):
    with pytest.raises(sm.InputError, match=message):
        sm.Measurement.of(sm.Corpus(ONE)) + sm.Measurement.of(sm.Corpus(other), metric, options)


def test_weights_of_nobody():
    alone = sm.Measurement.of(sm.Corpus({"poem": {"ann": [2, 3]}, "song": {"ben": [5]}}))
    assert np.isnan(alone.observed.whole())
    assert np.isnan(alone.kappa.whole())
    with pytest.raises(sm.InputError, match="no item was coded by two coders"):
        sm.agreement_of(alone)
