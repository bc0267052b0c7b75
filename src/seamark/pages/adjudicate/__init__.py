"""The adjudication page: what coders dispute, decided place by place in a browser."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Hashable, Mapping, Set
from itertools import groupby
from typing import Any, Literal, TypeAlias, get_args

from seamark.agreement.consensus import consensus, default_metric
from seamark.agreement.disputes import BoundaryGroup, boundary_groups
from seamark.base.checks import hint, one_of, shown, string_of, true_or_false
from seamark.base.errors import InputError
from seamark.metrics.edit import near_miss_width
from seamark.model.coding import positive_time
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.model.segmentation import Segmentation
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

    The page asks about one boundary after another, the most disputed first; near misses of one boundary are one
    question. It shows how far the decisions agree with each coder, keeps them in the browser, and saves ``gold.json``,
    which ``load`` reads, and a table of the decisions.

    Parameters
    ----------
    corpus
        The codings, with their texts if there are any.
    path
        The HTML file to write.
    start
        What stands where nothing has been decided: ``"consensus"``, that of the function ``consensus``; ``"coder
        NAME"``, the boundaries of one coder, who must have coded every item; ``"empty"``, no boundary.
    only
        ``"disputed"``: boundaries that all coders place alike are in the result and are not asked about. By default
        they are asked about too, after the others.
    blind
        Whether the page does not hold the names of the coders, who are numbered in an arbitrary order. Otherwise it
        calls them by letters until somebody asks for their names.
    n
        Boundaries up to ``n - 1`` units apart are near misses, and one question.
    resolution
        Seconds per unit of recordings, so that the page speaks of times.
    title
        The heading of the page; by default the ``title`` in the corpus's metadata, or a plain one.
    force
        Whether a file that is there already is replaced.

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
    true_or_false(blind, "blind")
    if title is not None:
        string_of(title, "title")
    study = as_corpus(corpus)
    step = None if resolution is None else positive_time(resolution, "resolution")
    data = {"step": step, **_data(study, string_of(start, "start"), only, blind, near_miss_width(n))}
    named = study.metadata.get("title")
    heading = title or (named if isinstance(named, str) and named.strip() else "Decide what the coders dispute")
    named_types = len(data["labels"]) > 1 and not all(isinstance(label, int) for label in data["labels"])
    contents = {
        "title": heading,
        "blind": blind,
        "recordings": step is not None,
        "named_types": named_types,
    }
    what = "an adjudication page"
    write_page(path, force, "adjudicate", contents, data=data, what=what, desk=True, media=step is not None)


def _data(corpus: Corpus, start: str, only: Only | None, blind: bool, n: int) -> dict[str, Any]:
    """What the script of the page works on; boundaries are pairs of a position and the number of a type."""
    agreed = consensus(corpus, metric=default_metric(corpus, n))
    begun = _start(corpus, start, agreed)
    order = _shuffled(corpus)
    number = {coder: index for index, coder in enumerate(order)}
    types = list(
        dict.fromkeys(
            boundary.type
            for codings in corpus.values()
            for coding in codings.values()
            for boundary in coding.boundaries
        )
    )
    code = {label: index for index, label in enumerate(types)}
    listed: list[dict[str, Any]] = []
    disputes: list[dict[str, Any]] = []
    by_item = groupby(boundary_groups(corpus, n=n, agreed=agreed), key=lambda group: group.item)
    groups = {item: list(found) for item, found in by_item}
    for item, codings in corpus.items():
        together = set(agreed[item].boundaries)
        starting = None if begun is agreed else set(begun[item].boundaries)
        asked = [
            _dispute(group, number, code, together, starting, only) | {"item": len(listed)}
            for group in groups.get(item, ())
        ]
        grouped = {tuple(dispute["start"]) for dispute in asked if dispute["start"]}
        disputes += asked
        listed.append(
            {
                "name": item,
                "mass": corpus.lengths[item],
                "texts": corpus.texts.get(item),
                "codings": {str(number[coder]): _places(coding, code) for coder, coding in codings.items()},
                # A boundary of the consensus may belong to no boundary of a coder; it is not asked about, and stays.
                "kept": [place for place in _places(begun[item], code) if tuple(place) not in grouped],
            }
        )
    disputes.sort(key=lambda dispute: -dispute["disagreement"])
    data: dict[str, Any] = {
        "blind": blind,
        "items": listed,
        "coders": [f"coder {index + 1}" for index in range(len(order))] if blind else list(order),
        "types": [str(label) for label in types],
        "labels": [label if isinstance(label, int | str) else str(label) for label in types],
        "disputes": disputes,
        "start": _CODER.strip() if blind and start.startswith(_CODER) else start,
    }
    return data | {"fingerprint": hashlib.sha256(script_json(data).encode("utf-8", "surrogatepass")).hexdigest()[:16]}


def _start(corpus: Corpus, start: str, agreed: Mapping[str, Segmentation]) -> Mapping[str, Segmentation]:
    """The segmentation of every item before anything is decided."""
    if start == "consensus":
        return agreed
    if start == "empty":
        return {item: Segmentation.from_positions([], mass) for item, mass in corpus.lengths.items()}
    if not start.startswith(_CODER):
        raise InputError(f"start is {shown(start)}; expected 'consensus', 'empty' or 'coder NAME'")
    coder = start.removeprefix(_CODER)
    if coder not in corpus.coder_names:
        raise InputError(
            f"start is {shown(start)}; no coder is called {shown(coder)}; {hint(coder, corpus.coder_names)}"
        )
    for item, codings in corpus.items():
        if coder not in codings:
            raise InputError(f"start is {shown(start)}; that coder has not coded item {shown(item)}")
    return {item: codings[coder] for item, codings in corpus.items()}


def _shuffled(corpus: Corpus) -> list[str]:
    """The coders in an order that does not tell who they are, the same whenever the page is made."""
    return sorted(corpus.coder_names, key=lambda coder: hashlib.sha256(f"{len(corpus)} {coder}".encode()).digest())


def _places(coding: Segmentation, code: Mapping[Hashable, int]) -> list[list[int]]:
    return [[boundary.position, code[boundary.type]] for boundary in coding.boundaries]


def _dispute(
    group: BoundaryGroup,
    number: Mapping[str, int],
    code: Mapping[Hashable, int],
    agreed: Set[tuple[int, Hashable]],
    begun: Set[tuple[int, Hashable]] | None,
    only: Only | None,
) -> dict[str, Any]:
    """A boundary about which the page asks; without a start of its own, it starts where the consensus has it."""
    placed = set(group.placed.values())
    # The consensus may lie between the places of the coders.
    likely = {(group.position, label) for _, label in placed} & agreed if group.in_consensus else set()
    unanimous = group.disagreement == 0 and only == "disputed"
    starting = placed if unanimous else likely if begun is None else placed & begun

    def first(places: Set[tuple[int, Hashable]]) -> list[int] | None:
        return min(([position, code[label]] for position, label in places), default=None)

    return {
        "placed": {str(number[coder]): [position, code[label]] for coder, (position, label) in group.placed.items()},
        "missing": sorted(number[coder] for coder in group.missing),
        "consensus": first(likely),
        "start": first(starting),
        "disagreement": group.disagreement,
        "asked": not unanimous,
    }
