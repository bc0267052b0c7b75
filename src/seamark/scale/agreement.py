"""Agreement of many coders over more items than fit into memory.

Rows of a long table are codings of whole items. Items are summed up part by part; the rows of the first and the last
item of a part may go on in the parts beside it, and are handed back to be joined.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias, get_args

import numpy as np

from seamark.agreement.agree import Agreement, agreement_of
from seamark.agreement.coefficients import ChanceAverage, ChanceCount, ChanceOptions, CoefficientName, Similarity
from seamark.agreement.intervals import IntervalPlan, item_moments
from seamark.agreement.measurement import Measurement, measured_rows
from seamark.agreement.shuffled import MOST_SHUFFLES, SHUFFLES, SummedShuffles, affordable, shuffled_codings
from seamark.base.checks import count_between, one_of, require_progress
from seamark.base.errors import InputError
from seamark.io.parquet import MOST_BYTES, Array, RecordBatch
from seamark.io.source import errors_at
from seamark.kernels.columns import FAULTS, Int64Array, RowBuffers, worker_count
from seamark.metrics.base import Metric
from seamark.metrics.score import Tree
from seamark.model.codings import SegmentationArray
from seamark.model.segmentation import DEFAULT_TYPE
from seamark.scale import arrow
from seamark.scale.files import (
    BATCH_ROWS,
    FileTask,
    Locations,
    Progress,
    RowsDone,
    parquet_input,
    parquet_schema,
    read_batches,
)
from seamark.scale.workers import Cluster, Workers, workers_on
from seamark.stats.resampling import RandomSource, Resampled, resolve_rng

#: Values in the lists of rows that are measured as a whole at most, however few rows they are.
_WHOLE_VALUES = 2**24


@dataclass(frozen=True, slots=True)
class CodingMeasurer:
    """Compares all codings of each item in a batch of whole items.

    A row is a coding. ``masses`` names the column with the segmentations; with ``mass``, the number of units, they are
    positions, and ``types`` holds the types of the boundaries, if any.
    """

    item: str
    coder: str
    masses: str
    mass: str | None
    types: str | None
    similarity: Similarity
    chance: ChanceOptions

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        columns: tuple[str, str, str | None, str | None],
        metric: Metric | str | None,
        chance: ChanceOptions,
    ) -> CodingMeasurer:
        """With the columns that were named among these, or those of segmentations as ``seamark.save`` names them."""
        item, coder, masses, mass = columns
        similarity = Similarity.of(metric)
        if masses is None and "masses" not in names and "positions" in names:
            types = "types" if "types" in names else None
            return cls(item, coder, "positions", mass or "mass", types, similarity, chance)
        return cls(item, coder, "masses" if masses is None else masses, mass, None, similarity, chance)

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that are read."""
        return arrow.column_names(self.item, self.coder, self.masses, self.mass, self.types)

    def __call__(self, batch: RecordBatch) -> Measurement:
        """The measurement of the items; an error about the first row that cannot be used."""
        item, items = arrow.name_numbers(batch, self.item)
        coder, coders = arrow.name_numbers(batch, self.coder)
        _require_adjacent(item, items)
        column, rows = arrow.segmentation_column(batch, self.masses, self.mass), slice(0, batch.num_rows)
        buffers = RowBuffers.of(batch.num_rows, column.count(rows))
        faults = buffers.read(column, rows)
        of_items, of_coders = (tuple(map(str, names.to_pylist())) for names in (items, coders))

        def require(bad: Int64Array, reason: str) -> None:
            if bad.size:
                raise InputError(f"item {of_items[item[bad[0]]]!r}, coder {of_coders[coder[bad[0]]]!r}: {reason}")

        bad = np.flatnonzero(faults)
        require(bad, f"{self.masses} {FAULTS[faults[bad[0]] if bad.size else 0]}")
        codings = SegmentationArray._unchecked(buffers.columns(batch.num_rows), (_one_type(batch, self.types),))
        order = np.lexsort((coder, item))
        again = np.diff(item[order]) == 0
        require(order[1:][again & (np.diff(coder[order]) == 0)], "there are two codings")
        other_mass = np.diff(codings.masses[order]) != 0
        require(order[1:][again & other_mass], "the coding covers another number of units than that of another coder")
        sides = (item[order], of_items), (coder[order], of_coders)
        return measured_rows(codings.take(order), *sides, self.similarity, self.chance)


