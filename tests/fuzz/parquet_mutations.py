"""Damaged Parquet files: ``python -m tests.fuzz.parquet_mutations --files 5000 --seed 1``.

Every file is loaded, scored and agreed on in a process of its own, which has 4 GB and ten seconds a file. Nothing but
an error of ours, or an exit status that says so, may come of it.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import io
import json
import os
import resource
import select
import signal
import struct
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

import numpy as np

MEMORY, SECONDS = 4 * 2**30, 10.0
#: For a worker to load what it needs, on a busy machine.
SECONDS_TO_START = 120.0


@dataclass(frozen=True)
class Finding:
    """A file that did what no file may do."""

    number: int
    name: str
    what: str
    data: bytes


def findings(files: int, seed: int) -> Iterator[Finding]:
    """Damage so many files, and tell which of them go wrong."""
    with TemporaryDirectory() as folder, Worker() as worker:
        path = Path(folder) / "damaged.parquet"
        for number, (name, data) in enumerate(damaged(files, seed)):
            path.write_bytes(data)
            what = worker.verdict(path)
            if what is not None:
                yield Finding(number, name, what, data)


# ---------------------------------------------------------------------------------------------------------- damage


def damaged(files: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """So many damaged files, with the names of those they were."""
    from tests.fuzz.parquet_seeds import seeds

    rng = np.random.default_rng(seed)
    sound = list(seeds().items())
    for number in range(files):
        name, data = sound[number % len(sound)]
        for _ in range(int(rng.integers(1, 4))):
            data = DAMAGES[int(rng.integers(len(DAMAGES)))](rng, data)
        yield name, data


def _somewhere(rng: np.random.Generator, data: bytes) -> int:
    return int(rng.integers(len(data))) if data else 0


def _in_footer(rng: np.random.Generator, data: bytes) -> int:
    start, end = _footer(data)
    return int(rng.integers(start, end)) if start < end else _somewhere(rng, data)


def _footer(data: bytes) -> tuple[int, int]:
    """Where the footer lies, as the file says."""
    if len(data) < 12:
        return 0, 0
    (length,) = struct.unpack("<I", data[-8:-4])
    return max(4, len(data) - 8 - length), len(data) - 8


def _put(data: bytes, place: int, piece: bytes) -> bytes:
    return data[:place] + piece + data[place + len(piece) :]


def _bit_in_footer(rng: np.random.Generator, data: bytes) -> bytes:
    place = _in_footer(rng, data)
    return _put(data, place, bytes([data[place] ^ (1 << int(rng.integers(8)))])) if data else data


def _byte_in_footer(rng: np.random.Generator, data: bytes) -> bytes:
    return _put(data, _in_footer(rng, data), rng.bytes(1))


def _bit_in_pages(rng: np.random.Generator, data: bytes) -> bytes:
    place = int(rng.integers(4, max(5, _footer(data)[0])))
    return _put(data, place, bytes([data[place] ^ (1 << int(rng.integers(8)))])) if place < len(data) else data


def _bytes_in_pages(rng: np.random.Generator, data: bytes) -> bytes:
    place = int(rng.integers(4, max(5, _footer(data)[0])))
    return _put(data, place, rng.bytes(int(rng.integers(1, 9))))


def _large_number(rng: np.random.Generator, data: bytes) -> bytes:
    """A number of Thrift, which takes seven bits a byte, made as large as there is room for."""
    place = _in_footer(rng, data) if rng.integers(2) else int(rng.integers(4, max(5, _footer(data)[0])))
    return _put(data, place, b"\xff" * int(rng.integers(1, 9)) + b"\x0f")


def _longer_footer(rng: np.random.Generator, data: bytes) -> bytes:
    """Bytes put into or taken from the footer, whose length then still fits."""
    start, end = _footer(data)
    if start >= end:
        return data
    place, width = int(rng.integers(start, end)), int(rng.integers(1, 12))
    footer = data[start:place] + (rng.bytes(width) + data[place:end] if rng.integers(2) else data[place + width : end])
    return data[:start] + footer + struct.pack("<I", len(footer)) + data[-4:]


def _length_of_footer(rng: np.random.Generator, data: bytes) -> bytes:
    return data[:-8] + rng.bytes(4) + data[-4:]


def _cut(rng: np.random.Generator, data: bytes) -> bytes:
    return data[: _somewhere(rng, data)]


def _hole(rng: np.random.Generator, data: bytes) -> bytes:
    """Bytes taken out of the pages: everything behind them moves."""
    place = int(rng.integers(4, max(5, _footer(data)[0])))
    return data[:place] + data[place + int(rng.integers(1, 64)) :]


def _doubled(rng: np.random.Generator, data: bytes) -> bytes:
    start, end = sorted((_somewhere(rng, data), _somewhere(rng, data)))
    return data[:end] + data[start:]


def _moved(rng: np.random.Generator, data: bytes) -> bytes:
    """A piece of the file written over another one."""
    start, width = _somewhere(rng, data), int(rng.integers(1, 64))
    return _put(data, _somewhere(rng, data), data[start : start + width])


DAMAGES: tuple[Callable[[np.random.Generator, bytes], bytes], ...] = (
    *(_bit_in_footer, _bit_in_footer, _byte_in_footer, _byte_in_footer, _large_number, _longer_footer),
    *(_bit_in_pages, _bit_in_pages, _bytes_in_pages, _length_of_footer, _cut, _hole, _doubled, _moved),
)


# ---------------------------------------------------------------------------------------------------------- worker


class Worker:
    """A process that tries files, started anew whenever one kills it.

    In place of what files go through, it can run code of a test.
    """

    def __init__(self, code: str = "") -> None:
        self._code = code
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def verdict(self, path: Path) -> str | None:
        """What went wrong with a file; None when all was as it should be."""
        process = self._started()
        _pipe(process.stdin).write(f"{path}\n")
        _pipe(process.stdin).flush()
        ready, _, _ = select.select([process.stdout], [], [], SECONDS)
        answer = _pipe(process.stdout).readline() if ready else ""
        if answer:
            what: str | None = json.loads(answer)
            return what
        if not ready:
            used = _cpu_seconds(process.pid)
            process.send_signal(signal.SIGABRT)  # it then says where it is
            self._stop()
            return f"took more than {SECONDS:g} seconds ({used:.1f} of CPU in all): {_last_words(process)}"
        self._stop()
        code = process.returncode
        return f"ended the process ({signal.Signals(-code).name if code < 0 else code}): {_last_words(process)}"

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None:
            command = [sys.executable, "-m", "tests.fuzz.parquet_mutations", "--worker", self._code]
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            ready, _, _ = select.select([self._process.stdout], [], [], SECONDS_TO_START)
            if not ready:
                self._process.kill()
            assert _pipe(self._process.stdout).readline() == "ready\n", _last_words(self._process)
        return self._process

    def _stop(self) -> None:
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(0.5)  # one that is ending by itself shall say why
            self._process.kill()
            self._process.wait()
            self._process = None


def _pipe(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream


def _cpu_seconds(pid: int) -> float:
    """What a process has used: much for work without end, little for a deadlock or a busy machine."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _last_words(process: subprocess.Popen[str]) -> str:
    return _pipe(process.stderr).read()[-2000:].strip()


