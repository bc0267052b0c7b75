"""Names and texts from files: a terminal never obeys them, a spreadsheet never computes them."""

import csv
import io
import re
from pathlib import Path

import pytest

from seamark import load
from tests.cli.running import Within, as_process, corpus_file, in_terminal

COLOUR = re.compile(r"\x1b\[[0-9;]*m")

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


def one_coder(path: str) -> str:
    codings = {item: {"system": list(by_coder[next(iter(by_coder))].masses)} for item, by_coder in load(path).items()}
    return str(corpus_file(Path("system.json"), codings))


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
    one_coder(nasty)
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
