"""Reading a corpus from a file, a folder or a stream: which files lie there, what their places name, and ``load``."""

from __future__ import annotations

import os
import re
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, Literal, NamedTuple, TypeAlias

from seamark.base.checks import of_kind, path_of, string_of
from seamark.base.errors import OPTION, InputError, ParseError, ReadingWarning, shown
from seamark.base.extras import gc_paused, require
from seamark.base.numbers import listed
from seamark.io import packed
from seamark.io.assemble import assemble
from seamark.io.format import (
    DEFAULT_OPTIONS,
    FlagPlace,
    Format,
    Layout,
    ReadOptions,
    SpanEnds,
    UnfitOptionError,
    Unit,
    ambiguous,
    candidates,
    detect,
    format_named,
    formats_of_suffix,
    rate_of,
    reason_for,
)
from seamark.io.layers import chosen_layer
from seamark.io.packed import Archive, Budget, is_archive, plain_name, unpacked, unpacked_name
from seamark.io.reading import LoadReport, Reading, Recording
from seamark.io.source import HEAD, Source, is_blank, read_file, read_stream, unreadable
from seamark.model.codings import Kind
from seamark.model.corpus import Corpus
from seamark.model.tables import has_declared_columns, is_frame

#: The file beside data that says how to read them.
READING_NAME = "reading.toml"
#: Files that lie beside data without being data.
_NOT_DATA = frozenset(("readme", "license", "licence", "changelog"))


class Found(NamedTuple):
    """A file, what messages call it, the folders and archives above it that were given as a whole, the name that its
    place gives it, and its archive; ``data`` where it is a stream, whose path is what messages call it.
    """

    path: Path
    title: str
    above: tuple[str, ...]
    name: str
    archive: Archive | None = None
    data: bytes | None = None


def files_in(folder: Path, budget: Budget) -> Iterator[Found]:
    """The files that may hold data, in natural order of their paths; hidden ones and linked folders are passed over.

    What is in archives is listed as if they were folders.
    """

    def refuse(error: OSError) -> None:
        raise unreadable(error, error.filename) from None

    within: dict[Path, tuple[str, ...]] = {}
    for root, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = [Path(root, name) for name in names if not name.startswith(".") and name != READING_NAME]
        budget.take_members(len(paths), shown(folder))
        within |= {path: path.relative_to(folder).parts for path in paths if path.is_file()}
    return _in_natural_order(within, (), None, budget, 1)


def files_in_archive(archive: Archive, budget: Budget, above: tuple[str, ...] = (), depth: int = 1) -> Iterator[Found]:
    """The same for an archive in memory, below the folders that lie above it."""
    within = {path: path.relative_to(archive.innermost).parts for path in archive}
    return _in_natural_order(within, above, archive, budget, depth)


def _in_natural_order(
    within: Mapping[Path, tuple[str, ...]], above: tuple[str, ...], archive: Archive | None, budget: Budget, depth: int
) -> Iterator[Found]:
    """Files, given with the parts of their paths; in the place of an archive the files that it holds."""
    for path, parts in sorted(within.items(), key=lambda one: list(map(natural_order, one[1]))):
        *folders, name = map(shown, parts)
        file = Found(path, shown(path), (*above, *folders), name, archive)
        data = unpacked(read_file(path, archive), file.title, budget) if _is_archive_name(name) else b""
        if is_archive(data):
            budget.require_depth(depth, file.title)
            yield from files_in_archive(Archive(data, path, budget), budget, (*file.above, name), depth + 1)
        else:
            yield file


def _is_archive_name(name: str) -> bool:
    return plain_name(name).endswith(".zip")


def without_archives(files: Sequence[Found], format: Format) -> list[Found]:
    """The files with archives as the folders that they were, or as the file for whose sake they were made.

    INCEpTION packs what one annotator did with one document, together with the type system, into an archive that is
    named after the annotator, as a file of another format would be.
    """
    together = Counter(file.above for file in files)
    made = []
    for file in files:
        above, name = file.above, file.name
        alone = bool(above) and _is_archive_name(above[-1]) and together[above] == 1
        if alone and (len(above) > 1 or (format.layout == "item/coder" and format.companions)):
            above, name = above[:-1], above[-1][: -len(".zip")]
        folders = tuple(part[: part.casefold().rindex(".zip")] if _is_archive_name(part) else part for part in above)
        made.append(file._replace(above=folders, name=name))
    return made


