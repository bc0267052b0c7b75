"""Hypotheses against references, item by item and overall: the table that ``score`` returns."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence, ValuesView
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypedDict, cast

import numpy as np

from seamark.base.checks import by_name, hint, mapping_of, of_kind, one_of, shown, true_or_false, whole_number
from seamark.base.errors import InputError
from seamark.base.methods import Methods, cite
from seamark.base.numbers import percent
from seamark.base.results import MOST_COLUMNS, Cell, FrozenMapping, ResultRecord, Table
from seamark.kernels.columns import FloatArray, Int64Array, worker_count
from seamark.metrics.base import Bound, Metric
from seamark.metrics.names import Metrics, as_metric, as_metrics
from seamark.metrics.pairs import AnyCodings, Pairs
from seamark.metrics.signature import Signature
from seamark.metrics.sums import Average, Scored
from seamark.model.codings import PLAIN, CodingLike, Codings, CodingsLike, Kind, kind_of, shared_names
from seamark.model.corpus import Corpus
from seamark.model.labelled import Hierarchy
from seamark.model.objects import codings_of_objects
from seamark.model.segmentation import Segmentation
from seamark.model.spans import Regions
from seamark.model.tables import is_frame
from seamark.stats.intervals import Interval, check_level
from seamark.stats.resampling import RandomSource, resolve_rng
from seamark.stats.rows import Score, mean_of_sums, rows_of_values
from seamark.stats.significance import PairedDifference, paired_difference, score_interval

__all__ = ["OverallScore", "ScoreTable", "ScoredItems", "mean_score", "score_levels"]

#: Items that are listed one by one to people.
MOST_ROWS = 100


@dataclass(frozen=True, slots=True)
class BaselineScore(ResultRecord):
    """One metric of a baseline, which ignores the text.

    Attributes
    ----------
    value
        Its overall score; of a random baseline, of the means over its draws.
    difference
        The score of the hypotheses minus that of the baseline, on the items where both have one; None with fewer than
        two of them.
    """

    value: float
    difference: PairedDifference | None


@dataclass(frozen=True, slots=True)
class OverallScore(ResultRecord):
    """One metric over all items.

    Attributes
    ----------
    value
        The mean of the items' scores (macro) or the score of their summed counts (micro); NaN when undefined.
    average
        Which of the two.
    counts
        The summed counts of the items that have a score, by name.
    parts
        Further values, such as precision and recall, by name.
    items, undefined
        How many items there are, and how many of them have no score. Those are left out of the value.
    interval
        A confidence interval of the value, if one was asked for; its ends are NaN where it cannot be estimated.
    signature
        The string that makes the value reproducible.
    baselines
        The same metric of baselines, by name, if any were given.
    """

    value: float
    average: Average
    counts: Mapping[str, float]
    parts: Mapping[str, float]
    items: int
    undefined: int
    interval: Interval | None
    signature: Signature
    baselines: Mapping[str, BaselineScore] = field(default_factory=lambda: FrozenMapping({}))

    def __str__(self) -> str:
        note = f" ({self.undefined} of {self.items} undefined)" if self.undefined else ""
        return f"{self.value:.4f}{note}  {self.signature}"


class ItemScore(TypedDict):
    """One item under one metric, in plain values."""

    value: float
    counts: dict[str, float]
    parts: dict[str, float]


class ItemRecord(TypedDict):
    """One item under all metrics, by label."""

    item: str
    mass: int
    scores: dict[str, ItemScore]


@dataclass(frozen=True, slots=True, eq=False)
class ScoredItems:
    """Some items under every metric.

    Attributes
    ----------
    items
        Their names.
    sizes
        The number of units of each.
    metrics
        The metrics, by label.
    scores
        For every metric the counts, scores and further scores of the items.
    """

    items: Sequence[str]
    sizes: Int64Array
    metrics: Mapping[str, Metric]
    scores: Mapping[str, Scored]

    @property
    def columns(self) -> dict[str, FloatArray]:
        """Every metric's scores, followed by its further scores, by the name of the column."""
        columns: dict[str, FloatArray] = {}
        for label, scored in self.scores.items():
            columns |= {label: scored.scores, **{f"{label} {name}": part for name, part in scored.parts.items()}}
        return columns

    def records(self) -> Iterator[ItemRecord]:
        """Every item in plain values, with counts and further scores."""
        by_metric = [self._item_scores(label) for label in self.scores]
        for item, size, *scores in zip(self.items, self.sizes.tolist(), *by_metric, strict=True):
            yield ItemRecord(item=item, mass=size, scores=dict(zip(self.scores, scores, strict=True)))

    def _item_scores(self, label: str) -> Iterator[ItemScore]:
        scored, named = self.scores[label], self.metrics[label]._named
        parts = [part.tolist() for part in scored.parts.values()]
        for value, row, *others in zip(scored.scores.tolist(), scored.counts.tolist(), *parts, strict=True):
            yield ItemScore(value=value, counts=dict(named(row)), parts=dict(zip(scored.parts, others, strict=True)))

    def table_rows(self) -> Iterator[list[Cell]]:
        """Every item with the values of all columns."""
        values = [column.tolist() for column in self.columns.values()]
        return ([item, *cells] for item, *cells in zip(self.items, *values, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class ScoreTable(ResultRecord):
    """Scores of hypotheses against references; ``str()`` is a table.

    Attributes
    ----------
    reference, hypothesis
        What the two sides are called.
    per_item
        The scores of every item.
    overall
        Every metric over all items, by label.
    remarks
        What was left out.
    task
        The task whose numbers these are, if one was named.
    further
        What the task prints besides, such as the scores of every category of entities.

    Examples
    --------
    >>> from seamark import score
    >>> table = score({"poem": [2, 3, 5], "song": [4, 4]}, {"poem": [2, 8], "song": [4, 4]}, "S,pk")
    >>> table
    <ScoreTable of 2 items: S 0.9444, pk 0.1250>
    >>> table.overall["S"].counts["potential"], table.scores("S").tolist()
    (16, [0.8888888888888888, 1.0])
    """

    reference: str
    hypothesis: str
    per_item: ScoredItems
    overall: Mapping[str, OverallScore]
    remarks: tuple[str, ...] = ()
    task: str | None = None
    further: ResultRecord | None = None

    # What ``seamark score --json`` prints.
    _left_out = ("per_item",)
    _also = ("lead", "items")

    @property
    def lead(self) -> str:
        """The label of the metric that stands first."""
        return next(iter(self.overall))

    @property
    def items(self) -> list[ItemRecord]:
        """Every item in plain values, with counts and further scores."""
        return list(self.per_item.records())

    def answer(self) -> tuple[str, ...]:
        """What the leading number is, over how many items, and which way is better."""
        total, info = self.overall[self.lead], self.per_item.metrics[self.lead].info
        about = f" for {self.task}" if self.task else ""
        better = "higher" if info.higher_is_better else "lower"
        value = "undefined" if math.isnan(total.value) else f"{total.value:.4f}"
        mean = "mean of the items" if total.average == "macro" else "counts of all items summed"
        number = f"{total.items:,} item{'s' if total.items != 1 else ''}"
        first = f"{self.lead}{about} is {value} over {number} ({total.average}: {mean}); {better} is better."
        if total.interval is not None and not math.isnan(total.interval.low):
            ends = f"{total.interval.low:.4f} to {total.interval.high:.4f}"
            return first, f"With other items it would lie from {ends} ({percent(total.interval.ci)} interval)."
        return (first,)

    def signatures(self) -> tuple[str, ...]:
        """The signature of every metric, how many items have no score, and what was left out."""
        undefined = {label: total for label, total in self.overall.items() if total.undefined}
        return (
            *(str(total.signature) for total in self.overall.values()),
            *(f"{label} is undefined for {one.undefined:,} of {one.items:,} items" for label, one in undefined.items()),
            *self.remarks,
        )

    def details(self) -> tuple[Table | str, ...]:
        """Every further score of every metric, of every item."""
        return () if len(self.per_item.columns) < MOST_COLUMNS else (Table.of_rows(self.rows()),)

    def methods(self) -> Methods:
        """What was scored, by which metrics and with which result, for a paper."""
        items = len(self.per_item.items)
        said = [f"{self.hypothesis} was scored against {self.reference} on {items:,} item{'s' if items != 1 else ''}."]
        for label, total in self.overall.items():
            info = self.per_item.metrics[label].info
            better = "higher" if info.higher_is_better else "lower"
            value = "undefined" if math.isnan(total.value) else f"{total.value:.3f}"
            interval = total.interval
            if interval is not None and not math.isnan(interval.low):
                value += f" ({percent(interval.ci)} interval {interval.low:.3f} to {interval.high:.3f} for other items)"
            said.append(
                f"{label}, {info.title} {cite(info.citation)}, is {value}, a {total.average} mean; {better} is better."
            )
        return Methods.of([*said, *self.remarks], [str(total.signature) for total in self.overall.values()])

    def scores(self, label: str) -> FloatArray:
        """The scores of all items under one metric; NaN where undefined."""
        return self.per_item.scores[cast("str", one_of(label, "label", self.overall))].scores

    def rows(self) -> list[dict[str, Any]]:
        """A row for every item, with a column for every metric and every further score."""
        names = ("item", "mass", *self.per_item.columns)
        sizes = self.per_item.sizes.tolist()
        cells = zip(self.per_item.table_rows(), sizes, strict=True)
        return [dict(zip(names, (item, size, *values), strict=True)) for (item, *values), size in cells]

    def table(self, most_rows: int = MOST_ROWS) -> Table:
        """A table for people of at most six columns: the first items, and under them the overall scores. With more
        numbers it is on its side, a row for each number; with more items, too, it holds the leading numbers.
        """
        whole = self._whole_table(most_rows)
        turned = whole.on_its_side()
        fitting = [one for one in (whole, turned) if one is not None and len(one.header) <= MOST_COLUMNS]
        return fitting[0] if fitting else whole.columns(range(MOST_COLUMNS))

    def means_table(self) -> Table | None:
        """Every number over all items, a row each; None where the first table has them all."""
        shown = self._shown()
        if self.table().header[1] not in shown.values() or len(shown) < MOST_COLUMNS:
            return None
        whole = self._whole_table(0)
        return replace(whole, header=["number", *shown.values()], rows=()).on_its_side()

    def _whole_table(self, most_rows: int) -> Table:
        """The first items with all numbers that people see, and under them the overall scores."""
        most, items = whole_number(most_rows, "most_rows"), self.per_item.items
        shown = self._shown()
        columns = list(shown)
        kept = [0, *(1 + place for place, name in enumerate(self.per_item.columns) if name in shown)]
        rows = [[row[k] for k in kept] for row, _ in zip(self.per_item.table_rows(), range(most), strict=False)]
        if len(items) > len(rows):
            rows.append([f"... {len(items) - len(rows):,} more", *([None] * len(columns))])
        totals = list(self.overall.values())
        averages = dict.fromkeys(total.average for total in totals)
        named = f"{totals[0].average} mean" if len(averages) == 1 else "overall"
        lines = [[named, *overall_cells(self.overall)]]
        if any(total.interval is not None for total in totals):
            lines.append(["interval", *(cell for total in totals for cell in _interval_cells(total))])
        summary = [[line[k] for k in kept] for line in lines]
        by_average = {one: [label for label, t in self.overall.items() if t.average == one] for one in averages}
        title = "; ".join(f"{one} mean: {', '.join(labels)}" for one, labels in by_average.items())
        return Table(["item", *shown.values()], rows, summary, title=title if len(averages) > 1 else "")

    def tables(self) -> list[Table]:
        """The table, all means if it holds some numbers only, the baselines, and what the task prints besides."""
        further = None if self.further is None else self.further.table()
        more = (self.means_table(), self.baselines_table(), further)
        return [self.table(), *(one for one in more if one is not None)]

    def _shown(self) -> dict[str, str]:
        """The columns that people see, with what stands above them: an arrow says which way is better. Further scores
        are those of all metrics if there are few, or else of the leading one.
        """
        every = len(self.per_item.columns) <= MOST_COLUMNS
        shown: dict[str, str] = {}
        for label, scored in self.per_item.scores.items():
            better = "↑" if self.per_item.metrics[label].info.higher_is_better else "↓"
            shown[label] = f"{label} {better}"
            if every or label == self.lead:
                shown |= {f"{label} {part}": part.replace("_", " ") for part in scored.parts}
        return shown

    def baselines_table(self) -> Table | None:
        """Every metric beside baselines, which ignore the text; None when none were given."""
        rows = [
            (label, name, one.value, *_difference_cells(one.difference))
            for label, total in self.overall.items()
            for name, one in total.baselines.items()
        ]
        header = ("metric", "baseline", "score", "difference", "interval", "p")
        return Table(header, rows, title="Beside baselines, which ignore the text", keys=2) if rows else None

    def __repr__(self) -> str:
        number = len(self.per_item.items)
        values = ", ".join(f"{label} {total.value:.4f}" for label, total in self.overall.items())
        return f"<ScoreTable of {number:,} item{'s' if number != 1 else ''}: {values}>"

    def __str__(self) -> str:
        tables = [line for table in self.tables() for line in (str(table), "")]
        return "\n".join([*self.answer(), "", *tables, *self.signatures()])


def _difference_cells(found: PairedDifference | None) -> tuple[Cell, ...]:
    if found is None:
        return None, "not estimable", None
    between = found.interval
    ends = "not estimable" if between is None else f"{between.low:+.4f} to {between.high:+.4f}"
    return found.value, ends, found.p_value


def overall_cells(overall: Mapping[str, OverallScore]) -> list[Cell]:
    """The overall value of every metric, followed by its further values."""
    return [cell for total in overall.values() for cell in (total.value, *total.parts.values())]


def _interval_cells(total: OverallScore) -> list[Cell]:
    text = ""
    if total.interval is not None:
        low, high = total.interval
        text = "not estimable" if math.isnan(low) else f"{low:.4f} to {high:.4f}"
    return [text, *([None] * len(total.parts))]


def _item_rows(metric: Metric, scored: Scored, average: Average) -> tuple[FloatArray, Score]:
    """A row per item, and how sums of rows are scored; NaN where a mean of scores lacks one."""
    if average == "macro":
        return rows_of_values(scored.scores), mean_of_sums
    return scored.counts, metric.score_rows


def _known(rows: FloatArray) -> FloatArray:
    return rows[~np.isnan(rows).any(axis=1)]


def _beside(mine: FloatArray, theirs: FloatArray, score: Score, ci: float, resamples: int, seed: int) -> BaselineScore:
    """The score of a baseline, given its rows, and how far the hypotheses are from it on the items of both."""
    value = float(score(_known(theirs).sum(axis=0)))
    both = ~np.isnan(mine + theirs).any(axis=1)
    if np.count_nonzero(both) < 2:
        return BaselineScore(value, None)
    return BaselineScore(
        value, paired_difference(mine[both], theirs[both], score, ci=ci, resamples=resamples, rng=seed)
    )


def _drawn_scores(metric: Metric, references: Codings, items: Sequence[str], name: str, baseline: Any) -> Scored:
    """The means over the draws of a baseline, item by item."""
    place = {item: number for number, item in enumerate(baseline.items)}
    missing = [item for item in items if item not in place]
    if missing:
        raise InputError(f"baseline {name!r} has no item {missing[0]!r}")
    rows = [place[item] for item in items]
    counts = np.array([metric.bind(references, draw.take(rows)).count() for draw in baseline.draws])
    return Scored(counts.mean(axis=0), metric.score_rows(counts).mean(axis=0), {}, None)


def _known_baselines(given: object) -> dict[str, Any]:
    """Baselines by name, such as those of ``sm.baselines``: segmentations of ``items``, one array in each of their
    ``draws``; an error for anything else.
    """
    expected = "what sm.baselines gives"
    known = {} if given is None else by_name(given, "baselines", expected)
    for name, one in known.items():
        if not hasattr(one, "items") or not hasattr(one, "draws"):
            raise InputError(f"baseline {name!r} is {shown(one)}; expected {expected}")
    return known


#: What public functions accept as references or hypotheses: one or several segmentations, or segmentations by item.
Scorable: TypeAlias = "AnyCodings | Codings | Sequence[CodingLike]"

#: The metrics of boundaries that are computed when none are named.
DEFAULT_METRICS = ("S", "B", "windowdiff", "pk")
#: The same for every model.
DEFAULTS: Mapping[Kind, tuple[str, ...]] = {
    "boundaries": DEFAULT_METRICS,
    "labels": ("S", "B", "pairwisef", "nce"),
    "levels": ("S", "B", "t"),
    "spans": ("der", "jer", "spanf1"),
}


def scored_table(
    one: Corpus,
    other: Corpus,
    metrics: Mapping[str, Metric],
    averages: Mapping[str, Average],
    *,
    coder: str | Sequence[str] | None = None,
    allow_missing: bool = False,
    ci: float | None = None,
    baselines: Mapping[str, Any] | None = None,
    resamples: int = 10_000,
    rng: RandomSource = None,
    names: tuple[str, str] = ("reference", "hypothesis"),
    settings: Mapping[str, object] | None = None,
    uem: Mapping[str, Regions] | None = None,
    count: Callable[[Bound, Sequence[str]], FloatArray] | None = None,
) -> ScoreTable:
    """Score the items of two corpora by metrics with labels, each averaged in its own way; ``settings`` stand in the
    signatures, ``count`` gives the rows of the items named where a metric needs more than pairs. Everything else is as
    ``score`` has it.
    """
    if ci is not None:
        check_level(ci, "ci")
    floor = _known_baselines(baselines)
    missing = true_or_false(allow_missing, "allow_missing")
    pairs = Pairs.between(one, other, coder=coder, allow_missing=missing, names=names)
    if not len(pairs):
        raise InputError(f"{names[0]} and {names[1]} have no item in common")
    items = [one.item_names[number] for number in pairs.item.tolist()]
    a, b = pairs.taken(*_with_types_of_both(one.codings, other.codings))
    try:
        regions = None if uem is None else _regions(uem, items)
        bound = {label: metric.bind(a, b, uem=regions) for label, metric in metrics.items()}
        counted = {label: count(on, items) if count else on.count(workers=None) for label, on in bound.items()}
        scored = {label: Scored.of(metrics[label], rows) for label, rows in counted.items()}
    except InputError as error:
        raise InputError(f"{', '.join(names)}: {error.template}", option=error.option) from None
    seed = resolve_rng(rng)[1] if floor else 0
    shown_settings = {**(settings or {}), **one.read_as}
    if ci is not None:
        shown_settings["ci"] = f"{ci:g},jackknife-t"
    if floor:
        shown_settings |= {"test": "randomization", "resamples": resamples, "seed": seed}
    overall = {}
    for label, metric in metrics.items():
        average = averages[label]
        total = overall_score(metric, scored[label], bound[label].signature, average, ci, shown_settings)
        rows, how = _item_rows(metric, scored[label], average)
        beside = {}
        for name, baseline in floor.items():
            drawn, _ = _item_rows(metric, _drawn_scores(metric, a, items, name, baseline), average)
            beside[name] = _beside(rows, drawn, how, ci or 0.95, resamples, seed)
        overall[label] = replace(total, baselines=FrozenMapping(beside))
    per_item = ScoredItems(items, a.lengths, metrics, scored)
    return ScoreTable(*names, per_item, FrozenMapping(overall), pairs.remarks)


def overall_score(
    metric: Metric,
    scored: Scored,
    signature: Signature,
    average: Average,
    ci: float | None = None,
    settings: Mapping[str, object] | None = None,
) -> OverallScore:
    """One metric over all items; ``settings`` are in the signature."""
    sums = scored.summed(metric, signature)
    interval = None
    if ci is not None:
        rows, how = _item_rows(metric, scored, average)
        found = score_interval(_known(rows), how, ci, (metric.info.worst, metric.info.best))
        interval = Interval(math.nan, math.nan, ci, "jackknife-t") if found is None else found
    return OverallScore(
        value=sums.mean(average),
        average=average,
        counts=sums.counts,
        parts=sums.parts(average),
        items=sums.pairs,
        undefined=sums.undefined,
        interval=interval,
        signature=sums.signature_of(average, **(settings or {})),
    )


def mean_score(
    metric: Metric | str, a: CodingsLike, b: CodingsLike, *, average: Average = "macro", workers: int | None = None
) -> OverallScore:
    """The mean score of many pairs.

    Parameters are those of ``score_pairs``, and ``average``: ``"macro"`` is the mean of the pairs' scores, ``"micro"``
    the score of the summed counts, in which long texts weigh more.

    Examples
    --------
    >>> from seamark import S
    >>> print(mean_score(S(), [[2, 3], [5]], [[2, 3], [4, 1]]))
    0.8750  S|n:2|scale:te|w:1,1,1|types:1|avg:macro|pairs:2|v:1.0.0rc1
    """
    metric = as_metric(metric, default=None)
    bound = metric.bind(Codings.of(a), Codings.of(b))
    scored = Scored.of(metric, bound.count(workers=worker_count(workers)))
    return overall_score(metric, scored, bound.signature, average)


def _regions(uem: object, items: Sequence[str]) -> list[Regions]:
    """The regions of every item."""
    known = mapping_of(uem, "uem", "a mapping from item to regions")
    missing = next((item for item in items if item not in known), None)
    if missing is not None:
        raise InputError(f"uem has no item {missing!r}; {hint(missing, known)}")
    return [known[item] for item in items]


def score_levels(reference: Hierarchy, hypothesis: Hierarchy, metrics: Metrics = DEFAULT_METRICS) -> ScoreTable:
    """Score two hierarchies level by level, with any metrics that compare what the levels are.

    The items of the table are the levels, from coarse to fine; both hierarchies have as many.

    Examples
    --------
    >>> from seamark import Hierarchy
    >>> book = Hierarchy.from_levels([[4, 4], [2, 2, 4]])
    >>> other = Hierarchy.from_levels([[4, 4], [2, 3, 3]], nested=False)
    >>> score_levels(book, other, "B").scores("B").tolist()
    [1.0, 0.75]
    """
    one, other = (
        of_kind(side, Hierarchy, name, "a Hierarchy")
        for side, name in ((reference, "reference"), (hypothesis, "hypothesis"))
    )
    if one.depth != other.depth:
        raise InputError(f"reference has {one.depth} levels, hypothesis has {other.depth}; expected as many")
    chosen = dict(as_metrics(metrics))
    return scored_table(Corpus(_by_level(one)), Corpus(_by_level(other)), chosen, dict.fromkeys(chosen, "macro"))


def _by_level(hierarchy: Hierarchy) -> dict[str, Any]:
    return {f"level {number}": {"level": level} for number, level in enumerate(hierarchy.levels, start=1)}


def two_corpora(
    reference: Scorable, hypothesis: Scorable, names: tuple[str, str], kinds: Sequence[Kind] = ()
) -> tuple[Corpus, Corpus]:
    """Both sides as corpora; what has no names is numbered, and objects of other libraries become of these kinds."""
    _require_two_names(names)
    reference, hypothesis = _converted(reference, hypothesis, kinds)
    named = [isinstance(side, Mapping) for side in (reference, hypothesis)]
    if all(named):
        return _named_items(reference, names[0]), _named_items(hypothesis, names[1])
    if any(named):
        raise InputError("one side has names of items and the other has not; expected two mappings or two lists")
    one, other = _listed(reference), _listed(hypothesis)
    if len(one) != len(other):
        raise InputError(f"{len(one)} references cannot be paired with {len(other)} hypotheses")
    items = [str(place) for place in range(len(one))]
    return (
        Corpus.from_columns(items, [names[0]] * len(items), one),
        Corpus.from_columns(items, [names[1]] * len(items), other),
    )


def _are_plain(codings: Any) -> bool:
    """Whether no coding can be an object of another library."""
    return isinstance(codings, list | ValuesView) and PLAIN.issuperset(map(type, codings))


def _converted(reference: Any, hypothesis: Any, kinds: Sequence[Kind]) -> tuple[Any, Any]:
    """Both sides, with objects of other libraries as codings that the metrics compare, and frames as corpora."""
    one, other = (
        side if isinstance(side, Mapping | list) or not is_frame(side) else Corpus.from_frame(side)
        for side in (reference, hypothesis)
    )
    several = [side.values() if isinstance(side, dict) else side for side in (one, other)]
    if isinstance(one, Corpus) or isinstance(other, Corpus) or all(map(_are_plain, several)):
        return one, other
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        # The two codings of an item are converted together, so that their lines have one length.
        both = {item: codings_of_objects((one[item], other[item]), kinds) for item in one if item in other}
        first, second = ({item: pair[side] for item, pair in both.items()} for side in range(2))
        return {**one, **first}, {**other, **second}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [codings_of_objects(pair, kinds) for pair in zip(one, other, strict=True)]
        return [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    one, other = codings_of_objects((one, other), kinds)
    return one, other


def _named_items(items: Any, name: str) -> Corpus:
    """A corpus of items with one coding each, or several by coder; the name of the side stands for a missing coder."""
    if isinstance(items, Corpus):
        return items
    return Corpus({item: one if isinstance(one, Mapping) else {name: one} for item, one in items.items()})


def _listed(given: Any) -> Codings | Sequence[Any]:
    """Several codings as a list; a single one, whose elements are numbers, as a list of one."""
    if isinstance(given, Codings):
        return given
    if hasattr(given, "__array__") and getattr(given, "ndim", 1) > 0:  # an array, or a column of a data frame
        given = list(given)
    if isinstance(given, Sequence) and not isinstance(given, str) and len(given) > 0:
        first = given[0]
        several = isinstance(first, Segmentation) or kind_of(first) != "boundaries" or hasattr(first, "__len__")
        return given if several else [given]
    return [given]


def _with_types_of_both(one: Codings, other: Codings) -> tuple[Codings, Codings]:
    """The boundary types of a study are those of both sides."""
    return shared_names(one, other)[:2] if one.kind == other.kind == "boundaries" else (one, other)


def _require_two_names(names: object) -> None:
    if not isinstance(names, tuple) or len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise InputError(f"names are {shown(names)}; expected two, of reference and hypothesis")
