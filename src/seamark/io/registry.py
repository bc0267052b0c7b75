"""The list of formats: a module of ``seamark.io.formats`` declares its formats as ``FORMATS``."""

from __future__ import annotations

from importlib import import_module

from seamark.checks import string_of
from seamark.choices import did_you_mean
from seamark.errors import InputError
from seamark.io.format import Format

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
