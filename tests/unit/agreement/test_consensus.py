"""The consensus of coders: against all segmentations of small items, and on codings with known boundaries."""

import gc
import itertools
import time

import numpy as np
import pytest

import seamark as sm
from seamark.agreement.coefficients import Similarity
from seamark.agreement.consensus_search import fit_boundary_model, medians, voted
from seamark.metrics.pairs import Pairs
from tests.corpora import corpora_folder
from tests.oracle.edit_scores import boundary_similarity

MASS = 7
ALL = [
    sm.Segmentation.from_positions(positions, MASS)
    for size in range(MASS)
    for positions in itertools.combinations(range(1, MASS), size)
]


def random_codings(rng, mass, coders):
    places = np.arange(1, mass)
    return {
        f"coder {number}": sm.Segmentation.from_positions(places[rng.random(mass - 1) < 0.35].tolist(), mass)
        for number in range(coders)
    }


def mean_similarity(segmentation, codings):
    return sum(boundary_similarity(segmentation.to_sets(), coding.to_sets()) for coding in codings) / len(codings)


@pytest.mark.parametrize("by", ["median", "vote", "model"])
def test_boundaries_after_an_item_without_any(by):
    codings = {"empty": {"ann": [10], "ben": [10]}, "full": {"ann": [4, 6], "ben": [4, 6]}}
    found = sm.consensus(sm.Corpus(codings), by=by)
    assert [found[item].boundaries for item in codings] == [(), sm.Segmentation.from_masses([4, 6]).boundaries]


def test_three_neighbours_have_the_middle_one():
    codings = {"poem": {"ann": [4, 6], "ben": [5, 5], "cat": [6, 4]}}
    found = sm.consensus(codings)
    assert found["poem"].masses == (5, 5)
    assert found.value == found.per_item["poem"].similarity == pytest.approx((0.5 + 1 + 0.5) / 3)
    assert (found.per_item["poem"].best_coder, found.best_coder) == ("ben", pytest.approx(2 / 3))
    assert sm.consensus(codings, "vote")["poem"].masses == (10,)
    assert "local optimum" in found.optimum


@pytest.mark.parametrize("coders", [3, 4, 5])
def test_the_median_is_the_best_of_all_small_segmentations(coders):
    rng = np.random.default_rng(coders)
    items = {f"item {number}": random_codings(rng, MASS, coders) for number in range(40)}
    found = sm.consensus(items)
    optimal = 0
    for name, codings in items.items():
        values = list(codings.values())
        best = max(mean_similarity(one, values) for one in ALL)
        reached = mean_similarity(found[name], values)
        assert found.per_item[name].similarity == pytest.approx(reached)
        own = {coder: mean_similarity(coding, values) for coder, coding in codings.items()}
        assert found.per_item[name].best_coder_similarity == pytest.approx(max(own.values()))
        assert own[found.per_item[name].best_coder] == pytest.approx(max(own.values()))
        assert reached >= max(own.values()) - 1e-12
        optimal += reached >= best - 1e-9
    assert optimal >= 0.9 * len(items)


def typed_codings(rng, mass, coders, types):
    return {
        f"coder {number}": sm.Segmentation.from_sets(
            [{kind for kind in types if rng.random() < 0.12} for _ in range(mass - 1)]
        )
        for number in range(coders)
    }


class Climb:
    """The search for the median of one item, written down step by step."""

    def __init__(self, metric, codings, types):
        self.bind, self.codings, self.types = Similarity(metric).bind, codings, types
        marks = {(place + step, kind) for one in codings for place, kind in one.boundaries for step in (-1, 0, 1)}
        self.places = sorted(mark for mark in marks if 0 < mark[0] < codings[0].mass)
        cuts = [i for i, (one, two) in enumerate(itertools.pairwise(self.places), 1) if two[0] - one[0] > metric.n]
        self.stretches = [self.places[i:j] for i, j in itertools.pairwise([0, *cuts, len(self.places)])]

    def segmentation(self, marks):
        ordered = sorted(marks)
        places, kinds = [place for place, _ in ordered], [kind for _, kind in ordered]
        return sm.Segmentation.from_positions(places, self.codings[0].mass, kinds)

    def values(self, several):
        """The mean similarity of each to all codings."""
        both = (map(self.segmentation, several), self.codings)
        one, other = (sm.SegmentationArray.from_segmentations(side).with_names(self.types) for side in both)
        a, b = np.indices((len(one), len(other))).reshape(2, -1)
        return self.bind(one, other).values(Pairs(a, b, a)).reshape(len(one), -1).mean(axis=1)

    def best(self, several):
        values = self.values(several)
        equal = [marks for marks, value in zip(several, values, strict=True) if value > values.max() - 1e-12]
        return min(equal, key=lambda marks: (len(marks), sorted(marks)))

    def changes(self, marks, stretch):
        """Every boundary that can be added, removed, shifted by one unit, or given another type."""
        flips = [{place} for place in stretch]
        flips += [
            {one, two}
            for one, two in itertools.combinations(stretch, 2)
            if (one in marks) != (two in marks)
            and (
                one[0] == two[0] or (one[1], one[0] + 1) == (two[1], two[0]) or (one[1], one[0]) == (two[1], two[0] + 1)
            )
        ]
        return [marks, *(marks ^ flip for flip in flips)]

    def step(self, marks):
        found = [self.best(self.changes(marks, stretch)) for stretch in self.stretches]
        now, *values = self.values([marks, *found])
        gains = [(value - now, one ^ marks) for value, one in zip(values, found, strict=True) if value - now > 1e-12]
        if not gains:
            return None
        together = marks.symmetric_difference(*(change for _, change in gains))
        most = max(gains, key=lambda gain: gain[0])
        return together if self.values([together])[0] >= now + most[0] - 1e-15 else marks ^ most[1]

    def reached(self, starts):
        arrived, climbing = set(starts), set(starts)
        while climbing and self.places:
            climbing = {step for marks in climbing if (step := self.step(marks)) is not None} - arrived
            arrived |= climbing
        return self.segmentation(self.best(list(arrived)))


