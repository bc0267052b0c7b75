"""Options that several commands share, and the commands' help; each group of options reaches a command as one argument.

``--help`` shows the options that most people need; ``--help-all`` also those declared as ``rare``.
"""

from __future__ import annotations

import functools
import inspect
import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, get_args

import click
from click.core import ParameterSource

from seamark.base.errors import InputError, RereadError
from seamark.cli.main import message_of
from seamark.cli.output import Output, Target
from seamark.io.format import DEFAULT_RESOLUTION
from seamark.metrics.base import Metric
from seamark.metrics.edit import S
from seamark.metrics.names import MetricSpec, option_names
from seamark.model.codings import KINDS, Kind
from seamark.tasks.declared import TASKS, Task

#: Where the context of a command says that all options are to be shown.
_HELP_ALL = "seamark.help_all"


class Option(click.Option):
    """An option in a section of the help; only ``--help-all`` shows a rare one."""

    def __init__(self, *declarations: Any, section: str = "Options", rare: bool = False, **settings: Any) -> None:
        super().__init__(*declarations, **settings)
        self.section = section
        self.rare = rare


class Command(click.Command):
    """A command whose help shows its options in sections, those for reading and output being the last.

    A command with ``--as`` that meets a file of another kind than boundaries, when nobody said which, is run on that
    kind, and says so.
    """

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of codings that the command accepts for ``--as``."""
        types = (one.type for one in self.params if one.name == "kind")
        return next((tuple(kind.choices) for kind in types if isinstance(kind, click.Choice)), ())

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except RereadError as error:
            name, value = error.name, error.value
            if error.option == "task":
                said = f"{name}: is a file of the task {value}; --task {value} is used"
            elif value in self.kinds and not is_given("kind"):
                said = f"{name}: holds {value}, and is read so (--as {value})"
            else:
                works_on = ", ".join(self.kinds or ("boundaries",))
                raise InputError(f"{name}: holds {value}; {ctx.command_path} takes {works_on}") from None
            ctx.params[str(error.option)] = value
        Output.of(quiet=ctx.params.get("quiet", False)).remark(said)
        return super().invoke(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """A section for the options of the command itself, then one for each group of shared options."""
        sections: dict[str, list[tuple[str, str]]] = {"Options": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is not None and (ctx.meta.get(_HELP_ALL) or not getattr(parameter, "rare", False)):
                sections.setdefault(getattr(parameter, "section", "Options"), []).append(record)
        last = {title: sections.pop(title) for title in ("Reading", "Output") if title in sections}
        for title, records in (sections | last).items():
            with formatter.section(title):
                formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The examples, and how many options were not shown."""
        super().format_epilog(ctx, formatter)
        rare = sum(getattr(parameter, "rare", False) for parameter in self.params)
        if rare and not ctx.meta.get(_HELP_ALL):
            formatter.write_paragraph()
            formatter.write(f"{rare} more options: {ctx.command_path} --help-all\n")


