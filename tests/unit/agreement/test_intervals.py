"""Intervals of coefficients: over items, over coders, over both, by jackknife; and when there can be none."""

import random

import numpy as np
import pytest
import scipy.stats

import seamark as sm
from tests.oracle import agreement as oracle
from tests.oracle.jackknife import log_interval
from tests.properties.agreement_studies import random_codings

CODINGS = random_codings(random.Random(3), items=8, coders=5, masses=(10, 30), missing=0.2)  # noqa: S311
CORPUS = sm.Corpus(CODINGS)


@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
def test_items_as_scipy_resamples_them(coefficient):
    items = list(CODINGS)

    def brute_force(drawn):
        study = {f"{place}": CODINGS[items[int(number)]] for place, number in enumerate(drawn)}
        return float(oracle.coefficient(oracle.study_of_masses(study), coefficient))

    peer = scipy.stats.bootstrap(
        (np.arange(len(items)),),
        brute_force,
        vectorized=False,
        n_resamples=400,
        method="percentile",
        rng=np.random.default_rng(1),
    )
    options = {"ci": 0.95, "resample": "items", "method": "percentile", "resamples": 4_000, "rng": 2}
    found = sm.agree(CORPUS, coefficient=coefficient, **options).interval
    # 400 resamples place a 2.5% quantile to about a tenth of the interval's width.
    error = 0.15 * (found.high - found.low)
    assert found.low == pytest.approx(peer.confidence_interval.low, abs=error)
    assert found.high == pytest.approx(peer.confidence_interval.high, abs=error)


def left_out(corpus, units, coefficient="pi"):
    """The coefficient without each item or coder, found by measuring what is left."""
    names = corpus.item_names if units == "items" else corpus.coder_names
    return [sm.agree(corpus.drop(**{units: [name]}), coefficient=coefficient, shuffles=0).value for name in names]


@pytest.mark.parametrize("coefficient", ["pi", "kappa", "alpha"])
@pytest.mark.parametrize("units", ["items", "coders", "both"])
def test_jackknife_t_on_the_log_scale(units, coefficient):
    found = sm.agree(CORPUS, coefficient=coefficient, ci=0.95, resample=units)
    kinds = ("items", "coders") if units == "both" else (units,)
    causes = [left_out(CORPUS, kind, coefficient) for kind in kinds]
    assert tuple(found.interval) == pytest.approx(log_interval(found.value, 0.95, *causes))
    assert (found.interval.method, found.interval.resampled, found.interval.note) == ("jackknife-t", units, None)
    assert f"|ci:0.95,jackknife|resample:{units}|shuffles:200|seed:0|v:" in str(found.signature)


def test_both_is_the_default_where_both_can_be():
    assert sm.agree(CORPUS, ci=0.95).interval.resampled == "both"
    assert sm.agree(CORPUS.subset(coders=CORPUS.coder_names[:2]), ci=0.95).interval.resampled == "items"
    assert sm.agree(ONE_ITEM, ci=0.95).interval.resampled == "coders"


def grouped(groups, coders, items):
    """Groups of coders with items of their own."""
    source = random.Random(5)  # noqa: S311
    return {
        f"{group}{item}": {f"{group}/{coder}": masses for coder, masses in by_coder.items()}
        for group in range(groups)
        for item, by_coder in random_codings(source, items=items, coders=coders, masses=(10, 30), missing=0.0).items()
    }


@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
@pytest.mark.parametrize("units", ["items", "coders"])
def test_coders_and_items_are_left_out_within_their_group_which_keeps_its_weight(units, coefficient):
    codings = grouped(3, 4, 3)
    measured = sm.Measurement.of(codings)
    assert measured.groups.number == 3
    causes = []
    for group in "012":
        mine = {item: by_coder for item, by_coder in codings.items() if item[0] == group}
        others = {item: by_coder for item, by_coder in codings.items() if item[0] != group}
        causes.append([])
        for name in list(mine) if units == "items" else list(next(iter(mine.values()))):
            rest = {
                item: {coder: masses for coder, masses in by_coder.items() if coder != name}
                for item, by_coder in mine.items()
                if item != name
            }
            # Enough copies of everything give both parts back the weight that they had.
            pairs = {"items": (2, 3), "coders": (3, 6)}[units]
            codings_left = {"items": (2, 3), "coders": (3, 4)}[units]
            causes[-1].append(weighted(rest, others, pairs, codings_left, coefficient))
    found = sm.agree(codings, coefficient=coefficient, ci=0.9, resample=units)
    assert tuple(found.interval) == pytest.approx(log_interval(found.value, 0.9, *causes))


