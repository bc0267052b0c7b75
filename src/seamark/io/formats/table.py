"""Tables as people make them, with a row for every interval, for every boundary, or for every unit.

A column has a *role*: it names the item or the coder, tells where an interval starts or ends, and so on. Roles follow
from the names of columns, or from the option ``columns``; what is there, and what is in the cells, tells the form:

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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain, islice, pairwise
from shlex import quote
from typing import Literal, NamedTuple

import numpy as np

from seamark.base.checks import did_you_mean
from seamark.base.errors import OPTION, InputError
from seamark.io.format import File, Format, ReadOptions
from seamark.io.formats.long_table import is_long_table
from seamark.io.formats.segeval_files import is_segeval_table
from seamark.io.formats.whisper import is_whisper_table
from seamark.io.reading import ONLY_CODER, MarkedSpans, Marks, ReadCoding, Reading, Recording, Suspicion
from seamark.io.source import (
    CLOCK,
    HEAD,
    Head,
    Source,
    TableRow,
    encode_table,
    read_table,
    seconds_of,
    table_head,
    whole_number,
    write_row,
)
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation

Form = Literal["intervals", "positions", "units", "wide", "flags"]

#: The names that columns with a role have, in lower case, without what they say about the unit; the first counts.
_NAMES: Mapping[str, tuple[str, ...]] = {
    "start": (
        *("start", "onset", "begin", "from", "start_time", "begin_time", "starttime", "begintime", "time_start"),
        *("t_start", "tmin", "xmin", "segment_onset", "segment_start", "start_offset", "anfang", "beginn", "von"),
        *("debut", "début", "inicio", "begin_offset"),
    ),
    "end": (
        *("end", "stop", "offset", "to", "until", "end_time", "stop_time", "endtime", "stoptime", "time_end", "t_end"),
        *("tmax", "xmax", "segment_offset", "segment_end", "end_offset", "finish", "ende", "bis", "fin"),
    ),
    "duration": ("duration", "dur", "length", "dauer", "durée", "duración"),
    "position": ("position", "boundary_position", "boundary_at", "boundary_after"),
    "mass": ("mass", "units", "n_units", "number_of_units", "n_sentences", "total_units"),
    "segment": (
        *("segment", "segment_id", "segment_number", "seg", "seg_id", "section", "section_id", "topic", "topic_id"),
        *("part", "block"),
    ),
    "flag": (
        *("boundary", "is_boundary", "new_segment", "starts_segment", "ends_segment", "break", "cut", "flag"),
        *("topic_shift", "shift", "border", "grenze"),
    ),
    "item": (
        *("item", "file", "filename", "file_name", "recording", "recording_filename", "raw_filename", "document"),
        *("document_id", "documentid", "doc", "doc_id", "docid", "doc_name", "video", "video_id", "videoid", "audio"),
        *("audio_file", "audio_id", "media", "clip", "session", "song", "song_id", "track", "story", "story_id"),
        *("article", "article_id", "text_id", "dialogue", "dialogue_id", "dialog_id", "conversation", "meeting"),
        *("transcript_id", "datei", "fichier", "archivo"),
    ),
    "coder": (
        *("coder", "coder_id", "annotator", "annotator_id", "annotator_name", "annotated_by", "rater", "rater_id"),
        *("judge", "labeler", "labeller", "worker", "worker_id", "user", "user_id", "username", "kodierer", "codeur"),
    ),
    "label": (
        *("label", "labels", "tag", "category", "code", "class", "type", "annotation", "value", "speaker"),
        *("speaker_id", "speaker_type", "action", "event", "name", "title", "etikett"),
    ),
    "text": ("text", "sentence", "utterance", "unit_text", "paragraph", "content", "transcript", "line", "satz"),
    "unit": (
        *("unit", "unit_id", "index", "idx", "id", "row", "no", "nr", "number", "#", "line_number", "line_no"),
        *("sentence_id", "sentence_number", "sent_id", "sent_no", "utterance_id", "paragraph_id", "paragraph_number"),
        *("page", "page_number", "line", "sentence", "utterance", "paragraph", "unnamed: 0"),
    ),
}
#: What ChildProject's names mean.
_MILLISECONDS = ("segment_onset", "segment_offset")
#: Names that may number places in which several units stand.
_PLACES = ("page", "page_number", "line", "sentence", "utterance", "paragraph", "id")
#: Characters of the name of a column that are looked at: a cell without end is no name.
_LONGEST_NAME = 200
_UNIT_IN_NAME = re.compile(
    r"[\s_\-(\[]+(?:in[\s_]+)?(ms|msecs?|millis|milliseconds|s|secs?|seconds|sekunden|frames?|samples?|hh:mm:ss\S*"
    r"|ss\.ms\w*)[)\]]?$"
)
_NUMBER = re.compile(r"[0-9]{1,18}(?:[.,][0-9]*)?(?:[eE][+-]?[0-9]{1,2})?")
_WHOLE = re.compile(r"[0-9]{1,19}(?:\.0+)?")
_FLAGS = {"": False, "0": False, "0.0": False, "no": False, "false": False, "n": False, "-": False}
_FLAGS |= dict.fromkeys(("1", "1.0", "x", "yes", "true", "y", "*", "b", "|"), True)
#: Rows that are looked at to tell the form of a table.
_SAMPLE = 50
#: Most rows that are written; a table with a row per unit is the wrong form for more.
MOST_ROWS = 10_000_000


class Named(NamedTuple):
    """The name of a column without its unit, and the unit that it tells."""

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
        numbers = [_number_of(name, header) for name in names]
        if role == "coders":
            roles.coders = numbers
        else:
            roles.columns[role] = numbers[0]
    if options.text_column is not None:
        roles.columns["text"] = _number_of(options.text_column, header)
    return roles


def _number_of(name: str, header: Sequence[str]) -> int:
    """The column of a name, or of a number from 1 on."""
    known = [one.strip().casefold() for one in header]
    if name.strip().casefold() in known:
        return known.index(name.strip().casefold())
    if name.isdigit() and 1 <= int(name) <= len(header):
        return int(name) - 1
    near = did_you_mean(name, header)
    raise InputError(
        f"{OPTION}: no column is called {name!r}; {near}there are {', '.join(header[:12])}", option="columns"
    )


def roles_by_name(header: Sequence[str]) -> Roles:
    """The roles that the names of columns tell; every column has one at most."""
    roles = Roles(list(header))
    keys = [named(name).key for name in header]
    for role, names in _NAMES.items():
        taken = set(roles.columns.values())
        for name in names:
            number = keys.index(name) if name in keys else None
            if number is not None and number not in taken:
                roles.columns[role] = number
                break
    return roles


def form_of(
    roles: Roles, rows: Sequence[Sequence[str]], flags: str | None = None, *, wanted: Form | None = None
) -> Form | None:
    """The form of a table with these columns and rows; None where it cannot be told.

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
                if _are_flags(number, rows) and named(name).key not in ("", *_NAMES["unit"])
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
    known = "unit" in roles or all(_count_segments(number, rows) for number in roles.coders)
    return "wide" if roles.coders and (known or wanted == "wide") else None


