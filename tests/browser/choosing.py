"""Choosing in the explorer."""

from tests.browser.conftest import Visit


def chosen(opened: Visit, select: str) -> str:
    return opened.page.locator(f"#{select} option:checked").inner_text()


def choose(opened: Visit, item: str, first: str, second: str) -> None:
    opened.page.select_option("#choose-item", label=item)
    opened.page.select_option("#choose-first", label=first)
    opened.page.select_option("#choose-second", label=second)
