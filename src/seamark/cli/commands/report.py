"""``seamark report``: everything about a corpus, as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from seamark.agreement.chance import CoefficientName
from seamark.base.files import write_file
from seamark.cli.exits import naming_file
from seamark.cli.inputs import (
    STANDARD_INPUT,
    Reader,
    corpus_argument,
    named,
    reading_options,
    require_other_places,
)
from seamark.cli.options import (
    coefficient_option,
    command,
    example,
    interval_options,
    near_option,
    one_metric_options,
    quiet_option,
    systems_option,
    writing_options,
)
from seamark.cli.output import Output, progress
from seamark.cli.pair_inputs import metrics_on_grid, read_spans, read_study, refuse_options_of_boundaries, spans_option
from seamark.metrics.base import Metric
from seamark.pages.page import page_file
from seamark.pages.report import Provenance, report_html


@command(
    epilog=example(
        "seamark report codings.json -o report.html",
        "seamark report codings.json --systems tiler=runs/17.json --systems runs/18.json -o report.html",
        "seamark report study/ --as spans -o report.html",
        "seamark report sample:stargazer --metric B:n=3 --title 'Stargazers' -o stargazer.html",
    )
)
@corpus_argument(several=True)
@systems_option()
@spans_option("What the report is about: boundaries, or spans with gaps and overlaps (gamma and unitizing alpha)")
@click.option("--title", metavar="TEXT", help="Heading of the page.")
@click.option("--texts/--no-texts", default=True, show_default=True, help="Include the texts of the units.")
@one_metric_options
@near_option
@coefficient_option
@interval_options(ci=0.95, seed=0)
@reading_options
@writing_options("HTML file to write, such as report.html.")
@quiet_option
def report(
    corpus: tuple[str, ...],
    systems: tuple[str, ...],
    model: str | None,
    title: str | None,
    texts: bool,
    metric: Metric,
    near: float | None,
    coefficient: CoefficientName,
    interval: dict[str, Any],
    reader: Reader,
    target: str,
    force: bool,
    output: Output,
) -> None:
    """Write a report on the coders and items of a corpus as one HTML file.

    The page opens without a network. It has the agreement with intervals, a table of items, a heat map, a profile of
    every coder, and a view of any two codings side by side. With --systems it also ranks segmenters beside the humans.
    With --as spans it has gamma and unitizing alpha, categories, and the best alignments of spans.
    """
    places = ["standard input" if place == STANDARD_INPUT else place for place in corpus]
    if model == "spans":
        refuse_options_of_boundaries("spans", "title", "ci", "rng", "quiet")
        require_other_places(corpus, target)
        spans, loaded = read_spans(reader, corpus, output)
        with naming_file(named(corpus)), progress("sampling", None, quiet=output.quiet) as done:
            source = Provenance(places, loaded)
            page = report_html(spans, title=title, ci=interval["ci"], rng=interval["rng"], source=source, progress=done)
        _write(page, corpus, target, force, output)
        return
    study = read_study(reader, output, corpus, systems, target)
    (metric,) = metrics_on_grid([metric], near, output)
    with naming_file(named(corpus)), progress("measuring", None, quiet=output.quiet):
        page = report_html(
            study.humans,
            systems=study.systems,
            metric=metric,
            coefficient=coefficient,
            title=title,
            texts=texts,
            source=Provenance(places, study.loaded),
            **interval,
        )
    _write(page, corpus, target, force, output)


def _write(page: str, corpus: tuple[str, ...], target: str, force: bool, output: Output) -> None:
    write_file(Path(target), [page_file(page)], force=force)
    output.remark(f"{named(corpus)} -> {target}")
