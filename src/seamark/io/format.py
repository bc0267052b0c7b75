"""What a corpus may have beside plain codings; a format may be unable to keep it."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from importlib import import_module
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from seamark.base.checks import did_you_mean, finite_number, mapping_of, one_of, string_of, true_or_false
from seamark.base.errors import OPTION, InputError, ParseError, about_option
from seamark.io.reading import Reading
from seamark.io.source import Head, Source, is_blank
from seamark.model.codings import Kind
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation

#: Boundary types that files keep.
BoundaryType = int | str
#: Labels and categories that files keep; None stands for "nothing here".
Label = int | str | None

Feature = Literal["types", "unused types", "texts", "groups", "metadata"]


def used_types(corpus: Corpus) -> tuple[Hashable, ...]:
    """The boundary types that any coding has."""
    columns, types = corpus.codings.columns, corpus.codings.names
    start, stop = columns.offsets[[0, -1]].tolist()
    if start == stop:
        return ()
    if not columns.types.size:
        return types[:1]
    return tuple(types[code] for code in np.unique(columns.types[start:stop]).tolist())


def unused_types(corpus: Corpus) -> frozenset[Hashable]:
    """The boundary types that the study has but no coding."""
    return frozenset() if corpus.types == (DEFAULT_TYPE,) else frozenset(corpus.types).difference(used_types(corpus))


def features_of(corpus: Corpus) -> frozenset[Feature]:
    """What there is to keep."""
    present: dict[Feature, object] = {"texts": corpus.texts, "groups": corpus.groups, "metadata": corpus.metadata}
    if corpus.kind == "boundaries":
        present["types"] = set(used_types(corpus)) - {DEFAULT_TYPE}
        present["unused types"] = unused_types(corpus)
    return frozenset(feature for feature, value in present.items() if value)


def without(corpus: Corpus, drop: frozenset[Feature]) -> Corpus:
    """The corpus as it is when these are left out."""
    if not drop & features_of(corpus):
        return corpus
    codings: Any = {item: dict(corpus[item]) for item in corpus}
    if "types" in drop and corpus.kind == "boundaries":
        codings = {item: {coder: _untyped(s) for coder, s in row.items()} for item, row in codings.items()}
    return Corpus(
        codings,
        texts=None if "texts" in drop else corpus.texts,
        groups=None if "groups" in drop else corpus.groups,
        metadata=None if "metadata" in drop else corpus.metadata,
    )


def _untyped(segmentation: Segmentation) -> Segmentation:
    return Segmentation.from_positions(segmentation.positions, segmentation.mass)


def checked_type(label: object) -> BoundaryType:
    """A boundary type that a file can hold."""
    if isinstance(label, bool) or not isinstance(label, (int, str)):
        raise InputError(f"boundary type {label!r} cannot be written; files keep whole numbers and strings")
    return label


def checked_label(label: object) -> Label:
    """A label or category that a file can hold."""
    if isinstance(label, bool) or not (label is None or isinstance(label, (int, str))):
        raise InputError(f"label {label!r} cannot be written; files keep whole numbers and strings")
    return label


# ------------------------------------------------------------------------------ The choices a caller makes when reading


Unit = Literal["character", "token", "sentence", "line", "paragraph", "time"]
Layout = Literal["coder/item", "item/coder"]
Types = Literal["labels"]
TiersAre = Literal["coders"]

_CHOICES = {"model": Kind, "unit": Unit, "layout": Layout, "types": Types, "tiers_are": TiersAre}

#: One step of time, in seconds, when nobody says otherwise: as fine as the tools write.
DEFAULT_RESOLUTION = 0.001

#: How many characters a boundary may move to reach the unit grid when nobody says otherwise.
DEFAULT_SNAP_LIMIT = 10.0


class UnfitOptionError(InputError):
    """An option that means nothing for the files that were read: it would be passed over in silence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """What ``load`` was asked to do; its parameters are described there."""

    format: str | None = None
    model: Kind | None = None
    unit: Unit | None = None
    resolution: float | None = None
    snap_limit: float | None = None
    types: Types | None = None
    types_as_one: bool = False
    layer: str | None = None
    tiers_are: TiersAre | None = None
    name_by: str | None = None
    layout: Layout | None = None
    coder: str | None = None
    duration: float | Mapping[str, float] | None = None
    trim: float | None = None
    encoding: str = "utf-8"
    texts: Mapping[str, Sequence[str]] | None = None
    max_lost: float | None = None

    def __post_init__(self) -> None:
        """Refuse values that mean nothing."""
        for name in self.__slots__:
            value = getattr(self, name)
            if value is None and name != "encoding":
                continue
            with about_option(name):
                if name == "types_as_one":
                    true_or_false(value, OPTION)
                elif name in _CHOICES:
                    one_of(value, OPTION, get_args(_CHOICES[name]))
                elif name in ("resolution", "duration", "trim"):
                    for seconds in value.values() if isinstance(value, Mapping) and name == "duration" else [value]:
                        finite_number(seconds, OPTION, lambda number: number > 0, "a positive number of seconds")
                elif name == "texts":
                    mapping_of(value, OPTION, "a mapping from item to units, such as corpus.texts")
                elif name == "max_lost":
                    finite_number(value, OPTION, lambda share: 0 <= share <= 1, "a share from 0 to 1")
                elif name != "snap_limit":
                    string_of(value, OPTION)
                elif not (isinstance(value, float) and value == math.inf):
                    finite_number(value, OPTION, lambda far: far >= 0, "a number that is not negative")
        if self.types_as_one and self.types is not None:
            raise InputError(f"{OPTION} would undo types='labels'; expected one of them", option="types_as_one")
        try:
            # Both ways, and with damage: codecs of Python that are no encodings of files know only one of them.
            " ".encode(self.encoding)
            b"\xff".decode(self.encoding, errors="replace")
        except (LookupError, TypeError, ValueError):
            raise InputError(
                f"{OPTION} {self.encoding!r} is not known; expected a name such as 'utf-8'", option="encoding"
            ) from None

    @property
    def about_spans(self) -> tuple[str, ...]:
        """The given options that only have a meaning for spans and times."""
        names = ("unit", "resolution", "snap_limit", "types", "duration", "trim")
        return tuple(name for name in names if getattr(self, name) is not None)


