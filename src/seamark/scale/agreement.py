"""Agreement of many coders over more items than fit into memory.

Items are summed up part by part; the rows of the first and the last item of a part may go on in the parts beside it,
and are handed back to be joined.
"""

from __future__ import annotations

import itertools
import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar, cast, get_args

from seamark.agreement.agree import Agreement, agreement_of
from seamark.agreement.coefficients import ChanceAverage, ChanceCount, ChanceOptions, CoefficientName, Similarity
from seamark.agreement.intervals import AgreementMoments, IntervalPlan, item_moments
from seamark.agreement.measurement import Measurement
from seamark.agreement.shuffled import SHUFFLES, ShuffledSums, ShufflingInParts, SummedShuffles, shuffled_codings
from seamark.base.checks import one_of, require_progress
from seamark.base.errors import InputError, ParseError
from seamark.base.results import FrozenMapping
from seamark.io.parquet import MOST_BYTES, Array, RecordBatch
from seamark.kernels.columns import worker_count
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
    Locations,
    Progress,
    RowsDone,
    batch_size,
    parquet_input,
    parquet_schema,
    read_batches,
)
from seamark.scale.workers import Cluster, Threads, Workers, in_order, workers_on
from seamark.stats.resampling import RandomSource, Resampled, resolve_rng

T = TypeVar("T")

#: Bytes of rows that are measured as a whole at most, however few rows they are.
_WHOLE_BYTES = 2**27


