"""Every reader against a file of its format.

The README beside each file says after which description it was made. What is expected follows from the files by the
rules of ``docs/formats.md``: worked out by hand and by a script that parses the raw files itself, not by the readers.
"""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from seamark.io import ReadOptions, known_formats, load, load_with_report
from seamark.model.segmentation import Segmentation
from tests.unit.io.packages import need_packages_of

FIXTURES = Path(__file__).parents[2] / "fixtures"

UNITS = ("The sea was calm.", "We left at dawn.", "The wind rose.", "Waves broke over the bow.")
LEVELS = Segmentation.from_positions([2, 4, 4], 6, [1, 1, 2])

CHARACTERS = {"unit": "character"}
TIERS = {"tiers_are": "coders"}
OLD_SEGMENTS = {"layer": "Segment", "unit": "token"}
OLD_TAGS = {"layer": "POS", "unit": "token"}
OLD_ENTITIES = {"layer": "NamedEntity", "unit": "character"}

#: Fixture, options, format, and the codings it holds: masses, or a segmentation where there are types.
EXPECTED = [
    (
        "json/voyage.json",
        {},
        "json",
        {"voyage": {"ann": [2, 2], "ben": [2, 1, 1]}, "return": {"ann": LEVELS, "ben": [6]}},
    ),
    (
        "jsonl/voyage.jsonl",
        {},
        "jsonl",
        {"voyage": {"ann": [2, 2], "ben": [2, 1, 1]}, "return": {"ann": LEVELS, "ben": [6]}},
    ),
    ("csv/voyage.csv", {}, "csv", {"voyage": {"ann": [2, 2], "ben": [2, 1, 1]}, "return": {"ann": LEVELS, "ben": [6]}}),
    ("csv/semicolons.csv", {}, "csv", {"voyage": {"ann": [2, 2], "ben; the mate": [3, 1]}}),
    ("tsv/voyage.tsv", {}, "tsv", {"voyage": {"ann": [2, 2], "ben": [4]}}),
    ("wide", {}, "wide", {"return": {"ann": [2, 1], "ben": [3]}, "voyage": {"ann": [2, 2], "ben": [2, 1, 1]}}),
    ("wide/voyage.csv", {}, "wide", {"voyage": {"ann": [2, 2], "ben": [2, 1, 1]}}),
    ("markdown/voyage.md", {}, "markdown", {"voyage": {"coder": Segmentation.from_positions([3, 8], 10, [2, 1])}}),
    (
        "segeval-json/voyage.json",
        {},
        "segeval-json",
        {
            "voyage": {"ann": [2, 2], "ben": [2, 1, 1]},
            "letters,first": {"ann": [3, 3]},
            "letters,second": {"ben": [1, 4]},
        },
    ),
    (
        "segeval-tsv",
        {},
        "segeval-tsv",
        {"return": {"ann": [2, 3], "ben": [5]}, "voyage": {"ann": [2, 2], "ben": [2, 1, 1]}},
    ),
    ("text", {}, "text", {"voyage": {"ann": [2, 2], "ben": [2, 1, 1]}}),
    ("levels/voyage.txt", {}, "text", {"voyage": {"coder": Segmentation.from_positions([2, 2, 3], 4, [2, 3, 1])}}),
    (
        "levels/voyage.txt",
        {"coder": "wiki"},
        "text",
        {"voyage": {"wiki": Segmentation.from_positions([2, 2, 3], 4, [2, 3, 1])}},
    ),
    # characters: the text has 75, its second line starts at 35, the last sentence at 50
    ("label-studio/text.json", CHARACTERS, "label-studio", {"7": {"1": [35, 40], "ben@example.org": [35, 15, 25]}}),
    (
        "label-studio/text.json",
        {"unit": "sentence"},
        "label-studio",
        {"7": {"1": [2, 2], "ben@example.org": [2, 1, 1]}},
    ),
    ("label-studio/min.json", CHARACTERS, "label-studio", {"7": {"1": [35, 40]}}),
    # the second line starts at 15; coder 2 marked in an old version, for which the wave before it counts two
    ("label-studio/emoji.json", CHARACTERS, "label-studio", {"8": {"1": [15, 14], "2": [15, 9, 5]}}),
    ("label-studio/audio.json", {"resolution": 0.1}, "label-studio", {"9": {"1": [45, 80], "2": [45, 80]}}),
    # JSON-MIN does not tell how long the recording is
    ("label-studio/audio-min.json", {"resolution": 0.25}, "label-studio", {"9": {"1": [18, 31]}}),
    ("doccano", CHARACTERS, "doccano", {"1": {"ann": [35, 40], "ben": [18, 17, 40]}, "2": {"ann": [8], "ben": [5, 3]}}),
    (
        "doccano",
        {"unit": "token"},
        "doccano",
        {"1": {"ann": [8, 8], "ben": [4, 4, 8]}, "2": {"ann": [2], "ben": [1, 1]}},
    ),
    (
        "chunks/splitter.jsonl",
        {"unit": "sentence"},
        "chunks",
        {"strings": {"splitter": [2, 1, 1]}, "langchain": {"splitter": [1, 3]}, "chonkie": {"splitter": [3, 1]}},
    ),
    ("doccano-relations/all.jsonl", CHARACTERS, "doccano", {"1": {"all": [35, 40]}}),
    # a token of Prodigy is a word or a full stop; the line end, which is one too, says nothing
    (
        "prodigy/voyage.jsonl",
        {"unit": "token"},
        "prodigy",
        {"-123": {"voyage-ann": [10, 10], "voyage-ben": [10, 4, 6]}},
    ),
    ("prodigy/voyage.jsonl", CHARACTERS, "prodigy", {"-123": {"voyage-ann": [35, 40], "voyage-ben": [35, 15, 25]}}),
    ("prodigy/audio.jsonl", {"resolution": 0.25}, "prodigy", {"5": {"waves-ann": [2, 15]}}),
    ("prodigy/audio.jsonl", {"resolution": 0.25, "duration": 5}, "prodigy", {"5": {"waves-ann": [2, 15, 3]}}),
    # brat's text ends with a line end, and is one character longer
    ("brat", CHARACTERS, "brat", {"voyage": {"ann": [35, 41], "ben": [18, 17, 41]}}),
    ("brat", {"unit": "sentence"}, "brat", {"voyage": {"ann": [2, 2], "ben": [1, 1, 2]}}),
    ("brat", {"unit": "line", "snap_limit": 20}, "brat", {"voyage": {"ann": [1, 1], "ben": [1, 1]}}),
    ("brat", {"layer": "Storm", "unit": "sentence"}, "brat", {"voyage": {"ann": [2, 2], "ben": [2, 2]}}),
    # the wave is one character, though it counts two in the file
    ("webanno", CHARACTERS, "webanno", {"voyage.txt": {"ann": [19, 15], "ben": [12, 5, 2, 8, 7]}}),
    ("webanno", {"unit": "token"}, "webanno", {"voyage.txt": {"ann": [5, 4], "ben": [3, 1, 1, 2, 2]}}),
    (
        "label-studio/hypertext.json",
        CHARACTERS,
        "label-studio",
        {"1": {"1": [3, 5, 3, 12, 17], "2": [11, 16, 4, 9]}},
    ),
    (
        "inception-project/project.zip",
        CHARACTERS,
        "webanno",
        {"voyage.txt": {"ann": [19, 15], "ben": [12, 5, 2, 8, 7]}},
    ),
    ("webanno-old", OLD_SEGMENTS, "webanno-old", {"voyage.txt": {"ann": [5, 4], "ben": [1, 2, 2, 2, 2]}}),
    ("webanno-old", OLD_TAGS, "webanno-old", {"voyage.txt": {"ann": [1, 1, 7], "ben": [9]}}),
    ("webanno-1/first.tsv", OLD_ENTITIES, "webanno-old", {"first": {"coder": [4, 5, 5, 6, 16]}}),
    ("xmi", CHARACTERS, "xmi", {"voyage.txt": {"ann": [19, 15], "ben": [17, 2, 8, 7]}}),
    ("xmi", {"unit": "token", "layer": "Segment"}, "xmi", {"voyage.txt": {"ann": [5, 4], "ben": [4, 1, 2, 2]}}),
    (
        "textgrid/long.TextGrid",
        TIERS,
        "textgrid",
        {"long": {"Mary": [500, 750, 1050], "John": [1250, 1050], "bell": [900, 1400]}},
    ),
    (
        "textgrid/short.TextGrid",
        TIERS,
        "textgrid",
        {"short": {"Mary": [500, 750, 1050], "John": [1250, 1050], "bell": [900, 1400]}},
    ),
    (
        "textgrid/utf16.TextGrid",
        TIERS,
        "textgrid",
        {"utf16": {"Mary": [500, 750, 1050], "John": [1250, 1050], "bell": [900, 1400]}},
    ),
    ("textgrid/elan.TextGrid", TIERS, "textgrid", {"elan": {"Mary": [500, 750, 1050], "John": [1250, 1050]}}),
    ("textgrid/long.TextGrid", {"layer": "John", "resolution": 0.05}, "textgrid", {"long": {"John": [25, 21]}}),
    (
        "textgrid-coders",
        {"layer": "Mary", "resolution": 0.05},
        "textgrid",
        {"talk": {"ann": [10, 15, 21], "ben": [10, 20, 16]}},
    ),
    # the open slots lie at 0.7 and 0.9 s; the last annotation of the file ends at 2.3 s
    (
        "eaf/talk.eaf",
        {"resolution": 0.05, **TIERS},
        "eaf",
        {"talk": {"ann": [25, 21], "ben": [10, 12, 24], "ben-parts": [10, 4, 4, 4, 24]}},
    ),
    ("rttm/system.rttm", {"resolution": 0.25}, "rttm", {"rec1": {"system": [6, 10]}, "rec2": {"system": [1, 1, 1, 3]}}),
    ("jams/song.jams", {"resolution": 0.5}, "jams", {"song": {"ann": [8, 12], "The Curator": [9, 11]}}),
    ("srt/talk.srt", {"resolution": 0.05}, "srt", {"talk": {"coder": [25, 21]}}),
    ("vtt/talk.vtt", {"resolution": 0.05, "coder": "ann"}, "vtt", {"talk": {"ann": [25, 21]}}),
    ("audacity/talk.txt", {"resolution": 0.05}, "audacity", {"talk": {"coder": [25, 13, 8]}}),
    ("lab/song.lab", {"resolution": 0.5}, "lab", {"song": {"coder": [8, 12]}}),
    ("sbv/talk.sbv", {"resolution": 0.05}, "sbv", {"talk": {"coder": [25, 21]}}),
    ("times/song.txt", {"resolution": 0.5}, "times", {"song": {"coder": [1, 7, 12, 12]}}),
    ("times/tune.txt", {"resolution": 0.5}, "times", {"tune": {"coder": [17, 23]}}),
    # the last chapter has no end: the list ends at 1:02:03, or where the caller says
    ("chapters/talk.txt", {"resolution": 1}, "chapters", {"talk": {"coder": [90, 3633]}}),
    ("chapters/talk.txt", {"resolution": 1, "duration": 4000}, "chapters", {"talk": {"coder": [90, 3633, 277]}}),
    (
        "intervals/songs.csv",
        {"resolution": 0.5},
        "intervals",
        {"song": {"coder": [8, 12]}, "tune": {"coder": [5, 5]}},
    ),
    ("intervals/child.csv", {"resolution": 0.25}, "intervals", {"talk": {"coder": [2, 3]}}),
    ("intervals/ina.tsv", {"resolution": 0.5}, "intervals", {"ina": {"coder": [3, 3]}}),
    ("units/texts.csv", {}, "units", {"voyage": {"coder": [2, 1]}, "return": {"coder": [1, 1]}}),
    ("units/coders.csv", {}, "units", {"voyage": {"ann": [2, 1], "ben": [1, 1, 1]}}),
    ("frames/video.txt", {"format": "frames"}, "frames", {"video": {"coder": [2, 3, 1]}}),
    # turns of both speakers, with a gap from 2 to 2.5 s
    ("chat/talk.cha", {"resolution": 0.25}, "chat", {"talk": {"coder": [5, 3, 2, 2]}}),
    ("chat/talk.cha", {"resolution": 0.25, "layer": "MOT"}, "chat", {"talk": {"coder": [5, 5, 2]}}),
    ("trs/talk.trs", {"resolution": 0.5}, "trs", {"talk": {"coder": [5, 3, 4]}}),
    ("trs/talk.trs", {"resolution": 0.5, "layer": "Section"}, "trs", {"talk": {"coder": [8, 4]}}),
    ("trs/talk.trs", {"resolution": 0.5, "layer": "Sync"}, "trs", {"talk": {"coder": [3, 2, 3, 4]}}),
    ("htk/word.lab", {"resolution": 0.05}, "htk", {"word": {"coder": [5, 7, 6]}}),
]


