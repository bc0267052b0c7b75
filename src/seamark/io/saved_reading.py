"""How files were read, kept beside them: ``reading.toml`` holds the options of ``load``, and its digest names them."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from seamark.base.errors import InputError, ParseError, shown
from seamark.base.files import write_file
from seamark.io.assemble import LoadReport
from seamark.io.format import DEFAULT_OPTIONS, ReadOptions
from seamark.io.source import read_file

#: Options that say nothing about how a file is meant.
_NOT_KEPT = ("texts", "reading", "skip_bad", "limits")
_DIGITS = 8


def with_reading(options: ReadOptions, path: Path) -> tuple[ReadOptions, str]:
    """The options, those that were not given as the file has them; and the digest of what it says.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "reading.toml"
    ...     save_reading(path, ReadOptions(time_unit="ms"), LoadReport("intervals"))
    ...     options, digest = with_reading(ReadOptions(layer="x"), path)
    >>> options.time_unit, options.format, options.layer, len(digest)
    ('ms', 'intervals', 'x', 8)
    """
    try:
        told = tomllib.loads(read_file(path).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ParseError(f"is not TOML: {error}", path=shown(path)) from None
    known = {field.name for field in fields(ReadOptions)} - {*_NOT_KEPT}
    for name in told:
        if name not in known:
            raise ParseError(
                f"{name!r} is not an option for reading; there are {', '.join(sorted(known))}", path=shown(path)
            )
    mine = {name: value for name, value in told.items() if getattr(options, name) == getattr(DEFAULT_OPTIONS, name)}
    try:
        found = replace(options, **mine)
    except InputError as error:
        raise ParseError(str(error), path=shown(path)) from None
    canonical = json.dumps(told, sort_keys=True).encode()
    return found, hashlib.sha256(canonical).hexdigest()[:_DIGITS]


def save_reading(path: str | Path, options: ReadOptions, report: LoadReport, *, force: bool = False) -> None:
    """Write how files were read, so that they are read so again: what was asked for, and what was found out."""
    found: dict[str, Any] = {
        "format": report.format if "," not in report.format else None,
        "columns": report.columns or None,
        "unit": None if report.unit == "time" else report.unit,
        "resolution": report.resolution,
        "kind": None if report.kind == "boundaries" else report.kind,
    }
    given = {
        field.name: getattr(options, field.name)
        for field in fields(ReadOptions)
        if field.name not in _NOT_KEPT and getattr(options, field.name) != getattr(DEFAULT_OPTIONS, field.name)
    }
    lines = ["# How Seamark reads the files beside this one; see 'seamark look'."]
    tables = []
    for name, value in {**{name: value for name, value in found.items() if value is not None}, **given}.items():
        if isinstance(value, Mapping):
            tables += ["", f"[{name}]", *(f"{json.dumps(key)} = {_toml(one)}" for key, one in value.items())]
        else:
            lines.append(f"{name} = {_toml(value)}")
    write_file(Path(path), ["\n".join([*lines, *tables, ""]).encode()], force=force)


def _toml(value: object) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value)
