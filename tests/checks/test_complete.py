"""Formats have complete cases, the fuzzer knows every public name, generated files and workflows are in order."""

from __future__ import annotations

import ast
import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest
from tools.stub import GENERATED, ROOT

import seamark as sm
from seamark import charts
from seamark.io import known_formats
from seamark.io.format import Format
from seamark.io.formats.index import FORMATS
from tests.formats import FIXTURES, format_cases
from tests.fuzz import api_calls
from tests.fuzz.api_values import INSTANCES


def file_of(name: str) -> str:
    return f"tests/formats/{FORMATS[name][0] if name in FORMATS else '*'}.py: {name}"


def test_every_format_has_a_case():
    # Parquet is not text; its tests are in tests/unit/io/test_parquet.py.
    names = {format.name for format in known_formats()} - {"parquet"}
    assert [f"{file_of(name)} lacks a FormatCase" for name in sorted(names - format_cases().keys())] == []
    assert [f"{file_of(name)} is about no format" for name in sorted(format_cases().keys() - names)] == []


def test_every_format_is_in_the_index():
    modules = {import_module(f"seamark.io.formats.{module}") for module, _ in FORMATS.values()}
    declared = {one.name for module in modules for one in vars(module).values() if isinstance(one, Format)}
    assert sorted(declared ^ FORMATS.keys()) == []


def test_every_case_is_complete():
    for name, case in format_cases().items():
        assert case.fixtures, f"{file_of(name)} has no fixtures"
        assert case.changes or case.broken, f"{file_of(name)} has no file that is refused"


def test_every_fixture_is_in_a_case_and_says_where_it_is_from():
    expected = [FIXTURES / name for case in format_cases().values() for name, *_ in case.fixtures]
    files = [file for file in FIXTURES.rglob("*") if file.is_file() and file.name != "README.md"]
    assert [str(file) for file in files if not any(file.is_relative_to(path) for path in expected)] == []
    assert [f"{folder}/README.md" for folder in FIXTURES.iterdir() if not (folder / "README.md").is_file()] == []


def test_every_public_name_is_called():
    called = {name.split("().")[0].split(".")[1] for name in api_calls.targets()}
    # Not called: errors, which are raised; type aliases; rooms without names of their own; abstract classes.
    kinds = {name: getattr(sm, name) for name in sm.__all__}
    errors = {name for name, kind in kinds.items() if inspect.isclass(kind) and issubclass(kind, Exception)}
    others = {"Metric", "SegmentationLike", "Segmenter", "TASKS", "__version__"}
    assert set(kinds) - called == errors | others


def test_every_class_with_methods_has_an_instance():
    kinds = {name.split("().")[0].rpartition(".")[2] for name in api_calls.targets() if "()." in name}
    assert sorted(kinds - set(INSTANCES)) == [], "tests/fuzz/api_values.py lacks them in INSTANCES"


def test_every_chart_is_drawn_from_hostile_names():
    drawn = (Path(__file__).parents[1] / "unit" / "charts" / "everything.py").read_text(encoding="utf-8")
    without_names = {"plan", "save_chart"}
    missing = [name for name in dir(charts) if f"charts.{name}(" not in drawn and name not in without_names]
    assert missing == [], "tests/unit/charts/everything.py lacks these charts"


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


WORKFLOWS = sorted((Path(__file__).parents[2] / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_named_by_commit(path):
    used = re.findall(r"uses: (\S+)", path.read_text(encoding="utf-8"))
    elsewhere = [action for action in used if not action.startswith("./")]
    assert [action for action in elsewhere if not re.search(r"@[0-9a-f]{40}$", action)] == []
