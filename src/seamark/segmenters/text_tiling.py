"""TextTiling, as nltk has it, on the unit grid of a corpus."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from seamark.checks import shown, whole_number
from seamark.errors import InputError
from seamark.extras import require
from seamark.segmenters.run import require_units
from seamark.segmenters.stop_words import ENGLISH

# nltk takes two line ends for the end of a paragraph, and paragraphs for the only places of boundaries.
_BETWEEN_UNITS = "\n\n"


@dataclass(frozen=True, slots=True)
class TextTiling:
    """A segmenter that cuts where the vocabulary changes (Hearst 1997), with nltk's implementation.

    It needs ``pip install 'seamark[segmenters]'``, and no download: stop words are given here. A text too short to
    compare two blocks of it gets no boundary. Units of fewer than 100 characters are joined to their neighbour by nltk,
    so that a boundary never lies right behind one.

    Attributes
    ----------
    w
        Words per pseudo-sentence.
    k
        Pseudo-sentences per block.
    stop_words
        Words that say nothing about the topic, in lower case; English ones by default.

    References
    ----------
    Hearst 1997.
    """

    w: int = 20
    k: int = 10
    stop_words: Collection[str] = ENGLISH

    def __post_init__(self) -> None:
        for name, value in (("w", self.w), ("k", self.k)):
            if whole_number(value, name) < 1:
                raise InputError(f"{name} is {value}; expected at least 1")
        words = self.stop_words
        if isinstance(words, str) or not isinstance(words, Collection) or not all(isinstance(w, str) for w in words):
            raise InputError(f"stop_words are {shown(words)}; expected a collection of words")

    def __call__(self, units: Sequence[str]) -> list[int]:
        """The boundaries between topics."""
        require_units(units)
        tokenizer = self._tokenizer()
        # White space inside a unit must not look like the end of a paragraph.
        lines = [" ".join(unit.split()) for unit in units]
        if not any("a" <= character <= "z" for line in lines for character in line.lower()):
            raise InputError("nltk's TextTiling reads words of the letters a to z only, and the text has none")
        text = _BETWEEN_UNITS.join(lines)
        # Older versions of nltk have no limit.
        longest = getattr(tokenizer, "MAX_TEXT_LEN", math.inf)
        if len(text) > longest:
            raise InputError(f"the text has {len(text):,} characters; nltk's TextTiling takes up to {longest:,}")
        try:
            segments = tokenizer.tokenize(text)
        except ValueError:
            # What remains is a text without a paragraph long enough, or with too few blocks to compare.
            return []
        ends = {end: place for place, end in enumerate(_ends(lines), start=1)}
        cuts = list(accumulate(map(len, segments)))[:-1]
        return [ends[cut] for cut in cuts]

    def _tokenizer(self) -> Any:
        module = require("nltk.tokenize.texttiling", package="nltk", extra="segmenters", what="TextTiling")
        return module.TextTilingTokenizer(w=self.w, k=self.k, stopwords=frozenset(self.stop_words))


def _ends(lines: Sequence[str]) -> list[int]:
    """Where each unit ends in the text that joins them."""
    return [end - len(_BETWEEN_UNITS) for end in accumulate(len(line) + len(_BETWEEN_UNITS) for line in lines)]
