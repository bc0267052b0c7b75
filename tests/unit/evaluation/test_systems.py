"""System against system: scores by item, tests, several references; and how many items a comparison takes."""

import math

import numpy as np
import pytest
from scipy import stats

import seamark as sm
from seamark.stats import holm, mean_of_sums, paired_difference, rows_of_values
from tests.metrics.case import BOUNDARY_METRICS
from tests.oracle.jackknife import reach
from tests.unit.evaluation.studies import study

REFERENCE = {"a": [2, 3, 5], "b": [4, 4], "c": [6, 2], "d": [3, 3]}
GOOD = {"a": [2, 3, 5], "b": [4, 4], "c": [5, 3], "d": [3, 3]}
POOR = {"a": [5, 5], "b": [1, 1, 6], "c": [8], "d": [1, 5]}


def test_by_hand():
    result = sm.compare_systems(REFERENCE, {"poor": POOR, "good": GOOD}, rng=7)
    good, poor = result.systems
    assert (good.name, poor.name) == ("good", "poor")
    assert good.scores == {"a": 1.0, "b": 1.0, "c": pytest.approx(6 / 7), "d": 1.0}
    assert poor.scores == {
        "a": pytest.approx(8 / 9),
        "b": pytest.approx(4 / 7),
        "c": pytest.approx(6 / 7),
        "d": pytest.approx(3 / 5),
    }
    assert good.value == pytest.approx((3 + 6 / 7) / 4)
    (pair,) = result.pairs
    assert (pair.first, pair.second) == ("good", "poor")
    assert pair.difference == pytest.approx(good.value - poor.value)
    # Of 16 ways of swapping, the sign of three differences must be kept or turned together; the fourth is 0.
    assert (pair.p_value, pair.exact) == (0.25, True)
    assert (pair.record.wins, pair.record.ties, pair.record.losses) == (3, 1, 0)


@pytest.mark.parametrize("average", ["macro", "micro"])
@pytest.mark.parametrize("name", BOUNDARY_METRICS)
def test_every_metric_in_its_own_direction(name, average):
    metric = BOUNDARY_METRICS[name]()
    result = sm.compare_systems(REFERENCE, {"poor": POOR, "perfect": REFERENCE}, metric, average=average, rng=7)
    assert [system.name for system in result.systems] == ["perfect", "poor"]
    pair = result.pairs[0]
    assert result["perfect"].value == pytest.approx(metric.info.best)
    assert (pair.difference > 0) == metric.info.higher_is_better
    assert pair.record.losses == 0
    assert pair.record.wins > 0
    assert result.higher_is_better == metric.info.higher_is_better


@pytest.fixture(scope="module")
def pilot():
    """A reference, and two systems."""
    humans, one = study(71, items=15)
    return humans.by_coder("h0"), {"one": one, "two": humans.by_coder("h1")}


def test_tests_are_those_of_the_stats_room(pilot):
    result = sm.compare_systems(*pilot, resamples=300, rng=3)
    pair = result.pairs[0]
    a, b = (np.array(list(result[name].scores.values())) for name in (pair.first, pair.second))
    # Items are swapped in the order of their scores, first those of the system that comes first by name.
    order = np.lexsort((b, a) if pair.first < pair.second else (a, b))
    a, b = a[order], b[order]
    rows = rows_of_values(a), rows_of_values(b)
    assert pair.p_value == paired_difference(*rows, mean_of_sums, resamples=300, rng=3).p_value
    assert not pair.exact
    assert pair.smallest_p == pytest.approx(1 / 301)
    paired_t = stats.ttest_rel(a, b).confidence_interval(0.95)
    assert list(pair.interval) == pytest.approx([paired_t.low, paired_t.high])
    one_sample = stats.ttest_1samp(a, 0).confidence_interval(0.95)
    assert list(result[pair.first].interval) == pytest.approx([one_sample.low, one_sample.high])


