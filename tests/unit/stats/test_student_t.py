import pytest
import scipy.stats

from seamark.stats.intervals import critical_t, probability_inside


@pytest.mark.parametrize("degrees", [0.7, 1, 1.5, 2, 2.5, 3, 4, 5, 9, 10, 19, 30.3, 99, 1000, 9999])
@pytest.mark.parametrize("level", [0.1, 0.5, 0.9, 0.95, 0.99, 0.9999])
def test_critical_values_are_scipys(degrees, level):
    assert critical_t(level, degrees) == pytest.approx(scipy.stats.t.ppf((1 + level) / 2, degrees), rel=1e-8)


@pytest.mark.parametrize("degrees", [0.7, 1, 2.5, 30, 1e5])
@pytest.mark.parametrize("t", [0.0, 0.1, 1.0, 2.0, 5.0, 50.0])
def test_probabilities_are_scipys(degrees, t):
    assert probability_inside(t, degrees) == pytest.approx(1 - 2 * scipy.stats.t.sf(t, degrees), abs=1e-10)
