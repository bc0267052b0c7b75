"""Transcripts with times, a line each: CTM (words), STM (turns), and the ``segments`` of Kaldi."""

from __future__ import annotations

import re
from functools import partial

from seamark.base.errors import ParseError
from seamark.io.format import Format, ReadOptions
from seamark.io.reading import MarkedSpans, Reading
from seamark.io.source import SECONDS, Head, Source

_CTM = r"(?P<item>\S+)\s+\S+\s+(?P<start>\S+)\s+(?P<length>\S+)\s+(?P<label>\S+)(?:\s.*)?"
_STM = r"(?P<item>\S+)\s+\S+\s+(?P<label>\S+)\s+(?P<start>\S+)\s+(?P<end>\S+)(?:\s.*)?"
# The recording is no channel, as the second field of UEM is.
_KALDI = (
    rf"(?P<label>(?!{SECONDS}\s)\S+)\s+(?P<item>(?!(?:[0-9]|[AB]|NA)\s)\S+)"
    rf"\s+(?P<start>{SECONDS})\s+(?P<end>{SECONDS})"
)
#: What STM calls a stretch that nobody scores.
_IGNORED = "ignore_time_segment_in_scoring"


def _read(source: Source, options: ReadOptions, *, form: str, expected: str) -> Reading:
    """Read a span per line; lines that begin with two semicolons are comments."""
    spans: dict[str, MarkedSpans] = {}
    ignored = 0
    for number, line in source.numbered_lines:
        if line.startswith(";;"):
            continue
        match = re.fullmatch(form, line.strip())
        if match is None:
            raise source.error(f"{line[:40]!r} is not a line of the format; expected {expected!r}", number)
        given = match.groupdict()
        start, end = (source.seconds(given.get(name) or given["length"], "a time", number) for name in ("start", "end"))
        end += start if "length" in given else 0
        source.require_forward(start, end, number)
        if _IGNORED in line.casefold():
            ignored += 1
        else:
            spans.setdefault(given["item"], MarkedSpans()).add(start, end, given["label"])
    if not spans:
        raise source.error("has no lines with times; expected at least one")
    reading = Reading.of_items(source, spans)
    if ignored:
        reading.notes.append(f"{source.name}: left out, because they are not scored: {ignored:,} lines")
    return reading


def _read_kaldi(source: Source, options: ReadOptions) -> Reading:
    """Read segments; their speakers where the file ``utt2spk`` lies beside them."""
    reading = _read(source, options, form=_KALDI, expected="utterance recording 0.5 2.5")
    try:
        lines = source.beside("utt2spk", "utt2spk", "").lines
    except ParseError:
        return reading
    speakers = dict(line.split(maxsplit=1) for line in lines if len(line.split()) > 1)
    for number, mark in enumerate(reading.marks):
        spans = MarkedSpans()
        for start, end, label in mark.spans:
            spans.add(start, end, speakers.get(label or "", label or "").strip())
        reading.marks[number] = mark._replace(spans=spans)
    return reading


def _is_kaldi(head: Head) -> bool:
    matches = [re.fullmatch(_KALDI, line.strip()) for line in head.lines[:-1] or head.lines]
    names = {match["label"] for match in matches if match}
    return len(names) == len(matches) > 0 and all(m and float(m["start"]) < float(m["end"]) for m in matches)


# What they look like is too common: only the suffix tells the first two.
CTM = Format(
    "ctm",
    "CTM: words with times",
    (".ctm",),
    lambda head: False,
    partial(_read, form=_CTM, expected="file channel start duration word"),
    names="items",
    by_suffix=True,
    cues=True,
)
STM = Format(
    "stm",
    "STM: turns of speakers with times",
    (".stm",),
    lambda head: False,
    partial(_read, form=_STM, expected="file channel speaker start end text"),
    names="items",
    by_suffix=True,
    task="diarization",
)
KALDI = Format(
    "kaldi",
    "Kaldi segments: utterance, recording, start, end",
    ("segments",),
    _is_kaldi,
    _read_kaldi,
    names="items",
    companions=("utt2spk", "spk2utt", "text", "wav.scp"),
)
