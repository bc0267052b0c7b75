"""Options that several commands share; each group of options reaches a command as one argument."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

import click

from seamark.cli.output import Output

_Command = TypeVar("_Command", bound=Callable[..., Any])
Decorator = Callable[[_Command], _Command]


def bundle(name: str, make: Callable[..., object], *options: Decorator[Any]) -> Decorator[Any]:
    """Several options that become the one argument ``name``, made from them by ``make``, whose parameters have the
    names of the options.
    """
    parameters = tuple(inspect.signature(make).parameters)

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def run(**given: Any) -> Any:
            made = make(*(given.pop(parameter) for parameter in parameters))
            return command(**given, **{name: made})

        decorated: Callable[..., Any] = run
        for option in reversed(options):
            decorated = option(decorated)
        return decorated

    return decorate


class SectionedCommand(click.Command):
    """A command whose help shows its options in sections."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """A section for the options of the command itself, then one for each group of shared options."""
        sections: dict[str, list[tuple[str, str]]] = {"Options": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                sections.setdefault(getattr(parameter, "section", "Options"), []).append(record)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)


class SectionOption(click.Option):
    """An option that stands in a section of the help."""

    def __init__(self, *declarations: Any, section: str, **settings: Any) -> None:
        super().__init__(*declarations, **settings)
        self.section = section


#: What stands before every command.
command = functools.partial(click.command, cls=SectionedCommand)


def option_in(section: str) -> Callable[..., Decorator[Any]]:
    """``click.option`` for options of one section."""
    return functools.partial(click.option, cls=SectionOption, section=section)


def example(*lines: str) -> str:
    """The end of a help text: examples as they are typed, which click shall not join into a paragraph."""
    return "\n".join(["\b", "Examples:" if len(lines) > 1 else "Example:", *(f"  {line}" for line in lines)])


_output = option_in("Output")

output_options = bundle(
    "output",
    Output.of,
    _output("--json", is_flag=True, help="Print one JSON document, numbers in full."),
    _output("--csv", is_flag=True, help="Print CSV, numbers in full."),
    _output("--quiet", "-q", is_flag=True, help="No progress bar and no remarks on standard error."),
)
