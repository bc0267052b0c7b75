"""Every metric has a name, a complete case in tests/metrics, and values on its page of the documentation."""

from __future__ import annotations

import math
import re
from dataclasses import fields
from pathlib import Path

import pytest

import seamark
import seamark as sm
from seamark.metrics.base import Metric
from seamark.metrics.names import METRICS, metric_class
from seamark.metrics.windows import CONVENTIONS
from tests.metrics.case import EDGES, SIZES, metric_cases
from tests.oracle.windows import default_k


def test_names_are_those_of_the_metrics():
    assert {"S": seamark.S, "B": seamark.B, "confusion": seamark.BoundaryConfusion}.items() <= METRICS.items()
    for name, metric in METRICS.items():
        assert metric.info.name == name
        assert issubclass(metric, Metric)
        assert {metric_class(written) for written in (name, name.upper(), name.lower())} == {metric}


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


PAGE = (Path(__file__).parents[2] / "docs" / "metrics.md").read_text(encoding="utf-8")
C = [20, 18, 22], [18, 2, 20, 20]
labelled = sm.LabelledSegmentation.from_segments
#: The pair under each heading with a table of values.
PAIRS = {
    "Boundaries": ([5, 5, 5, 5], [5, 6, 9]),
    "Labels": (labelled([(8, "A"), (8, "B"), (8, "A")]), labelled([(6, "A"), (10, "B"), (4, "C"), (4, "A")])),
    "Spans": (
        sm.Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30),
        sm.Spans([(0, 9, 1), (9, 22, 2), (24, 28, 3)], length=30),
    ),
}


def rows(heading: str) -> dict[str, list[str]]:
    """The rows of the tables of a section that begin with a name, without the name."""
    section = re.search(rf"^##+ {heading}\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    lines = [line.strip("|").split("|") for line in section[1].splitlines() if line.startswith("| `")]
    return {name.strip(" `"): [cell.strip() for cell in cells] for name, *cells in lines}


@pytest.mark.parametrize(("heading", "pair"), PAIRS.items())
def test_values_of_the_tables(heading, pair):
    shown = {name: value for name, (_, value) in rows(heading).items() if value}
    assert len(shown) >= 5
    assert shown == {name: f"{METRICS[name]().compare(*pair).value:.4f}".removeprefix("0") for name in shown}


def test_a_row_for_every_convention():
    described = {name: cells for name, cells in rows("Conventions").items() if len(cells) == 3}
    assert list(described) == list(CONVENTIONS)
    for name, (_, _, formula) in described.items():
        rule, _, most = re.sub(r"/ 2([Kc])", r"/ (2 * \1)", formula.replace("−", "-")).partition(", at most ")
        for masses in ([5, 5, 5, 5], [3, 4], [9], [1, 1, 2, 1], [20, 18, 22]):
            n, segments = sum(masses), len(masses)
            known = {"n": n, "K": segments, "c": max(1, segments - 1), "half": lambda x: math.floor(x + 0.5)}
            expected = [eval(part.replace("half-up", "half"), known) for part in (rule, most) if part]  # noqa: S307
            assert default_k(masses, name) == min(expected), (name, masses)


def test_values_of_the_pair_on_the_page():
    for name, (k, pk, window_diff, *_) in rows("How far they differ").items():
        for metric, shown in ((sm.Pk, pk), (sm.WindowDiff, window_diff)):
            if shown == "–":
                assert metric.info.name not in CONVENTIONS[name].metrics
                continue
            result = metric(convention=name).compare(*C)
            assert f"{result.value:.4f}" == f"0{shown}"
            assert result.signature["k"].endswith(f"={k}")
