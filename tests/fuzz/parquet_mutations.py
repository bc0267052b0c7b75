"""Damaged Parquet files: ``python -m tests.fuzz.parquet_mutations --cases 5000 --seed 1``.

Every file is loaded, scored and agreed on, in a process that has 4 GB and ten seconds for each. Nothing but an error of
ours, or an exit status that says so, may come of it.
"""

import contextlib
import io
import struct
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import seamark as sm
from tests.fuzz.cases import MOST_SECONDS, at_most, main
from tests.fuzz.damage import Damage, cut, flip_bytes, remove_bytes, repeat_bytes
from tests.unit.scale.pairs import random_pairs

_ROWS = 60


@cache
def seeds() -> dict[str, bytes]:
    """Files by name: pairs with columns ``ref``, ``hyp`` and ``group``, codings, and corpora of our own."""
    found = {f"pairs of {name}": _file(pa.table(columns)) for name, columns in _pairs().items()}
    pairs = pa.table(_pairs()["masses"])
    for codec in ("none", "gzip", "brotli", "zstd", "lz4"):
        found[f"codec {codec}"] = _file(pairs, compression=codec)
    found |= {
        "many row groups": _file(pairs, row_group_size=5),
        "small pages": _file(pairs, data_page_size=64, write_batch_size=4),
        "second page version": _file(pairs, data_page_version="2.0", write_page_index=True),
        "checksums": _file(pairs, write_page_checksum=True),
        "no dictionary": _file(pairs, use_dictionary=False),
        "no schema of Arrow": _file(pairs, store_schema=False),
        "delta": _file(
            pa.table(_pairs()["strings"]),
            use_dictionary=False,
            column_encoding={"ref": "DELTA_BYTE_ARRAY", "hyp": "DELTA_LENGTH_BYTE_ARRAY", "group": "PLAIN"},
        ),
    }
    for name, corpus in _corpora().items():
        stream = io.BytesIO()
        sm.save(corpus, stream, format="parquet")
        found[f"corpus of {name}"] = stream.getvalue()
    found["codings as masses"] = _file(
        pa.table({"item": ["a", "a", "b"], "coder": ["x", "y", "x"], "masses": [[2, 3], [5], [1, 1, 7]]})
    )
    return found


def _pairs() -> dict[str, dict[str, object]]:
    references, hypotheses = random_pairs(_ROWS, 3, 60)
    masses = [sum(row) for row in references]
    names = [f"g{row % 4}" for row in range(_ROWS)]

    def both(change: Callable[[list[int]], object], kind: pa.DataType | None = None) -> dict[str, object]:
        return {
            name: pa.array([change(row) for row in rows], kind)
            for name, rows in (("ref", references), ("hyp", hypotheses))
        }

    def positions(row: list[int]) -> list[int]:
        return list(sm.Segmentation.from_masses(row).positions)

    def boundary_string(row: list[int]) -> str:
        return sm.Segmentation.from_masses(row).to_string()

    some = dict.fromkeys(range(0, _ROWS, 7))
    return {
        "masses": {**both(list), "group": names},
        "positions": {**both(positions, pa.list_(pa.int32())), "mass": masses, "group": names},
        "strings": {**both(boundary_string), "group": [row % 3 for row in range(_ROWS)]},
        "large strings": {**both(boundary_string, pa.large_string()), "group": np.arange(_ROWS) / 2},
        "dictionaries": {
            **{name: column.dictionary_encode() for name, column in both(boundary_string).items()},
            "group": pa.array(names).dictionary_encode(),
        },
        "nulls": {
            "ref": [some.get(n, row) for n, row in enumerate(references)],
            "hyp": [[*row, None] if n % 9 == 1 else row for n, row in enumerate(hypotheses)],
            "group": [some.get(n, name) for n, name in enumerate(names)],
        },
        "bytes": {**both(list, pa.large_list(pa.uint8())), "group": pa.array(names, pa.large_string())},
        "nested": {**both(list), "group": [{"a": [n, n], "b": {"c": name}} for n, name in enumerate(names)]},
    }


