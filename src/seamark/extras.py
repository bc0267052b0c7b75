"""Libraries that only an extra brings."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from seamark.errors import InputError


def require(module: str, *, package: str, extra: str | None, what: str) -> Any:
    """Import a library, or say in one line how to get it: by an extra of ours, or by itself."""
    try:
        return import_module(module)
    except ImportError:
        source = package if extra is None else f"'seamark[{extra}]'"
        raise InputError(f"{what} needs {package}: pip install {source}") from None
