"""Hypotheses against references, item by item and overall."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypedDict, cast

import numpy as np

from seamark.checks import finite_number, items_of, shown, true_or_false, whole_number
from seamark.choices import one_of
from seamark.errors import OPTION, InputError
from seamark.frozen_mapping import FrozenMapping
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.batch import count_pairs
from seamark.metrics.names import Metrics, as_metrics
from seamark.metrics.pairing import BATCH, MOST_WAITING, Codings, Items, Pairing, Pairs, sides
from seamark.metrics.signature import Signature
from seamark.metrics.sums import AVERAGES, Average, Scored, ScoreSums
from seamark.model.array import SegmentationArray
from seamark.model.checks import in_type_order
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation, SegmentationLike
from seamark.results import ResultRecord, plain
from seamark.stats.bootstrap import bootstrap
from seamark.stats.intervals import Interval
from seamark.stats.rows import mean_of_sums, rows_of_values
from seamark.stats.seeds import RandomSource, resolve_rng
from seamark.text_table import Cell, Table

#: What stands for references or hypotheses: one or several segmentations, or segmentations by item.
Scorable: TypeAlias = "Codings | SegmentationArray | Sequence[SegmentationLike]"

#: The metrics that are computed when none are named.
DEFAULT_METRICS = ("S", "B", "windowdiff", "pk")
#: Items that are listed one by one to people.
MOST_ROWS = 100


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
        A confidence interval of the value, if one was asked for.
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


def _overall(sums: ScoreSums, average: Average, interval: Interval | None = None, **drawn: object) -> OverallScore:
    """One of the means of summed scores; the signature says how its interval was drawn."""
    value, parts, signature = sums.mean(average), sums.parts(average), sums.signature_of(average, **drawn)
    return OverallScore(value, average, sums.counts, parts, sums.pairs, sums.undefined, interval, signature)


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


class ScoreDocument(TypedDict):
    """A table of scores in plain values; NaN is None."""

    reference: str
    hypothesis: str
    items: list[ItemRecord]
    overall: dict[str, OverallScore]
    remarks: list[str]


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
        for number, item in enumerate(self.items):
            scores = {
                label: ItemScore(
                    value=plain(scored.scores[number]),
                    counts=dict(self.metrics[label].named(scored.counts[number])),
                    parts={name: plain(part[number]) for name, part in scored.parts.items()},
                )
                for label, scored in self.scores.items()
            }
            yield ItemRecord(item=item, mass=int(self.sizes[number]), scores=scores)

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

    Examples
    --------
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

    def scores(self, label: str) -> FloatArray:
        """The scores of all items under one metric; NaN where undefined."""
        return self.per_item.scores[cast("str", one_of(label, "label", self.overall))].scores

    def to_dict(self) -> dict[str, Any]:
        """Everything in plain values: what ``seamark score --json`` prints."""
        return {
            "reference": self.reference,
            "hypothesis": self.hypothesis,
            "items": list(self.per_item.records()),
            "overall": plain(self.overall),
            "remarks": list(self.remarks),
        }

    @classmethod
    def _document(cls) -> Any:
        return ScoreDocument

    def rows(self) -> list[dict[str, Any]]:
        """A row for every item, with a column for every metric and every further score."""
        names = ("item", "mass", *self.per_item.columns)
        sizes = self.per_item.sizes.tolist()
        cells = zip(self.per_item.table_rows(), sizes, strict=True)
        return [dict(zip(names, (item, size, *values), strict=True)) for (item, *values), size in cells]

    def table(self, most_rows: int = MOST_ROWS) -> Table:
        """A table for people: the first items, and under them the overall scores."""
        most = whole_number(most_rows, "most_rows")
        rows = [row for row, _ in zip(self.per_item.table_rows(), range(most), strict=False)]
        return table_of(list(self.per_item.columns), rows, len(self.per_item.items), self.overall)

    def __repr__(self) -> str:
        number = len(self.per_item.items)
        values = ", ".join(f"{label} {total.value:.4f}" for label, total in self.overall.items())
        return f"<ScoreTable of {number:,} item{'s' if number != 1 else ''}: {values}>"

    def __str__(self) -> str:
        return "\n".join([str(self.table()), "", *notes_of(self.overall), *self.remarks])

    def _repr_html_(self) -> str:
        return self.table().as_html()


def table_of(
    columns: Sequence[str], rows: Sequence[Sequence[Cell]], items: int, overall: Mapping[str, OverallScore]
) -> Table:
    """Rows of items, how many more there are, and the overall scores with their intervals."""
    average = next(iter(overall.values())).average
    summary: list[list[Cell]] = [[f"{average} mean", *overall_cells(overall)]]
    if any(total.interval is not None for total in overall.values()):
        summary.append(["interval", *(cell for total in overall.values() for cell in _interval_cells(total))])
    if items > len(rows):
        rows = [*rows, [f"... {items - len(rows):,} more", *([None] * len(columns))]]
    return Table(["item", *columns], rows, summary)


def overall_cells(overall: Mapping[str, OverallScore]) -> list[Cell]:
    """The overall value of every metric, followed by its further values."""
    return [cell for total in overall.values() for cell in (total.value, *total.parts.values())]


def notes_of(overall: Mapping[str, OverallScore]) -> list[str]:
    """The signature of every metric, and how many items have no score."""
    notes = [str(total.signature) for total in overall.values()]
    notes += [
        f"{label} is undefined for {total.undefined:,} of {total.items:,} items"
        for label, total in overall.items()
        if total.undefined
    ]
    return notes


def _interval_cells(total: OverallScore) -> list[Cell]:
    interval = total.interval
    text = "" if interval is None else f"{interval.low:.4f} to {interval.high:.4f}"
    return [text, *([None] * len(total.parts))]


class ScoreBatches:
    """Scores computed batch by batch, so that streams of any length need the memory of one batch.

    Iterate over it to get ``ScoredItems``; ``overall`` then has the scores of everything seen. Parameters are those of
    ``score``, with a stream (items with ``name``, ``codings`` and ``line``) on either side.

    Parameters
    ----------
    names
        What messages call the two sides.
    types
        The boundary types of the study, where they are known before the first item.
    batch, most_waiting
        How many segments are held at a time, and how many may wait for their partner in the other stream.
    keep
        Whether the rows of all items are kept, which intervals need.

    Examples
    --------
    >>> batches = ScoreBatches({"poem": [2, 3]}, {"poem": [5]}, "S")
    >>> [(scores.items, scores.scores["S"].scores.tolist()) for scores in batches]
    [(['poem'], [0.75])]
    >>> batches.overall("macro")["S"].value
    0.75
    """

    def __init__(
        self,
        reference: Items,
        hypothesis: Items,
        metrics: Metrics = DEFAULT_METRICS,
        *,
        coder: str | Sequence[str] | None = None,
        allow_missing: bool = False,
        names: tuple[str, str] = ("reference", "hypothesis"),
        types: Iterable[Hashable] = (),
        batch: int = BATCH,
        most_waiting: int = MOST_WAITING,
        keep: bool = False,
    ) -> None:
        self.metrics = dict(as_metrics(metrics))
        self._open_types = any(_counts_types_of_the_study(metric) for metric in self.metrics.values())
        self._names = _two_names(names)
        self._types = in_type_order(items_of(types, "types", "a list of boundary types"))
        self._sums: dict[str, ScoreSums] = {}
        self._keep = true_or_false(keep, "keep")
        self._kept: list[ScoredItems] = []
        self._pairing = Pairing(
            sides(self._names, coder),
            true_or_false(allow_missing, "allow_missing"),
            whole_number(batch, "batch"),
            whole_number(most_waiting, "most_waiting"),
        )
        self._pairs = self._pairing.pairs(reference, hypothesis)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was left out so far."""
        return tuple(self._pairing.remarks)

    def __iter__(self) -> Iterator[ScoredItems]:
        for pairs in self._pairs:
            try:
                scored = self._scored(pairs)
            except InputError as error:
                raise InputError(f"{', '.join(self._names)}: {error.template}", option=error.option) from None
            yield scored
        if not self._sums:
            raise InputError(f"{self._names[0]} and {self._names[1]} have no item in common")

    def overall(
        self, average: Average, *, ci: float | None = None, resamples: int = 10_000, rng: RandomSource = None
    ) -> dict[str, OverallScore]:
        """Every metric over everything seen so far, by label; intervals need ``keep``."""
        one_of(average, "average", AVERAGES)
        if ci is None:
            return {label: _overall(sums, average) for label, sums in self._sums.items()}
        if not self._keep:
            raise InputError("intervals need the rows of all items; expected keep=True")
        level = finite_number(ci, "ci", lambda share: 0 < share < 1, "a number between 0 and 1, such as 0.95")
        seed = resolve_rng(rng)[1]
        drawn = {"ci": f"{level:g},percentile", "resamples": resamples, "seed": seed}
        return {
            label: _overall(sums, average, self._interval(label, average, level, resamples, seed), **drawn)
            for label, sums in self._sums.items()
        }

    def _scored(self, pairs: Pairs) -> ScoredItems:
        self._know_types(pairs)
        scores: dict[str, Scored] = {}
        for label, metric in self.metrics.items():
            scores[label] = Scored.of(metric, count_pairs(metric, pairs.reference, pairs.hypothesis))
            sums = scores[label].summed(metric, metric.signature(pairs.reference, pairs.hypothesis))
            self._sums[label] = self._sums[label] + sums if label in self._sums else sums
        found = ScoredItems(pairs.items, pairs.reference.masses, self.metrics, scores)
        if self._keep:
            self._kept.append(found)
        return found

    def _know_types(self, pairs: Pairs) -> None:
        """The types of the first batch are those of the study, so that all batches are scored by the same number."""
        present = _types_of(pairs.reference, pairs.hypothesis)
        if not self._sums:
            self._types = in_type_order((*self._types, *present))
            self.metrics = {label: _with_types(metric, self._types) for label, metric in self.metrics.items()}
            return
        unknown = [label for label in present if label not in self._types]
        if unknown and self._open_types:
            raise InputError(
                f"boundary type {unknown[0]!r} first occurs near item {pairs.items[0]!r}, after the scores of other "
                f"items have been computed without it; name all types of the study with {OPTION}=",
                option="types",
            )

    def _interval(self, label: str, average: Average, level: float, resamples: int, seed: int) -> Interval:
        """A percentile interval by the bootstrap over the items that have a score; undefined with fewer than two."""
        scores = np.concatenate([part.scores[label].scores for part in self._kept])
        known = ~np.isnan(scores)
        if np.count_nonzero(known) < 2:
            return Interval(math.nan, math.nan, level, "percentile")
        if average == "macro":
            rows: FloatArray = rows_of_values(scores[known])
            return bootstrap(rows, mean_of_sums, resamples=resamples, rng=seed).interval(level)
        rows = np.concatenate([part.scores[label].counts for part in self._kept])[known]
        return bootstrap(rows, self.metrics[label].score_rows, resamples=resamples, rng=seed).interval(level)


