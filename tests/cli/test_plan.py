"""``seamark plan``: tables, document, chart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import seamark as sm
from tests.cli.running import Within

RATES = ("--boundary-rate", "0.12", "--hit", "0.75", "--false-alarm", "0.02", "--coder-sd", "0.6", "--units", "60")


@pytest.fixture
def pilot(seamark: Within) -> str:
    sm.save(sm.CoderRates(units=20).drawn(5, 4, np.random.default_rng(1)), "pilot.json")
    return "pilot.json"


def test_the_document_is_the_result(seamark: Within, pilot: str) -> None:
    ran = seamark("plan", pilot, "--width", "0.3", "--cost-coder", "20", "--no-learning", "--json")
    assert (ran.code, ran.err) == (0, "")
    expected = sm.plan(sm.load(pilot), target_width=0.3, costs=sm.Costs(coder=20.0), learning=False)
    assert ran.json == {"seamark": sm.__version__, **expected.to_dict()}


def test_the_tables(seamark: Within, pilot: str) -> None:
    ran = seamark("plan", pilot, "--width", "0.5", "--items", "10,20", "--coders", "3,6", "--seed", "5")
    assert ran.code == 0
    found = sm.plan(sm.load(pilot), target_width=0.5, items=(10, 20), coders=(3, 6), rng=5)
    assert f"3 coders     {found.design(10, 3).width:.4f}     {found.design(20, 3).width:.4f}" in ran.out
    assert "Cheapest designs with a width of at most 0.5" in ran.out
    assert "of the consensus of so many coders to further coders" in ran.out
    assert found.verdict in ran.out


def test_rates_instead_of_a_pilot(seamark: Within) -> None:
    ran = seamark("plan", *RATES, "--seed", "5", "--csv")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "items,coders,cost,standard_error,low,high,width"
    assert len(ran.out.splitlines()) == 1 + 6 * 8


def test_a_chart(seamark: Within, pilot: str) -> None:
    pytest.importorskip("altair")
    ran = seamark("plan", pilot, "--width", "0.3", "--chart", "plan.svg", "--no-learning")
    assert ran.code == 0
    assert "chart -> plan.svg" in ran.out
    assert "20 coders" in Path("plan.svg").read_text(encoding="utf-8")
