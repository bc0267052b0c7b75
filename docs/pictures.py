"""Make the pictures of README and docs that no page draws: python docs/pictures.py [charts|performance|...]

Pictures that a command on a page writes are made by ``python -m tools.examples docs/PAGE.md``. Curves of measured
figures are read from the tables of the pages, so that a picture shows the numbers beside it. Needs the extra [charts],
playwright with Chromium, and for "charts" and "reports" the Moonstone corpus in $SEAMARK_CORPORA. No picture shows its
texts.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import wave
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import altair as alt
import numpy as np
from playwright.sync_api import Browser, FloatRect, sync_playwright

import seamark as sm
from seamark import charts
from seamark.charts.theme import (
    FONT,
    INK,
    LINES,
    QUIET,
    RAMP,
    axis,
    chart,
    layered,
    legend,
    named,
    number_axis,
)
from seamark.pages.annotate import read_recording, write_recording_page

DOCS = Path(__file__).parent
IMAGES = DOCS / "img"
MEASURED = DOCS.parent / "bench" / "results" / "published.md"
_MARGIN = 32
#: How lines that stand beside each other are drawn, besides their colours.
_DASHES = ((1, 0), (6, 3), (2, 2), (8, 3, 2, 3), (12, 4), (4, 4))
#: Ticks of a logarithmic axis.
_TENS = [1, 10, 100, 1_000, 10_000]


def draw_charts() -> None:
    """The pictures of README, of alignment, chance, metrics and statistics."""
    readers = sm.datasets.stargazer()
    codings = readers["stargazer"]
    exact = charts.alignment([1, 3, 4], [3, 3, 2], n=3, weights=sm.EditWeights(scale="unit"))
    made = {
        "readers": readers_and_agreement(readers),
        "alignment": charts.alignment(codings["1"], codings["2"], names=("reader 1", "reader 2")),
        "exact": exact,
        "shuffled": alt.hconcat(*(shuffles(readers, name) for name in ("S", "B"))).resolve_scale(x="shared"),
        "rare-boundaries": rare_boundaries(),
        "coverage": coverage(),
        "windowdiff-conventions": conventions(),
    }
    for name, picture in made.items():
        charts.save_chart(picture, IMAGES / f"{name}.svg")


def readers_and_agreement(readers: sm.Corpus) -> alt.HConcatChart:
    """The boundaries of seven readers over an article, and how far the readers agree."""
    boundaries = charts.lanes(readers, "stargazer").properties(width=520)
    boundaries.title.text = "Where seven readers see a new topic in an article of 21 paragraphs"
    values = []
    for metric, meaning in (("B", "B, boundaries only"), ("S", "S, all places")):
        found = sm.agree(readers, metric, ci=0.95)
        low, high = found.above_interval
        said = f"{meaning}: {found.above_shuffled:.2f} ({low:.2f} to {high:.2f})".replace("-", "−")
        values.append({"metric": metric, "said": said, "value": found.above_shuffled, "low": low, "high": high})
    scale = alt.Scale(domain=[-0.1, 1])
    ends = {"scale": scale, "axis": number_axis("0: segments in random order, 1: full agreement", tickCount=6)}
    data = chart(values).encode(y=named("Y", "metric:N", ["B", "S"], labels=False))
    panel = layered(
        data.mark_rule(strokeWidth=4, color=RAMP[1]).encode(x=alt.X("low:Q", **ends), x2="high:Q"),
        data.mark_point(filled=True, size=140, opacity=1, color=INK).encode(x=alt.X("value:Q", **ends)),
        data.mark_text(align="left", dy=-24, fontSize=12, font=FONT, color=INK).encode(x=alt.datum(0), text="said:N"),
        title="How far they agree beyond chance",
        width=300,
        height=236,
    )
    return alt.hconcat(boundaries, panel, spacing=50, background="white", padding=12)


def shuffles(readers: sm.Corpus, metric: str) -> alt.LayerChart:
    """What shuffled codings reach, and what the readers have."""
    values = [sm.agree(readers, metric, shuffles=1, rng=seed).shuffled for seed in range(1_000)]
    observed = sm.agree(readers, metric).observed
    ticks = axis(f"Mean {metric}", values=[0.3, 0.4, 0.5, 0.6, 0.7, 0.8], format=".1f")
    bars = (
        chart({"value": value} for value in values)
        .mark_bar(color=RAMP[1])
        .encode(
            x=alt.X("value:Q", bin=alt.Bin(step=0.01), scale=alt.Scale(domain=[0.3, 0.8]), axis=ticks),
            y=alt.Y("count():Q", axis=number_axis("Shuffles")),
        )
    )
    line = chart([{"value": observed}]).mark_rule(color=LINES[1], strokeWidth=2.5)
    title = f"{metric}: 1,000 shuffles, and the readers ({observed:.2f})"
    return layered(bars, line.encode(x="value:Q"), title=title, width=300, height=180)


def rare_boundaries() -> alt.LayerChart:
    """What coders who ignore the text reach, by how rare boundaries are."""
    names = {"S, π": "π of S", "B, π": "π of B", "B, above shuffled": "above shuffled, S and B"}
    points = [
        {"rate": _number(row["boundaries per place"]), "curve": name, "value": _number(row[column])}
        for row in table("chance.md", "boundaries per place")
        for column, name in names.items()
    ]
    x = alt.X("rate:Q", scale=alt.Scale(domain=[0, 0.4]), axis=axis("Boundaries per place"))
    y = alt.Y("value:Q", scale=alt.Scale(domain=[-0.05, 1]), axis=number_axis("Value"))
    drawn = curves(points, list(names.values()), x, y)
    return layered(drawn, title="Simulated coders who ignore the text", width=420, height=220)


def coverage() -> alt.LayerChart:
    """How often 95 % intervals of B contain the true value, by the method."""
    jackknife = {(row["items x coders"], row["other"]): row["B"] for row in table("statistics.md", "items x coders")}
    points = []
    for row in table("statistics.md", "items x coders | other | percentile"):
        study = f"{row['items x coders']}, other {row['other']}"
        cells = {"jackknife": jackknife[row["items x coders"], row["other"]], "percentile": row["percentile"]}
        points += [
            {"study": study, "method": method, "held": _number(cell.split("/")[-1])} for method, cell in cells.items()
        ]
    methods = ["jackknife", "percentile"]
    held = alt.X("held:Q", scale=alt.Scale(domain=[50, 100]), axis=number_axis("Intervals that contain the value (%)"))
    marks = (
        chart(points)
        .mark_point(filled=True, size=110, opacity=1)
        .encode(
            x=held,
            y=named("Y", "study:N", dict.fromkeys(point["study"] for point in points)),
            color=alt.Color("method:N", scale=alt.Scale(domain=methods, range=list(LINES[:2])), legend=legend(None)),
            shape=alt.Shape("method:N", scale=alt.Scale(domain=methods, range=["circle", "diamond"])),
        )
    )
    meant = chart([{"held": 95}]).mark_rule(color=QUIET, strokeDash=[4, 3]).encode(x=held)
    return layered(meant, marks, title="95 % intervals of B: how often they are right", width=420, height=150)


def conventions() -> alt.LayerChart:
    """WindowDiff of the same codings under every convention."""
    found = sorted(
        (_number(row["WindowDiff macro"]), row["preset"].strip("`"))
        for row in table("metrics.md", "preset | C: k")
        if row["WindowDiff macro"] != "–"
    )
    x = alt.X("value:Q", scale=alt.Scale(domain=[0.28, 0.45]), axis=number_axis("WindowDiff, mean of 488 pairs"))
    data = chart(({"preset": preset, "value": value} for value, preset in found))
    data = data.encode(x=x, y=named("Y", "preset:N", [preset for _, preset in found]))
    points = data.mark_point(filled=True, size=90, color=LINES[0], opacity=1)
    texts = data.mark_text(align="left", dx=9, color=INK).encode(text=alt.Text("value:Q", format=".4f"))
    return layered(points, texts, title="The same codings under nine conventions", width=420, height=200)


def draw_performance() -> None:
    """The pictures of the page on performance, from its table and from the published measurements."""
    found = [
        (row["work"], row["other tool"].split(":")[0], row["ratio"])
        for row in table("performance.md", "work | other tool")
    ]
    points: list[dict[str, Any]] = [
        {"work": f"{work.replace(', per pair', '')} ({tool})", "tool": tool, "ratio": float(ratio.replace(",", ""))}
        for work, tool, ratio in found
    ]
    points.sort(key=lambda point: point["ratio"], reverse=True)
    tools = list(dict.fromkeys(point["tool"] for point in points))
    data = chart(points).encode(
        x=alt.X(
            "ratio:Q", scale=alt.Scale(type="log", domain=[5, 400_000]), axis=number_axis("Times as fast", values=_TENS)
        ),
        y=named("Y", "work:N", [point["work"] for point in points], labelLimit=320),
    )
    marks = data.mark_point(filled=True, size=90, opacity=1)
    marks = marks.encode(
        color=alt.Color("tool:N", scale=alt.Scale(domain=tools, range=list(LINES[: len(tools)])), legend=legend(None))
    )
    texts = data.mark_text(align="left", dx=9, color=INK).encode(text=alt.Text("ratio:Q", format=",.0f"))
    title = "Time of other tools over the time of Seamark"
    peers = layered(marks, texts, title=title, width=420, height=300)
    peers = peers.properties(padding={"left": 60, "right": 10, "top": 5, "bottom": 5})  # for long labels
    charts.save_chart(peers, IMAGES / "performance-peers.svg")
    charts.save_chart(growth(), IMAGES / "performance-growth.svg")


def growth() -> alt.LayerChart:
    """Processor time against size, relative to the smallest size."""
    rows = [
        ("`score_pairs`, S", "pairs", "S: pairs"),
        ("`score_pairs`, B", "boundaries", "B: boundaries"),
        ("`score_pairs`, windowdiff", "boundaries", "WindowDiff: boundaries"),
        ("`agree`, two-way interval", "items", "agree: items"),
        ("`score_parquet`, four metrics", "rows", "Parquet: rows"),
        ("`TextTiling`", "characters", "TextTiling: characters"),
    ]
    measured = {(row["job"], row["against"]): row for row in table(MEASURED, "job | against")}
    points = []
    for job, against, name in rows:
        row = measured[job, against]
        sizes = [float(size.replace(",", "")) for size in row["sizes"].split(", ")]
        times = [float(time) for time in row["processor time, s"].split(", ")]
        points += [
            {"curve": name, "size": size / sizes[0], "time": time / times[0]}
            for size, time in zip(sizes, times, strict=True)
        ]
    scale = alt.Scale(type="log", domain=[1, 100])
    x = alt.X("size:Q", scale=scale, axis=number_axis("Size, times the smallest", values=_TENS))
    y = alt.Y("time:Q", scale=scale, axis=number_axis("Processor time, times the shortest", values=_TENS))
    drawn = curves(points, [name for *_, name in rows], x, y)
    ends = chart([{"size": 1, "time": 1}, {"size": 100, "time": 100}])
    line = ends.mark_line(color=RAMP[0], strokeWidth=7).encode(x=x, y=y)
    return layered(line, drawn, title="Processor time against size; the broad line is linear", width=420, height=300)


def curves(points: list[dict[str, object]], names: Sequence[str], x: alt.X, y: alt.Y) -> alt.Chart:
    """A layer of curves with points, distinguished by colour and dashes."""
    shown = legend(None, symbolType="stroke", symbolSize=500, columns=3)
    dashes = alt.Scale(domain=names, range=[list(dash) for dash in _DASHES[: len(names)]])
    return (
        chart(points)
        .mark_line(strokeWidth=2, point=True)
        .encode(
            x=x,
            y=y,
            color=alt.Color("curve:N", scale=alt.Scale(domain=names, range=LINES[: len(names)]), legend=shown),
            strokeDash=alt.StrokeDash("curve:N", scale=dashes, legend=shown),
        )
    )


def table(page: str | Path, first_cells: str) -> Iterator[dict[str, str]]:
    """The rows of the table of a page whose heading begins with these cells, by the names of its columns."""
    lines = iter((DOCS / page).read_text(encoding="utf-8").splitlines())
    heading = next(line for line in lines if line.startswith(f"| {first_cells} |"))
    next(lines)
    for line in lines:
        if not line.startswith("|"):
            return
        yield dict(zip(_cells(heading), _cells(line), strict=True))


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def _number(cell: str) -> float:
    return float(cell.replace("−", "-"))


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


def draw_reports() -> None:
    """The beginning of the report on a corpus."""
    with open_browser() as (browser, folder):
        report = folder / "report.html"
        sm.write_report(sm.datasets.moonstone(), report, title="The Moonstone in episodes", texts=False)
        photograph(browser, report, "report", width=1200, height=1500, scheme="light")


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
    """The pages of a study: annotation, the report's disputed places, adjudication."""
    study = sm.load(DOCS / "study" / "codings.json")
    with open_browser() as (browser, folder):
        page, report, disputes = (folder / name for name in ("page.html", "report.html", "disputes.html"))
        guidelines = "Place a boundary where the text turns to something else."
        sm.write_annotation_page(study, page, study="Harbour, orchard, mill", coder="ann", guidelines=guidelines)
        sm.write_report(study, report)
        sm.adjudicate(study, disputes, only="disputed")
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
        sound = {"recording": song, "keys": cut}
        photograph(browser, folder / "song.html", "recording", width=1280, height=800, scheme="light", **sound)
        photograph(browser, report, "disputed", width=1000, height=900, scheme="light", part="#disputed")
        photograph(browser, disputes, "adjudicate", width=1280, height=800, scheme="light", keys=near_miss)


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    steps = {"charts": draw_charts, "performance": draw_performance, "pages": draw_study, "reports": draw_reports}
    for step in sys.argv[1:] or steps:
        steps[step]()
