"""Labels, spans and levels of annotation tools: files that their own libraries write, and files that they read."""

import jams
import pympi
import pytest
from praatio import textgrid as praatio

import seamark as sm
from tests.unit.io.packages import need_packages_of

PHRASES = [(0.0, 4.0, "A"), (4.0, 8.0, "B")]
WORDS = [(0.0, 2.0, "a"), (2.0, 4.0, "b"), (4.0, 8.0, "a")]
make = sm.LabelledSegmentation.from_segments
BOOK = sm.Hierarchy.from_labelled([make([(4, "A"), (4, "B")]), make([(2, "a"), (2, "b"), (4, "a")])])


def test_tiers_of_praatio_as_levels(tmp_path):
    grid = praatio.Textgrid()
    grid.addTier(praatio.IntervalTier("phrase", PHRASES, 0, 8))
    grid.addTier(praatio.IntervalTier("word", WORDS, 0, 8))
    grid.save(str(tmp_path / "talk.TextGrid"), format="long_textgrid", includeBlankSpaces=True)
    found = sm.load(tmp_path / "talk.TextGrid", kind="levels", levels=["phrase", "word"], resolution=1.0)
    assert found == sm.Corpus({"talk": {"coder": BOOK}})
    assert found["talk"]["coder"].nested
    with pytest.raises(sm.InputError, match="no tier is called 'wrod'"):
        sm.load(tmp_path / "talk.TextGrid", kind="levels", levels=["phrase", "wrod"])


def test_blank_intervals_of_praatio_are_gaps(tmp_path):
    grid = praatio.Textgrid()
    grid.addTier(praatio.IntervalTier("ann", [(1.0, 3.0, "A"), (5.0, 6.0, "B")], 0, 8))
    for blank in (True, False):
        path = tmp_path / f"talk{blank}.TextGrid"
        grid.save(str(path), format="short_textgrid", includeBlankSpaces=blank)
        (found,) = sm.load(path, kind="spans", resolution=1.0)[path.stem].values()
        assert found == sm.Spans([(1, 3, "A"), (5, 6, "B")], length=8)
        (labelled,) = sm.load(path, kind="labels", resolution=1.0)[path.stem].values()
        assert labelled.labels == (None, "A", None, "B", None)


def test_tiers_of_pympi_as_levels(tmp_path):
    need_packages_of("eaf")
    elan = pympi.Elan.Eaf()
    elan.remove_tier("default")
    for tier, spans in (("phrase", PHRASES), ("word", WORDS)):
        elan.add_tier(tier)
        for start, end, label in spans:
            elan.add_annotation(tier, int(1000 * start), int(1000 * end), label)
    elan.to_file(str(tmp_path / "talk.eaf"))
    found = sm.load(tmp_path / "talk.eaf", kind="levels", levels=["phrase", "word"], resolution=1.0)
    assert found["talk"]["coder"] == BOOK


def multi_segment(coder: str, levels) -> jams.Annotation:
    made = jams.Annotation(namespace="multi_segment")
    made.annotation_metadata = jams.AnnotationMetadata(annotator=jams.JObject(name=coder))
    for level, spans in enumerate(levels):
        for start, end, label in spans:
            made.append(time=start, duration=end - start, value={"label": label, "level": level}, confidence=None)
    return made


def test_levels_of_jams(tmp_path):
    song = jams.JAMS()
    song.file_metadata.duration = 8.0
    song.annotations.append(multi_segment("ann", [PHRASES, WORDS]))
    song.annotations.append(multi_segment("ben", [PHRASES, PHRASES]))
    song.save(str(tmp_path / "song.jams"))
    found = sm.load(tmp_path / "song.jams", kind="levels", resolution=1.0)
    assert found["song"]["ann"] == BOOK
    assert found["song"]["ben"] == sm.Hierarchy.from_labelled([make([(4, "A"), (4, "B")])] * 2)
    only = sm.load(tmp_path / "song.jams", kind="levels", levels=["multi_segment:1"], resolution=1.0)
    assert only["song"]["ann"].depth == 1


def test_separators_and_headings_as_levels(tmp_path):
    (tmp_path / "wiki.txt").write_text("====,1,A\none\n====,2,B\ntwo\n====,1,C\nthree\n", encoding="utf-8")
    (tmp_path / "wiki.md").write_text("# A\none\n\n## B\ntwo\n\n# C\nthree\n", encoding="utf-8")
    text = sm.load(tmp_path / "wiki.txt", kind="levels")
    assert dict(text["wiki"]["coder"].strengths) == {2: 1, 1: 2}
    assert text.texts["wiki"] == ("one", "two", "three")
    markdown = sm.load(tmp_path / "wiki.md", kind="levels")
    assert dict(markdown["wiki"]["coder"].strengths) == {4: 1, 2: 2}
    assert markdown.texts["wiki"] == ("# A", "one", "## B", "two", "# C", "three")
    (tmp_path / "flat.md").write_text("# A\none\n# B\ntwo\n", encoding="utf-8")
    assert sm.load(tmp_path / "flat.md", kind="levels")["flat"]["coder"].depth == 1
    (tmp_path / "flat.txt").write_text("one\n====\ntwo\n", encoding="utf-8")
    with pytest.raises(sm.InputError, match="has no levels of boundaries"):
        sm.load(tmp_path / "flat.txt", kind="levels")


