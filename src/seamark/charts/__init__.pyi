"""Public names, each with its module; written by ``make stub``."""

from seamark.charts.boundaries import (
    alignment as alignment,
    heatmap as heatmap,
    lanes as lanes,
    series as series,
)
from seamark.charts.results import (
    agreement as agreement,
    pairwise as pairwise,
)
from seamark.charts.spans import (
    bars as bars,
    chunks as chunks,
    tags as tags,
    turns as turns,
)
from seamark.charts.theme import (
    save_chart as save_chart,
)