def natural_order(name: str) -> tuple[list[str | int], str]:
    """A key that puts numbers within names in order of their size.

    Examples
    --------
    >>> sorted(["ch10.csv", "ch2.csv", "ch.csv", "ch02.csv"], key=natural_order)
    ['ch.csv', 'ch02.csv', 'ch2.csv', 'ch10.csv']
    """
    # Without its suffix, a name comes before the same name with a number behind it.
    parts = re.split("([0-9]+)", Path(name).stem)
    return [int(part) if place % 2 else part for place, part in enumerate(parts)], name


def is_beside_data(stem: str) -> bool:
    """Whether a file of this name is passed over in a folder."""
    return stem.casefold() in _NOT_DATA


def _contents(file: Found, options: ReadOptions, budget: Budget) -> dict[str, bytes]:
    """What a file holds, under no name; of a spreadsheet the sheet that is read, or all of them where they are coders,
    each by its name.
    """
    name, largest = file.title, budget.limits["bytes"]
    data = read_file(file.path, file.archive, largest=largest) if file.data is None else file.data
    data = unpacked(data, name, budget)
    if not packed.is_spreadsheet(data):
        return {"": data}
    sheets = packed.sheets_of(data, name, budget)
    if options.layer is None and options.tiers_as_coders:
        return sheets
    chosen = str(chosen_layer(name, options.layer, sheets, "sheet"))
    return {chosen: sheets[chosen]}


def format_of_folder(folder: Path, files: list[Found], options: ReadOptions) -> Format:
    """The one format that the files of a folder have."""
    fitting: dict[Path, list[Format]] = {}
    for file in files:
        head = read_file(file.path, file.archive, HEAD)
        if packed.is_packed(head) or file.name.casefold().endswith(packed.SPREADSHEETS):
            head = next(iter(_contents(file, options, Budget(options.limits)).values()))
        fitting[file.path] = candidates(head, file.name, options.encoding)
    clear = {found[0]: path for path, found in reversed(fitting.items()) if len(found) == 1}
    beside = tuple(suffix for format in clear for suffix in format.companions)
    kinds = {format: path for format, path in clear.items() if not path.name.casefold().endswith(beside)}
    for path, found in fitting.items():
        if len(found) > 1 and not path.name.casefold().endswith(beside) and not kinds.keys() & set(found):
            raise ambiguous(found, shown(path))
    if len(kinds) == 1:
        return next(iter(kinds))
    told = ", ".join(f"{path.name} ({format.name})" for format, path in reversed(kinds.items()))
    fault = f"holds files of several formats: {told}" if kinds else "holds no file whose format is clear"
    raise ParseError(f"{fault}; choose one with {OPTION}=", option="format", path=shown(folder))


def stem_of(name: str, format: Format) -> str:
    """The name of a file without the suffix of its format."""
    name = unpacked_name(name)
    for suffix in format.suffixes:
        if name.casefold().endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return Path(name).stem or name


def names_of(found: Found, format: Format, options: ReadOptions, folder: str) -> tuple[str, str | None]:
    """The item and the coder that the place of a file, in the folder of this name that was given as a whole, names."""
    stem, above = stem_of(found.name, format), found.above
    if format.names == "both":
        return stem, options.coder
    if format.names == "coders":
        return ",".join((*above, stem)), options.coder
    if len(above) > 1:
        raise ParseError(f"lies {len(above)} folders deep; expected one, of its coder or item", path=found.title)
    if format.names == "items":
        return stem, above[0] if above else options.coder
    layout = options.layout or format.layout
    if not above and layout == "item/coder" and folder:
        # The folder of one document holds a file per annotator.
        return folder, stem
    if not above:
        return stem, options.coder
    return (stem, above[0]) if layout == "coder/item" else (above[0], stem)


#: The document before its annotation.
_UNTOUCHED = "INITIAL_CAS"


