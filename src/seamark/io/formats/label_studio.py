"""Label Studio: the JSON export. A task is an item, who completed an annotation is a coder."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from itertools import accumulate
from typing import Any, TypeAlias

import msgspec

from seamark.base.errors import OPTION
from seamark.base.numbers import counted
from seamark.io.format import File, FormatName, ReadOptions, text_format
from seamark.io.json_text import convert, field_name, parse
from seamark.io.reading import MarkedSpan, MarkedSpans, Marks, Reading, Recording, TextDocument
from seamark.io.segments import JoinedText
from seamark.io.source import Source, utf16_offsets
from seamark.model.corpus import Corpus

#: From where to where the parts of a region go.
Places: TypeAlias = list[tuple[float, float]]


class Offsets(msgspec.Struct):
    """Where a region of hypertext lies in the text as it is shown, or frames of a video."""

    start: int
    end: int


class Value(msgspec.Struct, rename="camel"):
    """The region itself; its labels stand under the name of the control that made it."""

    start: int | float | str | None = None
    end: int | float | str | None = None
    start_offset: int | None = None
    end_offset: int | None = None
    text: Any = None
    global_offsets: Offsets | None = None
    ranges: list[Offsets] | None = None
    labels: list[str] | None = None
    hypertextlabels: list[str] | None = None
    paragraphlabels: list[str] | None = None
    timeserieslabels: list[str] | None = None
    timelinelabels: list[str] | None = None


class Region(msgspec.Struct):
    """One entry of a result; what else was said about a span has the id of its region."""

    type: str = ""
    value: Value = msgspec.field(default_factory=Value)
    id: str | int | None = None
    from_name: str = ""
    to_name: str = ""
    original_length: float | None = None

    @property
    def label(self) -> str | None:
        """Its first label."""
        names: list[str] | None = getattr(self.value, self.type)
        return names[0] if names else None


class User(msgspec.Struct):
    """An annotator, where the export tells more than a number."""

    id: int | str
    email: str | None = None


class Annotation(msgspec.Struct):
    """What one annotator, or one model, did with one task; old versions said ``created_username``."""

    result: list[Region]
    completed_by: int | str | User | None = None
    created_username: str | None = None
    model_version: str | None = None
    was_cancelled: bool | None = False
    skipped: bool | None = False

    @property
    def coder(self) -> str | None:
        """The user who made it, if the export says so."""
        by = self.completed_by
        if isinstance(by, User):
            by = by.email or by.id
        name = (self.created_username or "").strip() or self.model_version if by in (None, "") else str(by).strip()
        return name or None


class Task(msgspec.Struct):
    """One task; ``completions`` is how old versions called annotations.

    Tasks that are to be imported have predictions, and a name in their data instead of an id.
    """

    data: dict[str, Any]
    id: int | str | None = None
    annotations: list[Annotation] | None = None
    completions: list[Annotation] | None = None
    predictions: list[Annotation] | None = None

    @property
    def done(self) -> list[Annotation]:
        """What annotators did with it; where no annotator was asked, what models did."""
        if self.annotations is None and self.completions is None:
            return self.predictions or []
        return self.annotations or self.completions or []


_REGIONS = ("labels", "hypertextlabels", "paragraphlabels", "timeserieslabels", "timelinelabels")
# Where a recording lies; nobody marks characters in it.
_LINKS = ("/data/", "http://", "https://", "s3://", "gs://", "azure-blob://")
#: Numbers of a time series from here on are milliseconds since 1970; as seconds they would be past the year 5000.
_MILLISECONDS_SINCE_1970 = 10**11


def read(source: Source, options: ReadOptions) -> Reading:
    """Read an export; annotations that were skipped are left out, and predictions beside annotations."""
    reading = Reading()
    tasks = list(_tasks(source, options.name_by))
    found = [region for _, task in tasks for one in task.done for region in one.result]
    kinds = {region.type for region in found if _wanted(region, options.layer)}
    if found and not kinds:
        marked = ", ".join(sorted({f"{region.from_name or region.type} ({region.type})" for region in found}))
        raise source.error(f"no annotation has such spans; what was marked: {marked}")
    others: Counter[str] = Counter()
    skipped = unmarked = 0
    named: set[bool] = set()
    for item, task in tasks:
        kept = [(order, one) for order, one in enumerate(task.done, 1) if not (one.was_cancelled or one.skipped)]
        skipped += len(task.done) - len(kept)
        regions = [[region for region in one.result if _wanted(region, options.layer)] for _, one in kept]
        every = [region for mine in regions for region in mine]
        if len({region.to_name for region in every}) > 1:
            fault = f"task {item!r}: regions of several objects; choose a control with {OPTION}="
            raise source.error(fault, option="layer")
        if not kept:
            continue
        if not every and _is_recording(task, kinds):
            unmarked += 1
            continue
        medium, places = _placed(source, item, task, every, kinds)
        following = iter(places)
        for (order, annotation), mine in zip(kept, regions, strict=True):
            named.add(annotation.coder is not None)
            # What has the id of a span says something about it.
            known = {region.id for region in mine}
            about_spans = (*_REGIONS, "relation")
            others.update(one.type for one in annotation.result if one.type not in about_spans and one.id not in known)
            spans = _spans(source, item, mine, [next(following) for _ in mine], medium)
            reading.marks.append(Marks(item, annotation.coder or str(order), medium, spans, source.name))
    if len(named) > 1:  # numbers given to the others could be names
        raise source.error("some annotations have an annotator (completed_by), some do not")
    if skipped:
        reading.notes.append(f"left out, because their annotator skipped them: {counted(skipped, 'annotation')}")
    if unmarked:
        reading.notes.append(f"{source.name}: left out, because nobody marked them: {counted(unmarked, 'recording')}")
    if others:
        listed = ", ".join(f"{count:,} {kind}" for kind, count in sorted(others.items()))
        reading.notes.append(f"{source.name}: regions that are not spans are left out: {listed}")
    if "timeserieslabels" in kinds:
        reading.notes.append(f"{source.name}: time series are counted from the first mark; their start is unknown")
    return reading


def _tasks(source: Source, name_by: str | None) -> Iterator[tuple[str, Task]]:
    """The tasks and their names."""
    for number, one in enumerate(convert(source, parse(source), list[dict[str, Any]])):
        task = convert(source, one, Task, place=f"$[{number}]")
        # Tasks that are to be imported have no id yet.
        field = name_by or ("item" if task.id is None else None)
        what = f"task {number if task.id is None else task.id}"
        yield str(task.id) if field is None else field_name(source, field, {**one, **task.data}, what), task


def _wanted(region: Region, layer: str | None) -> bool:
    return region.type in _REGIONS and (layer is None or region.from_name == layer)


def _placed(
    source: Source, item: str, task: Task, regions: list[Region], kinds: set[str]
) -> tuple[TextDocument | Recording, list[Places]]:
    """What a task is about, and where each region that anybody marked lies in it.

    ``kinds`` are those of all tasks, for tasks in which there are none.
    """
    kind = regions[0].type if regions else next(iter(kinds)) if len(kinds) == 1 else "labels"
    if kind == "timelinelabels":
        # Frames are counted from 1, and the last one belongs to the region.
        frames = [[(one.start - 1.0, float(one.end)) for one in region.value.ranges or ()] for region in regions]
        return Recording(step=1.0, measure="frames"), frames
    if kind == "paragraphlabels":
        return _in_paragraphs(source, item, task, regions)
    text = None if _is_timed(task, regions, kind) else _text(source, item, task)
    places = [[_given(source, item, region)] for region in regions]
    in_pages = any(str(region.value.start).startswith("/") for region in regions)  # where paths lead to regions
    if text is not None and (in_pages or kind == "hypertextlabels"):
        # A line break counts one, or nothing: what regions quote decides.
        shown = [shown_text(text, line_break) for line_break in ("\n", "")]
        text = next((one for one in shown if _misquote(regions, places, one) is None), shown[0])
    if kind == "timeserieslabels":
        return Recording(), _from_first(places)
    lengths = [region.original_length for region in regions if region.original_length is not None]
    return Recording(max(lengths, default=None)) if text is None else TextDocument(text), places


def _given(source: Source, item: str, region: Region) -> tuple[float, float]:
    """Where a region lies, as it says itself."""
    where = region.value.global_offsets or region.value
    if not isinstance(where.start, (int, float)) or not isinstance(where.end, (int, float)):
        raise source.error(f"task {item!r}: a region has no offsets; expected numbers as its start and end")
    return where.start, where.end


def _from_first(places: list[Places]) -> list[Places]:
    """Seconds from the first mark; the export does not tell where the series begins."""
    edges = [edge for mine in places for span in mine for edge in span]
    first, last = min(edges, default=0), max(edges, default=0)
    per_second = 1000 if last >= _MILLISECONDS_SINCE_1970 else 1
    return [[((start - first) / per_second, (end - first) / per_second) for start, end in mine] for mine in places]


def _in_paragraphs(source: Source, item: str, task: Task, regions: list[Region]) -> tuple[TextDocument, list[Places]]:
    """Paragraphs with an empty line between them; a region counts paragraphs, and characters within them."""
    lists = {key: texts for key, value in task.data.items() if (texts := _texts_of(value))}
    if len(lists) != 1:
        raise source.error(f"task {item!r}: cannot find the field of data with the paragraphs; expected one")
    texts = next(iter(lists.values()))
    starts = [0, *accumulate(len(text) + 2 for text in texts)]

    def place(number: object, offset: int | None) -> int:
        at = int(number) if isinstance(number, str) and number.isdecimal() and len(number) < 19 else -1
        if not 0 <= at < len(texts) or offset is None or not 0 <= offset <= len(texts[at]):
            raise source.error(f"task {item!r}: character {offset} of paragraph {number!r} is not there")
        return starts[at] + offset

    values = [region.value for region in regions]
    places: list[Places] = [[(place(one.start, one.start_offset), place(one.end, one.end_offset))] for one in values]
    return TextDocument("\n\n".join(texts)), places


def _texts_of(paragraphs: Any) -> list[str]:
    """The texts of a list of paragraphs; none of anything else."""
    listed = paragraphs if isinstance(paragraphs, list) else []
    texts = [one.get("text", one.get("phrase")) if isinstance(one, dict) else None for one in listed]
    return [text for text in texts if isinstance(text, str)] if all(isinstance(text, str) for text in texts) else []


def _strings(task: Task) -> tuple[dict[str, str], list[str]]:
    """The texts in the data of a task by field, and its links."""
    strings = {key: value for key, value in task.data.items() if isinstance(value, str)}
    links = [value for value in strings.values() if value.startswith(_LINKS)]
    return {key: value for key, value in strings.items() if value not in links}, links


def _is_recording(task: Task, kinds: set[str]) -> bool:
    """Whether a task without regions is about a recording."""
    texts, links = _strings(task)
    return bool(kinds & {"timelinelabels", "timeserieslabels"}) or (bool(links) and not texts and "labels" in kinds)


def _is_timed(task: Task, regions: list[Region], kind: str) -> bool:
    """Whether regions are those of a recording: a length says so, or seconds where nothing says that it is a text."""
    if kind == "timeserieslabels" or any(region.original_length is not None for region in regions):
        return True
    values = [region.value for region in regions]
    texts, links = _strings(task)
    is_text = ("text" in texts and not links) or any(isinstance(one.text, str) or one.global_offsets for one in values)
    return not is_text and any(isinstance(edge, float) for one in values for edge in (one.start, one.end))


def _text(source: Source, item: str, task: Task) -> str:
    texts, _ = _strings(task)
    if "text" not in texts and len(texts) != 1:
        raise source.error(f"task {item!r}: cannot find the field of data with the text; expected 'text'")
    return texts.get("text") or next(iter(texts.values()))


def _spans(
    source: Source, item: str, regions: list[Region], places: list[Places], medium: TextDocument | Recording
) -> MarkedSpans:
    """The spans of one annotation; old versions counted UTF-16, which shows in the texts that regions quote."""
    text = medium.text if isinstance(medium, TextDocument) else None
    if text is not None and (wrong := _misquote(regions, places, text)) is not None:
        at = utf16_offsets(text)
        places = [[(at(int(start)), at(int(end))) for start, end in mine] for mine in places]
        if _misquote(regions, places, text) is not None:
            start, end, quote = wrong
            said = f"the text reads {text[start:end][:40]!r} from {start} to {end}"
            raise source.error(f"task {item!r}: {said}, the region says {quote[:40]!r}")
    marked = zip(regions, places, strict=True)
    return MarkedSpans.of(MarkedSpan(*edges, region.label) for region, mine in marked for edges in mine)


def _misquote(regions: list[Region], places: list[Places], text: str) -> tuple[int, int, str] | None:
    """The first span in which the text does not say what the region quotes; line ends are escaped in quotes."""
    for region, mine in zip(regions, places, strict=True):
        quote = region.value.text
        for edges in mine:
            start, end = (max(0, int(edge)) for edge in edges)
            if isinstance(quote, str) and text[start:end].split() != quote.replace("\\n", "\n").split():
                return start, end, quote
    return None


# Comments, what is hidden, line breaks, and other tags; one that does not end takes all that follows.
_TAGS = re.compile(
    r"<!--.*?(?:-->|\Z)|<(?P<hidden>script|style)\b.*?(?:</(?P=hidden)\s*>|\Z)|<(?P<br>br)\b[^>]*(?:>|\Z)"
    r"|</?[a-z!?][^>]*(?:>|\Z)",
    re.IGNORECASE | re.DOTALL,
)


def shown_text(page: str, line_break: str) -> str:
    r"""The text without tags, scripts and styles; ``line_break`` stands for ``<br>``.

    Examples
    --------
    >>> shown_text("<p>Land&nbsp;ho<br>Calm</p><style>p {}</style>", "\n")
    'Land\xa0ho\nCalm'
    """
    return unescape(_TAGS.sub(lambda tag: line_break if tag["br"] else "", page))


def write(corpus: Corpus, resolution: float | None) -> Iterator[File]:
    """One file of tasks; the codings are predictions, which Label Studio shows as pre-annotations."""
    tasks = []
    for number, item in enumerate(corpus, start=1):
        joined = JoinedText.of(corpus, item)
        predictions: list[dict[str, Any]] = []
        for coder, segmentation in corpus[item].items():
            results: list[dict[str, Any]] = []
            for place, (start, end, label) in enumerate(joined.segments(segmentation), start=1):
                value = {"start": start, "end": end, "text": joined.text[start:end], "labels": [label]}
                names = {"from_name": "label", "to_name": "text", "type": "labels"}
                results.append({"id": f"{number}-{len(predictions) + 1}-{place}", **names, "value": value})
            predictions.append({"model_version": coder, "result": results})
        tasks.append({"data": {"text": joined.text, "item": item}, "predictions": predictions})
    yield ("tasks",), msgspec.json.format(msgspec.json.encode(tasks), indent=1) + b"\n"


LABEL_STUDIO = text_format(
    FormatName("label-studio", "Label Studio JSON", (".json",)),
    lambda head: head.is_array and bool({"annotations", "completions", "predictions"} & head.keys.keys()),
    read,
    measure="characters or seconds",
    names="both",
    write_files=write,
    layers=True,
    fields=True,
)
