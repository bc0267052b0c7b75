"""What a reader returns, before a corpus is made of it, and the report on how the corpus was made."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np

from seamark.base.checks import whole_number
from seamark.base.numbers import clock
from seamark.base.results import ResultRecord
from seamark.io.source import Source
from seamark.kernels.columns import FloatArray, Int32Array, Int64Array
from seamark.model.codings import CodingLike, Codings, Kind

#: The coder of a file that names none.
ONLY_CODER = "coder"

#: Past the end of any text or recording.
_FAR = 2**62


class MarkedSpan(NamedTuple):
    """A marked stretch, in characters or seconds from the start of the item; a point when both ends are the same."""

    start: float
    end: float
    label: str | None = None


class TimedSpan(NamedTuple):
    """A stretch of a recording in seconds, the line of the file that tells it, and whom and what it names."""

    start: float
    end: float
    label: str | None
    line: int | None = None
    item: str | None = None
    coder: str | None = None


def one_line(text: str) -> str:
    """What was said, with one space wherever there is white space."""
    return " ".join(text.split())


class MarkedSpans:
    """Many spans as rows of numbers: 24 bytes for each, where an object would take hundreds.

    Labels have numbers; the first stands for none.
    """

    __slots__ = ("_rows", "_table")

    def __init__(self) -> None:
        self._rows = array("d")  # start, end, number of the label; start, end, ...
        self._table: dict[str | None, int] = {None: 0}

    @classmethod
    def of(cls, spans: Iterable[tuple[float, float, str | None]]) -> MarkedSpans:
        """Spans that stand one after the other."""
        made = cls()
        for start, end, label in spans:
            made.add(start, end, label)
        return made

    @property
    def labels(self) -> list[str | None]:
        """The distinct labels; the first stands for none."""
        return list(self._table)

    def add(self, start: float, end: float, label: str | None = None) -> None:
        """One more span."""
        number, size = self._table.setdefault(label or None, len(self._table)), len(self._rows)
        try:
            self._rows.extend((start, end, number))
        except OverflowError:  # an offset of hundreds of digits, which lies outside of any item
            del self._rows[size:]
            self._rows.extend((max(-_FAR, min(start, _FAR)), max(-_FAR, min(end, _FAR)), number))

    def scaled(self, per_second: float, first: float, last: float) -> MarkedSpans:
        """The same divided by so much, after a number is added to starts and another to ends."""
        made = MarkedSpans()
        made._table, made._rows = self._table, self._rows[:]
        made.starts[:] = (self.starts + first) / per_second
        made.ends[:] = (self.ends + last) / per_second
        return made

    def widen(self, number: int, start: float, end: float) -> None:
        """Let a span reach over another one."""
        self._rows[3 * number] = min(start, self._rows[3 * number])
        self._rows[3 * number + 1] = max(end, self._rows[3 * number + 1])

    @property
    def starts(self) -> FloatArray:
        """Where each starts; nothing can be added while this is in use."""
        return np.frombuffer(self._rows, dtype=np.float64)[::3]

    @property
    def ends(self) -> FloatArray:
        """Where each ends; nothing can be added while this is in use."""
        return np.frombuffer(self._rows, dtype=np.float64)[1::3]

    @property
    def codes(self) -> Int32Array:
        """The number of the label of each, in ``labels``."""
        return np.frombuffer(self._rows, dtype=np.float64)[2::3].astype(np.int32)

    def __len__(self) -> int:
        return len(self._rows) // 3

    def __iter__(self) -> Iterator[MarkedSpan]:
        names = self.labels
        for number in range(0, len(self._rows), 3):
            start, end, code = self._rows[number : number + 3]
            yield MarkedSpan(start, end, names[int(code)])


def edges_of(stretches: Iterable[tuple[int, int]]) -> Int64Array | None:
    """Start, end, start, end, ... of the units that a file brings; None when it brings none."""
    # Past the longest text one place is as wrong as another, and refused when these units are asked for.
    within = (max(-1, min(edge, _FAR)) for stretch in stretches for edge in stretch)
    edges: Int64Array = np.fromiter(within, dtype=np.int64)
    return edges if edges.size else None


@dataclass(frozen=True, slots=True)
class TextDocument:
    """A text that was marked; starts and ends of tokens and sentences where the file brings its own."""

    text: str
    tokens: Int64Array | None = None
    sentences: Int64Array | None = None


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording that was marked; its duration in seconds where the file tells it.

    A file that counts frames, whose rate it does not tell, has ``step`` 1 and ``measure`` frames. Where tiers are
    ``covered``, as in Praat, an interval without a label is a gap. A part of a recording has a ``start`` above 0, and
    its ``duration`` is where it ends.
    """

    duration: float | None = None
    start: float = 0.0
    step: float | None = None
    measure: str = "s"
    covered: bool = False


