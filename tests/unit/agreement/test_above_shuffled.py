"""Agreement above shuffled: its interval, items shrunken towards the mean, and how they are ranked."""

import math
import random

import numpy as np
import pytest

import seamark as sm
from seamark.agreement.shuffled import AboveShuffled, above_shuffled
from tests.oracle.jackknife import log_interval
from tests.properties.agreement_studies import random_codings

CORPUS = sm.Corpus(random_codings(random.Random(4), items=7, coders=4, masses=(12, 40), missing=0.15))  # noqa: S311
DRAWN = {"shuffles": 9, "rng": 2}


def above(corpus, metric):
    return sm.agree(corpus, metric, **DRAWN).above_shuffled


@pytest.mark.parametrize("metric", ["B", "S", "windowdiff:k=3"])
@pytest.mark.parametrize("method", ["jackknife", "percentile"])
def test_the_interval_leaves_shuffled_codings_out_along_with_theirs(metric, method):
    found = sm.agree(CORPUS, metric, ci=0.95, method=method, resamples=20, **DRAWN)
    # Shuffles depend on names alone: what is left keeps its shuffles.
    causes = [
        [above(CORPUS.drop(**{kind: [name]}), metric) for name in names]
        for kind, names in (("items", CORPUS.item_names), ("coders", CORPUS.coder_names))
    ]
    assert tuple(found.above_interval) == pytest.approx(log_interval(found.above_shuffled, 0.95, *causes))
    assert found.above_interval.resampled == "both"
    if method == "jackknife":
        corrected = sm.agree(CORPUS, metric, chance="permutation", ci=0.95, **DRAWN)
        assert tuple(corrected.interval) == pytest.approx(tuple(found.above_interval))


def test_items_have_levels_of_their_own():
    found, corrected = (sm.agree(CORPUS, "B", chance=chance, **DRAWN) for chance in ("closed", "permutation"))
    for item, part in found.per_item.items():
        alone = sm.agree(CORPUS.subset(items=[item]), "B", **DRAWN)
        assert (part.shuffled, part.above_shuffled) == pytest.approx((alone.shuffled, alone.above_shuffled))
        assert corrected.per_item[item].expected == pytest.approx(part.shuffled)


def shrunken_by_hand(corpus):
    """The formulas as they are written, from rows of cost and denominator."""
    measured = sm.Measurement.of(corpus, "B")
    whole, draws = above_shuffled(measured, DRAWN["shuffles"], DRAWN["rng"])
    found = AboveShuffled.of(measured, whole, draws, DRAWN["rng"]).components.components
    theta, rows = whole.whole(), measured.pairs.in_detail()
    values, sizes, counts = {}, {}, {}
    for number, item in enumerate(corpus.item_names):
        mine = rows.rows[rows.item == number]
        values[item] = sm.agree(corpus, "B", **DRAWN).per_item[item].above_shuffled
        sizes[item], counts[item] = mine[:, 0].mean(), len(corpus[item])
    mean_size = np.mean(list(sizes.values()))
    tau = (1 - theta) ** 2 * found.item
    within = {
        item: (1 - theta) ** 2
        * (4 * found.item_coder / m + 2 * found.residual / (m * (m - 1)))
        * mean_size
        / sizes[item]
        for item, m in counts.items()
    }
    weight = {item: 1 / (tau + variance) for item, variance in within.items()}
    mean = sum(weight[item] * values[item] for item in values) / sum(weight.values())
    return {item: mean + tau * weight[item] * (values[item] - mean) for item in values}, tau


def test_shrunken_items_by_hand():
    rng = np.random.default_rng(1)
    for _ in range(20):
        corpus = sm.CoderRates(units=40, hit=0.6).drawn(8, 4, rng)
        expected, tau = shrunken_by_hand(corpus)
        found = sm.agree(corpus, "B", **DRAWN)
        assert {item: part.shrunken for item, part in found.per_item.items()} == pytest.approx(expected)
        assert list(found.ranking) == sorted(corpus.item_names, key=lambda item: (found.per_item[item].shrunken, item))
        if tau == 0:
            assert len({part.shrunken for part in found.per_item.values()}) == 1


def test_intervals_of_single_items_and_coders():
    found = sm.agree(CORPUS, "B", **DRAWN, ci=0.95)
    wide = sm.agree(CORPUS, "B", **DRAWN, ci=0.99)
    for item, part in found.per_item.items():
        assert wide.per_item[item].low < part.low < part.above_shuffled < part.high <= 1
    # Twice the distance for twice the quantile of the normal distribution.
    one, two = (part.per_item["item 1"] for part in (found, wide))
    assert (two.above_shuffled - two.low) / (one.above_shuffled - one.low) == pytest.approx(2.575829 / 1.959964)
    for part in sm.diagnose(CORPUS, "B", **DRAWN, ci=0.95).coders.values():
        assert part.low < part.above_shuffled < part.high < 1
        # It lies evenly around the value where errors add up: at log(1 - value).
        assert (1 - part.low) * (1 - part.high) == pytest.approx((1 - part.above_shuffled) ** 2)
    without = sm.agree(CORPUS, "B", **DRAWN).per_item["item 1"]
    assert (without.low, without.high) == (None, None)


def test_an_item_without_a_value_has_the_mean_of_all():
    codings = {item: dict(by_coder) for item, by_coder in CORPUS.items()}
    codings["empty"] = {coder: [20] for coder in CORPUS.coder_names}
    codings["alone"] = {CORPUS.coder_names[0]: [3, 4]}
    found = sm.agree(codings, "B", **DRAWN)
    for item in ("empty", "alone"):
        assert math.isnan(found.per_item[item].above_shuffled)
        assert found.per_item[item].shrunken == pytest.approx(found.per_item["empty"].shrunken)
    values = [part.shrunken for part in found.per_item.values()]
    assert min(values) <= found.per_item["empty"].shrunken <= max(values)


def test_where_nothing_can_be_shrunk_items_are_ranked_by_their_own_values():
    two = CORPUS.subset(coders=CORPUS.coder_names[:2])
    found = sm.agree(two, "B", **DRAWN)
    assert {part.shrunken for part in found.per_item.values()} == {None}
    own = [found.per_item[item].above_shuffled for item in found.ranking]
    known = [value for value in own if not math.isnan(value)]
    assert known == sorted(known) == own[: len(known)]
    without = sm.agree(CORPUS, "B", shuffles=0)
    assert without.ranking == ()
    assert without.above_interval is None


def test_pi_of_s_is_noted_where_coders_place_boundaries_at_very_different_rates():
    rng = random.Random(7)  # noqa: S311
    rates = {"ann": 0.01, "ben": 0.1, "cat": 0.5, "dan": 0.9}
    codings = {
        f"{item}": {coder: "".join("01"[rng.random() < rate] for _ in range(60)) for coder, rate in rates.items()}
        for item in range(5)
    }
    found = sm.agree(codings, ci=0.95, shuffles=3)
    assert found.interval.note.startswith("too short: coders place boundaries at very different rates")
    for other in (
        sm.agree(codings, "B", ci=0.95, shuffles=3),
        sm.agree(codings, coefficient="kappa", ci=0.95, shuffles=3),
    ):
        assert other.interval.note is None
    assert sm.agree(CORPUS, ci=0.95, shuffles=3).interval.note is None
