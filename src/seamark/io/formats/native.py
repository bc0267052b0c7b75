"""Seamark's own JSON: one object for a corpus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar, get_args

import msgspec

from seamark.base.errors import InputError
from seamark.io.format import BoundaryType, Feature, Format, ReadOptions, checked_type, unused_types
from seamark.io.json_text import convert, parse
from seamark.io.models import (
    LevelsForm,
    ModelItemForm,
    SegmentRow,
    SpanRow,
    codings_in,
    model_item_form,
    study_labels,
)
from seamark.io.reading import Coding, ModelCoding, Reading
from seamark.io.source import Head, Source
from seamark.model.codings import KINDS, Kind
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation

_Item = TypeVar("_Item")


class CodingForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One coding: masses, or positions with types where there are several."""

    masses: list[int] | None = None
    positions: list[int] | None = None
    types: list[BoundaryType] | None = None


class ItemForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One item with its codings; a bare list of numbers is masses."""

    item: str
    codings: dict[str, list[int] | CodingForm]
    mass: int | None = None
    texts: list[str] | None = None


class HeaderForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What is said about the corpus as a whole: the first line of JSONL."""

    format: Literal["seamark"]
    version: Literal[1]
    model: Kind = "boundaries"
    types: list[BoundaryType] = []
    groups: dict[str, int | str] = {}
    metadata: dict[str, Any] = {}


class CorpusForm(HeaderForm, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A whole corpus: the JSON file."""

    items: list[ItemForm]


class ModelCorpusForm(HeaderForm, Generic[_Item], forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A whole corpus of labels, spans or levels."""

    items: list[_Item]


_CORPUS_FORM: dict[str, Any] = {
    "labels": ModelCorpusForm[ModelItemForm[list[SegmentRow]]],
    "levels": ModelCorpusForm[ModelItemForm[LevelsForm]],
    "spans": ModelCorpusForm[ModelItemForm[list[SpanRow]]],
}


def read(source: Source, options: ReadOptions) -> Reading:
    """Read a JSON corpus."""
    value = parse(source)
    model = value.get("model") if isinstance(value, dict) else None
    form = convert(source, value, _CORPUS_FORM.get(model, CorpusForm) if isinstance(model, str) else CorpusForm)
    reading = reading_of(form)
    known = frozenset(form.types)
    for number, item in enumerate(form.items):
        try:
            add_item(reading, item, known, source.name)
        except InputError as error:
            raise source.error(f"{error} - at `$.items[{number}]`") from None
    return reading


def reading_of(header: HeaderForm) -> Reading:
    """A reading that holds what the header says."""
    return Reading(
        groups=dict(header.groups), metadata=dict(header.metadata), types=list(header.types), model=header.model
    )


def add_item(reading: Reading, form: ItemForm | ModelItemForm[Any], known: frozenset[BoundaryType], file: str) -> None:
    """Add the codings and texts of one item; ``known`` are the boundary types that the header names."""
    if isinstance(form, ItemForm):
        for coder, segmentation in codings_of(form, known).items():
            reading.codings.append(Coding(form.item, coder, segmentation, file))
    elif reading.model != "boundaries":
        for coder, coding in codings_in(form, reading.model).items():
            reading.models.append(ModelCoding(form.item, coder, coding, file))
    if form.texts is not None:
        if form.item in reading.texts:
            raise InputError(f"item {form.item!r} stands twice with texts; expected them once")
        reading.texts[form.item] = form.texts


def codings_of(form: ItemForm, known: frozenset[BoundaryType]) -> dict[str, list[int] | Segmentation]:
    """The codings of an item, by coder; masses stay a plain list."""
    if not form.codings:
        raise InputError(f"item {form.item!r} has no codings; expected at least one")
    made: dict[str, list[int] | Segmentation] = {}
    for coder, coding in form.codings.items():
        try:
            made[coder] = _segmentation(coding, form.mass)
            if known and isinstance(coding, CodingForm):
                _check_types(coding.types or (), known)
        except InputError as error:
            raise InputError(f"item {form.item!r}, coder {coder!r}: {error}") from None
    return made


def _check_types(types: Sequence[BoundaryType], known: frozenset[BoundaryType]) -> None:
    for label in types:
        if label not in known:
            raise InputError(f"boundary type {label!r} is not among the types that the header names")


def _segmentation(coding: list[int] | CodingForm, mass: int | None) -> list[int] | Segmentation:
    if isinstance(coding, CodingForm):
        if (coding.masses is None) == (coding.positions is None):
            raise InputError("expected either masses or positions")
        if coding.positions is not None:
            if mass is None:
                raise InputError("positions need the mass of the item")
            return Segmentation.from_positions(coding.positions, mass, coding.types)
        if coding.types is not None:
            raise InputError("types need positions; masses have none")
    masses = coding.masses or [] if isinstance(coding, CodingForm) else coding
    if mass is not None and sum(masses) != mass:
        raise InputError(f"the masses add up to {sum(masses)}, the mass of the item is {mass}")
    return masses


# ------------------------------------------------------------------------------------------------------------ writing


def write(corpus: Corpus) -> Iterator[bytes]:
    """Write a JSON corpus, one line per item."""
    head = encoded(header_of(corpus)).removesuffix(b"}")
    yield head + b',"items":[\n'
    for number, item in enumerate(corpus):
        yield (b",\n" if number else b"") + encoded(any_item_form(corpus, item))
    yield b"\n]}\n"


def header_of(corpus: Corpus) -> HeaderForm:
    """What a file says about the corpus as a whole."""
    for coder, group in corpus.groups.items():
        if type(group) not in (int, str):
            raise InputError(f"the group of coder {coder!r} is {group!r}; JSON keeps whole numbers and strings")
    model = corpus.kind
    if model == "boundaries":
        types = [checked_type(label) for label in corpus.types] if unused_types(corpus) else []
    else:
        types = study_labels(corpus)
    groups: Mapping[str, Any] = corpus.groups
    return HeaderForm("seamark", 1, model, types, dict(groups), checked_metadata(corpus.metadata))


def any_item_form(corpus: Corpus, item: str) -> msgspec.Struct:
    """One item of any corpus as it is written."""
    return item_form(corpus, item) if corpus.kind == "boundaries" else model_item_form(corpus, item)


def item_form(corpus: Corpus, item: str) -> ItemForm:
    """One item as it is written."""
    codings = corpus[item]
    forms = {coder: _coding_form(segmentation) for coder, segmentation in codings.items()}
    texts = list(corpus.texts[item]) if item in corpus.texts else None
    return ItemForm(item, forms, next(iter(codings.values())).mass, texts)


def _coding_form(segmentation: Segmentation) -> list[int] | CodingForm:
    if segmentation.types in ((), (DEFAULT_TYPE,)):
        return list(segmentation.masses)
    boundaries = segmentation.boundaries
    types = [checked_type(label) for _, label in boundaries]
    return CodingForm(positions=[position for position, _ in boundaries], types=types)


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


def _is_sign(head: Head) -> bool:
    items = head.keys.get("items")
    return head.is_object and (items == "[" or (head.is_ours and (items is not None or not head.closed)))


#: What JSON of ours keeps of a corpus: all of it.
EVERYTHING: frozenset[Feature] = frozenset(get_args(Feature))

FORMATS = (
    Format(
        "json",
        "Seamark JSON",
        (".json",),
        measure="units",
        names="both",
        sign=_is_sign,
        read=read,
        write_file=write,
        keeps=EVERYTHING,
        holds=KINDS,
    ),
)