def _show_all_help(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        ctx.meta[_HELP_ALL] = True
        click.echo(ctx.get_help())
        ctx.exit()


_HELP_ALL_OPTION = click.Option(
    ["--help-all"], is_flag=True, is_eager=True, expose_value=False, hidden=True, callback=_show_all_help
)


class Bundle(NamedTuple):
    """Several options that become one argument: what ``make`` returns when it gets them by their names."""

    make: Callable[..., object]
    options: tuple[click.Parameter, ...]


def bundle(make: Callable[..., object], *options: click.Parameter) -> Any:
    """The default of a parameter that several options make together."""
    return Bundle(make, options)


def command(*examples: str) -> Callable[[Callable[..., None]], Command]:
    """A command with the options that the parameters of the function have as defaults, and examples of its use."""
    return lambda function: command_of(function, declared_by(function), function.__name__, function.__doc__, *examples)


def declared_by(function: Callable[..., object]) -> dict[str, Any]:
    """The parameters of a function that are options, arguments or bundles."""
    found = inspect.signature(function).parameters.values()
    return {one.name: one.default for one in found if one.default is not one.empty}


def command_of(
    function: Callable[..., object], declared: Mapping[str, Any], name: str, help: str | None, *examples: str
) -> Command:
    """A command that calls the function with what these options, arguments and bundles are on the command line."""
    bundles = {name: one for name, one in declared.items() if isinstance(one, Bundle)}
    parameters: list[click.Parameter] = [_HELP_ALL_OPTION]
    for argument, one in declared.items():
        if isinstance(one, Bundle):
            parameters += one.options
        else:
            parameters.append(copy(one))
            parameters[-1].name = argument

    def call(**given: Any) -> None:
        for argument, (make, options) in bundles.items():
            given[argument] = make(**{str(one.name): given.pop(str(one.name)) for one in options})
        function(**given)

    return Command(name.replace("_", "-"), params=parameters, callback=call, help=help, epilog=epilog(*examples))


def argument(metavar: str, **settings: Any) -> Any:
    """An argument of a command."""
    return click.Argument([re.sub(r"\W+", "_", metavar)], metavar=metavar, **settings)


def option(declaration: str, help: str, /, *, name: str | None = None, choices: object = None, **settings: Any) -> Any:
    """An option, declared as the help shows it: ``option("-o, --output FILE", "File to write.")``.

    Without a placeholder, a type and a default it is a flag. ``name`` is the argument that it becomes in a bundle,
    ``choices`` a ``Literal`` of the values that it takes.
    """
    *short, long = declaration.split(", ")
    long, _, metavar = long.partition(" ")
    if choices is not None:
        settings["type"] = click.Choice(get_args(choices))
    if metavar:
        settings["metavar"] = metavar
    if "/" not in long and settings.keys().isdisjoint(("metavar", "type", "default")):
        settings["is_flag"] = True
    shows_default = settings.get("default") is not None
    names = [*([] if name is None else [name]), long, *short]
    return Option(names, help=help, show_default=shows_default, **settings)


def option_in(section: str, *, rare: bool = False) -> Callable[..., Any]:
    """``option`` for options of one section."""
    return functools.partial(option, section=section, rare=rare)


@contextmanager
def usage_errors() -> Iterator[None]:
    """What the library has against a value of an option is an error of the command line."""
    try:
        yield
    except InputError as error:
        raise click.UsageError(message_of(error)) from None


def given_options(**options: Any) -> dict[str, Any]:
    """The options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def is_given(name: str) -> bool:
    """Whether an option was given on the command line."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def first_refused(
    sections: Collection[str], names: Collection[str] = (), *, besides: Collection[str] = ()
) -> str | None:
    """The first option that was given and is neither in one of these sections nor has one of these names, or is one of
    ``besides`` in spite of its section.
    """
    for parameter in click.get_current_context().command.params:
        name = str(parameter.name)
        allowed = name not in besides and (getattr(parameter, "section", "") in sections or name in names)
        if isinstance(parameter, click.Option) and is_given(name) and not allowed:
            return parameter.opts[0]
    return None


def refuse_options(why: str, *allowed: Collection[str], **besides: Collection[str]) -> None:
    """An error with the first option that ``first_refused`` finds; ``why`` follows it in the sentence."""
    refused = first_refused(*allowed, **besides)
    if refused is not None:
        raise click.UsageError(f"{refused} {why}")


def refuse_options_of_boundaries(kind: str, *allowed: str) -> None:
    """An error when an option was given that means nothing for another kind: none for reading or output, nor one of
    these.
    """
    refuse_options(f"is for boundaries, not for --as {kind}", ("Reading", "Output"), allowed)


def names_in(given: str) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple(name.strip() for name in given.split(","))


def epilog(*examples: str) -> str | None:
    """The end of a help text: examples as they are typed, one per line."""
    title = "Examples:" if len(examples) > 1 else "Example:"
    return "\n".join(["\b", title, *(f"  {line}" for line in examples)]) if examples else None


_output = option_in("Output")
_rare_output = option_in("Output", rare=True)
_JSON = _output("--json", "Print one JSON document, with numbers in full precision.")
_CSV = ("--csv", "Print CSV, with numbers in full precision.")
_QUIET = ("-q, --quiet", "Print no progress bar and no remarks on standard error.")

