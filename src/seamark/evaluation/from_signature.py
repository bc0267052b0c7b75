"""A result computed again from its signature and the data."""

from __future__ import annotations

import dataclasses
import json
import typing
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, get_args

from seamark.agreement.agree import agree
from seamark.agreement.coefficients import ItemWeight
from seamark.agreement.consensus import consensus
from seamark.agreement.diagnose import diagnose
from seamark.agreement.difference import agree_difference
from seamark.agreement.gamma import gamma
from seamark.agreement.judgements import boundary_alpha, majority_opinion, nominal_agreement
from seamark.agreement.plan import CoderRates, Costs, plan
from seamark.agreement.shuffled import shuffled_agreement
from seamark.agreement.unitizing import unitizing_alpha
from seamark.base.checks import hint, shown
from seamark.base.errors import InputError
from seamark.base.version import __version__
from seamark.evaluation.audit import audit
from seamark.evaluation.compare import compare
from seamark.evaluation.system_plan import plan_systems
from seamark.evaluation.systems import compare_systems
from seamark.metrics.base import Metric
from seamark.metrics.edit import EditWeights
from seamark.metrics.names import METRICS, option_value
from seamark.metrics.signature import Signature
from seamark.model.codings import Codings
from seamark.model.corpus import as_corpus
from seamark.tasks.score import score

__all__ = ["SignedResult", "from_signature"]

#: Options of metrics that have another name in signatures.
_IN_SIGNATURES = {
    "convention": "conv",
    "padding": "pad",
    "zero_division": "zero",
    "c_miss": "cmiss",
    "c_fa": "cfa",
    "p_seg": "pseg",
    "map_on": "map",
}
#: What a signature contains about the data, as opposed to the options.
_COUNTED = ("coders", "items", "pairs", "undefined", "samples", "systems")
#: What belongs to the call, and not to the metric.
_OF_CALL = frozenset(
    {"coef", "metric", "chance", "weight", "ci", "resample", "resamples", "shuffles", "seed", "v", "avg", "by"}
    | {"threshold", "width", "assurance", "costs", "kind", "uem", *_COUNTED}
)

_Options = Mapping[str, str]
_Call = Callable[[_Options, tuple[Any, ...]], Any]


@dataclass(frozen=True, slots=True)
class SignedResult:
    """The computation that a signature describes; call it with the data.

    Attributes
    ----------
    signature
        The signature.

    Examples
    --------
    >>> codings = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}}
    >>> found = agree(codings, "B", ci=0.95, resample="coders", rng=4)
    >>> again = from_signature(str(found.signature))(codings)
    >>> again.above_shuffled == found.above_shuffled, again.signature == found.signature
    (True, True)
    """

    signature: Signature

    def __call__(self, *data: Any) -> Any:
        """The result, from the data in the order in which the function takes them: a corpus, two studies, or a
        reference and a hypothesis.

        Raises
        ------
        InputError
            When the data have other numbers of items, coders or pairs than the signature states, or the signature lacks
            what the result depends on.
        """
        options = dict(self.signature.options)
        if options.get("v") != __version__:
            warnings.warn(
                f"the signature is of version {options.get('v', 'unknown')}, and this is {__version__}: numbers may "
                "differ",
                UserWarning,
                stacklevel=2,
            )
        call = _CALLS.get(self.signature.name) or _of_metric(self.signature.name)
        try:
            found = call(options, data)
        except KeyError as missing:
            raise InputError(f"{shown(str(self.signature))} lacks {missing}") from None
        except ValueError as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{shown(str(self.signature))} cannot be read: {error}") from None
        self._require_same(dict(found.signature.options), options)
        return found

    def _require_same(self, found: _Options, expected: _Options) -> None:
        different = [name for name in {**expected, **found} if name != "v" and found.get(name) != expected.get(name)]
        if not different:
            return
        said = "; ".join(f"{name} is {found.get(name, 'none')}, not {expected.get(name, 'none')}" for name in different)
        what = "these are other data" if {*different} & {*_COUNTED} else "the result is not the same"
        raise InputError(f"{what} than {shown(str(self.signature))} tells: {said}")


