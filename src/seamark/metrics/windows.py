"""Metrics that slide a window over a text, and count where the two segmentations differ inside it.

=============== ============================================================== ==================================
``window_diff``  share of windows with different numbers of boundaries           Pevzner & Hearst 2002
``pk``           share of probes k units apart that only one side parts          Beeferman, Berger & Lafferty 1999
``georgescul``   WindowDiff split into misses and false alarms                   Georgescul, Clark & Armstrong 2006
``c_seg``        weighted cost of misses and false alarms of probes (TDT)        Doddington 1998
``win_pr``       precision and recall over windows that slide off both ends      Scaiano & Inkpen 2012
=============== ============================================================== ==================================

Lower is better for all but ``win_pr``. A pair without any window has no value, but for a single unit, which has no
potential boundary and no error.

The conventions in use differ in where windows lie and in how k follows from the reference; each has a name. A
convention decides two things. Its *rule for k* gives the window size when the user gives none, from the number of
units n, the number of reference segments K and of reference boundaries c = K - 1. Its *string* says over which
characters the window slides, and so how many windows there are:

========== ================================================= ============ =========
string      characters                                        window holds windows
========== ================================================= ============ =========
gaps        the n - 1 potential boundaries                    k            n - k
late gaps   the same moved on by one place: a 0 comes in      k            n - k
            before the first, and the last drops out
units       the potential boundaries inside k units           k - 1        n - k + 1
starts      one character per unit: a segment starts here     k            n - k + 1
ends        one character per unit: a segment ends here,      k            n - k + 1
            the last one being 0
ends-final  the same, the last one being 1                    k            n - k + 1
========== ================================================= ============ =========
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal, NamedTuple, TypeAlias

import numpy as np

from seamark.base.checks import count_between, one_of
from seamark.base.numbers import counted
from seamark.kernels import one_pair
from seamark.kernels.columns import Column, Columns, Int64Array, units_of
from seamark.kernels.one_pair import Windows
from seamark.kernels.rows import window_differences, window_presence, window_sizes, window_sums
from seamark.metrics.base import AtLeastZero, Bound, FMetric, Metric, MetricInfo, Share, value_of_pair
from seamark.metrics.counting import Counts, choose, ratio_or
from seamark.metrics.signature import in_full
from seamark.model.segmentation import SegmentationLike

__all__ = [
    "CSeg",
    "Georgescul",
    "MissAndFalseAlarm",
    "Pk",
    "SegmentationCost",
    "WinPR",
    "WindowConfusion",
    "WindowDiff",
    "c_seg",
    "georgescul",
    "pk",
    "win_pr",
    "window_diff",
]

ConventionName: TypeAlias = Literal[
    "pevzner-hearst",
    "segeval2",
    "fournier2012",
    "nltk",
    "nltk-starts",
    "treeseg",
    "superdialseg",
    "nltk-ends-final",
    "textsplit",
    "lamprier",
]
Padding: TypeAlias = Literal["lamprier"]
StringKind: TypeAlias = Literal["gaps", "late gaps", "units", "starts", "ends", "ends-final"]
#: Where an exact half goes; in the order of the kernel.
HALF_UP, HALF_EVEN, HALF_ODD = range(3)


#: Where the first window starts, and how much further the last one goes than to the last potential boundary.
_ENDS: Mapping[StringKind, tuple[int, int]] = MappingProxyType(
    {"gaps": (0, 0), "late gaps": (-1, -1), "units": (0, 0), "starts": (-1, 0), "ends": (0, 1), "ends-final": (0, 1)}
)


class KRule(NamedTuple):
    """How k follows from the references, in the parts that the kernel computes it from."""

    #: Taken off the units.
    units_less: int = 0
    #: They are divided by 2c, c being at least 1, instead of by 2K.
    per_boundary: bool = False
    rounding: int = HALF_UP
    #: Taken off the rounded quotient.
    less: int = 0
    least: int = 0
    #: At most n - 1.
    below_units: bool = False


#: Every rule for k by name, of the units n, the boundaries c and the segments K = c + 1.
K_RULES: Mapping[str, KRule] = MappingProxyType(
    {
        # max(2, half-up(n / 2K)), at most n - 1
        "half-mean": KRule(least=2, below_units=True),
        # max(2, half-up(n / 2K))
        "half-mean-unbounded": KRule(least=2),
        # max(2, round(n / 2K))
        "half-mean-even": KRule(rounding=HALF_EVEN, least=2),
        # round(n / 2K)
        "half-mean-even-unbounded": KRule(rounding=HALF_EVEN),
        # round(n / 2c); without a boundary nltk divides as if there were one
        "units-per-boundary": KRule(per_boundary=True, rounding=HALF_EVEN),
        # round((n - 1) / 2c)
        "gaps-per-boundary": KRule(units_less=1, per_boundary=True, rounding=HALF_EVEN),
        # round(n / 2K - 1), which takes a half to the even neighbour of x - 1: the odd one of x
        "half-mean-less-1": KRule(rounding=HALF_ODD, less=1, least=-1),
    }
)


@dataclass(frozen=True, slots=True)
class Convention:
    """One way of choosing k and laying windows: its string, and its rule for k."""

    name: ConventionName
    string: StringKind
    rule: str
    #: Padding that belongs to the convention itself.
    padding: Padding | None = None
    #: The metrics it is defined for.
    metrics: tuple[str, ...] = ("windowdiff", "pk")
    #: How many windows the tool counts beyond those it looks at.
    extra_windows: int = 0
    #: The smallest k for which there are windows; a window of 0 characters never differs.
    least_k: int = 1


_ALL = (
    Convention("pevzner-hearst", "gaps", "half-mean"),
    Convention("segeval2", "gaps", "half-mean-even"),
    Convention("fournier2012", "units", "half-mean-unbounded"),
    Convention("nltk", "gaps", "gaps-per-boundary", least_k=0),
    Convention("nltk-starts", "starts", "units-per-boundary", least_k=0),
    Convention("treeseg", "starts", "half-mean-even-unbounded", least_k=0),
    Convention("superdialseg", "ends", "half-mean-even"),
    Convention("nltk-ends-final", "ends-final", "half-mean-even-unbounded", least_k=0),
    Convention("textsplit", "late gaps", "half-mean-less-1", metrics=("pk",), least_k=0),
    Convention("lamprier", "gaps", "half-mean-even", padding="lamprier", metrics=("windowdiff",), extra_windows=1),
)

#: Every convention under the name it has in ``convention=``.
CONVENTIONS: Mapping[str, Convention] = MappingProxyType({convention.name: convention for convention in _ALL})


#: A window size; no rule gives more than 2**61, and its sum with a mass stays inside 64 bits.
WindowSize: TypeAlias = Annotated[int, partial(count_between, low=1, high=2**61)]


def k_in_signature(rule: str, given: int | None, k: Int64Array | None) -> str:
    """How k appears in a signature: as given, or as its rule with the value when that is the same for all pairs."""
    if given is not None:
        return str(given)
    if k is not None and (k.size == 1 or (k.size and (k == k[0]).all())):
        return f"{rule}={int(k[0])}"
    return rule


class WindowConfusion(NamedTuple):
    """Windowed confusion counts, each in boundaries, and what follows from them."""

    tp: float
    fp: float
    fn: float
    tn: float
    precision: float
    recall: float
    f: float


class MissAndFalseAlarm(NamedTuple):
    """Rates of missed and of false boundaries, and their mean."""

    miss: float
    false_alarm: float
    mean: float


class SegmentationCost(NamedTuple):
    """Miss rate, false-alarm rate, their cost, and the cost against the better of two trivial systems."""

    p_miss: float
    p_fa: float
    cost: float
    normalized: float


#: What is known of all shares of windows.
_window_info = partial(MetricInfo, best=0.0, worst=1.0)


class WindowMetric(Metric):
    """A metric over windows; ``k=None`` takes the convention's own rule.

    The last column of its counts, ``undefined``, is 1 for a pair without a window, so that a sum of rows still tells
    how many pairs it could not speak of. A single unit has no potential boundary: that pair is not undefined, but
    without error.
    """

    k: WindowSize | None = None
    convention: ConventionName = "pevzner-hearst"

    #: The name under which conventions list the metric.
    window_kind: ClassVar[str]

    def __post_init__(self) -> None:
        known = [convention.name for convention in CONVENTIONS.values() if self.window_kind in convention.metrics]
        one_of(self.convention, "convention", known, among=f"for {self.window_kind} there are:")
        super().__post_init__()

    @property
    def layout(self) -> Convention:
        """The convention."""
        return CONVENTIONS[self.convention]

    @property
    def laid(self) -> Windows:
        """The windows over any pair, as the kernel lays them."""
        return _laid(self.window_kind, self.k, self.convention, None)

    def _score(self, windows: Column, differ: Column, undefined: Column) -> Column:
        """The share of windows that differ; without any window 0 if nothing was undefined (single units), else NaN."""
        return ratio_or(differ, windows, otherwise=choose(undefined > 0, math.nan, 0.0))

    def _shown(self, bound: Bound) -> tuple[str]:
        sizes = None if self.k is not None else window_sizes(self.laid, bound.a)
        return (k_in_signature(self.layout.rule, self.k, sizes),)

    def _options(self, k: str | None = None) -> dict[str, object]:
        return {"conv": self.convention, "k": k or k_in_signature(self.layout.rule, self.k, None)}

    def _note(self, bound: Bound) -> str | None:
        """That a window of no width never differs."""
        if self.k is not None or self.layout.least_k > 0 or window_sizes(self.laid, bound.a).any():
            return None
        return f"the convention {self.convention} gives k=0 here, so every comparison gives 0"

    def _why_undefined(self, counts: Mapping[str, float], bound: Bound | None = None) -> str:
        if bound is None or len(bound.a.masses) != 1:
            return f"{self.info.title} is undefined: there is no window"
        k, mass = int(window_sizes(self.laid, bound.a)[0]), int(bound.a.masses[0])
        if k < 1:
            return f"{self.info.title} is undefined: this convention gives k={k}, and a window needs k of at least 1"
        return f"{self.info.title} is undefined: k={k} leaves no window over {counted(mass, 'unit')}"


@lru_cache(maxsize=256)
def _laid(window_kind: str, k: int | None, convention: str, padding: Padding | None) -> Windows:
    """The windows over any pair, as the kernel lays them: of the given size, or of that of the rule; padded when that
    is asked for, or belongs to the convention.

    Pairs of probes lie k potential boundaries apart also where windows hold k - 1.
    """
    layout = CONVENTIONS[convention]
    first, last = _ENDS[layout.string]
    return Windows.of(
        **K_RULES[layout.rule]._asdict(),
        width_less=int(layout.string == "units" and window_kind != "pk"),
        first=first,
        last_shift=last,
        closing=layout.string == "ends-final",
        padded="lamprier" in (padding, layout.padding),
        extra_windows=layout.extra_windows,
        least_k=layout.least_k,
        k=k,
    )


# ---------------------------------------------------- WindowDiff (Pevzner & Hearst 2002), under every convention in use


class WindowDiff(WindowMetric):
    """Share of windows in which the two segmentations place different numbers of boundaries.

    Options are those of ``window_diff``.

    Examples
    --------
    >>> print(WindowDiff().compare([5, 5, 5, 5], [5, 6, 9]))
    0.2941  windowdiff|conv:pevzner-hearst|k:half-mean=3|pad:none|v:1.0.0rc1
    """

    padding: Padding | None = None

    info: ClassVar[MetricInfo] = _window_info("windowdiff", "WindowDiff", "Pevzner & Hearst 2002")
    fields: ClassVar[tuple[str, ...]] = ("windows", "differ", "undefined")
    window_kind: ClassVar[str] = "windowdiff"

    @property
    def laid(self) -> Windows:
        """The windows with the padding asked for, or that of the convention."""
        return _laid(self.window_kind, self.k, self.convention, self.padding)

    def _count(self, a: Columns, b: Columns) -> Counts:
        windows, more, fewer, undefined = window_differences(a, b, self.laid)
        return windows, more + fewer, undefined

    def _single(self) -> one_pair.Measure | None:
        return one_pair.window_diff(self.laid)

    def _options(self, k: str | None = None) -> dict[str, object]:
        return {**super()._options(k), "pad": self.padding or self.layout.padding or "none"}


def window_diff(
    reference: SegmentationLike,
    hypothesis: SegmentationLike,
    /,
    *,
    k: int | None = None,
    convention: ConventionName = "pevzner-hearst",
    padding: Padding | None = None,
) -> float:
    """Share of windows in which the two segmentations place different numbers of boundaries.

    Lower is better; 0 means that no window differs. With the same ``k`` for both orders it is symmetric, but ``k``
    follows the reference unless it is given.

    Parameters
    ----------
    reference, hypothesis
        Two segmentations of the same units, with one boundary type.
    k
        The window size in units; by default what the convention makes of the reference, about half its mean segment.
    convention
        How k is chosen and windows are laid; ``seamark.audit`` shows what difference it makes.
    padding
        ``"lamprier"`` adds k units at each end, so that errors near the ends count as much as others.

    Raises
    ------
    UndefinedScoreError
        When there is no window, as with a ``k`` of the mass or more.
    MassMismatchError, InputError
        When the two cannot be compared, or an option cannot be used.

    Examples
    --------
    >>> window_diff([5, 5, 5, 5], [5, 6, 9], k=2)
    0.2222222222222222

    References
    ----------
    Pevzner & Hearst 2002; Lamprier et al. 2007 for the padding.
    """
    return value_of_pair(WindowDiff, reference, hypothesis, k, convention, padding)


# ------------------------------------------------------------ Pk (Beeferman et al. 1999), under every convention in use


class Pk(WindowMetric):
    """Share of probes in which the two disagree on whether units k apart lie in one segment.

    Options are those of ``pk``.

    Examples
    --------
    >>> print(Pk(k=2).compare([5, 5, 5, 5], [5, 6, 9]))
    0.2222  pk|conv:pevzner-hearst|k:2|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = _window_info("pk", "Pk", "Beeferman, Berger & Lafferty 1999")
    fields: ClassVar[tuple[str, ...]] = ("probes", "differ", "undefined")
    window_kind: ClassVar[str] = "pk"

    def _count(self, a: Columns, b: Columns) -> Counts:
        probes, _, missed, false, undefined = window_presence(a, b, self.laid)
        return probes, missed + false, undefined

    def _single(self) -> one_pair.Measure | None:
        return one_pair.pk(self.laid)


