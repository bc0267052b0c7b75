"""Choosing an item and two coders, by mouse and by keyboard, and what is then shown."""

import math

from seamark.agreement.agree import agree
from seamark.io import LoadReport
from seamark.pages.report import Provenance, write_report
from tests.browser.choosing import choose, chosen
from tests.browser.corpora import POEMS


def test_it_begins_with_the_hardest_item_and_its_least_similar_coders(visit, poems_report):
    opened = visit(poems_report)
    found = agree(POEMS, "B")
    hardest = next(item for item in found.ranking if not math.isnan(found.per_item[item].above_shuffled))
    assert chosen(opened, "choose-item") == hardest
    assert chosen(opened, "choose-first") != chosen(opened, "choose-second")


def test_by_mouse(visit, poems_report):
    opened = visit(poems_report)
    opened.page.locator("#items button.explore", has_text="ode").click()
    assert chosen(opened, "choose-item") == "ode"
    assert opened.page.locator("#explorer-title").evaluate("(title) => title === document.activeElement")
    opened.page.locator("#next-item").click()
    assert chosen(opened, "choose-item") == "elegy"
    opened.page.locator("#previous-item").click()
    assert opened.page.locator("#previous-item").is_disabled()


def test_by_keyboard(visit, poems_report):
    opened = visit(poems_report)
    opened.page.select_option("#choose-item", label="ode")
    opened.page.locator("#choose-item").focus()
    opened.page.keyboard.press("ArrowDown")
    assert chosen(opened, "choose-item") == "elegy"
    # Tab leads over the buttons to the coders.
    for _ in range(2):
        opened.page.keyboard.press("Tab")
    assert opened.page.evaluate("document.activeElement.id") == "choose-first"
    opened.page.keyboard.type("ann")
    opened.page.keyboard.press("Tab")
    assert opened.page.evaluate("document.activeElement.id") == "swap"
    before = (chosen(opened, "choose-first"), chosen(opened, "choose-second"))
    assert before[0] == "ann"
    opened.page.keyboard.press("Enter")
    assert (chosen(opened, "choose-second"), chosen(opened, "choose-first")) == before


def test_what_sets_two_coders_apart(visit, poems_report):
    opened = visit(poems_report)
    choose(opened, "ode", "ann", "ben")
    assert opened.text("#pair-summary") == "ann and ben on ode: 1 match, 1 near miss, 0 full misses. B 0.750."
    assert opened.text("#announcement") == opened.text("#pair-summary")
    assert opened.page.locator("#edits li").all_inner_texts() == [
        "near miss after 5:\nann after 5, ben after 6: 1 unit apart"
    ]
    choose(opened, "ode", "cat", "ann")
    assert opened.page.locator("#edits li").all_inner_texts() == ["full miss after 5:\nonly ann"]


def test_who_placed_what_the_other_did_not(visit, poems_report):
    opened = visit(poems_report)
    choose(opened, "ode", "ann", "cat")  # after 2 and 5, and after 2
    summary = opened.text("#pair-summary")
    assert summary.startswith("ann and cat on ode: 1 match, 0 near misses, 1 full miss (1 only ann,")
    first, second = (opened.page.locator(f"#lanes use.{kind}") for kind in ("first", "second"))
    assert (first.count(), second.count()) == (1, 0)
    opened.page.locator("#swap").click()
    assert (first.count(), second.count()) == (0, 1)
    marks = (opened.page.locator(f".legend .{kind}") for kind in ("first", "second"))
    fills = [mark.evaluate("(mark) => getComputedStyle(mark).fill") for mark in marks]
    assert fills[0] != fills[1]
    assert opened.page.locator(".legend li").nth(2).inner_text() == "full miss: only cat"


def test_the_drawing_has_a_mark_per_boundary(visit, poems_report):
    opened = visit(poems_report)
    choose(opened, "ode", "ann", "ben")
    assert opened.page.locator("#lanes use.match").count() == 2
    assert opened.page.locator("#lanes use.near").count() == 2
    assert opened.page.locator("#lanes line.near").count() == 1
    assert opened.page.locator("#lanes svg").get_attribute("aria-label") == opened.text("#pair-summary")
    # Segments with their sizes: 2, 3, 5 and 2, 4, 4.
    assert opened.page.locator("#lanes .segment-size").all_text_contents() == ["2", "3", "5", "2", "4", "4"]


def test_a_coder_beside_themself_and_beside_what_most_coders_say(visit, poems_report):
    opened = visit(poems_report)
    choose(opened, "ode", "ann", "ann")
    assert "2 matches, 0 near misses, 0 full misses. B 1.000." in opened.text("#pair-summary")
    assert opened.text("#edits") == "None: the two codings are the same."
    choose(opened, "ode", "ben", "consensus of the coders")
    # The consensus is ann's coding: its mean B to the three, (1 + .75 + .5) / 3, is the highest there is.
    assert "1 match, 1 near miss, 0 full misses" in opened.text("#pair-summary")
    opened.page.select_option("#choose-item", label="haiku")
    assert opened.page.locator("#choose-first option").all_inner_texts() == ["ann", "ben"]


def test_texts_with_the_boundaries_between_them(visit, poems_report):
    opened = visit(poems_report)
    choose(opened, "ode", "ann", "ben")
    opened.page.select_option("#reading-mode", "around")
    lines = [line.replace("\n", " ") for line in opened.page.locator("#units li").all_inner_texts()]
    assert lines == [
        "⋯ 1 unit without a boundary",
        "2 Line 2 of the ode.",
        "both",
        "3 Line 3 of the ode.",
        "⋯ 1 unit without a boundary",
        "5 Line 5 of the ode.",
        "ann here, ben 1 unit later",
        "6 Line 6 of the ode.",
        "ben here, ann 1 unit earlier",
        "7 Line 7 of the ode.",
        "⋯ 3 units without a boundary",
    ]
    opened.page.select_option("#reading-mode", "whole")
    assert opened.page.locator("#units .unit").count() == 10
    # No text, no panel.
    choose(opened, "sonnet", "ann", "ben")
    assert not opened.page.locator("#reading").is_visible()


def test_it_is_drawn_again_when_the_window_changes(visit, poems_report):
    opened = visit(poems_report)
    wide = opened.page.locator("#lanes svg").get_attribute("viewBox")
    opened.page.set_viewport_size({"width": 500, "height": 900})
    # The page's policy does not let Playwright evaluate a condition again and again.
    opened.page.locator(f'#lanes svg:not([viewBox="{wide}"])').wait_for()


def test_times_are_shown_as_times(visit, tmp_path):
    codings = {"talk": {"ann": [1300, 100, 600], "ben": [1300, 101, 599], "cat": [700, 1300]}}
    loaded = LoadReport("eaf", unit="time", resolution=0.05, measure="s")
    write_report(codings, tmp_path / "report.html", source=Provenance([], loaded))
    opened = visit(tmp_path / "report.html")
    choose(opened, "talk", "ann", "ben")
    assert opened.page.locator("#edits li").all_inner_texts() == [
        "near miss at 0:01:10:\nann at 0:01:10, ben at 0:01:10.05: 0.05 s apart"
    ]
    assert opened.page.locator("#lanes .axis-number").all_text_contents()[:2] == ["0:00:00", "0:00:10"]
    assert "0:01:05" in opened.page.locator("#lanes .segment-size").all_text_contents()
