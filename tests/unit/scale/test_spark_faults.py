"""Spark with two executors in processes of their own, and what goes wrong with them.

Every fault ends in the same scores as in memory, or in an error of Spark that says what is wrong, within ``LIMIT``
seconds. ``SEAMARK_FAULTS=faults.csv`` appends the outcomes to a table, as ``test_cluster_faults`` does.
"""

import contextlib
import csv
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from seamark.scale.tables import score_table
from tests.unit.scale.pairs import pair_table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java: apt-get install default-jre-headless"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]
#: Seconds after which Spark gives up an executor that is silent; and from a fault to its outcome, on a busy machine.
TIMEOUT, LIMIT = 30, 240
OPTIONS = {"reference": "ref", "hypothesis": "hyp", "keep": ["doc"]}


@contextlib.contextmanager
def session(**settings):
    """Spark with two executors, its local cluster; it is stopped at the end with all that it started."""
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is missing: pip install 'seamark[spark]'")
    home = Path(sys.modules["pyspark"].__file__).parent
    told = {
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.executor.memory": "512m",
        "spark.executorEnv.PYTHONPATH": os.pathsep.join([*sys.path, str(home.parent)]),
        "spark.executor.heartbeatInterval": "2s",
        "spark.network.timeout": f"{TIMEOUT}s",
        "spark.network.timeoutInterval": "5s",
        "spark.sql.shuffle.partitions": "4",
        **settings,
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("SPARK_HOME", str(home))
        builder = sql.SparkSession.builder.master("local-cluster[2,1,512]")
        for name, value in told.items():
            builder = builder.config(name, value)
        found = builder.getOrCreate()
        try:
            yield found
        finally:
            for executor in executors(found):
                os.kill(executor, signal.SIGCONT)
            if found.sparkContext._jsc is not None:  # the last test stops the session of the others
                found.stop()


@pytest.fixture(scope="module")
def spark():
    # A task that takes longer than others is started a second time, as is one of an executor that is silent.
    with session(**{"spark.speculation": "true", "spark.speculation.multiplier": "1.5"}) as found:
        yield found


@pytest.fixture(scope="module")
def pairs():
    return pair_table(2400, 4, bad_every=250, doc=range(2400))


def executors(spark):
    """The processes that the machine of Java has started."""
    parent = spark.sparkContext._gateway.proc.pid
    found = subprocess.run(["pgrep", "-P", str(parent), "java"], capture_output=True, text=True, check=False)
    return list(map(int, found.stdout.split()))


def scored(spark, pairs, fault, straggler=None):
    """Rows of scores, from twelve partitions that take a while; the fault comes when two of them are done."""
    from seamark.scale.spark import score

    def slowly(batches):
        import pyspark

        if straggler is not None and pyspark.TaskContext.get().partitionId() == straggler:
            time.sleep(20 if pyspark.TaskContext.get().attemptNumber() == 0 else 0)
        for batch in batches:
            time.sleep(0.5)
            yield batch

    frame = spark.createDataFrame(pairs.to_pylist(), "ref array<bigint>, hyp array<bigint>, doc bigint").repartition(12)
    found = score(frame.mapInArrow(slowly, frame.schema), ["S", "B", "windowdiff", "pk"], **OPTIONS)
    told, started = {}, time.monotonic()

    def meddle():
        tracker = spark.sparkContext.statusTracker()
        while "rows" not in told:
            stages = map(tracker.getStageInfo, tracker.getActiveStageIds())
            if any(stage is not None and stage.numTasks == 12 and stage.numCompletedTasks >= 2 for stage in stages):
                told["since"] = time.monotonic()
                fault()
                return
            time.sleep(0.1)

    thread = threading.Thread(target=meddle)
    thread.start()
    try:
        told["rows"] = sorted((row.asDict() for row in found.collect()), key=lambda row: row["doc"])
    finally:
        told.setdefault("rows", None)
        thread.join()
        told["seconds"] = time.monotonic() - told.get("since", started)
    return told


def recorded(name, seconds, outcome):
    if (place := os.environ.get("SEAMARK_FAULTS")) is not None:
        with Path(place).open("a", newline="", encoding="utf-8") as table:
            csv.writer(table, lineterminator="\n").writerow([f"Spark: {name}", "score", f"{seconds:.1f}", outcome])
    assert seconds < LIMIT


#: What happens to an executor; a partition that is slow is started again elsewhere while it still runs.
FAULTS = {
    "an executor is killed": (lambda spark: os.kill(executors(spark)[0], signal.SIGKILL), None),
    "a task is run twice": (lambda spark: None, 3),
    "an executor is paused": (lambda spark: os.kill(executors(spark)[0], signal.SIGSTOP), None),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_ends_in_the_same_bits(spark, pairs, name):
    fault, straggler = FAULTS[name]
    told = scored(spark, pairs, lambda: fault(spark), straggler)
    same = told["rows"] == score_table(pairs, ["S", "B", "windowdiff", "pk"], **OPTIONS).to_pylist()
    recorded(name, told["seconds"], "same bits" if same else "other bits")
    assert same
    assert "since" in told


def test_the_disk_of_the_executors_is_full(pairs, tmp_path, monkeypatch):
    pyspark = pytest.importorskip("pyspark", reason="pyspark is missing: pip install 'seamark[spark]'")
    mount = ["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", tmp_path]
    mounted = subprocess.run(mount, capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {mounted.stderr.decode().strip()}")
    try:
        if (gateway := pyspark.SparkContext._gateway) is not None:  # its machine of Java knows another disk
            if (running := pyspark.sql.SparkSession.getActiveSession()) is not None:
                running.stop()
            gateway.shutdown()
            pyspark.SparkContext._gateway = pyspark.SparkContext._jvm = None
        monkeypatch.setenv("SPARK_LOCAL_DIRS", str(tmp_path))
        with session() as spark:
            started = time.monotonic()
            with pytest.raises(Exception, match="No space left on device"):
                scored(spark, pairs, lambda: None)
            recorded("the disk of the executors is full", time.monotonic() - started, "No space left on device")
    finally:
        subprocess.run(["umount", "--lazy", tmp_path], check=True)
