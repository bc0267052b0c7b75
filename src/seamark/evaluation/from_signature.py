"""A result computed again from its signature and the data."""

from __future__ import annotations

import dataclasses
import inspect
import json
import typing
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from itertools import product
from typing import Any

from seamark.agreement.agree import agree
from seamark.agreement.consensus import consensus
from seamark.agreement.diagnose import diagnose
from seamark.agreement.difference import agree_difference
from seamark.agreement.gamma import gamma
from seamark.agreement.judgements import boundary_alpha, majority_opinion
from seamark.agreement.plan import CoderRates, plan
from seamark.agreement.unitizing import unitizing_alpha
from seamark.base.checks import hint, shown
from seamark.base.errors import InputError
from seamark.base.version import __version__
from seamark.evaluation.audit import audit
from seamark.evaluation.compare import compare
from seamark.evaluation.systems import compare_systems, plan_systems
from seamark.metrics.base import Metric
from seamark.metrics.edit import EditWeights
from seamark.metrics.names import METRICS, option_value
from seamark.metrics.signature import Signature
from seamark.model.codings import Codings
from seamark.model.corpus import as_corpus
from seamark.tasks.score import score

#: Options of metrics that have another name in signatures.
_IN_SIGNATURES = {
    "convention": "conv",
    "padding": "pad",
    "zero_division": "zero",
    "c_miss": "cmiss",
    "c_fa": "cfa",
    "p_seg": "pseg",
    "map_on": "map",
    "mapping": "map",
    "skip_overlap": "overlap",
}
#: What a signature contains about the data, as opposed to the options.
_COUNTED = ("coders", "items", "pairs", "undefined", "samples", "systems")
#: What belongs neither to a metric nor to an option of a function that is read by itself.
_OTHERS = frozenset({"metric", "chance", "ci", "shuffles", "v", "kind", "uem", "reading", *_COUNTED})

_Options = Mapping[str, str]


def from_signature(text: str) -> Callable[..., Any]:
    """The computation that a signature describes, as a function of the data.

    The function takes the data in the order in which they were given: a corpus, two studies, or a reference and a
    hypothesis. It raises an ``InputError`` when they have other numbers of items, coders or pairs than the signature
    states, or the signature lacks what the result depends on.

    Parameters
    ----------
    text
        The signature of a result, in its long or its short form: of ``agree``, ``agree_difference``, ``diagnose``,
        ``consensus``, ``compare``, ``compare_systems``, ``audit``, ``plan``, ``plan_systems``, ``gamma``,
        ``unitizing_alpha`` and older measures of agreement, or of a metric.

    Raises
    ------
    InputError
        When the text is no signature, or one of something that cannot be computed from it.

    Examples
    --------
    >>> print(from_signature("windowdiff|conv:pevzner-hearst|k:2|pad:none|v:1.0.0rc1")([5, 5], [4, 6]).value)
    0.25
    >>> codings = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}}
    >>> found = agree(codings, "B", ci=0.95, resample="coders", rng=4)
    >>> again = from_signature(str(found.signature))(codings)
    >>> again.above_shuffled == found.above_shuffled, again.signature == found.signature
    (True, True)
    """
    signature = Signature.parse(text)
    if signature.name not in _FUNCTIONS and signature.name not in METRICS:
        known = hint(signature.name, _FUNCTIONS)
        raise InputError(f"cannot compute a result from a signature of {shown(signature.name)}; {known}")
    options, called = dict(signature.options), shown(str(signature))

    def again(*data: Any) -> Any:
        if options.get("v") != __version__:
            of = options.get("v", "unknown")
            what = f"the signature is of version {of}, and this is {__version__}: numbers may differ"
            warnings.warn(what, UserWarning, stacklevel=2)
        try:
            found = _of_call(signature.name, options, data)
        except KeyError as missing:
            raise InputError(f"{called} lacks {missing}") from None
        except ValueError as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{called} cannot be read: {error}") from None
        now = dict(found.signature.options)
        different = [name for name in {**options, **now} if name != "v" and now.get(name) != options.get(name)]
        if different:
            said = (f"{name} is {now.get(name, 'none')}, not {options.get(name, 'none')}" for name in different)
            what = "the data are not those" if {*different} & {*_COUNTED} else "the result is not that"
            raise InputError(f"{what} of {called}: {'; '.join(said)}")
        return found

    return again


# ------------------------------------------------------------------------------------------------ metrics and options


def _metric(told: _Options, own: Collection[str], codings: Codings | None) -> Metric:
    """The metric with options of a signature, resolved for codings where there are some; ``own`` are those of the call
    itself.
    """
    name, mine = told["metric"], {key: text for key, text in told.items() if key not in own}
    kind = METRICS.get(name.removeprefix("1-"))
    if kind is None:
        raise InputError(f"no metric is called {shown(name)}; {hint(name, METRICS)}")
    for metric in _candidates(kind, mine):
        options = metric.options() if codings is None else metric.bind(codings).options
        if {key: str(value) for key, value in options.items() if key not in own} == mine:
            return metric
    raise InputError(f"no options of {name} give this signature: {', '.join(mine)}")


def _candidates(kind: type[Metric], told: _Options) -> Iterator[Metric]:
    """Metrics with the options of a signature; an option that it gives resolved may also have been left to the data."""
    hints = typing.get_type_hints(kind)
    names = [option.name for option in dataclasses.fields(kind)]
    choices = [[{name: value} for value in _told(name, told, hints[name])] + [{}] for name in names]
    for chosen in product(*choices):
        with suppress(InputError):
            yield kind(**{name: value for option in chosen for name, value in option.items()})