#: How results are printed; they reach the command as ``output``.
output_options = bundle(Output.of, _JSON, _output(*_CSV), _output(*_QUIET))

#: The same for commands that answer a question.
answer_options = bundle(
    Output.of,
    _output("--details", "Print all numbers below the answer."),
    _output("--methods", "Print a paragraph for a paper, with references in BibTeX."),
    _rare_output("--latex", "Print the table in LaTeX."),
    _rare_output("--markdown", "Print the table in Markdown."),
    _JSON,
    _rare_output(*_CSV),
    _rare_output(*_QUIET),
)

#: The same for commands that write a file and print nothing but remarks.
quiet_option = bundle(Output.of, _output(*_QUIET))

force_option = _output("--force", "Replace the output if it exists.")


def place_option(help: str, **settings: Any) -> Any:
    """``-o``, which reaches the command as ``place``."""
    return _output("-o, --output FILE", help, name="place", **settings)


def writing_options(help: str, **settings: Any) -> Any:
    """``-o`` and ``--force``; they reach the command as ``target``."""
    return bundle(Target, place_option(help, required="default" not in settings, **settings), force_option)


#: A file that is written, a file that is there, and a number of something, as types of options.
PLACE = click.Path(path_type=Path)
FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
NUMBER = click.IntRange(min=1)

interval_option = option_in("Interval")
level = click.FloatRange(0, 1, min_open=True, max_open=True)


def seed_option(default: int | None = None) -> Any:
    """The seed of everything random, which reaches the command as ``rng``; without a default it is drawn."""
    return interval_option(
        "--seed NUMBER", "Seed of the random numbers.", name="rng", type=click.IntRange(min=0), default=default
    )


def interval_options(*more: Any, ci: float | None = None, seed: int | None = None) -> Any:
    """The level of intervals, and the seed of everything random; they reach the command as ``interval``, the parameters
    of the library's functions. Without a level there is no interval; without a seed one is drawn, and reported.
    """
    without = ", such as 0.95; without it there are none." if ci is None else "."
    ci_option = interval_option("--ci LEVEL", f"Level of the confidence intervals{without}", type=level, default=ci)
    return bundle(dict, ci_option, *more, seed_option(seed))


coefficient_option = option(
    "--coefficient",
    "Chance from the rates of all coders together (pi), or of each coder (kappa).",
    type=click.Choice(("pi", "kappa")),
    default="pi",
)


# ---------------------------------------------------------------------------------------------------- Metrics and tasks


_metric_option = option_in("Metric")


def _metrics_in(given: str) -> tuple[MetricSpec, ...]:
    """Metrics from their names with commas between them, each with options of its own after colons."""
    try:
        return tuple(map(MetricSpec.read, given.split(",")))
    except InputError as error:
        raise click.BadParameter(str(error)) from None


