"""Loading large files: in columns against line by line, and the time and memory of 100 MB of CSV.

Line by line is the same file with one thing in it that columns leave to the reader of lines.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any

from tests.unit.io.large_files import make

from bench.scale import high_water_mark
from bench.timing import Row
from seamark import load

#: Megabytes, options, and what stands in place of what, how often (-1: always), to be read by line.
FORMATS: dict[str, tuple[float, dict[str, Any], tuple[bytes, bytes, int]]] = {
    "csv": (20, {}, (b"document-00000,", b'"document-00000",', 1)),
}
LARGE, MOST_SECONDS, MOST_MEGABYTES = 100, 4, 600


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        for format, (megabytes, options, unusual) in FORMATS.items():
            path = make(format, Path(folder), megabytes)
            fast = processor_seconds(path, options)
            data = path.read_bytes()
            path.write_bytes(data.replace(*unusual))
            slow = processor_seconds(path, options)
            yield Row(f"loading {format}, {len(data) / 1e6:.0f} MB", "by line", slow, "in columns", fast, "")
        path = make("csv", Path(folder), LARGE)
        command = [sys.executable, "-m", "bench.loading", str(path)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  # ourselves
        seconds, memory = map(float, done.stdout.split())
        work = f"loading csv, {path.stat().st_size / 1e6:.0f} MB, a process of its own"
        yield Row(f"{work}: processor time", "allowed", MOST_SECONDS, "seamark", seconds, ">= 1")
        yield Row(f"{work}: peak memory", "allowed", MOST_MEGABYTES, "seamark", memory, ">= 1", unit="MB")


def processor_seconds(path: Path, options: dict[str, Any]) -> float:
    """Of the quickest of three rounds."""
    best = float("inf")
    for _ in range(3):
        start = process_time()
        load(path, **options)
        best = min(best, process_time() - start)
    return best


if __name__ == "__main__":
    load(Path(sys.argv[1]))
    print(process_time(), high_water_mark())
