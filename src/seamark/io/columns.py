"""What the columns of a table mean: by their names, as the caller says, or as their cells suggest.

A column has a *role*: it names the item or the coder, tells where an interval starts or ends, and so on. Which roles
there are, and what is in the cells, tells the form of a table; ``formats/table.py`` reads every form.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from shlex import quote
from typing import Literal, NamedTuple

from seamark.base.checks import did_you_mean
from seamark.base.errors import OPTION, InputError
from seamark.io.format import ReadOptions
from seamark.io.source import CLOCK, seconds_of

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
NUMBER = re.compile(r"[0-9]{1,18}(?:[.,][0-9]*)?(?:[eE][+-]?[0-9]{1,2})?")
_WHOLE = re.compile(r"[0-9]{1,19}(?:\.0+)?")
FLAG_VALUES = {"": False, "0": False, "0.0": False, "no": False, "false": False, "n": False, "-": False}
FLAG_VALUES |= dict.fromkeys(("1", "1.0", "x", "yes", "true", "y", "*", "b", "|"), True)
#: Characters of a mapping that a message prints.
_LONGEST_MAPPING = 200
#: Rows that are looked at to tell the form of a table.
SAMPLE = 50


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
    known = "unit" in roles or all(_steps(number, rows, _BY_ONE_OR_NONE) for number in roles.coders)
    return "wide" if roles.coders and (known or wanted == "wide") else None


def _choose_coders(roles: Roles, columns: Sequence[int], rows: Sequence[Sequence[str]]) -> None:
    """Of some columns of a table with a row per unit, take those for coders that do not tell a unit or its text."""
    if roles.columns.get("text") in columns:
        del roles.columns["text"]
    roles.columns.pop("unit", None)
    counting = [number for number in columns if named(roles.header[number]).key in ("", *_NAMES["unit"])]
    strict = [
        number for number in counting if named(roles.header[number]).key not in _PLACES or _steps(number, rows, _BY_ONE)
    ]
    if strict:
        roles.columns["unit"] = next((one for one in strict if not _is_index(roles.header[one])), strict[0])
    elif not counting and columns[:1] == [0] and len(columns) > 1 and _steps(0, rows, _UP):
        roles.columns["unit"] = 0
    others = [number for number in range(len(roles.header)) if number not in columns]
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
    """Whether the names in a row tell a form, so that it is the header; ones that need cells are not known by it."""
    return _form(roles_by_name(header), (), None, None) not in (None, "wide")


def guessed_group(name: str) -> str:
    """Whether a column that groups rows tells coders or items."""
    key = named(name).key
    coder = ("set", "tier", "who", "by", "annot", "coder", "rater", "user", "labeler", "judge", "person")
    return "coder" if any(part in key for part in coder) else "item"


def refusal_of(header: Sequence[str], rows: Sequence[Sequence[str]], form: Form | None) -> str:
    """What is wrong with a table, and the mapping that would work, if the cells tell one."""
    wanted = NEEDS[form] if form is not None else "start and end; position and mass; or segments or flags of units"
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
    can_be_typed = guessed is not None and guessed.mapping.isprintable() and len(guessed.mapping) < _LONGEST_MAPPING
    known = (
        f"perhaps {OPTION}= {quote(guessed.mapping)}" if guessed and can_be_typed else "--columns says what they are"
    )
    return f"is not a table that is supported: it has the columns {shown_names(header)}; expected {wanted}; {known}"


def shown_names(header: Sequence[str]) -> str:
    """The names of columns, each short and on one line."""
    return ", ".join("".join(c if c.isprintable() else " " for c in name[:30]) for name in header[:8])


#: What a table of each form needs, for messages.
NEEDS: dict[Form, str] = {
    "intervals": "start and end (or duration, or label), and optionally item and coder",
    "units": "item and segment, and optionally coder and text, with a row per unit",
    "wide": "the number of the unit and a column per coder with segment numbers",
    "flags": "a row per unit and columns of 0 and 1, or x, which mark boundaries",
    "positions": "position and mass, and optionally item, coder and label",
}


def guessed_roles(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Roles | None:
    """Roles for a table whose names do not tell them, after what is in its cells; None when they tell nothing."""
    if len(rows) < 2:
        return None
    numbers = {}
    for number in range(len(header)):
        values = [time_in(row[number]) for row in rows]
        if None not in values and header[number].strip() and not _steps(number, rows, _BY_ONE):
            numbers[number] = [value for value in values if value is not None]
    if len(numbers) == len(header) and all(_steps(number, rows, _BY_ONE_OR_NONE) for number in numbers):
        return Roles(list(header), {}, list(numbers))
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
            role = guessed_group(header[number]) if runs == len(set(cells)) else "label"
        if role is None and number not in numbers:
            role = "label"
        if role is not None and role not in roles and header[number].strip():
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
    if NUMBER.fullmatch(text):
        return float(text.replace(",", "."))
    return seconds_of(text) if re.fullmatch(CLOCK, text) else None
