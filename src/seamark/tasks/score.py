"""``score``: hypotheses against references, with the numbers of a task or with any metrics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np

from seamark.base.checks import one_of
from seamark.base.errors import InputError
from seamark.base.numbers import counted
from seamark.base.results import FrozenMapping
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Bound, Metric
from seamark.metrics.names import Metrics, as_metrics
from seamark.metrics.pairs import Pairs
from seamark.metrics.score import AVERAGES, DEFAULTS, Average, Scorable, ScoreTable, scored_table, two_corpora
from seamark.model.codings import KINDS, Kind
from seamark.model.corpus import Corpus
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation
from seamark.model.spans import Regions, Spans
from seamark.tasks.declared import Ends, Task, as_task, fitting_tasks

if TYPE_CHECKING:
    from seamark.metrics.turns import EntityScores

__all__ = ["score"]


def score(
    reference: Scorable,
    hypothesis: Scorable,
    metrics: Metrics | None = None,
    *,
    task: Task | str | None = None,
    average: Average | None = None,
    coder: str | Sequence[str] | None = None,
    allow_missing: bool = False,
    ci: float | None = None,
    names: tuple[str, str] = ("reference", "hypothesis"),
    resolution: float | None = None,
    uem: Mapping[str, Regions] | None = None,
    **options: Any,
) -> ScoreTable:
    """Score hypotheses against references, item by item and overall.

    Parameters
    ----------
    reference, hypothesis
        Corpora or mappings from item to segmentation, whose items are paired by name; or two lists of segmentations
        of the same length; or two single segmentations. Labelled segmentations, hierarchies and spans are scored in the
        same way.
    metrics
        One metric or several, as objects or by name: ``"S,windowdiff:k=5"``, ``[S(n=3), "pk"]``, or a mapping from
        label to metric. By default S, B, WindowDiff and Pk of boundaries, S, B, pairwise F and NCE of labels, S, B and
        T of hierarchies, and DER, JER and F of spans.
    task
        The field whose numbers are wanted, such as ``"music"``: ``sm.TASKS`` lists for each task which metrics it
        prints, how they are averaged, and what happens where the two sides end at different places. Metrics and an
        average given by hand win.
    average
        Overall score: ``"macro"`` is the mean of the items' scores, ``"micro"`` the score of their summed counts, in
        which long items weigh more. By default that of the task, or else macro.
    coder
        Whose coding to take where an item has several; two names are the coder of the reference and the coder of the
        hypothesis.
    allow_missing
        Leave out items that only one side has, and say so in ``remarks``; otherwise they are an error.
    ci
        Level of confidence intervals of the overall scores for other items, such as 0.95; None for no intervals. They
        come from the jackknife: for a mean of items' scores this is Student's t.
    names
        What the table and messages call the two sides.
    resolution
        How many seconds a unit of the codings lasts: for options of metrics in time (``"der:collar=0.25s"``), and for
        a task that counts time, by default as the task has it.
    uem
        For every item the regions that are scored, as pairs (start, end) of units or spans, for metrics of turns such
        as DER; by default everything is. An item that it lacks is an error; it may contain items that are not scored.
    **options
        Options of the task's metrics: ``near`` and ``collar`` in seconds, ``skip_overlap``, ``background``.

    Raises
    ------
    InputError
        When an item has no partner, several codings, or different numbers of units on the two sides.

    Examples
    --------
    >>> reference = {"poem": [5, 5, 5, 5], "song": [3, 4, 3]}
    >>> hypothesis = {"poem": [5, 6, 9], "song": [3, 5, 2]}
    >>> print(score(reference, hypothesis, "S,windowdiff"))
    S is 0.8918 over 2 items (macro: mean of the items); higher is better.
    <BLANKLINE>
    item           S ↑  windowdiff ↓
    --------------------------------
    poem        0.8947        0.2941
    song        0.8889        0.2500
    --------------------------------
    macro mean  0.8918        0.2721
    <BLANKLINE>
    S|n:2|scale:te|w:1,1,1|types:1|avg:macro|pairs:2|v:1.0.0rc1
    windowdiff|conv:pevzner-hearst|k:half-mean|pad:none|avg:macro|pairs:2|v:1.0.0rc1
    >>> from seamark import LabelledSegmentation
    >>> song = LabelledSegmentation.from_segments([(8, "A"), (8, "B")])
    >>> found = LabelledSegmentation.from_segments([(7, "A"), (9, "B")])
    >>> music = score(song, found, task="music", resolution=0.5)
    >>> print(music.overall[music.lead].value, music.overall["F@0.5s"].signature)
    1.0 f|tolerance:1|beta:1|zero:auto|avg:macro|pairs:1|task:music|lengths:reference|unit:0.5s|v:1.0.0rc1
    """
    if average is not None:
        one_of(average, "average", AVERAGES)
    asked = None if metrics is None else dict(as_metrics(metrics, resolution=resolution))
    kinds: Sequence[Kind] = () if task is None else (as_task(task).kind,)
    if asked is not None:
        kinds = [kind for kind in KINDS if all(kind in metric.info.kinds for metric in asked.values())]
    one, other = two_corpora(reference, hypothesis, names, kinds)
    scored = partial(scored_table, allow_missing=allow_missing, ci=ci, names=names, uem=uem)
    if task is None:
        for option in (*options, *([] if resolution is None or metrics is not None else ["resolution"])):
            raise InputError(f"{option} is an option of a task; expected task=, such as task='music'")
        chosen = dict(as_metrics(DEFAULTS[one.kind])) if asked is None else asked
        return scored(one, other, chosen, dict.fromkeys(chosen, average or "macro"), coder=coder)
    declared = as_task(task)
    require_kind(declared, one.kind)
    annotators = declared.name == "changepoints" and asked is None
    unknown = [option for option in options if option != "near"]
    if annotators and unknown:
        raise InputError(f"changepoints has no option {unknown[0]!r}; expected near")
    numbers = declared.numbers(**options) if asked is None else {}
    chosen = declared.all_metrics(resolution, **options) if asked is None else asked
    averages = dict.fromkeys(chosen, average or declared.average)
    if average is None:
        averages |= {name: number.average for name, number in numbers.items() if number.average is not None}
    count = None
    if annotators:
        one, chosen, count = _against_all_annotators(one, chosen)
        coder = coder if coder is None or isinstance(coder, str) else tuple(coder)[-1]
    (one, other), notes = with_common_ends([one, other], declared.ends)
    shown = {"task": declared.name, "lengths": declared.ends}
    if declared.resolution is not None:
        shown["unit"] = f"{resolution or declared.resolution:g}s"
    table = scored(one, other, chosen, averages, coder=coder, settings=shown, count=count)
    if declared.resolution is not None and metrics is None:
        distances = [name for name, number in numbers.items() if number.in_seconds]
        table = _in_seconds(table, distances, resolution or declared.resolution)
    further = _by_category(one, other, coder) if declared.name == "entities" and metrics is None else None
    return replace(table, task=declared.name, remarks=(*table.remarks, *notes), further=further)


def _against_all_annotators(
    reference: Corpus, chosen: Mapping[str, Metric]
) -> tuple[Corpus, dict[str, Metric], Callable[[Bound, Sequence[str]], FloatArray]]:
    """Covering and F of change points against all annotators that the reference has of an item: a corpus with the first
    of them, the metrics, and what counts the items.
    """
    from seamark.metrics.boundaries import AnnotatorCovering, AnnotatorF, AnnotatorMetric, BoundaryF  # this task alone

    def count(bound: Bound, items: Sequence[str]) -> FloatArray:
        metric = cast("AnnotatorMetric", bound.metric)
        codings = zip(items, bound.other.source, strict=True)
        return np.array([metric.row(reference[item], coding) for item, coding in codings])

    first = Corpus({item: dict([next(iter(annotators.items()))]) for item, annotators in reference.items()})
    metrics: dict[str, Metric] = {
        name: AnnotatorF(metric.tolerance) if isinstance(metric, BoundaryF) else AnnotatorCovering()
        for name, metric in chosen.items()
    }
    return first, metrics, count


def _in_seconds(table: ScoreTable, labels: Sequence[str], step: float) -> ScoreTable:
    """The table with distances in seconds; their counts stay units."""
    scored, overall = dict(table.scored), dict(table.overall)

    for label in labels:
        one, total = scored[label], overall[label]
        each = {name: part * step for name, part in one.parts.items()}
        scored[label] = replace(one, scores=one.scores * step, parts=each)
        ends = total.interval
        interval = ends and replace(ends, low=ends.low * step, high=ends.high * step)
        parts = FrozenMapping({name: part * step for name, part in total.parts.items()})
        overall[label] = replace(total, value=total.value * step, parts=parts, interval=interval)
    return replace(table, scored=scored, overall=FrozenMapping(overall))


def _by_category(reference: Corpus, hypothesis: Corpus, coder: str | Sequence[str] | None) -> EntityScores:
    """Precision, recall and F of the entities of each category, over all items of both sides."""
    from seamark.metrics.turns import entity_scores  # for this task alone

    pairs = Pairs.between(reference, hypothesis, coder=coder, allow_missing=True)
    sides = pairs.taken(reference.codings, hypothesis.codings)
    one, other = (dict(enumerate(side)) for side in sides)
    return entity_scores(one, other)


def require_kind(task: Task, kind: Kind) -> None:
    """An error that names the tasks that fit, where a task is about another kind of codings."""
    if kind != task.kind:
        fitting = ", ".join(fitting_tasks(kind)) or "none"
        raise InputError(f"{task.name} is about {task.kind}, and these are {kind}; tasks for {kind}: {fitting}")


def with_common_ends(corpora: Sequence[Corpus], ends: Ends | Literal["shortest"]) -> tuple[list[Corpus], list[str]]:
    """Corpora with items of one length, and what was changed for it. The first is the reference, except with
    ``"union"``, where items end with the longest coding, and ``"shortest"``.

    Examples
    --------
    >>> songs = Corpus({"song": {"gold": [4, 6]}}), Corpus({"song": {"system": [5, 3]}})
    >>> (_, fitted), notes = with_common_ends(songs, "reference")
    >>> fitted["song"]["system"].masses, notes
    ((5, 3, 2), ['hypothesis filled up to the end of the reference in 1 item, by 2 units at most'])
    >>> with_common_ends(songs, "shortest")[1]
    ['codings cut at the end of the shortest in 1 item, by 2 units at most']
    """
    if ends == "error":
        return list(corpora), []
    found: dict[str, list[int]] = {}
    for corpus in corpora:
        for item, length in corpus.lengths.items():
            found.setdefault(item, []).append(length)
    wanted = dict(corpora[0].lengths)
    if ends in ("union", "shortest"):
        wanted = {item: (max if ends == "union" else min)(lengths) for item, lengths in found.items()}
    fitted = [_with_lengths(corpus, wanted, fill=ends != "last") for corpus in corpora]
    cut = [max(found[item]) - length for item, length in wanted.items() if max(found[item]) > length]
    filled = [length - min(found[item]) for item, length in wanted.items() if min(found[item]) < length]
    whose, end = ("codings", "shortest") if ends == "shortest" else ("hypothesis", "reference")
    notes = [
        f"{whose} {what} the end of the {end} in {counted(len(changed), 'item')}, by {counted(max(changed), 'unit')} "
        "at most"
        for what, changed in (("cut at", cut), ("filled up to", filled))
        if changed and ends != "union"
    ]
    return fitted, notes


def _with_lengths(corpus: Corpus, lengths: Mapping[str, int], *, fill: bool = True) -> Corpus:
    """The corpus with items of these lengths; without ``fill`` the last segment reaches to the end."""
    if all(lengths.get(item, length) == length for item, length in corpus.lengths.items()):
        return corpus
    wanted = [lengths.get(corpus.item_names[number], 0) for number in corpus.item_index.tolist()]
    return corpus.with_codings(
        [_with_length(one, length, fill) for length, one in zip(wanted, corpus.codings, strict=True)]
    )


def _with_length(coding: Any, length: int, fill: bool) -> Any:
    """A coding cut at a length, or filled up to it; 0 leaves it as it is."""
    if not length or length == (coding.length if isinstance(coding, Spans) else coding.mass):
        return coding
    if isinstance(coding, Spans):
        return Spans(
            [span._replace(end=min(span.end, length)) for span in coding.spans if span.start < length], length=length
        )
    if isinstance(coding, LabelledSegmentation):
        segments = zip(coding.segmentation.segments, coding.labels, strict=True)
        kept = [(min(end, length) - start, label) for (start, end), label in segments if start < length]
        if length > coding.mass and fill:
            # What precedes the first segment and what follows the last one are not the same section (mir_eval).
            kept.append((length - coding.mass, "" if coding.labels[0] is None else None))
        elif length > coding.mass:
            kept[-1] = (kept[-1][0] + length - coding.mass, kept[-1][1])
        return LabelledSegmentation.from_segments(kept)
    places = [place for place in (*coding.positions, *([coding.mass] if fill else [])) if place < length]
    return Segmentation.from_positions(places, length)
