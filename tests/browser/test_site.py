"""The documentation as `make docs` has built it, opened from disk: search, every page on desk and phone."""

from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

SITE = Path(__file__).parents[2] / "build" / "site"
WIDTHS = {"desk": 1400, "phone": 390}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pages() -> list[Path]:
    found = sorted(path for path in SITE.rglob("*.html") if "_static" not in path.parts)
    assert len(found) > 40, "there is no site in build/site: `make docs` builds it"
    return found


@pytest.fixture
def opened(visit) -> Callable[..., object]:
    def open_site(screen: str):
        return visit(SITE / "index.html", width=WIDTHS[screen], one_file=False).page

    return open_site


@pytest.mark.parametrize("screen", WIDTHS)
@pytest.mark.parametrize("words", ["WindowDiff", "from_frame"])
def test_search_from_disk(opened, screen, words):
    page = opened(screen)
    page.locator("button.search-button__button:visible").first.click()
    field = page.locator("input[type=search]:visible")
    field.press_sequentially(words)
    field.press("Enter")
    results = page.locator("#search-results li a")
    results.first.wait_for()
    assert any(words.lower() in text.lower() for text in results.all_inner_texts()[:5])
    target = urlsplit(results.first.evaluate("link => link.href"))
    assert target.scheme == "file"
    assert Path(target.path).is_file()


@pytest.mark.parametrize("screen", WIDTHS)
def test_every_page_fits_the_screen_and_asks_nobody(opened, pages, screen):
    """What a page complains about, or asks of a network, is counted when the visit ends."""
    page = opened(screen)
    too_wide = {}
    for path in pages:
        page.goto(path.as_uri())
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > WIDTHS[screen]:
            too_wide[str(path.relative_to(SITE))] = width
    assert too_wide == {}


def test_the_sidebar_leads_to_every_part(opened):
    parts = opened("desk").locator(".bd-sidebar-primary .caption-text")
    assert parts.all_inner_texts()[:5] == ["Start", "By field", "Run a study", "How it works", "Reference"]


def test_dark_mode_follows_the_system(visit):
    page = visit(SITE / "index.html", one_file=False, color_scheme="dark").page
    assert page.locator("html").get_attribute("data-theme") == "dark"
