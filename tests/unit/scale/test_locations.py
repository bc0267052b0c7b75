"""Files behind addresses of fsspec: its file system in memory is one that needs no network."""

import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from seamark import InputError
from seamark.scale import files
from seamark.scale.tables import score_parquet
from tests.unit.scale.pairs import random_pairs

fsspec = pytest.importorskip("fsspec")
COLUMNS = {"reference": "ref", "hypothesis": "hyp"}


@pytest.fixture
def memory():
    """An empty file system in memory."""
    system = fsspec.filesystem("memory")
    system.store.clear()
    system.pseudo_dirs[:] = [""]
    yield system
    system.store.clear()


@pytest.fixture
def pairs(memory):
    """Two files of pairs in a folder in memory, one bad row in each."""
    for name, seed in (("a", 1), ("b", 2)):
        references, hypotheses = random_pairs(300, seed)
        references[7] = None
        written = io.BytesIO()
        pq.write_table(pa.table({"ref": references, "hyp": hypotheses}), written, row_group_size=100)
        memory.pipe_file(f"/pairs/{name}.parquet", written.getvalue())
    return "memory://pairs"


@pytest.fixture
def on_disk(pairs, memory, tmp_path):
    """The same files on the disk."""
    folder = tmp_path / "pairs"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / f"{name}.parquet").write_bytes(memory.cat_file(f"/pairs/{name}.parquet"))
    return folder


@pytest.mark.parametrize("place", ["memory://pairs", "memory://pairs/*.parquet", "memory:///pairs/"])
def test_an_address_is_read_like_a_path(pairs, on_disk, place):
    found, expected = score_parquet(place, "S", **COLUMNS), score_parquet(on_disk, "S", **COLUMNS)
    assert found.overall["S"].sums.tolist() == expected.overall["S"].sums.tolist()
    assert (found.rows_read, found.rejected) == (600, 2)


def test_parts_at_an_address_are_the_parts_on_disk(pairs, on_disk, memory, tmp_path, monkeypatch):
    monkeypatch.setattr(files, "TASK_ROWS", 100)
    options = {**COLUMNS, "batch_rows": 100, "parts": True, "workers": 2}
    found = score_parquet(pairs, ["S", "pk"], "memory://scores/run", **options)
    score_parquet(on_disk, ["S", "pk"], tmp_path / "run", **options)
    names = [f"part-{number:05}.parquet" for number in range(6)]
    assert sorted(memory.find("/scores/run")) == sorted(f"/scores/run/{name}" for name in ["_SUCCESS", *names])
    for name in names:
        assert memory.cat_file(f"/scores/run/{name}") == (tmp_path / "run" / name).read_bytes()
    assert found.output == "memory://scores/run"


def test_workers_of_a_cluster_reach_addresses(pairs, memory, monkeypatch):
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(files, "TASK_ROWS", 100)
    options = {**COLUMNS, "batch_rows": 100, "parts": True}
    score_parquet(pairs, "S", "memory://threads", **options)
    # Workers in this process, since no other sees its memory.
    with distributed.Client(processes=False, n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        score_parquet(pairs, "S", "memory://cluster", **options, cluster=client)
    for path in memory.find("/threads"):
        assert memory.cat_file(path) == memory.cat_file(path.replace("/threads", "/cluster"))


def test_what_is_at_an_address_is_not_overwritten_by_chance(pairs, memory):
    options = {**COLUMNS, "parts": True}
    score_parquet(pairs, "S", "memory://scores", **options)
    with pytest.raises(InputError, match="memory://scores: exists"):
        score_parquet(pairs, "S", "memory://scores", **options)
    score_parquet(pairs, "S", "memory://scores", **options, force=True)
    memory.pipe_file("/scores/thesis.docx", b"years of work")
    with pytest.raises(InputError, match=r"holds 'thesis.docx', so the folder is not replaced"):
        score_parquet(pairs, "S", "memory://scores", **options, force=True)
    assert memory.exists("/scores/thesis.docx")


def test_a_run_that_fails_leaves_nothing_at_an_address(pairs, memory):
    with pytest.raises(InputError, match="row 7: ref is null"):
        score_parquet(pairs, "S", "memory://scores", **COLUMNS, parts=True, strict=True)
    assert not memory.exists("/scores")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"source": "memory://nothing"}, "memory://nothing: no such file"),
        ({"source": "memory://nothing/*.parquet"}, "nothing matches the pattern"),
        ({"source": "pigeon://a.parquet"}, r"pigeon://a.parquet: cannot be reached \(Protocol not known: pigeon"),
        ({"output": "memory://one.parquet"}, "one file is written on this machine only"),
        ({"output": "memory://pairs", "parts": True}, "memory://pairs: contains the input"),
        ({"parts": True}, "parts need an output"),
    ],
)
def test_places_that_cannot_be(pairs, options, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    options = dict(options)
    with pytest.raises(InputError, match=message):
        score_parquet(options.pop("source", pairs), "S", **COLUMNS, **options)


def test_a_table_without_rows_has_one_part(tmp_path):
    empty = pa.table({"ref": pa.array([], pa.list_(pa.int64())), "hyp": pa.array([], pa.list_(pa.int64()))})
    pq.write_table(empty, tmp_path / "pairs.parquet")
    score_parquet(tmp_path / "pairs.parquet", "S", tmp_path / "scores", **COLUMNS, parts=True)
    assert sorted(path.name for path in (tmp_path / "scores").iterdir()) == ["_SUCCESS", "part-00000.parquet"]
    assert pq.read_table(tmp_path / "scores").column_names == ["S", "reason"]
