"""What metrics that slide a window have in common: k, convention, padding, and windows that may not exist."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seamark.base.checks import finite_number
from seamark.base.errors import InputError
from seamark.base.numbers import counted
from seamark.kernels import one_pair
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.one_pair import Windows
from seamark.kernels.rows import window_differences, window_presence, window_sums
from seamark.metrics.base import (
    Metric,
    MetricInfo,
    MissAndFalseAlarm,
    SegmentationCost,
    WindowConfusion,
    f_of,
    precision_and_recall,
    ratio_or,
    scores_call,
    value_call,
)
from seamark.metrics.conventions import (
    CONVENTIONS,
    Convention,
    ConventionName,
    Padding,
    convention_named,
    k_in_signature,
    padding_named,
    window_size,
)
from seamark.metrics.signature import in_full
from seamark.model.codings import SegmentationArray
from seamark.model.segmentation import SegmentationLike


@dataclass(frozen=True, slots=True)
class WindowMetric(Metric):
    """A metric over windows; ``k=None`` takes the convention's own rule.

    The last column of its counts, ``undefined``, is 1 for a pair without a window, so that a sum of rows still tells
    how many pairs it could not speak of. A single unit has no potential boundary: that pair is not undefined, but
    without error.
    """

    k: int | None = None
    convention: ConventionName = "pevzner-hearst"

    #: The name under which conventions list the metric.
    window_kind: ClassVar[str]

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", window_size(self.k))
        convention_named(self.convention, self.window_kind)

    @property
    def layout(self) -> Convention:
        """The convention; probes, as Pk takes them, are k units apart whatever the width of a WindowDiff window."""
        found = convention_named(self.convention, self.window_kind)
        return found.for_probes() if self.window_kind == "pk" else found

    @property
    def effective_padding(self) -> Padding | None:
        """Padding of the convention; a metric with an option of its own overrides this."""
        return self.layout.padding

    @property
    def laid(self) -> Windows:
        """The windows over any pair, as the kernel lays them."""
        return self.layout.windows(self.k, self.effective_padding)

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        k = None if a is None else self.layout.k_for(a, self.k)
        return {"conv": self.convention, "k": k_in_signature(self.layout.rule, self.k, k)}

    def _note(self, a: SegmentationArray | None) -> str | None:
        """That a window of no width never differs."""
        if a is None or self.k is not None or self.layout.least_k > 0 or self.layout.k_for(a, None).any():
            return None
        return f"the convention {self.convention} gives k=0 here, and then 0 whatever is compared"

    def _why_undefined(self, counts: Mapping[str, float], reference: SegmentationArray | None = None) -> str:
        if reference is None or len(reference) != 1:
            return f"{self.info.title} is undefined: there is no window"
        k, mass = int(self.layout.k_for(reference, self.k)[0]), int(reference.masses[0])
        if k < 1:
            return f"{self.info.title} is undefined: this convention gives k={k}, and a window needs k of at least 1"
        return f"{self.info.title} is undefined: k={k} leaves no window over {counted(mass, 'unit')}"


def share_of_windows(count: FloatArray, windows: FloatArray, undefined: FloatArray) -> FloatArray:
    """A share of windows; without any window 0 if nothing was undefined (single units), else NaN.

    Examples
    --------
    >>> share_of_windows(np.array([1.0, 0.0, 0.0]), np.array([4.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])).tolist()
    [0.25, 0.0, nan]
    """
    some = windows > 0
    if np.all(some):  # nearly always, and then there is nothing to choose
        return count / windows
    none = np.where(undefined > 0, np.nan, 0.0)
    return np.where(some, count / np.where(some, windows, 1.0), none)


# ---------------------------------------------------- WindowDiff (Pevzner & Hearst 2002), under every convention in use


@dataclass(frozen=True, slots=True)
class WindowDiff(WindowMetric):
    """Share of windows in which the two segmentations place different numbers of boundaries.

    Options are those of ``window_diff``.

    Examples
    --------
    >>> print(WindowDiff().compare([5, 5, 5, 5], [5, 6, 9]))
    0.2941  windowdiff|conv:pevzner-hearst|k:half-mean=3|pad:none|v:0.1.0
    """

    padding: Padding | None = None

    info: ClassVar[MetricInfo] = MetricInfo("windowdiff", "WindowDiff", "Pevzner & Hearst 2002", best=0.0, worst=1.0)
    fields: ClassVar[tuple[str, ...]] = ("windows", "differ", "undefined")
    window_kind: ClassVar[str] = "windowdiff"

    def __post_init__(self) -> None:
        super(WindowDiff, self).__post_init__()
        object.__setattr__(self, "padding", padding_named(self.padding))

    @property
    def effective_padding(self) -> Padding | None:
        """The padding asked for, or that of the convention."""
        return self.padding or self.layout.padding

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        windows, more, fewer, undefined = window_differences(a.columns, b.columns, self.laid).T
        return np.column_stack((windows, more + fewer, undefined))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.window_diff(self.laid)

    def _score(self, rows: FloatArray) -> FloatArray:
        return share_of_windows(rows[..., 1], rows[..., 0], rows[..., 2])

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        return {**super(WindowDiff, self)._options(a, b), "pad": self.effective_padding or "none"}


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
    return _window_diff_of_pair(reference, hypothesis, (k, convention, padding))


_window_diff_of_pair = value_call(WindowDiff)


# ------------------------------------------------------------ Pk (Beeferman et al. 1999), under every convention in use


@dataclass(frozen=True, slots=True)
class Pk(WindowMetric):
    """Share of probes in which the two disagree on whether units k apart lie in one segment.

    Options are those of ``pk``.

    Examples
    --------
    >>> print(Pk(k=2).compare([5, 5, 5, 5], [5, 6, 9]))
    0.2222  pk|conv:pevzner-hearst|k:2|v:0.1.0
    """

    info: ClassVar[MetricInfo] = MetricInfo("pk", "Pk", "Beeferman, Berger & Lafferty 1999", best=0.0, worst=1.0)
    fields: ClassVar[tuple[str, ...]] = ("probes", "differ", "undefined")
    window_kind: ClassVar[str] = "pk"

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        probes, _, missed, false, undefined = window_presence(a.columns, b.columns, self.laid).T
        return np.column_stack((probes, missed + false, undefined))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.pk(self.laid)

    def _score(self, rows: FloatArray) -> FloatArray:
        return share_of_windows(rows[..., 1], rows[..., 0], rows[..., 2])


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
    return _pk_of_pair(reference, hypothesis, (k, convention))


_pk_of_pair = value_call(Pk)


# ----------------------------------------------- WindowDiff split into misses and false alarms (Georgescul et al. 2006)


@dataclass(frozen=True, slots=True)
class Georgescul(WindowMetric):
    """Mean of the miss rate and the false-alarm rate of windows; ``parts`` hold the two.

    Examples
    --------
    >>> round(Georgescul(k=3).compare([5, 5, 5, 5], [5, 6, 9]).value, 4)
    0.2516
    """

    info: ClassVar[MetricInfo] = MetricInfo(
        "georgescul",
        "WindowDiff split into misses and false alarms",
        "Georgescul, Clark & Armstrong 2006",
        best=0.0,
        worst=1.0,
    )
    fields: ClassVar[tuple[str, ...]] = ("windows", "with_boundary", "missed", "false", "undefined")
    window_kind: ClassVar[str] = "windowdiff"

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        windows, missed, false, undefined = window_differences(a.columns, b.columns, self.laid).T
        with_boundary = window_presence(a.columns, b.columns, self.laid)[:, 1]
        return np.column_stack((windows, with_boundary, missed, false, undefined))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.georgescul(self.laid)

    def _score(self, rows: FloatArray) -> FloatArray:
        """Mean of the two rates; undefined when no window holds a reference boundary."""
        parts = self._parts(rows)
        return (parts["miss"] + parts["false_alarm"]) / 2

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        return {"miss": ratio_or(rows[..., 2], rows[..., 1]), "false_alarm": ratio_or(rows[..., 3], rows[..., 0])}

    def _why_undefined(self, counts: Mapping[str, float], reference: SegmentationArray | None = None) -> str:
        if counts["windows"] > 0:
            return f"{self.info.title} is undefined: no window holds a reference boundary"
        return super(Georgescul, self)._why_undefined(counts, reference)


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
    return _georgescul_of_pair(reference, hypothesis, (k, convention))


_georgescul_of_pair = scores_call(MissAndFalseAlarm, Georgescul)


# ------------------------------------------------ C_seg, the segmentation cost of the TDT evaluations (Doddington 1998)


@dataclass(frozen=True, slots=True)
class CSeg(WindowMetric):
    """Weighted cost of misses and false alarms at distance k; ``parts`` hold the rates and the normalised cost.

    Options are those of ``c_seg``.

    Examples
    --------
    >>> round(CSeg(k=3).compare([5, 5, 5, 5], [5, 6, 9]).value, 4)
    0.1596
    """

    c_miss: float = 1.0
    c_fa: float = 0.3
    p_seg: float = 0.3

    info: ClassVar[MetricInfo] = MetricInfo(
        "cseg", "TDT segmentation cost C_seg", "Doddington 1998", best=0.0, worst=1.0
    )
    fields: ClassVar[tuple[str, ...]] = ("probes", "different", "missed", "false", "undefined")
    window_kind: ClassVar[str] = "pk"

    def __post_init__(self) -> None:
        super(CSeg, self).__post_init__()
        for name in ("c_miss", "c_fa", "p_seg"):
            value = finite_number(getattr(self, name), name, lambda value: value >= 0, "a number of at least 0")
            object.__setattr__(self, name, value)
        if self.p_seg > 1:
            raise InputError(f"p_seg is {self.p_seg}; expected a probability between 0 and 1")

    @property
    def worst_value(self) -> float:
        """The cost when everything is missed and every probe within a segment is a false alarm."""
        return self.c_miss * self.p_seg + self.c_fa * (1 - self.p_seg)

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        return window_presence(a.columns, b.columns, self.laid)

    def _single(self) -> one_pair.Measure | None:
        return one_pair.c_seg(self.laid, self.c_miss, self.c_fa, self.p_seg)

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        p_miss = ratio_or(rows[..., 2], rows[..., 1])
        p_fa = ratio_or(rows[..., 3], rows[..., 0] - rows[..., 1])
        trivial = min(self.c_miss * self.p_seg, self.c_fa * (1 - self.p_seg))
        return {"p_miss": p_miss, "p_fa": p_fa, "normalized": ratio_or(self._cost(p_miss, p_fa), trivial)}

    def _score(self, rows: FloatArray) -> FloatArray:
        """The cost; undefined unless some probes lie in one reference segment and some in two."""
        parts = self._parts(rows)
        return self._cost(parts["p_miss"], parts["p_fa"])

    def _cost(self, p_miss: FloatArray, p_fa: FloatArray) -> FloatArray:
        return p_miss * self.c_miss * self.p_seg + p_fa * self.c_fa * (1 - self.p_seg)

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        constants = {"cmiss": self.c_miss, "cfa": self.c_fa, "pseg": self.p_seg}
        return {**super(CSeg, self)._options(a, b), **{name: in_full(value) for name, value in constants.items()}}

    def _why_undefined(self, counts: Mapping[str, float], reference: SegmentationArray | None = None) -> str:
        if counts["probes"] > 0:
            where = "no probe" if counts["different"] == 0 else "every probe"
            return f"{self.info.title} is undefined: {where} falls into two reference segments"
        return super(CSeg, self)._why_undefined(counts, reference)


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
    return _c_seg_of_pair(reference, hypothesis, (k, convention, c_miss, c_fa, p_seg))


_c_seg_of_pair = scores_call(SegmentationCost, CSeg)


# ----------------------------------------------------- WinPR: precision and recall over windows (Scaiano & Inkpen 2012)


_LAYOUT = CONVENTIONS["pevzner-hearst"]


@dataclass(frozen=True, slots=True)
class WinPR(Metric):
    """F over windows; ``parts`` hold precision and recall.

    Options are those of ``win_pr``.

    Examples
    --------
    >>> print(WinPR(k=3).compare([5, 5, 5, 5], [5, 6, 9]))
    0.6667  winpr|k:3|v:0.1.0
    """

    k: int | None = None

    info: ClassVar[MetricInfo] = MetricInfo("winpr", "WinPR F", "Scaiano & Inkpen 2012")
    fields: ClassVar[tuple[str, ...]] = ("tp", "fp", "fn", "tn")

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", window_size(self.k))

    def _sizes(self, reference: SegmentationArray) -> Int64Array:
        # A single unit has no potential boundary, so any window will do.
        return np.maximum(_LAYOUT.k_for(reference, self.k), 1)

    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        k = self._sizes(a)
        counts = window_sums(a.columns, b.columns, k) / k[:, np.newaxis]
        return np.column_stack((counts, (a.masses - 1) - counts.sum(axis=1)))

    def _single(self) -> one_pair.Measure | None:
        return one_pair.win_pr(_LAYOUT.windows(self.k, None))

    def _score(self, rows: FloatArray) -> FloatArray:
        return f_of(rows[..., 0], rows[..., 1], rows[..., 2])

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        return precision_and_recall(rows)

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        """The window size, with its value when that is the same for all pairs."""
        return {"k": k_in_signature(_LAYOUT.rule, self.k, None if a is None else self._sizes(a))}


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
    return _win_pr_of_pair(reference, hypothesis, (k,))


_win_pr_of_pair = scores_call(WindowConfusion, WinPR)
