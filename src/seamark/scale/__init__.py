"""Columns in, columns out: tables, Parquet files and clusters. Needs the extra ``seamark[scale]``."""

from seamark.metrics.sums import ScoreSums
from seamark.scale.agreement import TableAgreement, agree_parquet, agree_table
from seamark.scale.arrow import score_table
from seamark.scale.parquet import ParquetScores, score_parquet

__all__ = [
    "ParquetScores",
    "ScoreSums",
    "TableAgreement",
    "agree_parquet",
    "agree_table",
    "score_parquet",
    "score_table",
]
