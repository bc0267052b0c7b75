"""``seamark score``: hypotheses against references."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast

import click

from seamark.cli.commands.score_forms import form_of
from seamark.cli.commands.score_parquet import score_tables, table_options
from seamark.cli.metric_options import metric_options, near_option
from seamark.cli.models import levels_option, metrics_or, model_compared, model_option, read_models
from seamark.cli.options import command, example, interval_options, output_options, refuse_options
from seamark.cli.output import Output
from seamark.cli.progress import progress
from seamark.cli.sources import (
    Reader,
    Stream,
    corpus_argument,
    reading_options,
)
from seamark.cli.together import metrics_on_grid, read_pair
from seamark.errors import MassMismatchError, UndefinedScoreError
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metrics
from seamark.metrics.score import DEFAULT_METRICS, DEFAULTS, ScoreBatches
from seamark.metrics.sums import AVERAGES, Average
from seamark.model.arrays import Model
from seamark.model.corpus import Corpus
from seamark.segmenters.baselines import Baseline
from seamark.segmenters.baselines import baselines as baselines_of
from seamark.stats.seeds import resolve_rng


@command(
    epilog=example(
        "seamark score reference.json system.json --metric S,B,windowdiff,pk",
        "seamark score gold.csv system.csv --metric windowdiff --convention nltk --average micro",
        "seamark score gold.csv system.csv --ci 0.95 --baselines --seed 7",
        "seamark score codings.json codings.json --coder ann,ben --json",
        "seamark score reference.lab estimated.lab --as labels",
        "seamark score reference.rttm system.rttm --metric der,jer",
        "seamark score pairs.parquet --reference ref --hypothesis hyp -o scores.parquet",
    )
)
@corpus_argument("files", "REF HYP | PAIRS", several=True)
@metric_options(",".join(DEFAULT_METRICS))
@near_option
@model_option()
@levels_option
@click.option(
    "--average",
    type=click.Choice(AVERAGES),
    default="macro",
    show_default=True,
    help="Overall score: the mean of the items' scores (macro), or the score of their summed counts (micro).",
)
@click.option(
    "--coder",
    metavar="NAME[,NAME]",
    help="The coder to score, if an item has several; of two names, the first is for REF and the second for HYP.",
)
@click.option("--allow-missing", is_flag=True, help="Leave out items that are in only one of the files.")
@click.option("--baselines", is_flag=True, help="Also score baselines, which ignore the text, and test against them.")
@interval_options()
@table_options
@reading_options
@output_options
def score(
    files: tuple[str, ...],
    metrics: tuple[Metric, ...],
    near: float | None,
    model: Model | None,
    levels: tuple[str, ...],
    average: Average,
    coder: str | None,
    allow_missing: bool,
    baselines: bool,
    interval: dict[str, Any],
    tables: dict[str, Any] | None,
    reader: Reader,
    output: Output,
) -> None:
    """Score hypotheses against references, item by item and overall.

    REF and HYP are files of any format that 'seamark formats' lists, or - for standard input; items are matched by
    name. Large JSONL files are read item by item: they may be larger than memory, if both have their items in about
    the same order.

    PAIRS are Parquet files, folders or patterns such as 'data/*.parquet'; --reference and --hypothesis name the columns
    with the two sides. They may be larger than memory.
    """
    if tables is not None:
        sections = ("Metric", "Pairs in Parquet", "Output")
        refuse_options("is not for tables of pairs", sections, ("average",), besides=("near",))
        score_tables(files, dict(as_metrics(metrics)), average, tables, output)
        return
    reference, hypothesis = names = _two(files)
    chosen = model_compared(metrics) if model is None else model
    sides: tuple[Any, Any]
    if chosen == "boundaries":
        sides = _paired(*read_pair(reader, reference, hypothesis, output), output=output)
        types = [label for side in sides for label in side.types]
    else:
        if baselines:
            raise click.UsageError(f"--baselines are of boundaries, not of {chosen}")
        one, other = read_models(reader, (reference, hypothesis), chosen, levels, output)
        sides = one, other
        types = []
        metrics = metrics_or(metrics, DEFAULTS[chosen])
    metrics = metrics_on_grid(metrics, near, output)
    if baselines:
        interval["rng"] = resolve_rng(interval["rng"])[1]
    batches = ScoreBatches(
        sides[0],
        sides[1],
        metrics,
        coder=_coder(coder),
        allow_missing=allow_missing,
        names=names,
        types=types,
        keep=interval["ci"] is not None or baselines,
        baselines=_baselines(cast("Corpus | Stream", sides[0]), _coder(coder), interval["rng"]) if baselines else None,
    )
    form = form_of(output, names)
    streams = [side for side in sides if isinstance(side, Stream)]
    with progress("scoring", _total(streams), quiet=output.quiet or not streams) as done, _lengths_of(output):
        for scores in batches:
            form.batch(scores)
            done(sum(stream.read for stream in streams))
    overall = batches.overall(average, **interval)
    form.end(overall, batches.remarks)
    for label, total in overall.items():
        if math.isnan(total.value):
            raise UndefinedScoreError(f"overall: {batches.metrics[label].why_undefined(total.counts)}")


@contextmanager
def _lengths_of(output: Output) -> Iterator[None]:
    """Say of recordings that differ in length, and of texts that are counted in other units, what helps."""
    try:
        yield
    except MassMismatchError as error:
        units = {reading["unit"] for reading in output.readings}
        if not units:
            raise
        advice = "--unit chooses the units in which texts are counted"
        if "time" in units:
            advice = "--trim SECONDS cuts lengths that differ by no more, --duration SECONDS tells them"
        raise MassMismatchError(f"{error}; {advice}") from None


def _paired(
    reference: Corpus | Stream, hypothesis: Corpus | Stream, *, output: Output
) -> tuple[Corpus | Stream, Corpus | Stream]:
    """The two sides; of two corpora with one item each, the items are a pair whatever they are called."""
    if not isinstance(reference, Corpus) or not isinstance(hypothesis, Corpus) or len(reference) + len(hypothesis) > 2:
        return reference, hypothesis
    (item,), (other,) = reference.item_names, hypothesis.item_names
    if item == other:
        return reference, hypothesis
    output.remark(f"item {other!r} is scored against item {item!r}: each file holds one")
    codings = hypothesis.codings
    coders = [hypothesis.coder_names[number] for number in hypothesis.coder_index.tolist()]
    return reference, Corpus.from_columns([item] * len(coders), coders, codings)


def _baselines(
    reference: Corpus | Stream, coder: str | tuple[str, ...] | None, seed: int | None
) -> Mapping[str, Baseline]:
    """Baselines that cut as finely as the reference."""
    if isinstance(reference, Stream):
        raise click.UsageError("--baselines needs a reference that fits into memory; this one is read item by item")
    name = coder[0] if isinstance(coder, tuple) else coder
    chosen = reference if name is None or name not in reference.coder_names else reference.subset(coders=[name])
    return baselines_of(chosen, rng=seed)


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


def _coder(coder: str | None) -> str | tuple[str, ...] | None:
    """One name, or the coder in REF and the one in HYP."""
    names = tuple((coder or "").split(","))
    if len(names) > 2 or (coder is not None and "" in names):
        raise click.UsageError(f"--coder is {coder!r}; expected one name, or two with a comma between them")
    return names if len(names) == 2 else coder
