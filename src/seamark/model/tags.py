"""Spans written as one tag per unit: IOB1, IOB2, IOBES and BILOU, as taggers of named entities write them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from seamark.base.checks import items_of, one_of, shown
from seamark.base.errors import InputError
from seamark.kernels.columns import Int32Array, Int64Array
from seamark.model.checks import in_type_order

TagScheme: TypeAlias = Literal["IOB1", "IOB2", "IOBES", "BILOU"]
TagRepair: TypeAlias = Literal["conlleval", "drop", "error"]
Marks: TypeAlias = npt.NDArray[np.bool_]

#: What prefixes mean, whatever a scheme calls it: outside, begins, goes on, ends, alone.
_OUTSIDE, _BEGINS, _INSIDE, _ENDS, _ALONE = range(5)
_MEANING = {"O": _OUTSIDE, "B": _BEGINS, "I": _INSIDE, "M": _INSIDE, "E": _ENDS, "L": _ENDS, "S": _ALONE, "U": _ALONE}
_PREFIXES: dict[str | None, str] = {None: "BIOESLUM", "IOB1": "IOB", "IOB2": "IOB", "IOBES": "IOBES", "BILOU": "BILOU"}


class _Codes(dict[str, int]):
    """The number of every tag that occurs, in the order of their first places."""

    def __missing__(self, tag: str) -> int:
        self[tag] = len(self)
        return self[tag]


def spans_of_tags(
    tags: Iterable[str], scheme: TagScheme | None, repair: TagRepair
) -> tuple[int, Int64Array, Int64Array, Int32Array, tuple[Hashable, ...]]:
    """The number of tags; starts, ends and codes of the spans, from left to right; and the categories."""
    if scheme is not None:
        one_of(scheme, "scheme", get_args(TagScheme))
    one_of(repair, "repair", get_args(TagRepair))
    given = list(items_of(tags, "tags", "one tag for each unit, such as ['B-PER', 'I-PER', 'O']"))
    codes = _Codes()
    try:
        places = np.fromiter(map(codes.__getitem__, given), np.int64, len(given))
    except TypeError:  # a tag that is not hashable
        raise _no_tag(given, next(place for place, tag in enumerate(given) if not isinstance(tag, str))) from None
    meanings, names = [], []
    for tag in codes:
        prefix, hyphen, name = tag.partition("-") if isinstance(tag, str) else ("", "", "")
        if (tag != "O" and not (hyphen and name)) or prefix not in _MEANING or (prefix == "O") != (tag == "O"):
            raise _no_tag(given, given.index(tag))
        if prefix not in _PREFIXES[scheme]:
            raise InputError(f"tag {given.index(tag) + 1} is {shown(tag)}, which {scheme} does not have")
        meanings.append(_MEANING[prefix])
        names.append(name)
    labels = in_type_order({name for name in names if name}, "category")
    code_of = {label: code for code, label in enumerate(labels)}
    mark = np.array(meanings, dtype=np.int8)[places]
    code = np.array([code_of.get(name, -1) for name in names], dtype=np.int32)[places]
    if scheme is None:
        scheme = "IOBES" if {_ENDS, _ALONE} & set(meanings) else "IOB2"
    if repair == "conlleval":
        starts, ends = _as_conlleval(mark, code)
    else:
        if repair == "error":
            _require_well_formed(given, mark, code, scheme)
        starts, ends = _well_formed(mark, code, scheme)
    kept = code[starts]
    if kept.size and len(labels) > 1:  # categories of spans that were dropped do not occur
        used = np.unique(kept)
        labels, kept = tuple(labels[one] for one in used.tolist()), np.searchsorted(used, kept).astype(np.int32)
    return len(given), starts, ends, kept, labels if kept.size else ()


def _no_tag(given: list[str], place: int) -> InputError:
    return InputError(f"tag {place + 1} is {shown(given[place])}; expected O or prefix-category, such as B-PER")


def _before(marks: npt.NDArray[np.int8], codes: Int32Array) -> tuple[npt.NDArray[np.int8], Marks]:
    """What stands before every tag, an O before the first; and whether it has the same category."""
    previous = np.concatenate(([_OUTSIDE], marks[:-1])).astype(np.int8)[: marks.size]
    same = np.concatenate(([False], codes[1:] == codes[:-1]))[: marks.size]
    return previous, same


def _as_conlleval(marks: npt.NDArray[np.int8], codes: Int32Array) -> tuple[Int64Array, Int64Array]:
    """A span begins at B or S, after O, E or S, and where the category changes; it ends before O and a beginning."""
    previous, same = _before(marks, codes)
    some = marks != _OUTSIDE
    goes_on = np.isin(previous, (_BEGINS, _INSIDE)) & same & np.isin(marks, (_INSIDE, _ENDS))
    begins = some & ~goes_on
    ends_before = np.append(begins | ~some, True)
    ended = np.flatnonzero(ends_before[1:] & some) + 1
    return np.flatnonzero(begins), ended


def _well_formed(marks: npt.NDArray[np.int8], codes: Int32Array, scheme: TagScheme) -> tuple[Int64Array, Int64Array]:
    """The spans that a scheme allows: a chain of tags that continue each other, from its first beginning on."""
    previous, same = _before(marks, codes)
    linked = np.isin(previous, (_BEGINS, _INSIDE)) & same & np.isin(marks, (_INSIDE, _ENDS))
    begins = np.isin(marks, (_BEGINS, _ALONE))
    if scheme == "IOB1":
        begins = ((marks == _BEGINS) & same) | ((marks == _INSIDE) & ((previous != _INSIDE) | ~same))
    chain = np.cumsum(~linked)
    starts = np.flatnonzero(begins)
    starts = starts[np.concatenate(([True], np.diff(chain[starts]) > 0))[: starts.size]]
    ends = np.searchsorted(chain, chain[starts], side="right")
    last = marks[ends - 1]
    if scheme in ("IOBES", "BILOU"):
        kept = np.isin(last, (_ENDS, _ALONE))
    elif scheme == "IOB1":  # a B after another category does not belong there, and nothing is known to end before it
        following, same_follows = np.append(marks, _OUTSIDE)[ends], np.append(same, False)[ends]
        kept = (last != _BEGINS) | (following != _BEGINS) | same_follows
    else:
        kept = np.ones(starts.size, dtype=np.bool_)
    return starts[kept], ends[kept]


def _require_well_formed(given: list[str], marks: npt.NDArray[np.int8], codes: Int32Array, scheme: TagScheme) -> None:
    """Raise at the first tag that the scheme does not allow after the one before it."""
    previous, same = _before(marks, codes)
    if scheme == "IOB1":
        wrong = (marks == _BEGINS) & ~(same & (previous != _OUTSIDE))
    else:
        goes_on = np.isin(marks, (_INSIDE, _ENDS))
        opened = np.isin(previous, (_BEGINS, _INSIDE))
        wrong = goes_on & ~(opened & same)
        if scheme != "IOB2":  # what is open must go on
            wrong |= opened & ~(goes_on & same)
            if marks.size and marks[-1] in (_BEGINS, _INSIDE):
                wrong[-1] = True
    if wrong.any():
        place = int(wrong.argmax())
        raise InputError(f"tag {place + 1} is {shown(given[place])}, which {scheme} does not allow there")
