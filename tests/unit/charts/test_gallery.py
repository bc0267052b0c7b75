"""The charts of docs/charts.md are made by the code that stands under them."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import altair

from seamark import charts
from tests.corpora import corpora_folder

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "charts.md"
_SECTION = re.compile(r"^## (?P<name>\w+)\(.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def gallery() -> dict[str, Any]:
    """The chart of every section by the name of its function; later sections use what earlier ones made."""
    text = PAGE.read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    for code in _PYTHON.findall(text[: text.index("\n## ")]):
        _last_value(code, names)
    return {
        section["name"]: _last_value("".join(_PYTHON.findall(section[0])), names) for section in _SECTION.finditer(text)
    }


def _last_value(code: str, names: dict[str, Any]) -> Any:
    """Run code as a notebook would: what its last line stands for."""
    *first, last = ast.parse(code).body
    if not isinstance(last, ast.Expr):
        raise TypeError(f"{PAGE.name}: the last line of a block is no expression: {ast.unparse(last)}")
    exec(compile(ast.Module(first, []), PAGE.name, "exec"), names)  # noqa: S102
    return eval(compile(ast.Expression(last.value), PAGE.name, "eval"), names)  # noqa: S307


def test_the_code_under_every_picture_makes_its_chart(tmp_path, monkeypatch):
    monkeypatch.setenv("SEAMARK_CORPORA", str(corpora_folder()))
    monkeypatch.chdir(tmp_path)
    found = gallery()
    assert len(found) >= 10
    assert set(found) <= set(charts.__all__), "docs/charts.md: a section is about no chart"
    for name, chart in found.items():
        assert isinstance(chart, altair.TopLevelMixin), name
        assert chart.to_dict()["$schema"]
        assert (ROOT / "docs" / "img" / f"{name}.svg").is_file()
    assert (tmp_path / "heat.svg").is_file()
