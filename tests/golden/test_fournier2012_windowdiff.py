"""WindowDiff in Fournier & Inkpen 2012: Figures 5a and 5c at every point."""

import math

import numpy as np
import pytest

import seamark as sm
from seamark.reproduce.paper import published

HALF_A_DIGIT = 0.5e-4 + 1e-12


def points(name: str) -> list[dict[str, float]]:
    return [{key: float(value) for key, value in row.items()} for row in published(name)]


FIGURE_5A, FIGURE_5C = points("figure5a"), points("figure5c")


def test_every_point_is_there():
    assert [point["full_misses"] for point in FIGURE_5A] == list(range(98))
    assert [point["mass"] for point in FIGURE_5C] == list(range(4, 101))


@pytest.mark.parametrize("point", FIGURE_5A, ids=lambda point: f"{point['full_misses']:.0f}")
def test_figure_5a(point):
    """A hundred units cut into ever more segments, of which the reference has the first and the rest."""
    hypothesis = [len(part) for part in np.array_split(range(100), int(point["full_misses"]) + 2)]
    reference = [hypothesis[0], 100 - hypothesis[0]]
    value = 1 - sm.window_diff(reference, hypothesis, k=25, convention="fournier2012")
    assert value == pytest.approx(point["one_minus_wd"], abs=HALF_A_DIGIT)
    assert sm.similarity(reference, hypothesis) == pytest.approx(point["s"], abs=HALF_A_DIGIT)


@pytest.mark.parametrize("point", FIGURE_5C, ids=lambda point: f"{point['mass']:.0f}")
def test_figure_5c(point):
    """One match and one full miss in ever longer texts: [m/4, 3m/4] against [m/4, m/4, m/2]."""
    mass = int(point["mass"])
    quarter = mass // 4
    reference, hypothesis = [quarter, mass - quarter], [quarter, quarter, mass - 2 * quarter]
    result = sm.WindowDiff(convention="fournier2012").compare(reference, hypothesis)
    assert 1 - result.value == pytest.approx(point["one_minus_wd"], abs=HALF_A_DIGIT)
    assert sm.similarity(reference, hypothesis) == pytest.approx(point["s"], abs=HALF_A_DIGIT)
    k = int(result.signature["k"].partition("=")[2])
    assert k == max(2, math.floor(mass / 4 + 0.5))
    assert k / mass == pytest.approx(point["k_over_m"], abs=HALF_A_DIGIT)
