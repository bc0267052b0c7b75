"""Generated files are up to date: ``make stub`` would not change them."""

from __future__ import annotations

import ast

import pytest
from tools.stub import GENERATED, ROOT


def meaning(stub: str) -> list[str]:
    """The statements of a stub without their layout; imports, which the linter may reorder, come first."""
    statements = ast.parse(stub).body
    imports = sorted(ast.unparse(s) for s in statements if isinstance(s, (ast.Import, ast.ImportFrom)))
    return imports + [ast.unparse(s) for s in statements if not isinstance(s, (ast.Import, ast.ImportFrom))]


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_file_is_as_it_would_be_written(path):
    held, made = path.read_text(encoding="utf-8"), GENERATED[path]()
    if path.name == "_kernel.pyi":  # versions of nanobind lay it out differently
        held, made = str(meaning(held)), str(meaning(made))
    if held != made:
        pytest.fail(f"{path.relative_to(ROOT)} is stale: run make stub", pytrace=False)


def test_meaning_ignores_layout_only():
    assert meaning("import a\nimport b\ndef f(x: int) -> int: ...") == meaning(
        "import b\nimport a\n\n\ndef f(\n    x: int,\n) -> int: ..."
    )
    assert meaning("def f(x: int) -> int: ...") != meaning("def f(x: float) -> int: ...")
