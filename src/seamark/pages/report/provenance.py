"""Where the data of a report come from."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from seamark.checks import items_of, of_kind, path_of
from seamark.io import LoadReport


@dataclass(frozen=True, slots=True)
class Provenance:
    """The files of a corpus and how they were read.

    Attributes
    ----------
    files
        The files or folders; the page names them without the folders they lie in, and with the date of their last
        change.
    loaded
        What ``load_with_report`` said.

    Examples
    --------
    >>> list(Provenance((), LoadReport("eaf", unit="time", resolution=0.1, boundaries=9)).lines())
    ['Read as eaf, in steps of 0.1 s.', 'No boundary had to move to the 0.1 s grid.']
    """

    files: Sequence[str | os.PathLike[str]]
    loaded: LoadReport

    def __post_init__(self) -> None:
        for file in items_of(self.files, "files", "a list of file names"):
            path_of(file, "a file")
        of_kind(self.loaded, LoadReport, "loaded", "what load_with_report says")

    def lines(self) -> Iterator[str]:
        """What the page says about them, a sentence each."""
        for file in map(Path, self.files):
            if file.exists():
                changed = datetime.fromtimestamp(file.stat().st_mtime, tz=UTC)
                yield f"{file.resolve().name}, last changed on {changed:%Y-%m-%d}."
            else:
                yield f"{os.fspath(file)}."
        loaded = self.loaded
        if loaded.unit is None:
            yield f"Read as {loaded.format}."
        else:
            unit = f"steps of {loaded.resolution:g} s" if loaded.resolution else f"units of one {loaded.unit} each"
            said = str(loaded)
            yield f"Read as {loaded.format}, in {unit}."
            yield f"{said[0].upper()}{said[1:]}."
        for note in loaded.notes:
            yield f"{note[0].upper()}{note[1:].rstrip('.')}."
