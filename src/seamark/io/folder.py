"""A folder as a corpus: which files belong to it, and what their places name."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from seamark.errors import OPTION, InputError, ParseError, shown
from seamark.io.detect import candidates
from seamark.io.format import Format
from seamark.io.options import Layout, ReadOptions
from seamark.io.packed import DEEPEST_PACKING, Unpacking, is_archive, plain_name, unpacked
from seamark.io.source import HEAD, read_file, unreadable

MOST_FILES = 100_000
DEEPEST = 8

#: Files that lie beside data without being data.
_NOT_DATA = frozenset(("readme", "license", "licence", "changelog"))


class Found(NamedTuple):
    """A file in a folder, the folders and archives between, and the name that its place gives it."""

    path: Path
    above: tuple[str, ...]
    name: str


def files_in(folder: Path, unpacking: Unpacking) -> list[Found]:
    """The files that may hold data, in natural order of their paths; hidden ones and linked folders are passed over.

    What lies in archives is listed as if they were folders.
    """
    found: list[Found] = []
    for file in _walk(folder, (), unpacking):
        found.append(file)
        if len(found) > MOST_FILES:
            raise ParseError(f"holds more than {MOST_FILES:,} files; read parts of it", path=shown(folder))
    return found


def _walk(folder: Path, above: tuple[str, ...], unpacking: Unpacking, packed: int = 0) -> Iterator[Found]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: natural_order(entry.name))
    except OSError as error:
        raise unreadable(error, folder) from None
    for entry in entries:
        if entry.name.startswith("."):
            continue
        path = folder / entry.name
        within = (*above, shown(entry.name))
        if entry.is_dir(follow_symlinks=False):
            if len(above) >= DEEPEST:
                raise ParseError(f"folders are nested more than {DEEPEST} deep; read a folder within", path=shown(path))
            yield from _walk(path, within, unpacking, packed)
        elif not _is_file(entry, path) or is_beside_data(path.stem):
            continue
        elif _is_archive_name(entry.name) and is_archive(data := unpacked(read_file(path), shown(path))):
            if packed >= DEEPEST_PACKING:
                raise ParseError(f"archives are nested more than {DEEPEST_PACKING} deep; unpack them", path=shown(path))
            inner = innermost(unpacking.extract(data, shown(path)))
            del data  # not kept while what lies in it is read
            yield from _walk(inner, within, unpacking, packed + 1)
        else:
            yield Found(path, above, shown(entry.name))


def innermost(folder: Path) -> Path:
    """The folder below which something branches: archives often begin with folders that hold one folder only."""
    entries = list(folder.iterdir())
    while len(entries) == 1 and entries[0].is_dir():
        folder = entries[0]
        entries = list(folder.iterdir())
    return folder


def is_in_archive(file: Found) -> bool:
    """Whether the first thing between a folder and a file in it is an archive."""
    return bool(file.above) and _is_archive_name(file.above[0])


def _is_archive_name(name: str) -> bool:
    return plain_name(name).endswith(".zip")


def without_archives(files: Sequence[Found], format: Format) -> list[Found]:
    """The files with archives as the folders that they were, or as the file for whose sake they were made.

    INCEpTION packs what one annotator did with one document, together with the type system, into an archive that is
    named after the annotator, as a file of another format would be.
    """
    together = Counter(file.above for file in files)
    made = []
    for file in files:
        above, name = file.above, file.name
        alone = bool(above) and _is_archive_name(above[-1]) and together[above] == 1
        if alone and (len(above) > 1 or (format.layout == "item/coder" and format.companions)):
            above, name = above[:-1], above[-1][: -len(".zip")]
        folders = tuple(part[: part.casefold().rindex(".zip")] if _is_archive_name(part) else part for part in above)
        made.append(Found(file.path, folders, name))
    return made


def _is_file(entry: os.DirEntry[str], path: Path) -> bool:
    try:
        return entry.is_file()
    except OSError as error:  # a link that leads back to itself
        raise unreadable(error, path) from None


def natural_order(name: str) -> tuple[list[str | int], str]:
    """A key that puts numbers within names in order of their size.

    Examples
    --------
    >>> sorted(["ch10.csv", "ch2.csv", "ch.csv", "ch02.csv"], key=natural_order)
    ['ch.csv', 'ch02.csv', 'ch2.csv', 'ch10.csv']
    """
    # Without its suffix, a name comes before the same name with a number behind it.
    parts = re.split("([0-9]+)", Path(name).stem)
    return [int(part) if place % 2 else part for place, part in enumerate(parts)], name


def is_beside_data(stem: str) -> bool:
    """Whether a file of this name is passed over in a folder."""
    return stem.casefold() in _NOT_DATA


def format_of_folder(folder: Path, files: list[Found], encoding: str) -> Format:
    """The one format that the files of a folder have."""
    fitting = {file.path: candidates(_head(file.path), plain_name(file.name), encoding) for file in files}
    clear: dict[Format, Path] = {}
    for path, found in fitting.items():
        if len(found) == 1:
            clear.setdefault(found[0], path)
    beside = tuple(suffix for format in clear for suffix in format.companions)
    kinds = {format: path for format, path in clear.items() if not path.name.casefold().endswith(beside)}
    for path, found in fitting.items():
        if len(found) > 1 and not path.name.casefold().endswith(beside) and not kinds.keys() & set(found):
            names = " or ".join(format.name for format in found)
            raise ParseError(f"may be {names}; say which with {OPTION}=", option="format", path=shown(path))
    if len(kinds) == 1:
        return next(iter(kinds))
    if not kinds:
        raise ParseError(
            f"holds no file whose format is clear; say which with {OPTION}=", option="format", path=shown(folder)
        )
    listed = ", ".join(f"{path.name} ({format.name})" for format, path in kinds.items())
    raise ParseError(
        f"holds files of several formats: {listed}; say which with {OPTION}=", option="format", path=shown(folder)
    )


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return unpacked(stream.read(HEAD), shown(path), HEAD)
    except OSError as error:
        raise unreadable(error, path) from None


def stem_of(name: str, format: Format) -> str:
    """The name of a file without the suffix of its format."""
    name = name[: len(plain_name(name))]
    for suffix in format.suffixes:
        if name.casefold().endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return Path(name).stem or name


def names_of(found: Found, format: Format, options: ReadOptions, folder: str | None = None) -> tuple[str, str | None]:
    """The item and the coder that the place of a file, in the folder of this name that was given as a whole, names."""
    stem, above = stem_of(found.name, format), found.above
    if format.names == "both":
        return stem, options.coder
    if format.names == "coders":
        return ",".join((*above, stem)), options.coder
    if len(above) > 1:
        raise ParseError(
            f"lies {len(above)} folders deep; expected {_expected(format, options.layout)}", path=shown(found.path)
        )
    if format.names == "items":
        return stem, above[0] if above else options.coder
    layout = options.layout or format.layout
    if not above and layout == "item/coder" and folder is not None:
        # The folder of one document holds a file per annotator.
        return folder, stem
    if not above:
        return stem, options.coder
    return (stem, above[0]) if layout == "coder/item" else (above[0], stem)


def _expected(format: Format, layout: Layout | None) -> str:
    if format.names == "items":
        return "a file, or a folder, per coder"
    return "a folder per coder" if (layout or format.layout) == "coder/item" else "a folder per item"


def require_some(files: list[Found], folder: Path) -> None:
    """Refuse a folder without data."""
    if not files:
        raise InputError(f"{shown(folder)}: the folder holds no data files; expected one at least")
