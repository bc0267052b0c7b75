"""Make a Parquet file of random pairs: ``python -m bench.make_pairs pairs.parquet --pairs 1000000``.

Every row is a text of 150 to 450 units with about 10 to 20 segments on each side (columns ``ref`` and ``hyp``, lists of
int64). Half of the hypothesis boundaries are the reference's, some of them one unit off; the others are anywhere. With
``--bad``, that many rows, evenly spread, are made unusable in one of six ways.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

ROW_GROUP = 100_000
LIGHTEST, HEAVIEST = 150, 450
FEWEST, MOST = 9, 19  # boundaries

#: Rows that are no pair of segmentations of the same units: reference, hypothesis.
BAD = [
    (None, [5]),
    ([5], None),
    ([5, 0, 5], [10]),
    ([10], []),
    ([7, 3], [5, 6]),
    ([2**62, 2**62], [2**62, 2**62]),
]


def make_pairs(path: str, pairs: int, *, bad: int = 0, seed: int = 1, row_group: int = ROW_GROUP) -> None:
    """Write the file, a row group at a time."""
    rng = np.random.default_rng(seed)
    every = pairs // bad if bad else 0
    writer = None
    for start in range(0, pairs, row_group):
        table = _table(rng, start, min(row_group, pairs - start))
        if every:
            table = _spoiled(table, [row for row in range(start, start + len(table)) if row % every == 0], every)
        writer = writer or pq.ParquetWriter(path, table.schema)
        writer.write_table(table, row_group_size=row_group)
    if writer is not None:
        writer.close()


def _table(rng: np.random.Generator, start: int, rows: int) -> pa.Table:
    masses = rng.integers(LIGHTEST, HEAVIEST + 1, rows)
    reference = _boundaries(rng, masses)
    moved = reference + np.where(rng.random(reference.shape) < 0.3, rng.choice([-1, 1], reference.shape), 0)
    anywhere = _boundaries(rng, masses)
    hypothesis = np.where(rng.random(reference.shape) < 0.5, moved, anywhere)
    columns = {"ref": _lists(reference, masses), "hyp": _lists(hypothesis, masses)}
    return pa.table({"id": pa.array(np.arange(start, start + rows)), **columns})


def _boundaries(rng: np.random.Generator, masses: np.ndarray) -> np.ndarray:
    """Boundaries of every row, in no order; 0 where a row has fewer."""
    cuts = 1 + np.floor(rng.random((masses.size, MOST)) * (masses[:, np.newaxis] - 1)).astype(np.int64)
    few = rng.integers(FEWEST, MOST + 1, masses.size)
    return np.where(np.arange(MOST) < few[:, np.newaxis], cuts, 0)


def _lists(boundaries: np.ndarray, masses: np.ndarray) -> pa.Array:
    """Segment masses as lists: the steps between the distinct boundaries of each row, from 0 to its mass."""
    edges = np.column_stack((np.zeros_like(masses), boundaries, masses))
    edges = np.sort(np.clip(edges, 0, masses[:, np.newaxis]), axis=1)
    steps = np.diff(edges, axis=1)
    offsets = np.concatenate(([0], np.cumsum(np.count_nonzero(steps, axis=1))))
    return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), pa.array(steps[steps > 0]))


def _spoiled(table: pa.Table, rows: list[int], every: int) -> pa.Table:
    parts, start = [], table["id"][0].as_py()
    first = start
    for row in rows:
        reference, hypothesis = BAD[row // every % len(BAD)]
        bad = pa.table({"id": [row], "ref": [reference], "hyp": [hypothesis]}, schema=table.schema)
        parts += [table.slice(start - first, row - start), bad]
        start = row + 1
    return pa.concat_tables([*parts, table.slice(start - first)]).combine_chunks()


def bad_rows(pairs: int, bad: int) -> Iterator[int]:
    """The rows that ``make_pairs`` spoils; every sixth of them in the same way."""
    return iter(range(0, pairs, pairs // bad))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path")
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--bad", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    make_pairs(options.path, options.pairs, bad=options.bad, seed=options.seed)