def values(codings):
    return {
        item: {coder: s if not isinstance(s, list) else Segmentation.from_masses(s) for coder, s in row.items()}
        for item, row in codings.items()
    }


@pytest.mark.parametrize(("name", "options", "format", "codings"), EXPECTED)
def test_fixture(name, options, format, codings):
    need_packages_of(format)
    for chosen in (None, format):
        corpus, report = load_with_report(FIXTURES / name, ReadOptions(**{"format": chosen, **options}))
        assert report.format == format
        assert {item: dict(row) for item, row in corpus.items()} == values(codings)
        assert corpus.item_names == tuple(codings)
        assert corpus.coder_names == tuple(dict.fromkeys(coder for row in codings.values() for coder in row))


@pytest.mark.parametrize(
    ("name", "options"), [(name, options) for name, options, *_ in EXPECTED if (FIXTURES / name).is_file()]
)
def test_fixture_as_a_stream(name, options):
    need_packages_of(name)
    path = FIXTURES / name
    with path.open("rb") as stream:
        assert load(stream, name=path.name, **options) == load(path, **options)


def test_every_format_has_a_fixture_and_every_fixture_names_its_source():
    assert {format for _, _, format, _ in EXPECTED} == {format.name for format in known_formats()} - {"parquet"}
    for folder in FIXTURES.iterdir():
        assert (folder / "README.md").read_text(encoding="utf-8").strip()


