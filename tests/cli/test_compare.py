"""`seamark compare`: one table, a sentence per system, and the same for programs."""

import json
from pathlib import Path

import pytest

import seamark as sm
from tests.cli.running import Within, corpus_file
from tests.unit.evaluation.studies import study

V = sm.__version__

#: By hand: humans alone 74/80, with the system 151/160; ann and ben raise agreement by 3/80, cat lowers it by 6/80. To
#: the others, the system is as similar as ann and ben, and by 1/9 more than cat: 1/27 on average.
BY_HAND = f"""\
3 humans, 1 item, S.
tiler: within the range of one more human (p = 0.667); difference from the average human .04 (95 % interval −.12 to .20).

How like the humans, by S
segmenter   difference   95 % interval        p, one more human   rank     win rate
───────────────────────────────────────────────────────────────────────────────────
tiler           0.0370   -0.1223 to +0.1964              0.6667   1 of 4     0.6667

compare|coef:pi|metric:S|n:2|scale:te|w:1,1,1|types:1|chance:boundaries,micro|coders:3|items:1|epsilon:0.1|ci:0.95,jackknife-t|v:{V}
S: There is one item, so other items cannot be predicted.
S: No alternative annotator test: the test needs at least 30 items per human; here a human has 1 that the segmenter and another human segmented too.
"""  # noqa: E501
DETAILS = """\
agreement                0.9437   0.9250   0.9250    0.9250
humans_alone             0.9250   0.8875   0.8875    1.0000
change                   0.0187   0.0375   0.0375   -0.0750
similarity               0.9630   0.9444   0.9444    0.8889
"""


@pytest.fixture
def large() -> tuple[str, str, str]:
    """Eight items, four humans, and two systems."""
    humans, one = study(40, items=8)
    sm.save(humans, "humans.json")
    sm.save(sm.Corpus({item: {"x": coding} for item, coding in one.items()}), "one.json")
    corpus_file(Path("two.json"), {i: {"x": [humans.lengths[i]]} for i in humans})
    return "humans.json", "one.json", "two.json"


def test_by_hand(seamark: Within) -> None:
    corpus_file(Path("humans.json"), {"poem": {"ann": [5, 5], "ben": [5, 5], "cat": [4, 6]}})
    corpus_file(Path("tiler.json"), {"poem": {"whoever": [5, 5]}})
    words = ("compare", "humans.json", "tiler.json", "--no-baselines", "-m", "S")
    ran = seamark(*words)
    assert (ran.code, ran.out, ran.err) == (0, BY_HAND, "")
    assert DETAILS in seamark(*words, "--details").out


def test_json_is_what_the_library_says(large: tuple[str, str, str], seamark: Within) -> None:
    options = ("-m", "B,S", "--n", "3", "--coefficient", "kappa", "--ci", "0.9", "--seed", "3")
    options += ("--margin", "0.2", "--correction", "bh")
    ran = seamark("compare", *large, *options, "--pairwise", "--json")
    assert (ran.code, ran.err) == (0, "")
    humans, systems = study(40, items=8)[0], {"one": study(40, items=8)[1]}
    systems["two"] = {item: [mass] for item, mass in humans.lengths.items()}
    metrics = {"B": sm.B(3), "S": sm.S(3)}
    settings = {"margin": 0.2, "ci": 0.9, "rng": 3}
    expected = {n: sm.compare(humans, systems, m, "kappa", **settings).to_dict() for n, m in metrics.items()}
    settings = {"correction": "bh", "ci": 0.9, "rng": 3}
    pairs = {n: sm.compare_systems(humans, systems, m, **settings).to_dict() for n, m in metrics.items()}
    assert ran.json == json.loads(json.dumps({"seamark": V, "evaluations": expected, "pairwise": pairs}))


def test_one_reference(large: tuple[str, str, str], seamark: Within) -> None:
    humans, one = study(40, items=8)
    gold = {item: {"gold": humans[item]["h0"]} for item in humans}
    sm.save(sm.Corpus(gold), "gold.json")
    ran = seamark("compare", "gold.json", *large[1:], "--seed", "3", "--json")
    assert (ran.code, ran.err) == (0, "")
    systems = {"one": one, "two": {item: [mass] for item, mass in humans.lengths.items()}}
    expected = {m: sm.compare_systems(gold, systems, m, baselines=True, rng=3).to_dict() for m in ("B", "S")}
    assert ran.json == json.loads(json.dumps({"seamark": V, "pairwise": expected}))
    alone = seamark("compare", "gold.json", "one.json", "--seed", "3", "-m", "B")
    lines = alone.out.splitlines()
    assert lines[0] == "1 system, 8 items, B (higher is better)."
    assert lines[1].startswith("one .")
    assert "the baseline " in lines[1]
    assert "B, macro mean over 8 items" in lines
    assert "Systems against each other, B per item" in lines
    bare = seamark("compare", "gold.json", *large[1:], "--no-baselines", "--csv", "-q", "-m", "B")
    assert len(bare.out.splitlines()) == 2
