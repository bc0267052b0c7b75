"""Every metric has a name, a complete case in tests/metrics, and values on its page of the documentation."""

from __future__ import annotations

import math
import re
from contextlib import suppress
from dataclasses import fields
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import seamark
import seamark as sm
import seamark.metrics
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
FAMILIES = {module.name for module in iter_modules(seamark.metrics.__path__)}
#: Every public metric of the package, but for those of several annotators.
CLASSES = [
    value
    for family in sorted(FAMILIES)
    for module in [import_module(f"seamark.metrics.{family}")]
    for name, value in vars(module).items()
    if name in getattr(module, "__all__", ()) and isinstance(value, type) and issubclass(value, Metric)
]


def file_of(metric: type[sm.Metric]) -> str:
    """Where the case of a metric stands, and the metric."""
    return f"tests/metrics/{metric.__module__.rpartition('.')[2]}.py, {metric.__name__}"


def test_every_metric_has_a_name_of_its_own():
    places: dict[str, list[str]] = {}
    for metric in CLASSES:
        if metric is not Metric:
            source = metric.__module__.replace(".", "/")
            places.setdefault(metric.info.name.casefold(), []).append(f"src/{source}.py, {metric.__name__}")
    assert {name: metrics for name, metrics in places.items() if len(metrics) > 1} == {}


def test_every_metric_has_a_case():
    missing = [f"{file_of(metric)}: CASES lacks a MetricCase" for name, metric in METRICS.items() if name not in CASES]
    assert missing == []
    files = {path.stem for path in (Path(__file__).parents[1] / "metrics").glob("[a-z]*.py")} - {"case", "test_cases"}
    unknown = [f"tests/metrics/{stem}.py" for stem in sorted(files - FAMILIES)]
    assert unknown == [], "src/seamark/metrics has no file of these names"
    twice = [case for case in metric_cases() if CASES[case.name] is not case]
    assert [f"{file_of(case.metric)}: CASES has two cases" for case in twice] == []


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_case_is_complete(case):
    where, edges = file_of(case.metric), EDGES[case.kind]
    assert len(case.edges) == len(edges), f"{where}: edges must have an outcome for each of {list(edges)}"
    sizes = SIZES if "k" in {option.name for option in fields(case.metric)} else {}
    assert len(case.sizes) == len(sizes), f"{where}: sizes must have an outcome for each of {list(sizes)}"
    assert any(case.golden.values()), f"{where}: golden has no value"
    if case.conventions:
        known = {name for name, one in CONVENTIONS.items() if case.name in one.metrics}
        assert set(case.conventions) == known, f"{where}: conventions must have outcomes for each of these"
    golden = [options for values in case.golden.values() for _, options, _ in values]
    tried = set().union(case.options, *(options for _, options in case.examples), *golden)
    own = {option.name for option in fields(case.metric)} & vars(case.metric).get("__annotations__", {}).keys()
    assert sorted(own - tried) == [], f"{where}: options, examples or golden must try these options"
    public = [one for one in (case.metric, case.function) if hasattr(seamark, one.__name__)]
    without = [one.__name__ for one in public if ">>>" not in (one.__doc__ or "")]
    assert without == [], f"src/{case.metric.__module__.replace('.', '/')}.py: docstrings lack an example"


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_metric_is_found_by_the_name_of_its_function(case):
    name = case.function.__name__
    if hasattr(seamark, name):
        found = None
        with suppress(sm.InputError):
            found = CASES[metric_class(name).info.name].function
        source = case.metric.__module__.replace(".", "/")
        assert found is case.function, f"src/{source}.py, {case.metric.__name__}: info lacks function={name!r}"


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
    unknown = [name for name in shown if name not in METRICS]
    assert unknown == [], "docs/metrics.md: no metric has these names"
    computed = {name: f"{METRICS[name]().compare(*pair).value:.4f}".removeprefix("0") for name in shown}
    assert shown == computed, "docs/metrics.md: the values on the left are on the page"


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
