"""The Poisson bootstrap of a coefficient: against copies of items that are measured anew, in parts and in memory."""

import random

import numpy as np
import pytest

from seamark import B, S, WindowDiff
from seamark.agreement.agree import agree
from seamark.agreement.intervals import IntervalPlan, PoissonResampling
from seamark.agreement.measurement import Measurement
from seamark.base.errors import InputError
from seamark.stats.resampling import item_counters, poisson_weights
from tests.properties.agreement_studies import random_codings

CODINGS = random_codings(random.Random(3), items=12, coders=5, masses=(10, 30), missing=0.4)  # noqa: S311


def resampled(codings, metric, coefficient, resamples, seed, item_weight="pairs"):
    """The coefficient in every resample."""
    measured = Measurement.of(codings, metric, item_weight=item_weight)
    chosen = measured.coefficient(coefficient)
    resampling = PoissonResampling.of(chosen, measured, resamples, seed)
    return resampling.replicates(resampling.sums(chosen, measured))


@pytest.mark.parametrize("metric", [S(), B(n=3), WindowDiff()])
@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
@pytest.mark.parametrize("item_weight", ["pairs", "coders"])
def test_a_weight_is_a_number_of_copies(metric, coefficient, item_weight):
    found = resampled(CODINGS, metric, coefficient, 25, 7, item_weight)
    weights = poisson_weights(item_counters(list(CODINGS)), 7, 0, 25)
    for value, row in zip(found, weights.astype(int), strict=True):
        copies = {
            f"{item}/{copy}": by_coder
            for (item, by_coder), times in zip(CODINGS.items(), row, strict=True)
            for copy in range(times)
        }
        assert value == pytest.approx(
            agree(copies, metric, coefficient, shuffles=0, item_weight=item_weight).value, rel=1e-12
        )


@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
def test_parts_in_any_order_add_up_to_the_same_bits(coefficient):
    metric = B(n=4)
    expected = resampled(CODINGS, metric, coefficient, 60, 7)
    whole = Measurement.of(CODINGS, metric)
    order = list(CODINGS)
    for seed in range(4):
        random.Random(seed).shuffle(order)  # noqa: S311
        cut = 2 + seed
        parts = [
            Measurement.of({item: dict(reversed(CODINGS[item].items())) for item in some}, metric)
            for some in (order[:cut], order[cut : cut + 3], order[cut + 3 :])
        ]
        summed = parts[2].over_items() + parts[0] + parts[1]
        resampling = PoissonResampling.of(summed.coefficient(coefficient), summed, 60, 7)
        sums = [resampling.sums(part.coefficient(coefficient), part) for part in parts]
        np.testing.assert_array_equal(resampling.replicates(sums[1] + (sums[2] + sums[0])), expected)
    again = PoissonResampling.of(whole.coefficient(coefficient), whole, 60, 8)
    assert not np.array_equal(again.replicates(again.sums(whole.coefficient(coefficient), whole)), expected)


@pytest.mark.parametrize(("name", "size"), [("_ITEMS", 1), ("_ITEMS", 5), ("_BLOCK", 1), ("ROWS", 1), ("ROWS", 9)])
def test_items_in_any_chunks(name, size, monkeypatch):
    expected = resampled(CODINGS, S(), "kappa", 20, 1)
    monkeypatch.setattr(f"seamark.agreement.intervals.{name}", size)
    np.testing.assert_array_equal(resampled(CODINGS, S(), "kappa", 20, 1), expected)


@pytest.mark.parametrize("coefficient", ["pi", "kappa", "alpha"])
@pytest.mark.parametrize("options", [{}, {"chance": "permutation"}, {"item_weight": "coders"}])
def test_as_wide_as_the_bootstrap_that_draws_items(coefficient, options):
    codings = random_codings(random.Random(8), items=60, coders=4, masses=(10, 30), missing=0.2)  # noqa: S311
    given = {"ci": 0.9, "resample": "items", "resamples": 4000, "shuffles": 20, **options}
    poisson, drawn = (
        agree(codings, coefficient=coefficient, method=method, **given).interval for method in ("poisson", "percentile")
    )
    width = drawn.high - drawn.low
    assert tuple(poisson) == pytest.approx(tuple(drawn), abs=0.1 * width)
    assert (poisson.method, poisson.resampled, poisson.note) == ("poisson", "items", None)


def test_the_interval_is_said_in_the_signature():
    found = agree(CODINGS, ci=0.9, method="poisson", resamples=100, rng=5)
    assert "|ci:0.9,poisson|resample:items|resamples:100|seed:5|" in str(found.signature)
    assert found.interval == agree(CODINGS, ci=0.9, method="poisson", resamples=100, rng=5).interval


def test_resamples_without_a_comparison_are_counted():
    codings = {"one": {"ann": [2, 3], "ben": [3, 2]}, "two": {"ann": [1, 4], "ben": [3, 2]}}
    found = agree(codings, ci=0.95, method="poisson", resamples=5_000).interval
    assert found.undefined / 5_000 == pytest.approx(np.exp(-2), abs=0.02)  # both items with weight 0
    assert found.note == (
        "poisson intervals over 2 items are too short: of nominal 95 %, 88 % held the true value with 5 items; "
        "take the jackknife"
    )


def test_only_items_have_weights():
    for resample in ("coders", "both"):
        with pytest.raises(InputError, match=f"resample is '{resample}'; a Poisson bootstrap gives weights to items"):
            agree(CODINGS, ci=0.95, method="poisson", resample=resample)
    with pytest.raises(InputError, match="needs at least two items, got 1"):
        agree({"one": CODINGS[next(iter(CODINGS))]}, ci=0.95, method="poisson")


def test_items_that_were_summed_up_have_no_weights():
    summed = Measurement.of(CODINGS).over_items()
    with pytest.raises(InputError, match="needs the items one by one"):
        IntervalPlan(0.95, method="poisson").interval(summed.coefficient("pi"), summed, 0)


def test_sums_that_would_not_fit_into_memory():
    codings = {f"item {number}": {f"coder {c}": [1 + c % 3, 5 - c % 3] for c in range(80)} for number in range(2)}
    with pytest.raises(InputError, match=r"10,000 resamples .* expected at most [\d,]+ resamples, or pi instead of"):
        agree(codings, coefficient="kappa", ci=0.95, method="poisson", shuffles=0)
    assert agree(codings, ci=0.95, method="poisson", shuffles=0).interval is not None
    with pytest.raises(InputError, match=r"10,000,000 resamples of 6 sums each .* at most 2,796,202 resamples$"):
        agree(CODINGS, ci=0.95, method="poisson", resamples=10_000_000, shuffles=0)