def test_every_fixture_is_expected():
    expected = [FIXTURES / name for name, *_ in EXPECTED]
    for file in FIXTURES.rglob("*"):
        if file.is_file() and file.name != "README.md":
            assert any(file.is_relative_to(path) for path in expected), file


VOYAGE = " ".join(UNITS)
WAVE = ("The sea was calm .", "Waves 🌊 broke .")


@pytest.mark.parametrize(
    ("name", "options", "texts"),
    [
        ("json/voyage.json", {}, {"voyage": UNITS}),
        ("jsonl/voyage.jsonl", {}, {"voyage": UNITS}),
        ("text", {}, {"voyage": UNITS}),
        ("levels/voyage.txt", {}, {"voyage": UNITS}),
        ("brat", {"unit": "sentence"}, {"voyage": UNITS}),
        ("brat", {"unit": "line", "snap_limit": 20}, {"voyage": (" ".join(UNITS[:2]), " ".join(UNITS[2:]))}),
        ("brat", CHARACTERS, {}),
        ("label-studio/text.json", {"unit": "sentence"}, {"7": UNITS}),
        ("label-studio/min.json", {"unit": "paragraph", "snap_limit": 40}, {"7": (VOYAGE,)}),
        ("doccano", {"unit": "token"}, {"1": tuple(VOYAGE.split()), "2": ("Land", "ho!")}),
        ("prodigy/voyage.jsonl", {"unit": "token"}, {"-123": tuple(VOYAGE.replace(".", " .").split())}),
        ("webanno", {"unit": "token"}, {"voyage.txt": tuple(" ".join(WAVE).split())}),
        ("webanno", {"unit": "sentence", "snap_limit": 99}, {"voyage.txt": WAVE}),
        (
            "webanno-old",
            {"layer": "Segment", "unit": "sentence", "snap_limit": 99},
            {"voyage.txt": ("The sea was calm.", "Waves broke over us")},
        ),
        ("xmi", {"unit": "token"}, {"voyage.txt": tuple(" ".join(WAVE).split())}),
        ("xmi", {"unit": "sentence", "snap_limit": 99}, {"voyage.txt": WAVE}),
        ("srt/talk.srt", {}, {}),
        ("csv/voyage.csv", {}, {}),
    ],
)
def test_texts(name, options, texts):
    need_packages_of(name)
    assert load(FIXTURES / name, **options).texts == texts