def pk(
    reference: SegmentationLike,
    hypothesis: SegmentationLike,
    /,
    *,
    k: int | None = None,
    convention: ConventionName = "pevzner-hearst",
) -> float:
    """Share of probes in which the two segmentations disagree on whether units ``k`` apart lie in one segment.

    Lower is better. Parameters and errors are those of ``window_diff``.

    Examples
    --------
    >>> pk([5, 5, 5, 5], [5, 6, 9], k=3)
    0.29411764705882354

    References
    ----------
    Beeferman, Berger & Lafferty 1999.
    """
    return value_of_pair(Pk, reference, hypothesis, k, convention)


# ----------------------------------------------- WindowDiff split into misses and false alarms (Georgescul et al. 2006)


class Georgescul(WindowMetric):
    """Mean of the miss rate and the false-alarm rate of windows; ``parts`` hold the two.

    Examples
    --------
    >>> round(Georgescul(k=3).compare([5, 5, 5, 5], [5, 6, 9]).value, 4)
    0.2516
    """

    info: ClassVar[MetricInfo] = _window_info(
        "georgescul", "WindowDiff split into misses and false alarms", "Georgescul, Clark & Armstrong 2006"
    )
    fields: ClassVar[tuple[str, ...]] = ("windows", "with_boundary", "missed", "false", "undefined")
    window_kind: ClassVar[str] = "windowdiff"

    def _count(self, a: Columns, b: Columns) -> Counts:
        windows, missed, false, undefined = window_differences(a, b, self.laid)
        with_boundary = window_presence(a, b, self.laid)[1]
        return windows, with_boundary, missed, false, undefined

    def _score(self, *counts: Column) -> Column:
        """Mean of the two rates; undefined when no window holds a reference boundary."""
        parts = self._parts(*counts)
        return (parts["miss"] + parts["false_alarm"]) / 2

    def _parts(
        self, windows: Column, with_boundary: Column, missed: Column, false: Column, undefined: Column
    ) -> dict[str, Column]:
        return {"miss": ratio_or(missed, with_boundary), "false_alarm": ratio_or(false, windows)}

    def _why_undefined(self, counts: Mapping[str, float], bound: Bound | None = None) -> str:
        if counts["windows"] > 0:
            return f"{self.info.title} is undefined: no window holds a reference boundary"
        return super()._why_undefined(counts, bound)


