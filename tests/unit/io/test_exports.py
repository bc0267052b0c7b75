"""Files as tools wrote them, from public repositories: what is read, what is refused, and with which sentence.

They are found through SEAMARK_CORPORA. What is expected follows from the files themselves.
"""

from pathlib import Path

import pytest

from seamark.base.errors import InputError
from seamark.io import ReadOptions, load, load_with_report
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
    assert refusal(path) == (
        f"has several tiers ({tiers}); choose one with layer=, or say --tiers-as-coders (tiers_as_coders=True) if each "
        "is a coder's"
    )
    first = tiers.split(", ")[0]
    assert load(path, layer=first).coder_names == (first,)
    assert load(path, tiers_as_coders=True).coder_names == tuple(tiers.split(", "))


def test_tiers_without_a_name_or_with_the_same_where_another_is_chosen(exports):
    unnamed = exports / "textgrid/bobby_words_with_newlines.TextGrid"
    assert load(unnamed, layer="phrase").coder_names == ("phrase",)
    assert "a tier has no name, so tiers cannot be coders; choose a tier with layer=" in refusal(
        unnamed, tiers_as_coders=True
    )
    same = exports / "textgrid/same_names.TextGrid"
    assert "two tiers are called 'Mary'" in refusal(same, layer="Mary")
    # the name of a tier may have spaces before it
    assert load(exports / "textgrid/childproject.TextGrid", layer="CHI*").coder_names == ("    CHI*",)


@pytest.mark.parametrize(
    ("name", "marked"),
    [
        ("ls_choices.json", "sentiment (choices)"),
        ("data.json", "label (polygonlabels)"),
        ("data_repeater.json", "categories_0 (taxonomy), labels_0 (rectanglelabels)"),
    ],
)
def test_regions_of_label_studio_that_are_no_spans(exports, name, marked):
    assert refusal(exports / "labelstudio" / name) == f"no annotation has spans; what was marked: {marked}"


def test_old_exports_of_label_studio_keep_the_names_of_coders(exports):
    corpus = load(exports / "labelstudio/jsl2.json", unit="character")
    # jenny stands second in the first task and first in the second
    assert {item: {coder: s.masses for coder, s in row.items()} for item, row in corpus.items()} == {
        "1": {"eric": (5, 11), "jenny": (9, 7)},
        "2": {"jenny": (9, 7), "eric": (5, 11)},
    }


def test_hypertext_counts_the_text_that_is_shown(exports):
    path = exports / "labelstudio/hyper.json"
    # "Hello world" and "next", without the tags between them
    assert load(path, unit="character")["5"]["1"].masses == (6, 9)


def test_a_quote_in_hypertext_that_is_not_the_text(exports, tmp_path):
    path = tmp_path / "export.json"
    path.write_text((exports / "labelstudio/hyper.json").read_text(encoding="utf-8").replace('"Hello"', '"World"'))
    assert refusal(path) == "task '5': the text reads 'Hello' from 0 to 5, the region says 'World'"


def test_paragraphs_time_series_and_timelines(exports):
    folder = exports / "labelstudio"
    # three paragraphs; the first coder marked the first two and a sentence of the last, the second the first
    corpus = load(folder / "para.json", unit="sentence")
    assert {coder: s.masses for coder, s in corpus["1"].items()} == {"1": (2, 1, 1), "2": (1, 3)}
    # two stretches of frames: 1 to 120, 121 to 300
    corpus, report = load_with_report(folder / "video.json")
    assert corpus["5"]["1"].masses == (120, 180)
    assert (report.unit, report.resolution, report.measure) == ("time", 1.0, "frames")
    # milliseconds since 1970, counted from the first mark
    corpus, report = load_with_report(folder / "ts.json")
    assert corpus["5"]["1"].masses == (5012,)
    assert "counted from the first mark" in report.notes[0]


def test_one_layer_is_chosen_for_all_files_of_webanno(exports):
    # a file names only the layers in which its annotator marked something: here parts of speech or named entities
    path = exports / "webanno/wa.zip"
    pos, entity = (
        f"de.tudarmstadt.ukp.dkpro.core.api.{name}" for name in ("lexmorph.type.pos.POS", "ner.type.NamedEntity")
    )
    assert refusal(path) == f"has several layers ({pos}, {entity}); choose one with layer="
    assert refusal(path, layer="Other") == f"has no layer 'Other'; it has {pos}, {entity}"
    corpus = load(path, layer="NamedEntity", unit="token")
    # nobody marked an entity in these two
    assert {s.masses for item in corpus if "Stacked" not in item for s in corpus[item].values()} == {(9,)}
    assert {len(s.masses) for item in corpus if "Stacked" in item for s in corpus[item].values()} == {3}


