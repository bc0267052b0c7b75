"""Names that are imported when they are first asked for."""

import os
import subprocess
import sys

import pytest

FORK = """
import os, sys, threading, time
sys.setswitchinterval(1e-5)
import seamark as sm
thread = threading.Thread(target=lambda: (sm.agree, sm.load, sm.compare))
thread.start()
time.sleep(float(sys.argv[1]))
child = os.fork()
if child == 0:
    sm.agree, sm.load
    os._exit(0)
for _ in range(400):
    ended, status = os.waitpid(child, os.WNOHANG)
    if ended:
        sys.exit(status)
    time.sleep(0.05)
os.kill(child, 9)
sys.exit("the child hangs")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.parametrize("delay", [0.0, 0.01, 0.03])
def test_a_child_forked_during_an_import_does_not_hang(delay):
    done = subprocess.run([sys.executable, "-c", FORK, str(delay)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