def test_groups_and_metadata():
    for name in ("json/voyage.json", "jsonl/voyage.jsonl"):
        corpus = load(FIXTURES / name)
        assert corpus.groups == {"ann": "students", "ben": "teachers"}
        assert corpus.metadata == {"source": "made for the tests"}
    assert load(FIXTURES / "segeval-json/voyage.json").metadata == {"licence": "none"}


@pytest.mark.parametrize(
    ("name", "options", "item", "coder", "types"),
    [
        # a boundary has the labels of what starts there, or else of what ends there
        ("brat", {"unit": "sentence"}, "voyage", "ben", [(1, "Calm"), (2, "Storm")]),
        ("label-studio/text.json", CHARACTERS, "7", "ben@example.org", [(35, "Wind"), (50, "Wind")]),
        # an empty text is no label, and quotes are single again
        ("textgrid/long.TextGrid", TIERS, "long", "Mary", [(500, 'she said "calm"'), (1250, "storm")]),
        ("textgrid/long.TextGrid", TIERS, "long", "John", [(1250, "Wellen é")]),
        ("textgrid/long.TextGrid", TIERS, "long", "bell", [(900, "ding")]),
        # an annotation without a value has no label: one that ends there gives the type, or else it is the default
        ("webanno", {"unit": "token"}, "voyage.txt", "ben", [(3, "end_of"), (4, "calm"), (5, "end_of"), (7, 1)]),
        ("jams/song.jams", {"resolution": 1}, "song", "ann", [(4, "chorus")]),
        # two turns overlap from 0.5 to 0.75
        ("rttm/system.rttm", {"resolution": 0.25}, "rec2", "system", [(1, "tbc"), (2, "tbc"), (3, "tbc")]),
        (
            "eaf/talk.eaf",
            {"resolution": 0.1, **TIERS},
            "talk",
            "ben-parts",
            [(5, "one"), (7, "two"), (9, "three"), (11, "three")],
        ),
        ("srt/talk.srt", {"resolution": 0.1}, "talk", "coder", [(13, "<i>Waves broke</i> over the bow.")]),
        # a line of spaces does not end a cue
        ("vtt/talk.vtt", {"resolution": 0.05}, "talk", "coder", [(25, "Waves broke over the bow.")]),
        # the first name is that of the segment, behind it stand scores and the word that it begins
        ("htk/word.lab", {"resolution": 0.05}, "word", "coder", [(5, "iy"), (12, "sil")]),
        ("lab/song.lab", {"resolution": 1}, "song", "coder", [(4, "chorus")]),
        ("times/song.txt", {"resolution": 0.5}, "song", "coder", [(1, "A, a, Intro"), (8, "a"), (20, "B, b, Verse")]),
        ("chapters/talk.txt", {"resolution": 1}, "talk", "coder", [(90, "The sea")]),
        ("intervals/ina.tsv", {"resolution": 0.5}, "ina", "coder", [(3, "music")]),
        ("frames/video.txt", {"format": "frames"}, "video", "coder", [(2, "pour"), (5, "stir")]),
        ("chat/talk.cha", {"resolution": 0.25}, "talk", "coder", [(5, "CHI"), (8, "CHI"), (10, "MOT")]),
        ("trs/talk.trs", {"resolution": 0.5}, "talk", "coder", [(5, "ann + ben"), (8, "ann + ben")]),
        ("trs/talk.trs", {"resolution": 0.5, "layer": "Section"}, "talk", "coder", [(8, "filler")]),
        # a point starts and ends at once
        ("audacity/talk.txt", {"resolution": 0.05}, "talk", "coder", [(25, "storm"), (38, "ding")]),
        ("prodigy/voyage.jsonl", {"unit": "token"}, "-123", "voyage-ben", [(10, "WIND"), (14, "WIND")]),
        ("doccano", {"unit": "token"}, "1", "ben", [(4, "Calm"), (8, "Storm")]),
    ],
)
def test_labels_as_types(name, options, item, coder, types):
    need_packages_of(name)
    corpus = load(FIXTURES / name, types="labels", **options)
    assert [tuple(boundary) for boundary in corpus[item][coder].boundaries] == types


