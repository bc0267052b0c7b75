"""`seamark agree`: the coefficient with its parts, and what lies behind it."""

import json
import re
import resource
from importlib import import_module
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import seamark as sm
from seamark.cli import inputs
from seamark.datasets import moonstone, stargazer
from tests.cli.running import HUMANS, Within, as_process, corpus_file
from tests.corpora import corpora_folder

V = sm.__version__

SCREEN = f"""\
7 coders, 1 item. Of the boundaries in two codings 45 % match, 15 % are near misses, 39 % are placed by one coder only.
B goes .19 of the way from shuffled to full agreement (95 % interval −.02 to .36 for other coders).
Simulated coders who each find about 40 % of the same boundaries and place 10 % of them one unit off agree as much.

metric   above shuffled   95 % interval       pi (Fournier & Inkpen 2012)   pi of shuffled
──────────────────────────────────────────────────────────────────────────────────────────
B                0.1890   −0.0213 to 0.3560                        0.4644           0.3397
S                0.2644   0.0004 to 0.4587                         0.7287           0.6311

agree|coef:pi|metric:B|n:2|scale:linear|w:1,1,1|ordinal:yes|types:1|chance:boundaries,micro|coders:7|items:1|pairs:21\
|ci:0.95,jackknife|resample:coders|shuffles:200|seed:0|v:{V}
agree|coef:pi|metric:S|n:2|scale:te|w:1,1,1|types:1|chance:boundaries,micro|coders:7|items:1|pairs:21\
|ci:0.95,jackknife|resample:coders|shuffles:200|seed:0|v:{V}
"""
#: S of every two readers, in the order of their numbers.
PAIRS = """\
.80 .80 .70 .85 .85 .85
.70 .60 .75 .75 .80
.80 .70 .75 .85
.70 .65 .70
.80 .75
.85"""


def test_the_answer_comes_first(seamark: Within) -> None:
    ran = seamark("agree", "sample:stargazer")
    assert (ran.code, ran.out, ran.err) == (0, SCREEN, "")


def test_the_sample_by_pair(seamark: Within) -> None:
    ran = seamark("agree", "sample:stargazer", "-m", "S", "--by", "pair")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    start = lines.index("Pairs of coders by S, the lowest first")
    rows = [line.split()[:3] for line in lines[start + 3 : start + 24]]
    assert [row[2] for row in rows] == sorted(row[2] for row in rows)
    published = {
        (str(first), str(first + place)): f"0{value}00"
        for first, line in enumerate(PAIRS.splitlines(), start=1)
        for place, value in enumerate(line.split(), start=1)
    }
    assert {(one, other): value for one, other, value in rows} == published
    assert lines[-1] == "Over all pairs: 83 matched, 28 near misses, 72 full misses."


def test_everything_else_is_behind_details(seamark: Within) -> None:
    plain, full = (seamark("agree", "sample:stargazer", *more).out for more in ((), ("--details",)))
    assert full.startswith(plain.partition("\n\nagree|")[0])
    named = ("observed", "expected", "alpha", "bias", "0.7619", "0.1225", "0.3673")
    for value in (*named, "mean of 200 shuffles with seed 0"):
        assert value in full
        assert value not in plain


def test_tables_for_papers_have_the_cells_of_the_screen(seamark: Within) -> None:
    rows = [re.split("   +", line) for line in SCREEN.splitlines()[6:8]]
    latex, markdown = (seamark("agree", "sample:stargazer", form).out for form in ("--latex", "--markdown"))
    for row in rows:
        assert " & ".join(row).replace("−", "$-$") + r" \\" in latex.splitlines()
        assert f"| {' | '.join(row)} |" in markdown.splitlines()
    assert seamark("agree", "sample:stargazer", "--latex", "--json").code == 2


def test_the_paragraph_for_a_paper_holds_what_was_computed(seamark: Within) -> None:
    text, entries, signatures = seamark("agree", "sample:stargazer", "--methods").out.strip().split("\n\n")
    found = sm.agree(stargazer(), "B", ci=0.95)
    for value in (found.observed, found.shuffled, found.above_shuffled, found.value, found.expected):
        assert f"{value:.3f}" in text
    assert "7 coders segmented 1 item, which gives 21 pairs of codings." in text
    assert signatures.splitlines()[0] == str(found.signature)
    cited = {key for keys in re.findall(r"\\cite\{(.*?)\}", text) for key in keys.split(",")}
    assert cited == {re.match(r"@\w+\{(\w+),", entry)[1] for entry in entries.splitlines()}
    assert {"Fournier2013", "FournierInkpen2012"} <= cited


def test_why_there_is_no_interval(seamark: Within) -> None:
    corpus_file(Path("alike.json"), {name: {"ann": [2, 3], "ben": [2, 3]} for name in ("poem", "song")})
    ran = seamark("agree", "alike.json", "-m", "S")
    assert ran.code == 0
    assert "S: not estimable: all codings are alike, so the variation of agreement is unknown" in ran.out
    corpus_file(Path("two.json"), {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5]}})
    assert "\nno interval: " in seamark("agree", "two.json").out
    assert seamark("agree", "two.json", "--ci", "0.95").code == 1


