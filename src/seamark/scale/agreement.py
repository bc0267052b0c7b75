"""Agreement of many coders over more items than fit into memory."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import get_args

from seamark.agreement.agree import agreement_of
from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceOptions, CoefficientName
from seamark.agreement.result import Agreement
from seamark.agreement.shuffled import SHUFFLES, ShufflingInParts
from seamark.agreement.similarity import Similarity
from seamark.choices import one_of
from seamark.errors import InputError
from seamark.frozen_mapping import FrozenMapping
from seamark.io.parquet import MOST_BYTES, RecordBatch
from seamark.metrics.base import Metric
from seamark.metrics.sums import Tree
from seamark.scale.arrow import ArrowStream, table_batches, table_reader
from seamark.scale.codings import CodingColumns, CodingCounter, CodingSums, SeenItems, whole_items
from seamark.scale.files import BATCH_ROWS, Batch, batch_size, parquet_schema, parquet_source, read_batches
from seamark.scale.outputs import Progress, require_progress
from seamark.scale.places import Places
from seamark.scale.run import in_order, worker_count
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
    them, does not matter. Only sums are kept, and eight bytes per item, so that tables of any length will do.

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
    shuffling = ShufflingInParts(shuffles, resolve_rng(rng)[1])
    chance = ChanceOptions(chance_count, chance_average)
    counter = CodingCounter(columns, Similarity.of(metric), chance, shuffling, strict)
    batches = table_batches(reader, columns.names, batch_size(batch_rows))
    return _agreement(batches, counter, coefficient, worker_count(workers))


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
    strict: bool = False,
    most_bytes: int = MOST_BYTES,
    batch_rows: int = BATCH_ROWS,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Agreement:
    """Agreement from Parquet files with one row per coding, read a batch at a time.

    Files are taken as one table, in the order of their names; everything else is as for ``agree_table``.

    Parameters
    ----------
    places
        A file, a folder, a pattern such as ``data/*.parquet``, or several of them.
    metric, coefficient, item, coder, masses, mass, chance_count, chance_average, shuffles, rng, strict, workers
        As for ``agree_table``.
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
    shuffling = ShufflingInParts(shuffles, resolve_rng(rng)[1])
    chance = ChanceOptions(chance_count, chance_average)
    counter = CodingCounter(columns, Similarity.of(metric), chance, shuffling, strict)
    source = parquet_source(places, columns.names, most_bytes, batch_rows)
    threads = worker_count(workers)
    require_progress(progress)
    batches = read_batches(source.tasks, columns.names, threads=threads > 1)
    return _agreement(_with_progress(batches, source.rows, progress), counter, coefficient, threads)


def _with_progress(batches: Iterable[Batch], rows: int, progress: Progress | None) -> Iterator[RecordBatch]:
    done = 0
    for batch in batches:
        yield batch.rows
        done += batch.rows.num_rows
        if progress is not None:
            progress(done, rows)


def _agreement(
    batches: Iterable[RecordBatch], counter: CodingCounter, coefficient: CoefficientName, workers: int
) -> Agreement:
    """Sum up all batches, then compute the coefficient once."""
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    items = whole_items(batches, counter.columns.item)
    seen, tree = SeenItems(), Tree[CodingSums](operator.add)
    for counted in in_order(counter, items, workers, size=lambda batch: batch.nbytes):
        seen.add(counted.items)
        tree.add(counted.sums)
    sums = tree.total()
    if sums is None or sums.counted is None:
        raise InputError("no row holds a coding that can be used")
    measured, shuffled = sums.counted
    shuffles = shuffled if counter.shuffling.wanted else 0
    found = agreement_of(measured, coefficient, shuffles=shuffles, rng=counter.shuffling.seed)
    return replace(found, rejected=FrozenMapping(dict(sums.rejected.most_common())))