def _require_adjacent(item: Int64Array, items: Array) -> None:
    """An error that names an item that comes back, given the number of the item of every row."""
    steps = np.diff(item)
    if np.count_nonzero(steps) + 1 > len(items):
        # Every new item has a higher number than all before it: a step down goes back to an old one.
        raise _scattered(items[int(item[1:][steps < 0][0])].as_py())


def _one_type(batch: RecordBatch, name: str | None) -> Hashable:
    """The boundary type of all codings of a batch."""
    if name is None:
        return DEFAULT_TYPE
    labels = arrow.listed_values(batch, name)
    if len(labels) > 1:
        raise InputError(
            f"column {name!r} holds several boundary types, such as {labels[0]!r} and {labels[1]!r}; tables and "
            "large Parquet files are counted for one type: leave the column out, or convert the file to JSON first"
        )
    return labels[0] if labels else DEFAULT_TYPE


def cut_between_items(batches: Iterable[RecordBatch], item: str, least: int = 1) -> Iterator[tuple[RecordBatch, bool]]:
    """The same rows cut between items, in batches of so many rows at least; the last item is kept for the next batch.

    True is given for rows of the first item and the last batch: these items may go on before and after.
    """
    held: list[RecordBatch] = []
    first, waiting = True, 0
    for batch in batches:
        held.append(batch)
        waiting += batch.num_rows
        if waiting < least:
            continue
        rows, waiting = arrow.one_batch(held), 0
        begins = np.flatnonzero(np.diff(arrow.name_numbers(rows, item)[0])) + 1
        start = int(begins[-1]) if begins.size else 0
        stop = int(begins[0]) if begins.size and first else 0
        if stop:
            yield rows.slice(0, stop), True
        if stop < start:
            yield rows.slice(stop, start - stop), False
        first = first and not begins.size
        held = [rows.slice(start)]
    if held:
        yield arrow.one_batch(held), True


#: The first and the last item of some rows, and whether items ascend from one to the next. Where they do, none can come
#: back, and nothing needs to be remembered.
ItemRun: TypeAlias = tuple[Any, Any, bool]


def items_in_order(rows: RecordBatch, item: str) -> Array:
    """The item of every run of rows of the same item."""
    number, values = arrow.name_numbers(rows, item)
    return arrow.taken(values, number[np.flatnonzero(np.diff(number, prepend=-1))])


def _scattered(item: object) -> InputError:
    """The error for an item whose rows are not adjacent."""
    return InputError(f"the rows of item {item!r} are not adjacent; sort the table by item")


# -------------------------------------------------------------------------------------------------------- sums of items


#: What some items sum up to, of which each part can be added: measurements without single items, shuffles, moments.
CodingSums: TypeAlias = tuple[Any, ...]


def _joined(one: CodingSums | None, other: CodingSums | None) -> CodingSums | None:
    """Sums of two parts of the items, each None where there are none."""
    if one is None or other is None:
        return other if one is None else one
    return tuple(map(operator.add, one, other))


#: What is to be known of some items.
Look: TypeAlias = Callable[[Measurement], CodingSums]


