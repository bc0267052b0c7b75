"""Telling the format of a file: by what it says, then by how its name ends."""

from __future__ import annotations

from seamark.errors import OPTION, ParseError
from seamark.io.format import Format
from seamark.io.head import Head
from seamark.io.registry import formats_of_suffix, known_formats


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
    if not data.strip():
        raise ParseError("is empty", path=name)
    if found:
        names = " or ".join(format.name for format in found)
        raise ParseError(f"may be {names}; say which with {OPTION}=", path=name, option="format")
    names = ", ".join(format.name for format in known_formats())
    raise ParseError(f"its format is not clear; say which with {OPTION}= ({names})", path=name, option="format")


def candidates(data: bytes, name: str, encoding: str = "utf-8") -> list[Format]:
    """The formats whose sign the content bears, only those of the suffix if there are any; else those of the suffix."""
    head = Head.of(data, encoding)
    suffixed = formats_of_suffix(name)
    # Asked first, so that the modules of the other formats need not be imported.
    if fitting := [format for format in suffixed if format.sign(head)]:
        return fitting
    if fitting := [format for format in known_formats() if format.sign(head)]:
        return fitting
    return suffixed if data.strip() else []
