"""Files that are compared with one another: read on one grid, and the metrics on that grid."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, cast

import click
from click.core import ParameterSource

from seamark.base.checks import hint
from seamark.base.errors import InputError
from seamark.cli.exits import naming_file, options_called
from seamark.cli.inputs import (
    OTHER_NAMES,
    Reader,
    named,
    named_file,
    require_one_standard_input,
    require_other_places,
)
from seamark.cli.options import Decorator, refuse_options
from seamark.cli.output import Output
from seamark.io import LoadedModels, LoadReport, load_models
from seamark.io.choose_grid import UNITS_OF_TEXTS
from seamark.io.format import DEFAULT_OPTIONS, UnfitOptionError
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metrics, has_near_misses, with_near_misses
from seamark.metrics.similarity import S
from seamark.model.codings import KINDS, Kind
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.hierarchy import Hierarchy
from seamark.model.segmentation import Segmentation
from seamark.model.spans import Spans

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


def read_pair(reader: Reader, reference: str, hypothesis: str, output: Output) -> list[Corpus]:
    """Reference and hypothesis."""
    require_one_standard_input(reference, hypothesis)
    return [corpus for corpus, _ in _corpora(reader, [reference, hypothesis], output)]


def _corpora(reader: Reader, places: Sequence[Place], output: Output) -> list[tuple[Corpus, LoadReport]]:
    return read_together(reader, places, Reader.read, lambda corpus: corpus.lengths, output)


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


# ------------------------------------------------------------ Labels, spans and levels from the files of a command line


#: What was read from one place: codings by item and coder.
Codings: TypeAlias = dict[str, dict[str, Any]]


def model_option() -> Decorator[Any]:
    """``--as``: what the files are read as; without it, what the metrics compare."""
    return click.option(
        "--as",
        "model",
        type=click.Choice(KINDS),
        help="What is compared: boundaries, labels of segments, levels (tiers) of segments, or spans with gaps and "
        "overlaps [default: what the metrics compare].",
    )


class _BoundariesOrSpans(click.Choice):  # type: ignore[type-arg]  # not generic in older releases of click
    """The two, and for the other models a word on who takes them."""

    def __init__(self) -> None:
        super().__init__(("boundaries", "spans"))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "labels":
            self.fail("segments with labels are spans without gaps: give --as spans", param, ctx)
        if value == "levels":
            self.fail("levels are compared by 'seamark score', 'audit' and 'compare' with --as levels", param, ctx)
        return super().convert(value, param, ctx)


def spans_option(what: str) -> Decorator[Any]:
    """``--as`` of commands that know boundaries and spans."""
    held = "[default: what the files hold, boundaries for those of tools]"
    return click.option("--as", "model", type=_BoundariesOrSpans(), help=f"{what} {held}.")


#: ``--levels``: the tiers of a hierarchy.
levels_option = click.option(
    "--levels",
    metavar="TIER,TIER...",
    callback=lambda _ctx, _param, value: tuple(value.split(",")) if value else (),
    help="Tiers from coarse to fine, for --as levels.",
)


def model_compared(metrics: Sequence[Metric]) -> Kind:
    """The model that all metrics compare; boundaries if they do."""
    shared = [model for model in KINDS if all(model in metric.info.kinds for metric in metrics)]
    if not shared:
        names = "; ".join(f"{metric.info.name}: {' or '.join(metric.info.kinds)}" for metric in metrics)
        raise click.UsageError(f"the metrics do not compare the same things ({names}); score them one by one")
    return shared[0]


def metrics_or(metrics: tuple[Metric, ...], defaults: Sequence[str]) -> tuple[Metric, ...]:
    """The metrics asked for; when none were, those of the model."""
    if click.get_current_context().get_parameter_source("metric") is not ParameterSource.DEFAULT:
        return metrics
    return tuple(metric for _, metric in as_metrics(defaults))


def refuse_options_of_boundaries(model: Kind, *allowed: str) -> None:
    """An error when an option was given that means nothing for another model: none for reading or output, nor one of
    these.
    """
    refuse_options(f"is for boundaries, not for --as {model}", ("Reading", "Output"), ("model", *allowed))


def read_codings(
    reader: Reader, sources: Sequence[str], model: Kind | None, output: Output, levels: Sequence[str] = ()
) -> Codings:
    """Codings by item and coder; what moved or was left out is told on standard error."""
    require_one_standard_input(*sources)
    return _read(reader, [sources], model, levels, output)[0][0]


def read_spans(reader: Reader, sources: Sequence[str], output: Output) -> tuple[Corpus, LoadReport]:
    """A corpus of spans, and how it was read."""
    require_one_standard_input(*sources)
    ((codings, report),) = _read(reader, [sources], "spans", (), output)
    with naming_file(named(sources)):
        return as_corpus(codings, "spans"), report


def read_models(
    reader: Reader, places: Sequence[str], model: Kind, levels: Sequence[str], output: Output
) -> list[Codings]:
    """Both sides of a comparison, or all sides, on one grid, the finest of theirs, and made to fit each other."""
    require_one_standard_input(*places)
    return _fitted([codings for codings, _ in _read(reader, places, model, levels, output)], output)


def read_systems(
    reader: Reader, reference: str, systems: Sequence[str], model: Kind, levels: Sequence[str], output: Output
) -> tuple[Codings, dict[str, Mapping[str, Any]]]:
    """References by item and coder, and the codings of systems by name and item."""
    files = [named_file(system) for system in systems]
    references, *others = read_models(reader, [reference, *(file for _, file in files)], model, levels, output)
    return references, systems_in(files, others)


def _read(
    reader: Reader, places: Sequence[Place], model: Kind | None, levels: Sequence[str], output: Output
) -> list[tuple[Codings, LoadReport]]:
    def load(by: Reader, place: Place) -> LoadedModels:
        given, name = by.places([place] if isinstance(place, str) else place)
        return load_models(given, model, by.options, levels=levels, name=name)

    loaded = read_together(reader, places, load, _lengths, output)
    return [({item: dict(by_coder) for item, by_coder in codings.items()}, report) for codings, report in loaded]


def _lengths(codings: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    first_of = {item: next(iter(by_coder.values())) for item, by_coder in codings.items()}
    return {item: one.length if isinstance(one, Spans) else one.mass for item, one in first_of.items()}


def _fitted(sides: list[Codings], output: Output) -> list[Codings]:
    """All sides; single items belong together whatever they are called, lines of spans end where the longest ends, and
    hierarchies whose boundaries have levels are as deep as the deepest.
    """
    reference, *others = sides
    for number, side in enumerate(others, start=1):
        if len(reference) == len(side) == 1 and reference.keys() != side.keys():
            (item,), (other,) = reference, side
            output.remark(f"item {other!r} is scored against item {item!r}: each file holds one")
            sides[number] = {item: side[other]}
    for item in reference:
        having = [side for side in sides if item in side]
        codings = [coding for side in having for coding in side[item].values()]
        lengths = [coding.length for coding in codings if isinstance(coding, Spans)]
        if len(lengths) == len(codings):
            # Nothing was marked beyond the last span, so a longer line says nothing new.
            for side in having:
                side[item] = {coder: Spans(spans, length=max(lengths)) for coder, spans in side[item].items()}
        depths = [one.depth for one in codings if isinstance(one, Hierarchy) and one.labelled is None and one.nested]
        if depths and len(depths) == len(codings):
            for side in having:
                side[item] = {coder: _as_deep(one, max(depths)) for coder, one in side[item].items()}
    return sides


def _as_deep(hierarchy: Hierarchy, depth: int) -> Hierarchy:
    """The same with more levels, on which it has no boundary of its own."""
    return Hierarchy.from_strengths(hierarchy.strengths, hierarchy.mass, depth)


def chosen_codings(codings: Mapping[str, Mapping[str, Any]], item: str | None, coders: str | None) -> dict[str, Any]:
    """What the named coders, or all, marked on the named item, or the only one."""
    if item is None and len(codings) > 1:
        raise InputError(f"--item is missing, and there are {len(codings)} items; {hint('', codings)}")
    name = next(iter(codings)) if item is None else item
    if name not in codings:
        raise InputError(f"no item is called {name!r}; {hint(name, codings)}")
    present = codings[name]
    names = list(present) if coders is None else coders.split(",")
    for coder in names:
        if coder not in present:
            raise InputError(f"item {name!r} has no coder {coder!r}; {hint(coder, present)}")
    return {coder: present[coder] for coder in names}
