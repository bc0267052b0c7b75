"""`seamark audit` and `seamark compare` on files with labels and spans."""

import pytest

import seamark as sm
from tests.cli.running import Within, rttm

REFERENCE = {"one": [(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], "two": [(0, 5, "A"), (5, 9, "B")]}
EARLY = {"one": [(0, 9, "x"), (9, 22, "y"), (24, 28, "z")], "two": [(0, 4, "x"), (4, 9, "y")]}
LATE = {"one": [(3, 10, "x"), (12, 20, "y")], "two": [(2, 9, "x")]}


@pytest.fixture
def files() -> tuple[str, str, str]:
    for name, turns in (("reference", REFERENCE), ("early", EARLY), ("late", LATE)):
        for item, rows in turns.items():
            rttm(f"{name}.rttm", [(start / 10, end / 10, who) for start, end, who in rows], item)
    return "reference.rttm", "early.rttm", "late.rttm"


def in_hundredths(turns: dict[str, list[tuple[int, int, str]]]) -> dict[str, sm.Spans]:
    length = {"one": 300, "two": 90}
    return {
        item: sm.Spans([(10 * a, 10 * b, who) for a, b, who in rows], length=length[item])
        for item, rows in turns.items()
    }


def test_audit_is_what_the_library_says(seamark: Within, files: tuple[str, ...]) -> None:
    ran = seamark("audit", *files, "--metric", "der,der:collar=5,jer", "--seed", "1", "--resolution", "0.01", "--json")
    systems = {"early": in_hundredths(EARLY), "late": in_hundredths(LATE)}
    expected = sm.audit(in_hundredths(REFERENCE), systems, "der,der:collar=5,jer", rng=1)
    found = {(row["metric"], row["convention"], row["average"]): row["values"] for row in ran.json["scores"]}
    assert found == {(row.metric, row.convention, row.average): row.values for row in expected.scores}
    assert ("der", "pyannote, collar 10", "micro") in found


def test_audit_of_a_model_has_metrics_of_its_own(seamark: Within, files: tuple[str, ...]) -> None:
    ran = seamark("audit", *files, "--as", "spans", "--reported", "0.36")
    assert ran.code == 0
    assert {line.split()[0] for line in ran.out.splitlines() if " macro " in line} >= {"der", "jer", "spanf1"}


def test_compare_ranks_systems_by_turns(seamark: Within, files: tuple[str, ...]) -> None:
    ran = seamark("compare", *files, "--metric", "der", "--seed", "1", "--json")
    ranked = ran.json["pairwise"]["der"]["systems"]
    assert [one["name"] for one in ranked] == ["early", "late"]
    expected = sm.score(in_hundredths(REFERENCE), in_hundredths(EARLY), "der").overall["der"].value
    assert ranked[0]["value"] == expected