def _total(
    workers: Workers, tasks: Sequence[FileTask], done: RowsDone, measure: CodingMeasurer, look: Look
) -> tuple[Any, bool]:
    """The sums of all tasks, in order, and of the items at their ends; and whether items ascend."""
    sums, ends = Tree(_joined), Tree(_joined)
    runs: list[ItemRun] = []

    def of_parts() -> Iterator[RecordBatch]:
        each = workers.each(partial(_sums_of_task, measure=measure, look=look), tasks)
        for task, (its_run, its_sums, its_ends) in zip(tasks, each, strict=True):
            runs.append(its_run)
            sums.add(its_sums)
            done.add(task.rows)
            yield from its_ends

    for batch, _ in cut_between_items(of_parts(), measure.item, BATCH_ROWS):
        ends.add(look(measure(batch)))
    # The rows that follow may go on with the same item.
    ascend = all(ascends for *_, ascends in runs) and all(one[1] <= other[0] for one, other in itertools.pairwise(runs))
    return _joined(sums.total(), ends.total()), ascend


def _sums_of_task(
    task: FileTask, measure: CodingMeasurer, look: Look
) -> tuple[ItemRun, CodingSums | None, list[RecordBatch]]:
    """The order of the items of a task, the sums of whole ones, and the rows of the first and last; rows are read a
    batch at a time.
    """
    read = (batch.rows for batch in read_batches([task], measure.names, threads=False))
    run: list[Any] = []  # the first and the last item so far
    ascends = True
    ends: list[RecordBatch] = []
    sums = None
    with errors_at(str(task)):
        for batch, end in cut_between_items(read, measure.item):
            items = [*run[1:], *items_in_order(batch, measure.item).to_pylist()]
            ascends = ascends and all(map(operator.le, items, items[1:]))
            run = [run[0] if run else items[0], items[-1]]
            if end:
                ends.append(arrow.copied(batch))
            else:
                sums = _joined(sums, look(measure(batch)))
    return (run[0], run[1], ascends), sums, ends


def _sums_and_shuffles(measured: Measurement, times: int, seed: int) -> CodingSums:
    """The sums of items, and of so many shuffles of each."""
    return measured.over_items(), SummedShuffles.of(measured, times, seed)


def _without_each(
    measured: Measurement,
    whole: Measurement,
    shuffled: SummedShuffles | None,
    coefficient: CoefficientName,
    seed: int,
) -> CodingSums:
    """How agreement changes without each of some items, given the sums and the shuffles of all."""
    drawn = None if shuffled is None else (shuffled_codings(measured, shuffled.times, seed), shuffled.measured)
    return (item_moments(measured, whole, coefficient, drawn),)


def _items_of(task: FileTask, item: str) -> list[Array]:
    """The items of every batch of a task, in their order; nothing else is read."""
    return [items_in_order(batch.rows, item) for batch in read_batches([task], (item,), threads=False)]


