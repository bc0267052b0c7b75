"""Many items, on each of which some of many coders marked spans."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias, final

from seamark.checks import items_of, mapping_of, shown
from seamark.errors import InputError
from seamark.kernels.columns import Int64Array
from seamark.model.coded_items import CodedItems
from seamark.model.span_array import SpanArray
from seamark.model.spans import Spans
from seamark.number_text import counted


@final
class SpanCorpus(CodedItems[SpanArray, Spans]):
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

    def __init__(
        self,
        codings: Mapping[str, Mapping[str, Spans]],
        *,
        texts: Mapping[str, Sequence[str]] | None = None,
        groups: Mapping[str, Hashable] | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> None:
        items: list[str] = []
        coders: list[str] = []
        rows: list[Spans] = []
        for item, by_coder in mapping_of(codings, "codings", "item -> coder -> Spans").items():
            if not isinstance(by_coder, Mapping) or not by_coder:
                raise InputError(f"item {shown(item)} is {shown(by_coder)}; expected coder -> Spans, at least one")
            for coder, spans in by_coder.items():
                if not isinstance(spans, Spans):
                    raise InputError(f"item {shown(item)}, coder {shown(coder)}: {shown(spans)}; expected Spans")
                items.append(item)
                coders.append(coder)
                rows.append(spans)
        self._set(items, coders, SpanArray.from_spans(rows), texts, groups, metadata)

    @classmethod
    def from_columns(
        cls,
        items: Sequence[str],
        coders: Sequence[str],
        codings: SpanArray | Iterable[Spans],
        *,
        texts: Mapping[str, Sequence[str]] | None = None,
        groups: Mapping[str, Hashable] | None = None,
        metadata: Mapping[str, object] | None = None,
    ) -> SpanCorpus:
        """From three columns: row ``i`` says that ``coders[i]`` marked ``codings[i]`` on ``items[i]``.

        Examples
        --------
        >>> SpanCorpus.from_columns(["talk"], ["ann"], [Spans([], length=20)]).lengths["talk"]
        20
        """
        names = list(items_of(items, "items", "a list of names")), list(items_of(coders, "coders", "a list of names"))
        array = codings if isinstance(codings, SpanArray) else SpanArray.from_spans(codings)
        self = object.__new__(cls)
        self._set(*names, array, texts, groups, metadata)
        return self

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
