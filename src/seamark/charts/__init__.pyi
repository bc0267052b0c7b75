"""Public names, each with its module; written by ``make stub``."""

from seamark.charts.boundaries import (
    alignment as alignment,
    heatmap as heatmap,
    lanes as lanes,
)
from seamark.charts.curves import (
    SCENARIOS as SCENARIOS,
    Scenario as Scenario,
    full_misses as full_misses,
    growing_mass as growing_mass,
    near_misses as near_misses,
    plan as plan,
    response as response,
)
from seamark.charts.results import (
    agreement as agreement,
    evaluation as evaluation,
    pairwise as pairwise,
)
from seamark.charts.spans import (
    bars as bars,
    span_alignment as span_alignment,
    span_density as span_density,
)
from seamark.charts.theme import (
    save_chart as save_chart,
)
