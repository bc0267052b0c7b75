"""The names of ``nltk.metrics.segmentation``: ``windowdiff``, ``pk`` and ``ghd`` on strings.

A segmentation is a string or list with an entry per potential boundary, as nltk describes it; ``boundary`` is the
entry that marks one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from seamark.base.checks import items_of, shown, whole_number
from seamark.base.errors import InputError
from seamark.metrics.boundaries import GHD
from seamark.metrics.windows import Pk, WindowDiff
from seamark.model.segmentation import Segmentation

__all__ = ["ghd", "pk", "windowdiff"]

#: A string such as "0100", or a list such as [0, 1, 0, 0].
Marks: TypeAlias = str | Sequence[Any]


def windowdiff(seg1: Marks, seg2: Marks, k: int, boundary: Any = "1") -> float:
    """Share of windows of ``k`` entries in which the two have different numbers of boundaries.

    Parameters
    ----------
    seg1, seg2
        Two strings or lists of the same length.
    k
        How many entries a window holds.
    boundary
        The entry that marks a boundary.

    Examples
    --------
    >>> round(windowdiff("000100000010", "000010000100", 3), 2)
    0.3
    """
    one, other = _pair(seg1, seg2, boundary)
    size = _window(k, one)
    return WindowDiff(size, "nltk").compare(one, other).value if size else 0.0


def pk(ref: Marks, hyp: Marks, k: int | None = None, boundary: Any = "1") -> float:
    """Share of windows of ``k`` entries in which only one of the two has a boundary.

    ``k`` is half the mean distance of reference boundaries unless it is given.

    Examples
    --------
    >>> pk("0100" * 100, "1" * 400, 2)
    0.49874686716791977
    """
    one, other = _pair(ref, hyp, boundary)
    if k is None:
        return Pk(None, "nltk").compare(one, other).value
    size = _window(k, one)
    return Pk(size, "nltk").compare(one, other).value if size else 0.0


def ghd(
    ref: Marks,
    hyp: Marks,
    ins_cost: float = 2.0,
    del_cost: float = 2.0,
    shift_cost_coeff: float = 1.0,
    boundary: Any = "1",
) -> float:
    """Generalized Hamming distance: the cheapest insertions, deletions and shifts that make the reference of ``hyp``.

    Examples
    --------
    >>> ghd("1100100000", "1100010000", 1.0, 1.0, 0.5)
    0.5
    """
    one, other = _pair(ref, hyp, boundary)
    return GHD(insertion=ins_cost, deletion=del_cost, shift=shift_cost_coeff).compare(one, other).value


def _pair(reference: Marks, hypothesis: Marks, boundary: Any) -> tuple[Segmentation, Segmentation]:
    marks = [_marks(given, name, boundary) for given, name in ((reference, "first"), (hypothesis, "second"))]
    if len(marks[0]) != len(marks[1]):
        raise InputError(f"the first segmentation has {len(marks[0])} entries, the second {len(marks[1])}")
    one, other = (Segmentation.from_string("".join("01"[mark] for mark in side)) for side in marks)
    return one, other


def _marks(given: Marks, which: str, boundary: Any) -> list[bool]:
    entries = list(given if isinstance(given, str) else items_of(given, f"entries of the {which} segmentation"))
    try:
        marks = [bool(entry == boundary) for entry in entries]
    except (TypeError, ValueError):  # an entry that is itself an array
        raise InputError(f"the {which} segmentation is {shown(given)}; expected a string or a list of marks") from None
    if entries and all(isinstance(entry, str) != isinstance(boundary, str) for entry in entries):
        begins = f"the {which} segmentation begins with {shown(entries[0])}"
        raise InputError(
            f"{begins}, and boundary is {shown(boundary)}, which no entry can be; use boundary=1 for numbers"
        )
    return marks


def _window(k: object, reference: Segmentation) -> int:
    size, entries = whole_number(k, "k"), reference.mass - 1
    if not 0 <= size <= entries:
        raise InputError(f"k is {shown(size)}; expected a window of 0 to {entries} entries, as many as there are")
    return size
