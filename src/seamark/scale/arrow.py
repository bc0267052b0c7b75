"""Tables in, tables out: anything that speaks the Arrow stream interface."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from seamark.checks import items_of, shown
from seamark.errors import InputError
from seamark.scale.arrow_columns import arrow, listed
from seamark.scale.in_order import in_order, worker_count
from seamark.scale.metric_columns import Metrics, metric_columns
from seamark.scale.pair_blocks import PairColumns
from seamark.scale.scoring import PairScorer

#: Rows of a table that are scored at once.
_ROWS = 2**16


def score_table(
    table: Any,
    metrics: Metrics,
    *,
    reference: str = "reference",
    hypothesis: str = "hypothesis",
    mass: str | None = None,
    counts: bool = True,
    keep: Sequence[str] = (),
    workers: int | None = None,
) -> Any:
    """Score every row of a table.

    Parameters
    ----------
    table
        Anything with ``__arrow_c_stream__``: a pyarrow table or reader, a polars or pandas frame, a duckdb relation.
    metrics
        Metrics or their names, such as ``[S(n=3), "pk"]``; a mapping names the columns: ``{"near": S(n=5)}``.
    reference, hypothesis
        The columns with the segmentations: lists of segment masses, of any integer type; or strings of 0 and 1, one
        character per potential boundary.
    mass
        A column with the number of units; lists then hold ascending boundary positions.
    counts
        Whether the counts behind the scores get columns too, named ``S.distance`` and so on.
    keep
        Columns of the table that stand in the result too.
    workers
        How many threads to use; by default as many as the machine has. The result is the same.

    Returns
    -------
    pyarrow.Table
        A row for every row, in the same order: the columns to keep, for each metric its score and counts, and
        ``reason``. Where a score is undefined it is null; where a row is bad (null, empty, a mass below 1, unequal
        numbers of units, more than 2**62 of them) all are, and ``reason`` says why.

    Raises
    ------
    InputError
        When a column is missing, or of a type that cannot hold segmentations.

    Examples
    --------
    >>> import pyarrow as pa
    >>> table = pa.table({"reference": [[2, 3], [5], [4]], "hypothesis": [[2, 3], [4, 1], None]})
    >>> score_table(table, "S", counts=False).to_pylist()
    [{'S': 1.0, 'reason': None}, {'S': 0.75, 'reason': None}, {'S': None, 'reason': 'hypothesis is null'}]
    """
    pa = arrow()
    columns = PairColumns(reference, hypothesis, mass)
    scorer = PairScorer(columns, metric_columns(metrics), counts, tuple(items_of(keep, "keep", "names of columns")))
    reader = _reader(table)
    schema = scorer.schema(reader.schema)
    scored = in_order(scorer.score, _batches(reader, scorer.input_names), worker_count(workers))
    return pa.Table.from_batches([batch.scores for batch in scored], schema=schema)


def table_batches(table: Any, names: tuple[str, ...]) -> Iterator[Any]:
    """A table as record batches of bounded length, with the columns that are needed."""
    reader = _reader(table)
    for name in names:
        if name not in reader.schema.names:
            raise InputError(f"no column is called {shown(name)}; there are: {listed(reader.schema.names)}")
    return _batches(reader, names)


def _reader(table: Any) -> Any:
    """The table as a stream of record batches."""
    if not hasattr(table, "__arrow_c_stream__"):
        raise InputError(
            f"{type(table).__name__} is no table; expected something with __arrow_c_stream__, such as a pyarrow table"
        )
    try:
        return arrow().RecordBatchReader.from_stream(table)
    except (TypeError, ValueError) as error:  # ArrowInvalid is a ValueError; a column alone has a stream too
        raise InputError(f"{type(table).__name__} is no table: {error}") from None


def _batches(reader: Any, names: tuple[str, ...]) -> Iterator[Any]:
    """The stream in parts of bounded length, with the columns that are needed."""
    for batch in reader:
        needed = batch.select(list(names))
        for start in range(0, needed.num_rows, _ROWS):
            yield needed.slice(start, _ROWS)
