"""Results computed again from their signatures: the same numbers, and errors where that cannot be."""

import random
import warnings

import numpy as np
import pytest

import seamark as sm
from seamark.metrics.names import as_metric
from tests.properties.public_calls import METRICS, random_call, random_study
from tests.properties.test_order_and_names import numbers


def typed(rng, codings):
    """The same boundaries with types of several names, one of them with a comma."""
    return {
        item: {
            coder: sm.Segmentation.from_sets(
                [{rng.choice(["a", "b,c", 3])} if mark == "1" else set() for mark in marks]
            )
            for coder, marks in by_coder.items()
        }
        for item, by_coder in codings.items()
    }


def assert_again(result, *data):
    again = sm.from_signature(str(result.signature))(*data)
    assert type(again) is type(result)
    assert again.signature == result.signature
    assert numbers(again) == numbers(result), str(result.signature)


@pytest.mark.parametrize("trials", [80, pytest.param(500, marks=pytest.mark.slow)])
def test_a_signature_and_the_data_give_the_same_numbers(trials):
    rng, found = random.Random(trials), 0  # noqa: S311
    while found < trials:
        codings, (compute, data) = random_study(rng), random_call(rng, drawn=rng.random() < 0.7)
        given = data(sm.Corpus(typed(rng, codings) if rng.random() < 0.1 else codings))
        try:
            result = compute(*given)
        except (sm.InputError, sm.UndefinedScoreError):
            continue
        if hasattr(result, "signature"):
            found += 1
            assert_again(result, *given)


@pytest.mark.parametrize("metric", METRICS, ids=str)
def test_scores(metric):
    one, other = "0100010010000100000010", "0010010000100100001000"
    assert_again(as_metric(metric).compare(one, other), one, other)
    for average in ("micro", "macro"):
        both = [one, other], [other, one]
        assert_again(sm.score(*both, {"metric": metric}, average=average).overall["metric"], *both)


def test_plans_and_spans():
    spans = {
        item: {coder: sm.Spans([(2, 8, "A"), (9 + number, 15, "B")], length=20) for number, coder in enumerate("xyz")}
        for item in ("one", "two")
    }
    pilot = sm.CoderRates(units=30).drawn(6, 4, np.random.default_rng(3))
    for result, data in (
        (sm.gamma(spans, rng=3, precision=0.1, distances={("A", "B"): 0.5}), (spans,)),
        (sm.unitizing_alpha(spans, ci=0.9), (spans,)),
        (sm.plan(pilot, target_width=0.3, rng=2, assurance=None), (pilot,)),
    ):
        assert_again(result, *data)


@pytest.mark.parametrize(
    "metric", [sm.DER(1, True, "all"), sm.JER(0, True, "jaccard"), sm.JER(mapping="common")], ids=str
)
def test_rates_of_turns(metric):
    one, other = (sm.Spans([(0, end, "A"), (3, 8, "B")], length=10) for end in (4, 6))
    assert_again(metric.compare(one, other), one, other)


def test_labels_with_commas_have_signatures_of_their_own():
    one, two = sm.ActionF1(background=("A,B",)), sm.ActionF1(background=("A", "B"))
    assert one.signature() != two.signature()
    a, b = (sm.LabelledSegmentation.from_labels(units) for units in ("AABBA", "AAABB"))
    for metric in (one, two):
        found = metric.compare(a, b)
        assert sm.from_signature(str(found.signature))(a, b).signature == found.signature


def test_other_data_another_version_and_other_texts():
    codings = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}}
    signature = str(sm.agree(codings).signature)
    with pytest.raises(sm.InputError, match=r"the data are not those .* coders is 2, not 3"):
        sm.from_signature(signature)({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5]}})
    with pytest.warns(UserWarning, match=r"the signature is of version 0\.0\.1"):
        sm.from_signature(signature.rpartition("|v:")[0] + "|v:0.0.1")(codings)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sm.from_signature(signature)(codings)
    for text in (
        "nothing|v:1.0.0rc1",
        "agree|v:1.0.0rc1",
        "audit|pairs:3|v:1.0.0rc1",
        signature.replace("seed:0", "seed:x"),
    ):
        with pytest.raises(sm.InputError):
            sm.from_signature(text)(codings)
    with pytest.raises(sm.InputError, match="no options of S give"):
        sm.from_signature(signature.replace("|n:2|", "|n:2|m:7|"))(codings)
