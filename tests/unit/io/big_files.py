"""Large files of one format for each way of reading, a record (row, cue, interval, sentence, text) after the other."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.formats import format_cases

SENTENCE = "the sea was calm and we left the harbour at dawn."
WORDS = [
    (SENTENCE.index(word), word) for word in ("the sea", "was", "calm", "and", "we", "left", "the harbour", "at dawn.")
]
TEXT = " ".join([SENTENCE] * 10)
_SIZE = len(SENTENCE) + 1
SPANS = [
    (start * _SIZE, end * _SIZE - 1, label) for start, end, label in ((0, 3, "calm"), (3, 5, "storm"), (5, 10, "calm"))
]
REGIONS = [
    {
        "type": "labels",
        "from_name": "l",
        "to_name": "t",
        "value": {"start": a, "end": b, "text": TEXT[a:b], "labels": [c]},
    }
    for a, b, c in SPANS
]


class Big(NamedTuple):
    """How a file begins, its records, and how it ends; beginning and end may depend on the number of records."""

    record: Callable[[int], str]
    head: str | Callable[[int], str] = ""
    tail: str | Callable[[int], str] = ""


def clock(second: int, point: str = ",") -> str:
    return f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}{point}000"


def _textgrid(count: int) -> str:
    tier = f'"IntervalTier"\n        name = "ann"\n        xmin = 0\n        xmax = {count}\n'
    return (
        f'File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\nxmax = {count}\ntiers? <exists>\nsize = 1\n'
        f"item []:\n    item [1]:\n        class = {tier}        intervals: size = {count}\n"
    )


def _eaf(count: int) -> str:
    slots = "".join(f'<TIME_SLOT TIME_SLOT_ID="t{n}" TIME_VALUE="{n}000"/>\n' for n in range(count + 1))
    return f'<ANNOTATION_DOCUMENT>\n<TIME_ORDER>\n{slots}</TIME_ORDER>\n<TIER TIER_ID="ann">\n'


def _xmi(count: int) -> str:
    text = " ".join([SENTENCE] * count)
    members = " ".join(map(str, range(2, 10 * count + 2)))
    sofa = f'<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text/plain" sofaString="{text}"/>'
    return f'{sofa}\n<cas:View sofa="1" members="{members}"/>\n</xmi:XMI>\n'


def _xmi_sentence(n: int) -> str:
    at, number = n * _SIZE, 10 * n + 2
    tokens = "".join(
        f'<type:Token xmi:id="{number + place}" sofa="1" begin="{at + start}" end="{at + start + len(word)}"/>\n'
        for place, (start, word) in enumerate(WORDS)
    )
    span = f'sofa="1" begin="{at}" end="{at + _SIZE - 1}"'
    sentence = f'<type:Sentence xmi:id="{number + 8}" {span}/>\n'
    return f'{tokens}{sentence}<custom:Segment xmi:id="{number + 9}" {span} Topic="calm"/>\n'


_XMI = (
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" '
    'xmlns:type="http:///de/tudarmstadt/ukp/dkpro/core/api/segmentation/type.ecore" '
    'xmlns:custom="http:///webanno/custom.ecore" xmi:version="2.0">\n<cas:NULL xmi:id="0"/>\n'
)


def _tokens(n: int, row: str) -> str:
    return "".join(
        row.format(n + 1, place, n * _SIZE + at, n * _SIZE + at + len(word), word, "B" if place == 1 else "I")
        for place, (at, word) in enumerate(WORDS, start=1)
    )


def _turn(n: int) -> str:
    return f'<Turn speaker="a" startTime="{n}" endTime="{n + 1}">\n<Sync time="{n}"/>\n{SENTENCE}\n</Turn>\n'


_ROW = "{0}-{1}\t{2}-{3}\t{4}\tcalm[{0}]\t\n"
_LONG = "item,coder,mass,position,type\n"
BIG: dict[str, Big] = {
    "json": Big(
        lambda n: (
            f"{',' * (n > 0)}"
            + json.dumps({"item": f"d{n}", "codings": {"a": [9, 1], "b": [10]}, "texts": [SENTENCE] * 10})
        ),
        '{"format":"seamark","version":1,"items":[\n',
        "]}\n",
    ),
    "jsonl": Big(lambda n: f'{{"item":"document-{n}","codings":{{"a":[3,4,1,2,5,5,10,10],"b":[20,5,5,10]}}}}\n'),
    "csv": Big(lambda n: f"document-{n // 800:05},annotator-{n // 200 % 4},1000,{n % 200 * 5 + 1},major\n", _LONG),
    "wide": Big(lambda n: f"{n + 1},{n // 5},{n // 7},{n // 9},{n // 11}\n", "unit,ann,ben,cid,dan\n"),
    "text": Big(lambda n: "==========\n" if n % 8 == 7 else f"{SENTENCE}\n"),
    "label-studio": Big(
        lambda n: (
            f"{',' * (n > 0)}"
            + json.dumps(
                {
                    "id": n,
                    "data": {"text": TEXT},
                    "annotations": [{"completed_by": c, "result": REGIONS} for c in (1, 2)],
                }
            )
        ),
        "[",
        "]",
    ),
    "doccano": Big(lambda n: json.dumps({"id": n, "text": TEXT, "label": SPANS}) + "\n"),
    "brat": Big(lambda n: f"T{n + 1}\tcalm {n * _SIZE} {(n + 1) * _SIZE - 1}\t{SENTENCE}\n"),
    "webanno": Big(
        lambda n: f"#Text={SENTENCE}\n{_tokens(n, _ROW)}\n",
        "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Segment|Topic\n\n\n",
    ),
    "xmi": Big(_xmi_sentence, _XMI, _xmi),
    "textgrid": Big(
        lambda n: f'        intervals [{n + 1}]:\n xmin = {n}\n xmax = {n + 1}\n text = "calm {n % 9}"\n', _textgrid
    ),
    "eaf": Big(
        lambda n: (
            f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a{n}" TIME_SLOT_REF1="t{n}" TIME_SLOT_REF2="t{n + 1}">'
            f"<ANNOTATION_VALUE>calm {n % 9}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>\n"
        ),
        _eaf,
        "</TIER>\n</ANNOTATION_DOCUMENT>\n",
    ),
    "rttm": Big(lambda n: f"SPEAKER rec{n // 1000} 1 {n % 1000}.000 1.000 <NA> <NA> speaker{n % 7} <NA> <NA>\n"),
    "jams": Big(
        lambda n: f'{"," * (n > 0)}{{"time": {n}.0, "duration": 1.0, "value": "calm {n % 9}", "confidence": null}}\n',
        '{"annotations": [{"namespace": "segment_open", "data": [',
        "]}]}",
    ),
    "srt": Big(lambda n: f"{n + 1}\n{clock(n)} --> {clock(n + 1)}\n{SENTENCE}\n\n"),
    "lab": Big(lambda n: f"{n}.000 {n + 1}.000 calm {n % 9}\n"),
    "chat": Big(lambda n: f"*CHI:\t{SENTENCE} \x15{n}000_{n + 1}000\x15\n", "@UTF8\n@Begin\n", "@End\n"),
    "trs": Big(
        _turn,
        lambda count: f'<Trans scribe="a">\n<Episode>\n<Section startTime="0" endTime="{count}">\n',
        "</Section>\n</Episode>\n</Trans>\n",
    ),
}


def make(format: str, folder: Path, megabytes: float) -> Path:
    """A file of a format, of about this size."""
    record, head, tail = BIG[format]
    count = max(2, int(megabytes * 1e6 / (sum(len(record(n)) for n in range(1000, 1100)) / 100)))
    if format in ("eaf", "xmi"):  # whose beginning or end has something for every record
        count = int(count * len(record(1000)) / (len(record(1000)) + (52 if format == "eaf" else 110)))
    case = format_cases()[format]
    for name, data in case.beside.items():
        (folder / name).write_bytes(data)
    if format == "brat":
        (folder / "big.txt").write_text(" ".join([SENTENCE] * count), encoding="utf-8")
    path = folder / f"big{Path(case.file).suffix}"
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(head if isinstance(head, str) else head(count))
        file.writelines(map(record, range(count)))
        file.write(tail if isinstance(tail, str) else tail(count))
    return path
