"""Every error that Seamark raises on purpose, and how files are named in them.

``SeamarkError`` is the root. What a caller gave wrongly is an ``InputError`` and also a ``ValueError``; a score that
the given data cannot have is an ``UndefinedScoreError``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from os import PathLike

#: Stands in a message for the name of an option, which is another on the command line; no text that is read holds it.
OPTION = "\0"


class SeamarkError(Exception):
    """Root of all errors raised by Seamark."""


class InputError(SeamarkError, ValueError):
    """Something given by the caller cannot be used; the message says what and why.

    Parameters
    ----------
    message
        What was given and what was expected; ``OPTION`` is replaced by the name of the option. Control characters that
        it quotes are written out.
    option
        The option that is wrong, or that would help.

    Attributes
    ----------
    template, option
        As given, so that the message can be had in other words.

    Examples
    --------
    >>> error = InputError(f"there are two layers; choose one with {OPTION}=", option="layer")
    >>> str(error)
    'there are two layers; choose one with layer='
    >>> error.spelled("--layer")
    'there are two layers; choose one with --layer'
    """

    def __init__(self, message: str, *, option: str | None = None) -> None:
        self.option = option
        self.template = OPTION.join(map(visible, message.split(OPTION)))
        super().__init__(self.template.replace(OPTION, option or ""))

    def spelled(self, name: str) -> str:
        """The message with another name for the option; the sign of equality behind it is only for Python."""
        return self.template.replace(f"{OPTION}=", name).replace(OPTION, name)


@contextmanager
def about_option(option: str) -> Iterator[None]:
    """Errors that say what is wrong with a value say that it is the value of this option."""
    try:
        yield
    except InputError as error:
        raise InputError(error.template, option=option) from None


class RereadError(InputError):
    """A file must be read with another value of an option that nobody gave: ``kind`` or ``task``.

    Attributes
    ----------
    value, name
        The value of the option, and the file.
    """

    def __init__(self, option: str, value: str, name: str) -> None:
        super().__init__(f"{name}: must be read with {OPTION}={value}", option=option)
        self.value = value
        self.name = name


class MassMismatchError(InputError):
    """Two segmentations that should cover the same units cover different numbers of them."""


class ParseError(InputError):
    """A file cannot be read in its format.

    Parameters
    ----------
    message
        What was found and what was expected.
    path
        The file, when there is one.
    line
        The line in that file, counted from 1, when it is known.
    option
        The option that is wrong, or that would help.

    Examples
    --------
    >>> str(ParseError("mass 0 is below 1", path="codings.csv", line=7))
    'codings.csv:7: mass 0 is below 1'
    """

    def __init__(
        self,
        message: str,
        *,
        path: str | PathLike[str] | None = None,
        line: int | None = None,
        option: str | None = None,
    ) -> None:
        self.message = visible(message.replace(OPTION, option or ""))
        self.path = None if path is None else str(path)
        self.line = line
        place = ":".join(str(part) for part in (self.path, line) if part is not None)
        super().__init__(f"{place}: {message}" if place else message, option=option)


class WriteError(InputError):
    """A file or folder cannot be written; the message names it."""


class ReadingWarning(UserWarning):
    """A file may have been read in a way that was not intended; the message ends with the option that corrects it."""


class UndefinedScoreError(SeamarkError):
    """The metric has no value for these segmentations; the message says why."""


def visible(text: str) -> str:
    r"""The text with control characters written out, so that a name in a file cannot move the cursor.

    Examples
    --------
    >>> visible("tab\there"), visible("\x1b[31m")
    ('tab\\there', '\\x1b[31m')
    """
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape", "surrogatepass").decode("ascii")
        for character in text
    )


def shown(path: str | PathLike[str]) -> str:
    """A path as text that can be printed, also when the file system has it in another encoding."""
    return os.fsencode(path).decode("utf-8", errors="replace")


def reason_of(error: OSError) -> str:
    """The reason that the operating system gives, in a few words.

    Examples
    --------
    >>> reason_of(FileNotFoundError(2, "No such file or directory: 'a.json'"))
    'no such file or directory'
    """
    return (os.strerror(error.errno) if error.errno else str(error)).lower()
