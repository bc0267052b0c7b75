"""Cues as units: transcripts whose segments, with what was said in them, are the units between which boundaries lie.

The times of cues are in the metadata of the corpus, as ``metadata["cues"][item]``: where each begins, and where the
last ends. By them boundaries between cues are written as times, and read in seconds again (``unit="time"``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from seamark.base.errors import OPTION, ParseError
from seamark.io.choose_grid import CueGrid
from seamark.io.reading import MarkedSpans, Marks, Reading, Recording
from seamark.io.segments import segments_of
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation
from seamark.model.spans import Spans


def cue_grids(readings: Sequence[Reading], name: str) -> dict[str, CueGrid]:
    """The cues of every item; a transcript is a coding, without boundaries, only where there is no other."""
    grids: dict[str, CueGrid] = {}
    coded = {one[0] for reading in readings for one in (*reading.codings, *reading.marks) if not reading.cues}
    coded |= {item for reading in readings if reading.rows is not None for item in reading.rows.items}
    for reading in readings:
        for mark in reading.marks if reading.cues else ():
            if mark.item in grids:
                raise ParseError(f"item {mark.item!r} has two transcripts; expected cues of one", path=mark.file)
            grids[mark.item] = _grid(mark)
        if reading.cues:
            reading.marks[:] = [one._replace(spans=MarkedSpans()) for one in reading.marks if one.item not in coded]
    if missing := sorted(coded - grids.keys()):
        told = f"item {missing[0]!r} has no transcript whose cues could be its units"
        raise ParseError(told, path=name, option="unit")
    return grids


def _grid(mark: Marks) -> CueGrid:
    cues = sorted(span for span in mark.spans if span.label is not None)
    if not cues:
        raise ParseError(f"has no cues with a text; expected some, or another {OPTION}=", path=mark.file, option="unit")
    starts, ends = (np.array([span[number] for span in cues], dtype=np.float64) for number in (0, 1))
    ends[:-1] = np.minimum(ends[:-1], starts[1:])  # a cue lasts until the next one begins at most
    return CueGrid(starts, ends, [" ".join((span.label or "").split()) for span in cues])


def in_seconds(reading: Reading, times: Mapping[str, Sequence[float]]) -> None:
    """Have codings between cues be marks in seconds."""
    kept = []
    for coding in (*reading.codings, *(reading.rows.one_by_one() if reading.rows is not None else ())):
        if coding.item not in times:
            kept.append(coding)
            continue
        clock, spans = times[coding.item], MarkedSpans()
        made = Segmentation.from_masses(coding.coding) if isinstance(coding.coding, list) else coding.coding
        if not isinstance(made, Segmentation | LabelledSegmentation | Spans):
            raise ParseError(f"item {coding.item!r}: levels between cues cannot be read in seconds", path=coding.file)
        for start, end, label in segments_of(made):
            spans.add(clock[start], clock[end], label)
        reading.marks.append(Marks(coding.item, coding.coder, Recording(clock[-1]), spans, coding.file))
    reading.codings[:], reading.rows = kept, None
    reading.texts.clear()
