"""The README: its Python runs, its links lead somewhere, and what it shows is what comes out."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from seamark.cli.main import cli

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_python_examples_run():
    examples = doctest.DocTestParser().get_doctest(README, {}, "README", "README.md", 0)
    assert examples.examples
    assert doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(examples).failed == 0


def test_the_command_prints_what_is_shown():
    line, _, shown = re.search(r"\$ (seamark agree [^\n]*)(\n)(.*?)```", README, re.DOTALL).groups()
    result = CliRunner().invoke(cli, shlex.split(line)[1:])
    assert result.exit_code == 0
    assert result.stdout.strip() == shown.strip()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    targets = [link for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text) if "://" not in link]
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert missing == []


def test_every_command_of_the_table_exists():
    named = re.findall(r"^\| `seamark (\w+)", README, re.MULTILINE)
    assert named
    assert set(named) <= set(cli.list_commands(None))
