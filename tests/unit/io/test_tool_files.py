"""Files that annotation tools' own libraries write are read by ours, and the other way round, value by value."""

import json

import jams
import pympi
import pysubs2
import pytest
import webvtt
from praatio import textgrid as praatio

import seamark as sm
from seamark.io import ReadOptions, load_with_report
from tests.unit.io.packages import need_packages_of

#: Spans in seconds that leave no gap.
ANN = [(0.0, 1.25, "intro"), (1.25, 4.5, 'he said "hi"'), (4.5, 6.0, "outro")]
BEN = [(0.0, 4.0, "intro"), (4.0, 6.0, "outro")]
CODERS = {"ann": ANN, "ben": BEN}
TIMES = sm.Corpus({"talk": {"ann": [125, 325, 150], "ben": [400, 200]}})
UNITS = ["The sea was 🌊 calm.", "We left at dawn.", 'He said "hi\\there|x".', "Waves broke."]
TEXTS = sm.Corpus(
    {"voyage": {"ann": [1, 3], "ben": [2, 1, 1]}, "home": {"ann": [2]}}, texts={"voyage": UNITS, "home": ["a", "b"]}
)


def masses(corpus):
    return {item: {coder: coding.masses for coder, coding in corpus[item].items()} for item in corpus}


@pytest.mark.parametrize("form", ["long_textgrid", "short_textgrid"])
@pytest.mark.parametrize("blank", [True, False])
def test_text_grids_of_praatio(tmp_path, form, blank):
    grid = praatio.Textgrid()
    for coder, spans in CODERS.items():
        grid.addTier(praatio.IntervalTier(coder, spans, 0, 6))
    grid.save(str(tmp_path / "talk.TextGrid"), format=form, includeBlankSpaces=blank)
    for coder in CODERS:
        corpus = sm.load(tmp_path / "talk.TextGrid", layer=coder, resolution=0.01)
        assert list(corpus["talk"].values()) == [TIMES["talk"][coder]]
    typed = sm.load(tmp_path / "talk.TextGrid", layer="ann", resolution=0.01, types="labels")
    assert next(iter(typed["talk"].values())).types == ('he said "hi"', "outro")


def test_points_of_praatio(tmp_path):
    grid = praatio.Textgrid()
    grid.addTier(praatio.PointTier("cuts", [(1.25, "a"), (4.5, "b")], 0, 6))
    grid.save(str(tmp_path / "talk.TextGrid"), format="long_textgrid", includeBlankSpaces=True)
    corpus = sm.load(tmp_path / "talk.TextGrid", layer="cuts", resolution=0.01)
    assert list(corpus["talk"].values()) == [TIMES["talk"]["ann"]]


def test_eaf_of_pympi(tmp_path):
    need_packages_of("eaf")
    document = pympi.Elan.Eaf(author="")
    document.remove_tier("default")
    for coder, spans in CODERS.items():
        document.add_tier(coder)
        for start, end, label in spans:
            document.add_annotation(coder, int(1000 * start), int(1000 * end), label)
    document.to_file(str(tmp_path / "talk.eaf"))
    for coder in CODERS:
        corpus = sm.load(tmp_path / "talk.eaf", layer=coder, resolution=0.01)
        assert list(corpus["talk"].values()) == [TIMES["talk"][coder]]


def test_eaf_of_pympi_with_annotations_that_overlap(tmp_path):
    need_packages_of("eaf")
    path = tmp_path / "talk.eaf"
    document = pympi.Elan.Eaf(author="")
    document.remove_tier("default")
    document.add_tier("moves")
    for start, end in [(0, 4000), (3000, 9000), (5000, 6000), (9000, 10000)]:
        document.add_annotation("moves", start, end, "x")
    document.add_linguistic_type("part", "Included_In")
    document.add_tier("part", ling="part", parent="moves")
    document.add_annotation("part", 7000, 8000)  # within the second, although the third started later
    document.to_file(str(path))
    corpus, report = load_with_report(path, ReadOptions(layer="moves", resolution=1))
    assert corpus["talk"]["moves"].positions == (3, 4, 5, 6, 9)
    assert report.notes == (f"{path}: tier 'moves': annotations that overlap an earlier one: 2",)


