"""`seamark doctor`, and the sections of the help."""

from importlib import metadata

import pytest

import seamark as sm
from seamark.cli.commands import lists
from seamark.cli.main import COMMANDS, SECTIONS
from tests.cli.running import Within


def test_the_help_has_every_command_in_one_section(seamark: Within) -> None:
    shown = seamark("--help").out
    assert next(iter(SECTIONS)) == next(iter(COMMANDS))
    places = [shown.index(f"\n{title}:\n") for title in SECTIONS.values()]
    assert places == sorted(places)
    for name in COMMANDS:
        assert shown.count(f"\n  {name} ") == 1


def test_doctor_knows_versions(seamark: Within) -> None:
    found = seamark("doctor", "--json").json
    assert found["about"]["seamark"] == sm.__version__
    assert found["about"]["kernel"].startswith("_kernel.")
    assert found["about"]["compiler"].split()[0] in ("gcc", "clang", "msvc")
    assert found["about"]["vector instructions"].startswith(("avx2", "none: "))
    assert found["about"]["wide integers"] in ("of the compiler", "portable")
    rows = {(row["package"], row["for"]): row for row in found["packages"]}
    numpy = rows["numpy", "seamark itself"]
    assert numpy["version"] == metadata.version("numpy")
    assert rows["altair", "charts"]["least"] == "5.2"
    assert not {"all", "dev", "docs"} & {row["for"] for row in found["packages"]}


def test_doctor_says_what_is_missing_and_how_to_get_it(seamark: Within, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = metadata.version

    def version(name: str) -> str:
        if name == "altair":
            raise metadata.PackageNotFoundError(name)
        return installed(name)

    monkeypatch.setattr(lists.metadata, "version", version)
    ran = seamark("doctor")
    assert ran.code == 0
    assert "pip install 'seamark[charts]' installs what is missing" in ran.out
