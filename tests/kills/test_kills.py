"""``kill -9`` at every change that a command makes to the disk: every target is the old one or the new one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import corpus_file

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
pytest.importorskip("jinja2")
pytest.importorskip("pandas")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux" or shutil.which("cc") is None, reason="needs Linux and a C compiler"),
]

HERE = Path(__file__).parent
CORPORA = {
    "old": {"poem": {"ann": [2, 3], "ben": [5]}},
    "new": {"poem": {"ann": [1, 4], "ben": [2, 3]}, "song": {"ann": [7], "ben": [3, 4]}},
}
PAIRS = {"old": [[2, 3], [5], [0]], "new": [[4, 1], [0], [0]]}

#: Commands, and the files and folders that they write.
COMMANDS = {
    "a file": ("convert {}.json out.csv", ["out.csv"]),
    "a page": ("report {}.json --resamples 20 -o out.html", ["out.html"]),
    "a folder": ("convert {}.json out --to wide", ["out"]),
    "a folder by two renames": ("convert {}.json out --to wide", ["out"]),
    "scores and rejects": (
        "score {}.parquet -m S --reference reference --hypothesis hypothesis --workers 1 -o scores.parquet "
        "--rejects bad.parquet",
        ["scores.parquet", "bad.parquet"],
    ),
}


@pytest.fixture(scope="module")
def killer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("killer") / "kill.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, HERE / "kill.c", "-ldl"], check=True)
    return library


@pytest.fixture
def start(tmp_path: Path) -> Path:
    """A folder with what the commands read."""
    folder = tmp_path / "start"
    folder.mkdir()
    for name, corpus in CORPORA.items():
        corpus_file(folder / f"{name}.json", corpus)
        table = pa.table({"reference": PAIRS[name], "hypothesis": [[2, 3], [1, 4], [5]]})
        pq.write_table(table, folder / f"{name}.parquet")
    return folder


def states_after_kills(start: Path, killer: Path, command: list[str], exchange: bool) -> list[dict[str, str]]:
    """The files on the disk after a kill at every change, each time in a fresh copy; last, after no kill."""
    task = {"start": str(start), "place": f"{start}.copy", "command": command, "exchange": exchange}
    environment = {**os.environ, "LD_PRELOAD": str(killer)}
    driver = [sys.executable, HERE / "driver.py"]
    done = subprocess.run(driver, input=json.dumps(task), env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    killed, states = zip(*map(json.loads, done.stdout.splitlines()), strict=True)
    assert list(killed) == [True] * (len(killed) - 1) + [False]
    assert not [path for path in states[-1] if path.startswith(".")]
    return list(states)


def part(state: dict[str, str], name: str) -> dict[str, str]:
    """What a target is: the digest of a file, or of all files in a folder."""
    return {path: digest for path, digest in state.items() if path == name or path.startswith(f"{name}/")}


@pytest.mark.parametrize("there", [True, False], ids=["replaced", "first"])
@pytest.mark.parametrize("what", COMMANDS)
def test_every_target_is_the_old_one_or_the_new_one(start: Path, killer: Path, what: str, there: bool) -> None:
    command, targets = COMMANDS[what]
    if there:
        words = [sys.executable, "-m", "seamark", *command.format("old").split()]
        subprocess.run(words, cwd=start, check=True, capture_output=True)
    force, exchange = ["--force"] if there else [], "renames" not in what
    before = {path.name for path in start.iterdir()}
    states = states_after_kills(start, killer, [*command.format("new").split(), *force], exchange)
    assert len(states) >= 4  # at least the write, the sync, the rename, the sync of the folder
    for target in targets:
        first, last = part(states[0], target), part(states[-1], target)
        assert first != last
        assert bool(first) is there
        for state in states:
            found = part(state, target)
            if not exchange and not found:  # between the two renames both lie beside the target, complete
                assert set(first.values()) | set(last.values()) <= set(state.values()) or not there
            else:
                assert found in (first, last)
            assert {path.split("/")[0] for path in state if path[0] != "."} <= before | set(targets)