def require_together(read: Callable[[], Iterable[Array]]) -> None:
    """An error that names the first item which comes back after others; each reading has the items in order.

    They are remembered by eight bytes each. Rows of one item may go on from one array to the next.
    """
    keys = np.concatenate([np.empty(0, dtype=np.int64), *map(arrow.value_keys, read())])
    begins = np.ones(keys.size, dtype=np.bool_)
    begins[1:] = keys[1:] != keys[:-1]
    keys = keys[begins]
    ordered = np.sort(keys)
    if not np.any(ordered[1:] == ordered[:-1]):
        return
    first = np.unique(keys, return_index=True)[1]
    again = keys[np.setdiff1d(np.arange(keys.size), first)[0]]
    for items in read():
        where = np.flatnonzero(arrow.value_keys(items) == again)
        if where.size:
            raise _scattered(items[int(where[0])].as_py())


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
    most_bytes: int = MOST_BYTES,
    batch_rows: int = BATCH_ROWS,
    workers: int | None = None,
    cluster: Cluster | None = None,
    progress: Progress | None = None,
) -> Agreement:
    """Agreement from Parquet files with one row per coding, read a batch at a time.

    Files are taken as one table, in the order of their names. The rows of an item must be adjacent, as after sorting by
    item; in which order items come, and coders within them, does not matter. Where items come in ascending order,
    nothing is kept of them. Otherwise the items are read once more, to see whether one of them comes back, at eight
    bytes each. An interval takes one more reading of the files, in which every item is taken away from the sums;
    nothing is kept of an item. So do shuffles, where there is time for several. ``seamark.agree`` takes a table that is
    in memory.

    Parameters
    ----------
    locations
        A file, a folder, a pattern such as ``data/*.parquet``, or several of them; also addresses, as for
        ``score_parquet``.
    metric, coefficient, chance_count, chance_average, shuffles, rng
        As for ``seamark.agree``, which gives the same value and the same shuffled level.
    item, coder
        The columns with their names: text or whole numbers.
    masses, mass
        The column with the segmentations, and one with the number of units where lists hold positions; see
        ``score_table``. By default the columns ``masses``, or else ``positions`` and ``mass``, as ``seamark.save``
        writes them.
    ci, resample
        The level of a confidence interval and what it is about, as for ``seamark.agree``, which gives the same interval
        by its default method, the jackknife.
    most_bytes, batch_rows, workers, cluster, progress
        As for ``score_parquet``.

    Returns
    -------
    Agreement
        As from ``seamark.agree``.

    Raises
    ------
    InputError
        When columns are missing, the rows of an item are not adjacent, there are no two coders to compare, or at a row
        that cannot be used: without a name, with a coding that is null or no segmentation or covers another number of
        units than another coding of the item, or with a second coding by the same coder.
    UndefinedScoreError
        When chance alone explains everything and coders still disagree.

    Examples
    --------
    >>> import pyarrow as pa, pyarrow.parquet, tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "codings.parquet"
    >>> codings = {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}
    >>> columns = {"item": ["poem"] * 3, "coder": list(codings), "masses": list(codings.values())}
    >>> pyarrow.parquet.write_table(pa.table(columns), path)
    >>> print(agree_parquet(path).signature)  # doctest: +ELLIPSIS
    agree|coef:pi|metric:S|n:2|scale:te|w:1,1,1|types:1|chance:...|pairs:3|shuffles:200|seed:0|v:1.0.0rc1
    """
    chance, names = ChanceOptions(chance_count, chance_average), parquet_schema(locations).names
    measure = CodingMeasurer.of(names, (item, coder, masses, mass), metric, chance)
    plan = None if ci is None else IntervalPlan(ci, resample)
    require_progress(progress)
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    wanted, seed = count_between(shuffles, "shuffles", 0, MOST_SHUFFLES), resolve_rng(rng)[1]

    with workers_on(cluster, worker_count(workers)) as found:
        source = parquet_input(locations, measure.names, most_bytes, batch_rows, found.each)
        done = RowsDone(progress, source.rows)
        if not source.rows:
            raise InputError("the files have no rows; expected a row for every coding")
        if source.rows <= batch_rows and source.values <= _WHOLE_VALUES:
            everything = FileTask(0, source.pieces)
            with errors_at(str(everything)):
                read = read_batches([everything], measure.names, threads=True)
                measured = measure(arrow.one_batch([batch.rows for batch in read]))
            agreement = agreement_of(measured, coefficient, plan=plan, shuffles=wanted, rng=seed)
            done.add(source.rows)
            return agreement
        tasks = source.tasks(BATCH_ROWS)
        total = partial(_total, found, tasks, done, measure)
        done.readings = 2 if plan is None else 3
        # How many shuffles can be afforded follows from the work of all parts, which is known after the first reading.
        (whole, shuffled), ascend = total(partial(_sums_and_shuffles, times=1, seed=seed))
        if not ascend:
            require_together(lambda: itertools.chain.from_iterable(found.each(partial(_items_of, item=item), tasks)))
        times = affordable(wanted, shuffled.work) if wanted else 0
        if times > 1:
            shuffled = total(partial(_sums_and_shuffles, times=times, seed=seed))[0][1]
        else:
            shuffled = shuffled if times else None
            done.add(source.rows)
        if plan is not None:
            left_out = partial(_without_each, whole=whole, shuffled=shuffled, coefficient=coefficient, seed=seed)
            plan = replace(plan, moments=total(left_out)[0][0])
    return agreement_of(whole.by_groups(), coefficient, plan=plan, shuffles=shuffled or 0, rng=seed)
