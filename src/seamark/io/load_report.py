"""What happened while a file was read."""

from __future__ import annotations

from dataclasses import dataclass

from seamark.results import ResultRecord


@dataclass(frozen=True, slots=True)
class LoadReport(ResultRecord):
    """How a corpus came out of its files.

    Attributes
    ----------
    format : str
        The format that was read.
    files : int
        The number of files.
    unit : str or None
        The unit of the grid; None when the files count units themselves.
    reason : str
        Why this unit or resolution, where the caller did not choose it.
    resolution : float or None
        Seconds per unit, for times; frames per unit where a file counts frames.
    measure : str
        What distances are counted in: characters, s, or frames.
    boundaries : int
        Boundaries after reading, over all codings; counted for spans and times.
    moved : int
        Boundaries that did not lie on the grid and moved to it.
    farthest, mean_move : float
        How far they moved, in characters or seconds: at most, and on average over those that moved.
    merged : int
        Boundaries that moved onto another one of the same coding and are one with it now.
    at_edges : int
        Boundaries that moved to the start or the end of the item, where a boundary says nothing.
    labels : int
        Different labels of spans.
    model : str
        What was read: boundaries, labels, levels or spans.
    notes : tuple of str
        Anything else worth knowing: what was left out, what was taken for granted.

    Examples
    --------
    >>> print(LoadReport("brat", unit="line", boundaries=40, moved=3, farthest=4.0, mean_move=2.0))
    3 of 40 boundaries moved to the line grid, by 4 characters at most, 2 on average
    """

    format: str
    files: int = 1
    unit: str | None = None
    reason: str = ""
    resolution: float | None = None
    measure: str = "characters"
    boundaries: int = 0
    moved: int = 0
    farthest: float = 0.0
    mean_move: float = 0.0
    merged: int = 0
    at_edges: int = 0
    labels: int = 0
    model: str = "boundaries"
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.unit is None:
            return f"read as {self.format}; nothing moved"
        grid = f"{self.resolution:g} {self.measure} grid" if self.resolution else f"{self.unit} grid"
        parts = [f"unit: {grid.removesuffix(' grid')}, {self.reason}"] if self.reason else []
        if not self.moved:
            return "; ".join([*parts, f"no boundary had to move to the {grid}"])
        parts.append(
            f"{self.moved:,} of {self.boundaries + self.merged + self.at_edges:,} boundaries moved to the {grid}, "
            f"by {self.farthest:.3g} {self.measure} at most, {self.mean_move:.3g} on average"
        )
        if self.merged:
            parts.append(f"{self.merged:,} merged with another")
        if self.at_edges:
            parts.append(f"{self.at_edges:,} fell on an edge")
        return "; ".join(parts)
