"""The consensus of coders: against all segmentations of small items, and on codings with known boundaries."""

import gc
import itertools
import time
from dataclasses import replace

import numpy as np
import pytest

import seamark as sm
from seamark.agreement.consensus import fit_boundary_model
from tests.corpora import corpora_folder
from tests.properties.agreement_studies import coded_items
from tests.unit.evaluation.studies import coding

METRICS = [sm.B(), sm.S(), sm.B(n=3), sm.S(n=6), sm.S(weights=sm.EditWeights(addition=0.7, transposition=0.3))]


def every_segmentation(mass, types):
    marks = list(itertools.product(range(1, mass), types))
    for size in range(len(marks) + 1):
        for some in itertools.combinations(marks, size):
            yield sm.Segmentation.from_positions([place for place, _ in some], mass, [kind for _, kind in some])


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("mass", "types"), [(7, (1,)), (4, (1, 2))], ids=["one type", "two types"])
@pytest.mark.parametrize("coders", [2, 3, 5])
def test_the_median_is_the_best_of_all_small_segmentations(coders, mass, types, metric):
    rng, metric = np.random.default_rng(coders), replace(metric, types=types)
    candidates = list(every_segmentation(mass, types))

    def mean_similarities(several, codings):
        pairs = zip(*itertools.product(several, codings), strict=True)
        return sm.score_pairs(metric, *pairs).reshape(len(several), -1).mean(axis=1)

    items = {f"item {n}": {f"{c}": coding(rng, mass, 0.35, types) for c in range(coders)} for n in range(40)}
    found = sm.consensus(items, metric=metric)
    optimal = 0
    for name, codings in items.items():
        values = list(codings.values())
        reached, *by_coder = mean_similarities([found[name], *values], values)
        own = dict(zip(codings, by_coder, strict=True))
        part = found.per_item[name]
        assert (part.similarity, part.best_coder_similarity) == pytest.approx((reached, max(own.values())))
        assert own[part.best_coder] == pytest.approx(max(own.values()))
        assert reached >= max(own.values()) - 1e-12
        optimal += reached >= mean_similarities(candidates, values).max() - 1e-9
    assert optimal >= 0.9 * len(items)


def test_a_long_dense_text_is_at_least_as_good_as_every_coder():
    rng = np.random.default_rng(5)
    found = sm.consensus({"poem": {coder: coding(rng, 1500, 0.35) for coder in "abc"}})
    assert found.value > found.best_coder


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


@pytest.mark.parametrize("by", ["median", "vote", "model"])
def test_codings_without_boundaries_and_single_coders(by):
    codings = {"poem": {"ann": [5], "ben": [5]}, "word": {"ann": [1]}, "song": {"ben": [2, 2]}}
    # Boundaries of an item after one without any are its own.
    codings["full"] = {"ann": [4, 6], "ben": [4, 6]}
    found = sm.consensus(codings, by)
    assert [found[item].masses for item in ("poem", "word", "full")] == [(5,), (1,), (4, 6)]
    assert found.per_item["poem"].similarity == 1.0
    assert len(found) == 4


def test_types_are_kept_apart():
    one = sm.Segmentation.from_sets([set(), {"act"}, set(), {"scene"}, set()])
    other = sm.Segmentation.from_sets([set(), {"act"}, set(), set(), {"scene"}])
    codings = {"play": {"ann": one, "ben": one, "cat": other}}
    for by in ("median", "vote", "model"):
        assert sm.consensus(codings, by)["play"] == one, by
    with pytest.raises(sm.InputError, match="does not distinguish boundary types"):
        sm.consensus(codings, metric="windowdiff")


def test_the_model_finds_boundaries_and_coders():
    rng = np.random.default_rng(8)
    sensitivities = (0.9, 0.8, 0.6, 0.4)
    truth, corpus = coded_items(rng, 80, 60, 0.08, sensitivities, 0.02, near=0.2)
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
    _, corpus = coded_items(rng, 60, 40, 0.08, (0.9, 0.7, 0.5), 0.03)
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
        ({"metric": "pk"}, "the median is computed with B or S, not with pk"),
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
