"""WindowDiff in Fournier & Inkpen 2012: Figures 5a and 5c at every point, and the examples worked in the text."""

from __future__ import annotations

import math

import numpy as np
import pytest

import seamark as sm
from seamark.reproduce.published import published

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


#: reference, hypothesis, 1 - WindowDiff as printed
WORKED = [
    pytest.param([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2], 0.6154, id="boundary sets"),
    pytest.param([14], [1] * 14, 0.0, id="minimal against maximal"),
    pytest.param([1] * 14, [14], 0.0, id="maximal against minimal"),
    pytest.param([1, 2, 2, 2, 4, 2, 1], [1, 2, 8, 2, 1], 0.8462, id="full misses"),
    pytest.param([6, 8], [7, 7], 0.8182, id="near miss"),
]


@pytest.mark.parametrize(("reference", "hypothesis", "printed"), WORKED)
def test_worked_example(reference, hypothesis, printed):
    value = 1 - sm.window_diff(reference, hypothesis, convention="fournier2012")
    assert value == pytest.approx(printed, abs=HALF_A_DIGIT)
