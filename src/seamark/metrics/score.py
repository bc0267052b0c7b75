"""Scores of many pairs: sums of counts and scores, both means of them, and the table that ``score`` returns."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Generic, Literal, TypeAlias, TypedDict, TypeVar, cast, get_args

import numpy as np

from seamark.base.checks import hint, mapping_of, of_kind, one_of, shown, true_or_false, whole_number
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.methods import Methods, cite
from seamark.base.numbers import counted, ends, percent
from seamark.base.results import MOST_COLUMNS, Cell, FrozenMapping, ResultRecord, Table
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Bound, Metric, Result
from seamark.metrics.names import as_metric
from seamark.metrics.pairs import AnyCodings, Pairs
from seamark.metrics.signature import Signature
from seamark.model.codings import CodingLike, Codings, CodingsLike, Kind, kind_of, shared_names
from seamark.model.corpus import Corpus, corpus_of_items
from seamark.model.objects import codings_of_objects
from seamark.model.segmentation import Segmentation
from seamark.model.spans import Regions
from seamark.model.tables import is_frame
from seamark.stats.intervals import Interval, check_level
from seamark.stats.rows import exact_sum, mean_of_sums, rows_of_values
from seamark.stats.significance import score_interval

__all__ = ["Accumulator", "OverallScore", "ScoreSums", "ScoreTable"]

Average: TypeAlias = Literal["micro", "macro"]
AVERAGES: tuple[Average, ...] = get_args(Average)


@dataclass(frozen=True, slots=True)
class Scored:
    """Some pairs under one metric: a row of counts for each, its score (NaN where undefined) and further scores."""

    counts: FloatArray
    scores: FloatArray
    parts: Mapping[str, FloatArray]

    @classmethod
    def of(cls, metric: Metric, counts: FloatArray) -> Scored:
        """Score the rows of counts."""
        return cls(counts, metric.score_rows(counts), metric.part_rows(counts))

    def summed(self, metric: Metric, signature: Signature | None = None) -> ScoreSums:
        """The sums of all pairs."""
        sums = np.array(self.sums(), dtype=np.float64)
        return ScoreSums(metric, sums, len(self.scores), metric.signature() if signature is None else signature)

    def sums(self) -> list[float]:
        """The sums of all terms."""
        if not self.parts and not np.isnan(self.scores).any():
            return [*self.counts.sum(axis=0).tolist(), float(self.scores.sum()), len(self.scores)]
        return [float(term.sum()) for term in self.terms()]

    def terms(self) -> list[FloatArray]:
        """The columns that are summed, in the order of ``summed``; of pairs without a score the counts alone."""
        columns: list[FloatArray] = [*self.counts.T]
        for part in (self.scores, *self.parts.values()):
            known = ~np.isnan(part)
            columns += [np.where(known, part, 0.0), known.astype(np.float64)]
        return columns


@dataclass(frozen=True, slots=True, eq=False)
class ScoreSums(ResultRecord):
    """One metric summed over some pairs; ``+`` joins the sums of several parts of the data.

    Attributes
    ----------
    metric
        What was measured.
    sums
        The metric's part of the vector that ``summed`` describes.
    pairs
        How many pairs there were.
    signature
        The metric with its options; ``signature_of`` adds which mean it is, and of how many pairs.

    Examples
    --------
    >>> from seamark import S, count_pairs
    >>> one, other = (ScoreSums.of(S(), count_pairs(S(), [[5]], [given])) for given in ([5], [4, 1]))
    >>> (one + other).macro, (one + other).pairs, dict((one + other).counts)
    (0.875, 2, {'potential': 8, 'distance': 1})
    """

    metric: Metric
    sums: FloatArray
    pairs: int
    signature: Signature

    # Both means with all that belongs to them.
    _left_out = ("metric", "sums")
    _also = ("macro", "micro", "undefined", "counts", "macro_parts", "micro_parts")

    @classmethod
    def of(cls, metric: Metric, counts: FloatArray, signature: Signature | None = None) -> ScoreSums:
        """The sums of some pairs, given a row of counts for each."""
        metric = as_metric(metric, default=None)
        rows = metric._rows(counts)
        if rows.ndim != 2:
            raise InputError(f"counts have the shape {rows.shape}; expected a table with a row per pair")
        return Scored.of(metric, rows).summed(metric, signature)

    def __add__(self, other: ScoreSums) -> ScoreSums:
        pairs = self.pairs + other.pairs
        return ScoreSums(self.metric, self.sums + other.sums, pairs, common_signature(self.signature, other.signature))

    @property
    def undefined(self) -> int:
        """How many pairs have no score of their own; their counts are in the micro mean like all others."""
        return self.pairs - int(self.sums[len(self.metric.fields) + 1])

    @property
    def counts(self) -> Mapping[str, float]:
        """The summed counts of all pairs, by name."""
        return self.metric._named(self._counts.tolist())

    @property
    def macro(self) -> float:
        """The mean of the pairs' scores; NaN when no pair has one."""
        return _ratio(*self._scores[0])

    @property
    def micro(self) -> float:
        """The score of the summed counts, in which long texts weigh more; NaN when that has none."""
        return float(self.metric.score_rows(self._counts)) if self.pairs else math.nan

    @property
    def macro_parts(self) -> Mapping[str, float]:
        """Means of further scores, such as precision and recall, by name."""
        means = (_ratio(*sums) for sums in self._scores[1:])
        return FrozenMapping(dict(zip(part_names(self.metric), means, strict=True)))

    @property
    def micro_parts(self) -> Mapping[str, float]:
        """Further scores of the summed counts, by name."""
        return FrozenMapping({name: float(part) for name, part in self.metric.part_rows(self._counts).items()})

    def mean(self, average: Average) -> float:
        """One of the two means."""
        return self.macro if one_of(average, "average", AVERAGES) == "macro" else self.micro

    def parts(self, average: Average) -> Mapping[str, float]:
        """The further scores that belong to that mean."""
        return self.macro_parts if one_of(average, "average", AVERAGES) == "macro" else self.micro_parts

    def signature_of(self, average: Average, **more: object) -> Signature:
        """The string that makes one of the means reproducible, with more options where the value has them."""
        one_of(average, "average", AVERAGES)
        *options, version = self.signature.options
        added = {"avg": average, "pairs": self.pairs, **more}.items()
        return Signature(self.signature.name, (*options, *((key, str(value)) for key, value in added), version))

    def __str__(self) -> str:
        note = f" ({self.undefined} undefined)" if self.undefined else ""
        return f"macro {self.macro:.4f}, micro {self.micro:.4f} of {self.pairs} pairs{note}  {self.signature}"

    @property
    def _counts(self) -> FloatArray:
        return self.sums[: len(self.metric.fields)]

    @property
    def _scores(self) -> FloatArray:
        """Of the score and of every further score: its sum, and the number of pairs that have it."""
        return self.sums[len(self.metric.fields) :].reshape(-1, 2)