@pytest.mark.parametrize(
    "metric", [sm.B(), sm.S(), sm.B(n=3), sm.S(n=6), sm.S(weights=sm.EditWeights(addition=0.7, transposition=0.3))]
)
@pytest.mark.parametrize("coders", [1, 2, 5])
def test_the_kernel_searches_step_by_step(metric, coders):
    rng = np.random.default_rng(coders)
    plain = {f"item {mass}": random_codings(rng, mass, coders) for mass in (2, 7, 30, 60)}
    typed = {f"item {mass}": typed_codings(rng, mass, coders, (1, 2, 4)) for mass in (2, 9, 20)}
    for codings in (plain, typed):
        corpus = sm.Corpus(codings).in_content_order()
        found = zip(corpus, medians(corpus, Similarity(metric)), voted(corpus, "majority"), strict=True)
        for item, median, vote in found:
            ordered = list(corpus[item].values())
            starts = [frozenset(one.boundaries) for one in (*ordered, vote)]
            assert median == Climb(metric, ordered, corpus.types).reached(starts), item


def corpus_in_texts(items, coders):
    """Coders who find four in five boundaries, now and then one unit beside."""
    rng = np.random.default_rng(4)
    codings = {}
    for number in range(items):
        places = np.sort(rng.choice(np.arange(5, 96, 5), 9, replace=False))
        codings[f"text {number}"] = {
            f"coder {coder}": sm.Segmentation.from_positions(
                (places[rng.random(9) < 0.8] + rng.integers(-1, 2)).tolist(), 100
            )
            for coder in range(coders)
        }
    return sm.Corpus(codings)


@pytest.mark.slow
@pytest.mark.parametrize("measured", [sm.consensus, sm.boundary_groups])
@pytest.mark.parametrize(("few", "many"), [((400, 5), (4_000, 5)), ((100, 10), (100, 100))])
def test_time_follows_items_and_coders(measured, few, many):
    def seconds(corpus):
        times = []
        for _ in range(3):
            gc.collect()
            gc.disable()  # Python's collector walks everything that lives, whoever made it
            started = time.process_time()
            measured(corpus)
            times.append(time.process_time() - started)
            gc.enable()
        return min(times)

    assert seconds(corpus_in_texts(*many)) <= 12 * seconds(corpus_in_texts(*few))


def test_a_long_dense_text_is_at_least_as_good_as_every_coder():
    rng = np.random.default_rng(5)
    found = sm.consensus({"poem": random_codings(rng, 1500, 3)})
    assert found.value > found.best_coder


def test_types_are_kept_apart():
    one = sm.Segmentation.from_sets([set(), {"act"}, set(), {"scene"}, set()])
    other = sm.Segmentation.from_sets([set(), {"act"}, set(), set(), {"scene"}])
    codings = {"play": {"ann": one, "ben": one, "cat": other}}
    for by in ("median", "vote", "model"):
        assert sm.consensus(codings, by)["play"] == one, by
    with pytest.raises(sm.InputError, match="does not distinguish boundary types"):
        sm.consensus(codings, metric="windowdiff")


@pytest.mark.parametrize("by", ["median", "vote", "model"])
def test_codings_without_boundaries_and_single_coders(by):
    found = sm.consensus({"poem": {"ann": [5], "ben": [5]}, "word": {"ann": [1]}, "song": {"ben": [2, 2]}}, by)
    assert [found[item].masses for item in ("poem", "word")] == [(5,), (1,)]
    assert found.per_item["poem"].similarity == 1.0
    assert len(found) == 3