def test_jams(tmp_path):
    jam = jams.JAMS()
    jam.file_metadata.duration = 6.0
    for coder, spans in CODERS.items():
        annotation = jams.Annotation(namespace="segment_open", duration=6.0, time=0)
        annotation.annotation_metadata.curator.name = coder
        annotation.annotation_metadata.annotator = jams.Sandbox(name=coder)
        for start, end, label in spans:
            annotation.append(time=start, duration=end - start, value=label, confidence=1.0)
        jam.annotations.append(annotation)
    jam.save(str(tmp_path / "talk.jams"))
    assert sm.load(tmp_path / "talk.jams", resolution=0.01) == TIMES


def test_web_vtt(tmp_path):
    track = webvtt.WebVTT()
    for start, end, label in ANN:
        track.captions.append(webvtt.Caption(f"00:00:0{start:.3f}", f"00:00:0{end:.3f}", label))
    track.save(str(tmp_path / "talk.vtt"))
    assert list(sm.load(tmp_path / "talk.vtt", resolution=0.01)["talk"].values()) == [TIMES["talk"]["ann"]]
    track.save_as_srt(str(tmp_path / "talk.srt"))
    assert list(sm.load(tmp_path / "talk.srt", resolution=0.01)["talk"].values()) == [TIMES["talk"]["ann"]]


def test_xmi_of_cassis(tmp_path):
    need_packages_of("xmi")
    import cassis

    system = cassis.load_dkpro_core_typesystem()
    segment = system.create_type(name="custom.Segment", supertypeName="uima.tcas.Annotation")
    system.create_feature(domainType=segment, name="value", rangeType="uima.cas.String")
    document = cassis.Cas(typesystem=system)
    document.sofa_string = " ".join(UNITS)
    document.sofa_mime = "text/plain"
    sentence = system.get_type("de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence")
    start = 0
    edges = []
    for unit in UNITS:
        document.add(sentence(begin=start, end=start + len(unit)))
        edges.append((start, start + len(unit)))
        start += len(unit) + 1
    document.add(segment(begin=0, end=edges[0][1], value="A"))
    document.add(segment(begin=edges[1][0], end=edges[3][1], value="B"))
    folder = tmp_path / "voyage"
    folder.mkdir()
    document.to_xmi(folder / "ann.xmi")
    system.to_xml(folder / "TypeSystem.xml")
    corpus = sm.load(tmp_path, format="xmi", layer="Segment", unit="sentence")
    assert masses(corpus) == {"voyage": {"ann": (1, 3)}}
    assert corpus.texts["voyage"] == tuple(UNITS)


@pytest.mark.parametrize("suffix", ["ass", "ssa", "srt", "vtt", "ttml"])
def test_subtitles_of_pysubs2(tmp_path, suffix):
    track = pysubs2.SSAFile()
    for start, end, label in ANN:
        track.append(pysubs2.SSAEvent(start=int(1000 * start), end=int(1000 * end), text=label))
    track.save(str(tmp_path / f"talk.{suffix}"))
    corpus = sm.load(tmp_path / f"talk.{suffix}", resolution=0.01)
    assert list(corpus["talk"].values()) == [TIMES["talk"]["ann"]]
    assert sm.load(tmp_path / f"talk.{suffix}", unit="cue").texts == {"talk": tuple(label for *_, label in ANN)}


def test_webvtt_reads_our_vtt_and_srt(tmp_path):
    one = TIMES.subset(coders=["ann"])
    for suffix, read in ((".vtt", webvtt.read), (".srt", webvtt.from_srt)):
        sm.save(one, tmp_path / f"talk{suffix}", resolution=0.01)
        captions = read(str(tmp_path / f"talk{suffix}")).captions
        assert [(c.start, c.end, c.text) for c in captions] == [
            ("00:00:00.000", "00:00:01.250", "segment"),
            ("00:00:01.250", "00:00:04.500", "segment"),
            ("00:00:04.500", "00:00:06.000", "segment"),
        ]


