"""How windows are laid over a text: the conventions in use for WindowDiff and Pk, each under a name.

A convention decides two things. Its *rule for k* gives the window size when the user gives none, from the number of
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

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from seamark.checks import shown, whole_number
from seamark.choices import one_of
from seamark.errors import InputError
from seamark.kernels.columns import Int64Array
from seamark.kernels.one_pair import WindowLayout
from seamark.kernels.rows import Frames
from seamark.model.array import SegmentationArray

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


#: Where the first window starts, and how much further the last one goes than to the last potential boundary.
_ENDS: Mapping[StringKind, tuple[int, int]] = MappingProxyType(
    {"gaps": (0, 0), "late gaps": (-1, -1), "units": (0, 0), "starts": (-1, 0), "ends": (0, 1), "ends-final": (0, 1)}
)


class KRule(NamedTuple):
    """How k follows from the references: as people write it, and as a function of units and boundaries."""

    formula: str
    k: Callable[[Int64Array, Int64Array], Int64Array]
    #: The same for one reference, as the kernel takes it: what is taken off the units, whether they are divided by 2c
    #: instead of 2K, how a half is rounded (up, to even, to odd), what is taken off, the least k, at most n - 1 or not.
    parts: tuple[int, bool, int, int, int, bool]


@dataclass(frozen=True, slots=True)
class Convention:
    """One way of choosing k and laying windows: where it is found, its string, and its rule for k."""

    name: ConventionName
    who: str
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

    @property
    def formula(self) -> str:
        """The rule for k as people write it."""
        return K_RULES[self.rule].formula

    def for_probes(self) -> Convention:
        """The same for pairs of probes, which lie k potential boundaries apart also where windows hold k - 1."""
        return replace(self, string="gaps") if self.string == "units" else self

    def k_for(self, reference: SegmentationArray, k: int | None) -> Int64Array:
        """The window size for every reference: the given one, or the one of the rule."""
        if k is not None:
            return np.full(len(reference), k, dtype=np.int64)
        return K_RULES[self.rule].k(reference.masses, np.diff(reference.columns.offsets))

    def one_layout(self, padding: Padding | None) -> WindowLayout:
        """The same for one pair, as the kernel takes it."""
        first, last = _ENDS[self.string]
        width_less, closing, padded = int(self.string == "units"), self.string == "ends-final", padding == "lamprier"
        return WindowLayout.of(
            *K_RULES[self.rule].parts, width_less, first, last, closing, padded, self.extra_windows, self.least_k
        )

    def frames(self, masses: Int64Array, k: Int64Array, padding: Padding | None) -> tuple[Frames, Int64Array]:
        """The windows of every pair, and their number."""
        width = k - 1 if self.string == "units" else k
        last = masses - 1 - width  # the window ends at the last potential boundary
        start, end = _ENDS[self.string]
        first, last = np.full_like(last, start), last + end
        if padding == "lamprier":
            first, last = first - k, last + k
        closing = masses if self.string == "ends-final" else np.zeros_like(masses)
        # Where k makes no sense there is no window. Windows that lie outside the text altogether hold nothing: they are
        # counted, but the kernel need not look at them.
        usable = (k >= self.least_k) & (last >= first)
        windows = last - first + 1 + self.extra_windows
        first, last = np.maximum(first, -width), np.minimum(last, masses - 1)
        if not usable.all():
            windows, first, width = (np.where(usable, column, 0) for column in (windows, first, width))
            last = np.where(usable, last, -1)
        return Frames(*(np.ascontiguousarray(column) for column in (first, last, width, closing))), windows


def _half_up(top: Int64Array, bottom: Int64Array) -> Int64Array:
    quotient = top // bottom
    rest = top - quotient * bottom  # quicker than a second division
    return quotient + (rest >= bottom - rest).astype(np.int64)


def _half_to(parity: int, top: Int64Array, bottom: Int64Array) -> Int64Array:
    """The quotient rounded, an exact half going to the neighbour that is even (0) or odd (1)."""
    quotient, rest = top // bottom, top % bottom
    half_goes_up = np.equal(rest, bottom - rest) & np.not_equal(quotient % 2, parity)
    rounded: Int64Array = quotient + ((rest > bottom - rest) | half_goes_up)
    return rounded


#: Every rule for k by name, of the units n, the boundaries c and the segments K = c + 1.
K_RULES: Mapping[str, KRule] = MappingProxyType(
    {
        "half-mean": KRule(
            "max(2, half-up(n / 2K)), at most n - 1",
            lambda n, c: np.minimum(np.maximum(2, _half_up(n, 2 * (c + 1))), n - 1),
            (0, False, 0, 0, 2, True),
        ),
        "half-mean-unbounded": KRule(
            "max(2, half-up(n / 2K))", lambda n, c: np.maximum(2, _half_up(n, 2 * (c + 1))), (0, False, 0, 0, 2, False)
        ),
        "half-mean-even": KRule(
            "max(2, round(n / 2K))", lambda n, c: np.maximum(2, _half_to(0, n, 2 * (c + 1))), (0, False, 1, 0, 2, False)
        ),
        "half-mean-even-unbounded": KRule(
            "round(n / 2K)", lambda n, c: _half_to(0, n, 2 * (c + 1)), (0, False, 1, 0, 0, False)
        ),
        # Without a boundary nltk divides as if there were one.
        "units-per-boundary": KRule(
            "round(n / 2c), c at least 1",
            lambda n, c: _half_to(0, n, 2 * np.maximum(c, 1)),
            (0, True, 1, 0, 0, False),
        ),
        "gaps-per-boundary": KRule(
            "round((n - 1) / 2c), c at least 1",
            lambda n, c: _half_to(0, n - 1, 2 * np.maximum(c, 1)),
            (1, True, 1, 0, 0, False),
        ),
        # round(x - 1) takes a half to the even neighbour of x - 1, which is the odd one of x.
        "half-mean-less-1": KRule(
            "round(n / 2K - 1)", lambda n, c: _half_to(1, n, 2 * (c + 1)) - 1, (0, False, 2, 1, -1, False)
        ),
    }
)

_ALL = (
    Convention("pevzner-hearst", "Pevzner & Hearst 2002; the default", "gaps", "half-mean"),
    Convention("segeval2", "segeval 2 and papers built on it", "gaps", "half-mean-even"),
    Convention("fournier2012", "Fournier & Inkpen 2012", "units", "half-mean-unbounded"),
    Convention("nltk", "nltk on gaps, its own k", "gaps", "gaps-per-boundary", least_k=0),
    Convention(
        "nltk-starts",
        "nltk on segment starts (an unsupervised meeting segmenter, 2021)",
        "starts",
        "units-per-boundary",
        least_k=0,
    ),
    Convention("treeseg", "TreeSeg (2024)", "starts", "half-mean-even-unbounded", least_k=0),
    Convention("superdialseg", "SuperDialseg (2023)", "ends", "half-mean-even"),
    Convention(
        "nltk-ends-final",
        "nltk on segment ends, the last unit marked",
        "ends-final",
        "half-mean-even-unbounded",
        least_k=0,
    ),
    Convention("textsplit", "textsplit", "late gaps", "half-mean-less-1", metrics=("pk",), least_k=0),
    Convention(
        "lamprier",
        "segeval 2 with padding (Lamprier et al. 2007)",
        "gaps",
        "half-mean-even",
        padding="lamprier",
        metrics=("windowdiff",),
        extra_windows=1,
    ),
)

#: Every convention under the name it has in ``convention=``.
CONVENTIONS: Mapping[str, Convention] = MappingProxyType({convention.name: convention for convention in _ALL})


def convention_named(name: str, metric: str) -> Convention:
    """The convention of that name, if it is defined for the metric.

    Examples
    --------
    >>> convention_named("nltk", "pk").formula
    'round((n - 1) / 2c), c at least 1'
    """
    known = [convention.name for convention in CONVENTIONS.values() if metric in convention.metrics]
    return CONVENTIONS[one_of(name, "convention", known, among=f"for {metric} there are:")]


def window_size(k: object) -> int | None:
    """Check a window size given by the user."""
    if k is None:
        return None
    size = whole_number(k, "k")
    if size < 1:
        raise InputError(f"k is {shown(size)}; a window size is at least 1")
    if size > 2**61:  # no rule gives more, and its sum with a mass stays inside 64 bits
        raise InputError(f"k is {shown(size)}; a window size is at most 2**61")
    return size


def padding_named(padding: str | None) -> Padding | None:
    """Check a padding given by the user."""
    if padding is None:
        return None
    if isinstance(padding, str) and padding == "lamprier":
        return "lamprier"
    raise InputError(f"padding is {shown(padding)}; expected None or 'lamprier'")


def k_in_signature(rule: str, given: int | None, k: Int64Array | None) -> str:
    """How k stands in a signature: as given, or as its rule with the value when that is the same for all pairs."""
    if given is not None:
        return str(given)
    if k is not None and k.size and np.all(k == k[0]):
        return f"{rule}={k[0]}"
    return rule
