"""Scoring on Spark: the same function for batches, mapped over a data frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
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
    if not isinstance(df, spark.DataFrame):
        raise InputError(f"df is {shown(df)}; expected a pyspark.sql.DataFrame")
    arrow = require("pyspark.sql.pandas.types", package="pyspark", extra="spark", what="scoring on Spark")
    kept = tuple(items_of(keep, "keep", "names of columns"))
    options: dict[str, Any] = {"reference": reference, "hypothesis": hypothesis, "mass": mass, "counts": counts}
    scorer = partial(BatchScorer, metrics=dict(as_metrics(metrics)), keep=kept, **options)
    # Newer releases of Spark ask for the time zone of timestamps, which no score depends on.
    zone = {"timezone": "UTC"} if "timezone" in signature(arrow.to_arrow_schema).parameters else {}
    known = scorer(schema=arrow.to_arrow_schema(df.schema, **zone))
    fields = [df.schema[name] for name in kept]
    for field in list(known.schema)[len(kept) :]:
        metadata = {key.decode(): value.decode() for key, value in (field.metadata or {}).items()}
        kind = spark.types.DoubleType() if metadata else spark.types.StringType()
        fields.append(spark.types.StructField(field.name, kind, nullable=True, metadata=metadata))

    def work(batches: Iterable[RecordBatch]) -> Iterator[RecordBatch]:
        of_partition = None  # whose batches have the schema that this version of Spark gives them
        for batch in batches:
            of_partition = of_partition or scorer(schema=batch.schema)
            yield of_partition(batch)

    return df.select(*(df[name] for name in known.input_names)).mapInArrow(work, spark.types.StructType(fields))