def _choose_coders(roles: Roles, columns: Sequence[int], rows: Sequence[Sequence[str]]) -> None:
    """Of some columns of a table with a row per unit, take those for coders that do not tell a unit or its text."""
    if roles.columns.get("text") in columns:
        del roles.columns["text"]
    roles.columns.pop("unit", None)
    counting = [number for number in columns if named(roles.header[number]).key in ("", *_NAMES["unit"])]
    strict = [number for number in counting if named(roles.header[number]).key not in _PLACES or _counts(number, rows)]
    if strict:
        roles.columns["unit"] = next((one for one in strict if not _is_index(roles.header[one])), strict[0])
    elif not counting and columns[:1] == [0] and len(columns) > 1 and _rises(0, rows):
        roles.columns["unit"] = 0
    others = [number for number in range(len(roles.header)) if number not in columns]
    if "text" not in roles and len(others) == 1 and "unit" in roles and len(columns) > 1:
        roles.columns["text"] = others[0]
    if counting or "unit" in roles or "text" in roles:
        known = {*counting, roles.columns.get("unit"), roles.columns.get("text")}
        roles.coders = [number for number in columns if number not in known]


def _rises(number: int, rows: Sequence[Sequence[str]]) -> bool:
    """Whether the cells of a column begin with 0 or 1 and rise in every row, as the numbers of units do."""
    values = _values(number, rows)
    return values[:1] in ([0], [1]) and len(values) == len(rows) and all(a < b for a, b in pairwise(values))


