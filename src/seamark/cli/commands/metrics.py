"""``seamark metrics``: what can be measured."""

from __future__ import annotations

from typing import Any

from seamark.base.results import Table
from seamark.cli import options
from seamark.cli.options import command, example, option
from seamark.cli.output import Answer, Output
from seamark.metrics.names import METRICS, option_names
from seamark.tasks.declared import TASKS


@command(epilog=example("seamark metrics", "seamark metrics --tasks"))
@option("--tasks", "List the tasks instead: what each reads, and which numbers it prints.")
@options.output_options
def metrics(tasks: bool, output: Output) -> None:
    """List the metrics and their options, or the tasks of --task.

    The best value is the value of two equal segmentations. A metric that is not symmetric takes the reference first. A
    metric for one boundary type refuses a corpus with several. Metrics compare boundaries, segments with labels, levels
    of segments, or spans with gaps and overlaps. The first number of a task is the one that leads.
    """
    if tasks:
        _show_tasks(output)
        return
    records: list[dict[str, Any]] = [
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
    rows = [{**record, "options": " ".join(record["options"])} for record in records]
    ends = [{end: f"{row[end]:g}".replace("inf", "∞") for end in ("best", "worst")} for row in rows]
    shown = Table.of_rows([row | end for row, end in zip(rows, ends, strict=True)])
    output.show(Answer({"metrics": records}, [shown], Table.of_rows(rows)))


def _show_tasks(output: Output) -> None:
    records: list[dict[str, Any]] = [
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
    table = Table.of_rows([{**record, "numbers": ", ".join(record["numbers"])} for record in records])
    notes = [f"{task.name}: {task.note}" for task in TASKS.values() if task.note]
    output.show(Answer({"tasks": records}, [table], table, notes))
