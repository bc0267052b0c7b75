"""Agreement about labelled segments: above shuffled under several metrics, and Krippendorff's alpha of units."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from seamark.agreement.coefficients import Similarity
from seamark.agreement.measurement import require_pairs
from seamark.agreement.sentences import between
from seamark.agreement.shuffled import SHUFFLES
from seamark.agreement.sums import ratio
from seamark.base.checks import count_between
from seamark.base.numbers import counted, ends, percent, share
from seamark.base.results import FrozenMapping, ResultRecord, Table
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.labels import UnitAccuracy
from seamark.metrics.names import Metrics, as_metrics
from seamark.metrics.pairs import Pairs
from seamark.metrics.signature import Signature
from seamark.model.codings import Codings
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.stats.intervals import Interval, check_level
from seamark.stats.resampling import RandomSource, resolve_rng
from seamark.stats.rows import Score, summed_by
from seamark.stats.significance import score_interval

_METRICS = ("B", "pairwisef", "S")


@dataclass(frozen=True, slots=True)
class LabelLevel(ResultRecord):
    """How far coders agree under one metric.

    Attributes
    ----------
    observed
        The similarity of every two codings of an item, their counts summed.
    shuffled
        The same when every coder's segments, with their labels, are in a random order.
    value
        Above shuffled: where observed is between shuffled (0) and full agreement (1).
    interval
        Of the value, for other items; None with fewer than two items.
    signature
        The string that makes the value reproducible.
    """

    observed: float
    shuffled: float
    value: float
    interval: Interval | None
    signature: Signature


@dataclass(frozen=True, slots=True)
class LabelAgreement(ResultRecord):
    """How far coders agree about segments and their labels.

    Attributes
    ----------
    levels
        Above shuffled, by the name of the metric; the first one leads.
    unit_alpha
        Krippendorff's alpha of the labels of units, each unit counting once; NaN when all units have one label.
    alpha_interval
        Its interval for other items.
    items, coders
        How many items two coders or more coded, and how many coders there are.
    """

    levels: Mapping[str, LabelLevel]
    unit_alpha: float
    alpha_interval: Interval | None
    items: int
    coders: int

    def answer(self) -> tuple[str, ...]:
        """How much was compared, and how far it agrees."""
        name, level = next(iter(self.levels.items()))
        reached = f"goes {share(level.value)} of the way from shuffled to full agreement{between(level.interval)}"
        if math.isnan(level.value):
            reached = "has no value above shuffled segments: these agree fully, too"
        units = f"Alpha of the labels of units is {share(self.unit_alpha)}{between(self.alpha_interval)}."
        if math.isnan(self.unit_alpha):
            units = "All units have one label, so their alpha is undefined."
        return (f"{counted(self.coders, 'coder')}, {counted(self.items, 'item')}.", f"{name} {reached}.", units)

    def table(self) -> Table:
        """A row per metric, and one for the alpha of units."""
        known = next((one.interval for one in self.levels.values() if one.interval is not None), None)
        names = ("metric", "above shuffled", *([] if known is None else ["interval"]), "observed", "shuffled")
        rows = [row | {"interval": ends((row["low"], row["high"]))} for row in self.rows()]
        header = [f"{percent(known.ci)} interval" if known and name == "interval" else name for name in names]
        return Table(header, [[row[name] for name in names] for row in rows])

    def rows(self) -> list[dict[str, Any]]:
        """The rows of the table, with the ends of intervals as numbers."""
        levels: dict[str, tuple[Any, ...]] = {
            name: (one.value, one.interval, one.observed, one.shuffled) for name, one in self.levels.items()
        }
        levels["alpha of units"] = (self.unit_alpha, self.alpha_interval, None, None)
        names = ("above shuffled", "low", "high", "observed", "shuffled")
        return [
            {"metric": name, **dict(zip(names, (value, *(known or (math.nan, math.nan)), *rest), strict=True))}
            for name, (value, known, *rest) in levels.items()
        ]

    def signatures(self) -> tuple[str, ...]:
        """Of every metric."""
        return tuple(str(level.signature) for level in self.levels.values())


def label_agreement(
    corpus: CorpusLike,
    metrics: Metrics = _METRICS,
    *,
    ci: float | None = 0.95,
    shuffles: int = SHUFFLES,
    rng: RandomSource = 0,
) -> LabelAgreement:
    """How far the coders of labelled segments agree.

    Parameters
    ----------
    corpus
        Labelled segmentations by item and coder.
    metrics
        What compares two codings, as objects or by name; the first one leads. B and S distinguish labels; metrics of
        boundaries alone compare where the segments meet.
    ci
        The level of the intervals for other items; None for none.
    shuffles
        How often every coder's segments, with their labels, are put in a random order.
    rng
        A seed or generator of the shuffles.

    Raises
    ------
    InputError
        When the corpus holds no labels, or no item has two codings.

    Examples
    --------
    >>> from seamark import LabelledSegmentation as L
    >>> songs = {"one": {"ann": L.from_labels("AABBBA"), "ben": L.from_labels("AABBAA")},
    ...          "two": {"ann": L.from_labels("ABBC"), "ben": L.from_labels("ABBC")}}
    >>> found = label_agreement(songs, "pairwisef", ci=None)
    >>> round(found.levels["pairwisef"].observed, 4), round(found.unit_alpha, 4)
    (0.6667, 0.8376)
    """
    study = as_corpus(corpus, "labels")
    if ci is not None:
        check_level(ci, "ci")
    times = count_between(shuffles, "shuffles", 1, 1_000_000)
    pairs, seed = Pairs.within(study), resolve_rng(rng)[1]
    require_pairs(study.coder_names, len(pairs))
    compared = np.bincount(study.item_index) > 1
    chosen = dict(as_metrics(metrics))

    def counts(codings: Codings) -> dict[str, FloatArray]:
        """The counts of every two codings under each metric, summed by item."""
        rows = {name: metric.bind(codings).count(pairs) for name, metric in chosen.items()}
        return {name: summed_by(pairs.item, of_pairs, len(study))[compared] for name, of_pairs in rows.items()}

    own, random = counts(study.codings), np.random.default_rng(seed)
    at_random = {name: np.zeros_like(rows) for name, rows in own.items()}
    for _ in range(times):
        for name, rows in counts(shuffled_labels(study.codings, random)).items():
            at_random[name] += rows
    settings = {"coders": len(study.coder_names), "items": int(compared.sum()), "shuffles": times, "seed": seed}
    levels = {}
    for name, metric in chosen.items():
        similarity = Similarity(metric)

        def both(sums: FloatArray, similarity: Similarity = similarity) -> FloatArray:
            """The similarity of codings and of shuffled codings."""
            return np.moveaxis(similarity.of_rows(sums.reshape(*sums.shape[:-1], 2, -1)), -1, 0)

        def above(sums: FloatArray, both: Score = both) -> FloatArray:
            observed, shuffled = both(sums)
            return ratio(observed - shuffled, 1 - shuffled)

        rows = np.hstack((own[name], at_random[name]))
        observed, shuffled = both(rows.sum(axis=0)).tolist()
        signature = metric.bind(study.codings).signature
        options = dict(signature.options[:-1]) | settings | {"ci": None if ci is None else f"{ci:g},jackknife-t"}
        levels[name] = LabelLevel(
            observed,
            shuffled,
            float(above(rows.sum(axis=0))),
            None if ci is None else score_interval(rows, above, ci, (-math.inf, 1.0)),
            Signature.of("above-shuffled", {"metric": signature.name, **options}),
        )
    units = unit_rows(study, pairs)[compared]
    return LabelAgreement(
        levels=FrozenMapping(levels),
        unit_alpha=float(unit_alpha(units.sum(axis=0))),
        alpha_interval=None if ci is None else score_interval(units, unit_alpha, ci, (-math.inf, 1.0)),
        items=int(compared.sum()),
        coders=len(study.coder_names),
    )


def shuffled_labels(codings: Codings, random: np.random.Generator) -> Codings:
    """Every coding with its segments, and their labels, in a random order."""
    row = np.repeat(np.arange(len(codings)), np.diff(codings.offsets))
    order = np.lexsort((random.random(row.size), row))
    masses = _masses(codings)[order]
    total = np.concatenate(([0], np.cumsum(masses)[:-1]))
    starts = total - np.repeat(total[codings.offsets[:-1]], np.diff(codings.offsets))
    codes = None if codings.codes is None else codings.codes[order]
    return Codings._wrapped("labels", codings.lengths, codings.offsets, starts, names=codings.names, codes=codes)


def _masses(codings: Codings) -> Int64Array:
    """The units of every segment, coding after coding."""
    ends = np.append(codings.starts[1:], 0)
    ends[codings.offsets[1:] - 1] = codings.lengths
    return ends - codings.starts


def unit_rows(study: Corpus, pairs: Pairs) -> FloatArray:
    """Of every item what alpha of its units is made of: the units that two coders label differently, times
    2/(coders - 1), and the units of each label over all coders.
    """
    same, total = UnitAccuracy().bind(study.codings).count(pairs).T
    coders, codings = np.bincount(study.item_index), study.codings
    different = np.bincount(pairs.item, total - same, len(coders)) * 2 / np.maximum(coders - 1, 1)
    row = np.repeat(np.arange(len(codings)), np.diff(codings.offsets))
    codes = np.zeros(row.size, dtype=np.int64) if codings.codes is None else codings.codes
    labels = np.zeros((len(coders), max(1, len(codings.names))))
    np.add.at(labels, (study.item_index[row], codes), _masses(codings))
    return np.column_stack((different, labels))


def unit_alpha(sums: FloatArray) -> FloatArray:
    """Krippendorff's alpha for nominal values, from sums of the rows that ``unit_rows`` gives."""
    different, labels = sums[..., 0], sums[..., 1:]
    number = labels.sum(axis=-1)
    expected = number**2 - (labels**2).sum(axis=-1)
    return 1 - ratio(different * (number - 1), expected)
