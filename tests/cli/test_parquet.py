"""Tables in Parquet on the command line: scores of pairs, and systems with a column each."""

import csv
import io
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import seamark as sm
from tests.cli.running import Within, as_process

V = sm.__version__
COLUMNS = ("--reference", "ref", "--hypothesis", "hyp")


@pytest.fixture
def pairs() -> str:
    """The running example of the conventions, a near miss, and three rows that are not pairs."""
    table = pa.table(
        {
            "id": ["poem", "song", "bad", "worse", "worst"],
            "ref": [[5, 5, 5, 5], [2, 3, 5], None, [3], [0, 2]],
            "hyp": [[5, 6, 9], [2, 4, 4], [1], [4], [2]],
            "lang": ["en", "fr", "en", "en", None],
        }
    )
    pq.write_table(table, "pairs.parquet")
    return "pairs.parquet"


def test_means_and_bad_rows(pairs: str, seamark: Within) -> None:
    ran = seamark("score", pairs, *COLUMNS, "-o", "scores.parquet", "--keep", "id")
    assert (ran.code, ran.err) == (0, "")
    assert (
        ran.out
        == f"""\
metric        macro   pairs   undefined
───────────────────────────────────────
S            0.8918       2           0
B            0.6250       2           0
windowdiff   0.2721       2           0
pk           0.2721       2           0

S|n:2|scale:te|w:1,1,1|types:1|avg:macro|pairs:2|v:{V}
B|n:2|scale:linear|w:1,1,1|ordinal:yes|types:1|avg:macro|pairs:2|v:{V}
windowdiff|conv:pevzner-hearst|k:half-mean|pad:none|avg:macro|pairs:2|v:{V}
pk|conv:pevzner-hearst|k:half-mean|avg:macro|pairs:2|v:{V}
3 of 5 rows are not pairs of segmentations (see the column reason of scores.parquet):
1 x ref is null
1 x ref and hyp cover different numbers of units
1 x ref has a mass below 1
5 rows -> scores.parquet
"""
    )
    written = pq.read_table("scores.parquet")
    assert written.column_names == ["id", "S", "B", "windowdiff", "pk", "reason"]
    assert written["S"].to_pylist() == [17 / 19, 8 / 9, None, None, None]
    assert written["reason"].to_pylist()[2:] == [
        "ref is null",
        "ref and hyp cover different numbers of units",
        "ref has a mass below 1",
    ]


def test_parts(pairs: str, seamark: Within) -> None:
    options = (*COLUMNS, "-m", "S", "--keep", "id")
    ran = seamark("score", pairs, *options, "-o", "scores", "--parts")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1] == "5 rows -> scores"
    assert "3 of 5 rows are not pairs of segmentations (see the column reason of scores):" in ran.out
    assert sorted(path.name for path in Path("scores").iterdir()) == ["_SUCCESS", "part-00000.parquet"]
    assert pq.read_table("scores")["S"].to_pylist() == [17 / 19, 8 / 9, None, None, None]
    again = seamark("score", pairs, *options, "-o", "scores", "--parts")
    assert (again.code, again.err.startswith("seamark: scores: exists")) == (1, True)
    refused = seamark("score", pairs, *options, "--parts")
    assert (refused.code, refused.out) == (1, "")
    assert "parts need an output" in refused.err


def test_groups(pairs: str, seamark: Within) -> None:
    ran = seamark("score", pairs, *COLUMNS, "-m", "S", "--group", "lang", "--average", "micro", "--csv", "-q")
    assert list(csv.reader(io.StringIO(ran.out))) == [
        ["group", "metric", "micro", "pairs", "undefined"],
        ["en", "S", str(17 / 19), "1", "0"],
        ["fr", "S", str(8 / 9), "1", "0"],
        ["null", "S", "", "0", "0"],
        ["", "S", str((17 + 8) / (19 + 9)), "2", "0"],
    ]


def test_json(pairs: str, seamark: Within) -> None:
    document = seamark("score", pairs, *COLUMNS, "-m", "S,f", "--group", "lang", "--json").json
    assert (document["rows_read"], document["rejected"], document["output"]) == (5, 3, None)
    assert document["reasons"]["ref is null"] == 1
    assert document["overall"]["S"]["counts"] == {"potential": 28, "distance": 3}
    assert document["overall"]["S"]["macro"] == (17 / 19 + 8 / 9) / 2
    assert set(document["overall"]["f"]["micro_parts"]) == {"precision", "recall"}
    assert [entry["group"] for entry in document["groups"]] == ["en", "fr", None]


def test_a_process_of_its_own_with_workers_and_a_cluster(pairs: str) -> None:
    printed = {
        as_process("score", pairs, *COLUMNS, *more).out
        for more in (("--workers", "1"), ("--workers", "2"), ("--dask", "local", "--workers", "1"))
    }
    assert len(printed) == 1
    assert "S            0.8918       2" in printed.pop()
