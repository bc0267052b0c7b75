"""The pages on metrics and conventions: their examples run, and nothing is left out."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import seamark as sm
from seamark.metrics.names import METRICS
from seamark.metrics.windows import CONVENTIONS

DOCS = Path(__file__).parents[2] / "docs"
C = [20, 18, 22], [18, 2, 20, 20]


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["metrics.md", "conventions.md", "labels.md"])
def test_examples(name):
    example = doctest.DocTestParser().get_doctest(page(name), {}, name, name, 0)
    assert example.examples
    report: list[str] = []
    assert doctest.DocTestRunner().run(example, out=report.append).failed == 0, "".join(report)


def test_sections_are_about_metrics():
    """A metric needs no section, as the table of metrics has all of them; a section has all of its parts."""
    pattern = r"^## [^\n]*\(`(\w+)`\)\n(.*?)(?=^## |\Z)"
    sections = dict(re.findall(pattern, page("metrics.md"), re.MULTILINE | re.DOTALL))
    assert sections
    for name, text in sections.items():
        where = f"docs/metrics.md, section {name}"
        assert name in METRICS, f"{where}: no metric is called so"
        assert METRICS[name].info.citation.split(";")[0].split(" for ")[0] in text, f"{where} lacks the source"
        for part in ("**Formula**", "**Range**", "**Edges**", "**Source**", ">>> "):
            assert part in text, f"{where} lacks {part}"
        if METRICS[name].info.best != METRICS[name].info.worst:
            direction = "higher" if METRICS[name].info.higher_is_better else "lower"
            assert f"{direction} is better" in text, where


def rows(heading: str) -> dict[str, list[str]]:
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", page("conventions.md"), re.MULTILINE | re.DOTALL)
    lines = [line.strip("|").split("|") for line in section[1].splitlines() if line.startswith("| `")]
    return {name.strip(" `"): [cell.strip() for cell in cells] for name, *cells in lines}


def test_a_row_for_every_convention():
    described = rows("The presets")
    assert list(described) == list(CONVENTIONS)
    for name, (_, _, formula) in described.items():
        assert formula.replace("−", "-") == CONVENTIONS[name].formula.removesuffix(", c at least 1")


def test_values_of_the_pair_on_the_page():
    for name, (k, pk, window_diff, *_) in rows("How far they part").items():
        for metric, shown in ((sm.Pk, pk), (sm.WindowDiff, window_diff)):
            if shown == "–":
                assert metric.info.name not in CONVENTIONS[name].metrics
                continue
            result = metric(convention=name).compare(*C)
            assert f"{result.value:.4f}" == f"0{shown}"
            assert result.signature["k"].endswith(f"={k}")
