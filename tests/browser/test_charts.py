"""Charts saved as pages, opened offline."""

import pytest

from seamark.charts import save_chart
from tests.unit.charts.everything import HOSTILE, every_chart

CHARTS = every_chart()


@pytest.mark.parametrize("kind", CHARTS)
def test_a_chart_draws_itself_without_a_network(visit, tmp_path, kind):
    path = tmp_path / "chart.html"
    save_chart(CHARTS[kind], path)
    opened = visit(path)
    opened.page.wait_for_selector("#vis svg")
    size = opened.page.locator("#vis svg").first.bounding_box()
    assert size["width"] > 100
    assert size["height"] > 20
    assert opened.page.locator("img").count() == 0


def test_a_name_in_a_tooltip_is_text(visit, tmp_path):
    path = tmp_path / "chart.html"
    save_chart(CHARTS["pairwise"], path)
    opened = visit(path)
    # The cell of ann and the coder with the hostile name, and the number in it.
    opened.page.locator("#vis svg .mark-text.role-mark text").first.hover()
    tooltip = opened.page.locator("#vg-tooltip-element")
    tooltip.wait_for()
    assert HOSTILE in tooltip.inner_text()
    assert tooltip.locator("img").count() == 0
