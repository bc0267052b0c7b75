"""Pictures of corpora, alignments and scores; each function returns an altair chart.

Charts need the extra ``seamark[charts]``, which is loaded when the first chart is made. They show by themselves in a
notebook; ``save_chart`` writes them to a file without a network.
"""

from seamark.charts.boundaries import alignment, heatmap, lanes
from seamark.charts.curves import SCENARIOS, Scenario, full_misses, growing_mass, near_misses, plan, response
from seamark.charts.results import agreement, evaluation, pairwise
from seamark.charts.spans import bars, span_alignment, span_density
from seamark.charts.theme import save_chart

__all__ = [
    "SCENARIOS",
    "Scenario",
    "agreement",
    "alignment",
    "bars",
    "evaluation",
    "full_misses",
    "growing_mass",
    "heatmap",
    "lanes",
    "near_misses",
    "pairwise",
    "plan",
    "response",
    "save_chart",
    "span_alignment",
    "span_density",
]
