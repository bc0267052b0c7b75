"""The charts of docs/charts.md, made by the code that stands under each of them."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "charts.md"
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
    exec(compile(ast.Module(first, []), PAGE.name, "exec"), names)  # noqa: S102  # our own page
    return eval(compile(ast.Expression(last.value), PAGE.name, "eval"), names)  # noqa: S307
