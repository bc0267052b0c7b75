"""Files with several layers, of which one is read; tiers (TextGrid, EAF) may be what one coder each marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from seamark.errors import OPTION, ParseError
from seamark.io.options import ReadOptions
from seamark.io.reading import Marks, Reading, Recording, Spans
from seamark.io.source import Source


def no_such_layer(source: Source, wanted: str, names: Iterable[str], what: str = "layer") -> ParseError:
    """An error that lists the layers there are."""
    return source.error(f"has no {what} {wanted!r}; it has {', '.join(names) or 'none'}", option="layer")


def several_layers(source: Source, names: Iterable[str], what: str = "layers", which: str = "one") -> ParseError:
    """An error that lists the layers of which one must be chosen."""
    listed = ", ".join(names)
    return source.error(f"has several {what} ({listed}); choose {which} with {OPTION}=", option="layer")


class Tier(NamedTuple):
    """A named row of spans."""

    name: str
    spans: Spans


def marks_of_tiers(source: Source, options: ReadOptions, tiers: Sequence[Tier], recording: Recording) -> Reading:
    """One coder per tier; or one coder, named by the folder, whose tier is the only one or the one asked for."""
    if not tiers:
        raise source.error("has no tiers with times")
    if options.layer is not None:
        found = [tier for tier in tiers if tier.name == options.layer]
        if not found:
            raise no_such_layer(source, options.layer, (tier.name for tier in tiers), "tier")
        tiers = found
    names = [tier.name for tier in tiers]
    coder = source.coder
    if coder is not None and len(tiers) > 1:
        raise several_layers(source, names, "tiers", f"the one of coder {coder!r}")
    seen: set[str] = set()
    for name in names if coder is None else ():
        if not name or name in seen:
            raise source.error(f"two tiers are called {name!r}" if name else "a tier has no name")
        seen.add(name)
    return Reading(marks=[Marks(source.item, coder or tier.name, recording, tier.spans, source.name) for tier in tiers])
