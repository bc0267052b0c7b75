"""What is known of a metric beside its code: outcomes at the edges, known values, a slow oracle, other tools.

A file of this folder has the name of a module in ``src/seamark/metrics`` and declares ``CASES``: a ``MetricCase`` for
every metric of that module. ``test_cases.py`` finds the files and runs all cases; ``make stub`` writes the outcomes at
the edges into ``docs/edge-cases.md``.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from seamark import Hierarchy, LabelledSegmentation, Metric, Spans
from seamark.metrics.names import METRICS
from tests.random_models import labelled_units, levels, turns, unit_pairs
from tests.strategies import mass_pairs

BOUNDARY_METRICS = {name: metric for name, metric in METRICS.items() if "boundaries" in metric.info.kinds}
Pair = tuple[Any, Any]
Options = dict[str, Any]


class Fails(NamedTuple):
    """An error of that class; for an undefined score the reason, which follows the title of the metric."""

    error: str
    text: str

    def message(self, title: str) -> str:
        return f"{title} is undefined: {self.text}" if self.error == "UndefinedScoreError" else self.text


def undefined(reason: str) -> Fails:
    return Fails("UndefinedScoreError", reason)


#: A value as text, "7/9" (exact) or "0.2222" (rounded to as many digits), or an error.
Outcome = str | Fails


_SOME = [3, 3, 4]
_LABELS = [LabelledSegmentation.from_labels(units) for units in ("------", "---AAA")]


def _with_nothing(nothing: Any, something: Any) -> dict[str, Pair]:
    return {
        "nothing on either side": (nothing, nothing),
        "nothing in the reference": (nothing, something),
        "nothing in the hypothesis": (something, nothing),
    }


#: The pairs at the edges, for every kind of codings.
EDGES: dict[str, dict[str, Pair]] = {
    "boundaries": {
        "none in reference": ([10], _SOME),
        "none in hypothesis": (_SOME, [10]),
        "none in either": ([10], [10]),
        "all in both": ([1] * 10, [1] * 10),
        "all against none": ([1] * 10, [10]),
        "one unit": ([1], [1]),
        "two units": ([1, 1], [2]),
    },
    "labels": _with_nothing(*_LABELS),
    "spans": _with_nothing(Spans([], length=6), Spans([(0, 3, "A")], length=6)),
    "levels": _with_nothing(*(Hierarchy.from_labelled([units]) for units in _LABELS)),
}

#: Window sizes, for metrics with an option k, and the pair that they are tried on.
SIZES = {"k = N": 10, "k = N + 1": 11, "k = 2**61": 2**61, "k = 10**30": 10**30, "k = 0": 0, "k = -1": -1}
SIZES_PAIR: Pair = (_SOME, [4, 6])


def drawn(make: Callable[[np.random.Generator], Pair]) -> st.SearchStrategy[Pair]:
    """Pairs from a generator of random numbers, which hypothesis seeds."""
    return st.integers(0, 2**32).map(lambda seed: make(np.random.default_rng(seed)))


def label_pair(rng: np.random.Generator, most: int = 30) -> Pair:
    ((reference, hypothesis),) = unit_pairs(int(rng.integers(2**32)), 1, most)
    return LabelledSegmentation.from_labels(reference), LabelledSegmentation.from_labels(hypothesis)


def span_pair(rng: np.random.Generator, length: int = 25, labels: tuple[str, str] = ("ABC", "xyz")) -> Pair:
    mass = int(rng.integers(2, length))
    reference, hypothesis = (Spans(turns(rng, mass, names), length=mass) for names in labels)
    return reference, hypothesis


def level_pair(rng: np.random.Generator, least: int = 1, most: int = 22) -> Pair:
    mass, nested = int(rng.integers(least, most)), bool(rng.integers(2))
    one, other = (levels(rng, mass, int(rng.integers(1, 4)), nested) for _ in range(2))
    return Hierarchy.from_positions(one, mass, nested=nested), Hierarchy.from_positions(other, mass, nested=nested)


def labelled_level_pair(rng: np.random.Generator, least: int = 1, most: int = 16) -> Pair:
    mass = int(rng.integers(least, most))

    def side() -> Hierarchy:
        units = [labelled_units(rng, mass, "ABC") for _ in range(int(rng.integers(1, 4)))]
        return Hierarchy.from_labelled(map(LabelledSegmentation.from_labels, units), nested=False)

    return side(), side()


@cache
def random_pairs(count: int = 2000, seed: int = 3, largest_mass: int = 40) -> list[Pair]:
    """Pairs of masses with one total, from one unit up, with any density of boundaries from none to all.

    In half of the pairs the second side is the first with boundaries moved, dropped and added, so that near misses
    are as common as in real data.
    """
    rng = random.Random(seed)  # noqa: S311
    return [_random_pair(rng, rng.randint(1, largest_mass)) for _ in range(count)]


def _random_pair(rng: random.Random, mass: int) -> Pair:
    density = rng.choice([0.0, 0.05, 0.15, 0.15, 0.3, 0.3, 0.6, 1.0])
    places = range(1, mass)
    first = {p for p in places if rng.random() < density}
    if rng.random() < 0.5:
        second = {p for p in places if rng.random() < density}
    else:
        moved = {p + rng.choice([-2, -1, 0, 0, 1, 2]) for p in first if rng.random() < 0.8}
        second = {p for p in moved if 0 < p < mass} | {p for p in places if rng.random() < 0.05}
    one, other = ([right - left for left, right in pairwise([0, *sorted(cuts), mass])] for cuts in (first, second))
    return one, other


@cache
def random_label_pairs() -> list[Pair]:
    rng = np.random.default_rng(11)
    return [label_pair(rng, 40) for _ in range(700)]


def random_partitions() -> list[Pair]:
    """Pairs of boundaries, and pairs of labels."""
    return random_pairs()[:800] + random_label_pairs()


def units_of(coding: list[int] | LabelledSegmentation) -> list[Any]:
    """What every unit belongs to: the number of its segment, or its label."""
    labels = coding.labels if isinstance(coding, LabelledSegmentation) else range(len(coding))
    masses = coding.masses if isinstance(coding, LabelledSegmentation) else coding
    return [label for label, mass in zip(labels, masses, strict=True) for _ in range(mass)]


def on_units(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of what units belong to, as a function of codings."""
    return lambda a, b, **options: function(units_of(a), units_of(b), **options)


