"""What annotation pages of texts and of recordings share: the study, its coder, the order of items, names of types."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from seamark.base.checks import items_of, shown, string_of, true_or_false
from seamark.base.errors import InputError
from seamark.stats.resampling import RandomSource, resolve_rng

T = TypeVar("T")

#: What the name of an item ends with that comes a second time.
AGAIN = " (again)"
#: Types or labels that the keys 1 to 9 choose.
_MOST_NAMES = 9


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """The options that every annotation page has, checked."""

    study: str
    coder: str | None
    guidelines: str
    shuffle: bool
    rng: RandomSource
    repeat: float = 0.0

    def __post_init__(self) -> None:
        string_of(self.study, "study")
        string_of(self.guidelines, "guidelines")
        if self.coder is not None and not string_of(self.coder, "coder").strip():
            raise InputError("coder is empty; expected a name, or None for a page that asks")
        true_or_false(self.shuffle, "shuffle")
        if not (isinstance(self.repeat, (int, float)) and 0 <= self.repeat <= 1):
            raise InputError(f"repeat is {shown(self.repeat)}; expected a share from 0 to 1")

    def data(self, names: Sequence[str]) -> dict[str, Any]:
        """What the script has to know: names, the order of items, and which come again at the end."""
        order, again = list(range(len(names))), self.repeated(names)
        if self.shuffle:
            # Coders see different orders, so that no item is the last one of all.
            seed = int.from_bytes((self.coder or "").encode("utf-8", "backslashreplace"), "big")
            np.random.default_rng([self._seed(), seed]).shuffle(order)
        return {
            "study": self.study,
            "coder": self.coder,
            "order": [*order, *range(len(names), len(names) + len(again))],
            "repeats": {f"{name}{AGAIN}": name for name in again},
            "seed": self.rng if self.shuffle and isinstance(self.rng, int) else None,
        }

    def repeated(self, names: Sequence[str]) -> list[str]:
        """The items that come again, the same for all coders."""
        count = math.ceil(self.repeat * len(names))
        drawn = np.random.default_rng(self._seed()).permutation(len(names))[:count].tolist()
        return [names[number] for number in sorted(drawn)]

    def with_repeats(self, items: Mapping[str, T]) -> dict[str, T]:
        """The items, and behind them those that come again, under another name."""
        return {**items, **{f"{name}{AGAIN}": items[name] for name in self.repeated(list(items))}}

    def _seed(self) -> int:
        return int(resolve_rng(self.rng)[0].integers(2**63))

    def contents(self) -> dict[str, Any]:
        """What the template has to know."""
        return {"title": self.study, "study": self.study, "guidelines": self.guidelines}


def label_names(names: Sequence[str | int], what: str) -> list[str | int]:
    """Names of boundary types or labels: not empty, none twice, at most one per number key."""
    named = list(items_of(names, f"{what}s", "a list of names"))
    for name in named:
        if isinstance(name, bool) or not isinstance(name, (str, int)) or not str(name).strip():
            raise InputError(f"{what} is {shown(name)}; expected a name or a whole number")
    if len({str(name) for name in named}) < len(named):
        raise InputError(f"{what} occurs twice among {shown(named)}")
    if len(named) > _MOST_NAMES:
        raise InputError(
            f"there are {len(named)} names; {what} has a number key, so that at most {_MOST_NAMES} are expected"
        )
    return named
