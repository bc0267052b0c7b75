"""Files with several layers: readers give the marks of all, and here one is chosen, or tiers become coders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from seamark.base.errors import OPTION, ParseError
from seamark.base.numbers import counted
from seamark.io.format import ReadOptions
from seamark.io.reading import ONLY_CODER, MarkedSpans, Marks, Reading, Recording, Suspicion
from seamark.io.source import shortened


def chosen_layer(
    file: str, wanted: str | None, names: Iterable[str], what: str = "layer", *, instead: str = ""
) -> str | None:
    """The layer asked for, by its name or the last part of it, or else the only one; None when there is none.

    ``instead`` is what a caller can do who wants several.
    """
    listed = list(names)
    if wanted is None:
        if len(listed) > 1:
            several = f"has several {what}s ({', '.join(name or 'one without a name' for name in listed)})"
            raise ParseError(shortened(f"{several}; choose one with {OPTION}={instead}"), path=file, option="layer")
        return listed[0] if listed else None
    found = [wanted] if wanted in listed else [name for name in listed if wanted in (name.strip(), name.split(".")[-1])]
    if len(found) != 1:
        said = f"has no {what} {wanted!r}; it has {', '.join(listed) or 'none'}"
        raise ParseError(shortened(said), path=file, option="layer")
    return found[0]


def keep_one_layer(readings: Sequence[Reading], options: ReadOptions, name: str) -> None:
    """Keep the marks from which boundaries are made: those of one layer, or of all tiers where they are coders."""
    _keep_shared([reading for reading in readings if reading.layering == "layer"], options.layer, name)
    if options.layer is None:
        _leave_out_empty_tiers([reading for reading in readings if reading.layering == "tier"])
    for reading in readings:
        if reading.layering in (None, "layer"):
            continue
        file, coder = reading.marks[0].file, reading.marks[0].coder
        may_be_coders = reading.layering == "tier" and not coder
        as_coders = may_be_coders and options.tiers_as_coders and options.layer is None
        if not as_coders:
            layers = dict.fromkeys(mark.tier or "" for mark in reading.marks)
            wanted = options.layer or reading.default_layer
            instead = ", or say --tiers-as-coders (tiers_as_coders=True) if each is a coder's" if may_be_coders else ""
            chosen = chosen_layer(file, wanted, layers, reading.layering, instead=instead)
            reading.marks[:] = [mark for mark in reading.marks if mark.tier == chosen]
        if reading.layering == "tier":
            _require_distinct(file, Counter(mark.tier or "" for mark in reading.marks), as_coders=as_coders)
            reading.marks[:] = [mark._replace(coder=coder or mark.tier or ONLY_CODER) for mark in reading.marks]


def _require_distinct(file: str, tiers: Counter[str], *, as_coders: bool) -> None:
    """Refuse tiers of one name, and tiers without one where they are coders."""
    for name, count in tiers.items():
        if count > 1 or (as_coders and not name):
            fault = f"two tiers are called {name!r}" if name else "a tier has no name"
            helps = f", so tiers cannot be coders; choose a tier with {OPTION}=" if as_coders else "; rename one"
            raise ParseError(shortened(f"{fault}{helps}"), path=file, option="layer")


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
