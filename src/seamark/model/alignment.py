"""The alignment of two segmentations: what they share, and the edits that turn one into the other."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final, Literal, NamedTuple, TypeAlias, TypedDict

from seamark.base.checks import of_kind, shown
from seamark.base.errors import InputError
from seamark.base.numbers import counted
from seamark.base.results import ResultRecord
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation

#: Which of the two segmentations an edit speaks of.
Side: TypeAlias = Literal["a", "b"]

OutcomeKind: TypeAlias = Literal["match", "near miss", "full miss", "other type"]
MATCH: Final = "match"
NEAR_MISS: Final = "near miss"
FULL_MISS: Final = "full miss"
OTHER_TYPE: Final = "other type"


@dataclass(frozen=True, slots=True)
class BoundaryOutcome:
    """A boundary that two segmentations share, nearly share, or that only one of them has.

    Attributes
    ----------
    position_a, position_b
        Where each segmentation has it; None where it has none.
    type_a, type_b
        Of which type it is there; None where there is none.

    Examples
    --------
    >>> near = BoundaryOutcome(5, 6, 1, 1)
    >>> near.kind, near.sign, near.places, near.distance
    ('near miss', '~', (5, 6), 1)
    >>> BoundaryOutcome(None, 9, None, 1).only
    'b'
    """

    position_a: int | None
    position_b: int | None
    type_a: Hashable
    type_b: Hashable

    @property
    def only(self) -> Side | None:
        """Which segmentation alone has it; None when both have a part in it."""
        if self.position_b is None:
            return "a"
        return "b" if self.position_a is None else None

    @property
    def kind(self) -> OutcomeKind:
        """Match, near miss, full miss or another type."""
        if self.only is not None:
            return FULL_MISS
        if self.position_a != self.position_b:
            return NEAR_MISS
        return MATCH if self.type_a == self.type_b else OTHER_TYPE

    @property
    def sign(self) -> str:
        """The character under it in a drawing; a space under a match."""
        if self.only is not None:
            return "-" if self.only == "a" else "+"
        return {MATCH: " ", NEAR_MISS: "~", OTHER_TYPE: "*"}[self.kind]

    @property
    def places(self) -> tuple[int, ...]:
        """Where it lies, from left to right: two places for a near miss, otherwise one."""
        one, other = self.position_a, self.position_b
        if one is None or other is None or one == other:
            return tuple(place for place in (one, other) if place is not None)[:1]
        return (one, other) if one < other else (other, one)

    @property
    def distance(self) -> int:
        """How far the two boundaries lie apart."""
        return self.places[-1] - self.places[0]

    def position(self, side: Side) -> int | None:
        """Where one of the two has it."""
        return self.position_a if side == "a" else self.position_b

    def type(self, side: Side) -> Hashable:
        """Of which type it is on one side."""
        return self.type_a if side == "a" else self.type_b


# ------------------------------------------- Two segmentations drawn under each other in plain text, with marks beneath


#: Widest drawing to scale; anything longer is drawn boundary by boundary.
_WIDEST = 100
#: Most boundaries that are drawn one by one.
_MOST_COLUMNS = 400

#: A mark under a drawing: from one position to another (the same for a single place), and the character to draw.
_Mark = tuple[int, int, str]


def draw_lanes(
    a: Segmentation, b: Segmentation, outcomes: Iterable[BoundaryOutcome], names: tuple[str, str] = ("a", "b")
) -> str:
    """Draw two segmentations of the same mass, each behind its name.

    Short ones are drawn to scale, a box per segment with its mass in it; long ones, and those with several boundary
    types, as a table with a column for every place where a boundary lies.

    Examples
    --------
    >>> a, b = Segmentation.from_masses([2, 3, 2]), Segmentation.from_masses([2, 4, 1])
    >>> print(draw_lanes(a, b, [BoundaryOutcome(5, 6, 1, 1)]))
    a | 2 |  3  | 2 |
    b | 2 |   4   |1|
                ~~~
    """
    plain = _plain(a, b)
    longest_number = len(str(max(*a.masses, *b.masses))) if plain and a.mass <= _WIDEST else 0
    # A unit takes two columns, so that a segment of mass 1 has room for its number.
    if plain and 2 * a.mass + 3 <= _WIDEST and longest_number <= 3:
        return _to_scale(a, b, _marks(outcomes), names)
    return _as_table(a, b, outcomes, names)


def _to_scale(a: Segmentation, b: Segmentation, marks: Sequence[_Mark], names: tuple[str, str]) -> str:
    below = [" "] * (2 * a.mass + 1)
    for start, end, character in marks:
        for column in range(2 * start, 2 * end + 1):
            below[column] = character
    first, second, margin = _margin(*names, "")
    boxes = [
        f"{name} |{'|'.join(f'{mass:^{2 * mass - 1}}' for mass in s.masses)}|" for name, s in ((first, a), (second, b))
    ]
    return "\n".join([*boxes, f"{margin} {''.join(below)}".rstrip()]).rstrip()


def _margin(*names: str) -> list[str]:
    """Names of equal width."""
    return [name.ljust(max(map(len, names))) for name in names]


def _marks(outcomes: Iterable[BoundaryOutcome]) -> list[_Mark]:
    return sorted((it.places[0], it.places[-1], it.sign) for it in outcomes if it.kind != MATCH)


def _as_table(a: Segmentation, b: Segmentation, outcomes: Iterable[BoundaryOutcome], names: tuple[str, str]) -> str:
    places = sorted({*a.positions, *b.positions})
    shown = places[:_MOST_COLUMNS]
    last = shown[-1] if shown else 0
    below: dict[int, str] = {}
    marks = _marks(outcome for outcome in outcomes if outcome.places[0] <= last)
    for start, end, character in marks:
        for place in (start, end):
            below[place] = below.get(place, "").removesuffix(character) + character
    joined = {start: end for start, end, character in marks if character == "~"}
    cells_a, cells_b = (_cells(s, last, plain=_plain(a, b)) for s in (a, b))
    blocks: list[str] = []
    line_places: list[int] = []
    width = 0
    for place in shown:
        needed = max(len(str(place)), len(cells_a.get(place, "")), len(cells_b.get(place, ""))) + 2
        if line_places and width + needed > _WIDEST:
            blocks.append(_block(line_places, cells_a, cells_b, below, joined, names))
            line_places, width = [], 0
        line_places.append(place)
        width += needed
    blocks.append(_block(line_places, cells_a, cells_b, below, joined, names))
    if len(places) > len(shown):
        blocks.append(f"... and {len(places) - len(shown):,} more places")
    return "\n\n".join(blocks)


def _plain(a: Segmentation, b: Segmentation) -> bool:
    return {*a.types, *b.types} <= {DEFAULT_TYPE}


def _cells(s: Segmentation, last: int, *, plain: bool) -> dict[int, str]:
    if plain:
        return dict.fromkeys(takewhile(lambda place: place <= last, s.positions), "|")
    cells: dict[int, list[str]] = {}
    for place, label in takewhile(lambda boundary: boundary.position <= last, s.boundaries):
        cells.setdefault(place, []).append(str(label))
    return {place: ",".join(labels) for place, labels in cells.items()}


def _block(
    places: list[int],
    cells_a: dict[int, str],
    cells_b: dict[int, str],
    below: dict[int, str],
    joined: dict[int, int],
    names: tuple[str, str],
) -> str:
    rows = _margin("at", *names, "")
    for place in places:
        texts = [str(place), cells_a.get(place, ""), cells_b.get(place, ""), below.get(place, "")]
        width = max(map(len, texts)) + 2
        # A near miss is one line of tildes from its left place to its right one.
        fills = [" ", " ", " ", "~" if any(start < place <= end for start, end in joined.items()) else " "]
        rows = [row + text.rjust(width, fill) for row, text, fill in zip(rows, texts, fills, strict=True)]
    return "\n".join(row.rstrip() for row in rows).rstrip()


# ---------------------- The alignment of two segmentations: what they share, and the edits that turn one into the other


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

    ``side`` says in which segmentation it lies at ``start``, the left one of the two places.
    """

    start: int
    end: int
    type: Hashable
    side: Side

    @property
    def distance(self) -> int:
        """How far apart the two places lie."""
        return self.end - self.start

    @property
    def position_a(self) -> int:
        """Where the first segmentation has the boundary."""
        return self.start if self.side == "a" else self.end

    @property
    def position_b(self) -> int:
        """Where the second segmentation has the boundary."""
        return self.end if self.side == "a" else self.start


