"""Agreement of many coders over more items than fit into memory.

Items are summed up part by part; the rows of the first and the last item of a part may go on in the parts beside it,
and are handed back to be joined.
"""

from __future__ import annotations

import itertools
import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar, get_args

from seamark.agreement.agree import Agreement, agreement_of
from seamark.agreement.coefficients import ChanceAverage, ChanceCount, ChanceOptions, CoefficientName, Similarity
from seamark.agreement.intervals import GroupedMoments, IntervalPlan, item_moments
from seamark.agreement.measurement import Measurement
from seamark.agreement.shuffled import SHUFFLES, ShuffledSums, ShufflingInParts, shuffled_sums
from seamark.base.checks import one_of, require_progress
from seamark.base.errors import InputError, ParseError
from seamark.base.results import FrozenMapping
from seamark.io.parquet import MOST_BYTES, Array, RecordBatch
from seamark.metrics.base import Metric
from seamark.metrics.sums import Tree
from seamark.scale.arrow import ArrowStream, copied, first_value, one_batch, table_batches, table_reader
from seamark.scale.codings import (
    BadRowError,
    CodingColumns,
    CodingMeasurer,
    ItemRun,
    SeenItems,
    cut_off_ends,
    items_in_order,
    whole_items,
)
from seamark.scale.files import (
    BATCH_ROWS,
    FileTask,
    Progress,
    RowsDone,
    batch_size,
    parquet_input,
    parquet_schema,
    read_batches,
)
from seamark.scale.locations import Locations
from seamark.scale.workers import Cluster, Threads, Workers, in_order, worker_count, workers_on
from seamark.stats.resampling import RandomSource, Resampled, resolve_rng

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
    moments
        How agreement changes without each of them, where that was asked for.
    rejected
        How many rows cannot be used, by reason.
    """

    measured: Measurement | None = None
    shuffled: ShuffledSums | None = None
    moments: GroupedMoments | None = None
    rejected: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: CodingSums) -> CodingSums:
        return CodingSums(
            _joined(self.measured, other.measured),
            _joined(self.shuffled, other.shuffled),
            _joined(self.moments, other.moments),
            self.rejected + other.rejected,
        )


def _joined(one: T | None, other: T | None) -> T | None:
    if one is None or other is None:
        return other if one is None else one
    joined: T = operator.add(one, other)
    return joined


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
class ItemSummer:
    """Sums up the items of batches and parts, of a part all but its first and last item.

    Attributes
    ----------
    measure, coefficient
        How codings are compared.
    shuffle
        Makes of a measurement the sums of shuffles.
    whole
        The sums of all items, known in a second reading, in which every item is looked at again.
    leave_out
        Whether every item is taken away from these sums.
    """

    measure: CodingMeasurer
    coefficient: CoefficientName
    shuffle: Callable[[Measurement], ShuffledSums]
    whole: Measurement | None = None
    leave_out: bool = False

    def __call__(self, batch: RecordBatch) -> tuple[Array, CodingSums]:
        """The names of the items of a batch, and their sums."""
        names, measured, rejected = self.measure(batch)
        if measured is None:
            return names, CodingSums(rejected=rejected)
        moments = None
        if self.whole is not None and self.leave_out:
            moments = item_moments(measured, self.whole, self.coefficient)
        over_items = measured.over_items() if self.whole is None else None
        return names, CodingSums(over_items, self.shuffle(measured), moments, rejected)

    def batches(self, batches: Iterable[RecordBatch]) -> SummedPart:
        """Sum up these rows."""
        ends, sums, rows = [], CodingSums(), 0
        run: ItemRun | None = None
        for batch, end in cut_off_ends(batches, self.measure.columns.item):
            try:
                if end:
                    if self.measure.strict:
                        self.measure(batch)  # a bad row here comes before those of the next items
                    ends.append(copied(batch))
                    name = first_value(batch, self.measure.columns.item)
                    run = _joined(run, None if name is None else ItemRun(name, name, ascends=True))
                else:
                    names, counted = self(batch)
                    sums += counted
                    run = _joined(run, ItemRun.of(names))
            except BadRowError as error:
                raise BadRowError(error.template, rows + error.row) from None
            rows += batch.num_rows
        return SummedPart(run, sums, ends, rows)

    def batch(self, batch: RecordBatch) -> SummedPart:
        """Sum up the rows of one batch."""
        return self.batches([batch])

    def task(self, task: FileTask) -> SummedPart:
        """Sum up the rows of a task, which are read a batch at a time."""
        read = read_batches([task], self.measure.columns.names, threads=False)
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

        for batch in whole_items(_gathered(of_parts()), self.measure.columns.item):
            ends.add(self(batch)[1])
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


def _items_of(task: FileTask, item: str) -> list[Array]:
    """The items of every batch of a task, in their order; nothing else is read."""
    return [items_in_order(batch.rows, item) for batch in read_batches([task], (item,), threads=False)]


def require_together(parts: Iterable[list[Array]]) -> None:
    """An error that names an item which comes back after others, given the items of all tasks in order."""
    seen = SeenItems()
    for items in itertools.chain.from_iterable(parts):
        seen.add(items)


def agree_table(
    table: ArrowStream,
    metric: Metric | str | None = None,
    coefficient: CoefficientName = "pi",
    *,
    item: str = "item",
    coder: str = "coder",
    masses: str | None = None,
    mass: str | None = None,
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
    shuffles: int = SHUFFLES,
    rng: RandomSource = 0,
    strict: bool = False,
    batch_rows: int = BATCH_ROWS,
    workers: int | None = None,
) -> Agreement:
    """Agreement from a long table with one row per coding.

    The rows of an item must stand together, as after sorting by item; in which order items come, and coders within
    them, does not matter. Only sums are kept, and eight bytes per item.

    Parameters
    ----------
    table
        Anything with ``__arrow_c_stream__``.
    metric, coefficient, chance_count, chance_average, shuffles, rng
        As for ``seamark.agree``, which gives the same value and the same shuffled level.
    item, coder
        The columns with their names: text or whole numbers.
    masses, mass
        The column with the segmentations, and one with the number of units where lists hold positions; see
        ``score_table``. By default the columns ``masses``, or else ``positions`` and ``mass``, as ``seamark.save``
        writes them.
    strict
        Stop at the first row that cannot be used. Otherwise such rows are left out and counted: a coding that is null
        or no segmentation; all codings of an item that cover different numbers of units, or of which two are by one
        coder.
    batch_rows
        How many rows are counted at once at most.
    workers
        How many threads to use; by default as many as this process may. The result is the same.

    Returns
    -------
    Agreement
        As from ``seamark.agree``, but ``per_item`` is empty, since items are not kept apart; ``rejected`` says how many
        rows were left out, and why.

    Raises
    ------
    InputError
        When columns are missing, the rows of an item do not stand together, or there are no two coders to compare.
    UndefinedScoreError
        When chance alone explains everything and coders still disagree.

    Examples
    --------
    >>> import pyarrow as pa
    >>> codings = {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}
    >>> table = pa.table({"item": ["poem"] * 3, "coder": list(codings), "masses": list(codings.values())})
    >>> print(agree_table(table).signature)  # doctest: +ELLIPSIS
    agree|coef:pi|metric:S|n:2|scale:te|w:1,1,1|types:1|chance:...|pairs:3|shuffles:200|seed:0|v:1.0.0rc1
    """
    reader = table_reader(table)
    columns = CodingColumns(item, coder, masses, mass).found_in(reader.schema.names)
    measure = CodingMeasurer(columns, Similarity.of(metric), ChanceOptions(chance_count, chance_average), strict)
    shuffling = ShufflingInParts(shuffles, resolve_rng(rng)[1])
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    batches = table_batches(reader, columns.names, batch_size(batch_rows))
    summer = ItemSummer(measure, coefficient, shuffling)
    seen = SeenItems()

    def remembered() -> Iterator[RecordBatch]:
        for batch in batches:
            seen.add(items_in_order(batch, columns.item))
            yield batch

    parts = in_order(summer.batch, remembered(), worker_count(workers), size=lambda batch: batch.nbytes)
    return _agreement(summer.total(parts)[0], coefficient, shuffling, None)


def agree_parquet(
    locations: Locations,
    metric: Metric | str | None = None,
    coefficient: CoefficientName = "pi",
    *,
    item: str = "item",
    coder: str = "coder",
    masses: str | None = None,
    mass: str | None = None,
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
    shuffles: int = SHUFFLES,
    rng: RandomSource = 0,
    ci: float | None = None,
    resample: Resampled | None = None,
    strict: bool = False,
    most_bytes: int = MOST_BYTES,
    batch_rows: int = BATCH_ROWS,
    workers: int | None = None,
    cluster: Cluster | None = None,
    progress: Progress | None = None,
) -> Agreement:
    """Agreement from Parquet files with one row per coding, read a batch at a time.

    Files are taken as one table, in the order of their names; everything else is as for ``agree_table``. Where items
    come in ascending order, as after sorting by item, nothing is kept of them. Otherwise the items are read once more,
    to see whether one of them comes back, at eight bytes each. An interval takes a second reading of the files, in
    which every item is taken away from the sums; nothing is kept of an item.

    Parameters
    ----------
    locations
        A file, a folder, a pattern such as ``data/*.parquet``, or several of them; also addresses, as for
        ``score_parquet``.
    metric, coefficient, item, coder, masses, mass, chance_count, chance_average, shuffles, rng, strict, workers
        As for ``agree_table``.
    ci, resample
        The level of a confidence interval and what it is about, as for ``seamark.agree``, which gives the same interval
        by its default method, the jackknife.
    cluster
        As for ``score_parquet``.
    most_bytes, batch_rows
        As for ``score_parquet``.
    progress
        Is called with the number of rows that are done and of all rows.

    Returns
    -------
    Agreement
    """
    columns = CodingColumns(item, coder, masses, mass)
    if masses is None:
        columns = columns.found_in(parquet_schema(locations).names)
    measure = CodingMeasurer(columns, Similarity.of(metric), ChanceOptions(chance_count, chance_average), strict)
    plan = None if ci is None else IntervalPlan(ci, resample)
    require_progress(progress)
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    shuffling = ShufflingInParts(shuffles, resolve_rng(rng)[1])
    count = worker_count(workers)

    def agreement(workers: Workers) -> Agreement:
        source = parquet_input(locations, columns.names, most_bytes, batch_rows, workers.each)
        tasks = source.tasks(BATCH_ROWS)
        counted = RowsDone(progress, source.rows)

        def total(shuffle: Callable[[Measurement], ShuffledSums]) -> CodingSums:
            summer = ItemSummer(measure, coefficient, shuffle)
            found, ascend = summer.total(workers.each(summer.task, tasks), counted.add)
            if not ascend:
                require_together(workers.each(partial(_items_of, item=item), tasks))
            return found

        if plan is None and isinstance(workers, Threads):
            return _agreement(total(shuffling), coefficient, shuffling, None)
        # How many shuffles can be afforded follows from the work of all parts, which is known after the first reading.
        counted.readings = 2
        sums = total(partial(shuffled_sums, times=0, seed=shuffling.seed))
        if sums.measured is None or sums.shuffled is None:
            raise _nothing()
        times = sums.shuffled.affordable(shuffling.wanted)
        shuffle = partial(shuffled_sums, times=times, seed=shuffling.seed)
        summer = ItemSummer(measure, coefficient, shuffle, sums.measured, plan is not None)
        again, _ = summer.total(workers.each(summer.task, tasks), counted.add)
        known = None if plan is None else replace(plan, moments=again.moments)
        return _agreement(replace(sums, shuffled=again.shuffled), coefficient, shuffling, known)

    with workers_on(cluster, count) as found:
        return agreement(found)


def _agreement(
    sums: CodingSums, coefficient: CoefficientName, shuffling: ShufflingInParts, plan: IntervalPlan | None
) -> Agreement:
    """The coefficient of all sums."""
    if sums.measured is None or sums.shuffled is None:
        raise _nothing()
    shuffles = sums.shuffled if shuffling.wanted else 0
    found = agreement_of(sums.measured.by_groups(), coefficient, plan=plan, shuffles=shuffles, rng=shuffling.seed)
    return replace(found, rejected=FrozenMapping(dict(sums.rejected.most_common())))


def _nothing() -> InputError:
    return InputError("no row holds a coding that can be used")