def test_pre_annotations_of_label_studio(tmp_path):
    sm.save(TEXTS, tmp_path / "tasks.json", format="label-studio")
    tasks = json.loads((tmp_path / "tasks.json").read_text(encoding="utf-8"))
    assert [task["data"] for task in tasks] == [
        {"text": "\n".join(UNITS), "item": "voyage"},
        {"text": "a b", "item": "home"},
    ]
    assert [one["model_version"] for one in tasks[0]["predictions"]] == ["ann", "ben"]
    for task in tasks:
        for prediction in task["predictions"]:
            assert len({result["id"] for result in prediction["result"]}) == len(prediction["result"])
            for result in prediction["result"]:
                assert (result["from_name"], result["to_name"], result["type"]) == ("label", "text", "labels")
                value = result["value"]
                assert task["data"]["text"][value["start"] : value["end"]] == value["text"]
    assert [result["value"]["text"] for result in tasks[0]["predictions"][1]["result"]] == [
        "\n".join(UNITS[:2]),
        UNITS[2],
        UNITS[3],
    ]
    assert sm.load(tmp_path / "tasks.json", unit="line").subset(items=["voyage"]) == TEXTS.subset(items=["voyage"])
    # Accepted in Label Studio, predictions become annotations, beside which they stay.
    for task in tasks:
        task["annotations"] = [
            {"id": number, "completed_by": {"id": number, "email": one["model_version"]}, "result": one["result"]}
            for number, one in enumerate(task["predictions"][:1])
        ]
        task["id"] = task["data"].pop("item")
    (tmp_path / "export.json").write_text(json.dumps(tasks[:1]), encoding="utf-8")
    assert masses(sm.load(tmp_path / "export.json", unit="line")) == {"voyage": {"ann": (1, 3)}}


@pytest.mark.parametrize("format", ["label-studio", "doccano", "webanno"])
@pytest.mark.parametrize("kind", ["boundaries", "labels", "spans"])
def test_what_is_saved_for_a_text_tool_is_read_back(tmp_path, format, kind):
    need_packages_of(format)
    codings = {
        "boundaries": sm.Segmentation.from_positions([1, 3], 4, ["sea", "wind"]),
        "labels": sm.LabelledSegmentation.from_labels(["sea", "sea", None, "wind"]),
        "spans": sm.Spans([(0, 2, "sea"), (1, 3, "wind")], length=4),
    }
    corpus = sm.Corpus({"voyage": {"ann": codings[kind]}}, texts={"voyage": UNITS})
    sm.save(corpus, tmp_path / "out", format=format)
    options = {"types": "labels"} if kind == "boundaries" else {"kind": kind}
    assert sm.load(tmp_path / "out", format=format, unit="line", **options) == corpus


@pytest.mark.parametrize(
    ("corpus", "target", "options", "message"),
    [
        (TIMES, "talk.TextGrid", {}, "say with resolution= how many seconds a unit lasts"),
        (TIMES, "talk.TextGrid", {"resolution": 0}, "resolution is 0; expected a positive number of seconds"),
        (TIMES, "talk.vtt", {"resolution": 1}, "vtt needs 2 files, since it has one per coder and item; give a folder"),
        (TIMES, "talk.rttm", {"resolution": 1}, "rttm needs 2 files, since it has one per item or coder"),
        (TIMES, "out.json", {"format": "label-studio"}, "item 'talk' has no texts"),
        (TIMES.subset(coders=["ben"]), "out.vtt", {"resolution": 1e-6}, "is shorter than the milliseconds"),
        (sm.Corpus({"a b": {"x": [1, 1]}}), "out.rttm", {"resolution": 1}, "'a b' has white space"),
        (sm.Corpus({"a": {"x": [2]}}, texts={"a": ["x y", ""]}), "x.jsonl", {"format": "doccano"}, "a unit is empty"),
        (TEXTS, "out.TextGrid", {"resolution": 1}, "textgrid cannot keep texts"),
        (
            sm.Corpus({"a": {"x": sm.Segmentation.from_positions([1, 1], 3, ["p", "q"])}}),
            "a.TextGrid",
            {"resolution": 1},
            "the boundary at 1 has several types",
        ),
    ],
)
def test_what_cannot_be_written_is_said(tmp_path, corpus, target, options, message):
    with pytest.raises(sm.InputError, match=message):
        sm.save(corpus, tmp_path / target, **options)
    assert list(tmp_path.iterdir()) == []
