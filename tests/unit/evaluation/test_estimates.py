"""Estimates with their resamples, and the draws of random baselines."""

import math

import numpy as np
import pytest

from seamark.agreement import agree
from seamark.evaluation.compare import compare
from seamark.evaluation.estimates import Estimate
from seamark.segmenters.baselines import baselines
from seamark.stats import multiplicities
from seamark.stats.bootstrap import Bootstrap
from tests.unit.evaluation.studies import change_in_place, repeated, study, with_system


def estimate(value, replicates):
    return Estimate(value, Bootstrap(value, np.array(replicates), leave_one_out=(), seed=7))


def test_a_difference_is_taken_resample_by_resample():
    gap = estimate(0.3, [0.1, 0.2]).minus(estimate(0.1, [0.1, 0.0]))
    assert gap.value == pytest.approx(0.2)
    assert gap.bootstrap.replicates == pytest.approx([0.0, 0.2])


def test_without_resamples():
    plain = Estimate(0.3, None).minus(Estimate(0.1, None))
    assert plain.value == pytest.approx(0.2)
    assert plain.interval(0.95) is None
    assert math.isnan(plain.p_value)


@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
@pytest.mark.parametrize("name", ["random", "shuffled"])
@pytest.mark.parametrize("missing", [0.0, 0.5])
def test_figures_of_a_random_baseline_are_means_over_its_draws(name, coefficient, missing):
    humans, x = study(26, items=5, missing=missing)
    options = {"chance_count": "segments", "chance_average": "macro"}
    result = compare(humans, {"x": x}, "B", coefficient, draws=3, resamples=20, rng=4, **options)[name]
    draws = [dict(zip(humans, draw, strict=True)) for draw in baselines(humans, draws=3, rng=4)[name].draws]

    def mean_change(corpus, systems):
        values = [agree(with_system(corpus, one), "B", coefficient, **options).value for one in systems]
        return np.mean(values) - agree(corpus, "B", coefficient, **options).value

    assert result.change == pytest.approx(mean_change(humans, draws), abs=1e-12)
    changes = []
    for times in multiplicities(len(humans), 20, rng=4):
        drawn = repeated(humans, times)
        changes.append(mean_change(drawn, [{item: one[item.split()[0]] for item in drawn} for one in draws]))
    expected = np.quantile(changes, [0.025, 0.975])
    assert list(result.interval) == pytest.approx(expected.tolist(), abs=1e-12)
    boundaries = np.mean([len(one[item].positions) for one in draws for item in humans]) * len(humans)
    mean_human = sum(np.mean([len(one.positions) for one in humans[item].values()]) for item in humans)
    assert result.density == pytest.approx(boundaries / mean_human)


def test_a_random_baseline_takes_places_with_its_first_ten_draws():
    humans, x = study(27, items=5)
    found = compare(humans, {"x": x}, draws=12, resamples=1, rng=4)["random"].in_places
    draws = [dict(zip(humans, draw, strict=True)) for draw in baselines(humans, draws=12, rng=4)["random"].draws]
    for name in humans.coder_names:
        expected = np.mean([change_in_place(humans, one, name) for one in draws[:10]])
        assert found[name] == pytest.approx(expected, abs=1e-12)
