"""How long a reader takes: four times the rows, coders, items, labels or tiers take about four times as long."""

from __future__ import annotations

import gc
import io
import json
import time

import pytest

from seamark.base.errors import InputError
from seamark.io import load
from tests.unit.io.big_files import BIG, OPTIONS, make
from tests.unit.io.packages import need_packages_of

pytestmark = pytest.mark.slow

#: Most that the time may grow when the input doubles; it would grow by 4 if it were quadratic.
PER_DOUBLING = 2.6


def seconds(action) -> float:
    """Time of the processor, the best of three: nothing else can make it shorter."""
    times = []
    for _ in range(3):
        gc.collect()
        started = time.process_time()
        action()
        times.append(time.process_time() - started)
    return min(times)


def assert_linear(few, many) -> None:
    """``many`` loads four times what ``few`` loads."""
    assert seconds(many) <= PER_DOUBLING**2 * max(0.02, seconds(few))


def json_header(items: str, **more: object) -> str:
    return json.dumps({"format": "seamark", "version": 1, **more})[:-1] + f', "items": [{items}]}}'


def wide(count: int) -> str:
    rows = [",".join([str(unit), *["1"] * count]) for unit in (1, 2, 3)]
    return "\n".join([",".join(["unit", *(f"c{number}" for number in range(count))]), *rows])


def long_types(count: int) -> str:
    rows = (f"a,ann,{count + 2},{number + 1},label {number}" for number in range(count))
    return "\n".join(["item,coder,mass,position,type", *rows])


def long_items(count: int) -> str:
    return "\n".join(["item,coder,mass,position", *(f"item {number},ann,5,2" for number in range(count))])


def long_coders(count: int) -> str:
    return "\n".join(["item,coder,mass,position", *(f"a,coder {number},5,2" for number in range(count))])


def long_types_of_coders(count: int) -> str:
    """Every coder uses a type of their own."""
    rows = (f"a,coder {number},5,2,label {number}" for number in range(count))
    return "\n".join(["item,coder,mass,position,type", *rows])


def json_study_types(count: int) -> str:
    return json_header('{"item": "a", "codings": {"ann": [2, 3]}}', types=[f"label {n}" for n in range(count)])


def json_types(count: int) -> str:
    codings = {"ann": {"positions": list(range(1, count + 1)), "types": [f"label {n}" for n in range(count)]}}
    return json_header(json.dumps({"item": "a", "mass": count + 1, "codings": codings}))


def json_coders(count: int) -> str:
    return json_header(json.dumps({"item": "a", "codings": {f"coder {n}": [2, 3] for n in range(count)}}))


def json_study_categories(count: int) -> str:
    """Spans of as many categories, of a study that knows as many more."""
    spans = [[number, number + 1, f"used {number}"] for number in range(count)]
    item = json.dumps({"item": "a", "mass": count, "codings": {"ann": spans}})
    return json_header(item, model="spans", types=[f"label {number}" for number in range(count)])


def json_items_of_spans(count: int) -> str:
    items = ({"item": f"item {n}", "mass": 5, "codings": {"ann": [[0, 2, "a"]]}} for n in range(count))
    return json_header(", ".join(map(json.dumps, items)), model="spans")


def segeval_items(count: int) -> str:
    return json.dumps({"items": {f"item {n}": {"ann": [2, 3]} for n in range(count)}})


def tiers(count: int) -> str:
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "0", "9", "<exists>", str(count)]
    for number in range(count):
        lines += ['"IntervalTier"', f'"tier {number}"', "0", "9", "2", "0", "4", '"a"', "4", "9", '"b"']
    return "\n".join(lines)


def elan_tiers(count: int) -> str:
    slots = '<TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="0"/><TIME_SLOT TIME_SLOT_ID="b" TIME_VALUE="900"/>'
    one = '<ANNOTATION><ALIGNABLE_ANNOTATION TIME_SLOT_REF1="a" TIME_SLOT_REF2="b"/></ANNOTATION>'
    rows = "".join(f'<TIER TIER_ID="tier {number}">{one}</TIER>' for number in range(count))
    return f"<ANNOTATION_DOCUMENT><TIME_ORDER>{slots}</TIME_ORDER>{rows}</ANNOTATION_DOCUMENT>"


