"""How cost grows with each size of a job: exponents fitted to processor times, ``python -m bench.scaling``.

An exponent of 1 says that twice the size takes twice the time. Each line is fitted by least squares to the logarithms
of sizes and times.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import numpy as np
from tests.unit.io.large_files import make

import seamark as sm
from bench.inputs import pairs, study, text
from bench.make_pairs import make_pairs
from bench.timing import processor_time
from seamark.scale import score_parquet


@dataclass(frozen=True)
class Scaling:
    """One job at several sizes, with the processor time of each."""

    job: str
    against: str
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def exponent(self) -> float:
        return float(np.polyfit(np.log(self.sizes), np.log(self.seconds), 1)[0])

    def __str__(self) -> str:
        sizes = ", ".join(f"{size:,}" for size in self.sizes)
        seconds = ", ".join(f"{one:.3g}" for one in self.seconds)
        return f"| {self.job} | {self.against} | {sizes} | {seconds} | {self.exponent:.2f} |"


def measured() -> Iterator[Scaling]:
    boundaries = (200, 800, 3_200, 12_800)
    yield _fitted("`score_pairs`, S", "pairs", (50_000, 100_000, 200_000, 400_000), lambda size: _batch("S", size, 10))
    for metric in ("S", "B", "windowdiff", "pk"):
        yield _fitted(
            f"`score_pairs`, {metric}", "boundaries", boundaries, lambda size, metric=metric: _batch(metric, 200, size)
        )
    types = (64, 256, 1_024, 4_096)
    for metric in ("S", "B"):
        yield _fitted(
            f"`score_pairs`, {metric}", "types", types, lambda size, metric=metric: _typed_pairs(metric, size)
        )
    yield _fitted("`agree`, two-way interval", "types", types, _typed_agree)
    yield _fitted("`agree`, two-way interval", "items", (5_000, 10_000, 20_000, 40_000), lambda size: _agree(size, 5))
    yield _fitted(
        "`agree`, two-way interval", "pairs of coders", (10, 45, 190), lambda size: _agree(1_000, _coders(size))
    )
    yield _fitted("`compare`, one system", "items", (2_500, 5_000, 10_000), lambda size: _compare(size, 1))
    yield _fitted("`audit`, three systems", "items", (5_000, 10_000, 20_000), _audit)
    with tempfile.TemporaryDirectory() as folder:
        yield from _files(Path(folder))
    yield _fitted("`TextTiling`", "characters", (125_000, 250_000, 500_000, 1_000_000), _tile)


def _fitted(job: str, against: str, sizes: tuple[int, ...], make: Callable[[int], Callable[[], object]]) -> Scaling:
    return Scaling(job, against, sizes, tuple(processor_time(make(size), rounds=3) for size in sizes))


def _batch(metric: str, count: int, segments: int) -> Callable[[], object]:
    one, other = (sm.SegmentationArray.from_masses(side) for side in pairs(count, segments, 25 * segments))
    return lambda: sm.score_pairs(metric, one, other, workers=1)


def _typed_rows(count: int, types: int, seed: int = 1) -> sm.SegmentationArray:
    """Rows of about 50 boundaries, half of which are of one type."""
    rng = np.random.default_rng(seed)
    places = np.flatnonzero(rng.random((count, 999)) < 0.05)
    offsets = np.searchsorted(places // 999, np.arange(count + 1))
    codes = np.where(rng.random(places.size) < 0.5, 0, rng.integers(types, size=places.size))
    labels = list(range(1, types + 1))
    return sm.SegmentationArray.from_columns(
        places % 999 + 1, offsets, masses=np.full(count, 1_000), types=codes, labels=labels
    )


def _typed_pairs(metric: str, types: int) -> Callable[[], object]:
    one, other = _typed_rows(2_000, types), _typed_rows(2_000, types, seed=2)
    return lambda: sm.score_pairs(metric, one, other, workers=1)


def _typed_agree(types: int) -> Callable[[], object]:
    names, coders = [f"text {row // 3}" for row in range(1_500)], [f"coder {row % 3}" for row in range(1_500)]
    humans = sm.Corpus.from_columns(names, coders, _typed_rows(1_500, types))
    return lambda: sm.agree(humans, ci=0.95, shuffles=0)


def _files(folder: Path) -> Iterator[Scaling]:
    """Rows of Parquet, threads and workers of a cluster that score them, and lines of JSON."""
    files = {}
    for rows in (100_000, 1_000_000, 10_000_000):
        files[rows] = folder / f"{rows}.parquet"
        make_pairs(str(files[rows]), rows)
    yield _fitted("`score_parquet`, four metrics", "rows", tuple(files), lambda rows: _parquet(files[rows], workers=2))
    million = files[1_000_000]
    yield _fitted(
        "`score_parquet`, four metrics, 1,000,000 rows",
        "threads",
        (1, 2, 4),
        lambda size: _parquet(million, workers=size),
    )
    yield _dask(million)
    yield _loading(folder)


def _parquet(path: Path, **options: object) -> Callable[[], object]:
    columns = {"reference": "ref", "hypothesis": "hyp"}
    metrics = ["S", "B", "windowdiff", "pk"]
    return lambda: score_parquet(path, metrics, path.with_name("scores"), parts=True, force=True, **columns, **options)


def _dask(path: Path) -> Scaling:
    """The time of all processes of a cluster, which are asked for theirs before and after."""
    import distributed

    numbers, seconds = (1, 2, 4), []
    for number in numbers:
        cluster = distributed.LocalCluster(n_workers=number, threads_per_worker=1, dashboard_address="127.0.0.1:0")
        with cluster, distributed.Client(cluster) as client:
            rounds = []
            for _ in range(4):  # the first imports modules
                before = process_time() + sum(client.run(process_time).values())
                _parquet(path, cluster=client)()
                rounds.append(process_time() + sum(client.run(process_time).values()) - before)
            seconds.append(min(rounds))
    return Scaling("`score_parquet` on Dask, 1,000,000 rows", "workers", numbers, tuple(seconds))


_LOAD = """
import io, sys, time, seamark
seamark.load(io.BytesIO(b'{"item": "a", "codings": {"x": [1]}}'), format="jsonl")  # imports modules
start = time.process_time()
seamark.load(sys.argv[1])
print(time.process_time() - start)
"""


def _loading(folder: Path) -> Scaling:
    """A file that a process loads once: a second time, small ones would find memory at hand, and large ones not."""
    sizes, seconds = (50_000, 100_000, 200_000, 400_000), []
    for items in sizes:
        path = make("jsonl", folder, items * 77e-6)
        command = [sys.executable, "-c", _LOAD, str(path)]
        times = [subprocess.run(command, check=True, capture_output=True).stdout for _ in range(5)]  # noqa: S603
        seconds.append(min(map(float, times)))
    return Scaling("`load`, JSONL, four coders", "items", sizes, tuple(seconds))


def _agree(items: int, coders: int) -> Callable[[], object]:
    humans = study(items, coders)
    return lambda: sm.agree(humans, ci=0.95, shuffles=0)


def _coders(number_of_pairs: int) -> int:
    return round((1 + (1 + 8 * number_of_pairs) ** 0.5) / 2)


def _compare(items: int, systems: int) -> Callable[[], object]:
    humans = study(items, 5)
    found = _systems(items, systems)
    return lambda: sm.compare(humans, found, draws=20, rng=1)


def _audit(items: int) -> Callable[[], object]:
    found = _systems(items, 4)
    reference = found.pop("system 0")
    return lambda: sm.audit(reference, found)


def _systems(items: int, number: int) -> dict[str, dict[str, list[int]]]:
    codings = study(items, number, seed=2)
    rows = zip(codings.item_index.tolist(), codings.coder_index.tolist(), codings.codings, strict=True)
    found: dict[str, dict[str, list[int]]] = {f"system {coder}": {} for coder in range(number)}
    for item, coder, coding in rows:
        found[f"system {coder}"][codings.item_names[item]] = list(coding.masses)
    return found


def _tile(characters: int) -> Callable[[], object]:
    units = text(characters)
    return lambda: sm.TextTiling()(units)


if __name__ == "__main__":
    print("| job | against | sizes | processor time, s | exponent |\n|---|---|---|---|---|")
    for line in measured():
        print(line, flush=True)
