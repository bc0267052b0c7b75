"""Tables as people make them, with a row for every interval, for every boundary, or for every unit.

A column has a *role*: it names the item or the coder, tells where an interval starts or ends, and so on. Its name tells
the role, or the caller, or its cells suggest it. Which roles there are, and what is in the cells, tells the form:

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
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain, islice, pairwise, permutations
from shlex import quote
from typing import Any, Literal, NamedTuple

import numpy as np

from seamark.base.checks import did_you_mean
from seamark.base.errors import OPTION, InputError, ParseError
from seamark.io.format import Format, FormatName, ReadOptions, unit_format
from seamark.io.formats.long_table import is_long_table
from seamark.io.formats.segeval_files import is_segeval_table
from seamark.io.reading import ONLY_CODER, MarkedSpans, Marks, ReadCoding, Reading, Recording, Suspicion
from seamark.io.source import CLOCK, HEAD, Head, Source, TableRow, errors_at, read_table, seconds_of, whole_number
from seamark.model.segmentation import Segmentation
from seamark.model.tables import codings_of_rows, mark_columns

Form = Literal["intervals", "positions", "units", "wide", "flags"]

#: The names that columns with a role have, in lower case, without what they say about the unit; the first counts.
_NAMES = {
    "start": "start onset begin from start_time begin_time starttime begintime time_start t_start tmin xmin "
    "segment_onset segment_start start_offset anfang beginn von debut début inicio begin_offset",
    "end": "end stop offset to until end_time stop_time endtime stoptime time_end t_end tmax xmax segment_offset "
    "segment_end end_offset finish ende bis fin",
    "duration": "duration dur length dauer durée duración",
    "position": "position boundary_position boundary_at boundary_after",
    "mass": "mass units n_units number_of_units n_sentences total_units",
    "segment": "segment segment_id segment_number seg seg_id section section_id topic topic_id part block",
    "flag": "boundary is_boundary new_segment starts_segment ends_segment break cut flag topic_shift shift border "
    "grenze",
    "item": "item file filename file_name recording recording_filename raw_filename document document_id documentid "
    "doc doc_id docid doc_name video video_id videoid audio audio_file audio_id media clip session song "
    "song_id track story story_id article article_id text_id dialogue dialogue_id dialog_id conversation "
    "meeting transcript_id datei fichier archivo",
    "coder": "coder coder_id annotator annotator_id annotator_name annotated_by rater rater_id judge labeler labeller "
    "worker worker_id user user_id username kodierer codeur",
    "label": "label labels tag category code class type annotation value speaker speaker_id speaker_type action event "
    "name title etikett",
    "text": "text sentence utterance unit_text paragraph content transcript line satz",
    "unit": "unit unit_id index idx id row no nr number # line_number line_no sentence_id sentence_number sent_id "
    "sent_no utterance_id paragraph_id paragraph_number page page_number line sentence utterance paragraph "
    "unnamed:_0",
}
#: The names of columns that count units, or rows.
_UNITS = frozenset(("", *_NAMES["unit"].split()))
#: What ChildProject's names mean.
_MILLISECONDS = ("segment_onset", "segment_offset")
#: Names that may number places with several units.
_PLACES = ("page", "page_number", "line", "sentence", "utterance", "paragraph", "id")
#: Characters of the name of a column that are looked at: a cell without end is no name.
_LONGEST_NAME = 200
_UNIT_IN_NAME = re.compile(
    r"[\s_\-(\[]+(?:in[\s_]+)?(ms|msecs?|millis|milliseconds|s|secs?|seconds|sekunden|frames?|samples?|hh:mm:ss\S*"
    r"|ss\.ms\w*)[)\]]?$"
)
NUMBER = re.compile(r"[0-9]{1,18}(?:[.,][0-9]*)?(?:[eE][+-]?[0-9]{1,2})?")
#: The table that Whisper writes, in milliseconds.
_WHISPER = re.compile(r"start\tend\ttext\s*(?:\n[0-9]+\t[0-9]+\t[^\n]*+)++\s*")
_WHOLE = re.compile(r"[0-9]{1,19}(?:\.0+)?")
FLAG_VALUES = {"": False, "0": False, "0.0": False, "no": False, "false": False, "n": False, "-": False}
FLAG_VALUES |= dict.fromkeys(("1", "1.0", "x", "yes", "true", "y", "*", "b", "|"), True)
#: Characters of a mapping that a message prints.
_LONGEST_MAPPING = 200
#: Rows that are read to recognise the form of a table.
SAMPLE = 50


class Named(NamedTuple):
    """The name of a column without its unit, and its unit."""

    key: str
    unit: str | None


@lru_cache(maxsize=1024)
def named(column: str) -> Named:
    """What the name of a column says.

    Examples
    --------
    >>> named("Begin Time - msec"), named("start_frame").unit, named("speakers").unit
    (Named(key='begin_time', unit='ms'), 'frames', None)
    """
    text = column.strip().casefold()[:_LONGEST_NAME]
    match = _UNIT_IN_NAME.search(text)
    told = match[1] if match else ""
    key = re.sub(r"[\s\-.]+", "_", text[: match.start()] if match else text)
    unit = "ms" if key in _MILLISECONDS else None
    if told.startswith("m"):
        unit = "ms"
    elif told.startswith(("frame", "sample")):
        unit = told.rstrip("s") + "s"
    return Named(key, unit)


@dataclass(slots=True)
class Roles:
    """Which column has which role, by its number; ``coders`` are those of a wide table."""

    header: list[str]
    columns: dict[str, int] = field(default_factory=dict)
    coders: list[int] = field(default_factory=list)
    given: bool = False

    def __contains__(self, role: str) -> bool:
        return role in self.columns

    def name(self, role: str) -> str:
        """What the column of a role is called."""
        return self.header[self.columns[role]]

    @property
    def unused(self) -> list[int]:
        """Columns without a role."""
        used = {*self.columns.values(), *self.coders}
        return [number for number, name in enumerate(self.header) if number not in used and not _is_index(name)]

    @property
    def mapping(self) -> str:
        """The roles as the option says them."""
        pairs = [f"{role}={_quoted(self.header[number])}" for role, number in self.columns.items()]
        coders = "+".join(_quoted(self.header[number]) for number in self.coders)
        return ",".join([*pairs, *([f"coders={coders}"] if coders else [])])

    def with_role(self, role: str, number: int) -> str:
        """The option with one more role, as it is typed in a shell."""
        return quote(f"{self.mapping},{role}={_quoted(self.header[number])}")


def _is_index(name: str) -> bool:
    """Whether a column is the index of a data frame."""
    return name.strip().casefold() in ("", "unnamed: 0", "index")


def _quoted(name: str) -> str:
    return f'"{name}"' if re.search(r"[,=+]", name) else name


def roles_told(header: Sequence[str], options: ReadOptions) -> Roles:
    """The roles that the caller gives, and those of columns that are not named in the same way."""
    roles = Roles(list(header), given=True)
    for role, given in (options.columns or {}).items():
        names = [given] if isinstance(given, str) else list(given)
        numbers = [number_of(name, header) for name in names]
        if role == "coders":
            roles.coders = numbers
        else:
            roles.columns[role] = numbers[0]
    return roles


def number_of(name: str, header: Sequence[str]) -> int:
    """The column of a name, or of a number from 1 on."""
    known = [one.strip().casefold() for one in header]
    if name.strip().casefold() in known:
        return known.index(name.strip().casefold())
    if name.isdigit() and 1 <= int(name) <= len(header):
        return int(name) - 1
    near = did_you_mean(name, header)
    raise InputError(f"{OPTION}: no column is called {name!r}; {near}there are {shown_names(header)}", option="columns")


def roles_by_name(header: Sequence[str]) -> Roles:
    """The roles according to the names of columns; every column has one at most."""
    roles = Roles(list(header))
    keys = [named(name).key for name in header]
    for role, names in _NAMES.items():
        taken = set(roles.columns.values())
        found = (keys.index(name) for name in names.split() if name in keys)
        if (number := next((one for one in found if one not in taken), None)) is not None:
            roles.columns[role] = number
    return roles


def form_of(
    roles: Roles, rows: Sequence[Sequence[str]], flags: str | None = None, *, wanted: Form | None = None
) -> Form | None:
    """The form of a table with these columns and rows; None where it is unclear.

    Roles that the form has no use for are taken away, so that their columns count as not used.
    """
    form = _form(roles, rows, flags, wanted)
    if form is not None and not roles.given:
        if "text" in roles and _are_numbers(roles.columns["text"], rows):
            del roles.columns["text"]
        if form == "intervals" and "label" not in roles:
            named_by = next((role for role in ("segment", "text") if role in roles), None)
            roles.columns |= {} if named_by is None else {"label": roles.columns[named_by]}
        roles.columns = {role: number for role, number in roles.columns.items() if role in _USEFUL[form]}
    return form


#: The roles that each form has a use for.
_USEFUL: dict[Form, tuple[str, ...]] = {
    "intervals": ("start", "end", "duration", "item", "coder", "label"),
    "positions": ("position", "mass", "item", "coder", "label"),
    "units": ("segment", "item", "coder", "text", "unit"),
    "flags": ("flag", "item", "coder", "text", "unit"),
    "wide": ("unit", "text"),
}


def _form(roles: Roles, rows: Sequence[Sequence[str]], flags: str | None, wanted: Form | None) -> Form | None:
    if "start" in roles and ("end" in roles or "duration" in roles or "label" in roles):
        return "intervals"
    if "position" in roles and "mass" in roles:
        return "positions"
    if flags is not None or ("flag" in roles and (wanted == "flags" or _are_flags(roles.columns["flag"], rows))):
        if "flag" not in roles and not roles.coders:
            roles.coders = [
                number
                for number, name in enumerate(roles.header)
                if _are_flags(number, rows) and named(name).key not in _UNITS
            ]
        return "flags" if "flag" in roles or roles.coders else None
    if roles.given and roles.coders:
        return "wide"
    if "segment" in roles and (roles.given or "item" in roles or "text" in roles):
        return "units"
    if roles.given:
        return None
    # Whatever is not known to be something else is a coder, for the reader to refuse, where a wide table is wanted.
    columns = [number for number in range(len(roles.header)) if _are_numbers(number, rows, some=wanted == "wide")]
    _choose_coders(roles, columns, rows)
    if not roles.coders and wanted == "wide":
        roles.coders = [number for number in range(len(roles.header)) if number not in roles.columns.values()]
    known = "unit" in roles or all(_steps(number, rows, _BY_ONE_OR_NONE) for number in roles.coders)
    return "wide" if roles.coders and (known or wanted == "wide") else None


def _choose_coders(roles: Roles, columns: Sequence[int], rows: Sequence[Sequence[str]]) -> None:
    """Of some columns of a table with a row per unit, take those for coders that are not a unit or its text."""
    if roles.columns.get("text") in columns:
        del roles.columns["text"]
    roles.columns.pop("unit", None)
    counting = [number for number in columns if named(roles.header[number]).key in _UNITS]
    strict = [
        number for number in counting if named(roles.header[number]).key not in _PLACES or _steps(number, rows, _BY_ONE)
    ]
    if strict:
        roles.columns["unit"] = next((one for one in strict if not _is_index(roles.header[one])), strict[0])
    elif not counting and columns[:1] == [0] and len(columns) > 1 and _steps(0, rows, _UP):
        roles.columns["unit"] = 0
    others = sorted(set(range(len(roles.header))) - set(columns))
    if "text" not in roles and len(others) == 1 and "unit" in roles and len(columns) > 1:
        roles.columns["text"] = others[0]
    if counting or "unit" in roles or "text" in roles:
        known = {*counting, roles.columns.get("unit"), roles.columns.get("text")}
        roles.coders = [number for number in columns if number not in known]


#: By how much the numbers of segments, of units, and of units of which some are left out rise from row to row.
_BY_ONE_OR_NONE, _BY_ONE, _UP = range(2), range(1, 2), range(1, 10**19)


def _steps(number: int, rows: Sequence[Sequence[str]], steps: range) -> bool:
    """Whether the cells of a column begin with 0 or 1 and rise by such steps; segments may lack in some rows."""
    cells = [row[number].strip() for row in rows]
    values = [int(cell.partition(".")[0]) for cell in cells if _WHOLE.fullmatch(cell)]
    complete = len(values) == len(rows) or steps is _BY_ONE_OR_NONE
    return complete and values[:1] in ([0], [1]) and all(b - a in steps for a, b in pairwise(values))


def _are_flags(number: int, rows: Sequence[Sequence[str]]) -> bool:
    cells = {row[number].strip().casefold() for row in rows}
    return cells <= FLAG_VALUES.keys() and any(FLAG_VALUES[cell] for cell in cells)


def _are_numbers(number: int, rows: Sequence[Sequence[str]], *, some: bool = False) -> bool:
    """Whether the cells of a column, or some of them, are whole numbers or empty."""
    fine = [not row[number].strip() or _WHOLE.fullmatch(row[number].strip()) is not None for row in rows]
    return (any(fine) if some else all(fine)) and bool(rows)


def tells_form(header: list[str]) -> bool:
    """Whether the names in a row show a form, so that it is the header; ones that need cells are not known by it."""
    return _form(roles_by_name(header), (), None, None) not in (None, "wide")


def guessed_group(name: str) -> str:
    """Whether a column that groups rows has coders or items."""
    key = named(name).key
    coder = ("set", "tier", "who", "by", "annot", "coder", "rater", "user", "labeler", "judge", "person")
    return "coder" if any(part in key for part in coder) else "item"


def refusal_of(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """What is wrong with a table, and the mapping that would work, if the cells show one."""
    wanted = (
        "expected start and end; mass and position, in a row per boundary; or segments or flags of units "
        "(lists of segment sizes are read from JSONL, not from cells)"
    )
    # Without a header, which would hold no times, columns have numbers.
    told = [str(number + 1) for number in range(len(header))] if any(map(time_in, header)) else header
    guessed = guessed_roles(told, rows)
    mapping = "" if guessed is None else guessed.mapping
    can_be_typed = 0 < len(mapping) < _LONGEST_MAPPING and mapping.isprintable()
    known = f"perhaps {OPTION}= {quote(mapping)}" if can_be_typed else "name them with --columns"
    return f"is not a table that is supported: it has the columns {shown_names(header)}; {wanted}; {known}"


def shown_names(header: Sequence[str]) -> str:
    """The names of columns, each short and on one line."""
    return ", ".join("".join(c if c.isprintable() else " " for c in name[:30]) for name in header[:8])


def guessed_roles(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Roles | None:
    """What the cells of a table show: numbers of segments in all columns, or a column that is always less than another;
    None when they tell nothing.
    """
    if len(rows) < 2:
        return None
    if all(_steps(number, rows, _BY_ONE_OR_NONE) for number in range(len(header))):
        return Roles(list(header), coders=list(range(len(header))))
    numbers = {}
    for number, name in enumerate(header):
        values = [time_in(row[number]) for row in rows]
        if None not in values and name.strip() and not _steps(number, rows, _BY_ONE):
            numbers[number] = [value for value in values if value is not None]
    for start, end in permutations(numbers, 2):
        if all(one < other for one, other in zip(numbers[start], numbers[end], strict=True)):
            # From row to row, the length of an item stays the same, but not the end of a span.
            stays = sum(one == other for one, other in pairwise(numbers[end])) * 2 > len(rows)
            known = {"position": start, "mass": end} if stays else {"start": start, "end": end}
            return _with_groups(Roles(list(header), known), rows, numbers)
    return None


def _with_groups(roles: Roles, rows: Sequence[Sequence[str]], numbers: Collection[int]) -> Roles:
    """The same with items, coders and labels in columns that are no numbers, or have such names."""
    by_name = roles_by_name(roles.header).columns
    for number in roles.unused:
        cells = [row[number] for row in rows]
        role = next((role for role in ("item", "coder", "label") if by_name.get(role) == number), None)
        if role is None and number not in numbers:
            runs = 1 + sum(one != other for one, other in pairwise(cells))
            role = guessed_group(roles.header[number]) if runs == len(set(cells)) < len(cells) else "label"
        if role is not None and roles.header[number].strip():
            roles.columns.setdefault(role, number)
    return roles


def time_in(cell: str) -> float | None:
    """Seconds, or whatever a table counts; a decimal comma and a clock are understood.

    Examples
    --------
    >>> time_in("1,5"), time_in("1:02.5"), time_in("soon")
    (1.5, 62.5, None)
    """
    text = cell.strip(" \t")
    if NUMBER.fullmatch(text):
        return float(text.replace(",", "."))
    return seconds_of(text) if re.fullmatch(CLOCK, text) else None


def table_form(head: Head) -> Form | None:
    """The form of the table that a file begins with, if it is one of these forms."""
    # Subtitles of ASS name columns, too.
    if is_segeval_table(head) or is_long_table(head) or head.text.lstrip().startswith("[Script Info]"):
        return None
    return _form_of_text(head.text)


def _first_rows(text: str) -> tuple[list[str], list[list[str]]]:
    """The header and the first rows of a table, up to one that does not fit; the text may end within a row."""
    header: list[str] = []
    rows: list[list[str]] = []
    with suppress(ParseError):
        header, body, _ = read_table(Source("", text.encode(errors="replace"), ""), tells_form)
        for row in islice(body, SAMPLE):
            rows.append(row.cells)
    return header, rows


@lru_cache(maxsize=4)
def _form_of_text(text: str) -> Form | None:
    header, rows = _first_rows(text)
    if len(header) < 2 or NUMBER.fullmatch(header[0]):
        return None
    return form_of(roles_by_name(header), rows)


# ------------------------------------------------------------------------------------------------------- reading


def read(source: Source, options: ReadOptions, *, form: Form | None = None) -> Reading:
    """Read a table of a form, or of the form that its columns show."""
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
        raise source.error(refusal_of(header, sample), line, option="columns")
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
    """Whether columns are given by their numbers, and the first row holds numbers itself."""
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
    """A note on a column without a role; one that groups rows may distinguish items or coders."""
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
    return refusal_of(*_first_rows(head.text))


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
    medium, per_second = _medium(source, options, roles)
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
        source.require_forward(start, end, row.line)
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
    """Refuse rows whose times go back where a column without a role changes: it may distinguish items or coders."""
    for number in roles.unused:
        if before[number] != row.cells[number] and _is_group(row.cells[number]):
            name = roles.header[number]
            role = guessed_group(name)
            if role in roles:
                role = "coder" if role == "item" else "item"
            fault = f"times go back here, and the unused column {name!r} changes; say what it is with {OPTION}="
            raise source.error(f"{fault} {roles.with_role(role, number)}", row.line, option="columns")


def _is_group(cell: str) -> bool:
    """Whether a cell may name an item or a coder: a number with a fraction, or a long text, does not."""
    return bool(cell.strip()) and len(cell) < 80 and not re.fullmatch(r"-?[0-9]*[.,][0-9]+", cell.strip())


def _medium(source: Source, options: ReadOptions, roles: Roles) -> tuple[Recording, float]:
    """What the times of a table count, and how many of that are a second."""
    units = {named(roles.name(role)).unit for role in ("start", "end", "duration") if role in roles}
    if options.time_unit is None and ("ms" in units or _WHISPER.fullmatch(source.text)):
        return Recording(), 1000
    if options.time_unit is not None or units == {None}:
        return Recording(), 1
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

    columns = mark_columns("boundaries", named=label_at is not None)
    codings = codings_of_rows("boundaries", columns, marks(), source.error, number=whole_number)
    return Reading([ReadCoding(*one, source.name) for one in codings])


#: In the place of a number where a coder has no segments.
_NO_SEGMENT = -(2**63)


def _read_units(source: Source, options: ReadOptions, roles: Roles, rows: Iterable[TableRow], form: Form) -> Reading:
    """Read the units of every item in the order of their rows, and for each coder a segment or a flag.

    A new segment in a column begins a segment; in a wide table segments are numbers. A flag says that a segment starts,
    or ends. A column without any number is a coder who did not code the item.
    """
    columns = {number: roles.header[number].strip() for number in roles.coders}
    if columns and ("" in columns.values() or len(set(columns.values())) < len(columns)):
        raise source.error(f"the columns are {shown_names(roles.header)}; expected coders, each with a name", 1)
    at = "flag" if form == "flags" else "segment"
    value_of: Callable[[Source, str, int, str, array[int]], int]
    value_of = partial(_segment, {}) if form == "units" else _segment_number if form == "wide" else _flag
    found: dict[tuple[str, str], array[int]] = {}
    texts: dict[str, list[str]] = {}
    names = before = ("", "")
    for row in _in_order(source, roles, rows) if form == "wide" else rows:
        before, names = names, _names(source, roles, row)
        item, coder = names
        mine = columns or {roles.columns[at]: coder}
        if names != before and "coder" not in roles and any((item, one) in found for one in mine.values()):
            raise source.error(f"item {item!r} continues after another item; expected its rows together", row.line)
        for number, who in mine.items():
            values = found.get((item, who)) or found.setdefault((item, who), array("q"))
            values.append(value_of(source, row.cells[number], row.line, who, values))
            if "text" in roles:
                text, known = row.cells[roles.columns["text"]], texts.setdefault(item, [])
                if len(values) > len(known):
                    known.append(text)
                elif known[len(values) - 1] != text:
                    raise source.error(f"the units of item {item!r} have other texts for coder {who!r}", row.line)
    reading = Reading(texts={**texts})
    where = ""
    if form == "flags":
        where = _where_flags_stand(source, options, roles, list(found.values()))
        reading.notes.append(f"{source.name}: a flag is at the unit that {where.removesuffix('s')}s a segment")
    for (item, coder), values in found.items():
        if values[0] == _NO_SEGMENT:
            reading.notes.append(f"{source.name}: coder {coder!r} did not code item {item!r}")
            continue
        cells, mass = np.frombuffer(values, dtype=np.int64), len(values)
        places = np.flatnonzero(cells) + (where == "ends") if where else np.flatnonzero(np.diff(cells)) + 1
        inner = places[(places > 0) & (places < mass)]
        reading.codings.append(ReadCoding(item, coder, Segmentation.from_positions(inner, mass), source.name))
        if form == "wide" and len(inner) == mass - 1 > 2 and len(columns) > 1 and not roles.given:
            others = Roles(roles.header, dict(roles.columns), [at for at, name in columns.items() if name != coder])
            what = f"coder {coder!r} cuts after every unit: a column of numbers?"
            reading.suspicions.append(Suspicion(what, f"--columns {quote(others.mapping)}", source.name))
    return reading


def _segment(known: dict[str, int], source: Source, cell: str, line: int, coder: str, above: array[int]) -> int:
    if not cell.strip():
        raise source.error("the segment is empty; expected a number or a name", line)
    return known.setdefault(cell, len(known))


def _segment_number(source: Source, cell: str, line: int, coder: str, above: array[int]) -> int:
    """The number of a segment, which never goes back, or nothing for a coder who has none in any row."""
    value = whole_number(cell, f"the segment of coder {coder!r}", line, source.error) if cell else _NO_SEGMENT
    last = above[-1] if above else value
    if (value == _NO_SEGMENT) != (last == _NO_SEGMENT):
        raise source.error(f"coder {coder!r} has no segment for this unit, or for one above", line)
    if value < last:
        flags = {value, last} == {0, 1}
        hint = f"; if 1 marks a boundary, say so with {OPTION}=" if flags else ""
        fault = f"coder {coder!r} goes back from segment {last} to {value}{hint}"
        raise source.error(fault, line, option="flags" if flags else None)
    return value


def _flag(source: Source, cell: str, line: int, coder: str, above: array[int]) -> int:
    flag = FLAG_VALUES.get(cell.strip().casefold())
    if flag is None:
        raise source.error(f"a flag of coder {coder!r} is not a flag; expected 0 and 1, or x and nothing", line)
    return int(flag)


def _where_flags_stand(source: Source, options: ReadOptions, roles: Roles, found: Sequence[array[int]]) -> str:
    """Whether flags are at the first or last units of segments: from the option, or from the first and last rows."""
    if options.flags in ("starts", "ends"):
        return options.flags
    used = [flags for flags in found if 1 in flags]
    starts, ends = (bool(used) and all(flags[edge] for flags in used) for edge in (0, -1))
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


def _format(name: str, title: str, form: Form, **fields: Any) -> Format:
    matches, reader = lambda head: table_form(head) == form, partial(read, form=None if name == "table" else form)
    return unit_format(FormatName(name, title, (".csv", ".tsv")), matches, reader, columns=True, **fields)


INTERVALS = _format(
    "intervals",
    "table of intervals in seconds: start, end[, label, item, coder]",
    "intervals",
    measure="seconds",
    bare_times=True,
)
UNITS = _format("units", "table with a row per unit: item, segment[, coder, text]", "units")
FLAGS = _format("flags", "table with a row per unit: 0 and 1, or x, where segments start or end", "flags")
WIDE = _format("wide", "wide table, a file per item: unit rows, coder columns, segment numbers", "wide", names="coders")
TABLE = _format(
    "table",
    "any table whose columns are named by --columns; or boundaries in units: position, mass[, item, coder, label]",
    "positions",
    bare_times=True,
)
