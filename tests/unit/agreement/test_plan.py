"""How many items and coders a study needs: the arithmetic, Moonstone, and studies that are really drawn."""

import math

import numpy as np
import pytest
from scipy import stats

import seamark as sm
from seamark.agreement.shuffled import AboveShuffled, above_shuffled

RATES = sm.CoderRates(boundary_rate=0.12, hit=0.75, false_alarm=0.02, coder_sd=0.6, near=0.1, units=60)


@pytest.fixture(scope="module")
def pilot():
    return RATES.drawn(12, 5, np.random.default_rng(3))


@pytest.fixture(scope="module")
def found(pilot):
    return sm.plan(pilot, target_width=0.3)


def test_a_design_is_made_of_the_components(found):
    a, b, g, h, e = (getattr(found.components, name) for name in ("item", "coder", "item_coder", "pair", "residual"))
    items, coders = 30, 7
    of_items = a / items + 4 * g / (items * coders) + 2 * e / (items * coders * (coders - 1))
    of_coders = 4 * b / coders + 4 * g / (items * coders) + 4 * (h + e / items) / (coders * (coders - 2))
    error = math.sqrt(of_items + of_coders)
    degrees = error**4 / (of_items**2 / 29 + of_coders**2 / 6)
    reach = stats.t.ppf(0.975, degrees) * error
    design = found.design(items, coders)
    true = a / items + 4 * b / coders + 4 * g / (items * coders) + (2 * h + 2 * e / items) / (coders * (coders - 1))
    assert design.standard_error == pytest.approx((1 - found.value) * math.sqrt(true))
    assert (design.low, design.high) == pytest.approx(
        (1 - (1 - found.value) * math.exp(reach), 1 - (1 - found.value) * math.exp(-reach))
    )
    assert design.width == design.high - design.low
    assert design.codings == 210


def test_the_pilot_is_planned_by_agreement_above_shuffled(pilot, found):
    agreement = sm.agree(pilot, "B", ci=0.95)
    assert found.value == pytest.approx(agreement.above_shuffled)
    # The jackknife of the pilot itself is one estimate of what the components say of its design.
    interval, design = agreement.above_interval, found.design(12, 5)
    assert design.width == pytest.approx(interval.high - interval.low, rel=0.35)


def test_the_assured_width_is_a_quantile_of_what_studies_find(pilot, found):
    """Drawn once more, by other means: mean squares, both jackknife variances, and the value."""
    measured, rng = sm.Measurement.of(pilot, "B"), np.random.default_rng(8)
    estimate = AboveShuffled.of(measured, *above_shuffled(measured, 200, 0), 0).components
    widths = []
    for _ in range(4000):
        squares = [
            square * df / rng.chisquare(df) if df > 0 else square
            for square, df in zip(estimate.squares, estimate.degrees, strict=True)
        ]
        drawn = estimate.solved(np.array([squares]))
        parts = [float(part[0]) for part in drawn.jackknifed(25, 6)]
        parts = [part * rng.chisquare(n - 1) / (n - 1) for part, n in zip(parts, (25, 6), strict=True)]
        degrees = sum(parts) ** 2 / (parts[0] ** 2 / 24 + parts[1] ** 2 / 5)
        reach = stats.t.ppf(0.975, degrees) * math.sqrt(sum(parts))
        z = math.log1p(-found.value) + math.sqrt(float(drawn.variance(25, 6)[0])) * rng.standard_normal()
        widths.append(math.exp(z) * (math.exp(reach) - math.exp(-reach)))
    assert found.design(25, 6).assured_width == pytest.approx(np.quantile(widths, 0.8), rel=0.12)  # 400 draws: SD 5 %


@pytest.mark.parametrize("assurance", [None, 0.8])
def test_the_cheapest_designs_are_the_cheapest(pilot, assurance):
    found = sm.plan(pilot, target_width=0.3, assurance=assurance)

    def reached(design):
        return design.width if assurance is None else design.assured_width

    assert [design.codings for design in found.cheapest] == sorted(design.codings for design in found.cheapest)
    assert all(reached(design) <= 0.3005 for design in found.cheapest)
    for coders in range(3, 20, 4):
        for items in range(2, 50, 6):
            design = found.design(items, coders)
            assert reached(design) > 0.2995 or design.codings >= found.cheapest[0].codings


def test_assurance_asks_for_more_than_the_expected_width(pilot, found):
    expected = sm.plan(pilot, target_width=0.3, assurance=None)
    assert found.cheapest[0].codings > expected.cheapest[0].codings
    low, high = found.codings_range
    assert low < high
    assert low <= found.cheapest[0].items * found.cheapest[0].coders <= 1.5 * high


def test_warnings():
    rng = np.random.default_rng(4)
    assert sm.plan(RATES.drawn(12, 6, rng)).warnings == ()
    three = sm.plan(RATES.drawn(5, 3, rng))
    assert [" ".join(warning.split()[:3]) for warning in three.warnings] == ["The pilot has", "With three coders,"]
    far = sm.plan(RATES.drawn(12, 6, rng), target_width=0.001)
    assert far.cheapest == ()
    assert far.codings_range[1] == math.inf
    assert far.verdict.startswith("No design")


def test_the_table_holds_the_designs_asked_for(pilot):
    found = sm.plan(pilot, items=(40, 10), coders=[3, 8])
    assert [(row["coders"], row["items"]) for row in found.rows()] == [(3, 10), (3, 40), (8, 10), (8, 40)]


def test_rates_give_the_precision_of_studies_that_are_drawn():
    """The standard error of the plan beside the spread of agreement over studies from the same rates."""
    found = sm.plan(rates=RATES, rng=1, assurance=None)
    rng = np.random.default_rng(6)
    values = [sm.agree(RATES.drawn(20, 4, rng), "B", shuffles=20).above_shuffled for _ in range(100)]
    assert found.value == pytest.approx(np.mean(values), abs=0.02)
    assert found.design(20, 4).standard_error == pytest.approx(np.std(values), rel=0.3)
    assert (found.codings_range, found.warnings) == (None, ())


def test_the_drawn_study_has_the_stated_rates():
    corpus = sm.CoderRates(0.1, 0.8, 0.05, 0.0, 0.2, 100).drawn(300, 2, np.random.default_rng(1))
    rate = np.mean([len(coding.positions) / 99 for codings in corpus.values() for coding in codings.values()])
    # Hits and false alarms; of the hits that move, some fall on other marks or off the end.
    assert rate == pytest.approx(0.1 * 0.8 + 0.9 * 0.05, abs=0.004)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda pilot: sm.plan(), "either a pilot or rates"),
        (lambda pilot: sm.plan(pilot, rates=RATES), "either a pilot or rates"),
        (lambda pilot: sm.plan(pilot, target_width=0), "target_width is 0; expected a number between 0 and 2"),
        (lambda pilot: sm.plan(pilot, items=[1]), "a number of items is 1"),
        (lambda pilot: sm.plan(pilot, coders=[]), "no number of coders was given"),
        (lambda pilot: sm.plan({"poem": {"ann": [2, 3], "ben": [3, 2]}}), "expected at least 2 items and 3 coders"),
        (lambda pilot: sm.plan(pilot, assurance=1), "assurance is 1; expected a number between 0 and 1"),
        (lambda pilot: sm.plan(pilot, coders=[2]), "a number of coders is 2"),
        (lambda pilot: sm.CoderRates(hit=1.5), "hit is 1.5; expected a share between 0 and 1"),
    ],
)
def test_what_cannot_be_planned(pilot, call, message):
    with pytest.raises(sm.InputError, match=message):
        call(pilot)
