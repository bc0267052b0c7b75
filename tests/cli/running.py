"""Running the command line: within this process, as a process of its own, and in a terminal."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from seamark.cli.main import cli, exit_code_of

Codings = Mapping[str, Mapping[str, object]]

#: The running example, and a second item with a near miss.
REFERENCE = {"poem": {"gold": [5, 5, 5, 5]}, "song": {"gold": [2, 3, 5]}}
HYPOTHESIS = {"song": {"system": [2, 4, 4]}, "poem": {"system": [5, 6, 9]}}
#: Two items by three coders, and a system.
HUMANS = {
    "poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]},
    "song": {"ann": [4, 4], "ben": [4, 4], "cat": [3, 5]},
}
TILER = {"poem": {"tiler": [2, 3, 6]}, "song": {"tiler": [4, 4]}}


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The document without what says how it was made."""
        found = json.loads(self.out)
        return {k: v for k, v in found.items() if k not in ("command", "inputs")} if isinstance(found, dict) else found


class Within:
    """The command line in this process: quick, with everything but the end of the process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str | Path) -> Ran:
        self._capsys.readouterr()
        words = [str(argument) for argument in arguments]
        code = exit_code_of(lambda: cli.main(words, prog_name="seamark", standalone_mode=False))
        return Ran(code, *self._capsys.readouterr())


def environment(**changes: str) -> dict[str, str]:
    """The environment without what would change the looks of the output."""
    dropped = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "PYTHONDONTWRITEBYTECODE")
    return {key: value for key, value in os.environ.items() if key not in dropped} | {"TERM": "xterm"} | changes


def as_process(*arguments: str | Path, stdin: bytes = b"", **changes: str) -> Ran:
    """The command line as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "seamark", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        env=environment(**changes),
        timeout=60,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def in_terminal(*arguments: str | Path, columns: int = 80, **changes: str) -> str:
    """What a terminal of this width shows: standard output and standard error together."""
    patient = {"SEAMARK_PROGRESS_AFTER": "600"} | changes  # whatever else the machine has to do
    command = [sys.executable, "-m", "seamark", *map(str, arguments)]
    return run_in_terminal(command, COLUMNS=str(columns), **patient)[0]


def run_in_terminal(command: list[str], **changes: str) -> tuple[str, int]:
    """What a terminal shows of a command, and its exit status."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, env=environment(**changes))
    os.close(follower)
    shown = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        shown += part
    status = process.wait(timeout=60)
    os.close(leader)
    return shown.decode().replace("\r\n", "\n"), status


def corpus_file(path: Path, codings: Codings, *, texts: Mapping[str, list[str]] | None = None) -> Path:
    """Write codings as Seamark JSON, or as JSONL if the name says so."""
    items = [{"item": item, "codings": coders, **_more(item, coders, texts)} for item, coders in codings.items()]
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    else:
        path.write_text(json.dumps({"format": "seamark", "version": 1, "items": items}), encoding="utf-8")
    return path


def _more(item: str, coders: Mapping[str, object], texts: Mapping[str, list[str]] | None) -> dict[str, object]:
    more: dict[str, object] = {} if texts is None else {"texts": texts[item]}
    for coding in coders.values():
        if isinstance(coding, dict):
            more["mass"] = coding.pop("mass", more.get("mass"))
    return more


def lab(name: str, rows: list[tuple[float, float, str]]) -> str:
    """Write a .lab file of segments with their labels."""
    Path(name).write_text("".join(f"{start}\t{end}\t{label}\n" for start, end, label in rows), encoding="utf-8")
    return name


def rttm(name: str, rows: list[tuple[float, float, str]], item: str = "talk") -> str:
    """Add the turns of a recording to an RTTM file."""
    lines = (f"SPEAKER {item} 1 {start} {end - start:.6g} <NA> <NA> {label} <NA>\n" for start, end, label in rows)
    with Path(name).open("a", encoding="utf-8") as file:
        file.writelines(lines)
    return name
