"""The alignment of two segmentations: what they share, and the edits that turn one into the other."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from seamark.base.checks import of_kind
from seamark.base.numbers import clock, counted
from seamark.base.results import ResultRecord, Table
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation

#: The segmentation that an edit is about.
Side: TypeAlias = Literal["a", "b"]

OutcomeKind: TypeAlias = Literal["match", "near miss", "full miss", "other type"]
MATCH: Final = "match"
NEAR_MISS: Final = "near miss"
FULL_MISS: Final = "full miss"
OTHER_TYPE: Final = "other type"

#: The largest width of a drawing to scale, and the largest number of boundaries in a table.
_WIDEST = 100
_MOST_ROWS = 400


@dataclass(frozen=True, slots=True)
class BoundaryOutcome:
    """A boundary that two segmentations share, nearly share, or that only one of them has.

    Attributes
    ----------
    positions
        Where each of the two segmentations has it; None where it has none.
    types
        Of which type it is there; None where there is none.

    Examples
    --------
    >>> near = BoundaryOutcome((5, 6), (1, 1))
    >>> near.kind, near.sign, near.places
    ('near miss', '~', (5, 6))
    >>> BoundaryOutcome((None, 9), (None, 1)).only
    'b'
    """

    positions: tuple[int | None, int | None]
    types: tuple[Hashable, Hashable]

    @property
    def only(self) -> Side | None:
        """Which segmentation alone has it; None when both have a part in it."""
        if None not in self.positions:
            return None
        return "b" if self.positions[0] is None else "a"

    @property
    def kind(self) -> OutcomeKind:
        """Match, near miss, full miss or another type."""
        if self.only is not None:
            return FULL_MISS
        if len(self.places) > 1:
            return NEAR_MISS
        return MATCH if self.types[0] == self.types[1] else OTHER_TYPE

    @property
    def sign(self) -> str:
        """The character under it in a drawing; a space under a match."""
        if self.only is not None:
            return "-" if self.only == "a" else "+"
        return {MATCH: " ", NEAR_MISS: "~", OTHER_TYPE: "*"}[self.kind]

    @property
    def places(self) -> tuple[int, ...]:
        """Its positions in ascending order: two for a near miss, otherwise one."""
        return tuple(sorted({place for place in self.positions if place is not None}))


class Match(NamedTuple):
    """A boundary that both segmentations place."""

    position: int
    type: Hashable


class Addition(NamedTuple):
    """A full miss: a boundary that only one segmentation places."""

    position: int
    type: Hashable
    side: Side


class Substitution(NamedTuple):
    """One boundary type in the first segmentation, another in the second, at the same place."""

    position: int
    type_a: Hashable
    type_b: Hashable


class Transposition(NamedTuple):
    """A near miss: a boundary that the two segmentations place ``distance`` apart.

    ``side`` is the segmentation that has it at ``start``, the left one of the two places.
    """

    start: int
    end: int
    type: Hashable
    side: Side

    @property
    def distance(self) -> int:
        """The distance of the two positions."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Alignment(ResultRecord):
    """The cheapest way of turning one segmentation into another.

    ``str()`` draws two short segmentations under each other, with a mark under every edit; of others it lists them.

    Attributes
    ----------
    a, b : Segmentation
        The two segmentations.
    matches, additions, substitutions, transpositions : tuple
        Shared boundaries and edits, each from left to right.
    distance : float
        The total cost of the edits.
    """

    a: Segmentation
    b: Segmentation
    matches: tuple[Match, ...]
    additions: tuple[Addition, ...]
    substitutions: tuple[Substitution, ...]
    transpositions: tuple[Transposition, ...]
    distance: float

    @property
    def edits(self) -> int:
        """The number of edits."""
        return len(self.additions) + len(self.substitutions) + len(self.transpositions)

    @property
    def outcomes(self) -> tuple[BoundaryOutcome, ...]:
        """The outcome of every boundary, from left to right: matches, near misses and full misses."""
        found = [BoundaryOutcome((one.position, one.position), (one.type, one.type)) for one in self.matches]
        for near in self.transpositions:
            ends = (near.start, near.end) if near.side == "a" else (near.end, near.start)
            found.append(BoundaryOutcome(ends, (near.type,) * 2))
        found += [BoundaryOutcome((one.position,) * 2, (one.type_a, one.type_b)) for one in self.substitutions]
        for one in self.additions:
            if one.side == "a":
                found.append(BoundaryOutcome((one.position, None), (one.type, None)))
            else:
                found.append(BoundaryOutcome((None, one.position), (None, one.type)))
        return tuple(sorted(found, key=lambda outcome: (outcome.places, *map(str, outcome.types))))

    def to_dict(self) -> dict[str, Any]:
        """The mass, the distance, and what became of every boundary: its kind, and its position and type on each side.

        Examples
        --------
        >>> from seamark.metrics.edit import align
        >>> align([2, 3], [3, 2]).to_dict()["boundaries"]
        [{'edit': 'near miss', 'positions': [2, 3], 'types': ['1', '1']}]
        """
        boundaries = [
            {
                "edit": one.kind,
                "positions": list(one.positions),
                "types": [None if label is None else str(label) for label in one.types],
            }
            for one in self.outcomes
        ]
        return {"mass": self.a.mass, "distance": self.distance, "boundaries": boundaries}

    def rows(self) -> list[dict[str, Any]]:
        """A row with the outcome of every boundary."""
        names = ("position_a", "position_b", "type_a", "type_b")
        return [
            {"edit": one["edit"], **dict(zip(names, (*one["positions"], *one["types"]), strict=True))}
            for one in self.to_dict()["boundaries"]
        ]

    def __repr__(self) -> str:
        return f"<Alignment of {counted(self.a.mass, 'unit')}: {self.in_words('a', 'b')}>"

    def __str__(self) -> str:
        return f"{self.drawn('a', 'b')}\n{self.in_words('a', 'b')}"

    def drawn(self, first: str, second: str, *, resolution: float | None = None) -> str:
        """Short segmentations to scale, a box per segment, each behind its name; of others, and of several types, a row
        per boundary. Where a unit lasts ``resolution`` seconds, positions are times.

        Examples
        --------
        >>> from seamark.metrics.edit import align
        >>> print(align([2, 3, 2], [2, 4, 1]).drawn("ann", "ben"))
        ann | 2 |  3  | 2 |
        ben | 2 |   4   |1|
                      ~~~
        """
        names = [of_kind(name, str, "the name of a coder", "a string") for name in (first, second)]
        plain = {*self.a.types, *self.b.types} <= {DEFAULT_TYPE}
        # A unit is two columns wide, so that the number of a segment of mass 1 fits.
        if plain and 2 * self.a.mass + 3 <= _WIDEST:
            below = [" "] * (2 * self.a.mass + 1)
            for one in sorted(self.outcomes, key=lambda one: (one.places[0], one.places[-1], one.sign)):
                for column in range(2 * one.places[0], 2 * one.places[-1] + 1) if one.kind != MATCH else ():
                    below[column] = one.sign
            margin = max(len(name) for name in names)
            lanes = [
                f"{name:<{margin}} |{'|'.join(f'{mass:^{2 * mass - 1}}' for mass in side.masses)}|"
                for name, side in zip(names, (self.a, self.b), strict=True)
            ]
            return "\n".join([*lanes, f"{'':{margin}} {''.join(below)}".rstrip()]).rstrip()
        rows = self.rows()
        columns = {"edit": "edit", "position_a": f"position {first}", "position_b": f"position {second}"}
        columns |= {} if plain else {"type_a": f"type {first}", "type_b": f"type {second}"}
        if resolution is not None:
            places = ("position_a", "position_b")
            rows = [
                {**row, **{name: clock(row[name] * resolution) for name in places if row[name] is not None}}
                for row in rows
            ]
            columns |= {"position_a": f"time {first}", "position_b": f"time {second}"}
        table = Table(tuple(columns.values()), [[row[name] for name in columns] for row in rows[:_MOST_ROWS]])
        return f"{table}\n... and {len(rows) - _MOST_ROWS:,} more" if len(rows) > _MOST_ROWS else str(table)

    def in_words(self, first: str, second: str) -> str:
        """How many boundaries matched and missed, with names for the two segmentations.

        Examples
        --------
        >>> from seamark.metrics.edit import align
        >>> align([2, 3, 6], [2, 4, 5]).in_words("ann", "ben")
        '1 matched, 1 near (~), 0 missed (- only ann, + only ben); distance 1'
        """
        parts = [
            f"{len(self.matches)} matched",
            f"{len(self.transpositions)} near (~)",
            f"{len(self.additions)} missed (- only {first}, + only {second})",
        ]
        if self.substitutions:
            parts.append(f"{len(self.substitutions)} of another type (*)")
        return ", ".join(parts) + f"; distance {self.distance:g}"
