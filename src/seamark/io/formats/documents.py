"""Documents that contain their own segmentation: text with separators, Markdown and TEI.

Levels of separators, headings and divisions become boundary types, 1 for the coarsest; ``--as levels`` reads them as a
hierarchy.

In plain text, lines of equals signs are between segments, and every other line that is not empty is a unit.
``==========`` is a boundary. ``====,2,`` is a boundary of level 2, and whatever follows the second comma is a title.
In Markdown, lines that are not empty are units, and headings begin segments. In TEI, paragraphs, verse lines and
headings are units, and divisions, or milestones, begin segments.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from seamark.base.errors import OPTION, InputError
from seamark.io.format import NEEDS_XML, File, FormatName, ReadOptions, only_by_suffix, unit_format
from seamark.io.reading import ONLY_CODER, ReadCoding, Reading
from seamark.io.source import Source, errors_at, local_name, parse_xml
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation
from seamark.texts.units import markdown_headings

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_SEPARATOR = re.compile(r"={4,}(?:,([0-9]{1,9}),.*)?")
#: How many characters a line below a heading may be longer or shorter than it, where nothing is below.
_LIKE_LENGTH = 2
#: How a separator begins; a unit of text does not.
_BEGINNING = "===="
_TEI_UNITS = frozenset(("p", "l", "ab", "head", "item", "u", "speaker", "stage"))


def _reading(
    source: Source, units: Sequence[str], boundaries: Iterable[tuple[int, Hashable]], depth: int = 0
) -> Reading:
    """The coding of a document with boundaries of these levels; those before its first unit or after the last go."""
    inner = [(place, level) for place, level in boundaries if 0 < place < len(units)]
    places, levels = [place for place, _ in inner], [level for _, level in inner]
    coding = Segmentation.from_positions(places, len(units), levels)
    found = ReadCoding(source.item, source.coder or ONLY_CODER, coding, source.name)
    return Reading([found], texts={source.item: units}, types=[*range(1, depth + 1)])


def read_text(source: Source, options: ReadOptions) -> Reading:
    """Read one item as one coder segmented it."""
    if options.format is None and _underlines_headings(source):
        raise source.error(f"its lines of '=' are below headings; call it .md, or say {OPTION}=text", option="format")
    units: list[str] = []
    boundaries: dict[tuple[int, Hashable], None] = {}
    for number, line in enumerate(source.lines, start=1):
        text = line.strip()
        match = _SEPARATOR.fullmatch(text)
        if match is not None:
            boundaries[len(units), int(match[1]) if match[1] else DEFAULT_TYPE] = None
        elif text.startswith(_BEGINNING):
            raise source.error(f"{text[:40]!r} is not a separator; expected '====' or '====,LEVEL,TITLE'", number)
        elif text:
            units.append(text)
    if not units:
        raise source.error("has no units; expected lines of text between lines of '='")
    return _reading(source, units, boundaries)


def _underlines_headings(source: Source) -> bool:
    """Whether every line of equals signs is as long as the title above it, which has nothing above it, or such a line.

    So are the headings of Markdown and reStructuredText; separators have one length, and are below any line.
    """
    lines = ["", "", *(line.rstrip() for line in source.lines), ""]
    found = 0
    for before, above, line, below in zip(lines, lines[1:], lines[2:], lines[3:], strict=False):
        if not _SEPARATOR.fullmatch(line) or not above or _SEPARATOR.fullmatch(above):
            continue
        alike = abs(len(line) - len(above)) <= (0 if below else _LIKE_LENGTH)
        if not alike or (before and before != line):
            return False
        found += 1
    return found > 0


def write_text(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """One file per coder and item, in a folder per coder."""
    for item in corpus:
        if item not in corpus.texts:
            raise InputError(f"item {item!r} has no texts; separated text is made of them")
        units = corpus.texts[item]
        for number, unit in enumerate(units, start=1):
            plain = unit == unit.strip() and unit and not re.search(r"[\0\r\n\ufeff\ud800-\udfff]", unit)
            if not plain or unit.startswith(_BEGINNING):
                raise InputError(f"item {item!r}: unit {number} is {unit[:40]!r}, which is not one plain line of text")
        for coder, segmentation in corpus[item].items():
            yield (coder, item), _lines(units, segmentation).encode("utf-8")


def _lines(units: tuple[str, ...], segmentation: Segmentation) -> str:
    lines: list[str] = []
    start = 0
    for place, label in segmentation.boundaries:
        if type(label) is not int or not 0 <= label < 10**9:
            raise InputError(f"boundary type {label!r} is not a level; separated text keeps levels such as 1 and 2")
        lines += units[start:place]
        lines.append("==========" if label == DEFAULT_TYPE else f"==========,{label},")
        start = place
    return "\n".join([*lines, *units[start:], ""])


def read_markdown(source: Source, options: ReadOptions) -> Reading:
    """Read one document."""
    with errors_at(source.name):
        units, hierarchy = markdown_headings(source.text)
    return _reading(source, units, sorted(hierarchy.strengths.items()), hierarchy.depth)


def read_tei(source: Source, options: ReadOptions) -> Reading:
    """Read a document; ``layer`` names a unit of milestones, such as section or pb, to be read instead of divisions."""
    bodies = [element for element in parse_xml(source, "reading TEI").iter() if local_name(element.tag) == "body"]
    if not bodies:
        raise source.error("has no body; only TEI is read from XML files with this suffix", option="format")
    units: list[str] = []
    begins: dict[int, int] = {}
    for event in (event for body in bodies for event in _tei_events(body, 0, options.layer)):
        if isinstance(event, str):
            units.append(event)
        else:
            begins[len(units)] = min(begins.get(len(units), event), event)
    if not units:
        raise source.error("has no paragraphs, lines or headings; expected at least one")
    if options.layer is not None and not begins:
        raise source.error(f"has no milestones of the unit {options.layer!r}", option="layer")
    inner = {place: depth for place, depth in begins.items() if 0 < place < len(units)}
    used = sorted(set(inner.values()))
    return _reading(source, units, ((place, used.index(depth) + 1) for place, depth in inner.items()), len(used))


def _tei_events(element: Element, depth: int, layer: str | None) -> Iterator[str | int]:
    """Units, and the depths of segments that begin, in the order of the text."""
    for child in element:
        name = local_name(child.tag)
        if layer is None and name.startswith("div"):
            yield depth + 1
            yield from _tei_events(child, depth + 1, layer)
        elif layer is not None and (name == layer or (name == "milestone" and child.get("unit") == layer)):
            yield 1
        elif name in _TEI_UNITS and not any(
            local_name(inner.tag) in _TEI_UNITS for inner in child.iter() if inner is not child
        ):
            if text := " ".join("".join(child.itertext()).split()):
                yield text
            if layer is not None:  # a milestone within a unit begins with the next one
                yield from (event for event in _tei_events(child, depth, layer) if isinstance(event, int))
        else:
            yield from _tei_events(child, depth, layer)


TEXT = unit_format(
    FormatName("text", "plain text with lines of '=' between segments", (".txt", ".ref", ".text")),
    lambda head: any(_SEPARATOR.fullmatch(line.strip()) for line in head.lines),
    read_text,
    write_files=write_text,
    keeps=("types", "texts"),
)
# Any text could be Markdown, so that only the suffix decides.
MARKDOWN = unit_format(
    FormatName("markdown", "Markdown: headings begin segments", (".md", ".markdown")), only_by_suffix, read_markdown
)
TEI = unit_format(
    FormatName("tei", "TEI: divisions or milestones begin segments", (".tei", ".xml")),
    lambda head: "<TEI" in head.text and "tei-c.org" in head.text,
    read_tei,
    needs=NEEDS_XML,
    layers=True,
)
