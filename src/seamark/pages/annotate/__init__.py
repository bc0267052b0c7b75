"""The annotation page: the texts of a study for one coder, as one HTML file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

from seamark.base.checks import by_name, count_between, shown
from seamark.base.errors import InputError
from seamark.io.annotations import checksum_of, fingerprint_of
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation
from seamark.pages.annotate.study import AGAIN, StudyOptions, label_names
from seamark.pages.page import script_json, write_page
from seamark.segmenters.run import texts_of
from seamark.stats.resampling import RandomSource

__all__ = ["write_annotation_page"]


def write_annotation_page(
    texts: Corpus | Mapping[str, Sequence[str]],
    path: str | PathLike[str],
    *,
    paragraphs: Mapping[str, Sequence[int]] | None = None,
    study: str = "study",
    coder: str | None = None,
    types: Sequence[str | int] = (),
    guidelines: str = "",
    items_per_page: int = 1,
    shuffle: bool = False,
    rng: RandomSource = 0,
    repeat: float = 0.0,
    prefill: Corpus | None = None,
    force: bool = True,
) -> None:
    """Write a page on which a coder places boundaries in texts; it is one file, and needs no server.

    The page keeps what is done in the browser, and saves it as ``STUDY-CODER.json``; ``collect`` joins such files.

    Parameters
    ----------
    texts
        The units of every item, or a corpus that holds them; codings of the corpus are not shown.
    path
        The HTML file to write.
    paragraphs
        The units of an item, counted from 0, that begin a paragraph; units of one paragraph are then shown as running
        text. By default every unit stands by itself.
    study
        Name of the study, for the heading and the names of saved files.
    coder
        Who annotates; by default the page asks for a name.
    types
        Names of boundary types, at most nine; by default there is one type, without a name.
    guidelines
        What coders should keep to, as plain text.
    items_per_page
        How many items stand under each other.
    shuffle
        Whether the items come in a random order; it depends on ``rng`` and on the coder's name.
    rng
        Seed or generator for the order.
    repeat
        The share of items that come a second time at the end, so that ``self_agreement`` shows how far a coder agrees
        with himself or herself.
    prefill
        A corpus of one coder, such as a segmenter, whose boundaries the page starts from.
    force
        Whether an existing file is replaced.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     page = Path(folder, "ann.html")
    ...     write_annotation_page({"poem": ["Roses are red,", "violets are blue."]}, page, coder="ann")
    ...     "Roses are red" in page.read_text(encoding="utf-8")
    True
    """
    options = StudyOptions(study, coder, guidelines, shuffle, rng, repeat)
    once = texts_of(texts)
    units = options.with_repeats(once)
    begins = {} if paragraphs is None else by_name(paragraphs, "paragraphs", "the units of an item that begin one")
    named = label_names(types, "a boundary type")
    checksums = {item: checksum_of(its) for item, its in units.items()}
    start = {} if prefill is None else _start(prefill, units, named)
    data = {
        **options.data(list(once)),
        "types": named,
        "labels": [],
        "step": None,
        "fingerprint": fingerprint_of(checksums, named),
        "itemsPerPage": count_between(items_per_page, "items_per_page", 1, 10_000),
        "items": [
            {
                "name": item,
                "checksum": checksums[item],
                "length": len(its),
                "units": its,
                "paragraphs": None if (found := begins.get(item.removesuffix(AGAIN))) is None else list(found),
                "start": start.get(item, []),
            }
            for item, its in units.items()
        ],
    }
    write_page(
        path, force, "annotate", options.contents(), data=script_json(data), what="an annotation page", desk=True
    )


def _start(prefill: Corpus, units: Mapping[str, Sequence[str]], types: Sequence[str | int]) -> dict[str, Any]:
    """Boundaries from which the page starts: a position and the number of a type for each."""
    if not isinstance(prefill, Corpus) or prefill.kind != "boundaries":
        raise InputError(f"prefill is {shown(prefill)}; expected a corpus of one coder")
    if len(prefill.coder_names) != 1:
        raise InputError(f"prefill has {len(prefill.coder_names)} coders; expected one")
    made: dict[str, Any] = {}
    for item, codings in prefill.items():
        if item not in units:
            raise InputError(f"prefill has an item {shown(item)} of which there is no text")
        (segmentation,) = codings.values()
        if segmentation.mass != len(units[item]):
            raise InputError(
                f"item {shown(item)}: prefill covers {segmentation.mass} units, the text has {len(units[item])}"
            )
        made[item] = _places(item, segmentation, types)
    return made


def _places(item: str, segmentation: Segmentation, types: Sequence[str | int]) -> list[tuple[int, int]]:
    places: dict[int, int] = {}
    for position, label in segmentation.boundaries:
        if position in places:
            raise InputError(
                f"item {shown(item)}: prefill has several types at {position}; a page places one per position"
            )
        if label not in types and not (not types and label == DEFAULT_TYPE):
            raise InputError(f"item {shown(item)}: prefill has a boundary type {shown(label)} that types does not name")
        places[position] = types.index(label) if types else 0
    return sorted(places.items())