def _count_segments(number: int, rows: Sequence[Sequence[str]]) -> bool:
    """Whether the cells of a column begin with 0 or 1 and never rise by more than 1, as the numbers of segments do."""
    values = _values(number, rows)
    return values[:1] in ([0], [1]) and all(0 <= b - a <= 1 for a, b in pairwise(values))


def _values(number: int, rows: Sequence[Sequence[str]]) -> list[int]:
    return [int(row[number].strip().partition(".")[0]) for row in rows if _WHOLE.fullmatch(row[number].strip())]


def _counts(number: int, rows: Sequence[Sequence[str]]) -> bool:
    """Whether the cells of a column count the rows."""
    values = _values(number, rows)
    return values[:1] in ([0], [1]) and values == list(range(values[0], values[0] + len(rows)))


def _are_flags(number: int, rows: Sequence[Sequence[str]]) -> bool:
    cells = {row[number].strip().casefold() for row in rows}
    return cells <= _FLAGS.keys() and any(_FLAGS[cell] for cell in cells)


def _are_numbers(number: int, rows: Sequence[Sequence[str]], *, some: bool = False) -> bool:
    """Whether the cells of a column, or some of them, are whole numbers or empty."""
    fine = [not row[number].strip() or _WHOLE.fullmatch(row[number].strip()) is not None for row in rows]
    return (any(fine) if some else all(fine)) and bool(rows)


def table_form(head: Head) -> Form | None:
    """The form of the table that a file begins with, if it is one of these forms."""
    # Subtitles of ASS name columns, too.
    others = is_segeval_table(head) or is_long_table(head) or is_whisper_table(head)
    if others or head.text.lstrip().startswith("[Script Info]"):
        return None
    return _form_of_text(head.text)


@lru_cache(maxsize=4)
def _form_of_text(text: str) -> Form | None:
    header, rows = table_head(text, _tells_form, _SAMPLE)
    if len(header) < 2 or not rows or len(rows[0]) != len(header) or _NUMBER.fullmatch(header[0]):
        return None
    return form_of(roles_by_name(header), [row for row in rows if len(row) == len(header)])


def _tells_form(header: list[str]) -> bool:
    """Whether the names in a row tell a form, so that it is the header; ones that need cells are not known by it."""
    return _form(roles_by_name(header), (), None, None) not in (None, "wide")


# ------------------------------------------------------------------------------------------------------- reading


