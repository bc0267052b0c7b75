import pytest
import scipy.stats

from seamark.stats.student_t import critical_t


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 9, 10, 19, 30, 99, 1000, 9999])
@pytest.mark.parametrize("level", [0.1, 0.5, 0.9, 0.95, 0.99, 0.9999])
def test_critical_values_are_scipys(degrees, level):
    assert critical_t(level, degrees) == pytest.approx(scipy.stats.t.ppf((1 + level) / 2, degrees), rel=1e-8)
