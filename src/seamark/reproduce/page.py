"""The reproduction as one HTML page, with the figures drawn from computed values and printed points on top."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.resources import files
from typing import NamedTuple

from seamark.base.checks import of_kind, path_of, true_or_false
from seamark.base.extras import require
from seamark.base.files import write_file
from seamark.base.version import __version__
from seamark.charts import heatmap, response
from seamark.charts.theme import chart_file
from seamark.reproduce.figure5 import FIGURES
from seamark.reproduce.published import published
from seamark.reproduce.run import Reproduction


class Picture(NamedTuple):
    """A chart as SVG, with its heading."""

    title: str
    svg: str


def write_page(result: Reproduction, path: str | os.PathLike[str], *, force: bool = False) -> None:
    """Write a self-contained page with every value and the figures; it opens without a network.

    Parameters
    ----------
    result
        What ``reproduce`` returned.
    path
        Where to.
    force
        Whether a file that is there may be replaced.
    """
    of_kind(result, Reproduction, "result", "what reproduce returns")
    true_or_false(force, "force")
    place = path_of(path, "path")
    require("jinja2", package="jinja2", extra="charts", what="writing the page")
    from jinja2 import Environment

    template = files("seamark.reproduce").joinpath("page.html.jinja").read_text(encoding="utf-8")
    html = (
        Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
        .from_string(template)
        .render(result=result, version=__version__, pictures=list(_pictures(result)))
    )
    write_file(place, [html.encode("utf-8")], force=force)


def _pictures(result: Reproduction) -> Iterator[Picture]:
    for name, figure in FIGURES.items():
        if name in result.targets:
            printed = published(name)
            metrics = {curve.legend: curve.printed_with or curve.metric for curve in figure.curves}
            points = {
                curve.legend: {float(next(iter(row.values()))): float(row[curve.column]) for row in printed}
                for curve in figure.curves
            }
            yield _drawn(figure.title, response(figure.scenario(), metrics, points=points))
    if result.corpus is not None:
        yield _drawn("Heat maps of the chapters", heatmap(result.corpus))


def _drawn(title: str, chart: object) -> Picture:
    return Picture(title, chart_file(chart, "figure.svg").decode("utf-8"))  # type: ignore[arg-type]
