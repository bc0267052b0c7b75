"""`seamark score` on JSONL that is read item by item: the same answers, in memory that does not grow."""

from __future__ import annotations

import functools
import json
import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from seamark.cli.commands import score
from seamark.metrics.score import ScoreBatches
from tests.cli.running import Within, as_process, corpus_file, environment

ITEMS = 400

Codings = dict[str, dict[str, object]]


def segmented(rng: random.Random, mass: int) -> list[int]:
    cuts = [0, *sorted(rng.sample(range(1, mass), rng.randint(0, 6))), mass]
    return [end - start for start, end in pairwise(cuts)]


@pytest.fixture
def pair() -> tuple[Codings, Codings]:
    rng = random.Random(7)  # noqa: S311
    masses = {f"doc{i}": rng.randint(8, 40) for i in range(ITEMS)}
    return (
        {item: {"gold": segmented(rng, mass)} for item, mass in masses.items()},
        {item: {"system": segmented(rng, mass)} for item, mass in masses.items()},
    )


#: JSONL files are read item by item however small they are.
STREAM = ("score", "--large-file", "0")


@pytest.fixture
def streamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Score in batches of a few items."""
    in_small_batches(monkeypatch)


def in_small_batches(monkeypatch: pytest.MonkeyPatch, **limits: int) -> None:
    monkeypatch.setattr(score, "ScoreBatches", functools.partial(ScoreBatches, **{"batch": 300, **limits}))


def test_streams_and_whole_files_give_the_same(
    pair: tuple[Codings, Codings],
    seamark: Within,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("a.jsonl", "a.json"):
        corpus_file(Path(name), pair[0])
    for name in ("b.jsonl", "b.json"):
        corpus_file(Path(name), pair[1])
    whole = seamark("score", "a.jsonl", "b.jsonl", "--json").json
    in_small_batches(monkeypatch)
    for one, other in (("a.jsonl", "b.jsonl"), ("a.json", "b.jsonl"), ("a.jsonl", "b.json")):
        ran = seamark(*STREAM, one, other, "--json")
        assert ran.code == 0
        parts = ran.json
        assert parts["items"] == whole["items"]
        for name, total in parts["overall"].items():
            expected = whole["overall"][name]
            assert total["value"] == pytest.approx(expected["value"], rel=1e-13)
            assert total["counts"] == pytest.approx(expected["counts"])
            assert total["signature"] == expected["signature"]


@pytest.mark.usefixtures("streamed")
def test_items_may_stand_in_another_order(pair: tuple[Codings, Codings], seamark: Within) -> None:
    corpus_file(Path("a.jsonl"), pair[0])
    corpus_file(Path("b.jsonl"), dict(reversed(pair[1].items())))
    ran = seamark(*STREAM, "a.jsonl", "b.jsonl", "--json")
    assert ran.code == 0
    assert {item["item"] for item in ran.json["items"]} == set(pair[0])


def test_how_much_waits_is_limited(
    pair: tuple[Codings, Codings],
    seamark: Within,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    in_small_batches(monkeypatch, most_waiting=500)
    corpus_file(Path("a.jsonl"), pair[0])
    corpus_file(Path("b.jsonl"), dict(reversed(pair[1].items())))
    ran = seamark(*STREAM, "a.jsonl", "b.jsonl")
    assert ran.code == 1
    assert "a.jsonl and b.jsonl stand in different orders" in ran.err


@pytest.mark.usefixtures("streamed")
def test_items_without_a_partner(pair: tuple[Codings, Codings], seamark: Within) -> None:
    corpus_file(Path("a.jsonl"), {**pair[0], "only here": {"gold": [3]}})
    corpus_file(Path("a.json"), {**pair[0], "only here": {"gold": [3]}})
    corpus_file(Path("b.jsonl"), pair[1])
    for reference in ("a.jsonl", "a.json"):
        ran = seamark(*STREAM, reference, "b.jsonl")
        assert ran.code == 1
        assert f"item 'only here' of {reference} is not in b.jsonl" in ran.err
        ran = seamark(*STREAM, reference, "b.jsonl", "--allow-missing", "--json")
        assert ran.code == 0
        assert len(ran.json["items"]) == ITEMS
        assert ran.json["remarks"] == [f"item 'only here' of {reference} is not in b.jsonl"]


@pytest.mark.usefixtures("streamed")
@pytest.mark.parametrize("reference", ["a.jsonl", "a.json"])
def test_an_item_that_stands_twice(reference: str, seamark: Within) -> None:
    corpus_file(Path(reference), {"x": {"gold": [3]}, "z": {"gold": [3]}, "y": {"gold": [3]}})
    line = json.dumps({"item": "y", "codings": {"system": [3]}}) + "\n"
    Path("b.jsonl").write_text(line + line, encoding="utf-8")
    ran = seamark(*STREAM, reference, "b.jsonl")
    assert (ran.code, ran.err) == (1, "seamark: b.jsonl:2: item 'y' stands twice; expected it once\n")


@pytest.mark.usefixtures("streamed")
def test_a_broken_line_is_named(pair: tuple[Codings, Codings], seamark: Within) -> None:
    corpus_file(Path("a.jsonl"), pair[0])
    corpus_file(Path("b.jsonl"), pair[1])
    lines = Path("b.jsonl").read_text(encoding="utf-8").splitlines()
    lines[250] = '{"item": "doc250", "codings": {"system": [0]}}'
    Path("b.jsonl").write_text("\n".join(lines), encoding="utf-8")
    ran = seamark(*STREAM, "a.jsonl", "b.jsonl", "-m", "S")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("seamark: b.jsonl:251: ")
    assert ran.err.count("\n") == 1


def typed(*labels: str) -> dict[str, object]:
    return {"mass": 9, "positions": [3] * len(labels), "types": list(labels)}


@pytest.mark.usefixtures("streamed")
def test_the_types_of_a_study_are_those_of_its_beginning(seamark: Within, monkeypatch: pytest.MonkeyPatch) -> None:
    first = {f"doc{i}": {"x": typed("minor", "major")} for i in range(40)}
    late = {**{f"doc{i}": {"x": typed("minor")} for i in range(40)}, "last": {"x": typed("major")}}
    corpus_file(Path("both.jsonl"), {**first, "last": {"x": typed("minor")}})
    corpus_file(Path("late.jsonl"), late)
    ran = seamark(*STREAM, "both.jsonl", "both.jsonl", "-m", "S", "--json")
    assert {item["scores"]["S"]["counts"]["potential"] for item in ran.json["items"]} == {16}
    ran = seamark(*STREAM, "late.jsonl", "late.jsonl", "-m", "S")
    assert ran.code == 1
    assert "boundary type 'major' first occurs near item" in ran.err
    assert "name all types of the study, as in S:types=minor+major" in ran.err
    ran = seamark(*STREAM, "late.jsonl", "late.jsonl", "-m", "S", "--types", "minor,major", "--json")
    assert {item["scores"]["S"]["counts"]["potential"] for item in ran.json["items"]} == {16}
    header = {"format": "seamark", "version": 1, "types": ["major", "minor"]}
    lines = Path("late.jsonl").read_text(encoding="utf-8")
    Path("late.jsonl").write_text(json.dumps(header) + "\n" + lines, encoding="utf-8")
    ran = seamark(*STREAM, "late.jsonl", "late.jsonl", "-m", "S", "--json")
    assert {item["scores"]["S"]["counts"]["potential"] for item in ran.json["items"]} == {16}


def test_standard_input_is_streamed_when_its_format_is_named(
    pair: tuple[Codings, Codings],
) -> None:
    corpus_file(Path("a.jsonl"), pair[0])
    corpus_file(Path("b.jsonl"), pair[1])
    data = Path("a.jsonl").read_bytes()
    named = as_process("score", "-", "b.jsonl", "--from", "jsonl", "--csv", stdin=data)
    whole = as_process("score", "-", "b.jsonl", "--csv", stdin=data)
    assert named.code == whole.code == 0
    assert named.out == whole.out


def test_memory_does_not_grow_with_the_file() -> None:
    texts = [f"sentence {i} of a text that is not short" for i in range(60)]

    def line(number: int) -> str:
        first = 1 + number % 59
        return json.dumps({"item": f"doc{number}", "codings": {"x": [first, 60 - first]}, "texts": texts}) + "\n"

    Path("small.jsonl").write_text("".join(map(line, range(100))), encoding="utf-8")
    with Path("big.jsonl").open("w", encoding="utf-8") as big:
        big.writelines(map(line, range(20_000)))
    assert Path("big.jsonl").stat().st_size > 8 * 2**20
    # Read as a whole, its 50 MB would be there once as bytes and several times as text.
    assert peak("big.jsonl") < peak("small.jsonl") + 20_000


def peak(name: str) -> int:
    """The largest resident set, in kilobytes, of scoring a file against itself."""
    code = (
        "import resource, subprocess, sys;"
        f"subprocess.run([sys.executable, '-m', 'seamark', 'score', {name!r}, {name!r}, '--quiet'],"
        " check=True, stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(), check=True, capture_output=True, text=True, timeout=120
    )
    return int(done.stdout)
