"""Metrics by name: ``S``, ``windowdiff:k=5``, ``S,B:n=3:scale=te``, in Python and on the command line."""

from __future__ import annotations

import dataclasses
import importlib
import math
import pkgutil
import re
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from typing import Any, TypeAlias, cast

import seamark.metrics
from seamark.base.checks import hint, items_of, shown
from seamark.base.errors import InputError
from seamark.base.lazy_names import modules_of
from seamark.metrics.base import Metric
from seamark.metrics.edit import EditMetric, EditWeights

#: What metrics are made of, and modules that use this one; all others of the room are asked for their metrics.
_USERS = frozenset({"base", "names", "pairs", "score"})
#: The families that are listed first.
_FIRST = ("edit", "windows", "boundaries", "partitions")


def _declared(module: str) -> Iterator[type[Metric]]:
    """Every metric that a module names in its ``__all__``, in the order of the file."""
    if module.removeprefix("seamark.metrics.") in _USERS:
        return iter(())
    family = importlib.import_module(module)
    public = [value for name, value in vars(family).items() if name in getattr(family, "__all__", ())]
    return (value for value in public if isinstance(value, type) and issubclass(value, Metric))


@cache
def _all_metrics() -> dict[str, type[Metric]]:
    """The metrics of all families, by name."""
    found = {module.name for module in pkgutil.iter_modules(seamark.metrics.__path__)}
    families = (*_FIRST, *sorted(found.difference(_FIRST)))
    return {metric.info.name: metric for name in families for metric in _declared(f"seamark.metrics.{name}")}


class _Registry(Mapping[str, type[Metric]]):
    """Every metric under the name it has in signatures and on the command line; a family is loaded when one of its
    metrics is asked for, all are when they are listed.
    """

    def __getitem__(self, name: str) -> type[Metric]:
        found = _looked_up(_plain(name)) if isinstance(name, str) else None
        if found is None or found.info.name != name:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(_all_metrics())

    def __len__(self) -> int:
        return len(_all_metrics())


METRICS: Mapping[str, type[Metric]] = _Registry()


