"""A real browser, offline, and pages in it that remember everything that went wrong."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import seamark as sm
from seamark.datasets import read_moonstone
from tests.browser.corpora import HOSTILE_CORPUS, HOSTILE_SYSTEMS, POEMS, TALKS
from tests.corpora import corpora_folder

NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium from the system; without one these tests are skipped, unless SEAMARK_REQUIRE_BROWSER says they count."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        message = f"no browser found ({', '.join(NAMES)}); on Debian: apt-get install chromium"
        if os.environ.get("SEAMARK_REQUIRE_BROWSER"):
            pytest.fail(message)
        pytest.skip(message)
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as session:
        # The sandbox does not work for root, as which tests often run in a container.
        launched = session.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield launched
        launched.close()


@dataclass
class Visit:
    """A page that was opened, and everything it said or asked for since."""

    page: Any
    problems: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    #: Whether the page must hold everything it shows; those of a site have files beside them.
    one_file: bool = True

    def text(self, selector: str) -> str:
        return self.page.locator(selector).first.inner_text()

    def column(self, table: str, number: int) -> list[str]:
        """The texts of a column of a table, from top to bottom."""
        return self.page.locator(f"#{table} tbody tr").evaluate_all(
            "(rows, number) => rows.map((row) => row.cells[number].innerText.trim())", number
        )


def _complaints(message: Any) -> list[str]:
    """What a page says on its console; the theme of the documentation says there which colours it shows."""
    said = f"{message.type}: {message.text}"
    return [] if said.startswith("log: [PST]: ") else [said]


@pytest.fixture
def visit(browser: Any) -> Iterator[Callable[..., Visit]]:
    """Open a file from disk with networking off; at the end the page must have had nothing to complain about."""
    contexts: list[Any] = []
    visits: list[Visit] = []

    def open_page(
        path: Path,
        *,
        width: int = 1280,
        height: int = 900,
        beside: Visit | None = None,
        script: str = "",
        one_file: bool = True,
        **settings: Any,
    ) -> Visit:
        """A page in a browser of its own, or in that of an earlier visit; ``script`` runs before those of the page."""
        if beside is None:
            context = browser.new_context(viewport={"width": width, "height": height}, **settings)
            contexts.append(context)
            context.set_offline(True)
            if script:
                context.add_init_script(script)
        else:
            context = beside.page.context
        opened = Visit(context.new_page(), one_file=one_file)
        visits.append(opened)
        opened.page.on("console", lambda message: opened.problems.extend(_complaints(message)))
        opened.page.on("pageerror", lambda error: opened.problems.append(f"error: {error}"))
        opened.page.on("dialog", lambda dialog: (opened.problems.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        opened.page.on("request", lambda request: opened.requests.append(request.url))
        opened.page.goto(path.as_uri())
        return opened

    yield open_page
    for context in contexts:
        context.close()
    for opened in visits:
        assert opened.problems == []
        assert all(url.startswith(("file:", "data:", "blob:")) for url in opened.requests)
        if opened.one_file:
            assert len([url for url in opened.requests if url.startswith("file:")]) <= 1


def _page(name: str, write: Callable[[Path], None]) -> Any:
    """A fixture that writes a page once."""

    @pytest.fixture(scope="session", name=name)
    def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
        path = tmp_path_factory.mktemp("pages") / f"{name}.html"
        write(path)
        return path

    return made


def _moonstone(path: Path) -> None:
    sm.write_report(read_moonstone(corpora_folder() / "moonstone"), path, title="The Moonstone")


def _recordings(path: Path) -> None:
    songs = {name: sm.Recording(f"{name}.wav", 180.0) for name in ("song", "hymn")}
    tiers, labels = ["form", "mood"], ["verse", "chorus"]
    sm.write_recording_page(songs, path, coder="ann", labels=labels, tiers=tiers, guidelines="Cut.")


def _texts(path: Path) -> None:
    texts = {name: [f"Line {number} of the {name}." for number in range(30)] for name in ("ode", "elegy")}
    sm.write_annotation_page(texts, path, coder="ann", types=["minor", "major"], guidelines="Cut often.")


moonstone_report = _page("moonstone_report", _moonstone)
poems_report = _page("poems_report", lambda path: sm.write_report(POEMS, path))
hostile_report = _page("hostile_report", lambda path: sm.write_report(HOSTILE_CORPUS, path, systems=HOSTILE_SYSTEMS))
spans_report = _page("spans_report", lambda path: sm.write_report(TALKS, path))
annotation_page = _page("annotation_page", _texts)
recording_page = _page("recording_page", _recordings)
adjudication_page = _page("adjudication_page", lambda path: sm.adjudicate(POEMS, path))