def drawn_codings(rng, items, mass, sensitivities, false_alarm, jitter):
    truth, corpus = {}, {}
    for number in range(items):
        boundaries = np.flatnonzero(rng.random(mass - 1) < 0.08) + 1
        truth[f"item {number}"] = boundaries
        corpus[f"item {number}"] = {}
        for coder, sensitivity in enumerate(sensitivities):
            marked = boundaries[rng.random(boundaries.size) < sensitivity]
            marked = marked + rng.choice([-1, 0, 1], marked.size, p=jitter)
            marked = np.union1d(
                marked[(marked > 0) & (marked < mass)], np.flatnonzero(rng.random(mass - 1) < false_alarm) + 1
            )
            corpus[f"item {number}"][f"coder {coder}"] = sm.Segmentation.from_positions(marked.tolist(), mass)
    return truth, corpus


def test_the_model_finds_boundaries_and_coders():
    rng = np.random.default_rng(8)
    sensitivities = (0.9, 0.8, 0.6, 0.4)
    truth, corpus = drawn_codings(rng, 80, 60, sensitivities, 0.02, [0.1, 0.8, 0.1])
    found = sm.consensus(corpus, "model")
    estimated = [coder.sensitivity for coder in found.coders.values()]
    assert estimated == sorted(estimated, reverse=True)
    assert estimated == pytest.approx(sensitivities, abs=0.07)
    assert [coder.false_alarm for coder in found.coders.values()] == pytest.approx([0.02] * 4, abs=0.015)
    assert found.jitter == pytest.approx((0.1, 0.8, 0.1), abs=0.06)
    # What the model calls probable is right about as often as it says.
    places = [
        (p.probability, p.position in truth[item]) for item, one in found.per_item.items() for p in one.probabilities
    ]
    likely = [right for probability, right in places if probability > 0.9]
    doubtful = [right for probability, right in places if 0.3 < probability < 0.7]
    assert np.mean(likely) > 0.93
    assert 0.25 < np.mean(doubtful) < 0.75


def test_without_shifts_the_model_is_that_of_dawid_and_skene():
    rng = np.random.default_rng(9)
    _, codings = drawn_codings(rng, 60, 40, (0.9, 0.7, 0.5), 0.03, [0.0, 1.0, 0.0])
    corpus = sm.Corpus(codings)
    model = fit_boundary_model(corpus, shifts=False)
    marks = np.array(
        [[[p in coding.positions for p in range(1, 40)] for coding in by.values()] for by in corpus.values()]
    )
    judged = marks.transpose(0, 2, 1).reshape(-1, 3).astype(float)
    chance = judged.mean(axis=1)
    for _ in range(500):
        rate = chance.mean()
        hit = (chance @ judged) / chance.sum()
        alarm = ((1 - chance) @ judged) / (1 - chance).sum()
        one = rate * np.prod(np.where(judged == 1, hit, 1 - hit), axis=1)
        none = (1 - rate) * np.prod(np.where(judged == 1, alarm, 1 - alarm), axis=1)
        chance = one / (one + none)
    assert model.sensitivity == pytest.approx(hit, abs=0.01)
    assert model.false_alarm == pytest.approx(alarm, abs=0.003)
    assert model.rate == pytest.approx(chance.mean(), abs=0.003)


def test_a_consensus_is_saved(tmp_path):
    found = sm.consensus(sm.datasets.stargazer())
    sm.save(found, tmp_path / "gold.json")
    assert sm.load(tmp_path / "gold.json")["stargazer"]["consensus"] == found["stargazer"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"by": "mean"}, "by is 'mean'; did you mean 'median'"),
        ({"threshold": 2}, "threshold is given, and the consensus is by median"),
        ({"metric": 5}, "metric is 5; expected a metric"),
        ({"metric": "pk"}, "the median is searched by B or S, not by pk"),
    ],
)
def test_options_that_cannot_be_used(options, message):
    with pytest.raises(sm.InputError, match=message):
        sm.consensus({"poem": {"ann": [2, 3], "ben": [5]}}, **options)


def test_moonstone():
    corpus = sm.datasets.moonstone(corpora_folder())
    median, vote = sm.consensus(corpus), sm.consensus(corpus, "vote")
    assert median.value == pytest.approx(0.514, abs=5e-4)
    assert vote.value == pytest.approx(0.333, abs=5e-4)
    assert sum(len(one.positions) for one in vote.values()) / 20 == pytest.approx(1.95)
    model = fit_boundary_model(corpus, shifts=False)
    assert (model.sensitivity.min(), model.sensitivity.max()) == pytest.approx((0.18, 0.92), abs=0.02)
    assert (model.false_alarm.min(), model.false_alarm.max()) == pytest.approx((0.009, 0.14), abs=0.015)
