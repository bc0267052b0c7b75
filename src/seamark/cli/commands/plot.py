"""``seamark plot``: a chart of a corpus, as a file; every kind of chart is a command of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import click

from seamark import charts
from seamark.agreement import agree
from seamark.agreement.chance import CoefficientName
from seamark.base.errors import InputError
from seamark.base.files import write_file
from seamark.charts.theme import SUFFIXES, chart_file, chart_suffix
from seamark.cli.exits import naming_file
from seamark.cli.inputs import (
    Reader,
    chosen_coders,
    chosen_item,
    corpus_argument,
    named,
    reading_options,
    require_other_places,
)
from seamark.cli.main import CommandGroup
from seamark.cli.options import (
    SectionedCommand,
    coefficient_option,
    edit_options,
    example,
    interval_options,
    metric_options,
    one_metric_options,
    quiet_option,
    seed_option,
    systems_option,
    writing_options,
)
from seamark.cli.output import Output
from seamark.cli.pair_inputs import chosen_codings, levels_option, read_codings, read_study
from seamark.evaluation.compare import compare
from seamark.metrics.base import Metric
from seamark.metrics.names import metric_labels
from seamark.metrics.similarity import S
from seamark.model.codings import Kind
from seamark.model.corpus import Corpus

if TYPE_CHECKING:
    from altair import LayerChart


@click.group(
    cls=CommandGroup,
    no_args_is_help=False,
    epilog=example(
        "seamark plot heatmap codings.json -o heat.svg",
        "seamark plot lanes sample:stargazer --against 3 -o lanes.pdf",
        "seamark plot bars talk.eaf --tiers-are coders -o spans.svg",
        "seamark plot agreement codings.json --ci 0.95 -o agreement.png",
        "seamark plot response --scenario near-misses --metric S,windowdiff,pk -o response.html",
    ),
)
def plot() -> None:
    """Draw a chart of a corpus and save it.

    Every kind of chart has options of its own: see 'seamark plot KIND --help'.
    """


def _kind(draw: Callable[..., LayerChart]) -> click.Command:
    """A kind of chart: what the function draws of a corpus is saved."""

    @wraps(draw)
    def run(corpus: tuple[str, ...], reader: Reader, target: str, force: bool, output: Output, **options: Any) -> None:
        _require_chart_file(target)
        study, systems, _ = read_study(reader, output, corpus, options.get("systems", ()), target)
        if "systems" in options:
            options["systems"] = systems
        with naming_file(named(corpus)):
            chart = draw(corpus=study, **options)
        _save(chart, target, force, output, draw.__name__)

    return plot.command(draw.__name__, cls=SectionedCommand)(
        corpus_argument(several=True)(reading_options(_writing(run)))
    )


def _writing(command: Callable[..., None]) -> Callable[..., None]:
    decorated: Callable[..., None] = writing_options(f"File to write; its suffix is one of {', '.join(SUFFIXES)}.")(
        quiet_option(command)
    )
    return decorated


def _require_chart_file(target: str) -> None:
    try:
        chart_suffix(target)
    except InputError as error:
        raise click.UsageError(str(error)) from None


def _save(chart: LayerChart, target: str, force: bool, output: Output, kind: str) -> None:
    write_file(Path(target), [chart_file(chart, target)], force=force)
    output.remark(f"{kind} -> {target}")


@_kind
@click.option("--item", metavar="NAME", help="Show only this item.")
def heatmap(corpus: Corpus, item: str | None) -> LayerChart:
    """Share of coders per potential boundary, one row per item."""
    return charts.heatmap(corpus if item is None else corpus.subset(items=[item]))


@_kind
@click.option("--item", metavar="NAME", help="The item; needed if there are several.")
@click.option("--against", metavar="CODER", default="consensus", show_default=True, help="The reference.")
@edit_options
def lanes(corpus: Corpus, item: str | None, against: str, metric: S) -> LayerChart:
    """All coders of an item beside one of them, or beside their consensus."""
    return charts.lanes(corpus, chosen_item(corpus, item), against=against, n=metric.n, weights=metric.weights)


@_kind
@click.option("--item", metavar="NAME", help="The item; needed if there are several.")
@click.option("--coders", metavar="A,B", help="The two coders; needed if the item has more.")
@edit_options
def alignment(corpus: Corpus, item: str | None, coders: str | None, metric: S) -> LayerChart:
    """Two codings of an item: matches, near misses and full misses."""
    name = chosen_item(corpus, item)
    pair = chosen_coders(corpus, name, coders)
    a, b = (corpus.coding(name, coder) for coder in pair)
    return charts.alignment(a, b, n=metric.n, weights=metric.weights, names=pair)


@_kind
@one_metric_options
def pairwise(corpus: Corpus, metric: Metric) -> LayerChart:
    """Similarity of every two coders."""
    return charts.pairwise(corpus, metric)


@_kind
@one_metric_options
@coefficient_option
@interval_options()
def agreement(corpus: Corpus, metric: Metric, coefficient: CoefficientName, interval: dict[str, Any]) -> LayerChart:
    """Agreement of the coders, item by item, with an interval."""
    return charts.agreement(agree(corpus, metric, coefficient, **interval))


@_kind
@systems_option(required=True)
@one_metric_options
@coefficient_option
@seed_option()
def evaluation(
    corpus: Corpus,
    systems: Mapping[str, Any],
    metric: Metric,
    coefficient: CoefficientName,
    rng: int | None,
) -> LayerChart:
    """Segmenters beside the humans."""
    return charts.evaluation(compare(corpus, systems, metric, coefficient, rng=rng))


def _models_kind(draw: Callable[..., LayerChart]) -> click.Command:
    """A kind of chart of labels, spans or levels; without an option --as it is about spans."""

    @wraps(draw)
    def run(corpus: tuple[str, ...], reader: Reader, target: str, force: bool, output: Output, **options: Any) -> None:
        _require_chart_file(target)
        require_other_places(corpus, target)
        codings = read_codings(reader, corpus, options.pop("model", "spans"), output, options.pop("levels", ()))
        with naming_file(named(corpus)):
            chart = draw(codings=codings, **options)
        _save(chart, target, force, output, draw.__name__)

    return plot.command(draw.__name__.replace("_", "-"), cls=SectionedCommand)(
        corpus_argument(several=True)(reading_options(_writing(run)))
    )


@_models_kind
@click.option("--item", metavar="NAME", help="The item; needed if there are several.")
@click.option("--coders", metavar="NAME[,NAME...]", help="Use only these coders.")
@click.option(
    "--as",
    "model",
    type=click.Choice(get_args(Kind)),
    help="What is drawn: labels of segments, spans with gaps and overlaps, or levels of segments [default: what the "
    "files hold, spans for those of tools].",
)
@levels_option
def bars(codings: Mapping[str, Mapping[str, Any]], item: str | None, coders: str | None) -> LayerChart:
    """Labels, spans or levels of an item, one lane per coder."""
    return charts.bars(chosen_codings(codings, item, coders))


@_models_kind
@click.option("--item", metavar="NAME", help="The item; needed if there are several.")
@click.option("--coders", metavar="NAME[,NAME...]", help="Use only these coders.")
def span_alignment(codings: Mapping[str, Mapping[str, Any]], item: str | None, coders: str | None) -> LayerChart:
    """Spans of the coders of an item, with lines between those that mean the same."""
    return charts.span_alignment(chosen_codings(codings, item, coders))


@_models_kind
@click.option("--category", metavar="NAME", help="Count only spans of this category.")
def span_density(codings: Mapping[str, Mapping[str, Any]], category: str | None) -> LayerChart:
    """Share of coders who marked a span, stretch by stretch, one row per item."""
    return charts.span_density(codings, category=category)


@plot.command(cls=SectionedCommand)
@click.option("--scenario", type=click.Choice(list(charts.SCENARIOS)), required=True, help="What grows.")
@metric_options("S")
@_writing
def response(scenario: str, metrics: tuple[Metric, ...], target: str, force: bool, output: Output) -> None:
    """How metrics react while one kind of difference grows; needs no corpus."""
    _require_chart_file(target)
    curves = {
        label if metric.info.higher_is_better else f"1-{label}": metric
        for label, metric in zip(metric_labels(metrics), metrics, strict=True)
    }
    _save(charts.response(charts.SCENARIOS[scenario](), curves), target, force, output, "response")
