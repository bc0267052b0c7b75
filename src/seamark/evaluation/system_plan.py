"""How many items it takes to show that one system is better than another."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from statistics import NormalDist
from typing import Any, cast

import numpy as np

from seamark.agreement.plan import CoderRates
from seamark.base.checks import by_name, count_between, finite_number, of_kind
from seamark.base.errors import InputError
from seamark.base.numbers import percent
from seamark.base.results import ResultRecord
from seamark.evaluation.systems import compare_systems
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.pairs import AnyCodings
from seamark.metrics.signature import Signature, in_full
from seamark.stats.intervals import check_level, critical_t
from seamark.stats.resampling import RandomSource, resolve_rng

#: Items that are drawn from stated rates, and the most that are planned.
_DRAWN, _MOST = 2_000, 10_000_000
#: The table of powers.
_ITEMS = (10, 20, 50, 100, 200, 500, 1_000)
_NORMAL = NormalDist()
#: Steps of an integral, and how many standard deviations of chi it spans to either side.
_STEPS, _REACH = 1000, 9.0
_HALVINGS = 80


@dataclass(frozen=True, slots=True)
class SystemPlan(ResultRecord):
    """How many items a comparison of two systems takes.

    Attributes
    ----------
    difference
        The difference of mean scores to detect.
    power, alpha
        How often it is detected, and at which level of the p-value.
    sd
        The standard deviation of the difference between the two systems from item to item.
    pilot_items
        From how many items it is known; None when it was drawn from stated rates, and is taken as known.
    pair
        The two systems whose difference varies most, for which the plan is made.
    items
        How many items to take: with the power that was asked for in 8 of 10 such plans. ``inf`` where more than ten
        million would be needed.
    items_low, items_high
        How many it would be if the standard deviation were at the lower or the upper end of where it lies in 8 of 10
        cases.
    metric
        Its name.
    signature
        The string that makes the numbers reproducible.
    """

    difference: float
    power: float
    alpha: float
    sd: float
    pilot_items: int | None
    pair: tuple[str, str]
    items: float
    items_low: float
    items_high: float
    metric: str
    signature: Signature

    _also = ("verdict",)

    def power_at(self, items: int) -> float:
        """How often the difference would be found with so many items, the standard deviation being as in the pilot.

        Examples
        --------
        >>> reference = {str(n): [3, n + 3] for n in range(12)}
        >>> systems = {"one": {str(n): [3 + n % 3, n + 3 - n % 3] for n in range(12)}, "two": reference}
        >>> found = plan_systems(reference, systems, difference=0.1)
        >>> found.power_at(10) < found.power_at(100)
        True
        """
        return t_test_power(self.difference / self.sd, count_between(items, "items", 2, _MOST), self.alpha)

    def detectable(self, items: int) -> float:
        """The smallest difference that would be found with the power that was asked for."""
        degrees = count_between(items, "items", 2, _MOST) - 1
        # The quantile of the power is one-sided: half of the rest lies on either side.
        reach = critical_t(1.0 - self.alpha, degrees) + math.copysign(
            critical_t(abs(2.0 * self.power - 1.0), degrees), self.power - 0.5
        )
        return reach * self.sd / math.sqrt(items)

    def rows(self) -> list[dict[str, Any]]:
        """A row for some numbers of items: the power, and the difference that would be found."""
        return [{"items": n, "power": self.power_at(n), "detectable": self.detectable(n)} for n in _ITEMS]

    @property
    def verdict(self) -> str:
        """What the plan says, in one sentence."""
        if math.isinf(self.items):
            return f"More than {_MOST:,} items would be needed to find a difference of {self.difference:g}."
        return (
            f"To find a difference of {self.difference:g} in {self.metric} in {percent(self.power)} of studies takes "
            f"{self.items:,.0f} items."
        )

    def answer(self) -> tuple[str, ...]:
        """How many items it takes, how far the pilot leaves that open, and what the pilot itself would find."""
        if self.pilot_items is None or math.isinf(self.items):
            return (self.verdict,)
        open_between = f"The pilot leaves open between {self.items_low:,.0f} and {self.items_high:,.0f} items."
        least = self.detectable(self.pilot_items)
        return (
            self.verdict,
            open_between,
            f"With its {self.pilot_items:,} items a difference of {least:.2g} is found as often.",
        )


def plan_systems(
    reference: AnyCodings | None = None,
    systems: Mapping[str, AnyCodings] | None = None,
    metric: Metric | str = "B",
    *,
    difference: float,
    power: float = 0.8,
    alpha: float = 0.05,
    rates: CoderRates | None = None,
    rng: RandomSource = 0,
) -> SystemPlan:
    """How many items it takes to find a difference between two systems by a paired test.

    Parameters
    ----------
    reference, systems
        A pilot: references, and the codings of the same items by two systems or more, as for ``compare_systems``.
    metric
        Any metric or its name.
    difference
        The difference of mean scores that matters. It is for you to say: that of the pilot is no plan.
    power
        How often it is detected.
    alpha
        The level of the two-sided p-value.
    rates
        Instead of a pilot: how texts, an annotator and two systems are imagined. 2,000 items are drawn.
    rng
        A seed or a generator for items that are drawn.

    Returns
    -------
    SystemPlan

    Raises
    ------
    InputError
        When there is neither a pilot nor rates, or both; or when the two systems do not differ on any item.

    Examples
    --------
    >>> found = plan_systems(rates=CoderRates(), difference=0.05)
    >>> round(found.power_at(int(found.items)), 1)
    0.8
    """
    wanted = finite_number(difference, "difference", lambda gap: gap > 0, "a number above 0, such as 0.05")
    check_level(power, "power")
    check_level(alpha, "alpha")
    chosen, seed = as_metric(metric), resolve_rng(rng)[1]
    if [reference is not None, systems is not None] != [rates is None] * 2:
        raise InputError("a plan needs either a pilot, with a reference and systems, or rates; expected one of the two")
    drawn: dict[str, object] = {}
    if rates is not None:
        of_kind(rates, CoderRates, "rates", "CoderRates")
        drawn = {**{name: in_full(getattr(rates, name)) for name in rates.__dataclass_fields__}, "seed": seed}
        # Two coders by their similarity to a third, on many items.
        study = rates.drawn(_DRAWN, 3, np.random.default_rng(seed))
        reference, *others = (study.by_coder(name) for name in study.coder_names)
        systems = dict(zip(("one", "other"), others, strict=True))
    known = by_name(systems, "systems", "segmentations by name of the system")
    found = compare_systems(cast("AnyCodings", reference), known, chosen, resamples=1, rng=0)
    scores = [found[name] for name in known] if drawn else found.systems
    gaps = {
        (one.name, other.name): np.subtract(list(one.scores.values()), list(other.scores.values()))
        for one, other in combinations(scores, 2)
    }
    spreads = {pair: float(np.sort(gap).std(ddof=1)) for pair, gap in gaps.items()}
    pair = max(spreads, key=lambda names: (spreads[names], names))
    sd, number = spreads[pair], len(gaps[pair])
    if not sd > 0:
        raise InputError("the systems differ by the same on every item, so the number of items cannot be computed")
    # With the upper limit of the standard deviation for the plan itself, and the limits of both sides for its range.
    limits = [
        sd if drawn else sd * math.sqrt((number - 1) / chi_square_quantile(share, number - 1.0))
        for share in (0.2, 0.9, 0.1)
    ]
    needed = [_items(wanted / limit, power, alpha) for limit in limits]
    options = {
        "metric": chosen.info.name,
        **chosen.options(),
        "difference": in_full(wanted),
        "power": in_full(power),
        "alpha": in_full(alpha),
        **(drawn or {"systems": len({name for names in gaps for name in names}), "items": number}),
    }
    return SystemPlan(
        difference=wanted,
        power=power,
        alpha=alpha,
        sd=sd,
        pilot_items=None if drawn else number,
        pair=pair,
        items=needed[0],
        items_low=needed[1],
        items_high=needed[2],
        metric=chosen.info.name,
        signature=Signature.of("plan-systems", options),
    )


def _items(effect: float, power: float, alpha: float) -> float:
    """The fewest items with that power."""
    numbers = range(2, _MOST + 1)
    place = bisect_left(numbers, power, key=lambda items: t_test_power(effect, items, alpha))
    return float(numbers[place]) if place < len(numbers) else math.inf


# ------------------------------------------------ The power of a t-test, and quantiles of chi-square for its deviation


@lru_cache(maxsize=256)
def chi_square_quantile(share: float, degrees: float) -> float:
    """The value that chi-square stays below with this probability.

    Examples
    --------
    >>> round(chi_square_quantile(0.2, 9), 4), round(chi_square_quantile(0.9, 1), 4)
    (5.3801, 2.7055)
    """
    low, high = 0.0, degrees + 40.0 * math.sqrt(2.0 * degrees) + 40.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if _chi_square_below(middle, degrees) < share else (low, middle)
    return low


def _chi_square_below(value: float, degrees: float) -> float:
    """The probability that chi-square is at most a value: the series of the incomplete gamma function."""
    a, x = degrees / 2, value / 2
    if x <= 0.0:
        return 0.0
    term = total = 1.0
    step = a
    while term > total * 1e-17:
        step += 1.0
        term *= x / step
        total += term
    return total * math.exp(a * math.log(x) - x - math.lgamma(a + 1.0))


def t_test_power(effect: float, items: int, alpha: float = 0.05) -> float:
    """How often a two-sided t-test on so many items finds a mean that is ``effect`` standard deviations from 0.

    Examples
    --------
    >>> round(t_test_power(0.5, 34), 4), round(t_test_power(0.0, 10), 4)
    (0.8078, 0.05)
    """
    degrees = items - 1
    critical, shift = critical_t(1.0 - alpha, degrees), effect * math.sqrt(items)
    # Student's t is a normal variable over chi: the integral over what chi may be.
    spread = _REACH / math.sqrt(2.0 * degrees)
    chi = np.linspace(max(1e-9, 1.0 - spread), 1.0 + spread, _STEPS + 1)
    log_density = (degrees - 1) * np.log(chi) - degrees * chi**2 / 2
    density = np.exp(log_density - log_density.max())
    density[[0, -1]] /= 2.0
    found = [_NORMAL.cdf(shift - critical * one) + _NORMAL.cdf(-shift - critical * one) for one in chi.tolist()]
    return float((density * np.array(found)).sum() / density.sum())
