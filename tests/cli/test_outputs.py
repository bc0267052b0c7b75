"""Where commands write to: never to what they read, never in place of a device, and nothing half."""

import subprocess
import sys
from pathlib import Path

import pytest

from seamark.io import load
from tests.cli.running import Within, corpus_file, environment

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
def test_an_input_is_not_replaced(seamark: Within, corpus: str, command: tuple[str, ...]) -> None:
    target = "link.svg" if command[0] == "plot" else corpus
    if target != corpus:
        Path(target).symlink_to(corpus)
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
