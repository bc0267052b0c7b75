"""The alignment of two segmentations: what they share, and the edits that turn one into the other."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypedDict

from seamark.checks import of_kind, shown
from seamark.errors import InputError
from seamark.model.boundary_outcomes import MATCH, BoundaryOutcome, OutcomeKind, Side
from seamark.model.lanes import draw_lanes
from seamark.model.segmentation import Segmentation
from seamark.number_text import counted
from seamark.results import ResultRecord


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
