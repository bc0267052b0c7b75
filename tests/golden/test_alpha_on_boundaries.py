"""Alpha on boundaries, worked out by hand and on corpora of people."""

import pytest
from tests.corpora import moonstone

import seamark as sm

POEM = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}}


def test_poem():
    assert sm.boundary_alpha(POEM).value == pytest.approx(67 / 125, abs=1e-15)
    result = sm.agree(POEM, coefficient="alpha")
    assert 1 - result.observed == pytest.approx(0.1, abs=1e-15)
    assert 1 - result.expected == pytest.approx(0.2544, abs=5e-5)
    assert result.value == pytest.approx(0.6069, abs=5e-5)
    # Of 30 judgements: alpha is pi + (1 - pi) / 30 in a complete design.
    nominal = sm.diagnose(POEM).prevalence.nominal_pi
    assert nominal == pytest.approx(0.52, abs=1e-12)
    assert sm.boundary_alpha(POEM).value == pytest.approx(nominal + (1 - nominal) / 30, abs=1e-12)


def test_stargazer():
    corpus = sm.datasets.stargazer()
    assert sm.agree(corpus).value == pytest.approx(0.7287, abs=5e-5)
    assert sm.agree(corpus, coefficient="alpha").value == pytest.approx(0.3673, abs=5e-5)
    assert sm.boundary_alpha(corpus).value == pytest.approx(0.3350, abs=5e-5)


def test_moonstone():
    corpus = moonstone()
    result = sm.agree(corpus)
    assert result.value == pytest.approx(0.9022, abs=5e-5)
    assert result.alpha == pytest.approx(0.3420, abs=5e-5)
    assert sm.agree(corpus, coefficient="alpha").value == result.alpha
    assert sm.boundary_alpha(corpus).value == pytest.approx(0.2922, abs=5e-5)
    assert sm.diagnose(corpus).prevalence.nominal_pi == pytest.approx(0.3152, abs=5e-5)
