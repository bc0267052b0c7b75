"""`seamark score`: what it prints, whose codings it takes, which items it pairs."""

import json
from pathlib import Path

import pytest

import seamark as sm
from tests.cli.running import HYPOTHESIS, REFERENCE, Within, corpus_file

V = sm.__version__

#: The running example of the conventions has S 17/19, B 1/2, WindowDiff and Pk 5/17 for k=3.
TABLE = f"""\
S is 0.8918 over 2 items (macro: mean of the items); higher is better.

item            S ↑      B ↑   windowdiff ↓     pk ↓
────────────────────────────────────────────────────
poem         0.8947   0.5000         0.2941   0.2941
song         0.8889   0.7500         0.2500   0.2500
────────────────────────────────────────────────────
macro mean   0.8918   0.6250         0.2721   0.2721

S|n:2|scale:te|w:1,1,1|types:1|avg:macro|pairs:2|v:{V}
B|n:2|scale:linear|w:1,1,1|ordinal:yes|types:1|avg:macro|pairs:2|v:{V}
windowdiff|conv:pevzner-hearst|k:half-mean|pad:none|avg:macro|pairs:2|v:{V}
pk|conv:pevzner-hearst|k:half-mean|avg:macro|pairs:2|v:{V}
"""


def test_table(files: tuple[str, str], seamark: Within) -> None:
    ran = seamark("score", *files)
    assert (ran.code, ran.out, ran.err) == (0, TABLE, "")


def test_csv(files: tuple[str, str], seamark: Within) -> None:
    ran = seamark("score", *files, "-m", "S,confusion", "--csv")
    assert ran.code == 0
    assert ran.out.splitlines() == [
        "level,item,S,confusion,confusion precision,confusion recall",
        "item,poem,0.8947368421052632,0.75,1.0,0.6",
        "item,song,0.8888888888888888,1.0,1.0,1.0",
        "macro,,0.8918128654970761,0.875,1.0,0.8",
    ]
    assert ran.err.splitlines() == [
        f"S|n:2|scale:te|w:1,1,1|types:1|avg:macro|pairs:2|v:{V}",
        f"confusion|n:2|scale:linear|w:1,1,1|ordinal:yes|types:1|avg:macro|pairs:2|v:{V}",
    ]
    assert seamark("score", *files, "--csv", "--quiet").err == ""


def test_intervals_of_the_overall_scores(files: tuple[str, str], seamark: Within) -> None:
    options = ("-m", "S,confusion", "--ci", "0.9", "--seed", "7")
    total = seamark("score", *files, *options, "--json").json["overall"]["S"]
    low, high = total["interval"]["low"], total["interval"]["high"]
    assert low < total["value"] < high
    assert f"|ci:0.9,jackknife-t|v:{V}" in total["signature"]
    lines = seamark("score", *files, *options, "--csv", "-q").out.splitlines()
    assert [line.split(",")[:3] for line in lines[-2:]] == [["low", "", str(low)], ["high", "", str(high)]]
    assert f"interval     {low:.4f} to {high:.4f}" in seamark("score", *files, *options).out


def test_json_is_that_of_the_library(files: tuple[str, str], seamark: Within) -> None:
    printed = seamark("score", *files, "-m", "S,confusion", "--ci", "0.9", "--json").json
    ours = sm.score(*map(sm.load, files), "S,confusion", ci=0.9).to_dict()
    expected = {"seamark": V, **ours, "reference": files[0], "hypothesis": files[1]}
    assert printed == json.loads(json.dumps(expected, allow_nan=False))


@pytest.mark.parametrize("average", ["macro", "micro"])
@pytest.mark.parametrize(
    ("options", "metric"),
    [
        (("-m", "S:scale=linear", "--n", "3"), sm.S(3, sm.EditWeights(scale="linear"))),
        (("-m", "S:weights=1+1+0.5"), sm.S(weights=sm.EditWeights(transposition=0.5))),
        (("-m", "windowdiff:k=4", "--convention", "nltk"), sm.WindowDiff(4, "nltk")),
        (("-m", "windowdiff:padding=lamprier"), sm.WindowDiff(padding="lamprier")),
        (("-m", "cseg:k=3:c_fa=1"), sm.CSeg(3, c_fa=1.0)),
    ],
)
def test_options_reach_the_metric(
    options: tuple[str, ...], metric: sm.Metric, average: str, files: tuple[str, str], seamark: Within
) -> None:
    total = next(iter(seamark("score", *files, *options, "--average", average, "--json").json["overall"].values()))
    a = [REFERENCE[item]["gold"] for item in REFERENCE]
    b = [HYPOTHESIS[item]["system"] for item in REFERENCE]
    (expected,) = sm.score(a, b, metric, average=average).overall.values()
    assert total["value"] == pytest.approx(expected.value, rel=1e-15)
    assert total["signature"] == str(expected.signature)


def test_items_are_listed_up_to_a_number_and_programs_get_all(seamark: Within) -> None:
    corpus_file(Path("many.json"), {f"item{i}": {"x": [2, 3]} for i in range(150)})
    lines = seamark("score", "many.json", "many.json", "-m", "S").out.splitlines()
    assert lines[103:105] == ["item99        1.0000", "... 50 more"]
    assert len(seamark("score", "many.json", "many.json", "-m", "S", "--csv", "-q").out.splitlines()) == 152
    assert len(seamark("score", "many.json", "many.json", "-m", "S", "--json").json["items"]) == 150


def test_two_coders_of_one_file(seamark: Within) -> None:
    others = {"poem": {"ann": [2, 3, 5], "ben": [5, 5], "cat": [2, 8]}, "song": {"ann": [4, 4], "ben": [4, 4]}}
    corpus_file(Path("study.json"), {**others, "ode": {"ann": [3, 3]}})
    words = ("score", "study.json", "study.json", "--coder", "ann,ben", "-m", "S", "--json")
    missing = "item 'ode' of study.json is not in study.json (coder 'ben')"
    ran = seamark(*words)
    assert (ran.code, ran.err) == (1, f"seamark: {missing}; score the others with --allow-missing\n")
    ran = seamark(*words, "--allow-missing")
    values = {item["item"]: item["scores"]["S"]["value"] for item in ran.json["items"]}
    assert (ran.code, values) == (0, {"poem": 8 / 9, "song": 1.0})
    assert ran.json["remarks"] == [missing]


def test_no_score_at_all_is_an_error_after_the_table(seamark: Within) -> None:
    corpus_file(Path("a.json"), {"short": {"x": [2, 3]}})
    ran = seamark("score", "a.json", "a.json", "-m", "S,pk:k=8", "--csv", "-q")
    assert ran.out.splitlines() == ["level,item,S,pk", "item,short,1.0,", "macro,,1.0,"]
    assert ran.code == 1
    assert ran.err.startswith("seamark: overall: Pk is undefined")
    assert ran.err.count("\n") == 1
