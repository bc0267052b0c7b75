"""Columns in, columns out: tables, Parquet files and clusters. Needs the extra ``seamark[scale]``."""

from seamark.metrics.sums import ScoreSums
from seamark.scale import spark
from seamark.scale.agreement import agree_parquet, agree_table
from seamark.scale.scoring import BatchScorer
from seamark.scale.systems import compare_systems_parquet
from seamark.scale.tables import ParquetScores, score_parquet, score_table

__all__ = [
    "BatchScorer",
    "ParquetScores",
    "ScoreSums",
    "agree_parquet",
    "agree_table",
    "compare_systems_parquet",
    "score_parquet",
    "score_table",
    "spark",
]
