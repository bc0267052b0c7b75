"""Intervals of agreement hold the true value about as often as they say; slow."""

import pytest
from tests.properties.coverage import CELLS, METRICS, coverage

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("design", "units"), CELLS, ids=[f"{design}, {units}" for design, units in CELLS])
def test_95_percent_intervals_cover(design, units, metric):
    least = 0.89 if (design, units) == ("100 x 4", "both") else 0.91
    assert least <= coverage(design, units, metric, studies=1_000) <= 0.985


def test_the_bootstrap_over_many_items_covers():
    assert 0.90 <= coverage("100 x 4", "items", "S", studies=400, method="percentile") <= 0.98
