"""The pages of docs/: their commands and their Python run, and every public name stands on a page of the site."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest
import yaml

import seamark
from seamark.cli.main import cli
from tests.fuzz.api_values import INSTANCES, NAMES
from tests.pages import commands, examples_fail, is_shown, printed_by, write_files
from tests.site_parts import part_of_site

ROOT = Path(__file__).parents[2]
#: Their commands are not run yet.
LATER = {"looking.md", "reproduction.md", "tutorial.md"}


PAGES = sorted((ROOT / "docs").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page_shows_what_comes_out(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    write_files(text, tmp_path)
    for line, shown in commands(text) if page.name not in LATER else ():
        printed = printed_by(line)
        assert is_shown(shown, printed), f"python -m tests.pages docs/{page.name}\n$ {line}\n{printed}"
    assert examples_fail(text, page.name) == 0


def test_commands_make_their_page_without_a_warning():
    """Two options of one name would be a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        page = part_of_site("command_page").command_page()
    assert [name for name in cli.commands if f"\n## seamark {name}\n" not in page] == []


def test_every_public_name_has_its_page():
    pages = part_of_site("api_pages").api_pages()
    text = "\n".join(pages.values())
    rooms = {name for name in seamark.__all__ if hasattr(getattr(seamark, name), "__path__")}
    missing = [name for name in seamark.__all__ if name not in rooms and f"heading: {name}\n" not in text]
    assert missing == [], "tools/site/api_pages.py leaves them out"
    assert {f"api/{room}.md" for room in rooms} <= set(pages)


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


def test_the_navigation_names_every_page_once():
    given = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")

    def paths(entry):
        if isinstance(entry, str):
            return [entry]
        return [path for part in (entry.values() if isinstance(entry, dict) else entry) for path in paths(part)]

    named = paths(yaml.safe_load(given)["nav"])
    assert len(set(named)) == len(named)
    assert {page.name for page in (ROOT / "docs").glob("*.md")} <= set(named), "mkdocs.yml lacks a page"
    assert {f"notebooks/{page.stem}.md" for page in (ROOT / "docs" / "notebooks").glob("*.ipynb")} <= set(named)
