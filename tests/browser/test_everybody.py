"""For everybody: screen readers, keyboards, phones, paper, dark rooms, and browsers without scripts."""

from itertools import pairwise

import pytest

from tests.unit.charts.reading import luminance


def test_table_headers_say_what_they_head_and_links_within_the_page_lead_somewhere(visit, hostile_report):
    opened = visit(hostile_report)
    assert opened.page.locator("th").count() > 30
    assert opened.page.locator("th:not([scope])").count() == 0
    assert opened.page.locator("table:not(:has(caption))").count() == 0
    targets = opened.page.evaluate("[...document.querySelectorAll('a[href^=\"#\"]')].map((a) => a.hash.slice(1))")
    assert len(targets) > 8
    assert opened.page.evaluate("(ids) => ids.filter((id) => !document.getElementById(id))", targets) == []


def test_headings_leave_no_level_out(visit, poems_report):
    levels = visit(poems_report).page.evaluate("[...document.querySelectorAll('h1,h2,h3')].map((h) => +h.tagName[1])")
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_focus_can_be_seen(visit, poems_report):
    opened = visit(poems_report)
    unseen = opened.page.evaluate(
        """() => [...document.querySelectorAll('a, select, input, button:not(:disabled), [tabindex="0"]')]
          .filter((part) => part.checkVisibility())
          .filter((part) => {
            part.focus({ focusVisible: true });
            return getComputedStyle(part).outlineStyle === 'none';
          })
          .map((part) => part.outerHTML)"""
    )
    assert unseen == []


def test_dark_is_dark(visit, poems_report):
    pages = [visit(poems_report, color_scheme=scheme).page for scheme in ("light", "dark")]
    light, dark = (luminance(page.evaluate("getComputedStyle(document.body).backgroundColor")) for page in pages)
    assert light > 0.9
    assert dark < 0.05


@pytest.mark.parametrize("width", [390, 320])
@pytest.mark.parametrize("report", ["poems_report", "hostile_report", "moonstone_report"])
def test_no_column_is_cut_off_on_a_phone(visit, request, report, width):
    opened = visit(request.getfixturevalue(report), width=width)
    cut = opened.page.evaluate(
        """(width) => [...document.querySelectorAll('th, td')]
          .filter((cell) => cell.checkVisibility() && !cell.closest('.unseen'))
          .filter((cell) => { const box = cell.getBoundingClientRect(); return box.left < 0 || box.right > width; })
          .map((cell) => `${cell.closest('table').className}: ${cell.textContent.trim()}`)""",
        width,
    )
    assert cut == []
    scrolled = "[...document.querySelectorAll('.scroll')].filter((part) => part.scrollWidth > part.clientWidth).length"
    assert opened.page.evaluate(scrolled) == 0
    # Every number of a row that has become a card is under its heading.
    labels = opened.page.locator("#item-table tbody tr").first.locator("td")
    assert labels.evaluate_all(
        "(cells) => cells.every((cell) => getComputedStyle(cell, '::before').content !== 'none')"
    )


def test_on_paper(visit, poems_report):
    opened = visit(poems_report, color_scheme="dark")
    opened.page.emulate_media(media="print")
    assert not opened.page.locator("nav").is_visible()
    assert not opened.page.locator("#choices").is_visible()
    assert opened.page.locator("#lanes").is_visible()
    assert luminance(opened.page.evaluate("getComputedStyle(document.body).backgroundColor")) == 1
    assert opened.page.pdf().startswith(b"%PDF")


def test_items_of_equal_width(visit, poems_report):
    opened = visit(poems_report)
    widths = "[...document.querySelectorAll('#heat-rows .bar')].map((bar) => Math.round(bar.clientWidth))"
    assert len(set(opened.page.evaluate(widths))) == 3
    opened.page.get_by_label("Same width for every item").check()
    assert len(set(opened.page.evaluate(widths))) == 1
    # Units are no longer at the same place in all rows, so the axis names only both ends.
    assert opened.page.locator(".heat-axis i:visible").all_inner_texts() == ["0", "end of the item"]
