"""Gamma's disorder as worked out by hand, as pygamma-agreement has it where it is right, and where it is not."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

import seamark as sm
from seamark.agreement.gamma import _shifts

PEER = Path(__file__).parents[1] / "cross" / "pygamma_disorders.jsonl"


def coders(length, *rows):
    return {f"coder {number}": sm.Spans(spans, length=length) for number, spans in enumerate(rows, start=1)}


@pytest.mark.parametrize(
    ("rows", "disorder"),
    [
        # Two spans of ten, two apart at both ends: (4 / 20) ** 2.
        (([(0, 10, "A")], [(2, 12, "A")]), 0.04),
        # The pair costs (0.04 + 2) / 3, the third span alone 1; one span a coder.
        (([(0, 10, "A")], [(2, 12, "A")], [(50, 60, "A")]), 1.68),
        (([(0, 10, "A")], [(100, 110, "A")], [(200, 210, "A")]), 3.0),
        # (2 / 12) ** 2 and (1 / 7) ** 2 + 1, over two spans a coder.
        (([(2, 8, "A"), (12, 16, "B")], [(3, 9, "A"), (12, 15, "A")]), (1 / 36 + 1 / 49 + 1) / 2),
        (([(0, 10, "A")], [(0, 10, "A")], [(0, 10, "A")]), 0.0),
        (([(0, 10, "A")], []), 2.0),
    ],
)
def test_disorder_by_hand(rows, disorder):
    assert sm.align_spans(coders(300, *rows)).disorder == pytest.approx(disorder, abs=1e-12)


def test_a_lone_span_costs_the_same_for_any_number_of_coders():
    for count in (2, 3, 4, 7):
        rows = [[(0, 10, "A")]] + [[]] * (count - 1)
        assert sm.align_spans(coders(20, *rows)).unitary[0].cost == pytest.approx(1.0)


def test_disorders_of_pygamma():
    """Sixty continua aligned by pygamma-agreement 0.5.9 (GLPK), which computes with 32 bits."""
    cases = [json.loads(line) for line in PEER.read_text().splitlines()]
    assert len(cases) == 60
    for case in cases:
        found = sm.align_spans(coders(case["length"], *case["coders"]), alpha=case["alpha"], beta=case["beta"])
        assert found.disorder == pytest.approx(case["disorder"], abs=2e-6)


class TestFaultsOfPygamma:
    """What is reported of pygamma-agreement 0.5.9, which is not run on these cases: these functions do otherwise."""

    @pytest.mark.parametrize("empty", [0.5, 1.0, 2.0])
    def test_the_cost_of_nothing_scales_categories(self, empty):
        """It ignores ``delta_empty`` for categories: 1.0 whatever it is."""
        rows = coders(10, [(0, 10, "A")], [(0, 10, "B")])
        assert sm.align_spans(rows, empty=empty).disorder == pytest.approx(empty)

    def test_ordinal_categories_in_any_order(self):
        """It takes low-high for 0.5 and mid-high for 1, the order of the alphabet."""
        scale = {("low", "mid"): 0.5, ("mid", "high"): 0.5, ("low", "high"): 1.0}
        for one, other, distance in (("low", "high", 1.0), ("mid", "high", 0.5)):
            rows = coders(10, [(0, 10, one)], [(0, 10, other)])
            assert sm.align_spans(rows, distances=scale).disorder == pytest.approx(distance)

    def test_nothing_is_no_category(self):
        """It charges each pair of a span with nothing: 0.333 where all categories agree."""
        rows = coders(100, [(0, 10, "A"), (50, 60, "B")], [(0, 10, "A")], [(0, 10, "A")])
        assert sm.align_spans(rows).categorial_disorder() == 0

    def test_identical_spans_count_twice(self):
        """It drops one of them."""
        rows = coders(20, [(0, 10, "A"), (0, 10, "A")], [(0, 10, "A")])
        assert sm.align_spans(rows).disorder == pytest.approx(1 / 1.5)

    def test_excluded_places_stay_excluded(self):
        """It gives places back from the third coder on, so that two may be moved by nearly the same."""
        for seed in range(200):
            shifts = _shifts(4, 100, 10.0, "paper", np.random.default_rng(seed)).tolist()
            for place, one in enumerate(shifts):
                for other in shifts[:place]:
                    assert min((one - other) % 100, (other - one) % 100) >= 10

    def test_whole_numbers_and_many_spans(self):
        """Whole bounds crash it; it numbers spans with 16 bits and categories with 8."""
        many = sm.Spans([(3 * i, 3 * i + 2, i % 300) for i in range(40_000)], length=120_000)
        found = sm.align_spans({"ann": many, "ben": many})
        assert found.disorder == 0
        assert len(found.unitary) == 40_000

    def test_no_global_random_state(self):
        """It draws from numpy's global state."""
        rows = {"item": coders(20, [(2, 8, "A")], [(3, 9, "A"), (12, 15, "B")])}
        before = np.random.get_state()[1].copy()
        first = sm.gamma(rows, rng=3)
        assert np.array_equal(before, np.random.get_state()[1])
        assert sm.gamma(rows, rng=3).expected == first.expected

    def test_no_spans_aligned_has_no_categorial_gamma(self):
        rows = coders(300, [(0, 10, "A")], [(200, 210, "A")])
        assert math.isnan(sm.align_spans(rows).categorial_disorder())
