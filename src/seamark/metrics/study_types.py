"""The boundary types of a study: how many there are, and how far apart."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from seamark.checks import is_number, shown, whole_number
from seamark.errors import InputError
from seamark.kernels.columns import LARGEST_MASS
from seamark.model.checks import checked_types

#: How a user names the types of a study: not at all, how many, or each of them in order.
TypesOption: TypeAlias = int | Sequence[Hashable] | None


def frozen_types(given: TypesOption) -> int | tuple[Hashable, ...] | None:
    """The option as a metric keeps it: hashable."""
    if isinstance(given, Sequence) and not isinstance(given, (str, bytes, bytearray, memoryview)):
        return checked_types(given)
    return None if given is None else whole_number(given, "types")


@dataclass(frozen=True, slots=True)
class StudyTypes:
    """How many boundary types a study has, at least 1; and the types in their order when somebody ``listed`` them,
    otherwise those that occur.
    """

    count: int
    order: tuple[Hashable, ...]
    listed: bool = False

    @classmethod
    def resolve(cls, given: TypesOption, present: Sequence[Hashable]) -> StudyTypes:
        """Take what the user said about the types, and check it against those that occur.

        Examples
        --------
        >>> StudyTypes.resolve(None, [1, 2]).count
        2
        >>> StudyTypes.resolve(["minor", "major"], ["major"]).count
        2
        """
        if given is None:
            return cls(max(1, len(present)), tuple(present))
        types = frozen_types(given)
        if isinstance(types, tuple):
            known = set(types)
            missing = [label for label in present if label not in known]
            if missing:
                raise InputError(
                    f"boundary type {shown(missing[0])} occurs but is not among the given types {shown(list(types))}"
                )
            if len(known) != len(types) or not types:
                raise InputError(f"types are {shown(list(types))}; expected at least one, each once")
            return cls(len(types), types, listed=True)
        count = whole_number(given, "types")
        if not max(1, len(present)) <= count <= LARGEST_MASS:
            types_present = f"{len(present)} boundary types occur: {shown(list(present))}"
            raise InputError(f"types is {shown(count)}, but {types_present}")
        return cls(count, tuple(present))

    def values_of(self, labels: Sequence[Hashable]) -> list[float]:
        """Where types lie on the scale of the study: their own values if types are numbers, else their places in the
        list.
        """
        if self._numeric:
            return [_as_float(label) for label in labels]
        self.require_scale()
        place_of = {label: float(place) for place, label in enumerate(self.order)}
        return [place_of[label] for label in labels]

    def require_scale(self) -> None:
        """Raise when types are neither numbers nor listed in their order, so that none is nearer than another."""
        if not self._numeric and not self.listed:
            raise InputError(
                f"boundary types {shown(list(self.order))} are not numbers, so how far apart they are is unknown; "
                "list them in order with types=[...], or use weights with ordinal=False"
            )

    @property
    def span(self) -> float:
        """The range of the scale plus 1, by which differences between types are divided."""
        values = self.values_of(self.order)
        return max(values) - min(values) + 1.0

    @property
    def _numeric(self) -> bool:
        return all(is_number(label) for label in self.order)


def _as_float(label: Hashable) -> float:
    try:
        return float(cast("float", label))
    except OverflowError:
        raise InputError(f"boundary type {shown(label)} is too large to be a number on a scale") from None