#: Nothing special was asked for.
DEFAULT_OPTIONS = ReadOptions()


# -------------------------------------------- What a format is: one declaration, which stands in the file of the format


Reader: TypeAlias = Callable[[Source, ReadOptions], Reading]
FileWriter: TypeAlias = Callable[[Any], Iterable[bytes]]
#: Gives the folders and the name of each file, without its suffix, and its bytes.
FolderWriter: TypeAlias = Callable[[Any], Iterable[tuple[tuple[str, ...], bytes]]]
SpanWriter: TypeAlias = Callable[[Any, float | None], Iterable[tuple[tuple[str, ...], bytes]]]

#: The models that are written as spans with labels.
SPAN_MODELS: tuple[Kind, ...] = ("boundaries", "labels", "spans")

#: What a file names itself: items and coders, one of them, or neither; tiers are coders unless a folder names one.
Names = Literal["both", "items", "coders", "tiers", "neither"]


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    Attributes
    ----------
    name, title
        What to call it in options and in prose.
    suffixes
        How its files end.
    sign
        Whether a file that begins so may be one of its files.
    read, write_file, write_folder
        Its functions; what they write reads back as it was.
    write_spans
        Writes segments as spans for the tool whose format it is, given the seconds of a unit; reading them back needs
        the unit or the resolution.
    measure
        What its positions count: units, characters of a text, or seconds.
    names
        What its files name themselves.
    layout
        Which folder stands for what, where files name neither.
    keeps
        What it keeps of a corpus beside the codings.
    holds
        Which models it can be written with.
    tells_length
        Whether a file says how long an item is beyond its last span.
    needs
        Which packages it needs, and the extra that brings them.
    companions
        How files end that belong to it but are not read by themselves.
    columns
        For tables, the columns that they need.
    by_suffix
        Whether its suffix tells it, whatever the content.
    has_layers
        Whether a file may hold several layers, of which one is read.
    has_fields
        Whether a file has fields by which items can be named.
    may_be_empty
        Whether an empty file says something: that nothing was marked.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    _: KW_ONLY
    sign: Callable[[Head], bool]
    read: Reader
    write_file: FileWriter | None = None
    write_folder: FolderWriter | None = None
    write_spans: SpanWriter | None = None
    measure: Literal["units", "characters", "seconds", "characters or seconds", "frames"] = "seconds"
    names: Names = "neither"
    layout: Layout = "coder/item"
    keeps: frozenset[Feature] = frozenset()
    holds: tuple[Kind, ...] = ("boundaries",)
    tells_length: bool = True
    needs: str | None = None
    companions: tuple[str, ...] = ()
    columns: str | None = None
    by_suffix: bool = False
    has_layers: bool = False
    has_fields: bool = False
    may_be_empty: bool = False

    @property
    def writable(self) -> bool:
        """Whether ``save`` makes it; ``load`` takes every format."""
        return self.write_file is not None or self.write_folder is not None


# -------------------------- The list of formats: a module of ``seamark.io.formats`` declares its formats as ``FORMATS``


