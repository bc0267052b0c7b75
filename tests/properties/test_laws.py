"""Laws that every metric keeps, over the registry and for every kind of codings that a metric compares: a new metric
comes under them by being registered.
"""

import math
import pickle
import re
from dataclasses import FrozenInstanceError, fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.metrics.case import BOUNDARY_METRICS, Fails, metric_cases
from tests.random_models import labelled_units, levels, turns, unit_pairs
from tests.strategies import LABELS, mass_pairs, set_pairs

import seamark as sm
from seamark.metrics.names import METRICS

#: Sums that are exact stay exact; those of logarithms and exponentials may differ in their last digits.
CLOSE = 1e-9

ALL = [pytest.param(metric(), id=name) for name, metric in BOUNDARY_METRICS.items()]
WITH_TYPES = [parameter for parameter in ALL if parameter.values[0].info.several_types]
ONE_TYPE = [parameter for parameter in ALL if not parameter.values[0].info.several_types]
#: Every metric with every kind that it compares; boundaries of several types are a kind here.
CASES = [
    pytest.param(metric(), kind, id=f"{name} on {kind}")
    for name, metric in METRICS.items()
    for kind in (*metric.info.kinds, *(["types"] if name in BOUNDARY_METRICS and metric.info.several_types else []))
]
CASES += [
    pytest.param(metric, kind, id=f"{metric.info.name} with ends on {kind}")
    for metric in (sm.MedianDeviation(ends=True), sm.BoundaryF(2, ends=True))
    for kind in metric.info.kinds
]
#: Metrics without a value at an edge, such as where a side has no boundary.
MAY_BE_UNDEFINED = {case.name for case in metric_cases() if any(isinstance(one, Fails) for one in case.edges)}
IDENTITY_IS_NOT_BEST = {case.name for case in metric_cases() if not case.identity_is_best}

pairs = mass_pairs(max_segments=12, max_mass=8)
quickly = settings(max_examples=30)


def pair_of(kind, seed):
    """Two codings of labels, spans or levels."""
    rng = np.random.default_rng(seed)
    [(one, other)] = unit_pairs(seed=seed, count=1, most=20)
    labelled = [sm.LabelledSegmentation.from_labels(units) for units in (one, other)]
    if kind == "labels":
        return labelled
    if kind == "spans":
        return [sm.Spans(turns(rng, len(one) + 1, "ABC"), length=len(one) + 1) for _ in range(2)]
    names = [labelled_units(rng, len(one), "ABC") for _ in range(6)]
    return [
        sm.Hierarchy.from_labelled(
            [
                sm.LabelledSegmentation.from_positions(level, len(one), names[number][: len(level) + 1])
                for number, level in enumerate(levels(rng, len(one), 2, nested=True))
            ]
        )
        for _ in range(2)
    ]


PAIRS = {
    "boundaries": pairs,
    "types": set_pairs(max_pbs=6).map(lambda pair: tuple(map(sm.Segmentation.from_sets, pair))),
    **{
        kind: st.integers(0, 2**32 - 1).map(lambda seed, kind=kind: pair_of(kind, seed))
        for kind in ("labels", "spans", "levels")
    },
}


def value(metric, a, b, kind="boundaries"):
    """The score, or NaN where the metric says that it has none, and may say so."""
    try:
        return metric.compare(a, b).value
    except sm.UndefinedScoreError:
        assert kind == "boundaries" or metric.info.name in MAY_BE_UNDEFINED
        return np.nan


def same(one, other, tolerance=0.0):
    return one == pytest.approx(other, abs=tolerance, rel=tolerance, nan_ok=True)


def rounding(kind):
    """What sums over a kind may differ by."""
    return 0.0 if kind in ("boundaries", "types") else 1e-12


@pytest.mark.parametrize(("metric", "kind"), CASES)
@quickly
@given(data=st.data())
def test_identity_is_best(metric, kind, data):
    one, _ = data.draw(PAIRS[kind])
    score = value(metric, one, one, kind)
    if metric.info.name == "mi":  # in nats: all that there is to know
        assert score == pytest.approx(sm.MutualInformation().compare(one, one).counts["reference"] / one.mass)
    elif metric.info.name not in IDENTITY_IS_NOT_BEST:
        assert np.isnan(score) or same(score, metric.info.best, CLOSE if kind == "boundaries" else rounding(kind))


