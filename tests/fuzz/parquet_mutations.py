"""Damaged Parquet files: ``python -m tests.fuzz.parquet_mutations --files 5000 --seed 1``.

Every file is loaded, scored and agreed on, in a process that has 4 GB and ten seconds for each. Nothing but an error of
ours, or an exit status that says so, may come of it.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import struct
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tests.fuzz.file_mutations import MOST_SECONDS, Finding, at_most, run


def damaged(seed: int, number: int) -> tuple[str, bytes]:
    """The damaged file of this number, with the name of what it was."""
    from tests.fuzz.parquet_seeds import seeds

    rng = np.random.default_rng([seed, number])
    sound = list(seeds().items())
    name, data = sound[number % len(sound)]
    for _ in range(int(rng.integers(1, 4))):
        data = DAMAGES[int(rng.integers(len(DAMAGES)))](rng, data)
    return name, data


def parquet_cases(root: Path, seed: int) -> Callable[[int], str]:
    """Runs the case of a number; what is imported on the way to a sound file is not the time of the first case."""
    from tests.fuzz.parquet_seeds import seeds

    path, trials = root / "damaged.parquet", _trials()
    path.write_bytes(seeds()["pairs of masses"])
    for trial in trials:
        trial(str(path))

    def run_case(number: int) -> str:
        path.write_bytes(damaged(seed, number)[1])
        for trial in trials:
            with at_most(MOST_SECONDS):
                trial(str(path))
        return "fine"

    return run_case


def run_damaged(files: int, seed: int) -> tuple[Counter[str], list[Finding]]:
    """Run so many cases in a new process: threads of Arrow do not survive a fork."""
    return run(files, seed, 1, parquet_cases, start="spawn")


def _trials() -> tuple[Callable[[str], None], ...]:
    """What every file goes through; anything but an error of ours is raised."""
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

    return (
        ours(load),
        command("--metric", "S,pk"),
        command("--metric", "S", "--group", "group", "--json"),
        command("--metric", "S", "--mass", "mass", "--workers", "1"),
        ours(to_files),
        ours(agree_parquet),
        ours(lambda path: agree_parquet(path, masses="positions", mass="mass")),
    )


# ---------------------------------------------------------------------------------------------------------- damage


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


def main() -> int:
    """Run from the command line; the files at fault stay in the folder ``parquet-findings``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    start = time.monotonic()
    _, findings = run_damaged(given.files, given.seed)
    for finding in findings:
        name, data = damaged(given.seed, finding.number)
        place = Path("parquet-findings") / f"{given.seed}-{finding.number}.parquet"
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(data)
        print(f"{place} ({name}): {finding.site} {finding.message}", flush=True)  # noqa: T201
    print(f"{given.files:,} damaged files in {time.monotonic() - start:.0f} s: {len(findings)} at fault")  # noqa: T201
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
