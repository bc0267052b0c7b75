"""Formats have complete cases, the fuzzer knows every public name, generated files and workflows are in order."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import pytest
from tools.stub import GENERATED, ROOT, declared_formats

import seamark as sm
from seamark import charts
from seamark.io.source import Head
from tests.formats import FIXTURES, cases_of_files
from tests.fuzz import api_calls
from tests.fuzz.api_values import INSTANCES

#: The names of the formats that each file declares; Parquet is no text, and has tests of its own.
DECLARED = {(module, format.name) for module, format in declared_formats() if format.name != "parquet"}
WRITTEN = {format.name for _, format in declared_formats() if format.writable}
CASES = {(stem, case.name): case for stem, cases in cases_of_files().items() for case in cases}


def test_every_format_has_a_name_of_its_own():
    places: dict[str, list[str]] = {}
    for module, format in declared_formats():
        places.setdefault(format.name, []).append(f"src/seamark/io/formats/{module}.py")
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_every_format_has_a_case():
    missing = [
        f"tests/formats/{stem}.py: add a FormatCase for {name}" for stem, name in sorted(DECLARED - CASES.keys())
    ]
    assert missing == []
    unknown = [f"src/seamark/io/formats/{stem}.py: declare {name}" for stem, name in sorted(CASES.keys() - DECLARED)]
    assert unknown == [], "tests/formats has cases of these"


@pytest.mark.parametrize(("stem", "name"), CASES)
def test_a_case_is_complete(stem, name):
    case, where = CASES[stem, name], f"tests/formats/{stem}.py, {name}"
    assert case.fixtures, f"{where}: fixtures are missing"
    assert case.changes or case.broken, f"{where}: changes and broken are missing"
    absent = [fixture for fixture, *_ in case.fixtures if not (FIXTURES / fixture).exists()]
    assert absent == [], f"{where}: tests/fixtures lacks these"
    assert case.large or name in WRITTEN, f"{where}: large is missing; a format that is not written needs it"


def test_every_fixture_is_in_a_case_and_says_where_it_is_from():
    expected = [FIXTURES / name for case in CASES.values() for name, *_ in case.fixtures]
    files = [file for file in FIXTURES.rglob("*") if file.is_file() and file.name != "README.md"]
    unused = [file for file in files if not any(file.is_relative_to(path) for path in expected)]
    assert [str(file.relative_to(ROOT)) for file in unused] == [], "no case in tests/formats has these in its fixtures"
    folders = [folder.relative_to(ROOT) for folder in FIXTURES.iterdir() if not (folder / "README.md").is_file()]
    assert [f"{folder}/README.md" for folder in folders] == [], "write where these fixtures are from"


def test_no_format_matches_the_files_of_another():
    alike = {case.name for case in CASES.values() if case.alike}
    wrong = []
    for case in CASES.values():
        paths = [FIXTURES / name for name, *_ in case.fixtures]
        read = [path.read_bytes() for path in paths if path.is_file() and path.suffix != ".zip"]
        heads = [Head.of(data, "utf-8") for data in (case.sound, *read)]
        wrong += [
            f"src/seamark/io/formats/{module}.py: {format.name} also matches files of {case.name}"
            for module, format in declared_formats()
            if format.name != case.name and not {format.name, case.name} <= alike and any(map(format.matches, heads))
        ]
    assert wrong == [], "make matches stricter, or set alike=True in both cases"


def test_every_public_name_is_called():
    called = {name.split("().")[0].split(".")[1] for name in api_calls.targets()}
    # Not called: errors, which are raised; type aliases; rooms without names of their own; abstract classes.
    kinds = {name: getattr(sm, name) for name in sm.__all__}
    errors = {name for name, kind in kinds.items() if inspect.isclass(kind) and issubclass(kind, Exception)}
    others = {"Metric", "SegmentationLike", "Segmenter", "TASKS", "__version__"}
    assert set(kinds) - called == errors | others, "tests/fuzz/api_calls.py does not call these"


def test_every_class_with_methods_has_an_instance():
    kinds = {name.split("().")[0].rpartition(".")[2] for name in api_calls.targets() if "()." in name}
    assert sorted(kinds - set(INSTANCES)) == [], "tests/fuzz/api_values.py lacks them in INSTANCES"


def test_every_chart_is_drawn_from_hostile_names():
    drawn = (Path(__file__).parents[1] / "unit" / "charts" / "everything.py").read_text(encoding="utf-8")
    without_names = {"save_chart"}
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
    by_name = [action for action in elsewhere if not re.search(r"@[0-9a-f]{40}$", action)]
    assert by_name == [], f".github/workflows/{path.name}: name these by commit"
