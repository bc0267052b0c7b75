"""Scoring files with the threads of this process."""

from __future__ import annotations

import itertools
import operator

from seamark.metrics.sums import Sums, Tree
from seamark.scale.in_order import in_order
from seamark.scale.ledger import Ledger
from seamark.scale.parquet_files import Source, read_batches
from seamark.scale.scored_rows import RowScoring


def run_on_threads(source: Source, scoring: RowScoring, ledger: Ledger, workers: int) -> Sums:
    """Score all batches, a few at a time; the sums of everything.

    This thread reads and writes, which Arrow does without holding up the others; they score.
    """
    batches = read_batches(source.pieces, scoring.scorer.input_names, threads=workers > 1)
    total: Tree[Sums] = Tree(operator.add)
    scored = in_order(scoring, batches, workers, size=lambda batch: batch.rows.nbytes)
    for _, parts in itertools.groupby(scored, key=lambda part: part.piece):
        # The same tree as that of a worker who has the piece alone, so that the sums come out the same to the last bit.
        of_piece: Tree[Sums] = Tree(operator.add)
        for part in parts:
            ledger.take(part)
            of_piece.add(part.sums)
        total.add(of_piece.total() or scoring.scorer.no_sums)
    return total.total() or scoring.scorer.no_sums