def part_names(metric: Metric) -> tuple[str, ...]:
    """The names of a metric's further scores."""
    return tuple(metric.part_rows(np.zeros((1, len(metric.fields)))))


def _ratio(total: np.float64, number: np.float64) -> float:
    return float(total / number) if number else math.nan


def common_signature(one: Signature, other: Signature) -> Signature:
    """Signatures of two parts as one: a rule with different outcomes (``half-mean=5``) is given without its outcome."""
    if one == other:
        return one
    options = ((key, value if value == other[key] else value.partition("=")[0]) for key, value in one.options)
    return Signature(one.name, tuple(options))


def split(vector: FloatArray, metrics: Sequence[Metric], signatures: Iterable[Signature]) -> list[ScoreSums]:
    """The sums of every metric by itself, of a vector that ``summed`` made."""
    widths = [len(metric.fields) + 2 + 2 * len(part_names(metric)) for metric in metrics]
    *parts, pairs = np.split(vector, np.cumsum(widths))
    each = zip(metrics, parts, signatures, strict=True)
    return [ScoreSums(metric, sums, int(pairs[0]), signature) for metric, sums, signature in each]


def summed(scored: Sequence[Scored]) -> FloatArray:
    """The sums of some pairs under all metrics, as one vector.

    For each metric: the counts of all pairs; the sum of their scores and how many have one; and the same two numbers
    for every further score. The last number of all is that of the pairs.
    """
    pairs = len(scored[0].scores)
    return np.array([*(number for metric in scored for number in metric.sums()), pairs], dtype=np.float64)


