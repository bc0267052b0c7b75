"""Laws that every metric keeps, over the registry: a new metric comes under them by being registered."""

import pickle
import re
from dataclasses import FrozenInstanceError, fields, replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.metrics.case import BOUNDARY_METRICS
from tests.strategies import LABELS, mass_pairs, masses, set_pairs

import seamark as sm

#: Sums that are exact stay exact; those of logarithms and exponentials may differ in their last digits.
CLOSE = 1e-9

ALL = [pytest.param(metric(), id=name) for name, metric in BOUNDARY_METRICS.items()]
SYMMETRIC = [parameter for parameter in ALL if parameter.values[0].info.symmetric]
WITH_TYPES = [parameter for parameter in ALL if parameter.values[0].info.several_types]
ONE_TYPE = [parameter for parameter in ALL if not parameter.values[0].info.several_types]

pairs = mass_pairs(max_segments=12, max_mass=8)
several_pairs = st.lists(pairs, min_size=1, max_size=12)
typed_pairs = set_pairs(max_pbs=6).map(lambda pair: tuple(map(sm.Segmentation.from_sets, pair)))

quickly = settings(max_examples=30)


def value(metric, a, b):
    """The score, or NaN where the metric says that it has none."""
    try:
        return metric.compare(a, b).value
    except sm.UndefinedScoreError:
        return np.nan


def same(one, other, tolerance=0.0):
    return one == pytest.approx(other, abs=tolerance, rel=tolerance, nan_ok=True)


@pytest.mark.parametrize("metric", ALL)
@quickly
@given(sizes=masses())
def test_identity_is_best(metric, sizes):
    score = value(metric, sizes, sizes)
    assert np.isnan(score) or same(score, metric.info.best, CLOSE)


@pytest.mark.parametrize("metric", WITH_TYPES)
@quickly
@given(pair=typed_pairs)
def test_identity_is_best_with_types(metric, pair):
    assert value(metric, pair[0], pair[0]) == metric.info.best


@pytest.mark.parametrize("metric", ALL)
def test_some_pair_is_not_best(metric):
    # Without this, a metric that is always best, or never defined, would keep the laws.
    assert not np.isnan(value(metric, [5, 5, 5, 5], [5, 5, 5, 5]))
    assert abs(value(metric, [5, 5, 5, 5], [3, 9, 8]) - metric.info.best) > 0.01


@pytest.mark.parametrize("metric", ALL)
@quickly
@given(pair=pairs)
@example(pair=([1] * 12, [12]))  # logarithms of 12 add up to more than they should
@example(pair=([12], [1] * 12))
def test_within_range(metric, pair):
    score = value(metric, *pair)
    low, high = sorted((metric.info.best, metric.info.worst))
    assert np.isnan(score) or low <= score <= high


@pytest.mark.parametrize("metric", WITH_TYPES)
@quickly
@given(pair=typed_pairs)
def test_within_range_with_types(metric, pair):
    low, high = sorted((metric.info.best, metric.info.worst))
    assert low <= value(metric, *pair) <= high


@pytest.mark.parametrize("metric", SYMMETRIC)
@quickly
@given(pair=pairs)
def test_symmetric(metric, pair):
    assert same(value(metric, *pair), value(metric, *reversed(pair)), CLOSE)


@pytest.mark.parametrize("metric", [parameter for parameter in SYMMETRIC if parameter in WITH_TYPES])
@quickly
@given(pair=typed_pairs)
def test_symmetric_with_types(metric, pair):
    assert same(value(metric, *pair), value(metric, *reversed(pair)), CLOSE)


@pytest.mark.parametrize("metric", ALL)
@quickly
@given(pair=pairs)
def test_read_from_the_end(metric, pair):
    assert same(value(metric, *pair), value(metric, *(side[::-1] for side in pair)), CLOSE)