class MetricChoice(NamedTuple):
    """Metrics as they were typed; they are made when files have been read, since options may be in seconds.

    Attributes
    ----------
    specs
        Each metric with the options after its name, and those for all metrics.
    near
        What ``--near`` says, in seconds.
    shared
        The options for all metrics.
    given
        Whether the metrics were named.
    """

    specs: tuple[MetricSpec, ...]
    near: float | None
    shared: Mapping[str, str]
    given: bool

    @classmethod
    def of(
        cls, metric: tuple[MetricSpec, ...], near: float | None = None, given: bool | None = None, **options: str | None
    ) -> MetricChoice:
        """From the options of the command line; an option that no metric has, or a wrong value, is an error."""
        shared = given_options(**options)
        for name in shared:
            if not any(name in option_names(spec.metric) for spec in metric):
                names = ", ".join(spec.metric.info.name for spec in metric)
                raise click.UsageError(f"--{name} is not an option of {names}; see 'seamark metrics'")
        specs = tuple(spec.with_shared(shared) for spec in metric) if shared else metric
        with usage_errors():
            for spec in specs:
                spec.made(resolution=DEFAULT_RESOLUTION)
        return cls(specs, near, shared, is_given("metric") if given is None else given)

    @classmethod
    def one(cls, **options: Any) -> MetricChoice:
        """The same for commands that take one metric."""
        found = cls.of(**options)
        if len(found.specs) != 1:
            raise click.UsageError(f"--metric names {len(found.specs)} metrics; expected one")
        return found

    def for_kind(
        self, kind: Kind | None, task: Task | None, defaults: Mapping[Kind, Sequence[str]]
    ) -> tuple[Kind, MetricChoice]:
        """The kind of codings asked for, or else the one that all metrics compare; and the metrics asked for, or else
        the defaults of that kind. A task has a kind, and metrics of its own.
        """
        if task is not None:
            return task.kind, self
        if kind is None:
            compared = [kind for kind in KINDS if all(kind in spec.metric.info.kinds for spec in self.specs)]
            if not compared:
                kinds = {spec.metric.info.name: " or ".join(spec.metric.info.kinds) for spec in self.specs}
                names = "; ".join(f"{name}: {kinds}" for name, kinds in kinds.items())
                raise click.UsageError(f"the metrics do not compare the same things ({names}); score them one by one")
            kind = compared[0]
        if self.given or kind == "boundaries":
            return kind, self
        specs = tuple(MetricSpec.read(name) for name in defaults[kind])
        return kind, MetricChoice.of(specs, self.near, given=False, **self.shared)

    def made(self, output: Output) -> tuple[Metric, ...]:
        """The metrics for the units of what was read, after a word on those whose value depends on the units."""
        fine = [reading for reading in output.readings if reading["unit"] in ("time", "character")]
        if fine and any(spec.metric is S for spec in self.specs):
            said = "the value of S depends on the grid, and is close to 1 on a fine one; B and f ignore empty places"
            output.remark(f"{fine[0]['file']}: {said}")
        step = seconds_per_unit(output)
        specs = self.specs
        if self.near is not None:
            distance = near_units(self.near, output)
            specs = tuple(spec.with_near_misses(distance) for spec in specs)
            if specs == self.specs:
                names = ", ".join(spec.metric.info.name for spec in specs)
                raise click.UsageError(f"--near is not for {names}, which has no near misses; see 'seamark metrics'")
        with usage_errors():
            return tuple(dict.fromkeys(spec.made(resolution=step) for spec in specs))

    def of_coders(self, task: Task | None, output: Output) -> dict[str, Metric] | None:
        """The metrics with which a field compares coders; None where it has none, or others were asked for. Near misses
        given by hand win.
        """
        if task is None or self.given or not task.agreement:
            return None
        step = next((one["resolution"] for one in output.readings if one["unit"] == "time"), None)
        numbers = with_near(task, self.near).agreement
        return {task.label(number): task.made(number, step) for number in numbers}


def with_near(task: Task, near: float | None) -> Task:
    """The task with near misses given by hand in the metrics with which coders are compared."""
    numbers = (one if near is None or one.near is None else replace(one, near=near) for one in task.agreement)
    return replace(task, agreement=tuple(numbers))


def seconds_per_unit(output: Output) -> float | None:
    """How long a unit of what was read lasts; None where units are no times, or not all alike."""
    steps = {reading["resolution"] if reading["measure"] == "s" else None for reading in output.readings}
    return steps.pop() if len(steps) == 1 else None


def near_units(near: float, output: Output) -> int:
    """How many units of what was read so many seconds are."""
    step = seconds_per_unit(output)
    if step is None:
        raise click.UsageError("--near is in seconds, but there are no times; use --n, which counts units")
    distance = math.floor(near / step + 1e-6)
    if distance < 1:
        raise click.UsageError(f"--near is {near:g} s, less than one unit of {step:g} s; use a smaller --resolution")
    return distance


def _metric(what: str, metavar: str, default: str) -> Any:
    return _metric_option(
        "-m, --metric",
        f"{what}, as listed by 'seamark metrics'; options may follow a name, as in windowdiff:k=5.",
        metavar=metavar,
        type=_metrics_in,
        default=default,
    )


_N = ("--n N", "Boundaries up to N - 1 units apart are a near miss [default: 2].")
_SHARED = (
    _metric_option(*_N),
    _metric_option("--convention NAME", "Convention of windows, as docs/metrics.md#conventions lists them.", rare=True),
)
#: Near misses of times.
near_option = _metric_option("--near SECONDS", "Boundaries at most this far apart are near misses.", type=float)
#: Near misses of units, for commands without a metric.
n_option = _metric_option(*_N, type=NUMBER)


