"""Sums over the codings of items that come in parts: each part is summed up by itself, wherever it is.

The first and the last item of a part may go on in the parts before and after. Their rows come back as they are, and are
counted when all parts are done.
"""

from __future__ import annotations

import itertools
import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from seamark.agreement.chance import CoefficientName
from seamark.agreement.item_moments import GroupedMoments, item_moments
from seamark.agreement.measurement import Measurement
from seamark.agreement.poisson import PoissonResampling, PoissonSums
from seamark.agreement.shuffled import ShuffledSums, shuffled_sums
from seamark.errors import ParseError
from seamark.io.parquet import Array, RecordBatch
from seamark.metrics.sums import Tree
from seamark.scale.arrow import copied, first_value, one_batch
from seamark.scale.codings import (
    BadRowError,
    CodingMeasurer,
    ItemRun,
    SeenItems,
    cut_off_ends,
    items_in_order,
    whole_items,
)
from seamark.scale.files import BATCH_ROWS, Task, read_batches

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CodingSums:
    """What some items sum up to; ``+`` joins parts.

    Attributes
    ----------
    measured
        The measurement without single items; None where no coding can be used.
    shuffled
        The same of their shuffles.
    moments, resampled
        How agreement changes without each of them, and their sums in every resample, where that was asked for.
    rejected
        How many rows cannot be used, by reason.
    """

    measured: Measurement | None = None
    shuffled: ShuffledSums | None = None
    moments: GroupedMoments | None = None
    resampled: PoissonSums | None = None
    rejected: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: CodingSums) -> CodingSums:
        return CodingSums(
            _joined(self.measured, other.measured),
            _joined(self.shuffled, other.shuffled),
            _joined(self.moments, other.moments),
            _joined(self.resampled, other.resampled),
            self.rejected + other.rejected,
        )


def _joined(one: T | None, other: T | None) -> T | None:
    if one is None or other is None:
        return other if one is None else one
    joined: T = operator.add(one, other)
    return joined


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums up the items of a batch; ``shuffle`` makes of their measurement the sums of shuffles."""

    measure: CodingMeasurer
    shuffle: Callable[[Measurement], ShuffledSums]

    def __call__(self, batch: RecordBatch) -> tuple[Array, CodingSums]:
        """The names of the items, and their sums."""
        found = self.measure(batch)
        measured = found.measured
        if measured is None:
            return found.names, CodingSums(rejected=found.rejected)
        return found.names, CodingSums(measured.over_items(), self.shuffle(measured), rejected=found.rejected)


@dataclass(frozen=True, slots=True)
class SecondReading:
    """Looks at every item of a batch again when the sums of all items are known.

    Attributes
    ----------
    measure, coefficient
        As in the first reading.
    whole
        The sums of all items.
    shuffles, seed
        How many shuffles are made of every item.
    leave_out
        Whether every item is taken away from the sums.
    resampling
        The resamples that every item has its weights in, if any.
    """

    measure: CodingMeasurer
    coefficient: CoefficientName
    whole: Measurement
    shuffles: int
    seed: int
    leave_out: bool
    resampling: PoissonResampling | None

    def __call__(self, batch: RecordBatch) -> tuple[Array, CodingSums]:
        """The names of the items, and their shuffles, and their moments or resamples."""
        found = self.measure(batch)
        measured = found.measured
        if measured is None:
            return found.names, CodingSums()
        moments = item_moments(measured, self.whole, self.coefficient) if self.leave_out else None
        resampled = None
        if self.resampling is not None:
            resampled = self.resampling.sums(measured.coefficient(self.coefficient), measured)
        shuffled = shuffled_sums(measured, self.shuffles, self.seed)
        return found.names, CodingSums(None, shuffled, moments, resampled)


@dataclass(frozen=True, slots=True)
class SummedPart:
    """What became of a part: the order of its items, the sums of whole ones, rows of the first and last, and how many
    rows there were.
    """

    run: ItemRun | None
    sums: CodingSums
    ends: list[RecordBatch]
    rows: int


@dataclass(frozen=True, slots=True)
class PartSummer:
    """Sums up the rows of a part, all but its first and last item."""

    work: Totals | SecondReading

    def batches(self, batches: Iterable[RecordBatch]) -> SummedPart:
        """Sum up these rows."""
        ends, sums, rows = [], CodingSums(), 0
        run: ItemRun | None = None
        for batch, end in cut_off_ends(batches, self.work.measure.columns.item):
            try:
                if end:
                    if self.work.measure.strict:
                        self.work.measure(batch)  # a bad row here comes before those of the next items
                    ends.append(copied(batch))
                    name = first_value(batch, self.work.measure.columns.item)
                    run = _joined(run, None if name is None else ItemRun(name, name, ascends=True))
                else:
                    names, counted = self.work(batch)
                    sums += counted
                    run = _joined(run, ItemRun.of(names))
            except BadRowError as error:
                raise BadRowError(error.template, rows + error.row) from None
            rows += batch.num_rows
        return SummedPart(run, sums, ends, rows)

    def batch(self, batch: RecordBatch) -> SummedPart:
        """Sum up the rows of one batch."""
        return self.batches([batch])

    def task(self, task: Task) -> SummedPart:
        """Sum up the rows of a task, which are read a batch at a time."""
        read = read_batches([task], self.work.measure.columns.names, threads=False)
        try:
            return self.batches(batch.rows for batch in read)
        except BadRowError as error:
            path, row = task.place_of(error.row)
            raise ParseError(f"row {row}: {error.template}", path=path) from None

    def total(
        self, parts: Iterable[SummedPart], done: Callable[[int], None] = lambda rows: None
    ) -> tuple[CodingSums, bool]:
        """The sums of all parts, in order, and of the items at their ends; and whether items ascend."""
        sums, ends = Tree[CodingSums](operator.add), Tree[CodingSums](operator.add)
        run: ItemRun | None = None

        def of_parts() -> Iterator[RecordBatch]:
            nonlocal run
            for part in parts:
                run = _joined(run, part.run)
                sums.add(part.sums)
                done(part.rows)
                yield from part.ends

        for batch in whole_items(_gathered(of_parts()), self.work.measure.columns.item):
            ends.add(self.work(batch)[1])
        return (sums.total() or CodingSums()) + (ends.total() or CodingSums()), run is None or run.ascends


def _gathered(batches: Iterable[RecordBatch]) -> Iterator[RecordBatch]:
    """The same rows in larger batches."""
    held: list[RecordBatch] = []
    rows = 0
    for batch in batches:
        held.append(batch)
        rows += batch.num_rows
        if rows >= BATCH_ROWS:
            yield one_batch(held)
            held, rows = [], 0
    if held:
        yield one_batch(held)


@dataclass(frozen=True, slots=True)
class ItemReader:
    """Reads the items of a task, and nothing else."""

    item: str

    def __call__(self, task: Task) -> list[Array]:
        """The items of every batch, in their order."""
        return [items_in_order(batch.rows, self.item) for batch in read_batches([task], (self.item,), threads=False)]


def require_together(parts: Iterable[list[Array]]) -> None:
    """An error that names an item which comes back after others, given the items of all tasks in order."""
    seen = SeenItems()
    for items in itertools.chain.from_iterable(parts):
        seen.add(items)
