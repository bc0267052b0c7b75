"""Every chart stands in docs/charts.md, with code that makes it."""

from __future__ import annotations

import inspect
from pathlib import Path

import altair

from seamark import charts
from tests.corpora import corpora_folder
from tests.site_parts import part_of_site

ROOT = Path(__file__).parents[3]
#: Public functions that make no chart.
OTHERS = {"full_misses", "growing_mass", "near_misses", "save_chart"}


def test_the_code_under_every_picture_makes_its_chart(tmp_path, monkeypatch):
    monkeypatch.setenv("SEAMARK_CORPORA", str(corpora_folder()))
    monkeypatch.chdir(tmp_path)
    found = part_of_site("gallery").gallery()
    assert {name for name in charts.__all__ if inspect.isfunction(getattr(charts, name))} - OTHERS == set(found)
    for name, chart in found.items():
        assert isinstance(chart, altair.TopLevelMixin), name
        assert chart.to_dict()["$schema"]
        assert (ROOT / "docs" / "img" / f"{name}.svg").is_file()
    assert (tmp_path / "heat.svg").is_file()
