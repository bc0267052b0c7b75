"""Where commands write to, signals that end them, and unusual streams: nothing half, nothing instead of an input."""

import json
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
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
    Path("data").mkdir()
    for name, first in (("one", [4, 1]), ("two", [0])):
        pairs = pa.table({"reference": [first, [2, 3]], "hypothesis": [[2, 3], [1, 4]]})
        pq.write_table(pairs, f"data/{name}.parquet")
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
    assert "is an input too" in ran.err or "is inside the input data" in ran.err
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
    assert run_code(code).returncode == 0
    assert load("out.csv").coder_names == ("ann", "ben")


COMMAND = [sys.executable, "-m", "seamark"]


def run_code(code: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, timeout=60)


@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
@pytest.mark.parametrize(
    ("place", "command"),
    [
        ("seamark.base.files._sync", "convert pairs.json old --to csv"),
        (
            "seamark.scale.tables.ParquetOutput.write",
            "score pairs.parquet --reference reference --hypothesis hypothesis -o old",
        ),
    ],
)
def test_signals_while_writing_leave_the_old_file(name: str, status: int, place: str, command: str) -> None:
    corpus_file(Path("pairs.json"), {"poem": {"x": [2, 3]}})
    pq.write_table(pa.table({"reference": [[2, 3]], "hypothesis": [[5]]}), "pairs.parquet")
    Path("old").write_text("precious", encoding="utf-8")
    owner, _, method = place.rpartition(".")
    code = (
        "import os, pkgutil, signal\n"
        f"signal.signal(signal.{name}, signal.SIG_DFL)\n"  # nohup and jobs in the background ignore signals
        f"owner = pkgutil.resolve_name({owner!r})\n"
        f"real = owner.{method}\n"
        "def interrupted(*arguments):\n"
        "    real(*arguments)\n"
        f"    os.kill(os.getpid(), signal.{name})\n"
        f"owner.{method} = interrupted\n"
        "from seamark.cli.main import main\n"
        f"main([*{command.split()!r}, '--force'])\n"
    )
    done = run_code(code)
    assert (done.returncode, done.stdout, done.stderr) == (status, b"", b"")
    assert Path("old").read_text(encoding="utf-8") == "precious"
    assert sorted(path.name for path in Path().iterdir()) == ["old", "pairs.json", "pairs.parquet"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("score", "many.json", "many.json", "--csv", "--quiet"),
        ("score", "many.json", "many.json", "--json"),
        ("convert", "many.json", "-", "--to", "csv", "--quiet"),
        ("agree", "two.json", "--by", "item"),
    ],
)
def test_a_reader_that_goes_away_is_141_and_silent(arguments: tuple[str, ...]) -> None:
    corpus_file(Path("many.json"), {f"item {i}": {"x": [2, 3]} for i in range(20_000)})  # more than a pipe holds
    corpus_file(Path("two.json"), {f"item {i}": {"x": [2, 3], "y": [5]} for i in range(2_000)})
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    assert process.stdout is not None
    assert process.stdout.read(10)
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    assert process.wait(timeout=30) == 141


def test_a_full_disk_is_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*COMMAND, "metrics"], stdout=full, stderr=subprocess.PIPE, env=environment())
    assert done.returncode == 1
    assert done.stderr == b"seamark: No space left on device\n"


def test_closed_streams(files: tuple[str, str]) -> None:
    def shell(line: str) -> subprocess.CompletedProcess[bytes]:
        command = line.replace("seamark", f"{sys.executable} -m seamark")
        return subprocess.run(["/bin/sh", "-c", command], env=environment(), capture_output=True, timeout=60)

    done = shell("seamark metrics --json >&-")
    assert (done.returncode, done.stderr) == (1, b"seamark: standard output is closed; nothing can be printed\n")
    assert shell("seamark score ref.json nope.json 2>&-").returncode == 1
    done = shell("seamark agree - <&-")
    assert (done.returncode, done.stderr) == (1, b"seamark: standard input is closed\n")


def test_a_terminal_without_the_characters(files: tuple[str, str]) -> None:
    corpus_file(Path("names.json"), {"Gedicht über Mäuse": {"gold": [20]}})
    ran = as_process("score", "names.json", "names.json", "-m", "S", PYTHONIOENCODING="ascii")
    assert ran.code == 0
    assert "Gedicht \\xfcber M\\xe4use" in ran.out
    ran = as_process("score", "names.json", "names.json", "-m", "S", "--json", PYTHONIOENCODING="ascii")
    assert json.loads(ran.out)["items"][0]["item"] == "Gedicht über Mäuse"
