"""Agreement of many coders over more items than fit into memory."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np

from seamark.agreement.base import CoefficientName, chance_corrected, everything
from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceOptions
from seamark.agreement.kappa import CoderChance, Meetings
from seamark.agreement.observed import Likeness
from seamark.agreement.pi import PooledChance
from seamark.agreement.tally import Tally
from seamark.checks import true_or_false, whole_number
from seamark.choices import one_of
from seamark.errors import InputError, UndefinedScoreError
from seamark.frozen_mapping import FrozenMapping
from seamark.io.parquet import MOST_BYTES
from seamark.metrics.base import Metric
from seamark.metrics.chosen_metric import chosen_metric
from seamark.metrics.signature import Signature
from seamark.scale.arrow import table_batches, table_reader
from seamark.scale.coding_sums import CodingColumns, CodingCounter, CodingSums
from seamark.scale.files import Places, parquet_source, read_batches
from seamark.scale.metric_columns import NO_PAIRS
from seamark.scale.outputs import Progress, require_progress
from seamark.scale.run import in_order, worker_count
from seamark.scale.sums import Tree
from seamark.scale.tables import BATCH_ROWS
from seamark.scale.whole_items import SeenItems, whole_items


@dataclass(frozen=True, slots=True)
class TableAgreement:
    """How far coders agree, from sums over all items.

    Attributes
    ----------
    value
        The coefficient: 1 is full agreement, 0 what chance would bring.
    observed, expected
        Its two terms.
    bias
        Expected agreement of pi minus that of kappa.
    coders, items, codings, pairs
        How many there are; a pair is two codings of one item.
    undefined_comparisons
        How many comparisons have no value of their own.
    rejected, reasons
        How many rows cannot be used, and how many for each reason.
    coefficient
        ``"pi"`` or ``"kappa"``.
    signature
        The string that makes the value reproducible.
    """

    value: float
    observed: float
    expected: float
    bias: float
    coders: int
    items: int
    codings: int
    pairs: int
    undefined_comparisons: int
    rejected: int
    reasons: Mapping[str, int]
    coefficient: CoefficientName
    signature: Signature

    def __str__(self) -> str:
        return f"{self.value:.4f}  {self.signature}"


def agree_table(
    table: Any,
    metric: Metric | None = None,
    coefficient: CoefficientName = "pi",
    *,
    item: str = "item",
    coder: str = "coder",
    masses: str = "masses",
    mass: str | None = None,
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
    strict: bool = False,
    workers: int | None = None,
) -> TableAgreement:
    """Agreement from a long table with one row per coding.

    The rows of an item must stand together, as after sorting by item; in which order items come, and coders within
    them, does not matter. Only sums are kept, and eight bytes per item, so that tables of any length will do.

    Parameters
    ----------
    table
        Anything with ``__arrow_c_stream__``.
    metric, coefficient, chance_count, chance_average
        As for ``seamark.agree``, which gives the same value.
    item, coder
        The columns with their names: text or whole numbers.
    masses, mass
        The column with the segmentations, and one with the number of units where lists hold positions; see
        ``score_table``.
    strict
        Stop at the first row that cannot be used. Otherwise such rows are left out and counted: a coding that is null
        or no segmentation; all codings of an item that cover different numbers of units, or of which two are by one
        coder.
    workers
        How many threads to use; by default as many as this process may. The result is the same.

    Returns
    -------
    TableAgreement

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
    columns = CodingColumns(item, coder, masses, mass)
    plan = _Plan(
        columns, Likeness(chosen_metric(metric)), coefficient, ChanceOptions(chance_count, chance_average), strict
    )
    return plan.agreement(table_batches(table_reader(table), columns.names, BATCH_ROWS), worker_count(workers))


def agree_parquet(
    places: Places,
    metric: Metric | None = None,
    coefficient: CoefficientName = "pi",
    *,
    item: str = "item",
    coder: str = "coder",
    masses: str = "masses",
    mass: str | None = None,
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
    strict: bool = False,
    most_bytes: int = MOST_BYTES,
    workers: int | None = None,
    progress: Progress | None = None,
) -> TableAgreement:
    """Agreement from Parquet files with one row per coding, read a batch at a time.

    Files are taken as one table, in the order of their names; everything else is as for ``agree_table``.

    Parameters
    ----------
    places
        A file, a folder, a pattern such as ``data/*.parquet``, or several of them.
    metric, coefficient, item, coder, masses, mass, chance_count, chance_average, strict, workers
        As for ``agree_table``.
    most_bytes
        As for ``score_parquet``.
    progress
        Is called with the number of rows that are done and of all rows.

    Returns
    -------
    TableAgreement
    """
    columns = CodingColumns(item, coder, masses, mass)
    plan = _Plan(
        columns, Likeness(chosen_metric(metric)), coefficient, ChanceOptions(chance_count, chance_average), strict
    )
    source = parquet_source(places, columns.names, whole_number(most_bytes, "most_bytes"))
    threads = worker_count(workers)
    require_progress(progress)
    batches = read_batches(source.pieces, columns.names, threads=threads > 1)
    return plan.agreement(_told(batches, source.rows, progress), threads)


