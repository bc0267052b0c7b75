"""The examples in docs/command-line.md and docs/tutorial.md are what the commands print."""

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


def test_the_tutorial(seamark: Within) -> None:
    """Its file, its commands one after the other, and the mistake at its end: a cell is missing in line 6."""
    text = PAGE.with_name("tutorial.md").read_text(encoding="utf-8")
    table = re.search(r"^```\n(paragraph,.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert table is not None
    lines = table[1].splitlines()
    shown = re.findall(r"^```console\n\$ seamark (.*)\n((?:.*\n)*?)```$", text, re.MULTILINE)
    assert [line.split()[0] for line, _ in shown] == ["agree", "align", "report", "agree"]
    for number, (line, printed) in enumerate(shown):
        wrong = number == len(shown) - 1
        sixth = lines[5][:-2] if wrong else lines[5]
        Path("codings.csv").write_text("\n".join([*lines[:5], sixth, *lines[6:]]) + "\n", encoding="utf-8")
        ran = seamark(*shlex.split(line))
        assert ran.code == (1 if wrong else 0)
        if line.startswith("report"):
            assert Path("report.html").stat().st_size > 10_000
        else:
            assert ran.out + ran.err == printed