@pytest.mark.parametrize("metric", ALL)
def test_some_pair_is_not_best(metric):
    # Without this, a metric that is always best, or never defined, would keep the laws.
    assert not np.isnan(value(metric, [5, 5, 5, 5], [5, 5, 5, 5]))
    assert abs(value(metric, [5, 5, 5, 5], [3, 9, 8]) - metric.info.best) > 0.01


@pytest.mark.parametrize(("metric", "kind"), CASES)
@quickly
@given(data=st.data())
def test_within_range(metric, kind, data):
    score = value(metric, *data.draw(PAIRS[kind]), kind)
    low, high = sorted((metric.info.best, metric.info.worst))
    assert np.isnan(score) or low - rounding(kind) <= score <= high + rounding(kind)


@pytest.mark.parametrize(("metric", "kind"), [case for case in CASES if case.values[0].info.symmetric])
@quickly
@given(data=st.data())
def test_symmetric(metric, kind, data):
    one, other = data.draw(PAIRS[kind])
    tolerance = rounding(kind) or CLOSE
    assert same(value(metric, one, other, kind), value(metric, other, one, kind), tolerance)


@pytest.mark.parametrize("metric", ALL)
@quickly
@given(pair=pairs)
def test_read_from_the_end(metric, pair):
    assert same(value(metric, *pair), value(metric, *(side[::-1] for side in pair)), CLOSE)


@pytest.mark.parametrize("name", ["confusion", "f", "pairwisef", "winpr"])
@quickly
@given(pair=pairs)
def test_f_lies_between_precision_and_recall(name, pair):
    result = METRICS[name]().compare(*pair)
    rates = result.parts["precision"], result.parts["recall"]
    assert all(0 <= rate <= 1 for rate in rates)
    assert min(rates) - CLOSE <= result.value <= max(rates) + CLOSE


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
    assert same(float(metric.score_rows(list(counts.values()))), value(metric, *pair))


@pytest.mark.parametrize(("metric", "kind"), CASES)
@quickly
@given(data=st.data())
def test_batch_equals_single(metric, kind, data):
    """Codes and columns of a batch are those of all its rows, and must not show in counts and scores."""
    if kind == "types" or isinstance(metric, sm.S):
        # The types of the study are those of all pairs, so each pair is told of them.
        metric = replace(metric, types=LABELS if kind != "labels" else ("A", "B", "C", "D", 1))
    listed = data.draw(st.lists(PAIRS[kind], min_size=1, max_size=12 if kind == "boundaries" else 6))
    a, b = zip(*listed, strict=True)
    together = sm.count_pairs(metric, a, b)
    alone = np.array([list(metric.counts(*pair).values()) for pair in listed])
    np.testing.assert_allclose(together, alone, rtol=rounding(kind), atol=rounding(kind))
    assert same(sm.score_pairs(metric, a, b).tolist(), [value(metric, *pair, kind) for pair in listed], rounding(kind))
    table = sm.score(list(a), list(b), metric, average="micro")
    (overall,) = table.overall.values()
    assert same(overall.value, float(metric.score_rows(together.sum(axis=0))), 1e-12)


def many_pairs(kind):
    rng = np.random.default_rng(7)
    if kind == "types":
        sets = [[set(rng.choice(3, rng.integers(0, 3)).tolist()) for _ in range(7)] for _ in range(120)]
        sides = list(map(sm.Segmentation.from_sets, sets))
        return map(sm.SegmentationArray.from_segmentations, (sides[:60], sides[60:]))
    rows = [rng.integers(1, 30, size=rng.integers(1, 12)).tolist() for _ in range(500)]
    others = [[*(size := rng.permutation(row).tolist())[:-2], sum(size[-2:])] for row in rows]
    return map(sm.SegmentationArray.from_masses, (rows, others))


@pytest.mark.usefixtures("threads_for_few_pairs")
@pytest.mark.parametrize(("metric", "kind"), [case for case in CASES if case.values[1] in ("boundaries", "types")])
def test_threads_change_nothing(metric, kind):
    a, b = many_pairs(kind)
    once = sm.count_pairs(metric, a, b, workers=1)
    scores = sm.score_pairs(metric, a, b, workers=1)
    for workers in (2, 3, 7, len(a)):
        assert sm.count_pairs(metric, a, b, workers=workers).tobytes() == once.tobytes()
        assert sm.score_pairs(metric, a, b, workers=workers).tobytes() == scores.tobytes()
    assert sm.count_pairs(metric, a[10:30], b[10:30]).tobytes() == once[10:30].tobytes()


