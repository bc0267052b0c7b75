"""Pictures of corpora, alignments and scores; each function returns an altair chart.

Charts need the extra ``seamark[charts]``, which is loaded when the first chart is made. They show by themselves in a
notebook; ``save_chart`` writes them to a file without a network.
"""

from seamark.charts.agreement_dots import agreement
from seamark.charts.bars import bars
from seamark.charts.changes import evaluation
from seamark.charts.coder_lanes import lanes
from seamark.charts.heat_map import heatmap
from seamark.charts.pair_matrix import pairwise
from seamark.charts.plan_curves import plan
from seamark.charts.response_curves import response
from seamark.charts.saving import save_chart
from seamark.charts.scenarios import SCENARIOS, Scenario, full_misses, growing_mass, near_misses
from seamark.charts.span_density import span_density
from seamark.charts.span_links import span_alignment
from seamark.charts.two_lanes import alignment

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
