"""Figures with their resamples: differences and means."""

import math

import numpy as np
import pytest

from seamark.evaluation.drops import Figure, mean_of
from seamark.stats.bootstrap import Bootstrap


def figure(value, replicates):
    return Figure(value, Bootstrap(value, np.array(replicates), leave_one_out=(), seed=7))


def test_a_mean_is_taken_resample_by_resample():
    mean = mean_of([figure(0.1, [0.0, 0.2, 0.4]), figure(0.3, [0.2, 0.0, 0.0])])
    assert mean.value == pytest.approx(0.2)
    assert mean.bootstrap.replicates == pytest.approx([0.1, 0.1, 0.2])
    assert (mean.bootstrap.estimate, mean.bootstrap.seed) == (mean.value, 7)
    only = figure(0.1, [0.0, 0.2])
    assert mean_of([only]) is only


def test_a_difference_is_taken_resample_by_resample():
    gap = figure(0.3, [0.1, 0.2]).minus(figure(0.1, [0.1, 0.0]))
    assert gap.value == pytest.approx(0.2)
    assert gap.bootstrap.replicates == pytest.approx([0.0, 0.2])


def test_without_resamples():
    plain = mean_of([Figure(0.2, None), Figure(0.4, None)]).minus(Figure(0.1, None))
    assert plain.value == pytest.approx(0.2)
    assert plain.interval(0.95) is None
    assert math.isnan(plain.p_value)