def from_signature(text: str) -> SignedResult:
    """The computation that a signature describes, to be called with the data.

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
    """
    signature = Signature.parse(text)
    if signature.name not in _CALLS and signature.name not in METRICS:
        known = hint(signature.name, _CALLS)
        raise InputError(f"cannot compute a result from a signature of {shown(signature.name)}; {known}")
    return SignedResult(signature)


# ------------------------------------------------------------------------------------------------ metrics and options


def _metric(name: str, told: _Options, resolved: Callable[[Metric], Mapping[str, object]]) -> Metric:
    """The metric whose options, resolved for the data, are those told."""
    kind = METRICS.get(name.removeprefix("1-"))
    if kind is None:
        raise InputError(f"no metric is called {shown(name)}; {hint(name, METRICS)}")
    for metric in _candidates(kind, told):
        if {key: str(value) for key, value in resolved(metric).items()} == told:
            return metric
    raise InputError(f"no options of {name} give the signature that was told: {', '.join(told)}")


def _candidates(kind: type[Metric], told: _Options) -> Iterator[Metric]:
    """Metrics with the options told; what a signature tells resolved may also have been left to the data."""
    hints = typing.get_type_hints(kind)
    choices: list[list[tuple[str, object] | None]] = []
    for option in dataclasses.fields(kind):  # type: ignore[arg-type]  # every metric is a dataclass
        if option.name == "weights":
            choices.append([("weights", weights)] if (weights := _weights(told)) is not None else [None])
            continue
        text = told.get(_IN_SIGNATURES.get(option.name, option.name))
        given = [] if text is None else _read(option.name, text, hints[option.name])
        choices.append([*((option.name, value) for value in given), None])
    for chosen in product(*choices):
        try:
            yield kind(**{pair[0]: pair[1] for pair in chosen if pair is not None})
        except InputError:
            continue


def _read(name: str, text: str, annotation: Any) -> list[object]:
    """The value of an option that is written so in a signature."""
    if name == "skip_overlap":
        return [text == "skipped"]
    if name == "background":
        return [()] if text == "none" else [tuple(map(_unlisted, text.split(",")))]
    try:
        return [option_value(name, text, annotation)]
    except InputError:
        return []


def _unlisted(text: str) -> str:
    return text.replace("%2C", ",").replace("%25", "%")


def _weights(told: _Options) -> EditWeights | None:
    if "w" not in told:
        return None
    levels = tuple(map(float, told["levels"].split(","))) if "levels" in told else ()
    addition, substitution, transposition = map(float, told["w"].split(","))
    return EditWeights(
        addition=addition,
        substitution=substitution,
        transposition=transposition,
        scale=typing.cast("Any", told["scale"]),
        ordinal="ordinal" in told,
        levels=levels,
    )


def _bound(told: _Options, name: str, *codings: Codings) -> Metric:
    """The metric that a signature names, for these codings."""
    mine = {key: text for key, text in told.items() if key not in _OF_CALL}

    def resolved(metric: Metric) -> dict[str, object]:
        return {key: value for key, value in metric.bind(*codings).options.items() if key not in _OF_CALL}

    return _metric(name, mine, resolved)


def _of_metric(name: str) -> _Call:
    def call(told: _Options, data: tuple[Any, ...]) -> Any:
        reference, hypothesis = _two(data)
        average = typing.cast("Any", told.get("avg"))
        for metric in _candidates(METRICS[name], told):
            if "test" in told:
                found: Any = _compare_systems(metric, told, reference, hypothesis)
            elif average is None:
                found = metric.compare(reference, hypothesis)
            else:
                found = score(reference, hypothesis, {name: metric}, average=average).overall[name]
            if {**dict(found.signature.options), "v": told.get("v")} == {**told, "v": told.get("v")}:
                return found
        return found

    return call


def _one(data: tuple[Any, ...]) -> Any:
    if len(data) != 1:
        raise InputError(f"{len(data)} data were given; expected one corpus")
    return data[0]


def _two(data: tuple[Any, ...]) -> tuple[Any, Any]:
    if len(data) != 2:
        raise InputError(f"{len(data)} data were given; expected two: a reference and a hypothesis, or two studies")
    return data[0], data[1]


