"""Where the data of a report come from."""

from __future__ import annotations

import os
import shlex
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
    >>> list(Provenance((), LoadReport("eaf", unit="time", resolution=0.1, measure="s", boundaries=9)).lines())
    ['Read as eaf; no boundary had to move to the 0.1 s grid.']
    """

    files: Sequence[str | os.PathLike[str]]
    loaded: LoadReport

    def __post_init__(self) -> None:
        for file in items_of(self.files, "files", "a list of file names"):
            path_of(file, "a file")
        of_kind(self.loaded, LoadReport, "loaded", "what load_with_report says")

    @property
    def typed(self) -> str:
        """The files as they are typed on a command line, without the folders they lie in."""
        return shlex.join(Path(file).name or os.fspath(file) for file in self.files) or "CORPUS"

    @property
    def seconds(self) -> float | None:
        """Seconds per unit, if the data are times."""
        return self.loaded.resolution if self.loaded.measure == "s" else None

    def lines(self) -> Iterator[str]:
        """What the page says about them, a sentence each."""
        for file in map(Path, self.files):
            if file.exists():
                changed = datetime.fromtimestamp(file.stat().st_mtime, tz=UTC)
                yield f"{file.resolve().name}, last changed on {changed:%Y-%m-%d}."
            else:
                yield f"{os.fspath(file)}."
        loaded = self.loaded
        yield f"Read as {loaded.format}." if loaded.unit is None else f"Read as {loaded.format}; {loaded}."
        for note in loaded.notes:
            # The folders of the person who made the page are nobody else's business.
            for place in self.files:
                note = note.replace(os.fspath(place), Path(place).name or os.fspath(place))
            yield f"{note.rstrip('.')}."