def score(
    reference: Scorable,
    hypothesis: Scorable,
    metrics: Metrics = DEFAULT_METRICS,
    *,
    average: Average = "macro",
    coder: str | Sequence[str] | None = None,
    allow_missing: bool = False,
    ci: float | None = None,
    resamples: int = 10_000,
    rng: RandomSource = None,
) -> ScoreTable:
    """Score hypotheses against references, item by item and overall.

    Parameters
    ----------
    reference, hypothesis
        Corpora or mappings from item to segmentation, whose items are paired by name; or two lists of segmentations
        of the same length; or two single segmentations.
    metrics
        One metric or several, by themselves or by name: ``"S,windowdiff:k=5"``, ``[S(n=3), "pk"]``, or a mapping from
        label to metric.
    average
        Overall score: ``"macro"`` is the mean of the items' scores, ``"micro"`` the score of their summed counts, in
        which long items weigh more.
    coder
        Whose coding to take where an item has several; two names are the coder of the reference and the coder of the
        hypothesis.
    allow_missing
        Leave out items that only one side has, and say so in ``remarks``; otherwise they are an error.
    ci
        Level of confidence intervals of the overall scores, such as 0.95; None for no intervals. Items are resampled
        (percentile bootstrap).
    resamples, rng
        Number of resamples, and their seed or generator.

    Returns
    -------
    ScoreTable

    Raises
    ------
    InputError
        When an item has no partner, several codings, or different numbers of units on the two sides.

    Examples
    --------
    >>> reference = {"poem": [5, 5, 5, 5], "song": [3, 4, 3]}
    >>> hypothesis = {"poem": [5, 6, 9], "song": [3, 5, 2]}
    >>> print(score(reference, hypothesis, "S,windowdiff"))
    item             S  windowdiff
    ------------------------------
    poem        0.8947      0.2941
    song        0.8889      0.2500
    ------------------------------
    macro mean  0.8918      0.2721
    <BLANKLINE>
    S|n:2|scale:te|w:1,1,1|types:1|avg:macro|pairs:2|v:0.1.0
    windowdiff|conv:pevzner-hearst|k:half-mean|pad:none|avg:macro|pairs:2|v:0.1.0
    """
    one_of(average, "average", AVERAGES)
    one, other = _by_item(reference, hypothesis)
    types = [label for side in (reference, hypothesis) if isinstance(side, Corpus) for label in side.types]
    batches = ScoreBatches(
        one, other, metrics, coder=coder, allow_missing=allow_missing, types=types, keep=ci is not None
    )
    (per_item,) = batches  # mappings are one batch
    overall = batches.overall(average, ci=ci, resamples=resamples, rng=rng)
    return ScoreTable("reference", "hypothesis", per_item, FrozenMapping(overall), batches.remarks)