# ----------------------------------------------------------------------------------------------------- calls by name


def _interval(told: _Options) -> dict[str, Any]:
    if "ci" not in told:
        return {}
    level, _, method = told["ci"].partition(",")
    resamples = {"resamples": int(told["resamples"])} if "resamples" in told else {}
    return {"ci": float(level), "method": method, "resample": told["resample"], **resamples}


def _chance(told: _Options) -> dict[str, Any]:
    """How chance was computed; options of the closed form stand after another source where they are not the default."""
    parts = told["chance"].split(",")
    found: dict[str, Any] = {"chance": "permutation"} if parts[0] == "permutation" else {"chance": "closed"}
    count_and_average = parts if parts[0] in ("boundaries", "segments") else parts[1:]
    return found | dict(zip(("chance_count", "chance_average"), count_and_average, strict=False))


def _draws(told: _Options) -> dict[str, Any]:
    return {"shuffles": int(told.get("shuffles", 0)), "rng": int(told.get("seed", 0))}


def _weight(told: _Options) -> dict[str, Any]:
    return {"item_weight": typing.cast("Any", told.get("weight", get_args(ItemWeight)[0]))}


def _agree(told: _Options, data: tuple[Any, ...]) -> Any:
    study = as_corpus(_one(data))
    metric = _bound(told, told["metric"], study.codings.boundaries())
    settings = {**_interval(told), **_chance(told), **_draws(told), **_weight(told)}
    return agree(study, metric, typing.cast("Any", told["coef"]), **settings)


def _agree_difference(told: _Options, data: tuple[Any, ...]) -> Any:
    before, after = map(as_corpus, _two(data))
    first = {key: text.split(";")[0] for key, text in told.items()}
    metric = _bound(first, first["metric"], before.codings.boundaries())
    interval = {name: value for name, value in _interval(first).items() if name in ("ci", "resample")}
    settings = {**interval, **_chance(first), **_draws(told), **_weight(first)}
    return agree_difference(before, after, metric, typing.cast("Any", first["coef"]), **settings)


def _diagnose(told: _Options, data: tuple[Any, ...]) -> Any:
    study = as_corpus(_one(data))
    metric = _bound(told, told["metric"], study.codings.boundaries())
    chance = {name: value for name, value in _chance(told).items() if name != "chance"}
    level = float(told["ci"]) if "ci" in told else None
    return diagnose(study, metric, typing.cast("Any", told["coef"]), **chance, **_draws(told), ci=level)


def _consensus(told: _Options, data: tuple[Any, ...]) -> Any:
    study = as_corpus(_one(data))
    metric = _bound(told, told["metric"], study.codings)
    threshold = told.get("threshold", "majority")
    by = typing.cast("Any", told["by"])
    return consensus(study, by, metric, threshold=int(threshold) if threshold.isdigit() else "majority")


def _shuffled(told: _Options, data: tuple[Any, ...]) -> Any:
    study = as_corpus(_one(data))
    return shuffled_agreement(study, _bound(told, told["metric"], study.codings.boundaries()), **_draws(told))


def _plan(told: _Options, data: tuple[Any, ...]) -> Any:
    rates = {name: float(told[name]) for name in CoderRates.__dataclass_fields__ if name in told}
    mine = {key: text for key, text in told.items() if key not in _OF_CALL | rates.keys()}
    metric = _metric(told["metric"], mine, lambda metric: metric.options())
    settings: dict[str, Any] = {"ci": float(told["ci"]), "rng": int(told["seed"])}
    settings["assurance"] = float(told["assurance"]) if "assurance" in told else None
    settings["target_width"] = float(told["width"]) if "width" in told else None
    if "costs" in told:
        settings["costs"] = Costs(*map(float, told["costs"].split(",")))
    if rates:
        whole = {name: int(rates[name]) if name == "units" else rates[name] for name in rates}
        return plan(None, metric, rates=CoderRates(**typing.cast("Any", whole)), **settings)
    return plan(_one(data), metric, **settings)