def test_two_rounds_of_annotation_compared(seamark: Within) -> None:
    before = {**HUMANS, "song": {"ann": [4, 4], "ben": [5, 3], "cat": [8]}}
    after = {**before, "poem": {"ann": [2, 3, 6], "ben": [2, 3, 6], "cat": [2, 9]}}
    for name, codings in (("old.json", before), ("new.json", after)):
        corpus_file(Path(name), codings)
    expected = sm.agree_difference(before, after, "B")
    ran = seamark("agree", "old.json", "--against", "new.json", "--json")
    assert ran.code == 0
    others = [sm.agree_difference(before, after, "S").to_dict()]
    assert ran.json == {"seamark": V, **expected.to_dict(), "others": others}
    lines = seamark("agree", "old.json", "--against", "new.json").out.splitlines()
    assert lines[0] == expected.answer()[0]
    assert lines[2].split()[:4] == ["metric", "before", "after", "difference"]
    assert float(lines[4].split()[3]) == pytest.approx(expected.value, abs=1e-4)
    assert "both have 2 items and 3 coders of the same name; the interval is for other items and other coders" in lines


def test_the_seed_reaches_the_library(seamark: Within) -> None:
    ran = seamark("agree", "sample:stargazer", "-m", "S", "--seed", "5", "--json")
    assert (ran.json["above_shuffled"], ran.json["seed"]) == (sm.agree(stargazer(), rng=5).above_shuffled, 5)


def test_parquet_files_give_the_same_read_as_a_whole_or_not(seamark: Within, monkeypatch: pytest.MonkeyPatch) -> None:
    sm.save(stargazer(), "stars.parquet")
    expected = sm.agree(stargazer(), sm.B(3), "kappa", ci=0.95).to_dict()
    words = ("agree", "stars.parquet", "-m", "B:n=3", "--coefficient", "kappa", "--json")
    whole = seamark(*words)
    assert (whole.code, whole.err, whole.json) == (0, "", {"seamark": V, **expected, "others": []})
    monkeypatch.setattr(inputs, "load_with_report", None)  # what is read in parts is not loaded
    monkeypatch.setattr(import_module("seamark.cli.commands.agree"), "LARGE_FILES", 0)
    parts = seamark(*words)
    assert (parts.code, parts.err) == (0, "")
    assert parts.json.keys() == whole.json.keys()
    for name in ("value", "observed", "expected", "bias"):
        assert parts.json[name] == pytest.approx(whole.json[name], rel=1e-12)
    assert parts.json["interval"]["low"] == pytest.approx(whole.json["interval"]["low"], rel=1e-9)
    for name in ("counts", "signature", "name", "similarity"):
        assert parts.json[name] == whole.json[name]


def test_workers_and_a_cluster_find_the_same() -> None:
    coded = [(f"t{n}", coding) for n in range(9) for coding in ([3, n + 2], [4, n + 1], [n + 1, 4])]
    columns = {"item": [item for item, _ in coded], "coder": [*"abc"] * 9, "masses": [coding for _, coding in coded]}
    pq.write_table(pa.table(columns), "texts.parquet", row_group_size=5)
    words = ("agree", "texts.parquet", "--ci", "0.9", "--json")
    more = (("--workers", "1"), ("--workers", "2"), ("--dask", "local", "--workers", "1"))
    printed = {as_process(*words, *options).out for options in more}
    assert len(printed) == 1
    whole = as_process(*words).json
    found = json.loads(printed.pop())
    assert found["value"] == pytest.approx(whole["value"], rel=1e-12)
    assert found["interval"]["low"] == pytest.approx(whole["interval"]["low"], rel=1e-9)


def test_missing_codings_and_items_of_one_coder(seamark: Within) -> None:
    codings = {"a": {"x": [2, 3], "y": [2, 3]}, "b": {"x": [4]}, "c": {"y": [2, 4], "z": [3, 3]}}
    corpus_file(Path("study.json"), codings)
    ran = seamark("agree", "study.json", "-m", "S", "--by", "item", "--by", "pair")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert "b           undefined        1            0" in lines
    assert "1 item without a value, such as 'b'" in lines
    # x and z never coded the same item: they have no row.
    pairs = [line.split()[:3] for line in lines[lines.index("Pairs of coders by S, the lowest first") + 3 :][:3]]
    assert pairs == [["y", "z", "0.8000"], ["x", "y", "1.0000"], []]


def test_items_are_ranked_by_what_is_above_shuffled(seamark: Within) -> None:
    corpora_folder()  # the sample would be downloaded
    found = sm.agree(moonstone(), "B")
    lines = seamark("agree", "sample:moonstone", "--by", "item").out.splitlines()
    start = lines.index("Items by B, the lowest first")
    assert [line.split()[0] for line in lines[start + 3 : start + 23]] == list(found.ranking)
    by_rate = sorted(found.per_item, key=lambda item: found.per_item[item].value)
    assert list(found.ranking) != by_rate


def test_a_thousand_items_in_two_seconds() -> None:
    """In processor time, start of the program, shuffled level and interval included."""
    codings = {
        f"doc{i}": {coder: [1 + (i * j) % 7, 9, 20 - (i * j) % 7, 30] for j, coder in enumerate("abcde", start=1)}
        for i in range(1000)
    }
    corpus_file(Path("thousand.json"), codings)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert as_process("agree", "thousand.json", "--ci", "0.95").code == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 2.0


def test_alpha_is_that_of_s(seamark: Within) -> None:
    ran = seamark("agree", "sample:stargazer", "--coefficient", "alpha", "--json")
    found = json.loads(ran.out)
    assert (found["coefficient"], found["similarity"], round(found["value"], 4)) == ("alpha", "S", 0.3673)
    refused = seamark("agree", "sample:stargazer", "--coefficient", "alpha", "-m", "B")
    assert refused.code == 1
    assert "above_shuffled" in refused.err
