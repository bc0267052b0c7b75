"""How far a coefficient would move with other items, other coders, or both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from seamark.agreement.terms import Coefficient
from seamark.choices import one_of
from seamark.errors import InputError
from seamark.stats.crossed import Resampled, bootstrap_statistic
from seamark.stats.intervals import Interval, check_level
from seamark.stats.jackknife import Jackknife

#: How an interval is made.
AgreementInterval: TypeAlias = Literal["bca", "percentile", "jackknife"]

# Without one of two there is no variation left, and no degree of freedom to estimate it.
_FEWEST_FOR_JACKKNIFE = 3


@dataclass(frozen=True, slots=True)
class IntervalPlan:
    """Which interval to make.

    Attributes
    ----------
    ci
        Nominal coverage, such as 0.95.
    resampled
        What is resampled, or left out in turn.
    method
        How the interval is made.
    resamples
        How many bootstrap resamples to draw.
    """

    ci: float
    resampled: Resampled
    method: AgreementInterval
    resamples: int

    def __post_init__(self) -> None:
        check_level(self.ci)
        one_of(self.resampled, "resample", get_args(Resampled))
        one_of(self.method, "method", get_args(AgreementInterval))

    @property
    def random(self) -> bool:
        """Whether the interval depends on a seed."""
        return self.method != "jackknife"

    def options(self) -> dict[str, object]:
        """What belongs in the signature of a value with this interval."""
        drawn = {"resamples": self.resamples} if self.random else {}
        return {"ci": f"{self.ci:g},{self.method}", "resample": self.resampled, **drawn}

    def interval(self, coefficient: Coefficient, *, items: int, coders: int, seed: int) -> Interval:
        """The interval of a coefficient; it counts resamples in which nobody can be compared with anybody."""
        if self.method == "jackknife":
            return _jackknife(coefficient, items=items, coders=coders, ci=self.ci, resampled=self.resampled)
        result = bootstrap_statistic(
            coefficient.for_resampling(self.resampled).under,
            items=items,
            coders=coders,
            resample=self.resampled,
            resamples=self.resamples,
            rng=seed,
            without_each=coefficient.without_each if self.method == "bca" else None,
        )
        return result.interval(self.ci, self.method)


def interval_plan(
    ci: float | None, resample: Resampled | None, method: AgreementInterval, resamples: int, *, items: int
) -> IntervalPlan | None:
    """Which interval to make of so many items; none without a level. Coders are resampled if there is one item."""
    by_default: Resampled = "items" if items > 1 else "coders"
    return None if ci is None else IntervalPlan(ci, by_default if resample is None else resample, method, resamples)


def _jackknife(coefficient: Coefficient, *, items: int, coders: int, ci: float, resampled: Resampled) -> Interval:
    if resampled == "both":
        raise InputError("the jackknife leaves out items or coders; resample 'items' or 'coders', not both")
    number = items if resampled == "items" else coders
    if number < _FEWEST_FOR_JACKKNIFE:
        raise InputError(
            f"the jackknife over {resampled} needs at least {_FEWEST_FOR_JACKKNIFE} {resampled}, got {number}"
        )
    return Jackknife(coefficient.whole(), coefficient.without_each(resampled)).interval(ci)