@dataclass(frozen=True, slots=True)
class CodingSums:
    """What some items sum up to; ``+`` joins parts.

    Attributes
    ----------
    measured
        The measurement without single items; None where no coding can be used, or nobody asked.
    shuffled
        The same of their shuffles.
    moments
        How agreement changes without each of them.
    rejected
        How many rows cannot be used, by reason.
    """

    measured: Measurement | None = None
    shuffled: ShuffledSums | SummedShuffles | None = None
    moments: AgreementMoments | None = None
    rejected: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: CodingSums) -> CodingSums:
        return CodingSums(
            _joined(self.measured, other.measured),
            cast("ShuffledSums | SummedShuffles | None", _joined(self.shuffled, other.shuffled)),
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
    measure
        Compares the codings of whole items.
    look
        What is to be known of them.
    """

    measure: CodingMeasurer
    look: Callable[[Measurement], CodingSums]

    def __call__(self, batch: RecordBatch) -> tuple[Array, CodingSums]:
        """The names of the items of a batch, and their sums."""
        names, measured, rejected = self.measure(batch)
        found = CodingSums() if measured is None else self.look(measured)
        return names, replace(found, rejected=rejected)

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
        with _naming_row(task):
            return self.batches(batch.rows for batch in read)

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


def _sums(measured: Measurement, shuffle: Callable[[Measurement], ShuffledSums | SummedShuffles]) -> CodingSums:
    """The sums of items, and of their shuffles."""
    return CodingSums(measured.over_items(), shuffle(measured))


def _shuffles(measured: Measurement, times: int, seed: int) -> CodingSums:
    """So many shuffles of items."""
    return CodingSums(shuffled=SummedShuffles.of(measured, times, seed))


def _without_each(measured: Measurement, whole: CodingSums, coefficient: CoefficientName, seed: int) -> CodingSums:
    """How agreement changes without each of some items, given the sums of all."""
    if whole.measured is None:
        raise _nothing()
    shuffled = None
    if isinstance(whole.shuffled, SummedShuffles):
        shuffled = shuffled_codings(measured, whole.shuffled.times, seed), whole.shuffled.measured
    return CodingSums(moments=item_moments(measured, whole.measured, coefficient, shuffled))


@contextmanager
def _naming_row(task: FileTask) -> Iterator[None]:
    """Tell of a bad row of a task in which file it stands."""
    try:
        yield
    except BadRowError as error:
        path, row = task.place_of(error.row)
        raise ParseError(f"row {row}: {error.template}", path=path) from None


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

    The rows of an item must be adjacent, as after sorting by item; in which order items come, and coders within
    them, does not matter. Of more rows than one batch, only sums are kept, and eight bytes per item.

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
        As from ``seamark.agree``; ``rejected`` says how many rows were left out, and why. Of more rows than one batch
        items are not kept apart: ``per_item`` and ``ranking`` are empty, and alpha is NaN.

    Raises
    ------
    InputError
        When columns are missing, the rows of an item are not adjacent, or there are no two coders to compare.
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
    most_rows = batch_size(batch_rows)
    batches = iter(table_batches(reader, columns.names, most_rows))
    held, more = _held(batches, most_rows)
    if not more and held:
        return _of_whole(measure, held, coefficient, shuffling, None)
    summer = ItemSummer(measure, partial(_sums, shuffle=shuffling))
    seen = SeenItems()

    def remembered() -> Iterator[RecordBatch]:
        for batch in itertools.chain(held, batches):
            seen.add(items_in_order(batch, columns.item))
            yield batch

    parts = in_order(summer.batch, remembered(), worker_count(workers), size=lambda batch: batch.nbytes)
    return _agreement(summer.total(parts)[0], coefficient, shuffling, None)


def _held(batches: Iterator[RecordBatch], most_rows: int) -> tuple[list[RecordBatch], bool]:
    """The first batches, and whether there are more than can be measured as a whole."""
    held: list[RecordBatch] = []
    rows = size = 0
    for batch in batches:
        held.append(batch)
        rows, size = rows + batch.num_rows, size + batch.nbytes
        if rows > most_rows or size > _WHOLE_BYTES:
            return held, True
    return held, False


def _of_whole(
    measure: CodingMeasurer,
    rows: list[RecordBatch],
    coefficient: CoefficientName,
    shuffling: ShufflingInParts,
    plan: IntervalPlan | None,
) -> Agreement:
    """The agreement of so few rows that they are measured at once, as those of a corpus."""
    _, measured, rejected = measure(one_batch(rows))
    if measured is None:
        raise _nothing()
    found = agreement_of(measured, coefficient, plan=plan, shuffles=shuffling.wanted, rng=shuffling.seed)
    return _with_rejected(found, rejected)


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
    to see whether one of them comes back, at eight bytes each. An interval takes one more reading of the files, in
    which every item is taken away from the sums; nothing is kept of an item. So do shuffles, where there is time for
    several.

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
    count, seed = worker_count(workers), shuffling.seed

    def agreement(workers: Workers) -> Agreement:
        source = parquet_input(locations, columns.names, most_bytes, batch_rows, workers.each)
        counted = RowsDone(progress, source.rows)
        if 0 < source.rows <= batch_rows:
            everything = FileTask(0, source.pieces)
            read = (batch.rows for batch in read_batches([everything], columns.names, threads=True))
            held, more = _held(read, batch_rows)
            if not more:
                with _naming_row(everything):
                    known = _of_whole(measure, held, coefficient, shuffling, plan)
                counted.add(source.rows)
                return known
        tasks = source.tasks(BATCH_ROWS)

        def total(look: Callable[[Measurement], CodingSums]) -> tuple[CodingSums, bool]:
            summer = ItemSummer(measure, look)
            return summer.total(workers.each(summer.task, tasks), counted.add)

        at_once = plan is None and isinstance(workers, Threads)
        counted.readings = 1 if at_once else 2 if plan is None else 3
        # How many shuffles can be afforded follows from the work of all parts, which is known after the first reading.
        once = partial(SummedShuffles.of, times=1, seed=seed)
        sums, ascend = total(partial(_sums, shuffle=shuffling if at_once else once))
        if not ascend:
            require_together(workers.each(partial(_items_of, item=item), tasks))
        if not isinstance(sums.shuffled, SummedShuffles):
            return _agreement(sums, coefficient, shuffling, None)
        times = sums.shuffled.affordable(shuffling.wanted) if shuffling.wanted else 0
        if times == 1:
            counted.add(source.rows)
        else:
            drawn = total(partial(_shuffles, times=times, seed=seed))[0].shuffled if times else None
            sums = replace(sums, shuffled=drawn)
        known_plan = plan
        if plan is not None:
            left_out, _ = total(partial(_without_each, whole=sums, coefficient=coefficient, seed=seed))
            known_plan = replace(plan, moments=left_out.moments)
        return _agreement(sums, coefficient, shuffling, known_plan)

    with workers_on(cluster, count) as found:
        return agreement(found)


def _agreement(
    sums: CodingSums, coefficient: CoefficientName, shuffling: ShufflingInParts, plan: IntervalPlan | None
) -> Agreement:
    """The coefficient of all sums."""
    if sums.measured is None:
        raise _nothing()
    shuffles = sums.shuffled if shuffling.wanted and sums.shuffled is not None else 0
    found = agreement_of(sums.measured.by_groups(), coefficient, plan=plan, shuffles=shuffles, rng=shuffling.seed)
    return _with_rejected(found, sums.rejected)


def _with_rejected(found: Agreement, rejected: Counter[str]) -> Agreement:
    return replace(found, rejected=FrozenMapping(dict(rejected.most_common())))


def _nothing() -> InputError:
    return InputError("no row holds a coding that can be used")
