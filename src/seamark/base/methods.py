"""A paragraph for the methods section of a paper, with its references as BibTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from seamark.base.version import __version__

_WORK = re.compile(r"(?P<authors>\D+?) (?P<year>(?:19|20)\d\d)")


@dataclass(frozen=True, slots=True)
class Methods:
    r"""What to write about a result, and nothing that was not computed.

    Attributes
    ----------
    text
        The paragraph; references are in it as ``\cite{KEY}``.
    entries
        The BibTeX entries of all keys in the text, in the order of the keys.
    signatures
        What makes the numbers reproducible.

    Examples
    --------
    >>> found = Methods.of([f"We measured S {cite('Fournier & Inkpen 2012')}."], ["S|n:2"])
    >>> found.text.startswith(r"We measured S \cite{FournierInkpen2012}. Computed with Seamark ")
    True
    >>> found.entries[0].partition(",")[0], found.signatures
    ('@inproceedings{FournierInkpen2012', ('S|n:2',))
    """

    text: str
    entries: tuple[str, ...]
    signatures: tuple[str, ...]

    @classmethod
    def of(cls, sentences: Iterable[str], signatures: Iterable[str]) -> Methods:
        """From the sentences of the paragraph."""
        text = " ".join([*sentences, f"Computed with Seamark {__version__}."])
        keys = {key for group in re.findall(r"\\cite\{([^}]*)\}", text) for key in group.split(",")}
        return cls(text, tuple(_entries()[key] for key in sorted(keys, key=str.casefold)), tuple(signatures))

    def __str__(self) -> str:
        return "\n\n".join(part for part in (self.text, "\n".join(self.entries), "\n".join(self.signatures)) if part)


def cite(citation: str) -> str:
    r"""A citation in words as BibTeX keys; the words in brackets where there is no entry.

    Examples
    --------
    >>> cite("Lea et al. 2017; Farha & Gall 2019"), cite("Somebody 1901")
    ('\\cite{Leaetal2017,FarhaGall2019}', '(Somebody 1901)')
    """
    works = (_WORK.search(part) for part in citation.split(";"))
    keys = [re.sub(r"[\W_]", "", work["authors"]) + work["year"] for work in works if work]
    known = [key for key in keys if key in _entries()]
    return rf"\cite{{{','.join(known)}}}" if known else f"({citation})"


@cache
def _entries() -> dict[str, str]:
    from importlib.resources import files  # imported late because it loads slowly

    text = files("seamark.base").joinpath("references.bib").read_text(encoding="utf-8")
    return {line[line.index("{") + 1 : line.index(",")]: line for line in text.splitlines()}
