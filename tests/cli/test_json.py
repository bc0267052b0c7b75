"""`--json` is the `to_dict()` of what the Python function of the same name returns, after the version."""

from pathlib import Path
from typing import Any

import pytest

import seamark as sm
from seamark.base.results import ResultRecord
from tests.cli.running import HUMANS, Within, corpus_file

SYSTEMS = {"poem": {"x": [2, 3, 6], "y": [11]}, "song": {"x": [4, 4], "y": [2, 6]}}
CODINGS = {name: {item: coders[name] for item, coders in SYSTEMS.items()} for name in "xy"}
REFERENCE = {item: coders["ann"] for item, coders in HUMANS.items()}


@pytest.fixture(autouse=True)
def _files() -> None:
    corpus_file(Path("humans.json"), HUMANS)
    corpus_file(Path("systems.json"), SYSTEMS)
    corpus_file(Path("reference.json"), {item: {"ann": coding} for item, coding in REFERENCE.items()})
    corpus_file(Path("x.json"), {item: {"x": coding} for item, coding in CODINGS["x"].items()})


def printed(result: ResultRecord) -> dict[str, Any]:
    return {"seamark": sm.__version__, **result.to_dict()}


def test_agree(seamark: Within) -> None:
    expected = sm.agree(HUMANS, "B", ci=0.9, rng=3)
    found = seamark("agree", "humans.json", "-m", "B", "--ci", "0.9", "--seed", "3", "--json").json
    assert found == {**printed(expected), "others": []}
    found = seamark("agree", "humans.json", "--json").json
    both = (sm.agree(HUMANS, metric, ci=0.95) for metric in ("B", "S"))
    assert found == {**printed(next(both)), "others": [next(both).to_dict()]}


def test_agree_by_coder_and_pair(seamark: Within) -> None:
    expected = sm.diagnose(HUMANS, "B", ci=0.95)
    found = seamark("agree", "humans.json", "--by", "coder", "--by", "pair", "--json").json
    assert found["by_coder"] == [_without_nan(row) for row in expected.rows()]
    assert found["by_pair"] == [_without_nan(row) for row in expected.by_pair]


def _without_nan(row: dict[str, Any]) -> dict[str, Any]:
    """What is undefined is null in JSON; only NaN differs from itself."""
    return {name: value if value == value else None for name, value in row.items()}


def test_audit(seamark: Within) -> None:
    found = seamark("audit", "reference.json", "systems.json", "--json").json
    assert found == printed(sm.audit(REFERENCE, CODINGS))


def test_align(seamark: Within) -> None:
    found = seamark("align", "humans.json", "--item", "poem", "--coders", "ann,ben", "--json").json
    codings = HUMANS["poem"]["ann"], HUMANS["poem"]["ben"]
    assert found == {
        "seamark": sm.__version__,
        "item": "poem",
        "coders": ["ann", "ben"],
        **sm.align(*codings).to_dict(),
        "similarity": sm.S().compare(*codings).to_dict(),
    }
