"""``seamark verify``: numbers that hold, numbers that do not, and other data."""

import json
from pathlib import Path

import pytest

import seamark as sm
from tests.cli.running import HYPOTHESIS, REFERENCE, Within, corpus_file
from tests.unit.evaluation.studies import study

COMMANDS = [
    ("score", "one.json", "two.json", "--ci", "0.95"),
    ("agree", "humans.json", "--ci", "0.95", "--metric", "B"),
    ("compare", "humans.json", "mine=tool.json"),
    ("audit", "one.json", "two.json"),
    ("consensus", "humans.json"),
]


@pytest.fixture(autouse=True)
def files(seamark: Within) -> None:
    corpus_file(Path("one.json"), REFERENCE)
    corpus_file(Path("two.json"), HYPOTHESIS)
    humans, one = study(40, items=6)
    sm.save(humans, "humans.json")
    sm.save(sm.Corpus({item: {"x": coding} for item, coding in one.items()}), "tool.json")


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_result_holds_with_its_files_and_with_the_same_codings_elsewhere(
    seamark: Within, words: tuple[str, ...]
) -> None:
    Path("result.json").write_text(seamark(*words, "--json").out, encoding="utf-8")
    ran = seamark("verify", "result.json")
    assert ran.code == 0, ran
    assert ran.out.startswith("All ")
    assert "numbers are the same." in ran.out
    files = [word.rpartition("=")[2] for word in words if word.endswith(".json")]
    for name in files:
        sm.save(sm.load(name), name.replace(".json", ".tsv"))
    again = seamark("verify", "result.json", *(name.replace(".json", ".tsv") for name in files), "--json")
    assert (again.code, again.json["same_inputs"], again.json["differences"]) == (0, True, [])
    assert again.json["numbers"] == again.json["hold"] > 5


def test_a_number_that_does_not_hold_is_named(seamark: Within) -> None:
    document = json.loads(seamark("score", "one.json", "two.json", "--metric", "S", "--json").out)
    saved = document["overall"]["S"]["value"]
    document["overall"]["S"]["value"] = saved + 0.01
    Path("result.json").write_text(json.dumps(document), encoding="utf-8")
    ran = seamark("verify", "result.json", "--json")
    assert ran.code == 1
    place = {"place": "overall.S.value", "saved": saved + 0.01, "computed": saved}
    assert ran.json["differences"] == [place]
    assert ran.json["hold"] == ran.json["numbers"] - 1
    assert "overall.S.value" in seamark("verify", "result.json").out


def test_other_data_and_other_files(seamark: Within) -> None:
    Path("result.json").write_text(seamark("score", "one.json", "two.json", "--json").out, encoding="utf-8")
    corpus_file(Path("other.json"), {item: {"x": [sum(next(iter(c.values())))]} for item, c in HYPOTHESIS.items()})
    ran = seamark("verify", "result.json", "one.json", "other.json")
    assert ran.code == 1
    assert "other.json: other codings than the result was computed from" in ran.out
    assert seamark("verify", "result.json", "one.json").code == 2
    for content, reason in (("{}", "does not say how it was made"), ("[" * 10**5, "cannot be read as JSON")):
        Path("plain.json").write_text(content, encoding="utf-8")
        refused = seamark("verify", "plain.json")
        assert (refused.code, f"plain.json: {reason}" in refused.err) == (1, True)
