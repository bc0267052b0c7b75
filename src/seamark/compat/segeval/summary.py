"""segeval's summary of the values of many pairs."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from seamark.checks import is_number, mapping_of, shown
from seamark.errors import InputError


def summarize(pairs: Mapping[str, Any]) -> tuple[Decimal, Decimal, Decimal, Decimal, int]:
    """Mean, standard deviation, variance and standard error of the mean, all of a population, and how many there are.

    Examples
    --------
    >>> summarize({"poem,ann,ben": Decimal("0.5"), "song,ann,ben": Decimal("1")})[:2]
    (Decimal('0.75'), Decimal('0.25'))
    """
    values = [_decimal(pair, value) for pair, value in mapping_of(pairs, "pairs", "values by pair").items()]
    if not values:
        raise InputError("pairs are empty; expected at least one value")
    mean = sum(values, Decimal(0)) / len(values)
    variance = sum(((value - mean) ** 2 for value in values), Decimal(0)) / len(values)
    deviation = variance.sqrt()
    return mean, deviation, variance, deviation / Decimal(len(values)).sqrt(), len(values)


def _decimal(pair: object, value: Any) -> Decimal:
    if not isinstance(value, Decimal) and not is_number(value):
        raise InputError(f"the value of {shown(pair)} is {shown(value)}; expected a number")
    return Decimal(value)