def _told(name: str, told: _Options, annotation: Any) -> list[object]:
    """The value of an option, if the signature has it and it can be read."""
    if name == "weights":
        return [_weights(told)] if "w" in told else []
    text = told.get(_IN_SIGNATURES.get(name, name))
    if text is None:
        return []
    if name == "skip_overlap":
        return [text == "skipped"]
    if name == "background":
        labels = [] if text == "none" else text.split(",")
        return [tuple(label.replace("%2C", ",").replace("%25", "%") for label in labels)]
    return [option_value(name, text, annotation)]


def _weights(told: _Options) -> EditWeights:
    addition, substitution, transposition = map(float, told["w"].split(","))
    levels = tuple(map(float, told["levels"].split(","))) if "levels" in told else ()
    scale = typing.cast("Any", told["scale"])
    return EditWeights(addition, substitution, transposition, scale, "ordinal" in told, levels)


def _of_metric(name: str, told: _Options, data: tuple[Any, ...]) -> Any:
    """The comparison of two codings, the mean of many, or systems compared with each other."""
    reference, hypothesis = _require_data(data, 2)
    for metric in _candidates(METRICS[name], told):
        if "test" in told:
            found: Any = compare_systems(reference, hypothesis, metric, **_settings(told, compare_systems))
        elif "avg" in told:
            average = typing.cast("Any", told["avg"])
            found = score(reference, hypothesis, {name: metric}, average=average).overall[name]
        else:
            found = metric.compare(reference, hypothesis)
        if {**dict(found.signature.options), "v": told.get("v")} == {**told, "v": told.get("v")}:
            break
    return found


def _require_data(data: tuple[Any, ...], number: int) -> tuple[Any, ...]:
    if len(data) != number:
        expected = "one corpus" if number == 1 else "two: a reference and a hypothesis, or two studies"
        raise InputError(f"{len(data)} data were given; expected {expected}")
    return data


# --------------------------------------------------------------------------------------------------- functions by name


#: Parameters of functions that have another name in signatures.
_PARAMETERS = {
    "coef": "coefficient",
    "weight": "item_weight",
    "seed": "rng",
    "conv": "convention",
    "width": "target_width",
    "avg": "average",
    "test": "correction",
}
#: What reads the text of a parameter, unless it is a text itself.
_READERS: Mapping[str, Callable[[str], Any]] = {
    **dict.fromkeys(("resamples", "shuffles", "draws", "rng"), int),
    **dict.fromkeys(("alpha", "beta", "empty", "precision", "margin", "epsilon", "difference", "power"), float),
    **dict.fromkeys(("target_width", "assurance"), float),
    "threshold": lambda text: int(text) if text.isdigit() else text,
    "distances": lambda text: {(one, other): apart for one, other, apart in json.loads(text)},
    "correction": lambda text: text.partition(",")[2],
}


def _settings(told: _Options, function: Callable[..., Any]) -> dict[str, Any]:
    """The keyword arguments of a function that the signature gives, and those that it leaves out."""
    parameters = inspect.signature(function).parameters
    named = {_PARAMETERS.get(key, key): text for key, text in told.items() if key not in _OTHERS or key == "shuffles"}
    found = {name: _READERS.get(name, str)(text) for name, text in named.items() if name in parameters}
    # What was not drawn has no number of draws, and designs without an assurance were planned without one.
    found = {"shuffles": 0, "assurance": None, "baselines": "draws" in told, **found}
    if "ci" in told:
        level, _, found["method"] = told["ci"].partition(",")
        found["ci"] = float(level)
    if "chance" in told:
        # Options of the closed form follow another source where they are not the default.
        parts = told["chance"].split(",")
        found["chance"] = "permutation" if parts[0] == "permutation" else "closed"
        options = parts if parts[0] in ("boundaries", "segments") else parts[1:]
        found |= dict(zip(("chance_count", "chance_average"), options, strict=False))
    rates = {name: float(told[name]) for name in CoderRates.__dataclass_fields__ if name in told}
    if "units" in rates:
        found["rates"] = CoderRates(**typing.cast("Any", {**rates, "units": int(rates["units"])}))
    missing = [name for name, one in parameters.items() if one.kind is one.KEYWORD_ONLY and one.default is one.empty]
    for name in missing:
        found[name]  # is in the signature, or the signature lacks it
    return {name: value for name, value in found.items() if name in parameters}


#: Functions by the name of their signatures, and of how many data they are.
_FUNCTIONS: Mapping[str, tuple[Callable[..., Any], int]] = {
    "agree": (agree, 1),
    "agree-difference": (agree_difference, 2),
    "diagnose": (diagnose, 1),
    "consensus": (consensus, 1),
    "plan": (plan, 1),
    "plan-systems": (plan_systems, 2),
    "compare": (compare, 2),
    "audit": (audit, 2),
    "gamma": (gamma, 1),
    "unitizing_alpha": (unitizing_alpha, 1),
    "boundary_alpha": (boundary_alpha, 1),
    "majority": (majority_opinion, 1),
}


def _of_call(name: str, told: _Options, data: tuple[Any, ...]) -> Any:
    """The result that a signature describes."""
    if name not in _FUNCTIONS:
        return _of_metric(name, told, data)
    function, number = _FUNCTIONS[name]
    if name == "agree-difference":  # two studies have two values; the options are the same for both
        told = {key: text.split(";")[0] for key, text in told.items()}
    settings = _settings(told, function)
    data = () if "rates" in settings else _require_data(data, number)
    if "metric" in inspect.signature(function).parameters:
        planned = name in ("plan", "plan-systems")
        own = _OTHERS | {key for key in told if _PARAMETERS.get(key, key) in settings}
        own |= CoderRates.__dataclass_fields__.keys() if planned else set()
        codings = None if planned else as_corpus(data[0]).codings.boundaries()
        settings["metric"] = _metric(told, own, codings)
    return function(*data, **settings)
