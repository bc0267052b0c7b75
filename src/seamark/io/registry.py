"""The formats: what each is called, how its files end, who reads and who writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, TypeAlias

from seamark.checks import string_of
from seamark.errors import InputError
from seamark.io.options import Layout, ReadOptions
from seamark.io.reading import Reading
from seamark.io.source import Source
from seamark.model.corpus import Corpus

Reader: TypeAlias = Callable[[Source, ReadOptions], Reading]
FileWriter: TypeAlias = Callable[[Corpus], Iterable[bytes]]
#: Gives the folders and the name of each file, without its suffix, and its bytes.
FolderWriter: TypeAlias = Callable[[Corpus], Iterable[tuple[tuple[str, ...], bytes]]]

#: What a file names itself: items and coders, one of them, or neither; tiers are coders unless a folder names one.
Names = Literal["both", "items", "coders", "tiers", "neither"]

#: What a corpus may have beside plain codings, and a format may be unable to keep.
Feature = Literal["types", "unused types", "texts", "groups", "metadata"]


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    Attributes
    ----------
    name, title
        What to call it in options and in prose.
    suffixes
        How its files end.
    measure
        What its positions count: units, characters of a text, or seconds.
    read, write_file, write_folder
        Its functions.
    names
        What its files name themselves.
    layout
        Which folder stands for what, where files name neither.
    keeps
        What it keeps of a corpus beside the codings.
    needs
        Which packages it needs, and the extra that brings them.
    companions
        How files end that belong to it but are not read by themselves.
    has_layers
        Whether a file may hold several layers, of which one is read.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    measure: Literal["units", "characters", "seconds", "characters or seconds"]
    read: Reader
    names: Names = "both"
    write_file: FileWriter | None = None
    write_folder: FolderWriter | None = None
    layout: Layout = "coder/item"
    keeps: frozenset[Feature] = frozenset()
    needs: str | None = None
    companions: tuple[str, ...] = ()
    has_layers: bool = False

    @property
    def readable(self) -> bool:
        """Whether ``load`` takes it: always so far."""
        return True

    @property
    def writable(self) -> bool:
        """Whether ``save`` makes it."""
        return self.write_file is not None or self.write_folder is not None


def _reader(module: str, name: str) -> Reader:
    """A reader whose module is imported when it is first needed: nobody has files of all formats."""
    return lambda source, options: _function(module, name)(source, options)


def _file_writer(module: str, name: str) -> FileWriter:
    return lambda corpus: _function(module, name)(corpus)


def _folder_writer(module: str, name: str) -> FolderWriter:
    return lambda corpus: _function(module, name)(corpus)


def _function(module: str, name: str) -> Any:
    return getattr(import_module(f"seamark.io.formats.{module}"), name)


_ALL: frozenset[Feature] = frozenset(("types", "unused types", "texts", "groups", "metadata"))
_XML = "defusedxml: pip install 'seamark[formats]'"
_CASSIS = "dkpro-cassis: pip install 'seamark[formats]'"
_ARROW = "pyarrow: pip install 'seamark[scale]'"

_FORMATS = (
    Format(
        "json",
        "Seamark JSON",
        (".json",),
        "units",
        _reader("native", "read"),
        write_file=_file_writer("native", "write"),
        keeps=_ALL,
    ),
    Format(
        "jsonl",
        "Seamark JSONL, an item per line",
        (".jsonl", ".ndjson"),
        "units",
        _reader("native_lines", "read"),
        write_file=_file_writer("native_lines", "write"),
        keeps=_ALL,
    ),
    Format(
        "csv",
        "long table with commas: item, coder, mass, position[, type]",
        (".csv",),
        "units",
        _reader("long_table", "read"),
        write_file=_file_writer("long_table", "write_csv"),
        keeps=frozenset(("types",)),
    ),
    Format(
        "tsv",
        "long table with tabs: item, coder, mass, position[, type]",
        (".tsv",),
        "units",
        _reader("long_table", "read"),
        write_file=_file_writer("long_table", "write_tsv"),
        keeps=frozenset(("types",)),
    ),
    Format(
        "wide",
        "wide table, a file per item: unit rows, coder columns, segment numbers",
        (".csv", ".tsv"),
        "units",
        _reader("wide_table", "read"),
        "coders",
        write_folder=_folder_writer("wide_table", "write"),
    ),
    Format(
        "segeval-json",
        "JSON of segeval: items, coders, masses",
        (".json", ".jsn"),
        "units",
        _reader("segeval_files", "read_json"),
        write_file=_file_writer("segeval_files", "write_json"),
        keeps=frozenset(("metadata",)),
    ),
    Format(
        "segeval-tsv",
        "table of segeval, a file per item: coder and masses",
        (".tsv", ".csv"),
        "units",
        _reader("segeval_files", "read_table_file"),
        "coders",
        write_folder=_folder_writer("segeval_files", "write_tables"),
    ),
    Format(
        "text",
        "plain text with lines of '=' between segments",
        (".txt", ".ref", ".text"),
        "units",
        _reader("separated_text", "read"),
        "neither",
        write_folder=_folder_writer("separated_text", "write"),
        keeps=frozenset(("types", "texts")),
    ),
    Format(
        "parquet",
        "Parquet: item, coder, mass, positions[, types]",
        (".parquet", ".pq"),
        "units",
        _reader("parquet", "read"),
        write_file=_file_writer("parquet", "write"),
        keeps=frozenset(("types", "unused types", "groups", "metadata")),
        needs=_ARROW,
    ),
    Format(
        "label-studio",
        "Label Studio JSON",
        (".json",),
        "characters or seconds",
        _reader("label_studio", "read"),
        has_layers=True,
    ),
    Format("doccano", "doccano JSONL", (".jsonl", ".json"), "characters", _reader("doccano", "read"), "items"),
    Format("prodigy", "Prodigy JSONL", (".jsonl",), "characters or seconds", _reader("prodigy", "read")),
    Format(
        "brat",
        "brat .ann beside .txt",
        (".ann",),
        "characters",
        _reader("brat", "read"),
        "neither",
        companions=(".txt", ".conf"),
        has_layers=True,
    ),
    Format(
        "webanno",
        "WebAnno TSV 3",
        (".tsv",),
        "characters",
        _reader("webanno", "read"),
        "neither",
        layout="item/coder",
        has_layers=True,
    ),
    Format(
        "xmi",
        "INCEpTION XMI (UIMA CAS)",
        (".xmi",),
        "characters",
        _reader("xmi", "read"),
        "neither",
        layout="item/coder",
        needs=_CASSIS,
        companions=(".xml",),
        has_layers=True,
    ),
    Format(
        "textgrid", "Praat TextGrid", (".textgrid",), "seconds", _reader("textgrid", "read"), "tiers", has_layers=True
    ),
    Format("eaf", "ELAN EAF", (".eaf",), "seconds", _reader("eaf", "read"), "tiers", needs=_XML, has_layers=True),
    Format("rttm", "RTTM", (".rttm",), "seconds", _reader("rttm", "read"), "items", has_layers=True),
    Format(
        "jams",
        "JAMS, segment_* namespaces",
        (".jams", ".json"),
        "seconds",
        _reader("jams", "read"),
        "coders",
        has_layers=True,
    ),
    Format("srt", "SRT subtitles", (".srt",), "seconds", _reader("subtitles", "read_srt"), "neither"),
    Format("vtt", "WebVTT subtitles", (".vtt",), "seconds", _reader("subtitles", "read_vtt"), "neither"),
    Format(
        "audacity",
        "Audacity label track",
        (".txt",),
        "seconds",
        _reader("interval_labels", "read_audacity"),
        "neither",
    ),
    Format("lab", ".lab intervals in seconds", (".lab",), "seconds", _reader("interval_labels", "read_lab"), "neither"),
    Format("htk", ".lab of HTK, in 100 ns", (".lab",), "seconds", _reader("interval_labels", "read_htk"), "neither"),
)


def known_formats() -> tuple[Format, ...]:
    """Every format that files may have.

    Examples
    --------
    >>> [format.name for format in known_formats() if format.writable][:4]
    ['json', 'jsonl', 'csv', 'tsv']
    """
    return _FORMATS


def format_named(name: str) -> Format:
    """The format with a name."""
    string_of(name, "format")
    for format in _FORMATS:
        if format.name == name:
            return format
    names = ", ".join(format.name for format in _FORMATS)
    raise InputError(f"no format is called {name!r}; there are {names}", option="format")
