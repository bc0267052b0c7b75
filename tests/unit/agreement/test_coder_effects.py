"""How far each coder stands from the others: by hand, and on drawn coders."""

import math

import numpy as np
import pytest
from scipy import stats

import seamark as sm
from seamark.agreement.diagnose import coder_effects
from seamark.agreement.measurement import Measurement


def drawn_study(rng, items, hits, mass=50):
    corpus = {}
    for number in range(items):
        boundaries = np.flatnonzero(rng.random(mass - 1) < 0.12) + 1
        corpus[f"item {number}"] = {
            f"coder {coder}": sm.Segmentation.from_positions(
                np.union1d(
                    boundaries[rng.random(boundaries.size) < hit], np.flatnonzero(rng.random(mass - 1) < 0.02) + 1
                ).tolist(),
                mass,
            )
            for coder, hit in enumerate(hits)
        }
    return sm.Corpus(corpus)


def by_hand(corpus, metric):
    """Per coder the differences from the mean of the item's coders, one per item with three coders or more."""
    found = {coder: [] for coder in corpus.coder_names}
    for codings in corpus.values():
        if len(codings) < 3:
            continue
        mean = {
            one: np.mean([metric(coding, other) for name, other in codings.items() if name != one])
            for one, coding in codings.items()
        }
        for coder, value in mean.items():
            found[coder].append(value - np.mean(list(mean.values())))
    return found


def test_effects_and_variance_components():
    corpus = drawn_study(np.random.default_rng(2), 12, (0.9, 0.8, 0.7, 0.3))
    found = coder_effects(Measurement.of(corpus, "B"))
    table = np.array(list(by_hand(corpus, sm.boundary_similarity).values()))
    assert found.effect == pytest.approx(table.mean(axis=1))
    within = table.var(axis=1, ddof=1).mean()
    between = max(0.0, (12 * (table.mean(axis=1) ** 2).sum() / 3 - within) / 12)
    assert (found.between, found.within) == pytest.approx((between, within))
    assert found.shrunken == pytest.approx(table.mean(axis=1) * between / (between + within / 12))
    for coder in range(4):
        others = np.delete(found.effect, coder)
        t = (found.effect[coder] - others.mean()) / (others.std(ddof=1) * math.sqrt(1 + 1 / 3))
        p = 2 * stats.t.sf(abs(t), 2)
        assert found.outlier_p[coder] >= p - 1e-12
    assert found.outlier_p.min() == pytest.approx(
        4
        * min(
            2
            * stats.t.sf(
                abs(found.effect[c] - np.delete(found.effect, c).mean())
                / (np.delete(found.effect, c).std(ddof=1) * math.sqrt(4 / 3)),
                2,
            )
            for c in range(4)
        )
    )


def test_missing_codings_and_groups():
    corpus = drawn_study(np.random.default_rng(4), 10, (0.9, 0.8, 0.7, 0.6, 0.5))
    rows = {
        item: {coder: coding for number, (coder, coding) in enumerate(codings.items()) if (place + number) % 4}
        for place, (item, codings) in enumerate(corpus.items())
    }
    rows["other"] = {name: corpus["item 0"][coder] for name, coder in zip("xyz", corpus.coder_names, strict=False)}
    study = sm.Corpus(rows)
    found = coder_effects(Measurement.of(study, "B"))
    for name, effect in zip(study.coder_names, found.effect, strict=True):
        assert effect == pytest.approx(np.mean(by_hand(study, sm.boundary_similarity)[name]))
    # Three coders of one item are compared among themselves only; x and y are alike, so that z cannot be tested.
    assert found.effect[-3] == pytest.approx(found.effect[-2])
    assert np.isnan(found.outlier_p[-1])


def test_few_coders_have_no_effect():
    found = coder_effects(Measurement.of({"poem": {"ann": [2, 3], "ben": [3, 2]}}))
    assert np.isnan(found.effect).all()
    assert np.isnan(found.outlier_p).all()
    one_item = coder_effects(Measurement.of({"poem": {"ann": [2, 3], "ben": [3, 2], "cat": [5]}}))
    assert not np.isnan(one_item.effect).any()
    assert np.isnan(one_item.shrunken).all()


def test_a_poor_coder_is_found_and_shrinks_less_with_more_items():
    rng = np.random.default_rng(7)
    few, many = (drawn_study(rng, items, (0.9, 0.88, 0.86, 0.84, 0.87, 0.1)) for items in (4, 60))
    found = sm.diagnose(many, "B")
    poor = found.coders["coder 5"]
    assert poor.outlier_p < 0.01
    assert found.verdict.startswith("coder 5 differs most: without coder 5, pi of B rises by ")
    assert found.verdict.endswith("coder 5 is an outlier (p < 0.001)")
    assert poor.change == pytest.approx(poor.without - found.value)
    shares = [one.shrunken_effect / one.effect for one in (sm.diagnose(few, "B").coders["coder 5"], poor)]
    assert 0 <= shares[0] < shares[1] < 1


def test_sentences_where_nobody_stands_out():
    same = {"ann": [2, 3], "ben": [2, 3], "cat": [2, 3]}
    assert sm.diagnose({"poem": same}).verdict == "Nobody differs most: pi of S does not rise without any single coder."
    two = {"ann": [2, 3], "ben": [3, 2]}
    assert "nobody can be said to differ most" in sm.diagnose({"poem": two}).verdict


@pytest.mark.slow
def test_how_often_one_of_equal_coders_is_called_an_outlier():
    rng = np.random.default_rng(12)
    found = 0
    for _ in range(1000):
        hits = 1 / (1 + np.exp(-rng.normal(0.85, 0.6, 6)))
        found += np.nanmin(coder_effects(Measurement.of(drawn_study(rng, 20, hits), "B")).outlier_p) < 0.05
    assert found / 1000 < 0.12
