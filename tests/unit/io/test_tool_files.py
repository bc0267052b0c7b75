"""Files that annotation tools' own libraries write are read by ours, and the other way round, value by value."""

import json

import jams
import pympi
import pysubs2
import pytest
import webvtt
from praatio import textgrid as praatio

import seamark as sm
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
PHRASES = [(0.0, 4.0, "A"), (4.0, 8.0, "B")]
WORDS = [(0.0, 2.0, "a"), (2.0, 4.0, "b"), (4.0, 8.0, "a")]
TIERS = {"phrase": PHRASES, "word": WORDS}
make = sm.LabelledSegmentation.from_segments
BOOK = sm.Hierarchy.from_labelled([make([(4, "A"), (4, "B")]), make([(2, "a"), (2, "b"), (4, "a")])])
SPANS = sm.Corpus(
    {"talk": {"ann": sm.Spans([(1, 3, "A"), (5, 6, "B")], length=8), "ben": sm.Spans([(0, 8, "B")], length=8)}}
)
OVERLAPPING = sm.Corpus({"talk": {"ann": sm.Spans([(1, 4, "A"), (2, 6, "B"), (2, 6, "B")], length=6)}})
LEVELS = sm.Corpus({"talk": {"coder": BOOK}})


def write_grid(path, tiers, end, form="long_textgrid", *, blank=True):
    grid = praatio.Textgrid()
    for name, spans in tiers.items():
        kind = praatio.PointTier if len(spans[0]) == 2 else praatio.IntervalTier
        grid.addTier(kind(name, spans, 0, end))
    grid.save(str(path), format=form, includeBlankSpaces=blank)


def elan_of(tiers):
    document = pympi.Elan.Eaf(author="")
    document.remove_tier("default")
    for tier, spans in tiers.items():
        document.add_tier(tier)
        for start, end, label in spans:
            document.add_annotation(tier, int(1000 * start), int(1000 * end), label)
    return document


def masses(corpus):
    return {item: {coder: coding.masses for coder, coding in corpus[item].items()} for item in corpus}


@pytest.mark.parametrize("form", ["long_textgrid", "short_textgrid"])
@pytest.mark.parametrize("blank", [True, False])
def test_text_grids_of_praatio(tmp_path, form, blank):
    path = tmp_path / "talk.TextGrid"
    tiers = {**CODERS, "cuts": [(1.25, "a"), (4.5, "b")]}
    write_grid(path, tiers, 6, form, blank=blank)
    for tier, coder in (("ann", "ann"), ("ben", "ben"), ("cuts", "ann")):
        assert list(sm.load(path, layer=tier, resolution=0.01)["talk"].values()) == [TIMES["talk"][coder]]
    typed = sm.load(path, layer="ann", resolution=0.01, types="labels")
    assert next(iter(typed["talk"].values())).types == ('he said "hi"', "outro")
    write_grid(path, {"ann": [(1.0, 3.0, "A"), (5.0, 6.0, "B")]}, 8, form, blank=blank)
    (found,) = sm.load(path, kind="spans", resolution=1.0)["talk"].values()
    assert found == sm.Spans([(1, 3, "A"), (5, 6, "B")], length=8)
    (labelled,) = sm.load(path, kind="labels", resolution=1.0)["talk"].values()
    assert labelled.labels == (None, "A", None, "B", None)


def test_eaf_of_pympi(tmp_path):
    need_packages_of("eaf")
    elan_of(CODERS).to_file(str(tmp_path / "talk.eaf"))
    for coder in CODERS:
        corpus = sm.load(tmp_path / "talk.eaf", layer=coder, resolution=0.01)
        assert list(corpus["talk"].values()) == [TIMES["talk"][coder]]


@pytest.mark.parametrize("suffix", ["TextGrid", "eaf"])
def test_tiers_as_levels(tmp_path, suffix):
    need_packages_of(suffix)
    path = tmp_path / f"talk.{suffix}"
    if suffix == "eaf":
        elan_of(TIERS).to_file(str(path))
    else:
        write_grid(path, TIERS, 8)
    assert sm.load(path, kind="levels", levels=["phrase", "word"], resolution=1.0) == LEVELS
    with pytest.raises(sm.InputError, match="'wrod'"):
        sm.load(path, kind="levels", levels=["phrase", "wrod"])


def annotation_of_jams(coder, namespace, rows):
    made = jams.Annotation(namespace=namespace)
    made.annotation_metadata = jams.AnnotationMetadata(annotator=jams.JObject(name=coder))
    for start, end, value in rows:
        made.append(time=start, duration=end - start, value=value, confidence=None)
    return made


def in_levels(*levels):
    return [(a, b, {"label": label, "level": level}) for level, rows in enumerate(levels) for a, b, label in rows]


