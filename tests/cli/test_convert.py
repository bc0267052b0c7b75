"""`seamark convert`: what it writes, what it says, and what it refuses."""

from pathlib import Path

import pytest

from seamark.io import load
from tests.cli.running import Within, as_process

LABELS = "0.0\t1.2504\tintro\n1.2504\t3.0\tverse\n"


def test_from_json_to_csv(files: tuple[str, str], seamark: Within) -> None:
    ran = seamark("convert", files[0], "new.csv")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == "ref.json (json) -> new.csv: 2 items, 1 coder, 2 codings\nread as json; nothing moved\n"
    assert load("new.csv") == load("ref.json")


def test_it_says_how_many_boundaries_moved_and_how_far(seamark: Within) -> None:
    Path("song.txt").write_text(LABELS, encoding="utf-8")
    words = ("convert", "song.txt", "song.json", "--from", "audacity", "--resolution", "0.01")
    ran = seamark(*words)
    assert ran.code == 0
    first, second, *_ = ran.out.splitlines()
    assert first == "song.txt (audacity) -> song.json: 1 item, 1 coder, 1 coding"
    assert "moved to the 0.01 s grid, by 0.0004 s at most" in second
    report = seamark(*words, "--force", "--json").json
    assert (report["moved"], report["boundaries"], report["unit"]) == (1, 1, "time")
    assert report["farthest"] == pytest.approx(0.0004)
    assert load("song.json").lengths["song"] == 300


def test_nothing_is_lost_without_drop(seamark: Within) -> None:
    ran = seamark("convert", "sample:stargazer", "new.csv")
    assert ran.code == 1
    assert "csv cannot keep metadata" in ran.err
    assert not Path("new.csv").exists()
    assert seamark("convert", "sample:stargazer", "new.csv", "--drop", "metadata").code == 0
    assert load("new.csv").coder_names == tuple("1234567")


def test_standard_input_to_standard_output(files: tuple[str, str]) -> None:
    ran = as_process("convert", "-", "-", "--to", "csv", stdin=Path(files[0]).read_bytes())
    assert ran.code == 0
    assert ran.out.splitlines()[:2] == ["item,coder,mass,position", "poem,gold,20,5"]
    assert ran.err.splitlines()[0] == "- (json) -> -: 2 items, 1 coder, 2 codings"
    quiet = as_process("convert", "-", "-", "--to", "csv", "--quiet", stdin=Path(files[0]).read_bytes())
    assert (quiet.out, quiet.err) == (ran.out, "")


def test_a_suspicion_stands_in_the_report_for_programs(seamark: Within) -> None:
    Path("talk.csv").write_text("start,end\n0,448000\n448000,61000000\n", encoding="utf-8")
    assert seamark("convert", "talk.csv", "out.json", "--csv").code == 0
    (suspicion,) = seamark("convert", "talk.csv", "out.json", "--json", "--force").json["suspicions"]
    assert suspicion["option"] == "--time-unit ms"
