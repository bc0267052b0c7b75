"""``seamark metrics``: what can be measured."""

from __future__ import annotations

from typing import Any

from seamark.base.results import Table
from seamark.cli import options
from seamark.cli.options import command, example
from seamark.cli.output import Answer, Output
from seamark.metrics.names import METRICS, option_names


@command(epilog=example("seamark metrics"))
@options.output_options
def metrics(output: Output) -> None:
    """List the metrics and their options.

    The best value is the value of two equal segmentations. A metric that is not symmetric takes the reference first. A
    metric for one boundary type refuses a corpus with several. Metrics compare boundaries, segments with labels, levels
    of segments, or spans with gaps and overlaps.
    """
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
