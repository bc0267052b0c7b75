"""Files as tools wrote them, from public repositories: what is read, what is refused, and with which sentence.

They are found through SEAMARK_CORPORA. What is expected follows from the files themselves.
"""

from pathlib import Path

import pytest

from seamark.base.errors import InputError
from seamark.io import load, load_with_report
from tests.corpora import corpora_folder
from tests.unit.io.packages import need_packages_of


@pytest.fixture
def exports() -> Path:
    folder = corpora_folder() / "exports"
    if not folder.is_dir():
        pytest.skip("SEAMARK_CORPORA holds no folder exports")
    return folder


def refusal(path: Path, **options: object) -> str:
    with pytest.raises(InputError) as caught:
        load(path, **options)
    return str(caught.value).removeprefix(f"{path}: ")


@pytest.mark.parametrize(
    ("name", "tiers"),
    [
        ("textgrid/bobby_words.TextGrid", "word, phrase"),
        ("textgrid/mary.TextGrid", "phone, word, pitch"),
        ("eaf/example.eaf", "CHI, FA1, UC2, FA2, UC1, UC3"),
    ],
)
def test_tiers_are_not_coders(exports, name, tiers):
    need_packages_of(name)
    path = exports / name
    assert refusal(path).startswith(f"has several tiers ({tiers}); choose one with layer=, or ")
    first = tiers.split(", ")[0]
    assert load(path, layer=first).coder_names == (first,)
    assert load(path, tiers_as_coders=True).coder_names == tuple(tiers.split(", "))


POS, ENTITY = (
    f"de.tudarmstadt.ukp.dkpro.core.api.{name}" for name in ("lexmorph.type.pos.POS", "ner.type.NamedEntity")
)


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("textgrid/bobby_words_with_newlines.TextGrid", {"tiers_as_coders": True}, "a tier has no name"),
        ("textgrid/same_names.TextGrid", {"layer": "Mary"}, "two tiers are called 'Mary'"),
        ("labelstudio/ls_choices.json", {}, "sentiment (choices)"),
        ("labelstudio/data.json", {}, "label (polygonlabels)"),
        ("labelstudio/data_repeater.json", {}, "categories_0 (taxonomy), labels_0 (rectanglelabels)"),
        # a file names only the layers in which its annotator marked something: here parts of speech or named entities
        ("webanno/wa.zip", {}, f"has several layers ({POS}, {ENTITY}); choose one with layer="),
        ("webanno/wa.zip", {"layer": "Other"}, f"has no layer 'Other'; it has {POS}, {ENTITY}"),
        ("webanno2/example.tsv", {}, "it is WebAnno TSV 2 or older"),
        ("jams/valid.jams", {}, "it has beat, tag_open; if their times are boundaries, choose one with layer="),
        ("sbv/sample.sbv", {}, "sample.sbv:14: a span ends at 16.543, before its start 17.484"),
    ],
)
def test_what_is_refused(exports, name, options, said):
    assert said in refusal(exports / name, **options)


@pytest.mark.parametrize(
    ("name", "options", "masses"),
    [
        # jenny stands second in the first task and first in the second
        ("labelstudio/jsl2.json", {"unit": "character"}, [(5, 11), (9, 7), (5, 11), (9, 7)]),
        # "Hello world" and "next", without the tags between them
        ("labelstudio/hyper.json", {"unit": "character"}, [(6, 9)]),
        # three paragraphs; the first coder marked the first two and a sentence of the last, the second the first
        ("labelstudio/para.json", {"unit": "sentence"}, [(2, 1, 1), (1, 3)]),
        # two stretches of frames: 1 to 120, 121 to 300
        ("labelstudio/video.json", {}, [(120, 180)]),
        # milliseconds since 1970, counted from the first mark
        ("labelstudio/ts.json", {}, [(5012,)]),
        ("harmonix_txt/0001_12step.txt", {"resolution": 0.1}, [(85, 170, 170, 170, 191, 170, 170, 170, 85)]),
        ("chapters/influx.txt", {"resolution": 0.1}, [(1200, 11250, 7800, 6600, 6150)]),
        ("ina/0021-smn-gender.csv", {"resolution": 0.1}, [(7,)]),
        ("pyaa/scottish.segments", {"resolution": 0.1}, [(43, 194, 1928, 179, 129)]),
        ("trs/example.trs", {"resolution": 0.001}, [(15665, 886959)]),
        # the times of the third cue follow the text of the second without an empty line
        ("vtt/youtube_dl.vtt", {"resolution": 0.01}, [(28607, 40, 1761, 99, 33)]),
    ],
)
def test_what_is_read(exports, name, options, masses):
    need_packages_of(name)
    assert [coding.masses for coding in load(exports / name, **options).codings] == masses


