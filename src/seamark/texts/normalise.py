"""Texts without what splitters and editors change: white space, typographic quotes and dashes, ligatures."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from seamark.kernels.columns import Int64Array
from seamark.texts.units import CUTS

_ALIKE = {**dict.fromkeys("“”„‟«»″", '"'), **dict.fromkeys("‘’‚‛‹›′`´", "'"), **dict.fromkeys("‐‑‒–—―−", "-")}
#: Categories of characters that nobody sees: control, format (soft hyphens, byte order marks) and white space.
_UNSEEN = ("Cc", "Cf", "Zs", "Zl", "Zp")


class _Written(dict[int, str]):
    """Every character as it is compared: decomposed, with plain quotes and dashes; nothing for white space."""

    def __missing__(self, code: int) -> str:
        letters = unicodedata.normalize("NFKD", _ALIKE.get(chr(code), chr(code)))
        seen = (letter for letter in letters if unicodedata.category(letter) not in _UNSEEN)
        self[code] = "".join(_ALIKE.get(letter, letter) for letter in seen)
        return self[code]


#: Filled as characters are met; what a character becomes never changes.
_WRITTEN = _Written()


def normalised(text: str) -> str:
    """The characters of a text that can be compared.

    Examples
    --------
    >>> normalised("“So\u00a0… so”")
    '"So...so"'
    """
    return text.translate(_WRITTEN)


@dataclass(frozen=True, slots=True)
class NormalisedText:
    """The characters of a text that can be compared, and for each of them its place in that text."""

    text: str
    places: Int64Array

    @classmethod
    def of(cls, text: str) -> NormalisedText:
        """Normalise a text.

        Examples
        --------
        >>> NormalisedText.of("a … b").places.tolist()
        [0, 2, 2, 2, 4]
        """
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        distinct, number = np.unique(codes, return_inverse=True)
        lengths = np.array([len(_WRITTEN[code]) for code in distinct.tolist()], dtype=np.int64)
        return cls(normalised(text), np.repeat(np.arange(codes.size), lengths[number]))

    def __len__(self) -> int:
        return len(self.text)


@dataclass(frozen=True, slots=True)
class UnitEdges:
    """Where units end, counted in the smaller parts (characters, words) that boundaries are found between.

    Attributes
    ----------
    edges
        0, then for every unit the number of parts up to its end.
    """

    edges: Int64Array

    @property
    def mass(self) -> int:
        """The number of units."""
        return len(self.edges) - 1

    def nearest(self, parts: Int64Array) -> Int64Array:
        """For each place between two parts the nearest place between two units; the earlier one in the middle.

        Units without any part, such as empty lines, belong to what is before them.
        """
        before = self.before(parts)
        after = self.before(self.edges[np.minimum(before + 1, self.mass)])
        return np.where(parts - self.edges[before] <= self.edges[after] - parts, before, after)

    def before(self, parts: Int64Array) -> Int64Array:
        """For each place between two parts the last place between two units that is not behind it."""
        return np.searchsorted(self.edges, parts, side="right") - 1

    def behind(self, parts: Int64Array) -> Int64Array:
        """For each place between two parts the first place between two units that is not before it."""
        return np.searchsorted(self.edges, parts)


def reference_of(given: str | Sequence[str], unit: str) -> tuple[str, NormalisedText, UnitEdges]:
    """A text, itself normalised, and where its units end in that; units that are given become one text."""
    if isinstance(given, str):
        text = given
        ends = range(1, len(text) + 1) if unit == "character" else [end for _, end in CUTS[unit](text)]
    else:
        text = "\n".join(given)
        ends = [end - 1 for end in accumulate(len(one) + 1 for one in given)]
    plain = NormalisedText.of(text)
    edges = np.searchsorted(plain.places, np.asarray(ends, dtype=np.int64))
    return text, plain, UnitEdges(np.concatenate(([0], edges)).astype(np.int64))
