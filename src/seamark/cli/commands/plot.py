"""``seamark plot``: a chart of a corpus, as a file; every kind of chart is a command of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, TextIO

import click

from seamark import charts
from seamark.agreement.agree import agree
from seamark.base.errors import InputError, ParseError
from seamark.charts import theme
from seamark.charts.boundaries import values_of
from seamark.charts.theme import SUFFIXES, chart_file, chart_suffix
from seamark.cli import inputs, options
from seamark.cli.main import CommandGroup
from seamark.cli.options import MetricChoice, example, option
from seamark.cli.output import Output, Target
from seamark.cli.texts import ReadChunkers
from seamark.model.codings import Kind
from seamark.model.corpus import Corpus
from seamark.tasks.declared import TASKS

if TYPE_CHECKING:
    from altair import LayerChart


def _chart_place(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """Refuse a file that is no chart before anything is read."""
    with options.usage_errors():
        chart_suffix(value)
    return value


_item = option("--item NAME", "The item; needed if there are several.")
_coders = option("--coders NAME[,NAME...]", "Use only these coders.")
_writing = options.writing_options(f"File to write; its suffix is one of {', '.join(SUFFIXES)}.", callback=_chart_place)


@click.group(
    cls=CommandGroup,
    no_args_is_help=False,
    epilog=example(
        "seamark plot heatmap codings.json -o heat.svg",
        "seamark plot turns reference.rttm system.rttm -o turns.svg",
        "seamark plot chunks gold.json fixed.jsonl --spans questions.jsonl -o chunks.svg",
        "seamark plot bars talk.eaf --tiers-as-coders -o spans.svg",
    ),
)
def plot() -> None:
    """Draw a chart of a corpus and save it.

    Every kind of chart has options of its own: see 'seamark plot KIND --help'.
    """


def _chart(
    kind: Kind | None = "boundaries", reading: options.Decorator[Any] = inputs.reading_options
) -> Callable[[Callable[..., LayerChart]], click.Command]:
    """A chart of a corpus of some kind; with None, of the kind that ``--as`` names or that the files hold."""

    def command_of(draw: Callable[..., LayerChart]) -> click.Command:
        @wraps(draw)
        def run(corpus: tuple[str, ...], reader: inputs.Reader, target: Target, output: Output, **given: Any) -> None:
            inputs.require_other_places(corpus, target)
            study = reader.corpus(corpus, output, reader.kind or kind)
            with inputs.naming_file(corpus):
                chart = draw(corpus=study, **given)
            target.write(chart_file(chart, target.place), draw.__name__, output)

        decorated = inputs.corpus_argument(several=True)(reading(_writing(options.quiet_option(run))))
        return plot.command(draw.__name__.replace("_", "-"), cls=options.Command)(decorated)

    return command_of


def _beside_reference(
    task: str, *more: options.Decorator[Any], metavar: str = "REF HYP..."
) -> Callable[[Callable[..., LayerChart]], click.Command]:
    """A chart of an item of a task: a reference, which may have several coders, and systems."""

    def command_of(draw: Callable[..., LayerChart]) -> click.Command:
        @wraps(draw)
        def run(
            files: tuple[str, ...],
            item: str | None,
            reader: inputs.Reader,
            target: Target,
            output: Output,
            **given: Any,
        ) -> None:
            if len(files) < 2:
                raise click.UsageError("missing argument 'HYP'; systems are drawn beside a reference")
            humans, systems, _ = reader.study(files[0], files[1:], output, TASKS[task].kind, target)
            chosen = inputs.chosen_item(humans, item)
            coders = humans[chosen]
            codings = dict(coders) if len(coders) > 1 else {"reference": next(iter(coders.values()))}
            codings |= {name: next(iter(one[chosen].values())) for name, one in systems.items() if chosen in one}
            with inputs.naming_file(files[0]):
                chart = draw(codings, humans.texts.get(chosen), **given)
            seconds = options.seconds_per_unit(output)
            chart = chart if seconds is None else theme.in_seconds(chart, seconds)
            target.write(chart_file(chart, target.place), draw.__name__, output)

        for decorator in (options.quiet_option, _writing, inputs.reading_options, _item, *more):
            run = decorator(run)
        return plot.command(draw.__name__, cls=options.Command)(
            inputs.corpus_argument("files", metavar, several=True)(run)
        )

    return command_of


@_beside_reference("diarization", metavar="REF HYP")
def turns(codings: Mapping[str, Any], _words: Sequence[str] | None) -> LayerChart:
    """Turns of speakers in a reference and a system, and what is wrong with them."""
    (one, reference), (other, hypothesis) = list(codings.items())[:2]
    return charts.turns(reference, hypothesis, names=(one, other))


@_beside_reference("entities")
def tags(codings: Mapping[str, Any], words: Sequence[str] | None) -> LayerChart:
    """Named entities of a reference and of systems under the lines of a text."""
    if words is None:
        raise InputError("has no text of the item; tags are drawn under their text")
    return charts.tags(words, codings)


@_beside_reference(
    "changepoints",
    option("--values FILE", "The series, a number per line [default: the units].", type=click.File(encoding="utf-8")),
)
def series(codings: Mapping[str, Any], words: Sequence[str] | None, values: TextIO | None) -> LayerChart:
    """Change points of annotators and of systems under a series of values."""
    if values is not None:
        words = list(values)
        for number, line in enumerate(words, start=1):
            if values_of([line]) is None:
                raise ParseError(f"{line.strip()[:40]!r} is not a number", path=values.name, line=number)
    numbers = values_of(words or ())
    if numbers is None:
        raise InputError("the texts of its units are not numbers; give the series with --values")
    return charts.series(numbers, codings)


@plot.command(cls=options.Command)
@inputs.corpus_argument("files", "TEXTS CHUNKS...", several=True)
@option("--spans FILE", "Questions and their answers, as JSON lines.", required=True)
@_item
@inputs.reading_options
@_writing
@options.quiet_option
def chunks(
    files: tuple[str, ...], spans: str, item: str | None, reader: inputs.Reader, target: Target, output: Output
) -> None:
    """Chunks of several chunkers over a text, with the answers that they keep whole or cut."""
    read = ReadChunkers.of(files, spans, reader, output, target)
    chart = read.chart(inputs.chosen_item(read.answers, item))
    target.write(chart_file(chart, target.place), "chunks", output)


@_chart(reading=inputs.reading_options_as("boundaries", "spans"))
@option("--item NAME", "Show only this item.")
def heatmap(corpus: Corpus, item: str | None) -> LayerChart:
    """Share of coders per potential boundary, or who marked a span, one row per item."""
    return charts.heatmap(corpus if item is None else corpus.subset(items=[item]))


@_chart()
@_item
@option("--against CODER", "The reference.", default="consensus")
@options.n_option
def lanes(corpus: Corpus, item: str | None, against: str, n: int | None) -> LayerChart:
    """All coders of an item beside one of them, or beside their consensus."""
    return charts.lanes(corpus, inputs.chosen_item(corpus, item), against=against, n=n or 2)


@_chart()
@_item
@option("--coders A,B", "The two coders; needed if the item has more.")
@options.n_option
def alignment(corpus: Corpus, item: str | None, coders: str | None, n: int | None) -> LayerChart:
    """Two codings of an item: matches, near misses and full misses."""
    (first, a), (second, b) = inputs.chosen_codings(corpus, inputs.chosen_item(corpus, item), coders, two=True).items()
    return charts.alignment(a, b, n=n or 2, names=(first, second))


@_chart()
@options.one_metric("S")
def pairwise(corpus: Corpus, metric: MetricChoice) -> LayerChart:
    """Similarity of every two coders."""
    return charts.pairwise(corpus, *metric.made(Output.of()))


@_chart()
@options.one_metric("B")
@options.interval_options()
def agreement(corpus: Corpus, metric: MetricChoice, interval: dict[str, Any]) -> LayerChart:
    """Agreement of the coders, item by item, with an interval."""
    (made,) = metric.made(Output.of())
    return charts.agreement(agree(corpus, made, **interval))


@_chart(
    None,
    inputs.reading_options_as("labels", "spans", "levels", default="what the files hold, spans for those of tools"),
)
@_item
@_coders
def bars(corpus: Corpus, item: str | None, coders: str | None) -> LayerChart:
    """Labels, spans or levels of an item, one lane per coder."""
    return charts.bars(inputs.chosen_codings(corpus, inputs.chosen_item(corpus, item), coders))
