"""segeval's agreement coefficients: chance is a boundary at the same place, macro for pi and micro for kappa."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Any

from seamark.base.checks import is_number, mapping_of, shown, true_or_false
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.compat.segeval.formats import by_item, format_of, segmentation_of
from seamark.compat.segeval.similarity import boundary_similarity, decimal

Compare = Callable[..., Any]


def actual_agreement_linear(
    dataset: Mapping[str, Mapping[str, Any]],
    *,
    fnc_compare: Compare = boundary_similarity,
    return_parts: bool = False,
    **options: Any,
) -> Any:
    """Observed agreement: the similarity of all pairs of coders over all items, summed before it is divided.

    ``fnc_compare`` measures two segmentations; ``options`` are its own.

    Examples
    --------
    >>> actual_agreement_linear({"poem": {"ann": (2, 3, 6), "ben": (2, 4, 5)}})
    Decimal('0.75')
    """
    found = _Observed.of(dataset, fnc_compare, options)
    if true_or_false(return_parts, "return_parts"):
        return found.numerators, found.denominators, found.potential, found.rates
    return found.agreement


def fleiss_pi_linear(
    dataset: Mapping[str, Mapping[str, Any]],
    *,
    fnc_compare: Compare = boundary_similarity,
    return_parts: bool = False,
    **options: Any,
) -> Any:
    """Multi-pi: chance is the square of the mean rate of boundaries in a coding.

    Examples
    --------
    >>> fleiss_pi_linear({"i1": {"c1": [2, 8, 2, 1], "c2": [11, 2]}})
    Decimal('0.1428571428571428571428571429')
    """
    found = _Observed.of(dataset, fnc_compare, options)
    return _corrected(found.agreement, found.chance_of_pi, return_parts)


def fleiss_kappa_linear(
    dataset: Mapping[str, Mapping[str, Any]],
    *,
    fnc_compare: Compare = boundary_similarity,
    return_parts: bool = False,
    **options: Any,
) -> Any:
    """Multi-kappa: chance is the product of two coders' own rates of boundaries, over all their items together.

    Examples
    --------
    >>> fleiss_kappa_linear({"i1": {"c1": [2, 8, 2, 1], "c2": [11, 2]}})
    Decimal('0.1489361702127659574468085107')
    """
    found = _Observed.of(dataset, fnc_compare, options)
    return _corrected(found.agreement, found.chance_of_kappa, return_parts)


def artstein_poesio_bias_linear(
    dataset: Mapping[str, Mapping[str, Any]],
    *,
    fnc_compare: Compare = boundary_similarity,
    return_parts: bool = False,
    **options: Any,
) -> Any:
    """Annotator bias: how much more pi expects than kappa.

    Examples
    --------
    >>> artstein_poesio_bias_linear({"i1": {"an5": (12,), "an6": (1,) * 12}})
    Decimal('0.25')
    """
    found = _Observed.of(dataset, fnc_compare, options)
    if true_or_false(return_parts, "return_parts"):
        return decimal(found.chance_of_pi), decimal(found.chance_of_kappa)
    return decimal(found.chance_of_pi - found.chance_of_kappa)


@dataclass(frozen=True, slots=True)
class _Observed:
    """All comparisons of a dataset, and the boundaries and potential boundaries of the codings in each."""

    numerators: list[Any]
    denominators: list[Any]
    potential: list[int]
    rates: dict[str, list[list[int]]]

    @classmethod
    def of(cls, dataset: Any, compare: Compare, options: dict[str, Any]) -> _Observed:
        data = by_item(dataset)
        if not callable(compare):
            raise InputError(f"fnc_compare is {shown(compare)}; expected a function of two segmentations")
        kind = options.pop("boundary_format", format_of(dataset))
        coders = _coders(data)
        found = cls([], [], [], {coder: [] for coder in coders})
        for one, other in combinations(coders, 2):
            for codings in data.values():
                parts = compare(codings[one], codings[other], boundary_format=kind, return_parts=True, **options)
                a, b = segmentation_of(codings[one], kind), segmentation_of(codings[other], kind)
                potential = (a.mass - 1) * max(1, len({*a.types, *b.types}))
                found.numerators.append(parts[0])
                found.denominators.append(parts[1])
                found.potential.append(potential)
                found.rates[one].append([len(a.boundaries), potential])
                found.rates[other].append([len(b.boundaries), potential])
        return found

    @property
    def agreement(self) -> Decimal:
        whole = sum(self.denominators)
        if not whole:
            raise UndefinedScoreError("agreement has no value: no coder placed a boundary")
        observed: Decimal = Decimal(sum(self.numerators)) / whole
        return observed

    @property
    def chance_of_pi(self) -> Fraction:
        rates = [Fraction(*rate) for codings in self.rates.values() for rate in codings if rate[1]]
        return (sum(rates, Fraction(0)) / max(1, len(rates))) ** 2

    @property
    def chance_of_kappa(self) -> Fraction:
        pooled = [Fraction(sum(r[0] for r in rates), max(1, sum(r[1] for r in rates))) for rates in self.rates.values()]
        products = [one * other for one, other in combinations(pooled, 2)]
        return sum(products, Fraction(0)) / len(products)


def _coders(data: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The coders, each of whom coded all items."""
    coders = list(dict.fromkeys(coder for codings in data.values() for coder in codings))
    if len(coders) < 2:
        raise InputError(f"the dataset has {len(coders)} coders; expected at least two")
    for item, codings in data.items():
        for coder in coders:
            if coder not in codings:
                raise InputError(
                    f"item {shown(item)}: coder {shown(coder)} is missing; expected every coder on every item"
                )
    return coders


def _corrected(observed: Decimal, expected: Fraction, return_parts: bool) -> Any:
    chance = decimal(expected)
    if true_or_false(return_parts, "return_parts"):
        return observed, chance
    if chance == 1:
        if observed == 1:
            return Decimal(1)
        raise UndefinedScoreError("the coefficient has no value: chance alone explains everything")
    return (observed - chance) / (1 - chance)


# ------------------------------------------------------------------------ segeval's summary of the values of many pairs


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