def work(code: str) -> None:
    """Try the files whose paths come in, a line each; a verdict goes out for every one."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    faulthandler.enable()
    trials = {"code": lambda _: exec(code)} if code else _trials()  # noqa: S102  # from the test of this file
    if not code:
        _load_modules(trials)
    answers = sys.stdout
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        what = None
        for name, trial in trials.items():
            try:
                trial(line.rstrip("\n"))
            except Exception:
                what = f"{name}: {traceback.format_exc(limit=-6)}"
                break
        print(json.dumps(what), file=answers, flush=True)


def _load_modules(trials: dict[str, Callable[[str], None]]) -> None:
    """Try a sound file: what is imported on the way is not the time of the first damaged one."""
    from tests.fuzz.parquet_seeds import seeds

    with TemporaryDirectory() as folder:
        path = Path(folder) / "sound.parquet"
        path.write_bytes(seeds()["pairs of masses"])
        for trial in trials.values():
            trial(str(path))


def _trials() -> dict[str, Callable[[str], None]]:
    from seamark import SeamarkError, load
    from seamark.cli.main import cli, exit_code_of
    from seamark.scale import agree_parquet, score_parquet

    def command(*words: str) -> Callable[[str], None]:
        def trial(path: str) -> None:
            said = io.StringIO()
            arguments = ["score", path, "--reference", "ref", "--hypothesis", "hyp", *words]
            out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
            with contextlib.redirect_stderr(said), contextlib.redirect_stdout(out):
                code = exit_code_of(lambda: cli.main(arguments, prog_name="seamark", standalone_mode=False))
            if code not in (0, 1, 2) or "not enough memory" in said.getvalue() or len(said.getvalue().splitlines()) > 1:
                raise RuntimeError(f"exit status {code}: {said.getvalue()}")

        return trial

    def ours(call: Callable[[str], object]) -> Callable[[str], None]:
        def trial(path: str) -> None:
            with contextlib.suppress(SeamarkError):
                call(path)

        return trial

    def to_files(path: str) -> None:
        columns = {"reference": "ref", "hypothesis": "hyp", "keep": ["ref", "group"]}
        score_parquet(path, ["S", "pk"], f"{path}.scores", **columns, counts=True, workers=2, force=True)

    return {
        "load": ours(load),
        "score": command("--metric", "S,pk"),
        "score by group": command("--metric", "S", "--group", "group", "--json"),
        "score positions": command("--metric", "S", "--mass", "mass", "--workers", "1"),
        "score to files": ours(to_files),
        "agree": ours(agree_parquet),
        "agree on positions": ours(lambda path: agree_parquet(path, masses="positions", mass="mass")),
    }


def main() -> int:
    """Run from the command line; the files at fault stay in the folder ``parquet-findings``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker is not None:
        work(given.worker)
        return 0
    start, faults = time.monotonic(), 0
    for finding in findings(given.files, given.seed):
        faults += 1
        place = Path("parquet-findings") / f"{given.seed}-{finding.number}.parquet"
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(finding.data)
        print(f"{place} ({finding.name}): {finding.what}", flush=True)  # noqa: T201
    print(f"{given.files:,} damaged files in {time.monotonic() - start:.0f} s: {faults} at fault")  # noqa: T201
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