def _told(batches: Iterable[Any], rows: int, progress: Progress | None) -> Iterator[Any]:
    done = 0
    for batch in batches:
        yield batch.rows
        done += batch.rows.num_rows
        if progress is not None:
            progress(done, rows)


@dataclass(frozen=True, slots=True)
class _Plan:
    columns: CodingColumns
    likeness: Likeness
    coefficient: CoefficientName
    options: ChanceOptions
    strict: bool

    def __post_init__(self) -> None:
        one_of(self.coefficient, "coefficient", get_args(CoefficientName))
        true_or_false(self.strict, "strict")

    def agreement(self, batches: Iterable[Any], workers: int) -> TableAgreement:
        """Sum up all batches, then compute the coefficient once."""
        counter = CodingCounter(self.columns, self.likeness, self.options, self.strict)
        seen, tree = SeenItems(), Tree[CodingSums](operator.add)
        for counted in in_order(
            counter, whole_items(batches, self.columns.item), workers, size=lambda batch: batch.nbytes
        ):
            seen.add(counted.items, counted.keys)
            tree.add(counted.sums)
        sums = tree.total()
        if sums is None or not sums.codings:
            raise InputError("no row holds a coding that can be used")
        if len(sums.coders) < 2:
            raise InputError(
                f"agreement needs at least two coders; there is {len(sums.coders)}: {next(iter(sums.coders))!r}"
            )
        if not sums.pairs:
            raise InputError("no item was coded by two coders, so there is nothing to compare")
        return self._result(sums)

    def _result(self, sums: CodingSums) -> TableAgreement:
        observed = float(self.likeness.of_rows(sums.counts))
        chance = dict(zip(("pi", "kappa"), _chance(sums), strict=True))
        expected = chance[self.coefficient]
        value = float(chance_corrected(np.array([observed]), np.array([expected]))[0])
        if np.isnan(value):
            raise UndefinedScoreError(
                f"the coefficient is undefined: observed agreement is {observed:g}, and chance explains {expected:g}"
            )
        return TableAgreement(
            value=value,
            observed=observed,
            expected=expected,
            bias=chance["pi"] - chance["kappa"],
            coders=len(sums.coders),
            items=sums.items,
            codings=sums.codings,
            pairs=sums.pairs,
            undefined_comparisons=sums.undefined,
            rejected=sums.rejected.total(),
            reasons=FrozenMapping(dict(sums.rejected.most_common())),
            coefficient=self.coefficient,
            signature=self._signature(sums),
        )

    def _signature(self, sums: CodingSums) -> Signature:
        described: dict[str, object] = {
            "coef": self.coefficient,
            "metric": self.likeness.label,
            **self.likeness.metric.options(NO_PAIRS, NO_PAIRS),
            "chance": f"{self.options.count},{self.options.average}",
            "coders": len(sums.coders),
            "items": sums.items,
            "pairs": sums.pairs,
        }
        if sums.undefined:
            described["undefined"] = sums.undefined
        return Signature.of("agree", described)


def _chance(sums: CodingSums) -> tuple[float, float]:
    """Expected agreement of pi and of kappa: all items are one item here, which holds the sums of every coder."""
    names = sorted(sums.coders)
    number = {name: place for place, name in enumerate(names)}
    rows = np.array([sums.coders[name] for name in names])
    of_pi, of_kappa = np.hsplit(rows, 2)
    coders, none = np.arange(len(names)), np.empty(0, dtype=np.int64)
    met = np.array([(number[a], number[b]) for a, b in sorted(sums.met)], dtype=np.int64)
    pi = PooledChance(Tally(of_pi, np.zeros_like(coders), (coders,), 1))
    kappa = CoderChance(of_kappa[np.newaxis], np.empty(0), none, Meetings(met[:, 0], met[:, 1], none, none, 1))
    weights = everything(1, len(names))
    return float(pi.under(weights)[0]), float(kappa.under(weights)[0])
