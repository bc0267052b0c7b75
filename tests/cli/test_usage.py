"""Mistakes: one line that says what was wrong and what was expected, and the right exit status."""

from __future__ import annotations

from pathlib import Path

import pytest

from seamark.io import known_formats
from tests.cli.running import Within, corpus_file

ALL_METRICS = "expected S, B, confusion, "

#: Command line and what is said about it; the status is 2, whatever the files hold.
WRONG_USAGE = {
    "score ref.json": "seamark score: missing argument 'HYP'; see 'seamark score --help'",
    "score ref.json hyp.json more.json": "seamark score: got unexpected extra argument",
    "score - -": "seamark score: standard input (-) can be read only once; see 'seamark score --help'",
    "score ref.json hyp.json --averag micro": "seamark score: no such option",
    "score ref.json hyp.json --average mean": "seamark score: invalid value for '--average': 'mean' is not one of",
    "score ref.json hyp.json -m widnowdiff": "no metric is called 'widnowdiff'; did you mean 'windowdiff'?",
    "score ref.json hyp.json -m xyz": f"no metric is called 'xyz'; {ALL_METRICS}",
    "score ref.json hyp.json -m S,": "no metric is called ''",
    "score ref.json hyp.json -m B:m=3": "B has no option 'm'; expected n, scale, weights or types",
    "score ref.json hyp.json -m B:n": "'n' after 'B' is not of the form option=value; see 'seamark score --help'",
    "score ref.json hyp.json -m S --k 3": "seamark score: --k is not an option of S; see 'seamark metrics'",
    "score ref.json hyp.json --n 1": "seamark score: S: n is 1; a near miss spans at least n=2",
    "score ref.json hyp.json --n two": "seamark score: S: n is 'two'; expected a whole number",
    "score ref.json hyp.json --scale te2": "seamark score: S: no scale is called 'te2'; did you mean 'te'?",
    "score ref.json hyp.json --weights 1,1": "weights are '1,1'; expected three numbers, such as 1,1,0.5",
    "score ref.json hyp.json --weights 1,1,x": "a weight is 'x'; expected a number",
    "score ref.json hyp.json --weights 1,1,2": "S: weight transposition is 2.0; expected a number from 0 to 1",
    "score ref.json hyp.json --convention nltk-start": "no convention is called 'nltk-start'; did you mean "
    "'nltk-starts'?",
    "score ref.json hyp.json -m windowdiff --convention textsplit": "windowdiff: ",
    "score ref.json hyp.json --k 0": "seamark score: windowdiff: k is 0; a window size is at least 1",
    "score ref.json hyp.json --coder a,b,c": "--coder is 'a,b,c'; expected one name, or two with a comma between them",
    "score ref.json hyp.json --json --csv": "--json and --csv cannot be used together; see 'seamark score --help'",
    "score ref.json hyp.json --from jsn": "no format is called 'jsn'; did you mean 'json'?",
    "score ref.json hyp.json --resolution -1": "resolution is -1.0; expected a positive number of seconds",
    "score ref.json hyp.json --encoding utf9": "encoding 'utf9' is not known; expected a name such as 'utf-8'",
    "score sample:stargaser hyp.json": "seamark score: no sample is called 'stargaser'; did you mean 'stargazer'?",
    "agree ref.json --against other.json --method bca": "--against takes the jackknife; expected no other --method",
    "agree ref.json --ci 95": "seamark agree: invalid value for '--ci': 95.0 is not in the range 0<x<1",
    "agree ref.json --coefficient phi": "seamark agree: invalid value for '--coefficient': 'phi' is not one of",
    "agree ref.json --by item --by pair --csv": "--csv prints one table; give --by at most once",
    "agree ref.json --windowdiff-convention pevzner": "--windowdiff-convention: convention is 'pevzner'",
    "align": "seamark align: missing argument 'CORPUS...'; see 'seamark align --help'",
    "audit ref.json": "seamark audit: missing argument 'HYP...'; see 'seamark audit --help'",
    "audit ref.json hyp.json hyp.json": "two systems are called 'hyp'; name them, as in other=hyp.json",
    "convert ref.json": "seamark convert: missing argument 'OUT'; see 'seamark convert --help'",
    "convert ref.json new.csv --to cvs": "no format is called 'cvs'; did you mean 'csv'?",
    "convert ref.json - --to csv --json": "--json and --csv print a report, but standard output holds the corpus",
    "metrics S": "seamark metrics: got unexpected extra argument (S)",
}

