"""The documentation as `make docs` has built it, opened from disk: search, and every page on a desk and on a phone."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest

SITE = Path(__file__).parents[2] / "build" / "site"
WIDTHS = {"desk": 1400, "phone": 390}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site() -> Path:
    assert (SITE / "index.html").is_file(), "there is no site in build/site: `make docs` builds it"
    return SITE


@pytest.mark.parametrize("screen", WIDTHS)
@pytest.mark.parametrize(("words", "found"), [("WindowDiff", "WindowDiff"), ("from_frame", "from_frame")])
def test_search_from_disk(visit, site, screen, words, found):
    page = visit(site / "index.html", width=WIDTHS[screen], one_file=False).page
    if screen == "phone":
        page.locator("label.md-header__button[for=__search]").click()
    field = page.locator("input.md-search__input")
    assert field.is_visible()
    field.click()
    field.press_sequentially(words)
    page.locator(".md-search-result__item").first.wait_for()
    first = page.locator(".md-search-result__item").first
    assert found.lower() in first.inner_text().lower()
    target = urlsplit(first.locator("a").first.evaluate("link => link.href"))
    assert target.scheme == "file"
    assert Path(target.path).is_file()


@pytest.mark.parametrize("screen", WIDTHS)
def test_every_page_fits_the_screen_and_asks_nobody(visit, site, screen):
    """What a page complains about, or asks of a network, is counted when the visit ends."""
    pages = sorted(path for path in site.rglob("*.html") if path.name != "404.html")
    assert len(pages) > 40
    opened = visit(site / "index.html", width=WIDTHS[screen], one_file=False)
    too_wide = {}
    for path in pages:
        opened.page.goto(path.as_uri())
        width = opened.page.evaluate("document.documentElement.scrollWidth")
        if width > WIDTHS[screen]:
            too_wide[str(path.relative_to(site))] = width
    assert too_wide == {}


def test_the_tabs_lead_to_every_part(visit, site):
    page = visit(site / "index.html", width=WIDTHS["desk"], one_file=False).page
    tabs = page.locator(".md-tabs__link")
    assert [tabs.nth(number).inner_text() for number in range(tabs.count())] == [
        "Start",
        "Tutorials",
        "How-to",
        "Explanation",
        "Reference",
        "Gallery of charts",
        "Coming from another library",
    ]
    assert tabs.last.is_visible()
