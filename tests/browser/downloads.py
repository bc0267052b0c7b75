"""Files that a page gives to its user."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.browser.conftest import Visit

#: Of 20 milliseconds each, for as long as Playwright waits for anything.
_STEPS = 1500


def downloaded(opened: Visit, folder: Path, act: Callable[[], None], count: int = 1) -> list[Path]:
    """What an act makes the page download, saved under the names that the page gives, in the order of names."""
    downloads: list[Any] = []

    def take(download: Any) -> None:
        downloads.append(download)

    opened.page.on("download", take)
    act()
    for _ in range(_STEPS):
        if len(downloads) >= count:
            break
        opened.page.wait_for_timeout(20)
    assert len(downloads) == count
    opened.page.remove_listener("download", take)
    for download in downloads:
        download.save_as(folder / download.suggested_filename)
    return sorted(folder / download.suggested_filename for download in downloads)


def press(opened: Visit, *keys: str) -> None:
    for key in keys:
        opened.page.keyboard.press(key)


def saved(opened: Visit, folder: Path, act: Callable[[], None] | None = None) -> Path:
    """The file that the page lets the coder download."""
    (path,) = downloaded(opened, folder, act or (lambda: press(opened, "s")))
    return path
