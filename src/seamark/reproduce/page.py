"""The reproduction as one HTML page, with the figures drawn from computed values and printed points on top."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.resources import files
from typing import NamedTuple

from seamark.charts import heatmap, response, scenarios
from seamark.charts.saving import chart_file
from seamark.checks import of_kind, path_of, true_or_false
from seamark.extras import require
from seamark.metrics.similarity import S
from seamark.metrics.weights import EditWeights
from seamark.metrics.window_diff import WindowDiff
from seamark.reproduce.published import published
from seamark.reproduce.run import Reproduction
from seamark.safe_write import write_file
from seamark.version import __version__


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
        .render(
            result=result,
            version=__version__,
            pictures=list(_pictures(result)),
            groups=[
                (target, [check for check in result.checks if check.target == target]) for target in result.targets
            ],
        )
    )
    write_file(place, [html.encode("utf-8")], force=force)


def _pictures(result: Reproduction) -> Iterator[Picture]:
    targets = {check.target for check in result.checks}
    if "figure5a" in targets:
        metrics = {"S": S(), "1-WD, k=25": WindowDiff(25, "fournier2012")}
        points = {"S": _points("figure5a", "s"), "1-WD, k=25": _points("figure5a", "one_minus_wd")}
        yield _drawn("Figure 5a: full misses", response(scenarios.full_misses(), metrics, points=points))
    if "figure5b" in targets:
        yield _drawn("Figure 5b: near misses", _near_misses())
    if "figure5c" in targets:
        mass = {"S": S(), "1-WD": WindowDiff(convention="fournier2012")}
        printed = {"S": _points("figure5c", "s"), "1-WD": _points("figure5c", "one_minus_wd")}
        yield _drawn("Figure 5c: growing mass", response(scenarios.growing_mass(), mass, points=printed))
    if result.corpus is not None:
        yield _drawn("Heat maps of the chapters", heatmap(result.corpus))


def _near_misses() -> object:
    curves = {
        "S, n=4, unit (printed as n=3)": (S(n=4, weights=EditWeights(scale="unit")), "s_n3"),
        "S, n=5": (S(n=5), "s_n5_scaled"),
        "S, n=5, near misses free": (S(n=5, weights=EditWeights(transposition=0.0)), "s_n5_wtrp0"),
        "1-WD, k=6": (WindowDiff(6, "fournier2012"), "one_minus_wd"),
    }
    return response(
        scenarios.near_misses(),
        {name: metric for name, (metric, _) in curves.items()},
        points={name: _points("figure5b", column) for name, (_, column) in curves.items()},
    )


def _points(figure: str, column: str) -> dict[float, float]:
    return {float(next(iter(row.values()))): float(row[column]) for row in published(figure)}


def _drawn(title: str, chart: object) -> Picture:
    return Picture(title, chart_file(chart, "figure.svg").decode("utf-8"))  # type: ignore[arg-type]
