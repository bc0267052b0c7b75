"""The report of a whole corpus: twenty chapters by 27 coders, with their texts."""

import pytest

from seamark.agreement.agree import agree
from seamark.datasets import read_moonstone
from tests.corpora import corpora_folder


def test_it_opens_from_disk_and_is_complete(visit, moonstone_report):
    assert moonstone_report.stat().st_size < 3_000_000
    opened = visit(moonstone_report)
    assert opened.text("h1") == "The Moonstone"
    assert len(opened.column("item-table", 0)) == 20
    assert len(opened.column("coder-table", 0)) == 27
    assert opened.page.locator("#heat-rows li:not(.heat-axis)").count() == 20
    # Pairs of coders who met, too many for a matrix.
    assert len(opened.column("pair-table", 0)) == 30
    assert opened.page.locator("#lanes svg").count() == 1
    # Its first values are the library's.
    corpus = read_moonstone(corpora_folder() / "moonstone")
    figures = opened.page.locator("#agreement .value").all_inner_texts()
    found = [agree(corpus, metric) for metric in ("B", "S")]
    assert figures == [f"{value:.3f}" for one in found for value in (one.above_shuffled, one.value)]


def test_the_text_of_a_chapter_can_be_read(visit, moonstone_report):
    opened = visit(moonstone_report)
    opened.page.select_option("#choose-item", label="ch1")
    opened.page.select_option("#reading-mode", "whole")
    assert opened.page.locator("#units .unit").count() == 13
    assert "ROBINSON CRUSOE" in opened.text("#units")


def test_the_heat_map_has_an_axis(visit, moonstone_report):
    opened = visit(moonstone_report)
    ticks = opened.page.locator(".heat-axis i:visible")
    assert ticks.all_inner_texts() == ["0", "20", "40", "60", "80", "100"]
    # 40 units lie where the 40th of the 111 units of the longest chapter ends.
    lane, tick = (opened.page.locator(f".heat-axis {part}").bounding_box() for part in (".lane", "i:nth-child(3)"))
    assert tick["x"] + tick["width"] / 2 - lane["x"] == pytest.approx(40 / 111 * lane["width"], abs=1)
