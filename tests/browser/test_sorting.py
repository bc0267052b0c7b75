"""Tables sort by mouse and by keyboard, and say so."""

import pytest

from tests.browser.corpora import POEMS

ITEMS, CODERS = "item-table", "coder-table"


def test_by_mouse(visit, poems_report):
    opened = visit(poems_report)
    before = opened.column(ITEMS, 0)
    heading = opened.page.locator(f"#{ITEMS} thead th", has_text="Units")
    assert heading.get_attribute("aria-sort") == "none"
    heading.locator("button").click()
    assert heading.get_attribute("aria-sort") == "ascending"
    assert opened.column(ITEMS, 5) == ["3", "10", "10", "14"]
    # Equal rows keep their order.
    ten_units = [name for name in before if name in ("ode", "elegy")]
    assert opened.column(ITEMS, 0) == ["haiku", *ten_units, "sonnet"]
    heading.locator("button").click()
    assert heading.get_attribute("aria-sort") == "descending"
    assert opened.column(ITEMS, 5) == ["14", "10", "10", "3"]


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_by_keyboard(visit, poems_report, key):
    opened = visit(poems_report)
    agreement = opened.page.locator(f"#{ITEMS} thead button").nth(3)
    # From the first heading, three steps of the tabulator.
    opened.page.locator(f"#{ITEMS} thead button").first.focus()
    for _ in range(3):
        opened.page.keyboard.press("Tab")
    assert agreement.evaluate("(button) => button === document.activeElement")
    values = [float(value) for value in opened.column(ITEMS, 3)]
    assert values == sorted(values)  # the hardest item is the first
    opened.page.keyboard.press(key)
    assert [float(value) for value in opened.column(ITEMS, 3)] == sorted(values, reverse=True)
    assert sorted(values) != sorted(values, reverse=True)
    assert agreement.evaluate("(button) => button === document.activeElement")


def test_one_column_at_a_time_and_said_aloud(visit, poems_report):
    opened = visit(poems_report)
    for name in ("Units", "Coders"):
        opened.page.locator(f"#{ITEMS} thead button", has_text=name).click()
    sorted_by = opened.page.locator(f"#{ITEMS} thead th:not([aria-sort=none])")
    assert sorted_by.all_inner_texts() == ["Coders"]
    assert opened.text("#announcement") == "Agreement on each item: sorted by Coders, ascending"
    assert opened.page.locator("#announcement").get_attribute("aria-live") == "polite"
    # Back to the order of the corpus.
    opened.page.locator(f"#{ITEMS} thead button", has_text="Item").click()
    assert opened.column(ITEMS, 0) == list(POEMS)


def test_coders_by_words_and_numbers(visit, poems_report):
    opened = visit(poems_report)
    opened.page.locator(f"#{CODERS} thead button", has_text="Group").click()
    assert opened.column(CODERS, 1) == ["–", "critics", "poets", "poets"]
    opened.page.locator(f"#{CODERS} thead button", has_text="Above shuffled").click()
    values = [float(value) for value in opened.column(CODERS, 2)]
    assert values == sorted(values)