def read(source: Source, options: ReadOptions, *, form: Form | None = None) -> Reading:
    """Read a table of a form, or of the form that its columns tell."""
    told = options.columns is not None
    header, rows, line = read_table(source, (lambda cells: _has_columns(cells, options)) if told else _tells_form)
    first = list(islice(rows, _SAMPLE))
    try:
        roles = roles_told(header, options) if told else roles_by_name(header)
        if options.text_column is not None:
            roles.columns["text"] = _number_of(options.text_column, header)
    except InputError as error:
        raise source.error(error.template, option=error.option) from None
    sample = [row.cells for row in first]
    found = form_of(roles, sample, options.flags, wanted=form)
    if found is None or (form is not None and found != form):
        raise source.error(_refusal(header, sample, form), line, option="columns")
    if not first:
        raise source.error("has no rows; expected one at least")
    reading = _READERS[found](source, options, roles, chain(first, rows))
    reading.columns |= {role: roles.name(role) for role in roles.columns}
    if roles.coders:
        reading.columns["coders"] = tuple(roles.header[number] for number in roles.coders)
    if line > 1 and source.text[:HEAD].split("\n", line - 1)[0].strip():
        reading.notes.append(f"{source.name}: {line - 1} lines above the header are left out")
    for number in roles.unused:
        if roles.header[number].strip():
            _note_unused(reading, source, roles, number, sample)
    return reading


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
        role = _guessed_group(name)
        what = f"column {name!r} is not used, and its values group the rows"
        reading.suspicions.append(Suspicion(what, f"--columns {roles.with_role(role, number)}", source.name))


def _guessed_group(name: str) -> str:
    """Whether a column that groups rows tells coders or items."""
    key = named(name).key
    coder = ("set", "tier", "who", "by", "annot", "coder", "rater", "user", "labeler", "judge", "person")
    return "coder" if any(part in key for part in coder) else "item"


def refusal(head: Head) -> str:
    """What to say about a table that is of no form."""
    return _refusal(*table_head(head.text, _tells_form, _SAMPLE), None)


def _refusal(header: Sequence[str], rows: Sequence[Sequence[str]], form: Form | None) -> str:
    """What is wrong with a table, and the mapping that would work, if the cells tell one."""
    given = ", ".join(name[:30] for name in header[:8])
    wanted = _NEEDS[form] if form is not None else "start and end; position and mass; or segments or flags of units"
    roles = roles_by_name(header)
    for role, lacking in (
        ("start", "end, duration or label"),
        ("end", "start"),
        ("position", "mass"),
        ("segment", "item or text"),
    ):
        if role in roles:
            wanted = f"a column for {lacking} beside {roles.name(role)!r}, the {role}"
            break
    guessed = guessed_roles(header, rows)
    known = f"{OPTION}= says what columns mean" if guessed is None else f"perhaps {OPTION}= {quote(guessed.mapping)}"
    return f"is not a table that is supported: it has the columns {given}; expected {wanted}; {known}"


#: What a table of each form needs, for messages.
_NEEDS: dict[Form, str] = {
    "intervals": "start and end (or duration, or label), and perhaps item and coder",
    "units": "item and segment, and perhaps coder and text, with a row per unit",
    "wide": "the number of the unit and a column per coder with segment numbers",
    "flags": "a row per unit and columns of 0 and 1, or x, which mark boundaries",
    "positions": "position and mass, and perhaps item, coder and label",
}


