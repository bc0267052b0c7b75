"""Files of every format, damaged in many ways: never a traceback, always one line that names the file."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from seamark.io import known_formats
from tests.cli.running import Within

FIXTURES = Path(__file__).parents[1] / "fixtures"

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: b"",
    "only white space": lambda data: b" \n\t\n",
    "a quarter of it": lambda data: data[: len(data) // 4],
    "half of it": lambda data: data[: len(data) // 2],
    "all but the end": lambda data: data[:-3],
    "without its beginning": lambda data: data[3:],
    "twice": lambda data: data + data,
    "with a NUL": lambda data: data[: len(data) // 2] + b"\0" + data[len(data) // 2 :],
    "with a byte that is not UTF-8": lambda data: data[: len(data) // 2] + b"\xff\xfe" + data[len(data) // 2 :],
    "as UTF-16": lambda data: data.decode("utf-8", "replace").encode("utf-16"),
    "with a byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "with CRLF": lambda data: re.sub(rb"\r?\n", b"\r\n", data),
    "negative": lambda data: re.sub(rb"[0-9]+", rb"-\g<0>", data),
    "huge": lambda data: re.sub(rb"[0-9]+", b"9" * 40, data),
    "fractions": lambda data: re.sub(rb"([0-9])([^0-9.]|$)", rb"\1.5e400\2", data),
    "words for numbers": lambda data: re.sub(rb"[0-9]+", b"many", data),
    "nested deeply": lambda data: b"[" * 100_000 + data,
    "backwards": lambda data: data[::-1],
}


def data_files() -> list[Path]:
    """A file of each kind."""
    return sorted(path for path in FIXTURES.rglob("*") if path.is_file() and path.name != "README.md")


@pytest.mark.parametrize("file", data_files(), ids=lambda path: str(path.relative_to(FIXTURES)))
def test_damage_is_one_line_and_an_exit_status(file: Path, seamark: Within) -> None:
    named = file.relative_to(FIXTURES).parts[0]
    known = {format.name for format in known_formats()}
    broken = Path(file.name)
    for damage, damaged in DAMAGE.items():
        broken.write_bytes(damaged(file.read_bytes()))
        for options in ((), ("--from", named if named in known else "json")):
            start = time.monotonic()
            ran = seamark("convert", broken, "new.json", "--force", "--quiet", *options)
            assert time.monotonic() - start < 5, damage
            assert ran.code in (0, 1), damage
            if ran.code == 1:
                assert ran.out == "", damage
                assert re.fullmatch(rf"seamark: .*{re.escape(broken.name)}.*\n", ran.err), damage
            # In brat, a file without a mark is an annotator who found nothing.
            if damage in ("empty", "only white space") and named != "brat":
                assert ran.code == 1, damage


@pytest.mark.parametrize("command", ["agree", "align", "convert", "score", "audit"])
def test_every_command_refuses_the_same_way(command: str, seamark: Within) -> None:
    Path("broken.json").write_text('{"format":"seamark","version":1,"items":[{"item":"x"', encoding="utf-8")
    more = {"convert": ["new.csv"], "score": ["sample:stargazer"], "audit": ["sample:stargazer"]}.get(command, [])
    ran = seamark(command, "broken.json", *more)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("seamark: broken.json:1: not JSON")
    assert ran.err.count("\n") == 1
