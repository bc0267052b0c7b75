"""Thresholds against the obvious way: score everything under each, and choose without the item itself."""

import math

import numpy as np
import pytest

from seamark import InputError, Segmentation, UndefinedScoreError, score, threshold_curve

LEVELS = (0.2, 0.4, 0.6, 0.8)


def study(seed, items=6):
    rng = np.random.default_rng(seed)
    truth, predicted = {}, {}
    for number in range(items):
        marks = rng.random(rng.integers(8, 20)) < 0.3
        marks[0] = True
        truth[f"item {number}"] = Segmentation.from_probabilities(marks.astype(float))
        predicted[f"item {number}"] = np.clip(0.5 * marks + 0.6 * rng.random(marks.size), 0, 1)
    return truth, predicted


def scored(truth, predicted, metric, average, levels):
    """One threshold per item."""
    guess = {
        item: Segmentation.from_probabilities(predicted[item], level) for item, level in zip(truth, levels, strict=True)
    }
    return next(iter(score(truth, guess, metric, average=average).overall.values())).value


@pytest.mark.parametrize("average", ["micro", "macro"])
@pytest.mark.parametrize(("metric", "best"), [("S", max), ("B:n=3", max), ("windowdiff:k=3", min)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_curve_and_leaving_one_out(metric, best, average, seed):
    truth, predicted = study(seed)
    curve = threshold_curve(truth, predicted, metric, thresholds=LEVELS, average=average)
    expected = [scored(truth, predicted, metric, average, [level] * len(truth)) for level in LEVELS]
    assert [point.threshold for point in curve.points] == list(LEVELS)
    assert [point.value for point in curve.points] == pytest.approx(expected, abs=1e-12)
    assert curve.best.value == pytest.approx(best(expected), abs=1e-12)
    chosen = []
    for item in truth:
        rest = {name: one for name, one in truth.items() if name != item}
        values = [scored(rest, predicted, metric, average, [level] * len(rest)) for level in LEVELS]
        chosen.append(LEVELS[values.index(best(values))])
    assert list(curve.thresholds) == chosen
    assert curve.value == pytest.approx(scored(truth, predicted, metric, average, chosen), abs=1e-12)
    assert curve.chosen_on == "all other items"


def test_chosen_on_other_data():
    truth, predicted = study(5)
    other = study(6, items=3)
    curve = threshold_curve(truth, predicted, "B", thresholds=LEVELS, other=other)
    there = threshold_curve(*other, "B", thresholds=LEVELS)
    assert curve.thresholds == (there.best.threshold,)
    assert curve.value == scored(truth, predicted, "B", "micro", [there.best.threshold] * len(truth))
    assert curve.chosen_on == "other data"
    assert "chosen on other data; best in hindsight" in str(curve)
    assert curve.to_pandas().columns.tolist() == ["threshold", "value"]
    assert str(curve.signature) == "B|n:2|scale:linear|w:1,1,1|ordinal:yes|types:1|avg:micro|pairs:6|v:1.0.0rc1"


def test_lists_and_a_single_item():
    curve = threshold_curve([[2, 3]], [[0.1, 0.9, 0.2, 0.3]])
    assert (curve.best.threshold, curve.best.value) == (0.35, 1.0)
    assert math.isnan(curve.value)
    assert curve.thresholds == ()
    assert len(curve.points) == 19


@pytest.mark.parametrize(
    ("arguments", "options", "says"),
    [
        (([[2, 3]], [[0.1] * 3]), {}, "item 1 has 3 probabilities and 5 units; expected 4"),
        (([[2, 3]], []), {}, "1 references and probabilities of 0 items"),
        (([], []), {}, "there is no item"),
        (({"a": [2, 3]}, {"b": [0.1] * 4}), {}, "item 'a' has no probabilities"),
        (({"a": [2, 3]}, [[0.1] * 4]), {}, "expected both or neither"),
        (([[2, 3]], [[0.1, 0.2, 7, 0.3]]), {}, "probability 7.0 at potential boundary 3"),
        (([[2, 3]], [[0.1] * 4]), {"thresholds": []}, "thresholds are empty"),
        (([[2, 3]], [[0.1] * 4]), {"thresholds": [2]}, "a threshold is 2"),
        (([[2, 3]], [[0.1] * 4]), {"other": 5}, "other is 5"),
        (([[2, 3]], [5]), {}, "shape"),
    ],
)
def test_mistakes_are_told(arguments, options, says):
    with pytest.raises(InputError, match=says):
        threshold_curve(*arguments, **options)


def test_no_value_at_all():
    with pytest.raises(UndefinedScoreError, match="no value under any threshold"):
        threshold_curve([[2, 3]], [[0.1] * 4], "windowdiff:k=9")


@pytest.mark.parametrize("average", ["micro", "macro"])
def test_the_order_of_items_changes_no_bit(average):
    rng = np.random.default_rng(3)
    masses = rng.integers(5, 30, 9)
    reference = {
        f"i{n}": Segmentation.from_string("".join(rng.choice(list("001"), m - 1))) for n, m in enumerate(masses)
    }
    given = {f"i{n}": rng.random(m - 1).tolist() for n, m in enumerate(masses)}
    for metric in ("B", "windowdiff"):
        first = threshold_curve(reference, given, metric, average=average)
        names = rng.permutation(list(reference)).tolist()
        again = threshold_curve({n: reference[n] for n in names}, {n: given[n] for n in names}, metric, average=average)
        assert repr((first.value, first.points)) == repr((again.value, again.points))
        assert dict(zip(reference, first.thresholds, strict=True)) == dict(zip(names, again.thresholds, strict=True))
