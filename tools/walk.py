"""Walk through calls and commands: which files run, how often the room changes, and how long imports take.

    python tools/walk.py                # every call, a line each
    python tools/walk.py agree --files  # one of them, with its files in the order in which they are first entered

A file runs when one of its Python functions is called; importing a module does not count. Every call runs twice in a
process of its own, and the second time is watched, so that nothing is counted that happens only once. A room is a
folder of ``src/seamark``; it changes when a function of one room is called after a function of another.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

#: What is walked through: a call in Python, where ``corpus`` is a small one, or the words of a command, where
#: {reference}, {hypothesis} and {out} are files.
CALLS: dict[str, str | tuple[str, ...]] = {
    "S().compare": "sm.S().compare([2, 3, 5], [2, 4, 4])",
    "sm.similarity": "sm.similarity([2, 3, 5], [2, 4, 4])",
    "sm.score": "sm.score({'poem': [5, 5, 5, 5]}, {'poem': [5, 6, 9]})",
    "sm.agree": "sm.agree(corpus, ci=0.95)",
    "score": ("score", "{reference}", "{hypothesis}"),
    "agree": ("agree", "sample:stargazer", "--ci", "0.95"),
    "compare": ("compare", "{reference}", "{hypothesis}"),
    "audit": ("audit", "{reference}", "{hypothesis}"),
    "report": ("report", "{reference}", "--output", "{out}", "--force"),
}


@dataclass(frozen=True)
class Walk:
    """What one call did: its files in the order of their first function, and the changes of room."""

    files: list[str]
    changes: int
    import_seconds: float


def walk(name: str) -> Walk:
    """Run a call in a process of its own."""
    command = [sys.executable, "-X", "importtime", __file__, "--inside", name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # this file
    if done.returncode != 0:
        raise RuntimeError(f"{name} ended with {done.returncode}: {done.stderr[-2000:]}")
    microseconds = sum(map(int, re.findall(r"^import time: +(\d+) \|", done.stderr, flags=re.MULTILINE)))
    seen = json.loads(done.stdout)
    return Walk(seen["files"], seen["changes"], microseconds / 1e6)


def watched(call: Callable[[], object]) -> tuple[list[str], int]:
    """The files whose functions run during a call, and how often the room changes."""
    import seamark

    package = str(Path(seamark.__file__).parent) + "/"
    files: dict[str, None] = {}
    changes = 0
    room = ""

    def look(frame: FrameType, event: str, _: object) -> None:
        nonlocal changes, room
        path = frame.f_code.co_filename
        if event != "call" or frame.f_code.co_name == "<module>" or not path.startswith(package):
            return
        if not path.endswith(".py"):  # a template
            return
        file = path[len(package) :]
        files.setdefault(file)
        entered = file.partition("/")[0]
        changes += bool(room) and entered != room
        room = entered

    sys.setprofile(look)
    try:
        call()
    finally:
        sys.setprofile(None)
    return list(files), changes


def call_of(name: str, folder: Path) -> Callable[[], object]:
    """The call with that name; the files that commands read are written into the folder."""
    import seamark as sm

    what = CALLS[name]
    if isinstance(what, str):
        code = compile(what, "<call>", "eval")
        names = {"sm": sm, "corpus": sm.datasets.stargazer()}
        return lambda: eval(code, names)  # noqa: S307  # one of CALLS
    codings = {
        "reference": {"poem": {"ann": [5, 5, 5, 5], "ben": [5, 6, 9]}, "song": {"ann": [2, 3, 5], "ben": [2, 4, 4]}},
        "hypothesis": {"poem": {"tool": [5, 6, 9]}, "song": {"tool": [2, 4, 4]}},
    }
    if name in ("compare", "report"):
        codings["reference"]["text"] = {"ann": [3, 4], "ben": [4, 3]}
        codings["hypothesis"]["text"] = {"tool": [3, 4]}
        for item, masses in (("poem", [10, 10]), ("song", [2, 3, 5]), ("text", [7])):
            codings["reference"][item]["cat"] = masses
    if name in ("score", "audit"):
        codings["reference"] = {item: {"ann": coders["ann"]} for item, coders in codings["reference"].items()}
    places: dict[str, Any] = {"out": folder / "report.html"}
    for file, content in codings.items():
        places[file] = folder / f"{file}.json"
        places[file].write_text(json.dumps({"items": content}), encoding="utf-8")
    words = [word.format(**places) for word in what]

    def run() -> None:
        from seamark.cli.main import cli

        with contextlib.redirect_stdout(io.StringIO()):
            cli.main(words, prog_name="seamark", standalone_mode=False)

    return run


def _inside(name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        call = call_of(name, Path(folder))
        call()
        files, changes = watched(call)
    print(json.dumps({"files": files, "changes": changes}))


def main() -> None:
    """Print what the chosen calls do."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calls", nargs="*", metavar="CALL", help=f"by default all of {', '.join(CALLS)}")
    parser.add_argument("--files", action="store_true", help="also list the files")
    parser.add_argument("--inside", metavar="CALL", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.inside:
        _inside(given.inside)
        return
    print(f"{'call':16}{'files':>7}{'changes of room':>18}{'imports':>11}")
    for name in given.calls or CALLS:
        seen = walk(name)
        print(f"{name:16}{len(seen.files):>7}{seen.changes:>18}{seen.import_seconds * 1000:>8.0f} ms", flush=True)
        if given.files:
            print("".join(f"  {file}\n" for file in seen.files), end="")


if __name__ == "__main__":
    main()
