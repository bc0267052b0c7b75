"""From words on the command line to metrics: ``S,windowdiff:convention=nltk``, and the options that they share."""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import click
from click.shell_completion import CompletionItem

from seamark.choices import hint
from seamark.cli.options import Decorator, bundle, option_in
from seamark.errors import InputError
from seamark.kernels.edit import SCALES
from seamark.metrics.base import Metric
from seamark.metrics.conventions import CONVENTIONS
from seamark.metrics.edit_metric import EditMetric
from seamark.metrics.registry import METRICS, metric_class
from seamark.metrics.similarity import S
from seamark.metrics.weights import EditWeights

_option = option_in("Metric")


@dataclass(frozen=True, slots=True)
class MetricSpec:
    """A metric and the options written right after its name, such as ``B:n=3``."""

    metric: type[Metric]
    options: Mapping[str, str]


class MetricList(click.ParamType):  # type: ignore[type-arg]  # not generic in older releases of click
    """Names of metrics with commas between them, each with options of its own after colons."""

    name = "metrics"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[MetricSpec, ...]:
        """Look the metrics up."""
        if isinstance(value, tuple):
            return value
        return tuple(_spec(text) for text in str(value).split(","))

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


def option_names(metric: type[Metric]) -> list[str]:
    """The options of a metric, as they are called on the command line."""
    names: list[str] = []
    for field in dataclasses.fields(metric):  # type: ignore[arg-type]  # every metric is a dataclass
        names += ["scale", "weights"] if field.name == "weights" else [field.name]
    return names


def chosen_metrics(
    metric: tuple[MetricSpec, ...],
    n: str | None,
    k: str | None,
    convention: str | None,
    padding: str | None,
    tolerance: str | None,
    scale: str | None,
    weights: str | None,
    types: str | None,
) -> tuple[Metric, ...]:
    """The metrics asked for, every shared option given to those that have it."""
    given = {
        "n": n,
        "k": k,
        "convention": convention,
        "padding": padding,
        "tolerance": tolerance,
        "scale": scale,
        "weights": weights,
        "types": types,
    }
    shared = {name: text for name, text in given.items() if text is not None}
    for name in shared:
        if not any(name in option_names(spec.metric) for spec in metric):
            names = ", ".join(spec.metric.info.name for spec in metric)
            raise click.UsageError(f"--{name} is not an option of {names}; see 'seamark metrics'")
    return tuple(dict.fromkeys(_made(spec, shared) for spec in metric))


@functools.wraps(chosen_metrics)
def chosen_metric(*given: Any) -> Metric:
    """The one metric asked for."""
    metrics = chosen_metrics(*given)
    if len(metrics) != 1:
        raise click.UsageError(f"--metric names {len(metrics)} metrics; expected one")
    return metrics[0]


def metric_options(default: str) -> Decorator[Any]:
    """``--metric`` and the options of metrics; they reach the command as ``metrics``."""
    names = _option(
        "--metric",
        "-m",
        type=MetricList(),
        default=default,
        show_default=True,
        metavar="NAME[,NAME...]",
        help="Metrics, as listed by 'seamark metrics'; options may follow a name, as in windowdiff:k=5.",
    )
    return bundle("metrics", chosen_metrics, names, *_METRIC_OPTIONS)


def _one_metric_options() -> Decorator[Any]:
    name = _option(
        "--metric",
        "-m",
        type=MetricList(),
        default="S",
        show_default=True,
        metavar="NAME",
        help="Metric, as listed by 'seamark metrics'; options may follow the name, as in windowdiff:k=5.",
    )
    return bundle("metric", chosen_metric, name, *_METRIC_OPTIONS)


def _similarity(n: str | None, scale: str | None, weights: str | None, types: str | None) -> Metric:
    given = {"n": n, "scale": scale, "weights": weights, "types": types}
    return _made(MetricSpec(S, {}), {name: text for name, text in given.items() if text is not None})


_NEAR_MISSES = (
    _option("--n", metavar="N", help="A near miss spans at most N adjacent potential boundaries."),
    _option("--scale", metavar="|".join(SCALES), help="How the cost of a near miss grows with its distance."),
    _option("--weights", metavar="A,S,T", help="Costs of addition, substitution, transposition, 0 to 1."),
    _option("--types", metavar="N|A,B,...", help="Boundary types of the study: how many, or all in order."),
)

_METRIC_OPTIONS = (
    *_NEAR_MISSES,
    _option("--k", metavar="K", help="Window size; by default half the mean length of the reference segments."),
    _option(
        "--convention",
        metavar="NAME",
        shell_complete=complete_convention,
        help="Published rules for windows and k, such as nltk.",
    ),
    _option("--padding", metavar="NAME", help="Units added at both ends of the text, such as lamprier."),
    _option("--tolerance", metavar="UNITS", help="Largest distance at which a boundary still counts as found."),
)

#: ``--metric`` for one metric, and its options; they reach the command as ``metric``.
one_metric_options = _one_metric_options()

