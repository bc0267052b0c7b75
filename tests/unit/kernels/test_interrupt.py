"""Ctrl-C ends a kernel that has long to go, in the main thread and in the threads that work for it."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from seamark.kernels.columns import stoppable_threads

#: Two thousand pairs of several types, each about a second of work in the kernel.
LONG = """
import signal
import numpy as np, seamark as sm
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background inherits that it is ignored
rng = np.random.default_rng(1)
def coding():
    places = np.sort(rng.choice(np.arange(1, 800), 400, replace=False))
    types = rng.integers(0, 5, places.size)
    ends, labels = [0, places.size], [1, 2, 3, 4, 5]
    return sm.SegmentationArray.from_columns(places, ends, masses=[800], types=types, labels=labels)
a, b = (coding().take(np.zeros(2000, dtype=int)) for _ in range(2))
print("ready", flush=True)
"""
CALLS = {
    "one kernel": "sm.S(n=40).bind(a, b).count()",
    "threads": "sm.score_pairs(sm.S(n=40), a, b, workers=2)",
    "alignment": """
while True: sm.align(a[0], b[0], n=40)
""",
    "tables": """
from seamark.scale.workers import in_order
list(in_order(lambda i: sm.S(n=40).bind(a, b).count(), range(9), 2))
""",
}


def cpu_seconds(process: int) -> float:
    with open(f"/proc/{process}/stat", encoding="ascii") as file:  # noqa: PTH123
        fields = file.read().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads the time a process has used from /proc")
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_ctrl_c_ends_a_long_kernel(call):
    process = subprocess.Popen([sys.executable, "-c", LONG + call], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert process.stdout.readline() == b"ready\n"
        started = cpu_seconds(process.pid)
        while cpu_seconds(process.pid) < started + 0.5:  # well inside the kernel
            assert process.poll() is None, process.stderr.read().decode()
            time.sleep(0.05)
        at_signal = cpu_seconds(process.pid)
        process.send_signal(signal.SIGINT)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    finally:
        process.kill()
    # Time of the processor, not of the clock: other work on the machine must not count.
    assert used.ru_utime + used.ru_stime - at_signal < 2.0
    assert process.returncode == -signal.SIGINT
    assert process.stderr.read().endswith(b"KeyboardInterrupt\n")


def test_threads_of_a_block_that_failed_do_no_more_work():
    started = threading.Event()
    done = []

    def work(number):
        started.set()
        time.sleep(0.05)
        done.append(number)

    def fail():
        with stoppable_threads(1) as pool:
            for number in range(50):
                pool.submit(work, number)
            started.wait()
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert len(done) < 5
