"""The charts of docs/charts.md are made by the code that stands under them."""

from __future__ import annotations

from pathlib import Path

import altair

from seamark import charts
from tests.corpora import corpora_folder
from tests.site_parts import part_of_site

ROOT = Path(__file__).parents[3]


def test_the_code_under_every_picture_makes_its_chart(tmp_path, monkeypatch):
    monkeypatch.setenv("SEAMARK_CORPORA", str(corpora_folder()))
    monkeypatch.chdir(tmp_path)
    found = part_of_site("gallery").gallery()
    assert len(found) >= 10
    assert set(found) <= set(charts.__all__), "docs/charts.md: a section is about no chart"
    for name, chart in found.items():
        assert isinstance(chart, altair.TopLevelMixin), name
        assert chart.to_dict()["$schema"]
        assert (ROOT / "docs" / "img" / f"{name}.svg").is_file()
    assert (tmp_path / "heat.svg").is_file()
