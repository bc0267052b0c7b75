"""Libraries that only an extra brings."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from seamark.errors import InputError


def require(module: str, *, package: str, extra: str, what: str) -> Any:
    """Import a library, or say in one line how to get it."""
    try:
        return import_module(module)
    except ImportError:
        raise InputError(f"{what} needs {package}: pip install 'seamark[{extra}]'") from None
