"""Tables as people make them, with a row for every interval, for every boundary, or for every unit.

``io/columns.py`` tells the roles of columns; what is there, and what is in the cells, tells the form:

==========  ==========================================================================================
intervals   start and end, duration or label, perhaps item, coder; in seconds unless the names say ms or frames
positions   position and mass, perhaps item, coder, label; boundaries in units
units       a row for every unit, segment (a new value starts a segment), perhaps item, coder, text
wide        a row for every unit, a column for every coder with the numbers of segments, perhaps unit, text
flags       a row for every unit; 0 and 1, or x, in the column of a coder say where segments start or end
==========  ==========================================================================================
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain, islice, pairwise
from shlex import quote
from typing import Any

import numpy as np

from seamark.base.errors import OPTION, InputError
from seamark.io.columns import (
    FLAG_VALUES,
    NUMBER,
    SAMPLE,
    Form,
    Roles,
    form_of,
    guessed_group,
    named,
    number_of,
    refusal_of,
    roles_by_name,
    roles_told,
    shown_names,
    tells_form,
    time_in,
)
from seamark.io.format import File, Format, ReadOptions, unit_format
from seamark.io.formats.long_table import is_long_table
from seamark.io.formats.segeval_files import is_segeval_table
from seamark.io.formats.transcripts import is_whisper_table
from seamark.io.reading import ONLY_CODER, MarkedSpans, Marks, ReadCoding, Reading, Recording, Suspicion
from seamark.io.source import (
    HEAD,
    Head,
    Source,
    TableRow,
    encode_table,
    errors_at,
    read_table,
    table_head,
    whole_number,
    write_row,
)
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation
from seamark.model.tables import MARK_COLUMNS, codings_of_rows

#: Most rows that are written; a table with a row per unit is the wrong form for more.
MOST_ROWS = 10_000_000


def table_form(head: Head) -> Form | None:
    """The form of the table that a file begins with, if it is one of these forms."""
    # Subtitles of ASS name columns, too.
    others = is_segeval_table(head) or is_long_table(head) or is_whisper_table(head)
    if others or head.text.lstrip().startswith("[Script Info]"):
        return None
    return _form_of_text(head.text)


@lru_cache(maxsize=4)
def _form_of_text(text: str) -> Form | None:
    header, rows = table_head(text, tells_form, SAMPLE)
    if len(header) < 2 or not rows or NUMBER.fullmatch(header[0]):
        return None
    return form_of(roles_by_name(header), rows)


# ------------------------------------------------------------------------------------------------------- reading


def read(source: Source, options: ReadOptions, *, form: Form | None = None) -> Reading:
    """Read a table of a form, or of the form that its columns tell."""
    told = options.columns is not None
    header, rows, line = read_table(source, (lambda cells: _has_columns(cells, options)) if told else tells_form)
    if told and _has_no_header(header, options):
        rows, header = chain([TableRow(line, header)], rows), [str(number + 1) for number in range(len(header))]
    first = list(islice(rows, SAMPLE))
    with errors_at(source.name):
        roles = roles_told(header, options) if told else roles_by_name(header)
        if options.text_column is not None:
            roles.columns["text"] = number_of(options.text_column, header)
    sample = [row.cells for row in first]
    found = form_of(roles, sample, options.flags, wanted=form)
    if found is None or (form is not None and found != form):
        raise source.error(refusal_of(header, sample, form), line, option="columns")
    if not first:
        raise source.error("has no rows; expected at least one")
    reader = {"intervals": _read_intervals, "positions": _read_positions}.get(found, partial(_read_units, form=found))
    reading = reader(source, options, roles, chain(first, rows))
    reading.columns |= {role: roles.name(role) for role in roles.columns}
    if roles.coders:
        reading.columns["coders"] = tuple(roles.header[number] for number in roles.coders)
    if line > 1 and source.text[:HEAD].split("\n", line - 1)[0].strip():
        reading.notes.append(f"{source.name}: {line - 1} lines above the header are left out")
    for number in roles.unused:
        if roles.header[number].strip():
            _note_unused(reading, source, roles, number, sample)
    return reading


def _has_no_header(first: list[str], options: ReadOptions) -> bool:
    """Whether columns are told by their numbers, and the first row holds numbers itself."""
    given = [[one] if isinstance(one, str) else one for one in (options.columns or {}).values()]
    numbered = all(name.isdigit() for names in given for name in names)
    return numbered and any(time_in(cell) is not None for cell in first)


def _has_columns(cells: list[str], options: ReadOptions) -> bool:
    try:
        roles_told(cells, options)
    except InputError:
        return False
    return True


def _note_unused(reading: Reading, source: Source, roles: Roles, number: int, sample: Sequence[Sequence[str]]) -> None:
    """Tell of a column without a role; one that groups rows may be what tells items or coders apart."""
    name = roles.header[number]
    reading.unused.append(name)
    values = [row[number] for row in sample]
    changes = sum(one != other for one, other in pairwise(values))
    if not roles.given and 1 < len(set(values)) <= max(2, len(values) // 2) and changes < max(2, len(values) // 2):
        role = guessed_group(name)
        what = f"column {name!r} is not used, and its values group the rows"
        reading.suspicions.append(Suspicion(what, f"--columns {roles.with_role(role, number)}", source.name))


def refusal(head: Head) -> str:
    """What to say about a table that is of no form."""
    return refusal_of(*table_head(head.text, tells_form, SAMPLE), None)


def _time(source: Source, cell: str, what: str, line: int) -> float:
    value = time_in(cell)
    if value is None:
        raise source.error(f"{what} is {cell[:40]!r}; expected seconds, or a clock such as 1:02.5", line)
    return value


def _names(source: Source, roles: Roles, row: TableRow) -> tuple[str, str]:
    """The item and the coder of a row."""
    item = row.cells[roles.columns["item"]].strip() if "item" in roles else source.item
    coder = row.cells[roles.columns["coder"]].strip() if "coder" in roles else source.coder or ONLY_CODER
    if not item or not coder:
        raise source.error(f"the {'coder' if item else 'item'} is empty; expected a name", row.line)
    return item, coder


def _read_intervals(source: Source, options: ReadOptions, roles: Roles, rows: Iterable[TableRow]) -> Reading:
    """Read intervals of one item or of several; without ends, a span lasts until the next start."""
    starts_alone = "end" not in roles and "duration" not in roles
    medium, per_second = _medium(options, roles)
    start_at, label_at = roles.columns["start"], roles.columns.get("label")
    spans: dict[tuple[str, str], MarkedSpans] = {}
    before: dict[tuple[str, str], tuple[float, Sequence[str]]] = {}
    for row in rows:
        start = _time(source, row.cells[start_at], "the start", row.line) / per_second
        end = start
        if "end" in roles:
            end = _time(source, row.cells[roles.columns["end"]], "the end", row.line) / per_second
        elif "duration" in roles:
            end = start + _time(source, row.cells[roles.columns["duration"]], "the duration", row.line) / per_second
        if end < start:
            raise source.error(f"the interval ends at {end:g}, before its start {start:g}", row.line)
        names = _names(source, roles, row)
        label = row.cells[label_at].strip() if label_at is not None else None
        mine = spans.setdefault(names, MarkedSpans())
        last, cells = before.get(names, (0.0, ()))
        if start < last and not roles.given:
            _require_not_grouped(source, roles, cells, row)
        if starts_alone and mine:
            if start < last:
                raise source.error(f"the start {start:g} is before the one above it", row.line)
            mine.widen(len(mine) - 1, last, start)
        before[names] = start, row.cells
        if not (starts_alone and str(label).casefold() == "end"):
            mine.add(start, end, label or None)
    reading = Reading(marks=[Marks(*names, medium, mine, source.name) for names, mine in spans.items()])
    if starts_alone and options.duration is None:
        last_end = "a span lasts until the next start, and the last one until a row with the label end"
        reading.notes.append(f"{source.name}: {last_end}, or --duration (duration=)")
    return reading


def _require_not_grouped(source: Source, roles: Roles, before: Sequence[str], row: TableRow) -> None:
    """Refuse rows whose times go back where a column without a role changes: it may tell items or coders apart."""
    for number in roles.unused:
        if before[number] != row.cells[number] and _is_group(row.cells[number]):
            name = roles.header[number]
            role = guessed_group(name)
            if role in roles:
                role = "coder" if role == "item" else "item"
            raise source.error(
                f"times go back here, and column {name!r}, which is not used, has another value; say what it is with "
                f"{OPTION}= {roles.with_role(role, number)}",
                row.line,
                option="columns",
            )


def _is_group(cell: str) -> bool:
    """Whether a cell may name an item or a coder: a number with a fraction, or a long text, does not."""
    return bool(cell.strip()) and len(cell) < 80 and not re.fullmatch(r"-?[0-9]*[.,][0-9]+", cell.strip())


def _medium(options: ReadOptions, roles: Roles) -> tuple[Recording, float]:
    """What the times of a table count, and how many of that are a second."""
    units = {named(roles.name(role)).unit for role in ("start", "end", "duration") if role in roles}
    if options.time_unit is not None or units == {None}:
        return Recording(), 1
    if "ms" in units:
        return Recording(), 1000
    (unit,) = units - {None}
    return Recording(step=1.0, measure=str(unit)), 1


def _read_positions(source: Source, options: ReadOptions, roles: Roles, rows: Iterable[TableRow]) -> Reading:
    """Read boundaries in units; a row without a position says that the coder coded the item."""
    mass_at, position_at, label_at = (roles.columns.get(role) for role in ("mass", "position", "label"))

    def marks() -> Iterator[tuple[int, list[str]]]:
        for row in rows:
            mass, position, label = (
                "" if at is None else row.cells[at].strip() for at in (mass_at, position_at, label_at)
            )
            yield row.line, [*_names(source, roles, row), mass, position, label if position else ""]

    columns = ["item", "coder", "mass", "position"] if label_at is None else MARK_COLUMNS["boundaries"].every
    codings = codings_of_rows("boundaries", columns, marks(), source.error, number=whole_number)
    return Reading([ReadCoding(*one, source.name) for one in codings])


@dataclass(slots=True)
class _UnitRows:
    """A coding whose units are rows: how many, the last value, and which begin a segment or have a flag."""

    mass: int = 0
    last: object = None
    places: array[int] = field(default_factory=lambda: array("q"))


def _read_units(source: Source, options: ReadOptions, roles: Roles, rows: Iterable[TableRow], form: Form) -> Reading:
    """Read the units of every item in the order of their rows, and for each coder a segment or a flag.

    A new segment in a column begins a segment; in a wide table segments are numbers. A flag says that a segment starts,
    or ends. A column without any number is a coder who did not code the item.
    """
    columns = {number: roles.header[number].strip() for number in roles.coders}
    if columns and ("" in columns.values() or len(set(columns.values())) < len(columns)):
        raise source.error(f"the columns are {shown_names(roles.header)}; expected coders, each with a name", 1)
    at = "flag" if form == "flags" else "segment"
    value_of = {"units": _segment, "wide": _segment_number, "flags": _flag}[form]
    found: dict[tuple[str, str], _UnitRows] = {}
    reading = Reading()
    names = before = ("", "")
    for row in _in_order(source, roles, rows) if form == "wide" else rows:
        before, names = names, _names(source, roles, row)
        item, coder = names
        mine = columns or {roles.columns[at]: coder}
        if names != before and "coder" not in roles and any((item, one) in found for one in mine.values()):
            raise source.error(f"item {item!r} continues after another item; expected its rows together", row.line)
        for number, who in mine.items():
            coding = found.get((item, who)) or found.setdefault((item, who), _UnitRows())
            value = value_of(source, row, number, who, coding)
            if value if form == "flags" else value != coding.last:
                coding.places.append(coding.mass)
            if "text" in roles:
                text, known = row.cells[roles.columns["text"]], reading.texts.setdefault(item, [])
                if coding.mass == len(known):
                    known.append(text)  # type: ignore[attr-defined]  # made here
                elif known[coding.mass] != text:
                    raise source.error(f"the units of item {item!r} have other texts for coder {who!r}", row.line)
            coding.last = value
            coding.mass += 1
    where = _where_flags_stand(source, options, roles, found) if form == "flags" else "starts"
    if form == "flags":
        reading.notes.append(f"{source.name}: a flag is at the unit that {where.removesuffix('s')}s a segment")
    for (item, coder), coding in found.items():
        if coding.last is None:
            reading.notes.append(f"{source.name}: coder {coder!r} did not code item {item!r}")
            continue
        places = [place + (where == "ends") for place in coding.places]
        inner = [place for place in places if 0 < place < coding.mass]
        reading.codings.append(ReadCoding(item, coder, Segmentation.from_positions(inner, coding.mass), source.name))
        if form == "wide" and len(inner) == coding.mass - 1 > 2 and len(columns) > 1 and not roles.given:
            others = Roles(roles.header, dict(roles.columns), [at for at, name in columns.items() if name != coder])
            what = f"coder {coder!r} cuts after every unit: a column of numbers?"
            reading.suspicions.append(Suspicion(what, f"--columns {quote(others.mapping)}", source.name))
    return reading


def _segment(source: Source, row: TableRow, number: int, coder: str, coding: _UnitRows) -> str:
    if not row.cells[number].strip():
        raise source.error("the segment is empty; expected a number or a name", row.line)
    return row.cells[number]


def _segment_number(source: Source, row: TableRow, number: int, coder: str, coding: _UnitRows) -> int | None:
    """The number of a segment, which never goes back; None for a coder who has none in any row."""
    cell = row.cells[number]
    value = whole_number(cell, f"the segment of coder {coder!r}", row.line, source.error) if cell else None
    last: int | None = coding.last  # type: ignore[assignment]  # a value of this column
    if coding.mass and (value is None) != (last is None):
        raise source.error(f"coder {coder!r} has no segment for this unit, or for one above", row.line)
    if value is not None and last is not None and value < last:
        flags = {value, last} == {0, 1}
        hint = f"; if 1 marks a boundary, say so with {OPTION}=" if flags else ""
        fault = f"coder {coder!r} goes back from segment {last} to {value}{hint}"
        raise source.error(fault, row.line, option="flags" if flags else None)
    return value


def _flag(source: Source, row: TableRow, number: int, coder: str, coding: _UnitRows) -> bool:
    flag = FLAG_VALUES.get(row.cells[number].strip().casefold())
    if flag is None:
        raise source.error(f"a flag of coder {coder!r} is no flag; expected 0 and 1, or x and nothing", row.line)
    return flag


def _where_flags_stand(
    source: Source, options: ReadOptions, roles: Roles, found: Mapping[tuple[str, str], _UnitRows]
) -> str:
    """Whether flags are at the first or last units of segments: from the option, or from the first and last rows."""
    if options.flags in ("starts", "ends"):
        return options.flags
    used = {coder for (_, coder), coding in found.items() if coding.places}
    some = [coding for (_, coder), coding in found.items() if coder in used]
    starts = bool(some) and all(coding.places[:1] == array("q", [0]) for coding in some)
    ends = bool(some) and all(coding.places[-1:] == array("q", [coding.mass - 1]) for coding in some)
    key = named(roles.name("flag")).key if "flag" in roles else ""
    if starts != ends:
        return "starts" if starts else "ends"
    if key in ("new_segment", "starts_segment", "topic_shift"):
        return "starts"
    if key == "ends_segment":
        return "ends"
    fault = f"the cells do not show whether flags are at first or last units; choose {OPTION}= starts or ends"
    raise source.error(fault, option="flags")


def _in_order(source: Source, roles: Roles, rows: Iterable[TableRow]) -> Iterator[TableRow]:
    """A column that counts the units does so from 0 or 1: a missing or repeated row is found here."""
    at, expected = roles.columns.get("unit"), None
    for row in rows:
        if at is not None:
            unit = whole_number(row.cells[at], roles.header[at] or "the unit", row.line, source.error)
            if unit not in ((0, 1) if expected is None else (expected,)):
                raise source.error(f"unit {unit} does not follow the one above; expected all from 0 or 1 on", row.line)
            expected = unit + 1
        yield row


# ------------------------------------------------------------------------------------------------------- writing


def write_wide(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """One wide table per item."""
    for item, mass in corpus.lengths.items():
        codings = corpus[item]
        if mass > MOST_ROWS:
            raise InputError(
                f"item {item!r} has {mass:,} units; a table with a row for each holds at most {MOST_ROWS:,}"
            )
        for coder in codings:
            if coder != coder.strip() or named(coder).key in ("", "unit", "text", "index"):
                raise InputError(f"coder {coder!r} cannot be the name of a column; use a format with codings in rows")
        columns = [np.arange(1, mass + 1)]
        columns += [np.repeat(np.arange(1, len(s.masses) + 1), s.masses) for s in codings.values()]
        rows = (write_row(row) for row in np.stack(columns, axis=1).tolist())
        yield (item,), encode_table([write_row(("unit", *codings)), *rows])


def _format(name: str, title: str, form: Form, **fields: Any) -> Format:
    matches, reader = lambda head: table_form(head) == form, partial(read, form=None if name == "table" else form)
    return unit_format(name, title, matches, reader, columns=True, **fields)


INTERVALS = _format(
    "intervals",
    "table of intervals in seconds: start, end[, label, item, coder]",
    "intervals",
    measure="seconds",
    bare_times=True,
)
UNITS = _format("units", "table with a row per unit: item, segment[, coder, text]", "units")
FLAGS = _format("flags", "table with a row per unit: 0 and 1, or x, where segments start or end", "flags")
WIDE = _format(
    "wide",
    "wide table, a file per item: unit rows, coder columns, segment numbers",
    "wide",
    names="coders",
    write_files=write_wide,
)
TABLE = _format(
    "table",
    "any table whose columns are named by --columns; or boundaries in units: position, mass[, item, coder, label]",
    "positions",
    bare_times=True,
)
