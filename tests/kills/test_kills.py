"""``kill -9`` at every change that a command makes to the disk: old or new, never neither, never a mix."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import corpus_file

pytest.importorskip("pyarrow")
pytest.importorskip("jinja2")
pytest.importorskip("pandas")
pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("cc") is None, reason="needs Linux and a C compiler"
)

HERE = Path(__file__).parent
OLD = {"poem": {"ann": [2, 3], "ben": [5]}}
NEW = {"poem": {"ann": [1, 4], "ben": [2, 3]}, "song": {"ann": [7], "ben": [3, 4]}}


@dataclass(frozen=True)
class Attempt:
    """A run that was killed, or the last one, which was not; what lay on the disk then, and after what followed."""

    killed: bool
    states: list[dict[str, str]]
    told: list[tuple[int, str]]


@pytest.fixture(scope="module")
def killer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("killer") / "kill.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, HERE / "kill.c", "-ldl"], check=True)
    return library


class Killing:
    """A folder with files of an old run, and commands that are killed in copies of it."""

    def __init__(self, folder: Path, killer: Path) -> None:
        self.start = folder / "start"
        self.start.mkdir()
        self._place = folder / "place"
        self._killer = killer

    def run(self, *arguments: str) -> None:
        """Run a command in the folder, to its end."""
        command = [sys.executable, "-m", "seamark", *arguments]
        subprocess.run(command, cwd=self.start, check=True, capture_output=True)

    def kill(self, *command: str, then: list[list[str]], exchange: bool = True) -> list[Attempt]:
        """Kill a command at every change, each time in a fresh copy, and let others follow."""
        task: dict[str, Any] = {
            "start": str(self.start),
            "place": str(self._place),
            "command": command,
            "then": then,
            "exchange": exchange,
        }
        done = subprocess.run(
            [sys.executable, HERE / "driver.py"],
            input=json.dumps(task),
            env={**os.environ, "LD_PRELOAD": str(self._killer)},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        attempts = [Attempt(**json.loads(line)) for line in done.stdout.splitlines()]
        assert [attempt.killed for attempt in attempts] == [True] * (len(attempts) - 1) + [False]
        return attempts


@pytest.fixture
def killing(tmp_path: Path, killer: Path) -> Killing:
    made = Killing(tmp_path, killer)
    corpus_file(made.start / "old.json", OLD)
    corpus_file(made.start / "new.json", NEW)
    return made


def part(state: dict[str, str], name: str) -> dict[str, str]:
    """What a target is: the digest of a file, or of all files in a folder."""
    return {path: digest for path, digest in state.items() if path == name or path.startswith(f"{name}/")}


def visible(state: dict[str, str]) -> set[str]:
    return {path for path in state if not path.startswith(".")}


def hidden(state: dict[str, str]) -> set[str]:
    return set(state) - visible(state)


def unfinished(state: dict[str, str]) -> bool:
    return any(path.endswith(".unfinished") for path in hidden(state))


@pytest.mark.parametrize("there", [True, False], ids=["replaced", "first"])
@pytest.mark.parametrize(
    ("command", "target"),
    [(["convert", "{}", "out.csv"], "out.csv"), (["report", "{}", "--resamples", "20", "-o", "out.html"], "out.html")],
    ids=["convert", "report"],
)
def test_a_file(killing: Killing, command: list[str], target: str, there: bool) -> None:
    def words(source: str) -> list[str]:
        return [word.format(source) for word in command]

    if there:
        killing.run(*words("old.json"))
    old = {target} if there else set()
    force = ["--force"] if there else []
    attempts = killing.kill(*words("new.json"), *force, then=[[*words("new.json"), "--force"]])
    assert len(attempts) >= 4  # at least the write, the sync, the rename, the sync of the folder
    first, last = (part(attempts[which].states[0], target) for which in (0, -1))
    assert first != last
    assert bool(first) is there
    for attempt in attempts:
        after_kill, *later = attempt.states
        assert part(after_kill, target) in (first, last)
        assert visible(after_kill) - {target} == {"old.json", "new.json"}
        if not later:
            continue
        (after_next,) = later
        assert part(after_next, target) == last
        assert hidden(after_next) == set()
        assert attempt.told[0][0] == 0
    assert old <= visible(attempts[0].states[0])


@pytest.mark.parametrize("exchange", [True, False], ids=["exchange", "two-renames"])
@pytest.mark.parametrize("there", [True, False], ids=["replaced", "first"])
def test_a_folder(killing: Killing, there: bool, exchange: bool) -> None:
    if there:
        killing.run("convert", "old.json", "out", "--to", "wide")
    force = ["--force"] if there else []
    again = ["convert", "new.json", "out", "--to", "wide", "--force"]
    attempts = killing.kill(
        "convert", "new.json", "out", "--to", "wide", *force, then=[["agree", "out"], again], exchange=exchange
    )
    first, last = (part(attempts[which].states[0], "out") for which in (0, -1))
    assert (len(first), len(last)) == (int(there), 2)
    finished = 0
    for attempt in attempts:
        after_kill, *later = attempt.states
        missing = {} if not exchange and unfinished(after_kill) else last
        assert part(after_kill, "out") in (first, last, missing)
        if not later:
            continue
        after_reading, after_next = later
        assert part(after_reading, "out") in (first, last)
        told = "an earlier run was stopped while this took its place; it is complete now" in attempt.told[0][1]
        assert told == (part(after_kill, "out") != part(after_reading, "out"))
        finished += told
        assert part(after_next, "out") == last
        assert hidden(after_next) == set()
        assert attempt.told[1][0] == 0
    assert (finished > 0) == (there and not exchange)


@pytest.mark.parametrize(
    ("there", "rejects"), [(True, "scores.rejects.parquet"), (True, "a.parquet"), (False, "scores.rejects.parquet")]
)
def test_scores_and_rejects(killing: Killing, there: bool, rejects: str) -> None:
    """Of different runs they are never side by side; a missing one is announced, and there after the next command."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    for name, reference in (("old", [[2, 3], [5], [0]]), ("new", [[4, 1], [0], [0]])):
        table = pa.table({"reference": reference, "hypothesis": [[2, 3], [1, 4], [5]]})
        pq.write_table(table, killing.start / f"{name}.parquet")

    def words(source: str) -> list[str]:
        columns = ["--reference", "reference", "--hypothesis", "hypothesis", "--workers", "1"]
        return ["score", f"{source}.parquet", "-m", "S", *columns, "-o", "scores.parquet", "--rejects", rejects]

    if there:
        killing.run(*words("old"))
    force = ["--force"] if there else []
    attempts = killing.kill(*words("new"), *force, then=[["agree", rejects], [*words("new"), "--force"]])

    def pair(state: dict[str, str]) -> tuple[str | None, str | None]:
        return state.get("scores.parquet"), state.get(rejects)

    first, last = pair(attempts[0].states[0]), pair(attempts[-1].states[0])
    assert first[0] != last[0]
    assert first[1] != last[1]
    assert (first == (None, None)) is not there
    finished = 0
    for attempt in attempts:
        after_kill, *later = attempt.states
        allowed = [first, last]
        if unfinished(after_kill):  # of the new run, and of no other
            allowed += [(first[0], None), (last[0], None)]
        assert pair(after_kill) in allowed
        if not later:
            continue
        after_reading, after_next = later
        assert pair(after_reading) in (first, last)
        told = "an earlier run was stopped while this took its place; it is complete now" in attempt.told[0][1]
        assert told or pair(after_kill) == pair(after_reading)
        finished += told
        assert pair(after_next) == last
        assert hidden(after_next) == set()
        assert attempt.told[1][0] == 0
    assert finished > 0
