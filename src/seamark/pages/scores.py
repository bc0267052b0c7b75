"""A page with scores: the answer, the tables, and a picture of the field for the first items; one file, no scripts."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from seamark import charts
from seamark.base.checks import path_of, true_or_false
from seamark.base.files import write_file
from seamark.base.results import Table
from seamark.base.version import __version__
from seamark.charts.theme import chart_file
from seamark.model.corpus import Corpus
from seamark.tasks.declared import Task
from seamark.tasks.score import with_common_ends

__all__ = ["write_score_page"]

#: Items that are drawn.
_MOST_PICTURES = 5
_STYLE = (
    "body{font:15px/1.5 Helvetica Neue,Helvetica,Arial,sans-serif;color:#1d2b34;max-width:60rem;margin:2rem auto;"
    "padding:0 1rem}table{border-collapse:collapse;margin:1rem 0}caption{text-align:left;font-weight:bold}"
    "td,th{padding:.15rem .8rem .15rem 0;text-align:left;border-bottom:1px solid #d3dadf}"
    "img{max-width:100%}pre{white-space:pre-wrap;overflow-wrap:anywhere;color:#5d6b74;font-size:12px}"
)


def pictures_of(task: Task, reference: Corpus, hypothesis: Corpus) -> Iterator[tuple[str, Any]]:
    """The chart of a field for each of the first items, with the name of the item."""
    one, other, _ = with_common_ends(reference, hypothesis, task.ends)
    for item in [name for name in one if name in other][:_MOST_PICTURES]:
        a, b = (next(iter(side[item].values())) for side in (one, other))
        words = reference.texts.get(item)
        if task.chart == "turns":
            yield item, charts.turns(a, b)
        elif task.chart == "tags" and words is not None:
            yield item, charts.tags(words, {"reference": a, "hypothesis": b})
        elif task.kind in ("labels", "spans"):
            yield item, charts.bars({"reference": a, "hypothesis": b})
        else:
            yield item, charts.alignment(a, b, names=("reference", "hypothesis"))


def write_score_page(
    path: str | os.PathLike[str],
    sentences: Sequence[str],
    tables: Sequence[Table],
    signatures: Sequence[str],
    pictures: Mapping[str, Any],
    *,
    title: str,
    force: bool = False,
) -> None:
    """Write the page.

    Parameters
    ----------
    path
        Where to.
    sentences, tables, signatures
        What a result says, as ``answer()``, ``table()`` and ``signatures()`` give it.
    pictures
        Charts by their heading.
    title
        Heading of the page.
    force
        Whether a file that is there may be replaced.
    """
    true_or_false(force, "force")
    parts = [f"<h1>{escape(title)}</h1>", *(f"<p>{escape(sentence)}</p>" for sentence in sentences)]
    parts += [table.as_html() for table in tables]
    for heading, chart in pictures.items():
        data = base64.b64encode(chart_file(chart, "picture.svg")).decode("ascii")
        parts.append(f"<h2>{escape(heading)}</h2>")
        parts.append(f'<img alt="Codings of {escape(heading)}" src="data:image/svg+xml;base64,{data}">')
    parts.append(f"<pre>{escape(chr(10).join([*signatures, f'Seamark {__version__}']))}</pre>")
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    page = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body><main>\n" + "\n".join(parts) + "\n</main></body></html>\n"
    )
    write_file(path_of(path, "path"), [page.encode("utf-8", "backslashreplace")], force=force)
