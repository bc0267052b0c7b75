"""Options that several commands share; each group of options reaches a command as one argument."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar, cast, get_args

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from seamark.base.errors import InputError, OtherModelError
from seamark.cli.output import Output, waiting
from seamark.io.parquet import MOST_BYTES
from seamark.kernels.edit import SCALES
from seamark.metrics.base import Metric
from seamark.metrics.conventions import CONVENTIONS
from seamark.metrics.names import METRICS, MetricSpec, option_names
from seamark.metrics.similarity import S

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


# ----------- Options that choose metrics: ``--metric S,windowdiff:convention=nltk``, and the options that metrics share


_option = option_in("Metric")


class MetricList(click.ParamType):  # type: ignore[type-arg]  # not generic in older releases of click
    """Names of metrics with commas between them, each with options of its own after colons."""

    name = "metrics"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[MetricSpec, ...]:
        """Look the metrics up."""
        if isinstance(value, tuple):
            return value
        try:
            return tuple(MetricSpec.read(text) for text in str(value).split(","))
        except InputError as error:
            raise click.BadParameter(str(error)) from None

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Complete the last name of the list, or an option of it."""
        before, comma, last = incomplete.rpartition(",")
        name, colon, option = last.rpartition(":")
        if colon and name.partition(":")[0] in METRICS:
            choices = [f"{choice}=" for choice in option_names(METRICS[name.partition(":")[0]])]
            return [CompletionItem(f"{before}{comma}{name}:{c}") for c in choices if c.startswith(option)]
        return [
            CompletionItem(f"{before}{comma}{known}", help=metric.info.title)
            for known, metric in METRICS.items()
            if known.casefold().startswith(last.casefold())
        ]


def complete_convention(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the names of conventions."""
    return [CompletionItem(name) for name in CONVENTIONS if name.startswith(incomplete)]


def chosen_metrics(metric: tuple[MetricSpec, ...], **options: str | None) -> tuple[Metric, ...]:
    """The metrics asked for, every shared option given to those that have it."""
    shared = {name: text for name, text in options.items() if text is not None}
    for name in shared:
        if not any(name in option_names(spec.metric) for spec in metric):
            names = ", ".join(spec.metric.info.name for spec in metric)
            raise click.UsageError(f"--{name} is not an option of {names}; see 'seamark metrics'")
    try:
        return tuple(dict.fromkeys(spec.made(shared) for spec in metric))
    except InputError as error:
        raise click.UsageError(str(error)) from None


def chosen_metric(**given: Any) -> Metric:
    """The one metric asked for."""
    metrics = chosen_metrics(**given)
    if len(metrics) != 1:
        raise click.UsageError(f"--metric names {len(metrics)} metrics; expected one")
    return metrics[0]


def metric_options(default: str) -> Decorator[Any]:
    """``--metric`` and the options of metrics; they reach the command as ``metrics``."""
    return bundle("metrics", chosen_metrics, _metric("Metrics", "NAME[,NAME...]", default), *_METRIC_OPTIONS)


def metric_names(default: str) -> Decorator[Any]:
    """``--metric`` alone; reaches the command as ``metrics``."""
    return bundle("metrics", chosen_metrics, _metric("Metrics", "NAME[,NAME...]", default))


def _metric(what: str, metavar: str, default: str) -> Decorator[Any]:
    return _option(
        "--metric",
        "-m",
        type=MetricList(),
        default=default,
        show_default=True,
        metavar=metavar,
        help=f"{what}, as listed by 'seamark metrics'; options may follow a name, as in windowdiff:k=5.",
    )


_NEAR_MISSES = (
    _option("--n", metavar="N", help="Boundaries up to N - 1 units apart are a near miss [default: 2]."),
    _option(
        "--scale",
        metavar="|".join(SCALES),
        help="How the cost of a near miss grows with its distance: as S has it (te), linearly, or not (unit).",
    ),
    _option("--weights", metavar="A,S,T", help="Costs of addition, substitution and transposition, each from 0 to 1."),
    _option("--types", metavar="N|A,B,...", help="Boundary types of the study: their number, or all of them in order."),
)

_METRIC_OPTIONS = (
    *_NEAR_MISSES,
    _option("--k", metavar="K", help="Window size; by default half the mean length of the reference segments."),
    _option(
        "--convention",
        metavar="NAME",
        shell_complete=complete_convention,
        help="Whose rules for windows and k, such as nltk; docs/conventions.md lists them.",
    ),
    _option(
        "--padding",
        metavar="NAME",
        help="How windows are completed at both ends of a text, such as lamprier; by default not at all.",
    ),
    _option("--tolerance", metavar="UNITS", help="Largest distance at which a boundary still counts as found."),
)

#: Near misses of times; ``metrics_on_grid`` gives it to the metrics, once the files have been read.
near_option = _option(
    "--near",
    type=float,
    metavar="SECONDS",
    help="For times: boundaries up to so many seconds apart are near misses, for every metric that has them.",
)


def one_metric(default: str) -> Decorator[Any]:
    """``--metric`` for one metric, and its options; they reach the command as ``metric``."""
    return bundle("metric", chosen_metric, _metric("Metric", "NAME", default), *_METRIC_OPTIONS)


one_metric_options = one_metric("S")

#: The options of the edit distance; they reach the command as ``metric``, the similarity S that has them.
edit_options = bundle("metric", functools.partial(chosen_metric, metric=(MetricSpec(S),)), *_NEAR_MISSES)


# ------------------------- Options of commands that read Parquet files in parts: columns, memory, and who does the work


#: ``click.option``, or the same for options of one section.
_Option = Callable[..., Decorator[Any]]


def mass_option(option: _Option) -> Decorator[Any]:
    """The column that makes positions of lists."""
    return option(
        "--mass",
        metavar="COLUMN",
        help="Column with the number of units; lists are then boundary positions instead of segment sizes.",
    )


def working_options(option: _Option) -> tuple[Decorator[Any], ...]:
    """How much memory a column may take, and the threads or the cluster that work: the parameters ``most_bytes``,
    ``workers`` and ``cluster`` of the functions of ``seamark.scale``; None where nothing was said.
    """
    return (
        option(
            "--most-bytes",
            type=click.IntRange(min=1),
            metavar="N",
            help=f"Refuse columns that take more memory than this when decompressed [default: {MOST_BYTES}].",
        ),
        option(
            "--workers",
            type=click.IntRange(min=1),
            metavar="N",
            help="Number of threads, or of local workers with --dask local.",
        ),
        option(
            "--dask",
            "cluster",
            metavar="local|ADDRESS",
            callback=_cluster,
            help="Work on a Dask cluster, such as tcp://host:8786; local starts one on this machine.",
        ),
    )


def _cluster(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    if value is not None and value != "local" and "://" not in value:
        raise click.UsageError(f"--dask is {value!r}; expected local, or an address such as tcp://host:8786")
    return value


@contextmanager
def one_cluster(options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The same options for several calls, which share the cluster if there is one."""
    if options.get("cluster") is None:
        yield dict(options)
        return
    from seamark.scale.workers import worker_count, workers_on

    with workers_on(options["cluster"], worker_count(options.get("workers"))) as found:
        yield {**options, "cluster": found}


def said(**options: Any) -> dict[str, Any]:
    """The options that were given."""
    return {name: value for name, value in options.items() if value is not None}
