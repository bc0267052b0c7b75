"""Gamma's disorder as worked out by hand, as pygamma-agreement has it where it is right, and where it is not."""

import json
from pathlib import Path

import numpy as np
import pytest

import seamark as sm

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


def test_identical_spans_count_twice():
    """pygamma-agreement drops one of them."""
    rows = coders(20, [(0, 10, "A"), (0, 10, "A")], [(0, 10, "A")])
    assert sm.align_spans(rows).disorder == pytest.approx(1 / 1.5)


def test_many_spans():
    """pygamma-agreement numbers spans with 16 bits and categories with 8."""
    many = sm.Spans([(3 * i, 3 * i + 2, i % 300) for i in range(40_000)], length=120_000)
    found = sm.align_spans({"ann": many, "ben": many})
    assert (found.disorder, len(found.unitary)) == (0, 40_000)


def test_no_global_random_state():
    """pygamma-agreement draws from numpy's global state."""
    before = np.random.get_state()[1].copy()
    sm.gamma({"item": coders(20, [(2, 8, "A")], [(3, 9, "A"), (12, 15, "B")])}, rng=3)
    assert np.array_equal(before, np.random.get_state()[1])