def elan_open_slots(count: int) -> str:
    """Annotations that touch, of which only the first start and the last end have a time."""
    slots = "".join(f'<TIME_SLOT TIME_SLOT_ID="s{number}"/>' for number in range(1, count))
    last = f'<TIME_SLOT TIME_SLOT_ID="s{count}" TIME_VALUE="{count}0"/>'
    slots = f'<TIME_SLOT TIME_SLOT_ID="s0" TIME_VALUE="0"/>{slots}{last}'
    rows = "".join(
        f'<ANNOTATION><ALIGNABLE_ANNOTATION TIME_SLOT_REF1="s{n}" TIME_SLOT_REF2="s{n + 1}"/></ANNOTATION>'
        for n in range(count)
    )
    return f"<ANNOTATION_DOCUMENT><TIME_ORDER>{slots}</TIME_ORDER><TIER TIER_ID='a'>{rows}</TIER></ANNOTATION_DOCUMENT>"


def labels(count: int) -> str:
    return "".join(f"{number} {number + 1} label{number}\n" for number in range(count))


def cues(count: int) -> str:
    clock = "{:02}:{:02}:{:02},000".format
    times = [clock(n // 3600, n // 60 % 60, n % 60) for n in range(count + 1)]
    return "".join(f"{n}\n{times[n]} --> {times[n + 1]}\ntext {n}\n\n" for n in range(count))


def recordings(count: int) -> str:
    return "".join(f"SPEAKER rec{number} 1 0.0 1.5 <NA> <NA> a <NA> <NA>\n" for number in range(count))


def jams_coders(count: int) -> str:
    data = [{"time": 0, "duration": 4, "value": "a"}]
    annotations = [
        {"namespace": "segment_open", "data": data, "annotation_metadata": {"annotator": {"name": f"coder {n}"}}}
        for n in range(count)
    ]
    return json.dumps({"annotations": annotations, "file_metadata": {"duration": 9}})


def users(count: int) -> str:
    """One text that many users of doccano marked."""
    spans = [{"start_offset": 0, "end_offset": 4, "label": "a", "user": number} for number in range(count)]
    return json.dumps({"text": "Land ho", "annotations": spans})


def marked_spaces(count: int) -> str:
    """Spans whose edges lie in one long stretch of white space."""
    spans = [[number, number + 1, "a"] for number in range(1, count)]
    return json.dumps({"text": "a" + " " * count + "b", "label": spans})


def annotations(count: int) -> str:
    """One task of Label Studio that many annotated."""
    result = [{"type": "labels", "from_name": "l", "to_name": "t", "value": {"start": 0, "end": 4, "labels": ["a"]}}]
    done = [{"completed_by": number, "result": result} for number in range(count)]
    return json.dumps([{"id": 1, "data": {"text": "Land ho"}, "annotations": done}])


def layers(count: int) -> str:
    """WebAnno with many layers, of which one has annotations."""
    head = "".join(f"#T_SP=custom.Layer{number}|Value\n" for number in range(count))
    cells = "\t".join(["a", *["_"] * (count - 1)])
    return f"#FORMAT=WebAnno TSV 3.3\n{head}\n\n#Text=Land ho\n1-1\t0-4\tLand\t{cells}\t\n1-2\t5-7\tho\t{cells}\t\n"


TIERS = {"tiers_as_coders": True}

#: What is made more of: the maker, the format, how many at first, and options.
DIMENSIONS = {
    "columns of a wide table": (wide, "wide", 10_000, {}),
    "types of a coding in a table": (long_types, "csv", 20_000, {}),
    "items of a table": (long_items, "csv", 20_000, {}),
    "coders of a table": (long_coders, "csv", 20_000, {}),
    "types of coders in a table": (long_types_of_coders, "csv", 5_000, {}),
    "types of a study": (json_study_types, "json", 20_000, {}),
    "types of a coding": (json_types, "json", 20_000, {}),
    "coders of an item": (json_coders, "json", 20_000, {}),
    "items of segeval": (segeval_items, "segeval-json", 20_000, {}),
    "tiers of a TextGrid": (tiers, "textgrid", 5_000, TIERS),
    "tiers of ELAN": (elan_tiers, "eaf", 5_000, TIERS),
    "open slots of ELAN": (elan_open_slots, "eaf", 10_000, {}),
    "labels": (labels, "lab", 20_000, {"types": "labels"}),
    "texts of subtitles": (cues, "srt", 10_000, {"types": "labels"}),
    "recordings": (recordings, "rttm", 5_000, {}),
    "recordings as spans": (recordings, "rttm", 2_000, {"kind": "spans"}),
    "recordings as labels": (recordings, "rttm", 2_000, {"kind": "labels"}),
    "labels of segments": (labels, "lab", 5_000, {"kind": "labels"}),
    "tiers as spans": (tiers, "textgrid", 2_000, {**TIERS, "kind": "spans"}),
    "items of spans": (json_items_of_spans, "json", 5_000, {"kind": "spans"}),
    "categories of a study": (json_study_categories, "json", 10_000, {"kind": "spans"}),
    "coders of JAMS": (jams_coders, "jams", 2_000, {}),
    "users of doccano": (users, "doccano", 5_000, {}),
    "spans in white space": (marked_spaces, "doccano", 20_000, {}),
    "annotations of a task": (annotations, "label-studio", 5_000, {}),
    "layers of WebAnno": (layers, "webanno", 5_000, {}),
}


@pytest.mark.parametrize("dimension", DIMENSIONS)
def test_more_of_one_thing_takes_time_in_proportion(dimension):
    maker, format, count, options = DIMENSIONS[dimension]
    need_packages_of(format)
    few, many = maker(count).encode(), maker(4 * count).encode()
    assert_linear(
        lambda: load(io.BytesIO(few), format=format, **options),
        lambda: load(io.BytesIO(many), format=format, **options),
    )


@pytest.mark.parametrize("format", BIG)
def test_a_longer_file_takes_time_in_proportion(tmp_path, format):
    need_packages_of(format)
    files = []
    for name, megabytes in (("few", 0.5), ("many", 2)):
        folder = tmp_path / name
        folder.mkdir()
        files.append(make(format, folder, megabytes))
    few, many = files
    options = OPTIONS.get(format, {})
    assert_linear(lambda: load(few, format=format, **options), lambda: load(many, format=format, **options))


def refuse(text: str, format: str) -> None:
    with pytest.raises(InputError):
        load(io.BytesIO(text.encode()), format=format)


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("textgrid", '"ooTextFile" "TextGrid" 0 1 <exists> 1000000000000 '),
        ("textgrid", '"ooTextFile" "TextGrid" 0 1 <exists> 1 "IntervalTier" "a" 0 1 1000000000000 '),
        ("textgrid", '"ooTextFile" "TextGrid" 0 1 <exists> 1e300 '),
        ("webanno", "#FORMAT=WebAnno TSV 3.3\n#T_SP=L|V\n\n#Text=a\n1-1\t999999999999-1000000000000\ta\tx\t\n"),
    ],
)
def test_a_claim_of_many_takes_no_time(format, text):
    assert seconds(lambda: refuse(text, format)) < 0.5


def test_gaps_between_sentences_do_not_add_up():
    """Each gap is smaller than the file, but all of them together would fill the memory."""
    lines = ["#FORMAT=WebAnno TSV 3.3", "#T_SP=custom.Layer|Value", ""]
    for number in range(1, 5_001):
        start = number * 100_000
        lines += [f"#Text=Land\n{number}-1\t{start}-{start + 4}\tLand\t_\t", ""]
    text = "\n".join(lines)
    assert len(text) > 100_000
    refuse(text, "webanno")
