"""Files with several layers: readers give the marks of all, and here one is chosen, or tiers become coders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from seamark.base.errors import OPTION, ParseError
from seamark.base.numbers import counted
from seamark.io.format import ReadOptions
from seamark.io.reading import ONLY_CODER, Layering, MarkedSpans, Marks, Reading, Recording, Suspicion
from seamark.io.source import Source, shortened


def chosen_layer(file: str, wanted: str | None, names: Iterable[str], what: str = "layer") -> str | None:
    """The layer asked for, by its name or the last part of it, or else the only one; None when there is none."""
    listed = list(names)
    if wanted is None:
        if len(listed) > 1:
            several = f"has several {what}s ({', '.join(listed)})"
            raise ParseError(shortened(f"{several}; choose one with {OPTION}="), path=file, option="layer")
        return listed[0] if listed else None
    found = [wanted] if wanted in listed else [name for name in listed if wanted in (name.strip(), name.split(".")[-1])]
    if len(found) != 1:
        said = f"has no {what} {wanted!r}; it has {', '.join(listed) or 'none'}"
        raise ParseError(shortened(said), path=file, option="layer")
    return found[0]


def keep_one_layer(readings: Sequence[Reading], options: ReadOptions, name: str) -> None:
    """Keep the marks from which boundaries are made: those of one layer, or of all tiers where they are coders."""
    _keep_shared([reading for reading in readings if reading.layering is Layering.OF_CORPUS], options.layer, name)
    if options.layer is None:
        _leave_out_empty_tiers([reading for reading in readings if reading.layering is Layering.TIERS])
    for reading in readings:
        if reading.layering in (None, Layering.OF_CORPUS):
            continue
        source = Source(reading.marks[0].file, b"", "")
        if reading.layering is Layering.TIERS:
            reading.marks[:] = _tiers(source, options, reading.marks)
        else:
            layers = sorted({mark.tier or "" for mark in reading.marks})
            chosen = chosen_layer(source.name, options.layer or reading.default_layer, layers, reading.layering.value)
            reading.marks[:] = [mark for mark in reading.marks if mark.tier == chosen]


def _leave_out_empty_tiers(readings: Sequence[Reading]) -> None:
    """Leave out tiers in which no file has a mark: they are those of a template, and not of a coder."""
    used = {mark.tier for reading in readings for mark in reading.marks if _is_marked(mark)}
    empty = {mark.tier or "" for reading in readings for mark in reading.marks} - used
    if not used or not empty:
        return
    for reading in readings:
        reading.marks[:] = [mark for mark in reading.marks if mark.tier in used] or reading.marks[:1]
    told = f"{counted(len(empty), 'tier')} ({', '.join(sorted(empty))})"
    what = f"{told} without any mark are left out: coders who marked nothing?"
    readings[0].suspicions.append(Suspicion(what, "--layer NAME", readings[0].marks[0].file))


def _is_marked(mark: Marks) -> bool:
    """Whether a tier holds a mark; in Praat an empty one is one interval without a label."""
    covered = isinstance(mark.medium, Recording) and mark.medium.covered
    return len(mark.spans) > 1 or (len(mark.spans) == 1 and not (covered and not mark.spans.codes.any()))


def _keep_shared(readings: Sequence[Reading], wanted: str | None, name: str) -> None:
    """One layer for all files; a coder who marked nothing in it has coded the item without boundaries."""
    used = {mark.tier for reading in readings for mark in reading.marks if mark.tier is not None}
    known = {layer for reading in readings for layer in reading.layers}
    if not known:
        return
    chosen = chosen_layer(name, wanted, sorted(used if wanted is None else known))
    for reading in readings:
        kept = [mark for mark in reading.marks if mark.tier == chosen]
        reading.marks[:] = kept or [mark._replace(spans=MarkedSpans(), tier=chosen) for mark in reading.marks[:1]]


def reading_of_tiers(source: Source, tiers: Sequence[tuple[str, MarkedSpans]], recording: Recording) -> Reading:
    """All tiers of a file; the coder stays open where the place of the file names none."""
    if not tiers:
        raise source.error("has no tiers with times; expected one whose annotations have a start and an end")
    marks = [Marks(source.item, source.coder or "", recording, spans, source.name, tier=name) for name, spans in tiers]
    return Reading(marks=marks, layering=Layering.TIERS)


def _tiers(source: Source, options: ReadOptions, tiers: Sequence[Marks]) -> list[Marks]:
    """The only tier, or the one asked for; or every tier as what one coder marked, if the caller says so."""
    names = [tier.tier or "" for tier in tiers]
    coder = tiers[0].coder
    if options.tiers_as_coders and options.layer is None and not coder:
        seen = {""}
        for name in names:
            if name in seen:
                fault = f"two tiers are called {name!r}" if name else "a tier has no name"
                raise source.error(f"{fault}, so tiers cannot be coders; choose a tier with {OPTION}=", option="layer")
            seen.add(name)
        return [tier._replace(coder=name) for tier, name in zip(tiers, names, strict=True)]
    if options.layer is None and len(tiers) > 1:
        which = f"choose the one of coder {coder!r}" if coder else "choose one"
        whose = "" if coder else ", or say --tiers-as-coders (tiers_as_coders=True) if each is a coder's"
        listed = ", ".join(name or "a tier without a name" for name in names)
        raise source.error(f"has several tiers ({listed}); {which} with {OPTION}={whose}", option="layer")
    chosen = chosen_layer(source.name, options.layer, dict.fromkeys(names), "tier")
    kept = [tier for tier in tiers if tier.tier == chosen]
    if len(kept) > 1:
        raise source.error(f"two tiers are called {chosen!r}; rename one to choose between them")
    return [tier._replace(coder=coder or chosen or ONLY_CODER) for tier in kept]
