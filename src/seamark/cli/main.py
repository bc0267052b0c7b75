"""The command ``seamark``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from seamark.base.version import __version__
from seamark.cli.exits import exit_code_of, stoppable


class CommandGroup(click.Group):
    """Commands in the order of their definition, of which the nearest is proposed when there is none of a name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called."""
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-") and not ctx.resilient_parsing:
            from seamark.base.checks import hint  # with numpy, which takes longer to load than all that is needed here

            raise click.UsageError(f"no command is called {args[0]!r}; {hint(args[0], known)}", ctx)
        return super().resolve_command(ctx, args)


# ---------------------------------------------------------------------------------------------- The command ``seamark``


#: Every command, in the order of the help, with the line that describes it there; its module has the same name.
COMMANDS = {
    "score": "Score hypotheses against references, item by item and overall.",
    "agree": "Measure how far the coders of a corpus agree, beyond chance.",
    "consensus": "Make one segmentation per item from those of several coders, and list what they dispute.",
    "adjudicate": "Write a page on which a person decides what the coders dispute, as one HTML file.",
    "plan": "Say how many items and coders a study needs for an interval of agreement that is narrow enough.",
    "align": "Draw two codings of an item under each other, with what differs between them.",
    "audit": "Score systems under every convention in use, and say whether their ranking changes.",
    "compare": "Say whether segmenters are as good as the humans of a corpus.",
    "annotate": "Write a page on which a coder places boundaries in texts, as one HTML file.",
    "collect": "Join the files that coders saved on annotation pages to one corpus.",
    "segment": "Segment texts with one of the built-in segmenters, to compare them with humans.",
    "plot": "Draw a chart of a corpus and save it.",
    "report": "Write a report on the coders and items of a corpus as one HTML file.",
    "convert": "Rewrite a corpus in another format.",
    "reproduce": "Recompute the values printed in Fournier & Inkpen 2012, and compare.",
    "metrics": "List the metrics and their options.",
    "formats": "List the file formats that can be read and written.",
    "doctor": "Show versions, how the kernel was compiled, which extras are installed, and which corpora are found.",
    "completion": "Print the script that completes commands, options and metrics in a shell.",
}
#: The sections of the help, each with the command that it begins with.
SECTIONS = {"score": "Measure", "segment": "Segment, draw and convert", "reproduce": "Look up"}


def command_of(name: str) -> click.Command:
    """The command of that name, imported."""
    command: click.Command = getattr(import_module(f"seamark.cli.commands.{name}"), name)
    return command


class LazyGroup(CommandGroup):
    """The commands, each imported only when it is called: ``score`` is ``score`` in ``seamark.cli.commands.score``.

    ``seamark --version`` and ``seamark --help`` then start in the time that click needs.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the order given."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command, if there is one of that name; to complete its options, its outline is enough."""
        if cmd_name not in COMMANDS:
            return None
        if ctx.resilient_parsing:
            from seamark.cli.outlines import outlined

            return outlined(cmd_name, lambda: command_of(cmd_name))
        return command_of(cmd_name)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands and options that begin so, without importing the commands."""
        named = [CompletionItem(name, help=line) for name, line in COMMANDS.items() if name.startswith(incomplete)]
        return [*named, *click.Command.shell_complete(self, ctx, incomplete)]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse words that cannot be the name of a file, an option or an item."""
        for word in args:
            if "\0" in word or not _is_encodable(word):
                raise click.UsageError(f"{word!r} contains a character that cannot be part of a command line", ctx)
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
        """Run the command; Ctrl-C and a closed pipe are reported by ``exits``, not by click."""
        with stoppable():
            return super().invoke(ctx)


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
    sys.exit(exit_code_of(lambda: cli.main(arguments, prog_name="seamark", standalone_mode=False)))


def _is_encodable(word: str) -> bool:
    try:
        os.fsencode(word)
    except UnicodeEncodeError:
        return False
    return True
