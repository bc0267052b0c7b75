"""Running a segmenter over texts: its boundaries become codings of a corpus."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeGuard

from seamark.base.checks import by_name, is_text, shown, string_of, whole_number
from seamark.base.errors import InputError
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation

#: Takes the texts of the units of one item; gives boundaries, each as the number of units before it.
Segmenter: TypeAlias = Callable[[Sequence[str]], Iterable[int]]


def segment_texts(
    texts: Corpus | Mapping[str, Sequence[str]],
    segmenter: Segmenter,
    *,
    coder: str = "segmenter",
    boundary_type: Hashable | None = None,
    progress: Callable[[str], None] | None = None,
) -> Corpus:
    """Run a segmenter over texts; its boundaries become codings on the same units.

    Parameters
    ----------
    texts
        The units of every item; or a ``Corpus`` with texts, whose codings are ignored.
    segmenter
        Called with the units of one item, it gives the places of its boundaries: 3 is a boundary between the third and
        the fourth unit. ``TextTiling``, ``Chunks`` and ``Separators`` are ready to use.
    coder
        The name of the segmenter as a coder.
    boundary_type
        The type of its boundaries; by default the only one that the corpus has, or the default type.
    progress
        Called with the name of each item when it is done.

    Returns
    -------
    Corpus
        One coder, and the texts.

    Raises
    ------
    InputError
        When an item has no units, or the segmenter places a boundary where none can be; the message names the item.

    Examples
    --------
    >>> corpus = segment_texts({"poem": ["In Xanadu", "did Kubla Khan", "a stately"]}, lambda units: [2], coder="mine")
    >>> corpus["poem"]["mine"].masses
    (2, 1)
    """
    if not callable(segmenter):
        raise InputError(f"segmenter is {shown(segmenter)}; expected a callable, such as Chunks(10)")
    if progress is not None and not callable(progress):
        raise InputError(f"progress is {shown(progress)}; expected a callable")
    string_of(coder, "coder")
    label = _boundary_type(texts, boundary_type)
    codings: dict[str, dict[str, Segmentation]] = {}
    units_of = texts_of(texts)
    for item, units in units_of.items():
        codings[item] = {coder: _segmented(item, units, segmenter, label)}
        if progress is not None:
            progress(item)
    return Corpus(codings, texts=units_of)


def is_texts(value: object) -> TypeGuard[Sequence[str]]:
    """Whether something is a sequence of strings, and not a single one."""
    if isinstance(value, str) or not isinstance(value, Sequence):
        return False
    return all(isinstance(text, str) and is_text(text) for text in value)


def require_units(units: object) -> None:
    """Refuse what is not the texts of units, which every segmenter takes."""
    if not is_texts(units):
        raise InputError(f"units are {shown(units)}; expected a list of strings, one per unit")


def texts_of(texts: Corpus | Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """The units of every item, checked."""
    if isinstance(texts, Corpus):
        missing = [item for item in texts if item not in texts.texts]
        if missing:
            raise InputError(f"item {missing[0]!r} has no text; expected the texts of all items")
        return dict(texts.texts)
    known = by_name(texts, "texts", "the units of every item, or a Corpus with texts")
    if not known:
        raise InputError("there are no texts; expected at least one item")
    for item, units in known.items():
        if not is_texts(units):
            raise InputError(f"item {item!r}: the text is {shown(units)}; expected a list of strings, one per unit")
        if not len(units):
            raise InputError(f"item {item!r} has no units; expected at least one")
    return {item: tuple(units) for item, units in known.items()}


def _boundary_type(texts: Corpus | Mapping[str, Sequence[str]], given: Hashable | None) -> Hashable:
    if given is not None or not isinstance(texts, Corpus) or texts.kind != "boundaries":
        return DEFAULT_TYPE if given is None else given
    if len(texts.types) > 1:
        known = ", ".join(repr(label) for label in texts.types)
        raise InputError(f"the corpus has boundaries of types {known}; say with boundary_type which of them are meant")
    return texts.types[0] if texts.types else DEFAULT_TYPE


def _segmented(item: str, units: tuple[str, ...], segmenter: Segmenter, label: Hashable) -> Segmentation:
    try:
        given = segmenter(units)
        places = list(given) if isinstance(given, Iterable) else None
    except InputError as error:
        raise InputError(f"item {item!r}: {error}") from None
    except Exception as error:
        # The error comes from the caller's code: it is kept as it is, and the item is added.
        error.add_note(f"while segmenting item {item!r}")
        raise
    if places is None:
        raise InputError(f"item {item!r}: the segmenter gave {shown(given)}; expected the places of boundaries")
    try:
        positions = sorted({whole_number(place, "a boundary") for place in places})
        return Segmentation.from_positions(positions, len(units), [label] * len(positions))
    except InputError as error:
        raise InputError(f"item {item!r}: the segmenter gave impossible boundaries: {error}") from None
