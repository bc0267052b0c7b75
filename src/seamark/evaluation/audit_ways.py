"""The conventions in use of every metric that is audited, each under a name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from seamark.metrics.actions import ActionF1
from seamark.metrics.base import Metric
from seamark.metrics.boundary_similarity import B
from seamark.metrics.conventions import CONVENTIONS
from seamark.metrics.entropies import NCE, VMeasure
from seamark.metrics.information import MutualInformation
from seamark.metrics.levels import TMeasure
from seamark.metrics.pk import Pk
from seamark.metrics.similarity import S
from seamark.metrics.span_f1 import SpanF1
from seamark.metrics.turns import DER, JER
from seamark.metrics.unit_pairs import AdjustedRand, PairwiseF, Rand
from seamark.metrics.weights import EditWeights
from seamark.metrics.window_diff import WindowDiff
from seamark.model.arrays import Model

#: The metrics that are audited when none are named.
AUDITED: Mapping[Model, tuple[str, ...]] = MappingProxyType(
    {
        "boundaries": ("windowdiff", "pk", "S", "B"),
        "labels": ("pairwisef", "ari", "nce", "vmeasure", "mi", "actionf1", "edit", "accuracy"),
        "levels": ("t", "S", "B"),
        "spans": ("der", "jer", "spanf1"),
    }
)

_OF_PARTITIONS = (Rand(), AdjustedRand(), PairwiseF(), VMeasure(), NCE())


class Way(NamedTuple):
    """A metric under one convention; ``boundaries_of_labels`` when it leaves the labels of segments out."""

    convention: str
    metric: Metric
    boundaries_of_labels: bool = False


def ways_of(label: str, metric: Metric, model: Model) -> Iterator[Way]:
    """Every convention of a metric, by name; of one that has options of its own, only itself.

    Options that say something about the data, such as a collar or the background, are kept in all of them.
    """
    if metric == WindowDiff() or metric == Pk():
        for convention in CONVENTIONS.values():
            if metric.info.name in convention.metrics:
                yield Way(convention.name, type(metric)(convention=convention.name))
    elif metric == S():
        yield Way("n=2, te (2012)", metric)
        yield Way("n=2, d/n (segeval 2)", S(weights=EditWeights(scale="linear")))
    elif metric == B():
        for n in (2, 3, 10):
            yield Way(f"n={n}", B(n=n))
    elif model == "labels" and metric in _OF_PARTITIONS:
        yield Way("labels (mir_eval)", metric)
        yield Way("boundaries alone", metric, boundaries_of_labels=True)
    elif metric == MutualInformation():
        yield Way("in nats", metric)
        yield Way("over sqrt (mir_eval)", MutualInformation("sqrt"))
        yield Way("over mean (scikit-learn)", MutualInformation("mean"))
        yield Way("adjusted, max (mir_eval)", MutualInformation("max", adjusted=True))
        yield Way("adjusted, mean (scikit-learn)", MutualInformation("mean", adjusted=True))
    elif isinstance(metric, ActionF1) and metric == ActionF1(background=metric.background):
        without = f", without {', '.join(map(str, metric.background))}" if metric.background else ""
        for percent in (10, 25, 50):
            yield Way(f"F1@{percent}, ms-tcn{without}", ActionF1(percent / 100, metric.background))
            yield Way(f"F1@{percent}, ms-tcn2{without}", ActionF1(percent / 100, metric.background, "ms-tcn2"))
    elif isinstance(metric, DER) and metric == DER(metric.collar):
        for name, skip in _overlaps(f"pyannote{_collar(2 * metric.collar)}"):
            yield Way(name, DER(metric.collar, skip, "scored"))
        for name, skip in _overlaps(f"md-eval{_collar(metric.collar)}"):
            yield Way(name, DER(metric.collar, skip, "all"))
    elif isinstance(metric, JER) and metric == JER(metric.collar):
        for name, skip in _overlaps(f"dscore{_collar(metric.collar)}"):
            yield Way(name, JER(metric.collar, skip, "jaccard"))
        for name, skip in _overlaps(f"pyannote{_collar(2 * metric.collar)}"):
            yield Way(name, JER(metric.collar, skip, "common"))
    elif metric == SpanF1():
        for match in ("exact", "overlap", 0.5):
            name = match if isinstance(match, str) else f"IoU {match}"
            yield Way(name, SpanF1(match))
            yield Way(f"{name}, any label", SpanF1(match, labels=False))
    elif metric == TMeasure():
        yield Way("full (mir_eval)", metric)
        yield Way("reduced (mir_eval)", TMeasure(transitive=False))
    else:
        yield Way("as given" if label == metric.info.name else label, metric)


def _collar(units: int) -> str:
    """The number that the tool takes: both sides together in pyannote.metrics, each side elsewhere."""
    return f", collar {units}" if units else ""


def _overlaps(name: str) -> tuple[tuple[str, bool], ...]:
    return (name, False), (f"{name}, no overlaps", True)