def _plan_systems(told: _Options, data: tuple[Any, ...]) -> Any:
    rates = {name: float(told[name]) for name in CoderRates.__dataclass_fields__ if name in told}
    of_call = _OF_CALL | rates.keys() | {"difference", "power", "alpha"}
    mine = {key: text for key, text in told.items() if key not in of_call}
    settings: dict[str, Any] = {name: float(told[name]) for name in ("difference", "power", "alpha")}
    settings["metric"] = _metric(told["metric"], mine, lambda metric: metric.options())
    if rates:
        whole = {name: int(rates[name]) if name == "units" else rates[name] for name in rates}
        return plan_systems(rates=CoderRates(**typing.cast("Any", whole)), rng=int(told["seed"]), **settings)
    return plan_systems(*_two(data), **settings)


def _compare(told: _Options, data: tuple[Any, ...]) -> Any:
    humans, segmenters = _two(data)
    study = as_corpus(humans)
    mine = {key: text for key, text in told.items() if key not in ("margin", "epsilon", "draws")}
    drawn = {"draws": int(told["draws"]), "rng": int(told["seed"])} if "draws" in told else {"baselines": False}
    return compare(
        study,
        segmenters,
        _bound(mine, told["metric"], study.codings.boundaries()),
        typing.cast("Any", told["coef"]),
        margin=float(told["margin"]) if "margin" in told else None,
        epsilon=float(told["epsilon"]),
        ci=_interval({**told, "resample": ""})["ci"],
        **{name: value for name, value in _chance(told).items() if name != "chance"},
        **typing.cast("Any", drawn),
    )


def _compare_systems(metric: Metric, told: _Options, reference: Any, systems: Any) -> Any:
    drawn: dict[str, Any] = {"baselines": True, "draws": int(told["draws"])} if "draws" in told else {}
    return compare_systems(
        reference,
        systems,
        metric,
        over=typing.cast("Any", told["over"]),
        average=typing.cast("Any", told["avg"]),
        correction=typing.cast("Any", told["test"].partition(",")[2]),
        ci=float(told["ci"].partition(",")[0]),
        resamples=int(told["resamples"]),
        rng=int(told["seed"]),
        **drawn,
    )


def _audit(told: _Options, data: tuple[Any, ...]) -> Any:
    tests = {"resamples": int(told["resamples"]), "rng": int(told["seed"])} if "seed" in told else {}
    return audit(*_two(data), told["metrics"], reported=told.get("reported"), **tests)


def _gamma(told: _Options, data: tuple[Any, ...]) -> Any:
    settings: dict[str, Any] = {name: float(told[name]) for name in ("alpha", "beta", "empty", "precision")}
    if "distances" in told:
        settings["distances"] = {(one, other): apart for one, other, apart in json.loads(told["distances"])}
    interval = {name: value for name, value in _interval(told).items() if name in ("ci", "resample")}
    return gamma(_one(data), **settings, convention=typing.cast("Any", told["conv"]), rng=int(told["seed"]), **interval)


def _unitizing(told: _Options, data: tuple[Any, ...]) -> Any:
    interval = {name: value for name, value in _interval(told).items() if name in ("ci", "resample")}
    return unitizing_alpha(_one(data), typing.cast("Any", told["variant"]), category=told.get("category"), **interval)


def _majority(told: _Options, data: tuple[Any, ...]) -> Any:
    threshold, whose = told["threshold"], typing.cast("Any", told.get("majority", "all"))
    return majority_opinion(_one(data), threshold=int(threshold) if threshold.isdigit() else "majority", majority=whose)


_CALLS: Mapping[str, _Call] = {
    "agree": _agree,
    "agree-difference": _agree_difference,
    "diagnose": _diagnose,
    "consensus": _consensus,
    "shuffled": _shuffled,
    "plan": _plan,
    "plan-systems": _plan_systems,
    "compare": _compare,
    "audit": _audit,
    "gamma": _gamma,
    "unitizing_alpha": _unitizing,
    "nominal": lambda told, data: nominal_agreement(_one(data), typing.cast("Any", told["coef"])),
    "boundary_alpha": lambda told, data: boundary_alpha(_one(data), typing.cast("Any", told["level"])),
    "majority": _majority,
}