def guessed_roles(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Roles | None:
    """Roles for a table whose names do not tell them, after what is in its cells; None when they tell nothing."""
    rows = [row for row in rows if len(row) == len(header)]
    if len(rows) < 2:
        return None
    numbers = {}
    for number in range(len(header)):
        values = [time_in(row[number]) for row in rows]
        if None not in values and not _counts(number, rows):
            numbers[number] = [value for value in values if value is not None]
    if len(numbers) == len(header) and all(_are_numbers(number, rows) for number in numbers):
        rising = [number for number, values in numbers.items() if all(0 <= b - a <= 1 for a, b in pairwise(values))]
        if len(rising) == len(header):
            return Roles(list(header), {}, rising)
    pair = next(
        (
            (start, end)
            for start in numbers
            for end in numbers
            if start != end and all(a < b for a, b in zip(numbers[start], numbers[end], strict=True))
        ),
        None,
    )
    if pair is None:
        return None
    roles = Roles(list(header), dict(zip(("start", "end"), pair, strict=True)))
    by_name = roles_by_name(header).columns
    for number in roles.unused:
        cells = [row[number] for row in rows]
        repeated = len(set(cells)) < len(cells)
        role = next((role for role in ("item", "coder", "label") if by_name.get(role) == number), None)
        if role is None and repeated and number not in numbers:
            runs = 1 + sum(one != other for one, other in pairwise(cells))
            role = _guessed_group(header[number]) if runs == len(set(cells)) else "label"
        if role is None and number not in numbers:
            role = "label"
        if role is not None and role not in roles:
            roles.columns[role] = number
    return roles


def time_in(cell: str) -> float | None:
    """Seconds, or whatever a table counts; a decimal comma and a clock are understood.

    Examples
    --------
    >>> time_in("1,5"), time_in("1:02.5"), time_in("soon")
    (1.5, 62.5, None)
    """
    text = cell.strip(" \t")
    if _NUMBER.fullmatch(text):
        return float(text.replace(",", "."))
    return seconds_of(text) if re.fullmatch(CLOCK, text) else None


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
            role = _guessed_group(name)
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
    found: dict[tuple[str, str], list[tuple[int, str]]] = {}
    masses: dict[str, int] = {}
    for row in rows:
        names = _names(source, roles, row)
        mass = row.cells[roles.columns["mass"]]
        if mass.strip():
            told = masses.setdefault(names[0], whole_number(mass, "the mass", row.line, source.error))
            if told != whole_number(mass, "the mass", row.line, source.error):
                raise source.error(f"item {names[0]!r} has mass {mass} here and {told} above; expected one", row.line)
        mine = found.setdefault(names, [])
        if row.cells[roles.columns["position"]].strip():
            place = whole_number(row.cells[roles.columns["position"]], "the position", row.line, source.error)
            mine.append((place, row.cells[roles.columns["label"]].strip() if "label" in roles else ""))
    reading = Reading()
    for (item, coder), marks in found.items():
        if item not in masses:
            raise source.error(f"item {item!r} has no mass; expected it in a row at least")
        places = [place for place, _ in marks]
        types = [label for _, label in marks] if "label" in roles else None
        try:
            coding = Segmentation.from_positions(places, masses[item], types)
        except InputError as error:
            raise source.error(f"item {item!r}, coder {coder!r}: {error}") from None
        reading.codings.append(ReadCoding(item, coder, coding, source.name))
    return reading


def _read_units(source: Source, options: ReadOptions, roles: Roles, rows: Iterable[TableRow]) -> Reading:
    """Read the units of every document in the order of their rows; a new value in ``segment`` starts a segment."""
    segment_at = roles.columns["segment"]

    def values() -> Iterator[tuple[TableRow, str]]:
        for row in rows:
            if not row.cells[segment_at].strip():
                raise source.error("the segment is empty; expected a number or a name", row.line)
            yield row, row.cells[segment_at]

    return _reading_of_units(source, roles, values(), Segmentation.from_labels)


def _reading_of_units(
    source: Source,
    roles: Roles,
    rows: Iterable[tuple[TableRow, object]],
    coding: Callable[[list[object]], Segmentation],
) -> Reading:
    """The codings of items whose units are rows, one after another, with a value for each unit."""
    found: dict[tuple[str, str], tuple[list[object], list[str]]] = {}
    last: tuple[str, str] | None = None
    for row, value in rows:
        names = _names(source, roles, row)
        if names != last and names in found and "coder" not in roles:
            raise source.error(f"item {names[0]!r} goes on here, after another; expected its rows together", row.line)
        values, texts = found.setdefault(names, ([], []))
        values.append(value)
        texts.append(row.cells[roles.columns["text"]] if "text" in roles else "")
        last = names
    reading = Reading()
    for (item, coder), (values, texts) in found.items():
        reading.codings.append(ReadCoding(item, coder, coding(values), source.name))
        if "text" in roles and reading.texts.setdefault(item, texts) != texts:
            raise source.error(f"the units of item {item!r} have other texts for coder {coder!r}")
    return reading


def _read_flags(source: Source, options: ReadOptions, roles: Roles, rows: Iterable[TableRow]) -> Reading:
    """Read columns of flags, which say at which units segments start, or end."""
    kept = list(rows)
    columns = roles.coders or [roles.columns["flag"]]
    cells = {number: [_flag(source, row, number, roles.header[number]) for row in kept] for number in columns}
    where = _where_flags_stand(source, options, roles, kept, cells)
    readings = []
    for number, flags in cells.items():
        mine = source if not roles.coders else Source(source.name, b"", source.item, roles.header[number])
        readings.append(_reading_of_units(mine, roles, zip(kept, flags, strict=True), partial(_of_flags, where=where)))
    reading = readings[0]
    for more in readings[1:]:
        reading.codings += more.codings
    reading.notes.append(f"{source.name}: a flag stands at the unit that {where.removesuffix('s')}s a segment")
    return reading


def _flag(source: Source, row: TableRow, number: int, name: str) -> bool:
    flag = _FLAGS.get(row.cells[number].strip().casefold())
    if flag is None:
        raise source.error(
            f"column {name!r} has {row.cells[number][:20]!r}; expected 0 and 1, or x and nothing", row.line
        )
    return flag


def _of_flags(flags: list[object], where: str) -> Segmentation:
    places = [unit + (where == "ends") for unit, flag in enumerate(flags) if flag]
    return Segmentation.from_positions([place for place in places if 0 < place < len(flags)], len(flags))


def _where_flags_stand(
    source: Source, options: ReadOptions, roles: Roles, rows: Sequence[TableRow], cells: Mapping[int, list[bool]]
) -> str:
    """Whether flags stand at the first units of segments or at the last: as told, or as first and last units tell."""
    if options.flags in ("starts", "ends"):
        return options.flags
    key = named(roles.name("flag")).key if "flag" in roles else ""
    items = [_names(source, roles, row)[0] for row in rows]
    firsts = [number for number, item in enumerate(items) if number == 0 or items[number - 1] != item]
    lasts = [number - 1 for number in firsts[1:]] + [len(items) - 1]
    some = [flags for flags in cells.values() if any(flags)]
    starts = all(flags[number] for flags in some for number in firsts) and bool(some)
    ends = all(flags[number] for flags in some for number in lasts) and bool(some)
    if starts != ends:
        return "starts" if starts else "ends"
    if key in ("new_segment", "starts_segment", "topic_shift"):
        return "starts"
    if key == "ends_segment":
        return "ends"
    raise source.error(
        f"the cells do not tell whether flags stand at the first units of segments or at the last; say {OPTION}= "
        "starts or ends",
        option="flags",
    )


def _read_wide(source: Source, options: ReadOptions, roles: Roles, rows: Iterable[TableRow]) -> Reading:
    """Read a wide table; a column without any number is a coder who did not code the item."""
    coders = [roles.header[number].strip() for number in roles.coders]
    if not coders or "" in coders or len(set(coders)) < len(coders):
        raise source.error(f"the columns are {', '.join(roles.header)}; expected coders, each with a name", 1)
    columns = [array("q") for _ in coders]
    texts: list[str] = []
    checked = _in_order(source, roles, rows)
    mass = 0
    for mass, (line, cells) in enumerate(checked, start=1):
        if "text" in roles:
            texts.append(cells[roles.columns["text"]])
        for coder, number, column in zip(coders, roles.coders, columns, strict=True):
            if cells[number]:
                column.append(whole_number(cells[number], f"the segment of coder {coder!r}", line, source.error))
            if len(column) not in (0, mass):
                raise source.error(f"coder {coder!r} has no segment for this unit, or for one above", line)
            if mass > 1 and column and column[-1] < column[-2]:
                flags = set(column) <= {0, 1}
                hint = f"; if 1 marks a boundary, say so with {OPTION}=" if flags else ""
                fault = f"coder {coder!r} goes back from segment {column[-2]} to {column[-1]}{hint}"
                raise source.error(fault, line, option="flags" if flags else None)
    reading = Reading(texts={source.item: texts} if "text" in roles else {})
    for coder, column in zip(coders, columns, strict=True):
        if not column:
            reading.notes.append(f"{source.name}: coder {coder!r} did not code item {source.item!r}")
            continue
        places = np.flatnonzero(np.diff(np.frombuffer(column, dtype=np.int64))) + 1
        reading.codings.append(ReadCoding(source.item, coder, Segmentation.from_positions(places, mass), source.name))
        if len(places) == mass - 1 and mass > 3 and len(coders) > 1 and not roles.given:
            others = Roles(roles.header, dict(roles.columns), [at for at in roles.coders if roles.header[at] != coder])
            what = f"coder {coder!r} cuts after every unit: a column of numbers?"
            reading.suspicions.append(Suspicion(what, f"--columns {quote(others.mapping)}", source.name))
    return reading


def _in_order(source: Source, roles: Roles, rows: Iterable[TableRow]) -> Iterator[TableRow]:
    """A column that counts the units does so from 0 or 1: a row that is missing or stands twice shows here."""
    at, expected = roles.columns.get("unit"), None
    counts = at is not None
    for row in rows:
        if at is not None and counts:
            unit = whole_number(row.cells[at], roles.header[at] or "the unit", row.line, source.error)
            if expected is None and unit not in (0, 1):
                raise source.error(f"the first unit is {unit}; expected 1 (or 0)", row.line)
            if expected is not None and unit != expected:
                raise source.error(
                    f"unit {unit} stands where unit {expected} should; rows are in order, none missing", row.line
                )
            expected = unit + 1
        yield row


_READERS: dict[Form, Callable[[Source, ReadOptions, Roles, Iterable[TableRow]], Reading]] = {
    "intervals": _read_intervals,
    "positions": _read_positions,
    "units": _read_units,
    "wide": _read_wide,
    "flags": _read_flags,
}


# ------------------------------------------------------------------------------------------------------- writing


def write_wide(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """One wide table per item."""
    for item in corpus:
        yield (item,), _wide_table(item, corpus[item])


def _wide_table(item: str, codings: Mapping[str, Segmentation]) -> bytes:
    mass = next(iter(codings.values())).mass
    if mass > MOST_ROWS:
        raise InputError(f"item {item!r} has {mass:,} units; a table with a row for each holds at most {MOST_ROWS:,}")
    columns = [np.arange(1, mass + 1)]
    columns += [np.repeat(np.arange(1, len(s.masses) + 1), s.masses) for s in codings.values()]
    rows = (write_row(row) for row in np.stack(columns, axis=1).tolist())
    return encode_table([write_row(("unit", *codings)), *rows])


def _format(form: Form, title: str) -> partial[Format]:
    return partial(
        Format,
        form,
        title,
        (".csv", ".tsv"),
        lambda head: table_form(head) == form,
        partial(read, form=form),
        columns=_NEEDS[form],
    )


INTERVALS = _format("intervals", "table of intervals in seconds: start, end[, label, item, coder]")(bare_times=True)
UNITS = _format("units", "table with a row per unit: item, segment[, coder, text]")(measure="units")
FLAGS = _format("flags", "table with a row per unit: 0 and 1, or x, where segments start or end")(measure="units")
WIDE = _format("wide", "wide table, a file per item: unit rows, coder columns, segment numbers")(
    priority=2, measure="units", names="coders", write_files=write_wide, keeps=(), kinds=("boundaries",)
)
TABLE = Format(
    "table",
    "any table whose columns are named by --columns; or boundaries in units: position, mass[, item, coder, label]",
    (".csv", ".tsv"),
    lambda head: table_form(head) == "positions",
    read,
    measure="units",
    columns="the columns that --columns names",
    bare_times=True,
)
