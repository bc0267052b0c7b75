"""The choices a caller makes when reading."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

from seamark.checks import finite_number, string_of
from seamark.choices import one_of
from seamark.errors import InputError

Unit = Literal["character", "token", "sentence", "line", "paragraph", "time"]
Layout = Literal["coder/item", "item/coder"]
Types = Literal["labels"]

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
    types: Types | None = None
    layer: str | None = None
    layout: Layout | None = None
    coder: str | None = None
    duration: float | None = None
    encoding: str = "utf-8"

    def __post_init__(self) -> None:
        """Refuse values that mean nothing."""
        for name, choice, choices in (
            ("unit", self.unit, Unit),
            ("layout", self.layout, Layout),
            ("types", self.types, Types),
        ):
            if choice is not None:
                one_of(choice, name, get_args(choices))
        for name, value in (("resolution", self.resolution), ("duration", self.duration)):
            if value is not None:
                finite_number(value, name, lambda seconds: seconds > 0, "a positive number of seconds")
        if self.snap_limit is not None and not (isinstance(self.snap_limit, float) and self.snap_limit == math.inf):
            finite_number(self.snap_limit, "snap_limit", lambda far: far >= 0, "a number that is not negative")
        for name, text in (("layer", self.layer), ("coder", self.coder), ("encoding", self.encoding)):
            if text is not None or name == "encoding":
                string_of(text, name)
        try:
            # Both ways, and with damage: codecs of Python that are no encodings of files know only one of them.
            " ".encode(self.encoding)
            b"\xff".decode(self.encoding, errors="replace")
        except (LookupError, TypeError, ValueError):
            raise InputError(f"encoding {self.encoding!r} is not known; expected a name such as 'utf-8'") from None

    @property
    def about_spans(self) -> tuple[str, ...]:
        """The given options that only have a meaning for spans and times."""
        names = ("unit", "resolution", "snap_limit", "types", "duration")
        return tuple(name for name in names if getattr(self, name) is not None)
