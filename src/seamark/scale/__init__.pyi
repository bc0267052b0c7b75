"""The public names for tables, files and clusters, each with its module; ``__init__.py`` reads them here."""

from seamark.metrics.score import ScoreSums as ScoreSums
from seamark.scale import spark as spark
from seamark.scale.agreement import agree_parquet as agree_parquet
from seamark.scale.scoring import BatchScorer as BatchScorer
from seamark.scale.systems import compare_systems_parquet as compare_systems_parquet
from seamark.scale.tables import (
    ParquetScores as ParquetScores,
    score_parquet as score_parquet,
    score_table as score_table,
)