#: The modules in the order in which their formats are listed, and preferred where a suffix fits several. A module is
#: imported when it is needed, so the list also says how the files of its formats end.
MODULES: dict[str, tuple[str, ...]] = {
    "native": (".json",),
    "native_lines": (".jsonl", ".ndjson"),
    "long_table": (".csv", ".tsv"),
    "wide_table": (".csv", ".tsv"),
    "segeval_files": (".json", ".jsn", ".tsv", ".csv"),
    "separated_text": (".txt", ".ref", ".text"),
    "markdown": (".md", ".markdown"),
    "parquet": (".parquet", ".pq"),
    "label_studio": (".json",),
    "doccano": (".jsonl", ".json"),
    "prodigy": (".jsonl",),
    "chunks": (".jsonl", ".json", ".csv", ".tsv"),
    "brat": (".ann",),
    "webanno": (".tsv",),
    "webanno_old": (".tsv",),
    "xmi": (".xmi",),
    "textgrid": (".textgrid",),
    "eaf": (".eaf",),
    "rttm": (".rttm",),
    "jams": (".jams", ".json"),
    "subtitles": (".srt", ".vtt", ".sbv"),
    "interval_labels": (".txt", ".segments", ".lab"),
    "time_labels": (".txt",),
    "interval_table": (".csv", ".tsv"),
    "unit_table": (".csv", ".tsv"),
    "frames": (".txt",),
    "chat": (".cha",),
    "transcriber": (".trs",),
}


def known_formats() -> tuple[Format, ...]:
    """Every format that files may have.

    Examples
    --------
    >>> [format.name for format in known_formats() if format.writable][:4]
    ['json', 'jsonl', 'csv', 'tsv']
    """
    return tuple(format for module in MODULES for format in _declared(module))


def formats_of_suffix(name: str) -> list[Format]:
    """The formats whose files end as this name does.

    Examples
    --------
    >>> [format.name for format in formats_of_suffix("song.LAB")]
    ['lab', 'htk']
    """
    end = name.casefold()
    fitting = [module for module, suffixes in MODULES.items() if end.endswith(suffixes)]
    return [format for module in fitting for format in _declared(module) if end.endswith(format.suffixes)]


def format_named(name: str) -> Format:
    """The format with a name."""
    string_of(name, "format")
    for module in MODULES:
        for format in _declared(module):
            if format.name == name:
                return format
    names = [format.name for format in known_formats()]
    near = did_you_mean(name, names)
    raise InputError(f"no format is called {name!r}; {near}there are {', '.join(names)}", option="format")


def _declared(module: str) -> tuple[Format, ...]:
    formats: tuple[Format, ...] = import_module(f"seamark.io.formats.{module}").FORMATS
    return formats


# --------------------------------------------- Telling the format of a file: by what it says, then by how its name ends


_PACKED = "it is packed in a way that is not read; unpack it, or pack it as zip or gz"
# Formats that are not read, by how they begin, and what to do with them.
_KNOWN_OTHERS = (
    ("Rar!", _PACKED),
    ("BZh", _PACKED),
    ("7z\ufffd\ufffd", _PACKED),
    ("\ufffd7zXZ", _PACKED),
    ("%PDF", "it is a PDF file; export text, or the annotations themselves"),
    ("\ufffd\ufffd\x11", "it is an old Office file; save the table as CSV"),
    ("<html", "it is a web page; save the annotations themselves"),
    ("<!DOCTYPE html", "it is a web page; save the annotations themselves"),
)


def detect(data: bytes, name: str, encoding: str = "utf-8") -> Format:
    """The format of a file with this beginning and this name.

    Raises
    ------
    InputError
        When nothing fits, or when several formats fit and the suffix does not decide; it lists them.
    """
    found = candidates(data, name, encoding)
    if len(found) == 1:
        return found[0]
    if is_blank(data):
        raise ParseError("is empty", path=name)
    head = Head.of(data, encoding)
    if any(format.sign(head) for format in found):
        names = " or ".join(format.name for format in found)
        raise ParseError(f"may be {names}; say which with {OPTION}=", path=name, option="format")
    raise ParseError(_not_supported(head, found), path=name, option="format")


def _not_supported(head: Head, near: list[Format]) -> str:
    """What to say about a file that bears the sign of no format; ``near`` are those of its suffix."""
    for sign, advice in _KNOWN_OTHERS:
        if head.text.startswith(sign):
            return f"is not supported: {advice}"
    if head.data[257:262] == b"ustar":
        return f"is not supported: {_PACKED}"
    tables = [format for format in near if format.columns is not None]
    if tables and head.header_cells:
        needs = "; ".join(f"{format.name} needs {format.columns}" for format in tables)
        given = ", ".join(cell[:30] for cell in head.header_cells[:8])
        return f"is not a table that is supported: it has the columns {given}; {needs}"
    if near:
        names = ", ".join(f"{format.name} ({format.title})" for format in near)
        return f"is not supported as it is; if it is one of these, say which with {OPTION}=: {names}"
    names = ", ".join(format.name for format in known_formats())
    return f"is not supported, or cannot be told from others; say what it is with {OPTION}= ({names})"


def candidates(data: bytes, name: str, encoding: str = "utf-8") -> list[Format]:
    """The formats whose sign the content bears, only those of the suffix if there are any; else those of the suffix."""
    head = Head.of(data, encoding)
    suffixed = formats_of_suffix(name)
    # Asked first, so that the modules of the other formats need not be imported.
    if fitting := [format for format in suffixed if format.by_suffix or format.sign(head)]:
        return fitting
    if fitting := [format for format in known_formats() if format.sign(head)]:
        return fitting
    return [format for format in suffixed if format.may_be_empty] if is_blank(data) else suffixed
