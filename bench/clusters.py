"""Parquet files as whole processes against reading alone, clusters against threads, and agreement of long tables."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import seamark as sm
from bench.make_pairs import make_pairs
from bench.timing import Row, best_of_each
from seamark.scale import agree_parquet, score_parquet
from seamark.scale.workers import workers_on

PAIRS, MANY = 2_000_000, 5_000_000
ITEMS, CODERS = 250_000, ("ann", "ben", "cat", "dan")
METRICS = "S,B,windowdiff,pk"
WORK = "Parquet, 2,000,000 pairs, S+B+WindowDiff+Pk, whole process"


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from whole_processes(folder / "pairs.parquet")
        yield from dask(folder / "many.parquet")
        yield from agreement(folder / "codings.parquet")


def whole_processes(path: Path) -> Iterator[Row]:
    """Start of Python included on both sides."""
    make_pairs(str(path), PAIRS)
    read = f"import pyarrow.parquet as pq; pq.read_table({str(path)!r}, columns=['ref', 'hyp'])"
    score = ("-m", "seamark", "score", str(path), "--reference", "ref", "--hypothesis", "hyp", "-m", METRICS)
    times = best_of_each(
        {
            "read": process("-c", read),
            "scores": process(*score, "-o", str(path.with_name("scores.parquet")), "--force"),
            "means": process(*score),
        },
        rounds=5,
    )
    yield Row(f"{WORK}, scores written", "seamark", times["scores"], "pyarrow reads", times["read"], "<= 1.6")
    yield Row(f"{WORK}, means only", "seamark", times["means"], "pyarrow reads", times["read"], "<= 1.3")


def process(*words: str) -> Callable[[], object]:
    return lambda: subprocess.run([sys.executable, *words], check=True, capture_output=True)  # noqa: S603  # ourselves


def dask(path: Path) -> Iterator[Row]:
    """Two workers of a cluster that has started, and two threads; each writes its parts."""
    make_pairs(str(path), MANY)
    options = {"reference": "ref", "hypothesis": "hyp", "parts": True, "force": True}
    target = path.with_name("scores")
    with workers_on("local", 2) as workers:
        times = best_of_each(
            {
                "threads": lambda: score_parquet(path, METRICS, target, **options, workers=2),
                "dask": lambda: score_parquet(path, METRICS, target, **options, cluster=workers),
            },
            rounds=4,
        )
    work = "Parquet, 5,000,000 pairs in parts"
    yield Row(work, "Dask, 2 workers", times["dask"], "2 threads", times["threads"], "<= 1.25")


def agreement(path: Path) -> Iterator[Row]:
    """A million codings with an interval over items and coders, in processor time."""
    make_codings(path, ITEMS)

    def in_memory() -> object:
        return sm.agree(sm.load(path), ci=0.95)

    def in_parts() -> object:
        return agree_parquet(path, ci=0.95, workers=2)

    times = [_processor_time(work) for work in (in_memory, in_parts)]
    yield Row("agree, 1,000,000 codings, interval", "in memory", times[0], "Parquet in parts", times[1], ">= 1")


def _processor_time(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def make_codings(path: Path, items: int, *, seed: int = 5) -> None:
    """Texts of 20 to 60 units that four coders cut at about six of the same eight places, some of them one unit off."""
    rng = np.random.default_rng(seed)
    step, writer = 50_000, None
    for start in range(0, items, step):
        count = min(step, items - start)
        masses = rng.integers(20, 60, count)
        places = 1 + np.floor(rng.random((count, 8)) * (masses[:, np.newaxis] - 1)).astype(np.int64)
        shape = (count, len(CODERS), 8)
        moved = places[:, np.newaxis] + np.where(rng.random(shape) < 0.25, rng.choice([-1, 1], shape), 0)
        moved = np.clip(moved, 1, masses[:, np.newaxis, np.newaxis] - 1)
        kept = np.where(rng.random(shape) < 0.8, moved, 0).reshape(-1, 8)
        totals = np.repeat(masses, len(CODERS))
        edges = np.sort(np.column_stack((np.zeros_like(totals), kept, totals)), axis=1)
        steps = np.diff(edges, axis=1)
        offsets = np.concatenate(([0], np.cumsum(np.count_nonzero(steps, axis=1)))).astype(np.int32)
        names = np.repeat([f"text-{number:09}" for number in range(start, start + count)], len(CODERS))
        table = pa.table(
            {
                "item": pa.array(names),
                "coder": pa.array(np.tile(CODERS, count)),
                "masses": pa.ListArray.from_arrays(pa.array(offsets), pa.array(steps[steps > 0])),
            }
        )
        writer = writer or pq.ParquetWriter(path, table.schema)
        writer.write_table(table, row_group_size=100_000)
    if writer is not None:
        writer.close()