@pytest.mark.parametrize(
    ("name", "options", "notes"),
    [
        (
            "label-studio/text.json",
            {"unit": "sentence"},
            [
                "left out, because their annotator skipped them: 1 annotation",
                "label-studio/text.json: regions that are no spans are left out: 1 choices",
            ],
        ),
        (
            "label-studio/min.json",
            CHARACTERS,
            ["near misses are counted in characters, and S is close to 1 in any case"],
        ),
        ("prodigy/voyage.jsonl", {"unit": "token"}, ["left out, because they were rejected or ignored: 1 task"]),
        ("eaf/talk.eaf", TIERS, ["tiers that refer to other tiers are left out: gloss"]),
        ("chat/talk.cha", {}, ["left out, because they have no time: 1 utterance"]),
        ("chapters/talk.txt", {}, ["--duration (duration=) tells how long it lasts"]),
        ("chapters/talk.txt", {"duration": 4000}, []),
        ("wide/voyage.csv", {}, ["coder 'cat' did not code item 'voyage'"]),
        ("brat", {"unit": "sentence"}, []),
    ],
)
def test_notes(name, options, notes):
    need_packages_of(name)
    found = load_with_report(FIXTURES / name, ReadOptions(**options)).report.notes
    assert len(found) == len(notes)
    assert all(found[i].endswith(note) for i, note in enumerate(notes))


