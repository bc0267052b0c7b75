"""Cues of a transcript as units: boundaries between them, in their texts and in seconds."""

from pathlib import Path

import pytest

import seamark as sm
from seamark.cli.main import cli, exit_code_of
from seamark.io import ReadOptions, load_with_report

#: Start, end and text of cues; between the second and the third there is a pause.
CUES = [(0.0, 2.5, "Land ho."), (2.5, 4.0, "Where?"), (5.0, 8.0, "Over there."), (8.0, 9.5, "Calm.")]
TEXTS = tuple(text for *_, text in CUES)
TIMES = [0.0, 2.5, 5.0, 8.0, 9.5]


def clock(seconds: float, point: str) -> str:
    return f"00:00:{int(seconds):02}{point}{round(seconds % 1 * 1000):03}"


FILES = {
    "talk.srt": "\n".join(
        f"{n}\n{clock(a, ',')} --> {clock(b, ',')}\n{text}\n" for n, (a, b, text) in enumerate(CUES, 1)
    ),
    "talk.vtt": "WEBVTT\n\n" + "\n".join(f"{clock(a, '.')} --> {clock(b, '.')}\n{text}\n" for a, b, text in CUES),
}


def written(folder: Path, name: str) -> Path:
    (folder / name).write_text(FILES[name], encoding="utf-8")
    return folder / name


def test_a_transcript_gives_units_with_texts(tmp_path):
    corpus, report = load_with_report(written(tmp_path, "talk.srt"), ReadOptions(unit="cue"))
    assert (report.unit, report.resolution) == ("cue", None)
    assert corpus.texts == {"talk": TEXTS}
    assert [coding.masses for coding in corpus["talk"].values()] == [(4,)]
    assert corpus.metadata["cues"] == {"talk": TIMES}


def test_chapters_lie_between_cues(tmp_path):
    transcript = written(tmp_path, "talk.srt")
    for coder, lines in (("ann", "0:00 One\n0:04.5 Two\n0:20 End\n"), ("ben", "0:00 One\n0:03.5 Two\n0:08 Three\n")):
        (tmp_path / coder).mkdir()
        (tmp_path / coder / "talk.txt").write_text(lines, encoding="utf-8")
    corpus = sm.load([transcript, tmp_path / "ann/talk.txt", tmp_path / "ben/talk.txt"], unit="cue")
    # 4.5 lies in the pause, 3.5 within a cue, nearer to its end; what lies behind the last cue is its end.
    assert {coder: coding.masses for coder, coding in corpus["talk"].items()} == {"ann": (2, 2), "ben": (2, 1, 1)}
    assert corpus.texts == {"talk": TEXTS}


def test_written_as_times_and_read_in_seconds(tmp_path):
    transcript = written(tmp_path, "talk.srt")
    sm.save(sm.Corpus({"talk": {"ann": [2, 2], "ben": [1, 3]}}, texts={"talk": TEXTS}), tmp_path / "ann.json")
    corpus = sm.load([transcript, tmp_path / "ann.json"], unit="cue")
    assert {coder: coding.masses for coder, coding in corpus["talk"].items()} == {"ann": (2, 2), "ben": (1, 3)}
    sm.save(corpus, tmp_path / "cues.json")
    assert sm.load(tmp_path / "cues.json") == corpus
    seconds = sm.load(tmp_path / "cues.json", unit="time", resolution=0.5)
    assert {coder: coding.masses for coder, coding in seconds["talk"].items()} == {"ann": (10, 9), "ben": (5, 14)}
    assert "cues" not in seconds.metadata
    for name in ("vtt", "chapters", "jams"):
        sm.save(corpus, tmp_path / name, format=name)
        back = sm.load(tmp_path / name, format=name, resolution=0.5)
        assert {coder: coding.masses for coder, coding in back["talk"].items()} == {"ann": (10, 9), "ben": (5, 14)}
    assert (tmp_path / "chapters/ann/talk.txt").read_text() == "0:00:00 segment\n0:00:05 segment\n0:00:09.500 End\n"


def test_what_has_no_transcript_or_two(tmp_path):
    (tmp_path / "walk.txt").write_text("0:00 One\n0:04 Two\n", encoding="utf-8")
    with pytest.raises(sm.InputError, match="item 'walk' has no transcript"):
        sm.load([written(tmp_path, "talk.srt"), tmp_path / "walk.txt"], unit="cue")
    with pytest.raises(sm.InputError, match="two transcripts"):
        sm.load([written(tmp_path, "talk.srt"), written(tmp_path, "talk.vtt")], unit="cue")


@pytest.mark.parametrize("command", ["annotate -o page.html", "segment --with chunks --size 2 -o out.json"])
def test_commands_about_texts_take_transcripts(tmp_path, monkeypatch, command):
    written(tmp_path, "talk.srt")
    monkeypatch.chdir(tmp_path)
    name, *words = command.split()
    arguments = [name, "talk.srt", *words]
    assert exit_code_of(lambda: cli.main(arguments, prog_name="seamark", standalone_mode=False)) == 0
    said = (tmp_path / words[-1]).read_text(encoding="utf-8")
    assert ("Over there." if name == "annotate" else '"chunks":[2,2]') in said