#: Command line and what is said about it; the status is 1, since it depends on the files.
WRONG_DATA = {
    "score nope.json hyp.json": "seamark: nope.json: no such file or folder",
    "score ref.json broken.json": "seamark: broken.json:1: not JSON",
    "score ref.json empty.json": "seamark: empty.json: is empty",
    "score ref.json other.json": "seamark: 2 items, such as 'poem', of ref.json are not in other.json; "
    "did you mean 'poems'?",
    "score ref.json longer.json": "seamark: item 'poem' covers 20 units in ref.json, 21 in longer.json",
    "score ref.json two.json": "seamark: two.json: item 'poem' has 2 codings, by ann, ben; say whose with --coder",
    "score ref.json two.json --coder gold,an": "seamark: two.json: no coder is called 'an'; did you mean 'ann'?",
    "score ref.json disjoint.json --allow-missing": "seamark: ref.json and disjoint.json have no item in common",
    "score typed.json typed.json -m pk --coder ann,ann": "seamark: typed.json, typed.json: Pk does not tell boundary "
    "types apart, and 2 occur",
    "agree ref.json": "seamark: ref.json: agreement needs at least two coders; the corpus has 1: 'gold'",
    "agree two.json --coders ann,bem": "seamark: two.json: no coder is called 'bem'; did you mean 'ben'?",
    "agree two.json --items poen": "seamark: two.json: no item is called 'poen'; did you mean 'poem'?",
    "agree two.json --ci 0.95 --resample coders": "seamark: two.json: ",
    "agree mixed.json": "item 'poem': coder 'ben' covers 21 units, coder 'ann' covers 20",
    "align two.json --item son": "seamark: two.json: no item is called 'son'; did you mean 'song'?",
    "align two.json": "seamark: two.json: --item is missing, and there are 2 items; expected poem or song",
    "align two.json --item poem --coders ann": "seamark: two.json: --coders names 1 coder; expected two with a "
    "comma between them, of ann, ben",
    "align two.json --item song --coders ann,ben": "seamark: two.json: item 'song' has no coder 'ben'; expected ann",
    "align ref.json --item poem": "seamark: ref.json: item 'poem' has 1 coder; expected two",
    "audit ref.json other.json": "seamark: ref.json: other has item 'poems', which the reference does not have",
    "convert ref.json hyp.json": "seamark: hyp.json: is there already; nothing is overwritten without --force",
    "convert ref.json new.xyz": "seamark: new.xyz: its suffix does not tell a format that can be written; use --to",
    "convert typed.json new.csv --to segeval-json": "segeval-json cannot keep boundary types; use another format, or "
    "--drop them ('types')",
    "convert ref.json nowhere/new.csv": "seamark: nowhere/new.csv: cannot be written",
    "convert . ../new.json": "seamark: .: holds no file whose format is clear; say which with --from",
}


@pytest.fixture(autouse=True)
def _files(files: tuple[str, str]) -> None:
    Path("broken.json").write_bytes(b'{"format":"seamark","version":1,"items":[')
    Path("empty.json").write_bytes(b"")
    corpus_file(Path("other.json"), {"poems": {"system": [20]}, "psalm": {"system": [10]}})
    corpus_file(Path("disjoint.json"), {"psalm": {"system": [10]}})
    corpus_file(Path("longer.json"), {"poem": {"system": [21]}, "song": {"system": [10]}})
    corpus_file(Path("two.json"), {"poem": {"ann": [20], "ben": [10, 10]}, "song": {"ann": [10]}})
    corpus_file(Path("mixed.json"), {"poem": {"ann": [20], "ben": [21]}})
    typed = {"mass": 9, "positions": [2, 5], "types": ["minor", "major"]}
    corpus_file(Path("typed.json"), {"poem": {"ann": dict(typed), "ben": dict(typed)}})


@pytest.mark.parametrize(
    ("line", "message", "code"),
    [(line, message, 2) for line, message in WRONG_USAGE.items()]
    + [(line, message, 1) for line, message in WRONG_DATA.items()],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_one_line_and_the_status(line: str, message: str, code: int, seamark: Within) -> None:
    if line.startswith("convert . "):
        for file in Path().iterdir():
            file.unlink()
        Path("readable.dat").write_bytes(b"\x00\x01")
    ran = seamark(*line.split())
    assert message in ran.err
    assert ran.err.startswith("seamark")
    assert ran.err.endswith("\n")
    assert ran.err.count("\n") == 1
    assert (ran.code, ran.out) == (code, "")


def test_a_name_with_control_characters_cannot_touch_the_terminal(seamark: Within) -> None:
    corpus_file(Path("evil.json"), {"a\nb\x1b[2J": {"gold": [20]}})
    ran = seamark("score", "ref.json", "evil.json")
    assert ran.code == 1
    assert ran.err.count("\n") == 1
    assert "\x1b" not in ran.err
    ran = seamark("score", "evil.json", "evil.json", "-m", "S")
    assert "a\\nb\\x1b[2J" in ran.out
    assert "\x1b" not in ran.out


def test_a_file_name_that_is_no_text(seamark: Within) -> None:
    ran = seamark("agree", "caf\udce9.json")
    assert ran.code == 1
    assert ran.err.count("\n") == 1
    assert "no such file" in ran.err


@pytest.mark.parametrize("format", [format.name for format in known_formats()])
def test_every_format_can_be_named(format: str, seamark: Within) -> None:
    ran = seamark("agree", "nope.json", "--from", format)
    assert (ran.code, ran.out) == (1, "")
    assert "nope.json: no such file or folder" in ran.err
