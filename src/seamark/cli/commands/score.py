"""``seamark score``: hypotheses against references."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import cast

import click

from seamark.cli.exits import naming_file
from seamark.cli.metric_choice import metric_options
from seamark.cli.options import command, example, output_options
from seamark.cli.output import Output
from seamark.cli.pairing import Pairs, Partners, Side, paired_corpora, paired_streams, paired_with_stream
from seamark.cli.progress import progress
from seamark.cli.score_forms import CsvForm, Form, JsonForm, TableForm
from seamark.cli.score_parquet import PairTables, score_tables, table_options
from seamark.cli.score_sums import Scorer
from seamark.cli.sources import Reader, Stream, corpus_argument, reading_options, require_one_standard_input
from seamark.errors import InputError, UndefinedScoreError
from seamark.metrics.base import Metric
from seamark.metrics.names import metric_labels
from seamark.metrics.sums import Average
from seamark.model.corpus import Corpus


@command(
    epilog=example(
        "seamark score reference.json system.json --metric S,B,windowdiff,pk",
        "seamark score gold.csv system.csv --metric windowdiff --convention nltk --average micro",
        "seamark score codings.json codings.json --coder ann,ben --json",
        "seamark score pairs.parquet --reference ref --hypothesis hyp -o scores.parquet",
    )
)
@corpus_argument("files", "REF HYP | PAIRS", several=True)
@metric_options("S,B,windowdiff,pk")
@click.option(
    "--average",
    type=click.Choice(["macro", "micro"]),
    default="macro",
    show_default=True,
    help="Overall score: mean of the items' scores, or score of their summed counts.",
)
@click.option(
    "--coder",
    metavar="NAME[,NAME]",
    help="Whose codings, where an item has several; two names are the coder in REF and the one in HYP.",
)
@click.option("--allow-missing", is_flag=True, help="Leave out items that only one of the files has.")
@table_options
@reading_options
@output_options
def score(
    files: tuple[str, ...],
    metrics: tuple[Metric, ...],
    average: str,
    coder: str | None,
    allow_missing: bool,
    tables: PairTables | None,
    reader: Reader,
    output: Output,
) -> None:
    """Score hypotheses against references, item by item and overall.

    REF and HYP are files of any format that 'seamark formats' lists, or - for standard input; items are matched by
    name. Large JSONL files are streamed: they may be larger than the memory when both have their items in about the
    same order.

    PAIRS are Parquet files, folders or patterns, in which --reference and --hypothesis name the columns with the two
    sides; any number of rows is scored in bounded memory.
    """
    mean = cast("Average", average)
    labels = metric_labels(metrics)
    if tables is not None:
        tables.require_no_corpora(coder, allow_missing, reader)
        score_tables(files, dict(zip(labels, metrics, strict=True)), mean, tables, output)
        return
    reference, hypothesis = _two(files)
    require_one_standard_input(reference, hypothesis)
    sides = reader.corpus_or_stream(reference, output), reader.corpus_or_stream(hypothesis, output)
    partners = Partners(_sides((reference, hypothesis), coder), allow_missing, [])
    scorer = Scorer(metrics, [label for side in sides for label in side.types])
    form = _form(output, metrics, labels, (reference, hypothesis), mean)
    streams = [side for side in sides if isinstance(side, Stream)]
    with progress("scoring", _total(streams), quiet=output.quiet or not streams) as done:
        for pairs in _pairs(sides[0], sides[1], partners):
            with naming_file(f"{reference}, {hypothesis}"):
                scores = scorer.add(pairs)
            form.batch(pairs, scores)
            done(sum(stream.read for stream in streams))
    if not scorer.sums:
        raise InputError(f"{reference} and {hypothesis} have no item in common")
    overall = [sums.overall(mean) for sums in scorer.sums]
    form.end(overall, partners.remarks)
    for total, sums in zip(overall, scorer.sums, strict=True):
        if math.isnan(total.value):
            raise UndefinedScoreError(f"overall: {sums.metric.why_undefined(total.counts)}")


def _two(files: tuple[str, ...]) -> tuple[str, str]:
    if len(files) == 1:
        table = "; a table of pairs needs --reference and --hypothesis" if files[0].endswith(".parquet") else ""
        raise click.UsageError(f"missing argument 'HYP'{table}")
    if len(files) > 2:
        raise click.UsageError(f"got unexpected extra argument ({files[2]})")
    return files[0], files[1]


def _total(streams: Sequence[Stream]) -> int | None:
    """The bytes to read, when all sizes are known."""
    sizes = [stream.size for stream in streams if stream.size is not None]
    return sum(sizes) if len(sizes) == len(streams) else None


def _form(
    output: Output, metrics: Sequence[Metric], labels: Sequence[str], files: tuple[str, str], average: Average
) -> Form:
    if output.form == "json":
        return JsonForm(metrics, labels, files)
    return CsvForm(labels, average, output) if output.form == "csv" else TableForm(labels, average)


def _sides(files: tuple[str, str], coder: str | None) -> tuple[Side, Side]:
    """Which coder to take from which file: one name serves where an item has several, two names are meant exactly."""
    names = (coder or "").split(",")
    if len(names) > 2 or (coder is not None and "" in names):
        raise click.UsageError(f"--coder is {coder!r}; expected one name, or two with a comma between them")
    if len(names) == 2:
        return Side(files[0], names[0], strict=True), Side(files[1], names[1], strict=True)
    return Side(files[0], names[0] or None), Side(files[1], names[0] or None)


def _pairs(reference: Corpus | Stream, hypothesis: Corpus | Stream, partners: Partners) -> Iterator[Pairs]:
    if isinstance(reference, Corpus):
        if isinstance(hypothesis, Corpus):
            return paired_corpora(reference, hypothesis, partners)
        return paired_with_stream(reference, hypothesis, partners, streamed=1)
    if isinstance(hypothesis, Corpus):
        return paired_with_stream(hypothesis, reference, partners, streamed=0)
    return paired_streams(reference, hypothesis, partners)
