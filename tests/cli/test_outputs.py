"""Where commands write to: never to what they read, never in place of a device, and nothing half."""

import os
import re
import resource
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from seamark.io import load
from tests.cli.running import Within, as_process, corpus_file, environment

CODINGS = {"poem": {"ann": [2, 3], "ben": [5]}}
COLUMNS = ("--reference", "reference", "--hypothesis", "hypothesis")


def names() -> list[str]:
    """Everything in the folder, hidden or not."""
    return sorted(path.as_posix() for path in Path().rglob("*"))


@pytest.fixture
def corpus() -> str:
    corpus_file(Path("in.json"), CODINGS)
    return "in.json"


@pytest.fixture
def pairs() -> str:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    Path("data").mkdir()
    for name, first in (("one", [4, 1]), ("two", [0])):
        table = pa.table({"reference": [first, [2, 3]], "hypothesis": [[2, 3], [1, 4]]})
        pq.write_table(table, f"data/{name}.parquet")
    return "data/one.parquet"


@pytest.mark.parametrize(
    "command",
    [
        ("convert", "in.json", "{}", "--to", "json"),
        ("report", "in.json", "-o", "{}"),
        ("report", "sample:stargazer", "--systems", "in.json", "-o", "{}"),
        ("report", "sample:stargazer", "--systems", "name=in.json", "-o", "{}"),
        ("plot", "heatmap", "in.json", "-o", "{}"),
        ("segment", "in.json", "--with", "chunks", "-o", "{}"),
    ],
)
@pytest.mark.parametrize("way", ["itself", "link", "second-name"])
def test_an_input_is_not_replaced(seamark: Within, corpus: str, command: tuple[str, ...], way: str) -> None:
    suffix = ".svg" if command[0] == "plot" else ".json"
    target = corpus
    if way == "link" or (suffix == ".svg" and way == "itself"):
        target = f"link{suffix}"
        Path(target).symlink_to(corpus)
    elif way == "second-name":
        target = f"second{suffix}"
        os.link(corpus, target)
    before, there = Path(corpus).read_bytes(), names()
    ran = seamark(*(word.format(target) for word in command), "--force")
    assert ran.code == 1
    assert ran.err == f"seamark: {target}: is an input too, and inputs are not replaced; choose another name\n"
    assert Path(corpus).read_bytes() == before
    assert names() == there


@pytest.mark.parametrize("places", [("data/one.parquet",), ("data",), ("data/*.parquet",), ("data/t*", "data/o*")])
def test_pairs_are_not_replaced_by_their_scores(seamark: Within, pairs: str, places: tuple[str, ...]) -> None:
    before = Path(pairs).read_bytes()
    ran = seamark("score", *places, *COLUMNS, "-o", pairs, "--force")
    assert ran.code == 1
    assert ran.err.startswith(f"seamark: {pairs}: ")
    assert "is an input too" in ran.err or "lies in the input data" in ran.err
    assert Path(pairs).read_bytes() == before
    assert names() == ["data", "data/one.parquet", "data/two.parquet"]


def test_devices_stay(seamark: Within, corpus: str, pairs: str) -> None:
    assert seamark("convert", corpus, "/dev/null", "--to", "csv").code == 0
    assert seamark("report", corpus, "-o", "/dev/null", "--force").code == 0
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert names() == ["data", "data/one.parquet", "data/two.parquet", "in.json"]


def limited(size: int) -> Callable[[], None]:
    """For a process that may not write files larger than this, as on a disk that is full."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.parametrize("command", ["convert", "folder", "score"])
def test_a_full_disk_leaves_what_was_there(corpus: str, pairs: str, command: str) -> None:
    commands = {
        "convert": ("convert", corpus, "out.csv"),
        "folder": ("convert", corpus, "out", "--to", "wide"),
        "score": ("score", pairs, *COLUMNS, "-o", "out.parquet"),
    }
    words = commands[command]
    assert as_process(*words).code == 0
    there = {name: Path(name).read_bytes() for name in names() if Path(name).is_file()}
    done = subprocess.run(
        [sys.executable, "-m", "seamark", *words, "--force"],
        env=environment(PYTHONDONTWRITEBYTECODE="1"),
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=limited(10),
    )
    assert done.returncode == 1
    assert re.fullmatch(r"seamark: out\S*: cannot be written \(file too large\)\n", done.stderr)
    assert {name: Path(name).read_bytes() for name in names() if Path(name).is_file()} == there


@pytest.mark.parametrize(
    ("place", "reason"),
    [("nowhere/", "no such file or directory"), ("in.json/", "not a directory"), ("locked/", "permission denied")],
)
def test_places_that_cannot_be_written(seamark: Within, corpus: str, pairs: str, place: str, reason: str) -> None:
    Path("locked").mkdir(mode=0o500)
    if place == "locked/" and os.access("locked", os.W_OK):
        pytest.skip("this user may write everywhere")
    there = names()
    for words, target in [
        (("convert", corpus, f"{place}out.csv"), "out.csv"),
        (("convert", corpus, f"{place}out", "--to", "wide"), "out"),
        (("report", corpus, "-o", f"{place}out.html"), "out.html"),
        (("score", pairs, *COLUMNS, "-o", f"{place}out.parquet"), "out.parquet"),
    ]:
        ran = seamark(*words, "--force")
        assert (ran.code, ran.err) == (1, f"seamark: {place}{target}: cannot be written ({reason})\n")
        assert names() == there


@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_signals_while_scoring_leave_nothing_behind(pairs: str, name: str, status: int) -> None:
    there = names()
    code = (
        "import os, signal\n"
        "from seamark.scale.tables import ParquetOutput\n"
        "real = ParquetOutput.write\n"
        "def stopped(self, *arguments):\n"
        "    real(self, *arguments)\n"
        f"    os.kill(os.getpid(), signal.{name})\n"
        "ParquetOutput.write = stopped\n"
        "from seamark.cli.main import main\n"
        f"main(['score', 'data', *{COLUMNS!r}, '-o', 'out.parquet'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (status, b"", b"")
    assert names() == there


def test_a_signal_that_is_ignored_stays_ignored(corpus: str) -> None:
    """As nohup wants it."""
    code = (
        "import os, signal\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "import seamark.cli.commands.convert as convert\n"
        "real = convert.save\n"
        "def save(*arguments, **options):\n"
        "    os.kill(os.getpid(), signal.SIGHUP)\n"
        "    real(*arguments, **options)\n"
        "convert.save = save\n"
        "from seamark.cli.main import main\n"
        f"main(['convert', {corpus!r}, 'out.csv'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, timeout=60)
    assert done.returncode == 0
    assert load("out.csv").coder_names == ("ann", "ben")
