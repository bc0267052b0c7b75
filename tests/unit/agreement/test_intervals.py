"""Intervals of coefficients: over items, over coders, over both, by jackknife; and when there can be none."""

import random

import numpy as np
import pytest
import scipy.stats

from seamark.agreement import agree
from seamark.agreement.chance import ChanceOptions
from seamark.agreement.measurement import Measurement
from seamark.errors import InputError
from seamark.metrics.similarity import S
from seamark.model.corpus import Corpus
from tests.oracle import agreement as oracle
from tests.properties.agreement_studies import random_codings

CODINGS = random_codings(random.Random(3), items=8, coders=5, masses=(10, 30), missing=0.2)  # noqa: S311
CORPUS = Corpus(CODINGS)


@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
@pytest.mark.parametrize("units", ["items", "coders", "both"])
@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_intervals_hold_the_value_and_come_again_with_their_seed(coefficient, units, method):
    options = {"ci": 0.9, "resample": units, "method": method, "resamples": 500}
    found = agree(CORPUS, coefficient=coefficient, rng=np.random.default_rng(5), **options)
    assert found.interval.low < found.value < found.interval.high
    assert (found.interval.ci, found.interval.method) == (0.9, method)
    again = agree(CORPUS, coefficient=coefficient, rng=found.seed, **options)
    assert again.interval == found.interval
    assert again.signature == found.signature


def test_a_higher_level_is_wider_and_both_is_wider_than_one():
    def width(**options):
        interval = agree(CORPUS, rng=1, method="percentile", **options).interval
        return interval.high - interval.low

    assert width(ci=0.99) > width(ci=0.9)
    assert width(ci=0.9, resample="both") > max(width(ci=0.9), width(ci=0.9, resample="coders"))


@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_items_as_scipy_resamples_them(coefficient, method):
    items = list(CODINGS)

    def brute_force(drawn):
        study = {f"{place}": CODINGS[items[int(number)]] for place, number in enumerate(drawn)}
        return float(oracle.coefficient(oracle.study_of_masses(study), coefficient))

    peer = scipy.stats.bootstrap(
        (np.arange(len(items)),),
        brute_force,
        vectorized=False,
        n_resamples=400,
        method=method,
        rng=np.random.default_rng(1),
    )
    found = agree(CORPUS, coefficient=coefficient, ci=0.95, method=method, resamples=4_000, rng=2).interval
    # 400 resamples place a 2.5% quantile to about a tenth of the interval's width.
    error = 0.15 * (found.high - found.low)
    assert found.low == pytest.approx(peer.confidence_interval.low, abs=error)
    assert found.high == pytest.approx(peer.confidence_interval.high, abs=error)


@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
def test_leaving_out_items_and_coders(coefficient):
    measured = Measurement.of(CORPUS, S(), ChanceOptions())
    term = measured.coefficient(coefficient)
    without = term.without_each("items")
    assert without == pytest.approx(
        [agree(CORPUS.drop(items=[item]), coefficient=coefficient).value for item in CORPUS.item_names]
    )
    without = term.without_each("coders")
    assert without == pytest.approx(
        [agree(CORPUS.drop(coders=[coder]), coefficient=coefficient).value for coder in CORPUS.coder_names]
    )


@pytest.mark.parametrize("units", ["items", "coders"])
def test_jackknife(units):
    found = agree(CORPUS, ci=0.95, method="jackknife", resample=units)
    names, drop = (
        (CORPUS.item_names, lambda name: CORPUS.drop(items=[name]))
        if units == "items"
        else (CORPUS.coder_names, lambda name: CORPUS.drop(coders=[name]))
    )
    values = np.array([agree(drop(name)).value for name in names])
    spread = np.sqrt((len(values) - 1) * values.var())
    reach = scipy.stats.t.ppf(0.975, len(values) - 1) * spread
    assert found.interval.low == pytest.approx(found.value - reach)
    assert found.interval.high == pytest.approx(found.value + reach)
    assert found.seed is None
    assert (
        str(found.signature).split("|pairs:")[1].split("|", 1)[1].startswith(f"ci:0.95,jackknife|resample:{units}|v:")
    )


def test_resamples_without_a_comparison_are_counted():
    sparse = {f"item {number}": {"ann": [2, 3], "ben": [number % 3 + 1, 4 - number % 3]} for number in range(2)}
    sparse |= {f"more {number}": {"cat": [2, 3]} for number in range(3)}
    found = agree(sparse, ci=0.95, method="percentile", resamples=2_000, rng=1)
    # No resample of five items out of five holds a comparison when it misses the first two: (3/5)**5.
    assert found.interval.undefined / 2_000 == pytest.approx(0.6**5, abs=0.02)


def test_identical_coders_have_an_interval_of_no_width():
    same = {f"item {number}": {"ann": [2, number + 1], "ben": [2, number + 1]} for number in range(5)}
    interval = agree(same, ci=0.95, rng=1, resamples=200).interval
    assert (interval.low, interval.high) == (1.0, 1.0)


ONE_ITEM = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9], "dan": [5, 6]}}


def test_a_single_item_has_intervals_over_coders():
    found = agree(ONE_ITEM, ci=0.9, resample="coders", method="percentile", rng=1)
    assert found.interval.low < found.value <= found.interval.high
    assert found == agree(ONE_ITEM, ci=0.9, method="percentile", rng=1), "there is nothing else to resample"
    assert found.interval.undefined > 0, "some resamples of four coders hold one of them only"


@pytest.mark.parametrize(
    ("codings", "options", "message"),
    [
        (
            ONE_ITEM,
            {"resample": "items"},
            "needs at least two items, got 1; with a single item, resample its coders instead",
        ),
        (ONE_ITEM, {"resample": "both"}, "needs at least two items, got 1"),
        (
            ONE_ITEM,
            {"method": "jackknife", "resample": "items"},
            "the jackknife over items needs at least 3 items, got 1",
        ),
        (
            {"a": {"ann": [2], "ben": [2]}, "b": {"ann": [2], "ben": [2]}},
            {"resample": "coders"},
            "resampling over coders needs at least 3 coders, got 2",
        ),
        (CODINGS, {"method": "jackknife", "resample": "both"}, "the jackknife leaves out items or coders"),
    ],
)
def test_where_there_is_no_interval(codings, options, message):
    with pytest.raises(InputError, match=message):
        agree(codings, ci=0.95, **options)
