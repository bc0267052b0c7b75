"""Scoring on Spark: the same function for batches, mapped over a data frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from inspect import signature
from typing import Any

from seamark.base.checks import items_of, shown
from seamark.base.errors import InputError
from seamark.base.extras import require
from seamark.io.parquet import RecordBatch
from seamark.metrics.names import Metrics, as_metrics
from seamark.scale.scoring import BatchScorer

__all__ = ["score"]


def score(
    df: Any,
    metrics: Metrics,
    *,
    reference: str = "reference",
    hypothesis: str = "hypothesis",
    mass: str | None = None,
    counts: bool = True,
    keep: Sequence[str] = (),
) -> Any:
    """Score every row of a Spark data frame.

    Rows go to ``BatchScorer`` as Arrow batches, by ``DataFrame.mapInArrow``; nothing is computed before Spark needs the
    result. The executors need ``seamark[scale]`` too.

    Parameters
    ----------
    df
        A ``pyspark.sql.DataFrame`` with columns of segmentations.
    metrics, reference, hypothesis, mass, counts, keep
        As for ``score_table``.

    Returns
    -------
    pyspark.sql.DataFrame
        The columns that ``score_table`` has; the metadata of every score hold its signature. Rows have no order in
        Spark: keep a column that tells them.

    Raises
    ------
    InputError
        When a column is missing, or two columns of the result would have the same name.
    """
    spark = require("pyspark.sql", package="pyspark", extra="spark", what="scoring on Spark")
    types = require("pyspark.sql.types", package="pyspark", extra="spark", what="scoring on Spark")
    if not isinstance(df, spark.DataFrame):
        raise InputError(f"df is {shown(df)}; expected a pyspark.sql.DataFrame")
    arrow = require("pyspark.sql.pandas.types", package="pyspark", extra="spark", what="scoring on Spark")
    kept = tuple(items_of(keep, "keep", "names of columns"))
    options: dict[str, Any] = {"reference": reference, "hypothesis": hypothesis, "mass": mass, "counts": counts}
    options["keep"] = kept
    chosen = dict(as_metrics(metrics))
    # Newer releases of Spark ask for the time zone of timestamps, which no score depends on.
    zone = {"timezone": "UTC"} if "timezone" in signature(arrow.to_arrow_schema).parameters else {}
    known = BatchScorer(arrow.to_arrow_schema(df.schema, **zone), chosen, **options)
    fields = []
    for name in known.schema.names:
        said = known.schema.field(name).metadata or {}
        metadata = {key.decode(): value.decode() for key, value in said.items()}
        kind = types.DoubleType() if metadata else types.StringType()
        fields.append(
            df.schema[name] if name in kept else types.StructField(name, kind, nullable=True, metadata=metadata)
        )

    def work(batches: Iterable[RecordBatch]) -> Iterator[RecordBatch]:
        return _scores(batches, chosen, options)

    return df.select(*(df[name] for name in known.input_names)).mapInArrow(work, types.StructType(fields))


def _scores(batches: Iterable[RecordBatch], metrics: Metrics, options: dict[str, Any]) -> Iterator[RecordBatch]:
    """The scores of a partition; its batches have the schema that this version of Spark gives them."""
    scorer: BatchScorer | None = None
    for batch in batches:
        scorer = scorer or BatchScorer(batch.schema, metrics, **options)
        yield scorer(batch)
