"""Accumulators: the same as scoring all pairs at once, in any order and from any number of parts."""

import pickle
import random
from fractions import Fraction

import pytest

import seamark as sm
from tests.metrics.case import BOUNDARY_METRICS, random_pairs


@pytest.mark.parametrize("average", ["micro", "macro"])
@pytest.mark.parametrize("name", BOUNDARY_METRICS)
def test_equals_the_mean_of_all_pairs(name, average):
    pairs = random_pairs(20, 3, 30)
    metric = BOUNDARY_METRICS[name]()
    total = metric.accumulator(average)
    for pair in pairs:
        total.update(*pair)
    (at_once,) = sm.score(*map(list, zip(*pairs, strict=True)), metric, average=average).overall.values()
    assert total.compute().value == pytest.approx(at_once.value, rel=1e-12)
    assert total.compute().signature == at_once.signature


@pytest.mark.parametrize("metric", [sm.S(n=4), sm.B(n=3), sm.WindowDiff(), sm.BoundaryF(tolerance=1)], ids=str)
@pytest.mark.parametrize("average", ["micro", "macro"])
def test_order_and_parts_do_not_change_a_bit(metric, average):
    pairs = random_pairs(60, 4, 30)
    whole = metric.accumulator(average)
    whole.update_pairs(*zip(*pairs, strict=True))
    shuffled = random.Random(1).sample(pairs, len(pairs))  # noqa: S311
    parts = [metric.accumulator(average) for _ in range(3)]
    for number, pair in enumerate(shuffled):
        parts[number % 3].update(*pair)
    merged = metric.accumulator(average)
    for part in parts:
        merged.merge(pickle.loads(pickle.dumps(part)))
    assert merged.compute() == whole.compute()


def test_the_macro_mean_is_the_exact_one():
    pairs = random_pairs(50, 5, 30)
    total = sm.S(n=3).accumulator("macro")
    total.update_pairs(*zip(*pairs, strict=True))
    exact = sum(Fraction(sm.similarity(*pair, n=3)) for pair in pairs)
    assert total.compute().value == float(exact) / len(pairs)


def test_reset_forgets_and_an_empty_one_has_no_value():
    total = sm.S().accumulator()
    total.update([2, 3], [5])
    total.merge(sm.S().accumulator())
    assert total.compute().value == 0.75
    total.reset()
    with pytest.raises(sm.UndefinedScoreError, match="before the first pair"):
        total.compute()
    total.update_pairs([], [])
    with pytest.raises(sm.UndefinedScoreError):
        total.compute()


def test_what_does_not_fit_is_refused_and_changes_nothing():
    total = sm.S().accumulator()
    total.update([2, 3], [5])
    for other in (sm.S(n=3).accumulator(), sm.S().accumulator("macro"), None, 3):
        with pytest.raises(sm.InputError):
            total.merge(other)
    with pytest.raises(sm.MassMismatchError):
        total.update([2, 3], [6])
    assert total.compute().value == 0.75
    with pytest.raises(sm.InputError):
        sm.Accumulator("S")
    with pytest.raises(sm.InputError):
        sm.S().accumulator("mean")


def test_from_probabilities():
    assert sm.Segmentation.from_probabilities([0.2, 0.5, 0.9], threshold=0.6).masses == (3, 1)
    assert sm.Segmentation.from_probabilities([]).masses == (1,)
    assert sm.Segmentation.from_probabilities([1, 0], threshold=1.0).masses == (1, 2)
    for wrong in ([0.2, 1.2], [float("nan")], [[0.1]], "ab", None, [None]):
        with pytest.raises(sm.InputError):
            sm.Segmentation.from_probabilities(wrong)
    for threshold in (-0.1, 1.1, float("nan"), "half"):
        with pytest.raises((sm.InputError, TypeError)):
            sm.Segmentation.from_probabilities([0.5], threshold=threshold)
