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
    assert found["about"]["compiler"].split()[0] in ("gcc", "clang", "msvc")
    assert found["about"]["vector instructions"].startswith(("avx2", "none: "))
    assert found["about"]["wide integers"] in ("of the compiler", "portable")
    rows = {(row["package"], row["for"]): row for row in found["packages"]}
    numpy = rows["numpy", "seamark itself"]
    assert (numpy["version"], numpy["state"]) == (metadata.version("numpy"), "fine")
    assert rows["altair", "charts"]["least"] == "6.0"
    assert not {"all", "dev", "docs"} & {row["for"] for row in found["packages"]}


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


def test_completion_takes_the_users_shell(seamark: Within, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    assert seamark("completion").out == seamark("completion", "fish").out
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    ran = seamark("completion")
    assert (ran.code, ran.out) == (2, "")
    assert "expected bash, zsh or fish" in ran.err


#: What completes a line in each shell, with the script in a file; prints one completion per line or word.
ASKED = {
    "bash": "source {script}; COMP_WORDS=({words}); COMP_CWORD={last}; _seamark_completion seamark; "
    'printf "%s\\n" "${{COMPREPLY[@]}}"',
    # compdef and compadd exist only while a line is edited: what the script hands to them is printed instead.
    "zsh": "compdef() {{ :; }}; _describe() {{ print -l -- ${{(P)3}}; }}; compadd() {{ print -l -- ${{(P)5}}; }}; "
    "_path_files() {{ print files; }}; source {script}; words=({words}); CURRENT=$(({last} + 1)); _seamark_completion",
    "fish": "source {script}; complete --do-complete '{line}'",
}


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("seamark comp", {"compare", "completion"}),
        ("seamark completion ", {"bash", "zsh", "fish"}),
        ("seamark agree --coef", {"--coefficient"}),
    ],
)
def test_a_shell_completes_with_the_script(
    shell: str, line: str, expected: set[str], seamark: Within, tmp_path: Path
) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell}")
    script = tmp_path / "completion"
    script.write_text(seamark("completion", shell).out, encoding="utf-8")
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "seamark").write_text(
        f'#!/bin/sh\nexec {sys.executable} -c "from seamark.cli.main import main; main()" "$@"\n', encoding="utf-8"
    )
    (folder / "seamark").chmod(0o755)
    words = line.split(" ")
    asked = ASKED[shell].format(
        script=script, line=line, words=" ".join(word or "''" for word in words), last=len(words) - 1
    )
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [program, "-c", asked],
        env=environment(PATH=path, HOME=str(tmp_path)),
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    found = {entry.split("\t")[0].split(":")[0] for entry in done.stdout.splitlines() if entry}
    assert found == expected, done.stderr
