"""What many rows cost: ``python -m bench.scale_runs make|measure|tasks|files|items|transfer ...``.

``make`` writes sorted Parquet files by parts; a part follows from its number alone, so that any number of them can be
made, measured and deleted one after the other. The others measure, and append rows to the tables in ``bench/results``,
from which ``bench.scale_page`` makes the figures and plots of docs/scale.md.

One worker works in a process of its own and gets its tasks over a pipe, as it would get them from a scheduler. So the
processor time of a worker and of the driver, the memory of the driver, and the bytes between them are known apart.
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import pickle
import struct
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bench.scale import high_water_mark
from seamark.scale.agreement import agree_parquet, require_together
from seamark.scale.systems import compare_systems_parquet
from seamark.scale.tables import score_parquet
from seamark.scale.workers import DaskWorkers

RESULTS = Path(__file__).parent / "results"
CODERS = ("ann", "ben", "cat", "dan")

#: Items of a file, and boundaries that a text has at most.
PART_ITEMS, BOUNDARIES = 250_000, 8
ROW_GROUP = 2**17


# ------------------------------------------------------------------------------------------------------------- files


def make_part(folder: Path, form: str, number: int, items: int = PART_ITEMS) -> Path:
    """Texts of 20 to 60 units, cut at about six of eight places, some of them one unit off; items ascend.

    The form ``"long"`` has a row per coding by one of four coders, ``"wide"`` a row per item with a reference and two
    systems.
    """
    rng = np.random.default_rng((5, number))
    masses = rng.integers(20, 60, items)
    places = 1 + np.floor(rng.random((items, BOUNDARIES)) * (masses[:, np.newaxis] - 1)).astype(np.int64)
    codings = [_coding(rng, places, masses) for _ in range(4 if form == "long" else 3)]
    names = np.char.add("text-", np.char.zfill(np.arange(number * items, (number + 1) * items).astype(str), 11))
    if form == "long":
        steps = np.stack(codings, axis=1).reshape(-1, BOUNDARIES + 1)
        coders = pa.DictionaryArray.from_arrays(pa.array(np.tile(np.arange(4, dtype=np.int8), items)), list(CODERS))
        table = pa.table({"item": np.repeat(names, 4), "coder": coders.cast(pa.string()), "masses": _lists(steps)})
    else:
        lists = map(_lists, codings)
        table = pa.table({"item": names, **dict(zip(("reference", "first", "second"), lists, strict=True))})
    path = folder / f"{form}-{number:06}.parquet"
    pq.write_table(table, path, row_group_size=ROW_GROUP)
    return path


def _coding(rng: np.random.Generator, places: np.ndarray, masses: np.ndarray) -> np.ndarray:
    """The steps between boundaries, 0 where there is none."""
    moved = places + np.where(rng.random(places.shape) < 0.25, rng.choice([-1, 1], places.shape), 0)
    moved = np.clip(moved, 1, masses[:, np.newaxis] - 1)
    kept = np.where(rng.random(places.shape) < 0.8, moved, 0)
    return np.diff(np.sort(np.column_stack((np.zeros_like(masses), kept, masses)), axis=1), axis=1)


def _lists(steps: np.ndarray) -> pa.Array:
    offsets = np.concatenate(([0], np.cumsum(np.count_nonzero(steps, axis=1)))).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(steps[steps > 0]))


# ------------------------------------------------------------------------------------------------- one metered worker


@dataclass(frozen=True)
class MeteredWorker(DaskWorkers):
    """A worker in a process of its own that does one task after the other, with what it costs."""

    cost: dict[str, float] = field(default_factory=lambda: dict.fromkeys(("tasks", "sent", "returned", "worker_s"), 0))

    def each(self, work: Callable[[Any], Any], inputs: Sequence[Any], *, large: bool = False) -> Iterator[Any]:
        for given in inputs:
            sent = pickle.dumps((work, given))
            self.client.send_bytes(sent)
            seconds, returned = struct.unpack("d", self.client.recv_bytes())[0], self.client.recv_bytes()
            for name, amount in (("tasks", 1), ("sent", len(sent)), ("returned", len(returned)), ("worker_s", seconds)):
                self.cost[name] += amount
            result = pickle.loads(returned)  # noqa: S301  # our own worker
            if isinstance(result, Exception):
                raise result
            yield result


def _serve(connection: Connection) -> None:
    with connection:
        while sent := connection.recv_bytes():
            start = time.process_time()
            work, given = pickle.loads(sent)  # noqa: S301  # our own driver
            try:
                result = work(given)
            except Exception as error:  # the driver raises it
                result = error
            returned = pickle.dumps(result)
            connection.send_bytes(struct.pack("d", time.process_time() - start))
            connection.send_bytes(returned)


@contextmanager
def metered_worker() -> Iterator[MeteredWorker]:
    here, there = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(there,), daemon=True)
    process.start()
    with here:
        yield MeteredWorker(here)
        here.send_bytes(b"")
    process.join()


# --------------------------------------------------------------------------------------------------------------- jobs


def _score(paths: Sequence[Path], workers: MeteredWorker) -> object:
    with tempfile.TemporaryDirectory(dir=paths[0].parent) as folder:
        target = Path(folder, "scores")
        columns = {"reference": "reference", "hypothesis": "first"}
        found = score_parquet(paths, ["S", "B", "windowdiff", "pk"], target, parts=True, cluster=workers, **columns)
        workers.cost["written"] = sum(path.stat().st_size for path in target.rglob("*.parquet"))
        return found.rows_read


def _agree(paths: Sequence[Path], workers: MeteredWorker) -> object:
    return agree_parquet(paths, ci=0.95, cluster=workers).value


def _compare(paths: Sequence[Path], workers: MeteredWorker) -> object:
    return compare_systems_parquet(paths, ["first", "second"], rng=1, cluster=workers).pairs[0].difference


#: The form of the files, codings of a row that are read, the columns, and the call.
JOBS = {
    "score": ("wide", 2, ("reference", "first"), _score),
    "agree": ("long", 1, ("item", "coder", "masses"), _agree),
    "compare": ("wide", 3, ("item", "reference", "first", "second"), _compare),
}


def measure(job: str, codings: int, folder: Path) -> dict[str, object]:
    """The cost of a job over the first parts of a folder that hold so many codings."""
    form, per_row, columns, work = JOBS[job]
    rows = PART_ITEMS * (4 if form == "long" else 1)
    count = round(codings / (rows * per_row))
    paths = sorted(folder.glob(f"{form}-*.parquet"))[:count]
    if len(paths) < count:
        raise SystemExit(f"{folder} holds {len(paths)} of {count} parts")
    with metered_worker() as worker:
        list(worker.each(len, ["a task that imports nothing of ours"]))
        worker.cost.update(dict.fromkeys(worker.cost, 0))
        start, clock = time.process_time(), time.monotonic()
        value = work(paths, worker)
        driver, elapsed = time.process_time() - start, time.monotonic() - clock
    readings = 2 if job == "agree" else 1
    return {
        "job": job,
        "codings": count * rows * per_row,
        "files": count,
        "tasks": int(worker.cost["tasks"]),
        "worker_s": round(worker.cost["worker_s"], 3),
        "driver_s": round(driver, 3),
        "elapsed_s": round(elapsed, 1),
        "bytes_read": readings * sum(_bytes_of(path, columns) for path in paths),
        "bytes_written": int(worker.cost.get("written", 0)),
        "bytes_to_worker": int(worker.cost["sent"]),
        "bytes_to_driver": int(worker.cost["returned"]),
        "driver_mb": round(high_water_mark(), 1),
        "value": value,
    }


def _bytes_of(path: Path, columns: Sequence[str]) -> int:
    footer = pq.read_metadata(path)
    groups = map(footer.row_group, range(footer.num_row_groups))
    chunks = (group.column(number) for group in groups for number in range(group.num_columns))
    return sum(chunk.total_compressed_size for chunk in chunks if chunk.path_in_schema.split(".")[0] in columns)


# ---------------------------------------------------------------------------------------------- what would break first


def empty_tasks(tasks: int, workers: int, result_bytes: int = 0) -> dict[str, object]:
    """So many tasks that do nothing, with a scheduler and a client in this process and all workers in another one.

    Processor time is that of the scheduler and the client: what one machine has to do, however many workers there are.
    """
    import dask
    import distributed

    options = {"n_workers": 0, "processes": False, "protocol": "tcp", "dashboard_address": None}
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "300s"}),  # all workers start at once
        distributed.LocalCluster(**options) as cluster,
        distributed.Client(cluster) as client,
    ):
        others = multiprocessing.get_context("spawn").Process(
            target=_work, args=(cluster.scheduler_address, workers), daemon=True
        )
        others.start()
        client.wait_for_workers(workers, timeout=600)
        found = DaskWorkers(client)
        list(found.each(_Nothing(0), range(4 * workers)))  # every worker has imported what it needs
        start, clock = time.process_time(), time.monotonic()
        done = sum(1 for _ in found.each(_Nothing(result_bytes), range(tasks)))
        seconds, elapsed = time.process_time() - start, time.monotonic() - clock
        others.terminate()
        others.join()
    return {
        "tasks": done,
        "workers": workers,
        "result_bytes": result_bytes,
        "processor_s": round(seconds, 2),
        "elapsed_s": round(elapsed, 2),
        "peak_mb": round(high_water_mark(), 1),
    }


def _work(address: str, count: int) -> None:
    """So many workers of one thread each, in one process; nobody looks at what they do, which would take its time."""
    import asyncio
    import logging

    import dask
    from distributed import Worker

    options = {"nthreads": 1, "memory_limit": None, "dashboard": False, "silence_logs": logging.WARNING}

    async def run() -> None:
        made = [Worker(address, **options, name=number) for number in range(count)]
        started = await asyncio.gather(*made)
        await asyncio.gather(*(worker.finished() for worker in started))

    unwatched = {
        "distributed.worker.profile.enabled": False,
        "distributed.admin.tick.interval": "1s",
        "distributed.admin.system-monitor.interval": "60s",
    }
    with dask.config.set(unwatched | {"distributed.comm.timeouts.connect": "300s"}):
        asyncio.run(run())


@dataclass(frozen=True)
class _Nothing:
    size: int

    def __call__(self, given: object) -> bytes:
        return bytes(self.size)


def small_files(files: int) -> dict[str, object]:
    """So many files of 16 rows: names of one file, so that they cost the disk nothing."""
    with tempfile.TemporaryDirectory() as name, metered_worker() as worker:
        made = make_part(Path(name), "wide", 0, 16)
        source = made.rename(Path(name, "one"))
        for number in range(files):
            Path(name, f"{number:07}.parquet").symlink_to(source)
        start, clock = time.process_time(), time.monotonic()
        score_parquet(name, "S", hypothesis="first", cluster=worker)
        return {
            "files": files,
            "tasks": int(worker.cost["tasks"]),
            "worker_s": round(worker.cost["worker_s"], 2),
            "driver_s": round(time.process_time() - start, 2),
            "elapsed_s": round(time.monotonic() - clock, 2),
            "driver_mb": round(high_water_mark(), 1),
        }


def unsorted_items(items: int) -> dict[str, object]:
    """So many different items in no order, which the driver must remember to notice one that comes back."""
    batch = 2**14
    rng = np.random.default_rng(3)

    def read() -> Iterator[pa.Array]:
        for first in range(0, items, batch):
            numbers = np.arange(first, min(first + batch, items), dtype=np.uint64)
            yield pa.array((numbers * np.uint64(0x9E3779B97F4A7C15)).view(np.int64)[rng.permutation(numbers.size)])

    start = time.process_time()
    require_together(read)
    return {"items": items, "driver_s": round(time.process_time() - start, 2), "driver_mb": round(high_water_mark(), 1)}


def sorting(codings: int, folder: Path) -> dict[str, object]:
    """The cost of sorting a shuffled long table by item, by DuckDB with at most 2 GB of memory."""
    import duckdb

    paths = [str(path) for path in sorted(folder.glob("long-*.parquet"))[: codings // (4 * PART_ITEMS)]]
    with tempfile.TemporaryDirectory(dir=folder) as name:
        database = duckdb.connect(config={"memory_limit": "2GB", "threads": 2, "temp_directory": f"{name}/spill"})
        database.read_parquet(paths).order("hash(item), hash(coder)").write_parquet(f"{name}/shuffled.parquet")
        start = time.process_time()
        database.read_parquet(f"{name}/shuffled.parquet").order("item").write_parquet(f"{name}/sorted.parquet")
        seconds = time.process_time() - start
        size = Path(name, "shuffled.parquet").stat().st_size
    return {"codings": codings, "processor_s": round(seconds, 2), "bytes": size, "peak_mb": round(high_water_mark(), 1)}


def record(table: str, row: dict[str, object]) -> None:
    """Append a row to a table of the results."""
    path = RESULTS / f"scale_{table}.csv"
    RESULTS.mkdir(exist_ok=True)
    new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, list(row), lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerow(row)
    print(row, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="write parts")
    make.add_argument("form", choices=["long", "wide"])
    make.add_argument("--parts", type=int, required=True)
    run = commands.add_parser("measure", help="a job over the parts of a folder")
    run.add_argument("job", choices=JOBS)
    run.add_argument("--codings", type=float, required=True)
    tasks = commands.add_parser("tasks", help="empty tasks on a simulated cluster")
    tasks.add_argument("--tasks", type=int, required=True)
    tasks.add_argument("--workers", type=int, required=True)
    tasks.add_argument("--result-bytes", type=int, default=0)
    commands.add_parser("files", help="many small files").add_argument("--files", type=int, required=True)
    commands.add_parser("items", help="items in no order").add_argument("--items", type=float, required=True)
    sort = commands.add_parser("sort", help="sorting a long table")
    sort.add_argument("--codings", type=float, required=True)
    for command in (make, run, sort):
        command.add_argument("--folder", type=Path, required=True)
    options = parser.parse_args()
    if options.command == "make":
        options.folder.mkdir(parents=True, exist_ok=True)
        for number in range(options.parts):
            make_part(options.folder, options.form, number)
    elif options.command == "measure":
        record("jobs", measure(options.job, round(options.codings), options.folder))
    elif options.command == "tasks":
        record("tasks", empty_tasks(options.tasks, options.workers, options.result_bytes))
    elif options.command == "files":
        record("files", small_files(options.files))
    elif options.command == "items":
        record("items", unsorted_items(round(options.items)))
    else:
        record("sort", sorting(round(options.codings), options.folder))


if __name__ == "__main__":
    main()
