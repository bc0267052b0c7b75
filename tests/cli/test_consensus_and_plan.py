"""``seamark consensus`` and ``seamark plan``: by their output, and by what they write."""

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
    lines = ran.out.splitlines()
    assert lines[:2] == [
        "The consensus of 2 items (most like all coders) has 2 boundaries.",
        "Its mean similarity to the coders is .83, that of the best coder of each item .83.",
    ]
    assert [line.split() for line in lines[5:7]] == [
        ["poem", "10", "3", "1", "0.6667", "0.6667"],
        ["song", "5", "2", "1", "1.0000", "1.0000"],
    ]
    assert "a local optimum" in seamark("consensus", "codings.json", "--details").out


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
    assert "it is not overwritten without --force" in again.err


RATES = ("--boundary-rate", "0.12", "--hit", "0.75", "--false-alarm", "0.02", "--coder-sd", "0.6", "--units", "60")


@pytest.fixture
def pilot(seamark: Within) -> str:
    sm.save(sm.CoderRates(units=20).drawn(5, 4, np.random.default_rng(1)), "pilot.json")
    return "pilot.json"


def test_a_plan_is_the_result(seamark: Within, pilot: str) -> None:
    ran = seamark("plan", pilot, "--width", "0.3", "--json")
    assert (ran.code, ran.err) == (0, "")
    expected = sm.plan(sm.load(pilot), target_width=0.3)
    assert ran.json == {"seamark": sm.__version__, **expected.to_dict()}


def test_the_tables_of_a_plan(seamark: Within, pilot: str) -> None:
    ran = seamark("plan", pilot, "--width", "0.5", "--items", "10,20", "--coders", "3,6", "--seed", "5", "--details")
    assert ran.code == 0
    found = sm.plan(sm.load(pilot), target_width=0.5, items=(10, 20), coders=(3, 6), rng=5)
    for items in (10, 20):
        assert f"{found.design(items, 3).assured_width:.4f}" in ran.out
    printed = seamark("plan", pilot, "--width", "0.5", "--assurance", "0", "--json").json
    assert printed == {"seamark": V, **sm.plan(sm.load(pilot), target_width=0.5, assurance=None).to_dict()}
    assert ran.out.startswith(found.answer()[0])
    first = found.cheapest[0]
    start = ran.out.splitlines().index("") + 3
    assert ran.out.splitlines()[start].split()[:2] == [str(first.items), str(first.coders)]


def test_rates_instead_of_a_pilot(seamark: Within) -> None:
    ran = seamark("plan", *RATES, "--seed", "5", "--csv")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "items,coders,standard_error,low,high,assured_width,codings,width"
    assert len(ran.out.splitlines()) == 1 + 6 * 8


def test_a_comparison_of_systems_is_planned(seamark: Within, pilot: str) -> None:
    humans = sm.load(pilot)
    names = [f"coder {number}" for number in (1, 2, 3)]
    for name, coder in zip("abc", names, strict=True):
        sm.save(humans.subset(coders=[coder]), f"{name}.json")
    ran = seamark("plan", "--systems", "a.json", "b.json", "c.json", "--difference", "0.1", "--json")
    reference, *systems = (humans.by_coder(name) for name in names)
    expected = sm.plan_systems(reference, dict(zip("bc", systems, strict=True)), difference=0.1)
    assert (ran.code, ran.json) == (0, {"seamark": sm.__version__, **expected.to_dict()})
    shown = seamark("plan", "--systems", *RATES, "--difference", "0.1").out
    assert "To find a difference of 0.1 in B in 80 % of studies takes" in shown
    for wrong in (["--systems", "a.json", "b.json", "c.json"], ["--systems", "a.json", "b.json", "--difference", "1"]):
        assert seamark("plan", *wrong).code == 2
    assert seamark("plan", pilot, "--difference", "0.1").code == 2
    assert seamark("plan", "--systems", *RATES, "--difference", "0.1", "--width", "0.2").code == 2
