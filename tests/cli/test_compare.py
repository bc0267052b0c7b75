"""`seamark compare`: one table, a sentence per system, and the same for programs."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import seamark as package
from seamark.evaluation.compare import compare
from seamark.evaluation.systems import compare_systems
from seamark.metrics.boundary_similarity import B
from tests.cli.running import Within, corpus_file
from tests.corpora import corpora_folder
from tests.unit.evaluation.studies import study

V = package.__version__

#: By hand: humans alone 74/80, with the system 151/160; ann and ben raise agreement by 3/80, cat lowers it by 6/80.
BY_HAND = f"""\
pi of S, 3 humans, 1 item
                        agreement    change   interval   p (Holm)   similarity   density   humans matched
─────────────────────────────────────────────────────────────────────────────────────────────────────────
humans alone               0.9250
- highest human (ann)                0.0375                             0.9444
tiler                      0.9437    0.0187                             0.9630    1.0000   3 of 3
- lowest human (cat)                -0.0750                             0.8889

tiler: Inside human variation (-0.0750 to +0.0375), as reliable as 3 of 3 humans in their place: agreement goes from 0.9250 to 0.9437, a change of +0.0187.
There is one item, so nothing can be said about other items: no intervals and no p-values.
The band rests on 3 humans: one more of the same kind would fall below all of them in up to 1 of 4 cases.
compare|coef:pi|metric:S|n:2|scale:te|w:1,1,1|types:1|chance:boundaries,micro|coders:3|items:1|ci:0.95,percentile|resamples:10000|seed:1|v:{V}
"""  # noqa: E501


@pytest.fixture
def small() -> tuple[str, str]:
    corpus_file(Path("humans.json"), {"poem": {"ann": [5, 5], "ben": [5, 5], "cat": [4, 6]}})
    corpus_file(Path("tiler.json"), {"poem": {"whoever": [5, 5]}})
    return "humans.json", "tiler.json"


@pytest.fixture
def large() -> tuple[str, str, str]:
    """Eight items, four humans, and two systems."""
    humans, one = study(40, items=8)
    corpus_file(Path("humans.json"), {i: {c: list(s.masses) for c, s in humans[i].items()} for i in humans})
    corpus_file(Path("one.json"), {item: {"x": list(s.masses)} for item, s in one.items()})
    corpus_file(Path("two.json"), {i: {"x": [humans.masses[i]]} for i in humans})
    return "humans.json", "one.json", "two.json"


def test_by_hand(small: tuple[str, str], seamark: Within) -> None:
    ran = seamark("compare", *small, "--no-baselines", "--seed", "1")
    assert (ran.code, ran.out, ran.err) == (0, BY_HAND, "")


def test_json_is_what_the_library_says(large: tuple[str, str, str], seamark: Within) -> None:
    options = ("-m", "B", "--n", "3", "--coefficient", "kappa", "--ci", "0.9", "--resamples", "200", "--seed", "3")
    ran = seamark("compare", *large, *options, "--pairwise", "--json")
    assert (ran.code, ran.err) == (0, "")
    humans, systems = study(40, items=8)[0], {"one": study(40, items=8)[1]}
    systems["two"] = {item: [mass] for item, mass in humans.masses.items()}
    expected = compare(humans, systems, B(3), "kappa", ci=0.9, resamples=200, rng=3)
    pairs = compare_systems(humans, systems, B(3), ci=0.9, resamples=200, rng=3)
    document = json.loads(json.dumps({"seamark": V, **expected.to_dict(), "pairwise": pairs.to_dict()}))
    assert ran.json == document


def test_tables_hold_systems_band_and_baselines(large: tuple[str, str, str], seamark: Within) -> None:
    ran = seamark("compare", *large, "--seed", "3", "--resamples", "200", "--pairwise")
    lines = ran.out.splitlines()
    assert lines[0] == "pi of S, 4 humans, 8 items"
    first = [line.split("  ")[0] for line in lines[3 : lines.index("")]]
    rules = [number for number, name in enumerate(first) if name.startswith("─")]
    assert len(rules) == 1
    above, floor = first[: rules[0]], first[rules[0] + 1 :]
    assert above[0] == "humans alone"
    assert {name for name in above if not name.startswith("- ")} == {"humans alone", "one", "two"}
    assert sum(name.startswith("- highest human (h") for name in above) == 1
    assert sum(name.startswith("- lowest human (h") for name in above) == 1
    assert set(floor) == {"none", "all", "even", "random", "shuffled"}
    assert "Systems against each other, S per item" in lines
    assert any(line.startswith("one: ") and "human variation (" in line for line in lines)
    assert lines[-1].startswith("S|n:2|scale:te|")


def test_csv_has_everybody_in_full(large: tuple[str, str, str], seamark: Within) -> None:
    ran = seamark("compare", *large, "--seed", "3", "--resamples", "50", "--csv", "-q")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert (ran.code, ran.err) == (0, "")
    assert [row["kind"] for row in rows] == ["segmenter"] * 2 + ["human"] * 4 + ["baseline"] * 5
    humans, one = study(40, items=8)
    expected = compare(humans, {"one": one}, resamples=50, rng=3)["one"]
    (mine,) = (row for row in rows if row["name"] == "one")
    assert (float(mine["change"]), float(mine["low"]), int(mine["humans"])) == (
        expected.change,
        expected.interval.low,
        4,
    )
    assert next(row for row in rows if row["kind"] == "baseline")["p_adjusted"] == ""


def test_without_a_seed_one_is_drawn_and_reported(small: tuple[str, str], seamark: Within) -> None:
    first = seamark("compare", *small, "--json").json
    again = seamark("compare", *small, "--json", "--seed", first["seed"]).json
    assert again == first


def test_names_of_systems(seamark: Within) -> None:
    corpus_file(Path("humans.json"), {"poem": {"ann": [5, 5], "ben": [5, 5]}})
    corpus_file(Path("one.json"), {"poem": {"x": [5, 5]}})
    corpus_file(Path("both.json"), {"poem": {"x": [5, 5], "y": [10]}})
    corpus_file(Path("a=b.json"), {"poem": {"x": [5, 5]}})

    def names(*systems: str) -> list[str]:
        ran = seamark("compare", "humans.json", *systems, "--json", "--no-baselines")
        return sorted(one["name"] for one in ran.json["segmenters"])

    assert names("one.json") == ["one"]
    assert names("mine=one.json") == ["mine"]
    assert names("mine=one.json", "both.json") == ["mine", "x", "y"]
    assert names("a=b.json") == ["a=b"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["humans.json"], 2, "seamark compare: missing argument 'SYSTEM...'; see 'seamark compare --help'"),
        (
            ["humans.json", "tiler.json", "-m", "S,B"],
            2,
            "seamark compare: --metric names 2 metrics; expected one",
        ),
        (
            ["humans.json", "tiler.json", "--pairwise"],
            2,
            "seamark compare: --pairwise needs at least two systems; see 'seamark compare --help'",
        ),
        (
            ["humans.json", "tiler.json", "tiler.json"],
            2,
            "seamark compare: two systems are called 'tiler'; name them, as",
        ),
        (["-", "x=-"], 2, "seamark compare: standard input (-) can be read only once"),
        (
            ["humans.json", "m=many.json"],
            2,
            "seamark compare: many.json holds 2 systems, one, two, ...: they keep their",
        ),
        (["humans.json", "gone.json"], 1, "seamark: gone.json: no such file or folder"),
        (
            ["humans.json", "ann=tiler.json"],
            1,
            "seamark: humans.json: segmenter 'ann' has the name of a human coder; expected another",
        ),
        (
            ["humans.json", "even=tiler.json"],
            1,
            "seamark: humans.json: segmenter 'even' has the name of a baseline; rename it, or",
        ),
        (
            ["humans.json", "long.json"],
            1,
            "seamark: humans.json: item 'poem': coder 'ann' covers 10 units, long covers 11",
        ),
        (
            ["humans.json", "other.json"],
            1,
            "seamark: humans.json: other has none of the humans' items; expected names such as 'poem'",
        ),
        (
            ["tiler.json", "humans.json"],
            1,
            "seamark: tiler.json: agreement needs at least two coders; the corpus has 1: 'whoever'",
        ),
        (["humans.json", "tiler.json", "-m", "ghd"], 1, "seamark: humans.json: "),
    ],
)
def test_faults_are_one_line(
    arguments: list[str], code: int, message: str, small: tuple[str, str], seamark: Within
) -> None:
    corpus_file(Path("many.json"), {"poem": {"one": [5, 5], "two": [10]}})
    corpus_file(Path("long.json"), {"poem": {"x": [5, 6]}})
    corpus_file(Path("other.json"), {"song": {"x": [5, 5]}})
    ran = seamark("compare", *arguments)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith(message)
    assert ran.err.count("\n") == 1


def test_moonstone_from_texts_to_table(seamark: Within) -> None:
    folder = corpora_folder() / "moonstone"
    texts = sorted((folder / "text").glob("*.txt"))
    reading = ("--encoding", "mac-roman", "--separator", r"\n\n\n")
    for name, options in {"chunks": ("--size", "10"), "separators": ("--size", "3000")}.items():
        ran = seamark("segment", *texts, *reading, "--with", name, *options, "-o", f"{name}.json", "-q")
        assert (ran.code, ran.err) == (0, "")
    systems = ("chunks.json", "separators.json")
    ran = seamark(
        "compare", folder / "segmentations", *systems, "-m", "B", "--seed", "1", "--resamples", "500", "--json"
    )
    assert ran.code == 0
    found = ran.json
    assert found["items"] == 20
    # Neither reads a word, and both stand below the humans, as the baselines do.
    names = [one["name"] for one in (*found["segmenters"], *found["baselines"])]
    assert set(names[:2]) == {"chunks", "separators"}
    assert {name: found["positions"][name] for name in names} == dict.fromkeys(names, "below")
