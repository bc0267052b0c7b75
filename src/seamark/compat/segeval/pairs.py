"""The arguments that all of segeval's measures take: two segmentations, one dataset, or two datasets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product
from typing import Any, TypeAlias

from seamark.checks import true_or_false
from seamark.compat.segeval.dataset import by_item, format_of
from seamark.compat.segeval.formats import segmentation_of
from seamark.errors import InputError
from seamark.model.segmentation import Segmentation

#: Measures a hypothesis against a reference.
Measure: TypeAlias = Callable[[Segmentation, Segmentation], Any]

_USE = "expected a hypothesis and a reference, or a dataset"


@dataclass(frozen=True, slots=True)
class Compared:
    """What a measure was given, by place or by name."""

    args: tuple[Any, ...]
    hypothesis: Any
    reference: Any
    dataset: Any
    boundary_format: str

    def measured(self, measure: Measure, *, permuted: bool = False) -> Any:
        """The value of one pair, or of all pairs of coders by ``item,coder,coder``; both orders when permuted."""
        one, other = self._sides()
        if other is None or (isinstance(one, Mapping) and isinstance(other, Mapping)):
            return dict(self._values(measure, one, other, true_or_false(permuted, "permuted")))
        return measure(segmentation_of(one, self.boundary_format), segmentation_of(other, self.boundary_format))

    def _sides(self) -> tuple[Any, Any]:
        """A hypothesis and a reference, or a dataset and nothing."""
        named = (self.hypothesis, self.reference)
        match self.args:
            case (one, other) if named == (None, None) and self.dataset is None:
                return one, other
            case (one,) if named == (None, None) and self.dataset is None:
                return one, None
            case () if self.dataset is not None and named == (None, None):
                return self.dataset, None
            case () if self.dataset is None and None not in named:
                return named
        raise InputError(f"{len(self.args)} arguments were given by place; {_USE}")

    def _values(self, measure: Measure, one: Any, other: Any, permuted: bool) -> Iterator[tuple[str, Any]]:
        data, kind = by_item(one), format_of(one)
        if other is not None and format_of(other) != kind:
            raise InputError(f"one dataset has the boundary format {kind!r}, the other {format_of(other)!r}")
        for item, codings in data.items():
            if other is not None and item not in other:
                continue
            ours = _segmentations(codings, kind)
            theirs = ours if other is None else _segmentations(by_item(other)[item], kind)
            pairs = combinations(ours, 2) if other is None else product(ours, theirs)
            for m, n in pairs:
                yield f"{item},{m},{n}", measure(ours[m], theirs[n])
                if permuted and other is None:
                    yield f"{item},{n},{m}", measure(ours[n], ours[m])


def _segmentations(codings: Mapping[str, Any], boundary_format: str) -> dict[str, Segmentation]:
    return {str(coder): segmentation_of(one, boundary_format) for coder, one in codings.items()}


def decimal(number: Fraction) -> Decimal:
    """An exact number with as many digits as decimals have.

    Examples
    --------
    >>> decimal(Fraction(1, 3))
    Decimal('0.3333333333333333333333333333')
    """
    return Decimal(number.numerator) / Decimal(number.denominator)
