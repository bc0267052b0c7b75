"""Text from data on its way to a terminal: whatever a terminal would obey is written out.

Names and texts come from files of other people. Control characters in them could move the cursor, change colours or
titles, or answer for the user; marks of writing direction could show a name as another one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Any, BinaryIO, Final, cast

from seamark.cli.progress import end_waiting

_KEPT: Final = re.compile(r"([\n\t])")


def one_line(text: str) -> str:
    r"""The text on one line, with anything that a terminal would obey made visible.

    Examples
    --------
    >>> one_line("first\nsecond \x1b[31m")
    'first second \\x1b[31m'
    """
    return visible(" ".join(line.strip() for line in text.splitlines() if line.strip()))


def visible(text: str) -> str:
    r"""The text with control characters written out, so that a name in a file cannot move the cursor.

    Examples
    --------
    >>> visible("tab\there")
    'tab\\there'
    """
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape", "surrogatepass").decode("ascii")
        for character in text
    )


def to_terminal() -> bool:
    """Whether standard output is a terminal, and not a file or another program, which get data as they are."""
    return sys.stdout.isatty()


def data_output() -> BinaryIO:
    """Standard output for a file that is printed instead of written: the bytes, or what a terminal can show of them."""
    end_waiting()
    return cast("BinaryIO", _ShownBytes()) if to_terminal() else sys.stdout.buffer


class _ShownBytes:
    """As much of a binary stream as a writer needs, for a terminal: only ends of lines and tabs stay as they are."""

    def write(self, data: Any) -> int:
        text = bytes(data).decode("utf-8", errors="backslashreplace")
        sys.stdout.write("".join(part if part in "\n\t" else visible(part) for part in _KEPT.split(text)))
        return len(data)

    def writelines(self, chunks: Iterable[bytes]) -> None:
        for chunk in chunks:
            self.write(chunk)
