"""Corpora from the literature: tiny ones that come with the package, larger ones that are fetched and checked."""

from __future__ import annotations

import json
import os
import re
from importlib.resources import files
from pathlib import Path

from seamark.base.checks import path_of, string_of
from seamark.base.errors import InputError
from seamark.base.extras import require
from seamark.model.corpus import Corpus

__all__ = ["moonstone", "stargazer"]


def stargazer() -> Corpus:
    """The Stargazer article: 21 paragraphs cut into topics by seven readers.

    Returns
    -------
    Corpus
        One item, ``stargazer``, with coders ``1`` to ``7``.

    Examples
    --------
    >>> stargazer()
    <Corpus of 1 item and 7 coders: 7 codings, 21 units per item>

    References
    ----------
    Hearst 1997.
    """
    data = json.loads(files(__name__).joinpath("stargazer.json").read_text(encoding="utf-8"))
    return Corpus(data["items"], metadata={"source": data["source"]})


# ---------------------------------- The Moonstone: 20 chapters of a novel, cut into topics by 27 coders in five groups


#: The public copy, at a fixed state.
SOURCE = (
    "https://raw.githubusercontent.com/contours/textseg/ea5d02a174a6a0dddbe21a67bd70ac260f948c59/data/moonstone_corpus/"
)
#: Where corpora are looked for before anything is fetched.
VARIABLE = "SEAMARK_CORPORA"

#: Which group of coders read which chapter. The list that comes with the corpus has a slip: it gives chapter 9 to
#: group 1, whose four coders read chapter 11.
GROUPS = {
    "g1": (1, 3, 4, 11),
    "g2": (2, 5, 8, 10),
    "g3": (7, 9, 12, 13),
    "g4": (14, 15, 16, 20),
    "g5": (17, 18, 19, 21),
}


def moonstone(folder: str | os.PathLike[str] | None = None, *, source: str = SOURCE) -> Corpus:
    """Topical segmentations of 20 chapters of *The Moonstone* at paragraph level, with the texts.

    Coders of different groups are different people, so they carry the name of their group: ``g1-an1``.

    Parameters
    ----------
    folder
        Where the files lie. By default ``$SEAMARK_CORPORA/moonstone`` if that exists; otherwise they are fetched once
        from the public copy, checked against their checksums, and kept.
    source
        Where to fetch from.

    Returns
    -------
    Corpus
        Items ``ch1`` to ``ch21`` (there is no chapter 6), with coder groups and unit texts.

    References
    ----------
    Kazantseva & Szpakowicz 2012.
    """
    string_of(source, "source")
    return read_moonstone(_found(folder) or _fetched(source))


def read_moonstone(folder: Path) -> Corpus:
    """Read the corpus from a folder with ``segmentations/chN.csv`` and ``text/chN.txt``."""
    from seamark.io import load  # the other corpus does not need all formats

    place = path_of(folder, "folder")
    codings, texts, groups = {}, {}, {}
    for number, group in sorted((number, group) for group, numbers in GROUPS.items() for number in numbers):
        item = f"ch{number}"
        by_coder = load(place / "segmentations" / f"{item}.csv", format="wide")[item]
        codings[item] = {f"{group}-{coder}": coding for coder, coding in by_coder.items()}
        groups.update(dict.fromkeys(codings[item], group))
        paragraphs = _paragraphs(place / "text" / f"{item}.txt")
        if paragraphs is not None:
            texts[item] = paragraphs
    return Corpus(codings, texts=texts, groups=groups, metadata={"source": "Kazantseva & Szpakowicz 2012"})


def _paragraphs(path: Path) -> list[str] | None:
    if not path.exists():
        return None
    # Written on an old Macintosh, whose dashes other encodings take for letters; paragraphs are parted by blank lines.
    text = path.read_text(encoding="mac_roman")
    return [" ".join(paragraph.split()) for paragraph in re.split(r"\n\n+", text)]


def _found(folder: str | os.PathLike[str] | None) -> Path | None:
    given = None if folder is None else path_of(folder, "folder")
    # Both the corpus itself and the folder that holds it may be meant.
    place = given or os.environ.get(VARIABLE)
    inside = Path(place or "", "moonstone")
    return inside if place and os.path.isdir(inside / "segmentations") else given  # noqa: PTH112  # which takes any name


def _fetched(source: str) -> Path:
    pooch = require("pooch", package="pooch", extra="datasets", what="fetching the Moonstone corpus")
    listed = files(__name__).joinpath("moonstone_files.txt").read_text(encoding="utf-8")
    registry = dict(line.split() for line in listed.splitlines())
    pooch.get_logger().setLevel("WARNING")
    store = pooch.create(path=pooch.os_cache("seamark") / "moonstone", base_url=source, registry=registry)
    try:
        for name in registry:
            store.fetch(name)
    except (OSError, ValueError) as error:
        raise InputError(
            f"cannot fetch the Moonstone corpus from {source} ({type(error).__name__}); "
            f"put a copy into a folder and name it with {VARIABLE} or --corpus"
        ) from None
    return Path(store.path)