def weighted(rest, others, pairs, codings, coefficient):
    """The coefficient of two parts, the first of which has shares of its pairs and of its codings left."""
    one, two = (sm.Measurement.of(part) for part in (rest, others))
    observed = one.pairs.total() * pairs[1] / pairs[0] + two.pairs.total()
    agreed = float(one.observed.of_sums(observed))
    if coefficient == "pi":
        rows = one.pi.counts.total() * codings[1] / codings[0] + two.pi.counts.total()
        chance = float(one.pi.of_sums(rows))
    else:
        # Three groups of six pairs of coders each.
        chance = (one.kappa.whole() * 6 + two.kappa.whole() * 12) / 18
    return (agreed - chance) / (1 - chance)


def test_groups_of_two_coders_are_left_out_as_a_whole():
    codings = grouped(4, 2, 2)
    values = [
        sm.agree({item: by_coder for item, by_coder in codings.items() if item[0] != group}).value for group in "0123"
    ]
    for units in ("coders", "both"):
        found = sm.agree(codings, ci=0.95, resample=units)
        assert tuple(found.interval) == pytest.approx(log_interval(found.value, 0.95, values))


def test_resamples_without_a_comparison_are_counted():
    sparse = {f"item {number}": {"ann": [2, 3], "ben": [number % 3 + 1, 4 - number % 3]} for number in range(2)}
    sparse |= {f"more {number}": {"cat": [2, 3]} for number in range(3)}
    found = sm.agree(sparse, ci=0.95, resample="items", method="percentile", resamples=2_000, rng=1)
    # No resample of five items out of five holds a comparison when it misses the first two: (3/5)**5.
    assert found.interval.undefined / 2_000 == pytest.approx(0.6**5, abs=0.02)


def test_no_interval_where_nothing_shows_how_far_agreement_varies():
    same = {f"item {number}": {"ann": [2, number + 1], "ben": [2, number + 1]} for number in range(5)}
    interval = sm.agree(same, ci=0.95).interval
    assert np.isnan(interval.low)
    assert np.isnan(interval.high)
    assert interval.note.startswith("not estimable: all codings are alike")
    twice = {name: {"ann": [2, 3], "ben": [3, 2]} for name in ("one", "two")}
    assert sm.agree(twice, ci=0.95).interval.note == (
        "not estimable: agreement does not change, whichever item or coder is left out"
    )
    nobody_else = {"one": {"ann": [2, 3], "ben": [2, 3]}, "two": {"ann": [2, 3], "ben": [3, 2]}}
    assert sm.agree(nobody_else, ci=0.95).interval.note == "not estimable: without item 'two' it is 1"


def test_few_items_or_coders_are_noted():
    note = sm.agree(CORPUS, ci=0.95, method="percentile", resamples=200, rng=1).interval.note
    assert note.startswith("percentile intervals over 8 items and 5 coders are too short")


ONE_ITEM = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9], "dan": [5, 6]}}


def test_a_single_item_has_intervals_over_coders():
    found = sm.agree(ONE_ITEM, ci=0.9, resample="coders", method="percentile", rng=1)
    assert found.interval.low < found.value <= found.interval.high
    assert found == sm.agree(ONE_ITEM, ci=0.9, method="percentile", rng=1), "there is nothing else to resample"
    assert found.interval.undefined > 0, "some resamples of four coders hold one of them only"


@pytest.mark.parametrize(
    ("codings", "options", "message"),
    [
        (ONE_ITEM, {"resample": "items", "method": "percentile"}, "an interval over items needs at least 2 items"),
        (ONE_ITEM, {"resample": "both"}, "an interval over items needs at least 2 items"),
        ({"a": {"ann": [2], "ben": [2]}, "b": {"ann": [2], "ben": [2]}}, {"resample": "coders"}, "at least 3 coders"),
    ],
)
def test_where_there_is_no_interval(codings, options, message):
    with pytest.raises(sm.InputError, match=message):
        sm.agree(codings, ci=0.95, **options)


def test_items_that_weigh_by_codings_have_no_bootstrap_over_coders():
    with pytest.raises(sm.InputError, match="with item_weight='coders', coders cannot be resampled"):
        sm.agree(CORPUS, ci=0.95, item_weight="coders", method="percentile")
    found = sm.agree(CORPUS, ci=0.95, item_weight="coders", method="percentile", resample="items", resamples=200, rng=1)
    assert found.interval.low < found.value < found.interval.high
