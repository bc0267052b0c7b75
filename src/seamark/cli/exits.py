"""How the command line ends: what it says in one line, and its exit status."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from types import FrameType

import click

from seamark.base.errors import InputError, ParseError, SeamarkError, UndefinedScoreError
from seamark.cli.output import one_line

#: Data that cannot be used: a file that cannot be read, an item or a coder that is not there, a score without a value.
BAD_DATA = 1
#: A command line that cannot be used, whatever the files hold.
BAD_USAGE = 2
#: As a shell reports the end by Ctrl-C, and by a reader that went away.
INTERRUPTED = 130
BROKEN_PIPE = 141


class Terminated(BaseException):
    """A signal asked the process to end; like Ctrl-C, it passes everything that handles errors."""

    def __init__(self, number: int) -> None:
        self.status = 128 + number


class Stopped(Exception):  # noqa: N818  # not a fault of anything
    """Somebody outside ended the work; ``status`` is the exit status that says so."""

    def __init__(self, status: int) -> None:
        self.status = status


@contextmanager
def cleaning_up_on_signals() -> Iterator[None]:
    """Let signals that ask the process to end raise ``Terminated``, so that temporary files are removed first.

    A signal that is ignored, as by nohup, stays ignored.
    """

    def end(number: int, _: FrameType | None) -> None:
        for other in handled:
            signal.signal(other, signal.SIG_IGN)  # a second one shall not stop the cleaning
        raise Terminated(number)

    handled: list[int] = []
    if threading.current_thread() is threading.main_thread():
        numbers = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
        handled += [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in handled:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in handled:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def stoppable() -> Iterator[None]:
    """Turn Ctrl-C, signals and a closed pipe into ``Stopped``, before click says and does its own things about them."""
    try:
        yield
    except KeyboardInterrupt:
        raise Stopped(INTERRUPTED) from None
    except Terminated as signalled:
        raise Stopped(signalled.status) from None
    except BrokenPipeError:
        raise Stopped(BROKEN_PIPE) from None


def exit_code_of(run: Callable[[], object]) -> int:
    """Run the command line; whatever goes wrong becomes one line on standard error and an exit status."""
    _make_streams_safe()
    try:
        with stoppable(), cleaning_up_on_signals():
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
        return _say(message_of(error), "seamark", BAD_DATA)
    except OSError as error:
        _forget_standard_output()  # it may be what cannot be written to
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
def naming_file(source: str) -> Iterator[None]:
    """Put the name of a file before what the library says about its contents, unless it names a file itself."""
    try:
        yield
    except UndefinedScoreError as error:
        raise UndefinedScoreError(f"{source}: {error}") from None
    except InputError as error:
        if isinstance(error, ParseError) and error.path is not None:
            raise
        raise InputError(f"{source}: {error.template}", option=error.option) from None


@contextmanager
def options_called(**names: str) -> Iterator[None]:
    """Say which option of the command line stands for a parameter of the library that has another name."""
    try:
        yield
    except InputError as error:
        if error.option not in names:
            raise
        raise InputError(error.template, option=names[error.option]) from None


def message_of(error: SeamarkError) -> str:
    """What the library says, with options named as on the command line."""
    if not isinstance(error, InputError) or error.option is None:
        return str(error)
    return error.spelled(f"--{error.option.replace('_', '-')}")


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
            # Open to the end. Loading pathlib would take a fifteenth of the time of `seamark --help`.
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _forget_standard_output() -> None:
    """Keep the interpreter from flushing what is left into a closed pipe or onto a full disk when it ends."""
    with suppress(OSError):
        sys.stdout.flush()
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
