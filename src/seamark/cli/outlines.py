"""Outlines of the commands, from which a shell completes options and their choices without loading the commands.

A command loads numpy and all that it computes with, which takes longer than somebody waits for a completion. Its
outline in ``outlines.json`` names its options and arguments; ``python -m seamark.cli.outlines`` writes the file again
after a change of any option.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from typing import Any

import click
from click.shell_completion import CompletionItem

from seamark.cli.main import CommandGroup

_FILE = os.path.join(os.path.dirname(__file__), "outlines.json")  # noqa: PTH118, PTH120  # pathlib takes long to load

#: Finds a command with everything it can do.
Load = Callable[[], click.Command]


def outlined(name: str, load: Load) -> click.Command:
    """A command that can be completed, and nothing else; ``load`` gives the real one where that alone knows more."""
    with open(_FILE, encoding="utf-8") as file:  # noqa: PTH123
        return _command(name, json.load(file)[name], load)


def outline_of(command: click.Command) -> dict[str, Any]:
    """What ``outlined`` needs to know of a command."""
    outline: dict[str, Any] = {"params": [_param_outline(param) for param in command.params]}
    if isinstance(command, click.Group):
        outline |= {"commands": {name: outline_of(one) for name, one in command.commands.items()}}
    return outline | {"help": command.get_short_help_str(limit=200)}


def outlines_text(commands: dict[str, click.Command]) -> str:
    """The contents of ``outlines.json``, with a line for every option, so that changes are easy to read."""
    return (
        "{\n"
        + ",\n".join(f"{json.dumps(name)}: {''.join(_lines(outline_of(one)))}" for name, one in commands.items())
        + "\n}\n"
    )


def _lines(outline: dict[str, Any]) -> Iterator[str]:
    yield f'{{"help": {json.dumps(outline["help"])}, "params": ['
    yield ",".join(f"\n  {json.dumps(param)}" for param in outline["params"])
    yield "]"
    if "commands" in outline:
        inner = (f"\n{json.dumps(name)}: {''.join(_lines(one))}" for name, one in outline["commands"].items())
        yield f', "commands": {{{",".join(inner)}}}'
    yield "}"


def _param_outline(param: click.Parameter) -> dict[str, Any]:
    outline: dict[str, Any] = {"name": param.name, "nargs": param.nargs, **_values_outline(param)}
    if not isinstance(param, click.Option):
        return outline
    outline |= {"opts": param.opts, "help": param.help}
    facts = {"off": param.secondary_opts, "flag": param.is_flag, "multiple": param.multiple, "hidden": param.hidden}
    return outline | {name: fact for name, fact in facts.items() if fact}


def _values_outline(param: click.Parameter) -> dict[str, Any]:
    """How a value is completed: among choices, as a path, by the command itself, or (numbers and texts) not at all."""
    if isinstance(param.type, click.Choice):
        return {"choices": list(param.type.choices)}
    if isinstance(param.type, (click.Path, click.File)):
        return {"path": True}
    by_type = type(param.type).shell_complete is not click.ParamType.shell_complete
    return {"own": True} if by_type or param._custom_shell_complete is not None else {}


def _command(name: str, outline: dict[str, Any], load: Load) -> click.Command:
    params = [_param(param, load) for param in outline["params"]]
    if "commands" not in outline:
        return click.Command(name, params=params, help=outline["help"])

    def load_inner(inner: str) -> Load:
        return lambda: load().commands[inner]  # type: ignore[attr-defined]

    inner = {one: _command(one, part, load_inner(one)) for one, part in outline["commands"].items()}
    return CommandGroup(name, params=params, help=outline["help"], commands=inner)


def _param(outline: dict[str, Any], load: Load) -> click.Parameter:
    kind = click.Choice(outline["choices"]) if "choices" in outline else click.Path() if "path" in outline else None
    given: dict[str, Any] = {"type": kind, "nargs": outline["nargs"]}
    if "own" in outline:
        given["shell_complete"] = _by_the_command(outline["name"], load)
    if "opts" not in outline:
        return click.Argument([outline["name"]], **given)
    if "flag" in outline:
        given = {"is_flag": True}
    names = outline["opts"]
    if "off" in outline:
        names = ["/".join(pair) for pair in zip(names, outline["off"], strict=True)]
    return click.Option(
        [outline["name"], *names],
        help=outline["help"],
        multiple=outline.get("multiple", False),
        hidden=outline.get("hidden", False),
        **given,
    )


def _by_the_command(name: str, load: Load) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    def complete(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
        real = next(param for param in load().params if param.name == name)
        return real.shell_complete(ctx, incomplete)

    return complete


if __name__ == "__main__":
    from seamark.cli.main import COMMANDS, command_of

    with open(_FILE, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write(outlines_text({name: command_of(name) for name in COMMANDS}))
