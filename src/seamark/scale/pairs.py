"""Rows of a table as pairs of segmentations, a block at a time: which are bad, and why rows have no score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from seamark.checks import string_of
from seamark.io.parquet import Array, RecordBatch
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.read_rows import FAULTS, RowBuffers, RowColumn
from seamark.kernels.together import Place, score_rows
from seamark.metrics.base import Metric
from seamark.model.array import SegmentationArray
from seamark.model.arrays import AnyArray, Model
from seamark.scale.arrow import segmentation_column, text_column
from seamark.scale.model_pairs import MODEL_FAULTS, model_of_column, model_pairs

#: Small enough for a block and what is computed from it to stay in the cache, large enough for numpy to be worth it.
BLOCK_ROWS, _VALUES = 2**13, 2**18

#: What is wrong with each row, by number: 0 nothing, then the faults of the reference, those of the hypothesis, and one
#: of both together, as the kernel numbers them.
Status: TypeAlias = npt.NDArray[np.uint8]
_OF_HYPOTHESIS = 16
_DIFFERENT_MASSES = 32
#: The faults of labels and spans have numbers of their own.
_OF_MODELS = 64


@dataclass(frozen=True, slots=True)
class PairColumns:
    """Which columns of a table hold the pairs.

    Lists hold segment masses or, when there is a column ``mass`` with the number of units, ascending boundary
    positions; strings hold one character per potential boundary, 1 where there is a boundary and 0 elsewhere.
    """

    reference: str = "reference"
    hypothesis: str = "hypothesis"
    mass: str | None = None

    def __post_init__(self) -> None:
        for option in ("reference", "hypothesis", "mass"):
            if option != "mass" or self.mass is not None:
                string_of(getattr(self, option), option)

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that are read."""
        return tuple(dict.fromkeys(name for name in (self.reference, self.hypothesis, self.mass) if name is not None))

    def reasons(self) -> dict[int, str]:
        """What every status means, in the words of these columns."""
        meanings = {_DIFFERENT_MASSES: f"{self.reference} and {self.hypothesis} cover different numbers of units"}
        for first, faults in ((0, FAULTS), (_OF_MODELS, MODEL_FAULTS)):
            for fault, words in enumerate(faults, start=first):
                meanings[fault] = f"{self.reference} {words}"
                meanings[fault + _OF_HYPOTHESIS] = f"{self.hypothesis} {words}"
        return meanings


@dataclass(frozen=True, slots=True)
class PairBlock:
    """Some rows of a table, what is wrong with each of them (None when all are good), and the good ones as pairs.

    The pairs lie in buffers that the next block overwrites; arrays that nobody wants hold none.
    """

    rows: slice
    status: Status | None
    reference: AnyArray
    hypothesis: AnyArray

    @property
    def good_rows(self) -> slice | Int64Array:
        """The rows that are pairs, numbered as in the table."""
        return self.rows if self.status is None else self.rows.start + np.flatnonzero(self.status == 0)

    def numbered(self, marked: npt.NDArray[np.bool_]) -> Int64Array:
        """Those good rows that are marked, by their numbers in the table."""
        rows = self.good_rows
        return rows.start + np.flatnonzero(marked) if isinstance(rows, slice) else rows[marked]

    @property
    def bad_rows(self) -> Int64Array:
        """The other rows."""
        none = np.empty(0, dtype=np.int64)
        return none if self.status is None else self.rows.start + np.flatnonzero(self.status)


_NONE = SegmentationArray.from_masses([])
_NO_ARRAYS = (_NONE, _NONE)


def no_places(_rows: slice) -> Sequence[Place]:
    """Nothing to be counted while blocks are read."""
    return ()


