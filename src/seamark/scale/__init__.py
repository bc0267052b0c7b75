"""Columns in, columns out: tables, Parquet files and clusters. Needs the extra ``seamark[scale]``."""

from seamark.scale.agreement import agree_parquet, agree_table
from seamark.scale.means import ScoreMeans
from seamark.scale.scoring import BatchScorer, batch_scorer
from seamark.scale.tables import ParquetScores, score_parquet, score_table

__all__ = [
    "BatchScorer",
    "ParquetScores",
    "ScoreMeans",
    "agree_parquet",
    "agree_table",
    "batch_scorer",
    "score_parquet",
    "score_table",
]
