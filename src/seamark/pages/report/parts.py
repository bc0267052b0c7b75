"""What reports on boundaries and on spans have in common: scales, where the data come from, and the parts of a page."""

from __future__ import annotations

import base64
import json
import math
import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from seamark.base.errors import InputError
from seamark.charts.boundaries import Marked, marked
from seamark.charts.spans import chart_of_task
from seamark.charts.theme import chart_file
from seamark.io import LoadReport
from seamark.model.corpus import Corpus
from seamark.pages.page import heading
from seamark.stats.intervals import Interval
from seamark.tasks.declared import Task

#: The largest size of codings and edits, in bytes: the page must open fast and fit into an email.
MOST_DATA: Final = 1_000_000
#: Pairs of coders that are listed.
_MOST_PAIRS = 30

# A page with more rows is too long to read: only the hardest items are shown, and the page says so.
_MOST_STRIPS, _MOST_ROWS = 120, 1_000
#: Items that are drawn.
MOST_PICTURES: Final = 5
# Marks on an axis, and the seconds that people count in.
_TICKS: Final = 6
_ROUND_TIMES: Final = (15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600)


class Scale(NamedTuple):
    """The ends of a scale on which values are drawn."""

    low: float
    high: float

    @classmethod
    def around(cls, values: Iterable[float]) -> Scale:
        """A scale on which the values can be distinguished, in steps of a twentieth."""
        known = [value for value in values if not math.isnan(value)] or [0.0]
        low, high = math.floor(20 * min(known)) / 20, math.ceil(20 * max(known)) / 20
        return cls(low, max(high, low + 0.05))

    def place(self, value: float) -> float:
        """Where a value is, in percent of the width; what is outside is at the edge."""
        return 100 * (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)


def ticks(units: int, resolution: float | None) -> list[float]:
    """Round places on an axis of so many units, a handful; round times where units are steps of time."""
    length = units if resolution is None else units * resolution
    power = 10.0 ** math.floor(math.log10(length / _TICKS))
    steps = sorted((power, 2 * power, 5 * power, 10 * power, *(() if resolution is None else _ROUND_TIMES)))
    step = next(step for step in steps if step * _TICKS >= length)
    if resolution is None:
        return list(range(0, units + 1, max(1, round(step))))
    return [number * step / resolution for number in range(int(length / step) + 1)]


