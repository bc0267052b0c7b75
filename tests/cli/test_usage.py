"""Mistakes: one line that names what is wrong, the right exit status, and nothing that is written."""

import shlex
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.cli.running import Within, corpus_file

#: A command line that cannot be used, whatever the files hold, and what the message names.
WRONG_USAGE = {
    "": "missing command; see 'seamark --help'",
    "scor": "no command is called 'scor'; did you mean 'score'?",
    "sing": "no command is called 'sing'; expected look, score, ",
    "score ref.json": "missing argument 'HYP'; see 'seamark score --help'",
    "score ref.json hyp.json more.json": "more.json",
    "score - -": "standard input (-) can be read only once",
    "score ref.json hyp.json --averag micro": "--averag",
    "score ref.json hyp.json --average mean": "'--average': 'mean'",
    "score ref.json hyp.json -m widnowdiff": "no metric is called 'widnowdiff'; did you mean 'windowdiff'?",
    "score ref.json hyp.json -m pk --n 3": "--n is not an option of pk; see 'seamark metrics'",
    "score ref.json hyp.json --n 1": "S: n is 1",
    "score ref.json hyp.json -m windowdiff --convention textsplit": "windowdiff: ",
    "score ref.json hyp.json --coder a,b,c": "--coder is 'a,b,c'",
    "score ref.json hyp.json --json --csv": "--json and --csv",
    "score ref.json hyp.json --from jsn": "'jsn'; did you mean 'json'?",
    "score ref.json hyp.json --encoding utf9": "'utf9'",
    "score ref.json hyp.json --duration a=x": "--duration is 'a=x'",
    "score ref.json hyp.json --duration a=2 --duration 3": "--duration is given for all items and for one",
    "score ref.json hyp.json -m pk,der": "(pk: boundaries; der: spans)",
    "score ref.json hyp.json --near 0.5": "--near is in seconds, but there are no times",
    "score sample:stargaser hyp.json": "'stargaser'; did you mean 'stargazer'?",
    "score pairs.parquet --reference ref": "--reference and --hypothesis",
    "score PAIRS --near 1": "--near is not for tables of pairs",
    "score PAIRS --dask here": "--dask is 'here'",
    "agree ref.json sample:stargazer": "a sample cannot be joined",
    "agree ref.json --ci 95": "'--ci': 95.0",
    "agree ref.json --by item --by pair --csv": "--by",
    "agree texts.parquet --dask local --by item": "--by needs the whole corpus",
    "agree texts.parquet --workers 2 --as spans": "--workers is for boundaries",
    "align ref.json --as levels": "'levels' is not one of 'boundaries', 'spans'",
    "align ref.json --as spans --n 3": "--n is for boundaries",
    "align": "missing argument 'CORPUS...'",
    "audit ref.json hyp.json hyp.json": "'hyp'; name them, as in other=hyp.json",
    "compare hyp.json one=two.json": "two.json holds 2 systems",
    "compare hyp.json two.json --margin 0.1": "--margin",
    "compare two.json hyp.json --pairwise": "--pairwise",
    "consensus two.json --threshold 2": "--threshold",
    "convert ref.json new.csv --to cvs": "'cvs'; did you mean 'csv'?",
    "convert ref.json - --to csv --json": "--json and --csv",
    "metrics S": "(S)",
    "plan": "PILOT",
    "plan --hit 2": "--hit",
    "plot heatmap -o c.svg": "seamark plot heatmap: missing argument 'CORPUS...'",
    "plot heatmap two.json -o c.gif": ".gif",
    "plot pairwise two.json --metric S,B -o c.svg": "--metric names 2 metrics",
    "report two.json": "missing option '--output' / '-o'",
    "report two.json -o r.html --as spans --systems x.json": "--systems is for boundaries",
    "segment poem.txt": "missing option '--with'",
    "segment poem.txt --with texttiling --size 3": "texttiling has no --size",
    "segment poem.txt --with chunks --unit time": "--unit time",
    "segment ref.json poem.txt --with chunks": "ref.json",
}