@dataclass(frozen=True, slots=True)
class Suspicion(ResultRecord):
    """A sign that a file was read in a way that was not intended.

    Attributes
    ----------
    what
        What was seen, and what it may mean.
    option
        The option that settles it, as it is written on the command line; ``load`` has a keyword of the same name.
    place
        The file.

    Examples
    --------
    >>> print(Suspicion("17:46:40 long: milliseconds?", "--time-unit ms", "talk.tsv"))
    talk.tsv: 17:46:40 long: milliseconds? --time-unit ms
    """

    what: str
    option: str
    place: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what} {self.option}"


class Marks(NamedTuple):
    """What one coder marked in one item, or in one tier of it, and the file and line that say so."""

    item: str
    coder: str
    medium: TextDocument | Recording
    spans: MarkedSpans
    file: str
    line: int | None = None
    tier: str | None = None


class ReadCoding(NamedTuple):
    """What one coder made of one item, in units, and the file that says so."""

    item: str
    coder: str
    coding: CodingLike
    file: str


class ChunkStrings(NamedTuple):
    """The chunks that one coder made of one item, whose text is not in the file; and the file and line that say so."""

    item: str
    coder: str
    chunks: list[str]
    file: str
    line: int | None = None


class CodingRows(NamedTuple):
    """Many codings of a file as columns."""

    items: Sequence[str]
    coders: Sequence[str]
    codings: Codings
    file: str


class UnusualError(Exception):
    """Columns are unusual or wrong, so that their rows must be read one by one."""

    @classmethod
    def unless(cls, usual: bool) -> None:
        """Raise the error if columns are not as usual."""
        if not usual:
            raise cls


@dataclass(slots=True)
class Reading:
    """Everything found in one file: codings in units, one by one or as columns, or marks and chunks to be placed.

    Marks are rows of start, end and label, for every coder and tier, as the file has them; boundaries are made of them
    when all files have been read. Where ``layering`` says so, one layer is chosen then.
    """

    codings: list[ReadCoding] = field(default_factory=list)
    marks: list[Marks] = field(default_factory=list)
    chunks: list[ChunkStrings] = field(default_factory=list)
    texts: dict[str, Sequence[str]] = field(default_factory=dict)
    groups: dict[str, Hashable] = field(default_factory=dict)
    metadata: dict[str, object] = field(default_factory=dict)
    types: list[Hashable] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    rows: CodingRows | None = None
    #: What the codings are that the file counts in units itself.
    kind: Kind = "boundaries"
    #: Layers that are the levels of a hierarchy, from coarse to fine, where the file says so.
    levels: tuple[str, ...] = ()
    #: What layers are called of which one is chosen: a "layer" for all files together, since a file has only the layers
    #: in which its annotator marked something; the others in every file, and tiers may be coders instead.
    layering: Literal["layer", "namespace", "kind of unit", "tier"] | None = None
    default_layer: str | None = None
    #: Whether labels are what was said, so that spans can be units.
    cues: bool = False
    #: Whether nothing tells what its times count.
    bare_times: bool = False
    #: Layers that the file names, also those in which nothing was marked.
    layers: tuple[str, ...] = ()
    #: Of a table: the columns by their roles, and those that have none.
    columns: dict[str, str | tuple[str, ...]] = field(default_factory=dict)
    unused: list[str] = field(default_factory=list)
    suspicions: list[Suspicion] = field(default_factory=list)

    @property
    def items(self) -> list[str]:
        """What it is about, in the order of the file."""
        units = [one.item for one in self.codings] if self.rows is None else self.rows.items
        return list(dict.fromkeys((*units, *(one.item for one in self.marks), *(one.item for one in self.chunks))))

    def every_coding(self) -> Iterator[ReadCoding]:
        """The codings in units, also those that are columns, one by one."""
        if self.rows is None:
            yield from self.codings
        else:
            for item, coder, coding in zip(self.rows.items, self.rows.coders, self.rows.codings, strict=True):
                yield ReadCoding(item, coder, coding, self.rows.file)

    @classmethod
    def of_one_coder(cls, source: Source, medium: TextDocument | Recording, spans: MarkedSpans) -> Reading:
        """What a file about one item and one coder holds, both named by its place."""
        return cls(marks=[Marks(source.item, source.coder or ONLY_CODER, medium, spans, source.name)])

    @classmethod
    def of_recordings(cls, source: Source, spans: Iterable[TimedSpan], what: str) -> Reading:
        """What a file about recordings holds, at least one of ``what`` spans are called.

        Its place names the item and the coder that a span does not name.
        """
        marked: dict[tuple[str, str], MarkedSpans] = {}
        for start, end, label, line, item, coder in spans:
            source.require_forward(start, end, line)
            names = item or source.item, coder or source.coder or (ONLY_CODER if item is None else source.item)
            if names not in marked:
                marked[names] = MarkedSpans()
            marked[names].add(start, end, label)
        if not marked:
            raise source.error(f"has no {what}; expected at least one")
        recording = Recording()
        return cls(marks=[Marks(*names, recording, mine, source.name) for names, mine in marked.items()])

    @classmethod
    def of_layers(cls, source: Source, medium: TextDocument | Recording, layers: Mapping[str, MarkedSpans]) -> Reading:
        """What one coder marked in the layers of one item."""
        whole = cls.of_one_coder(source, medium, MarkedSpans())
        used = [whole.marks[0]._replace(spans=spans, tier=layer) for layer, spans in layers.items() if spans]
        return cls(marks=used or whole.marks, layering="layer", layers=tuple(layers))


