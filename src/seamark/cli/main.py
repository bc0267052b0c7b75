"""The command ``seamark``: its commands, which are imported when they are called, and how it ends.

Whatever goes wrong becomes one line on standard error and an exit status. This module is all that ``seamark --version``
and ``seamark --help`` load, so it imports neither numpy nor rich.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from io import TextIOWrapper
from types import FrameType
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from seamark.base.errors import InputError, SeamarkError, visible
from seamark.base.version import __version__

#: Every command, in the order of the help, with the line that describes it there.
COMMANDS = {
    "look": "Show how files are read, before anything is measured.",
    "score": "Score hypotheses against references, item by item and overall.",
    "agree": "Measure how far the coders of a corpus agree, beyond chance.",
    "consensus": "Make one segmentation per item from those of several coders, and list what they dispute.",
    "adjudicate": "Write a page on which a person decides what the coders dispute, as one HTML file.",
    "plan": "Compute how many items and coders a study needs for an interval of agreement that is narrow enough.",
    "align": "Draw two codings of an item under each other, and mark where they differ.",
    "audit": "Score systems under every convention in use, and show whether their ranking changes.",
    "compare": "Test whether segmenters are as good as the humans of a corpus.",
    "annotate": "Write a page on which a coder places boundaries in texts or recordings, as one HTML file.",
    "collect": "Join the files that coders saved on annotation pages to one corpus.",
    "next": "List the items of a study in the order in which one more coding helps most.",
    "segment": "Segment texts with one of the built-in segmenters, to compare them with humans.",
    "plot": "Draw a chart of a corpus and save it.",
    "report": "Write a report on the coders and items of a corpus as one HTML file.",
    "convert": "Rewrite a corpus in another format.",
    "reproduce": "Recompute the values printed in Fournier & Inkpen 2012, and compare.",
    "metrics": "List the metrics and their options.",
    "formats": "List the file formats that can be read and written.",
    "verify": "Compute a saved result again, and list the numbers that are different.",
    "doctor": "Show versions, how the kernel was compiled, and which extras are installed.",
}
#: The modules of commands that share one with others of their subject; all others have a module of their own name.
MODULES = {
    **dict.fromkeys(("metrics", "formats", "doctor"), "lists"),
    **dict.fromkeys(("collect", "adjudicate"), "annotate"),
    "audit": "compare",
    "look": "convert",
    "next": "plan",
    "reproduce": "verify",
}
#: The sections of the help, each with the command that it begins with.
SECTIONS = {"look": "Measure", "segment": "Segment, draw and convert", "reproduce": "Look up"}

#: What a word of a command line cannot hold: NUL, and half a character that does not represent a byte.
_IN_NO_WORD = re.compile("[\0\ud800-\udc7f\udd00-\udfff]")
#: Under which name a run keeps the words of its command line.
WORDS = "seamark.words"

#: Exit status for data that cannot be used: a file that cannot be read, an item or a coder that is not there, a score
#: without a value.
BAD_DATA = 1
#: Exit status for a command line that cannot be used, whatever the files hold.
BAD_USAGE = 2
#: Exit status after a reader of standard output went away, as a shell reports it.
BROKEN_PIPE = 141


class Stopped(BaseException):
    """A signal or a closed pipe ended the work; like ``KeyboardInterrupt``, it passes everything that handles errors.

    Attributes
    ----------
    status
        The exit status that says so.
    """

    def __init__(self, status: int) -> None:
        self.status = status


class CommandGroup(click.Group):
    """Commands in the order of their definition; for an unknown name the nearest one is proposed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called."""
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-") and not ctx.resilient_parsing:
            from seamark.base.checks import hint  # loads numpy

            raise click.UsageError(f"no command is called {args[0]!r}; {hint(args[0], known)}", ctx)
        return super().resolve_command(ctx, args)


class LazyGroup(CommandGroup):
    """The commands, each imported only when it is called: ``score`` is ``score`` in ``seamark.cli.commands.score``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the order given."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command, if there is one of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = MODULES.get(cmd_name, cmd_name)
        command: click.Command = getattr(import_module(f"seamark.cli.commands.{module}"), cmd_name)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands and options that begin so, without importing the commands."""
        named = [CompletionItem(name, help=line) for name, line in COMMANDS.items() if name.startswith(incomplete)]
        return [*named, *click.Command.shell_complete(self, ctx, incomplete)]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse words that cannot be the name of a file, an option or an item."""
        for word in args:
            if _IN_NO_WORD.search(word):
                raise click.UsageError(f"{word!r} contains a character that cannot be part of a command line", ctx)
        ctx.meta[WORDS] = list(args)
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in sections, without importing them."""
        sections: list[tuple[str, list[tuple[str, str]]]] = []
        for name, line in COMMANDS.items():
            if name in SECTIONS:
                sections.append((SECTIONS[name], []))
            sections[-1][1].append((name, line))
        for title, commands in sections:
            with formatter.section(title):
                formatter.write_dl(commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; click would report a closed pipe in its own way."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise Stopped(BROKEN_PIPE) from None


@click.group(
    cls=LazyGroup,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 fine, 1 data that cannot be used, 2 a command line that cannot be used.",
)
@click.version_option(__version__, prog_name="seamark", message="%(prog)s %(version)s")
def cli() -> None:
    """Measure segmentations: how alike two are, how far annotators agree, how good a segmenter is."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave with its exit status."""
    # The kernel has threads of its own; those of numpy's linear algebra take longer to start than most commands run.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.exit(exit_code_of(lambda: cli.main(arguments, prog_name="seamark", standalone_mode=False)))


