"""The examples in docs/command-line.md are what the commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.running import Within

PAGE = Path(__file__).parents[2] / "docs" / "command-line.md"
EXAMPLES = re.findall(r"^```\n\$ seamark (.*)\n((?:.*\n)*?)```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize(("line", "printed"), EXAMPLES, ids=[line for line, _ in EXAMPLES])
def test_example(line: str, printed: str, files: tuple[str, str], seamark: Within) -> None:
    Path("song.txt").write_text("0.0\t1.2504\tintro\n1.2504\t3.0\tverse\n", encoding="utf-8")
    ran = seamark(*shlex.split(line))
    assert ran.out + ran.err == printed
