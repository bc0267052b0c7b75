"""``seamark compare``: segmenters beside a group of humans, or scored against one reference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

from seamark.agreement.chance import CoefficientName
from seamark.base.results import Table
from seamark.cli.exits import naming_file
from seamark.cli.inputs import Reader, corpus_argument, reading_options
from seamark.cli.options import (
    bundle,
    choice_option,
    coefficient_option,
    command,
    example,
    interval_options,
    mass_option,
    metric_options,
    near_option,
    one_cluster,
    option_in,
    output_options,
    refuse_options,
    said,
    working_options,
)
from seamark.cli.output import Answer, Output, progress
from seamark.cli.pair_inputs import (
    levels_option,
    metrics_on_grid,
    metrics_or,
    model_compared,
    model_option,
    read_study,
    read_systems,
)
from seamark.evaluation.compare import compare as compare_with_humans
from seamark.evaluation.human_comparison import Evaluation
from seamark.evaluation.systems import SystemComparison, compare_systems
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metrics
from seamark.metrics.score import DEFAULTS
from seamark.model.codings import Kind
from seamark.model.corpus import number_of_pairs
from seamark.stats.resampling import resolve_rng
from seamark.stats.significance import Correction

_FEWEST_SYSTEMS = 2


def _chosen(reference: str | None, columns: tuple[str, ...], **more: Any) -> dict[str, Any] | None:
    """The parameters of ``compare_systems_parquet``; None when no columns are named."""
    given = said(**more)
    if reference is None and not columns:
        if given:
            raise click.UsageError("options for tables of systems need --reference and --system, two columns or more")
        return None
    if reference is None or not columns:
        raise click.UsageError("--reference and --system go together: the columns to compare")
    if len(columns) < _FEWEST_SYSTEMS:
        raise click.UsageError(
            f"--system names one column, {columns[0]!r}, which 'seamark score' scores; expected two or more"
        )
    used = [reference, *columns]
    for name in used:
        if used.count(name) > 1:
            raise click.UsageError(f"column {name!r} is named twice; expected one for the reference and each system")
    return {"reference": reference, "systems": columns, **given}


_option = option_in("Systems in Parquet")

system_options = bundle(
    "tables",
    _chosen,
    _option("--item", metavar="COLUMN", help="Column with the names of the items [default: item]."),
    _option("--reference", metavar="COLUMN", help="Column with the references."),
    _option(
        "--system",
        "columns",
        multiple=True,
        metavar="COLUMN",
        help="Column with the segmentations of a system, after which it is named; to be given for each system.",
    ),
    mass_option(_option),
    *working_options(_option),
)


def compare_tables(
    files: Sequence[str],
    metrics: Iterable[tuple[str, Metric]],
    tables: Mapping[str, Any],
    paired: Mapping[str, Any],
    output: Output,
) -> dict[str, SystemComparison]:
    """Compare the systems in the files under every metric."""
    from seamark.scale import compare_systems_parquet  # loads pyarrow

    with one_cluster(tables) as options, progress("comparing", None, quiet=output.quiet, rate="rows") as done:
        return {
            label: compare_systems_parquet(list(files), metric=metric, progress=done, **options, **paired)
            for label, metric in metrics
        }


# ---------------------------- ``seamark compare``: segmenters beside a group of humans, or scored against one reference


@command(
    epilog=example(
        "seamark compare humans.json texttiling.json chunks.json --margin 0.05",
        "seamark compare humans.json mine=runs/17.json other=runs/18.json --pairwise",
        "seamark compare gold.json mine.json other.json --metric B,windowdiff",
        "seamark compare gold/ mine/ other/ --as spans --metric der,jer",
        "seamark compare systems.parquet --reference gold --system mine --system other --metric B",
    )
)
@corpus_argument("files", "HUMANS SYSTEM... | TABLE...", several=True)
@metric_options("S,B")
@near_option
@model_option()
@levels_option
@coefficient_option
@click.option(
    "--margin",
    type=click.FloatRange(min=0),
    metavar="SIZE",
    help="How far below a human a system may be, in similarity, and still count as no worse.",
)
@click.option(
    "--epsilon",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.1,
    show_default=True,
    metavar="SHARE",
    help="Alternative annotator test: by how much more often a human may win.",
)
@click.option(
    "--baselines/--no-baselines",
    default=True,
    show_default=True,
    help="Also evaluate baselines, which place boundaries without reading the text.",
)
@click.option("--pairwise", is_flag=True, help="Also compare the systems with each other, item by item.")
@choice_option("--correction", Correction, default="holm", help="Correction of p-values for the number of pairs.")
@interval_options(ci=0.95)
@system_options
@reading_options
@output_options
def compare(
    files: tuple[str, ...],
    metrics: tuple[Metric, ...],
    near: float | None,
    model: Kind | None,
    levels: tuple[str, ...],
    coefficient: CoefficientName,
    margin: float | None,
    epsilon: float,
    baselines: bool,
    pairwise: bool,
    correction: Correction,
    interval: dict[str, Any],
    tables: dict[str, Any] | None,
    reader: Reader,
    output: Output,
) -> None:
    """Say whether segmenters are as good as the humans of a corpus.

    Each SYSTEM is compared like for like with every human: its similarity to the other humans, minus that of the human
    to the same others. Beside this stand its rank among the people, how often it wins, and the change of agreement when
    it joins the humans. A system is named after its file, or as in NAME=FILE; a file with several coders holds a system
    for each. A system need not have all items.

    If HUMANS holds one reference per item, systems and baselines are scored against it and compared with each other.
    Labels, levels and spans (--as) are always compared so, without baselines, with the mean over several references.

    TABLE is a Parquet file with a row per item, a folder or a pattern such as 'data/*.parquet'; --reference and
    --system name the columns with the reference and with each system. It may be larger than memory: intervals and tests
    are over 1,024 blocks of items.
    """
    seed = resolve_rng(interval["rng"])[1]
    paired: dict[str, Any] = {**interval, "correction": correction, "rng": seed}
    if tables is not None:
        sections = ("Metric", "Interval", "Systems in Parquet", "Output")
        refuse_options("is not for tables of systems", sections, ("correction",), besides=("near",))
        output.show(_answer({}, compare_tables(files, as_metrics(metrics), tables, paired, output)))
        return
    humans, systems = _humans_and_systems(files)
    chosen = model_compared(metrics) if model is None else model
    corpus: Mapping[str, Mapping[str, Any]]
    segmenters: Mapping[str, Mapping[str, Any]]
    if chosen == "boundaries":
        corpus, segmenters, _ = study = read_study(reader, output, humans, systems)
        one_reference = number_of_pairs(study.humans.item_index) == 0
    else:
        corpus, segmenters = read_systems(reader, humans, systems, chosen, levels, output)
        metrics, one_reference, baselines = metrics_or(metrics, DEFAULTS[chosen]), True, False
        if len(segmenters) == 1:
            raise click.UsageError(f"one system of {chosen} is scored by 'seamark score'; compare takes two or more")
    metrics = metrics_on_grid(metrics, near, output)
    if one_reference and margin is not None:
        why = "no item has two codings to compare" if chosen == "boundaries" else f"{chosen} are compared without them"
        raise click.UsageError(f"--margin is about humans, but {why}")
    if pairwise and len(segmenters) == 1:
        raise click.UsageError("--pairwise needs at least two systems")
    evaluations, comparisons = {}, {}
    with naming_file(humans), progress("comparing", None, quiet=output.quiet):
        for label, metric in as_metrics(metrics):
            if not one_reference:
                evaluations[label] = compare_with_humans(
                    corpus,
                    segmenters,
                    metric,
                    coefficient,
                    margin=margin,
                    epsilon=epsilon,
                    baselines=baselines,
                    ci=interval["ci"],
                    rng=seed,
                )
            if pairwise or one_reference:
                with_floor = baselines and one_reference
                comparisons[label] = compare_systems(corpus, segmenters, metric, baselines=with_floor, **paired)
    output.show(_answer(evaluations, comparisons))


def _humans_and_systems(files: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    if len(files) == 1:
        table = "; a table of systems needs --reference and --system" if files[0].endswith(".parquet") else ""
        raise click.UsageError(f"missing argument 'SYSTEM...'{table}")
    return files[0], files[1:]


def _answer(evaluations: Mapping[str, Evaluation], comparisons: Mapping[str, SystemComparison]) -> Answer:
    document = {
        name: {label: result.to_dict() for label, result in results.items()}
        for name, results in (("evaluations", evaluations), ("pairwise", comparisons))
        if results
    }
    tables = [result.table() for result in evaluations.values()]
    for result in comparisons.values():
        tables += [*([] if evaluations else [result.scores_table()]), result.table()]
    notes: list[str] = []
    for label, evaluation in evaluations.items():
        notes += _said(label, [f"{name}: {sentence}" for name, sentence in evaluation.conclusions.items()])
        notes += [*_said(label, evaluation.notes), str(evaluation.signature)]
    for label, comparison in comparisons.items():
        sentences = [] if evaluations else comparison.conclusions
        notes += [*_said(label, [*sentences, *comparison.notes]), str(comparison.signature)]
    rows = [{"metric": label, **row} for label, result in (evaluations or comparisons).items() for row in result.rows()]
    return Answer(document, tables, Table.of_rows(rows), notes)


def _said(label: str, sentences: Sequence[str]) -> list[str]:
    """Sentences about one of several metrics."""
    return [f"{label}: {sentence}" for sentence in sentences]
