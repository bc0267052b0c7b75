import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from seamark import InputError, write_report
from seamark.charts import alignment, heatmap, save_chart
from tests.unit.charts.everything import HOSTILE, every_chart

CHARTS = every_chart()


@pytest.fixture(scope="module")
def saved(tmp_path_factory) -> Path:
    """All charts in all formats."""
    folder = tmp_path_factory.mktemp("charts")
    for name, chart in CHARTS.items():
        for suffix in ("svg", "png", "pdf", "html"):
            save_chart(chart, folder / f"{name}.{suffix}")
    return folder


@pytest.mark.parametrize("kind", CHARTS)
def test_every_chart_in_every_format_with_names_as_text(saved, kind):
    assert (saved / f"{kind}.png").read_bytes().startswith(b"\x89PNG\r\n")
    assert (saved / f"{kind}.pdf").read_bytes().startswith(b"%PDF-")
    drawing = ElementTree.parse(saved / f"{kind}.svg").getroot()  # noqa: S314  # our own file
    assert drawing.tag.endswith("svg")
    assert len(list(drawing.iter())) > 20
    assert not [part for part in drawing.iter() if part.tag.endswith(("script", "img", "image"))]
    # Long names are shortened, but their beginning is there.
    assert [part.text for part in drawing.iter() if HOSTILE[:9] in (part.text or "")]
    # A page holds everything it needs.
    page = (saved / f"{kind}.html").read_text(encoding="utf-8")
    assert "<script src=" not in page
    assert "<link" not in page
    assert HOSTILE not in page


def test_a_name_reaches_the_page_unchanged(saved):
    page = (saved / "alignment.html").read_text(encoding="utf-8")
    assert json.dumps(HOSTILE).replace("<", "\\u003c") in page


@pytest.mark.parametrize(
    ("name", "message"),
    [("chart.gif", "cannot be saved as .gif; expected one of .svg, .png, .pdf, .html"), ("chart", "without a suffix")],
)
def test_other_suffixes(tmp_path, name, message):
    with pytest.raises(InputError, match=message):
        save_chart(alignment([2, 3], [3, 2]), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_replaced_and_its_folder_must_exist(tmp_path):
    target = tmp_path / "chart.SVG"
    target.write_text("old", encoding="utf-8")
    save_chart(alignment([2, 3], [3, 2]), target)
    assert target.read_text(encoding="utf-8").startswith("<svg")
    with pytest.raises(InputError, match="cannot be written"):
        save_chart(alignment([2, 3], [3, 2]), tmp_path / "missing" / "chart.svg")


@pytest.mark.parametrize(
    ("module", "call", "hint"),
    [
        ("altair", lambda: heatmap({"poem": {"ann": [2, 3]}}), "a chart needs altair"),
        ("vl_convert", lambda: save_chart(CHARTS["lanes"], "chart.svg"), "saving a chart needs vl-convert-python"),
        ("jinja2", lambda: write_report({"poem": {"ann": [2, 3], "ben": [5]}}, "a.html"), "an HTML page needs jinja2"),
    ],
)
def test_without_the_extra(monkeypatch, tmp_path, module, call, hint):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value) == f"{hint}: pip install 'seamark[charts]'"


def test_charts_show_in_notebooks():
    for chart in CHARTS.values():
        assert "text/html" in chart._repr_mimebundle_(None, None)


def test_nothing_is_loaded_before_the_first_chart():
    script = (
        "import sys, seamark.charts, seamark.pages.report; "
        "print([m for m in ('altair', 'vl_convert', 'jinja2', 'pandas') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
