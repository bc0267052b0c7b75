"""The pages of docs/: their Python runs, and every public name stands on a page of the site."""

from __future__ import annotations

import doctest
import importlib.util
from pathlib import Path

import pytest
import yaml

import seamark

ROOT = Path(__file__).parent.parent
PAGES = [page for page in sorted((ROOT / "docs").glob("*.md")) if ">>>" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_run(page):
    examples = doctest.DocTestParser().get_doctest(page.read_text(encoding="utf-8"), {}, page.name, str(page), 0)
    options = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    assert doctest.DocTestRunner(optionflags=options).run(examples).failed == 0


def test_every_public_name_has_its_page():
    place = ROOT / "tools" / "site" / "api_pages.py"
    spec = importlib.util.spec_from_file_location("api_pages", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    pages = module.api_pages()
    text = "\n".join(pages.values())
    rooms = {name for name in seamark.__all__ if hasattr(getattr(seamark, name), "__path__")}
    missing = [name for name in seamark.__all__ if name not in rooms and f"heading: {name}\n" not in text]
    assert missing == []
    assert {f"api/{room}.md" for room in rooms} <= set(pages)


def test_the_navigation_names_every_page_once():
    given = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")

    def paths(entry):
        if isinstance(entry, str):
            return [entry]
        return [path for part in (entry.values() if isinstance(entry, dict) else entry) for path in paths(part)]

    named = paths(yaml.safe_load(given)["nav"])
    assert len(set(named)) == len(named)
    assert {page.name for page in (ROOT / "docs").glob("*.md")} <= set(named)
    assert {f"notebooks/{page.stem}.md" for page in (ROOT / "docs" / "notebooks").glob("*.ipynb")} <= set(named)