def annotated_files(files: Sequence[Found], name: str) -> tuple[list[Found], list[str]]:
    """The documents that annotators worked on, if the files are those of a project, and notes about the others.

    A project has the file ``exportedproject.json``, and a folder for each document in ``annotation``.
    """
    kept = [file for file in files if not any(part.startswith(_UNTOUCHED) for part in (*file.above, file.name))]
    notes = []
    if len(kept) < len(files):
        notes.append(f"{_UNTOUCHED}, which is the document before its annotation, is left out")
    if not any(not file.above and file.name.startswith("exportedproject") for file in kept):
        return kept, notes
    notes.append("read as a project of INCEpTION: what annotators did with the documents")
    if any(file.above[:1] == ("curation",) for file in kept):
        notes.append("curated documents are left out; to read them, unpack the archive and give its folder curation")
    annotated = [file._replace(above=file.above[1:]) for file in kept if file.above[:1] == ("annotation",)]
    if all(file.name.casefold().endswith(".txt") for file in annotated):
        fault = "is a project of INCEpTION whose documents cannot be read; export WebAnno TSV 3 or UIMA CAS XMI"
        raise ParseError(fault, path=name)
    return annotated, notes


#: Where a corpus may lie: a file, a folder, an open binary stream or a data frame.
Place: TypeAlias = Any


class Loaded(NamedTuple):
    """A corpus and how it was read."""

    corpus: Corpus
    report: LoadReport


def load(
    source: Place | Sequence[Place],
    *,
    kind: Kind | None = None,
    levels: Sequence[str] = (),
    format: str | None = None,
    name: str | None = None,
    unit: Unit | None = None,
    resolution: float | None = None,
    snap_limit: float | None = None,
    types: Literal["labels"] | None = None,
    types_as_one: bool = False,
    layer: str | None = None,
    tiers_as_coders: bool = False,
    name_by: str | None = None,
    layout: Layout | None = None,
    coder: str | None = None,
    duration: float | Mapping[str, float] | None = None,
    trim: float | None = None,
    encoding: str = "utf-8",
    texts: Mapping[str, Sequence[str]] | None = None,
    max_lost: float | None = None,
    columns: Mapping[str, str | Sequence[str]] | None = None,
    text_column: str | None = None,
    flags: FlagPlace | None = None,
    ends: SpanEnds | None = None,
    time_unit: str | None = None,
    reading: str | PathLike[str] | None = None,
    skip_bad: bool = False,
    limits: Mapping[str, int] | None = None,
) -> Corpus:
    r"""Read a corpus.

    Parameters
    ----------
    source
        A file, a folder of files of one format, or a binary stream. Several of them, in a list, are one corpus; their
        formats may differ, and an option must fit one of them at least. Also a data frame, which is read as the table
        that it is. Objects of other libraries go into ``Corpus``.
    kind
        What to read: ``"boundaries"``, ``"labels"`` of segments, ``"levels"`` of segments, or ``"spans"`` with gaps and
        overlaps. By default what a file that ``save`` made says it holds, and boundaries of all others. Labels must not
        overlap, and gaps have the label None; levels are boundary types 1, 2, ... or the tiers that ``levels`` names.
    levels
        For levels: the names of tiers that are levels, from coarse to fine, where the file does not say.
    format
        The name of the format (see ``known_formats()``); by default recognised by content, then by suffix.
    name
        What to call a stream in messages; its suffix helps to recognise the format.
    unit
        For spans in a text: ``"character"``, ``"token"``, ``"sentence"``, ``"line"`` or ``"paragraph"``, by default the
        coarsest at whose edges at least 99 % of all boundaries lie; for times ``"time"``, or ``"cue"``, the segments of
        a transcript that is read with them (subtitles, Whisper, TextGrid, EAF, CTM). Boundaries move to the
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
        Whether boundaries of all types are read as boundaries of one, for metrics that do not distinguish types.
    layer
        Which tier, layer, namespace, control or label type to read where a file has several.
    tiers_as_coders
        Whether to read every tier of a TextGrid or EAF as what one coder marked. By default tiers are not coders,
        and a file with several is an error that lists them.
    name_by
        The field of the data that names the items: of ``data`` in Label Studio, of the example in doccano, of the task
        or its ``meta`` in Prodigy.
    layout
        Whether folders are coders (``"coder/item"``) or items (``"item/coder"``), for formats that name
        neither within the file.
    coder
        The coder of a file that names none.
    duration
        How long items last in seconds, for times whose file does not say: one number, or one for each item by name;
        by default until the last end.
    trim
        How far, in seconds, marks may lie beyond the length of an item, to be cut there, or the last segment may end
        before it, to be continued; and how much the lengths in the files of coders may differ, of which the shortest
        counts. By default 0.05 and not at all.
    encoding
        Of text files without a byte order mark.
    texts
        For chunks whose file does not hold the text: the units of each item, such as ``corpus.texts``.
    max_lost
        For chunks: the share of their characters that may be missing from the text, 0 by default.
    columns
        For a table: the columns by their roles, such as ``{"item": "doc", "start": "begin", "end": "stop"}``, by name
        or by number from 1 on. Roles are item, coder, start, end, duration, label; position and mass; for a row per
        unit segment or flag, unit and text, or ``coders``, a list of columns.
    text_column
        For a table with a row per unit: the column with the texts.
    flags
        For a table with a row per unit: cells with 1 or x mark units that start segments (``"starts"``) or end them
        (``"ends"``); ``"auto"`` looks at the first and the last rows.
    ends
        ``"inclusive"`` if the end of a span is the last unit that belongs to it, as in 1-448, 449-1037.
    time_unit
        What times count, if not seconds: ``"ms"``, ``"min"``, ``"frames@25"``, ``"samples@16000"``; ``"units"`` if they
        are numbers of units.
    reading
        A file with options, which ``seamark look --save-reading`` writes; by default ``reading.toml`` beside the files,
        where there is one. What is given here counts more.
    skip_bad
        Whether to leave out files of a folder that cannot be read, and items that cannot be placed on a grid, each with
        a note, instead of stopping at the first.
    limits
        How much may be read and unpacked, where the defaults are too small: ``bytes`` of a file, and of all that is
        unpacked together (2**30); ``members``, the files of folders and archives (100,000); ``depth`` of archives
        within one another (4); ``ratio`` of what a file unpacks to and its own size (100); ``nesting`` of values in
        JSON and of elements in XML (100).

    Raises
    ------
    InputError
        When something cannot be read; the message names the file and, where it can, the line.

    Warns
    -----
    ReadingWarning
        When a file looks as if it were not meant as it was read; the message ends with the option that settles it.

    Examples
    --------
    >>> from io import BytesIO
    >>> load(BytesIO(b'{"items": {"poem": {"ann": [2, 3], "ben": [5]}}}'))
    <Corpus of 1 item and 2 coders: 2 codings, 5 units per item>
    >>> files = [BytesIO(b"item,coder,mass,position\npoem,ann,5,2"), BytesIO(b"item,coder,mass,position\npoem,ben,5,")]
    >>> list(load(files)["poem"])
    ['ann', 'ben']
    """
    # Every other parameter is an option of the same name.
    options = {option: value for option, value in locals().items() if option not in ("source", "name")}
    corpus, report = load_with_report(source, ReadOptions(**options), name=name)
    for suspicion in report.suspicions:
        warnings.warn(str(suspicion), ReadingWarning, stacklevel=2)
    return corpus


