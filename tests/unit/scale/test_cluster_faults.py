"""A Dask cluster whose scheduler and workers live in network namespaces of their own, and what goes wrong with them.

Every fault ends in the same bits as in memory, or in a sentence that names what does not answer, within ``LIMIT``
seconds. ``SEAMARK_FAULTS=faults.csv`` appends the outcomes to a table, from which docs/scale.md has its own.
"""

import contextlib
import csv
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.unit.scale.fault_driver import PIECE, digest
from tests.unit.scale.pairs import pair_table
from tests.unit.scale.test_agreement import random_codings, sorted_file

pytest.importorskip("distributed")

#: Seconds that Dask waits for a connection, and for an answer on one (at least 11). A silent worker is given three
#: times as long, and an outcome may take twice that, since the machine may be busy.
TIMEOUT = 12
LIMIT = 6 * TIMEOUT
HUB, WORKERS = "10.213.77.1", ("10.213.77.2", "10.213.77.3")
ADDRESS = f"tcp://{HUB}:8786"
DASK = (sys.executable, "-m", "dask")
SCHEDULER = (*DASK, "scheduler", "--host", HUB, "--port", "8786", "--no-dashboard")
ROOT = Path(__file__).parents[3]


def run(*words):
    subprocess.run(words, check=True, capture_output=True)


@pytest.fixture(scope="module")
def names():
    """The names of a namespace with a bridge, and of one for every worker that is linked to it."""
    names = tuple(f"seamark-{os.getpid()}-{place}" for place in ("hub", *range(len(WORKERS))))
    try:
        try:
            hub = names[0]
            run("ip", "netns", "add", hub)
            run("ip", "-n", hub, "link", "set", "lo", "up")
            run("ip", "-n", hub, "link", "add", "hub", "type", "bridge")
            run("ip", "-n", hub, "addr", "add", f"{HUB}/24", "dev", "hub")
            run("ip", "-n", hub, "link", "set", "hub", "up")
            for number, name in enumerate(names[1:]):
                run("ip", "netns", "add", name)
                peer = ("peer", "name", "eth0", "netns", name)
                run("ip", "-n", hub, "link", "add", f"to{number}", "type", "veth", *peer)
                run("ip", "-n", hub, "link", "set", f"to{number}", "master", "hub", "up")
                run("ip", "-n", name, "addr", "add", f"{WORKERS[number]}/24", "dev", "eth0")
                run("ip", "-n", name, "link", "set", "lo", "up")
                run("ip", "-n", name, "link", "set", "eth0", "up")
        except (OSError, subprocess.CalledProcessError) as error:
            said = getattr(error, "stderr", b"").decode() or str(error)
            pytest.skip(f"network namespaces cannot be made here: {said.strip()}")
        yield names
    finally:
        for name in names:
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    folder = tmp_path_factory.mktemp("faults")
    (folder / "pairs").mkdir()
    table = pair_table(6000, 6, bad_every=500)
    pq.write_table(table, folder / "pairs" / "a.parquet", row_group_size=PIECE)
    sorted_file(random_codings(400), folder / "codings.parquet", 20)
    return folder


@pytest.fixture(scope="module")
def expected(source, tmp_path_factory):
    """What one thread of this process finds."""
    return {job: digest(job, source, tmp_path_factory.mktemp("expected") / "scores") for job in ("score", "agree")}


class FaultyCluster:
    """A scheduler and two workers; a fault is a command that the driver runs."""

    def __init__(self, names, folder, processes):
        self.names, self.folder, self._processes = names, folder, processes
        self.workers = []
        self.scheduler = self.start(names[0], *SCHEDULER)

    def start(self, name, *words):
        """A process in a namespace."""
        settings = {f"DASK_DISTRIBUTED__COMM__TIMEOUTS__{kind}": f"{TIMEOUT}s" for kind in ("CONNECT", "TCP")}
        python_path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        command = ["ip", "netns", "exec", name, *words]
        started = subprocess.Popen(
            command,
            cwd=self.folder,
            env={**os.environ, **settings, "PYTHONPATH": python_path},
            stdout=subprocess.PIPE,
            stderr=(self.folder / f"{len(self._processes)}.log").open("wb"),
            start_new_session=True,
        )
        self._processes.append(started)
        return started

    def start_worker(self, number, *options, before=":", scheduler=ADDRESS, port=9000):
        """A worker in its own namespace, which has mounts of its own; ``before`` is done there first."""
        own = self.folder / f"worker-{number}"
        own.mkdir(exist_ok=True)
        host = f"tcp://{WORKERS[number]}"
        options = options or ("--no-nanny",)
        addresses = ("--listen-address", f"{host}:9000", "--contact-address", f"{host}:{port}")
        words = (*DASK, "worker", scheduler, "--nthreads", "1", "--no-dashboard", "--local-directory", str(own))
        command = shlex.join([*words, *addresses, *options])
        self.workers.append(self.start(self.names[1 + number], "sh", "-c", f"{before}; exec {command}"))

    def run(self, job, source, fault=None, output=None, **options):
        """What the driver tells, after it has seen both workers; its standard error must be empty."""
        self.wait_for_workers()
        told = {"address": ADDRESS, "job": job, "source": str(source), "fault": fault, **options}
        told["output"] = output or str(self.folder / "scores")
        driver = self.start(self.names[0], sys.executable, "-m", "tests.unit.scale.fault_driver", json.dumps(told))
        log = self.folder / f"{len(self._processes) - 1}.log"
        answer, _ = driver.communicate(timeout=300)
        said = log.read_text()
        assert driver.returncode == 0, said
        assert said == ""
        return json.loads(answer)

    def wait_for_workers(self):
        ask = f"import distributed; distributed.Client({ADDRESS!r}, timeout=60).wait_for_workers(2, timeout=120)"
        waiting = self.start(self.names[0], sys.executable, "-c", ask)
        assert waiting.wait(timeout=240) == 0