def georgescul(
    reference: SegmentationLike,
    hypothesis: SegmentationLike,
    /,
    *,
    k: int | None = None,
    convention: ConventionName = "pevzner-hearst",
) -> MissAndFalseAlarm:
    """WindowDiff's errors as a rate of misses and a rate of false alarms.

    The miss rate is the share of windows with too few boundaries among those where the reference has one; the
    false-alarm rate is the share of all windows that have too many. ``k`` and ``convention`` are those of
    ``window_diff``.

    Examples
    --------
    >>> [round(rate, 4) for rate in georgescul([5, 5, 5, 5], [5, 6, 9], k=3)]
    [0.4444, 0.0588, 0.2516]

    References
    ----------
    Georgescul, Clark & Armstrong 2006, after the description in the literature.
    """
    result = Georgescul(k, convention).compare(reference, hypothesis)
    return MissAndFalseAlarm(**result.parts, mean=result.value)


# ------------------------------------------------ C_seg, the segmentation cost of the TDT evaluations (Doddington 1998)


class CSeg(WindowMetric):
    """Weighted cost of misses and false alarms at distance k; ``parts`` hold the rates and the normalised cost.

    Options are those of ``c_seg``.

    Examples
    --------
    >>> round(CSeg(k=3).compare([5, 5, 5, 5], [5, 6, 9]).value, 4)
    0.1596
    """

    c_miss: AtLeastZero = 1.0
    c_fa: AtLeastZero = 0.3
    p_seg: Share = 0.3

    info: ClassVar[MetricInfo] = _window_info("cseg", "TDT segmentation cost C_seg", "Doddington 1998")
    fields: ClassVar[tuple[str, ...]] = ("probes", "different", "missed", "false", "undefined")
    window_kind: ClassVar[str] = "pk"

    @property
    def worst_value(self) -> float:
        """The cost when everything is missed and every probe within a segment is a false alarm."""
        return self.c_miss * self.p_seg + self.c_fa * (1 - self.p_seg)

    def _count(self, a: Columns, b: Columns) -> Counts:
        return window_presence(a, b, self.laid)

    def _score(self, *counts: Column) -> Column:
        """The cost; undefined unless some probes lie in one reference segment and some in two."""
        parts = self._parts(*counts)
        return self._cost(parts["p_miss"], parts["p_fa"])

    def _parts(
        self, probes: Column, different: Column, missed: Column, false: Column, undefined: Column
    ) -> dict[str, Column]:
        p_miss, p_fa = ratio_or(missed, different), ratio_or(false, probes - different)
        trivial = min(self.c_miss * self.p_seg, self.c_fa * (1 - self.p_seg))
        cost = self._cost(p_miss, p_fa)
        return {"p_miss": p_miss, "p_fa": p_fa, "normalized": cost / trivial if trivial else cost * math.nan}

    def _cost(self, p_miss: Column, p_fa: Column) -> Column:
        return p_miss * self.c_miss * self.p_seg + p_fa * self.c_fa * (1 - self.p_seg)

    def _options(self, k: str | None = None) -> dict[str, object]:
        constants = {"cmiss": self.c_miss, "cfa": self.c_fa, "pseg": self.p_seg}
        return {**super()._options(k), **{name: in_full(value) for name, value in constants.items()}}

    def _why_undefined(self, counts: Mapping[str, float], bound: Bound | None = None) -> str:
        if counts["probes"] > 0:
            where = "no probe" if counts["different"] == 0 else "every probe"
            return f"{self.info.title} is undefined: {where} falls into two reference segments"
        return super()._why_undefined(counts, bound)


