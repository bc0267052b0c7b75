"""Run a command again and again, killed at its first change of the disk, at its second, and so on until it survives.

A process of its own, with kill.c loaded before the C library. Reads what to do from standard input, as JSON; prints a
line of JSON for every run: whether it was killed, and the digests of the files that lay on the disk then.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import shutil
import signal
import sys
from pathlib import Path

#: Imported before the forks: every run starts where these are loaded.
import jinja2  # noqa: F401
import pandas  # noqa: F401  # pyarrow loads it
import pyarrow.compute
import pyarrow.parquet  # noqa: F401

import seamark.cli.commands.convert
import seamark.cli.commands.report
import seamark.cli.commands.score
import seamark.io.formats.long_table
import seamark.io.formats.parquet
import seamark.io.formats.seamark_json
import seamark.io.formats.table  # noqa: F401
from seamark.base import files
from seamark.cli.main import main

KILLER = ctypes.CDLL(None)


def run(arguments: list[str], kill_at: int, said: Path) -> int:
    """Run a command in a process of its own; its exit status, negative for a signal."""
    sys.stdout.flush()  # or the child would print it again
    child = os.fork()
    if child == 0:
        with said.open("wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        KILLER.arm(ctypes.c_long(kill_at), os.fsencode(Path.cwd()))
        try:
            main(arguments)
        except SystemExit as end:
            KILLER.arm(ctypes.c_long(-1), b"")
            os._exit(end.code if isinstance(end.code, int) else 0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def snapshot() -> dict[str, str]:
    """Every file on the disk, with its digest."""
    return {
        path.relative_to(Path.cwd()).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(Path.cwd().rglob("*"))
        if path.is_file()
    }


def work() -> None:
    task = json.load(sys.stdin)
    if not task["exchange"]:
        files._exchange = lambda *_: False
    place, said = Path(task["place"]), Path(task["place"] + ".said")
    number, killed = 0, True
    while killed:
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(task["start"], place)
        os.chdir(place)
        status = run(task["command"], number, said)
        killed = status == -signal.SIGKILL
        if not killed and status != 0:
            raise RuntimeError(said.read_text())
        sys.stdout.write(json.dumps([killed, snapshot()]) + "\n")
        number += 1


if __name__ == "__main__":
    work()
