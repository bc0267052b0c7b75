"""SegLST (MeetEval): a JSON array with an object for every turn."""

from __future__ import annotations

import msgspec

from seamark.io.format import Format, ReadOptions
from seamark.io.json_text import records
from seamark.io.reading import MarkedSpans, Reading
from seamark.io.source import Source


class Turn(msgspec.Struct):
    """A turn; what was said, and whatever else is noted, is not read."""

    session_id: str
    start_time: float | str
    end_time: float | str
    speaker: str | int | None = None


def read(source: Source, options: ReadOptions) -> Reading:
    """Read the turns of every session, labelled with their speakers."""
    spans: dict[str, MarkedSpans] = {}
    for number, (_, turn, line) in enumerate(records(source, Turn)):
        try:
            start, end = float(turn.start_time), float(turn.end_time)
        except ValueError:
            raise source.error(f"a time is not a number of seconds - at `$[{number}]`", line) from None
        if not 0 <= start <= end:
            raise source.error(f"a turn goes from {start:g} to {end:g} - at `$[{number}]`", line)
        speaker = None if turn.speaker is None else str(turn.speaker)
        spans.setdefault(turn.session_id, MarkedSpans()).add(start, end, speaker)
    if not spans:
        raise source.error("has no turns; expected at least one")
    return Reading.of_items(source, spans)


SEGLST = Format(
    "seglst",
    "SegLST of MeetEval: session, speaker, start and end of turns",
    (".seglst.json", ".json"),
    lambda head: head.is_array and {"session_id", "start_time", "end_time"} <= head.keys.keys(),
    read,
    names="items",
    tells_length=False,
    task="diarization",
)
