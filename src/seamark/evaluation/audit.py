"""What a score would be under every convention in use, and whether the ranking of systems depends on it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

from seamark.base.checks import by_name, finite_number
from seamark.base.errors import InputError
from seamark.base.extras import gc_paused
from seamark.base.methods import Methods, cite
from seamark.base.numbers import counted, share
from seamark.base.results import Cell, ResultRecord, Table, cell_text
from seamark.evaluation.systems import REFERENCE, beside, corpus_of
from seamark.metrics.base import Metric
from seamark.metrics.edit import B, EditWeights, S
from seamark.metrics.labels import ActionF1
from seamark.metrics.levels import TMeasure
from seamark.metrics.names import METRICS, Metrics, as_metrics, metric_text
from seamark.metrics.pairs import AnyCodings
from seamark.metrics.partitions import NCE, AdjustedRand, MutualInformation, PairwiseF, Rand, VMeasure
from seamark.metrics.score import AVERAGES, Average, Scored
from seamark.metrics.signature import Signature
from seamark.metrics.turns import DER, JER, SpanF1
from seamark.metrics.windows import CONVENTIONS, Pk, WindowDiff
from seamark.model.codings import Codings, Kind
from seamark.stats.rows import ROUNDING

#: Systems that have a column each in a table of six.
_MOST_SYSTEMS = 3
#: Systems from best to worst; those that share a place are equal.
Ranking = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class AuditScore(ResultRecord):
    """One metric under one convention.

    Attributes
    ----------
    metric, convention, average
        What was computed.
    k
        The window size, when it is the same for all pairs; otherwise its rule; empty for metrics without windows.
    values
        The mean score of each system; NaN when no pair has one.
    undefined
        How many pairs of each system have no score.
    ranking
        The systems from best to worst.
    signature
        Of the first system.
    reported
        The systems whose value is the reported one.
    """

    metric: str
    convention: str
    average: Average
    k: str
    values: Mapping[str, float]
    undefined: Mapping[str, int]
    ranking: Ranking
    signature: str
    reported: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Audit(ResultRecord):
    """Scores of systems under every convention.

    Attributes
    ----------
    systems
        Their names, in the order given.
    pairs
        How many pairs of reference and hypothesis there are for each system.
    scores
        One per metric, convention and average.
    metrics
        The metrics as they are typed.
    reported
        The published value that was looked for, as it was given; None when none was.
    """

    systems: tuple[str, ...]
    pairs: int
    scores: tuple[AuditScore, ...]
    metrics: tuple[str, ...]
    reported: str | None

    _also = ("signature", "ranking_changes")

    @property
    def signature(self) -> Signature:
        """What was audited; every row has the signature of its metric."""
        options: dict[str, object] = {"metrics": ",".join(self.metrics)}
        options |= {} if self.reported is None else {"reported": self.reported}
        return Signature.of("audit", {"systems": len(self.systems), "pairs": self.pairs, **options})

    @property
    def ranking_changes(self) -> bool:
        """Whether the order of the systems depends on metric, convention or average."""
        return len({score.ranking for score in self.scores}) > 1

    @property
    def _by_metric(self) -> dict[str, list[AuditScore]]:
        names = dict.fromkeys(score.metric for score in self.scores)
        return {name: [score for score in self.scores if score.metric == name] for name in names}

    def rows(self) -> list[dict[str, Any]]:
        """A row per metric, convention and average, with a column for each system, and their order."""
        return [
            {
                "metric": score.metric,
                "convention": score.convention,
                "average": score.average,
                "k": score.k,
                **score.values,
                "ranking": _shown(score.ranking),
                "signature": score.signature,
            }
            for score in self.scores
        ]

    def answer(self) -> tuple[str, ...]:
        """Whether the ranking holds, how far the convention alone moves a score, and where the reported value is."""
        return tuple(self._answer())

    def methods(self) -> Methods:
        """What was scored, by which metrics and how often, and what was found, for a paper."""
        infos = [METRICS[name].info for name in dict.fromkeys(text.partition(":")[0] for text in self.metrics)]
        titles = ", ".join(f"{info.title} {cite(info.citation)}" for info in infos)
        how = (
            f"We scored {counted(len(self.systems), 'system')} on {counted(self.pairs, 'pair')} of reference and "
            f"hypothesis by {titles}: every metric under all conventions in use, or with the options that were given."
        )
        return Methods.of([how, *self.answer()], self.signatures())

    def _answer(self) -> Iterator[str]:
        ways = f"{counted(len(self.scores), 'way')} of computing {counted(len(self._by_metric), 'metric')}"
        if len(self.systems) == 1:
            yield f"{self.systems[0]} was scored in {ways}."
        elif not self.ranking_changes:
            order = _shown(self.scores[0].ranking)
            yield f"The ranking of {counted(len(self.systems), 'system')} is the same in all {ways}: {order}."
        else:
            rankings = Counter(score.ranking for score in self.scores)
            ranking, times = rankings.most_common(1)[0]
            yield (
                f"The ranking depends on the convention: of {ways}, {times} give {_shown(ranking)}, "
                f"{len(self.scores) - times} another order."
            )
        widest, said = 0.0, ""
        for metric, system in product(self._by_metric, self.systems):
            low, high = _ends(self._by_metric[metric], system) or (self.scores[0], self.scores[0])
            width = high.values[system] - low.values[system]
            if width > widest:
                ends = (f"{share(end.values[system])} ({end.convention})" for end in (low, high))
                widest, said = width, f"The convention alone moves {metric} of {system} from {' to '.join(ends)}."
        if said:
            yield said
        if self.reported is not None:
            found = sum(bool(score.reported) for score in self.scores)
            yield f"{counted(found, 'row')} {'gives' if found == 1 else 'give'} the reported {self.reported}."

    def table(self) -> Table:
        """The scores for people, with how many pairs have none: a column per system, or of many systems the ranking.

        Of each metric there are its default, the rows with the smallest and the largest value of each system, and those
        with the reported value.
        """
        kept = {id(score) for score in self.scores if score.reported}
        for scores in self._by_metric.values():
            default = next((score for score in scores if score.average == "macro"), scores[0])
            kept |= {id(default), *(id(one) for system in self.systems for one in _ends(scores, system) or ())}
        marked = ["reported"] if self.reported is not None else []
        few = len(self.systems) + len(marked) <= _MOST_SYSTEMS
        columns = self.systems if few else ("ranking",)
        rows: list[list[Cell]] = []
        for one in self.scores:
            if id(one) in kept:
                cells = [_cell(one, system) for system in self.systems] if few else [_shown(one.ranking)]
                reported = [", ".join(one.reported)] if marked else []
                rows.append([one.metric, one.convention, one.average, *cells, *reported])
        return Table(("metric", "convention", "average", *columns, *marked), rows, keys=3)

    def details(self) -> tuple[Table | str, ...]:
        """Every row, and how many scores are undefined."""
        undefined = sum(number for score in self.scores for number in score.undefined.values())
        left_out = [f"{undefined} scores are undefined and left out of the means"] if undefined else []
        # Signatures are longer than everything else.
        rows = [{name: value for name, value in row.items() if name != "signature"} for row in self.rows()]
        return (Table.of_rows(rows), *left_out)


def _shown(ranking: Ranking) -> str:
    return " > ".join(" = ".join(place) for place in ranking)


def _cell(score: AuditScore, system: str) -> Cell:
    value, undefined = score.values[system], score.undefined[system]
    return f"{cell_text(value)} ({undefined})" if undefined else value


def _ends(scores: Sequence[AuditScore], system: str) -> tuple[AuditScore, AuditScore] | None:
    """The rows with the smallest and the largest value of a system; None where it has no value."""
    known = [score for score in scores if not math.isnan(score.values[system])]
    low, high = (pick(known, key=lambda score: score.values[system], default=None) for pick in (min, max))
    return None if low is None or high is None else (low, high)


# ------------------------------------------- the conventions in use of every metric that is audited, each under a name


#: The metrics that are audited when none are named.
AUDITED: Mapping[Kind, tuple[str, ...]] = MappingProxyType(
    {
        "boundaries": ("windowdiff", "pk", "S", "B"),
        "labels": ("pairwisef", "ari", "nce", "vmeasure", "mi", "actionf1", "edit", "accuracy"),
        "levels": ("t", "S", "B"),
        "spans": ("der", "jer", "spanf1"),
    }
)

_OF_PARTITIONS = (Rand(), AdjustedRand(), PairwiseF(), VMeasure(), NCE())
#: Tools that score turns, and how each maps labels.
_OF_TURNS: Mapping[type[Metric], tuple[tuple[str, Any], ...]] = {
    DER: (("pyannote", "scored"), ("md-eval", "all")),
    JER: (("dscore", "jaccard"), ("pyannote", "common")),
}


class Way(NamedTuple):
    """A metric under one convention; ``boundaries_of_labels`` when it leaves the labels of segments out."""

    convention: str
    metric: Metric
    boundaries_of_labels: bool = False


def ways_of(label: str, metric: Metric, kind: Kind) -> Iterator[Way]:
    """Every convention of a metric, by name; of one that has options of its own, only itself.

    Options that say something about the data, such as a collar or the background, are kept in all of them.
    """
    if metric == WindowDiff() or metric == Pk():
        for convention in CONVENTIONS.values():
            if metric.info.name in convention.metrics:
                yield Way(convention.name, type(metric)(convention=convention.name))
    elif metric == S():
        yield Way("n=2, te (2012)", metric)
        yield Way("n=2, d/n (segeval 2)", S(weights=EditWeights(scale="linear")))
    elif metric == B():
        for n in (2, 3, 10):
            yield Way(f"n={n}", B(n=n))
    elif kind == "labels" and metric in _OF_PARTITIONS:
        yield Way("labels (mir_eval)", metric)
        yield Way("boundaries alone", metric, boundaries_of_labels=True)
    elif metric == MutualInformation():
        yield Way("in nats", metric)
        yield Way("over sqrt (mir_eval)", MutualInformation("sqrt"))
        yield Way("over mean (scikit-learn)", MutualInformation("mean"))
        yield Way("adjusted, max (mir_eval)", MutualInformation("max", adjusted=True))
        yield Way("adjusted, mean (scikit-learn)", MutualInformation("mean", adjusted=True))
    elif isinstance(metric, ActionF1) and metric == ActionF1(background=metric.background):
        without = f", without {', '.join(map(str, metric.background))}" if metric.background else ""
        for percent in (10, 25, 50):
            yield Way(f"F1@{percent}, ms-tcn{without}", ActionF1(percent / 100, metric.background))
            yield Way(f"F1@{percent}, ms-tcn2{without}", ActionF1(percent / 100, metric.background, "ms-tcn2"))
    elif isinstance(metric, DER | JER) and metric == type(metric)(metric.collar):
        for (tool, mapping), skip in product(_OF_TURNS[type(metric)], (False, True)):
            # pyannote.metrics takes both sides of a collar together, other tools each side.
            units = metric.collar * (2 if tool == "pyannote" else 1)
            name = f"{tool}{f', collar {units}' if units else ''}{', no overlaps' if skip else ''}"
            yield Way(name, type(metric)(metric.collar, skip, mapping))
    elif metric == SpanF1():
        for match in ("exact", "overlap", 0.5):
            name = match if isinstance(match, str) else f"IoU {match}"
            yield Way(name, SpanF1(match))
            yield Way(f"{name}, any label", SpanF1(match, labels=False))
    elif metric == TMeasure():
        yield Way("full (mir_eval)", metric)
        yield Way("reduced (mir_eval)", TMeasure(transitive=False))
    else:
        yield Way("as given" if label == metric.info.name else label, metric)


@gc_paused()
def audit(
    reference: AnyCodings,
    systems: Mapping[str, AnyCodings],
    /,
    metrics: Metrics | None = None,
    *,
    reported: float | str | None = None,
) -> Audit:
    """Scores of systems under every convention in use, and whether the ranking of the systems changes.

    Parameters
    ----------
    reference
        One segmentation; a mapping from items to segmentations; or a ``Corpus``, in which every coding of an item
        counts. Labelled segmentations, hierarchies and spans are audited in the same way.
    systems
        The hypotheses by name of the system, each given like the reference, with one segmentation per item.
    metrics
        By name; by default WindowDiff, Pk, S and B of boundaries, metrics of clusters and actions of labels, DER, JER
        and F of spans. Metrics without options are scored under every convention in use; any other, such as
        ``"B:n=4"``, as it is. A collar of turns and the background of actions count under all conventions.
    reported
        A published value, such as ``0.43`` or ``"0.430"``: rows that give it, rounded to as many decimals, are marked.

    Returns
    -------
    Audit

    Raises
    ------
    InputError
        When a system lacks an item, has an item too many, or covers other units; the message names both.

    Examples
    --------
    >>> result = audit([20, 18, 22], {"one": [18, 2, 20, 20], "two": [22, 38]})
    >>> print(result.answer()[1])
    The convention alone moves B of two from .00 (n=2) to .40 (n=10).
    >>> found = audit([20, 18, 22], {"one": [18, 2, 20, 20]}, reported=0.42)
    >>> [(score.metric, score.convention) for score in found.scores if score.reported]
    [('windowdiff', 'nltk')]
    """
    known = by_name(systems, "systems", "segmentations by name of the system")
    if not known:
        raise InputError("there is no system to audit")
    looked_for = None if reported is None else _as_printed(reported)
    references = corpus_of(reference, REFERENCE).in_content_order()
    pairs = {name: beside(references, codings, name) for name, codings in known.items()}
    named = as_metrics(AUDITED[references.kind] if metrics is None else metrics)
    ways = [way for label, metric in named for way in ways_of(label, metric, references.kind)]
    averages = AVERAGES if len(references.codings) > 1 else ("macro",)
    return Audit(
        systems=tuple(known),
        pairs=len(references.codings),
        scores=tuple(score for way in ways for score in _scores(way, averages, pairs, looked_for)),
        metrics=tuple(metric_text(metric) for _, metric in named),
        reported=looked_for,
    )


def _as_printed(given: float | str) -> str:
    """The text of a published value, which must be a number."""
    number: object = given
    if isinstance(given, str):
        with suppress(ValueError):
            number = float(given)
    value = finite_number(number, "reported", lambda _: True, "a number, such as 0.43")
    return given.strip() if isinstance(given, str) else repr(value)


def rounds_to(value: float, published: str) -> bool:
    """Whether a value is the published one to its last digit; half a digit may have been rounded either way.

    Examples
    --------
    >>> rounds_to(9 / 13, "0.6923"), rounds_to(0.69, "0.6923")
    (True, False)
    """
    decimals = len(published.partition(".")[2])
    return abs(value - float(published)) <= 0.5 * 10.0**-decimals + ROUNDING


def _scores(
    way: Way, averages: Sequence[Average], pairs: Mapping[str, tuple[Codings, Codings]], reported: str | None
) -> Iterator[AuditScore]:
    """The row of each average; pairs are counted once for all of them."""
    metric, sums = way.metric, {}
    for name, (one, other) in pairs.items():
        sides = (one.boundaries(), other.boundaries()) if way.boundaries_of_labels else (one, other)
        bound = metric.bind(*sides)
        sums[name] = Scored.of(metric, bound.count(workers=None)).summed(metric, bound.signature)
    resolved = next(iter(sums.values()))
    for average in averages:
        values = {name: one.mean(average) for name, one in sums.items()}
        found = [name for name, value in values.items() if reported is not None and rounds_to(value, reported)]
        signature = resolved.signature_of(average)
        yield AuditScore(
            metric=metric.info.name,
            convention=way.convention,
            average=average,
            k=dict(signature.options).get("k", "").rpartition("=")[2],
            values=values,
            undefined={name: one.undefined for name, one in sums.items()},
            ranking=_ranked(values, metric.info.higher_is_better),
            signature=str(signature),
            reported=tuple(found),
        )


def _ranked(values: Mapping[str, float], higher_is_better: bool) -> Ranking:
    sign = -1.0 if higher_is_better else 1.0
    order = sorted(values, key=lambda name: (math.isnan(values[name]), sign * values[name]))
    places: list[list[str]] = []
    for name in order:
        best_here = values[places[-1][0]] if places else math.inf
        if abs(best_here - values[name]) <= ROUNDING or (math.isnan(best_here) and math.isnan(values[name])):
            places[-1].append(name)
        else:
            places.append([name])
    return tuple(tuple(sorted(place)) for place in places)
