"""Every format has a complete case in tests/formats, and every fixture is in one."""

from __future__ import annotations

from seamark.io import known_formats
from seamark.io.formats.index import FORMATS
from tests.formats import FIXTURES, format_cases


def file_of(name: str) -> str:
    return f"tests/formats/{FORMATS[name][0] if name in FORMATS else '*'}.py: {name}"


def test_every_format_has_a_case():
    # Parquet is not text; its tests are in tests/unit/io/test_parquet.py.
    names = {format.name for format in known_formats()} - {"parquet"}
    assert [f"{file_of(name)} lacks a FormatCase" for name in sorted(names - format_cases().keys())] == []
    assert [f"{file_of(name)} is about no format" for name in sorted(format_cases().keys() - names)] == []


def test_every_case_is_complete():
    for name, case in format_cases().items():
        assert case.fixtures, f"{file_of(name)} has no fixtures"
        assert case.changes or case.broken, f"{file_of(name)} has no file that is refused"


def test_every_fixture_is_in_a_case_and_says_where_it_is_from():
    expected = [FIXTURES / name for case in format_cases().values() for name, *_ in case.fixtures]
    files = [file for file in FIXTURES.rglob("*") if file.is_file() and file.name != "README.md"]
    assert [str(file) for file in files if not any(file.is_relative_to(path) for path in expected)] == []
    assert [f"{folder}/README.md" for folder in FIXTURES.iterdir() if not (folder / "README.md").is_file()] == []
