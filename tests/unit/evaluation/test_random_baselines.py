"""Figures of random baselines, which are means over their draws."""

import numpy as np
import pytest

from seamark.agreement.agree import agree
from seamark.evaluation.compare import compare
from seamark.segmenters.baselines import baselines
from tests.unit.evaluation.studies import study, with_system


@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
@pytest.mark.parametrize("name", ["random", "shuffled"])
@pytest.mark.parametrize("missing", [0.0, 0.5])
def test_figures_of_a_random_baseline_are_means_over_its_draws(name, coefficient, missing):
    humans, x = study(26, items=5, missing=missing)
    options = {"chance_count": "segments", "chance_average": "macro"}
    result = compare(humans, {"x": x}, "B", coefficient, draws=3, rng=4, **options)[name]
    draws = [dict(zip(humans, draw, strict=True)) for draw in baselines(humans, draws=3, rng=4)[name].draws]
    values = [agree(with_system(humans, one), "B", coefficient, **options).value for one in draws]
    assert result.value == pytest.approx(np.mean(values), abs=1e-12)
    assert result.change == pytest.approx(result.value - agree(humans, "B", coefficient, **options).value, abs=1e-12)
    boundaries = np.mean([len(one[item].positions) for one in draws for item in humans]) * len(humans)
    mean_human = sum(np.mean([len(one.positions) for one in humans[item].values()]) for item in humans)
    assert result.density == pytest.approx(boundaries / mean_human)
    each = [compare(humans, {"x": one}, "B", coefficient, baselines=False, **options)["x"] for one in draws]
    assert result.difference.value == pytest.approx(np.mean([one.difference.value for one in each]))
    assert result.win_rate == pytest.approx(np.mean([one.win_rate for one in each]))
    assert result.annotator_test is None
    assert result.lead is None
