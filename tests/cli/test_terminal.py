"""In a terminal: colours, widths, progress, and names that a terminal or a spreadsheet never obeys."""

import csv
import io
import re
import sys
from pathlib import Path

import pytest

from seamark import Corpus, load, save
from seamark.base.results import Table
from seamark.cli.output import Output
from tests.cli.running import Within, as_process, corpus_file, in_terminal

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def test_no_line_of_a_table_is_wider_than_the_terminal() -> None:
    names = {f"item {i} with a name that goes on for quite a while": {"x": [2, 3]} for i in range(3)}
    corpus_file(Path("wide.json"), names)
    shown = COLOUR.sub("", in_terminal("score", "wide.json", "wide.json", "-m", "S,B,confusion,pk,rand", columns=60))
    table = shown.partition("S|n:2")[0]
    assert max(map(len, table.splitlines())) <= 60
    # Figures are whole, and every part of the table says which item a row is about.
    assert table.count("1.0000") == 1 + 3 * 4 + 4
    assert table.count("item 2") >= 2
    # Signatures are not broken, so that they can be copied.
    assert re.search(r"^confusion\|.*\|v:\S+$", shown, re.MULTILINE)


def test_progress_is_shown_only_to_somebody_who_sits_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for terminal, quiet, shown in ((False, False, False), (True, False, True), (True, True, False)):
        monkeypatch.setattr(sys.stderr, "isatty", lambda terminal=terminal: terminal)
        with Output("tables", quiet=quiet).progress("scoring", 10) as done:
            done(10)
        said = capsys.readouterr().err
        assert ("scoring" in said, said == "") == (shown, not shown)


@pytest.mark.parametrize(("width", "parts"), [(20, 2), (40, 1), (200, 1)])
def test_tables_of_any_width(width: int, parts: int) -> None:
    table = Table(("name", "a", "b"), [("x" * 30, 0.5, 1)], [("mean", float("nan"), None)])
    drawn = "\n".join(part.as_text(gap=3) for part in table.readable(width, 3))
    assert max(map(len, drawn.splitlines())) <= width
    assert (drawn.count("0.5000"), drawn.count("undefined"), drawn.count("xxx…")) == (1, 1, parts * (width < 200))


def test_a_wide_table_of_few_rows_stands_on_its_side() -> None:
    table = Table(("item", *(f"number {n}" for n in range(9))), [("song", *range(9))])
    (turned,) = table.readable(30)
    assert str(turned).splitlines()[:3] == ["item      song", "--------------", "number 0     0"]


def test_many_numbers_of_many_items_have_at_most_six_columns(seamark: Within) -> None:
    corpus_file(Path("many.json"), {f"item{i}": {"x": [2, 3]} for i in range(8)})
    metrics = "S,B,windowdiff,pk,rand,covering,f"
    for form in ((), ("--details",), ("--markdown",)):
        ran = seamark("score", "many.json", "many.json", "-m", metrics, *form)
        rows = [re.split(r" {3,}|\|", line.strip("|")) for line in ran.out.splitlines() if "|v:" not in line]
        assert ran.code == 0
        assert max(map(len, rows)) == 6
    lines = seamark("score", "many.json", "many.json", "-m", metrics).out.splitlines()
    # The leading numbers of every item, then the means of all numbers.
    assert lines[2].split("   ")[0] == "item"
    assert sum(line.startswith("item") for line in lines) == 1 + 8
    assert [line.split()[0] for line in lines if line.endswith("0000")][-7:] == metrics.split(",")


def test_no_color_is_respected() -> None:
    assert "\x1b[1m" in in_terminal("agree", "sample:stargazer")
    assert "\x1b" not in in_terminal("agree", "sample:stargazer", NO_COLOR="1")


#: What a terminal obeys, beside the colours that tables have: the title of the window, a bell, the C1 form of ESC [, a
#: separator that Python takes for the end of a line, changes of direction, and an invisible mark.
OBEYED = "\x1b]0;owned\x07\x9b2J\x1c\x85\u202e\u2066\u200f\x7f"
NASTY = f"a{OBEYED}b"


