"""The choices a caller makes when reading."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

from seamark.checks import finite_number, string_of
from seamark.choices import one_of
from seamark.errors import OPTION, InputError, about_option

Unit = Literal["character", "token", "sentence", "line", "paragraph", "time"]
Layout = Literal["coder/item", "item/coder"]
Types = Literal["labels"]

_CHOICES = {"unit": Unit, "layout": Layout, "types": Types}

#: One step of time, in seconds, when nobody says otherwise: as fine as the tools write.
DEFAULT_RESOLUTION = 0.001

#: How many characters a boundary may move to reach the unit grid when nobody says otherwise.
DEFAULT_SNAP_LIMIT = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """What ``load`` was asked to do; its parameters are described there."""

    format: str | None = None
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
        for name in self.__slots__:
            value = getattr(self, name)
            if value is None and name != "encoding":
                continue
            with about_option(name):
                if name in _CHOICES:
                    one_of(value, OPTION, get_args(_CHOICES[name]))
                elif name in ("resolution", "duration"):
                    finite_number(value, OPTION, lambda seconds: seconds > 0, "a positive number of seconds")
                elif name != "snap_limit":
                    string_of(value, OPTION)
                elif not (isinstance(value, float) and value == math.inf):
                    finite_number(value, OPTION, lambda far: far >= 0, "a number that is not negative")
        try:
            # Both ways, and with damage: codecs of Python that are no encodings of files know only one of them.
            " ".encode(self.encoding)
            b"\xff".decode(self.encoding, errors="replace")
        except (LookupError, TypeError, ValueError):
            raise InputError(
                f"{OPTION} {self.encoding!r} is not known; expected a name such as 'utf-8'", option="encoding"
            ) from None

    @property
    def about_spans(self) -> tuple[str, ...]:
        """The given options that only have a meaning for spans and times."""
        names = ("unit", "resolution", "snap_limit", "types", "duration")
        return tuple(name for name in names if getattr(self, name) is not None)


#: Nothing special was asked for.
DEFAULT_OPTIONS = ReadOptions()