#: The options of the edit distance; they reach the command as ``metric``, the similarity S that has them.
edit_options = bundle("metric", _similarity, *_NEAR_MISSES)


def _spec(text: str) -> MetricSpec:
    name, *options = text.strip().split(":")
    try:
        metric = metric_class(name)
    except InputError:
        raise click.BadParameter(f"no metric is called {name!r}; {hint(name, METRICS)}") from None
    pairs: dict[str, str] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals or key not in option_names(metric):
            raise click.BadParameter(
                f"{metric.info.name} has no option {key!r}; {hint(key, option_names(metric))}"
                if equals
                else f"{option!r} after {name!r} is not of the form option=value"
            )
        pairs[key] = value
    return MetricSpec(metric, pairs)


def _made(spec: MetricSpec, shared: Mapping[str, str]) -> Metric:
    mine = option_names(spec.metric)
    texts = {**{name: text for name, text in shared.items() if name in mine}, **spec.options}
    hints = typing.get_type_hints(spec.metric)
    try:
        arguments = {
            name: _value(name, text, hints[name]) for name, text in texts.items() if name not in ("scale", "weights")
        }
        if "scale" in texts or "weights" in texts:
            arguments["weights"] = _weights(spec.metric, texts)
        return spec.metric(**arguments)
    except InputError as error:
        raise click.UsageError(f"{spec.metric.info.name}: {error}") from None


def _weights(metric: type[Metric], texts: Mapping[str, str]) -> EditWeights:
    weights = typing.cast("type[EditMetric]", metric).default_weights
    if "scale" in texts:
        if texts["scale"] not in SCALES:
            raise InputError(f"no scale is called {texts['scale']!r}; {hint(texts['scale'], SCALES)}")
        weights = dataclasses.replace(weights, scale=typing.cast("Any", texts["scale"]))
    if "weights" in texts:
        parts = texts["weights"].replace("+", ",").split(",")
        if len(parts) != 3:
            raise InputError(f"weights are {texts['weights']!r}; expected three numbers, such as 1,1,0.5")
        addition, substitution, transposition = (_number(part, float, "a weight") for part in parts)
        weights = dataclasses.replace(
            weights, addition=addition, substitution=substitution, transposition=transposition
        )
    return weights


def _value(name: str, text: str, annotation: Any) -> object:
    """Read the text as the type that the metric's option has."""
    kinds = _alternatives(annotation)
    if types.NoneType in kinds and text == "none":
        return None
    if name == "types":
        return _boundary_types(text, counted=int in kinds)
    choices = [choice for kind in kinds if typing.get_origin(kind) is Literal for choice in typing.get_args(kind)]
    if choices:
        if text not in choices:
            raise InputError(f"no {name} is called {text!r}; {hint(text, choices)}")
        return text
    if bool in kinds and text in ("yes", "no"):
        return text == "yes"
    for kind in (int, float):
        if kind in kinds:
            return _number(text, float if float in kinds else kind, name)
    return text


def _alternatives(annotation: Any) -> tuple[Any, ...]:
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return typing.get_args(annotation)
    return (annotation,)


def _number(text: str, kind: type[Any], name: str) -> Any:
    try:
        return kind(text)
    except ValueError:
        expected = "a whole number" if kind is int else "a number"
        raise InputError(f"{name} is {text!r}; expected {expected}") from None


def _boundary_types(text: str, *, counted: bool) -> object:
    """A lone number counts the types, where the metric allows; otherwise the types are listed, numbers as numbers."""
    labels = text.replace("+", ",").split(",")
    if counted and len(labels) == 1 and text.isascii() and text.isdigit():
        return int(text)
    return tuple(int(label) if label.isascii() and label.isdigit() else label for label in labels)


def metric_labels(metrics: Sequence[Metric]) -> list[str]:
    """Names for columns: a metric that stands there twice is told apart by the options that differ, as typed."""
    spelled = [_spelled(metric) for metric in metrics]
    labels = []
    for metric, options in zip(metrics, spelled, strict=True):
        namesakes = [other for other, one in zip(spelled, metrics, strict=True) if type(one) is type(metric)]
        different = [f"{key}={text}" for key, text in options.items() if any(n[key] != text for n in namesakes)]
        labels.append(":".join([metric.info.name, *different]))
    return labels


def _spelled(metric: Metric) -> dict[str, str]:
    """The options of a metric as they are typed."""
    spelled: dict[str, str] = {}
    for field in dataclasses.fields(metric):  # type: ignore[arg-type]  # every metric is a dataclass
        value = getattr(metric, field.name)
        if isinstance(value, EditWeights):
            spelled |= {"scale": value.scale, "weights": str(value).replace(",", "+")}
        elif isinstance(value, tuple):
            spelled[field.name] = "+".join(map(str, value))
        else:
            spelled[field.name] = str(value).lower() if value is None else str(value)
    return spelled