def test_times_that_moved():
    report = load_with_report(FIXTURES / "textgrid/long.TextGrid", ReadOptions(tiers_are="coders")).report
    # 1.2504 s, where John's first interval ends and his second starts, is one boundary; all others are whole steps
    assert (report.boundaries, report.moved, report.merged, report.at_edges) == (4, 1, 0, 0)
    assert report.farthest == report.mean_move == pytest.approx(0.0004)


def test_boundary_too_far_from_a_unit():
    with pytest.raises(ValueError, match="the boundary at 49 is 14 away from the next unit; snap_limit is 10"):
        load(FIXTURES / "label-studio/text.json", unit="line")
    corpus, report = load_with_report(FIXTURES / "label-studio/text.json", ReadOptions(unit="line", snap_limit=15))
    assert [coding.masses for coding in corpus["7"].values()] == [(1, 1), (1, 1)]
    # the end of the first line and the start of the second are one place; 49 is 14 characters behind it
    assert (report.moved, report.farthest, report.mean_move, report.merged, report.boundaries) == (1, 14, 14, 1, 2)


def test_another_text_beside_brat_shows(tmp_path):
    (tmp_path / "a.txt").write_text("Land ho!", encoding="utf-8")
    (tmp_path / "a.ann").write_text("T1\tCry 5 7\tho\n", encoding="utf-8")
    assert load(tmp_path / "a.ann")["a"]["coder"].masses == (5, 2, 1)
    (tmp_path / "a.ann").write_text("T1\tCry 4 6\tho\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"a\.ann:1: the text reads ' h' there, the annotation says 'ho'"):
        load(tmp_path / "a.ann")
    (tmp_path / "a.ann").write_text("T1\tCry 4 60\tho\n", encoding="utf-8")
    with pytest.raises(ValueError, match="does not lie within the text of 8 characters"):
        load(tmp_path / "a.ann")
    (tmp_path / "a.ann").write_text("T1 Cry 4 6 ho\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"a\.ann:1: 'T1 Cry 4 6 ho' is not an annotation"):
        load(tmp_path / "a.ann", format="brat")


def test_label_studio_annotator_who_marked_nothing_in_a_recording():
    tasks = json.loads((FIXTURES / "label-studio/audio.json").read_bytes())
    tasks[0]["annotations"][1]["result"] = []
    corpus = load(io.BytesIO(json.dumps(tasks).encode()), resolution=0.5)
    assert [coding.masses for coding in corpus["9"].values()] == [(9, 16), (25,)]


def test_brat_annotator_who_marked_nothing(tmp_path):
    (tmp_path / "a.txt").write_text("Land ho!", encoding="utf-8")
    (tmp_path / "a.ann").write_bytes(b"")
    assert load(tmp_path / "a.ann", format="brat", unit="token")["a"]["coder"].masses == (2,)


def test_brat_text_shared_by_annotators(tmp_path):
    (tmp_path / "a.txt").write_text("Land ho!", encoding="utf-8")
    for coder in ("ann", "ben"):
        (tmp_path / coder).mkdir()
        (tmp_path / coder / "a.ann").write_text("T1\tCry 5 7\tho\n", encoding="utf-8")
    assert load(tmp_path).coder_names == ("ann", "ben")


def test_annotators_of_different_texts(tmp_path):
    for coder, text in (("ann", "Land ho!"), ("ben", "Land, ho!")):
        (tmp_path / coder).mkdir()
        (tmp_path / coder / "a.txt").write_text(text, encoding="utf-8")
        (tmp_path / coder / "a.ann").write_text("T1\tCry 0 4\tLand\n", encoding="utf-8")
    with pytest.raises(ValueError, match="coder 'ben' marked another text than coder 'ann'"):
        load(tmp_path)


def test_recordings_of_different_length(tmp_path):
    long = (FIXTURES / "textgrid/long.TextGrid").read_text(encoding="utf-8")
    for coder, text in (("ann", long), ("ben", long.replace("2.3", "2.4"))):
        (tmp_path / coder).mkdir()
        (tmp_path / coder / "a.TextGrid").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"lasts 2\.4 s for coder 'ben', 2\.3 s for coder 'ann'"):
        load(tmp_path, layer="Mary")
    assert load(tmp_path, layer="Mary", resolution=0.5).lengths == {"a": 5}


def test_xmi_is_not_trusted(tmp_path):
    need_packages_of("xmi")
    xmi = (FIXTURES / "xmi/voyage.txt/ann.xmi").read_bytes()
    (tmp_path / "TypeSystem.xml").write_bytes((FIXTURES / "xmi/TypeSystem.xml").read_bytes())
    bomb = xmi.replace(b"<xmi:XMI", b'<!DOCTYPE x [<!ENTITY a "a">]><xmi:XMI', 1)
    (tmp_path / "a.xmi").write_bytes(bomb)
    with pytest.raises(ValueError, match=r"a\.xmi: refused: it declares a document type"):
        load(tmp_path / "a.xmi")
    for broken in (
        xmi[:500],
        xmi.replace(b'end="19"', b'end="9999"').replace(b'end="18"', b'end="9999"'),
        xmi.replace(b"Segment", b"Segmint"),
    ):
        (tmp_path / "a.xmi").write_bytes(broken)
        with pytest.raises(ValueError, match=r"a\.xmi"):
            load(tmp_path / "a.xmi")