#: What other tools call a metric beside its title, without ``_`` and ``-``, and its name here.
_PEERS = {
    "wd": "windowdiff",
    "f1": "f",
    "boundaryf1": "f",
    "segmentationsimilarity": "S",
    "randscore": "rand",
    "adjustedrandscore": "ari",
    "vmeasurescore": "vmeasure",
    "normalizedconditionalentropy": "nce",
    "segmentalf1": "actionf1",
    "segmentaleditscore": "edit",
    "framewiseaccuracy": "accuracy",
    "mof": "accuracy",
    "diarizationpurity": "purity",
    "diarizationcoverage": "coverage",
}
#: A distance in time, such as 0.25s or 250ms.
_TIME = re.compile(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(ms|s)")
#: Options that are distances in units.
_DISTANCES = ("n", "k", "tolerance", "collar", "window", "fill")


def _plain(name: str) -> str:
    return re.sub("[-_ ]", "", name.casefold())


def _typed(metric: type[Metric]) -> set[str]:
    """Everything that may be typed for a metric: its name, its title, and the names of its class and its function."""
    info = metric.info
    return {_plain(name) for name in (metric.__name__, info.name, info.title, info.function or info.name)}


def metric_class(name: str) -> type[Metric]:
    """The metric of that name, or that other tools call so; upper and lower case, ``_`` and ``-`` do not matter.

    Examples
    --------
    >>> metric_class("s").__name__, metric_class("window_diff").__name__, metric_class("wd").__name__
    ('S', 'WindowDiff', 'WindowDiff')
    """
    found = _looked_up(_plain(_PEERS.get(_plain(name), name)))
    if found is None:
        raise InputError(f"no metric is called {shown(name)}; {hint(name, METRICS)}")
    return found


@lru_cache(maxsize=256)
def _looked_up(typed: str) -> type[Metric] | None:
    """A name that the package lists as public gives its family, and then no other is loaded."""
    listed = {module for name, module in modules_of("seamark").items() if _plain(name) == typed}
    family = (metric for module in listed if module.startswith("seamark.metrics.") for metric in _declared(module))
    found = next((metric for metric in family if typed in _typed(metric)), None)
    return found or next((metric for metric in _all_metrics().values() if typed in _typed(metric)), None)


#: What public functions accept as metrics: one or several, as objects or by name, or with a label for each.
Metrics: TypeAlias = "Mapping[str, Metric | str] | Sequence[Metric | str] | Metric | str"

_EXPECTED = "a metric such as S(n=3), or its name, such as 'windowdiff:k=5'"


@dataclass(frozen=True, slots=True)
class MetricSpec:
    """A metric and the options written after its name, such as ``B:n=3``."""

    metric: type[Metric]
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> MetricSpec:
        """Look a name and its options up."""
        name, *options = text.strip().split(":")
        metric = metric_class(name)
        pairs: dict[str, str] = {}
        for option in options:
            key, equals, value = option.partition("=")
            if not equals:
                raise InputError(f"{option!r} after {name!r} is not of the form option=value")
            if key not in option_names(metric):
                raise InputError(f"{metric.info.name} has no option {key!r}; {hint(key, option_names(metric))}")
            pairs[key] = value
        return cls(metric, pairs)

    def with_shared(self, shared: Mapping[str, str]) -> MetricSpec:
        """The same with shared options that the metric has, where its own name is not followed by them."""
        mine = {name: text for name, text in shared.items() if name in option_names(self.metric)}
        return MetricSpec(self.metric, {**mine, **self.options})

    def with_near_misses(self, distance: int) -> MetricSpec:
        """The same for which boundaries up to so many units apart are near misses, where the metric knows any.

        Examples
        --------
        >>> MetricSpec.read("S").with_near_misses(3).made().n, MetricSpec.read("f").with_near_misses(3).made().tolerance
        (4, 3)
        """
        # A near miss over the distance d spans d + 1 adjacent potential boundaries.
        changed = {"n": str(distance + 1), "tolerance": str(distance)}
        mine = {name: text for name, text in changed.items() if name in option_names(self.metric)}
        return MetricSpec(self.metric, {**self.options, **mine})

    def made(self, resolution: float | None = None) -> Metric:
        """The metric; options in seconds become units of so many seconds.

        Examples
        --------
        >>> MetricSpec.read("der:collar=0.25s").made(resolution=0.001).collar
        250
        """
        texts = self.options
        hints = typing.get_type_hints(self.metric)
        try:
            arguments = {
                name: option_value(name, _in_units(name, text, resolution), hints[name])
                for name, text in texts.items()
                if name not in ("scale", "weights")
            }
            if "scale" in texts or "weights" in texts:
                arguments["weights"] = _weights(self.metric, texts)
            return self.metric(**arguments)
        except InputError as error:
            raise InputError(f"{self.metric.info.name}: {error}") from None


def _in_units(name: str, text: str, resolution: float | None) -> str:
    """A distance in time as a number of units: as many as fit, and for a collar exactly so many."""
    found = _TIME.fullmatch(text) if name in _DISTANCES else None
    if found is None:
        if name in _DISTANCES and "." in text and text.replace(".", "").isdigit():
            raise InputError(f"{name} is {text!r}; expected a whole number of units, or a time such as {text}s")
        return text
    if resolution is None:
        raise InputError(f"{name} is {text}, but nothing says how long a unit lasts; use units, or resolution=")
    units = units_in(float(found[1]) / (1000 if found[2] == "ms" else 1), resolution, name, whole=name == "collar")
    # A near miss over a distance spans one potential boundary more.
    return str(units + (name == "n"))


def units_in(seconds: float, step: float, what: str, *, whole: bool) -> int:
    """How many units of so many seconds fit; with ``whole``, an error if that is no whole number."""
    number = math.floor(seconds / step + 1e-6)
    if whole and abs(number * step - seconds) > 1e-9:
        raise InputError(f"{what} is {seconds:g} s, which is not a whole number of units of {step:g} s")
    return number


def as_metric(
    given: Metric | str | None, what: str = "metric", *, default: str | None = "S", resolution: float | None = None
) -> Metric:
    """The metric itself, or the one of a name with options; ``default`` replaces None.

    Examples
    --------
    >>> as_metric("windowdiff:k=5")
    WindowDiff(k=5, convention='pevzner-hearst', padding=None)
    >>> as_metric(None).info.name
    'S'
    >>> as_metric(True)
    Traceback (most recent call last):
        ...
    seamark.base.errors.InputError: metric is True; expected a metric such as S(n=3), or its name, such as
    'windowdiff:k=5'
    """
    chosen = default if given is None else given
    if isinstance(chosen, str):
        return MetricSpec.read(chosen).made(resolution=resolution)
    if not isinstance(chosen, Metric):
        raise InputError(f"{what} is {shown(given)}; expected {_EXPECTED}")
    return chosen


def as_metrics(given: Metrics, *, resolution: float | None = None) -> tuple[tuple[str, Metric], ...]:
    """Several metrics, each with a label; the labels of a mapping count, others are made by ``metric_labels``.

    Examples
    --------
    >>> [label for label, _ in as_metrics("S:n=2,S:n=3,pk")]
    ['S:n=2', 'S:n=3', 'pk']
    >>> as_metrics({"near": "pk:k=2"})
    (('near', Pk(k=2, convention='pevzner-hearst')),)
    """
    made = partial(as_metric, what="metrics", default=None, resolution=resolution)
    if isinstance(given, Mapping):
        named = tuple((str(label), made(metric)) for label, metric in given.items())
    else:
        several: Any = [given] if isinstance(given, Metric) else given.split(",") if isinstance(given, str) else given
        expected = f"{_EXPECTED}, or several"
        metrics = tuple(dict.fromkeys(made(metric) for metric in items_of(several, "metrics", expected)))
        named = tuple(zip(metric_labels(metrics), metrics, strict=True))
    if not named:
        raise InputError("no metric was given; expected at least one, such as 'S'")
    return named


def option_names(metric: type[Metric]) -> list[str]:
    """The options of a metric, as they are typed after its name."""
    return list(_spelled(metric()))


def metric_labels(metrics: Sequence[Metric]) -> list[str]:
    """Names for columns: a metric that occurs twice is named by the options that differ, as they are typed."""
    spelled = [_spelled(metric) for metric in metrics]
    labels = []
    for metric, options in zip(metrics, spelled, strict=True):
        namesakes = [other for other, one in zip(spelled, metrics, strict=True) if type(one) is type(metric)]
        different = [f"{key}={text}" for key, text in options.items() if any(n[key] != text for n in namesakes)]
        labels.append(":".join([metric.info.name, *different]))
    return labels


def metric_text(metric: Metric) -> str:
    """A metric as it is typed, with the options that are not the default.

    Examples
    --------
    >>> metric_text(as_metric("B:n=4")), metric_text(as_metric("pk"))
    ('B:n=4', 'pk')
    """
    default = _spelled(type(metric)())
    changed = [f"{name}={text}" for name, text in _spelled(metric).items() if default[name] != text]
    return ":".join([metric.info.name, *changed])


def _spelled(metric: Metric) -> dict[str, str]:
    """The options of a metric as they are typed."""
    spelled: dict[str, str] = {}
    for option in dataclasses.fields(metric):
        value = getattr(metric, option.name)
        if isinstance(value, EditWeights):
            spelled |= {"scale": value.scale, "weights": str(value).replace(",", "+")}
        elif isinstance(value, bool):
            spelled[option.name] = "yes" if value else "no"
        elif isinstance(value, tuple):
            spelled[option.name] = "+".join(map(str, value))
        else:
            spelled[option.name] = str(value).lower() if value is None else str(value)
    return spelled


def _weights(metric: type[Metric], texts: Mapping[str, str]) -> EditWeights:
    weights = typing.cast("type[EditMetric]", metric).default_weights
    if "scale" in texts:
        weights = dataclasses.replace(weights, scale=typing.cast("Any", texts["scale"]))
    if "weights" in texts:
        parts = texts["weights"].replace("+", ",").split(",")
        if len(parts) != 3:
            raise InputError(f"weights are {texts['weights']!r}; expected three numbers, such as 1,1,0.5")
        named = zip(("addition", "substitution", "transposition"), parts, strict=True)
        weights = dataclasses.replace(weights, **{name: cast("Any", _number(part, float)) for name, part in named})
    return weights


def option_value(name: str, text: str, annotation: Any) -> object:
    """The text as the type that the metric's option has, or itself where it is none: the metric checks it."""
    union = typing.get_origin(annotation) in (typing.Union, types.UnionType)
    kinds = typing.get_args(annotation) if union else (annotation,)
    if types.NoneType in kinds and text == "none":
        return None
    if name == "types":
        # A lone number counts the types; otherwise they are listed, numbers as numbers.
        labels = tuple(_number(label, int) for label in text.replace("+", ",").split(","))
        return labels[0] if len(labels) == 1 and isinstance(labels[0], int) else labels
    if bool in kinds:
        return {"yes": True, "true": True, "no": False, "false": False}.get(text.casefold(), text)
    if any(typing.get_origin(kind) is tuple for kind in kinds):
        return tuple(text.split("+")) if text else ()
    if float in kinds or int in kinds:
        return _number(text, float if float in kinds else int)
    return text


def _number(text: str, kind: type[float]) -> float | str:
    try:
        return kind(text)
    except ValueError:
        return text
