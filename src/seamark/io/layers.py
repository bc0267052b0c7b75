"""Files with several layers, of which one is read; tiers (TextGrid, EAF) may be what one coder each marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from seamark.errors import OPTION
from seamark.io.options import ReadOptions
from seamark.io.reading import Marks, Reading, Recording, Spans
from seamark.io.source import Source


def chosen_layer(
    source: Source, wanted: str | None, names: Iterable[str], what: str = "layer", which: str = "one"
) -> str | None:
    """The layer asked for, by its name or the last part of it, or else the only one; None when there is none."""
    listed = list(names)
    if wanted is None:
        if len(listed) > 1:
            several = f"has several {what}s ({', '.join(listed)})"
            raise source.error(f"{several}; choose {which} with {OPTION}=", option="layer")
        return listed[0] if listed else None
    found = [wanted] if wanted in listed else [name for name in listed if name.rpartition(".")[2] == wanted]
    if len(found) != 1:
        raise source.error(f"has no {what} {wanted!r}; it has {', '.join(listed) or 'none'}", option="layer")
    return found[0]


class Tier(NamedTuple):
    """A named row of spans."""

    name: str
    spans: Spans


def marks_of_tiers(source: Source, options: ReadOptions, tiers: Sequence[Tier], recording: Recording) -> Reading:
    """One coder per tier; or one coder, named by the folder, whose tier is the only one or the one asked for."""
    if not tiers:
        raise source.error("has no tiers with times")
    names = [tier.name for tier in tiers]
    coder = source.coder
    if options.layer is not None or coder is not None:
        chosen = chosen_layer(source, options.layer, names, "tier", f"the one of coder {coder!r}")
        tiers = [tier for tier in tiers if tier.name == chosen]
        names = [tier.name for tier in tiers]
    seen: set[str] = set()
    for name in names if coder is None else ():
        if not name or name in seen:
            raise source.error(f"two tiers are called {name!r}" if name else "a tier has no name")
        seen.add(name)
    return Reading(marks=[Marks(source.item, coder or tier.name, recording, tier.spans, source.name) for tier in tiers])
