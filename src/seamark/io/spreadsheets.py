"""Spreadsheets of Excel and of OpenDocument programs, read as their sheets: each is a table as CSV has it.

A process of its own reads them, whose memory is bounded: a file of a few kilobytes can stand for billions of cells, and
the library that reads them ends its process where memory lacks.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from csv import writer
from datetime import datetime, time, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

from seamark.base.errors import OPTION, ParseError
from seamark.base.extras import require
from seamark.io.packed import Budget, is_archive, open_zip

#: Bytes of memory that reading may take whatever the size of the file.
_FREE = 2**28


def sheets_of(data: bytes, name: str, budget: Budget) -> dict[str, bytes]:
    """The sheets of a spreadsheet that hold something, as CSV with a line for every row."""
    require("python_calamine", package="python-calamine", extra="formats", what="reading spreadsheets")
    if is_archive(data):
        open_zip(data, name, budget)
    room = min(budget.limits["bytes"], _FREE + budget.limits["ratio"] * len(data))
    paths = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-c", "from seamark.io.spreadsheets import print_sheets; print_sheets()", str(room)]
    done = subprocess.run(command, input=data, capture_output=True, env={**os.environ, "PYTHONPATH": paths})  # noqa: S603
    if done.returncode:
        said = f"takes more than {room / 2**20:,.4g} MiB of memory, or is damaged"
        raise ParseError(f"{said}; save its table as CSV, or raise 'bytes' with {OPTION}=", path=name, option="limits")
    found = json.loads(done.stdout)
    if isinstance(found, str):
        raise ParseError(f"is not a spreadsheet that can be read: {found}", path=name)
    if not found:
        raise ParseError("is a spreadsheet without cells; expected a table", path=name)
    return {sheet: text.encode() for sheet, text in found.items()}


def print_sheets() -> None:
    """Read a spreadsheet from standard input and print its sheets, or what is wrong with it, as JSON."""
    import python_calamine as calamine

    with suppress(ImportError):  # systems that bound nothing
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
        most = pages * resource.getpagesize() + int(sys.argv[1])
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    found: dict[str, str] = {}
    try:
        book = calamine.CalamineWorkbook.from_filelike(BytesIO(sys.stdin.buffer.read()))
        for sheet in book.sheet_names:
            rows = book.get_sheet_by_name(sheet).to_python(skip_empty_area=False)
            if any(cell != "" for row in rows for cell in row):
                found[sheet] = _csv(rows)
    except (calamine.CalamineError, OSError, ValueError) as error:
        sys.stdout.write(json.dumps(str(error)))
        return
    sys.stdout.write(json.dumps(found))


def _csv(rows: list[list[Any]]) -> str:
    text = StringIO()
    writer(text, lineterminator="\n").writerows([_cell(cell) for cell in row] or [""] for row in rows)
    return text.getvalue()


def _cell(cell: object) -> str:
    """A cell as text: whole numbers without a fraction, times of day and durations in seconds."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime) and cell.year <= 1900:
        cell = cell.time()
    if isinstance(cell, time):
        cell = timedelta(hours=cell.hour, minutes=cell.minute, seconds=cell.second, microseconds=cell.microsecond)
    if isinstance(cell, timedelta):
        return f"{cell.total_seconds():g}"
    return " ".join(str(cell).splitlines())