def c_seg(
    reference: SegmentationLike,
    hypothesis: SegmentationLike,
    /,
    *,
    k: int | None = None,
    convention: ConventionName = "pevzner-hearst",
    c_miss: float = 1.0,
    c_fa: float = 0.3,
    p_seg: float = 0.3,
) -> SegmentationCost:
    """The TDT cost: misses and false alarms of probes ``k`` apart, weighted by what they cost and how likely they are.

    ``p_miss`` is the chance that the hypothesis puts two units into one segment that the reference parts; ``p_fa`` the
    chance that it parts two that the reference keeps together. ``k`` and ``convention`` are those of ``pk``.

    Examples
    --------
    >>> [round(value, 4) for value in c_seg([5, 5, 5, 5], [5, 6, 9], k=3)]
    [0.4444, 0.125, 0.1596, 0.7599]

    References
    ----------
    Doddington 1998, after the description in the literature.
    """
    result = CSeg(k, convention, c_miss, c_fa, p_seg).compare(reference, hypothesis)
    return SegmentationCost(**result.parts, cost=result.value)


# ----------------------------------------------------- WinPR: precision and recall over windows (Scaiano & Inkpen 2012)


class WinPR(FMetric):
    """F over windows; ``parts`` hold precision and recall.

    Options are those of ``win_pr``.

    Examples
    --------
    >>> print(WinPR(k=3).compare([5, 5, 5, 5], [5, 6, 9]))
    0.6667  winpr|k:3|v:1.0.0rc1
    """

    k: WindowSize | None = None

    info: ClassVar[MetricInfo] = MetricInfo("winpr", "WinPR F", "Scaiano & Inkpen 2012")
    fields: ClassVar[tuple[str, ...]] = ("tp", "fp", "fn", "tn")

    def _sizes(self, reference: Columns) -> Int64Array:
        # A single unit has no potential boundary, so any window will do.
        return np.maximum(window_sizes(_laid("windowdiff", self.k, "pevzner-hearst", None), reference), 1)

    def _count(self, a: Columns, b: Columns) -> Counts:
        sizes = self._sizes(a)
        k = units_of(sizes)
        tp, fp, fn = (total / k for total in window_sums(a, b, sizes))
        return tp, fp, fn, (units_of(a.masses) - 1) - (tp + fp + fn)

    def _shown(self, bound: Bound) -> tuple[str]:
        return (k_in_signature("half-mean", self.k, self._sizes(bound.a)),)

    def _options(self, k: str | None = None) -> dict[str, object]:
        """The window size, with its value when that is the same for all pairs."""
        return {"k": k or k_in_signature("half-mean", self.k, None)}


def win_pr(reference: SegmentationLike, hypothesis: SegmentationLike, /, *, k: int | None = None) -> WindowConfusion:
    """Precision and recall over windows that slide off both ends, so that every boundary counts alike.

    Parameters
    ----------
    reference, hypothesis
        Two segmentations of the same units, with one boundary type.
    k
        The window size in potential boundaries; by default half the mean reference segment, at least 2.

    Returns
    -------
    WindowConfusion
        ``tp``, ``fp``, ``fn``, ``tn`` in boundaries; ``precision``, ``recall``, ``f``.

    Examples
    --------
    >>> result = win_pr([5, 5, 5, 5], [5, 6, 9], k=3)
    >>> [round(count, 4) for count in result[:3]]
    [1.6667, 0.3333, 1.3333]

    References
    ----------
    Scaiano & Inkpen 2012.
    """
    result = WinPR(k).compare(reference, hypothesis)
    tp, fp, fn, tn = map(float, result.counts.values())
    return WindowConfusion(tp, fp, fn, tn, **result.parts, f=result.value)