def test_a_micro_difference_has_the_interval_of_the_jackknife(pilot):
    reference, systems = pilot
    pair = sm.compare_systems(*pilot, average="micro", rng=3).pairs[0]

    def gap(left_out):
        items = [item for item in reference if item != left_out]
        values = {
            name: sm.score(
                *([one[item] for item in items] for one in (reference, system)), "S", average="micro"
            ).overall["S"]
            for name, system in systems.items()
        }
        return values[pair.first].value - values[pair.second].value

    distance = reach(0.95, [gap(item) for item in reference])
    assert pair.difference == pytest.approx(gap(None))
    assert list(pair.interval) == pytest.approx([gap(None) - distance, gap(None) + distance])


def test_several_references():
    humans = sm.Corpus({"a": {"ann": [5, 5], "ben": [2, 8]}, "b": {"ann": [4, 4]}})
    one, two = {"a": [5, 5], "b": [4, 4]}, {"a": [10], "b": [8]}
    result = sm.compare_systems(humans, {"one": one, "two": two}, rng=1)
    assert result["one"].scores == {"a": pytest.approx((1 + 7 / 9) / 2), "b": 1.0}
    assert result["one"].value == pytest.approx((8 / 9 + 1) / 2)
    assert result["two"].scores == {"a": pytest.approx(8 / 9), "b": pytest.approx(6 / 7)}


def test_micro_weighs_by_counts():
    reference, one = {"a": [2, 3], "b": [50, 50]}, {"a": [5], "b": [50, 50]}
    micro = sm.compare_systems(reference, {"one": one, "same": reference}, average="micro", rng=1)
    assert micro["one"].value == pytest.approx(102 / 103)
    assert micro["one"].scores == {"a": pytest.approx(3 / 4), "b": 1.0}
    humans = {"a": {"ann": [2, 3], "ben": [5]}, "b": {"ann": [50, 50], "ben": [40, 60]}}
    both = sm.compare_systems(humans, {"one": one, "two": one | {"b": [100]}}, average="micro", rng=1)
    assert both["one"].value == pytest.approx(1 - (1 + 2) / 206)


def test_items_without_a_score_are_left_out_for_everybody_and_named():
    metric = sm.CSeg(k=2)  # undefined for a reference without boundaries
    reference = {"a": [6], "b": [3, 3], "c": [2, 4], "d": {"ann": [6], "ben": [3, 3]}}
    one = {"a": [3, 3], "b": [3, 3], "c": [2, 4], "d": [3, 3]}
    two = {"a": [6], "b": [6], "c": [6], "d": [6]}
    result = sm.compare_systems(reference, {"one": one, "two": two}, metric, rng=1)
    assert result.undefined == ("a",)
    assert (result.items, list(result["one"].scores)) == (3, ["b", "c", "d"])
    assert result.notes[0] == "Left out, since some system has no score there: a."
    assert result["one"].value == 0.0
    # Summed counts have those of ann, too, against whom there is no score.
    summed = sm.compare_systems(reference, {"one": one, "two": two}, metric, average="micro", rng=1)
    pairs = [[3, 3], [2, 4], [6], [3, 3]], [[3, 3], [2, 4], [3, 3], [3, 3]]
    assert summed.items == 3
    assert summed["one"].value == pytest.approx(sm.ScoreSums.of(metric, sm.count_pairs(metric, *pairs)).micro)
    with pytest.raises(sm.UndefinedScoreError, match="has a score from every system on 1 of 2 items"):
        sm.compare_systems({"a": [6], "b": [3, 3]}, {"x": {"a": [6], "b": [6]}, "y": {"a": [6], "b": [6]}}, metric)


