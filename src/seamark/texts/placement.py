"""Where strings were found in a reference text: the result of ``place_chunks`` and ``place_transcript``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from seamark.model.segmentation import Segmentation
from seamark.results import ResultRecord


class Lost(NamedTuple):
    """A part of a chunk that the reference does not have.

    Attributes
    ----------
    chunk
        The number of the chunk, from 0.
    text
        What was not found.
    position, near
        The character or unit of the reference where it should have been, and what the reference says there.
    """

    chunk: int
    text: str
    position: int
    near: str


class Doubt(NamedTuple):
    """A boundary of a transcript that may lie elsewhere, because the words around it differ from the reference.

    Attributes
    ----------
    chunk
        The segment that ends there, from 0.
    position
        Where the boundary was placed, in units.
    earliest, latest
        Between which positions it lies for certain, in units: the words before and after are those of the reference.
    """

    chunk: int
    position: int
    earliest: int
    latest: int


@dataclass(frozen=True, slots=True)
class Placement(ResultRecord):
    """Chunks of a text, placed in a reference.

    Attributes
    ----------
    segmentation
        The reference, cut where each chunk ends and the next one goes on.
    spans
        Where each chunk lies; None for one that was not found. Characters when the reference is a text, else units.
    overlap
        The share of the chunks' text that the chunk before has as well.
    uncovered
        The share of the reference that no chunk has; it is counted to the chunk after it.
    moved
        How many boundaries lay within a unit, and moved to the nearer edge of it.
    lost
        What is in a chunk but not in the reference.
    doubtful
        Boundaries whose place is not certain; only transcripts have them.
    """

    segmentation: Segmentation
    spans: tuple[tuple[int, int] | None, ...]
    overlap: float
    uncovered: float
    moved: int
    lost: tuple[Lost, ...] = ()
    doubtful: tuple[Doubt, ...] = ()

    def rows(self) -> list[dict[str, Any]]:
        """A row for every chunk: where it starts and ends, and how many parts of it were lost."""
        return [
            {
                "chunk": number,
                "start": None if span is None else span[0],
                "end": None if span is None else span[1],
                "lost": sum(part.chunk == number for part in self.lost),
            }
            for number, span in enumerate(self.spans)
        ]

    def __str__(self) -> str:
        found = sum(span is not None for span in self.spans)
        parts = [
            f"{found} of {len(self.spans)} chunks placed, {len(self.segmentation.positions)} boundaries between "
            f"{self.segmentation.mass} units"
        ]
        if self.overlap:
            parts.append(f"{self.overlap:.1%} overlap")
        if self.uncovered:
            parts.append(f"{self.uncovered:.1%} of the reference in no chunk")
        for number, what in (
            (self.moved, "boundaries moved to the edge of a unit"),
            (len(self.lost), "parts of chunks not found"),
            (len(self.doubtful), "boundaries in doubt"),
        ):
            if number:
                parts.append(f"{number} {what}")
        return "; ".join(parts)
