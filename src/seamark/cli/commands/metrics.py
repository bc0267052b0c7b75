"""``seamark metrics``: what can be measured."""

from __future__ import annotations

from seamark.cli.options import command, example, output_options
from seamark.cli.output import Answer, Output
from seamark.metrics.names import option_names
from seamark.metrics.registry import METRICS
from seamark.text_table import Table


@command(epilog=example("seamark metrics"))
@output_options
def metrics(output: Output) -> None:
    """List the metrics and their options.

    The best value is the value of two equal segmentations. A metric that is not symmetric takes the reference first. A
    metric for one boundary type refuses a corpus with several. Metrics compare boundaries, segments with labels, levels
    of segments, or spans with gaps and overlaps.
    """
    infos = [(metric.info, option_names(metric)) for metric in METRICS.values()]
    header = ("name", "measures", "best", "worst", "symmetric", "types", "compares", "options", "source")
    rows = [
        (
            info.name,
            info.title,
            info.best,
            info.worst,
            info.symmetric,
            "several" if info.several_types else "one",
            " ".join(info.models),
            " ".join(options),
            info.citation,
        )
        for info, options in infos
    ]
    records = [
        dict(zip(header, row, strict=True)) | {"options": options}
        for row, (_, options) in zip(rows, infos, strict=True)
    ]
    for_people = [(*row[:2], f"{row[2]:g}", f"{row[3]:g}".replace("inf", "∞"), *row[4:]) for row in rows]
    output.show(Answer({"metrics": records}, [Table(header, for_people)], Table(header, rows)))
