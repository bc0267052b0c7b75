"""A fault at every call of the file system that a command makes: every target is the old one or the new one.

``kill -9`` at every change of the disk; every call in turn fails with ENOSPC, EIO or EINTR, or writes half of what it
should; and every allocation of the compiled kernel fails in turn. After a failure the command says one sentence and
exits with 1, or it succeeds all the same, and it leaves nothing behind.
"""

import errno
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.running import corpus_file
from tests.unit.io.test_annotations import coder_file

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
    "convert": ("convert {}.json out.csv", ["out.csv"]),
    "convert to a folder": ("convert {}.json out --to segeval-tsv", ["out"]),
    "convert to a folder by two renames": ("convert {}.json out --to segeval-tsv", ["out"]),
    "report": ("report {}.json -o out.html", ["out.html"]),
    "score": (
        "score {}.parquet -m S --reference reference --hypothesis hypothesis --workers 1 -o scores.parquet",
        ["scores.parquet"],
    ),
    "collect": ("collect {}-ann.json {}-ben.json -o out.json", ["out.json"]),
    "consensus": ("consensus {}.json -o out.json", ["out.json"]),
}
KILL, SHORT, NO_MEMORY = 0, -1, -2
FAILURES = {
    "ENOSPC": errno.ENOSPC,
    "EIO": errno.EIO,
    "EINTR": errno.EINTR,
    "short write": SHORT,
    "no memory": NO_MEMORY,
}


class Ended(NamedTuple):
    """How a run ended: the fault, the call that had it, the exit status, standard error, and the files on the disk."""

    fault: int
    call: str
    status: int
    said: str
    files: dict[str, str]


@pytest.fixture(scope="module")
def faults(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("faults") / "faults.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-fexceptions", "-O1", "-o", made, HERE / "faults.c", "-ldl"], check=True)
    return made


def make_start(folder: Path, what: str, there: bool) -> Path:
    """A folder with what the commands read and, if it is to be replaced, what a command wrote before."""
    folder.mkdir()
    for name, corpus in CORPORA.items():
        corpus_file(folder / f"{name}.json", corpus)
        table = pa.table({"reference": PAIRS[name], "hypothesis": [[2, 3], [1, 4], [5]]})
        pq.write_table(table, folder / f"{name}.parquet")
        for coder, ode in (("ann", [1, 2]), ("ben", [2, 1] if name == "new" else [3])):
            (folder / f"{name}-{coder}.json").write_bytes(coder_file(coder, {"ode": ode, "elegy": [2]}).getvalue())
    if there:
        words = [sys.executable, "-m", "seamark", *COMMANDS[what][0].replace("{}", "old").split()]
        subprocess.run(words, cwd=folder, check=True, capture_output=True)
    return folder


def runs(start: Path, library: Path, what: str, there: bool, kinds: list[int]) -> Iterator[Ended]:
    """The files before, then a run for every fault and every call, each in a fresh copy of the folder."""
    command = [*COMMANDS[what][0].replace("{}", "new").split(), *(["--force"] if there else [])]
    task = {
        "start": str(start),
        "place": f"{start}.copy",
        "command": command,
        "exchange": "renames" not in what,
        "faults": kinds,
    }
    environment = {**os.environ, "LD_PRELOAD": str(library)}
    driver = [sys.executable, HERE / "driver.py"]
    done = subprocess.run(driver, input=json.dumps(task), env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    return (Ended(*json.loads(line)) for line in done.stdout.splitlines())


def part(files: dict[str, str], name: str) -> dict[str, str]:
    """What a target is: the digest of a file, or of all files in a folder."""
    return {path: digest for path, digest in files.items() if path == name or path.startswith(f"{name}/")}


@pytest.mark.parametrize("there", [True, False], ids=["replaced", "first"])
@pytest.mark.parametrize("what", COMMANDS)
def test_every_target_is_the_old_one_or_the_new_one_after_a_kill(tmp_path, faults, what, there):
    targets, exchange = COMMANDS[what][1], "renames" not in what
    start = make_start(tmp_path / "start", what, there)
    before = {path.name for path in start.iterdir()}
    ended = list(runs(start, faults, what, there, [KILL]))
    assert [run.call for run in ended] == ["none"] + ["kill"] * (len(ended) - 2) + [""]
    states = [run.files for run in ended[1:]]
    assert len(states) >= 4  # at least the write, the sync, the rename, the sync of the folder
    assert not [path for path in states[-1] if path.startswith(".")]
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


def _is_of(path: str, targets: list[str]) -> bool:
    return any(part({path: ""}, target) for target in targets)


def outcome_of(run: Ended, old: dict[str, str], new: dict[str, str], targets: list[str]) -> str:
    """What became of a run with a failure; anything else than the allowed outcomes is a finding."""
    wrong = []
    if left := [path for path in run.files if path not in old and not _is_of(path, targets)]:
        wrong.append(f"left behind: {left}")
    if any(run.files.get(path) != digest for path, digest in old.items() if not _is_of(path, targets)):
        wrong.append("a file beside the target changed")
    whole = [one for one in targets if part(run.files, one) == part(new, one)]
    if any(part(run.files, one) not in (part(old, one), part(new, one)) for one in targets):
        wrong.append("a target is neither old nor new")
    if run.status == 0:
        return "; ".join(wrong) or ("succeeds" if len(whole) == len(targets) else "exit 0 without the new file")
    lines = run.said.splitlines()
    if run.status != 1 or not lines or not lines[-1].startswith("seamark: ") or "Traceback" in run.said:
        wrong.append(f"exit {run.status} with {run.said!r}")
    return "; ".join(wrong) or ("refused, new file" if len(whole) == len(targets) else "refused, old file")


ALLOWED = ("succeeds", "refused, old file", "refused, new file")


@pytest.mark.parametrize("there", [True, False], ids=["replaced", "first"])
@pytest.mark.parametrize("what", COMMANDS)
def test_a_call_that_fails(tmp_path, faults, what, there):
    start = make_start(tmp_path / "start", what, there)
    ended = list(runs(start, faults, what, there, list(FAILURES.values())))
    names = {number: name for name, number in FAILURES.items()}
    old, new = ended[0].files, next(run.files for run in ended if not run.call)
    outcomes = [(run, outcome_of(run, old, new, COMMANDS[what][1])) for run in ended[1:] if run.call]
    counts = Counter((run.fault, how) for run, how in outcomes)
    # The table in docs/formats.md adds these up: pytest -m slow -s tests/faults
    print(f"\n{what}:", *(f"{names[one]}, {how}: {runs};" for (one, how), runs in sorted(counts.items())))  # noqa: T201
    findings = [f"{names[run.fault]} at {run.call}: {one}" for run, one in outcomes if one not in ALLOWED]
    assert findings == []