@pytest.mark.parametrize("metric", ALL)
@quickly
@given(pair=pairs)
def test_signature_is_read_back(metric, pair):
    arrays = [sm.SegmentationArray.of([side]) for side in pair]
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
    assert any(character.isdigit() for character in info.citation), f"{info.citation!r} has no year"
    assert type(metric).__doc__


@pytest.mark.parametrize("metric", ALL)
def test_different_masses_are_refused(metric):
    with pytest.raises(sm.MassMismatchError, match=r"^the first segmentation covers 5 units, the second covers 6$"):
        metric.compare([2, 3], [2, 4])
    with pytest.raises(sm.MassMismatchError, match=r"^pair 1: the first segmentation covers 5 units"):
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


#: The smallest, sums of logarithms that add up to more than they should, and the largest.
EXTREMES = [([1], [1]), ([2], [2]), ([2], [1, 1]), ([1, 1], [2]), ([1, 1], [1, 1]), ([5], [5]), ([5], [1] * 5)]
EXTREMES += [([1] * 12, [12]), ([12], [1] * 12), ([2**61, 2**60, 2**60], [2**61 + 1, 2**60 - 1, 2**60])]


@pytest.mark.parametrize("metric", ALL)
@pytest.mark.parametrize(("a", "b"), EXTREMES)
def test_extremes_have_a_score_within_range_or_a_reason(metric, a, b):
    score, identity = value(metric, a, b), value(metric, a, a)
    assert same(sm.score_pairs(metric, [a], [b])[0], score)
    low, high = sorted((metric.info.best, metric.info.worst))
    assert np.isnan(score) or (low <= score <= high and not np.isinf(score))
    assert np.isnan(score) or np.isnan(identity) or same(identity, metric.info.best, CLOSE)


@pytest.mark.parametrize(
    ("metric", "kind"), [case for case in CASES if case.values[1] in ("labels", "spans", "levels")]
)
def test_the_signature_says_what_was_compared(metric, kind):
    signature = metric.compare(*pair_of(kind, 25)).signature
    assert ("on", kind) in signature.options or metric.info.kinds[0] == kind
    assert sm.Signature.parse(str(signature)) == signature


@pytest.mark.parametrize("metric", [metric() for metric in METRICS.values()], ids=list(METRICS))
def test_other_models_are_refused(metric):
    labelled = sm.LabelledSegmentation.from_labels("A" * 10 + "B" * 12)
    given = {
        "boundaries": labelled.segmentation,
        "labels": labelled,
        "levels": sm.Hierarchy.from_labelled([labelled]),
        "spans": labelled.spans,
    }
    taken = {*metric.info.kinds}
    # Labels are spans, and have boundaries.
    taken |= {"labels"} if not taken.isdisjoint(("spans", "boundaries")) else set()
    for model, one in given.items():
        if model in taken:
            assert math.isfinite(metric.compare(one, one).value)
        else:
            with pytest.raises(sm.InputError, match=f"compares .*, not {model}"):
                metric.compare(one, one)


def test_two_models_are_no_pair():
    labelled = sm.LabelledSegmentation.from_labels("AAB")
    with pytest.raises(sm.InputError, match="the first holds labels, the second boundaries; expected one kind"):
        sm.S().compare(labelled, [2, 1])
    with pytest.raises(sm.MassMismatchError, match="covers 3 units, the second covers 2"):
        sm.unit_accuracy(labelled, sm.LabelledSegmentation.from_labels("AB"))


def test_hierarchies_that_cannot_be_paired():
    one, two = sm.Hierarchy.from_levels([[2, 2]]), sm.Hierarchy.from_levels([[2, 2], [1, 1, 2]])
    with pytest.raises(sm.InputError, match="the first hierarchy has 1 levels, the second 2"):
        sm.B().compare(one, two)
    with pytest.raises(sm.InputError, match="a hierarchy has none; make it with from_labelled"):
        sm.l_measure(one, two)
    assert sm.t_measure(one, two).recall == 1


def test_numbers_as_labels_have_no_order():
    one, other, another = (sm.LabelledSegmentation.from_segments([(2, 1), (2, label), (2, 1)]) for label in (2, 3, 300))
    assert sm.B().compare(one, other).value == sm.B().compare(one, another).value == pytest.approx(2 / 3)
