"""Tables and Parquet files in, scores out; files are streamed, so that any size needs the memory of a few batches."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from seamark.checks import path_of, true_or_false, whole_number
from seamark.frozen_mapping import FrozenMapping
from seamark.io.parquet import MOST_BYTES, Table
from seamark.metrics.names import Metrics
from seamark.metrics.sums import ScoreSums, added_up
from seamark.safe_write import require_apart
from seamark.scale.arrow import ArrowStream, joined, table_batches, table_reader
from seamark.scale.dask import Cluster, run_on_cluster
from seamark.scale.files import Places, parquet_source
from seamark.scale.outputs import Progress, ScoreOutputs, parquet_outputs, require_progress
from seamark.scale.pairs import PairColumns
from seamark.scale.run import FileScorer, in_order, run_on_threads, worker_count
from seamark.scale.scoring import BatchScorer, ScoringOptions, batch_scorer

#: Rows of a table that are scored at once.
BATCH_ROWS = 2**16


def score_table(
    table: ArrowStream,
    metrics: Metrics,
    *,
    reference: str = "reference",
    hypothesis: str = "hypothesis",
    mass: str | None = None,
    counts: bool = True,
    keep: Sequence[str] = (),
    workers: int | None = None,
) -> Table:
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
    reader = table_reader(table)
    scorer = batch_scorer(
        reader.schema, metrics, reference=reference, hypothesis=hypothesis, mass=mass, counts=counts, keep=keep
    )
    batches = table_batches(reader, scorer.options.input_names, BATCH_ROWS)
    return joined(list(in_order(scorer, batches, worker_count(workers))), scorer.schema)


@dataclass(frozen=True, slots=True)
class ParquetScores:
    """What ``score_parquet`` found.

    Attributes
    ----------
    rows
        How many rows there were.
    rejected
        How many of them are no pair of segmentations of the same units.
    reasons
        How many rows were rejected for each reason.
    overall
        Means over all pairs, by the name of the metric's column.
    groups
        The same for every value of the group column.
    output, rejects
        The files that were written; None when nothing was to be written.
    """

    rows: int
    rejected: int
    reasons: Mapping[str, int]
    overall: Mapping[str, ScoreSums]
    groups: Mapping[Hashable, Mapping[str, ScoreSums]]
    output: Path | None
    rejects: Path | None


def score_parquet(
    places: Places,
    metrics: Metrics,
    output: str | PathLike[str] | None = None,
    *,
    reference: str = "reference",
    hypothesis: str = "hypothesis",
    mass: str | None = None,
    counts: bool = False,
    keep: Sequence[str] = (),
    group: str | None = None,
    rejects: str | PathLike[str] | None = None,
    strict: bool = False,
    force: bool = False,
    most_bytes: int = MOST_BYTES,
    workers: int | None = None,
    cluster: Cluster | None = None,
    progress: Progress | None = None,
) -> ParquetScores:
    """Score every row of Parquet files, and write the scores as Parquet.

    Parameters
    ----------
    places
        A file, a folder (all files in it that end in ``.parquet``), a pattern such as ``data/*.parquet``, or several.
    metrics, reference, hypothesis, mass, keep
        As for ``score_table``.
    output
        Where the scores go: a row for every row, in order. Without it only means are computed.
    counts
        Whether the counts behind the scores are written too.
    group
        A column for whose values means are computed too.
    rejects
        Where bad rows go, with file, row and reason; by default beside the output, ``scores.rejects.parquet`` for
        ``scores.parquet``. It is written even when it has no rows.
    strict
        Stop with an error at the first bad row.
    force
        Replace files that are there.
    most_bytes
        What a column of a row group may take in memory when it takes less than a hundredth of that in the file, as
        lists may whose values are all alike; more is refused, since a few bytes could ask for any amount.
    workers
        How many threads to use; by default as many as this process may. With a cluster: how many local workers.
    cluster
        ``"local"`` for worker processes on this machine, the address of a Dask scheduler such as
        ``"tcp://host:8786"``, or a ``dask.distributed.Client``. All of its workers must see the files.
    progress
        Is called with the number of rows that are done and of all rows.

    Returns
    -------
    ParquetScores
        Means, and how many rows were rejected why. Nothing in it or in the files depends on workers or cluster.

    Raises
    ------
    InputError
        When files cannot be read or written, or columns are missing; with ``strict`` at the first bad row. No output is
        left behind then.

    Examples
    --------
    >>> import pyarrow as pa, pyarrow.parquet, tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> table = pa.table({"reference": [[2, 3], [5], [4]], "hypothesis": [[2, 3], [4, 1], [0, 4]]})
    >>> pyarrow.parquet.write_table(table, folder / "pairs.parquet")
    >>> found = score_parquet(folder / "pairs.parquet", "S", folder / "scores.parquet")
    >>> print(found.overall["S"])
    macro 0.8750, micro 0.8750 of 2 pairs  S|n:2|scale:te|w:1,1,1|types:1|v:0.1.0
    >>> dict(found.reasons)
    {'hypothesis has a mass below 1': 1}
    """
    options = ScoringOptions.of(PairColumns(reference, hypothesis, mass), metrics, counts, keep, group)
    source = parquet_source(places, options.input_names, whole_number(most_bytes, "most_bytes"))
    target, bad_target = _targets(output, rejects)
    require_progress(progress)
    given = [places] if isinstance(places, (str, PathLike)) else places
    require_apart([*source.paths, *given], [path for path in (target, bad_target) if path is not None])
    scorer = BatchScorer(options, source.schema)
    file_scorer = FileScorer(scorer, source.schema, write=target is not None, strict=true_or_false(strict, "strict"))
    count = worker_count(workers)
    with parquet_outputs(
        (target, scorer.schema),
        (bad_target, file_scorer.reject_schema),
        force=true_or_false(force, "force"),
        threads=count > 1,
    ) as (scores, rejected):
        outputs = ScoreOutputs(scores, rejected, source.rows, progress)
        if cluster is None:
            total = run_on_threads(source, file_scorer, outputs, count)
        else:
            total = run_on_cluster(source, file_scorer, outputs, cluster, count)
    return ParquetScores(
        rows=source.rows,
        rejected=outputs.reasons.total(),
        reasons=FrozenMapping(dict(outputs.reasons.most_common())),
        overall=FrozenMapping(scorer.sums_by_label(total.overall)),
        groups=FrozenMapping(
            {key: scorer.sums_by_label(vector) for key, vector in added_up(total.groups.items()).items()}
        ),
        output=target,
        rejects=bad_target,
    )


def _targets(
    output: str | PathLike[str] | None, rejects: str | PathLike[str] | None
) -> tuple[Path | None, Path | None]:
    target = None if output is None else path_of(output, "output")
    if rejects is not None:
        return target, path_of(rejects, "rejects")
    return target, None if target is None else target.with_name(f"{target.stem}.rejects{target.suffix or '.parquet'}")
