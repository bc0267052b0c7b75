"""Many items, on each of which some of many coders marked spans."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeAlias, final

from seamark.kernels.columns import Int64Array
from seamark.model.model_corpus import ModelCorpus
from seamark.model.span_array import SpanArray
from seamark.model.spans import Spans
from seamark.number_text import counted


@final
class SpanCorpus(ModelCorpus[SpanArray, Spans]):
    """Spans that coders marked on items: ``corpus[item][coder]`` is a ``Spans``.

    A coder who looked at an item and marked nothing is there with empty spans; one who did not look is absent. All
    codings of an item have one length. A corpus cannot be changed; ``subset`` makes a new one.

    Parameters
    ----------
    codings
        For each item its spans by coder. Items and coders keep the order in which they first appear.
    texts
        The units of an item, as many as its length; not every item needs them.
    groups
        The group of a coder, where a study has groups; not every coder needs one.
    metadata
        Anything else worth keeping. Equality does not look at it.

    Raises
    ------
    MassMismatchError
        When two codings of an item have different lengths.
    InputError
        When a name, a coding, a text or a group cannot be used.

    Examples
    --------
    >>> one, other = Spans([(2, 8, "A"), (12, 16, "B")], length=20), Spans([(3, 9, "A"), (12, 15, "A")], length=20)
    >>> corpus = SpanCorpus({"talk": {"ann": one, "ben": other}})
    >>> corpus
    <SpanCorpus of 1 item and 2 coders: 2 codings, 4 spans of 2 categories>
    >>> corpus["talk"]["ben"].spans[0]
    Span(start=3, end=9, category='A')
    """

    __slots__ = ()
    _one, _many = Spans, SpanArray

    @staticmethod
    def _array_of(codings: Iterable[Spans]) -> SpanArray:
        return SpanArray.from_spans(codings)

    _marks_name = "Spans"

    @staticmethod
    def _marks(coding: Spans) -> int:
        return len(coding)

    @staticmethod
    def _picked(codings: SpanArray, rows: Int64Array) -> SpanArray:
        return codings.picked(rows)

    @property
    def lengths(self) -> Mapping[str, int]:
        """The number of units of each item."""
        return self._sizes

    @property
    def categories(self) -> tuple[Hashable, ...]:
        """The categories of the study; a subset keeps those of the whole."""
        return self.codings.categories

    def __repr__(self) -> str:
        kinds = len(self.categories)
        spans = counted(self.codings.columns.starts.size, "span")
        return self._described(f"{spans} of {kinds} categories" if kinds > 1 else spans)


#: What stands for a corpus of spans in public functions: the corpus, or item -> coder -> spans.
SpanCorpusLike: TypeAlias = SpanCorpus | Mapping[str, Mapping[str, Spans]]


def as_span_corpus(value: SpanCorpusLike) -> SpanCorpus:
    """The corpus itself, or one made of a plain mapping item -> coder -> spans."""
    return value if isinstance(value, SpanCorpus) else SpanCorpus(value)
