"""CHAT transcripts (TalkBank, CHILDES): every utterance with a time is a span, labelled with its speaker."""

from __future__ import annotations

import re

from seamark.base.numbers import counted
from seamark.io.format import Format, ReadOptions
from seamark.io.layers import chosen_layer
from seamark.io.reading import MarkedSpans, Reading, Recording
from seamark.io.source import Head, Source

_UTTERANCE = re.compile(r"\*([^\s:]{1,40}):")
# Start and end in milliseconds, between two control characters that the programs show as a bullet.
_BULLET = re.compile(r"\x15([0-9]{1,15})_([0-9]{1,15})\x15")
_LINE = re.compile(r"[*%@\t]")


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the main lines; ``layer`` keeps one speaker."""
    spans: dict[str, MarkedSpans] = {}
    together = MarkedSpans()
    speaker, timed, untimed = "", True, 0
    for number, line in source.numbered_lines:
        if not _LINE.match(line):
            raise source.error(f"{line[:40]!r} begins with none of * % @ and no tab", number)
        if not line.startswith("\t"):  # which continues the line above
            untimed += not timed
            match = _UTTERANCE.match(line)
            if match is None and line.startswith("*"):
                raise source.error(f"{line[:40]!r} names no speaker; expected such as '*CHI:'", number)
            speaker, timed = (match[1], False) if match else ("", True)
        for start, end in _BULLET.findall(line) if speaker else ():
            timed = True
            source.require_forward(int(start), int(end), number)
            spans.setdefault(speaker, MarkedSpans()).add(int(start) / 1000, int(end) / 1000, speaker)
            together.add(int(start) / 1000, int(end) / 1000, speaker)
    untimed += not timed
    if not spans:
        raise source.error("has no utterance with a time; link the transcript to its recording first")
    wanted = options.layer and chosen_layer(source, options.layer, spans, "speaker")
    reading = Reading.of_one_coder(source, Recording(), spans[wanted] if wanted else together)
    if untimed:
        reading.notes.append(f"{source.name}: left out, because they have no time: {counted(untimed, 'utterance')}")
    return reading


def _matches(head: Head) -> bool:
    return any(line.startswith(("@UTF8", "@Begin")) for line in head.lines[:4])


CHAT = Format("chat", "CHAT transcript", (".cha",), _matches, read, layers=True)
