"""A group of commands: what ``seamark --version``, ``--help`` and completion load, and nothing that takes long."""

from __future__ import annotations

import click


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
            from seamark.choices import hint  # with numpy, which takes longer to load than all that is needed here

            raise click.UsageError(f"no command is called {args[0]!r}; {hint(args[0], known)}", ctx)
        return super().resolve_command(ctx, args)