def pair_blocks(
    batch: RecordBatch,
    columns: PairColumns,
    places: Callable[[slice], Sequence[Place]] = no_places,
    *,
    arrays: bool = True,
    most_rows: int = BLOCK_ROWS,
    most_values: int = _VALUES,
) -> Iterator[PairBlock]:
    """The rows of a record batch, in order; every block must be used up before the next is asked for.

    While the rows of a block are read, the jobs of ``places`` are done, each with its columns for these rows; pairs
    stand in the block only when there are to be ``arrays`` of them. Of labels and spans no job is done.
    """
    model = model_of_column(batch.schema, columns.reference)
    if model != "boundaries":
        yield _model_block(batch, columns, model)
        return
    a, b = (segmentation_column(batch, name, columns.mass) for name in (columns.reference, columns.hypothesis))
    blocks = list(_blocks(batch.num_rows, (a, b), most_rows, most_values))
    buffers = _buffers((a, b), blocks) if arrays else ()
    for rows in blocks:
        status, bad = score_rows(a, b, rows, places(rows), buffers)
        good = rows.stop - rows.start - bad
        pairs = tuple(SegmentationArray._unchecked(side.columns(good)) for side in buffers) or _NO_ARRAYS
        yield PairBlock(rows, status if bad else None, *pairs)


def _buffers(sides: Sequence[RowColumn], blocks: Sequence[slice]) -> tuple[RowBuffers, ...]:
    """Room for any of the blocks, for each side."""
    largest = max((block.stop - block.start for block in blocks), default=0)
    return tuple(RowBuffers.of(largest, max((side.count(block) for block in blocks), default=0)) for side in sides)


def _blocks(rows: int, sides: Sequence[RowColumn], most_rows: int, most_values: int) -> Iterator[slice]:
    """Blocks of so many rows, or of fewer when rows are long."""
    start = 0
    while start < rows:
        stop = min(start + most_rows, rows)
        for side in sides:
            offsets = side.offsets
            fits = int(np.searchsorted(offsets[start : stop + 1], offsets[start] + most_values, side="right")) - 1
            stop = start + max(1, min(stop - start, fits))
        yield slice(start, stop)
        start = stop


def _model_block(batch: RecordBatch, columns: PairColumns, model: Model) -> PairBlock:
    """All rows of a batch of labels or spans."""
    pairs = model_pairs(batch, columns.reference, columns.hypothesis, columns.mass, model)
    status = np.where(pairs.different, np.uint8(_DIFFERENT_MASSES), np.uint8(0))
    for faults, first in zip(reversed(pairs.faults), (_OF_MODELS + _OF_HYPOTHESIS, _OF_MODELS), strict=True):
        status = np.where(faults > 0, faults + np.uint8(first), status)
    return PairBlock(slice(0, batch.num_rows), status if status.any() else None, pairs.reference, pairs.hypothesis)


class Reasons:
    """The reasons of the rows of a batch. Few different ones occur: every row has the number of a text, 0 for none."""

    def __init__(self, rows: int, meanings: Mapping[int, str]) -> None:
        self._meanings = meanings
        self._texts: list[str] = []
        self._numbers = np.zeros(rows, dtype=np.int64)

    def reject(self, rows: Int64Array, status: Status) -> None:
        """Bad rows, each with what is wrong with it."""
        for fault in np.unique(status).tolist():
            self._numbers[rows[status == fault]] = self._number(self._meanings[fault])

    def undefined(self, metric: Metric, rows: Int64Array, counts: FloatArray) -> None:
        """Rows without a score under the metric, and their counts.

        A score is undefined because some of its counts are zero: rows with the same zeros share a sentence.
        """
        patterns, pattern = np.unique(counts == 0, axis=0, return_inverse=True)
        for place in range(len(patterns)):
            these = pattern.reshape(-1) == place
            row = dict(zip(metric.fields, counts[these.argmax()].tolist(), strict=True))
            self._append(rows[these], metric.why_undefined(row))

    def column(self) -> Array:
        """The reasons as text, null where there is nothing to say."""
        return text_column(self._numbers, self._texts)

    def _append(self, rows: Int64Array, sentence: str) -> None:
        before = self._numbers[rows]
        for number in np.unique(before).tolist():
            text = f"{self._texts[number - 1]}; {sentence}" if number else sentence
            self._numbers[rows[before == number]] = self._number(text)

    def _number(self, text: str) -> int:
        if text not in self._texts:
            self._texts.append(text)
        return self._texts.index(text) + 1