def metric_options(default: str) -> Any:
    """``--metric``, options for all metrics, and near misses in seconds; they reach the command as ``metrics``."""
    metric = _metric("Metrics", "NAME[,NAME...]", default)
    return bundle(MetricChoice.of, metric, *_SHARED, near_option)


def metric_names(default: str) -> Any:
    """``--metric`` alone; reaches the command as ``metrics``."""
    return bundle(MetricChoice.of, _metric("Metrics", "NAME[,NAME...]", default))


def one_metric(default: str, *more: Any) -> Any:
    """``--metric`` for one metric, and its options; they reach the command as ``metric``."""
    return bundle(MetricChoice.one, _metric("Metric", "NAME", default), *_SHARED, *more)


class TaskChoice(NamedTuple):
    """The task that was named, and the options given for its metrics."""

    task: Task | None
    options: dict[str, Any]

    @property
    def may_be_chosen(self) -> bool:
        """Whether a file may choose a task: nobody named one, a metric, or what is read."""
        return self.task is None and not any(map(is_given, ("metric", "kind")))

    @classmethod
    def of(cls, task: str | None, skip_overlap: bool = False, **given: Any) -> TaskChoice:
        """From the options of the command line; an option of one task chooses it."""
        chosen = given_options(skip_overlap=skip_overlap or None, **given)
        if task is None and chosen:
            implied = {_TASK_OF[name] for name in chosen}
            if len(implied) > 1:
                raise click.UsageError(f"--{', --'.join(chosen).replace('_', '-')} are of different tasks; give --task")
            (task,) = implied
        return cls(None if task is None else TASKS[task], chosen)


#: The task that an option is about: who gives it need not name the task.
_TASK_OF = {
    "uem": "diarization",
    "collar": "diarization",
    "skip_overlap": "diarization",
    "background": "actions",
    "spans": "chunks",
}
_TASK = _metric_option(
    "--task NAME", "Measure as a field does; 'seamark metrics --tasks' lists the tasks.", type=click.Choice(list(TASKS))
)
_SPANS = _metric_option("--spans FILE", "With --task chunks: questions and their answers, as JSON lines.", rare=True)

#: The field alone, or with the answers that chunks are compared by; they reach the command as ``field``.
task_option = bundle(TaskChoice.of, _TASK)
task_and_spans = bundle(TaskChoice.of, _TASK, _SPANS)

#: The field whose numbers are wanted, and options of its metrics; they reach the command as ``field``.
task_options = bundle(
    TaskChoice.of,
    _TASK,
    _metric_option("--collar SECONDS", "With --task: time left out on each side of every end.", type=float, rare=True),
    _metric_option("--skip-overlap", "With --task: leave out where the reference has several labels.", rare=True),
    _SPANS,
    _metric_option("--uem FILE", "With --task diarization: the regions that are scored, as a UEM file.", rare=True),
    _metric_option("--background LABEL[,LABEL...]", "With --task: labels that do not count.", type=names_in, rare=True),
)


# --------------------------------------------------------------------------------------------- Tables in Parquet files


def working_options(section: str) -> tuple[Any, ...]:
    """How much memory a column may take, and the threads or the cluster that work: the parameters ``most_bytes``,
    ``workers`` and ``cluster`` of the functions of ``seamark.scale``; None where nothing was said.
    """
    rare = functools.partial(option, section=section, rare=True)
    return (
        rare("--most-bytes N", "Read columns that need up to this many bytes of memory.", type=NUMBER),
        rare("--workers N", "Number of threads, or of local workers with --dask local.", type=NUMBER),
        rare(
            "--dask local|ADDRESS",
            "Work on a Dask cluster, such as tcp://host:8786, or a local one.",
            name="cluster",
            type=_cluster,
        ),
    )


def _cluster(value: str) -> str:
    if value != "local" and "://" not in value:
        raise click.UsageError(f"--dask is {value!r}; expected local, or an address such as tcp://host:8786")
    return value
