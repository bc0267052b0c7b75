"""One labelled segmentation: segments that cover every unit, each with a label."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import groupby
from typing import Any, final

import numpy as np

from seamark.base.checks import items_of, of_kind, shown
from seamark.base.errors import InputError
from seamark.kernels.columns import NO_TYPES
from seamark.model.checks import coded, mass_number, names_of
from seamark.model.coding import Coding, label_per_unit
from seamark.model.segmentation import Segmentation
from seamark.model.spans import Span, Spans

_LONGEST_REPR = 12
_ROW = "(mass, label), such as (8, 'A')"


@final
class LabelledSegmentation(Coding):
    """Segments that cover every unit, each with a label; labels may repeat (A B A).

    Immutable, hashable and equal by value. Two neighbours with one label stay two segments; a metric that joins them
    says so. None, or a label that a metric is told to be background, may stand for "nothing here". Make one with a
    ``from_`` constructor.

    Examples
    --------
    >>> song = LabelledSegmentation.from_segments([(8, "A"), (8, "B"), (8, "A")])
    >>> song.mass, song.labels, song.segmentation.positions
    (24, ('A', 'B', 'A'), (8, 16))
    """

    __slots__ = ("_coded",)

    #: One boundary more than usual: before every segment, moved on by one place, with the label as its type. So the
    #: kernels, the edit distance with its types and the columns of many segmentations need nothing else for labels.
    _coded: Segmentation

    @classmethod
    def _of(cls, coded: Segmentation) -> LabelledSegmentation:
        """Wrap a segmentation in the form of ``_coded``."""
        return object.__new__(cls)._set(_coded=coded)

    # ------------------------------------------------------------------------------------------------ constructors

    @classmethod
    def from_segments(cls, segments: Iterable[tuple[int, Hashable]]) -> LabelledSegmentation:
        """From the size and the label of each segment.

        Examples
        --------
        >>> LabelledSegmentation.from_segments([(2, "verse"), (3, "chorus")]).masses
        (2, 3)
        """
        rows = list(items_of(segments, "segments", f"rows {_ROW}"))
        for number, row in enumerate(rows, start=1):
            if not isinstance(row, (tuple, list)) or len(row) != 2:
                raise InputError(f"segment {number} is {shown(row)}; expected {_ROW}")
        plain = Segmentation.from_masses([mass for mass, _ in rows])
        total = mass_number(plain.mass + 1, "mass + 1")
        labels = [label for _, label in rows]
        codes, names = coded(labels, lambda number: f"the label of segment {number + 1}", "label")
        places = np.array([0, *plain.positions], dtype=np.int64) + 1
        return cls._of(Segmentation._from_arrays(total, places, codes if len(names) > 1 else NO_TYPES, names))

    @classmethod
    def from_labels(cls, labels: Iterable[Hashable]) -> LabelledSegmentation:
        """From one label per unit: a segment is a run of units with one label.

        Examples
        --------
        >>> LabelledSegmentation.from_labels("AABBA")
        LabelledSegmentation.from_segments([(2, 'A'), (2, 'B'), (1, 'A')])
        """
        return cls.from_segments([(len(list(run)), label) for label, run in groupby(label_per_unit(labels))])

    @classmethod
    def from_positions(cls, positions: Iterable[int], mass: int, labels: Iterable[Hashable]) -> LabelledSegmentation:
        """From ascending boundary positions, the mass, and one label per segment, of which there is one more.

        Examples
        --------
        >>> LabelledSegmentation.from_positions([2], mass=5, labels=["A", "B"]).runs()[1]
        Span(start=2, end=5, category='B')
        """
        given = list(items_of(positions, "positions"))
        plain = Segmentation.from_positions(given, mass)
        if list(plain.positions) != given:
            raise InputError(f"positions are {shown(given)}; expected them to ascend, since every segment has a label")
        names = list(labels) if isinstance(labels, str) else list(items_of(labels, "labels"))
        if len(names) != len(given) + 1:
            raise InputError(f"{len(names)} labels for {len(given) + 1} segments; expected one each")
        return cls.from_segments(list(zip(plain.masses, names, strict=True)))

    @classmethod
    def from_spans(cls, spans: Spans, background: Hashable = None) -> LabelledSegmentation:
        """From spans that do not overlap; the gaps between them get the background as their label.

        Examples
        --------
        >>> LabelledSegmentation.from_spans(Spans([(2, 4, "A")], length=5)).labels
        (None, 'A', None)
        """
        marked = of_kind(spans, Spans, "spans", "Spans")
        rows: list[tuple[int, Hashable]] = []
        place = 0
        for span in marked.spans:
            if span.start < place:
                raise InputError(
                    f"the span from {span.start} to {span.end} overlaps the one before it; a labelled segmentation "
                    "has one label everywhere"
                )
            if span.start > place:
                rows.append((span.start - place, background))
            rows.append((span.end - span.start, span.category))
            place = span.end
        if place < marked.length:
            rows.append((marked.length - place, background))
        return cls.from_segments(rows)

    @classmethod
    def from_times(
        cls, segments: Iterable[Sequence[Any]], duration: float, resolution: float, background: Hashable = None
    ) -> LabelledSegmentation:
        """From rows ``(start, end, label)`` in time; a unit is one step of ``resolution``, gaps are background.

        Examples
        --------
        >>> LabelledSegmentation.from_times([(0, 1.5, "A"), (1.5, 4, "B")], duration=4.0, resolution=0.5).masses
        (3, 5)
        """
        return cls.from_spans(Spans.from_times(segments, duration, resolution), background)

    # ----------------------------------------------------------------------------------------------------- contents

    @property
    def mass(self) -> int:
        """The number of units."""
        return self._coded.mass - 1

    @property
    def labels(self) -> tuple[Hashable, ...]:
        """The label of each segment."""
        return tuple(label for _, label in self._coded.boundaries)

    @property
    def masses(self) -> tuple[int, ...]:
        """The size of each segment."""
        return self._coded.masses[1:]

    @property
    def segmentation(self) -> Segmentation:
        """The boundaries alone; the labels are lost."""
        return Segmentation._from_arrays(self.mass, np.array(self._coded.positions[1:], dtype=np.int64) - 1)

    @property
    def spans(self) -> Spans:
        """Every segment as a span; one whose label is None is a gap, and two such neighbours are one gap."""
        return Spans([row for row in self._rows() if row.category is not None], length=self.mass)

    def runs(self, background: Iterable[Hashable] = ()) -> tuple[Span, ...]:
        """Neighbours with one label joined, and segments of these labels left out.

        Examples
        --------
        >>> LabelledSegmentation.from_segments([(2, "A"), (3, "A"), (1, None), (2, "A")]).runs(background=[None])
        (Span(start=0, end=5, category='A'), Span(start=6, end=8, category='A'))
        """
        nothing = set(checked_background(background))
        runs: list[Span] = []
        for row in self._rows():
            if runs and runs[-1].category == row.category:
                runs[-1] = runs[-1]._replace(end=row.end)
            else:
                runs.append(row)
        return tuple(run for run in runs if run.category not in nothing)

    def _rows(self) -> list[Span]:
        ends = (*self._coded.positions[1:], self._coded.mass)
        return [
            Span(start - 1, end - 1, label) for (start, label), end in zip(self._coded.boundaries, ends, strict=True)
        ]

    # --------------------------------------------------------------------------------------------------- value object

    def __repr__(self) -> str:
        if len(self._coded.positions) > _LONGEST_REPR:
            segments, labels = len(self._coded.positions), len(self._coded.types)
            return f"<LabelledSegmentation of {self.mass:,} units: {segments:,} segments, {labels} labels>"
        return f"LabelledSegmentation.from_segments({list(zip(self.masses, self.labels, strict=True))!r})"


def checked_background(background: object) -> tuple[Hashable, ...]:
    """Labels that mean background; a single name is one label."""
    if isinstance(background, str):
        return (background,)
    labels = items_of(background, "background labels", "a list of labels")
    return tuple(names_of(labels, lambda number: "a background label"))
