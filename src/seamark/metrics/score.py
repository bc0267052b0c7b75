"""Hypotheses against references, item by item and overall."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, cast

import numpy as np

from seamark.base.checks import by_name, of_kind, one_of, shown, true_or_false, whole_number
from seamark.base.errors import InputError
from seamark.base.results import FrozenMapping
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.edit import EditMetric, StudyTypes
from seamark.metrics.names import Metrics, as_metrics
from seamark.metrics.pairs import (
    BATCH,
    MOST_WAITING,
    AnyCodings,
    Items,
    Pairing,
    Pairs,
    count_pairs,
    model_of_items,
    sides,
)
from seamark.metrics.score_table import BaselineScore, OverallScore, ScoredItems, ScoreTable
from seamark.metrics.sums import AVERAGES, Average, Scored, ScoreSums
from seamark.model.checks import checked_names, in_type_order
from seamark.model.codings import CodingLike, Codings, Kind, SegmentationArray, kind_of
from seamark.model.corpus import Corpus
from seamark.model.hierarchy import Hierarchy
from seamark.model.segmentation import Segmentation
from seamark.stats.intervals import Interval, check_level
from seamark.stats.resampling import RandomSource, resolve_rng
from seamark.stats.rows import Score, mean_of_sums, rows_of_values
from seamark.stats.significance import paired_difference, score_interval


class Drawn(Protocol):
    """A baseline, such as those of ``seamark.baselines``: segmentations of items, drawn once or several times."""

    @property
    def items(self) -> Sequence[str]:
        """The names of the items."""

    @property
    def draws(self) -> Sequence[SegmentationArray]:
        """One array per draw, with a row per item."""


@dataclass(frozen=True, slots=True, eq=False)
class ItemRows:
    """A row per item, and how sums of rows are scored; NaN where a mean of scores lacks one."""

    rows: FloatArray
    score: Score

    @classmethod
    def of(cls, metric: Metric, parts: Sequence[Scored], average: Average) -> ItemRows:
        """What the overall score of one metric is made of."""
        scores = np.concatenate([np.empty(0), *(part.scores for part in parts)])
        if average == "macro":
            return cls(rows_of_values(scores), mean_of_sums)
        counts = np.concatenate([np.empty((0, len(metric.fields))), *(part.counts for part in parts)])
        return cls(counts, metric.score_rows)

    @property
    def known(self) -> FloatArray:
        """The rows that count."""
        return self.rows[~np.isnan(self.rows).any(axis=1)]

    def interval(self, ci: float, limits: tuple[float, float]) -> Interval:
        """For other items; without ends where it cannot be estimated."""
        found = score_interval(self.known, self.score, ci, limits)
        return Interval(math.nan, math.nan, ci, "jackknife-t") if found is None else found

    def beside(self, other: ItemRows, ci: float, resamples: int, seed: int) -> BaselineScore:
        """The score of a baseline, and how far these are from it on the items of both."""
        value = float(self.score(other.known.sum(axis=0)))
        both = ~np.isnan(self.rows + other.rows).any(axis=1)
        if np.count_nonzero(both) < 2:
            return BaselineScore(value, None)
        rows = self.rows[both], other.rows[both]
        return BaselineScore(value, paired_difference(*rows, self.score, ci=ci, resamples=resamples, rng=seed))


def drawn_scores(metric: Metric, pairs: Pairs, name: str, baseline: Drawn) -> Scored:
    """The means over the draws of a baseline, item by item."""
    place = {item: number for number, item in enumerate(baseline.items)}
    missing = [item for item in pairs.items if item not in place]
    if missing:
        raise InputError(f"baseline {name!r} has no item {missing[0]!r}")
    rows = [place[item] for item in pairs.items]
    counts = np.array([count_pairs(metric, pairs.reference, draw.take(rows)) for draw in baseline.draws])
    return Scored(counts.mean(axis=0), metric.score_rows(counts).mean(axis=0), {}, None)


def known_baselines(given: object) -> dict[str, Drawn]:
    """Baselines by name; an error for anything else."""
    expected = "what sm.baselines gives"
    known: dict[str, Drawn] = {} if given is None else by_name(given, "baselines", expected)
    for name, one in known.items():
        if not hasattr(one, "items") or not hasattr(one, "draws"):
            raise InputError(f"baseline {name!r} is {shown(one)}; expected {expected}")
    return known


# -------------------------------------------------------------- Hypotheses against references, item by item and overall


#: What stands for references or hypotheses: one or several segmentations, or segmentations by item.
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
        Whether the rows of all items are kept, which intervals and baselines need.

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
        baselines: Mapping[str, Drawn] | None = None,
    ) -> None:
        self.metrics = dict(as_metrics(metrics))
        self._open_types = any(_counts_types_of_the_study(metric) for metric in self.metrics.values())
        self._names = _two_names(names)
        self._types = in_type_order(checked_names(types))
        self._sums: dict[str, ScoreSums] = {}
        self._keep = true_or_false(keep, "keep")
        self._kept: list[ScoredItems] = []
        self._baselines = known_baselines(baselines)
        self._floor: dict[tuple[str, str], list[Scored]] = {}
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
        """Every metric over everything seen so far, by label; intervals and baselines need ``keep``."""
        one_of(average, "average", AVERAGES)
        if ci is not None:
            check_level(ci, "ci")
        if not self._keep and (ci is not None or self._baselines):
            raise InputError("intervals and baselines need the rows of all items; expected keep=True")
        seed = resolve_rng(rng)[1]
        settings: dict[str, object] = {} if ci is None else {"ci": f"{ci:g},jackknife-t"}
        if self._baselines:
            settings |= {"test": "randomization", "resamples": resamples, "seed": seed}
        found = {}
        for label, sums in self._sums.items():
            metric = self.metrics[label]
            mine = ItemRows.of(metric, [part.scores[label] for part in self._kept], average)
            info = metric.info
            interval = None if ci is None else mine.interval(ci, (info.worst, info.best))
            floor = {
                name: mine.beside(ItemRows.of(metric, self._floor[label, name], average), ci or 0.95, resamples, seed)
                for name in self._baselines
            }
            found[label] = OverallScore(
                value=sums.mean(average),
                average=average,
                counts=sums.counts,
                parts=sums.parts(average),
                items=sums.pairs,
                undefined=sums.undefined,
                interval=interval,
                signature=sums.signature_of(average, **settings),
                baselines=FrozenMapping(floor),
            )
        return found

    def _scored(self, pairs: Pairs) -> ScoredItems:
        if isinstance(pairs.reference, SegmentationArray) and isinstance(pairs.hypothesis, SegmentationArray):
            self._know_types(pairs.items, pairs.reference, pairs.hypothesis)
        scores: dict[str, Scored] = {}
        for label, metric in self.metrics.items():
            scores[label] = Scored.of(metric, count_pairs(metric, pairs.reference, pairs.hypothesis))
            sums = scores[label].summed(metric, metric.signature(pairs.reference, pairs.hypothesis))
            self._sums[label] = self._sums[label] + sums if label in self._sums else sums
            for name, baseline in self._baselines.items():
                self._floor.setdefault((label, name), []).append(drawn_scores(metric, pairs, name, baseline))
        found = ScoredItems(pairs.items, pairs.reference.lengths, self.metrics, scores)
        if self._keep:
            self._kept.append(found)
        return found

    def _know_types(self, items: Sequence[str], *arrays: SegmentationArray) -> None:
        """The types of the first batch are those of the study, so that all batches are scored by the same number."""
        present = _types_of(*arrays)
        if not self._sums:
            self._types = in_type_order((*self._types, *present))
            self.metrics = {label: _with_types(metric, self._types) for label, metric in self.metrics.items()}
            return
        unknown = [label for label in present if label not in self._types]
        if unknown and self._open_types:
            all_types = "+".join(map(str, (*self._types, *unknown)))
            raise InputError(
                f"boundary type {unknown[0]!r} first occurs near item {items[0]!r}, after the scores of other "
                f"items have been computed without it; name all types of the study, as in S:types={all_types}"
            )


def score(
    reference: Scorable,
    hypothesis: Scorable,
    metrics: Metrics | None = None,
    *,
    average: Average = "macro",
    coder: str | Sequence[str] | None = None,
    allow_missing: bool = False,
    ci: float | None = None,
    baselines: Mapping[str, Drawn] | None = None,
    resamples: int = 10_000,
    rng: RandomSource = None,
) -> ScoreTable:
    """Score hypotheses against references, item by item and overall.

    Parameters
    ----------
    reference, hypothesis
        Corpora or mappings from item to segmentation, whose items are paired by name; or two lists of segmentations
        of the same length; or two single segmentations. Labelled segmentations, hierarchies and spans are scored in the
        same way.
    metrics
        One metric or several, by themselves or by name: ``"S,windowdiff:k=5"``, ``[S(n=3), "pk"]``, or a mapping from
        label to metric. By default S, B, WindowDiff and Pk of boundaries, S, B, pairwise F and NCE of labels, S, B and
        T of hierarchies, and DER, JER and F of spans.
    average
        Overall score: ``"macro"`` is the mean of the items' scores, ``"micro"`` the score of their summed counts, in
        which long items weigh more.
    coder
        Whose coding to take where an item has several; two names are the coder of the reference and the coder of the
        hypothesis.
    allow_missing
        Leave out items that only one side has, and say so in ``remarks``; otherwise they are an error.
    ci
        Level of confidence intervals of the overall scores for other items, such as 0.95; None for no intervals. They
        come from the jackknife: for a mean of items' scores this is Student's t.
    baselines
        Baselines to score beside the hypotheses, such as ``sm.baselines(reference)``; the hypotheses are compared with
        each of them by a paired randomization test.
    resamples, rng
        Arrangements of that test when not all can be tried, and their seed or generator.

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
    types = [
        label
        for side in (reference, hypothesis)
        if isinstance(side, Corpus) and side.kind == "boundaries"
        for label in side.types
    ]
    chosen = DEFAULTS[model_of_items(one)] if metrics is None else metrics
    batches = ScoreBatches(
        one,
        other,
        chosen,
        coder=coder,
        allow_missing=allow_missing,
        types=types,
        keep=ci is not None or baselines is not None,
        baselines=baselines,
    )
    (per_item,) = batches  # mappings are one batch
    overall = batches.overall(average, ci=ci, resamples=resamples, rng=rng)
    return ScoreTable("reference", "hypothesis", per_item, FrozenMapping(overall), batches.remarks)


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
    return score(_by_level(one), _by_level(other), metrics)


def _by_level(hierarchy: Hierarchy) -> dict[str, Any]:
    return {f"level {number}": level for number, level in enumerate(hierarchy.levels, start=1)}


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
    column = hasattr(given, "__array__") and getattr(given, "ndim", 1) > 0  # an array, or a column of a data frame
    if column or isinstance(given, Codings):
        given = list(given)
    if isinstance(given, Sequence) and not isinstance(given, str) and len(given) > 0:
        several = (
            isinstance(given[0], Segmentation) or kind_of(given[0]) != "boundaries" or hasattr(given[0], "__len__")
        )
        return given if several else [given]
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
    if isinstance(metric, EditMetric) and metric.weights.ordinal:
        StudyTypes.resolve(None, types).require_scale()  # nobody listed these: their order says nothing
    settings: dict[str, Any] = {"types": types}
    return dataclasses.replace(metric, **settings)  # type: ignore[type-var]  # every metric is a dataclass
