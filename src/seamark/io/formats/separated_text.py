"""Plain text in which lines of equals signs stand between segments; every other line that is not empty is a unit.

``==========`` is a boundary. ``====,2,`` is a boundary of level 2, and whatever follows the second comma is a title;
levels become boundary types. Separators before the first unit and after the last one are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator

from seamark.base.errors import OPTION, InputError
from seamark.io.format import File, Format, ReadOptions
from seamark.io.reading import ONLY_CODER, ReadCoding, Reading
from seamark.io.source import Source
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation

_SEPARATOR = re.compile(r"={4,}(?:,([0-9]{1,9}),.*)?")
#: How many characters a line below a heading may be longer or shorter than it, where nothing stands below.
_LIKE_LENGTH = 2
#: How a separator begins; a unit of text does not.
_BEGINNING = "===="


def read(source: Source, options: ReadOptions) -> Reading:
    """Read one item as one coder segmented it."""
    if options.format is None and _underlines_headings(source):
        told = f"its lines of '=' are below headings; call it .md to read headings, or say {OPTION}=text"
        raise source.error(told, option="format")
    units: list[str] = []
    boundaries: dict[int, set[Hashable]] = {}
    for number, line in enumerate(source.lines, start=1):
        text = line.strip()
        match = _SEPARATOR.fullmatch(text)
        if match is not None:
            level = int(match.group(1)) if match.group(1) else DEFAULT_TYPE
            if len(units) not in boundaries:
                boundaries[len(units)] = set()
            boundaries[len(units)].add(level)
        elif text.startswith(_BEGINNING):
            raise source.error(f"{text[:40]!r} is not a separator; expected '====' or '====,LEVEL,TITLE'", number)
        elif text:
            units.append(text)
    if not units:
        raise source.error("has no units; expected lines of text between lines of '='")
    inner = [(place, level) for place, levels in boundaries.items() if 0 < place < len(units) for level in levels]
    segmentation = Segmentation.from_positions([place for place, _ in inner], len(units), [level for _, level in inner])
    coding = ReadCoding(source.item, source.coder or ONLY_CODER, segmentation, source.name)
    return Reading([coding], texts={source.item: units})


def _underlines_headings(source: Source) -> bool:
    """Whether every line of equals signs is as long as the title above it, which has nothing above it, or such a line.

    So are the headings of Markdown and reStructuredText; separators have one length, and stand below any line.
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


def write(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """One file per coder and item, in a folder per coder."""
    for item in corpus:
        if item not in corpus.texts:
            raise InputError(f"item {item!r} has no texts; separated text is made of them")
        units = corpus.texts[item]
        for number, unit in enumerate(units, start=1):
            _check_unit(item, number, unit)
        for coder, segmentation in corpus[item].items():
            yield (coder, item), _lines(units, segmentation).encode("utf-8")


def _check_unit(item: str, number: int, unit: str) -> None:
    plain = unit == unit.strip() and unit and not re.search(r"[\0\r\n\ufeff\ud800-\udfff]", unit)
    if not plain or unit.startswith(_BEGINNING):
        raise InputError(f"item {item!r}: unit {number} is {unit[:40]!r}, which is not one plain line of text")


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


TEXT = Format(
    "text",
    "plain text with lines of '=' between segments",
    (".txt", ".ref", ".text"),
    lambda head: any(_SEPARATOR.fullmatch(line.strip()) for line in head.lines),
    read,
    priority=2,
    measure="units",
    write_files=write,
    kinds=("boundaries",),
    keeps=("types", "texts"),
)