def summed_by_group(scored: Sequence[Scored], group: Int64Array, groups: int) -> FloatArray:
    """The same for every group, by its number."""
    columns = [np.bincount(group, term, groups) for metric in scored for term in metric.terms()]
    return np.column_stack([*columns, np.bincount(group, minlength=groups)]).astype(np.float64)


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over all pairs and over the pairs of every group, as vectors that ``summed`` describes."""

    overall: FloatArray
    groups: Mapping[Hashable, FloatArray] = field(default_factory=dict)

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.overall + other.overall, added_up((*self.groups.items(), *other.groups.items())))


def added_up(entries: Iterable[tuple[Hashable, FloatArray]]) -> dict[Hashable, FloatArray]:
    """Vectors by key, those of equal keys added; every NaN is ``math.nan``, though it equals none.

    Examples
    --------
    >>> list(added_up([(0.0, 1), (float("nan"), 2), (-0.0, 4), (float("nan"), 8)]).values())
    [5, 10]
    """
    groups: dict[Hashable, FloatArray] = {}
    for given, vector in entries:
        key = math.nan if given != given else given
        groups[key] = groups[key] + vector if key in groups else vector
    return groups


T = TypeVar("T")


class Tree(Generic[T]):
    """Adds things one after the other as a binary tree would: never more than a few partial sums are kept.

    Examples
    --------
    >>> tree = Tree(lambda a, b: f"({a}+{b})")
    >>> for name in "abcde":
    ...     tree.add(name)
    >>> tree.total()
    '(((a+b)+(c+d))+e)'
    """

    def __init__(self, join: Callable[[T, T], T]) -> None:
        self._join = join
        self._sums: list[tuple[int, T]] = []

    def add(self, part: T) -> None:
        """Add the next part."""
        size = 1
        while self._sums and self._sums[-1][0] == size:
            part, size = self._join(self._sums.pop()[1], part), 2 * size
        self._sums.append((size, part))

    def total(self) -> T | None:
        """The sum of everything added so far, later and smaller sums first; None of nothing."""
        if not self._sums:
            return None
        total = self._sums[-1][1]
        for _, part in reversed(self._sums[:-1]):
            total = self._join(part, total)
        return total


# ------------------------------ Scores that grow pair by pair, as in a training loop, and join those of other processes


class Accumulator:
    """The sums of one metric over the pairs given so far; made by ``Metric.accumulator``.

    Sums are exact fractions, so that the value depends neither on the order of the pairs nor on how they were shared
    out among processes. It can be pickled.

    Examples
    --------
    >>> from seamark import S
    >>> one, other = S().accumulator(), S().accumulator()
    >>> one.update([2, 3], [5])
    >>> other.update_pairs([[5], [2, 2]], [[4, 1], [2, 2]])
    >>> one.merge(other)
    >>> print(one.compute())
    0.8182  S|n:2|scale:te|w:1,1,1|types:1|avg:micro|pairs:3|v:1.0.0rc1
    """

    def __init__(self, metric: Metric, average: Average = "micro") -> None:
        self.metric = of_kind(metric, Metric, "metric", "a metric such as S(n=3)")  # type: ignore[type-abstract]
        self.average: Average = one_of(average, "average", AVERAGES)
        self.reset()

    def reset(self) -> None:
        """Forget all pairs."""
        self._pairs = 0
        self._sums: list[Fraction] = []
        self._signature: Signature | None = None

    def update(self, reference: CodingLike, hypothesis: CodingLike) -> None:
        """Add one pair."""
        self._add(self.metric._bound_pair(reference, hypothesis))

    def update_pairs(self, references: CodingsLike, hypotheses: CodingsLike) -> None:
        """Add many pairs, given in the same order."""
        self._add(self.metric.bind(Codings.of(references), Codings.of(hypotheses)))

    def merge(self, other: Accumulator) -> None:
        """Add all pairs of another accumulator of the same metric."""
        of_kind(other, Accumulator, "other", "an accumulator")
        if (other.metric, other.average) != (self.metric, self.average):
            raise InputError(f"{other!r} cannot be merged into {self!r}; expected the same metric and the same average")
        self._join(other._pairs, other._sums, other._signature)

    def compute(self) -> Result:
        """The mean of all pairs so far, with the summed counts and the signature.

        Raises
        ------
        UndefinedScoreError
            When there is no pair yet, or the pairs have no score.
        """
        if self._signature is None:
            raise UndefinedScoreError(f"{self.metric.info.title} has no value before the first pair")
        sums = ScoreSums(self.metric, np.array(self._sums, dtype=np.float64), self._pairs, self._signature)
        value = sums.mean(self.average)
        if np.isnan(value):
            raise UndefinedScoreError(self.metric._why_undefined(sums.counts))
        return Result(value, sums.counts, sums.signature_of(self.average), FrozenMapping(sums.parts(self.average)))

    def __repr__(self) -> str:
        return f"<Accumulator of {self.metric}, {self.average}, {self._pairs} pairs>"

    def _add(self, bound: Bound) -> None:
        scored = Scored.of(self.metric, bound.count())
        if len(scored.scores):
            self._join(len(scored.scores), [exact_sum(term) for term in scored.terms()], bound.signature)

    def _join(self, pairs: int, sums: list[Fraction], signature: Signature | None) -> None:
        if signature is None:  # the other has seen no pair
            return
        if self._signature is None:
            self._pairs, self._sums, self._signature = pairs, list(sums), signature
            return
        self._pairs += pairs
        self._sums = [mine + given for mine, given in zip(self._sums, sums, strict=True)]
        self._signature = common_signature(self._signature, signature)


# -------------------------------- Hypotheses against references, item by item and overall: the table that score returns


#: Items that are listed one by one to people.
_MOST_ROWS = 100


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
    """

    value: float
    average: Average
    counts: Mapping[str, float]
    parts: Mapping[str, float]
    items: int
    undefined: int
    interval: Interval | None
    signature: Signature

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
class ScoreTable(ResultRecord):
    """Scores of hypotheses against references; ``str()`` is a table.

    Attributes
    ----------
    reference, hypothesis
        What the two sides are called.
    overall
        Every metric over all items, by label.
    item_names, sizes
        The items, and the number of units of each.
    metrics
        The metrics, by label.
    scored
        For every metric the counts, scores and further scores of the items.
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
    overall: Mapping[str, OverallScore]
    item_names: Sequence[str]
    sizes: Int64Array
    metrics: Mapping[str, Metric]
    scored: Mapping[str, Scored]
    remarks: tuple[str, ...] = ()
    task: str | None = None
    further: ResultRecord | None = None

    # What ``seamark score --json`` prints.
    _left_out = ("item_names", "sizes", "metrics", "scored")
    _also = ("lead", "items")

    @property
    def lead(self) -> str:
        """The label of the first metric."""
        return next(iter(self.overall))

    @property
    def items(self) -> list[ItemRecord]:
        """Every item in plain values, with counts and further scores."""
        by_metric = [self._item_scores(label) for label in self.scored]
        rows = zip(self.item_names, self.sizes.tolist(), *by_metric, strict=True)
        return [
            ItemRecord(item=item, mass=size, scores=dict(zip(self.scored, scores, strict=True)))
            for item, size, *scores in rows
        ]

    def _item_scores(self, label: str) -> Iterator[ItemScore]:
        scored, named = self.scored[label], self.metrics[label]._named
        parts = [part.tolist() for part in scored.parts.values()]
        for value, row, *others in zip(scored.scores.tolist(), scored.counts.tolist(), *parts, strict=True):
            yield ItemScore(value=value, counts=dict(named(row)), parts=dict(zip(scored.parts, others, strict=True)))

    def scores(self, label: str) -> FloatArray:
        """The scores of all items under one metric; NaN where undefined."""
        return self.scored[cast("str", one_of(label, "label", self.overall))].scores

    @property
    def columns(self) -> dict[str, FloatArray]:
        """Every metric's scores, followed by its further scores, by the name of the column."""
        columns: dict[str, FloatArray] = {}
        for label, scored in self.scored.items():
            columns |= {label: scored.scores, **{f"{label} {name}": part for name, part in scored.parts.items()}}
        return columns

    @property
    def means(self) -> dict[str, float]:
        """The overall score for every column."""
        values = [value for total in self.overall.values() for value in (total.value, *total.parts.values())]
        return dict(zip(self.columns, values, strict=True))

    def rows(self, most: int | None = None) -> list[dict[str, Any]]:
        """A row for every item, or for so many, with a column for every metric and every further score."""
        most = None if most is None else whole_number(most, "most")
        columns = {"mass": self.sizes, **self.columns}
        cells = zip(self.item_names[:most], *(column[:most].tolist() for column in columns.values()), strict=True)
        return [dict(zip(("item", *columns), row, strict=True)) for row in cells]

    def answer(self) -> tuple[str, ...]:
        """What the leading number is, over how many items, and which way is better."""
        total = self.overall[self.lead]
        about = f" for {self.task}" if self.task else ""
        value = "undefined" if math.isnan(total.value) else f"{total.value:.4f}"
        mean = "mean of the items" if total.average == "macro" else "counts of all items summed"
        first = f"{self.lead}{about} is {value} over {counted(total.items, 'item')} ({total.average}: {mean})"
        sentence = f"{first}; {self._better(self.lead)} is better."
        interval = total.interval
        if interval is None or math.isnan(interval.low):
            return (sentence,)
        return sentence, f"With other items it would lie from {ends(interval)} ({percent(interval.ci)} interval)."

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
        return () if len(self.columns) < MOST_COLUMNS else (Table.of_rows(self.rows()),)

    def methods(self) -> Methods:
        """What was scored, by which metrics and with which result, for a paper."""
        items = counted(len(self.item_names), "item")
        said = [f"{self.hypothesis} was scored against {self.reference} on {items}."]
        for label, total in self.overall.items():
            info, interval = self.metrics[label].info, total.interval
            value = "undefined" if math.isnan(total.value) else f"{total.value:.3f}"
            if interval is not None and not math.isnan(interval.low):
                value += f" ({percent(interval.ci)} interval {ends(interval, 3)} for other items)"
            what = f"{label}, {info.title} {cite(info.citation)}, is {value}, a {total.average} mean"
            said.append(f"{what}; {self._better(label)} is better.")
        return Methods.of([*said, *self.remarks], [str(total.signature) for total in self.overall.values()])

    def _better(self, label: str) -> str:
        return "higher" if self.metrics[label].info.higher_is_better else "lower"

    def table(self) -> Table:
        """A table for people of at most six columns: the first items, and under them the overall scores. With more
        numbers it is on its side, a row for each number; with more items, too, it holds the leading numbers.
        """
        whole = self._whole_table(_MOST_ROWS)
        turned = whole.on_its_side()
        fitting = [one for one in (whole, turned) if one is not None and len(one.header) <= MOST_COLUMNS]
        return fitting[0] if fitting else whole.columns(range(MOST_COLUMNS))

    def means_table(self) -> Table | None:
        """Every number over all items, a row each; None where the first table has them all."""
        shown = self._shown()
        if self.table().header[1] not in shown.values() or len(shown) < MOST_COLUMNS:
            return None
        return replace(self._whole_table(0), header=["number", *shown.values()], rows=()).on_its_side()

    def _whole_table(self, most: int) -> Table:
        """The first items with all numbers that people see, and under them the overall scores."""
        shown, means, totals = self._shown(), self.means, self.overall
        rows = [[row[name] for name in ("item", *shown)] for row in self.rows(most)]
        if len(self.item_names) > most:
            rows.append([f"... {len(self.item_names) - most:,} more", *([None] * len(shown))])
        averages = dict.fromkeys(total.average for total in totals.values())
        named = f"{next(iter(averages))} mean" if len(averages) == 1 else "overall"
        summary: list[list[Cell]] = [[named, *(means[name] for name in shown)]]
        if any(total.interval is not None for total in totals.values()):
            summary.append(["interval", *(ends(totals[name].interval) if name in totals else None for name in shown)])
        by_average = {one: [label for label, total in totals.items() if total.average == one] for one in averages}
        title = "; ".join(f"{one} mean: {', '.join(labels)}" for one, labels in by_average.items())
        return Table(["item", *shown.values()], rows, summary, title=title if len(averages) > 1 else "")

    def tables(self) -> list[Table]:
        """The table, all means if it holds some numbers only, and what the task prints besides."""
        further = None if self.further is None else self.further.table()
        return [self.table(), *(one for one in (self.means_table(), further) if one is not None)]

    def _shown(self) -> dict[str, str]:
        """The columns that people see, with their headings: an arrow says which way is better. Further scores
        are those of all metrics if there are few, or else of the leading one.
        """
        every = len(self.columns) <= MOST_COLUMNS
        shown: dict[str, str] = {}
        for label, scored in self.scored.items():
            shown[label] = f"{label} {'↑' if self._better(label) == 'higher' else '↓'}"
            if every or label == self.lead:
                shown |= {f"{label} {part}": part.replace("_", " ") for part in scored.parts}
        return shown

    def __repr__(self) -> str:
        values = ", ".join(f"{label} {total.value:.4f}" for label, total in self.overall.items())
        return f"<ScoreTable of {counted(len(self.item_names), 'item')}: {values}>"

    def __str__(self) -> str:
        tables = [line for table in self.tables() for line in (str(table), "")]
        return "\n".join([*self.answer(), "", *tables, *self.signatures()])


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
    names: tuple[str, str] = ("reference", "hypothesis"),
    settings: Mapping[str, object] | None = None,
    uem: Mapping[str, Regions] | None = None,
    count: Callable[[Bound, Sequence[str]], FloatArray] | None = None,
) -> ScoreTable:
    """Score the items of two corpora by metrics with labels, each averaged in its own way; ``settings`` are in the
    signatures, ``count`` gives the rows of the items named where a metric needs more than pairs. Everything else is as
    ``score`` has it.
    """
    if ci is not None:
        check_level(ci, "ci")
    missing = true_or_false(allow_missing, "allow_missing")
    pairs = Pairs.between(one, other, coder=coder, allow_missing=missing, names=names)
    if not len(pairs):
        raise InputError(f"{names[0]} and {names[1]} have no item in common")
    items = [one.item_names[number] for number in pairs.item.tolist()]
    sides = one.codings, other.codings
    if one.kind == other.kind == "boundaries":  # the boundary types of a study are those of both sides
        sides = shared_names(*sides)[:2]
    a, b = pairs.taken(*sides)
    try:
        regions = None if uem is None else _regions(uem, items)
        bound = {label: metric.bind(a, b, uem=regions) for label, metric in metrics.items()}
        counted = {label: count(on, items) if count else on.count(workers=None) for label, on in bound.items()}
        scored = {label: Scored.of(metrics[label], rows) for label, rows in counted.items()}
    except InputError as error:
        raise InputError(f"{', '.join(names)}: {error.template}", option=error.option) from None
    shown_settings = {**(settings or {}), **one.read_as}
    if ci is not None:
        shown_settings["ci"] = f"{ci:g},jackknife-t"
    overall = {
        label: overall_score(metric, scored[label], bound[label].signature, averages[label], ci, shown_settings)
        for label, metric in metrics.items()
    }
    return ScoreTable(*names, FrozenMapping(overall), items, a.lengths, metrics, scored, pairs.remarks)


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
        macro = average == "macro"
        rows, how = (rows_of_values(scored.scores), mean_of_sums) if macro else (scored.counts, metric.score_rows)
        known = rows[~np.isnan(rows).any(axis=1)]
        found = score_interval(known, how, ci, (metric.info.worst, metric.info.best))
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


