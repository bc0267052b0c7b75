"""A group of commands that imports a command only when it is called.

``seamark --version`` and ``seamark --help`` then start in the time that click needs.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from seamark.choices import hint
from seamark.cli.exits import stoppable


class LazyGroup(click.Group):
    """Commands that live in one module each: command ``score`` is ``score`` in the module ``<room>.score``.

    Parameters
    ----------
    room
        The package of the modules.
    commands_and_help
        The commands in order, each with its line in the help of the group, for which no module is imported.
    """

    def __init__(self, *arguments: Any, room: str, commands_and_help: Mapping[str, str], **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.room = room
        self.commands_and_help = commands_and_help

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the order given."""
        return list(self.commands_and_help)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command, if there is one of that name."""
        if cmd_name not in self.commands_and_help:
            return None
        command: click.Command = getattr(import_module(f"{self.room}.{cmd_name}"), cmd_name)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse words that no shell can give, which name no file, option or item."""
        for word in args:
            if "\0" in word or not _is_encodable(word):
                raise click.UsageError(f"{word!r} holds a character that cannot stand on a command line", ctx)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Say which command was probably meant when there is none of that name."""
        if args and args[0] not in self.commands_and_help and not args[0].startswith("-"):
            raise click.UsageError(f"no command is called {args[0]!r}; {hint(args[0], self.commands_and_help)}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.commands_and_help.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; Ctrl-C and a closed pipe are for us to report, not for click."""
        with stoppable():
            return super().invoke(ctx)


def _is_encodable(word: str) -> bool:
    try:
        os.fsencode(word)
    except UnicodeEncodeError:
        return False
    return True
