"""The contents of files, before anything is measured: the format and why, items, coders, lengths, suspicions.

How files were read can be kept beside them: ``reading.toml`` holds the options of ``load``, and its digest names them.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from seamark.base.checks import one_of
from seamark.base.errors import ParseError, shown
from seamark.base.files import write_file
from seamark.base.numbers import counted, listed
from seamark.base.results import ResultRecord
from seamark.io.format import DEFAULT_OPTIONS, FORMATS, ReadOptions, format_named
from seamark.io.loading import Place, load_readings
from seamark.io.reading import LoadReport, MarkedSpans, Reading, Recording, Suspicion
from seamark.io.source import errors_at, read_file
from seamark.model.codings import AnyCoding
from seamark.model.corpus import Corpus
from seamark.model.labelled import Hierarchy, LabelledSegmentation
from seamark.model.spans import Spans

__all__ = ["FirstBoundary", "Look", "Suspicion", "look"]

#: How many codings are shown, and how many boundaries of each.
_CODINGS, _BOUNDARIES = 3, 3
#: Characters that are shown of a text or a label.
_LONGEST = 30
_some = partial(listed, most=8)
#: Options that say nothing about how a file is meant.
_NOT_KEPT = ("texts", "reading", "skip_bad", "limits")
_KEPT = tuple(field.name for field in fields(ReadOptions) if field.name not in _NOT_KEPT)
_DIGITS = 8


@dataclass(frozen=True, slots=True)
class FirstBoundary(ResultRecord):
    """One of the first boundaries of a coding, with the text or the label before it and behind it."""

    item: str
    coder: str
    place: str
    before: str
    behind: str


@dataclass(frozen=True, slots=True)
class Look(ResultRecord):
    """What was found in files.

    Attributes
    ----------
    report : LoadReport
        How they were read.
    items, coders : tuple of str
        Their names.
    codings : int
        How many codings there are.
    boundaries : int
        How many boundaries they have, or spans.
    lengths : dict
        The length of each item, as h:mm:ss where units are seconds.
    first : tuple of FirstBoundary
        The first boundaries of the first codings.
    left_out : tuple of str
        Columns that have no use, and other things that were passed over.
    suspicions : tuple of Suspicion
        What looks as if a file were not meant as it was read.
    """

    name: str
    report: LoadReport
    items: tuple[str, ...]
    coders: tuple[str, ...]
    codings: int
    boundaries: int
    lengths: dict[str, str]
    first: tuple[FirstBoundary, ...]
    left_out: tuple[str, ...]
    suspicions: tuple[Suspicion, ...]

    def __str__(self) -> str:
        report = self.report
        titles = "; ".join(format_named(one).title for one in report.format.split(", ") if one in FORMATS)
        lines = [f"{self.name}: {report.format} ({titles})", f"  why: {report.why}"]
        if report.columns:
            told = (
                f"{role}={names if isinstance(names, str) else _some(names)}" for role, names in report.columns.items()
            )
            lines.append(f"  columns: {', '.join(told)}")
        lines.append(f"  {counted(len(self.items), 'item')}: {_some(self.items)}")
        lines.append(f"  {counted(len(self.coders), 'coder')}: {_some(self.coders)}")
        what = "span" if report.kind == "spans" else "boundary"
        lines.append(f"  {counted(self.codings, 'coding')}, {counted(self.boundaries, what)}; units: {report.units}")
        lengths = [f"{item} {length}" for item, length in self.lengths.items()]
        lines.append(f"  lengths: {_some(lengths)}")
        for one in self.first:
            lines.append(f"  {one.item}, {one.coder}: {one.place}  {one.before} | {one.behind}")
        lines += [f"  left out: {what}" for what in self.left_out]
        lines += [f"  note: {note}" for note in report.notes]
        lines += [f"  suspicious: {suspicion.what} {suspicion.option}" for suspicion in self.suspicions]
        return "\n".join(lines)


def look(source: Place | Sequence[Place], *, name: str | None = None, **options: Any) -> Look:
    r"""Read files as ``load`` does, and report what they contain and why they were read in this way.

    Parameters
    ----------
    source, name
        As in ``load``.
    **options
        The other keywords of ``load``.

    Examples
    --------
    >>> from io import BytesIO
    >>> table = BytesIO(b"doc,begin,stop,tag\none,0,448000,a\none,448000,61000000,b\n")
    >>> found = look(table, name="talk.csv")
    >>> found.report.format, found.report.columns["item"], found.lengths
    ('intervals', 'doc', {'one': '16944:26:40'})
    >>> print(found.suspicions[0])
    talk.csv: 16944:26:40 long, and all times are whole numbers: milliseconds, frames or samples? --time-unit ms
    """
    return look_with(source, ReadOptions(**options), name)


def look_with(source: Place | Sequence[Place], options: ReadOptions, name: str | None = None) -> Look:
    """The same with options that are made already."""
    corpus, report, readings = load_readings(source, options, name)
    return Look(
        name=report.name,
        report=report,
        items=corpus.item_names,
        coders=corpus.coder_names,
        codings=len(corpus.codings),
        boundaries=report.marks,
        lengths={item: report.length_of(mass) for item, mass in corpus.lengths.items()},
        first=tuple(_first_boundaries(corpus, report, readings)),
        left_out=tuple(f"column {column!r}" for column in dict.fromkeys(c for one in readings for c in one.unused)),
        suspicions=report.suspicions,
    )


def _first_boundaries(corpus: Corpus, report: LoadReport, readings: Sequence[Reading]) -> Iterator[FirstBoundary]:
    marked = {
        (mark.item, mark.coder): mark.spans
        for reading in readings
        for mark in reading.marks
        if isinstance(mark.medium, Recording)
    }
    codings = ((item, coder, coding) for item, by_coder in corpus.items() for coder, coding in by_coder.items())
    for item, coder, coding in islice(codings, _CODINGS):
        for place in _places(coding)[:_BOUNDARIES]:
            before, behind = _around(corpus, item, place, report, marked.get((item, coder)))
            yield FirstBoundary(item, coder, report.length_of(place), before, behind)


def _places(coding: AnyCoding) -> list[int]:
    """Where a coding has boundaries, or its spans start."""
    if isinstance(coding, Spans):
        return sorted({span.start for span in coding})
    finest = coding.segmentations[-1] if isinstance(coding, Hierarchy) else coding
    return list((finest.segmentation if isinstance(finest, LabelledSegmentation) else finest).positions)


def _around(corpus: Corpus, item: str, place: int, report: LoadReport, spans: MarkedSpans | None) -> tuple[str, str]:
    """The text or the label before a boundary and behind it."""
    texts = corpus.texts.get(item)
    if texts is not None:
        before, behind = texts[place - 1] if place else "", texts[place]
    elif spans is not None and report.resolution is not None:
        time, step = place * report.resolution, report.resolution
        ended = [label for _, end, label in islice(spans, 1000) if abs(end - time) < step]
        started = [label for start, _, label in islice(spans, 1000) if abs(start - time) < step]
        before, behind = (labels[0] or "" if labels else "" for labels in (ended, started))
    else:
        return f"unit {place}", f"unit {place + 1}"
    return _brief(before, last=True), _brief(behind)


def _brief(text: str, *, last: bool = False) -> str:
    flat = " ".join(text.split())
    if len(flat) <= _LONGEST:
        return flat
    return f"...{flat[-_LONGEST:]}" if last else f"{flat[:_LONGEST]}..."


def with_reading(options: ReadOptions, path: Path) -> tuple[ReadOptions, str]:
    """The options, those that were not given as the file has them; and the digest of what it says.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "reading.toml"
    ...     save_reading(path, ReadOptions(time_unit="ms"), LoadReport("intervals"))
    ...     options, digest = with_reading(ReadOptions(layer="x"), path)
    >>> options.time_unit, options.format, options.layer, len(digest)
    ('ms', 'intervals', 'x', 8)
    """
    try:
        told = tomllib.loads(read_file(path).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ParseError(f"is not TOML: {error}", path=shown(path)) from None
    with errors_at(shown(path)):
        for name in told:
            one_of(name, "an option for reading", _KEPT)
        given = _given(options)
        found = replace(options, **{name: value for name, value in told.items() if name not in given})
    canonical = json.dumps(told, sort_keys=True).encode()
    return found, hashlib.sha256(canonical).hexdigest()[:_DIGITS]


def _given(options: ReadOptions) -> dict[str, Any]:
    """The options that differ from their defaults, of those that say how a file is meant."""
    values = {name: getattr(options, name) for name in _KEPT}
    return {name: value for name, value in values.items() if value != getattr(DEFAULT_OPTIONS, name)}


def save_reading(path: str | Path, options: ReadOptions, report: LoadReport, *, force: bool = False) -> None:
    """Write how files were read, so that they are read so again: what was asked for, and what was found out."""
    found: dict[str, Any] = {
        "format": report.format if "," not in report.format else None,
        "columns": report.columns or None,
        "unit": None if report.unit == "time" else report.unit,
        "resolution": report.resolution,
        "kind": None if report.kind == "boundaries" else report.kind,
    }
    told = {name: value for name, value in found.items() if value is not None} | _given(options)
    lines = ["# How Seamark reads the files beside this one; see 'seamark look'."]
    tables = []
    for name, value in told.items():
        if isinstance(value, Mapping):
            tables += ["", f"[{name}]", *(f"{json.dumps(key)} = {_toml(one)}" for key, one in value.items())]
        else:
            lines.append(f"{name} = {_toml(value)}")
    write_file(Path(path), ["\n".join([*lines, *tables, ""]).encode()], force=force)


def _toml(value: object) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value)