@gc_paused()
def load_with_report(
    source: Place | Sequence[Place], options: ReadOptions = DEFAULT_OPTIONS, *, name: str | None = None
) -> Loaded:
    r"""Read a corpus as ``load`` does, and report how: which format and kind, and which boundaries moved how far.

    Examples
    --------
    >>> from io import BytesIO
    >>> labels = BytesIO(b"0.0\t1.2504\tintro\n1.2504\t3.0\tverse\n")
    >>> corpus, report = load_with_report(labels, ReadOptions(format="audacity", resolution=0.01), name="song.txt")
    >>> corpus["song"]["coder"].masses, report.moved, round(report.farthest, 4)
    ((125, 175), 1, 0.0004)
    """
    corpus, report, _ = load_readings(source, options, name)
    return Loaded(corpus, report)


def load_readings(
    source: Place | Sequence[Place], options: ReadOptions, name: str | None = None
) -> tuple[Corpus, LoadReport, list[Reading]]:
    """The same, and what was found in each file."""
    of_kind(options, ReadOptions, "options", "ReadOptions, such as ReadOptions(unit='sentence')")
    if is_frame(source):
        if options == ReadOptions(kind=options.kind) and has_declared_columns(source):
            corpus = Corpus.from_frame(source)
            return corpus, LoadReport("frame", kind=corpus.kind), []
        source, name = _csv_of(source), name or "frame.csv"
    places = _places_of(source)
    options, digest = _with_saved_reading(places, options)
    found = _read_places(places, options, name, Budget(options.limits))
    tasks = {one.format.task for one in found}
    read = LoadReport(
        ", ".join(dict.fromkeys(one.format.name for one in found)),
        task=tasks.pop() if len(tasks) == 1 else None,
        name=listed(list(dict.fromkeys(one.name for one in found)), 3, " + "),
        why="; ".join(dict.fromkeys(one.why for one in found)) if digest is None else f"as {READING_NAME} says",
        reading=digest,
    )
    readings = [reading for one in found for reading in one.readings]
    if digest is not None:
        readings[0].metadata["reading"] = digest
    if options.ends == "inclusive" or options.time_unit is not None:
        _count_otherwise(readings, options)
    try:
        corpus, report = assemble(readings, options, read)
    except InputError:
        if not options.skip_bad:
            raise
        corpus, report = assemble(_sound(readings, options, read), options, read)
    return corpus, report, readings


