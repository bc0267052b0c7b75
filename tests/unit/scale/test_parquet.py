import json
import threading

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from seamark import InputError, ParseError, S, score_pairs
from seamark.scale import files
from seamark.scale.tables import score_parquet
from tests.unit.scale.pairs import pair_table, random_pairs

COLUMNS = {"reference": "ref", "hypothesis": "hyp"}


@pytest.fixture
def pairs(tmp_path):
    table = pair_table(1000, id=list(range(1000)))
    pq.write_table(table, tmp_path / "pairs.parquet", row_group_size=300)
    return table, tmp_path / "pairs.parquet"


def expected_scores(table):
    return score_pairs(S(), table["ref"].to_pylist(), table["hyp"].to_pylist()).tolist()


def test_a_score_for_every_row_in_order(pairs, tmp_path):
    table, path = pairs
    found = score_parquet(path, ["S", "pk"], tmp_path / "out.parquet", **COLUMNS, keep=["id"], counts=True)
    written = pq.read_table(tmp_path / "out.parquet")
    assert written["S"].to_pylist() == expected_scores(table)
    assert written["id"].to_pylist() == list(range(1000))
    assert "pk.differ" in written.column_names
    assert (found.rows_read, found.rejected, found.output) == (1000, 0, tmp_path / "out.parquet")
    assert written.schema.field("S").metadata[b"signature"].startswith(b"S|n:2|")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["out.parquet", "pairs.parquet"]


@pytest.mark.parametrize("rows", [7, 100, 65536])
def test_workers_change_no_byte(pairs, tmp_path, rows):
    table, path = pairs
    contents, means = set(), set()
    for workers in (1, 2, 5):
        options = {**COLUMNS, "workers": workers, "batch_rows": rows, "force": True}
        found = score_parquet(path, ["S", "B", "windowdiff", "pk"], tmp_path / "out.parquet", **options)
        contents.add((tmp_path / "out.parquet").read_bytes())
        means.add(tuple(mean for scores in found.overall.values() for mean in (scores.macro, scores.micro)))
    assert len(contents) == len(means) == 1
    assert pq.read_table(tmp_path / "out.parquet")["S"].to_pylist() == expected_scores(table)


def test_long_lists_come_in_small_batches(tmp_path):
    lists = pa.table({"ref": [[1] * 10_000] * 200, "hyp": [[2] * 5_000] * 200})
    pq.write_table(lists, tmp_path / "pairs.parquet")
    [piece] = files.parquet_input(tmp_path / "pairs.parquet", ["ref", "hyp"], 2**28).pieces
    assert piece.batch_rows == 2**21 // 15_000
    texts = [f"{row:0200000b}" for row in range(50)]
    strings = pa.table({"reference": texts, "hypothesis": texts})
    pq.write_table(strings, tmp_path / "strings.parquet", use_dictionary=False)
    [piece] = files.parquet_input(tmp_path / "strings.parquet", ["reference", "hypothesis"], 2**28).pieces
    assert piece.batch_rows == 2**21 // 400_000


def test_folders_patterns_and_lists_of_files(tmp_path):
    parts = []
    for name, seed in (("b.parquet", 1), ("a.parquet", 2), ("deep/c.parquet", 3)):
        path = tmp_path / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        parts.append((str(path), pair_table(50, seed)))
        pq.write_table(parts[-1][1], path)
    for junk in ("_SUCCESS", ".hidden.parquet", "_temporary/x.parquet", "notes.txt"):
        (tmp_path / "data" / junk).parent.mkdir(exist_ok=True)
        (tmp_path / "data" / junk).write_text("not Parquet")
    in_order = [table for _, table in sorted(parts, key=lambda part: part[0])]
    expected = [score for table in in_order for score in expected_scores(table)]
    for places in (tmp_path / "data", [path for path, _ in sorted(parts)], f"{tmp_path}/data/**/[abc].parquet"):
        found = score_parquet(places, "S", tmp_path / "out.parquet", **COLUMNS, force=True)
        assert found.rows_read == 150
        assert pq.read_table(tmp_path / "out.parquet")["S"].to_pylist() == expected


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("none.parquet", "none.parquet: no such file"),
        ("x*.parquet", r"x\*.parquet: nothing matches the pattern"),
        ("folder", "folder: the folder holds no file that ends in .parquet"),
    ],
)
def test_nothing_to_read(tmp_path, place, message):
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match=message):
        score_parquet(tmp_path / place, "S")
    with pytest.raises(InputError, match="no file was given"):
        score_parquet([], "S")


