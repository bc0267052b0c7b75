"""`seamark doctor`, `seamark completion`, and the sections of the help."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import seamark as package
from seamark.cli.commands import doctor
from seamark.cli.commands.completion import SHELLS
from seamark.cli.main import COMMANDS, SECTIONS
from tests.cli.running import Within, environment


def test_the_help_has_every_command_in_one_section(seamark: Within) -> None:
    shown = seamark("--help").out
    assert next(iter(SECTIONS)) == next(iter(COMMANDS))
    places = [shown.index(f"\n{title}:\n") for title in SECTIONS.values()]
    assert places == sorted(places)
    for name in COMMANDS:
        assert shown.count(f"\n  {name} ") == 1


def test_doctor_knows_versions(seamark: Within) -> None:
    found = seamark("doctor", "--json").json
    assert found["about"]["seamark"] == package.__version__
    assert found["about"]["kernel"].startswith("_kernel.")
    rows = {(row["package"], row["for"]): row for row in found["packages"]}
    numpy = rows["numpy", "seamark itself"]
    assert (numpy["version"], numpy["state"]) == (metadata.version("numpy"), "fine")
    assert rows["altair", "charts"]["least"] == "6.0"
    assert not {"all", "dev"} & {row["for"] for row in found["packages"]}


def test_doctor_says_what_is_missing_and_how_to_get_it(seamark: Within, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = metadata.version

    def version(name: str) -> str:
        if name == "altair":
            raise metadata.PackageNotFoundError(name)
        return "0.9.9" if name == "rapidfuzz" else installed(name)

    monkeypatch.setattr(doctor.metadata, "version", version)
    ran = seamark("doctor")
    assert ran.code == 0
    assert "pip install 'seamark[charts,texts]' brings what is missing" in ran.out
    states = {row["package"]: row["state"] for row in doctor.required_packages()}
    assert (states["altair"], states["rapidfuzz"], states["jinja2"]) == ("missing", "too old", "fine")


def test_doctor_finds_corpora(seamark: Within, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for value, expected in (
        ("", "SEAMARK_CORPORA is not set"),
        (str(tmp_path), str(tmp_path)),
        ("/nowhere", "SEAMARK_CORPORA names /nowhere, which is no folder"),
    ):
        monkeypatch.setenv("SEAMARK_CORPORA", value)
        assert seamark("doctor", "--json").json["about"]["corpora"] == expected


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_prints_a_script(shell: str, seamark: Within) -> None:
    ran = seamark("completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert f"_SEAMARK_COMPLETE={shell}_complete" in ran.out


def test_completion_takes_the_users_shell(seamark: Within, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert seamark("completion").out == seamark("completion", "fish").out
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    ran = seamark("completion")
    assert (ran.code, ran.out) == (2, "")
    assert "expected bash, zsh or fish" in ran.err


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_with_the_script(seamark: Within, tmp_path: Path) -> None:
    script = tmp_path / "completion.sh"
    script.write_text(seamark("completion", "bash").out, encoding="utf-8")
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "seamark").write_text(
        f'#!/bin/sh\nexec {sys.executable} -c "from seamark.cli.main import main; main()" "$@"\n', encoding="utf-8"
    )
    (folder / "seamark").chmod(0o755)
    line = (
        f"source {script}; COMP_WORDS=(seamark comp); COMP_CWORD=1; "
        '_seamark_completion seamark; printf "%s " "${COMPREPLY[@]}"'
    )
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["bash", "-c", line], env=environment(PATH=path), check=True, capture_output=True, text=True)
    assert done.stdout.split() == ["compare", "completion"]
