"""Tables of pairs: Parquet in and out against reading alone, threads, shared passes, and memory."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow.parquet as pq

import seamark as sm
from bench.make_pairs import make_pairs
from bench.timing import Row, best_of, best_of_each
from seamark.scale.scoring import BatchScorer
from seamark.scale.tables import score_parquet

PAIRS, MANY = 1_000_000, 10_000_000
METRICS = ["S", "B", "windowdiff", "pk"]
WORK = "Parquet, 1,000,000 pairs, S+B+WindowDiff+Pk"


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pairs.parquet"
        make_pairs(str(path), PAIRS)
        yield from end_to_end(path)
        yield from together(path)
        yield from memory(path, Path(folder) / "many.parquet")


def end_to_end(path: Path) -> Iterator[Row]:
    def read() -> object:
        return pq.read_table(path, columns=["ref", "hyp"])

    def work() -> dict[str, Callable[[], object]]:
        return {
            "score": score(path, workers=2),
            "counts": score(path, workers=2, counts=True),
            "one": score(path, workers=1),
            "means": score(path, workers=2, output=None),
        }

    # Read several times in a row: with the memory of the last time still at hand, reading is at its quickest.
    times = {"read": best_of(read, rounds=15), **best_of_each(work(), rounds=9)}
    times["read"] = min(times["read"], best_of(read, rounds=15))
    yield Row(f"{WORK}, 2 threads", "seamark", times["score"], "pyarrow reads", times["read"], "<= 3")
    yield Row(f"{WORK}, with counts", "seamark", times["counts"], "pyarrow reads", times["read"], "")
    yield Row(f"{WORK}, means only", "seamark", times["means"], "pyarrow reads", times["read"], "")
    yield Row(f"{WORK}: 1 -> 2 threads", "1 thread", times["one"], "2 threads", times["score"], "")


def score(
    path: Path, *, workers: int, counts: bool = False, output: str | None = "scores.parquet"
) -> Callable[[], object]:
    target = None if output is None else path.with_name(output)
    return lambda: score_parquet(
        path, METRICS, target, reference="ref", hypothesis="hyp", workers=workers, counts=counts, force=True
    )


def together(path: Path) -> Iterator[Row]:
    """Rows read, counted and scored under four metrics in one pass, against each metric by itself on arrays."""
    [batch] = pq.read_table(path, columns=["ref", "hyp"]).slice(0, 8192).combine_chunks().to_batches()
    a, b = (sm.SegmentationArray.from_masses(batch[name].to_pylist()) for name in ("ref", "hyp"))
    scorer = BatchScorer(batch.schema, METRICS, reference="ref", hypothesis="hyp", counts=False)
    metrics = [sm.S(), sm.B(), sm.WindowDiff(), sm.Pk()]
    times = best_of_each(
        {
            "together": lambda: scorer(batch),
            "apart": lambda: [metric.score_rows(metric.bind(a, b).count()) for metric in metrics],
        },
        rounds=50,
    )
    apart, joint = times["apart"] / len(a), times["together"] / len(a)
    yield Row(
        "scores of four metrics, ~15 segments", "arrays, one by one", apart, "rows of masses, together", joint, ""
    )


def memory(path: Path, many: Path) -> Iterator[Row]:
    """The high-water mark of processes of their own, in MB."""
    make_pairs(str(many), MANY)
    for pairs, place in ((PAIRS, path), (MANY, many)):
        yield Row(f"peak memory, {pairs:,} pairs", "allowed", 600, "seamark", peak_memory(place), ">= 1", unit="MB")


def peak_memory(path: Path) -> float:
    command = [sys.executable, "-m", "bench.scale", str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  # ourselves
    return float(done.stdout)


def high_water_mark() -> float:
    """MB that this process has held at most. (getrusage would count what its parent held when it started us.)"""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


if __name__ == "__main__":
    score(Path(sys.argv[1]), workers=2)()
    print(high_water_mark())
