"""Systems against each other over more items than fit into memory.

Items fall into blocks by their names. Sums over blocks are all that is kept, and blocks take the place of items where
something is left out or swapped: which item is in which block, and with it every digit of the result, depends neither
on the order of rows nor on who counted them.
"""

from __future__ import annotations

import heapq
import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import get_args

import numpy as np

from seamark.base.checks import items_of, one_of, require_progress, string_of
from seamark.base.errors import InputError, ParseError, UndefinedScoreError
from seamark.evaluation.systems import RankedSystems, SystemComparison, SystemPair
from seamark.io.parquet import MOST_BYTES
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.sums import AVERAGES, Average, Tree
from seamark.model.codings import Codings
from seamark.scale.arrow import REASON, name_numbers, numbers_of
from seamark.scale.files import (
    BATCH_ROWS,
    Batch,
    FileTask,
    Progress,
    RowsDone,
    parquet_input,
    read_batches,
)
from seamark.scale.locations import Locations
from seamark.scale.scoring import BatchScorer, kind_of_pairs
from seamark.scale.workers import Cluster, Workers, worker_count, workers_on
from seamark.stats.exact_sums import DigitSums
from seamark.stats.intervals import check_level
from seamark.stats.resampling import RandomSource, check_resamples, name_number, resolve_rng
from seamark.stats.rows import rows_of_values
from seamark.stats.significance import (
    Arrangements,
    Correction,
    EffectSize,
    Record,
    difference_under,
    effect_of_moments,
    paired_gaps,
)

#: Blocks that items fall into: many more than an interval needs, and few enough to be swapped ten thousand times.
BLOCKS = 2**10

#: Names of items without a score that are remembered.
_NAMED = 100
_FEWEST_SYSTEMS, _FEWEST_BLOCKS = 2, 2
#: Columns of an item's score, as ``rows_of_values`` has them, and of a difference with its square.
_OF_VALUES, _OF_GAPS = 2, 4
#: Cuts a float into halves of 26 bits.
_SPLIT = 2.0**27 + 1


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

    Scores, differences, effects and wins are those of ``seamark.compare_systems``. Intervals and tests leave out, and
    swap, one of 1,024 blocks of items at a time: a block holds all items whose names have the same hash, and whether it
    is swapped follows from its number and the seed. Memory does not grow with the number of items. With a few thousand
    items or less, ``compare_systems`` says more.

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
        of the same units by the reference and every system.
    UndefinedScoreError
        When the items that have a score from every system fall into fewer than two blocks.

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
    names = _system_names(systems)
    chosen = as_metric(metric)
    one_of(average, "average", AVERAGES)
    one_of(correction, "correction", get_args(Correction))
    check_level(ci)
    check_resamples(resamples)
    seed = resolve_rng(rng)[1]
    require_progress(progress)
    asked = {"item": item, "reference": reference} | ({} if mass is None else {"mass": mass})
    columns = tuple(dict.fromkeys((*(string_of(column, what) for what, column in asked.items()), *names)))

    def compared(workers: Workers) -> SystemComparison:
        source = parquet_input(locations, columns, most_bytes, batch_rows, workers.each)
        scorers = tuple(
            BatchScorer(source.schema, {"score": chosen}, reference=reference, hypothesis=name, mass=mass)
            for name in names
        )
        counter = SystemCounter(
            scorers, item, columns, average == "micro", len(chosen.fields), chosen.info.higher_is_better
        )
        tree, done = Tree[SystemSums](operator.add), RowsDone(progress, source.rows)
        tasks = source.tasks()
        for task, part in zip(tasks, workers.each(counter, tasks), strict=True):
            tree.add(part)
            done.add(task.rows)
        total = tree.total()
        if total is None:
            raise ParseError("there are no rows", path=source.paths[0])
        filled, items = np.flatnonzero(total.items), int(total.items.sum())
        if filled.size < _FEWEST_BLOCKS:
            raise UndefinedScoreError(
                f"{chosen.info.title} has a score from every system on {items} items, too few to be compared by "
                "blocks; take compare_systems"
            )
        # A block is swapped or not by its number, whichever other blocks have items.
        arrangements = Arrangements.of(len(filled), resamples, seed, filled.astype(np.uint64))
        study = RankedSystems(chosen, "mean", average, ci, resamples, seed, total.rows(names, counter.width, filled))

        def tested(first: str, second: str) -> SystemPair:
            found = difference_under(arrangements, study.rows[first], study.rows[second], study.score, ci)
            places = names.index(first), names.index(second)
            return SystemPair.of(first, second, found, *total.effect_and_record(len(names), *places))

        kind = kind_of_pairs(source.schema, reference, names[0], [chosen])
        options = chosen.bind(Codings.of([], kind)).options
        described = {**options, "avg": average, "items": items, "blocks": len(filled)}
        return study.comparison(names, {}, tested, correction, items, total.undefined, described, {})

    with workers_on(cluster, worker_count(workers)) as found:
        return compared(found)


def _system_names(systems: Sequence[str]) -> tuple[str, ...]:
    names = tuple(string_of(name, "the name of a system's column") for name in items_of(systems, "systems", "columns"))
    if len(names) < _FEWEST_SYSTEMS or len(set(names)) < len(names):
        raise InputError(f"systems are {', '.join(names) or 'none'}; expected at least two different columns")
    return names


