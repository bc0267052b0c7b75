"""Run the reproduction, all targets or those asked for, and show it as one HTML page.

The page draws the figures from computed values, with the printed points on top.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypedDict, get_args

from seamark.base.checks import items_of, of_kind, one_of, path_of, true_or_false
from seamark.base.errors import InputError
from seamark.base.extras import require
from seamark.base.files import write_file
from seamark.base.numbers import counted
from seamark.base.results import Cell, FrozenMapping, ResultRecord, Table
from seamark.base.version import __version__
from seamark.charts import heatmap, theme
from seamark.datasets import moonstone
from seamark.model.corpus import Corpus
from seamark.reproduce.claims import Claim, claims_of_text
from seamark.reproduce.paper import (
    FIGURES,
    Check,
    Figure,
    Verdict,
    corpus_checks,
    example_checks,
    figure5_checks,
    published,
    similarity_of,
    table1_checks,
    table2_checks,
)

if TYPE_CHECKING:
    from altair import LayerChart

#: What can be reproduced without a corpus.
WITHOUT_CORPUS: Mapping[str, Callable[[], Iterator[Check]]] = {
    "examples": example_checks,
    **{name: partial(figure5_checks, name) for name in FIGURES},
    "table1": table1_checks,
}
#: What needs the Moonstone corpus.
WITH_CORPUS: Mapping[str, Callable[[Corpus], Iterator[Check]]] = {
    "table2": table2_checks,
    "corpus": corpus_checks,
}
#: What the text says about the chapters, which is no number.
CLAIMS = "claims"
#: All targets, in the order of the paper.
TARGETS = (*WITHOUT_CORPUS, *WITH_CORPUS, CLAIMS)


class ReproductionDocument(TypedDict):
    """A reproduction in JSON."""

    holds: bool
    counts: dict[str, dict[str, int]]
    left_out: dict[str, str]
    values: list[Check]
    claims: list[Claim]


@dataclass(frozen=True, slots=True)
class Reproduction(ResultRecord):
    """Published values beside computed ones.

    Attributes
    ----------
    checks
        One per published value.
    left_out
        Targets that were not run, each with the reason.
    corpus
        The Moonstone corpus, if it was found.
    claims
        What the text says about the chapters.
    """

    checks: tuple[Check, ...]
    left_out: Mapping[str, str]
    corpus: Corpus | None
    claims: tuple[Claim, ...] = ()

    def answer(self) -> tuple[str, ...]:
        """How many values and claims of the paper hold."""
        counts = self.counts()
        verdicts = ", ".join(f"{counts.get(verdict, 0)} {verdict}" for verdict in get_args(Verdict))
        values = f"{counted(len(self.checks), 'printed value')}: {verdicts}."
        if not self.claims:
            return (values,)
        held = sum(claim.holds for claim in self.claims)
        asked = [claim.survives for claim in self.claims if claim.survives is not None]
        return (
            values,
            f"Of {counted(len(self.claims), 'claim')} in the text about the chapters, {held} hold by the paper's own "
            f"numbers; of the {len(asked)} about agreement, {sum(asked)} also hold above shuffled codings.",
        )

    def table(self) -> Table:
        """How many values of every target got each verdict."""
        verdicts: tuple[Verdict, ...] = get_args(Verdict)
        counts = [(target, self.counts(target)) for target in self.targets]
        rows: list[tuple[Cell, ...]] = [
            (name, sum(found.values()), *(found.get(verdict, 0) for verdict in verdicts)) for name, found in counts
        ]
        whole = self.counts()
        total: tuple[Cell, ...] = ("all", len(self.checks), *(whole.get(verdict, 0) for verdict in verdicts))
        return Table(("target", "values", *verdicts), rows, summary=[total])

    def claims_table(self) -> Table:
        """What the text says, whether it holds, and whether it survives shuffling."""
        rows = [(one.claim, one.holds, one.found, one.survives, one.above_shuffled) for one in self.claims]
        header = ("claim", "holds", "found", "holds above shuffled", "found above shuffled")
        return Table(header, rows, title="What the text says about the chapters")

    def counts(self, target: str | None = None) -> Mapping[Verdict, int]:
        """How many values got each verdict."""
        return Counter(check.verdict for check in self.checks if target in (None, check.target))

    @property
    def targets(self) -> tuple[str, ...]:
        """What was run, in the order of the paper."""
        return tuple(target for target in TARGETS if self.counts(target))

    @classmethod
    def _document(cls) -> Any:
        return ReproductionDocument

    def rows(self) -> list[dict[str, Any]]:
        """Every published value beside the computed one."""
        return [check.to_dict() for check in self.checks]

    def to_dict(self) -> dict[str, Any]:
        """Whether everything holds, the verdicts per target, and every value."""
        return {
            "holds": self.holds,
            "counts": {target: dict(self.counts(target)) for target in self.targets},
            "left_out": dict(self.left_out),
            "values": self.rows(),
            "claims": [claim.to_dict() for claim in self.claims],
        }

    @property
    def holds(self) -> bool:
        """Whether no value is different."""
        return self.counts().get("different", 0) == 0


def reproduce(targets: Iterable[str] = (), *, corpus: str | os.PathLike[str] | None = None) -> Reproduction:
    """Compute what the 2012 paper printed.

    Parameters
    ----------
    targets
        Some of ``TARGETS``; by default all.
    corpus
        The folder of the Moonstone corpus; by default it is looked for through ``SEAMARK_CORPORA``, then fetched.
        Targets that need it are left out, with the reason, when it cannot be had.

    Returns
    -------
    Reproduction

    Examples
    --------
    >>> result = reproduce(["examples", "figure5b"])
    >>> dict(result.counts())
    {'equal': 55, 'explained': 2}
    """
    chosen = _chosen(targets)
    found, reason = _corpus(corpus) if any(target not in WITHOUT_CORPUS for target in chosen) else (None, "")
    checks: list[Check] = []
    claims: list[Claim] = []
    left_out: dict[str, str] = {}
    for target in chosen:
        if target in WITHOUT_CORPUS:
            checks.extend(WITHOUT_CORPUS[target]())
        elif found is None:
            left_out[target] = reason
        elif target == CLAIMS:
            claims.extend(claims_of_text(found))
        else:
            checks.extend(WITH_CORPUS[target](found))
    return Reproduction(tuple(checks), FrozenMapping(left_out), found, tuple(claims))


def _chosen(targets: object) -> tuple[str, ...]:
    given = items_of(targets, "targets", f"some of {', '.join(TARGETS)}")
    return tuple(dict.fromkeys(one_of(target, "a target", TARGETS) for target in given)) or TARGETS


def _corpus(folder: str | os.PathLike[str] | None) -> tuple[Corpus | None, str]:
    try:
        return moonstone(folder), ""
    except InputError as error:
        if folder is not None:
            raise
        return None, str(error)


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


def _pictures(result: Reproduction) -> Iterator[dict[str, str]]:
    for name, figure in FIGURES.items():
        if name in result.targets:
            yield _drawn(figure.title, _curves(figure, published(name)))
    if result.corpus is not None:
        yield _drawn("Figure 6: heat maps of the chapters", heatmap(result.corpus))


def _curves(figure: Figure, printed: Sequence[Mapping[str, str]]) -> LayerChart:
    """Computed curves, with the printed points on top."""
    alt, names = theme.load_altair(), [curve.legend for curve in figure.curves]
    computed = [
        {"curve": curve.legend, "x": x, "value": similarity_of(curve.printed_with or curve.metric, pair)}
        for curve in figure.curves
        for x, pair in figure.pairs().items()
    ]
    points = [
        {"curve": curve.legend, "x": int(next(iter(row.values()))), "value": float(row[curve.column])}
        for curve in figure.curves
        for row in printed
    ]
    x = alt.X("x:Q", scale=alt.Scale(nice=False), axis=theme.axis(figure.axis))
    y = alt.Y("value:Q", scale=alt.Scale(domain=[0, 1]), axis=theme.number_axis("Similarity"))
    circles = theme.chart(points, "the curves").mark_point(filled=False, size=24, strokeWidth=1.1, opacity=1)
    return theme.layered(
        theme.curves(computed, names, x, y, ["curve:N", "x:Q", alt.Tooltip("value:Q", format=".4f")]),
        circles.encode(x=x, y=y, color=alt.Color("curve:N", legend=None)),
        title=figure.title,
        width=420,
        height=theme.CURVE_HEIGHT,
    )


def _drawn(title: str, chart: Any) -> dict[str, str]:
    """A chart as SVG, with its heading."""
    return {"title": title, "svg": theme.chart_file(chart, "figure.svg").decode("utf-8")}
