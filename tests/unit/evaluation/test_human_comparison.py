"""A segmenter and each human beside the same other humans, against slow versions; and what is said of them."""

import itertools
import math
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest
from scipy import stats

import seamark as sm
from seamark.datasets import moonstone
from tests.corpora import corpora_folder
from tests.oracle.jackknife import degrees_of_freedom, jackknife, reach
from tests.unit.evaluation.studies import DESIGNS, coding, study

METRICS = [sm.S(), sm.B(n=3), sm.WindowDiff(k=2)]


def similarity(metric, a, b):
    """Symmetric, as the sum of both directions where a metric tells reference from hypothesis."""
    if metric.info.symmetric:
        return metric.compare(a, b).value
    one, two = metric.compare(a, b), metric.compare(b, a)
    total = np.array([one.counts[name] + two.counts[name] for name in metric.fields], dtype=float)
    value = float(metric.score_rows(total))
    return value if metric.info.higher_is_better else 1 - value


def differences(metric, humans, system):
    """Of every item and human with another human beside them."""
    found = {}
    for item in (item for item in humans if item in system):
        for name, own in humans[item].items():
            others = [one for other, one in humans[item].items() if other != name]
            mine = np.mean([similarity(metric, system[item], one) for one in others])
            found[item, name] = mine - np.mean([similarity(metric, own, one) for one in others])
    return found


def difference_without(metric, humans, system, item=None, human=None):
    """The difference from the average human without an item, or without a human in both roles."""
    total = weight = 0.0
    for name in (name for name in humans if name in system and name != item):
        codings = [one for other, one in humans[name].items() if other != human]
        if len(codings) > 1:
            pairs = [similarity(metric, one, other) for one, other in itertools.combinations(codings, 2)]
            own = [similarity(metric, system[name], one) for one in codings]
            total += len(codings) * (np.mean(own) - np.mean(pairs))
            weight += len(codings)
    return total / weight if weight else math.nan


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.info.name)
@pytest.mark.parametrize("design", DESIGNS, ids=str)
def test_the_difference_and_its_interval_by_their_definitions(design, metric):
    """A human who is left out is left out of both roles: compared with the others, and one of the others."""
    humans, system = study(52, items=9, **design)
    standing = sm.compare(humans, {"x": system}, metric, baselines=False, ci=0.9)["x"]
    gaps, found = np.array(list(differences(metric, humans, system).values())), standing.difference
    assert found.value == pytest.approx(gaps.mean(), abs=1e-12)
    wins, ties = gaps > 1e-12, np.abs(gaps) <= 1e-12
    assert (standing.win_rate, standing.ties) == pytest.approx(((wins + ties / 2).mean(), ties.mean()))
    names = {name for item in system for name in humans[item]}
    items = [difference_without(metric, humans, system, item=item) for item in system]
    coders = [difference_without(metric, humans, system, human=name) for name in names]
    variances = [jackknife(items), jackknife(coders)]
    assert [found.variance_items, found.variance_coders] == pytest.approx(variances, nan_ok=True)
    known = [items, coders] if not math.isnan(variances[1]) else [items]
    assert found.degrees == pytest.approx(degrees_of_freedom(*known))
    distance = reach(0.9, *known)
    assert list(found.interval) == pytest.approx([found.value - distance, found.value + distance])
    assert found.needed_margin == pytest.approx(max(0.0, distance - found.value))


def test_groups_of_humans_keep_their_weight():
    (one, x), (other, y) = study(60, items=5, coders=4), study(61, items=8, coders=3)
    apart = {f"b{item}": {f"b{name}": coding for name, coding in other[item].items()} for item in other}
    both = sm.Corpus({**{item: dict(one[item]) for item in one}, **apart})
    system = {**x, **{f"b{item}": coding for item, coding in y.items()}}
    found = sm.compare(both, {"x": system}, "B", baselines=False)["x"].difference
    parts = [
        sm.compare(*study_, "B", baselines=False)["x"].difference for study_ in ((one, {"x": x}), (other, {"x": y}))
    ]
    shares = [size / (5 * 4 + 8 * 3) for size in (5 * 4, 8 * 3)]
    assert found.value == pytest.approx(sum(share * part.value for share, part in zip(shares, parts, strict=True)))
    for name in ("variance_items", "variance_coders"):
        within = sum(share**2 * getattr(part, name) for share, part in zip(shares, parts, strict=True))
        assert getattr(found, name) == pytest.approx(within)


