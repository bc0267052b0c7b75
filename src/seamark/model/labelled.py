"""Segmentations that say more than boundaries: a label for every segment, or levels from coarse to fine."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any, TypeAlias, cast, final

import numpy as np

from seamark.base.checks import count_between, items_of, mapping_of, of_kind, shown, true_or_false, whole_number
from seamark.base.errors import InputError, MassMismatchError
from seamark.base.numbers import counted
from seamark.base.results import FrozenMapping
from seamark.kernels.columns import NO_TYPES
from seamark.model.coding import Coding, coded, label_per_unit, mass_number, names_of
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation, SegmentationLike
from seamark.model.spans import Span, Spans

_LONGEST_REPR = 12
_ROW = "(mass, label), such as (8, 'A')"


@final
class LabelledSegmentation(Coding):
    """Segments that cover every unit, each with a label; labels may repeat (A B A).

    Immutable, hashable and equal by value. Two neighbours with one label stay two segments; a metric that joins them
    says so. None, or a label that a metric is told to be background, may mean "nothing here". Make one with a
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
        """From ascending boundary positions, the mass, and a label for each segment.

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
        for one, other in pairwise(marked.spans):
            if other.start < one.end:
                raise InputError(
                    f"the span from {other.start} to {other.end} overlaps the one before it; a labelled segmentation "
                    "has one label everywhere"
                )
        gaps = (Span(start, end, background) for start, end in marked.gaps())
        rows = sorted([*marked.spans, *gaps], key=lambda row: row.start)
        return cls.from_segments([(row.end - row.start, row.category) for row in rows])

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


# ------------------------------------------------------------------------------------------- levels of segments


#: A tree of units: a number of them, or the trees of its parts.
Tree: TypeAlias = "int | Sequence[Tree]"

#: The largest number of levels; a wrong strength would otherwise exceed the memory.
_MOST_LEVELS = 1_000


@final
class Hierarchy(Coding):
    """Levels of segments over the same units, from coarse to fine; the segments may have labels.

    A boundary of a level is one of every finer level, which is checked; ``nested=False`` skips the check, for
    ``t_measure`` and ``l_measure``, which need no nesting. Immutable, hashable and equal by value. Make one with a
    ``from_`` constructor.

    Examples
    --------
    >>> book = Hierarchy.from_levels([[12, 12], [6, 6, 12]])
    >>> book.depth, book.mass, dict(book.strengths)
    (2, 24, {12: 1, 6: 2})
    """

    __slots__ = ("_levels",)

    _levels: tuple[Segmentation, ...] | tuple[LabelledSegmentation, ...]

    @classmethod
    def _made(cls, levels: Sequence[Segmentation | LabelledSegmentation], nested: object) -> Hierarchy:
        if not levels:
            raise InputError("levels are empty; a hierarchy has at least one")
        for number, level in enumerate(levels, start=1):
            if level.mass != levels[0].mass:
                raise MassMismatchError(f"level 1 covers {levels[0].mass} units, level {number} covers {level.mass}")
            if isinstance(level, Segmentation) and not set(level.types) <= {DEFAULT_TYPE}:
                raise InputError(f"level {number} has boundary types {shown(level.types)}; expected plain boundaries")
        made = object.__new__(cls)._set(_levels=tuple(levels))
        if true_or_false(nested, "nested") and (missing := _not_nested(made.segmentations)):
            number, place = missing
            raise InputError(
                f"level {number} has a boundary at {place}, level {number + 1} has none there; expected every "
                "boundary to be one of all finer levels (nested=False skips this check)"
            )
        return made

    # ------------------------------------------------------------------------------------------------ constructors

    @classmethod
    def from_levels(cls, levels: Iterable[SegmentationLike], *, nested: bool = True) -> Hierarchy:
        """From a segmentation per level, from coarse to fine.

        Examples
        --------
        >>> Hierarchy.from_levels([[12, 12], [6, 6, 12]]).levels[1].positions
        (6, 12)
        """
        given = items_of(levels, "levels", "a segmentation per level, such as [[12, 12], [6, 6, 12]]")
        return cls._made([Segmentation.of(level) for level in given], nested)

    @classmethod
    def from_positions(cls, positions: Iterable[Iterable[int]], mass: int, *, nested: bool = True) -> Hierarchy:
        """From the boundary positions of every level, from coarse to fine.

        Examples
        --------
        >>> Hierarchy.from_positions([[12], [6, 12]], mass=24) == Hierarchy.from_levels([[12, 12], [6, 6, 12]])
        True
        """
        given = items_of(positions, "positions", "the positions of every level, such as [[12], [6, 12]]")
        return cls._made([Segmentation.from_positions(level, mass) for level in given], nested)

    @classmethod
    def from_strengths(cls, strengths: Mapping[int, int], mass: int, depth: int | None = None) -> Hierarchy:
        """From the coarsest level of every boundary, 1 being the coarsest; ``depth`` may be more than the largest.

        Examples
        --------
        >>> Hierarchy.from_strengths({12: 1, 6: 2}, mass=24) == Hierarchy.from_levels([[12, 12], [6, 6, 12]])
        True
        """
        level_of: dict[int, int] = {}
        for place, level in mapping_of(strengths, "strengths", "a mapping from position to level").items():
            level_of[whole_number(place, "a position")] = count_between(
                level, f"the level of position {shown(place)}", 1, _MOST_LEVELS
            )
        deepest = max(level_of.values(), default=1)
        levels = deepest if depth is None else count_between(depth, "depth", 1, _MOST_LEVELS)
        if levels < deepest:
            raise InputError(f"depth is {levels}, but a boundary has the level {deepest}")
        total = mass_number(mass)
        positions = [[place for place, level in level_of.items() if level <= n] for n in range(1, levels + 1)]
        return cls._made([Segmentation.from_positions(sorted(level), total) for level in positions], nested=True)

    @classmethod
    def from_labelled(cls, levels: Iterable[LabelledSegmentation], *, nested: bool = True) -> Hierarchy:
        """From a labelled segmentation per level, from coarse to fine.

        Examples
        --------
        >>> coarse, fine = (LabelledSegmentation.from_labels(units) for units in ("AABB", "abcc"))
        >>> Hierarchy.from_labelled([coarse, fine]).levels[1].labels
        ('a', 'b', 'c')
        """
        given = items_of(levels, "levels", "several labelled segmentations")
        expected = "a LabelledSegmentation"
        return cls._made([of_kind(level, LabelledSegmentation, "a level", expected) for level in given], nested)

    @classmethod
    def from_tree(cls, tree: Sequence[Tree]) -> Hierarchy:
        """From nested lists: a number is a segment of so many units that has no parts.

        Examples
        --------
        >>> Hierarchy.from_tree([[6, 6], 12]) == Hierarchy.from_levels([[12, 12], [6, 6, 12]])
        True
        """
        strengths: dict[int, int] = {}
        place, depth = 0, 1
        waiting = [(part, 1) for part in _parts(tree)]  # not recursive, since a tree may be deep; the next part is last
        while waiting:
            part, level = waiting.pop()
            # A list may contain itself.
            depth = max(depth, count_between(level, "the depth of the tree", 1, _MOST_LEVELS))
            if place:
                strengths.setdefault(place, level)
            if isinstance(part, (list, tuple)):
                waiting.extend((inner, level + 1) for inner in _parts(part))
            else:
                place += mass_number(part, "a part of the tree")
        return cls.from_strengths(strengths, place, depth)

    # ----------------------------------------------------------------------------------------------------- contents

    @property
    def mass(self) -> int:
        """The number of units."""
        return self._levels[0].mass

    @property
    def depth(self) -> int:
        """The number of levels."""
        return len(self._levels)

    @property
    def levels(self) -> tuple[Segmentation, ...] | tuple[LabelledSegmentation, ...]:
        """The levels from coarse to fine, with their labels if they have any."""
        return self._levels

    @property
    def segmentations(self) -> tuple[Segmentation, ...]:
        """The levels from coarse to fine, without labels."""
        return tuple(level.segmentation if isinstance(level, LabelledSegmentation) else level for level in self._levels)

    @property
    def labelled(self) -> tuple[LabelledSegmentation, ...] | None:
        """The levels with their labels; None when they have none."""
        return None if isinstance(self._levels[0], Segmentation) else cast("Any", self._levels)

    @property
    def nested(self) -> bool:
        """Whether every boundary is one of all finer levels."""
        return _not_nested(self.segmentations) is None

    @property
    def strengths(self) -> Mapping[int, int]:
        """The coarsest level of every boundary, 1 being the coarsest, by position."""
        found: dict[int, int] = {}
        for number, level in enumerate(self.segmentations, start=1):
            for place in level.positions:
                found.setdefault(place, number)
        return FrozenMapping(found)

    # --------------------------------------------------------------------------------------------------- value object

    def __repr__(self) -> str:
        sizes = ", ".join(f"{len(level.positions) + 1:,}" for level in self.segmentations)
        kind = "" if self.labelled is None else "labelled "
        return f"<Hierarchy of {self.mass:,} units: {counted(self.depth, 'level')} of {sizes} {kind}segments>"


def _not_nested(levels: Sequence[Segmentation]) -> tuple[int, int] | None:
    """The first level with a boundary that the next one has not, and where it is."""
    for number, (coarse, fine) in enumerate(pairwise(levels), start=1):
        missing = set(coarse.positions) - set(fine.positions)
        if missing:
            return number, min(missing)
    return None


def _parts(tree: object) -> list[Any]:
    """The parts of a tree from the last to the first."""
    parts = list(items_of(tree, "the parts of the tree", "nested lists of numbers, such as [[6, 6], 12]"))
    if not parts:
        raise InputError("a part of the tree is empty; expected a number of units, or parts")
    return parts[::-1]
