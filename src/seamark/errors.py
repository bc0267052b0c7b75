"""Every error that Seamark raises on purpose, and how files are named in them.

``SeamarkError`` is the root. What a caller gave wrongly is an ``InputError`` and also a ``ValueError``; a score that
the given data cannot have is an ``UndefinedScoreError``.
"""

from __future__ import annotations

import os
from os import PathLike


class SeamarkError(Exception):
    """Root of all errors raised by Seamark."""


class InputError(SeamarkError, ValueError):
    """Something given by the caller cannot be used; the message says what and why."""


class MassMismatchError(InputError):
    """Two segmentations that should cover the same units cover different numbers of them."""


class ParseError(InputError):
    """A file cannot be read as the format it is taken for.

    Parameters
    ----------
    message
        What was found and what was expected.
    path
        The file, when there is one.
    line
        The line in that file, counted from 1, when it is known.

    Examples
    --------
    >>> str(ParseError("mass 0 is below 1", path="codings.csv", line=7))
    'codings.csv:7: mass 0 is below 1'
    """

    def __init__(self, message: str, *, path: str | PathLike[str] | None = None, line: int | None = None) -> None:
        self.message = message
        self.path = None if path is None else str(path)
        self.line = line
        place = ":".join(str(part) for part in (self.path, line) if part is not None)
        super().__init__(f"{place}: {message}" if place else message)


class UndefinedScoreError(SeamarkError):
    """The metric has no value for these segmentations; the message says why."""


class UnfinishedWriteWarning(UserWarning):
    """A run was stopped while its files took their places; this was finished now."""


def shown(path: str | PathLike[str]) -> str:
    """A path as text that can be printed, also when the file system has it in another encoding."""
    return os.fsencode(path).decode("utf-8", errors="replace")


def reason_of(error: OSError) -> str:
    """What the system has against something, in its own few words.

    Examples
    --------
    >>> reason_of(FileNotFoundError(2, "No such file or directory: 'a.json'"))
    'no such file or directory'
    """
    return (os.strerror(error.errno) if error.errno else str(error)).lower()
