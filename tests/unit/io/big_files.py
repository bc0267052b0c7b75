"""Large files of every format: labels of some letters, words of some five, times in milliseconds, as tools write them.

Every maker takes a folder and a number of records (rows, cues, intervals, sentences) and returns what to load.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

Maker = Callable[[Path, int], Path]

_WORDS = ("the", "sea", "was", "calm", "we", "left", "harbour", "at", "dawn", "wind", "rose", "waves", "broke", "over")
_LABELS = ("opening", "calm", "storm", "landing", "return", "refrain", "verse", "chorus")
_CODERS = ("annotator-1", "annotator-2", "annotator-3", "annotator-4")


def _written(path: Path, lines: Iterable[str]) -> Path:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
    return path


def _seeded(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311  # nothing here is secret


def _sentence(rng: random.Random) -> str:
    return " ".join(rng.choices(_WORDS, k=8)) + "."


def _masses(rng: random.Random, units: int) -> list[int]:
    cuts = sorted(rng.sample(range(1, units), units // 4))
    return [end - start for start, end in zip([0, *cuts], [*cuts, units], strict=True)]


def _intervals(count: int) -> Iterator[tuple[int, int, str]]:
    """Start and end in milliseconds, one behind the other, and a label."""
    rng = _seeded(1)
    end = 0
    for number in range(count):
        start, end = end, end + rng.randint(200, 4000)
        yield start, end, f"{rng.choice(_LABELS)} {number % 100}"


def _items(count: int) -> Iterator[tuple[str, dict[str, list[int]], list[str]]]:
    """Items of 40 units with the masses of four coders and the texts of the units; ``count`` units in all."""
    rng = _seeded(2)
    for number in range(max(1, count // 40)):
        codings = {coder: _masses(rng, 40) for coder in _CODERS}
        yield f"document-{number:06}", codings, [_sentence(rng) for _ in range(40)]


def _spans(count: int) -> Iterator[tuple[int, str, list[tuple[int, int, str]]]]:
    """Texts of ten sentences and a span of one or more sentences after the other; ``count`` sentences in all."""
    rng = _seeded(3)
    for number in range(max(1, count // 10)):
        sentences = [_sentence(rng) for _ in range(10)]
        starts = [sum(len(s) + 1 for s in sentences[:place]) for place in (0, 3, 5, 9)]
        ends = [*(start - 1 for start in starts[1:]), sum(len(s) + 1 for s in sentences) - 1]
        labels = rng.choices(_LABELS, k=4)
        yield number, " ".join(sentences), list(zip(starts, ends, labels, strict=True))


def make_json(folder: Path, count: int) -> Path:
    """Items with texts."""
    items = (
        json.dumps({"item": item, "mass": 40, "codings": codings, "texts": texts})
        for item, codings, texts in _items(count)
    )
    text = '{"format": "seamark", "version": 1, "items": [\n' + ",\n".join(items) + "\n]}"
    return _written(folder / "big.json", [text])


def make_jsonl(folder: Path, count: int) -> Path:
    """Items without texts, of which a file holds the most numbers."""
    return _written(
        folder / "big.jsonl",
        (json.dumps({"item": item, "codings": codings}) for item, codings, _ in _items(count)),
    )


def _long_rows(count: int, separator: str) -> Iterator[str]:
    yield separator.join(("item", "coder", "mass", "position", "type"))
    rng = _seeded(4)
    for item in range(max(1, count // 800)):
        for coder in _CODERS:
            for position in sorted(rng.sample(range(1, 1000), 200)):
                row = (f"document-{item:05}", coder, "1000", str(position), rng.choice(("minor", "major")))
                yield separator.join(row)


def make_csv(folder: Path, count: int) -> Path:
    """A row per boundary."""
    return _written(folder / "big.csv", _long_rows(count, ","))


def make_tsv(folder: Path, count: int) -> Path:
    """A row per boundary."""
    return _written(folder / "big.tsv", _long_rows(count, "\t"))


def make_wide(folder: Path, count: int) -> Path:
    """A row per unit."""
    rng = _seeded(5)
    segments = [1] * 6

    def rows() -> Iterator[str]:
        yield "unit," + ",".join(f"annotator-{number}" for number in range(6))
        for unit in range(1, count + 1):
            yield f"{unit}," + ",".join(map(str, segments))
            segments[rng.randrange(6)] += 1

    return _written(folder / "big.csv", rows())


def make_segeval_json(folder: Path, count: int) -> Path:
    """Masses by item and coder."""
    items = {item: codings for item, codings, _ in _items(count)}
    return _written(folder / "big.json", [json.dumps({"segmentation_type": "linear", "items": items})])


def make_segeval_tsv(folder: Path, count: int) -> Path:
    """A row of masses per coder."""
    rng = _seeded(6)
    rows = ("\t".join([f"annotator-{number}", *map(str, _masses(rng, 1000))]) for number in range(max(1, count // 250)))
    return _written(folder / "big.tsv", ["Coder\tMasses", *rows])


def make_text(folder: Path, count: int) -> Path:
    """Sentences on lines."""
    rng = _seeded(7)
    return _written(folder / "big.txt", ("==========" if n % 8 == 7 else _sentence(rng) for n in range(count)))


def make_markdown(folder: Path, count: int) -> Path:
    """Sentences on lines under headings of two levels."""
    rng = _seeded(8)
    lines = (f"{'#' * (1 + n % 16 // 8)} Part {n}" if n % 8 == 7 else _sentence(rng) for n in range(count))
    return _written(folder / "big.md", lines)


def make_label_studio(folder: Path, count: int) -> Path:
    """The raw export."""

    def regions(text: str, spans: list[tuple[int, int, str]], number: int) -> list[dict[str, object]]:
        return [
            {
                "value": {"start": start, "end": end, "text": text[start:end], "labels": [label]},
                "id": f"region{number}-{start}",
                "from_name": "label",
                "to_name": "text",
                "type": "labels",
                "origin": "manual",
            }
            for start, end, label in spans
        ]

    tasks = (
        json.dumps(
            {
                "id": number,
                "annotations": [
                    {
                        "id": number * 2 + coder,
                        "completed_by": coder,
                        "result": regions(text, spans, number),
                        "was_cancelled": False,
                        "created_at": "2023-05-04T10:20:30.400000Z",
                        "lead_time": 31.5,
                    }
                    for coder in (1, 2)
                ],
                "data": {"text": text},
                "meta": {},
                "project": 3,
            }
        )
        for number, text, spans in _spans(count)
    )
    return _written(folder / "big.json", ["[" + ",\n".join(tasks) + "]"])


def make_doccano(folder: Path, count: int) -> Path:
    """A text per line."""
    lines = ({"id": n, "text": text, "label": spans, "Comments": []} for n, text, spans in _spans(count))
    return _written(folder / "annotator.jsonl", map(json.dumps, lines))


def make_chunks(folder: Path, count: int) -> Path:
    """A text per line with its chunks."""
    texts = ([f"Sentence {n} of text {number} says no more." for n in range(8)] for number in range(count // 8))
    lines = ({"item": n, "text": " ".join(chunks), "chunks": chunks} for n, chunks in enumerate(texts))
    return _written(folder / "splitter.jsonl", map(json.dumps, lines))


def make_prodigy(folder: Path, count: int) -> Path:
    """A text per line with all its tokens."""

    def tokens(text: str) -> list[dict[str, object]]:
        found, start = [], 0
        for number, word in enumerate(text.split(" ")):
            found.append({"text": word, "start": start, "end": start + len(word), "id": number, "ws": True})
            start += len(word) + 1
        return found

    lines = (
        {
            "text": text,
            "_input_hash": n + 1,
            "_task_hash": -n,
            "tokens": tokens(text),
            "spans": [{"start": start, "end": end, "label": label} for start, end, label in spans],
            "answer": "accept",
            "_annotator_id": "annotator-1",
        }
        for n, text, spans in _spans(count)
    )
    return _written(folder / "big.jsonl", map(json.dumps, lines))


def make_brat(folder: Path, count: int) -> Path:
    """One long text, and a span for every sentence."""
    rng = _seeded(8)
    sentences = [_sentence(rng) for _ in range(count)]
    _written(folder / "big.txt", sentences)

    def annotations() -> Iterator[str]:
        start = 0
        for number, sentence in enumerate(sentences, start=1):
            yield f"T{number}\t{rng.choice(_LABELS)} {start} {start + len(sentence)}\t{sentence}"
            start += len(sentence) + 1

    return _written(folder / "big.ann", annotations())


def make_webanno(folder: Path, count: int) -> Path:
    """A token per row."""
    rng = _seeded(9)

    def lines() -> Iterator[str]:
        yield from ("#FORMAT=WebAnno TSV 3.3", "#T_SP=webanno.custom.Segment|Topic", "", "")
        start = 0
        for number in range(1, count + 1):
            sentence = _sentence(rng)
            label = f"{rng.choice(_LABELS)}[{number}]"
            yield f"#Text={sentence}"
            for place, word in enumerate(sentence.split(" "), start=1):
                yield f"{number}-{place}\t{start}-{start + len(word)}\t{word}\t{label}\t"
                start += len(word) + 1
            yield ""

    return _written(folder / "big.tsv", lines())


def make_webanno_old(folder: Path, count: int) -> Path:
    """A token per row, an annotation per sentence."""
    rng = _seeded(9)

    def lines() -> Iterator[str]:
        yield " # webanno.custom.Segment | Topic"
        for number in range(1, count + 1):
            sentence = _sentence(rng)
            label = rng.choice(_LABELS)
            yield from (f"#id={number}", f"#text={sentence}")
            for place, word in enumerate(sentence.split(" "), start=1):
                yield f"{number}-{place}\t{word}\t{'B' if place == 1 else 'I'}-{label}\t"
            yield ""

    return _written(folder / "big.tsv", lines())


def make_xmi(folder: Path, count: int) -> Path:
    """An element per token, sentence and segment."""
    rng = _seeded(10)
    types = Path(__file__).parents[2] / "fixtures" / "xmi" / "TypeSystem.xml"
    (folder / "TypeSystem.xml").write_bytes(types.read_bytes())
    sentences = [_sentence(rng) for _ in range(count)]

    def lines() -> Iterator[str]:
        yield "<?xml version='1.0' encoding='UTF-8'?>"
        segmentation = "http:///de/tudarmstadt/ukp/dkpro/core/api/segmentation/type.ecore"
        yield (
            '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" '
            f'xmlns:type="{segmentation}" xmlns:custom="http:///webanno/custom.ecore" xmi:version="2.0">'
        )
        yield '<cas:NULL xmi:id="0"/>'
        start, number = 0, 1
        for sentence in sentences:
            first = start
            for word in sentence.split(" "):
                number += 1
                yield f'<type:Token xmi:id="{number}" sofa="1" begin="{start}" end="{start + len(word)}"/>'
                start += len(word) + 1
            span = f'sofa="1" begin="{first}" end="{start - 1}"'
            yield f'<type:Sentence xmi:id="{number + 1}" {span}/>'
            yield f'<custom:Segment xmi:id="{number + 2}" {span} Topic="{rng.choice(_LABELS)}"/>'
            number += 2
        text = " ".join(sentences)
        yield f'<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text/plain" sofaString="{text}"/>'
        yield f'<cas:View sofa="1" members="{" ".join(map(str, range(2, number + 1)))}"/>'
        yield "</xmi:XMI>"

    return _written(folder / "big.xmi", lines())


def make_textgrid(folder: Path, count: int) -> Path:
    """Two tiers in Praat's long form."""
    end = max(end for _, end, _ in _intervals(count // 2)) / 1000

    def lines() -> Iterator[str]:
        yield from ('File type = "ooTextFile"', 'Object class = "TextGrid"', "", "xmin = 0 ", f"xmax = {end} ")
        yield from ("tiers? <exists> ", "size = 2 ", "item []: ")
        for tier in (1, 2):
            yield from (f"    item [{tier}]:", '        class = "IntervalTier" ', f'        name = "annotator-{tier}" ')
            yield from ("        xmin = 0 ", f"        xmax = {end} ", f"        intervals: size = {count // 2} ")
            for number, (start, stop, label) in enumerate(_intervals(count // 2), start=1):
                yield f"        intervals [{number}]:"
                yield f"            xmin = {start / 1000} "
                yield f"            xmax = {stop / 1000} "
                yield f'            text = "{label}" '

    return _written(folder / "big.TextGrid", lines())


def make_eaf(folder: Path, count: int) -> Path:
    """Time slots, and a tier of annotations."""

    def lines() -> Iterator[str]:
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        yield '<ANNOTATION_DOCUMENT AUTHOR="" DATE="2023-05-04T10:20:30+01:00" FORMAT="3.0" VERSION="3.0">'
        yield '    <HEADER MEDIA_FILE="" TIME_UNITS="milliseconds"/>\n    <TIME_ORDER>'
        for number, (start, _, _) in enumerate(_intervals(count + 1)):
            yield f'        <TIME_SLOT TIME_SLOT_ID="ts{number}" TIME_VALUE="{start}"/>'
        yield '    </TIME_ORDER>\n    <TIER LINGUISTIC_TYPE_REF="topics" TIER_ID="annotator-1">'
        for number, (_, _, label) in enumerate(_intervals(count)):
            yield "        <ANNOTATION>"
            refs = f'TIME_SLOT_REF1="ts{number}" TIME_SLOT_REF2="ts{number + 1}"'
            yield f'            <ALIGNABLE_ANNOTATION ANNOTATION_ID="a{number}" {refs}>'
            yield f"                <ANNOTATION_VALUE>{label}</ANNOTATION_VALUE>"
            yield "            </ALIGNABLE_ANNOTATION>\n        </ANNOTATION>"
        yield "    </TIER>\n</ANNOTATION_DOCUMENT>"

    return _written(folder / "big.eaf", lines())


def make_rttm(folder: Path, count: int) -> Path:
    """A turn per line, in recordings of a thousand."""
    return _written(
        folder / "system.rttm",
        (
            f"SPEAKER recording{number // 1000} 1 {start / 1000:.3f} {(end - start) / 1000:.3f} <NA> <NA> "
            f"speaker{number % 7} <NA> <NA>"
            for number, (start, end, _) in enumerate(_intervals(count))
        ),
    )


def make_jams(folder: Path, count: int) -> Path:
    """One annotation, indented by four as the library writes it."""
    data = [
        {"time": start / 1000, "duration": (end - start) / 1000, "value": label, "confidence": None}
        for start, end, label in _intervals(count)
    ]
    metadata = {"annotator": {"name": "annotator-1"}, "curator": {"name": "", "email": ""}}
    annotation = {"annotation_metadata": metadata, "namespace": "segment_open", "data": data, "sandbox": {}}
    return _written(
        folder / "big.jams", [json.dumps({"annotations": [annotation], "file_metadata": {"duration": None}}, indent=2)]
    )


def _clock(milliseconds: int, point: str) -> str:
    seconds, thousandths = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{point}{thousandths:03}"


def _cues(count: int, point: str) -> Iterator[str]:
    rng = _seeded(11)
    for number, (start, end, _) in enumerate(_intervals(count), start=1):
        yield f"{number}\n{_clock(start, point)} --> {_clock(end, point)}\n{_sentence(rng)}\n{_sentence(rng)}\n"


def make_srt(folder: Path, count: int) -> Path:
    """Cues of two lines."""
    return _written(folder / "big.srt", _cues(count, ","))


def make_vtt(folder: Path, count: int) -> Path:
    """Cues of two lines."""
    return _written(folder / "big.vtt", ["WEBVTT\n", *_cues(count, ".")])


def make_audacity(folder: Path, count: int) -> Path:
    """Labels with six decimals."""
    rows = (f"{start / 1000:.6f}\t{end / 1000:.6f}\t{label}" for start, end, label in _intervals(count))
    return _written(folder / "big.txt", rows)


def make_lab(folder: Path, count: int) -> Path:
    """Labels with three decimals."""
    return _written(
        folder / "big.lab", (f"{start / 1000:.3f} {end / 1000:.3f} {label}" for start, end, label in _intervals(count))
    )


def make_htk(folder: Path, count: int) -> Path:
    """Labels in units of 100 ns."""
    rows = (f"{start * 10_000} {end * 10_000} {label.replace(' ', '')}" for start, end, label in _intervals(count))
    return _written(folder / "big.lab", rows)


def make_sbv(folder: Path, count: int) -> Path:
    """Cues of one line."""
    rng = _seeded(12)
    cues = (f"{_clock(start, '.')},{_clock(end, '.')}\n{_sentence(rng)}\n" for start, end, _ in _intervals(count))
    return _written(folder / "big.sbv", cues)


def make_times(folder: Path, count: int) -> Path:
    """Starts with nine decimals."""
    return _written(folder / "big.txt", (f"{start / 1000:.9f}\t{label}" for start, _, label in _intervals(count)))


def make_chapters(folder: Path, count: int) -> Path:
    """Starts in whole seconds."""
    rows = (f"{_clock(1000 * number, '.')[:-4]} {label}" for number, (_, _, label) in enumerate(_intervals(count)))
    return _written(folder / "big.txt", rows)


def make_intervals(folder: Path, count: int) -> Path:
    """One file."""
    rows = (f"song,{start / 1000},{end / 1000},{label}" for start, end, label in _intervals(count))
    return _written(folder / "big.csv", chain(["file,start,end,label"], rows))


def make_units(folder: Path, count: int) -> Path:
    """Documents of a hundred sentences, ten to a segment."""
    rng = _seeded(13)
    rows = (f'doc{number // 100},{number // 10},"{_sentence(rng)}"' for number in range(count))
    return _written(folder / "big.csv", chain(["document,segment,text"], rows))


def make_frames(folder: Path, count: int) -> Path:
    """Runs of a hundred frames."""
    return _written(folder / "big.txt", (f"action_{number // 100 % 9}" for number in range(count)))


def make_chat(folder: Path, count: int) -> Path:
    """Utterances of two speakers."""
    rng = _seeded(14)
    rows = (
        f"*{'CHI' if number % 2 else 'MOT'}:\t{_sentence(rng)} \x15{start}_{end}\x15"
        for number, (start, end, _) in enumerate(_intervals(count))
    )
    return _written(folder / "big.cha", chain(["@UTF8", "@Begin"], rows, ["@End"]))


def make_trs(folder: Path, count: int) -> Path:
    """One section, with a time in every turn."""
    rng = _seeded(15)
    spans = list(_intervals(count))
    rows = (
        f'<Turn speaker="spk1" startTime="{start / 1000}" endTime="{end / 1000}">\n<Sync time="{start / 1000}"/>\n'
        f"{_sentence(rng)}\n</Turn>"
        for start, end, _ in spans
    )
    head = f'<Trans scribe="a">\n<Episode>\n<Section startTime="0" endTime="{spans[-1][1] / 1000}">'
    return _written(folder / "big.trs", chain([head], rows, ["</Section>\n</Episode>\n</Trans>"]))


#: What a reader has to be told about the files made here.
OPTIONS: dict[str, dict[str, str]] = {"textgrid": {"tiers_as_coders": True}}

#: The maker of each format, and how many of its records a megabyte holds, about.
MAKERS: dict[str, tuple[Maker, int]] = {
    "json": (make_json, 17_000),
    "jsonl": (make_jsonl, 210_000),
    "csv": (make_csv, 25_000),
    "tsv": (make_tsv, 25_000),
    "wide": (make_wide, 21_000),
    "segeval-json": (make_segeval_json, 210_000),
    "segeval-tsv": (make_segeval_tsv, 480_000),
    "text": (make_text, 25_000),
    "markdown": (make_markdown, 25_000),
    "label-studio": (make_label_studio, 4_000),
    "doccano": (make_doccano, 18_000),
    "prodigy": (make_prodigy, 1_800),
    "chunks": (make_chunks, 12_000),
    "brat": (make_brat, 8_000),
    "webanno": (make_webanno, 2_900),
    "webanno-old": (make_webanno_old, 4_000),
    "xmi": (make_xmi, 1_500),
    "textgrid": (make_textgrid, 9_000),
    "eaf": (make_eaf, 3_300),
    "rttm": (make_rttm, 15_000),
    "jams": (make_jams, 7_500),
    "srt": (make_srt, 8_000),
    "vtt": (make_vtt, 8_000),
    "audacity": (make_audacity, 28_000),
    "lab": (make_lab, 34_000),
    "htk": (make_htk, 28_000),
    "sbv": (make_sbv, 13_000),
    "times": (make_times, 38_000),
    "chapters": (make_chapters, 50_000),
    "intervals": (make_intervals, 31_000),
    "units": (make_units, 17_000),
    "frames": (make_frames, 110_000),
    "chat": (make_chat, 14_000),
    "trs": (make_trs, 7_000),
}


def make(format: str, folder: Path, megabytes: float) -> Path:
    """A file of a format, of about this size."""
    maker, per_megabyte = MAKERS[format]
    return maker(folder, int(per_megabyte * megabytes))