def _with_saved_reading(places: Sequence[Path | BinaryIO], options: ReadOptions) -> tuple[ReadOptions, str | None]:
    """The options with those of a file that says how to read, if one is given or is beside the first place."""
    path = None if options.reading is None else path_of(options.reading, "reading")
    if path is None and isinstance(places[0], Path):
        folder = places[0] if os.path.isdir(places[0]) else places[0].parent  # noqa: PTH112  # which take any name
        path = folder / READING_NAME if os.path.isfile(folder / READING_NAME) else None  # noqa: PTH113
    if path is None:
        return options, None
    from seamark.io.look import with_reading  # which few files need

    return with_reading(options, path)


def _csv_of(frame: Any) -> BytesIO:
    """A data frame as the file that would hold it."""
    if hasattr(frame, "to_csv"):
        return BytesIO(frame.to_csv(index=False).encode())
    if hasattr(frame, "write_csv"):
        return BytesIO(frame.write_csv().encode())
    csv = require("pyarrow.csv", package="pyarrow", extra="formats", what="an Arrow table")
    written = BytesIO()
    csv.write_csv(require("pyarrow", package="pyarrow", extra="formats", what="an Arrow table").table(frame), written)
    return BytesIO(written.getvalue())


def _sound(readings: Sequence[Reading], options: ReadOptions, report: LoadReport) -> list[Reading]:
    """Those of them that can be assembled, together with the others of their items; the first notes the rest."""
    groups: dict[frozenset[str], list[Reading]] = {}
    for reading in readings:
        groups.setdefault(frozenset(reading.items), []).append(reading)
    sound: list[Reading] = []
    faults: list[InputError] = []
    for group in groups.values():
        try:
            assemble(group, options, report)
            sound += group
        except InputError as error:
            faults.append(error)
    if not sound:
        raise faults[0]
    sound[0].notes.extend(f"left out: {fault}" for fault in faults)
    return sound


def _places_of(source: Place | Sequence[Place]) -> list[Path | BinaryIO]:
    """One place or several, paths as such."""
    several = isinstance(source, Sequence) and not isinstance(source, str | bytes)
    given: Sequence[Place] = source if several else [source]
    if not given:
        raise InputError("source is empty; expected at least one file, folder or stream")
    return [path_of(place, "source") if isinstance(place, str | PathLike) else place for place in given]


def _read_places(
    places: Sequence[Path | BinaryIO], options: ReadOptions, name: str | None, budget: Budget
) -> list[ReadPlace]:
    """What is at one place or at several, before it is put on a grid."""
    if name is not None:
        string_of(name, "name")
    paths = Counter(place for place in places if isinstance(place, Path))
    if twice := [path for path, count in paths.items() if count > 1]:
        raise InputError(f"{shown(twice[0])}: is given twice")
    names = Counter(path.name for path in paths)
    found = []
    for place in places:
        if isinstance(place, Path) and os.path.isdir(place):  # noqa: PTH112  # unlike Path.is_dir, it takes any name
            files = list(files_in(place, budget))
            found.append(_read_folder(place, shown(place.absolute().name), files, options, budget))
            continue
        if isinstance(place, Path):
            # Files of one name in several folders, such as ann/song.lab and ben/song.lab, are read as their folders.
            above = (shown(place.absolute().parent.name),) if names[place.name] > 1 else ()
            file = Found(place, shown(place), above, shown(place.name))
        else:
            called = Path(name or str(getattr(place, "name", "<stream>")))
            data = read_stream(place, str(called), largest=budget.limits["bytes"])
            file = Found(called, str(called), (), called.name or "item", data=data)
        found.append(_read_file(file, options, budget))
    _require_fitting(found, options)
    return found


