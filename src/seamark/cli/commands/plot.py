"""``seamark plot``: a chart of a corpus, as a file; every kind of chart is a command of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from seamark import charts
from seamark.agreement.agree import agree
from seamark.base.errors import InputError
from seamark.charts.boundaries import values_of
from seamark.charts.spans import chart_of_task
from seamark.charts.theme import SUFFIXES, chart_file, chart_suffix, in_seconds
from seamark.cli import inputs, options
from seamark.cli.main import CommandGroup
from seamark.cli.options import MetricChoice, declared_by, option
from seamark.cli.output import Output, Target
from seamark.cli.texts import ReadChunkers
from seamark.model.codings import Kind
from seamark.model.corpus import Corpus
from seamark.tasks.declared import TASKS, Task

if TYPE_CHECKING:
    from altair import LayerChart

_Draw = TypeVar("_Draw", bound=Callable[..., "LayerChart"])


def _chart_place(value: str) -> str:
    """Refuse a file that is no chart before anything is read."""
    with options.usage_errors():
        chart_suffix(value)
    return value


_item = option("--item NAME", "The item; needed if there are several.")
_coders = option("--coders NAME[,NAME...]", "Use only these coders.")
_writing = options.writing_options(f"File to write; its suffix is one of {', '.join(SUFFIXES)}.", type=_chart_place)


@click.group(
    cls=CommandGroup,
    no_args_is_help=False,
    epilog=options.epilog(
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
    kind: Kind | None = "boundaries", reading: Any = inputs.reading_options, along_units: bool = False
) -> Callable[[_Draw], _Draw]:
    """A chart of a corpus of some kind; with None, of the kind that ``--as`` names or that the files hold.

    Charts along the units of an item have an axis in seconds where files have times.
    """

    def command_of(draw: _Draw) -> _Draw:
        def run(corpus: tuple[str, ...], reader: inputs.Reader, target: Target, output: Output, **given: Any) -> None:
            inputs.require_other_places(corpus, target)
            study = reader.corpus(corpus, output, reader.kind or kind)
            with inputs.naming_file(corpus):
                chart = draw(corpus=study, **given)
            step = options.seconds_per_unit(output) if along_units else None
            chart = chart if step is None else in_seconds(chart, step)
            target.write(chart_file(chart, target.place), draw.__name__, output)

        declared = {"corpus": inputs.corpus_argument(several=True), **declared_by(draw), "reader": reading}
        declared |= {"target": _writing, "output": options.quiet_option}
        plot.add_command(options.command_of(run, declared, draw.__name__, draw.__doc__))
        return draw

    return command_of


def _of_task(name: str, task: Task, about: str, **more: Any) -> None:
    """A chart of an item as a field draws it: a reference, which may have several coders, and systems."""

    def run(
        files: tuple[str, ...],
        item: str | None,
        reader: inputs.Reader,
        target: Target,
        output: Output,
        values: TextIO | None = None,
    ) -> None:
        if len(files) < 2:
            raise click.UsageError("missing argument 'HYP'; a system is drawn with a reference")
        humans, systems, _ = reader.study(files[0], files[1:], output, task.kind, target)
        chosen = inputs.chosen_item(humans, item)
        coders = humans[chosen]
        codings = dict(coders) if len(coders) > 1 else {"reference": next(iter(coders.values()))}
        codings |= {system: next(iter(one[chosen].values())) for system, one in systems.items() if chosen in one}
        words = humans.texts.get(chosen) if values is None else list(values)
        with inputs.naming_file(files[0] if values is None else values.name):
            if task.chart == "tags" and words is None:
                raise InputError("has no text of the item; tags are drawn under their text")
            if task.chart == "series" and values_of(words or ()) is None:
                raise InputError("is no series of numbers; --values takes a file with a number on every line")
            chart = chart_of_task(task, codings, words, options.seconds_per_unit(output))
        target.write(chart_file(chart, target.place), name, output)

    declared = {"files": inputs.corpus_argument("REF HYP...", several=True), **more, "item": _item}
    declared |= {"reader": inputs.reading_options, "target": _writing, "output": options.quiet_option}
    plot.add_command(options.command_of(run, declared, name, about))


_values = option("--values FILE", "The series, a number per line [default: the units].", type=click.File())
_of_task("turns", TASKS["diarization"], "Turns of speakers in a reference and a system, with the errors of the system.")
_of_task("tags", TASKS["entities"], "Named entities of a reference and of systems under the lines of a text.")
_of_task("series", TASKS["changepoints"], "Change points of annotators and systems under a series.", values=_values)


def _chunks(
    files: tuple[str, ...] = inputs.corpus_argument("TEXTS CHUNKS...", several=True),
    spans: str = option("--spans FILE", "Questions and their answers, as JSON lines.", required=True),
    item: str | None = _item,
    reader: inputs.Reader = inputs.reading_options,
    target: Target = _writing,
    output: Output = options.quiet_option,
) -> None:
    """Chunks of several chunkers over a text, with the answers that they keep whole or cut."""
    read = ReadChunkers.of(files, spans, reader, output, target)
    chosen = inputs.chosen_item(read.answers, item)
    chart = charts.chunks({name: one[chosen] for name, one in read.chunkers.items()}, read.answers[chosen])
    target.write(chart_file(chart, target.place), "chunks", output)


plot.add_command(options.command_of(_chunks, declared_by(_chunks), "chunks", _chunks.__doc__))


@_chart(reading=inputs.reading_options_as("boundaries", "spans"))
def heatmap(corpus: Corpus, item: str | None = option("--item NAME", "Show only this item.")) -> LayerChart:
    """Share of coders per potential boundary, or who marked a span, one row per item."""
    return charts.heatmap(corpus if item is None else corpus.subset(items=[item]))


@_chart(along_units=True)
def lanes(
    corpus: Corpus,
    item: str | None = _item,
    against: str = option("--against CODER", "The reference.", default="consensus"),
    n: int | None = options.n_option,
) -> LayerChart:
    """All coders of an item, and one of them or their consensus as the reference."""
    return charts.lanes(corpus, inputs.chosen_item(corpus, item), against=against, n=n or 2)


@_chart(along_units=True)
def alignment(
    corpus: Corpus,
    item: str | None = _item,
    coders: str | None = option("--coders A,B", "The two coders; needed if the item has more."),
    n: int | None = options.n_option,
) -> LayerChart:
    """Two codings of an item: matches, near misses and full misses."""
    (first, a), (second, b) = inputs.chosen_codings(corpus, inputs.chosen_item(corpus, item), coders, two=True).items()
    return charts.alignment(a, b, n=n or 2, names=(first, second))


@_chart()
def pairwise(corpus: Corpus, metric: MetricChoice = options.one_metric("S")) -> LayerChart:
    """Similarity of every two coders."""
    return charts.pairwise(corpus, *metric.made(Output.of()))


@_chart()
def agreement(
    corpus: Corpus,
    metric: MetricChoice = options.one_metric("B"),
    interval: dict[str, Any] = options.interval_options(),
) -> LayerChart:
    """Agreement of the coders, item by item, with an interval."""
    (made,) = metric.made(Output.of())
    return charts.agreement(agree(corpus, made, **interval))


@_chart(
    None,
    inputs.reading_options_as("labels", "spans", "levels", default="as the files say; spans from annotation tools"),
    along_units=True,
)
def bars(corpus: Corpus, item: str | None = _item, coders: str | None = _coders) -> LayerChart:
    """Labels, spans or levels of an item, one lane per coder."""
    return charts.bars(inputs.chosen_codings(corpus, inputs.chosen_item(corpus, item), coders))
