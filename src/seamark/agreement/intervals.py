"""How far a coefficient would move with other items, other coders, or both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np

from seamark.agreement.base import Coefficient, everything, whole
from seamark.choices import one_of
from seamark.errors import InputError
from seamark.kernels.columns import FloatArray
from seamark.stats.crossed import Units, Weights, bootstrap_statistic
from seamark.stats.intervals import Interval, check_level
from seamark.stats.jackknife import Jackknife

#: How an interval is made.
AgreementInterval: TypeAlias = Literal["bca", "percentile", "jackknife"]

# Weights held at once, in numbers: 8 MB.
_BLOCK = 2**20

# Without one of two units there is no variation left, and no degree of freedom to estimate it.
_FEWEST_FOR_JACKKNIFE = 3


@dataclass(frozen=True, slots=True)
class IntervalPlan:
    """Which interval to make.

    Attributes
    ----------
    level
        Nominal coverage, such as 0.95.
    units
        What is resampled, or left out in turn.
    method
        How the interval is made.
    resamples
        How many bootstrap resamples to draw.
    """

    level: float
    units: Units
    method: AgreementInterval
    resamples: int

    def __post_init__(self) -> None:
        check_level(self.level)
        one_of(self.units, "resample", get_args(Units))
        one_of(self.method, "method", get_args(AgreementInterval))

    @property
    def random(self) -> bool:
        """Whether the interval depends on a seed."""
        return self.method != "jackknife"

    def options(self) -> dict[str, object]:
        """What belongs in the signature of a value with this interval."""
        drawn = {"resamples": self.resamples} if self.random else {}
        return {"ci": f"{self.level:g},{self.method}", "resample": self.units, **drawn}

    def interval(self, coefficient: Coefficient, *, items: int, coders: int, seed: int) -> Interval:
        """The interval of a coefficient; it counts resamples in which nobody can be compared with anybody."""
        if self.method == "jackknife":
            return _jackknife(coefficient, items=items, coders=coders, level=self.level, units=self.units)
        result = bootstrap_statistic(
            coefficient.for_units(self.units).under,
            items=items,
            coders=coders,
            units=self.units,
            resamples=self.resamples,
            rng=seed,
        )
        return result.interval(self.level, self.method)


def _jackknife(coefficient: Coefficient, *, items: int, coders: int, level: float, units: Units) -> Interval:
    if units == "both":
        raise InputError("the jackknife leaves out one kind of unit; resample 'items' or 'coders', not both")
    number = items if units == "items" else coders
    if number < _FEWEST_FOR_JACKKNIFE:
        raise InputError(f"the jackknife over {units} needs at least {_FEWEST_FOR_JACKKNIFE} {units}, got {number}")
    estimate = whole(coefficient, items, coders)
    return Jackknife(estimate, leave_one_out(coefficient, items=items, coders=coders, units=units)).interval(level)


def leave_one_out(
    coefficient: Coefficient, *, items: int, coders: int, units: Literal["items", "coders"]
) -> FloatArray:
    """The coefficient without each item, or without each coder; NaN where nothing can be compared then."""
    quick = coefficient.for_units(units)
    ones = everything(items, coders)
    if units == "items":
        blocks = (Weights(without, ones.coders) for without in _all_but_one(items))
    else:
        blocks = (Weights(ones.items, without) for without in _all_but_one(coders))
    return np.concatenate([quick.under(weights) for weights in blocks])


def _all_but_one(number: int) -> Iterator[FloatArray]:
    step = max(1, _BLOCK // number)
    for start in range(0, number, step):
        size = min(step, number - start)
        weights = np.ones((size, number))
        weights[np.arange(size), np.arange(start, start + size)] = 0.0
        yield weights
