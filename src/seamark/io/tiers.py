"""Files with tiers (TextGrid, EAF): each tier is what one coder marked, unless the folder says who coded the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from seamark.errors import OPTION
from seamark.io.options import ReadOptions
from seamark.io.reading import Marks, Reading, Recording, Spans
from seamark.io.source import Source


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
            raise source.error(f"has no tier {options.layer!r}; it has {', '.join(tier.name for tier in tiers)}")
        tiers = found
    names = [tier.name for tier in tiers]
    coder = source.coder
    if coder is not None and len(tiers) > 1:
        raise source.error(
            f"has several tiers ({', '.join(names)}); choose the one of coder {coder!r} with {OPTION}=", option="layer"
        )
    seen: set[str] = set()
    for name in names if coder is None else ():
        if not name or name in seen:
            raise source.error(f"two tiers are called {name!r}" if name else "a tier has no name")
        seen.add(name)
    return Reading(marks=[Marks(source.item, coder or tier.name, recording, tier.spans, source.name) for tier in tiers])
