"""Every metric has a complete case in tests/metrics."""

from __future__ import annotations

from dataclasses import fields

import pytest

import seamark as sm
from seamark.metrics.names import METRICS
from seamark.metrics.windows import CONVENTIONS
from tests.metrics.case import EDGES, SIZES, metric_cases

CASES = {case.name: case for case in metric_cases()}


def file_of(metric: type[sm.Metric]) -> str:
    """Where the case of a metric stands, and the metric."""
    return f"tests/metrics/{metric.__module__.rpartition('.')[2]}.py, {metric.__name__}"


def test_every_metric_has_a_case():
    missing = [f"{file_of(metric)}: CASES lacks a MetricCase" for name, metric in METRICS.items() if name not in CASES]
    assert missing == []
    assert len(CASES) == len(metric_cases())


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_case_is_complete(case):
    where = file_of(case.metric)
    assert len(case.edges) == len(EDGES[case.kind]), f"{where} has not one outcome for each of {list(EDGES[case.kind])}"
    options = {option.name for option in fields(case.metric)}
    assert len(case.sizes) == (len(SIZES) if "k" in options else 0), f"{where} has no outcome for each of {list(SIZES)}"
    assert any(case.golden.values()), f"{where} has no golden value"
    if case.conventions:
        assert set(case.conventions) == {name for name, one in CONVENTIONS.items() if case.name in one.metrics}, where
