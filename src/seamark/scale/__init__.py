"""Columns in, columns out: tables, Parquet files and clusters. Needs the extra ``seamark[scale]``."""

from seamark.scale.agreement import TableAgreement, agree_parquet, agree_table
from seamark.scale.arrow import score_table
from seamark.scale.means import ScoreMeans
from seamark.scale.parquet import ParquetScores, score_parquet

__all__ = [
    "ParquetScores",
    "ScoreMeans",
    "TableAgreement",
    "agree_parquet",
    "agree_table",
    "score_parquet",
    "score_table",
]