class OutcomeDocument(TypedDict):
    """A boundary in JSON: what became of it, and its position and type on each side."""

    edit: OutcomeKind
    positions: list[int | None]
    types: list[str | None]


class AlignmentDocument(TypedDict):
    """An alignment in JSON."""

    mass: int
    distance: float
    boundaries: list[OutcomeDocument]


@dataclass(frozen=True, slots=True)
class Alignment(ResultRecord):
    """The cheapest way of turning one segmentation into another.

    ``str()`` draws the two segmentations under each other, with a mark under every edit.

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
        """What became of every boundary, from left to right: shared ones, near misses and boundaries of one side."""
        found = [BoundaryOutcome(match.position, match.position, match.type, match.type) for match in self.matches]
        found += [
            BoundaryOutcome(edit.position_a, edit.position_b, edit.type, edit.type) for edit in self.transpositions
        ]
        found += [
            BoundaryOutcome(edit.position, edit.position, edit.type_a, edit.type_b) for edit in self.substitutions
        ]
        found += [
            BoundaryOutcome(edit.position, None, edit.type, None)
            if edit.side == "a"
            else BoundaryOutcome(None, edit.position, None, edit.type)
            for edit in self.additions
        ]
        return tuple(sorted(found, key=lambda outcome: (outcome.places, str(outcome.type_a), str(outcome.type_b))))

    def apply(self, segmentation: Segmentation) -> Segmentation:
        """Make the edits in a segmentation; ``alignment.apply(alignment.a) == alignment.b``.

        Raises
        ------
        InputError
            When a boundary that an edit starts from is not there.
        """
        given = of_kind(segmentation, Segmentation, "the segmentation", "a Segmentation, such as alignment.a")
        boundaries: set[tuple[int, Hashable]] = set(given.boundaries)
        edits = [outcome for outcome in self.outcomes if outcome.kind != MATCH]
        removed = {(edit.position_a, edit.type_a) for edit in edits if edit.position_a is not None}
        added = {(edit.position_b, edit.type_b) for edit in edits if edit.position_b is not None}
        for place, label in removed:
            if (place, label) not in boundaries:
                raise InputError(f"the alignment does not fit: no boundary of type {shown(label)} at position {place}")
        result = sorted((boundaries - removed) | added, key=lambda boundary: boundary[0])
        return Segmentation.from_positions(
            [place for place, _ in result], segmentation.mass, types=[label for _, label in result]
        )

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
                "positions": [one.position_a, one.position_b],
                "types": [None if label is None else str(label) for label in (one.type_a, one.type_b)],
            }
            for one in self.outcomes
        ]
        return {"mass": self.a.mass, "distance": self.distance, "boundaries": boundaries}

    @classmethod
    def _document(cls) -> Any:
        return AlignmentDocument

    def rows(self) -> list[dict[str, Any]]:
        """What became of every boundary, one row each."""
        names = ("position_a", "position_b", "type_a", "type_b")
        return [
            {"edit": one["edit"], **dict(zip(names, (*one["positions"], *one["types"]), strict=True))}
            for one in self.to_dict()["boundaries"]
        ]

    def __repr__(self) -> str:
        return f"<Alignment of {counted(self.a.mass, 'unit')}: {self.in_words('a', 'b')}>"

    def __str__(self) -> str:
        return f"{draw_lanes(self.a, self.b, self.outcomes)}\n{self.in_words('a', 'b')}"

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