def _corpora() -> dict[str, sm.Corpus]:
    typed = sm.Segmentation.from_positions([2, 2, 4], 7, ["p", "q", "p"])
    return {
        "two coders": sm.Corpus({f"i{n}": {"x": [2, 3, n], "y": [1, 4, n]} for n in range(1, 20)}),
        "types": sm.Corpus({"a": {"x": typed, "y": typed}}),
    }


def _file(table: pa.Table, **options: object) -> bytes:
    stream = io.BytesIO()
    pq.write_table(table, stream, **options)
    return stream.getvalue()


class ParquetCases:
    """Parquet files, damaged; what is imported on the way to a sound file is not the time of the first case."""

    def __init__(self, root: Path, seed: int) -> None:
        self.path, self.seed, self.trials = root / "damaged.parquet", seed, _trials()
        self.path.write_bytes(seeds()["pairs of masses"])
        for trial in self.trials:
            trial(str(self.path))

    def file(self, number: int) -> tuple[str, bytes]:
        rng = Random(f"{self.seed}:{number}")  # noqa: S311
        sound = list(seeds().items())
        name, data = sound[number % len(sound)]
        for _ in range(rng.randint(1, 3)):
            data = rng.choice(DAMAGES)(rng, data)
        return f"{name}.parquet", data

    def shown(self, number: int) -> str:
        name, data = self.file(number)
        return f"{name}: {data!r}"

    def __call__(self, number: int) -> str:
        self.path.write_bytes(self.file(number)[1])
        for trial in self.trials:
            with at_most(MOST_SECONDS):
                trial(str(self.path))
        return "fine"


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


def _footer(data: bytes) -> tuple[int, int]:
    """Where the footer lies, as the file says."""
    if len(data) < 12:
        return 0, 0
    (length,) = struct.unpack("<I", data[-8:-4])
    return max(4, len(data) - 8 - length), len(data) - 8


def in_footer(damage: Damage) -> Damage:
    """The damage done to the footer, whose length then still fits."""

    def done(rng: Random, data: bytes) -> bytes:
        start, end = _footer(data)
        footer = damage(rng, data[start:end])
        return data[:start] + footer + struct.pack("<I", len(footer)) + data[-4:] if start < end else data

    return done


def in_pages(damage: Damage) -> Damage:
    """The damage before the footer."""

    def done(rng: Random, data: bytes) -> bytes:
        start = _footer(data)[0]
        return data[:4] + damage(rng, data[4:start]) + data[start:]

    return done


def large_number(rng: Random, data: bytes) -> bytes:
    """A number of Thrift, which takes seven bits a byte, made as large as there is room for."""
    place, piece = rng.randrange(len(data) + 1), b"\xff" * rng.randint(1, 8) + b"\x0f"
    return data[:place] + piece + data[place + len(piece) :]


def move_bytes(rng: Random, data: bytes) -> bytes:
    """A piece written over another one."""
    start, place, width = rng.randrange(len(data) + 1), rng.randrange(len(data) + 1), rng.randint(1, 64)
    return data[:place] + data[start : start + width] + data[place + width :]


def length_of_footer(rng: Random, data: bytes) -> bytes:
    return data[:-8] + rng.randbytes(4) + data[-4:]


#: Most of what can go wrong is in the footer.
DAMAGES: tuple[Damage, ...] = (
    *(in_footer(damage) for damage in (flip_bytes, flip_bytes, large_number, remove_bytes, repeat_bytes, move_bytes)),
    *(in_pages(damage) for damage in (flip_bytes, flip_bytes, large_number, remove_bytes, repeat_bytes, move_bytes)),
    *(length_of_footer, cut, repeat_bytes),
)

if __name__ == "__main__":
    sys.exit(main(ParquetCases))