def _by_item(reference: Scorable, hypothesis: Scorable) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Both sides as mappings; what has no names is numbered."""
    if isinstance(reference, Mapping) and isinstance(hypothesis, Mapping):
        return reference, hypothesis
    if isinstance(reference, Mapping) or isinstance(hypothesis, Mapping):
        raise InputError("one side has names of items and the other has not; expected two mappings or two lists")
    one, other = _listed(reference), _listed(hypothesis)
    if len(one) != len(other):
        raise InputError(f"{len(one)} references cannot be paired with {len(other)} hypotheses")
    return {str(place): given for place, given in enumerate(one)}, {str(n): given for n, given in enumerate(other)}


def _listed(given: Any) -> Sequence[Any]:
    """Several segmentations as a list; a single one, whose elements are numbers, as a list of one."""
    if isinstance(given, SegmentationArray) or hasattr(given, "__array__"):  # an array, or a column of a data frame
        given = list(given)
    if isinstance(given, Sequence) and not isinstance(given, str) and len(given) > 0:
        return given if isinstance(given[0], Segmentation) or hasattr(given[0], "__len__") else [given]
    return [given]


def _two_names(names: object) -> tuple[str, str]:
    if not isinstance(names, tuple) or len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise InputError(f"names are {shown(names)}; expected two, of reference and hypothesis")
    return cast("tuple[str, str]", names)


def _types_of(*arrays: SegmentationArray) -> tuple[Hashable, ...]:
    return in_type_order(label for array in arrays if array.columns.positions.size for label in array.types)


def _counts_types_of_the_study(metric: Metric) -> bool:
    """Whether the value depends on the boundary types of the study, and the metric was not told them."""
    return metric.info.several_types and getattr(metric, "types", None) is None


def _with_types(metric: Metric, types: tuple[Hashable, ...]) -> Metric:
    if len(types) < 2 or not _counts_types_of_the_study(metric):
        return metric
    settings: dict[str, Any] = {"types": types}
    return dataclasses.replace(metric, **settings)  # type: ignore[type-var]  # every metric is a dataclass