@pytest.mark.parametrize("design", DESIGNS, ids=str)
def test_rank_among_the_people_and_one_more_human(design):
    humans, system = study(53, items=9, **design)
    standing = sm.compare(humans, {"x": system}, "B", baselines=False, ci=0.9)["x"]
    relative, middles = {name: [] for name in (*humans.coder_names, "x")}, []
    for item in (item for item in humans if item in system):
        people = {**humans[item], "x": system[item]}
        to_others = {
            name: np.mean([sm.B().compare(own, one).value for other, one in people.items() if other != name])
            for name, own in people.items()
        }
        middles.append(np.mean(list(to_others.values())))
        for name, value in to_others.items():
            relative[name].append(value - middles[-1])
    means = {name: np.mean(middles) + np.mean(values) for name, values in relative.items() if values}
    mine = means.pop("x")
    others = np.array(list(means.values()))
    k = len(others)
    assert (standing.rank.place, standing.rank.people) == (1 + np.count_nonzero(others > mine + 1e-12), k + 1)
    its, theirs, found = -math.log(1 - mine), -np.log(1 - others), standing.one_more
    spread = theirs.std(ddof=1) * math.sqrt(1 + 1 / k)
    t = (its - theirs.mean()) / spread
    assert (found.value, found.t, found.degrees) == (pytest.approx(mine), pytest.approx(t), k - 1)
    assert found.p_value == pytest.approx(2 * stats.t.sf(abs(t), k - 1))
    ends = theirs.mean() + np.array([-1, 1]) * stats.t.ppf(0.95, k - 1) * spread
    assert [found.low, found.high] == pytest.approx((1 - np.exp(-ends)).tolist())


def test_equivalence_is_two_one_sided_tests():
    humans, system = study(54, items=10)
    for margin in (0.05, 0.3):
        standing = sm.compare(humans, {"x": system}, "B", baselines=False, margin=margin)["x"]
        gap, found = standing.difference, standing.equivalence
        error = math.sqrt(gap.variance_items + gap.variance_coders)
        sides = ((gap.value + margin) / error, (margin - gap.value) / error)
        assert found.p_value == pytest.approx(max(stats.t.sf(side, gap.degrees) for side in sides))
        assert found.shown == (found.p_value <= 0.05)
        critical = stats.t.ppf(0.95, gap.degrees)
        assert found.needed_margin == pytest.approx(abs(gap.value) + critical * error)
        inside = stats.t.cdf(margin / error - critical, gap.degrees) - stats.t.cdf(
            critical - margin / error, gap.degrees
        )
        assert found.power == pytest.approx(max(0.0, inside))
        needed = sm.compare(humans, {"x": system}, "B", baselines=False, margin=found.needed_margin + 1e-9)["x"]
        assert needed.equivalence.shown
    needed = standing.difference.needed_margin
    margins = {None: None, needed: False, needed + 1e-9: True}
    found = [sm.compare(humans, {"x": system}, "B", baselines=False, margin=margin).no_worse["x"] for margin in margins]
    assert needed > 0
    assert found == list(margins.values())


