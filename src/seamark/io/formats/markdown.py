"""Markdown: a document is its own hierarchy. Lines that are not empty are units, and headings begin segments.

The levels of headings become boundary types, 1 for the coarsest that the document uses; ``--as levels`` reads them as a
hierarchy.
"""

from __future__ import annotations

from seamark.base.errors import InputError
from seamark.io.format import Format, ReadOptions
from seamark.io.reading import ONLY_CODER, ReadCoding, Reading
from seamark.io.source import Source
from seamark.model.segmentation import Segmentation
from seamark.texts.units import markdown_headings


def read(source: Source, options: ReadOptions) -> Reading:
    """Read one document."""
    try:
        units, hierarchy = markdown_headings(source.text)
    except InputError as error:
        raise source.error(str(error)) from None
    strengths = sorted(hierarchy.strengths.items())
    segmentation = Segmentation.from_positions(
        [place for place, _ in strengths], len(units), [level for _, level in strengths]
    )
    coding = ReadCoding(source.item, source.coder or ONLY_CODER, segmentation, source.name)
    levels = list(range(1, hierarchy.depth + 1))
    return Reading([coding], texts={source.item: units}, types=[*levels])


# Any text could be Markdown, so that only the suffix tells.
MARKDOWN = Format(
    "markdown",
    "Markdown: headings begin segments",
    (".md", ".markdown"),
    lambda head: False,
    read,
    priority=2,
    measure="units",
    by_suffix=True,
)
