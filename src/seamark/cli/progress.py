"""A progress bar for long work, on standard error, and only in a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Advance(Protocol):
    """Moves a progress bar: takes how much is done so far and, where it becomes known only later, how much there is."""

    def __call__(self, done: int, total: int | None = None) -> None:
        """Move the bar."""


@contextmanager
def progress(label: str, total: int | None, *, quiet: bool, rate: str | None = None) -> Iterator[Advance]:
    """Show how far a piece of work has come; gives the function that moves the bar.

    With ``rate``, the name of what is counted, the bar says how many of them are done in a second. Nothing is shown,
    and nothing imported for it, when standard error is not a terminal or the user wants it quiet.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda done, total=None: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    speed = () if rate is None else (TextColumn("{task.fields[speed]}"),)
    with Progress(*columns, *speed, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total, speed="")
        begun = time.monotonic()

        def update(done: int, total: int | None = None) -> None:
            per_second = done / max(time.monotonic() - begun, 1e-9)
            bar.update(task, completed=done, total=total, speed=f"{per_second:,.0f} {rate}/s")

        yield update
