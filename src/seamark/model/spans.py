"""Spans on a line of units, with gaps and overlaps: what an annotator marks who does not cover everything."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Literal, NamedTuple, TypeAlias, final, get_args

import numpy as np

from seamark.base.checks import finite_number, items_of, one_of, shown, whole_number
from seamark.base.errors import InputError
from seamark.kernels.columns import Int32Array, Int64Array, SpanColumns
from seamark.model.coding import (
    Coding,
    UnitGrid,
    coded,
    codes_among,
    in_type_order,
    is_name,
    label_per_unit,
    mass_number,
    names_of,
    positive_time,
)

TagScheme: TypeAlias = Literal["IOB1", "IOB2", "IOBES", "BILOU"]
TagRepair: TypeAlias = Literal["conlleval", "drop", "error"]

_LONGEST_REPR = 12
_ROW = "(start, end, category), such as (2, 8, 'A')"


class Span(NamedTuple):
    """The units from ``start`` to before ``end``, counted from 0, and their category."""

    start: int
    end: int
    category: Hashable = None


@final
class Spans(Coding):
    """Spans that one coder marked on a line of ``length`` units: gaps and overlaps are allowed.

    Immutable, hashable and equal by value, whatever the order in which spans were given. Identical spans are kept, not
    merged. A coder who looked and marked nothing is ``Spans([], length=...)``; one who did not look is absent.
    Nothing is kept per unit: a line of ``10**12`` units costs as much as a short one with as many spans.

    Parameters
    ----------
    spans
        Rows ``(start, end, category)``, half open, ``0 <= start < end <= length``; a row ``(start, end)`` has the
        category None.
    length
        The number of units of the line.

    Examples
    --------
    >>> marked = Spans([(12, 16, "B"), (2, 8, "A")], length=20)
    >>> marked.spans[0], marked.categories, marked.gaps()
    (Span(start=2, end=8, category='A'), ('A', 'B'), ((0, 2), (8, 12), (16, 20)))
    """

    __slots__ = ("_codes", "_ends", "_labels", "_length", "_starts")

    _length: int
    _starts: Int64Array
    _ends: Int64Array
    _codes: Int32Array
    _labels: tuple[Hashable, ...]

    def __new__(cls, *_: object, **__: object) -> Spans:  # noqa: D102
        return object.__new__(cls)

    def __init__(self, spans: Iterable[Sequence[Any]], *, length: int) -> None:
        total = mass_number(length, "length")
        rows = [_row(row, number, total) for number, row in enumerate(items_of(spans, "spans", f"rows {_ROW}"), 1)]
        categories = (row.category for row in rows)
        codes, labels = coded(categories, lambda number: f"the category of span {number + 1}", "category")
        starts = np.array([row.start for row in rows], dtype=np.int64)
        ends = np.array([row.end for row in rows], dtype=np.int64)
        order = np.lexsort((codes, ends, starts))
        self._set(_length=total, _starts=starts[order], _ends=ends[order], _codes=codes[order], _labels=labels)

    @classmethod
    def _from_arrays(
        cls, length: int, starts: Int64Array, ends: Int64Array, codes: Int32Array, labels: tuple[Hashable, ...]
    ) -> Spans:
        """Wrap arrays that are checked: sorted by start, end and code; only labels that occur."""
        return object.__new__(cls)._set(_length=length, _starts=starts, _ends=ends, _codes=codes, _labels=labels)

    # ------------------------------------------------------------------------------------------------ constructors

    @classmethod
    def from_times(cls, spans: Iterable[Sequence[Any]], duration: float, resolution: float) -> Spans:
        """From rows ``(start, end, category)`` in time; a unit is one step of ``resolution`` in the same measure.

        Every time goes to the nearest step. A span that would be empty then is an error: a finer resolution keeps it.

        Examples
        --------
        >>> Spans.from_times([(0.5, 1.25, "A")], duration=10.0, resolution=0.25).spans
        (Span(start=2, end=5, category='A'),)
        """
        grid = UnitGrid.of(duration, resolution)
        expected = f"a time between 0 and the duration {shown(duration)}"
        rows = []
        for number, row in enumerate(items_of(spans, "spans", f"rows {_ROW}"), 1):
            start, end, category = _cells(row, number)
            times = [
                finite_number(time, f"{what} of span {number}", lambda time: 0 <= time <= grid.duration, expected)
                for what, time in (("start", start), ("end", end))
            ]
            first, last = (min(grid.nearest(time), grid.units) for time in times)
            if times[0] < times[1] and first == last:
                raise InputError(
                    f"span {number}, from {times[0]} to {times[1]}, is empty at resolution {shown(resolution)}; "
                    "use a finer resolution"
                )
            rows.append((first, last, category))
        return cls(rows, length=grid.units)

    @classmethod
    def from_labels(cls, labels: Iterable[Hashable], background: Hashable = None) -> Spans:
        """From one label per unit: a span is a run of units with one label; units of the background are in none.

        Examples
        --------
        >>> Spans.from_labels(["A", "A", None, "B"]).spans
        (Span(start=0, end=2, category='A'), Span(start=3, end=4, category='B'))
        """
        nothing, *units = names_of([background, *label_per_unit(labels)], lambda number: "background")
        rows, place = [], 0
        for label, run in groupby(units):
            start, place = place, place + len(list(run))
            if label != nothing:
                rows.append((start, place, label))
        return cls(rows, length=len(units))

    @classmethod
    def from_tags(cls, tags: Iterable[str], scheme: TagScheme | None = None, repair: TagRepair = "conlleval") -> Spans:
        """From one tag per unit, as taggers of named entities write them.

        Parameters
        ----------
        tags
            ``O`` for a unit in no span, else a prefix, a hyphen and a category; categories may hold hyphens.
        scheme
            Which prefixes there are: ``"IOB1"``, ``"IOB2"``, ``"IOBES"`` or ``"BILOU"``; any other is an error. By
            default B, I, O, E, S, L, U and M, where L ends as E, U is a single unit as S, and M continues as I.
        repair
            What is done with tags that do not follow each other: ``"conlleval"`` begins a span at B and S, after O, E
            and S, and where the category changes, and reads every well-formed scheme; ``"drop"`` keeps the spans that
            the scheme allows and no other (the strict mode of seqeval); ``"error"`` names the first tag that it does
            not allow. Without a
            scheme the last two take tags as IOBES where some span ends in E or S, and as IOB2 elsewhere.

        Examples
        --------
        >>> Spans.from_tags(["B-PER", "I-PER", "O", "I-LOC"])
        Spans([(0, 2, 'PER'), (3, 4, 'LOC')], length=4)
        >>> Spans.from_tags(["B-PER", "I-PER", "O", "I-LOC"], "IOB2", repair="drop")
        Spans([(0, 2, 'PER')], length=4)
        """
        return _spans_of_tags(tags, scheme, repair)

    # ----------------------------------------------------------------------------------------------------- contents

    @property
    def length(self) -> int:
        """The number of units of the line."""
        return self._length

    @property
    def spans(self) -> tuple[Span, ...]:
        """Every span, by start, then end, then category."""
        rows = zip(self._starts.tolist(), self._ends.tolist(), self._codes.tolist(), strict=True)
        return tuple(Span(start, end, self._labels[code]) for start, end, code in rows)

    @property
    def categories(self) -> tuple[Hashable, ...]:
        """The categories that occur: numbers by value, then names."""
        return self._labels

    def __len__(self) -> int:
        return int(self._starts.size)

    def __iter__(self) -> Iterator[Span]:
        return iter(self.spans)

    def only(self, *categories: Hashable) -> Spans:
        """The spans of these categories.

        Examples
        --------
        >>> Spans([(2, 8, "A"), (12, 16, "B")], length=20).only("B")
        Spans([(12, 16, 'B')], length=20)
        """
        wanted = {label for label in categories if is_name(label)}
        return Spans([span for span in self.spans if span.category in wanted], length=self._length)

    def gaps(self, *categories: Hashable) -> tuple[tuple[int, int], ...]:
        """Start and end of every stretch that no span covers, or no span of these categories.

        Examples
        --------
        >>> marked = Spans([(2, 8, "A"), (6, 16, "B")], length=20)
        >>> marked.gaps(), marked.gaps("A")
        (((0, 2), (16, 20)), ((0, 2), (8, 20)))
        """
        chosen = self.only(*categories) if categories else self
        reached = np.maximum.accumulate(np.concatenate(([0], chosen._ends)))
        begins = np.append(chosen._starts, self._length)
        free = begins > reached
        return tuple(zip(reached[free].tolist(), begins[free].tolist(), strict=True))

    def merged(self) -> Spans:
        """The same with spans of one category that overlap or touch joined into one.

        Examples
        --------
        >>> Spans([(2, 8, "A"), (6, 10, "A"), (8, 9, "B")], length=20).merged()
        Spans([(2, 10, 'A'), (8, 9, 'B')], length=20)
        """
        rows: list[tuple[int, int, Hashable]] = []
        for code, label in enumerate(self._labels):
            mine = self._codes == code
            both = (column.tolist() for column in joined(self._starts[mine], self._ends[mine]))
            rows.extend((start, end, label) for start, end in zip(*both, strict=True))
        return Spans(rows, length=self._length)

    def crop(self, regions: Regions) -> Spans:
        """The parts of the spans within some regions; the line keeps its length, and nothing is merged.

        ``regions`` are pairs (start, end) or spans; those that overlap or touch are joined first. What of them is
        past the end of the line does not count.

        Examples
        --------
        >>> Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30).crop([(5, 9), (9, 25)])
        Spans([(5, 10, 'A'), (8, 20, 'B'), (24, 25, 'A')], length=30)
        """
        rows = [
            (max(start, first), min(end, last), category)
            for first, last in zip(*(column.tolist() for column in joined_regions(regions, self._length)), strict=True)
            for start, end, category in self.spans
        ]
        return Spans([row for row in rows if row[0] < row[1]], length=self._length)

    def to_times(self, resolution: float) -> tuple[tuple[float, float, Hashable], ...]:
        """Every span in time, with one unit lasting ``resolution``.

        Examples
        --------
        >>> Spans([(2, 5, "A")], length=40).to_times(0.25)
        ((0.5, 1.25, 'A'),)
        """
        step = positive_time(resolution, "resolution")
        return tuple((start * step, end * step, category) for start, end, category in self.spans)

    def columns(self) -> SpanColumns:
        """These spans as columns of one row; codes refer to ``categories``."""
        offsets = np.array([0, self._starts.size], dtype=np.int64)
        return SpanColumns(self._starts, self._ends, self._codes, offsets, np.array([self._length], dtype=np.int64))

    # --------------------------------------------------------------------------------------------------- value object

    def __repr__(self) -> str:
        if len(self) > _LONGEST_REPR:
            kinds = "" if len(self._labels) < 2 else f" of {len(self._labels)} categories"
            return f"<{len(self):,} spans{kinds} on {self._length:,} units>"
        rows = [tuple(span)[: 2 if span.category is None else 3] for span in self.spans]
        return f"Spans({rows!r}, length={self._length})"


#: Parts of a line: pairs (start, end), or spans.
Regions: TypeAlias = Spans | Iterable[Sequence[int]]


def joined_regions(regions: Regions, length: int, what: str = "regions") -> tuple[Int64Array, Int64Array]:
    """Starts and ends of regions on a line, ascending; those that overlap or touch are joined.

    Examples
    --------
    >>> [column.tolist() for column in joined_regions([(9, 25), (5, 9), (40, 50)], length=45)]
    [[5, 40], [25, 45]]
    """
    rows = []
    for number, row in enumerate(items_of(regions, what, "pairs (start, end), or spans"), 1):
        start, end, _ = _row(row, number, math.inf, "region")
        if start < length:
            rows.append((start, min(end, length)))
    starts, ends = np.array(sorted(rows), dtype=np.int64).reshape(-1, 2).T
    return joined(starts, ends)


def joined(starts: Int64Array, ends: Int64Array) -> tuple[Int64Array, Int64Array]:
    """Stretches, ascending by their starts, of which those that overlap or touch are one."""
    reached = np.maximum.accumulate(ends)
    first = np.flatnonzero(np.append(True, starts[1:] > reached[:-1])[: starts.size])
    return starts[first], np.maximum.reduceat(ends, first)


def _cells(row: object, number: int) -> tuple[Any, Any, Any]:
    """Start, end and category of a row that was given."""
    given = row.tolist() if isinstance(row, np.ndarray) else row
    cells = tuple(given) if isinstance(given, Sequence) and not isinstance(given, (str, bytes)) else ()
    if len(cells) not in (2, 3):
        raise InputError(f"span {number} is {shown(row)}; expected {_ROW}")
    start, end, category = (*cells, None)[:3]
    return start, end, category


def _row(row: object, number: int, length: float, what: str = "span") -> Span:
    if type(row) is not Span:
        row = Span(*_cells(row, number))
    start, end = whole_number(row.start, f"start of {what} {number}"), whole_number(row.end, f"end of {what} {number}")
    if not 0 <= start < end <= length:
        goes = f"{what} {number} goes from {shown(start)} to {shown(end)}"
        raise InputError(f"{goes}; expected 0 <= start < end <= {length}")
    return Span(start, end, row.category)


# ------------------------------------------ Spans written as one tag per unit, as taggers of named entities write them


#: What prefixes mean, whatever a scheme calls it: outside, begins, continues, ends, alone.
_OUTSIDE, _BEGINS, _INSIDE, _ENDS, _ALONE = range(5)
_MEANING = {"O": _OUTSIDE, "B": _BEGINS, "I": _INSIDE, "M": _INSIDE, "E": _ENDS, "L": _ENDS, "S": _ALONE, "U": _ALONE}
_PREFIXES: dict[str | None, str] = {None: "BIOESLUM", "IOB1": "IOB", "IOB2": "IOB", "IOBES": "IOBES", "BILOU": "BILOU"}


def _spans_of_tags(tags: Iterable[str], scheme: TagScheme | None, repair: TagRepair) -> Spans:
    """The spans that ``Spans.from_tags`` reads."""
    if scheme is not None:
        one_of(scheme, "scheme", get_args(TagScheme))
    one_of(repair, "repair", get_args(TagRepair))
    given = list(items_of(tags, "tags", "one tag for each unit, such as ['B-PER', 'I-PER', 'O']"))
    codes: dict[str, int] = {}
    try:
        places = np.array([codes.setdefault(tag, len(codes)) for tag in given], dtype=np.int64)
    except TypeError:  # a tag that is not hashable
        raise _no_tag(given, next(place for place, tag in enumerate(given) if not isinstance(tag, str))) from None
    meanings, names = [], []
    for tag in codes:
        prefix, hyphen, name = tag.partition("-") if isinstance(tag, str) else ("", "", "")
        if (tag != "O" and not (hyphen and name)) or prefix not in _MEANING or (prefix == "O") != (tag == "O"):
            raise _no_tag(given, given.index(tag))
        if prefix not in _PREFIXES[scheme]:
            raise InputError(f"tag {given.index(tag) + 1} is {shown(tag)}, which {scheme} does not have")
        meanings.append(_MEANING[prefix])
        names.append(name)
    labels = in_type_order({name for name in names if name}, "category")
    mark = np.array(meanings, dtype=np.int8)[places]
    code = codes_among(labels, names)[places]
    if scheme is None:
        scheme = "IOBES" if {_ENDS, _ALONE} & set(meanings) else "IOB2"
    # An O is before the first tag. A tag continues a span where the one before it leaves one of its category open.
    previous = np.concatenate(([_OUTSIDE], mark[:-1]))[: mark.size]
    same = np.concatenate(([False], code[1:] == code[:-1]))[: mark.size]
    inside = np.isin(mark, (_INSIDE, _ENDS))
    opened = np.isin(previous, (_BEGINS, _INSIDE))
    linked = opened & same & inside
    # A span begins at B or S, after O, E or S, and where the category changes; it ends before O and a beginning.
    some = mark != _OUTSIDE
    begins = some & ~linked
    starts, ends = np.flatnonzero(begins), np.flatnonzero(np.append(begins | ~some, True)[1:] & some) + 1
    if repair == "error":
        wrong = inside & ~linked
        if scheme == "IOB1":
            wrong = (mark == _BEGINS) & ~(same & (previous != _OUTSIDE))
        elif scheme != "IOB2":  # what is open must go on
            wrong |= opened & ~(inside & same)
            wrong[-1:] |= np.isin(mark[-1:], (_BEGINS, _INSIDE))
        if wrong.any():
            place = int(wrong.argmax())
            raise InputError(f"tag {place + 1} is {shown(given[place])}, which {scheme} does not allow there")
    if repair == "drop":
        if scheme == "IOB1":  # a B after another category does not belong there, and nothing is known to end before it
            stray = (mark == _BEGINS) & ~same
            starts = starts + stray[starts]
            allowed = (mark[ends - 1] != _BEGINS) | ~np.append(stray, False)[ends]
            allowed &= starts < ends
        else:
            allowed = np.isin(mark[starts], (_BEGINS, _ALONE))
            if scheme != "IOB2":
                allowed &= np.isin(mark[ends - 1], (_ENDS, _ALONE))
        starts, ends = starts[allowed], ends[allowed]
    kept = code[starts]
    if kept.size and len(labels) > 1:  # categories of spans that were dropped do not occur
        used = np.unique(kept)
        labels, kept = tuple(labels[one] for one in used.tolist()), np.searchsorted(used, kept).astype(np.int32)
    length = mass_number(len(given), "the number of tags")
    return Spans._from_arrays(length, starts, ends, kept, labels if kept.size else ())


def _no_tag(given: list[str], place: int) -> InputError:
    return InputError(f"tag {place + 1} is {shown(given[place])}; expected O or prefix-category, such as B-PER")
