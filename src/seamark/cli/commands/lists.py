"""Commands that look something up: ``seamark metrics``, ``formats`` and ``doctor``."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from seamark.base.results import Cell, Table
from seamark.base.version import __version__
from seamark.cli import options
from seamark.cli.options import command, option
from seamark.cli.output import Answer, Output
from seamark.io import known_formats
from seamark.kernels.columns import features
from seamark.metrics.names import METRICS, option_names
from seamark.tasks.declared import TASKS

#: One line of a package's requirements: the name, the least version, and the extra that asks for it.
_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[[^]]*\])?(?:>=([\w.]+))?(?:; extra == ['\"](\w+)['\"])?\Z")
#: Extras that users do not choose for what they can do: everything, and what developers need.
_NOT_SHOWN = ("all", "dev", "docs", "slow")
#: Extras for training loops and for Spark, which are large: `doctor` does not suggest them.
_ON_DEMAND = ("evaluate", "sklearn", "spark", "torchmetrics")
#: Shown instead of an extra for required packages.
_ALWAYS = "seamark itself"


def _show(output: Output, name: str, records: Sequence[dict[str, Any]], notes: Sequence[str] = ()) -> None:
    """Records as JSON has them, and as a table."""
    table = Table.of_rows([{key: _cell(value) for key, value in record.items()} for record in records])
    output.show(Answer(lambda: {name: records}, [table], table, notes))


def _cell(value: Any) -> Cell:
    """A list as its entries, and a number as short as it can be."""
    if isinstance(value, (list, tuple)):
        return ", ".join(value)
    return f"{value:g}" if isinstance(value, float) else value


@command("seamark metrics", "seamark metrics --tasks")
def metrics(
    tasks: bool = option("--tasks", "List the tasks instead: what each reads, and which numbers it prints."),
    output: Output = options.output_options,
) -> None:
    """List the metrics and their options, or the tasks of --task.

    The best value is the value of two equal segmentations. A metric that is not symmetric takes the reference first. A
    metric for one boundary type refuses a corpus with several. Metrics compare boundaries, segments with labels, levels
    of segments, or spans with gaps and overlaps. The first number of a task is the leading one.
    """
    if tasks:
        of_tasks: list[dict[str, Any]] = [
            {
                "name": task.name,
                "about": task.title,
                "reads": task.kind,
                "unit": task.unit,
                "numbers": list(task.metrics),
                "average": task.average,
                "other ends": task.ends,
                "source": task.source,
            }
            for task in TASKS.values()
        ]
        _show(output, "tasks", of_tasks, [f"{task.name}: {task.note}" for task in TASKS.values() if task.note])
        return
    of_metrics: list[dict[str, Any]] = [
        {
            "name": metric.info.name,
            "measures": metric.info.title,
            "best": metric.info.best,
            "worst": metric.info.worst,
            "symmetric": metric.info.symmetric,
            "types": "several" if metric.info.several_types else "one",
            "compares": " ".join(metric.info.kinds),
            "options": option_names(metric),
            "source": metric.info.citation,
        }
        for metric in METRICS.values()
    ]
    _show(output, "metrics", of_metrics)


@command("seamark formats")
def formats(output: Output = options.output_options) -> None:
    """List the file formats that can be read and written.

    The format of a file is recognised by its content, then by its suffix; --from and --to name one. Formats that count
    characters or seconds are placed on a grid of units: see --unit and --resolution.
    """
    records: list[dict[str, Any]] = [
        {
            "name": format.name,
            "read": True,
            "write": format.writable,
            "counts": format.measure,
            "suffixes": format.suffixes,
            "what it is": format.title,
            "needs": format.needs,
        }
        for format in known_formats()
    ]
    _show(output, "formats", records)


@command("seamark doctor", "seamark doctor --json")
def doctor(output: Output = options.output_options) -> None:
    """Show versions, how the kernel was compiled, and which extras are installed.

    Add the output when you report a bug.
    """
    facts = {
        "seamark": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": platform.platform(),
        "processor": f"{platform.machine()}, {os.cpu_count()} cores",
        "kernel": Path(str(sys.modules["seamark._kernel"].__file__)).name,
        **{name.replace("_", " "): found for name, found in features().items()},
    }
    packages = required_packages()
    told = (_ALWAYS, *_ON_DEMAND)
    missing = dict.fromkeys(row["for"] for row in packages if row["version"] is None and row["for"] not in told)
    notes = [f"pip install 'seamark[{','.join(missing)}]' installs what is missing"] if missing else []
    about = Table.of_rows([{"what": name, "found": found} for name, found in facts.items()])
    needed = Table.of_rows(packages)
    output.show(Answer(lambda: {"about": facts, "packages": packages}, [about, needed], needed, notes))


def required_packages() -> list[dict[str, Any]]:
    """Every package that Seamark or one of its extras asks for, with the version that is installed."""
    rows = []
    for line in metadata.requires("seamark") or ():
        found = _REQUIREMENT.match(line)
        if found is None or found[3] in _NOT_SHOWN:
            continue
        name, least, extra = found.groups()
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            version = None
        rows.append({"package": name, "for": extra or _ALWAYS, "least": least, "version": version})
    return rows
