"""Clusters of real processes. Starting them takes seconds, so that the tests share one where they can."""

import socket
import time

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from seamark import InputError, ParseError, agree
from seamark.scale import files
from seamark.scale.agreement import agree_parquet
from seamark.scale.systems import compare_systems_parquet
from seamark.scale.tables import score_parquet
from tests.unit.scale.pairs import pair_table
from tests.unit.scale.test_agreement import random_codings, sorted_file
from tests.unit.scale.test_systems import SYSTEMS, random_study

distributed = pytest.importorskip("distributed")
settings = pytest.importorskip("dask").config

METRICS = ["S", "B", "windowdiff", "pk"]
#: Every row group is a piece of its own.
PIECE = 200
OPTIONS = {
    "batch_rows": PIECE,
    "reference": "ref",
    "hypothesis": "hyp",
    "group": "group",
    "counts": True,
    "force": True,
}
ROWS = 6000


@pytest.fixture(autouse=True, scope="module")
def small_tasks():
    """Every two pieces are a task, so that there is work for several."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "TASK_ROWS", 2 * PIECE)
        yield


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """Two files of thirty row groups, with a bad row here and there."""
    folder = tmp_path_factory.mktemp("cluster")
    table = pair_table(ROWS, 6, bad_every=500, group=[row % 5 for row in range(ROWS)])
    pq.write_table(table.slice(0, 4000), folder / "a.parquet", row_group_size=PIECE)
    pq.write_table(table.slice(4000), folder / "b.parquet", row_group_size=PIECE)
    return folder


def everything(found, folder):
    """All that a run leaves behind, to the last bit."""
    written = (folder / "out.parquet").read_bytes()
    means = {
        (key, name): (scores.macro, scores.micro, scores.pairs, tuple(scores.counts.items()))
        for key, by_name in [("overall", found.overall), *found.groups.items()]
        for name, scores in by_name.items()
    }
    return written, means, dict(found.reasons)


@pytest.fixture(scope="module")
def expected(source, tmp_path_factory):
    """What one thread finds."""
    folder = tmp_path_factory.mktemp("expected")
    found = score_parquet(source, METRICS, folder / "out.parquet", **OPTIONS, workers=1)
    assert found.rejected == ROWS // 500
    return everything(found, folder)


@pytest.fixture(scope="module")
def client():
    options = {"threads_per_worker": 1, "processes": True, "dashboard_address": "127.0.0.1:0"}
    cluster = distributed.LocalCluster(n_workers=2, **options)
    with cluster, distributed.Client(cluster) as client:
        yield client


def test_workers_on_a_cluster_change_no_bit(client, source, tmp_path, expected):
    found = score_parquet(source, METRICS, tmp_path / "out.parquet", **OPTIONS, cluster=client)
    assert everything(found, tmp_path) == expected


def parts_of(folder):
    """All that a run with parts leaves behind."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_workers_write_the_same_parts_as_one_thread(client, source, tmp_path, expected):
    found = score_parquet(source, METRICS, tmp_path / "scores", **OPTIONS, parts=True, cluster=client)
    assert [path.name for path in tmp_path.iterdir()] == ["scores"]
    score_parquet(source, METRICS, tmp_path / "alone", **OPTIONS, parts=True, workers=1)
    expected_parts = parts_of(tmp_path / "alone")
    assert parts_of(tmp_path / "scores") == expected_parts
    assert len(expected_parts) == 15 + 1  # scores of every task, the mark
    whole = pq.read_table(tmp_path / "scores")  # passes over what starts with _
    assert whole.num_rows == ROWS
    assert {name: means.macro for name, means in found.overall.items()} == {
        key[1]: value[0] for key, value in expected[1].items() if key[0] == "overall"
    }


def test_the_same_agreement(client, tmp_path, monkeypatch):
    path = sorted_file(random_codings(400), tmp_path / "codings.parquet", 20)
    monkeypatch.setattr("seamark.scale.agreement.BATCH_ROWS", 40)
    options = {"ci": 0.95, "batch_rows": 20, "shuffles": 7}
    expected = agree_parquet(path, "B", **options, workers=1)
    found = agree_parquet(path, "B", **options, cluster=client)
    assert found.to_dict() == expected.to_dict()
    in_memory = agree(random_codings(400), "B", ci=0.95, shuffles=7)
    assert (found.interval, found.above_interval) == (in_memory.interval, in_memory.above_interval)
    whole = agree_parquet(path, "B", ci=0.95, shuffles=7, cluster=client)
    assert (whole.ranking, whole.above_interval) == (in_memory.ranking, in_memory.above_interval)


def test_the_same_comparison_of_systems(client, tmp_path):
    path = tmp_path / "systems.parquet"
    pq.write_table(pa.table(random_study(ROWS)), path, row_group_size=PIECE)
    options = {"rng": 3, "resamples": 300, "batch_rows": PIECE}
    expected = compare_systems_parquet(path, SYSTEMS, **options, workers=1)
    found = compare_systems_parquet(path, SYSTEMS, **options, cluster=client)
    assert found.to_dict() == expected.to_dict()


def test_a_failed_run_leaves_no_parts(client, source, tmp_path):
    with pytest.raises(ParseError, match=r"a.parquet: row 0: ref is null"):
        score_parquet(source, METRICS, tmp_path / "scores", **OPTIONS, parts=True, cluster=client, strict=True)
    assert not (tmp_path / "scores").exists()


@pytest.mark.slow
def test_a_cluster_of_ones_own_by_name(source, tmp_path, expected):
    found = score_parquet(source, METRICS, tmp_path / "out.parquet", **OPTIONS, cluster="local", workers=2)
    assert everything(found, tmp_path) == expected


def test_a_cluster_by_address(client, source, tmp_path, expected):
    found = score_parquet(source, METRICS, tmp_path / "out.parquet", **OPTIONS, cluster=client.scheduler.address)
    assert everything(found, tmp_path) == expected
    assert len(client.scheduler_info()["workers"]) == 2  # what was there before is left running


def test_a_cluster_without_workers(source):
    one_second = settings.set({"distributed.comm.timeouts.connect": "1s"})
    cluster = distributed.LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0")
    with cluster, one_second, pytest.raises(InputError, match="has no workers"):
        score_parquet(source, METRICS, **OPTIONS, cluster=cluster.scheduler_address)


@pytest.fixture
def impatient():
    with settings.set({"distributed.comm.timeouts.connect": "2s"}):
        yield


def test_somebody_accepts_and_never_answers(source, impatient):
    start = time.monotonic()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        silent = f"tcp://127.0.0.1:{listener.getsockname()[1]}"
        with pytest.raises(InputError, match=f"no Dask scheduler answers at {silent}: no greeting came within 2 sec"):
            score_parquet(source, METRICS, **OPTIONS, cluster=silent)
    assert time.monotonic() - start < 20


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("tcp://127.0.0.1:9", r"no Dask scheduler answers at tcp://127.0.0.1:9"),
        (7, "expected 'local', an address such as tcp://host:8786, or a client"),
        (["local"], "expected 'local', an address such as tcp://host:8786, or a client"),
        ("tls://127.0.0.1:9", r"at tls://127.0.0.1:9 \(TLS expects .* certificates are set in Dask's configuration"),
        ("tcp://", "missing port number"),
        ("pigeon://loft:1", "unknown address scheme 'pigeon'"),
    ],
)
def test_addresses_that_cannot_be_used(source, impatient, address, message):
    with pytest.raises(InputError, match=message):
        score_parquet(source, METRICS, **OPTIONS, cluster=address)
