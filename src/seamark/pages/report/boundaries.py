"""The report on boundaries: agreement under several metrics, items, coders and their pairs, disputes, segmenters."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

import numpy as np

from seamark.agreement.agree import Agreement, agreement_of
from seamark.agreement.coefficients import CoefficientName, Similarity
from seamark.agreement.consensus import consensus
from seamark.agreement.diagnose import are_alike, diagnosis_of, misses_between, misses_of
from seamark.agreement.disputes import BoundaryGroup, groups_of_item, item_links
from seamark.agreement.intervals import IntervalPlan
from seamark.agreement.measurement import Measurement
from seamark.agreement.sentences import AgreementTable
from seamark.agreement.shuffled import SHUFFLES
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.numbers import counted, plural, share
from seamark.evaluation.compare import compare
from seamark.evaluation.human_comparison import Evaluation
from seamark.io.annotations import work_of
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.edit import B, EditCounts, S, align_pairs, edits_of
from seamark.metrics.pairs import BoundaryCodings, Pairs
from seamark.model.alignment import FULL_MISS, MATCH, NEAR_MISS, OTHER_TYPE, Alignment
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation
from seamark.pages.report.parts import Card, ItemRow, Scale, explored_items, marks_of, pair_views, shares_of

#: Bytes for texts.
MOST_TEXT: Final = 1_200_000
# More items are not read, and the consensus of each takes some milliseconds.
_MOST_ITEMS: Final = 1_000
_HARDEST = 6
_MOST_CODERS = 200

#: What became of the boundaries of a pair, in the order of its lists.
_GROUPS: Final = ((MATCH, None), (NEAR_MISS, None), (FULL_MISS, "a"), (FULL_MISS, "b"), (OTHER_TYPE, None))


@dataclass(frozen=True, slots=True)
class Plan:
    """How a report is made; the choices are those of ``write_report``."""

    metric: Metric = field(default_factory=B)
    coefficient: CoefficientName = "pi"
    ci: float = 0.95
    resamples: int = 10_000
    seed: int = 0
    texts: bool = True

    @property
    def edits(self) -> EditCounts:
        """How two codings are aligned."""
        return edits_of(self.metric)


def lead_metric(corpus: Corpus) -> Metric:
    """B, or S where the distance of boundary types, which B needs, is unknown."""
    with suppress(InputError):
        B().bind(corpus.codings)
        return B()
    return S()


def boundary_report(
    corpus: Corpus, plan: Plan, systems: Mapping[str, BoundaryCodings], item: str
) -> tuple[list[ItemRow], dict[str, Any], dict[str, Any]]:
    """The items from the hardest, what the template shows, what the script works on; ``item`` is what one is called."""
    measured = Measurement.of(corpus, plan.metric).in_detail().require_pairs()
    misses = misses_between(measured)
    found = diagnosis_of(measured, plan.coefficient, misses, ci=plan.ci, rng=plan.seed)
    levels = list(_levels(corpus, measured, plan))
    lead: Agreement = levels[0].found
    rows = item_rows(corpus, lead, misses.per_item())
    ordered = sorted(map(rows.__getitem__, lead.ranking), key=lambda row: math.isnan(row.value))
    alike = are_alike(part.shrunken for part in lead.per_item.values())
    hard = [] if alike else [row for row in ordered if row.value < 1][: min(_HARDEST, len(rows) // 2)]
    data, disputed = explorer(corpus, measured, [row.name for row in ordered], plan)
    coders = {row["coder"]: found.coders[row["coder"]] for row in found.rows()}
    table = AgreementTable(tuple(level.found for level in levels), found.misses)
    verdicts = [*table.answer(), f"{found.verdict.rstrip('.')}."]
    if hard:
        best = hard[0].found.shrunken
        guess = "" if best is None else f", best guess {share(best)}"
        verdicts.append(f"The coders agree least on {hard[0].name}: {share(hard[0].value)} above shuffled{guess}.")
    elif alike:
        verdicts.append(f"{plural(item).capitalize()} differ no more than expected by chance.")
    kinds = (found.misses.matches, found.misses.near, found.misses.full, found.misses.substituted)
    evaluation = compare(corpus, systems, plan.metric, plan.coefficient, ci=plan.ci, rng=plan.seed) if systems else None
    contents = {
        "plan": plan,
        "result": lead,
        "levels": levels,
        "codings": len(measured.rows.rows),
        "units": int(measured.lengths.sum()),
        "kinds": shares_of(dict(zip(("match", "near", "full", "other"), kinds, strict=True))),
        "hardest": hard,
        "verdicts": verdicts,
        "like": list(table.reference_rows()),
        "prevalence": found.prevalence,
        "coder_scale": Scale.around(one.above_shuffled for one in coders.values()),
        "coders": list(coders.items())[:_MOST_CODERS],
        "views": pair_views(
            ((*names, pair.items, pair.similarity) for names, pair in found.pairs.items()), high_is_alike=True
        ),
        "types": data["types"],
        "remarks": remarks(corpus),
        "disputed": disputed,
        "evaluation": evaluation,
        "changes": None if evaluation is None else Scale(*change_range(evaluation)),
    }
    return ordered, contents, data


def change_range(result: Evaluation) -> tuple[float, float]:
    """The changes that matter: from the worst to the best of humans and segmenters, with a margin on both sides."""
    ends = [0.0, result.band.low, result.band.high, *(standing.change for standing in result.segmenters)]
    known = [end for end in ends if not math.isnan(end)]
    margin = (max(known) - min(known)) / 4 or 0.01
    return min(known) - margin, max(known) + margin


def _levels(corpus: Corpus, measured: Measurement, plan: Plan) -> Iterator[Card]:
    """Agreement under the metric of the page, which must have a value, and under B and S, which read sparse boundaries
    differently, as far as they have one.
    """
    yield _level(measured, plan)
    for kind in (B, S):
        if not isinstance(plan.metric, kind):
            with suppress(InputError, UndefinedScoreError):  # such as B of types that are not numbers
                yield _level(Measurement.of(corpus, kind(n=plan.edits.n, types=plan.edits.types)), plan)


def _level(measured: Measurement, plan: Plan) -> Card:
    """Agreement as it was measured; without an interval where there are too few coders and items."""
    wanted = IntervalPlan(plan.ci, resamples=plan.resamples)
    try:
        found = agreement_of(measured, plan.coefficient, plan=wanted, shuffles=SHUFFLES, rng=plan.seed)
    except InputError:
        found = agreement_of(measured, plan.coefficient, shuffles=SHUFFLES, rng=plan.seed)
    items = [part.above_shuffled for part in found.per_item.values() if not math.isnan(part.above_shuffled)]
    return Card(measured.metric.info.title, found, found.above_shuffled, found.above_interval, items, 0.0)


def item_rows(corpus: Corpus, agreement: Agreement, misses: FloatArray) -> dict[str, ItemRow]:
    """Every item, in the order of the corpus; ``misses`` holds a sum of rows of ``EditCounts`` for each."""
    marks, rows = marks_of(corpus), {}
    for number, item in enumerate(corpus):
        part, missed = agreement.per_item[item], misses_of(misses[number])
        everybody = sum(mark.coders == mark.voters for mark in marks[item])
        alone = sum(mark.coders == 1 for mark in marks[item])
        in_words = (
            f"{part.coders} coders marked {len(marks[item]):,} of {counted(part.mass - 1, 'possible boundary')}: "
            f"{everybody or 'none'} by all coders, {alone or 'none'} by one coder only. Over all pairs of coders, "
            f"{counted(missed.matches, 'match')}, {counted(missed.near, 'near miss')} and "
            f"{counted(missed.full, 'full miss')}."
        )
        rows[item] = ItemRow(number, item, part.mass, part.coders, part.above_shuffled, marks[item], in_words, part)
    return rows


def remarks(corpus: Corpus) -> list[tuple[str, str, int | None, str, bool]]:
    """What the coders wrote on annotation pages: coder, item, boundary, comment, and whether unsure."""
    found, work = [], work_of(corpus)
    for coder in (name for name in corpus.coder_names if name in work):
        for item, done in work[coder].items.items():
            notes: list[tuple[int | None, Any]] = [(None, done), *((note.position, note) for note in done.boundaries)]
            found += [(coder, item, place, note.comment, note.unsure) for place, note in notes if note.comment.strip()]
    return found


# ------------------------------- the data of the explorer: codings, and what sets every two of them apart, in few bytes


def explorer(
    corpus: Corpus, measured: Measurement, order: Sequence[str], plan: Plan
) -> tuple[dict[str, Any], list[BoundaryGroup]]:
    """What the script shows of every two coders of an item, and what coders dispute in these items, from the most.

    Items are taken in the given order as far as there is room.
    """
    considered = order[:_MOST_ITEMS]
    together = consensus(corpus.subset(items=considered))
    labels = corpus.types if set(corpus.types) - {DEFAULT_TYPE} else ()
    groups: dict[str, list[BoundaryGroup]] = {}

    def entry(item: str) -> dict[str, Any]:
        made, groups[item] = _item(corpus, item, together[item], labels, plan, measured)
        return made

    held = explored_items(corpus, considered, entry)
    if plan.texts:
        _add_texts({item: held[item] for item in considered if item in held}, corpus.texts)
    disputed = [group for item in considered if item in held for group in groups[item] if group.disagreement > 0]
    data = {
        "coders": [*corpus.coder_names, "consensus of the coders"],
        "types": [str(label) for label in labels],
        "similarity": Similarity(plan.metric).label,
        "items": list(held.values()),
        "first": list(held).index(order[0]),
    }
    return data, sorted(disputed, key=lambda group: -group.disagreement)


def _item(
    corpus: Corpus,
    item: str,
    together: Segmentation,
    labels: tuple[Hashable, ...],
    plan: Plan,
    measured: Measurement,
) -> tuple[dict[str, Any], list[BoundaryGroup]]:
    numbers = {name: number for number, name in enumerate(corpus.coder_names)}
    codings = {numbers[coder]: coding for coder, coding in corpus[item].items()}
    if len(codings) > 2:  # the consensus of two coders is what both say, which the lanes show anyway
        codings[len(numbers)] = together
    names = list(combinations(codings, 2))
    a, b = (SegmentationArray.from_segmentations(codings[pair[side]] for pair in names) for side in (0, 1))
    alignments = align_pairs(a, b, plan.edits)
    rows = np.arange(len(names))
    bound = measured.similarity.bind(*(side.with_names(measured.types) for side in (a, b)))
    values = measured.observed.of_sums(bound.count(Pairs(rows, rows, rows))).tolist()
    texts = corpus.texts.get(item) if plan.texts else None
    own = SegmentationArray.from_segmentations(corpus[item].values())
    [links] = item_links(own, np.array([0, len(own)]), plan.edits)
    places = {coder: coding.boundaries for coder, coding in corpus[item].items()}
    groups = groups_of_item(item, places, links, together, plan.edits.n, texts)
    entry = {
        "name": item,
        "mass": corpus.lengths[item],
        "codings": {str(number): _positions(coding, labels) for number, coding in codings.items()},
        "pairs": {
            f"{one},{other}": [None if math.isnan(value) else round(value, 4), *_outcomes(alignment, labels)]
            for (one, other), value, alignment in zip(names, values, alignments, strict=True)
        },
    }
    return entry, groups


def _positions(coding: Segmentation, labels: tuple[Hashable, ...]) -> list[Any]:
    """Where the boundaries are; with several types, each as a place and the number of its type."""
    if not labels:
        return list(coding.positions)
    return [[place, labels.index(label)] for place, label in coding.boundaries]


def _outcomes(alignment: Alignment, labels: tuple[Hashable, ...]) -> list[list[Any]]:
    """Matches, near misses, boundaries of the first only, of the second only, and places of another type.

    Each is its places without repetition, followed by the numbers of its types when there are several.
    """
    groups: list[list[Any]] = [[] for _ in _GROUPS]
    for outcome in alignment.outcomes:
        types = [label for label in outcome.types if label is not None] if labels else []
        places = [place for place in outcome.positions if place is not None]
        entry = [*dict.fromkeys(places), *map(labels.index, dict.fromkeys(types))]
        groups[_GROUPS.index((outcome.kind, outcome.only))].append(entry if len(entry) > 1 else entry[0])
    return groups


def _add_texts(held: Mapping[str, dict[str, Any]], texts: Mapping[str, Sequence[str]]) -> None:
    """Put texts into the entries as far as there is room; the hardest items come first."""
    used = 0
    for item in held:
        used += sum(len(unit) + 3 for unit in texts.get(item, ()))
        if item in texts and used <= MOST_TEXT:
            held[item]["texts"] = texts[item]
