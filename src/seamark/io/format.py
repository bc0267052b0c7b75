"""What a format is: one declaration, which stands in the file of the format."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass
from typing import Any, Literal, TypeAlias

from seamark.io.features import Feature
from seamark.io.head import Head
from seamark.io.options import Layout, ReadOptions
from seamark.io.reading import Reading
from seamark.io.source import Source
from seamark.model.arrays import Model

Reader: TypeAlias = Callable[[Source, ReadOptions], Reading]
FileWriter: TypeAlias = Callable[[Any], Iterable[bytes]]
#: Gives the folders and the name of each file, without its suffix, and its bytes.
FolderWriter: TypeAlias = Callable[[Any], Iterable[tuple[tuple[str, ...], bytes]]]
SpanWriter: TypeAlias = Callable[[Any, float | None], Iterable[tuple[tuple[str, ...], bytes]]]

#: The models that are written as spans with labels.
SPAN_MODELS: tuple[Model, ...] = ("boundaries", "labels", "spans")

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
    holds: tuple[Model, ...] = ("boundaries",)
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
