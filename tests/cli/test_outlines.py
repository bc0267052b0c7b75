"""Completion from outlines gives what the commands themselves would give."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from seamark.cli import outlines
from seamark.cli.main import COMMANDS, cli, command_of


def completed(command: click.Command, words: list[str], incomplete: str) -> list[tuple[str, str, str | None]]:
    items = ShellComplete(command, {}, "seamark", "_SEAMARK_COMPLETE").get_completions(words, incomplete)
    return [(item.type, item.value, item.help) for item in items]


def with_real_commands() -> click.Group:
    """The same commands, each loaded."""
    commands = {name: command_of(name) for name in COMMANDS}
    return click.Group("seamark", commands=commands, context_settings=cli.context_settings)


def paths_to_commands() -> list[tuple[str, ...]]:
    real = with_real_commands().commands
    inner = [(name, one) for name, group in real.items() if isinstance(group, click.Group) for one in group.commands]
    return [*((name,) for name in real), *inner]


def test_the_outlines_are_those_of_the_commands() -> None:
    written = Path(outlines.__file__).with_name("outlines.json").read_text(encoding="utf-8")
    commands = {name: command_of(name) for name in COMMANDS}
    assert written == outlines.outlines_text(commands), "run `make stub`"


@pytest.mark.parametrize("path", paths_to_commands(), ids="-".join)
def test_options_and_values(path: tuple[str, ...]) -> None:
    real, command = with_real_commands(), command_of(path[0])
    if len(path) == 2:
        assert isinstance(command, click.Group)
        command = command.commands[path[1]]
    for incomplete in ("", "-", "--", "--c", "s"):
        assert completed(cli, [*path], incomplete) == completed(real, [*path], incomplete)
    options = [param for param in command.params if isinstance(param, click.Option)]
    valued = [option.opts[0] for option in options if not option.is_flag]
    for words in [
        *([*path, name] for name in valued),  # its values
        [*path, *(option.opts[0] for option in options if option.is_flag)],  # what is given is not proposed again,
        [*path, *(word for name in valued for word in (name, "1"))],  # unless it may be
    ]:
        incomplete = "" if words[-1] in valued else "--"
        assert completed(cli, words, incomplete) == completed(real, words, incomplete)


def test_a_command_that_is_not_there_has_nothing_to_complete() -> None:
    assert completed(cli, ["scores"], "--metric") == []
