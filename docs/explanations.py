"""Make the pictures of the explanations: python docs/explanations.py

Measured figures are read from the tables of the pages, so that a picture shows what stands beside it. Needs the extra
[charts].
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import altair as alt

import seamark as sm
from seamark import charts
from seamark.charts.theme import DASHES, INK, LINES, QUIET, RAMP, axis, layered, legend, named_rows, number_axis, rows

DOCS = Path(__file__).parent


def table(page: str, first_cell: str) -> Iterator[dict[str, str]]:
    """The rows of the table of a page whose heading begins with this cell, by the names of its columns."""
    lines = iter((DOCS / page).read_text(encoding="utf-8").splitlines())
    heading = next(line for line in lines if line.startswith(f"| {first_cell} |"))
    next(lines)
    for line in lines:
        if not line.startswith("|"):
            return
        yield dict(zip(_cells(heading), _cells(line), strict=True))


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def _number(cell: str) -> float:
    return float(cell.replace("−", "-"))


def shuffles() -> alt.HConcatChart:
    """What shuffled codings reach, and what the readers of Stargazer have."""
    return alt.hconcat(*(_one_metric(name) for name in ("S", "B"))).resolve_scale(x="shared")


def _one_metric(name: str) -> alt.LayerChart:
    found = sm.shuffled_agreement(sm.datasets.stargazer(), name, shuffles=1_000, rng=7)
    values = [{"value": value} for value in found.replicates.tolist()]
    ticks = axis(f"Mean {name}", values=[0.3, 0.4, 0.5, 0.6, 0.7, 0.8], format=".1f")
    bars = (
        alt.Chart(rows(values, "the shuffles"))
        .mark_bar(color=RAMP[1])
        .encode(
            x=alt.X("value:Q", bin=alt.Bin(step=0.01), scale=alt.Scale(domain=[0.3, 0.8]), axis=ticks),
            y=alt.Y("count():Q", axis=number_axis("Shuffles")),
        )
    )
    line = alt.Chart(rows([{"value": found.observed}], "the line")).mark_rule(color=LINES[1], strokeWidth=2.5)
    return layered(
        bars,
        line.encode(x="value:Q"),
        title=f"{name}: 1,000 shuffles, and the readers ({found.observed:.2f})",
        width=300,
        height=180,
    )


def coverage() -> alt.LayerChart:
    """How often 95 % intervals of B for other coders hold the true value, by the method."""
    jackknife = {
        (row["items x coders"], row["other"]): _number(row["B"]) for row in table("statistics.md", "items x coders")
    }
    points = []
    for row in table("statistics.md", "items x coders | other | percentile"):
        study = f"{row['items x coders']}, other {row['other']}"
        points.append({"study": study, "method": "jackknife", "held": jackknife[row["items x coders"], row["other"]]})
        points.append({"study": study, "method": "percentile", "held": _number(row["percentile"].split("/")[1])})
    methods = ["jackknife", "percentile"]
    studies = list(dict.fromkeys(point["study"] for point in points))
    held = alt.X("held:Q", scale=alt.Scale(domain=[50, 100]), axis=number_axis("Intervals that hold the value (%)"))
    marks = (
        alt.Chart(rows(points, "the studies"))
        .mark_point(filled=True, size=110, opacity=1)
        .encode(
            x=held,
            y=alt.Y("study:N", axis=axis("Items x coders"), **named_rows(studies)),
            color=alt.Color("method:N", scale=alt.Scale(domain=methods, range=list(LINES[:2])), legend=legend(None)),
            shape=alt.Shape("method:N", scale=alt.Scale(domain=methods, range=["circle", "diamond"])),
        )
    )
    meant = alt.Chart(rows([{"held": 95}], "the line")).mark_rule(color=QUIET, strokeDash=[4, 3]).encode(x=held)
    return layered(meant, marks, title="95 % intervals of B: how often they are right", width=420, height=150)


def conventions() -> alt.LayerChart:
    """WindowDiff of the same codings under every convention."""
    found = [
        {"preset": row["preset"].strip("`"), "value": _number(row["WindowDiff macro"])}
        for row in table("metrics.md", "preset | C: k")
        if row["WindowDiff macro"] != "–"
    ]
    found.sort(key=lambda row: row["value"])
    places: dict[str, Any] = {
        "x": alt.X("value:Q", scale=alt.Scale(domain=[0.28, 0.45]), axis=number_axis("WindowDiff, mean of 488 pairs")),
        "y": alt.Y("preset:N", axis=axis(None), **named_rows(row["preset"] for row in found)),
    }
    data = alt.Chart(rows(found, "the conventions"))
    return layered(
        data.mark_point(filled=True, size=90, color=LINES[0], opacity=1).encode(**places),
        data.mark_text(align="left", dx=9, color=INK).encode(**places, text=alt.Text("value:Q", format=".4f")),
        title="The same codings under nine conventions",
        width=420,
        height=200,
    )


def rare_boundaries() -> alt.LayerChart:
    """What coders who ignore the text reach, by how rare boundaries are."""
    names = {"S, π": "π of S", "B, π": "π of B", "B, above shuffled": "above shuffled, S and B"}
    points = [
        {"rate": _number(row["boundaries per place"]), "number": name, "value": _number(row[column])}
        for row in table("which-number.md", "boundaries per place")
        for column, name in names.items()
    ]
    order = list(names.values())
    curves = (
        alt.Chart(rows(points, "the curves"))
        .mark_line(strokeWidth=2, point=True)
        .encode(
            x=alt.X("rate:Q", scale=alt.Scale(domain=[0, 0.4]), axis=axis("Boundaries per place")),
            y=alt.Y("value:Q", scale=alt.Scale(domain=[-0.05, 1]), axis=number_axis("Value")),
            color=alt.Color(
                "number:N", scale=alt.Scale(domain=order, range=list(LINES[: len(order)])), legend=legend(None)
            ),
            strokeDash=alt.StrokeDash(
                "number:N", scale=alt.Scale(domain=order, range=[list(dash) for dash in DASHES[: len(order)]])
            ),
        )
    )
    return layered(curves, title="Simulated coders who ignore the text", width=420, height=220)


PICTURES = {
    "shuffled": shuffles,
    "coverage": coverage,
    "windowdiff-conventions": conventions,
    "rare-boundaries": rare_boundaries,
    "exact": lambda: charts.alignment([1, 3, 4], [3, 3, 2], n=3, weights=sm.EditWeights(scale="unit")),
}


if __name__ == "__main__":
    for name, draw in PICTURES.items():
        charts.save_chart(draw(), DOCS / "img" / f"{name}.svg")
