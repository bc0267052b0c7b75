"""All metrics by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from seamark.checks import shown
from seamark.choices import hint
from seamark.errors import InputError
from seamark.metrics.actions import ActionF1, EditScore, UnitAccuracy
from seamark.metrics.base import Metric
from seamark.metrics.boundary_confusion import BoundaryConfusion
from seamark.metrics.boundary_similarity import B
from seamark.metrics.c_seg import CSeg
from seamark.metrics.covering import Covering
from seamark.metrics.entropies import NCE, VMeasure
from seamark.metrics.franz import Franz
from seamark.metrics.georgescul import Georgescul
from seamark.metrics.hamming import GHD
from seamark.metrics.information import MutualInformation
from seamark.metrics.levels import LMeasure, TMeasure
from seamark.metrics.p_mu import PMu
from seamark.metrics.pk import Pk
from seamark.metrics.precision_recall import BoundaryF
from seamark.metrics.similarity import S
from seamark.metrics.span_f1 import SpanF1
from seamark.metrics.turns import DER, JER
from seamark.metrics.unit_pairs import AdjustedRand, PairwiseF, Rand
from seamark.metrics.win_pr import WinPR
from seamark.metrics.window_diff import WindowDiff

_ALL: tuple[type[Metric], ...] = (
    S,
    B,
    BoundaryConfusion,
    WindowDiff,
    Pk,
    WinPR,
    Georgescul,
    CSeg,
    PMu,
    BoundaryF,
    GHD,
    Franz,
    Covering,
    Rand,
    AdjustedRand,
    PairwiseF,
    VMeasure,
    NCE,
    MutualInformation,
    ActionF1,
    EditScore,
    UnitAccuracy,
    DER,
    JER,
    SpanF1,
    TMeasure,
    LMeasure,
)

#: Every metric under the name it has in signatures and on the command line.
METRICS: Mapping[str, type[Metric]] = MappingProxyType({metric.info.name: metric for metric in _ALL})

#: Those of them that compare boundaries.
BOUNDARY_METRICS: Mapping[str, type[Metric]] = MappingProxyType(
    {name: metric for name, metric in METRICS.items() if "boundaries" in metric.info.models}
)

#: Everything that may be typed for a metric: its name, that of its class, and that of its function.
_TYPED: Mapping[str, type[Metric]] = {
    **{name.casefold(): metric for metric in _ALL for name in (metric.__name__, metric.info.name)},
    "similarity": S,
    "boundarysimilarity": B,
    "precisionrecall": BoundaryF,
}


def metric_class(name: str) -> type[Metric]:
    """The metric of that name; upper and lower case, ``_`` and ``-`` do not matter.

    Examples
    --------
    >>> metric_class("s").__name__, metric_class("window_diff").__name__
    ('S', 'WindowDiff')
    """
    if isinstance(name, str):
        typed = name.casefold().replace("_", "").replace("-", "")
        if typed in _TYPED:
            return _TYPED[typed]
    raise InputError(f"no metric is called {shown(name)}; {hint(name, METRICS)}")
