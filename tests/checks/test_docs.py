"""README and docs: names, signatures and pictures are on pages, and links lead somewhere."""

from __future__ import annotations

import re
import warnings
from operator import attrgetter
from pathlib import Path

import click
import pytest
from tools.api_pages import api_pages
from tools.command_page import command_page

import seamark
from seamark.cli.main import cli
from tests.fuzz.api_values import INSTANCES, NAMES

ROOT = Path(__file__).parents[2]


def test_commands_make_their_page_without_a_warning():
    """Two options of one name would be a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        page = command_page()
    assert [name for name in cli.commands if f"\n### seamark {name}\n" not in page] == []


def test_every_public_name_has_its_page():
    pages = api_pages()
    entries = "\n".join(pages.values())
    rooms = {name for name in seamark.__all__ if hasattr(getattr(seamark, name), "__path__")}
    assert [name for name in seamark.__all__ if name not in rooms and f":: seamark.{name}\n" not in entries] == []
    assert {f"{room}.rst" for room in rooms} <= set(pages)


def test_every_part_of_a_signature_is_explained(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some instances are made from files that they write themselves
    page = (ROOT / "docs" / "signatures.md").read_text(encoding="utf-8")
    made = [eval(code, dict(NAMES)) for codes in INSTANCES.values() for code in codes]  # noqa: S307
    # Options of a metric are explained where its function is.
    signed = [one.signature for one in made if hasattr(one, "signature") and not isinstance(one, seamark.Metric)]
    parts = {part for one in signed for part in str(one() if callable(one) else one).split("|") if ":" in part}
    names = {part.partition(":")[0] for part in parts}
    assert len(names) > 40
    assert sorted(name for name in names if f"`{name}:" not in page) == [], "docs/signatures.md lacks them"


def test_every_schema_is_linked():
    page = (ROOT / "docs" / "signatures.md").read_text(encoding="utf-8")
    schemas = sorted((ROOT / "docs" / "schema").iterdir())
    assert schemas
    assert [path.name for path in schemas if f"(schema/{path.name})" not in page] == []


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    targets = [link for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text) if "://" not in link]
    assert [target for target in targets if not (page.parent / target).exists()] == []


def options_of(command: click.Command) -> set[str]:
    """The options of a command and of the commands in it."""
    inner = command.commands.values() if isinstance(command, click.Group) else ()
    own = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
    return own.union({"--help", "--help-all"}, *map(options_of, inner))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_options_and_names_exist(page):
    context = click.Context(cli)
    commands = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    text = page.read_text(encoding="utf-8")
    missing = []
    for code in re.findall(r"`([^`\n]+)`|^\$ (.+)", text, re.MULTILINE):
        words = re.sub(r"\s\|.*", "", "".join(code)).split()
        command = commands.get(words[1]) if words[:1] == ["seamark"] and len(words) > 1 else None
        if command is not None:
            known = options_of(command)
        elif words[0].startswith("--"):
            known = set().union(*map(options_of, commands.values()))
        else:
            continue
        missing += [word for word in words if re.match("--[a-z]", word) and word.partition("=")[0] not in known]
    for name in re.findall(r"\bsm\.([A-Za-z_][\w.]*\w)", text):
        try:
            attrgetter(name)(seamark)
        except AttributeError:
            missing += [name] if name.upper() != name and not name.endswith((".NAME", ".KIND")) else []
    assert missing == []


def test_every_picture_is_shown():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "notebooks").glob("*.ipynb")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    assert [path.name for path in sorted((ROOT / "docs" / "img").iterdir()) if f"img/{path.name})" not in text] == []
