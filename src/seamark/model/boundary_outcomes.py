"""What became of a boundary when two segmentations are aligned: said once, for text, charts and pages."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

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