@dataclass(frozen=True, slots=True)
class Card:
    """A result whose value is drawn on a scale that begins below everything else, so that differences can be seen.

    ``items`` are the values of single items, ``level`` is a further value on the scale, such as that of shuffled
    codings; NaN where there is none.
    """

    title: str
    found: Any
    value: float
    interval: Interval | None
    items: Sequence[float] = ()
    level: float = math.nan

    @property
    def ends(self) -> tuple[float, float] | None:
        """Both ends of the interval, where it could be estimated."""
        interval = self.interval
        return None if interval is None or math.isnan(interval.low) else (interval.low, interval.high)

    @property
    def scale(self) -> Scale:
        """The scale, up to full agreement."""
        drawn = (self.value, self.level, *self.items, *(self.ends or ()))
        lowest = min((float(value) for value in drawn if not math.isnan(value)), default=0.0)
        return Scale(max(-1.0, min(0.9, math.floor(10 * lowest) / 10)), 1.0)


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item: its place in the corpus, the value that says how hard it is, where coders marked something, and why
    they agree as they do; ``found`` is what else the page shows of it.
    """

    number: int
    name: str
    length: int
    coders: int
    value: float
    marks: Sequence[Marked]
    in_words: str
    found: Any


def marks_of(corpus: Corpus) -> dict[str, list[Marked]]:
    """Where coders marked something, by item."""
    marks: dict[str, list[Marked]] = {item: [] for item in corpus}
    for one in marked(corpus):
        marks[one.item].append(one)
    return marks


def shares_of(kinds: Mapping[str, int]) -> list[tuple[str, int, float]]:
    """Kinds of marks with their number and their share of all."""
    total = sum(kinds.values())
    return [(kind, number, number / total) for kind, number in kinds.items() if number]


def pair_views(pairs: Iterable[tuple[str, str, int, float]], *, high_is_alike: bool) -> dict[str, Any]:
    """Every two coders, with the number of items that both coded and a value over these: those who are least alike
    first, and no more than fit into a page.
    """
    sign = 1 if high_is_alike else -1
    rows = sorted(pairs, key=lambda pair: (math.isnan(pair[3]), sign * pair[3]))
    return {
        "rows": rows[:_MOST_PAIRS],
        "number": len(rows),
        "sorted": "ascending" if high_is_alike else "descending",
        "scale": Scale.around(pair[3] for pair in rows),
    }


def category_rows(corpus: Corpus) -> list[dict[str, Any]]:
    """Every label or category: how often it was given, by how many coders, and its share of all that has one."""
    spans = corpus.codings if corpus.kind == "spans" else corpus.codings.as_spans()
    coder = np.repeat(corpus.coder_index, np.diff(spans.offsets))
    codes, lengths = np.asarray(spans.codes), (np.asarray(spans.ends) - spans.starts).astype(np.float64)
    rows = []
    for code, name in enumerate(spans.names):
        mine = codes == code
        share = float(lengths[mine].sum() / lengths.sum())
        rows.append({"name": name, "number": int(mine.sum()), "coders": len(np.unique(coder[mine])), "share": share})
    return rows


def explored_items(
    items: Iterable[str], order: Sequence[str], entry: Callable[[str], dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    """What the script of the page knows of the items, taken in the given order as far as there is room."""
    held: dict[str, dict[str, Any]] = {}
    used = 0
    for item in order:
        made = entry(item)
        used += len(json.dumps(made))
        if held and used > MOST_DATA:
            break
        held[item] = made
    return {item: held[item] for item in items if item in held}


def task_pictures(
    task: Task,
    codings: Mapping[str, Mapping[str, Any]],
    texts: Mapping[str, Sequence[str]],
    resolution: float | None = None,
) -> dict[str, str]:
    """How a field looks at the first of these items: images as they are in a page, by the name of the item.

    An item that has too much for one picture is left out.
    """
    found = {}
    for item, by_coder in list(codings.items())[:MOST_PICTURES]:
        with suppress(InputError):
            found[item] = image(chart_of_task(task, by_coder, texts.get(item), resolution))
    return found


def image(chart: Any) -> str:
    """A chart as an image that a page holds within itself."""
    return f"data:image/svg+xml;base64,{base64.b64encode(chart_file(chart, 'picture.svg')).decode('ascii')}"


def page_parts(
    corpus: Corpus,
    ordered: Sequence[ItemRow],
    data: dict[str, Any],
    title: str | None,
    source: Provenance | None,
    task: Task | None,
) -> dict[str, Any]:
    """What every report shows; ``ordered`` holds the items from the hardest, ``data`` is for the script of the page."""
    strips = sorted(ordered[:_MOST_STRIPS], key=lambda row: row.number)
    resolution = data["resolution"] = None if source is None else source.seconds
    unit = "unit" if task is None or task.resolution is not None else task.unit
    return {
        "item": "item" if task is None else task.item,
        "segment": None if task is None else task.segment,
        "unit": unit,
        "task": task,
        "labels": None,
        "pictures": {},
        "title": heading(corpus, title, "How far the coders agree"),
        "corpus": corpus,
        "items": ordered[:_MOST_ROWS],
        "item_scale": Scale.around(row.value for row in ordered),
        "strips": strips,
        "ticks": ticks(max(corpus.lengths[row.name] for row in strips), resolution),
        "explored": {entry["name"]: place for place, entry in enumerate(data["items"])},
        "files": "CORPUS" if source is None else source.typed,
        "provenance": [] if source is None else list(source.lines()),
        "resolution": resolution,
    }


@dataclass(frozen=True, slots=True)
class Provenance:
    """The files of a corpus and how they were read.

    Attributes
    ----------
    files
        The files or folders; the page names them without the folders they lie in, and with the date of their last
        change.
    loaded
        What ``load_with_report`` said.

    Examples
    --------
    >>> list(Provenance((), LoadReport("eaf", unit="time", resolution=0.1, measure="s", boundaries=9)).lines())
    ['Read as eaf; no boundary had to move to the 0.1 s grid.']
    """

    files: Sequence[str | os.PathLike[str]]
    loaded: LoadReport

    @property
    def typed(self) -> str:
        """The files as they are typed on a command line, without the folders they lie in."""
        return shlex.join(Path(file).name or os.fspath(file) for file in self.files) or "CORPUS"

    @property
    def seconds(self) -> float | None:
        """Seconds per unit, if the data are times."""
        return self.loaded.resolution if self.loaded.measure == "s" else None

    def lines(self) -> Iterator[str]:
        """What the page says about them, a sentence each."""
        for file in map(Path, self.files):
            if file.exists():
                changed = datetime.fromtimestamp(file.stat().st_mtime, tz=UTC)
                yield f"{file.resolve().name}, last changed on {changed:%Y-%m-%d}."
            else:
                yield f"{os.fspath(file)}."
        loaded = self.loaded
        yield f"Read as {loaded.format}." if loaded.unit is None else f"Read as {loaded.format}; {loaded.summary}."
        for note in (*loaded.notes, *map(str, loaded.suspicions)):
            # The page must not reveal the folders of the person who made it.
            for place in self.files:
                note = note.replace(os.fspath(place), Path(place).name or os.fspath(place))
            yield f"{note.rstrip('.')}."
