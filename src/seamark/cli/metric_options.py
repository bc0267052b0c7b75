"""Options that choose metrics: ``--metric S,windowdiff:convention=nltk``, and the options that metrics share."""

from __future__ import annotations

import functools
from typing import Any

import click
from click.shell_completion import CompletionItem

from seamark.cli.options import Decorator, bundle, option_in
from seamark.errors import InputError
from seamark.kernels.edit import SCALES
from seamark.metrics.base import Metric
from seamark.metrics.conventions import CONVENTIONS
from seamark.metrics.names import MetricSpec, option_names
from seamark.metrics.registry import METRICS
from seamark.metrics.similarity import S

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