@pytest.mark.parametrize("correction", ["holm", "bh", "none"])
def test_the_correction_is_a_choice(correction):
    humans, one = study(33, items=12)
    reference = {item: humans[item]["h0"] for item in humans}
    others = {f"h{n}": {item: humans[item][f"h{n}"] for item in humans} for n in (1, 2, 3)}
    result = sm.compare_systems(reference, {"one": one, **others}, sm.B(), correction=correction, rng=1)
    p = np.array([pair.p_value for pair in result.pairs])
    expected = {"holm": holm(p), "bh": stats.false_discovery_control(p), "none": p}[correction]
    assert [pair.p_adjusted for pair in result.pairs] == pytest.approx(expected.tolist())
    assert (
        result.pairs_table().header[4] == {"holm": "p (Holm)", "bh": "p (BH)", "none": "p (not corrected)"}[correction]
    )
    assert f"|test:randomization,{correction}|" in str(result.signature)


@pytest.mark.parametrize(("items", "smallest"), [(2, 0.5), (5, 0.0625), (12, 2**-11), (13, 2**-12), (20, 1 / 10_001)])
def test_the_smallest_p_value(items, smallest):
    reference = {str(item): [3, 3] for item in range(items)}
    result = sm.compare_systems(reference, {"same": reference, "void": {item: [6] for item in reference}}, rng=1)
    pair = result.pairs[0]
    # The better system wins every item, which is the most extreme that can be.
    assert pair.smallest_p == pytest.approx(smallest)
    assert pair.p_value == pytest.approx(smallest)
    assert bool(result.notes) == (smallest > 0.05)


def test_notes_on_the_smallest_p_value_after_correction():
    reference = {str(item): [3, 3] for item in range(6)}
    systems = {"same": reference, "void": {item: [6] for item in reference}, "all": {i: [1] * 6 for i in reference}}
    assert sm.compare_systems(reference, systems, correction="none").notes == ()
    assert sm.compare_systems(reference, systems).notes == (
        "With 6 items the smallest p-value that is possible is 0.0312, and 0.0938 after correction for 3 pairs: no "
        "difference can be shown.",
    )


@pytest.mark.parametrize("average", ["macro", "micro"])
@pytest.mark.parametrize("several", [False, True], ids=["one reference", "several"])
def test_baselines_beside_one_system(several, average):
    humans, one = study(35, items=8)
    reference = humans if several else {item: humans[item]["h0"] for item in humans}
    result = sm.compare_systems(reference, {"one": one}, "B", baselines=True, draws=3, average=average, rng=4)
    drawn = sm.baselines(humans if several else {i: {"reference": s} for i, s in reference.items()}, draws=3, rng=4)
    assert [system.name for system in result.systems] == ["one"]
    assert {system.name for system in result.baselines} == {"none", "all", "even", "random", "shuffled"}
    values = [system.value for system in result.baselines]
    assert values == sorted(values, reverse=True)
    for name, baseline in drawn.items():
        alone = [
            sm.compare_systems(reference, {"x": dict(zip(humans, draw, strict=True)), "one": one}, "B", average=average)
            for draw in baseline.draws
        ]
        if average == "macro":
            assert result[name].value == pytest.approx(np.mean([each["x"].value for each in alone]))
            for item in humans:
                expected = np.mean([each["x"].scores[item] for each in alone])
                assert result[name].scores[item] == pytest.approx(expected)
    (pair,) = result.pairs
    assert {pair.first, pair.second} == {"one", result.baselines[0].name}
    assert "|draws:3|seed:4|" in str(result.signature)


def test_equal_systems():
    result = sm.compare_systems(REFERENCE, {"one": GOOD, "two": GOOD}, rng=1)
    pair = result.pairs[0]
    assert (pair.difference, pair.p_value, pair.interval) == (0.0, 1.0, None)
    assert pair.record.ties == 4


