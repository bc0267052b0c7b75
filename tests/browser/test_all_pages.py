"""Tests for every page: it fits any screen, announces changes, and supports both writing directions."""

import pytest

import seamark as sm

PAGES = ("annotation_page", "recording_page", "adjudication_page", "poems_report", "hostile_report", "spans_report")
HEBREW = {"שיר": ["שלום עולם (בסוגריים).", "مرحبا 123.", "English.", "עוד שורה."]}
HEBREW_CODINGS = sm.Corpus({"שיר": {"רות": [2, 2], "ben": [2, 2], "أحمد": [4]}}, texts=HEBREW)
#: A window of 1280 by 900 in which everything is twice as large.
ZOOMED = {"width": 640, "height": 450, "device_scale_factor": 2}

IN_WINDOW = """(part) => {
  const { top, bottom } = part.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


@pytest.mark.parametrize("window", [ZOOMED, *({"width": width} for width in (390, 320))])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_cut_off(visit, request, name, window):
    opened = visit(request.getfixturevalue(name), **window)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= window["width"]
    cut = opened.page.locator("button, select, input, textarea").evaluate_all(
        """(parts, width) => parts.filter((part) => part.checkVisibility() && !part.closest('.unseen, .skip'))
          .filter((part) => { const box = part.getBoundingClientRect(); return box.left < 0 || box.right > width; })
          .map((part) => part.outerHTML)""",
        window["width"],
    )
    assert cut == []


@pytest.mark.parametrize("width", [1280, 768])
@pytest.mark.parametrize("name", PAGES)
def test_it_fits_the_screen(visit, request, name, width):
    opened = visit(request.getfixturevalue(name), width=width)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_cursor_stays_in_an_enlarged_window(visit, annotation_page):
    opened = visit(annotation_page, **ZOOMED, reduced_motion="reduce")
    for key in ("ArrowDown", "PageDown", "End", "Home"):
        opened.page.keyboard.press(key)
        assert opened.page.evaluate("document.activeElement.className") == "gap cursor"
        assert opened.page.locator(".gap.cursor").evaluate(IN_WINDOW), key


def test_the_question_stays_in_an_enlarged_window(visit, adjudication_page):
    opened = visit(adjudication_page, **ZOOMED, reduced_motion="reduce")
    opened.page.keyboard.press("ArrowRight")
    assert opened.page.locator("#dispute-title").evaluate(IN_WINDOW)


@pytest.mark.parametrize("name", PAGES)
def test_what_is_hidden_is_not_seen(visit, request, name):
    opened = visit(request.getfixturevalue(name))
    assert opened.page.locator("[hidden]").count() > 0
    seen = "(parts) => parts.filter((part) => part.checkVisibility()).map((part) => part.id)"
    assert opened.page.locator("[hidden]").evaluate_all(seen) == []


@pytest.mark.parametrize("name", PAGES)
def test_without_javascript_the_page_says_so(visit, request, name):
    opened = visit(request.getfixturevalue(name), java_script_enabled=False)
    assert "needs JavaScript" in opened.text("noscript")


def edges(opened, selector, side):
    """Where the boxes of all these parts begin or end."""
    return opened.page.locator(selector).evaluate_all(
        "(all, side) => all.map((one) => one.getBoundingClientRect()[side])", side
    )


def directions(opened, selector):
    return opened.page.locator(selector).evaluate_all("(all) => all.map((one) => getComputedStyle(one).direction)")


def test_right_to_left_on_the_annotation_page(visit, tmp_path):
    sm.write_annotation_page(HEBREW, tmp_path / "page.html", coder="רות", types=["קטן", "גדול"], guidelines="הנחיות")
    opened = visit(tmp_path / "page.html")
    assert directions(opened, ".unit") == ["rtl", "rtl", "ltr", "rtl"]
    assert directions(opened, "#item-title, #guidelines .words-of-study, #types bdi") == ["rtl"] * 4
    # Lines begin at the right edge that they share.
    assert len(set(edges(opened, ".unit", "right"))) == 1


def test_right_to_left_on_the_adjudication_page(visit, tmp_path):
    sm.adjudicate(HEBREW_CODINGS, tmp_path / "page.html")
    opened = visit(tmp_path / "page.html")
    assert directions(opened, ".unit .words") == ["rtl", "rtl", "ltr", "rtl"]
    assert len(set(edges(opened, ".unit .words", "right"))) == 1
    # A name that is written from right to left does not turn the names after it around.
    places = edges(opened, ":nth-match(.cut .words, 1) bdi", "left")
    assert len(places) == 3
    assert places == sorted(places)


def test_right_to_left_in_the_report(visit, tmp_path):
    sm.write_report(HEBREW_CODINGS, tmp_path / "page.html")
    opened = visit(tmp_path / "page.html")
    assert set(directions(opened, ".disputed .beside")) == {"rtl", "ltr"}
    places = edges(opened, "#pair-summary b", "left")[:3]
    assert len(places) == 3
    assert places == sorted(places)
