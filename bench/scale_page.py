"""The figures and plots of docs/scale.md, from the tables in ``bench/results``: ``python -m bench.scale_page``."""

from __future__ import annotations

import math
from pathlib import Path

import altair as alt
import numpy as np
import pandas as pd

RESULTS = Path(__file__).parent / "results"
IMAGES = Path(__file__).parents[1] / "docs" / "img"
SIZES, WORKERS = (10**9, 10**10), (16, 256)

#: Codings of a row, rows of a file, rows of a task at least, and how often the files are read.
JOBS = {"score": (2, 250_000, 2**18, 1), "agree": (1, 10**6, 2**16, 2), "compare": (3, 250_000, 2**18, 1)}


def fitted(frame: pd.DataFrame, x: str, y: str) -> tuple[float, float, float]:
    """The line of least relative squares, and its largest residual as a share of what was measured."""
    weights = 1 / frame[y]
    slope, start = np.polyfit(frame[x], frame[y], 1, w=weights)
    return float(slope), float(start), float(((start + slope * frame[x]) / frame[y] - 1).abs().max())


def tasks_of(job: str, codings: int) -> int:
    """How many tasks a job has: the footer of every file, and what ``ParquetInput.tasks`` cuts, in every reading."""
    per_row, per_file, least, readings = JOBS[job]
    rows = codings // per_row
    size = min(max(least, rows // 2**12), 2**24)
    return math.ceil(rows / per_file) + readings * math.ceil(rows / size)


def main() -> None:
    jobs, tasks = (pd.read_csv(RESULTS / f"scale_{name}.csv") for name in ("jobs", "tasks"))
    per_task, per_byte = {}, {}
    for workers in WORKERS:
        found = tasks[tasks.workers == workers]
        per_task[workers], _, off = fitted(found[found.result_bytes == 0], "tasks", "processor_s")
        sized = found[found.tasks == 1000]
        per_byte[workers] = max(float(np.polyfit(sized.result_bytes * sized.tasks, sized.processor_s, 1)[0]), 0.0)
        a_task, a_gigabyte = 1e3 * per_task[workers], 1e9 * per_byte[workers]
        print(f"{workers} workers: {a_task:.2f} ms a task (residual {off:.0%}), transfer {a_gigabyte:.1f} s a GB")
    lines = []
    for job in JOBS:
        found = jobs[jobs.job == job]
        work, start, off = fitted(found, "codings", "worker_s")
        # The driver of a comparison holds every item; that of the others a sum for every task.
        against = "codings" if job == "compare" else "tasks"
        drive, drive_start, drive_off = fitted(found, against, "driver_s")
        last = found.sort_values("codings").iloc[-1]
        cells = (f"{1e6 * work:.3f}", f"{start:.2f}", f"{off:.0%}", f"{1e6 * last.driver_s / last.codings:.4f}")
        moved = (f"{last.bytes_read / last.codings:.1f}", f"{last.bytes_to_driver / last.codings:.2f}")
        print(f"| `{job}` |", " | ".join((*cells, *moved, str(last.tasks), f"{last.driver_mb:,.0f}")), "|")
        for size in SIZES:
            number = tasks_of(job, size)
            amount = size if job == "compare" else number
            driver = drive_start + drive * amount
            memory = last.driver_mb * (size / last.codings if job == "compare" else 1)
            returned = last.bytes_to_driver * (size / last.codings if job == "compare" else number / last.tasks)
            for workers in WORKERS:
                waves = math.ceil(number / workers) / number
                serial = driver + number * per_task[workers] + returned * per_byte[workers]
                elapsed = (start + work * size) * waves + serial
                row = (job, size, workers, number, (start + work * size) / 3600, serial, elapsed, memory)
                lines.append(row)
        print(f"   driver: {drive:.3g} s per one of {against}, residual {drive_off:.0%}")
    for job, size, workers, *rest in lines:
        print(f"| `{job}` | {size:.0e} | {workers} |", " | ".join(f"{one:,.3g}" for one in rest), "|")
    draw(jobs, tasks[tasks.result_bytes == 0])


def draw(jobs: pd.DataFrame, empty: pd.DataFrame) -> None:
    long = jobs.melt(["job", "codings"], ["worker_s", "driver_s"], "process", "seconds")
    long["process"] = long.process.str.removesuffix("_s")
    x = alt.X("codings", title="codings").scale(type="log").axis(format="~e", values=[1e6, 1e7, 1e8])
    y = alt.Y("seconds", title="processor time, s").scale(type="log")
    base = alt.Chart(long).encode(x, y, alt.Color("job", title=None), alt.StrokeDash("process", title=None))
    (base.mark_line() + base.mark_point(filled=True)).properties(width=420, height=260).save(IMAGES / "scale-cost.svg")
    axes = alt.X("tasks", title="empty tasks"), alt.Y("processor_s", title="processor time, s")
    points = alt.Chart(empty).encode(*axes, alt.Color("workers:N"))
    line = points.transform_regression("tasks", "processor_s", groupby=["workers"]).mark_line()
    drawn = points.mark_point(filled=True) + line
    drawn.properties(width=420, height=200).save(IMAGES / "scale-tasks.svg")


if __name__ == "__main__":
    main()
