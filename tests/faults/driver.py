"""Run a command again and again, with a fault at its first call of the file system, at its second, and so on.

A process of its own, with faults.c loaded before the C library. Reads what to do from standard input, as JSON; prints a
line of JSON for the files before, and one for every run: the call with the fault (none in the last run of a fault), the
exit status, what was said on standard error, and the digests of the files that lay on the disk then.
"""

import ctypes
import hashlib
import json
import os
import shutil
import sys
from pathlib import Path

#: Imported before the forks: every run starts where these are loaded.
import jinja2  # noqa: F401
import pandas  # noqa: F401  # pyarrow loads it
import pyarrow.compute
import pyarrow.parquet  # noqa: F401

import seamark.cli.commands.annotate
import seamark.cli.commands.consensus
import seamark.cli.commands.convert
import seamark.cli.commands.report
import seamark.cli.commands.score
import seamark.io.formats.long_table
import seamark.io.formats.parquet
import seamark.io.formats.seamark_json
import seamark.io.formats.table  # noqa: F401
from seamark.base import files
from seamark.cli.main import main

FAULTS = ctypes.CDLL(None)


def run(arguments: list[str], number: int, fault: int, said: Path) -> int:
    """Run a command in a process of its own; its exit status, negative for a signal."""
    FAULTS.failed.restype = ctypes.c_void_p
    sys.stdout.flush()  # or the child would print it again
    child = os.fork()
    if child == 0:
        for stream, name in ((1, ".out"), (2, ".err")):
            with said.with_suffix(name).open("wb") as file:
                os.dup2(file.fileno(), stream)
        status: object = 99
        FAULTS.arm(ctypes.c_long(number), ctypes.c_int(fault), os.fsencode(Path.cwd()))
        try:
            main(arguments)
        except SystemExit as end:
            status = end.code
        finally:
            FAULTS.arm_no_more()
            said.with_suffix(".hit").write_bytes(ctypes.string_at(FAULTS.failed()))
            os._exit(status if isinstance(status, int) else 0)
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
    os.chdir(task["start"])
    sys.stdout.write(json.dumps([0, "none", 0, "", snapshot()]) + "\n")
    for fault in task["faults"]:
        number, hit = 0, "first"
        while hit:
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(task["start"], place)
            os.chdir(place)
            said.with_suffix(".hit").unlink(missing_ok=True)
            status = run(task["command"], number, fault, said)
            hit = "kill" if status < 0 else said.with_suffix(".hit").read_text()
            sys.stdout.write(json.dumps([fault, hit, status, said.with_suffix(".err").read_text(), snapshot()]) + "\n")
            number += 1


if __name__ == "__main__":
    work()
