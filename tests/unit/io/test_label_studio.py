"""Exports of Label Studio and Prodigy that say less than others, or mark something else than spans."""

import json

import pytest

from seamark.base.errors import InputError
from seamark.io import load, load_with_report

MINIMAL = (
    b'[{"id":1,"annotation_id":1,"annotator":1,"text":"Land ho","l":'
    b'[{"start":0,"end":4,"text":"Land","labels":["A"]},{"start":5,"end":7,"text":"ho","labels":["B"]}]}]'
)


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        (b'"start":5,', b"", "a region has no offsets"),
        (b'"end":7,', b"", "a region has no offsets"),
        (b'"text":"ho"', b'"text":"hi"', "the region says 'hi'"),
        (b'"end":7,"text":"ho"', b'"end":6.5', "cuts a character"),
        (b'"end":4,"text":"Land"', b'"end":9,"text":"Land"', "the region says 'Land'"),
    ],
)
def test_minimal_export_of_label_studio(tmp_path, old, new, wanted):
    path = tmp_path / "a.json"
    path.write_bytes(MINIMAL)
    assert load(path, unit="character")["1"]["1"].masses == (5, 2)
    path.write_bytes(MINIMAL.replace(old, new))
    with pytest.raises(InputError) as caught:
        load(path)
    assert wanted in str(caught.value)


PAGE = "<h1>Log</h1><p>Land ho<br>the sea was calm</p><p>the wind rose</p>"


def page_export(*regions: dict[str, object]) -> bytes:
    """What Label Studio exported before it wrote globalOffsets: paths, which count what had been marked by then."""
    places = {"start": "/p[1]/text()[2]", "end": "/p[1]/text()[2]", "startOffset": 0, "endOffset": 3}
    result = [
        {"type": "hypertextlabels", "from_name": "l", "to_name": "t", "value": {**places, **one}} for one in regions
    ]
    return json.dumps(
        [{"id": 1, "data": {"html": PAGE}, "annotations": [{"completed_by": 1, "result": result}]}]
    ).encode()


def test_hypertext_without_offsets_is_placed_by_its_text(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(
        page_export(
            {"text": "the sea\\nwas", "htmllabels": ["A"]},
            {"text": "Land", "hypertextlabels": ["B"], "globalOffsets": {"start": 3, "end": 7}},
        )
    )
    # "LogLand ho", a line end, "the sea was calmthe wind rose"
    corpus = load(path, unit="character", types="labels")
    assert corpus["1"]["1"].masses == (3, 5, 3, 12, 17)
    assert corpus.types == ("A", "B")


@pytest.mark.parametrize("region", [{}, {"text": "the"}, {"text": "The sea"}])
def test_hypertext_that_cannot_be_placed_for_certain(tmp_path, region):
    path = tmp_path / "a.json"
    path.write_bytes(page_export({**region, "hypertextlabels": ["A"]}))
    with pytest.raises(InputError, match=r"a\.json: task '1': a region of HyperText has .*globalOffsets"):
        load(path)


def test_choices_of_prodigy_are_no_segmentation(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"text":"Land ho","_input_hash":1,"label":"CALM","answer":"accept"}\n')
    with pytest.raises(InputError) as caught:
        load(path)
    assert str(caught.value) == (
        f"{path}: no task has spans or audio_spans; they have label; expected what a recipe for spans writes"
    )
    path.write_bytes(path.read_bytes() + b'{"text":"Calm","_input_hash":2,"spans":[],"answer":"accept"}\n')
    report = load_with_report(path).report
    assert report.notes == (f"{path}: without spans, counted as coded without boundaries: 1 task",)


ANSWERS = (
    b'{"text":"Land ho","spans":[],"answer":"accept","_input_hash":1,"_annotator_id":"ann"}\n'
    b'{"text":"Land ho","spans":[],"answer":"ignore","_input_hash":1,"_annotator_id":"ben"}\n'
)


@pytest.mark.parametrize(
    ("old", "wanted"),
    [
        (b',"answer":"ignore"', "an answer"),
        (b',"answer":"accept"', "an answer"),
        (b',"_input_hash":1', "an _input_hash"),
    ],
)
def test_names_and_answers_of_some_prodigy_tasks_only(tmp_path, old, wanted):
    path = tmp_path / "a.jsonl"
    path.write_bytes(ANSWERS)
    assert list(load(path)["1"]) == ["ann"]
    path.write_bytes(ANSWERS.replace(old, b"", 1))
    with pytest.raises(InputError) as caught:
        load(path)
    assert str(caught.value) == f"{path}:2: some records have {wanted}, some do not"


def test_halves_of_characters_in_other_encodings(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"One.\n====\nT+2AA-wo.\n")
    with pytest.raises(InputError) as caught:
        load(path, format="text", encoding="utf-7")
    assert str(caught.value) == f"{path}:3: '\\ud800' is half of a character"


def test_emoji_as_pairs_of_escapes_are_read(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"text":"\\ud83c\\udf0a ho","label":[[0,1,"A"]]}\n')
    assert load(path, format="doccano", unit="character")["1"]["a"].masses == (2, 2)