def _regions(uem: object, items: Sequence[str]) -> list[Regions]:
    """The regions of every item."""
    known = mapping_of(uem, "uem", "a mapping from item to regions")
    missing = next((item for item in items if item not in known), None)
    if missing is not None:
        raise InputError(f"uem has no item {missing!r}; {hint(missing, known)}")
    return [known[item] for item in items]


def two_corpora(
    reference: Scorable, hypothesis: Scorable, names: tuple[str, str], kinds: Sequence[Kind] = ()
) -> tuple[Corpus, Corpus]:
    """Both sides as corpora; what has no names is numbered, and objects of other libraries become of these kinds."""
    if not isinstance(names, tuple) or len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise InputError(f"names are {shown(names)}; expected two, of reference and hypothesis")
    reference, hypothesis = _converted(reference, hypothesis, kinds)
    named = [isinstance(side, Mapping) for side in (reference, hypothesis)]
    if all(named):
        return corpus_of_items(reference, names[0]), corpus_of_items(hypothesis, names[1])
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


def _converted(reference: Any, hypothesis: Any, kinds: Sequence[Kind]) -> tuple[Any, Any]:
    """Both sides, with objects of other libraries as codings that the metrics compare, and frames as corpora."""
    one, other = (
        side if isinstance(side, Mapping | list) or not is_frame(side) else Corpus.from_frame(side)
        for side in (reference, hypothesis)
    )
    if isinstance(one, Corpus) or isinstance(other, Corpus):
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