def test_jams(tmp_path):
    songs = {
        "talk": (6.0, [annotation_of_jams(coder, "segment_open", rows) for coder, rows in CODERS.items()]),
        "song": (
            8.0,
            [
                annotation_of_jams("ann", "multi_segment", in_levels(PHRASES, WORDS)),
                annotation_of_jams("ben", "multi_segment", in_levels(PHRASES, PHRASES)),
            ],
        ),
    }
    for name, (duration, annotations) in songs.items():
        jam = jams.JAMS()
        jam.file_metadata.duration = duration
        jam.annotations.extend(annotations)
        jam.save(str(tmp_path / f"{name}.jams"))
    assert sm.load(tmp_path / "talk.jams", resolution=0.01) == TIMES
    found = sm.load(tmp_path / "song.jams", kind="levels", resolution=1.0)
    assert found["song"]["ann"] == BOOK
    assert found["song"]["ben"] == sm.Hierarchy.from_labelled([make([(4, "A"), (4, "B")])] * 2)
    only = sm.load(tmp_path / "song.jams", kind="levels", levels=["multi_segment:1"], resolution=1.0)
    assert only["song"]["ann"].depth == 1


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
    starts = [document.sofa_string.index(unit) for unit in UNITS]
    for start, unit in zip(starts, UNITS, strict=True):
        document.add(sentence(begin=start, end=start + len(unit)))
    document.add(segment(begin=0, end=len(UNITS[0]), value="A"))
    document.add(segment(begin=starts[1], end=len(document.sofa_string), value="B"))
    folder = tmp_path / "voyage"
    folder.mkdir()
    document.to_xmi(folder / "ann.xmi")
    system.to_xml(folder / "TypeSystem.xml")
    corpus = sm.load(tmp_path, format="xmi", layer="Segment", unit="sentence")
    assert masses(corpus) == {"voyage": {"ann": (1, 3)}}
    assert corpus.texts["voyage"] == tuple(UNITS)


@pytest.mark.parametrize("suffix", ["srt", "vtt"])
def test_subtitles_of_pysubs2(tmp_path, suffix):
    track = pysubs2.SSAFile()
    for start, end, label in ANN:
        track.append(pysubs2.SSAEvent(start=int(1000 * start), end=int(1000 * end), text=label))
    track.save(str(tmp_path / f"talk.{suffix}"))
    corpus = sm.load(tmp_path / f"talk.{suffix}", resolution=0.01)
    assert list(corpus["talk"].values()) == [TIMES["talk"]["ann"]]
    assert sm.load(tmp_path / f"talk.{suffix}", unit="cue").texts == {"talk": tuple(label for *_, label in ANN)}


def test_separators_and_headings_as_levels(tmp_path):
    (tmp_path / "wiki.txt").write_text("====,1,A\none\n====,2,B\ntwo\n====,1,C\nthree\n", encoding="utf-8")
    (tmp_path / "wiki.md").write_text("# A\none\n\n## B\ntwo\n\n# C\nthree\n", encoding="utf-8")
    text = sm.load(tmp_path / "wiki.txt", kind="levels")
    assert dict(text["wiki"]["coder"].strengths) == {2: 1, 1: 2}
    assert text.texts["wiki"] == ("one", "two", "three")
    markdown = sm.load(tmp_path / "wiki.md", kind="levels")
    assert dict(markdown["wiki"]["coder"].strengths) == {4: 1, 2: 2}
    (tmp_path / "flat.txt").write_text("one\n====\ntwo\n", encoding="utf-8")
    with pytest.raises(sm.InputError, match="has no levels of boundaries"):
        sm.load(tmp_path / "flat.txt", kind="levels")


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


def test_praatio_reads_spans_and_levels(tmp_path):
    for corpus, name, resolution in ((SPANS, "spans", 0.5), (LEVELS, "levels", 1.0)):
        sm.save(corpus, tmp_path / f"{name}.TextGrid", resolution=resolution)
    spans, levels = (
        praatio.openTextgrid(str(tmp_path / f"{name}.TextGrid"), includeEmptyIntervals=False)
        for name in ("spans", "levels")
    )
    assert spans.maxTimestamp == 4.0
    assert [tuple(entry) for entry in spans.getTier("ann").entries] == [(0.5, 1.5, "A"), (2.5, 3.0, "B")]
    assert levels.tierNames == ("level1", "level2")
    assert [tuple(entry) for entry in levels.getTier("level2").entries] == WORDS


def test_jams_reads_levels_and_spans_that_overlap(tmp_path):
    sm.save(LEVELS, tmp_path / "talk.jams", resolution=1.0)
    song = jams.load(str(tmp_path / "talk.jams"), validate=True, strict=True)
    assert song.file_metadata.duration == 8.0
    (annotation,) = song.search(namespace="multi_segment")
    rows = [(seen.time, seen.time + seen.duration, seen.value) for seen in annotation]
    assert sorted(rows, key=lambda row: (row[2]["level"], row[0])) == in_levels(PHRASES, WORDS)
    sm.save(OVERLAPPING, tmp_path / "over.jams", resolution=1.0)
    (annotation,) = jams.load(str(tmp_path / "over.jams")).search(namespace="segment_open")
    rows = sorted((seen.time, seen.duration, seen.value) for seen in annotation)
    assert rows == [(1, 3, "A"), (2, 4, "B"), (2, 4, "B")]


