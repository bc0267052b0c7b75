"""A progress bar for long work, on standard error, and only for somebody who sits there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(label: str, total: int | None, *, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Show how far a piece of work has come; gives a function that is told how much is done so far.

    Nothing is shown, and nothing imported for it, when standard error is not a terminal or the user wants it quiet.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.update(task, completed=done)
