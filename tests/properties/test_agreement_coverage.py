"""Intervals of agreement hold the true value about as often as they say; slow."""

import pytest
from tests.properties.coverage import CELLS, METRICS, coverage

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("design", "units"), CELLS, ids=[f"{design}, {units}" for design, units in CELLS])
def test_95_percent_intervals_cover(design, units, metric):
    least = 0.89 if (design, units) == ("100 x 4", "both") else 0.91
    assert least <= coverage(design, units, metric, studies=1_000) <= 0.985


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(("design", "least"), [("20 x 5", 0.9), ("100 x 4", 0.92)])
def test_poisson_intervals_cover_with_more_items(design, least, metric):
    assert least <= coverage(design, "items", metric, studies=1_000, method="poisson") <= 0.985


@pytest.mark.parametrize("metric", METRICS)
def test_poisson_intervals_over_five_items_are_as_short_as_their_note_says(metric):
    assert 0.85 <= coverage("5 x 3", "items", metric, studies=1_000, method="poisson") <= 0.91
