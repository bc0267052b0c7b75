"""Coder effects: by hand, and on simulated coders."""

import math
from itertools import combinations

import numpy as np
import pytest
from scipy import stats

import seamark as sm
from seamark.agreement.diagnose import coder_effects
from seamark.agreement.shuffled import above_shuffled, variance_components
from tests.properties.agreement_studies import coded_items


def drawn_study(rng, items, hits):
    return coded_items(rng, items, 50, 0.12, hits, 0.02)[1]


def test_effects_are_those_of_a_round_robin():
    corpus = drawn_study(np.random.default_rng(2), 12, (0.9, 0.8, 0.7, 0.3))
    measured = sm.Measurement.of(corpus, "B")
    found, _ = coder_effects(measured, 20, 3)
    above, _ = above_shuffled(measured, 20, 3)
    # u = R(C / sum C - D / sum D - C* / sum C* + D* / sum D*), the mean over items of every two coders.
    own, mixed = (term.counts.in_detail() for term in (above.observed, above.expected))
    shares = [counts.rows[:, :2] / counts.rows[:, :2].sum(axis=0) for counts in (own, mixed)]
    u = len(own.rows) * (shares[0] @ [-1, 1] - shares[1] @ [-1, 1])
    mean = np.zeros((4, 4))
    for one, other in combinations(range(4), 2):
        mean[one, other] = mean[other, one] = u[(own.coder[0] == one) & (own.coder[1] == other)].mean()
    effect = (mean.sum(axis=1) - 3 * mean.sum() / 12) / 2
    assert found["effect"] == pytest.approx(effect)
    components = variance_components(u, own.item, own.coder)
    share = components.components.coder / components.squares.coder
    above = sm.agree(corpus, "B", shuffles=20, rng=3).above_shuffled
    assert found["shrunken"] == pytest.approx(1 - (1 - above) * np.exp(share * effect))
    p = []
    for coder in range(4):
        others = np.delete(effect, coder)
        t = (effect[coder] - others.mean()) / (others.std(ddof=1) * math.sqrt(1 + 1 / 3))
        p.append(2 * stats.t.sf(abs(t), 2))
    assert found["outlier_p"] == pytest.approx(np.minimum(1, sm.stats.holm(p)))


def test_missing_codings_and_groups():
    corpus = drawn_study(np.random.default_rng(4), 10, (0.9, 0.8, 0.7, 0.6, 0.5))
    rows = {
        item: {coder: coding for number, (coder, coding) in enumerate(codings.items()) if (place + number) % 4}
        for place, (item, codings) in enumerate(corpus.items())
    }
    rows["other"] = {name: corpus["item 0"][coder] for name, coder in zip("xyz", corpus.coder_names, strict=False)}
    found, _ = coder_effects(sm.Measurement.of(rows, "B"), 20)
    assert not np.isnan(found["effect"]).any()
    # The effects of coders who are compared with each other add up to nothing.
    assert [found["effect"][:5].sum(), found["effect"][5:].sum()] == pytest.approx([0, 0], abs=1e-12)


def test_few_coders_have_no_effect():
    found, _ = coder_effects(sm.Measurement.of({"poem": {"ann": [2, 3], "ben": [3, 2]}}))
    assert np.isnan(found["effect"]).all()
    assert np.isnan(found["outlier_p"]).all()
    one_item, _ = coder_effects(sm.Measurement.of({"poem": {"ann": [2, 3], "ben": [3, 2], "cat": [5]}}))
    assert not np.isnan(one_item["effect"]).any()
    assert one_item["shrunken"] is None


def test_a_poor_coder_is_found_and_shrinks_less_with_more_items():
    rng = np.random.default_rng(7)
    few, many = (drawn_study(rng, items, (0.9, 0.88, 0.86, 0.84, 0.87, 0.1)) for items in (4, 60))
    found = sm.diagnose(many, "B")
    poor = found.coders["coder 5"]
    assert poor.outlier_p < 0.01
    assert found.verdict.startswith("coder 5 agrees least with the others (B above shuffled ")
    assert found.verdict.endswith("; coder 5 is an outlier (p < 0.001)")
    assert found.rows()[0]["coder"] == "coder 5"
    assert poor.change == pytest.approx(poor.without - found.value)
    assert poor.shrunken < min(coder.shrunken for name, coder in found.coders.items() if name != "coder 5")
    assert sm.diagnose(few, "B").coders["coder 5"].shrunken is not None


def test_words_for_what_was_not_shown():
    found = sm.diagnose(sm.datasets.stargazer())
    assert found.verdict.startswith("4 agrees least with the others; not shown to be an outlier (p = ")
    # t of 1 - .025 / 7 with 5 degrees of freedom is 4.38, times the root of 7 / 6.
    assert found.verdict.endswith("; among 7 coders only one 4.7 SD off would be)")


def test_sentences_where_nobody_stands_out():
    same = {"ann": [2, 3], "ben": [2, 3], "cat": [2, 3]}
    for codings in (same, {"ann": [2, 3], "ben": [3, 2]}):
        assert sm.diagnose({"poem": codings}).verdict.startswith("The coder who agrees least cannot be found")
