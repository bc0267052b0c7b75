"""Objects of other libraries that are codings, recognised by what they have, so that no library is imported.

- pyannote.core: an ``Annotation`` or a ``Timeline``, in seconds;
- spaCy: a ``Doc`` (its entities, or its sentences as boundaries), in tokens;
- mir_eval: intervals, an array of floats with two columns, alone or with their labels, in seconds;
- ``Placement`` of chunks: its segmentation.

Seconds become units of a millisecond. Arrays of torch, JAX and data frames are taken wherever a list is.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from seamark.base.checks import shown
from seamark.base.errors import InputError
from seamark.model.labelled import Hierarchy, LabelledSegmentation
from seamark.model.segmentation import Segmentation
from seamark.model.spans import Spans

#: Units of a second.
PER_SECOND: Final = 1000

#: Types that are certainly not those of another library.
PLAIN: frozenset[type[Any]] = frozenset({list, str, Segmentation, LabelledSegmentation, Hierarchy, Spans})


class _Rows(NamedTuple):
    """Spans that an object holds, in units; ``covered`` says that they are segments without gaps."""

    rows: list[tuple[int, int, Hashable]]
    length: int
    timed: bool = True
    covered: bool = False

    @property
    def kind(self) -> str:
        """What it is read as by default."""
        named = any(label is not None for _, _, label in self.rows)
        return ("labels" if named else "boundaries") if self.covered else "spans"


def codings_of_objects(values: Sequence[Any], kinds: Sequence[str] = ()) -> list[Any]:
    """Codings of one item: objects of other libraries as codings of these kinds, and everything else as it is.

    Lines of spans in seconds end where the longest ends, since nothing was marked beyond the last span.

    Examples
    --------
    >>> intervals = np.array([[0.0, 2.5], [2.5, 4.0]])
    >>> codings_of_objects([intervals, (intervals, ["A", "B"]), [2, 3]])
    [Segmentation.from_masses([2500, 1500]), LabelledSegmentation.from_segments([(2500, 'A'), (1500, 'B')]), [2, 3]]
    """
    if PLAIN.issuperset(map(type, values)):
        return list(values)
    found = [None if type(value) in PLAIN else _rows_of(value, kinds) for value in values]
    longest = max((rows.length for rows in found if rows is not None and rows.timed), default=0)
    made: list[Any] = []
    for value, rows in zip(values, found, strict=True):
        if rows is None:
            made.append(value if type(value) in PLAIN else getattr(value, "segmentation", value))
        else:
            length = longest if rows.timed and not rows.covered else rows.length
            made.append(_coding(rows._replace(length=length), kinds))
    return made


def _coding(found: _Rows, kinds: Sequence[str]) -> Any:
    order = (found.kind, "spans", "boundaries", "labels")
    wanted = next((kind for kind in order if not kinds or kind in kinds), found.kind)
    return converted(Spans(found.rows, length=max(1, found.length)), wanted)


def converted(coding: Any, kind: str) -> Any:
    """The coding as one of the kind that is wanted; an error where it cannot be that.

    Examples
    --------
    >>> converted(LabelledSegmentation.from_segments([(8, "A"), (8, None)]), "spans")
    Spans([(0, 8, 'A')], length=16)
    """
    if isinstance(coding, LabelledSegmentation):
        if kind == "levels":
            return Hierarchy.from_labelled([coding])
        return coding.segmentation if kind == "boundaries" else coding.spans
    if isinstance(coding, Spans) and kind == "boundaries":
        edges = {edge for span in coding for edge in (span.start, span.end)} - {0, coding.length}
        return Segmentation.from_positions(sorted(edges), coding.length)
    if isinstance(coding, Spans) and kind in ("labels", "spans"):
        return coding if kind == "spans" else LabelledSegmentation.from_spans(coding)
    if isinstance(coding, Hierarchy) and kind == "boundaries":
        if not coding.nested:
            raise InputError("the levels are not nested, so that no boundary has one level")
        places, levels = zip(*sorted(coding.strengths.items()), strict=True) if coding.strengths else ((), ())
        return Segmentation.from_positions(places, coding.mass, levels)
    held = "spans" if isinstance(coding, Spans) else "levels" if isinstance(coding, Hierarchy) else "boundaries"
    raise InputError(f"holds {held}, which cannot be read as {kind}")


def _rows_of(value: Any, kinds: Sequence[str]) -> _Rows | None:
    """The spans that an object holds; None for unknown objects."""
    if hasattr(value, "itertracks"):  # an Annotation of pyannote
        return _timed((segment.start, segment.end, label) for segment, _, label in value.itertracks(yield_label=True))
    if hasattr(value, "support") and hasattr(value, "extent"):  # a Timeline of pyannote
        return _timed((segment.start, segment.end, None) for segment in value)
    if hasattr(value, "ents") and hasattr(value, "has_annotation"):  # a Doc of spaCy
        return _document(value, kinds)
    if _are_intervals(value):
        return _covered(value, None)
    if isinstance(value, tuple) and len(value) == 2 and _are_intervals(value[0]):
        return _covered(*value)
    return None


def _document(document: Any, kinds: Sequence[str]) -> _Rows:
    """Entities; or sentences, where boundaries are wanted or there are no entities."""
    by_kind = "boundaries" in kinds and "spans" not in kinds
    has_sentences = document.has_annotation("SENT_START")
    if by_kind and not has_sentences:
        raise InputError("the Doc has no sentences; expected some, as nlp.add_pipe('sentencizer') adds them")
    if by_kind or (has_sentences and not document.ents and not kinds):
        rows: list[tuple[int, int, Hashable]] = [(one.start, one.end, None) for one in document.sents]
        return _Rows(rows, len(document), timed=False, covered=True)
    entities = [(int(span.start), int(span.end), span.label_ or None) for span in document.ents]
    return _Rows(entities, len(document), timed=False)


def _timed(rows: Iterable[tuple[float, float, Hashable]], *, covered: bool = False) -> _Rows:
    made: list[tuple[int, int, Hashable]] = []
    for start, end, label in rows:
        if not math.isfinite(start + end):
            raise InputError(f"a span goes from {start} to {end} s; expected two times")
        first, last = (round(time * PER_SECOND) for time in (start, end))
        if first == last:
            raise InputError(f"the span from {start:g} to {end:g} s is shorter than a millisecond")
        made.append((first, last, label))
    return _Rows(made, max((end for _, end, _ in made), default=0), covered=covered)


def _are_intervals(value: Any) -> bool:
    shape: tuple[int, ...] = getattr(value, "shape", ())
    return len(shape) == 2 and shape[1] == 2 and "float" in str(getattr(value, "dtype", ""))


def _covered(intervals: Any, labels: Any) -> _Rows:
    """Intervals of mir_eval, which follow each other."""
    rows = [(float(start), float(end)) for start, end in np.asarray(intervals.tolist())]
    if not rows:
        raise InputError("there are no intervals; expected at least one")
    names = [None] * len(rows) if labels is None else list(labels)
    if len(names) != len(rows):
        raise InputError(f"{len(rows)} intervals have {len(names)} labels; expected one each")
    for (_, end), (start, _) in pairwise(rows):
        if abs(start - end) * PER_SECOND > 1:
            raise InputError(f"an interval ends at {end:g} s and the next begins at {shown(start)} s; expected no gaps")
    return _timed([(start, end, name) for (start, end), name in zip(rows, names, strict=True)], covered=True)
