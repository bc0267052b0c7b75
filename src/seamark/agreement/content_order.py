"""An order of items and coders that follows from the codings alone.

Sums of floats depend on their order in the last digit, and so do searches and draws by number. Whatever is computed in
this order is the same however rows are ordered and however items and coders are called.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from seamark.agreement.coefficients import boundary_marks
from seamark.kernels.columns import Int64Array
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import Corpus

_Words = npt.NDArray[np.uint64]

#: How often what is known of items is handed on to their coders, and back.
_ROUNDS = 3


def content_order(
    codings: SegmentationArray,
    items: tuple[Int64Array, Sequence[str]],
    coders: tuple[Int64Array, Sequence[str]],
) -> tuple[Int64Array, Int64Array]:
    """The place of every item and of every coder, given those of each coding by number, and their names.

    Items are told apart by their codings, and coders by what they coded and how; names decide between those who are
    alike in everything.

    Examples
    --------
    >>> codings = SegmentationArray.from_masses([[2, 3], [5], [4, 4]])
    >>> item, coder = np.array([0, 0, 1]), np.array([0, 1, 0])
    >>> there = content_order(codings, (item, ["poem", "song"]), (coder, ["ann", "ben"]))
    >>> back = content_order(codings.take([2, 1, 0]), (1 - item[::-1], ["song", "poem"]), (coder, ["ann", "ben"]))
    >>> there[0].tolist() == back[0][::-1].tolist()
    True
    """
    (item, item_names), (coder, coder_names) = items, coders
    row, position, code = boundary_marks(codings)
    types = np.array([zlib.crc32(repr(name).encode()) for name in codings.types] or [0], dtype=np.uint64)
    marks = _mixed(position.astype(np.uint64) + (types[code] << np.uint64(32)))
    coding = _mixed(_summed(marks, row, len(codings)) + _mixed(codings.lengths.astype(np.uint64)))
    of_item, of_coder = _summed(coding, item, len(item_names)), np.zeros(len(coder_names), dtype=np.uint64)
    for _ in range(_ROUNDS):
        of_coder = _summed(_mixed(coding ^ _mixed(of_item)[item]), coder, len(coder_names))
        of_item = _summed(_mixed(coding + _mixed(of_coder)[coder]), item, len(item_names))
    return _places(of_item, item_names), _places(of_coder, coder_names)


def in_content_order(corpus: Corpus) -> Corpus:
    """The same corpus with its items and coders in the order of their content; texts are left behind.

    Examples
    --------
    >>> one = {"poem": {"ann": [2, 3], "ben": [5]}, "song": {"ben": [4, 4]}}
    >>> other = {"b": {"y": [4, 4]}, "a": {"y": [5], "x": [2, 3]}}
    >>> in_content_order(Corpus(one)).codings == in_content_order(Corpus(other)).codings
    True
    """
    item, coder = content_order(
        corpus.codings.boundaries(), (corpus.item_index, corpus.item_names), (corpus.coder_index, corpus.coder_names)
    )
    rows = np.lexsort((coder[corpus.coder_index], item[corpus.item_index]))
    return Corpus.from_columns(
        [corpus.item_names[number] for number in corpus.item_index[rows].tolist()],
        [corpus.coder_names[number] for number in corpus.coder_index[rows].tolist()],
        corpus.codings.take(rows),
        groups=corpus.groups,
    )


def _mixed(words: _Words) -> _Words:
    """Random words that follow from these (Steele, Lea & Flood 2014)."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (words ^ (words >> np.uint64(31))) + np.uint64(0x9E3779B97F4A7C15)


def _summed(words: _Words, key: Int64Array, size: int) -> _Words:
    """The sum of the words with each key, modulo 2**64, which does not depend on their order."""
    sums = np.zeros(size, dtype=np.uint64)
    np.add.at(sums, key, words)
    return sums


def _places(words: _Words, names: Sequence[str]) -> Int64Array:
    """The place of each when they are ordered by their words, and by their names where these are the same."""
    order = np.argsort(words, kind="stable")
    if (words[order][1:] == words[order][:-1]).any():
        order = np.array(sorted(range(len(names)), key=lambda number: (int(words[number]), names[number])))
    places = np.empty(len(names), dtype=np.int64)
    places[order] = np.arange(len(names))
    return places
