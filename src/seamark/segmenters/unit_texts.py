"""The texts of units: what segmenters take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from seamark.checks import shown
from seamark.errors import InputError


def is_texts(value: object) -> TypeGuard[Sequence[str]]:
    """Whether something is a sequence of strings, and not a single one."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        return False
    return all(isinstance(text, str) for text in value)


def require_units(units: object) -> None:
    """Refuse what is not the texts of units."""
    if not is_texts(units):
        raise InputError(f"units are {shown(units)}; expected a list of strings, one per unit")
