"""``seamark completion``: the script with which a shell completes our commands, options and names."""

from __future__ import annotations

import os
from pathlib import PurePath

import click
from click.shell_completion import get_completion_class

from seamark.base.checks import hint
from seamark.cli.options import command, example

SHELLS = ("bash", "zsh", "fish")


@command(
    epilog=example(
        "seamark completion bash >> ~/.bashrc",
        "seamark completion zsh >> ~/.zshrc",
        "seamark completion fish > ~/.config/fish/completions/seamark.fish",
    )
)
@click.argument("shell", required=False, type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str | None) -> None:
    """Print the script that completes commands, options and metrics in a shell.

    Without SHELL the script is for the shell that the variable SHELL names. Add the script to the start-up file of
    the shell.
    """
    if shell is None:
        shell = PurePath(os.environ.get("SHELL", "")).name
        if shell not in SHELLS:
            raise click.UsageError(f"the variable SHELL names no shell that can be served; {hint(shell, SHELLS)}", ctx)
    complete = get_completion_class(shell)
    if complete is None:  # click knows all three
        raise click.UsageError(f"there is no completion for {shell}", ctx)
    # Not source(): that starts bash only to ask for its version, which fails where bash is not installed.
    script = complete(ctx.find_root().command, {}, "seamark", "_SEAMARK_COMPLETE")
    print(script.source_template % script.source_vars())
