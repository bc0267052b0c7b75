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

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias, get_args

from seamark.base.checks import one_of, shown, whole_number
from seamark.base.errors import InputError
from seamark.kernels.columns import Int64Array
from seamark.kernels.one_pair import WindowLayout, Windows

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
Rounding: TypeAlias = Literal["half up", "half even", "half odd"]
_ROUNDINGS: tuple[Rounding, ...] = get_args(Rounding)


#: Where the first window starts, and how much further the last one goes than to the last potential boundary.
_ENDS: Mapping[StringKind, tuple[int, int]] = MappingProxyType(
    {"gaps": (0, 0), "late gaps": (-1, -1), "units": (0, 0), "starts": (-1, 0), "ends": (0, 1), "ends-final": (0, 1)}
)


class KRule(NamedTuple):
    """How k follows from the references: as people write it, and in the parts that the kernel computes it from."""

    formula: str
    #: Taken off the units.
    units_less: int = 0
    #: They are divided by 2c, c being at least 1, instead of by 2K.
    per_boundary: bool = False
    rounding: Rounding = "half up"
    #: Taken off the rounded quotient.
    less: int = 0
    least: int = 0
    #: At most n - 1.
    below_units: bool = False


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

    def windows(self, k: int | None, padding: Padding | None) -> Windows:
        """The windows over any pair, as the kernel lays them: of the given size, or of that of the rule."""
        rule, (first, last) = K_RULES[self.rule], _ENDS[self.string]
        layout = WindowLayout.of(
            units_less=rule.units_less,
            per_boundary=rule.per_boundary,
            rounding=_ROUNDINGS.index(rule.rounding),
            less=rule.less,
            least=rule.least,
            below_units=rule.below_units,
            width_less=int(self.string == "units"),
            first=first,
            last_shift=last,
            closing=self.string == "ends-final",
            padded=padding == "lamprier",
            extra_windows=self.extra_windows,
            least_k=self.least_k,
        )
        return Windows.of(layout, k)


#: Every rule for k by name, of the units n, the boundaries c and the segments K = c + 1.
K_RULES: Mapping[str, KRule] = MappingProxyType(
    {
        "half-mean": KRule("max(2, half-up(n / 2K)), at most n - 1", least=2, below_units=True),
        "half-mean-unbounded": KRule("max(2, half-up(n / 2K))", least=2),
        "half-mean-even": KRule("max(2, round(n / 2K))", rounding="half even", least=2),
        "half-mean-even-unbounded": KRule("round(n / 2K)", rounding="half even"),
        # Without a boundary nltk divides as if there were one.
        "units-per-boundary": KRule("round(n / 2c), c at least 1", per_boundary=True, rounding="half even"),
        "gaps-per-boundary": KRule(
            "round((n - 1) / 2c), c at least 1", units_less=1, per_boundary=True, rounding="half even"
        ),
        # round(x - 1) takes a half to the even neighbour of x - 1, which is the odd one of x.
        "half-mean-less-1": KRule("round(n / 2K - 1)", rounding="half odd", less=1, least=-1),
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
    if k is not None and (k.size == 1 or (k.size and (k == k[0]).all())):
        return f"{rule}={int(k[0])}"
    return rule