@pytest.fixture
def cluster(names, tmp_path):
    processes = []
    try:
        yield FaultyCluster(names, tmp_path, processes)
    finally:
        for started in processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(started.pid, signal.SIGCONT)
                os.killpg(started.pid, signal.SIGKILL)
            started.wait()
        for number in range(len(WORKERS)):
            run("ip", "-n", names[0], "link", "set", f"to{number}", "up")


def checked(name, job, told, expected, sentence=None):
    """The outcome is the same bits, or the sentence; and in time."""
    if (place := os.environ.get("SEAMARK_FAULTS")) is not None:
        outcome = "same bits" if told.get("digest") == expected[job] else told.get("error", "other bits")
        with Path(place).open("a", newline="", encoding="utf-8") as table:
            csv.writer(table, lineterminator="\n").writerow([name, job, f"{told['seconds']:.1f}", outcome])
    assert told["seconds"] < LIMIT
    if sentence is None:
        assert told.get("error") is None
        assert told["digest"] == expected[job]
    else:
        assert sentence in told["error"]


JOBS = pytest.mark.parametrize("job", ["score", "agree"])
pytestmark = pytest.mark.slow


SILENT = f"the Dask scheduler at {ADDRESS} does not answer"
#: The command that is a fault of a cluster with two workers, and the sentence in which the job ends; without one, a
#: worker does the work of the other. A worker that is paused is connected and says nothing.
FAULTS = {
    "a worker is killed": (lambda cluster: f"kill -KILL {cluster.workers[0].pid}", None),
    "a worker is paused": (
        lambda cluster: f"kill -STOP {cluster.workers[0].pid}",
        f"the worker tcp://{WORKERS[0]}:9000 of the Dask cluster",
    ),
    "a worker is cut off": (lambda cluster: f"ip -n {cluster.names[0]} link set to0 down", None),
    "the scheduler is killed": (lambda cluster: f"kill -KILL {cluster.scheduler.pid}", f"{SILENT} any more"),
    "the scheduler is paused": (lambda cluster: f"kill -STOP {cluster.scheduler.pid}", f"{SILENT} any more"),
    "the scheduler is restarted": (
        lambda cluster: f"kill -KILL {cluster.scheduler.pid}; sleep 0.5; {shlex.join(SCHEDULER)} >/dev/null 2>&1 &",
        SILENT,
    ),
    "all workers are killed": (
        lambda cluster: "kill -KILL " + " ".join(str(worker.pid) for worker in cluster.workers),
        f"the Dask cluster at {ADDRESS} lost all its workers",
    ),
    "every task is run twice": (lambda cluster: None, None),
}


@JOBS
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_ends_in_the_same_bits_or_in_a_sentence(cluster, source, expected, job, name):
    fault, sentence = FAULTS[name]
    cluster.start_worker(0)
    cluster.start_worker(1)
    told = cluster.run(job, source, fault(cluster), times=2 if name == "every task is run twice" else 1)
    checked(name, job, told, expected, sentence)
    if name in ("the scheduler is killed", "the scheduler is paused"):
        assert not (cluster.folder / "scores").exists()


@JOBS
def test_a_worker_is_slowed_by_200_ms(cluster, source, expected, job):
    host = WORKERS[0]
    links = (f"{host}:9100={host}:9000", f"{host}:9200={HUB}:8786")
    cluster.start(cluster.names[1], sys.executable, "-m", "tests.unit.scale.slow_link", "0.2", *links)
    time.sleep(2)
    cluster.start_worker(0, scheduler=f"tcp://{host}:9200", port=9100)
    cluster.start_worker(1)
    checked("a worker is slowed by 200 ms", job, cluster.run(job, source), expected)


def test_a_task_kills_every_worker(cluster, source, expected):
    """Nannies start them again, until Dask gives up."""
    for number in range(2):
        cluster.start_worker(number, "--nanny", "--nanny-port", "9300")
    told = cluster.run("score", source, deadly=True)
    said = "several workers of the Dask cluster died while working on"
    checked("a task kills every worker", "score", told, expected, said)
    assert "row group 14 up to" in told["error"]


@JOBS
def test_the_disk_of_a_worker_is_full(cluster, source, expected, job):
    """What Dask would put there need not be kept."""
    own = shlex.quote(str(cluster.folder / "worker-0"))
    full = f"mount -t tmpfs -o size=64k tmpfs {own}; head -c 100k /dev/zero >{own}/full 2>/dev/null"
    cluster.start_worker(0, before=full)
    cluster.start_worker(1)
    checked("the working disk of a worker is full", job, cluster.run(job, source), expected)


def test_a_worker_cannot_write_its_part(cluster, source, expected):
    """The output is at an address, which is another and smaller disk for one of the workers."""
    output = cluster.folder / "scores"
    output.mkdir()
    cluster.start_worker(0, before=f"mount -t tmpfs -o size=4k tmpfs {shlex.quote(str(output))}")
    cluster.start_worker(1)
    told = cluster.run("score", source, output=f"file://{output}")
    checked("a worker's disk is too small for its part", "score", told, expected, "no space left on device")
    assert not list(output.rglob("*.parquet"))