def exit_code_of(run: Callable[[], object]) -> int:
    """Run the command line; whatever goes wrong becomes one line on standard error and an exit status."""
    _make_streams_safe()
    if sys.stdout is None:
        return _say("standard output is closed; nothing can be printed", "seamark", BAD_DATA)
    try:
        with _stopped_by_signals():
            outcome = run()
            sys.stdout.flush()
    except (Stopped, BrokenPipeError) as stop:
        _forget_standard_output()
        return stop.status if isinstance(stop, Stopped) else BROKEN_PIPE
    except click.UsageError as error:
        return _say(_usage_message(error), _command_of(error), BAD_USAGE)
    except SeamarkError as error:
        return _say(message_of(error), "seamark", BAD_DATA)
    except OSError as error:
        _forget_standard_output()  # it may be what cannot be written to
        place = f"{os.fsdecode(error.filename)}: " if error.filename is not None else ""
        return _say(f"{place}{error.strerror or error}", "seamark", BAD_DATA)
    except MemoryError:
        return _say("not enough memory", "seamark", BAD_DATA)
    # Click returns the status of a command that ends with one of its own.
    return outcome if isinstance(outcome, int) else 0


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Let signals that ask the process to end raise ``Stopped``, so that temporary files are removed first.

    A signal that is ignored, as by nohup, stays ignored.
    """

    def end(number: int, _: FrameType | None) -> None:
        for other in handled:
            signal.signal(other, signal.SIG_IGN)  # a second one shall not stop the cleaning
        raise Stopped(128 + number)

    handled: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number in {getattr(signal, name, signal.SIGINT) for name in ("SIGINT", "SIGTERM", "SIGHUP")}:
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                handled[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, was in handled.items():
            signal.signal(number, was)


def message_of(error: SeamarkError) -> str:
    """What the library says, with options named as on the command line."""
    if not isinstance(error, InputError) or error.option is None:
        return str(error)
    return error.spelled(f"--{error.option.replace('_', '-')}")


def one_line(text: str) -> str:
    r"""The text on one line, with anything that a terminal would obey made visible.

    Examples
    --------
    >>> one_line("first\nsecond \x1b[31m")
    'first second \\x1b[31m'
    """
    line = " ".join(part.strip() for part in text.splitlines() if part.strip())
    return line if line.isprintable() else visible(line)


def _say(message: str, speaker: str, code: int) -> int:
    with suppress(OSError):  # a closed output; the exit status remains
        print(f"{speaker}: {one_line(message)}", file=sys.stderr, flush=True)
    return code


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
    """Have standard error, also when it was closed, and write out characters of a file that an encoding lacks."""
    if sys.stderr is None:
        # Open to the end. Loading pathlib would take a fifteenth of the time of `seamark --help`.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _forget_standard_output() -> None:
    """Keep the interpreter from flushing what is left into a closed pipe or onto a full disk when it ends."""
    with suppress(OSError):
        sys.stdout.flush()
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
