"""A million rows: what is promised for large files, on a large file."""

import pyarrow.parquet as pq
import pytest
from bench.make_pairs import BAD, bad_rows, make_pairs

from seamark.scale.tables import score_parquet

pytestmark = pytest.mark.slow

PAIRS = 1_000_000
METRICS = ["S", "B", "windowdiff", "pk"]
COLUMNS = {"reference": "ref", "hypothesis": "hyp", "keep": ["id"]}

#: What is said about each of the rows that `make_pairs` spoils.
REASONS = [
    "ref is null",
    "hyp is null",
    "ref has a mass below 1",
    "hyp is empty; expected at least one mass",
    "ref and hyp cover different numbers of units",
    "ref covers more than 2**62 units",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("million")
    make_pairs(str(path / "pairs.parquet"), PAIRS, bad=1000)
    return path


@pytest.fixture(scope="module")
def one_thread(folder):
    found = score_parquet(folder / "pairs.parquet", METRICS, folder / "one.parquet", **COLUMNS, workers=1)
    return found, (folder / "one.parquet").read_bytes(), found.rejects.read_bytes()


def test_a_thousand_bad_rows_are_rejected_and_no_other(one_thread, folder):
    found, _, _ = one_thread
    expected = list(bad_rows(PAIRS, 1000))
    assert len(expected) == found.rejected == 1000
    rejects = pq.read_table(found.rejects)
    assert rejects["row"].to_pylist() == rejects["id"].to_pylist() == expected
    assert rejects["reason"].to_pylist() == [REASONS[number % len(BAD)] for number in range(1000)]
    written = pq.read_table(folder / "one.parquet")
    assert written.num_rows == PAIRS
    assert {written[name].null_count for name in METRICS} == {1000}
    assert written["reason"].null_count == PAIRS - 1000


def same(found, folder, one_thread):
    expected, scores, rejects = one_thread
    assert (folder / "scores.parquet").read_bytes() == scores
    assert found.rejects.read_bytes() == rejects
    for name, means in found.overall.items():
        assert (means.macro, means.micro) == (expected.overall[name].macro, expected.overall[name].micro)


@pytest.mark.parametrize("workers", [2, 3])
def test_threads_change_no_byte(one_thread, folder, workers):
    found = score_parquet(
        folder / "pairs.parquet", METRICS, folder / "scores.parquet", **COLUMNS, workers=workers, force=True
    )
    same(found, folder, one_thread)
