"""A progress bar for long work, on standard error, and only in a terminal."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import click

#: Seconds after which a command without a bar of its own shows that it is at work, unless this variable says otherwise.
_PATIENCE = 1.0
_VARIABLE = "SEAMARK_PROGRESS_AFTER"
#: Where the bar of a command stands among what click keeps for it.
_WAITING = "seamark.waiting"


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
    end_waiting()
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


class _Waiting:
    """A bar without an end that comes up when a command takes long, and goes before anything else is written."""

    def __init__(self, label: str, patience: float) -> None:
        self._label = label
        self._lock = threading.Lock()
        self._ended = False
        self._bar: Any = None
        self._timer = threading.Timer(patience, self._begin)
        self._timer.daemon = True
        self._timer.start()

    def _begin(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        with self._lock:
            if not self._ended:
                columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
                terminal = Console(stderr=True)
                self._bar = Progress(
                    *columns, console=terminal, transient=True, redirect_stdout=False, redirect_stderr=False
                )
                self._bar.add_task(self._label, total=None)
                self._bar.start()

    def end(self) -> None:
        """Take the bar away, or see to it that none comes up."""
        self._timer.cancel()
        with self._lock:
            self._ended = True
            if self._bar is not None:
                self._bar.stop()
                self._bar = None


@contextmanager
def waiting(ctx: click.Context, *, quiet: bool) -> Iterator[None]:
    """Show after a second that a command is at work, until it says or shows something itself."""
    if quiet or not sys.stderr.isatty():
        yield
        return
    ctx.meta[_WAITING] = _Waiting(str(ctx.info_name), _patience())
    try:
        yield
    finally:
        end_waiting()


def end_waiting() -> None:
    """Take the bar of the command away, because something else is to be written."""
    ctx = click.get_current_context(silent=True)
    shown: _Waiting | None = None if ctx is None else ctx.meta.pop(_WAITING, None)
    if shown is not None:
        shown.end()


def _patience() -> float:
    try:
        return max(0.0, float(os.environ.get(_VARIABLE, _PATIENCE)))
    except ValueError:
        return _PATIENCE
