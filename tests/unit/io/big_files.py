"""Large files of one format for each way of reading: written by ours, or record after record."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from seamark import Corpus, save
from tests.formats import format_cases

SENTENCE = "the sea was calm and we left the harbour at dawn."
WORDS = [
    (SENTENCE.index(word), word) for word in ("the sea", "was", "calm", "and", "we", "left", "the harbour", "at dawn.")
]
_SPANS = json.dumps([{"start": at, "end": at + len(word), "label": "A"} for at, word in WORDS[:3]])
_TOKENS = json.dumps([{"text": w, "start": at, "end": at + len(w), "id": i} for i, (at, w) in enumerate(WORDS)])
_SIZE = len(SENTENCE) + 1


class Big(NamedTuple):
    """How a file begins, its records, and how it ends; beginning and end may depend on the number of records."""

    record: Callable[[int], str]
    head: str | Callable[[int], str] = ""
    tail: str | Callable[[int], str] = ""


def clock(second: int, point: str = ",") -> str:
    return f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}{point}000"


def short_clock(second: int) -> str:
    return f"{second // 3600}:{second // 60 % 60:02}:{second % 60:02}.00"


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


def _slots(count: int) -> str:
    slots = "".join(f'<TIME_SLOT TIME_SLOT_ID="s{n}" TIME_VALUE="{n}000"/>' for n in range(count + 1))
    return f'<ANNOTATION_DOCUMENT><TIME_ORDER>{slots}</TIME_ORDER><TIER TIER_ID="ann">'


def _turn(n: int) -> str:
    return f'<Turn speaker="a" startTime="{n}" endTime="{n + 1}">\n<Sync time="{n}"/>\n{SENTENCE}\n</Turn>\n'


_RECORDS: dict[str, Big] = {
    "segeval-tsv": Big(lambda n: f"coder{n}\t2\t3\t5\t1\t1\t2\t1\n", "Coder\tMasses\n"),
    "csv": Big(
        lambda n: f"document-{n // 800:05},annotator-{n // 200 % 4},1000,{n % 200 * 5 + 1},major\n",
        "item,coder,mass,position,type\n",
    ),
    "wide": Big(lambda n: f"{n + 1},{n // 5},{n // 7},{n // 9},{n // 11}\n", "unit,ann,ben,cid,dan\n"),
    "text": Big(lambda n: "==========\n" if n % 8 == 7 else f"{SENTENCE}\n"),
    "brat": Big(lambda n: f"T{n + 1}\tcalm {n * _SIZE} {(n + 1) * _SIZE - 1}\t{SENTENCE}\n"),
    "xmi": Big(_xmi_sentence, _XMI, _xmi),
    "rttm": Big(lambda n: f"SPEAKER rec{n // 1000} 1 {n % 1000}.000 1.000 <NA> <NA> speaker{n % 7} <NA> <NA>\n"),
    "chat": Big(lambda n: f"*CHI:\t{SENTENCE} \x15{n}000_{n + 1}000\x15\n", "@UTF8\n@Begin\n", "@End\n"),
    "chapters-json": Big(
        lambda n: f'{"," if n else ""}{{"start_time":{n},"end_time":{n + 1},"title":"{SENTENCE}"}}',
        lambda count: f'{{"duration":{count},"chapters":[',
        "]}",
    ),
    "chunks": Big(lambda n: f'{{"item":"d{n}","text":"{SENTENCE} Calm.","chunks":["{SENTENCE}","Calm."]}}\n'),
    "conll": Big(lambda n: f"harbour {'B' if n % 5 == 0 else 'I'}-LOC\n" + "\n" * (n % 20 == 19)),
    "ctm": Big(lambda n: f"rec{n // 1000} 1 {n % 1000}.0 1.0 harbour 0.9\n"),
    "eaf": Big(
        lambda n: (
            f'<ANNOTATION><ALIGNABLE_ANNOTATION TIME_SLOT_REF1="s{n}" TIME_SLOT_REF2="s{n + 1}">'
            f"<ANNOTATION_VALUE>{SENTENCE}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>\n"
        ),
        _slots,
        "</TIER></ANNOTATION_DOCUMENT>",
    ),
    "flags": Big(lambda n: f"{SENTENCE},{int(n % 5 == 0)}\n", "sentence,new_segment\n"),
    "frames": Big(lambda n: "pour_the_milk\n" if n // 50 % 2 else "SIL\n"),
    "htk": Big(lambda n: f"{n}0000000 {n + 1}0000000 calm{n % 9}\n"),
    "intervals": Big(lambda n: f"song{n // 1000},{n % 1000}.0,{n % 1000 + 1}.0,verse\n", "file,start,end,label\n"),
    "markdown": Big(lambda n: f"{'#' * (1 + n % 3)} Title\n\n{SENTENCE}\n\n{SENTENCE}\n\n"),
    "mstcn": Big(lambda n: "pour_the_milk " if n // 50 % 2 else "SIL ", "### Frame level recognition: ###\n"),
    "prodigy": Big(
        lambda n: f'{{"text":"{SENTENCE}","_input_hash":{n},"answer":"accept","spans":{_SPANS},"tokens":{_TOKENS}}}\n'
    ),
    "pygamma": Big(lambda n: f"{'Joe' if n % 2 else 'Jack'},verse,{n // 2},{n // 2 + 1}\n"),
    "sbv": Big(lambda n: f"{short_clock(n)}0,{short_clock(n + 1)}0\n{SENTENCE}\n\n"),
    "seglst": Big(
        lambda n: (
            f'{"," if n else ""}{{"session_id":"r{n // 1000}","start_time":{n % 1000},'
            f'"end_time":{n % 1000 + 1},"speaker":"a","words":"{SENTENCE}"}}'
        ),
        "[",
        "]",
    ),
    "stm": Big(lambda n: f"rec{n // 1000} 1 ann {n % 1000} {n % 1000 + 1} {SENTENCE}\n"),
    "table": Big(
        lambda n: f"poem{n // 800},rater{n // 200 % 4},{n % 200 * 5 + 1},1001\n", "doc,rater,boundary_position,units\n"
    ),
    "tei": Big(
        lambda n: f"<div><p>{SENTENCE}</p><p>{SENTENCE}</p></div>\n",
        '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>',
        "</body></text></TEI>",
    ),
    "times": Big(lambda n: f"{n}.5\tcalm {n % 9}\n", tail=lambda count: f"{count + 1}.0\tEnd\n"),
    "uem": Big(lambda n: f"rec{n // 1000} 1 {n % 1000}.0 {n % 1000}.5\n"),
    "units": Big(lambda n: f"voyage{n // 1000},{SENTENCE},{n % 1000 // 5}\n", "document,text,segment\n"),
    "webanno-old": Big(
        lambda n: (
            f"#id={n + 1}\n#text={SENTENCE}\n"
            + "".join(
                f"{n + 1}-{i}\t{w}\t{'B' if i % 3 == 1 else 'I'}-A\t\n" for i, w in enumerate(SENTENCE.split(), 1)
            )
            + "\n"
        ),
        " # custom.Segment | Topic\n",
    ),
    "whisper": Big(
        lambda n: f'{"," if n else ""}{{"start":{n},"end":{n + 1},"text":"{SENTENCE}"}}',
        '{"text":"","segments":[',
        "]}",
    ),
    "trs": Big(
        _turn,
        lambda count: f'<Trans scribe="a">\n<Episode>\n<Section startTime="0" endTime="{count}">\n',
        "</Section>\n</Episode>\n</Trans>\n",
    ),
}
#: Formats that ours writes: many short items with texts, one long item with a text, or a long recording.
_WRITTEN = {
    **dict.fromkeys(("json", "jsonl", "doccano", "label-studio"), 10),
    "webanno": None,
    "tsv": 0,
    "segeval-json": 0,
    "parquet": 0,
    **dict.fromkeys(("textgrid", "jams", "audacity", "chapters", "lab", "srt", "vtt"), 0),
}
BIG = (*_RECORDS, *_WRITTEN)


def _written(format: str, units: int) -> bytes:
    each = _WRITTEN[format] or units
    items = [f"d{number}" for number in range(max(1, units // each))]
    codings = {item: {"ann": [1] * (each - 2) + [2]} for item in items}
    texts = None if _WRITTEN[format] == 0 else {item: [SENTENCE] * each for item in items}
    stream = BytesIO()
    save(Corpus(codings, texts=texts), stream, format=format, resolution=None if texts else 1.0)
    return stream.getvalue()


def make(format: str, folder: Path, megabytes: float) -> Path:
    """A file of a format, of about this size."""
    case = format_cases().get(format)
    path = folder / f"big{Path(case.file).suffix if case else '.parquet'}"
    if format in _WRITTEN:
        path.write_bytes(_written(format, max(20, int(megabytes * 1e9 / len(_written(format, 1000))))))
        return path
    record, head, tail = _RECORDS[format]
    count = max(2, int(megabytes * 1e6 / (sum(len(record(n)) for n in range(1000, 1100)) / 100)))
    if format == "xmi":  # whose end has something for every record
        count = int(count * len(record(1000)) / (len(record(1000)) + 110))
    for name, data in (case.beside if case else {}).items():
        (folder / name).write_bytes(data)
    if format == "brat":
        (folder / "big.txt").write_text(" ".join([SENTENCE] * count), encoding="utf-8")
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(head if isinstance(head, str) else head(count))
        file.writelines(map(record, range(count)))
        file.write(tail if isinstance(tail, str) else tail(count))
    return path