@pytest.fixture
def nasty() -> str:
    coders = (f"ann{NASTY}", f"ben{NASTY}", f"cat{NASTY}")
    codings = {
        f"{item}{NASTY}": dict(zip(coders, masses, strict=True))
        for item, masses in (("poem", ([2, 3], [2, 1, 2], [5])), ("song", ([4, 4], [8], [3, 5])))
    }
    texts = {item: [f"{NASTY} text"] * sum(next(iter(by_coder.values()))) for item, by_coder in codings.items()}
    return str(corpus_file(Path("nasty.json"), codings, texts=texts))


def raw_in(shown: str) -> set[str]:
    """The characters that a terminal would obey, beside colours and ends of lines."""
    return {character for character in COLOUR.sub("", shown) if not character.isprintable()} - {"\n"}


@pytest.mark.parametrize("form", [(), ("--json",), ("--csv",)])
@pytest.mark.parametrize(
    "command",
    [
        ("agree", "nasty.json", "--by", "coder"),
        ("agree", "nasty.json", "--by", "item"),
        ("agree", "nasty.json", "--by", "pair"),
        ("score", "nasty.json", "system.json"),
        ("audit", "nasty.json", f"x{OBEYED}=system.json"),
        ("compare", "nasty.json", "system.json", "--seed", "1", "--quiet"),
        ("agree", "nasty.json", "--items", f"no{OBEYED}"),
        ("align", "nasty.json", "--item", f"poem{NASTY}"),
    ],
)
def test_a_terminal_shows_what_it_would_obey(nasty: str, command: tuple[str, ...], form: tuple[str, ...]) -> None:
    codings = {item: {"system": next(iter(by_coder.values()))} for item, by_coder in load(nasty).items()}
    save(Corpus(codings), "system.json")
    shown = in_terminal(*command, *form)
    assert "owned" in shown or "--by" not in command
    assert raw_in(shown) == set()
    assert "Traceback" not in shown


@pytest.mark.parametrize("command", [("convert", "plain.json", "-", "--to", "csv"), ("segment", "plain.txt")])
def test_a_file_printed_on_a_terminal(command: tuple[str, ...]) -> None:
    name = f"poem{OBEYED}"
    corpus_file(Path("plain.json"), {name: {"ann": [2, 3]}})
    Path("plain.txt").write_text(f"one {OBEYED}\n\ntwo\n", encoding="utf-8")
    if command[0] == "segment":
        command = (*command, "--with", "chunks", "--size", "1", "--texts", "--quiet")
    shown = in_terminal(*command)
    assert raw_in(shown) == set()
    assert "owned" in shown
    # A program gets what the file would hold.
    assert f"{OBEYED}"[3:8] in as_process(*command).out


def test_documents_for_programs_keep_names(nasty: str, seamark: Within) -> None:
    found = seamark("agree", nasty, "--by", "coder", "--json")
    assert found.code == 0
    assert {row["coder"] for row in found.json["by_coder"]} == {f"{name}{NASTY}" for name in ("ann", "ben", "cat")}


@pytest.mark.parametrize("form", ["--json", "--csv", "--quiet"])
def test_half_a_character_is_refused_in_one_line(form: str) -> None:
    corpus_file(Path("half.json"), {"poem\ud800": {"ann": [2, 3], "ben": [5]}})
    ran = as_process("agree", "half.json", form)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("seamark: half.json: ")
    assert "\\ud800" in ran.err
    assert ran.err.count("\n") == 1


FORMULAS = ("=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1")


def test_no_cell_of_a_table_for_people_is_a_formula(seamark: Within) -> None:
    corpus_file(Path("formulas.json"), {item: {"=ann": [2, 3], "-ben": [5]} for item in (*FORMULAS, "-1.5", "poem")})
    printed = seamark("agree", "formulas.json", "--by", "item", "--csv").out
    items = [row[0] for row in csv.reader(io.StringIO(printed, newline=""))][1:]
    assert set(items) == {*(f"'{formula}" for formula in FORMULAS), "-1.5", "poem"}
