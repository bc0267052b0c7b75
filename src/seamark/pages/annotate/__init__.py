"""The annotation page: the texts of a study for one coder, as one HTML file; and what pages of recordings share."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, TypeVar

import numpy as np

from seamark.base.checks import by_name, items_of, shown, string_of, true_or_false
from seamark.base.errors import InputError
from seamark.io.annotations import checksum_of, fingerprint_of
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE
from seamark.pages.page import script_json, write_page
from seamark.segmenters.run import texts_of
from seamark.stats.resampling import RandomSource, resolve_rng

__all__ = ["write_annotation_page"]

T = TypeVar("T")

#: What the name of an item ends with that comes a second time.
AGAIN = " (again)"
#: Types or labels that the keys 1 to 9 choose.
_MOST_NAMES = 9


def write_annotation_page(
    texts: Corpus | Mapping[str, Sequence[str]],
    path: str | PathLike[str],
    *,
    paragraphs: Mapping[str, Sequence[int]] | None = None,
    study: str = "study",
    coder: str | None = None,
    types: Sequence[str | int] = (),
    guidelines: str = "",
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
    options = StudyOptions(study, coder, guidelines, shuffle, resolve_rng(rng)[1], repeat)
    once = texts_of(texts)
    units = options.with_repeats(once)
    begins = {} if paragraphs is None else by_name(paragraphs, "paragraphs", "the units of an item that begin one")
    named = label_names(types, "a boundary type")
    checksums = {item: checksum_of(its) for item, its in units.items()}
    start = {} if prefill is None else _start(prefill, units, named)
    data = {
        "types": named,
        "labels": [],
        "step": None,
        "fingerprint": fingerprint_of(checksums, named),
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
    options.write_page(path, force, list(once), data)


def _start(prefill: Corpus, units: Mapping[str, Sequence[str]], types: Sequence[str | int]) -> dict[str, Any]:
    """Boundaries from which the page starts: a position and the number of a type for each."""
    if not isinstance(prefill, Corpus) or prefill.kind != "boundaries" or len(prefill.coder_names) != 1:
        raise InputError(f"prefill is {shown(prefill)}; expected a corpus of one coder")
    made: dict[str, Any] = {}
    for item, codings in prefill.items():
        if item not in units:
            raise InputError(f"prefill has an item {shown(item)} of which there is no text")
        place, (coding,) = f"item {shown(item)}", codings.values()
        if coding.mass != len(units[item]):
            raise InputError(f"{place}: prefill covers {coding.mass} units, the text has {len(units[item])}")
        if len(coding.boundaries) > len(coding.positions):
            raise InputError(f"{place}: prefill has several types at one position; a page places one per position")
        known = types or [DEFAULT_TYPE]
        for _, label in coding.boundaries:
            if label not in known:
                raise InputError(f"{place}: prefill has a boundary type {shown(label)} that types does not name")
        made[item] = [(position, known.index(label)) for position, label in coding.boundaries]
    return made


# -------------------------------------------------- what pages of texts and of recordings share


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """The options that every annotation page has, checked."""

    study: str
    coder: str | None
    guidelines: str
    shuffle: bool
    seed: int
    repeat: float

    def __post_init__(self) -> None:
        string_of(self.study, "study")
        string_of(self.guidelines, "guidelines")
        if self.coder is not None and not string_of(self.coder, "coder").strip():
            raise InputError("coder is empty; expected a name, or None for a page that asks")
        true_or_false(self.shuffle, "shuffle")
        if not (isinstance(self.repeat, (int, float)) and 0 <= self.repeat <= 1):
            raise InputError(f"repeat is {shown(self.repeat)}; expected a share from 0 to 1")

    def write_page(
        self, path: str | PathLike[str], force: bool, names: Sequence[str], data: Mapping[str, Any], **page: Any
    ) -> None:
        """Write the page of items with these names; ``data`` is what else its script has to know."""
        order, again = list(range(len(names))), self.repeated(names)
        if self.shuffle:
            # Coders see different orders, so that no item is the last one of all.
            seed = int.from_bytes((self.coder or "").encode("utf-8", "backslashreplace"), "big")
            np.random.default_rng([self._drawn(), seed]).shuffle(order)
        known = {
            "study": self.study,
            "coder": self.coder,
            "order": [*order, *range(len(names), len(names) + len(again))],
            "repeats": {f"{name}{AGAIN}": name for name in again},
            "seed": self.seed if self.shuffle else None,
            **data,
        }
        contents = {"title": self.study, "study": self.study, "guidelines": self.guidelines}
        write_page(path, force, "annotate", contents, data=script_json(known), desk=True, **page)

    def repeated(self, names: Sequence[str]) -> list[str]:
        """The items that come again, the same for all coders."""
        count = math.ceil(self.repeat * len(names))
        drawn = np.random.default_rng(self._drawn()).permutation(len(names))[:count].tolist()
        return [names[number] for number in sorted(drawn)]

    def with_repeats(self, items: Mapping[str, T]) -> dict[str, T]:
        """The items, and behind them those that come again, under another name."""
        return {**items, **{f"{name}{AGAIN}": items[name] for name in self.repeated(list(items))}}

    def _drawn(self) -> int:
        return int(resolve_rng(self.seed)[0].integers(2**63))


def label_names(names: Sequence[str | int], what: str) -> list[str | int]:
    """Names of boundary types or labels: not empty, none twice, at most one per number key."""
    named = list(items_of(names, f"{what}s", "a list of names"))
    for name in named:
        if isinstance(name, bool) or not isinstance(name, (str, int)) or not str(name).strip():
            raise InputError(f"{what} is {shown(name)}; expected a name or a whole number")
    if len({str(name) for name in named}) < len(named):
        raise InputError(f"{what} occurs twice among {shown(named)}")
    if len(named) > _MOST_NAMES:
        raise InputError(
            f"there are {len(named)} names; {what} has a number key, so that at most {_MOST_NAMES} are expected"
        )
    return named
