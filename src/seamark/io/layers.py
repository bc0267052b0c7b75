"""Files with several layers, of which one is read; tiers (TextGrid, EAF) may be what one coder each marked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from seamark.errors import OPTION
from seamark.io.options import ReadOptions
from seamark.io.reading import ONLY_CODER, Marks, Reading, Recording, Spans
from seamark.io.source import Source


def chosen_layer(source: Source, wanted: str | None, names: Iterable[str], what: str = "layer") -> str | None:
    """The layer asked for, by its name or the last part of it, or else the only one; None when there is none."""
    listed = list(names)
    if wanted is None:
        if len(listed) > 1:
            several = f"has several {what}s ({', '.join(listed)})"
            raise source.error(f"{several}; choose one with {OPTION}=", option="layer")
        return listed[0] if listed else None
    found = [wanted] if wanted in listed else [name for name in listed if wanted in (name.strip(), name.split(".")[-1])]
    if len(found) != 1:
        raise source.error(f"has no {what} {wanted!r}; it has {', '.join(listed) or 'none'}", option="layer")
    return found[0]


def keep_one_layer(readings: Iterable[Reading], wanted: str | None, name: str) -> None:
    """Keep the marks of one layer; whoever marked nothing in it has coded the item without boundaries."""
    layered = [reading for reading in readings if reading.layers is not None]
    used = {mark.tier for reading in layered for mark in reading.marks if mark.tier is not None}
    known = {layer for reading in layered for layer in reading.layers or ()}
    if not known:
        return
    corpus = Source(name, b"", "")
    chosen = chosen_layer(corpus, wanted, sorted(used if wanted is None else known))
    for reading in layered:
        kept = [mark for mark in reading.marks if mark.tier == chosen]
        reading.marks[:] = kept or [mark._replace(spans=Spans(), tier=chosen) for mark in reading.marks[:1]]


class Tier(NamedTuple):
    """A named row of spans."""

    name: str
    spans: Spans


def marks_of_tiers(source: Source, options: ReadOptions, tiers: Sequence[Tier], recording: Recording) -> Reading:
    """The only tier, or the one asked for; or every tier as what one coder marked, if the caller says so."""
    if not tiers:
        raise source.error("has no tiers with times")
    names = [tier.name for tier in tiers]
    coder = source.coder
    if options.tiers_are == "coders" and options.layer is None and coder is None:
        for number, name in enumerate(names):
            if not name or name in names[:number]:
                fault = f"two tiers are called {name!r}" if name else "a tier has no name"
                raise source.error(f"{fault}, so tiers cannot be coders; choose a tier with {OPTION}=", option="layer")
    else:
        if options.layer is None and len(tiers) > 1:
            which = "choose one" if coder is None else f"choose the one of coder {coder!r}"
            whose = ", or say --tiers-are coders (tiers_are='coders') if each is a coder's" if coder is None else ""
            listed = ", ".join(name or "a tier without a name" for name in names)
            raise source.error(f"has several tiers ({listed}); {which} with {OPTION}={whose}", option="layer")
        chosen = chosen_layer(source, options.layer, dict.fromkeys(names), "tier")
        tiers = [tier for tier in tiers if tier.name == chosen]
        if len(tiers) > 1:
            raise source.error(f"two tiers are called {chosen!r}; rename one to choose between them")
    return Reading(
        marks=[
            Marks(source.item, coder or tier.name or ONLY_CODER, recording, tier.spans, source.name, tier=tier.name)
            for tier in tiers
        ]
    )