SPANS = sm.Corpus(
    {"talk": {"ann": sm.Spans([(1, 3, "A"), (5, 6, "B")], length=8), "ben": sm.Spans([(0, 8, "B")], length=8)}}
)
OVERLAPPING = sm.Corpus({"talk": {"ann": sm.Spans([(1, 4, "A"), (2, 6, "B"), (2, 6, "B")], length=6)}})
LEVELS = sm.Corpus({"talk": {"coder": BOOK}})


def test_praatio_reads_spans_and_levels(tmp_path):
    sm.save(SPANS, tmp_path / "talk.TextGrid", resolution=0.5)
    grid = praatio.openTextgrid(str(tmp_path / "talk.TextGrid"), includeEmptyIntervals=False)
    assert grid.maxTimestamp == 4.0
    assert [tuple(entry) for entry in grid.getTier("ann").entries] == [(0.5, 1.5, "A"), (2.5, 3.0, "B")]
    sm.save(LEVELS, tmp_path / "levels.TextGrid", resolution=1.0)
    grid = praatio.openTextgrid(str(tmp_path / "levels.TextGrid"), includeEmptyIntervals=False)
    assert grid.tierNames == ("level1", "level2")
    assert [tuple(entry) for entry in grid.getTier("level2").entries] == WORDS


def test_pympi_reads_spans_and_levels(tmp_path):
    sm.save(SPANS, tmp_path / "talk.eaf", resolution=0.5)
    elan = pympi.Elan.Eaf(str(tmp_path / "talk.eaf"))
    assert sorted(elan.get_annotation_data_for_tier("ann")) == [(500, 1500, "A"), (2500, 3000, "B")]
    sm.save(LEVELS, tmp_path / "levels.eaf", resolution=1.0)
    elan = pympi.Elan.Eaf(str(tmp_path / "levels.eaf"))
    assert sorted(elan.get_annotation_data_for_tier("level1")) == [(0, 4000, "A"), (4000, 8000, "B")]


def test_jams_reads_levels_and_spans_that_overlap(tmp_path):
    sm.save(LEVELS, tmp_path / "talk.jams", resolution=1.0)
    song = jams.load(str(tmp_path / "talk.jams"), validate=True, strict=True)
    assert song.file_metadata.duration == 8.0
    (annotation,) = song.search(namespace="multi_segment")
    rows = [(seen.time, seen.time + seen.duration, seen.value["label"], seen.value["level"]) for seen in annotation]
    assert sorted(rows, key=lambda row: (row[3], row[0])) == [
        *((*span, 0) for span in PHRASES),
        *((*span, 1) for span in WORDS),
    ]
    sm.save(OVERLAPPING, tmp_path / "over.jams", resolution=1.0)
    (annotation,) = jams.load(str(tmp_path / "over.jams")).search(namespace="segment_open")
    assert sorted((seen.time, seen.duration, seen.value) for seen in annotation) == [
        (1, 3, "A"),
        (2, 4, "B"),
        (2, 4, "B"),
    ]


@pytest.mark.parametrize("name", ["textgrid", "eaf"])
def test_tiers_cannot_hold_overlaps(name, tmp_path):
    with pytest.raises(sm.InputError, match=r"tier 'ann': the spans from 1 to 4 s and from 2 to 6 s overlap"):
        sm.save(OVERLAPPING, tmp_path / "out", format=name, resolution=1.0)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["rttm", "audacity", "lab", "vtt"])
def test_a_coder_who_marked_nothing_is_not_lost(name, tmp_path):
    one, none = sm.Spans([(0, 8, "B")], length=8), sm.Spans([], length=8)
    silent = sm.Corpus({"talk": {"ann": none, "ben": one}, "walk": {"ann": one, "ben": none}})
    with pytest.raises(sm.InputError, match="marked nothing, which a file of spans alone cannot say"):
        sm.save(silent, tmp_path / "out", format=name, resolution=1.0)
    sm.save(silent, tmp_path / "out", format="textgrid", resolution=1.0)
    assert sm.load(tmp_path / "out", kind="spans", tiers_as_coders=True, resolution=1.0) == silent


UNITS = ["one two.", "three 🌊 four.", "five!", "six"]


@pytest.mark.parametrize(("name", "unit"), [("doccano", "line"), ("webanno", "sentence")])
def test_spans_in_texts_read_back(name, unit, tmp_path):
    spans = sm.Spans([(0, 2, "A"), (1, 3, "B|[x]"), (1, 2, "A")], length=4)
    corpus = sm.Corpus({"talk": {"ann": spans, "ben": sm.Spans([(3, 4, "A")], length=4)}}, texts={"talk": UNITS})
    sm.save(corpus, tmp_path / "out", format=name)
    assert sm.load(tmp_path / "out", format=name, kind="spans", unit=unit) == corpus
    labelled = sm.Corpus({"talk": {"ann": make([(2, "A"), (1, None), (1, "B")])}}, texts={"talk": UNITS})
    sm.save(labelled, tmp_path / "labels", format=name)
    assert sm.load(tmp_path / "labels", format=name, kind="labels", unit=unit) == labelled


def test_neighbours_without_a_label_would_be_one(tmp_path):
    corpus = sm.Corpus({"song": {"ann": make([(2, None), (2, None), (4, "A")])}})
    with pytest.raises(sm.InputError, match="two segments without a label are adjacent"):
        sm.save(corpus, tmp_path / "song.lab", resolution=1.0)
