"""Numbers computed again: ``seamark verify``, those of a saved result, and ``reproduce``, those of the 2012 paper."""

from __future__ import annotations

import contextlib
import io
import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from seamark.base.errors import InputError, ParseError
from seamark.base.numbers import counted
from seamark.base.results import Table
from seamark.base.version import __version__
from seamark.cli import options
from seamark.cli.main import BAD_DATA, cli
from seamark.cli.options import command, option
from seamark.cli.output import Answer, Output
from seamark.reproduce.paper import Reproduction
from seamark.reproduce.paper import reproduce as run

#: What says how a result was made, and is no part of it.
_ABOUT = ("seamark", "command", "inputs", "reading")
#: Numbers that differ by less, as a share, differ by rounding.
_ROUNDING = 1e-12
#: Differences that are listed.
_LISTED = 20


@command(
    "seamark score gold.json tool.json --json > result.json",
    "seamark verify result.json",
    "seamark verify result.json gold.tsv tool.tsv",
)
def verify(
    result: Path = options.argument("RESULT", type=options.FILE),
    files: tuple[str, ...] = options.argument("[FILE]...", nargs=-1, type=click.Path()),
    output: Output = options.output_options,
) -> None:
    """Compute a saved result again, and list the numbers that are different.

    RESULT is what a command printed with --json. The FILEs replace the files that it was computed from, in the same
    order; without them, these files are read again. A system is named after its file: if the file has another name
    now, give NAME=FILE. The command also compares the codings in the files. The exit status is 1 when a number is
    different.
    """
    saved = _saved(result)
    places = list(dict.fromkeys(file for one in saved["inputs"] for file in one["files"]))
    if files and len(files) != len(places):
        raise click.UsageError(f"{result} was computed from {counted(len(places), 'file')}: {', '.join(places)}")
    now = dict(zip(places, files or places, strict=True))
    found = _computed(_words(saved, now))
    before, after = (dict(_leaves({k: v for k, v in one.items() if k not in _ABOUT})) for one in (saved, found))
    before = {place: now.get(value, value) if isinstance(value, str) else value for place, value in before.items()}
    rows = [
        (place, before.get(place), after.get(place))
        for place in dict.fromkeys((*before, *after))
        if not _same(before.get(place), after.get(place))
    ]
    numbers = sum(isinstance(value, (int, float)) for value in before.values())
    wrong = sum(isinstance(value, (int, float)) for _, value, _ in rows)
    others = [
        f"{', '.join(again['files'])}: other codings than the result was computed from"
        for then, again in zip(saved.get("inputs", ()), found.get("inputs", ()), strict=False)
        if then["digest"] != again["digest"]
    ]
    verdict = f"{wrong} of {counted(numbers, 'number')} differ." if wrong else f"All {numbers} numbers are the same."
    sentences = [verdict, *others]
    if saved.get("seamark", __version__) != __version__:
        sentences.append(f"The result is of version {saved['seamark']}; this is {__version__}.")
    names = ("place", "saved", "computed")
    table = Table(names, [tuple(map(str, row)) for row in rows])
    shown = [replace(table, rows=table.rows[:_LISTED])] if rows else []
    more = [f"... and {len(rows) - _LISTED} more"] if len(rows) > _LISTED else []
    document = {
        "numbers": numbers,
        "hold": numbers - wrong,
        "same_inputs": not others,
        "differences": [dict(zip(names, row, strict=True)) for row in rows],
    }
    output.show(Answer(lambda: document, shown, table, more, sentences))
    if rows:
        raise click.exceptions.Exit(BAD_DATA)


def _saved(result: Path) -> dict[str, Any]:
    """The document of a result; an error when it does not say how it was made."""
    try:
        document: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ParseError(f"cannot be read as JSON ({error})", path=str(result)) from None
    known = isinstance(document, dict) and all(name in document for name in ("seamark", "command", "inputs"))
    if known and all(isinstance(one, dict) and one.get("files") for one in document["inputs"]):
        return document
    raise ParseError("does not say how it was made; expected what a command printed with --json", path=str(result))


def _words(saved: Mapping[str, Any], places: Mapping[str, str]) -> list[str]:
    """The command line of a result with other files, and with the seed that was drawn."""
    words = []
    for word in map(str, saved["command"]):
        name, _, file = word.rpartition("=")
        words.append(places.get(word) or (f"{name}={places[file]}" if name and file in places else word))
    seed = next((value for place, value in _leaves(saved) if place.rpartition(".")[2] == "seed"), None)
    if seed is not None and not any(word.split("=")[0] == "--seed" for word in words):
        words += ["--seed", str(seed)]
    return words


def _computed(words: list[str]) -> dict[str, Any]:
    """What a command prints as JSON."""
    printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(printed):
        cli.main(words, prog_name="seamark", standalone_mode=False)
    printed.seek(0)
    try:
        document: dict[str, Any] = json.loads(printed.read())
    except ValueError:
        raise InputError(f"seamark {' '.join(words)} prints no JSON; the result cannot be computed again") from None
    return document


def _leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every single value of a document with its place."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from _leaves(part, f"{place}.{name}" if place else str(name))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from _leaves(part, f"{place}[{number}]")
    else:
        yield place, value


def _same(saved: Any, computed: Any) -> bool:
    if isinstance(saved, float) and isinstance(computed, float):
        return math.isclose(saved, computed, rel_tol=_ROUNDING, abs_tol=_ROUNDING)
    return bool(saved == computed)


# ------------------------------------------------------------------------------------------------------ The 2012 paper


_COLUMNS = ("target", "value", "published", "computed", "verdict", "reproduced", "note")


@command(
    "seamark reproduce",
    "seamark reproduce figure5b table1",
    "seamark reproduce table2 corpus --corpus moonstone/ --values",
)
def reproduce(
    targets: tuple[str, ...] = options.argument("[TARGET]...", nargs=-1),
    corpus: Path | None = option(
        "--corpus DIR", "The Moonstone corpus [default: $SEAMARK_CORPORA or downloaded].", type=options.PLACE
    ),
    values: bool = option("--values", "Show all values, each with its explanation."),
    output: Output = options.output_options,
) -> None:
    """Recompute the values printed in Fournier & Inkpen 2012, and compare.

    Targets are examples, figure5a, figure5b, figure5c, table1, table2, corpus and claims; by default all. A value is
    *equal* (to the last printed digit), *explained* (an option gives the printed value) or *different*; the exit status
    is 1 if anything is different. Claims are what the text says about the chapters: whether that holds, and whether it
    also holds above shuffled codings.
    """
    result = run(targets, corpus=corpus)
    output.show(_answer(result, values))
    if not result.holds:
        raise click.exceptions.Exit(BAD_DATA)


def _answer(result: Reproduction, values: bool) -> Answer:
    """The summary, and every value; without ``values`` only those that are different."""
    everything = Table(_COLUMNS, [tuple(row.values()) for row in result.rows()], keys=2)
    listed = [row for row in everything.rows if values or row[_COLUMNS.index("verdict")] == "different"]
    tables = [
        *([result.table()] if result.values else []),
        *([replace(everything, rows=listed)] if listed else []),
        *([result.claims_table()] if result.claims else []),
    ]
    notes = [f"{target} was left out: {reason}" for target, reason in result.left_out.items()]
    return Answer(result.to_dict, tables, everything, notes, result.answer())