#: A command line that cannot be used with these files, and what the message names.
WRONG_DATA = {
    "score nope.json hyp.json": "nope.json: no such file or folder",
    "score ref.json broken.json": "broken.json:1: not JSON",
    "score ref.json other.json": "'poem', of ref.json are not in other.json; did you mean 'poems'?",
    "score ref.json longer.json": "item 'poem': ref.json covers 20 units, longer.json covers 21",
    "score ref.json two.json": "two.json: item 'poem' has 2 codings, by ann, ben; choose one with --coder",
    "score ref.json two.json --coder gold,an": "two.json: no coder is called 'an'; did you mean 'ann'?",
    "score ref.json disjoint.json --allow-missing": "ref.json and disjoint.json",
    "score typed.json typed.json -m pk --coder ann,ann": "typed.json, typed.json: Pk",
    "score ref.json ref.json --as labels": "holds boundaries, which cannot be read as labels",
    "score pairs.parquet --reference gold --hypothesis hyp": "'gold'",
    "agree ref.json": "ref.json: agreement needs at least two coders",
    "agree two.json --coders ann,bem": "two.json: no coder is called 'bem'; did you mean 'ben'?",
    "agree two.json --ci 0.95 --resample coders": "two.json: ",
    "agree none/*.parquet --workers 2": "none/*.parquet",
    "align two.json": "two.json: --item is missing, and there are 2 items",
    "align two.json --item song --coders ann,ben": "two.json: item 'song' has no coder 'ben'",
    "align ref.json --item poem": "ref.json: item 'poem' has 1 coder",
    "audit ref.json other.json": "ref.json: other has item 'poems'",
    "compare two.json ann=hyp.json": "two.json: segmenter 'ann'",
    "compare two.json other.json": "two.json: other has item 'poems', which the reference does not have",
    "compare two.json hyp.json -m ghd": "two.json: ",
    "consensus two.json --by vote --threshold 4": "threshold is 4",
    "consensus two.json --disputed c.csv -o c.csv": "c.csv: is named for two outputs",
    "convert ref.json hyp.json": "hyp.json: exists; it is not overwritten without --force",
    "convert ref.json new.xyz": "new.xyz: its suffix is not that of a format that can be written; use --to",
    "convert typed.json new.csv --to segeval-json": "--drop",
    "convert ref.json nowhere/new.csv": "nowhere/new.csv: cannot be written",
    "convert odd ../new.json": "odd: holds no file whose format is clear; choose one with --from",
    "plan sample:stargazer": "sample:stargazer: ",
    "plot lanes two.json -o c.svg": "two.json: --item is missing",
    "plot lanes two.json --item poem --against dan -o c.svg": "'dan'",
    "plot alignment two.json --item song -o c.svg": "item 'song' has 1 coder",
    "report two.json -o no/where.html": "no/where.html: cannot be written",
    "segment poem.txt more/poem.txt --with chunks": "'poem'",
    "segment blank.txt --with chunks": "blank.txt: has no units",
    "segment sums.txt --with texttiling": "item 'sums'",
}

COLUMNS = {
    "PAIRS": "pairs.parquet --reference ref --hypothesis hyp",
}


@pytest.fixture(autouse=True)
def _files(files: tuple[str, str]) -> None:
    Path("broken.json").write_bytes(b'{"format":"seamark","version":1,"items":[')
    corpus_file(Path("other.json"), {"poems": {"system": [20]}, "psalm": {"system": [10]}})
    corpus_file(Path("disjoint.json"), {"psalm": {"system": [10]}})
    corpus_file(Path("longer.json"), {"poem": {"system": [21]}, "song": {"system": [10]}})
    corpus_file(Path("two.json"), {"poem": {"ann": [20], "ben": [10, 10]}, "song": {"ann": [10]}})
    typed = {"mass": 9, "positions": [2, 5], "types": ["minor", "major"]}
    corpus_file(Path("typed.json"), {"poem": {"ann": dict(typed), "ben": dict(typed)}})
    tables = {
        "pairs": {"id": ["poem", "song", "bad"], "ref": [[5, 5], [2, 3], None], "hyp": [[5, 5], [2, 3], [1]]},
        "texts": {"item": ["a", "a"], "coder": ["ann", "ben"], "masses": [[2, 3], [5]]},
    }
    for name, columns in tables.items():
        pq.write_table(pa.table(columns), f"{name}.parquet")
    for folder in ("more", "odd"):
        Path(folder).mkdir()
    Path("odd/readable.dat").write_bytes(b"\x00\x01")
    for name, text in {"poem": "x", "more/poem": "x", "blank": " \n", "sums": "1 + 1\n\n= 2"}.items():
        Path(f"{name}.txt").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("line", "named", "code"),
    [(line, named, 2) for line, named in WRONG_USAGE.items()]
    + [(line, named, 1) for line, named in WRONG_DATA.items()],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_one_line_and_the_status(line: str, named: str, code: int, seamark: Within) -> None:
    there = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    for name, columns in COLUMNS.items():
        line = line.replace(name, columns)
    ran = seamark(*shlex.split(line))
    assert named in ran.err
    assert ran.err.startswith("seamark")
    assert (ran.err[-1], ran.err.count("\n")) == ("\n", 1)
    assert (ran.code, ran.out) == (code, "")
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == there
