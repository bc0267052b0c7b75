"""``seamark report``: everything about a corpus, as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import cast, get_args

import click

from seamark.agreement.chance import CoefficientName
from seamark.cli.exits import speaking_of
from seamark.cli.metric_choice import metric_options
from seamark.cli.options import command, example
from seamark.cli.output import Output
from seamark.cli.progress import progress
from seamark.cli.sources import (
    Reader,
    corpus_argument,
    reading_options,
    require_one_standard_input,
    require_other_places,
)
from seamark.cli.system_files import named_file, systems_in
from seamark.metrics.base import Metric
from seamark.pages.report.assembly import report_file, report_html
from seamark.safe_write import write_file


@command(
    epilog=example(
        "seamark report codings.json -o report.html",
        "seamark report codings.json --systems tiler=runs/17.json --systems runs/18.json -o report.html",
        "seamark report sample:stargazer --metric B:n=3 --title 'Stargazers' -o stargazer.html",
    )
)
@corpus_argument()
@click.option(
    "--output",
    "-o",
    "target",
    metavar="FILE",
    type=click.Path(path_type=Path),
    required=True,
    help="Where to, such as report.html.",
)
@click.option("--force", is_flag=True, help="Replace FILE when it is there already.")
@click.option("--systems", multiple=True, metavar="FILE", help="A segmenter to rank, also NAME=FILE; repeat it.")
@click.option("--title", metavar="TEXT", help="The heading of the page.")
@click.option("--texts/--no-texts", default=True, show_default=True, help="Put the texts of the units into the page.")
@metric_options("S")
@click.option(
    "--coefficient",
    type=click.Choice(get_args(CoefficientName)),
    default="pi",
    show_default=True,
    help="Chance takes boundaries from one distribution for all coders (pi), or from one for each (kappa).",
)
@click.option(
    "--ci",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    metavar="LEVEL",
    help="Level of the intervals.",
)
@click.option(
    "--resamples",
    type=click.IntRange(min=1),
    default=10_000,
    show_default=True,
    metavar="NUMBER",
    help="How many resamples.",
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="NUMBER", help="Seed of the intervals."
)
@click.option("--quiet", "-q", is_flag=True, help="No progress bar and no remarks on standard error.")
@reading_options
def report(
    corpus: str,
    target: Path,
    force: bool,
    systems: tuple[str, ...],
    title: str | None,
    texts: bool,
    metrics: tuple[Metric, ...],
    coefficient: str,
    ci: float,
    resamples: int,
    seed: int,
    quiet: bool,
    reader: Reader,
) -> None:
    """Write what a corpus says about its coders and items to one HTML file.

    The page opens without a network: agreement with intervals, a table of items, a heat map, a profile of every coder,
    and an explorer that puts any two codings beside each other. With --systems it ranks segmenters beside the humans.
    """
    if len(metrics) != 1:
        raise click.UsageError("agreement is measured by one metric at a time; --metric names several")
    inputs = [corpus, *(named_file(system)[1] for system in systems)]
    require_one_standard_input(*inputs)
    require_other_places(inputs, target)
    output = Output("tables", quiet)
    study = reader.corpus(corpus, output)
    segmenters = systems_in(systems, reader, output)
    with speaking_of(corpus), progress("measuring", None, quiet=quiet):
        page = report_html(
            study,
            systems=segmenters,
            metric=metrics[0],
            coefficient=cast("CoefficientName", coefficient),
            ci=ci,
            resamples=resamples,
            rng=seed,
            title=title,
            texts=texts,
        )
    write_file(target, [report_file(page)], force=force)
    output.remark(f"{corpus} -> {target}")
