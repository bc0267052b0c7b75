"""``seamark look`` and ``sm.look``: what was read and why, suspicions and what settles them, readings that are kept."""

import json
import shlex
import warnings
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import seamark as sm
from seamark.io import load_with_report
from tests.cli.running import Within
from tests.cli.test_tables import written
from tests.formats import FIXTURES, format_cases
from tests.unit.io.packages import need_packages_of

#: A file for every suspicion, the beginning of what it says, and the option that settles it.
SUSPICIOUS = {
    "milliseconds": (
        "talk.csv",
        "start,end,label\n0,448000,a\n448000,61000000,b\n",
        "16944:26:40 long, and all times are whole numbers: milliseconds",
        "--time-unit ms",
    ),
    "samples": ("a.lab", "0 3050 h#\n3050 46797 sh\n", "12:59:57 long, and all times are whole", "--time-unit ms"),
    "inclusive ends": (
        "talk.csv",
        "start,end\n1,448\n449,1037\n1038,2000\n",
        "gaps of one unit between spans: inclusive ends?",
        "--ends inclusive",
    ),
    "a column that is not used": (
        "talk.csv",
        "who,start,end\nann,0,1.5\nann,1.5,4\nben,4,5\nben,5,8\n",
        "column 'who' is not used, and its values group the rows",
        "--columns start=start,end=end,coder=who",
    ),
    "a column of numbers": (
        "story.csv",
        "unit,ann,ben,verse\n1,1,1,11\n2,1,1,12\n3,2,1,13\n4,2,2,14\n",
        "coder 'verse' cuts after every unit: a column of numbers?",
        "--columns unit=unit,coders=ann+ben",
    ),
    "no boundary": (
        "talk.srt",
        "1\n00:00:00,000 --> 00:00:01,000\nA\n",
        "nobody marked a boundary: another format?",
        "--from FORMAT",
    ),
}


@pytest.mark.parametrize("what", SUSPICIOUS)
def test_a_suspicion_names_the_option_that_settles_it(seamark: Within, what: str) -> None:
    name, content, begins, option = SUSPICIOUS[what]
    Path(name).write_text(content, encoding="utf-8")
    found = sm.look(name)
    (suspicion,) = found.suspicions
    assert suspicion.place == name
    assert suspicion.what.startswith(begins)
    assert suspicion.option == option
    assert str(suspicion).endswith(option)
    with pytest.warns(sm.ReadingWarning, match=r".+") as caught:
        sm.load(name)
    assert [str(one.message) for one in caught] == [str(suspicion)]
    with warnings.catch_warnings():
        warnings.simplefilter("error", sm.ReadingWarning)
        with pytest.raises(sm.ReadingWarning):
            sm.load(name)
    assert f"suspicious: {suspicion.what} {option}" in seamark("look", name).out
    if what != "no boundary":
        settled = seamark("look", name, *shlex.split(option))
        assert settled.code == 0
        assert "suspicious" not in settled.out


def test_empty_tiers_are_told(seamark: Within) -> None:
    tier = '"IntervalTier" "{}" 0 4 {}'
    marked = tier.format("ann", '2 0 1.5 "a" 1.5 4 "b"')
    empty = " ".join(tier.format(f"empty{number}", '1 0 4 ""') for number in range(9))
    Path("talk.TextGrid").write_text(f'"ooTextFile" "TextGrid" 0 4 <exists> 10 {marked} {empty}', encoding="utf-8")
    said = seamark("look", "talk.TextGrid").out
    assert "1 coder: ann" in said
    assert "suspicious: 9 tiers (empty0, " in said
    assert said.rstrip().endswith("--layer NAME")
    assert "suspicious" not in seamark("look", "talk.TextGrid", "--layer", "ann").out


FILES = [(case.name, name, options) for case in format_cases().values() for name, options, _ in case.fixtures]


@pytest.mark.parametrize(("format", "name", "options"), FILES, ids=[f"{format}-{name}" for format, name, _ in FILES])
def test_every_fixture_can_be_looked_at(format: str, name: str, options: dict[str, Any]) -> None:
    need_packages_of(format)
    found = sm.look(FIXTURES / name, **options)
    assert found.report.format == format
    assert found.report.why
    assert found.items
    assert found.coders
    said = str(found)
    assert f"{len(found.items)} item" in said
    json.dumps(found.to_dict())


def test_what_is_shown(seamark: Within) -> None:
    Path("talk.csv").write_text("doc,begin,stop,tag\none,0,1.5,intro\none,1.5,4,talk\n", encoding="utf-8")
    assert seamark("look", "talk.csv").out.splitlines() == [
        "talk.csv: intervals (table of intervals in seconds: start, end[, label, item, coder])",
        "  why: its content and the suffix .csv",
        "  columns: start=begin, end=stop, item=doc, label=tag",
        "  1 item: one",
        "  1 coder: coder",
        "  1 coding, 1 boundary; units: 0.001 s",
        "  lengths: one 0:00:04",
        "  one, coder: 0:00:01.5  intro | talk",
    ]
    document = seamark("look", "talk.csv", "--json").json
    assert document["lengths"] == {"one": "0:00:04"}
    assert document["first"] == [
        {"item": "one", "coder": "coder", "place": "0:00:01.5", "before": "intro", "behind": "talk"}
    ]
    text = Path("story.txt")
    text.write_text("One went.\nTwo came.\n=====\nThree saw.\n", encoding="utf-8")
    assert "story, coder: 2  Two came. | Three saw." in seamark("look", "story.txt").out