class ReadPlace(NamedTuple):
    """What is at one place, in one format."""

    name: str
    format: Format
    readings: list[Reading]
    why: str
    has_sheets: bool


def _read_file(file: Found, options: ReadOptions, budget: Budget) -> ReadPlace:
    """Read a file that is given alone, or a stream; an archive is read as the folder that it was."""
    name, contents = file.title, _contents(file, options, budget)
    data = next(iter(contents.values()))
    if is_archive(data):
        return _read_archive(data, name, options, budget)
    told = options.told_format
    format = detect(data, name, options.encoding) if told is None else format_named(told)
    if options.coder is not None or format.names == "coders":
        file = file._replace(above=())
    return _read_contents(file, contents, format, options, budget)


def _read_contents(
    file: Found, contents: Mapping[str, bytes], format: Format, options: ReadOptions, budget: Budget, folder: str = ""
) -> ReadPlace:
    """What a file holds, which is about the item and coder of its place where it does not say otherwise; sheets are
    coders.
    """
    item, coder = names_of(file, format, options, folder)
    path = file.path if file.data is None else None
    made = []
    for sheet, data in contents.items():
        who = sheet if len(contents) > 1 else coder
        source = Source(file.title, data, item, who, options.encoding, path, file.archive, budget)
        if is_blank(data) and not format.may_be_empty:
            raise source.error("is empty")
        reading = format.read(source, options)
        reading.cues, reading.bare_times = format.cues, format.bare_times
        made.append(reading)
    has_sheets = "" not in contents
    if has_sheets:
        made[0].notes.append(f"{file.title}: read of its sheets: {', '.join(contents)}")
    if options.told_format is None:
        why = reason_for(format, next(iter(contents.values())), file.name, options.encoding)
        why = f"a sheet of it: {why}" if has_sheets else why
    else:
        why = "because its columns are given" if options.format is None else "as asked for"
    return ReadPlace(file.title, format, made, why, has_sheets)


def _read_archive(data: bytes, name: str, options: ReadOptions, budget: Budget) -> ReadPlace:
    """Read an archive as the folder that it was; messages name what is in it as if it were one."""
    archive = Archive(data, Path(name), budget)
    folder = archive.innermost
    called = Path(name).stem if folder == archive.path else shown(folder.name)
    files = list(files_in_archive(archive, budget))
    # An archive that holds nothing but an archive is what that one holds.
    while len({file.above[:1] for file in files}) == 1 and files[0].above and _is_archive_name(files[0].above[0]):
        called = Path(files[0].above[0]).stem
        files = [file._replace(above=file.above[1:]) for file in files]
    kept, notes = _without_others(files)
    if len(kept) > 1 or not kept:
        return _read_folder(folder, called, files, options, budget)._replace(name=name)
    (file,) = kept
    found = _read_file(file._replace(above=()), options, budget)
    found.readings[0].notes.extend(notes)
    return found._replace(name=name)


def _without_others(files: list[Found]) -> tuple[list[Found], list[str]]:
    """The files without those beside data that are not data, and a note about these."""
    beside = [file for file in files if is_beside_data(Path(file.name).stem)]
    notes = [f"left out, since files of such names are not data: {listed([file.name for file in beside], 3)}"]
    return [file for file in files if file not in beside], notes if beside else []


