"""Make the pictures of the documentation: python docs/pictures.py

Needs the extra [charts], playwright with Chromium, and the Moonstone corpus in $SEAMARK_CORPORA. No picture shows its
texts.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, FloatRect, sync_playwright

from seamark import B, S, WindowDiff, charts
from seamark.agreement import agree
from seamark.agreement.plan import plan
from seamark.datasets import moonstone, stargazer
from seamark.evaluation.compare import compare
from seamark.io import load
from seamark.model.corpus import Corpus
from seamark.model.span_corpus import SpanCorpus
from seamark.model.spans import Spans
from seamark.pages.adjudicate import adjudicate
from seamark.pages.report import write_report
from seamark.segmenters.chunks import Chunks
from seamark.segmenters.run import segment_texts
from seamark.segmenters.text_tiling import TextTiling

IMAGES = Path(__file__).parent / "img"
_MARGIN = 32


def draw_charts(chapters: Corpus) -> None:
    """One picture of every kind of chart."""
    readers = stargazer()
    segmenters = {
        "TextTiling": segment_texts(chapters.texts, TextTiling()),
        "chunks of 10 paragraphs": segment_texts(chapters.texts, Chunks(size=10)),
    }
    codings = readers["stargazer"]
    essays = SpanCorpus(
        {
            "essay 1": {
                "ann": Spans([(2, 8, "claim"), (12, 16, "premise"), (14, 24, "claim")], length=30),
                "ben": Spans([(3, 9, "claim"), (12, 15, "claim"), (26, 29, "premise")], length=30),
            },
            "essay 2": {"ann": Spans([(0, 6, "claim")], length=20), "ben": Spans([(1, 6, "claim")], length=20)},
        }
    )
    pictures = {
        "bars": charts.bars(essays["essay 1"]),
        "span-alignment": charts.span_alignment(essays["essay 1"]),
        "span-density": charts.span_density(essays),
        "heatmap": charts.heatmap(chapters),
        "lanes": charts.lanes(readers, "stargazer"),
        "alignment": charts.alignment(codings["1"], codings["2"], names=("reader 1", "reader 2")),
        "pairwise": charts.pairwise(readers),
        "agreement": charts.agreement(agree(chapters, ci=0.95, rng=0)),
        "evaluation": charts.evaluation(compare(chapters, segmenters, B(), rng=0)),
        "plan": charts.plan(plan(chapters, "B", target_width=0.2, learning=False)),
        "response": charts.response(
            charts.near_misses(), {"S": S(), "S, n=5": S(n=5), "B": B(), "1-WindowDiff": WindowDiff()}
        ),
    }
    for name, chart in pictures.items():
        charts.save_chart(chart, IMAGES / f"{name}.svg")


def photograph(
    browser: Browser,
    page: Path,
    name: str,
    *,
    width: int,
    height: int,
    scheme: Literal["light", "dark"],
    part: str = "",
) -> None:
    """A page, or a part of it, as a browser shows it."""
    tab = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme, device_scale_factor=1.5)
    tab.goto(page.as_uri())
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


def draw_reports(chapters: Corpus) -> None:
    """The report on a desk, in the dark and on a phone, its explorer, and the adjudication page."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as session:
        novel, article = Path(folder, "novel.html"), Path(folder, "article.html")
        write_report(chapters, novel, title="The Moonstone in episodes", texts=False)
        write_report(stargazer(), article, title="Stargazers look for life")
        disputes = Path(folder, "disputes.html")
        adjudicate(load(Path(__file__).parent / "study" / "codings.json"), disputes, only="disputed")
        browser = session.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        photograph(browser, novel, "report", width=1200, height=1500, scheme="light")
        photograph(browser, novel, "report-dark", width=1200, height=860, scheme="dark")
        photograph(browser, novel, "report-phone", width=390, height=844, scheme="light")
        photograph(browser, disputes, "adjudicate", width=1000, height=1250, scheme="light")
        photograph(browser, article, "explorer", width=1200, height=900, scheme="light", part="#explorer")
        browser.close()


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    corpus = moonstone()
    draw_charts(corpus)
    draw_reports(corpus)
