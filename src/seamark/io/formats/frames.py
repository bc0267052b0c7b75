"""Frame-wise labels: a line per frame, as the corpora of action segmentation have them."""

from __future__ import annotations

from itertools import groupby

from seamark.io.format import Format, ReadOptions
from seamark.io.reading import MarkedSpans, Reading, Recording
from seamark.io.source import Source


def read(source: Source, options: ReadOptions) -> Reading:
    """Read runs of one label; a blank line would be a frame of which nothing is said."""
    spans = MarkedSpans()
    start = 0
    for label, run in groupby(line.strip() for line in source.lines):
        end = start + sum(1 for _ in run)
        if not label:
            raise source.error("is blank; expected a label for every frame", start + 1)
        spans.add(start, end, label)
        start = end
    if not spans:
        raise source.error("has no labels; expected one at least")
    return Reading.of_one_coder(source, Recording(float(start), step=1.0, measure="frames"), spans)


# Any text could be a list of labels, so it matches nothing; the format must be named.
FORMATS = (
    Format(
        "frames", "a label per line and frame; must be named", (".txt",), lambda head: False, read, measure="frames"
    ),
)
