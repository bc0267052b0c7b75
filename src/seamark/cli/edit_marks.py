"""What an alignment says about every boundary of the two codings, and how that is shown."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Literal

from seamark.model.alignment import Alignment

Kind = Literal["match", "near", "first", "second", "other type"]

#: Colours for those who see them; the signs say the same to everybody.
STYLES: dict[Kind, str] = {
    "match": "green",
    "near": "bold yellow",
    "first": "bold red",
    "second": "bold red",
    "other type": "bold magenta",
}
SIGNS: dict[Kind, str] = {"match": " ", "near": "~", "first": "-", "second": "+", "other type": "*"}


@dataclass(frozen=True, slots=True)
class Mark:
    """One match or edit: where each side has its boundary (None where it has none), and of which type."""

    kind: Kind
    position_a: int | None
    position_b: int | None
    type_a: Hashable
    type_b: Hashable

    @property
    def places(self) -> tuple[int, ...]:
        """Where it lies, from left to right."""
        return tuple(sorted({place for place in (self.position_a, self.position_b) if place is not None}))

    @property
    def distance(self) -> int:
        """How far the two boundaries lie apart."""
        return self.places[-1] - self.places[0]


def marks_of(alignment: Alignment) -> list[Mark]:
    """All matches and edits of an alignment, from left to right."""
    marks = [Mark("match", match.position, match.position, match.type, match.type) for match in alignment.matches]
    marks += [Mark("near", edit.position_a, edit.position_b, edit.type, edit.type) for edit in alignment.transpositions]
    marks += [
        Mark("other type", edit.position, edit.position, edit.type_a, edit.type_b) for edit in alignment.substitutions
    ]
    for edit in alignment.additions:
        marks.append(
            Mark("first", edit.position, None, edit.type, None)
            if edit.side == "a"
            else Mark("second", None, edit.position, None, edit.type)
        )
    return sorted(marks, key=lambda mark: (mark.places, str(mark.type_a), str(mark.type_b)))
