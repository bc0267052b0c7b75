"""What an alignment says about the boundaries of its second segmentation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from seamark.charts.look import FULL, MATCH, MISSING, NEAR, OTHER_TYPE
from seamark.model.alignment import Alignment


@dataclass(frozen=True, slots=True, order=True)
class LaneMark:
    """One boundary of a coder, or one that the coder lacks, beside a reference.

    Attributes
    ----------
    position
        Where the coder has it; for a missing one, where the reference has it.
    kind
        One of ``look.KINDS``.
    reference
        Where the reference has it; None when only the coder has it.
    """

    position: int
    kind: str
    reference: int | None


def lane_marks(alignment: Alignment) -> list[LaneMark]:
    """The boundaries of ``alignment.b`` beside the reference ``alignment.a``, from left to right.

    Examples
    --------
    >>> from seamark.metrics.edit import align
    >>> [(mark.position, mark.kind) for mark in lane_marks(align([2, 3, 4, 2], [2, 4, 5]))]
    [(2, 'match'), (6, 'near miss'), (9, 'full miss (missing here)')]
    """
    return sorted(_marks(alignment), key=lambda mark: (mark.position, mark.kind))


def _marks(alignment: Alignment) -> Iterator[LaneMark]:
    for match in alignment.matches:
        yield LaneMark(match.position, MATCH, match.position)
    for near in alignment.transpositions:
        yield LaneMark(near.position_b, NEAR, near.position_a)
    for other in alignment.substitutions:
        yield LaneMark(other.position, OTHER_TYPE, other.position)
    for miss in alignment.additions:
        yield LaneMark(miss.position, *((MISSING, miss.position) if miss.side == "a" else (FULL, None)))