@pytest.mark.parametrize(
    ("reference", "systems", "options", "message"),
    [
        (REFERENCE, {}, {}, "there are no systems; expected at least two to compare"),
        (REFERENCE, {"x": GOOD}, {}, "there is one system; expected at least two to compare"),
        ([5], {"x": [5], "y": [5]}, {}, "there is one item; systems are compared over at least two"),
        (REFERENCE, {"x": GOOD, "y": {"a": [10]}}, {}, "y has no item "),
        (REFERENCE, {"x": GOOD, "y": POOR}, {"average": "mean"}, "average is 'mean'; expected one of"),
        (REFERENCE, {"x": GOOD, "y": POOR}, {"ci": 2}, "ci is 2; expected a number between"),
        (REFERENCE, {"x": GOOD, "y": POOR}, {"correction": "bonferroni"}, "correction is"),
        (REFERENCE, {}, {"baselines": True}, "there are no systems"),
        (REFERENCE, {"none": GOOD}, {"baselines": True}, "segmenter 'none' has the name of a baseline"),
    ],
)
def test_faults(reference, systems, options, message):
    with pytest.raises(sm.InputError) as caught:
        sm.compare_systems(reference, systems, **options)
    assert str(caught.value).startswith(message)


def test_unknown_names():
    result = sm.compare_systems(REFERENCE, {"x": GOOD, "y": POOR}, rng=1)
    with pytest.raises(sm.InputError, match="no system is called 'z'; there are x, y"):
        result["z"]


def power(effect, items, alpha=0.05):
    critical, shift = stats.t.ppf(1 - alpha / 2, items - 1), effect * math.sqrt(items)
    return stats.nct.sf(critical, items - 1, shift) + stats.nct.cdf(-critical, items - 1, shift)


def test_numbers_of_items_are_those_of_the_noncentral_t(pilot):
    found = sm.plan_systems(*pilot, difference=0.1)
    scores = sm.compare_systems(*pilot, "B", rng=1)
    gaps = np.subtract(*(list(scores[name].scores.values()) for name in ("one", "two")))
    sd, n = gaps.std(ddof=1), len(gaps)
    assert (found.sd, found.pilot_items, set(found.pair)) == (pytest.approx(sd), 15, {"one", "two"})
    for items in (5, 40, 300):
        assert found.power_at(items) == pytest.approx(power(0.1 / sd, items), abs=1e-6)
        reach = stats.t.ppf(0.975, items - 1) + stats.t.ppf(0.8, items - 1)
        assert found.detectable(items) == pytest.approx(reach * sd / math.sqrt(items))
    for number, share in ((found.items, 0.2), (found.items_low, 0.9), (found.items_high, 0.1)):
        effect = 0.1 / (sd * math.sqrt((n - 1) / stats.chi2.ppf(share, n - 1)))
        assert power(effect, int(number)) >= 0.8 > power(effect, int(number) - 1)
    assert found.items_low < found.items < found.items_high
    assert f"takes {found.items:,.0f} items" in found.verdict


def test_rates_and_the_pair_that_varies_most(pilot):
    found = sm.plan_systems(rates=sm.CoderRates(), difference=0.05, power=0.9)
    assert found.items == found.items_low == found.items_high
    assert found.power_at(int(found.items)) >= 0.9
    reference, systems = pilot
    three = sm.plan_systems(reference, {**systems, "same": reference}, difference=0.05)
    assert three.sd == max(
        sm.plan_systems(
            reference, {k: v for k, v in {**systems, "same": reference}.items() if k != name}, difference=1
        ).sd
        for name in ("one", "two", "same")
    )
    assert math.isinf(sm.plan_systems(*pilot, difference=1e-6).items)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"difference": 0}, "difference is 0; expected a number above 0"),
        ({"difference": 0.1, "power": 1}, "power is 1"),
        ({"difference": 0.1, "alpha": 0}, "alpha is 0"),
        ({"difference": 0.1, "rates": sm.CoderRates()}, "either a pilot"),
    ],
)
def test_what_cannot_be_planned(pilot, options, message):
    with pytest.raises(sm.InputError, match=message):
        sm.plan_systems(*pilot, **options)
    with pytest.raises(sm.InputError, match="either a pilot"):
        sm.plan_systems(difference=0.1)
    with pytest.raises(sm.InputError, match="differ by the same on every item"):
        sm.plan_systems(pilot[0], {"one": pilot[0], "two": pilot[0]}, difference=0.1)
    with pytest.raises(TypeError):
        sm.plan_systems(*pilot)