def test_agree_and_report_begin_with_a_line_about_it(seamark: Within) -> None:
    Path("story.csv").write_text("unit,ann,ben\n1,1,1\n2,1,1\n3,2,1\n4,2,2\n", encoding="utf-8")
    line = "story.csv: read as wide (its content and the suffix .csv): 1 item, 2 coders (ann, ben), 2 boundaries"
    assert seamark("agree", "story.csv").err.startswith(line)
    assert "read as" not in seamark("agree", "story.csv", "--quiet").err


def test_the_report_shows_all_notes() -> None:
    rows = b"Study of talks\nstart,end,label\n0,1.5,a\n1.5,4,b\n"
    report = load_with_report(BytesIO(rows), name="talk.csv").report
    assert str(report).splitlines() == [report.summary, "talk.csv: 1 lines above the header are left out"]


TABLE = "doc,who,begin,stop\ntalk,ann,0,1500\ntalk,ann,1500,4000\ntalk,ben,0,2000\ntalk,ben,2000,4000\n"
COLUMNS = ("--columns", "item=doc,coder=who,start=begin,end=stop", "--time-unit", "ms")


def test_a_reading_is_kept_and_followed(seamark: Within) -> None:
    Path("talk.csv").write_text(TABLE, encoding="utf-8")
    assert seamark("look", "talk.csv").code == 1  # times go back where the coder changes
    expected = seamark("convert", "talk.csv", "-", "--to", "csv", *COLUMNS).out
    assert seamark("look", "talk.csv", *COLUMNS, "--save-reading", "other.toml").code == 0
    assert seamark("convert", "talk.csv", "-", "--to", "csv", "--reading", "other.toml").out == expected
    Path("other.toml").rename("reading.toml")
    assert seamark("convert", "talk.csv", "-", "--to", "csv").out == expected
    assert "why: as reading.toml says" in seamark("look", "talk.csv").out
    assert seamark("convert", ".", "-", "--to", "csv").out == expected  # which is no data itself


def test_its_digest_stands_in_the_signature(seamark: Within) -> None:
    Path("talk.csv").write_text(TABLE, encoding="utf-8")
    seamark("look", "talk.csv", *COLUMNS, "--save-reading", "reading.toml")
    digest = load_with_report("talk.csv").report.reading
    assert digest is not None
    corpus = sm.load("talk.csv")
    assert f"|reading:{digest}|" in str(sm.agree(corpus, "B").signature)
    assert f"|reading:{digest}|" in str(sm.score(corpus, corpus, coder="ann").overall["S"].signature)
    assert f"|reading:{digest}|" in str(sm.consensus(corpus).signature)
    assert f"|reading:{digest}|" in seamark("agree", "talk.csv").out
    # The digest follows from what the file says, not from how it is laid out.
    kept = Path("reading.toml")
    kept.write_text(f"# a remark\n\n{kept.read_text(encoding='utf-8')}", encoding="utf-8")
    assert load_with_report("talk.csv").report.reading == digest
    kept.write_text(kept.read_text(encoding="utf-8").replace('"ms"', '"s"'), encoding="utf-8")
    assert load_with_report("talk.csv").report.reading != digest


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("time_unit = ", "is not TOML"),
        ('colour = "red"\n', "an option for reading is 'colour'; expected one of"),
        ('time_unit = "years"\n', "time_unit is 'years'"),
    ],
)
def test_readings_that_cannot_be_followed(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "talk.csv").write_text(TABLE, encoding="utf-8")
    (tmp_path / "reading.toml").write_text(content, encoding="utf-8")
    with pytest.raises(sm.InputError, match=message) as caught:
        sm.load(tmp_path / "talk.csv")
    assert "reading.toml" in str(caught.value)


def test_what_is_given_counts_more_than_what_is_kept(tmp_path: Path) -> None:
    (tmp_path / "a.lab").write_text("0 1500 a\n1500 4000 b\n", encoding="utf-8")
    (tmp_path / "reading.toml").write_text('time_unit = "ms"\nresolution = 0.5\n', encoding="utf-8")
    assert sm.load(tmp_path / "a.lab")["a"]["coder"].masses == (3, 5)
    assert sm.load(tmp_path / "a.lab", resolution=0.25)["a"]["coder"].masses == (6, 10)


def test_sheets_are_chosen_by_name(tmp_path: Path) -> None:
    pytest.importorskip("python_calamine")
    path, head = tmp_path / "talk.xlsx", ["start", "end"]
    written(path, {"ann": [head, [0, 1.5], [1.5, 4]], "ben": [head, [0, 2], [2, "later"]], "empty": []})
    with pytest.raises(sm.InputError, match=r"talk\.xlsx: has several sheets \(ann, ben\); choose one with layer="):
        sm.load(path)
    assert sm.load(path, layer="ann", resolution=0.5)["talk"]["coder"].masses == (3, 5)
    assert sm.load(tmp_path, layer="ann", resolution=0.5)["talk"]["coder"].masses == (3, 5)
    with pytest.raises(sm.InputError, match=r"talk\.xlsx:3: the end is 'later'"):
        sm.load(path, layer="ben")
    path.write_bytes(path.read_bytes()[:-400])
    with pytest.raises(sm.InputError, match=r"talk\.xlsx: is not a .* that can be read"):
        sm.load(path, layer="ann")