@dataclass(frozen=True, slots=True)
class LoadReport(ResultRecord):
    """How a corpus was read from its files.

    Attributes
    ----------
    format : str
        The format that was read.
    files : int
        The number of files.
    unit : str or None
        The unit of the grid; None when the files count units themselves.
    reason : str
        Why this unit or resolution, where the caller did not choose it.
    resolution : float or None
        Seconds per unit, for times; frames per unit where a file counts frames.
    measure : str
        What distances are counted in: characters, s, or frames.
    boundaries : int
        Boundaries after reading, over all codings; counted for spans and times.
    moved : int
        Boundaries that did not lie on the grid and moved to it.
    farthest : float
        How far they moved at most, in characters or seconds.
    merged : int
        Boundaries that moved onto another one of the same coding, or to the start or the end of the item, where a
        boundary says nothing.
    labels : int
        Different labels of spans.
    kind : str
        What was read: boundaries, labels, levels or spans.
    task : str or None
        The task that files of this format are about, where the format is for one task alone.
    notes : tuple of str
        Anything else worth knowing: what was left out, what was taken for granted.
    name, why : str
        What was read, and why it was taken for this format.
    columns : dict
        For a table: the columns by their roles.
    marks : int
        Boundaries, or spans, over all codings.
    suspicions : tuple of Suspicion
        What looks as if a file were not meant as it was read.
    reading : str or None
        The digest of the file ``reading.toml`` that says how to read.

    Examples
    --------
    >>> print(LoadReport("brat", unit="line", boundaries=40, moved=3, farthest=4.0))
    3 of 40 boundaries moved to the line grid, by 4 characters at most
    """

    format: str
    files: int = 1
    unit: str | None = None
    reason: str = ""
    resolution: float | None = None
    measure: str = "characters"
    boundaries: int = 0
    moved: int = 0
    farthest: float = 0.0
    merged: int = 0
    labels: int = 0
    kind: Kind = "boundaries"
    task: str | None = None
    notes: tuple[str, ...] = ()
    name: str = ""
    why: str = ""
    columns: dict[str, str | tuple[str, ...]] = field(default_factory=dict)
    marks: int = 0
    suspicions: tuple[Suspicion, ...] = ()
    reading: str | None = None

    @property
    def is_own(self) -> bool:
        """Whether all files are in formats of Seamark's own, about which there is nothing to guess."""
        return set(self.format.split(", ")) <= {"csv", "json", "jsonl", "parquet", "sample", "tsv"}

    @property
    def units(self) -> str:
        """What a unit is."""
        if self.unit is None:
            return "as the files count them"
        return f"{self.resolution:g} {self.measure}" if self.resolution else self.unit

    def length_of(self, units: int) -> str:
        """So many units as h:mm:ss where they are steps of time, else as their number."""
        count = whole_number(units, "units")
        if self.resolution is not None and self.measure == "s":
            return clock(count * self.resolution)
        return f"{count:,}"

    def __str__(self) -> str:
        return "\n".join([self.summary, *self.notes, *map(str, self.suspicions)])

    @property
    def summary(self) -> str:
        """How boundaries came onto the grid."""
        if self.unit is None:
            return f"read as {self.format}; nothing moved"
        parts = [f"unit: {self.units}, {self.reason}"] if self.reason else []
        if not self.moved:
            parts.append(f"no boundary had to move to the {self.units} grid")
        else:
            told = f"{self.moved:,} of {self.boundaries + self.merged:,} boundaries moved to the {self.units} grid"
            parts.append(f"{told}, by {self.farthest:.3g} {self.measure} at most")
        if self.merged:
            parts.append(f"{self.merged:,} merged with another or with an edge")
        return "; ".join(parts)