@dataclass(frozen=True, slots=True)
class SystemSums:
    """What some items sum up to; ``+`` joins parts.

    Attributes
    ----------
    blocks
        The sum of every system's rows in every block, the columns of the systems side by side.
    items
        How many items have a score from every system, in every block.
    gaps
        For every two systems the sum of their differences, and the three sums that their squares are made of.
    record
        For every two systems how often the first is better, equal and worse; shape (pairs, 3).
    undefined
        Items on which some system has no score, the first by name.
    """

    blocks: DigitSums
    items: Int64Array
    gaps: DigitSums
    record: Int64Array
    undefined: tuple[str, ...]

    def __add__(self, other: SystemSums) -> SystemSums:
        return SystemSums(
            self.blocks + other.blocks,
            self.items + other.items,
            self.gaps + other.gaps,
            self.record + other.record,
            _first_names((*self.undefined, *other.undefined)),
        )

    def rows(self, names: Sequence[str], width: int, filled: Int64Array) -> dict[str, FloatArray]:
        """The sums of every system in the blocks that have items; a system has ``width`` columns."""
        tables = np.split(self.blocks.values(len(names) * width)[filled], len(names), axis=1)
        return dict(zip(names, map(np.ascontiguousarray, tables), strict=True))

    def effect_and_record(self, systems: int, one: int, other: int) -> tuple[EffectSize, Record]:
        """Of the difference between two of so many systems."""
        place = list(combinations(range(systems), 2)).index((min(one, other), max(one, other)))
        number = int(self.items.sum())
        total, *of_squares = (self.gaps.exact(0, _OF_GAPS * place + column) for column in range(_OF_GAPS))
        mean, squares = float(total / number), float(sum(of_squares) - total**2 / number)
        wins, ties, losses = self.record[place].tolist()
        if one > other:
            return effect_of_moments(number, -mean, squares), Record(losses, ties, wins)
        return effect_of_moments(number, mean, squares), Record(wins, ties, losses)


@dataclass(frozen=True, slots=True)
class SystemCounter:
    """Scores every system on the items of a task, and sums the scores up by block."""

    scorers: tuple[BatchScorer, ...]
    item: str
    columns: tuple[str, ...]
    micro: bool
    fields: int
    higher_is_better: bool

    @property
    def width(self) -> int:
        """How many columns a system has."""
        return self.fields if self.micro else _OF_VALUES

    def __call__(self, task: FileTask) -> SystemSums:
        """Sum up one task."""
        tree = Tree[SystemSums](operator.add)
        for batch in read_batches([task], self.columns, threads=False):
            tree.add(self._sums(batch))
        total = tree.total()
        if total is None:
            raise ParseError(f"{task} has no rows")
        return total

    def _sums(self, batch: Batch) -> SystemSums:
        number, values = name_numbers(batch.rows, self.item)
        tables = []
        if (number < 0).any():
            raise ParseError(
                f"row {batch.first_row + int((number < 0).argmax())}: {self.item} is null", path=batch.path
            )
        for scorer in self.scorers:
            scored = scorer._score(batch.rows)
            if scored.rejected.size:
                row = int(scored.rejected[0])
                said = scored.scores.column(REASON)[row].as_py()
                raise ParseError(f"row {batch.first_row + row}: {said}", path=batch.path)
            tables.append(
                np.column_stack([numbers_of(scored.scores.column(name)) for name in scorer.schema.names[:-1]])
            )
        scores = np.stack([table[:, 0] for table in tables])
        known = ~np.isnan(scores).any(axis=0)
        texts = list(map(str, values.to_pylist()))
        block = np.array([name_number(text, b"block") % BLOCKS for text in texts], dtype=np.int64)[number[known]]
        rows = [table[known, -self.fields :] if self.micro else rows_of_values(table[known, 0]) for table in tables]
        return SystemSums(
            DigitSums.by_key(np.column_stack(rows), block, BLOCKS),
            np.bincount(block, minlength=BLOCKS),
            *self._paired(scores[:, known]),
            _first_names(texts[place] for place in number[~known].tolist()),
        )

    def _paired(self, scores: FloatArray) -> tuple[DigitSums, Int64Array]:
        gaps: list[FloatArray] = []
        record = []
        for one, other in combinations(range(len(scores)), 2):
            between = paired_gaps(scores[one], scores[other])
            gaps += (between, *_square(between))
            signs = between if self.higher_is_better else -between
            record.append([np.count_nonzero(test) for test in (signs > 0, signs == 0, signs < 0)])
        return DigitSums.by_key(np.column_stack(gaps), np.zeros(scores.shape[1], dtype=np.int64), 1), np.array(record)


def _first_names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(heapq.nsmallest(_NAMED, names))


def _square(numbers: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Three columns that add up to the square of numbers below 1, none of them rounded (Veltkamp's and Dekker's)."""
    scaled = numbers * _SPLIT
    high = scaled - (scaled - numbers)
    low = numbers - high
    return high * high, 2.0 * high * low, low * low
