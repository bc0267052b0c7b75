"""Options that several commands share; each group of options reaches a command as one argument."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from typing import Any, TypeVar, cast, get_args

import click
from click.core import ParameterSource

from seamark.cli.output import Output
from seamark.cli.progress import waiting
from seamark.errors import InputError, OtherModelError

_Command = TypeVar("_Command", bound=Callable[..., Any])
Decorator = Callable[[_Command], _Command]


def bundle(name: str, make: Callable[..., object], *options: Decorator[Any]) -> Decorator[Any]:
    """Several options that become the one argument ``name``: what ``make`` returns when it gets them by their names."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def run(**given: Any) -> Any:
            made = make(**{option: given.pop(option) for option in names})
            return command(**given, **{name: made})

        # Click keeps the options of a function with it, the last one first.
        others = len(getattr(run, "__click_params__", ()))
        for option in reversed(options):
            option(run)
        names = [parameter.name for parameter in cast("Any", run).__click_params__[others:]]
        return run

    return decorate


class SectionedCommand(click.Command):
    """A command whose help shows its options in sections, those for reading and output being the last; while it works,
    it shows that it does.

    A command with ``--as`` that meets a file of another model than boundaries, when nobody said which, is run on that
    model, and says so.
    """

    @property
    def models(self) -> tuple[str, ...]:
        """The models that the command can be told to work on with ``--as``."""
        kinds = (one.type for one in self.params if one.name == "model")
        return next((tuple(kind.choices) for kind in kinds if isinstance(kind, click.Choice)), ())

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        # Commands that cannot be quiet take no time.
        with waiting(ctx, quiet=ctx.params.get("quiet", True)):
            try:
                return super().invoke(ctx)
            except OtherModelError as error:
                asked = ctx.get_parameter_source("model") is ParameterSource.COMMANDLINE
                if error.model not in self.models or asked:
                    raise InputError(f"{error.name}: holds {error.model}; {_who_takes(error.model, ctx)}") from None
                ctx.params["model"] = error.model
                remarks = Output.of_remarks(ctx.params.get("quiet", False))
                remarks.remark(f"{error.name}: holds {error.model}, and is read so (--as {error.model})")
            return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """A section for the options of the command itself, then one for each group of shared options."""
        sections: dict[str, list[tuple[str, str]]] = {"Options": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None and isinstance(parameter, click.Option):
                sections.setdefault(getattr(parameter, "section", "Options"), []).append(record)
        last = {title: sections.pop(title) for title in ("Reading", "Output") if title in sections}
        for title, records in (sections | last).items():
            with formatter.section(title):
                formatter.write_dl(records)


def _who_takes(model: str, ctx: click.Context) -> str:
    """Which commands work on a model."""
    takers = []
    waiting = [(ctx.find_root().command, "")]
    while waiting:
        one, name = waiting.pop(0)
        if isinstance(one, click.Group):
            inner = [(one.get_command(ctx, word), f"{name} {word}".strip()) for word in one.list_commands(ctx)]
            waiting[:0] = [(found, called) for found, called in inner if found is not None]
        elif isinstance(one, SectionedCommand) and model in one.models:
            takers.append(name)
    return f"{ctx.command_path} does not work on {model}; with --as {model} these do: {', '.join(takers)}"


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


def refuse_options(
    why: str, sections: Collection[str], names: Collection[str] = (), *, besides: Collection[str] = ()
) -> None:
    """An error with the first option that was given and is neither in one of these sections nor has one of these names,
    or is one of ``besides`` in spite of its section; ``why`` follows the option in the sentence.
    """
    context = click.get_current_context()
    for parameter in context.command.params:
        name = str(parameter.name)
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        allowed = name not in besides and (getattr(parameter, "section", "") in sections or name in names)
        if isinstance(parameter, click.Option) and given and not allowed:
            raise click.UsageError(f"{parameter.opts[0]} {why}")


def example(*lines: str) -> str:
    """The end of a help text: examples as they are typed, one per line."""
    return "\n".join(["\b", "Examples:" if len(lines) > 1 else "Example:", *(f"  {line}" for line in lines)])


_output = option_in("Output")

_quiet = _output("--quiet", "-q", is_flag=True, help="Print no progress bar and no remarks on standard error.")

#: How results are printed; they reach the command as ``output``.
output_options = bundle(
    "output",
    Output.of,
    _output("--json", is_flag=True, help="Print one JSON document, with numbers in full precision."),
    _output("--csv", is_flag=True, help="Print CSV, with numbers in full precision."),
    _quiet,
)

#: The same for commands that write a file and print nothing but remarks.
quiet_option = bundle("output", Output.of_remarks, _quiet)

force_option = _output("--force", is_flag=True, help="Replace the output if it exists.")


def writing_options(help: str, **settings: Any) -> Decorator[Any]:
    """``-o`` and ``--force``; the place reaches the command as ``target``."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        required = "default" not in settings
        target = _output("--output", "-o", "target", metavar="FILE", required=required, help=help, **settings)
        return cast("Callable[..., Any]", target(force_option(command)))

    return decorate


_interval = option_in("Interval")


def seed_option(default: int | None = None) -> Decorator[Any]:
    """The seed of everything random, which reaches the command as ``rng``; without a default it is drawn."""
    return _interval(
        "--seed",
        "rng",
        type=click.IntRange(min=0),
        default=default,
        show_default=default is not None,
        metavar="NUMBER",
        help="Seed of the random numbers, to get the same result again.",
    )


def interval_options(*more: Decorator[Any], ci: float | None = None, seed: int | None = None) -> Decorator[Any]:
    """How intervals are made, and the seed of everything random; they reach the command as ``interval``, the parameters
    of the library's functions. Without a level there is no interval; without a seed one is drawn, and reported.
    """
    return bundle(
        "interval",
        dict,
        _interval(
            "--ci",
            type=click.FloatRange(0, 1, min_open=True, max_open=True),
            default=ci,
            show_default=ci is not None,
            metavar="LEVEL",
            help="Level of the confidence intervals"
            + (", such as 0.95; without it there are none." if ci is None else "."),
        ),
        *more,
        _interval(
            "--resamples",
            type=click.IntRange(min=1),
            default=10_000,
            show_default=True,
            metavar="NUMBER",
            help="Number of resamples, or of arrangements of a randomization test.",
        ),
        seed_option(seed),
    )


def coefficient_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--coefficient``, pi or kappa."""
    from seamark.agreement.chance import CoefficientName  # only for the commands that measure agreement

    option = choice_option(
        "--coefficient",
        CoefficientName,
        default="pi",
        help="Expected agreement from one distribution of boundaries for all coders (pi), or one per coder (kappa).",
    )
    return cast("Callable[..., Any]", option(command))


def systems_option(*, required: bool = False) -> Decorator[Any]:
    """Files of segmenters, which are measured beside the humans."""
    return click.option(
        "--systems",
        multiple=True,
        required=required,
        metavar="FILE",
        help="A segmenter, as FILE or NAME=FILE; may be given several times.",
    )


def choice_option(
    name: str, choices: object, *, option: Callable[..., Decorator[Any]] = click.option, **settings: Any
) -> Decorator[Any]:
    """An option that takes one of the names of a ``Literal``."""
    return option(name, type=click.Choice(get_args(choices)), show_default="default" in settings, **settings)
