"""Reading a corpus from a file, a folder or a stream."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple, TypeAlias, TypedDict, Unpack, overload

from seamark.checks import of_kind, path_of, string_of
from seamark.errors import OPTION, InputError, ParseError, shown
from seamark.garbage import garbage_left_alone
from seamark.io.assemble import assemble
from seamark.io.detect import detect
from seamark.io.folder import (
    Found,
    files_in,
    format_of_folder,
    innermost,
    is_in_archive,
    names_of,
    require_some,
    stem_of,
    without_archives,
)
from seamark.io.format import Format
from seamark.io.load_report import LoadReport
from seamark.io.options import DEFAULT_OPTIONS, Layout, ReadOptions, TiersAre, UnfitOptionError, Unit
from seamark.io.packed import Unpacking, is_archive, plain_name, unpacked
from seamark.io.projects import annotated_files
from seamark.io.reading import Reading
from seamark.io.registry import format_named, formats_of_suffix
from seamark.io.source import Source, is_blank, read_file, read_stream
from seamark.model.arrays import Model
from seamark.model.corpora import AnyCorpus
from seamark.model.corpus import Corpus
from seamark.model.hierarchy_corpus import HierarchyCorpus
from seamark.model.labelled_corpus import LabelledCorpus
from seamark.model.span_corpus import SpanCorpus
from seamark.safe_write import settle

#: Where a corpus may lie: a file, a folder, or an open binary stream.
Place: TypeAlias = str | PathLike[str] | BinaryIO


class Loaded(NamedTuple):
    """A corpus and how it was read."""

    corpus: Corpus
    report: LoadReport


class LoadOptions(TypedDict, total=False):
    """The options of ``load``, which describes them, beside the model."""

    format: str | None
    name: str | None
    unit: Unit | None
    resolution: float | None
    snap_limit: float | None
    types: Literal["labels"] | None
    types_as_one: bool
    layer: str | None
    tiers_are: TiersAre | None
    name_by: str | None
    layout: Layout | None
    coder: str | None
    duration: float | Mapping[str, float] | None
    trim: float | None
    encoding: str
    texts: Mapping[str, Sequence[str]] | None
    max_lost: float | None
    levels: Sequence[str]


_Source: TypeAlias = Place | Sequence[Place]


@overload
def load(source: _Source, *, model: Literal["boundaries"] | None = None, **options: Unpack[LoadOptions]) -> Corpus: ...
@overload
def load(source: _Source, *, model: Literal["labels"], **options: Unpack[LoadOptions]) -> LabelledCorpus: ...
@overload
def load(source: _Source, *, model: Literal["levels"], **options: Unpack[LoadOptions]) -> HierarchyCorpus: ...
@overload
def load(source: _Source, *, model: Literal["spans"], **options: Unpack[LoadOptions]) -> SpanCorpus: ...
def load(
    source: Place | Sequence[Place],
    *,
    model: Model | None = None,
    levels: Sequence[str] = (),
    format: str | None = None,
    name: str | None = None,
    unit: Unit | None = None,
    resolution: float | None = None,
    snap_limit: float | None = None,
    types: Literal["labels"] | None = None,
    types_as_one: bool = False,
    layer: str | None = None,
    tiers_are: TiersAre | None = None,
    name_by: str | None = None,
    layout: Layout | None = None,
    coder: str | None = None,
    duration: float | Mapping[str, float] | None = None,
    trim: float | None = None,
    encoding: str = "utf-8",
    texts: Mapping[str, Sequence[str]] | None = None,
    max_lost: float | None = None,
) -> AnyCorpus:
    r"""Read a corpus.

    Parameters
    ----------
    source
        A file, a folder of files of one format, or a binary stream. Several of them, in a list, are one corpus; their
        formats may differ, and an option must fit one of them at least.
    model
        What to read: ``"boundaries"``, ``"labels"`` of segments, ``"levels"`` of segments, or ``"spans"`` with gaps and
        overlaps; the result is a ``Corpus``, ``LabelledCorpus``, ``HierarchyCorpus`` or ``SpanCorpus``. By default
        boundaries; a file that ``save`` made of another model is an error then, which says so.
    levels
        For levels: the names of tiers that are levels, from coarse to fine, where the file does not tell.
    format
        The name of the format (see ``known_formats()``); by default it is told from the content, then from the suffix.
    name
        What to call a stream in messages; its suffix helps to tell the format.
    unit
        For spans in a text: ``"character"``, ``"token"``, ``"sentence"``, ``"line"`` or ``"paragraph"``, by default the
        coarsest at whose edges at least 99 % of all boundaries lie; for times ``"time"``. Boundaries move to the
        nearest place between two units.
    resolution
        For times: seconds per unit, by default 0.001, or less where two boundaries of a coding would meet.
    snap_limit
        How far a boundary may move to reach the grid, in characters or seconds; farther is an error. By default 10
        characters, and no limit for times, which never move farther than half a unit.
    types
        ``"labels"`` makes the labels of spans the types of boundaries: the labels of the spans that start there, or
        else of those that end there. By default all boundaries are of one type.
    types_as_one
        Whether boundaries of all types are read as boundaries of one, for metrics that do not tell types apart.
    layer
        Which tier, layer, namespace, control or label type to read where a file has several.
    tiers_are
        ``"coders"`` reads every tier of a TextGrid or EAF as what one coder marked. By default tiers are not coders,
        and a file with several is an error that lists them.
    name_by
        The field of the data that names the items: of ``data`` in Label Studio, of the example in doccano, of the task
        or its ``meta`` in Prodigy.
    layout
        Whether folders stand for coders (``"coder/item"``) or for items (``"item/coder"``), for formats that name
        neither within the file.
    coder
        The coder of a file that names none.
    duration
        How long items last in seconds, for times whose file does not tell: one number, or one for each item by name;
        by default until the last end.
    trim
        How far, in seconds, marks may lie beyond the length of an item, to be cut there; and how much the lengths that
        coders' files tell may differ, of which the shortest counts. By default 0.05 and not at all.
    encoding
        Of text files without a byte order mark.
    texts
        For chunks whose file does not hold the text: the units of each item, such as ``corpus.texts``.
    max_lost
        For chunks: the share of their characters that may be missing from the text, 0 by default.

    Raises
    ------
    InputError
        When something cannot be read; the message names the file and, where it can, the line.

    Examples
    --------
    >>> from io import BytesIO
    >>> load(BytesIO(b'{"items": {"poem": {"ann": [2, 3], "ben": [5]}}}'))
    <Corpus of 1 item and 2 coders: 2 codings, 5 units per item>
    >>> files = [BytesIO(b"item,coder,mass,position\npoem,ann,5,2"), BytesIO(b"item,coder,mass,position\npoem,ben,5,")]
    >>> list(load(files)["poem"])
    ['ann', 'ben']
    """
    options = ReadOptions(
        model=model,
        format=format,
        unit=unit,
        resolution=resolution,
        snap_limit=snap_limit,
        types=types,
        types_as_one=types_as_one,
        layer=layer,
        tiers_are=tiers_are,
        name_by=name_by,
        layout=layout,
        coder=coder,
        duration=duration,
        trim=trim,
        encoding=encoding,
        texts=texts,
        max_lost=max_lost,
    )
    if model is None or model == "boundaries":
        if levels:
            raise InputError(f"{OPTION} is for levels, not for boundaries", option="levels")
        return load_with_report(source, options, name=name).corpus
    from seamark.io.models import load_models  # which reads places as this module does

    return load_models(source, model, options, levels=levels, name=name).codings


@garbage_left_alone()
def load_with_report(
    source: Place | Sequence[Place], options: ReadOptions = DEFAULT_OPTIONS, *, name: str | None = None
) -> Loaded:
    r"""Read a corpus as ``load`` does, and tell how: which format, and which boundaries moved how far.

    Examples
    --------
    >>> from io import BytesIO
    >>> labels = BytesIO(b"0.0\t1.2504\tintro\n1.2504\t3.0\tverse\n")
    >>> corpus, report = load_with_report(labels, ReadOptions(format="audacity", resolution=0.01), name="song.txt")
    >>> corpus["song"]["coder"].masses, report.moved, round(report.farthest, 4)
    ((125, 175), 1, 0.0004)
    """
    of_kind(options, ReadOptions, "options", "ReadOptions, such as ReadOptions(unit='sentence')")
    if options.model not in (None, "boundaries"):
        raise InputError(f"{OPTION} is {options.model!r}; load_models reads what is not boundaries", option="model")
    found = read_places(source, options, name)
    corpus, report = assemble(
        [reading for one in found for reading in one.readings],
        options,
        name=name_of_all(found),
        format=", ".join(dict.fromkeys(one.format.name for one in found)),
    )
    return Loaded(corpus, report)


def read_places(source: Place | Sequence[Place], options: ReadOptions, name: str | None) -> list[ReadPlace]:
    """What lies at one place or at several, before it is put on a grid."""
    several = isinstance(source, Sequence) and not isinstance(source, str | bytes)
    given: Sequence[Place] = source if several else [source]  # type: ignore[list-item,assignment]
    if not given:
        raise InputError("source is empty; expected at least one file, folder or stream")
    of_kind(options, ReadOptions, "options", "ReadOptions, such as ReadOptions(unit='sentence')")
    if name is not None:
        string_of(name, "name")
    places = [path_of(place, "source") if isinstance(place, str | PathLike) else place for place in given]
    paths = Counter(place for place in places if isinstance(place, Path))
    if twice := [path for path, count in paths.items() if count > 1]:
        raise InputError(f"{shown(twice[0])}: is given twice")
    names = Counter(path.name for path in paths)
    found = [
        _read_path(place, options, by_folder=names[place.name] > 1)
        if isinstance(place, Path)
        else _read_stream(place, name, options)
        for place in places
    ]
    _require_fitting(found, options)
    return found


def name_of_all(found: Sequence[ReadPlace]) -> str:
    """What messages call all that was read."""
    return _listed(list(dict.fromkeys(one.name for one in found)), " + ")


class ReadPlace(NamedTuple):
    """What lies at one place, in one format."""

    name: str
    format: Format
    readings: list[Reading]


def _read_stream(stream: BinaryIO, name: str | None, options: ReadOptions) -> ReadPlace:
    called = name or str(getattr(stream, "name", "<stream>"))
    return _read_file(read_stream(stream, called), called, None, options)


def _read_path(path: Path, options: ReadOptions, *, by_folder: bool) -> ReadPlace:
    settle(path)
    if os.path.isdir(path):  # noqa: PTH112  # unlike Path.is_dir, it takes any name
        with Unpacking() as unpacking:
            files = files_in(path, unpacking)
            return _named(_read_folder(path, shown(path.absolute().name), files, options), unpacking)
    return _read_file(read_file(path), shown(path), path, options, by_folder=by_folder)


def _read_file(
    data: bytes, name: str, path: Path | None, options: ReadOptions, *, by_folder: bool = False
) -> ReadPlace:
    data, plain = unpacked(data, name), name[: len(plain_name(name))]
    if is_archive(data):
        return _read_archive(data, name, options)
    if options.format is None:
        try:
            format = detect(data, plain, options.encoding)
        except ParseError as error:
            raise ParseError(error.unplaced, path=name, option=error.option) from None
    else:
        format = format_named(options.format)
    item, coder = stem_of(Path(plain).name or "item", format), options.coder
    if by_folder and path is not None and coder is None and format.names not in ("both", "coders"):
        # Files of one name in several folders, such as ann/song.lab and ben/song.lab: read as their folders would be.
        item, coder = names_of(Found(path, (shown(path.absolute().parent.name),), shown(path.name)), format, options)
    source = Source(name, data, item, coder, options.encoding, path)
    return ReadPlace(name, format, [_read(source, format, options)])


def _read_archive(data: bytes, name: str, options: ReadOptions) -> ReadPlace:
    """Read an archive as the folder that it was; messages name what lies in it as if it were one."""
    with Unpacking() as unpacking:
        top = unpacking.extract(data, name)
        folder = innermost(top)
        called = Path(name).stem if folder == top else shown(folder.name)
        files = files_in(folder, unpacking)
        # An archive that holds nothing but an archive is what that one holds.
        while (first := {file.above[:1] for file in files}) and len(first) == 1 and is_in_archive(files[0]):
            called = Path(files[0].above[0]).stem
            files = [file._replace(above=file.above[1:]) for file in files]
        if len(files) == 1:
            path = files[0].path
            found = _read_file(read_file(path), shown(path), path, options)
        else:
            found = _read_folder(folder, called, files, options)
        return _named(found, unpacking)._replace(name=name)


def _named(found: ReadPlace, unpacking: Unpacking) -> ReadPlace:
    """The same, with the names of archives in place of those of temporary folders."""
    for reading in found.readings:
        reading.notes[:] = [unpacking.named(note) for note in reading.notes]
        reading.marks[:] = [mark._replace(file=unpacking.named(mark.file)) for mark in reading.marks]
        reading.codings[:] = [coding._replace(file=unpacking.named(coding.file)) for coding in reading.codings]
        reading.chunks[:] = [chunks._replace(file=unpacking.named(chunks.file)) for chunks in reading.chunks]
    return found


def _read_folder(folder: Path, called: str, files: list[Found], options: ReadOptions) -> ReadPlace:
    """Read files that lie in one folder, which is called so where it names an item."""
    files, notes = annotated_files(files, shown(folder))
    require_some(files, folder)
    if options.format is None:
        format = format_of_folder(folder, files, options.encoding)
    else:
        format = format_named(options.format)
    chosen = [file for file in files if plain_name(file.path.name).endswith(format.suffixes)]
    if not chosen and options.format is not None:
        # Corpora whose files have no suffix, or one of their own, are read as what the caller says they are.
        chosen = [file for file in files if not formats_of_suffix(plain_name(file.path.name))]
    if not chosen:
        helps = f"say so with {OPTION}=" if options.format is None else "give the files by themselves"
        ends = " or ".join(format.suffixes)
        raise ParseError(
            f"holds no files that end with {ends}; if others are {format.name} all the same, {helps}",
            path=shown(folder),
            option="format",
        )
    known = {*chosen, *(file for file in files if plain_name(file.path.name).endswith(format.companions))}
    passed_over = [file.path.name for file in files if file not in known]
    readings = []
    for file in without_archives(chosen, format):
        item, coder = names_of(file, format, options, called)
        name = shown(file.path)
        data = unpacked(read_file(file.path), name)
        readings.append(_read(Source(name, data, item, coder, options.encoding, file.path), format, options))
    if passed_over:
        notes.append(f"files of another kind are left out: {_listed(passed_over, ', ')}")
    readings[0].notes.extend(notes)
    return ReadPlace(shown(folder), format, readings)


def _read(source: Source, format: Format, options: ReadOptions) -> Reading:
    if is_blank(source.data) and not format.may_be_empty:
        raise source.error("is empty")
    return format.read(source, options)


def _require_fitting(found: Sequence[ReadPlace], options: ReadOptions) -> None:
    """Refuse options that would be passed over in silence."""
    for option, fits, files in (
        ("layer", lambda format: format.has_layers, "files have none"),
        ("tiers_are", lambda format: format.names == "tiers", "files have no tiers"),
        ("name_by", lambda format: format.has_fields, "files have no fields that could name items"),
        ("layout", lambda format: format.names == "neither", "files name items or coders themselves"),
        ("coder", lambda format: format.names not in ("both", "coders"), "files name their coders"),
    ):
        if getattr(options, option) is not None and not any(fits(one.format) for one in found):
            name, format, _ = found[0]
            raise UnfitOptionError(f"{name}: {OPTION} has no meaning for {format.name}, whose {files}", option=option)


def _listed(names: Sequence[str], joint: str) -> str:
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"{joint.join(names[:3])}{more}"
