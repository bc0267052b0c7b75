"""Imports of optional libraries, and a pause of the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from seamark.base.errors import InputError


def require(module: str, *, package: str, extra: str | None, what: str) -> Any:
    """Import a library; the error says in one line how to install it, with an extra of ours or without."""
    try:
        return import_module(module)
    except ImportError:
        source = package if extra is None else f"'seamark[{extra}]'"
        raise InputError(f"{what} needs {package}: pip install {source}") from None


@contextmanager
def gc_paused() -> Iterator[None]:
    """Pause the garbage collector, for work that makes many objects and few cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
