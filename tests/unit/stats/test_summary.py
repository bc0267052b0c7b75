import math
import statistics

import numpy as np
import pytest

from seamark.errors import InputError
from seamark.stats import summarise

VALUES = [0.31, 0.9, 0.12, 0.55, 0.55, 0.78, 1.0, 0.0]


def test_figures_are_those_of_the_standard_library():
    summary = summarise(VALUES)
    quartiles = statistics.quantiles(VALUES, n=4, method="inclusive")
    assert summary.n == 8
    assert summary.undefined == 0
    assert summary.mean == pytest.approx(statistics.fmean(VALUES))
    assert summary.population_std == pytest.approx(statistics.pstdev(VALUES))
    assert summary.sample_std == pytest.approx(statistics.stdev(VALUES))
    assert [summary.first_quartile, summary.median, summary.third_quartile] == pytest.approx(quartiles)
    assert (summary.minimum, summary.maximum) == (0.0, 1.0)


def test_undefined_scores_are_counted_and_left_out():
    with_gaps = summarise([math.nan, *VALUES, math.nan])
    assert (with_gaps.n, with_gaps.undefined) == (8, 2)
    assert with_gaps.mean == summarise(VALUES).mean


def test_one_score_has_no_sample_deviation():
    summary = summarise([0.4])
    assert (summary.mean, summary.population_std, summary.median) == (0.4, 0.0, 0.4)
    assert math.isnan(summary.sample_std)


@pytest.mark.parametrize("values", [[], [math.nan, math.nan]])
def test_no_scores_have_no_figures(values, recwarn):
    summary = summarise(values)
    assert (summary.n, summary.undefined) == (0, len(values))
    figures = [
        summary.mean,
        summary.population_std,
        summary.sample_std,
        summary.minimum,
        summary.median,
        summary.maximum,
    ]
    assert all(map(math.isnan, figures))
    assert len(recwarn) == 0


def test_a_table_is_refused():
    with pytest.raises(InputError, match="expected one dimension"):
        summarise(np.ones((2, 2)))
