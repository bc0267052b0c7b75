"""Corpora from the literature: tiny ones that come with the package, larger ones that are fetched and checked."""

from __future__ import annotations

import json
from importlib.resources import files

from seamark.datasets.moonstone_corpus import moonstone
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
