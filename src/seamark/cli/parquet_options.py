"""Options of commands that read Parquet files in parts: columns, memory, and who does the work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click

from seamark.cli.options import Decorator
from seamark.io.parquet import MOST_BYTES

#: ``click.option``, or the same for options of one section.
_Option = Callable[..., Decorator[Any]]


def mass_option(option: _Option) -> Decorator[Any]:
    """The column that makes positions of lists."""
    return option(
        "--mass",
        metavar="COLUMN",
        help="Column with the number of units; lists are then boundary positions instead of segment sizes.",
    )


def working_options(option: _Option) -> tuple[Decorator[Any], ...]:
    """How much memory a column may take, and the threads or the cluster that work: the parameters ``most_bytes``,
    ``workers`` and ``cluster`` of the functions of ``seamark.scale``; None where nothing was said.
    """
    return (
        option(
            "--most-bytes",
            type=click.IntRange(min=1),
            metavar="N",
            help=f"Refuse columns that take more memory than this when decompressed [default: {MOST_BYTES}].",
        ),
        option(
            "--workers",
            type=click.IntRange(min=1),
            metavar="N",
            help="Number of threads, or of local workers with --dask local.",
        ),
        option(
            "--dask",
            "cluster",
            metavar="local|ADDRESS",
            callback=_cluster,
            help="Work on a Dask cluster, such as tcp://host:8786; local starts one on this machine.",
        ),
    )


def _cluster(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    if value is not None and value != "local" and "://" not in value:
        raise click.UsageError(f"--dask is {value!r}; expected local, or an address such as tcp://host:8786")
    return value


@contextmanager
def one_cluster(options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The same options for several calls, which share the cluster if there is one."""
    if options.get("cluster") is None:
        yield dict(options)
        return
    from seamark.scale.dask import dask_workers
    from seamark.scale.run import worker_count

    with dask_workers(options["cluster"], worker_count(options.get("workers"))) as found:
        yield {**options, "cluster": found.client}


def said(**options: Any) -> dict[str, Any]:
    """The options that were given."""
    return {name: value for name, value in options.items() if value is not None}