def test_names_of_coders_and_tiers(exports):
    assert load(exports / "labelstudio/jsl2.json").coder_names == ("eric", "jenny")
    assert load(exports / "textgrid/bobby_words_with_newlines.TextGrid", layer="phrase").coder_names == ("phrase",)
    # the name of a tier may have spaces before it
    assert load(exports / "textgrid/childproject.TextGrid", layer="CHI*").coder_names == ("    CHI*",)
    assert set(load(exports / "cha/vandam.cha", types="labels").types) <= {"CHI", "MOT", "SIS", "FAT", 1}
    # a table of ChildProject is in milliseconds
    assert load(exports / "csv/childproject_sound.csv").lengths == {"example.rttm": 1450}


def test_what_is_told(exports):
    report = load_with_report(exports / "labelstudio/video.json").report
    assert (report.unit, report.resolution, report.measure) == ("time", 1.0, "frames")
    assert "counted from the first mark" in load_with_report(exports / "labelstudio/ts.json").report.notes[0]
    assert load_with_report(exports / "salami/100/textfile1_functions.txt").report.format == "times"
    corpus, report = load_with_report(exports / "jams/msaf_01-Sargon-Mindless-refs.jams")
    assert list(corpus.lengths.values()) == [414145]
    assert report.notes == ("cut at the end of their items: 1 span that reached beyond",)


def test_a_quote_in_hypertext_that_is_not_the_text(exports, tmp_path):
    path = tmp_path / "export.json"
    path.write_text((exports / "labelstudio/hyper.json").read_text(encoding="utf-8").replace('"Hello"', '"World"'))
    assert refusal(path).startswith("task '5': ")


def test_layers_of_webanno(exports):
    corpus = load(exports / "webanno/wa.zip", layer="NamedEntity", unit="token")
    # nobody marked an entity in these two
    assert {s.masses for item in corpus if "Stacked" not in item for s in corpus[item].values()} == {(9,)}
    assert {len(s.masses) for item in corpus if "Stacked" in item for s in corpus[item].values()} == {3}


def test_jams_with_numbers_that_json_lacks_and_layers_of_chords(exports):
    assert load(exports / "jams/msaf_Mindless_cut2.jams")  # the sandbox has an Infinity
    assert load(exports / "jams/example_chord.jams", layer="chord", resolution=0.01).codings[0].positions


def test_frames_whose_ends_belong_to_them(exports):
    path = exports / "more/50salads_rgb-22-2.txt"
    if not path.is_file():
        pytest.skip("SEAMARK_CORPORA holds no folder exports/more")
    rows = [line.split(",") for line in path.read_text(encoding="utf-8").split()]
    report = load_with_report(path).report
    assert [one.option for one in report.suspicions] == ["--time-unit ms", "--ends inclusive"]
    corpus = load(path, ends="inclusive", time_unit="frames@30")
    assert corpus.codings[0].positions == tuple(int(row[1]) for row in rows[:-1])
    assert list(corpus.lengths.values()) == [int(rows[-1][1])]