def test_the_default_margin_is_twice_the_spread_of_humans():
    humans, system = study(62, items=12, coders=5)
    # One of them is much like another, so that humans differ by more than items bring.
    humans = sm.Corpus({item: {**humans[item], "h0": humans[item]["h1"]} for item in humans})
    result = sm.compare(humans, {"x": system}, "B", baselines=False)
    to_others = np.array(
        [
            [
                np.mean([sm.B().compare(own, one).value for other, one in codings.items() if other != name])
                for name, own in sorted(codings.items())
            ]
            for codings in humans.values()
        ]
    )
    items, k = to_others.shape
    effects = to_others - to_others.mean(axis=1, keepdims=True)
    residual = ((effects - effects.mean(axis=0)) ** 2).sum() / ((items - 1) * (k - 1))
    own = effects.mean(axis=0).var(ddof=1)
    assert own > residual / items
    expected = (k - 1) / (k - 2) * math.sqrt(own - residual / items)
    assert result.human_sd == pytest.approx(expected)
    assert result["x"].equivalence.margin == pytest.approx(2 * expected)
    two = sm.compare(humans.subset(coders=["h2", "h3"]), {"x": system}, "B", baselines=False)
    assert math.isnan(two.human_sd)
    assert (two["x"].equivalence.shown, two["x"].equivalence.needed_margin > 0) == (None, True)


def test_one_item_varies_by_its_humans_only_and_a_single_value_by_nothing():
    humans = {"poem": {"ann": [5, 5], "ben": [5, 5], "cat": [4, 6]}}
    gap = sm.compare(humans, {"x": {"poem": [2, 8]}}, rng=4)["x"].difference
    assert math.isnan(gap.variance_items)
    assert gap.degrees == pytest.approx(2)
    same = sm.compare({"poem": {"ann": [5, 5], "ben": [5, 5]}}, {"x": {"poem": [5, 5]}}, baselines=False)["x"]
    assert same.difference.interval is None
    assert math.isnan(same.difference.needed_margin)
    assert math.isnan(same.one_more.p_value)


@pytest.mark.parametrize("epsilon", [0.0, 0.1, 0.3])
def test_the_annotator_test_by_its_definition(epsilon):
    humans, _ = study(56, items=40)
    generator = np.random.default_rng(57)
    # Often the coding of h1, so that the test finds something for some humans.
    x = {
        item: humans[item]["h1"] if generator.random() < 0.7 else coding(generator, humans.lengths[item])
        for item in humans
    }
    test = sm.compare(humans, {"x": x}, "B", baselines=False, epsilon=epsilon)["x"].annotator_test
    gaps = differences(sm.B(), humans, x)
    p_values, shares = {}, []
    for name in humans.coder_names:
        mine = np.array([gap for (_, human), gap in gaps.items() if human == name])
        mine[np.abs(mine) <= 1e-12] = 0
        shares.append((mine >= 0).mean())
        advantage = (mine <= 0).astype(float) - (mine >= 0)
        p_values[name] = stats.ttest_1samp(advantage, epsilon, alternative="less").pvalue
    adjusted = stats.false_discovery_control(list(p_values.values()), method="by")
    assert test.p_adjusted == pytest.approx(dict(zip(p_values, adjusted, strict=True)))
    assert test.omega == np.mean(adjusted <= 0.05)
    assert test.advantage == pytest.approx(np.mean(shares))
    assert test.passed == (test.omega >= 0.5)


def test_somebody_who_never_loses_passes_and_who_never_wins_does_not():
    humans, _ = study(58, items=30, coders=3)
    same = {item: dict.fromkeys(("a", "b", "c"), humans[item]["h0"]) for item in humans}
    copy = {item: humans[item]["h0"] for item in humans}
    test = sm.compare(same, {"x": copy}, "B", baselines=False)["x"].annotator_test
    assert (test.omega, test.advantage, set(test.p_adjusted.values())) == (1.0, 1.0, {0.0})
    flat = {item: {name: [1] * 10 for name in ("a", "b", "c")} for item in humans}
    test = sm.compare(flat, {"x": {item: [10] for item in flat}}, "B", baselines=False)["x"].annotator_test
    assert (test.omega, test.advantage, set(test.p_adjusted.values())) == (0.0, 0.0, {1.0})


@pytest.fixture(scope="module")
def humans():
    corpora_folder()  # skips without the corpora
    return moonstone()


