"""The choices a caller makes when reading."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from seamark.checks import finite_number, mapping_of, string_of, true_or_false
from seamark.choices import one_of
from seamark.errors import OPTION, InputError, about_option
from seamark.model.arrays import Model

Unit = Literal["character", "token", "sentence", "line", "paragraph", "time"]
Layout = Literal["coder/item", "item/coder"]
Types = Literal["labels"]
TiersAre = Literal["coders"]

_CHOICES = {"model": Model, "unit": Unit, "layout": Layout, "types": Types, "tiers_are": TiersAre}

#: One step of time, in seconds, when nobody says otherwise: as fine as the tools write.
DEFAULT_RESOLUTION = 0.001

#: How many characters a boundary may move to reach the unit grid when nobody says otherwise.
DEFAULT_SNAP_LIMIT = 10.0


class UnfitOptionError(InputError):
    """An option that means nothing for the files that were read: it would be passed over in silence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """What ``load`` was asked to do; its parameters are described there."""

    format: str | None = None
    model: Model | None = None
    unit: Unit | None = None
    resolution: float | None = None
    snap_limit: float | None = None
    types: Types | None = None
    types_as_one: bool = False
    layer: str | None = None
    tiers_are: TiersAre | None = None
    name_by: str | None = None
    layout: Layout | None = None
    coder: str | None = None
    duration: float | Mapping[str, float] | None = None
    trim: float | None = None
    encoding: str = "utf-8"
    texts: Mapping[str, Sequence[str]] | None = None
    max_lost: float | None = None

    def __post_init__(self) -> None:
        """Refuse values that mean nothing."""
        for name in self.__slots__:
            value = getattr(self, name)
            if value is None and name != "encoding":
                continue
            with about_option(name):
                if name == "types_as_one":
                    true_or_false(value, OPTION)
                elif name in _CHOICES:
                    one_of(value, OPTION, get_args(_CHOICES[name]))
                elif name in ("resolution", "duration", "trim"):
                    for seconds in value.values() if isinstance(value, Mapping) and name == "duration" else [value]:
                        finite_number(seconds, OPTION, lambda number: number > 0, "a positive number of seconds")
                elif name == "texts":
                    mapping_of(value, OPTION, "a mapping from item to units, such as corpus.texts")
                elif name == "max_lost":
                    finite_number(value, OPTION, lambda share: 0 <= share <= 1, "a share from 0 to 1")
                elif name != "snap_limit":
                    string_of(value, OPTION)
                elif not (isinstance(value, float) and value == math.inf):
                    finite_number(value, OPTION, lambda far: far >= 0, "a number that is not negative")
        if self.types_as_one and self.types is not None:
            raise InputError(f"{OPTION} would undo types='labels'; expected one of them", option="types_as_one")
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
        names = ("unit", "resolution", "snap_limit", "types", "duration", "trim")
        return tuple(name for name in names if getattr(self, name) is not None)


#: Nothing special was asked for.
DEFAULT_OPTIONS = ReadOptions()
