"""Seamark's own JSON, one object for a corpus, and JSONL, a line about the corpus and one for each item.

A coding of boundaries is a list of masses, or an object with ``positions`` and their ``types``; of labels a list of
``[mass, label]``; of spans a list of ``[start, end, category]``; of levels an object with ``levels``, lists of masses,
or ``labelled``, lists of ``[mass, label]``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Generic, Literal, TypeVar, get_args

import msgspec

from seamark.base.errors import InputError
from seamark.io.format import BoundaryType, Feature, FormatName, Label, ReadOptions, own_format
from seamark.io.json_text import convert, parse
from seamark.io.reading import ReadCoding, Reading
from seamark.io.source import Head, Source
from seamark.model.codings import Kind
from seamark.model.corpus import Corpus
from seamark.model.tables import coding_of, lists_of, used_types

_Coding = TypeVar("_Coding")


class CodingForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Boundaries: masses, or positions with types where there are several."""

    masses: list[int] | None = None
    positions: list[int] | None = None
    types: list[BoundaryType] | None = None


class SegmentRow(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A segment: its size and its label."""

    mass: int
    label: Label = None


class SpanRow(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A span: the units from ``start`` to before ``end``, counted from 0, and its category."""

    start: int
    end: int
    category: Label = None


class LevelsForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Levels from coarse to fine, without labels or with them."""

    levels: list[list[int]] | None = None
    labelled: list[list[SegmentRow]] | None = None
    nested: bool = True


class ItemForm(msgspec.Struct, Generic[_Coding], forbid_unknown_fields=True, omit_defaults=True):
    """One item with its codings; a bare list of numbers is masses."""

    item: str
    codings: dict[str, _Coding]
    mass: int | None = None
    texts: list[str] | None = None


class HeaderForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What is said about the corpus as a whole: the first line of JSONL."""

    format: Literal["seamark"]
    version: Literal[1]
    kind: Kind = msgspec.field(default="boundaries", name="model")
    types: list[BoundaryType] = []
    groups: dict[str, int | str] = {}
    metadata: dict[str, Any] = {}


class CorpusForm(HeaderForm, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A whole corpus: the JSON file."""

    items: list[Any]


#: What an item with codings of each kind is.
ITEM_FORMS: dict[Kind, Any] = {
    "boundaries": ItemForm[list[int] | CodingForm],
    "labels": ItemForm[list[SegmentRow]],
    "levels": ItemForm[LevelsForm],
    "spans": ItemForm[list[SpanRow]],
}


def read(source: Source, options: ReadOptions) -> Reading:
    """Read a JSON corpus."""
    form = convert(source, parse(source), CorpusForm)
    reading = reading_of(form)
    for number, value in enumerate(form.items):
        _add_item(source, reading, value, place=f"$.items[{number}]")
    return reading


def read_lines(source: Source, options: ReadOptions) -> Reading:
    """Read a JSONL corpus, line by line."""
    reading = Reading()
    for count, (number, line) in enumerate(source.numbered_lines):
        value = parse(source, line, number)
        if not count and isinstance(value, dict) and "format" in value:
            reading = reading_of(convert(source, value, HeaderForm, number))
        else:
            _add_item(source, reading, value, number)
    return reading


def reading_of(header: HeaderForm) -> Reading:
    """A reading that holds what the header says."""
    return Reading(
        groups=dict(header.groups), metadata=dict(header.metadata), types=list(header.types), kind=header.kind
    )


def _add_item(source: Source, reading: Reading, value: Any, line: int | None = None, place: str = "$") -> None:
    """Add the codings and texts of one item, which is on a line or at a place of the JSON."""
    form: ItemForm[Any] = convert(source, value, ITEM_FORMS[reading.kind], line, place=place)
    where = f"item {form.item!r}"
    try:
        if not form.item or "" in form.codings:
            raise InputError("has no name, or a coder without a name")
        if not form.codings:
            raise InputError("has no codings; expected at least one")
        if form.mass is None and reading.kind != "boundaries":
            raise InputError(f"has no mass; {reading.kind} need the number of units")
        if form.texts is not None and form.item in reading.texts:
            raise InputError("has its texts twice; expected them once")
        for coder, coding in form.codings.items():
            where = f"item {form.item!r}, coder {coder!r}:"
            row = _row(reading.kind, coding)
            made = coding_of(reading.kind, {"mass": form.mass, **row})
            for label in row.get("types") or () if reading.types else ():
                if label not in reading.types:
                    raise InputError(f"boundary type {label!r} is not among the types that the header names")
            reading.codings.append(ReadCoding(form.item, coder, made, source.name))
    except InputError as error:
        raise source.error(f"{where} {error}" + (f" - at `{place}`" if line is None else ""), line) from None
    if form.texts is not None:
        reading.texts[form.item] = form.texts


def _row(kind: Kind, form: Any) -> dict[str, Any]:
    """A coding as a row of lists, as ``model.tables`` declares it."""
    if kind == "boundaries":
        if isinstance(form, list):
            return {"masses": form}
        if form.masses is not None and form.positions is not None:
            raise InputError("expected either masses or positions")
        return msgspec.structs.asdict(form)
    if kind == "labels":
        return {"masses": [row.mass for row in form], "labels": [row.label for row in form]}
    if kind == "spans":
        columns = [row.start for row in form], [row.end for row in form], [row.category for row in form]
        return dict(zip(("starts", "ends", "categories"), columns, strict=True))
    if (form.levels is None) == (form.labelled is None):
        raise InputError("expected either levels or labelled")
    if form.labelled is None:
        return {"levels": form.levels, "nested": form.nested}
    rows = [_row("labels", level) for level in form.labelled]
    return {"levels": [row["masses"] for row in rows], "labels": [row["labels"] for row in rows], "nested": form.nested}


def write(corpus: Corpus) -> Iterator[bytes]:
    """Write a JSON corpus, one line per item."""
    yield encoded(header_of(corpus)).removesuffix(b"}") + b',"items":[\n'
    for number, form in enumerate(_item_forms(corpus)):
        yield (b",\n" if number else b"") + encoded(form)
    yield b"\n]}\n"


def write_lines(corpus: Corpus) -> Iterator[bytes]:
    """Write a header line and one line per item."""
    yield encoded(header_of(corpus)) + b"\n"
    for form in _item_forms(corpus):
        yield encoded(form) + b"\n"


def header_of(corpus: Corpus) -> HeaderForm:
    """What a file says about the corpus as a whole; types, labels and categories where some are used by no coding."""
    for coder, group in corpus.groups.items():
        if type(group) not in (int, str):
            raise InputError(f"the group of coder {coder!r} is {group!r}; JSON keeps whole numbers and strings")
    types: list[Any] = []
    if corpus.kind != "levels" and not set(used_types(corpus)) >= set(corpus.types):
        types = [label for label in corpus.types if label is not None]
    groups: Mapping[str, Any] = corpus.groups
    return HeaderForm("seamark", 1, corpus.kind, types, dict(groups), checked_metadata(corpus.metadata))


def _item_forms(corpus: Corpus) -> Iterator[ItemForm[Any]]:
    """The items as they are written."""
    for item, mass in corpus.lengths.items():
        codings = {coder: _form(lists_of(coding)) for coder, coding in corpus[item].items()}
        yield ItemForm(item, codings, mass, list(corpus.texts[item]) if item in corpus.texts else None)


def _form(row: dict[str, Any]) -> Any:
    """A row of lists in JSON."""
    if "levels" in row:
        if row["labels"] is None:
            return LevelsForm(levels=row["levels"], nested=row["nested"])
        levels = zip(row["levels"], row["labels"], strict=True)
        return LevelsForm(labelled=[list(map(SegmentRow, *level)) for level in levels], nested=row["nested"])
    if "starts" in row:
        return list(map(SpanRow, row["starts"], row["ends"], row["categories"]))
    if "labels" in row:
        return list(map(SegmentRow, row["masses"], row["labels"]))
    return CodingForm(**row) if "types" in row else row["masses"]


def checked_metadata(metadata: Mapping[str, object]) -> dict[str, Any]:
    """Metadata that reads back as it is."""
    plain = dict(metadata)
    for key, value in plain.items():
        try:
            fine = msgspec.json.decode(msgspec.json.encode({key: value})) == {key: value}
        except (TypeError, ValueError, RecursionError, OverflowError):
            fine = False
        if not fine:
            raise InputError(f"metadata {key!r} cannot be written as JSON: {value!r}")
    return plain


def encoded(form: msgspec.Struct | Mapping[str, object]) -> bytes:
    """JSON on one line."""
    try:
        return msgspec.json.encode(form)
    except (UnicodeEncodeError, OverflowError) as error:
        raise InputError(f"cannot be written as JSON: {error}") from None


def _matches(head: Head) -> bool:
    items = head.keys.get("items")
    return head.is_object and (items == "[" or (head.is_ours and (items is not None or not head.closed)))


def _matches_lines(head: Head) -> bool:
    header = head.is_ours and head.closed and "items" not in head.keys
    return head.is_object and (header or {"item", "codings"} <= head.keys.keys())


#: What JSON of ours keeps of a corpus: all of it.
_EVERYTHING: tuple[Feature, ...] = get_args(Feature)

JSON = own_format(FormatName("json", "Seamark JSON", (".json",)), _matches, read, write_file=write, keeps=_EVERYTHING)
JSONL = own_format(
    FormatName("jsonl", "Seamark JSONL, an item per line", (".jsonl", ".ndjson")),
    _matches_lines,
    read_lines,
    write_file=write_lines,
    keeps=_EVERYTHING,
)
