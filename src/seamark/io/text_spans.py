"""Corpora with texts written as spans in texts: pre-annotations of Label Studio, doccano, WebAnno TSV."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

from seamark.io.segments_out import JoinedText, segments_of
from seamark.io.utf16 import offsets_in_utf16
from seamark.model.corpus import Corpus
from seamark.model.labelled_corpus import LabelledCorpus
from seamark.model.span_corpus import SpanCorpus
from seamark.texts.units import CUTS

#: Folders and name of a file, and what is in it.
File = tuple[tuple[str, ...], bytes]
#: A corpus of boundaries, labels or spans.
Marked: TypeAlias = Corpus | LabelledCorpus | SpanCorpus


def write_label_studio(corpus: Marked, resolution: float | None) -> Iterator[File]:
    """One file of tasks; the codings are predictions, which Label Studio shows as pre-annotations."""
    tasks = []
    for number, item in enumerate(corpus, start=1):
        joined = JoinedText.of(corpus, item)
        predictions: list[dict[str, Any]] = []
        for coder, segmentation in corpus[item].items():
            results: list[dict[str, Any]] = []
            for place, segment in enumerate(segments_of(segmentation), start=1):
                start, end = joined.span(segment)
                value = {"start": start, "end": end, "text": joined.text[start:end], "labels": [segment.label]}
                names = {"from_name": "label", "to_name": "text", "type": "labels"}
                results.append({"id": f"{number}-{len(predictions) + 1}-{place}", **names, "value": value})
            predictions.append({"model_version": coder, "result": results})
        tasks.append({"data": {"text": joined.text, "item": item}, "predictions": predictions})
    yield ("tasks",), msgspec.json.format(msgspec.json.encode(tasks), indent=1) + b"\n"


def write_doccano(corpus: Marked, resolution: float | None) -> Iterator[File]:
    """A file for each coder, as doccano imports and exports them."""
    for coder in corpus.coder_names:
        lines = []
        for item in corpus:
            if coder not in corpus[item]:
                continue
            joined = JoinedText.of(corpus, item)
            labels = [(*joined.span(segment), segment.label) for segment in segments_of(corpus[item][coder])]
            lines.append(msgspec.json.encode({"id": item, "text": joined.text, "label": labels}) + b"\n")
        yield (coder,), b"".join(lines)


#: What WebAnno escapes in values of features and in text.
_SPECIAL = re.compile(r"([\\\[\]|_;*]|->)")


def write_webanno(corpus: Marked, resolution: float | None) -> Iterator[File]:
    """A file for each item and coder; units of several words are sentences."""
    for item in corpus:
        joined = JoinedText.of(corpus, item)
        sentences = [(0, len(joined.text))] if joined.unit == "token" else joined.stretches
        for coder, segmentation in corpus[item].items():
            spans = [(*joined.span(segment), segment.label) for segment in segments_of(segmentation)]
            yield (item, coder), _webanno(joined.text, sentences, spans).encode()


def _webanno(text: str, sentences: list[tuple[int, int]], spans: list[tuple[int, int, str]]) -> str:
    lines = ["#FORMAT=WebAnno TSV 3.3", "#T_SP=webanno.custom.Segment|value", ""]
    at = offsets_in_utf16(text)
    waiting = deque(enumerate(spans, start=1))
    open_now: list[tuple[int, tuple[int, int, str]]] = []
    for number, (start, end) in enumerate(sentences, start=1):
        escaped = text[start:end].replace("\\", "\\\\").replace("\t", "\\t").replace("\r", "\\r").replace("\n", "\\n")
        lines += ["", f"#Text={escaped}"]
        tokens = ((start + first, start + last) for first, last in CUTS["token"](text[start:end]))
        for place, (first, last) in enumerate(tokens, start=1):
            while waiting and waiting[0][1][0] <= first:
                open_now.append(waiting.popleft())
            open_now = [one for one in open_now if one[1][1] > first]
            # Spans that overlap stand side by side; a token in none has an underscore.
            labels = "|".join(_SPECIAL.sub(r"\\\1", label) + f"[{number}]" for number, (_, _, label) in open_now)
            form = text[first:last].replace("\\", "\\\\")
            lines.append(f"{number}-{place}\t{at(first)}-{at(last)}\t{form}\t{labels or '_'}\t")
    return "\n".join([*lines, ""])
