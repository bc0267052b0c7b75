"""Systems against each other, from tables with a row per item: scored in parts, compared as in memory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from seamark.base.checks import items_of, require_progress, string_of
from seamark.base.errors import InputError
from seamark.base.results import FrozenMapping
from seamark.evaluation.systems import PairedTests, SystemComparison
from seamark.io.parquet import MOST_BYTES, Array
from seamark.io.source import errors_at
from seamark.kernels.columns import FloatArray, worker_count
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.score import Average
from seamark.model.codings import Codings
from seamark.scale import arrow
from seamark.scale.files import BATCH_ROWS, FileTask, Locations, Progress, RowsDone, parquet_input, read_batches
from seamark.scale.scoring import BatchScorer, kind_of_pairs
from seamark.scale.workers import Cluster, workers_on
from seamark.stats.resampling import RandomSource, resolve_rng
from seamark.stats.rows import rows_of_values, summed_by
from seamark.stats.significance import Correction

#: Blocks that many items fall into: more than an interval needs, and few enough to be swapped ten thousand times.
BLOCKS = 2**10

#: Names of items without a score that are listed.
_NAMED = 100
_FEWEST = 2


def compare_systems_parquet(
    locations: Locations,
    systems: Sequence[str],
    metric: Metric | str | None = None,
    *,
    item: str = "item",
    reference: str = "reference",
    mass: str | None = None,
    average: Average = "macro",
    correction: Correction = "holm",
    ci: float = 0.95,
    resamples: int = 10_000,
    rng: RandomSource = None,
    most_bytes: int = MOST_BYTES,
    batch_rows: int = BATCH_ROWS,
    workers: int | None = None,
    cluster: Cluster | None = None,
    progress: Progress | None = None,
) -> SystemComparison:
    """Compare systems by their scores on the same items, from Parquet files with one row per item.

    Up to 1,024 items the result is that of ``seamark.compare_systems``. Of more items, scores, differences, effects and
    wins are the same; intervals and tests leave out, and swap, one of 1,024 blocks of items at a time: in the order of
    their names, every 1,024th item is in the same block. Of an item its scores are kept, and its name.

    Parameters
    ----------
    locations
        As for ``score_parquet``.
    systems
        The columns with the hypotheses, one for each system.
    metric, average, correction, ci, resamples, rng
        As for ``compare_systems``.
    item
        The column with the items' names: text or whole numbers.
    reference, mass, most_bytes, batch_rows, workers, cluster, progress
        As for ``score_parquet``.

    Returns
    -------
    SystemComparison
        Without the scores of single items; of items that some system has no score on, the first hundred by name are
        listed. Neither the order of rows nor files, workers or cluster change a bit of it.

    Raises
    ------
    InputError
        With fewer than two systems, when columns are missing, or at the first row that is no item with a segmentation
        of the same units by the reference and every system, or when two rows have the same item.
    UndefinedScoreError
        When fewer than two items have a score from every system.

    Examples
    --------
    >>> import pyarrow as pa, pyarrow.parquet, tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "systems.parquet"
    >>> good, poor = [[2, 3, 5], [4, 4], [5, 3], [3, 3]], [[5, 5], [1, 1, 6], [8], [1, 5]]
    >>> columns = {"item": list("abcd"), "reference": [[2, 3, 5], [4, 4], [6, 2], [3, 3]], "good": good, "poor": poor}
    >>> pyarrow.parquet.write_table(pa.table(columns), path)
    >>> result = compare_systems_parquet(path, ["poor", "good"], rng=7)
    >>> pair = result.pairs[0]
    >>> pair.first, round(pair.difference, 4), pair.record.wins
    ('good', 0.2349, 3)
    """
    names = tuple(string_of(name, "the name of a system's column") for name in items_of(systems, "systems", "columns"))
    if len(names) < _FEWEST or len(set(names)) < len(names):
        raise InputError(f"systems are {', '.join(names) or 'none'}; expected at least two different columns")
    chosen = as_metric(metric)
    paired = PairedTests(chosen, average, correction, ci, resamples, resolve_rng(rng)[1])
    require_progress(progress)
    columns = arrow.column_names(item, reference, mass, *names)

    with workers_on(cluster, worker_count(workers)) as found:
        source = parquet_input(locations, columns, most_bytes, batch_rows, found.each)
        scorers = tuple(
            BatchScorer(source.schema, {"score": chosen}, reference=reference, hypothesis=name, mass=mass)
            for name in names
        )
        fields = len(chosen.fields) if average == "micro" else 0
        work = partial(_scored_items, scorers=scorers, item=item, columns=columns, fields=fields)
        tasks, done = source.tasks(), RowsDone(progress, source.rows)
        texts: list[Array] = []
        parts = [np.empty((0, len(names), 1 + fields))]
        for task, (of_items, table) in zip(tasks, found.each(work, tasks), strict=True):
            texts += of_items
            parts.append(table)
            done.add(task.rows)
    # In the order of names, so that no sum depends on the order of rows.
    ordered, order = arrow.in_name_order(texts)
    table = np.concatenate(parts)[order]
    known = np.logical_not(np.isnan(table[..., 0]).any(axis=1))
    items = int(known.sum())
    paired.require_items(items, len(known))
    of_systems = dict(zip(names, np.swapaxes(table[known], 0, 1), strict=True))
    blocks = np.arange(items) % BLOCKS
    rows = {
        name: summed_by(blocks, its[:, 1:] if average == "micro" else rows_of_values(its[:, 0]), min(items, BLOCKS))
        for name, its in of_systems.items()
    }
    values = {name: its[:, 0] for name, its in of_systems.items()}
    scores = dict.fromkeys(names, FrozenMapping[str, float]({}))
    options = chosen.bind(Codings.of([], kind_of_pairs(source.schema, reference, names[0], [chosen]))).options
    undefined = tuple(arrow.taken(ordered, np.flatnonzero(~known)[:_NAMED]).to_pylist())
    return paired.comparison(names, rows, values, scores, undefined, options, {})


def _scored_items(
    task: FileTask, *, scorers: Sequence[BatchScorer], item: str, columns: Sequence[str], fields: int
) -> tuple[list[Array], FloatArray]:
    """The names of the items of a task, and their scores and so many counts by every system; the shape of these is
    (items, systems, 1 + fields).
    """
    names, tables = [], []
    with errors_at(str(task)):
        for batch in read_batches([task], columns, threads=False):
            names.append(arrow.name_texts(batch.rows, item))
            of_batch = []
            for scorer in scorers:
                scored = scorer._score(batch.rows)
                scored.require_all(batch)
                numbers = scorer.schema.names[:-1]
                wanted = numbers[:1] + numbers[len(numbers) - fields :]
                of_batch.append(np.column_stack([arrow.numbers_of(scored.scores.column(name)) for name in wanted]))
            tables.append(np.stack(of_batch, axis=1))
    return names, np.concatenate(tables)
