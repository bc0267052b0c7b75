"""``seamark report``: everything about a corpus, as one HTML file."""

from __future__ import annotations

from typing import Any

from seamark.agreement.coefficients import CoefficientName
from seamark.cli import inputs, options
from seamark.cli.options import MetricChoice, command, option
from seamark.cli.output import Output, Target
from seamark.metrics.base import Metric
from seamark.pages.report import Provenance, write_chunk_report, write_report


@command(
    "seamark report codings.json -o report.html",
    "seamark report codings.json --systems tiler=runs/17.json --systems runs/18.json -o report.html",
    "seamark report songs/ --task music -o report.html",
    "seamark report gold.json --task chunks --systems a.jsonl --spans questions.jsonl -o report.html",
)
def report(
    corpus: tuple[str, ...] = inputs.corpus_argument(several=True),
    systems: tuple[str, ...] = option("--systems FILE", "A segmenter, or NAME=FILE; may be repeated.", multiple=True),
    title: str | None = option("--title TEXT", "Heading of the page."),
    texts: bool = option("--texts/--no-texts", "Include the texts of the units.", default=True),
    metric: MetricChoice = options.one_metric("B", options.near_option),
    field: options.TaskChoice = options.task_and_spans,
    coefficient: CoefficientName = options.coefficient_option,
    interval: dict[str, Any] = options.interval_options(ci=0.95, seed=0),
    reader: inputs.Reader = inputs.reading_options_as("boundaries", "spans"),
    target: Target = options.writing_options("HTML file to write, such as report.html."),
    output: Output = options.quiet_option,
) -> None:
    """Write a report on the coders and items of a corpus as one HTML file.

    The page opens without a network. It has the agreement with intervals, a table of items, a heat map, a profile of
    every coder, and a view of any two codings side by side. With --systems it also ranks segmenters and humans.
    With --task, coders are compared and the hardest items are drawn as in a field. With --task chunks, the page ranks
    the chunkers of --systems by the answers of --spans, and shows the answers that are cut worst.
    With --as spans it has gamma and unitizing alpha, categories, and the best alignments of spans.
    """
    task = field.task
    if task is not None and task.name == "chunks":
        from seamark.cli.texts import ReadChunkers  # for this task alone

        read = ReadChunkers.of([*corpus, *systems], field.options.get("spans"), reader, output, target)
        found, place = read.compared(interval), target.place
        write_chunk_report(found, read.chunkers, read.answers, place, title=title, force=target.force)
        output.remark(f"{inputs.named([*corpus, *systems])} -> {target.place}")
        return
    if task is not None:
        task = options.with_near(task, metric.near)
    reader = reader.for_field(field)
    kind = reader.kind or "boundaries"
    if kind == "spans":
        options.refuse_options_of_boundaries("spans", "title", "ci", "rng", "task", "texts")
    humans, of_systems, how = reader.study(corpus, systems, output, kind, target, of_coders=True)
    measured: dict[str, Any] = {"task": task, "texts": texts, **interval}
    if kind != "spans":
        chosen: Metric | None = None  # the page leads with what the task has, or the boundary types allow
        if metric.given or (metric.near is not None and task is None):
            (chosen,) = metric.made(output)
        measured |= {"systems": of_systems, "metric": chosen, "coefficient": coefficient}
    source = Provenance(["standard input" if place == inputs.STANDARD_INPUT else place for place in corpus], how)
    with inputs.naming_file(corpus), output.progress("measuring") as done:
        write_report(humans, target.place, title=title, source=source, progress=done, force=target.force, **measured)
    output.remark(f"{inputs.named(corpus)} -> {target.place}")