def test_columns_that_are_missing_or_not_alike(tmp_path):
    pq.write_table(pa.table({"ref": [[1]], "hyp": [[1]]}), tmp_path / "a.parquet")
    with pytest.raises(ParseError, match=r"a.parquet: no column is called 'reference'; there are: ref, hyp"):
        score_parquet(tmp_path, "S")
    pq.write_table(pa.table({"ref": [["x"]], "hyp": [[1]]}), tmp_path / "b.parquet")
    with pytest.raises(ParseError, match=r"b.parquet: column 'ref' is list<.*string>, but list<.*int64> in"):
        score_parquet(tmp_path, "S", **COLUMNS)


@pytest.mark.parametrize("damage", ["text", "cut", "body"])
def test_damaged_files(pairs, tmp_path, damage):
    path = pairs[1]
    data = path.read_bytes()
    body = data[:4] + b"\xff" * 3000 + data[3004:]
    path.write_bytes({"text": b"ref,hyp\n", "cut": data[: len(data) // 2], "body": body}[damage])
    with pytest.raises(ParseError, match=r"pairs\.parquet: cannot be read as Parquet"):
        score_parquet(path, "S", tmp_path / "out.parquet", **COLUMNS)
    assert [entry.name for entry in tmp_path.iterdir()] == ["pairs.parquet"]


def test_an_empty_file(tmp_path):
    pq.write_table(pair_table(5).slice(0, 0), tmp_path / "pairs.parquet")
    found = score_parquet(tmp_path / "pairs.parquet", "S", tmp_path / "out.parquet", **COLUMNS, group="ref")
    assert found.rows_read == found.overall["S"].pairs == 0
    assert np.isnan(found.overall["S"].macro)
    assert np.isnan(found.overall["S"].micro)
    assert pq.read_table(tmp_path / "out.parquet").num_rows == 0


FAULTS = {3: (None, [1]), 299: ([0, 2], [2]), 300: ([4], [5]), 640: ([2**62, 1], [1]), 999: ([], [1])}


@pytest.fixture
def some_bad(tmp_path):
    references, hypotheses = random_pairs(1000)
    for row, (reference, hypothesis) in FAULTS.items():
        references[row], hypotheses[row] = reference, hypothesis
    table = pa.table({"ref": references, "hyp": hypotheses, "id": [f"n{row}" for row in range(1000)]})
    path = tmp_path / "pairs.parquet"
    pq.write_table(table, path, row_group_size=300)
    return path


@pytest.mark.parametrize("workers", [1, 2])
def test_bad_rows_have_reasons_instead_of_scores(some_bad, tmp_path, workers):
    found = score_parquet(some_bad, "S", tmp_path / "out.parquet", **COLUMNS, keep=["id"], workers=workers)
    assert found.rejected == 5
    assert found.overall["S"].pairs == 995
    written = pq.read_table(tmp_path / "out.parquet").to_pylist()
    rejected = {row: scored for row, scored in enumerate(written) if scored["S"] is None}
    assert [(row, scored["id"]) for row, scored in rejected.items()] == [(row, f"n{row}") for row in FAULTS]
    assert [scored["reason"] for scored in rejected.values()] == [
        "ref is null",
        "ref has a mass below 1",
        "ref and hyp cover different numbers of units",
        "ref covers more than 2**62 units",
        "ref is empty; expected at least one mass",
    ]
    assert found.reasons == {scored["reason"]: 1 for scored in rejected.values()}


@pytest.mark.parametrize("workers", [1, 2])
def test_strict_stops_at_the_first_bad_row_and_leaves_nothing(some_bad, tmp_path, workers):
    with pytest.raises(ParseError, match=r"pairs\.parquet: row 3: ref is null"):
        score_parquet(some_bad, "S", tmp_path / "out.parquet", **COLUMNS, strict=True, workers=workers, batch_rows=50)
    assert [entry.name for entry in tmp_path.iterdir()] == ["pairs.parquet"]


def test_nothing_is_overwritten_without_force_and_inputs_never(pairs, tmp_path):
    table, path = pairs
    (tmp_path / "out.parquet").write_text("mine")
    with pytest.raises(InputError, match=r"out.parquet: exists"):
        score_parquet(path, "S", tmp_path / "out.parquet", **COLUMNS)
    assert (tmp_path / "out.parquet").read_text() == "mine"
    score_parquet(path, "S", tmp_path / "out.parquet", **COLUMNS, force=True)
    assert pq.read_table(tmp_path / "out.parquet").num_rows == 1000
    with pytest.raises(InputError, match="is an input too, and inputs are not replaced"):
        score_parquet(path, "S", path, **COLUMNS, force=True)
    assert pq.read_table(path).equals(table)


def test_an_interrupted_run_leaves_nothing(pairs, tmp_path):
    def stop(done, total):
        if done >= 500:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as kept:
        score_parquet(pairs[1], "S", tmp_path / "out.parquet", **COLUMNS, progress=stop, workers=2, batch_rows=50)
    assert kept.traceback
    assert [entry.name for entry in tmp_path.iterdir()] == ["pairs.parquet"]
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("seamark")]


def test_a_place_that_cannot_be_written(pairs, tmp_path):
    with pytest.raises(InputError, match=r"out.parquet: cannot be written \(no such file or directory\)"):
        score_parquet(pairs[1], "S", tmp_path / "none" / "out.parquet", **COLUMNS)


def test_progress_counts_rows_up_to_all(pairs):
    seen = []
    options = {**COLUMNS, "workers": 2, "batch_rows": 128}
    score_parquet(pairs[1], "S", **options, progress=lambda done, total: seen.append((done, total)))
    assert [total for _, total in seen] == [1000] * len(seen)
    assert [done for done, _ in seen] == [128, 256, 300, 428, 556, 600, 728, 856, 900, 1000]


def test_the_result_as_plain_values_and_as_a_table(tmp_path):
    columns = {"reference": [[5], [2, 3], [0]], "hypothesis": [[4, 1], [2, 3], [1]], "doc": ["a", None, "a"]}
    path = tmp_path / "pairs.parquet"
    pq.write_table(pa.table(columns), path)
    found = score_parquet(path, ["S", "f"], group="doc")
    plain = found.to_dict()
    assert (plain["files"], plain["rows_read"], plain["rejected"]) == ([str(path)], 3, 1)
    assert json.loads(json.dumps(plain)) == plain
    assert [entry["group"] for entry in plain["groups"]] == ["a", None]
    assert plain["groups"][0]["scores"]["S"]["macro"] == plain["groups"][0]["scores"]["S"]["micro"] == 0.75
    rows = [(row["group"], row["metric"], row["macro"], row["pairs"]) for row in found.to_arrow().to_pylist()]
    assert rows[::2] == [("a", "S", 0.75, 1), (None, "S", 1.0, 1)]
    assert score_parquet(path, "S").to_arrow().column("macro").to_pylist() == [0.875]
    assert str(score_parquet(path, "S")).splitlines()[1] == "1 of 3 rows rejected: reference has a mass below 1"
