"""Public names, each with its module; written by ``make stub``."""

from seamark.charts.boundaries import (
    alignment as alignment,
    heatmap as heatmap,
    lanes as lanes,
)
from seamark.charts.fields import (
    chunks as chunks,
    series as series,
    tags as tags,
    turns as turns,
)
from seamark.charts.results import (
    agreement as agreement,
    evaluation as evaluation,
    pairwise as pairwise,
    plan as plan,
)
from seamark.charts.spans import (
    bars as bars,
    span_alignment as span_alignment,
    span_density as span_density,
)
from seamark.charts.theme import (
    save_chart as save_chart,
)
