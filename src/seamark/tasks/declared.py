"""The tasks: for each field what is read, which numbers it prints and which one first, and how it averages them.

A task is data. ``score``, ``agree``, ``compare``, ``audit`` and ``report`` take its name and find here what they need.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, TypeAlias

from seamark.base.checks import finite_number, hint, of_kind, shown
from seamark.base.errors import InputError
from seamark.base.results import FrozenMapping
from seamark.metrics.base import Metric
from seamark.metrics.names import MetricSpec, units_in
from seamark.metrics.score import Average
from seamark.model.coding import positive_time
from seamark.model.codings import Kind

__all__ = ["TASKS", "Task", "TaskNumber"]

#: What happens to a hypothesis whose length is not that of its reference: an error; it is cut or filled up to the
#: reference's end; its last segment ends there; or both end where the longer one ends.
Ends: TypeAlias = Literal["error", "reference", "last", "union"]


@dataclass(frozen=True, slots=True)
class TaskNumber:
    """One number that a task prints.

    Attributes
    ----------
    metric
        The metric as it is typed, such as ``"actionf1:threshold=0.25"``.
    near
        Largest distance at which a boundary counts as found or as a near miss: in seconds, or in units for tasks
        without a resolution. None for metrics without one.
    average
        How it is averaged over items, where that is not the task's average.
    in_seconds
        Whether its value is a distance, which is printed in seconds where the task counts time.
    """

    metric: str
    near: float | None = None
    average: Average | None = None
    in_seconds: bool = False


@dataclass(frozen=True, slots=True)
class Task:
    """What a field scores, and how.

    Attributes
    ----------
    name, title
        Its name, and what it is about in a few words.
    kind
        What is read: boundaries, labels or spans.
    unit
        What a unit is.
    metrics
        The numbers that the field prints, by the name that is printed above them; the first one leads.
    average
        Over items: ``"macro"``, the mean of the items' scores, or ``"micro"``, the score of their summed counts.
    ends
        What happens where the hypothesis has another length than the reference: ``"error"``; ``"reference"``, it is
        cut at the end of the reference, or filled up to it with a segment without label; ``"last"``, its last segment
        ends with the reference; or ``"union"``, both end with the longer one.
    resolution
        Seconds per unit by default; None where units are no times.
    agreement
        The metrics with which coders are compared, and the near misses that they have.
    chart
        The chart of ``seamark plot`` that shows an item; None for the usual one of its kind.
    item, segment
        What an item and a segment or span are called.
    source
        Whose numbers these are.
    note
        What must be known before they are reported.
    """

    name: str
    title: str
    kind: Kind
    unit: str
    metrics: Mapping[str, TaskNumber]
    source: str
    average: Average = "macro"
    ends: Ends = "error"
    resolution: float | None = None
    agreement: tuple[TaskNumber, ...] = ()
    chart: Literal["tags", "turns", "series"] | None = None
    item: str = "item"
    segment: str = "segment"
    note: str = ""

    @property
    def lead(self) -> str:
        """The number that the field prints first."""
        return next(iter(self.metrics))

    def label(self, number: TaskNumber) -> str:
        """What a number is called beside others: the metric, and the distance within which boundaries are found.

        Examples
        --------
        >>> TASKS["music"].label(TaskNumber("f", 0.5)), TASKS["scenes"].label(TaskNumber("B"))
        ('F@0.5s', 'B')
        """
        of_kind(number, TaskNumber, "number", "a TaskNumber")
        seconds = "" if self.resolution is None else "s"
        name = {"f": "F", "pairwisef": "pairwise F"}.get(number.metric, number.metric)
        return name if number.near is None else f"{name}@{number.near:g}{seconds}"

    def units(self, distance: float, what: str, resolution: float | None = None, *, whole: bool = False) -> int:
        """A distance in units: of seconds, as many as fit; with ``whole``, an error if it is no whole number.

        Examples
        --------
        >>> TASKS["music"].units(0.5, "near"), TASKS["music"].units(0.25, "near", 0.1), TASKS["scenes"].units(2, "near")
        (500, 2, 2)
        """
        given = finite_number(distance, what, lambda value: value >= 0, "a number of at least 0")
        seconds = self.resolution if resolution is None else resolution
        step = 1.0 if self.resolution is None else positive_time(seconds, "resolution")
        return units_in(given, step, what, whole=whole)

    def made(self, number: TaskNumber, resolution: float | None = None, **options: Any) -> Metric:
        """The metric of one of the numbers, for units of so many seconds, with options given by hand."""
        of_kind(number, TaskNumber, "number", "one of the task's metrics")
        spec, near = MetricSpec.read(number.metric), options.get("near", number.near)
        distance = 0 if near is None else self.units(near, "near", resolution)
        metric = spec.with_near_misses(distance).made() if distance else spec.made()
        mine = {one.name for one in fields(metric)}
        changed: dict[str, Any] = {name: value for name, value in options.items() if name in mine}
        if "collar" in changed:
            changed["collar"] = self.units(changed["collar"], "collar", resolution, whole=True)
        return replace(metric, **changed) if changed else metric

    def all_metrics(self, resolution: float | None = None, **options: Any) -> dict[str, Metric]:
        """Every number's metric by name, for units of so many seconds, with options given by hand.

        Examples
        --------
        >>> TASKS["scenes"].all_metrics()
        {'F@2': BoundaryF(tolerance=2, beta=1.0, zero_division=None, ends=False)}
        """
        made = {name: self.made(number, resolution, **options) for name, number in self.numbers(**options).items()}
        for option in options:
            known = {one.name for metric in made.values() for one in fields(metric)}
            known |= set() if known.isdisjoint(("n", "tolerance")) else {"near"}
            if option not in known:
                raise InputError(f"{self.name} has no option {shown(option)}; {hint(option, sorted(known))}")
        return made

    def leading(self, resolution: float | None = None, **options: Any) -> dict[str, Metric]:
        """The metric that leads, by name; with options given by hand."""
        return dict(list(self.all_metrics(resolution, **options).items())[:1])

    def numbers(self, near: float | None = None, **_: Any) -> dict[str, TaskNumber]:
        """The numbers by name; a tolerance given by hand takes the place of the task's.

        Examples
        --------
        >>> list(TASKS["chapters"].numbers(near=1.5))
        ['F@1.5s', 'B', 'Pk']
        """
        if near is None:
            return dict(self.metrics)
        within = finite_number(near, "near", lambda value: value >= 0, "a number of at least 0")
        return {
            name if number.near is None else re.sub(r"@[0-9.]+", f"@{within:g}", name): number
            for name, number in self.metrics.items()
        }


def _f(near: float) -> TaskNumber:
    return TaskNumber("f", near)


def _plain(metrics: Mapping[str, str]) -> dict[str, TaskNumber]:
    """Numbers without a tolerance: the metric of each by name."""
    return {name: TaskNumber(metric) for name, metric in metrics.items()}


_DECLARED = (
    Task(
        "topics",
        "topics of texts",
        "boundaries",
        "sentence",
        _plain({"Pk": "pk", "WindowDiff": "windowdiff", "B": "B", "F": "f"}),
        "papers print Pk and WindowDiff of each document, then the mean",
        agreement=(TaskNumber("B"), TaskNumber("S")),
        item="document",
        segment="topic",
        note="B above shuffled is easier to interpret than Pk, which penalises misses and false alarms differently",
    ),
    Task(
        "chunks",
        "chunks of a retrieval pipeline, against the answers to questions",
        "spans",
        "character",
        {"omega": TaskNumber("chunkfit")},
        "chunking_evaluation (Chroma), but ranges that only touch do not share",
        average="micro",
        item="text",
        segment="chunk",
        note="score GOLD CHUNKS... --spans QUESTIONS ranks chunkers by omega, with whole answers, B and sizes beside",
    ),
    Task(
        "chapters",
        "chapters of videos and recordings",
        "boundaries",
        "0.001 s",
        {"F@3s": _f(3), "F@5s": _f(5), "B": TaskNumber("B", 3), "Pk": TaskNumber("pk")},
        "Yang et al. 2023 (VidChapters): 3 and 5 s",
        ends="reference",
        resolution=0.001,
        agreement=(TaskNumber("B", 3), _f(3)),
        item="recording",
        segment="chapter",
    ),
    Task(
        "music",
        "sections of songs",
        "labels",
        "0.001 s",
        {
            "F@0.5s": _f(0.5),
            "F@3s": _f(3),
            "F@0.5s mir_eval": TaskNumber("f:ends=yes", 0.5),
            "F@3s mir_eval": TaskNumber("f:ends=yes", 3),
            "deviation": TaskNumber("deviation", in_seconds=True),
            **_plain({"pairwise F": "pairwisef", "NCE": "nce", "V": "vmeasure", "ARI": "ari"}),
        },
        "mir_eval.segment.evaluate",
        ends="reference",
        resolution=0.001,
        agreement=(_f(0.5), TaskNumber("pairwisef"), TaskNumber("B", 0.5)),
        item="song",
        segment="section",
        note="mir_eval compares labels in frames of 0.1 s, as --resolution 0.1 does; its F counts the ends of songs",
    ),
    Task(
        "diarization",
        "turns of speakers",
        "spans",
        "0.001 s",
        _plain({"DER": "der", "JER": "jer", "purity": "purity", "coverage": "coverage"}),
        "DIHARD, dscore and pyannote: no collar, overlaps scored",
        average="micro",
        ends="union",
        resolution=0.001,
        chart="turns",
        item="recording",
        segment="turn",
        note="--collar 0.25 leaves out a quarter of a second on each side, as md-eval -c 0.25 and pyannote collar=0.5",
    ),
    Task(
        "actions",
        "actions in videos",
        "labels",
        "frame",
        {
            **{f"F1@{percent}": TaskNumber(f"actionf1:threshold={percent / 100:g}") for percent in (50, 25, 10)},
            "edit": TaskNumber("edit", average="macro"),
            "accuracy": TaskNumber("accuracy"),
        },
        "MS-TCN, eval.py: F1 and accuracy over all videos, edit as the mean of videos",
        average="micro",
        agreement=(TaskNumber("pairwisef"), TaskNumber("B")),
        item="video",
        segment="action",
        note="--background names labels that eval.py leaves out of F1 and edit, such as background or SIL",
    ),
    Task(
        "changepoints",
        "change points of series, against several annotators",
        "boundaries",
        "observation",
        {"covering": TaskNumber("covering"), "F@5": _f(5)},
        "TCPDBench (van den Burg & Williams 2020), with as many pairs as possible",
        agreement=(TaskNumber("B", 5), _f(5)),
        chart="series",
        item="series",
        note="the reference may have several annotators; position 0 is a change point of every annotator",
    ),
    Task(
        "entities",
        "named entities in texts",
        "spans",
        "token",
        {
            "F": TaskNumber("entityf"),
            **_plain({f"F {how}": f"entityf:match={how}" for how in ("exact", "partial", "type")}),
        },
        "conlleval, seqeval: strict, over all entities; nervaluate for the others",
        average="micro",
        chart="tags",
        item="text",
        segment="entity",
        note="F is about ends and category, exact about ends alone, partial takes half of an overlap, type any overlap",
    ),
    Task(
        "phones",
        "phones and words of forced alignments",
        "labels",
        "0.001 s",
        {
            **{f"within@{near}s": TaskNumber("within:pairing=order", near) for near in (0.02, 0.01, 0.025, 0.05, 0.1)},
            "mean": TaskNumber("timeerror:pairing=order", in_seconds=True),
            "median": TaskNumber("deviation:pairing=order", average="macro", in_seconds=True),
        },
        "Hosom 2009: 20 ms; the Montreal Forced Aligner prints the mean",
        average="micro",
        ends="last",
        resolution=0.001,
        agreement=(_f(0.02), TaskNumber("pairwisef"), TaskNumber("B", 0.02)),
        item="recording",
        segment="phone",
        note="both sides have the same labels in the same order; the bias of the mean is hypothesis minus reference",
    ),
    Task(
        "scenes",
        "cuts between scenes or shots",
        "boundaries",
        "frame",
        {"F@2": _f(2)},
        "TransNetV2, evaluate_scenes: 2 frames",
        average="micro",
        agreement=(TaskNumber("B", 2), _f(2)),
        item="video",
        segment="scene",
    ),
)

#: Every task by its name.
TASKS: Mapping[str, Task] = FrozenMapping({task.name: task for task in _DECLARED})


def as_task(given: Task | str) -> Task:
    """The task of that name."""
    if isinstance(given, Task):
        return given
    if not isinstance(given, str) or given not in TASKS:
        raise InputError(f"no task is called {shown(given)}; {hint(given if isinstance(given, str) else '', TASKS)}")
    return TASKS[given]


def fitting_tasks(kind: Kind | None) -> tuple[str, ...]:
    """The tasks that codings of a kind fit; None means what tools mark in time, of which any kind can be read.

    Examples
    --------
    >>> fitting_tasks("boundaries")[:3], fitting_tasks(None)[:3]
    (('topics', 'chapters', 'changepoints'), ('chapters', 'music', 'diarization'))
    """
    return tuple(t.name for t in TASKS.values() if t.kind == kind or (kind is None and t.resolution is not None))
