"""Real Spark in a virtual machine of Java, with two threads of its own."""

import shutil
import sys

import pytest

from seamark import InputError
from seamark.scale.tables import score_table
from tests.unit.scale.pairs import pair_table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java: apt-get install default-jre-headless"),
    pytest.mark.filterwarnings("ignore::FutureWarning:pyspark"),
]
METRICS = ["S", "B", "windowdiff", "pk"]


@pytest.fixture(scope="module")
def spark():
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is missing: pip install 'seamark[spark]'")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        session = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
        yield session
        session.stop()


@pytest.fixture(scope="module")
def pairs():
    """Pairs of which some are bad, in a data frame and as an Arrow table."""
    return pair_table(2000, 4, bad_every=250, doc=range(2000))


@pytest.mark.parametrize("counts", [True, False])
def test_scores_and_reasons_are_those_of_a_table(spark, pairs, counts):
    from seamark.scale.spark import score

    frame = spark.createDataFrame(pairs.to_pylist(), "ref array<bigint>, hyp array<bigint>, doc bigint").repartition(5)
    options = {"reference": "ref", "hypothesis": "hyp", "counts": counts, "keep": ["doc"]}
    found = score(frame, METRICS, **options)
    expected = score_table(pairs, METRICS, **options)
    assert found.columns == expected.column_names
    rows = sorted((row.asDict() for row in found.collect()), key=lambda row: row["doc"])
    assert rows == expected.to_pylist()
    signature = expected.schema.field("pk").metadata[b"signature"].decode()
    assert found.schema["pk"].metadata == {"signature": signature}


def test_mistakes_are_told_before_spark_starts_a_job(spark, pairs):
    from seamark.scale.spark import score

    frame = spark.createDataFrame([([2, 3], [5])], "ref array<bigint>, hyp array<bigint>")
    with pytest.raises(InputError, match="no column is called 'reference'; there are: ref, hyp"):
        score(frame, "S")
    with pytest.raises(InputError, match="no metric is called 'Z'"):
        score(frame, "Z", reference="ref", hypothesis="hyp")
    with pytest.raises(InputError, match=r"df is .*; expected a pyspark.sql.DataFrame"):
        score(pairs, "S")
