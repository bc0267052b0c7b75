"""A page with scores: the answer, the tables, and a picture of the field for the first items; one file, no scripts."""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from html import escape
from typing import Any

from seamark.base.checks import path_of, true_or_false
from seamark.base.errors import InputError
from seamark.base.files import write_file
from seamark.base.results import Table
from seamark.base.version import __version__
from seamark.charts.spans import chart_of_task
from seamark.charts.theme import chart_file
from seamark.model.corpus import Corpus
from seamark.tasks.declared import Task
from seamark.tasks.score import with_common_ends

__all__ = ["write_score_page"]

#: Items that are drawn.
_MOST_PICTURES = 5
_STYLE = (
    "body{font:15px/1.5 Helvetica Neue,Helvetica,Arial,sans-serif;color:#1d2b34;max-width:60rem;margin:2rem auto;"
    "padding:0 1rem}div{overflow-x:auto}table{border-collapse:collapse;margin:1rem 0;min-width:36rem}"
    "caption{text-align:left;font-weight:bold}"
    "td,th{padding:.15rem .8rem .15rem 0;text-align:left;border-bottom:1px solid #d3dadf}"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere;color:#5d6b74;font-size:12px}"
)


def pictures_of(task: Task, reference: Corpus, hypothesis: Corpus, resolution: float | None = None) -> dict[str, str]:
    """The picture of a field for each of the first items, by the name of the item."""
    (one, other), _ = with_common_ends([reference, hypothesis], task.ends)
    codings = {}
    for item in [name for name in one if name in other]:
        coders = one[item]
        named = coders if len(coders) > 1 else {"reference": next(iter(coders.values()))}
        codings[item] = {**named, "hypothesis": next(iter(other[item].values()))}
    return task_pictures(task, codings, reference.texts, resolution)


def task_pictures(
    task: Task,
    codings: Mapping[str, Mapping[str, Any]],
    texts: Mapping[str, Sequence[str]],
    resolution: float | None = None,
) -> dict[str, str]:
    """How a field looks at the first of these items: images as they stand in a page, by the name of the item.

    An item that has too much for one picture is left out.
    """
    found = {}
    for item, by_coder in list(codings.items())[:_MOST_PICTURES]:
        with suppress(InputError):
            found[item] = image(chart_of_task(task, by_coder, texts.get(item), resolution))
    return found


def image(chart: Any) -> str:
    """A chart as an image that a page holds within itself; fonts of the reader may be wider than ours."""
    chart = chart.properties(padding={"left": 30, "right": 10, "top": 5, "bottom": 5})
    return f"data:image/svg+xml;base64,{base64.b64encode(chart_file(chart, 'picture.svg')).decode('ascii')}"


def write_score_page(
    path: str | os.PathLike[str],
    sentences: Sequence[str],
    tables: Sequence[Table],
    signatures: Sequence[str],
    pictures: Mapping[str, str],
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
        Images by their heading, as ``image`` makes them.
    title
        Heading of the page.
    force
        Whether a file that is there may be replaced.
    """
    true_or_false(force, "force")
    parts = [f"<h1>{escape(title)}</h1>", *(f"<p>{escape(sentence)}</p>" for sentence in sentences)]
    parts += [f'<div tabindex="0">{table.as_html()}</div>' for table in tables]
    for heading, source in pictures.items():
        parts.append(
            f'<h2>{escape(heading)}</h2><div tabindex="0"><img alt="Codings of {escape(heading)}" src="{source}"></div>'
        )
    parts.append(f"<pre>{escape(chr(10).join([*signatures, f'Seamark {__version__}']))}</pre>")
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    page = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body><main>\n" + "\n".join(parts) + "\n</main></body></html>\n"
    )
    write_file(path_of(path, "path"), [page.encode("utf-8", "backslashreplace")], force=force)
