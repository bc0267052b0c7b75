"""Rows of a file turned into what is written about them; the part of the work that runs anywhere."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Any

import numpy as np

from seamark.errors import ParseError
from seamark.metrics.sums import Sums, Tree
from seamark.scale.arrow_columns import arrow
from seamark.scale.parquet_files import Batch, Piece, read_batches
from seamark.scale.scoring import REASON, PairScorer


@dataclass(frozen=True, slots=True)
class ScoredRows:
    """What is to be written about some rows.

    Attributes
    ----------
    piece
        Where the rows are from.
    scores
        A record batch of their scores; None when only sums are wanted.
    rejects
        A record batch of the bad rows with their place and reason; None when there are none.
    rows
        How many there are.
    sums
        Sums over the good rows.
    """

    piece: Piece
    scores: Any
    rejects: Any
    rows: int
    sums: Sums


@dataclass(frozen=True, slots=True)
class RowScoring:
    """What is done with every batch of rows.

    Attributes
    ----------
    scorer
        What is computed.
    write
        Whether scores are wanted, and not only sums.
    strict
        Whether the first bad row is an error.
    """

    scorer: PairScorer
    write: bool
    strict: bool

    def __call__(self, batch: Batch) -> ScoredRows:
        """Score the rows of a batch."""
        scored = self.scorer.score(batch.rows)
        rejects = None
        if scored.rejected.size:
            rejects = self._rejects(batch, scored.scores, scored.rejected)
        return ScoredRows(batch.piece, scored.scores if self.write else None, rejects, batch.rows.num_rows, scored.sums)

    def reject_schema(self, source: Any) -> Any:
        """The columns of a file of rejects: file, row and reason before the columns that were read."""
        pa = arrow()
        fields = [pa.field("file", pa.string()), pa.field("row", pa.int64()), pa.field(REASON, pa.string())]
        taken = [field.name for field in fields]
        return pa.schema([*fields, *(source.field(n) for n in self.scorer.input_names if n not in taken)])

    def _rejects(self, batch: Batch, scores: Any, rejected: np.ndarray[Any, Any]) -> Any:
        pa = arrow()
        places = pa.array(rejected)
        reasons = scores.column(REASON).take(places)
        if self.strict:
            row = batch.first_row + int(rejected[0])
            raise ParseError(f"row {row}: {reasons[0].as_py()}", path=batch.piece.path)
        found = {
            **{name: batch.rows.column(name).take(places) for name in self.scorer.input_names},
            "file": pa.repeat(pa.scalar(batch.piece.path, pa.string()), len(places)),
            "row": pa.array(rejected + batch.first_row),
            REASON: reasons,
        }
        schema = self.reject_schema(batch.rows.schema)
        return pa.RecordBatch.from_arrays([found[name] for name in schema.names], schema=schema)


@dataclass(frozen=True, slots=True)
class ScoredPiece:
    """Everything about one piece."""

    parts: tuple[ScoredRows, ...]
    sums: Sums


def score_piece(scoring: RowScoring, piece: Piece) -> ScoredPiece:
    """Score one piece by itself, as a worker somewhere does."""
    batches = read_batches([piece], scoring.scorer.input_names, threads=False)
    parts = tuple(scoring(batch) for batch in batches)
    return ScoredPiece(parts, sums_of(parts, scoring.scorer))


def sums_of(parts: tuple[ScoredRows, ...], scorer: PairScorer) -> Sums:
    """The sums of a piece's batches."""
    tree: Tree[Sums] = Tree(operator.add)
    for part in parts:
        tree.add(part.sums)
    return tree.total() or scorer.no_sums
