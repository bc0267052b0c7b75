"""Agreement of many coders over more items than fit into memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import get_args

from seamark.agreement.agree import agreement_of
from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceOptions, CoefficientName
from seamark.agreement.intervals import AgreementInterval
from seamark.agreement.item_moments import IntervalOfSums
from seamark.agreement.measurement import Measurement
from seamark.agreement.result import Agreement
from seamark.agreement.shuffled import SHUFFLES, ShuffledSums, ShufflingInParts, shuffled_sums
from seamark.agreement.similarity import Similarity
from seamark.choices import one_of
from seamark.errors import InputError
from seamark.frozen_mapping import FrozenMapping
from seamark.io.parquet import MOST_BYTES
from seamark.metrics.base import Metric
from seamark.scale.arrow import ArrowStream, table_batches, table_reader
from seamark.scale.coding_sums import CodingSums, ItemReader, PartSummer, SecondReading, Totals, require_together
from seamark.scale.codings import CodingColumns, CodingMeasurer, remembered
from seamark.scale.files import BATCH_ROWS, batch_size, parquet_schema, parquet_source
from seamark.scale.outputs import Progress, require_progress
from seamark.scale.places import Places
from seamark.scale.run import Cluster, Threads, Workers, in_order, worker_count, workers_on
from seamark.stats.crossed import Resampled
from seamark.stats.seeds import RandomSource, resolve_rng


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
    them, does not matter. Only sums are kept, and eight bytes per item, up to 2**26 of them; more items than that must
    come in ascending order, of which nothing needs to be kept.

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
    >>> print(agree_table(table))
    0.8971  agree|coef:pi|metric:S|n:2|scale:te|w:1,1,1|types:1|chance:boundaries,micro|coders:3|items:1|pairs:3|v:0.1.0
    """
    reader = table_reader(table)
    columns = CodingColumns(item, coder, masses, mass).found_in(reader.schema.names)
    measure = CodingMeasurer(columns, Similarity.of(metric), ChanceOptions(chance_count, chance_average), strict)
    shuffling = ShufflingInParts(shuffles, resolve_rng(rng)[1])
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    batches = table_batches(reader, columns.names, batch_size(batch_rows))
    summer = PartSummer(Totals(measure, shuffling))
    remembering = remembered(batches, columns.item)
    parts = in_order(summer.batch, remembering, worker_count(workers), size=lambda batch: batch.nbytes)
    return _agreement(summer.total(parts)[0], coefficient, shuffling, None)


def agree_parquet(
    places: Places,
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
    resamples: int = 10_000,
    method: AgreementInterval = "jackknife",
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
    to see whether one of them comes back, at eight bytes each, and at most 2**26 of them will do. An interval
    takes a second reading of the files, in which every item is taken away from the sums, or gets its weight in every
    resample; nothing is kept of an item.

    Parameters
    ----------
    places
        A file, a folder, a pattern such as ``data/*.parquet``, or several of them; also addresses, as for
        ``score_parquet``.
    metric, coefficient, item, coder, masses, mass, chance_count, chance_average, shuffles, rng, strict, workers
        As for ``agree_table``.
    ci, resample, resamples, method
        The level of a confidence interval, what it is about, and how it is made, as for ``seamark.agree``, which gives
        the same interval. The methods are ``"jackknife"``, and ``"poisson"`` over items: a bootstrap in which the
        weights of an item follow from its name, so that the interval is the same to the last bit however rows are
        shared out among files, threads and workers.
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
        columns = columns.found_in(parquet_schema(places).names)
    measure = CodingMeasurer(columns, Similarity.of(metric), ChanceOptions(chance_count, chance_average), strict)
    plan = None if ci is None else IntervalOfSums(ci, resample, method, resamples)
    require_progress(progress)
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    shuffling = ShufflingInParts(shuffles, resolve_rng(rng)[1])
    count = worker_count(workers)

    def agreement(workers: Workers) -> Agreement:
        source = parquet_source(places, columns.names, most_bytes, batch_rows, workers.each)
        tasks = source.tasks(BATCH_ROWS)
        counted = _Progress(progress, source.rows)

        def total(shuffle: Callable[[Measurement], ShuffledSums]) -> CodingSums:
            summer = PartSummer(Totals(measure, shuffle))
            found, ascend = summer.total(workers.each(summer.task, tasks), counted)
            if not ascend:
                require_together(workers.each(ItemReader(item), tasks))
            return found

        if plan is None and isinstance(workers, Threads):
            return _agreement(total(shuffling), coefficient, shuffling, None)
        # How many shuffles can be afforded follows from the work of all parts, which is known after the first reading.
        counted.readings = 2
        sums = total(partial(shuffled_sums, times=0, seed=shuffling.seed))
        if sums.measured is None or sums.shuffled is None:
            raise _nothing()
        times = sums.shuffled.affordable(shuffling.wanted)
        whole, resampling = sums.measured, None
        if plan is not None and plan.random:
            resampling = plan.resampling(whole.require_pairs().coefficient(coefficient), whole, shuffling.seed)
        leave_out = plan is not None and not plan.random
        second = SecondReading(measure, coefficient, whole, times, shuffling.seed, leave_out, resampling)
        summer = PartSummer(second)
        again, _ = summer.total(workers.each(summer.task, tasks), counted)
        known = None if plan is None else replace(plan, moments=again.moments, resampled_sums=again.resampled)
        return _agreement(replace(sums, shuffled=again.shuffled), coefficient, shuffling, known)

    with workers_on(cluster, count) as found:
        return agreement(found)


class _Progress:
    """Adds up the rows that are done, in one or two readings of the files."""

    def __init__(self, progress: Progress | None, rows: int) -> None:
        self.readings = 1
        self._progress, self._rows, self._done = progress, rows, 0

    def __call__(self, rows: int) -> None:
        self._done += rows
        if self._progress is not None:
            self._progress(self._done // self.readings, self._rows)


def _agreement(
    sums: CodingSums, coefficient: CoefficientName, shuffling: ShufflingInParts, plan: IntervalOfSums | None
) -> Agreement:
    """The coefficient of all sums."""
    if sums.measured is None or sums.shuffled is None:
        raise _nothing()
    shuffles = sums.shuffled if shuffling.wanted else 0
    found = agreement_of(sums.measured.by_groups(), coefficient, plan=plan, shuffles=shuffles, rng=shuffling.seed)
    return replace(found, rejected=FrozenMapping(dict(sums.rejected.most_common())))


def _nothing() -> InputError:
    return InputError("no row holds a coding that can be used")
