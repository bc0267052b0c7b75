import re
from pathlib import Path

import pytest

from seamark.base.errors import InputError
from seamark.reproduce.paper import Check
from seamark.reproduce.run import Reproduction, reproduce, write_page
from tests.corpora import corpora_folder


def test_page_holds_values_and_pictures(tmp_path: Path) -> None:
    result = reproduce(["examples", "figure5a", "figure5b", "figure5c"])
    write_page(result, tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 3
    assert page.count('<th scope="row">') == 4 + len(result.checks)
    assert "the curve labelled n=3 forgives a distance of 3" in page
    # Nothing is loaded from elsewhere: addresses occur only as names of XML vocabularies.
    assert not re.findall(r"(?:src|href)=\"(?!#)", page)


def test_heat_map_when_the_corpus_is_there(tmp_path: Path) -> None:
    write_page(reproduce(["corpus"], corpus=corpora_folder()), tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 1
    assert "ch21" in page


def test_names_are_escaped(tmp_path: Path) -> None:
    check = Check("examples", "<img src=x>", "1", 1.0, "different", note="</script>")
    write_page(Reproduction((check,), {"table2": "<b>gone</b>"}, None), tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<img" not in page
    assert "&lt;b&gt;gone&lt;/b&gt;" in page


def test_a_file_is_not_overwritten_unasked(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    target.write_text("old")
    result = reproduce(["examples"])
    with pytest.raises(InputError):
        write_page(result, target)
    assert target.read_text() == "old"
    write_page(result, target, force=True)
    assert target.read_text().startswith("<!doctype html>")
