"""The reference of the command line, made from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator

import click

from seamark.cli.main import cli


def command_page() -> str:
    """A heading for each command, with its usage, its options by section and its examples."""
    opening = "## All commands\n\nEvery command and option, as `--help-all` shows them.\n"
    root = click.Context(cli, info_name="seamark")
    return opening + "".join(
        part for name in cli.list_commands(root) for part in _of_command(_command(cli, root, name), root, name, 3)
    )


def _of_command(command: click.Command, parent: click.Context, name: str, level: int) -> Iterator[str]:
    context = click.Context(command, info_name=name, parent=parent)
    yield f"\n{'#' * level} {context.command_path}\n\n"
    yield f"```\n{' '.join([context.command_path, *command.collect_usage_pieces(context)])}\n```\n\n"
    yield "\n\n".join(_as_text(" ".join(part.split())) for part in (command.help or "").split("\n\n")) + "\n"
    for section, options in _options(command, context).items():
        yield f"\n**{section}**\n\n| option | meaning |\n|---|---|\n"
        yield from (f"| `{names}` | {_in_cell(_as_text(meaning))} |\n" for names, meaning in options)
    if command.epilog:
        title, _, lines = command.epilog.strip("\b\n ").partition("\n")
        yield f"\n**{title.rstrip(':')}**\n\n```\n{_unindented(lines)}\n```\n" if lines else f"\n{_as_text(title)}\n"
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            yield from _of_command(_command(command, context, below), context, below, level + 1)


def _command(group: click.Group, context: click.Context, name: str) -> click.Command:
    command = group.get_command(context, name)
    if command is None:
        raise LookupError(f"{context.command_path} lists {name}, but has no such command")
    return command


def _options(command: click.Command, context: click.Context) -> dict[str, list[tuple[str, str]]]:
    sections: dict[str, list[tuple[str, str]]] = {}
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context) if isinstance(parameter, click.Option) else None
        if record:
            sections.setdefault(getattr(parameter, "section", None) or "Options", []).append(record)
    return sections


def _unindented(lines: str) -> str:
    return "\n".join(line.strip() for line in lines.splitlines())


def _as_text(words: str) -> str:
    """Words of a help text, in which nothing is Markdown."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>#" else sign for sign in words.replace("\b", ""))


def _in_cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
