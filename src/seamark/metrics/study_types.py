"""The boundary types of a study: how many there are, and how far apart."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from seamark.checks import is_number, whole_number
from seamark.errors import InputError

#: How a user names the types of a study: not at all, how many, or each of them in order.
TypesOption: TypeAlias = int | Sequence[Hashable] | None


def frozen_types(given: TypesOption) -> int | tuple[Hashable, ...] | None:
    """The option as a metric keeps it: hashable."""
    if isinstance(given, Sequence) and not isinstance(given, (str, bytes)):
        return tuple(given)
    return None if given is None else whole_number(given, "types")


@dataclass(frozen=True, slots=True)
class StudyTypes:
    """The types of a study.

    Attributes
    ----------
    count
        How many types there are, at least 1.
    order
        The types in their order when somebody listed them, otherwise those that occur.
    listed
        Whether somebody listed them.
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
        if isinstance(given, Sequence) and not isinstance(given, (str, bytes)):
            missing = [label for label in present if label not in given]
            if missing:
                raise InputError(
                    f"boundary type {missing[0]!r} occurs but is not among the given types {list(given)!r}"
                )
            if len(set(given)) != len(given) or not given:
                raise InputError(f"types are {list(given)!r}; expected at least one, each once")
            return cls(len(given), tuple(given), listed=True)
        count = whole_number(given, "types")
        if count < max(1, len(present)):
            raise InputError(f"types is {count}, but {len(present)} boundary types occur: {list(present)!r}")
        return cls(count, tuple(present))

    def value_of(self, label: Hashable) -> float:
        """Where a type lies on the scale of the study: its own value if types are numbers, else its place in the
        list.
        """
        if self._numeric:
            try:
                return float(cast("float", label))
            except OverflowError:
                raise InputError(f"boundary type {label!r} is too large to be a number on a scale") from None
        if self.listed:
            return float(self.order.index(label))
        raise InputError(
            f"boundary types {list(self.order)!r} are not numbers, so how far apart they are is unknown; "
            "list them in order with types=[...], or use weights with ordinal=False"
        )

    @property
    def span(self) -> float:
        """The range of the scale plus 1, by which differences between types are divided."""
        values = [self.value_of(label) for label in self.order]
        return max(values) - min(values) + 1.0

    @property
    def _numeric(self) -> bool:
        return all(is_number(label) for label in self.order)
