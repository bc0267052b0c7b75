"""Run all measurements, print one table, and save it: ``python -m bench [PART ...]``."""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from pathlib import Path

import numpy as np
import pyarrow

import seamark as sm
from bench import clusters, edit, fields, loading, models, partitions, scale, single, spans, statistics, windows
from bench.timing import Row

#: The title of every part in the page on performance, and what measures its rows.
PARTS = {
    "edit": ("Boundary edit distance", edit.rows),
    "single": ("Single calls", single.rows),
    "windows": ("Windows", windows.rows),
    "partitions": ("Partitions", partitions.rows),
    "models": ("Labels and levels", models.rows),
    "spans": ("Spans", spans.rows),
    "fields": ("Measures of fields", fields.rows),
    "loading": ("Loading", loading.rows),
    "statistics": ("Statistics and start", statistics.rows),
    "scale": ("Tables", scale.rows),
    "clusters": ("Whole processes, clusters, long tables", clusters.rows),
}
RESULTS = Path(__file__).parent / "results"


def main(names: list[str]) -> None:
    found: list[Row] = []
    page: list[str] = []
    print(f"{'work':58} {'slow':>14} {'fast':>14} {'ratio':>10}  bar")
    for name in names:
        title, rows = PARTS[name]
        page += ["", f"### {title}", "", "| work | left | right | ratio | bar |", "|---|---|---|---|---|"]
        for row in rows():
            found.append(row)
            page.append(row.line())
            times = f"{row.shown(row.slow_seconds):>14} {row.shown(row.fast_seconds):>14}"
            print(f"{row.work:58} {times} {row.ratio:>10,.2f}  {row.bar}", flush=True)
    RESULTS.mkdir(exist_ok=True)
    measured = json.dumps({"machine": _machine(), "rows": [row.as_dict() for row in found]}, indent=2)
    for target, text in ((RESULTS / "bench.json", measured), (RESULTS / "bench.md", "\n".join(page[1:]))):
        target.write_text(text + "\n")
        print(f"saved as {target.relative_to(Path.cwd()) if target.is_relative_to(Path.cwd()) else target}")


def _machine() -> dict[str, object]:
    return {
        "cpus": os.cpu_count(),
        "processor": _processor(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "pyarrow": pyarrow.__version__,
        "seamark": sm.__version__,
        "date": time.strftime("%Y-%m-%d"),
    }


def _processor() -> str:
    """The model, where the system tells."""
    facts = Path("/proc/cpuinfo")
    lines = facts.read_text().splitlines() if facts.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench", description=f"Parts: {', '.join(PARTS)}.")
    parser.add_argument("part", nargs="*", help="what to measure; all parts by default")
    given = parser.parse_args().part
    if unknown := set(given) - set(PARTS):
        parser.error(f"{min(unknown)!r} is not a part; expected one of {', '.join(PARTS)}")
    main(given or list(PARTS))
