"""Telling the format of a file: by what it says, then by how its name ends."""

from __future__ import annotations

from seamark.errors import OPTION, ParseError
from seamark.io.format import Format
from seamark.io.head import Head
from seamark.io.registry import formats_of_suffix, known_formats
from seamark.io.source import is_blank

_PACKED = "it is packed in a way that is not read; unpack it, or pack it as zip or gz"
# Formats that are not read, by how they begin, and what to do with them.
_KNOWN_OTHERS = (
    ("Rar!", _PACKED),
    ("BZh", _PACKED),
    ("7z\ufffd\ufffd", _PACKED),
    ("\ufffd7zXZ", _PACKED),
    ("%PDF", "it is a PDF file; export text, or the annotations themselves"),
    ("\ufffd\ufffd\x11", "it is an old Office file; save the table as CSV"),
    ("<html", "it is a web page; save the annotations themselves"),
    ("<!DOCTYPE html", "it is a web page; save the annotations themselves"),
)


def detect(data: bytes, name: str, encoding: str = "utf-8") -> Format:
    """The format of a file with this beginning and this name.

    Raises
    ------
    InputError
        When nothing fits, or when several formats fit and the suffix does not decide; it lists them.
    """
    found = candidates(data, name, encoding)
    if len(found) == 1:
        return found[0]
    if is_blank(data):
        raise ParseError("is empty", path=name)
    head = Head.of(data, encoding)
    if any(format.sign(head) for format in found):
        names = " or ".join(format.name for format in found)
        raise ParseError(f"may be {names}; say which with {OPTION}=", path=name, option="format")
    raise ParseError(_not_supported(head, found), path=name, option="format")


def _not_supported(head: Head, near: list[Format]) -> str:
    """What to say about a file that bears the sign of no format; ``near`` are those of its suffix."""
    for sign, advice in _KNOWN_OTHERS:
        if head.text.startswith(sign):
            return f"is not supported: {advice}"
    if head.data[257:262] == b"ustar":
        return f"is not supported: {_PACKED}"
    tables = [format for format in near if format.columns is not None]
    if tables and head.header_cells:
        needs = "; ".join(f"{format.name} needs {format.columns}" for format in tables)
        given = ", ".join(cell[:30] for cell in head.header_cells[:8])
        return f"is not a table that is supported: it has the columns {given}; {needs}"
    if near:
        names = ", ".join(f"{format.name} ({format.title})" for format in near)
        return f"is not supported as it is; if it is one of these, say which with {OPTION}=: {names}"
    names = ", ".join(format.name for format in known_formats())
    return f"is not supported, or cannot be told from others; say what it is with {OPTION}= ({names})"


def candidates(data: bytes, name: str, encoding: str = "utf-8") -> list[Format]:
    """The formats whose sign the content bears, only those of the suffix if there are any; else those of the suffix."""
    head = Head.of(data, encoding)
    suffixed = formats_of_suffix(name)
    # Asked first, so that the modules of the other formats need not be imported.
    if fitting := [format for format in suffixed if format.by_suffix or format.sign(head)]:
        return fitting
    if fitting := [format for format in known_formats() if format.sign(head)]:
        return fitting
    return [format for format in suffixed if format.may_be_empty] if is_blank(data) else suffixed