#: What an oracle or a peer says: a number for the value; numbers in the order of ``MetricCase.returns``; numbers by the
#: names of counts or parts; None for "undefined"; a list of answers that are all right.
Expected = float | Fraction | tuple[Any, ...] | Mapping[str, Any] | list[Any] | None


@dataclass(frozen=True, kw_only=True)
class Peer:
    """Another tool, its function, and what it says of a pair with options of ours.

    ``NotImplemented`` where it has no right answer; of ``pairs`` it must have one for ``at_least`` so many, for every
    choice of ``options``, and differ from ours by at most ``close``.
    """

    name: str
    expected: Callable[..., Any]
    options: Sequence[Options] = ({},)
    pairs: Callable[[], Sequence[Pair]] = random_pairs
    at_least: int = 1000
    close: float = 1e-12


@dataclass(frozen=True, kw_only=True)
class MetricCase:
    """What is known of one metric: its class, the plain function, and what both give.

    Attributes
    ----------
    returns
        The names of what the function returns (a count, a part, or ``"value"``); an oracle or a peer that returns a
        tuple returns the same. Empty where the function returns an object of its own.
    only_metric, only_function
        Options that the metric has and the function has not, and the other way round.
    edges, edge_options, sizes, conventions
        Outcomes at the pairs of ``EDGES`` of its first kind, with these options; at ``SIZES``, for a metric with an
        option k; and for every convention at the pairs, at k = N and at k = N + 1.
    golden
        Where values come from; and pairs, options and what is expected: a text as in ``Outcome``, one for each of
        ``returns``, or some by name. A value never comes from our own output.
    identity_is_best
        False for a metric that does not give every coding its best value beside itself, or no value.
    oracle, pairs, options, examples, draws, close
        A slow, obvious version of the metric (or of its counts, as a mapping), called with the pair and the options;
        pairs and options that are drawn, and some that are always tried; how often; how far the two may differ.
    """

    metric: type[Metric]
    function: Callable[..., Any]
    returns: tuple[str, ...] = ("value",)
    only_metric: tuple[str, ...] = ()
    only_function: tuple[str, ...] = ()
    edges: Sequence[Outcome]
    edge_options: Options = field(default_factory=dict)
    sizes: Sequence[Outcome] = ()
    conventions: Mapping[str, Sequence[Outcome]] = field(default_factory=dict)
    identity_is_best: bool = True
    golden: Mapping[str, Sequence[tuple[Pair, Options, Outcome | tuple[str, ...] | Mapping[str, str]]]]
    oracle: Callable[..., Expected]
    pairs: st.SearchStrategy[Pair] = mass_pairs()  # noqa: RUF009  # a strategy is immutable
    options: Mapping[str, st.SearchStrategy[Any]] = field(default_factory=dict)
    examples: Sequence[tuple[Pair, Options]] = ()
    draws: int = 100
    close: float = 1e-12
    peers: Sequence[Peer] = ()

    @property
    def name(self) -> str:
        return self.metric.info.name

    @property
    def kind(self) -> str:
        return self.metric.info.kinds[0]

    @property
    def edge_name(self) -> str:
        """The metric with the options of its edges, as they are typed."""
        options = (f":{name}={'+'.join(v) if isinstance(v, tuple) else v}" for name, v in self.edge_options.items())
        return self.name + "".join(options)

    def named(self, answer: Expected) -> dict[str, Any]:
        """An answer with one value, by name."""
        if isinstance(answer, Mapping):
            return dict(answer)
        return dict(zip(self.returns, answer, strict=True)) if isinstance(answer, tuple) else {"value": answer}


@cache
def metric_cases() -> list[MetricCase]:
    """The cases of all files of this folder, in the order of the metrics."""
    files = sorted(path.stem for path in Path(__file__).parent.glob("*.py"))
    modules = [_imported(stem) for stem in files if stem != "case" and "test_" not in stem]
    cases = [case for module in modules for case in getattr(module, "CASES", ())]
    return sorted(cases, key=lambda case: list(METRICS).index(case.name))


def _imported(stem: str) -> ModuleType:
    try:
        return import_module(f"tests.metrics.{stem}")
    except AttributeError as error:
        hint = f"is it in __all__ of src/seamark/metrics/{stem}.py, and was make stub run?"
        raise AttributeError(f"tests/metrics/{stem}.py: {error}; {hint}") from error