def _read_folder(folder: Path, called: str, files: list[Found], options: ReadOptions, budget: Budget) -> ReadPlace:
    """Read files that lie in one folder, which is called so where it names an item."""
    files, others = _without_others(files)
    if any(file.name.casefold().endswith(".qde") for file in files):
        fault = "is a project of REFI-QDA; export the coded segments as a table with start, end and code"
        raise ParseError(fault, path=shown(folder))
    files, notes = annotated_files(files, shown(folder))
    notes += others
    if not files:
        raise InputError(f"{shown(folder)}: the folder holds no data files; expected at least one")
    given = options.told_format
    format = format_of_folder(folder, files, options) if given is None else format_named(given)
    chosen = [file for file in files if plain_name(file.path.name).endswith(format.suffixes)]
    if not chosen and options.format is not None:
        # Corpora whose files have no suffix, or one of their own, are read as what the caller says they are.
        chosen = [file for file in files if not list(formats_of_suffix(plain_name(file.path.name)))]
    if not chosen:
        helps = f"say so with {OPTION}=" if options.format is None else "give the files one by one"
        ends = " or ".join(format.suffixes)
        fault = f"holds no files that end with {ends}; if others are {format.name} all the same, {helps}"
        raise ParseError(fault, path=shown(folder), option="format")
    known = {*chosen, *(file for file in files if plain_name(file.path.name).endswith(format.companions))}
    passed_over = [file.path.name for file in files if file not in known]
    found: list[ReadPlace] = []
    faults: list[InputError] = []
    for file in without_archives(chosen, format):
        try:
            found.append(_read_contents(file, _contents(file, options, budget), format, options, budget, called))
        except InputError as error:
            if not options.skip_bad:
                raise
            faults.append(error)
    if not found:
        raise faults[0]
    notes += [f"left out: {fault}" for fault in faults]
    if passed_over:
        notes.append(f"files of another kind are left out: {listed(passed_over, 3)}")
    found[0].readings[0].notes.extend(notes)
    readings = [reading for one in found for reading in one.readings]
    return ReadPlace(shown(folder), format, readings, found[0].why, any(one.has_sheets for one in found))


def _count_otherwise(readings: Sequence[Reading], options: ReadOptions) -> None:
    """Have marks count seconds, and ends not belong to what they end, where files mean something else.

    Numbers of units count from 1 where the first in all files is 1.
    """
    last = 1.0 if options.ends == "inclusive" else 0.0
    rate, is_step = (1.0, bool(last)) if options.time_unit is None else rate_of(options.time_unit)
    step, measure = 1 / rate if is_step else None, "units" if is_step and rate == 1 else "s"
    timed = [mark for reading in readings for mark in reading.marks if isinstance(mark.medium, Recording)]
    base = last if min((float(mark.spans.starts.min()) for mark in timed if mark.spans), default=0.0) == 1 else 0.0
    for reading in readings:
        for number, mark in enumerate(reading.marks):
            medium, spans = mark.medium, mark.spans.scaled(1.0, 0.0, last)
            if isinstance(medium, Recording):
                spans = mark.spans.scaled(rate, -base, last - base)
                duration = None if medium.duration is None else medium.duration / rate
                medium = replace(medium, start=medium.start / rate, duration=duration, step=step, measure=measure)
            reading.marks[number] = mark._replace(medium=medium, spans=spans)


def _require_fitting(found: Sequence[ReadPlace], options: ReadOptions) -> None:
    """Refuse options that have no meaning for any file, which would be ignored silently."""
    for option, fits, files in (
        ("layer", lambda format: format.layers or format.names == "tiers", "files have none"),
        ("tiers_as_coders", lambda format: format.names == "tiers", "files have no tiers"),
        ("name_by", lambda format: format.fields, "files have no fields that could name items"),
        ("layout", lambda format: format.names == "neither", "files name items or coders themselves"),
        ("coder", lambda format: format.names not in ("both", "coders"), "files name their coders"),
        ("columns", lambda format: format.columns, "columns are fixed"),
        ("text_column", lambda format: format.columns, "columns are fixed"),
        ("flags", lambda format: format.columns, "columns are fixed"),
        ("time_unit", lambda format: format.bare_times, "times have a known unit"),
    ):
        sheets = option in ("layer", "tiers_as_coders") and any(one.has_sheets for one in found)
        if getattr(options, option) not in (None, False) and not sheets and not any(fits(one.format) for one in found):
            name, format = found[0].name, found[0].format
            raise UnfitOptionError(f"{name}: {OPTION} has no meaning for {format.name}, whose {files}", option=option)
