"""``seamark compare`` for systems that stand in tables: Parquet files with a column for each system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

from seamark.cli.options import bundle, option_in
from seamark.cli.output import Output
from seamark.cli.parquet_options import mass_option, one_cluster, said, working_options
from seamark.cli.progress import progress
from seamark.evaluation.system_result import SystemComparison
from seamark.metrics.base import Metric

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