def test_pre_annotations_of_label_studio(tmp_path):
    sm.save(TEXTS, tmp_path / "tasks.json", format="label-studio")
    tasks = json.loads((tmp_path / "tasks.json").read_text(encoding="utf-8"))
    assert [task["data"] for task in tasks] == [
        {"text": "\n".join(UNITS), "item": "voyage"},
        {"text": "a b", "item": "home"},
    ]
    assert [one["model_version"] for one in tasks[0]["predictions"]] == ["ann", "ben"]
    results = tasks[0]["predictions"][1]["result"]
    assert len({result["id"] for result in results}) == 3
    for result, text in zip(results, ("\n".join(UNITS[:2]), UNITS[2], UNITS[3]), strict=True):
        assert (result["from_name"], result["to_name"], result["type"]) == ("label", "text", "labels")
        value = result["value"]
        assert tasks[0]["data"]["text"][value["start"] : value["end"]] == value["text"] == text
    # Accepted in Label Studio, predictions become annotations, beside which they stay.
    task = tasks[0]
    ann = {"id": 0, "completed_by": {"id": 0, "email": "ann"}, "result": task["predictions"][0]["result"]}
    accepted = {**task, "id": task["data"].pop("item"), "annotations": [ann]}
    (tmp_path / "export.json").write_text(json.dumps([accepted]), encoding="utf-8")
    assert masses(sm.load(tmp_path / "export.json", unit="line")) == {"voyage": {"ann": (1, 3)}}


@pytest.mark.parametrize("format", ["label-studio", "doccano", "webanno"])
@pytest.mark.parametrize("kind", ["boundaries", "labels", "spans"])
def test_what_is_saved_for_a_text_tool_is_read_back(tmp_path, format, kind):
    need_packages_of(format)
    codings = {
        "boundaries": sm.Segmentation.from_positions([1, 3], 4, ["sea", "wind"]),
        "labels": sm.LabelledSegmentation.from_labels(["sea", "sea", None, "wind"]),
        "spans": sm.Spans([(0, 2, "sea"), (1, 3, "B|[x]"), (1, 2, "sea")], length=4),
    }
    corpus = sm.Corpus({"voyage": {"ann": codings[kind]}}, texts={"voyage": UNITS})
    sm.save(corpus, tmp_path / "out", format=format)
    options = {"types": "labels"} if kind == "boundaries" else {"kind": kind}
    assert sm.load(tmp_path / "out", format=format, unit="line", **options) == corpus


@pytest.mark.parametrize("name", ["rttm", "audacity", "lab", "vtt"])
def test_a_coder_who_marked_nothing_is_not_lost(name, tmp_path):
    one, none = sm.Spans([(0, 8, "B")], length=8), sm.Spans([], length=8)
    silent = sm.Corpus({"talk": {"ann": none, "ben": one}, "walk": {"ann": one, "ben": none}})
    with pytest.raises(sm.InputError, match="marked nothing, which a file of spans alone cannot say"):
        sm.save(silent, tmp_path / "out", format=name, resolution=1.0)
    sm.save(silent, tmp_path / "out", format="textgrid", resolution=1.0)
    assert sm.load(tmp_path / "out", kind="spans", tiers_as_coders=True, resolution=1.0) == silent


SECONDS = {"resolution": 1}
TYPED = sm.Corpus({"a": {"x": sm.Segmentation.from_positions([1, 1], 3, ["p", "q"])}})
UNLABELLED = sm.Corpus({"song": {"ann": make([(2, None), (2, None), (4, "A")])}})


@pytest.mark.parametrize(
    ("corpus", "target", "options", "message"),
    [
        (TIMES, "talk.TextGrid", {}, "say with resolution= how many seconds a unit lasts"),
        (TIMES, "talk.TextGrid", {"resolution": 0}, "resolution is 0; expected a positive number of seconds"),
        (TIMES, "talk.vtt", SECONDS, "vtt needs 2 files, since it has one per coder and item; give a folder"),
        (TIMES, "talk.rttm", SECONDS, "rttm needs 2 files, since it has one per item or coder"),
        (TIMES, "out.json", {"format": "label-studio"}, "item 'talk' has no texts"),
        (TIMES.subset(coders=["ben"]), "out.vtt", {"resolution": 1e-6}, "is shorter than the milliseconds"),
        (sm.Corpus({"a b": {"x": [1, 1]}}), "out.rttm", SECONDS, "'a b' has white space"),
        (sm.Corpus({"a": {"x": [2]}}, texts={"a": ["x y", ""]}), "x.jsonl", {"format": "doccano"}, "a unit is empty"),
        (TEXTS, "out.TextGrid", SECONDS, "textgrid cannot keep texts"),
        (TYPED, "a.TextGrid", SECONDS, "the boundary at 1 has several types"),
        (OVERLAPPING, "talk.TextGrid", SECONDS, "tier 'ann': the spans from 1 to 4 s and from 2 to 6 s overlap"),
        (UNLABELLED, "song.lab", SECONDS, "two segments without a label are adjacent"),
    ],
)
def test_what_cannot_be_written_is_said(tmp_path, corpus, target, options, message):
    with pytest.raises(sm.InputError, match=message):
        sm.save(corpus, tmp_path / target, **options)
    assert list(tmp_path.iterdir()) == []
