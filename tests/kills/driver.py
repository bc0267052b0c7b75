"""Run a command again and again, killed at its first change of the disk, at its second, and so on until it survives.

A process of its own, with kill.c loaded before the C library. Reads what to do from standard input, as JSON; prints a
line of JSON for every run: whether it was killed, what lay on the disk then, and what lay there, and was said, after
each of the commands that follow. They follow only when other files lay there than after the kill before.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import re
import shutil
import signal
import sys
from pathlib import Path

#: Imported before the forks: every run starts where these are loaded.
import jinja2  # noqa: F401
import pandas  # noqa: F401  # pyarrow loads it
import pyarrow.compute
import pyarrow.parquet  # noqa: F401

import seamark.cli.commands.agree
import seamark.cli.commands.convert
import seamark.cli.commands.report
import seamark.cli.commands.score
import seamark.io.formats.long_table
import seamark.io.formats.parquet
import seamark.io.formats.seamark_json
import seamark.io.formats.wide_table  # noqa: F401
from seamark.cli.main import main
from seamark.safe_write import commit

KILLER = ctypes.CDLL(None)


def run(arguments: list[str], kill_at: int | None, said: Path) -> int:
    """Run a command in a process of its own; its exit status, negative for a signal."""
    sys.stdout.flush()  # or the child would print it again
    child = os.fork()
    if child == 0:
        with said.open("wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        if kill_at is not None:
            KILLER.arm(ctypes.c_long(kill_at), os.fsencode(Path.cwd()))
        try:
            main(arguments)
        except SystemExit as end:
            KILLER.arm(ctypes.c_long(-1), b"")
            os._exit(end.code if isinstance(end.code, int) else 0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def snapshot() -> dict[str, str]:
    """Everything on the disk, with digests of the files."""
    return {
        path.relative_to(Path.cwd()).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(Path.cwd().rglob("*"))
        if path.is_file()
    }


def work() -> None:
    task = json.load(sys.stdin)
    if not task["exchange"]:
        commit.exchange = lambda *_: False
    place, said = Path(task["place"]), Path(task["place"] + ".said")
    number, killed, before = 0, True, None
    while killed:
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(task["start"], place)
        os.chdir(place)
        status = run(task["command"], number, said)
        killed = status == -signal.SIGKILL
        if not killed and status != 0:
            raise RuntimeError(said.read_text())
        states = [snapshot()]
        told = []
        # A write more or less to a draft, which has another name every time, makes no difference to what follows.
        lying = {re.sub("[0-9a-f]{12}", "*", name): name[0] == "." or digest for name, digest in states[0].items()}
        for follower in task["then"] if lying != before or not killed else []:
            code = run(follower, None, said)
            states.append(snapshot())
            told.append([code, said.read_text()])
        sys.stdout.write(json.dumps({"killed": killed, "states": states, "told": told}) + "\n")
        number, before = number + 1, lying


if __name__ == "__main__":
    work()