def test_moonstone_under_b(humans):
    made = {"coarse-tiling": sm.TextTiling(w=100, k=6), "chunks": sm.Chunks(10), "separators": sm.Separators(3000)}
    result = sm.compare(
        humans, {name: sm.segment_texts(humans, segmenter) for name, segmenter in made.items()}, "B", rng=1
    )
    expected = {"coarse-tiling": -0.111, "separators": -0.126, "chunks": -0.194}
    assert {one.name: one.difference.value for one in result.segmenters} == pytest.approx(expected, abs=0.0006)
    assert result["none"].difference.value == pytest.approx(-0.300, abs=0.0006)
    coarse = result["coarse-tiling"]
    assert coarse.win_rate == pytest.approx(0.24, abs=0.005)
    assert (coarse.ties, coarse.rank.people) == (0.0, 28)
    # Ties in full: 7 of 108.
    assert result["none"].win_rate + result["none"].ties / 2 == pytest.approx(0.07, abs=0.006)
    refused = coarse.annotator_test
    assert refused.refused.startswith("the test needs at least 30 items per human; here a human has 4 ")
    assert (refused.omega, refused.advantage, refused.passed) == (None, None, None)


@pytest.mark.slow
def test_moonstone_under_b_with_the_settings_of_nltk(humans):
    result = sm.compare(humans, {"texttiling": sm.segment_texts(humans, sm.TextTiling())}, "B", rng=1)
    assert result["texttiling"].difference.value == pytest.approx(-0.142, abs=0.0006)


def test_moonstone_under_s_does_not_tell_no_boundaries_from_humans(humans):
    result = sm.compare(humans, {"chunks": sm.segment_texts(humans, sm.Chunks(10))}, "S", rng=1)
    none = result["none"]
    assert none.win_rate + none.ties / 2 == pytest.approx(0.63, abs=0.005)
    assert none.difference.value > 0
    assert none.one_more.p_value > 0.05
    (note,) = [note for note in result.notes if note.startswith("As similar to the humans as one more human would be")]
    assert "none" in note


@pytest.fixture(scope="module")
def evaluation():
    humans, system = study(54, items=10)
    return sm.compare(humans, {"x": system}, "B", baselines=False)


def said(evaluation, **changes):
    """What is concluded of a segmenter with other figures."""
    return replace(evaluation, segmenters=(replace(evaluation["x"], **changes),)).conclusions["x"]


@pytest.mark.parametrize(
    ("p_value", "t", "start"),
    [
        (0.04, -3.0, "less like the other humans than one more human would be (p = 0.040);"),
        (0.04, 3.0, "more like the other humans than one more human would be (p = 0.040);"),
        (0.06, -3.0, "within the range of one more human (p = 0.060);"),
    ],
)
def test_the_verdict_is_about_one_more_human_and_not_about_the_interval(evaluation, p_value, t, start):
    standing = evaluation["x"]
    for ends in ((-0.1, -0.01), (0.01, 0.1)):
        difference = replace(standing.difference, interval=sm.Interval(*ends, 0.95, "jackknife-t"))
        one_more = replace(standing.one_more, p_value=p_value, t=t)
        assert said(evaluation, one_more=one_more, difference=difference).startswith(start)


def test_words_for_equivalence_and_the_margin(evaluation):
    found, gap = evaluation["x"].equivalence, evaluation["x"].difference
    shown, not_shown = (replace(found, margin=0.06, shown=shown, p_value=0.01) for shown in (True, False))
    assert "; equivalent to the average human within ±.06 (p = 0.010);" in said(evaluation, equivalence=shown)
    assert "; equivalence to the average human within ±.06 not shown (from ±" in said(evaluation, equivalence=not_shown)
    assert "quivalen" not in said(evaluation, equivalence=replace(shown, shown=None, margin=math.nan))
    for margin, words in (
        (gap.needed_margin, "takes a margin above"),
        (gap.needed_margin + 0.01, "; no worse than the"),
    ):
        assert words in replace(evaluation, margin=margin).conclusions["x"]


def test_words_for_the_annotator_test(evaluation):
    done = sm.AnnotatorTest(0.1, 0.5, 0.625, MappingProxyType({"ann": 0.01, "ben": 0.2}), None)
    assert "; passes the alternative annotator test (omega 0.50 " in said(evaluation, annotator_test=done)
    assert "; does not pass the alternative" in said(evaluation, annotator_test=replace(done, omega=0.4))
