"""Files that are compared with one another: read on one grid, and the metrics on that grid."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Generic, NamedTuple, TypeAlias, TypeVar, cast

import click

from seamark.cli.exits import options_called
from seamark.cli.output import Output
from seamark.cli.sources import (
    OTHER_NAMES,
    Reader,
    Stream,
    named_file,
    require_one_standard_input,
    require_other_places,
)
from seamark.io import LoadReport
from seamark.io.fitting import UNITS_OF_TEXTS
from seamark.io.options import DEFAULT_OPTIONS, UnfitOptionError
from seamark.metrics.base import Metric
from seamark.metrics.near import has_near_misses, with_near_misses
from seamark.metrics.similarity import S
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation

#: A file, or several that are one corpus.
Place: TypeAlias = str | Sequence[str]


#: What was read: a corpus, or the codings of another model.
_Loaded = TypeVar("_Loaded")
_Coding = TypeVar("_Coding")
#: How a place is read by a reader.
Load: TypeAlias = Callable[[Reader, Place], tuple[_Loaded, LoadReport]]
#: The length of every item in steps of the grid.
Lengths: TypeAlias = Callable[[_Loaded], Mapping[str, int]]


class _Read(NamedTuple, Generic[_Loaded]):
    """What was read, how, and by which reader."""

    place: Place
    reader: Reader
    load: Load[_Loaded]
    loaded: _Loaded
    report: LoadReport

    @classmethod
    def by(cls, reader: Reader, load: Load[_Loaded], place: Place) -> _Read[_Loaded]:
        """Read a place."""
        return cls(place, reader, load, *load(reader, place))

    def again(self, **options: object) -> _Read[_Loaded]:
        """The same files, read with other options."""
        return _Read.by(self.reader.changed(**options), self.load, self.place)


class Study(NamedTuple):
    """The codings of humans, those of systems by name, and how the former were read."""

    humans: Corpus
    systems: dict[str, Mapping[str, Segmentation]]
    loaded: LoadReport


def read_study(
    reader: Reader,
    output: Output,
    humans: str | Sequence[str],
    systems: Sequence[str] = (),
    target: str | None = None,
) -> Study:
    """Read humans and systems; nothing is read twice, and nothing that is read is ``target``."""
    inputs = [*([humans] if isinstance(humans, str) else humans), *(named_file(system)[1] for system in systems)]
    require_one_standard_input(*inputs)
    if target is not None:
        require_other_places(inputs, target)
    files = [named_file(system) for system in systems]
    (corpus, loaded), *others = _corpora(reader, [humans, *(file for _, file in files)], output)
    return Study(corpus, systems_in(files, [other for other, _ in others]), loaded)


def read_pair(reader: Reader, reference: str, hypothesis: str, output: Output) -> list[Corpus | Stream]:
    """Reference and hypothesis; large files of one item per line are left to be read bit by bit."""
    require_one_standard_input(reference, hypothesis)
    streams = [reader.stream(file) for file in (reference, hypothesis)]
    whole = [file for file, stream in zip((reference, hypothesis), streams, strict=True) if stream is None]
    corpora = iter(_corpora(reader, whole, output) if whole else ())
    return [next(corpora)[0] if stream is None else stream for stream in streams]


def _corpora(reader: Reader, places: Sequence[Place], output: Output) -> list[tuple[Corpus, LoadReport]]:
    return read_together(reader, places, Reader.read, lambda corpus: corpus.masses, output)


def read_together(
    reader: Reader, places: Sequence[Place], load: Load[_Loaded], lengths: Lengths[_Loaded], output: Output
) -> list[tuple[_Loaded, LoadReport]]:
    """All on the finest grid that one of them needs; an option must have a meaning for one of them at least."""
    with options_called(**OTHER_NAMES):
        found = _each(reader, load, places)
        units = {one.report.unit for one in found if one.report.unit not in (None, "time")}
        steps = {one.report.resolution for one in found if one.report.resolution is not None}
        if len(units) > 1 or len(steps) > 1:
            unit = max(units, key=UNITS_OF_TEXTS.index, default=None)
            step = min(steps, default=None)
            found = [one if one.report.unit is None else one.again(unit=unit, resolution=step) for one in found]
        if reader.options.trim is not None:
            found[1:] = [_as_long(one, lengths, lengths(found[0].loaded)) for one in found[1:]]
    for one in found:
        reader.tell(one.place, one.report, output)
    return [(one.loaded, one.report) for one in found]


def _each(reader: Reader, load: Load[_Loaded], places: Sequence[Place]) -> list[_Read[_Loaded]]:
    """Every place by itself, without the options that mean nothing for it but something for another.

    Chunks without their text are placed in the texts of the first corpus.
    """
    found: list[_Read[_Loaded]] = []
    unfit: list[dict[str, UnfitOptionError]] = []
    for place in places:
        reference = found[0].loaded if found else None
        mine = reader.changed(texts=reference.texts) if isinstance(reference, Corpus) else reader
        errors: dict[str, UnfitOptionError] = {}
        while len(found) <= len(unfit):
            try:
                found.append(_Read.by(mine, load, place))
            except UnfitOptionError as error:
                option = str(error.option)
                errors[option] = error
                mine = mine.changed(**{option: getattr(DEFAULT_OPTIONS, option)})
        unfit.append(errors)
    for option, first in unfit[0].items():
        if all(option in errors for errors in unfit):
            raise first
    return found


def _as_long(one: _Read[_Loaded], lengths: Lengths[_Loaded], wanted: Mapping[str, int]) -> _Read[_Loaded]:
    """The same with items as long as another has them, where they differ by no more than may be trimmed."""
    step, trim = one.report.resolution, one.reader.options.trim
    if step is None or trim is None:
        return one
    by_itself = lengths(one.again(resolution=step, trim=None).loaded)
    alone = len(wanted) == len(by_itself) == 1
    known = {item: next(iter(wanted.values())) if alone else wanted.get(item, mass) for item, mass in by_itself.items()}
    near = {item: mass * step for item, mass in known.items() if abs(mass - by_itself[item]) * step <= trim}
    return one.again(resolution=step, duration=near or one.reader.options.duration)


def systems_in(
    given: Sequence[tuple[str | None, str]], corpora: Sequence[Mapping[str, Mapping[str, _Coding]]]
) -> dict[str, Mapping[str, _Coding]]:
    """The systems of several files, by the name of each file or the names within it; every name once."""
    systems: dict[str, Mapping[str, _Coding]] = {}
    for (name, file), corpus in zip(given, corpora, strict=True):
        for system, codings in _systems_of(name, file, corpus).items():
            if system in systems:
                raise click.UsageError(f"two systems are called {system!r}; name them, as in other={file}")
            systems[system] = codings
    return systems


def _systems_of(
    name: str | None, file: str, corpus: Mapping[str, Mapping[str, _Coding]]
) -> dict[str, Mapping[str, _Coding]]:
    by_coder: dict[str, dict[str, _Coding]] = {}
    for item, codings in corpus.items():
        for coder, coding in codings.items():
            by_coder.setdefault(coder, {})[item] = coding
    if len(by_coder) == 1:
        ((only, codings),) = by_coder.items()
        # Standard input has no name of its own.
        return {name or (only if file == "-" else PurePath(file).stem or file): codings}
    if name is not None:
        raise click.UsageError(
            f"{file} holds {len(by_coder)} systems, {', '.join(list(by_coder)[:3])}, ...: "
            "they keep their own names, so give the file without one"
        )
    return dict(by_coder)


def metrics_on_grid(metrics: Sequence[Metric], near: float | None, output: Output) -> tuple[Metric, ...]:
    """The metrics with near misses of so many seconds, after a word on those whose value depends on the grid."""
    fine = [reading for reading in output.readings if reading["unit"] in ("time", "character")]
    if fine and any(isinstance(metric, S) for metric in metrics):
        output.remark(
            f"{fine[0]['file']}: the value of S depends on the grid, and is close to 1 on a fine one, since nearly all "
            "places have no boundary; B and f do not count such places"
        )
    if near is None:
        return tuple(metrics)
    if not any(map(has_near_misses, metrics)):
        names = ", ".join(metric.info.name for metric in metrics)
        raise click.UsageError(f"--near is not for {names}, which knows no near misses; see 'seamark metrics'")
    steps = {reading["resolution"] for reading in output.readings if reading["measure"] == "s"}
    if len(steps) != 1 or len(fine) != len(output.readings):
        raise click.UsageError(
            "--near is in seconds, but there are no times; use --n or --tolerance, which count units"
        )
    step = cast("float", steps.pop())
    distance = math.floor(near / step + 1e-6)
    if distance < 1:
        raise click.UsageError(f"--near is {near:g} s, less than one unit of {step:g} s; use a smaller --resolution")
    return tuple(with_near_misses(metric, distance) if has_near_misses(metric) else metric for metric in metrics)