@pytest.mark.parametrize("metric", ALL)
@quickly
@given(pair=pairs)
def test_f_lies_between_precision_and_recall(metric, pair):
    try:
        result = metric.compare(*pair)
    except sm.UndefinedScoreError:
        return
    if {"precision", "recall"} <= result.parts.keys():
        rates = result.parts["precision"], result.parts["recall"]
        assert all(0 <= rate <= 1 for rate in rates)
        assert min(rates) - CLOSE <= result.value <= max(rates) + CLOSE


def test_some_metrics_have_precision_and_recall():
    with_rates = [
        name for name, metric in BOUNDARY_METRICS.items() if "precision" in metric().compare([2, 3], [2, 3]).parts
    ]
    assert "confusion" in with_rates


@pytest.mark.parametrize("metric", ALL)
@quickly
@given(pair=pairs)
def test_micro_of_one_is_its_score(metric, pair):
    rows = sm.count_pairs(metric, [pair[0]], [pair[1]])
    assert rows.shape == (1, len(metric.fields))
    assert rows.dtype == np.float64
    assert same(float(metric.score_rows(rows.sum(axis=0))), value(metric, *pair))
    counts = metric.counts(*pair)
    assert tuple(counts) == metric.fields
    if np.isnan(value(metric, *pair)):
        with pytest.raises(sm.UndefinedScoreError):
            metric.score(counts)
    else:
        assert metric.score(counts) == value(metric, *pair)


@pytest.mark.parametrize("metric", ALL)
@quickly
@given(listed=several_pairs)
def test_batch_equals_single(metric, listed):
    a, b = zip(*listed, strict=True)
    scores = sm.score_pairs(metric, a, b)
    assert scores.dtype == np.float64
    assert same(scores.tolist(), [value(metric, *pair) for pair in listed])
    singles = [sm.count_pairs(metric, [one], [other])[0].tolist() for one, other in listed]
    assert same(np.ravel(sm.count_pairs(metric, a, b)).tolist(), np.ravel(singles).tolist())


@pytest.mark.parametrize("metric", WITH_TYPES)
@quickly
@given(listed=st.lists(typed_pairs, min_size=1, max_size=6))
def test_batch_equals_single_with_types(metric, listed):
    # The types of the study are those of all pairs, so each pair is told of them.
    study = replace(metric, types=LABELS)
    a, b = zip(*listed, strict=True)
    assert sm.score_pairs(study, a, b).tolist() == [value(study, *pair) for pair in listed]


def many_pairs(number):
    rng = np.random.default_rng(7)
    rows = [rng.integers(1, 30, size=rng.integers(1, 12)).tolist() for _ in range(number)]
    return rows, [[*(size := rng.permutation(row).tolist())[:-2], sum(size[-2:])] for row in rows]


@pytest.mark.usefixtures("threads_for_few_pairs")
@pytest.mark.parametrize("metric", ALL)
def test_threads_change_nothing(metric):
    a, b = map(sm.SegmentationArray.from_masses, many_pairs(500))
    once = sm.count_pairs(metric, a, b, workers=1)
    scores = sm.score_pairs(metric, a, b, workers=1)
    for workers in (2, 3, 7, 500):
        assert sm.count_pairs(metric, a, b, workers=workers).tobytes() == once.tobytes()
        assert sm.score_pairs(metric, a, b, workers=workers).tobytes() == scores.tobytes()
    assert sm.count_pairs(metric, a[100:300], b[100:300]).tobytes() == once[100:300].tobytes()


@pytest.mark.parametrize("metric", WITH_TYPES)
def test_threads_change_nothing_with_types(metric):
    rng = np.random.default_rng(8)
    sides = [
        [
            sm.Segmentation.from_sets([set(rng.choice(3, rng.integers(0, 3)).tolist()) for _ in range(7)])
            for _ in range(60)
        ]
        for _ in range(2)
    ]
    a, b = map(sm.SegmentationArray.from_segmentations, sides)
    once = sm.count_pairs(metric, a, b, workers=1)
    for workers in (2, 7, 60):
        assert sm.count_pairs(metric, a, b, workers=workers).tobytes() == once.tobytes()


