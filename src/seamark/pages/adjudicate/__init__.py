"""The adjudication page: what coders dispute, decided place by place in a browser."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Hashable, Sequence, Set
from functools import cache
from operator import itemgetter
from typing import Any, Literal, TypeAlias, get_args

from seamark.base.checks import hint, one_of, shown, string_of, true_or_false
from seamark.base.errors import InputError
from seamark.metrics.edit import near_miss_width
from seamark.model.coding import positive_time
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.pages.adjudicate.questions import ItemQuestions, Place, questions_of
from seamark.pages.page import script_json, write_page

__all__ = ["Only", "adjudicate"]

#: Which boundaries are asked about, if not all.
Only: TypeAlias = Literal["disputed"]

_CODER = "coder "


def adjudicate(
    corpus: CorpusLike,
    path: str | os.PathLike[str],
    *,
    start: str = "consensus",
    only: Only | None = None,
    blind: bool = False,
    n: int = 2,
    resolution: float | None = None,
    title: str | None = None,
    force: bool = True,
) -> None:
    """Write a page on which a person decides what the coders dispute, as one HTML file that opens without a network.

    The page asks about one boundary, labelled segment or span after another, the most disputed first; near misses of
    one boundary, and spans that mean the same, are one question. The page keeps decisions in the browser, and saves
    ``gold.json``, which ``load`` reads, and a table of the decisions. Of boundaries it shows how far the decisions
    agree with each coder.

    Parameters
    ----------
    corpus
        The codings, with their texts if there are any.
    path
        The HTML file to write.
    start
        The coding where nothing has been decided: ``"consensus"``, that of the function ``consensus``; ``"coder
        NAME"``, the boundaries of one coder, who must have coded every item; ``"empty"``, no boundary.
    only
        ``"disputed"``: boundaries that all coders place alike are in the result and are not asked about. By default
        they are asked about too, after the others.
    blind
        Whether the page does not hold the names of the coders, who are numbered in an arbitrary order. Otherwise it
        shows letters until the user asks for names.
    n
        Boundaries up to ``n - 1`` units apart are near misses, and one question.
    resolution
        Seconds per unit of recordings, so that the page speaks of times.
    title
        The heading of the page; by default the ``title`` in the corpus's metadata, or a plain one.
    force
        Whether an existing file is replaced.

    Raises
    ------
    InputError
        When an option cannot be used, or jinja2 is not installed.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> corpus = Corpus({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     adjudicate(corpus, Path(folder, "decide.html"), only="disputed")
    ...     Path(folder, "decide.html").stat().st_size < 100_000
    True
    """
    if only is not None:
        one_of(only, "only", get_args(Only))
    blind = true_or_false(blind, "blind")
    if title is not None:
        string_of(title, "title")
    study = corpus if isinstance(corpus, Corpus) else as_corpus(corpus)
    step = None if resolution is None else positive_time(resolution, "resolution")
    data = _data(study, string_of(start, "start"), only, blind, near_miss_width(n))
    named = study.metadata.get("title")
    heading = title or (named if isinstance(named, str) and named.strip() else "Decide what the coders dispute")
    named_types = len(data["labels"]) > 1 and not all(isinstance(label, int) for label in data["labels"])
    contents = {
        "title": heading,
        "blind": blind,
        "recordings": step is not None,
        "boundaries": study.kind == "boundaries",
        "named_types": named_types,
    }
    what = "an adjudication page"
    told = script_json(data)
    # Decisions belong to a page that asks the same, at whatever step of time.
    fingerprint = hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    told = f"{told[:-1]},{script_json({'step': step, 'fingerprint': fingerprint})[1:]}"
    write_page(path, force, "adjudicate", contents, data=told, what=what, desk=True, media=step is not None)


def _data(corpus: Corpus, start: str, only: Only | None, blind: bool, n: int) -> dict[str, Any]:
    """What the script of the page works on; places are lists of a position, the number of a type, and an end."""
    _check_start(corpus, start)
    order = _shuffled(corpus)
    number = {coder: str(index) for index, coder in enumerate(order)}
    code: dict[Hashable, int] = {}

    @cache
    def coded(place: Place) -> list[int]:
        return [place[0], code.setdefault(place[1], len(code)), *place[2:]]

    listed: list[dict[str, Any]] = []
    disputes: list[dict[str, Any]] = []
    lengths = corpus.lengths
    for item, one in questions_of(corpus, n):
        codings = {number[coder]: [*map(coded, own)] for coder, own in one.codings.items()}
        placed = _begun(item, one, start)
        standing = set(placed)
        grouped: set[Place | None] = set()
        for question in one.questions:
            unanimous = question.disagreement == 0 and only == "disputed"
            first = question.consensus
            if unanimous or start != "consensus":
                choices = set(question.placed.values())
                first = _first(choices if unanimous else choices & standing)
            grouped.add(first)
            disputes.append(
                {
                    "item": len(listed),
                    "placed": {number[coder]: coded(place) for coder, place in question.placed.items()},
                    "consensus": None if question.consensus is None else coded(question.consensus),
                    "start": None if first is None else coded(first),
                    "disagreement": question.disagreement,
                    "asked": not unanimous,
                }
            )
        listed.append(
            {
                "name": item,
                "mass": lengths[item],
                "texts": corpus.texts.get(item),
                "codings": codings,
                # A boundary of the consensus may belong to no boundary of a coder; it is not asked about, and stays.
                "kept": [coded(place) for place in placed if place not in grouped and place[1] in code],
            }
        )
    disputes.sort(key=itemgetter("disagreement"), reverse=True)
    return {
        "kind": corpus.kind,
        "blind": blind,
        "items": listed,
        "coders": [f"coder {index + 1}" for index in range(len(order))] if blind else list(order),
        "types": [str(label) for label in code],
        "labels": [label if isinstance(label, int | str) or label is None else str(label) for label in code],
        "disputes": disputes,
        "start": _CODER.strip() if blind and start.startswith(_CODER) else start,
    }


def _first(places: Set[Place]) -> Place | None:
    return min(places, key=lambda place: (place[0], str(place[1:])), default=None)


def _check_start(corpus: Corpus, start: str) -> None:
    if start in ("consensus", "empty"):
        return
    if not start.startswith(_CODER):
        raise InputError(f"start is {shown(start)}; expected 'consensus', 'empty' or 'coder NAME'")
    coder = start.removeprefix(_CODER)
    if coder not in corpus.coder_names:
        raise InputError(
            f"start is {shown(start)}; no coder is called {shown(coder)}; {hint(coder, corpus.coder_names)}"
        )


def _begun(item: str, one: ItemQuestions, start: str) -> Sequence[Place]:
    """The coding of an item before anything is decided."""
    if start in ("consensus", "empty"):
        return one.agreed if start == "consensus" else ()
    coder = start.removeprefix(_CODER)
    if coder not in one.codings:
        raise InputError(f"start is {shown(start)}; that coder has not coded item {shown(item)}")
    return one.codings[coder]


def _shuffled(corpus: Corpus) -> list[str]:
    """The coders in an order that does not tell who they are, the same whenever the page is made."""
    return sorted(corpus.coder_names, key=lambda coder: hashlib.sha256(f"{len(corpus)} {coder}".encode()).digest())
