"""Labels, spans and levels from the files of a command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import click
from click.core import ParameterSource

from seamark.choices import hint
from seamark.cli.exits import naming_file
from seamark.cli.options import Decorator, refuse_options
from seamark.cli.output import Output
from seamark.cli.sources import Reader, named, named_file, require_one_standard_input
from seamark.cli.together import Place, read_together, systems_in
from seamark.errors import InputError
from seamark.io import LoadedModels, LoadReport, load_models
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metrics
from seamark.model.arrays import MODELS, Model
from seamark.model.corpora import OtherModel
from seamark.model.hierarchy import Hierarchy
from seamark.model.span_corpus import SpanCorpus
from seamark.model.spans import Spans

#: What was read from one place: codings by item and coder.
Codings: TypeAlias = dict[str, dict[str, Any]]


def model_option() -> Decorator[Any]:
    """``--as``: what the files are read as; without it, what the metrics compare."""
    return click.option(
        "--as",
        "model",
        type=click.Choice(MODELS),
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


def model_compared(metrics: Sequence[Metric]) -> Model:
    """The model that all metrics compare; boundaries if they do."""
    shared = [model for model in MODELS if all(model in metric.info.models for metric in metrics)]
    if not shared:
        names = "; ".join(f"{metric.info.name}: {' or '.join(metric.info.models)}" for metric in metrics)
        raise click.UsageError(f"the metrics do not compare the same things ({names}); score them one by one")
    return shared[0]


def metrics_or(metrics: tuple[Metric, ...], defaults: Sequence[str]) -> tuple[Metric, ...]:
    """The metrics asked for; when none were, those of the model."""
    if click.get_current_context().get_parameter_source("metric") is not ParameterSource.DEFAULT:
        return metrics
    return tuple(metric for _, metric in as_metrics(defaults))


def refuse_options_of_boundaries(model: Model, *allowed: str) -> None:
    """An error when an option was given that means nothing for another model: none for reading or output, nor one of
    these.
    """
    refuse_options(f"is for boundaries, not for --as {model}", ("Reading", "Output"), ("model", *allowed))


def read_codings(
    reader: Reader, sources: Sequence[str], model: OtherModel | None, output: Output, levels: Sequence[str] = ()
) -> Codings:
    """Codings by item and coder; what moved or was left out is told on standard error."""
    require_one_standard_input(*sources)
    return _read(reader, [sources], model, levels, output)[0][0]


def read_spans(reader: Reader, sources: Sequence[str], output: Output) -> tuple[SpanCorpus, LoadReport]:
    """A corpus of spans, and how it was read."""
    require_one_standard_input(*sources)
    ((codings, report),) = _read(reader, [sources], "spans", (), output)
    with naming_file(named(sources)):
        return SpanCorpus(codings), report


def read_models(
    reader: Reader, places: Sequence[str], model: OtherModel, levels: Sequence[str], output: Output
) -> list[Codings]:
    """Both sides of a comparison, or all sides, on one grid, the finest of theirs, and made to fit each other."""
    require_one_standard_input(*places)
    return _fitted([codings for codings, _ in _read(reader, places, model, levels, output)], output)


def read_systems(
    reader: Reader, reference: str, systems: Sequence[str], model: OtherModel, levels: Sequence[str], output: Output
) -> tuple[Codings, dict[str, Mapping[str, Any]]]:
    """References by item and coder, and the codings of systems by name and item."""
    files = [named_file(system) for system in systems]
    references, *others = read_models(reader, [reference, *(file for _, file in files)], model, levels, output)
    return references, systems_in(files, others)


def _read(
    reader: Reader, places: Sequence[Place], model: OtherModel | None, levels: Sequence[str], output: Output
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