def test_webanno_before_version_3(exports):
    path = exports / "webanno2/example.tsv"
    pos, entity = (
        f"de.tudarmstadt.ukp.dkpro.core.api.{name}" for name in ("lexmorph.type.pos.POS", "ner.type.NamedEntity")
    )
    assert refusal(path) == f"has several layers ({pos}, {entity}); choose one with layer="
    corpus = load(path, layer="NamedEntity")
    # tokens: Ms. Haag; Elianti; Rolls-Royce, and with Motor; U.S.; U.S.; BELL, and with INDUSTRIES, and with Inc.; ...
    spans = [(0, 2), (3, 4), (5, 6), (5, 7), (13, 14), (36, 37), (37, 38), (37, 39), (37, 40), (69, 70), (73, 75)]
    assert corpus["example"]["coder"].positions == tuple(sorted({edge for span in spans for edge in span} - {0}))
    assert corpus.texts["example"][37:40] == ("BELL", "INDUSTRIES", "Inc.")


def test_jams_with_numbers_that_json_lacks_and_a_last_segment_past_the_end(exports):
    assert load(exports / "jams/msaf_Mindless_cut2.jams")  # the sandbox has an Infinity
    assert refusal(exports / "jams/valid.jams") == (
        "has no annotation of namespace segment_* or multi_segment; it has beat, tag_open; if their times are "
        "boundaries, choose one with layer="
    )
    # the chords of a song, one after the other
    assert load(exports / "jams/example_chord.jams", layer="chord", resolution=0.01).codings[0].positions
    corpus, report = load_with_report(exports / "jams/msaf_01-Sargon-Mindless-refs.jams")
    assert list(corpus.lengths.values()) == [414145]
    assert report.notes == ("cut at the end of their items: 1 span that reached beyond",)


@pytest.mark.parametrize(
    ("name", "format", "masses"),
    [
        ("salami/100/textfile1_functions.txt", "times", None),
        ("harmonix_txt/0001_12step.txt", "times", (85, 170, 170, 170, 191, 170, 170, 170, 85)),
        ("chapters/influx.txt", "chapters", (1200, 11250, 7800, 6600, 6150)),
        ("ina/0021-smn-gender.csv", "intervals", (7,)),
        ("pyaa/scottish.segments", "audacity", (0, 43, 194, 1928, 179, 129)),
    ],
)
def test_lists_of_times(exports, name, format, masses):
    corpus, report = load_with_report(exports / name, ReadOptions(resolution=0.1))
    assert report.format == format
    if masses is not None:
        assert sum(masses) == sum(corpus.codings[0].masses)
        # the first and the last boundary may fall on the edges of a grid as coarse as this
        assert corpus.codings[0].masses == tuple(mass for mass in masses if mass)


def test_a_table_of_childproject_is_in_milliseconds(exports):
    corpus = load(exports / "csv/childproject_sound.csv")
    assert corpus.lengths == {"example.rttm": 1450}


def test_a_transcript_of_chat(exports):
    corpus, report = load_with_report(exports / "cha/vandam.cha", ReadOptions(types="labels"))
    assert report.format == "chat"
    assert set(corpus.types) <= {"CHI", "MOT", "SIS", "FAT", 1}


def test_transcriber_names_a_document_type(exports):
    need_packages_of("trs")
    assert load(exports / "trs/example.trs", resolution=0.001)["example"]["coder"].masses == (15665, 886959)


def test_subtitles_of_youtube(exports):
    # the times of the third cue follow the text of the second without an empty line
    corpus = load(exports / "vtt/youtube_dl.vtt", resolution=0.01)
    assert corpus["youtube_dl"]["coder"].masses == (28607, 40, 1761, 99, 33)
    message = refusal(exports / "sbv/sample.sbv")
    assert message.endswith("sample.sbv:14: a span ends at 16.543, before its start 17.484")


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
