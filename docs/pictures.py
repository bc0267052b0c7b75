"""Make the pictures of the documentation: python docs/pictures.py; with the word "study", only those of its pages.

Needs the extra [charts], playwright with Chromium, and the Moonstone corpus in $SEAMARK_CORPORA. No picture shows its
texts.
"""

from __future__ import annotations

import contextlib
import shutil
import sys
import tempfile
import wave
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import numpy as np
from playwright.sync_api import Browser, FloatRect, sync_playwright

from seamark.charts import save_chart
from seamark.datasets import moonstone, stargazer
from seamark.io import load
from seamark.model.corpus import Corpus
from seamark.pages.adjudicate import adjudicate
from seamark.pages.annotate import write_annotation_page
from seamark.pages.annotate.recordings import read_recording, write_recording_page
from seamark.pages.report import write_report

sys.path.insert(0, str(Path(__file__).parents[1] / "tools" / "site"))

from gallery import gallery  # beside the other parts of the site, which are not a package

IMAGES = Path(__file__).parent / "img"
_MARGIN = 32


def draw_charts() -> None:
    """One picture of every kind of chart, made by the code of the gallery; one block of it writes a file."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        pictures = gallery()
    for name, chart in pictures.items():
        save_chart(chart, IMAGES / f"{name}.svg")


def photograph(
    browser: Browser,
    page: Path,
    name: str,
    *,
    width: int,
    height: int,
    scheme: Literal["light", "dark"],
    part: str = "",
    keys: Sequence[str] = (),
    recording: Path | None = None,
) -> None:
    """A page, or a part of it, as a browser shows it after a recording was opened and some keys were pressed."""
    tab = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme, device_scale_factor=1.5)
    tab.goto(page.as_uri())
    if recording is not None:
        tab.locator("#media-file").set_input_files(recording)
        tab.locator("#guide-skip").click()
        tab.wait_for_timeout(500)
    for key in keys:
        tab.keyboard.press(key)
    target = IMAGES / f"{name}.png"
    box = tab.locator(part).bounding_box() if part else None
    if box is None:
        tab.screenshot(path=target)
    else:
        # A little of the page on both sides, but not the empty space above a section.
        left, top, right = box["x"] - _MARGIN, box["y"] + _MARGIN, box["x"] + box["width"] + _MARGIN
        clip: FloatRect = {"x": left, "y": top, "width": right - left, "height": box["height"]}
        tab.screenshot(path=target, full_page=True, clip=clip)
    tab.close()


@contextmanager
def open_browser() -> Iterator[tuple[Browser, Path]]:
    """Chromium, and a folder for pages."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as session:
        browser = session.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield browser, Path(folder)
        browser.close()


def draw_reports(chapters: Corpus) -> None:
    """The report on a desk, in the dark and on a phone, and its explorer."""
    with open_browser() as (browser, folder):
        novel, article = folder / "novel.html", folder / "article.html"
        write_report(chapters, novel, title="The Moonstone in episodes", texts=False)
        write_report(stargazer(), article, title="Stargazers look for life")
        photograph(browser, novel, "report", width=1200, height=1500, scheme="light")
        photograph(browser, novel, "report-dark", width=1200, height=860, scheme="dark")
        photograph(browser, novel, "report-phone", width=390, height=844, scheme="light")
        photograph(browser, article, "explorer", width=1200, height=900, scheme="light", part="#explorer")


def write_song(path: Path) -> None:
    """A minute of tones that change in loudness and pitch."""
    rate = 8000
    times = np.arange(60 * rate) / rate
    loudness = 0.2 + 0.6 * (np.floor(times / 5) % 2) * np.abs(np.sin(times))
    sound = loudness * np.sin(2 * np.pi * (220 + 30 * np.floor(times / 5)) * times)
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, rate, 0, "NONE", ""))
        file.writeframes((32767 * sound).astype("<i2").tobytes())


def draw_study() -> None:
    """The pages of a study: annotation, on a desk and on a phone, the report's disputed places, adjudication."""
    study = load(Path(__file__).parent / "study" / "codings.json")
    with open_browser() as (browser, folder):
        page, report, disputes = (folder / name for name in ("page.html", "report.html", "disputes.html"))
        guidelines = "Place a boundary where the text turns to something else."
        write_annotation_page(study, page, study="Harbour, orchard, mill", coder="ann", guidelines=guidelines)
        write_report(study, report)
        adjudicate(study, disputes, only="disputed")
        song = folder / "song.wav"
        write_song(song)
        write_recording_page(
            {"song": read_recording(song)},
            folder / "song.html",
            study="Album",
            coder="ann",
            labels=["verse", "chorus"],
        )
        cut = ["Shift+ArrowRight", "Enter", "1", "Shift+ArrowRight", "Enter", "2", "Shift+ArrowRight"]
        near_miss = ["ArrowRight"] * 5
        placed = ["ArrowDown", "ArrowDown", "Space", "ArrowDown", "ArrowDown", "ArrowDown", "Space", "u"]
        photograph(browser, page, "annotate", width=1280, height=800, scheme="light", keys=placed)
        for name, width, height in (("recording", 1280, 800), ("recording-phone", 390, 844)):
            shown = {"width": width, "height": height, "recording": song}
            photograph(browser, folder / "song.html", name, scheme="light", keys=cut, **shown)
        photograph(browser, page, "annotate-phone", width=390, height=844, scheme="light", keys=placed)
        photograph(browser, report, "disputed", width=1000, height=900, scheme="light", part="#disputed")
        photograph(browser, disputes, "adjudicate", width=1280, height=800, scheme="light", keys=near_miss)
        photograph(browser, disputes, "adjudicate-phone", width=390, height=844, scheme="light", keys=near_miss)


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    draw_study()
    if "study" not in sys.argv[1:]:
        draw_charts()
        draw_reports(moonstone())
