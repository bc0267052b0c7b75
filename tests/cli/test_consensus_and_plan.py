"""``seamark consensus`` and ``seamark plan``: by their output, and by what they write."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

import seamark as sm
from tests.cli.running import Within, corpus_file

V = sm.__version__

CODINGS = {"poem": {"ann": [4, 6], "ben": [5, 5], "cat": [6, 4]}, "song": {"ann": [2, 3], "ben": [2, 3]}}


@pytest.fixture(autouse=True)
def codings(seamark: Within) -> None:
    corpus_file(Path("codings.json"), CODINGS)


def test_the_table(seamark: Within) -> None:
    ran = seamark("consensus", "codings.json")
    assert (ran.code, ran.err) == (0, "")
    assert [line.split() for line in ran.out.splitlines()[2:4]] == [
        ["poem", "10", "3", "1", "0.6667", "ben", "0.6667"],
        ["song", "5", "2", "1", "1.0000", "ann", "1.0000"],
    ]
    assert "a local optimum" in ran.out


def test_the_document_is_the_result(seamark: Within) -> None:
    ran = seamark("consensus", "codings.json", "--by", "model", "--json")
    assert ran.json == {"seamark": V, **sm.consensus(CODINGS, "model").to_dict()}


def test_gold_and_disputed_places_are_written(seamark: Within) -> None:
    ran = seamark("consensus", "codings.json", "-o", "gold.json", "--disputed", "disputed.csv", "--quiet")
    assert ran.code == 0
    assert sm.load("gold.json")["poem"]["consensus"].masses == (5, 5)
    with Path("disputed.csv").open(encoding="utf-8", newline="") as file:
        [row] = csv.DictReader(file)
    assert (row["item"], row["position"], row["placed_by"]) == ("poem", "5", "ann 4, ben 5, cat 6")
    assert "1 of 2 boundaries disputed -> disputed.csv" in ran.out
    again = seamark("consensus", "codings.json", "-o", "gold.json")
    assert again.code == 1
    assert "nothing is overwritten without --force" in again.err


RATES = ("--boundary-rate", "0.12", "--hit", "0.75", "--false-alarm", "0.02", "--coder-sd", "0.6", "--units", "60")


@pytest.fixture
def pilot(seamark: Within) -> str:
    sm.save(sm.CoderRates(units=20).drawn(5, 4, np.random.default_rng(1)), "pilot.json")
    return "pilot.json"


def test_a_plan_is_the_result(seamark: Within, pilot: str) -> None:
    ran = seamark("plan", pilot, "--width", "0.3", "--cost-coder", "20", "--no-learning", "--json")
    assert (ran.code, ran.err) == (0, "")
    expected = sm.plan(sm.load(pilot), target_width=0.3, costs=sm.Costs(coder=20.0), learning=False)
    assert ran.json == {"seamark": sm.__version__, **expected.to_dict()}


def test_the_tables_of_a_plan(seamark: Within, pilot: str) -> None:
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
