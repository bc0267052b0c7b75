"""``kill -9`` at every change that a command makes to the disk: every target is the old one or the new one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import corpus_file

pytest.importorskip("pyarrow")
pytest.importorskip("jinja2")
pytest.importorskip("pandas")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux" or shutil.which("cc") is None, reason="needs Linux and a C compiler"),
]

HERE = Path(__file__).parent
OLD = {"poem": {"ann": [2, 3], "ben": [5]}}
NEW = {"poem": {"ann": [1, 4], "ben": [2, 3]}, "song": {"ann": [7], "ben": [3, 4]}}


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

    def kill(self, *command: str, exchange: bool = True) -> list[dict[str, str]]:
        """The files on the disk after a kill at every change, each time in a fresh copy; last, after no kill."""
        task: dict[str, Any] = {
            "start": str(self.start),
            "place": str(self._place),
            "command": command,
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
        killed, states = zip(*map(json.loads, done.stdout.splitlines()), strict=True)
        assert list(killed) == [True] * (len(killed) - 1) + [False]
        assert not [path for path in states[-1] if path.startswith(".")]
        return list(states)


@pytest.fixture
def killing(tmp_path: Path, killer: Path) -> Killing:
    made = Killing(tmp_path, killer)
    corpus_file(made.start / "old.json", OLD)
    corpus_file(made.start / "new.json", NEW)
    return made


def part(state: dict[str, str], name: str) -> dict[str, str]:
    """What a target is: the digest of a file, or of all files in a folder."""
    return {path: digest for path, digest in state.items() if path == name or path.startswith(f"{name}/")}


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
    states = killing.kill(*words("new.json"), *(["--force"] if there else []))
    assert len(states) >= 4  # at least the write, the sync, the rename, the sync of the folder
    first, last = part(states[0], target), part(states[-1], target)
    assert first != last
    assert bool(first) is there
    for state in states:
        assert part(state, target) in (first, last)
        assert {path for path in state if not path.startswith(".")} - {target} == {"old.json", "new.json"}


@pytest.mark.parametrize("exchange", [True, False], ids=["exchange", "two-renames"])
@pytest.mark.parametrize("there", [True, False], ids=["replaced", "first"])
def test_a_folder(killing: Killing, there: bool, exchange: bool) -> None:
    if there:
        killing.run("convert", "old.json", "out", "--to", "wide")
    force = ["--force"] if there else []
    states = killing.kill("convert", "new.json", "out", "--to", "wide", *force, exchange=exchange)
    first, last = part(states[0], "out"), part(states[-1], "out")
    assert (len(first), len(last)) == (int(there), 2)
    for state in states:
        found = part(state, "out")
        if not exchange and not found:  # between the two renames both lie beside the target, complete
            assert set(first.values()) | set(last.values()) <= set(state.values()) or not there
        else:
            assert found in (first, last)


@pytest.mark.parametrize("there", [True, False], ids=["replaced", "first"])
def test_scores_and_rejects(killing: Killing, there: bool) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    for name, reference in (("old", [[2, 3], [5], [0]]), ("new", [[4, 1], [0], [0]])):
        table = pa.table({"reference": reference, "hypothesis": [[2, 3], [1, 4], [5]]})
        pq.write_table(table, killing.start / f"{name}.parquet")

    def words(source: str) -> list[str]:
        columns = ["--reference", "reference", "--hypothesis", "hypothesis", "--workers", "1"]
        return ["score", f"{source}.parquet", "-m", "S", *columns, "-o", "scores.parquet", "--rejects", "bad.parquet"]

    if there:
        killing.run(*words("old"))
    states = killing.kill(*words("new"), *(["--force"] if there else []))
    for target in ("scores.parquet", "bad.parquet"):
        first, last = part(states[0], target), part(states[-1], target)
        assert first != last
        assert bool(first) is there
        assert all(part(state, target) in (first, last) for state in states)
