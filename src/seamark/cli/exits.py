"""How the command line ends: what it says in one line, and its exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path

import click

from seamark.cli.terminal_text import one_line
from seamark.errors import InputError, SeamarkError, UndefinedScoreError

#: Data that cannot be used: a file that cannot be read, an item or a coder that is not there, a score without a value.
BAD_DATA = 1
#: A command line that cannot be used, whatever the files hold.
BAD_USAGE = 2
#: As a shell reports the end by Ctrl-C, and by a reader that went away.
INTERRUPTED = 130
BROKEN_PIPE = 141


class Stopped(Exception):  # noqa: N818  # not a fault of anything
    """Somebody outside ended the work; ``status`` is the exit status that says so."""

    def __init__(self, status: int) -> None:
        self.status = status


@contextmanager
def stoppable() -> Iterator[None]:
    """Turn Ctrl-C and a closed pipe into ``Stopped``, before click says and does its own things about them."""
    try:
        yield
    except KeyboardInterrupt:
        raise Stopped(INTERRUPTED) from None
    except BrokenPipeError:
        raise Stopped(BROKEN_PIPE) from None


def exit_code_of(run: Callable[[], object]) -> int:
    """Run the command line; whatever goes wrong becomes one line on standard error and an exit status."""
    _make_streams_safe()
    try:
        with stoppable():
            outcome = run()
            sys.stdout.flush()
    except Stopped as stop:
        _forget_standard_output()
        return stop.status
    except click.Abort:
        return INTERRUPTED
    except click.UsageError as error:
        return _say(_usage_message(error), _command_of(error), BAD_USAGE)
    except click.ClickException as error:
        return _say(error.format_message(), "seamark", error.exit_code)
    except SeamarkError as error:
        return _say(str(error), "seamark", BAD_DATA)
    except OSError as error:
        place = f"{os.fsdecode(error.filename)}: " if error.filename is not None else ""
        return _say(f"{place}{error.strerror or error}", "seamark", BAD_DATA)
    except MemoryError:
        return _say("not enough memory", "seamark", BAD_DATA)
    # Click hands back the status of a command that ends with one of its own.
    return outcome if isinstance(outcome, int) else 0


def _say(message: str, speaker: str, code: int) -> int:
    with suppress(OSError):  # when nobody listens, the exit status still speaks
        print(f"{speaker}: {one_line(message)}", file=sys.stderr, flush=True)
    return code


@contextmanager
def speaking_of(source: str) -> Iterator[None]:
    """Name the file in what the library says about its contents, of which it knows no more."""
    try:
        yield
    except UndefinedScoreError as error:
        raise UndefinedScoreError(f"{source}: {error}") from None
    except InputError as error:
        raise InputError(f"{source}: {error}") from None


@contextmanager
def in_our_words(words: Mapping[str, str]) -> Iterator[None]:
    """Name options as the command line has them where the library names its own."""
    try:
        yield
    except InputError as error:
        message = str(error)
        for theirs, ours in words.items():
            message = message.replace(theirs, ours)
        raise InputError(message) from None


def _usage_message(error: click.UsageError) -> str:
    """Click's words, begun in lower case as all others, and the way to the help when they give no hint."""
    message = error.format_message().rstrip(".")
    first, *_ = message.split(" ")
    if len(first) > 1 and first.isalpha() and first.istitle():
        message = message[0].lower() + message[1:]
    return message if "?" in message or ";" in message else f"{message}; see '{_command_of(error)} --help'"


def _command_of(error: click.UsageError) -> str:
    return error.ctx.command_path if error.ctx is not None else "seamark"


def _make_streams_safe() -> None:
    """Have both streams, also when they were closed, and write out characters of a file that their encoding lacks."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  # open to the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _forget_standard_output() -> None:
    """Keep the interpreter from flushing what is left into a closed pipe when it ends."""
    with suppress(OSError):
        sys.stdout.flush()
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