@pytest.mark.parametrize("metric", ALL)
@quickly
@given(pair=pairs)
def test_signature_is_read_back(metric, pair):
    arrays = [sm.SegmentationArray.of_one(side) for side in pair]
    for signature in (metric.signature(), metric.bind(*arrays).signature):
        assert sm.Signature.parse(str(signature)) == signature
        assert (signature.name, signature["v"]) == (metric.info.name, sm.__version__)
    if np.isnan(value(metric, *pair)):
        with pytest.raises(sm.UndefinedScoreError, match=f"^{re.escape(metric.info.title)} is undefined"):
            metric.compare(*pair)
    else:
        assert metric.compare(*pair).signature == metric.bind(*arrays).signature


@pytest.mark.parametrize("metric", ALL)
def test_options_are_frozen_and_equal_by_value(metric):
    assert type(metric)() == metric
    assert hash(type(metric)()) == hash(metric)
    assert pickle.loads(pickle.dumps(metric)) == metric
    assert replace(metric) == metric
    for option in fields(metric):
        with pytest.raises(FrozenInstanceError):
            setattr(metric, option.name, 1)


@pytest.mark.parametrize("metric", ALL)
def test_about_the_metric(metric):
    info = metric.info
    assert info.best != info.worst
    assert info.higher_is_better == (info.best > info.worst)
    assert info.title
    assert any(character.isdigit() for character in info.citation), "a citation has a year"
    assert type(metric).__doc__


@pytest.mark.parametrize("metric", ALL)
def test_different_masses_are_refused(metric):
    with pytest.raises(sm.MassMismatchError, match=r"^the first segmentation covers 5 units, the second 6; both must"):
        metric.compare([2, 3], [2, 4])
    with pytest.raises(sm.MassMismatchError, match=r"^pair 1: the first segmentation covers 5 units, the second 6"):
        sm.score_pairs(metric, [[2], [2, 3]], [[2], [2, 4]])


@pytest.mark.parametrize("metric", ONE_TYPE)
def test_several_types_are_refused_where_they_are_not_told_apart(metric):
    typed = sm.Segmentation.from_sets([{1}, {2}, {}])
    for pair in ((typed, typed), (typed, [4]), ([1, 3], typed)):
        with pytest.raises(sm.InputError) as caught:
            metric.compare(*pair)
        assert str(caught.value).startswith(f"{metric.info.title} does not distinguish boundary types, and 2 occur; ")


@pytest.mark.parametrize("metric", WITH_TYPES)
def test_several_types_are_told_apart(metric):
    one, other = sm.Segmentation.from_sets([{1}, {}, {}]), sm.Segmentation.from_sets([{2}, {}, {}])
    assert value(metric, one, other) != metric.info.best


@pytest.mark.parametrize("metric", ALL)
@pytest.mark.parametrize(
    ("a", "b"), [([1], [1]), ([2], [2]), ([2], [1, 1]), ([1, 1], [2]), ([1, 1], [1, 1]), ([5], [5]), ([5], [1] * 5)]
)
def test_smallest_inputs_have_a_score_or_a_reason(metric, a, b):
    score = value(metric, a, b)
    assert same(sm.score_pairs(metric, [a], [b])[0], score)
    assert not np.isinf(score)


@pytest.mark.parametrize("metric", ALL)
def test_huge_masses_have_a_score_or_a_reason(metric):
    a, b = [2**61, 2**60, 2**60], [2**61 + 1, 2**60 - 1, 2**60]
    score = value(metric, a, b)
    low, high = sorted((metric.info.best, metric.info.worst))
    assert np.isnan(score) or low <= score <= high
    assert np.isnan(score) or same(value(metric, a, a), metric.info.best, CLOSE)
