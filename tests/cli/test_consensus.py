"""``seamark consensus``: by its output, and by what it writes."""

from __future__ import annotations

import csv
from pathlib import Path

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
