"""The choices a caller makes when reading."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

from seamark.errors import InputError

Unit = Literal["character", "token", "sentence", "line", "paragraph", "time"]
Layout = Literal["coder/item", "item/coder"]

#: One step of time, in seconds, when nobody says otherwise: as fine as the tools write.
DEFAULT_RESOLUTION = 0.001

#: How many characters a boundary may move to reach the unit grid when nobody says otherwise.
DEFAULT_SNAP_LIMIT = 10.0


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What ``load`` was asked to do; its parameters are described there."""

    unit: Unit | None = None
    resolution: float | None = None
    snap_limit: float | None = None
    types: Literal["labels"] | None = None
    layer: str | None = None
    layout: Layout | None = None
    coder: str | None = None
    duration: float | None = None
    encoding: str = "utf-8"

    def __post_init__(self) -> None:
        """Refuse values that mean nothing."""
        _one_of("unit", self.unit, get_args(Unit))
        _one_of("layout", self.layout, get_args(Layout))
        _one_of("types", self.types, ("labels",))
        for name, value in (("resolution", self.resolution), ("duration", self.duration)):
            if value is not None and not (_is_number(value) and math.isfinite(value) and value > 0):
                raise InputError(f"{name} is {value!r}; expected a positive number of seconds")
        if self.snap_limit is not None and not (_is_number(self.snap_limit) and self.snap_limit >= 0):
            raise InputError(f"snap_limit is {self.snap_limit!r}; expected a number that is not negative")
        try:
            " ".encode(self.encoding)
        except (LookupError, TypeError, ValueError):
            raise InputError(f"encoding {self.encoding!r} is not known; expected a name such as 'utf-8'") from None

    @property
    def about_spans(self) -> tuple[str, ...]:
        """The given options that only have a meaning for spans and times."""
        names = ("unit", "resolution", "snap_limit", "types", "duration")
        return tuple(name for name in names if getattr(self, name) is not None)


def _one_of(name: str, value: str | None, allowed: tuple[str, ...]) -> None:
    if value is not None and value not in allowed:
        raise InputError(f"{name} is {value!r}; expected {' or '.join(repr(choice) for choice in allowed)}")


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
