"""Where the results of all batches come together, in the order of the rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeAlias

from seamark.checks import shown
from seamark.errors import InputError
from seamark.scale.outputs import ParquetOutput
from seamark.scale.scored_rows import ScoredRows
from seamark.scale.scoring import REASON

#: Is told how many rows are done, and how many there are.
Progress: TypeAlias = Callable[[int, int], None]


def require_progress(progress: object) -> None:
    """Refuse what cannot be called."""
    if progress is not None and not callable(progress):
        raise InputError(f"progress is {shown(progress)}; expected a function of the rows done and of all rows")


class Ledger:
    """Writes scores and rejects, counts reasons, and tells how far the work has come."""

    def __init__(
        self, scores: ParquetOutput | None, rejects: ParquetOutput | None, rows: int, progress: Progress | None
    ) -> None:
        self.reasons: Counter[str] = Counter()
        self._scores, self._rejects = scores, rejects
        self._progress = progress
        self._done, self._rows = 0, rows

    def take(self, part: ScoredRows) -> None:
        """Take the next rows."""
        if self._scores is not None:
            self._scores.write(part.scores)
        if part.rejects is not None:
            for entry in part.rejects.column(REASON).value_counts().to_pylist():
                self.reasons[entry["values"]] += entry["counts"]
            if self._rejects is not None:
                self._rejects.write(part.rejects)
        self._done += part.rows
        if self._progress is not None:
            self._progress(self._done, self._rows)
