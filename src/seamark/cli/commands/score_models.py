"""Labels, spans and levels for ``seamark score``: two sides made to fit each other, and a word on labels left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, cast

from seamark.cli.output import Output
from seamark.cli.sources import Reader, require_one_standard_input
from seamark.cli.together import Place, read_together
from seamark.io import LoadedModels, load_models
from seamark.metrics.base import Metric
from seamark.metrics.edit_metric import EditMetric
from seamark.model.corpora import OtherModel
from seamark.model.hierarchy import Hierarchy
from seamark.model.spans import Spans

#: What was read from one place: codings by item and coder.
_Codings: TypeAlias = dict[str, dict[str, Any]]


def read_models(
    reader: Reader, places: tuple[str, str], model: OtherModel, levels: Sequence[str], output: Output
) -> tuple[_Codings, _Codings]:
    """Both sides of a comparison on one grid, the finer of the two, and made to fit each other."""
    require_one_standard_input(*places)

    def load(by: Reader, place: Place) -> LoadedModels:
        given, name = by.places([place] if isinstance(place, str) else place)
        return load_models(given, model, by.options, levels=levels, name=name)

    loaded = read_together(reader, places, load, _lengths, output)
    one, other = ({item: dict(by_coder) for item, by_coder in codings.items()} for codings, _ in loaded)
    return paired_models(one, other, output)


def _lengths(codings: Mapping[str, Mapping[str, Any]]) -> dict[str, int]:
    first_of = {item: next(iter(by_coder.values())) for item, by_coder in codings.items()}
    return {item: one.length if isinstance(one, Spans) else one.mass for item, one in first_of.items()}


def paired_models(reference: _Codings, hypothesis: _Codings, output: Output) -> tuple[_Codings, _Codings]:
    """The two sides; single items are a pair whatever they are called, lines of spans end where the longer ends, and
    hierarchies whose boundaries have levels are as deep as the deeper.
    """
    if len(reference) == len(hypothesis) == 1 and reference.keys() != hypothesis.keys():
        (item,), (other,) = reference, hypothesis
        output.remark(f"item {other!r} is scored against item {item!r}: each file holds one")
        hypothesis = {item: hypothesis[other]}
    for item in reference.keys() & hypothesis.keys():
        codings = [*reference[item].values(), *hypothesis[item].values()]
        lengths = [coding.length for coding in codings if isinstance(coding, Spans)]
        if len(lengths) == len(codings):
            # Nothing was marked beyond the last span, so a longer line says nothing new.
            for side in (reference, hypothesis):
                side[item] = {coder: Spans(spans, length=max(lengths)) for coder, spans in side[item].items()}
        depths = [one.depth for one in codings if isinstance(one, Hierarchy) and one.labelled is None and one.nested]
        if depths and len(depths) == len(codings):
            for side in (reference, hypothesis):
                side[item] = {coder: _as_deep(one, max(depths)) for coder, one in side[item].items()}
    return reference, hypothesis


def _as_deep(hierarchy: Hierarchy, depth: int) -> Hierarchy:
    """The same with more levels, on which it has no boundary of its own."""
    return Hierarchy.from_strengths(hierarchy.strengths, hierarchy.mass, depth)


def remark_on_labels(metrics: Sequence[Metric], output: Output) -> None:
    """Say that labels were left out where metrics could compare them."""
    files = [reading["file"] for reading in output.readings if cast("int", reading["labels"]) > 1]
    names = [
        metric.info.name for metric in metrics if "labels" in metric.info.models and not isinstance(metric, EditMetric)
    ]
    if files and names:
        output.remark(f"{files[0]}: labels are left out of {', '.join(names)}; --as labels compares them")
