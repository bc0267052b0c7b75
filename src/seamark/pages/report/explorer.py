"""The data of the explorer: codings, and what sets every two of them apart, in few bytes."""

from __future__ import annotations

import json
import math
from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, NamedTuple

from seamark.agreement.consensus import consensus
from seamark.agreement.disputes import BoundaryGroup, groups_of_item
from seamark.agreement.measurement import Measurement
from seamark.metrics.edit import align_pairs
from seamark.model.alignment import Alignment
from seamark.model.array import SegmentationArray
from seamark.model.boundary_outcomes import FULL_MISS, MATCH, NEAR_MISS, OTHER_TYPE
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation
from seamark.pages.report.plan import Plan

#: Bytes that codings and edits may take, and bytes for texts: the page shall open at once and fit into a mail.
MOST_DATA: Final = 1_000_000
MOST_TEXT: Final = 1_200_000
#: A unit that is longer is cut when the texts would take more than that.
_CUT: Final = 280
#: More items nobody goes through, and the consensus of each takes some milliseconds.
_MOST_ITEMS: Final = 1_000
# A consensus of two coders is what both say, which the lanes show anyway.
_FEWEST_FOR_CONSENSUS = 3

#: What became of the boundaries of a pair, in the order of its lists.
_GROUPS: Final = ((MATCH, None), (NEAR_MISS, None), (FULL_MISS, "a"), (FULL_MISS, "b"), (OTHER_TYPE, None))


class Explored(NamedTuple):
    """What the script of the page works on, and what coders dispute in its items, the most disputed first."""

    data: dict[str, Any]
    disputed: list[BoundaryGroup]


def explorer(
    corpus: Corpus,
    measured: Measurement,
    order: Sequence[str],
    plan: Plan,
    *,
    most_data: int = MOST_DATA,
    most_text: int = MOST_TEXT,
) -> Explored:
    """What the script shows of every two coders of an item: items in the given order as far as there is room."""
    considered = order[:_MOST_ITEMS]
    together = consensus(corpus.subset(items=considered))
    numbers = [number for number, item in enumerate(corpus) if item in together]
    values = _similarities(measured, measured.beside(SegmentationArray.from_segmentations(together.values()), numbers))
    labels = corpus.types if set(corpus.types) - {DEFAULT_TYPE} else ()
    held: dict[str, dict[str, Any]] = {}
    disputed: list[BoundaryGroup] = []
    used = 0
    for item in considered:
        entry, groups = _item(corpus, item, together[item], labels, plan, values[item])
        used += len(json.dumps(entry))
        if held and used > most_data:
            break
        held[item] = entry
        disputed += [group for group in groups if group.disagreement > 0]
    if plan.texts:
        _add_texts(held, corpus.texts, most_text)
    shown = [item for item in corpus if item in held]
    data = {
        "coders": [*corpus.coder_names, "consensus of the coders"],
        "types": [str(label) for label in labels],
        "similarity": plan.similarity.label,
        "items": [held[item] for item in shown],
        "first": shown.index(order[0]),
    }
    return Explored(data, sorted(disputed, key=lambda group: -group.disagreement))


def _item(
    corpus: Corpus,
    item: str,
    together: Segmentation,
    labels: tuple[Hashable, ...],
    plan: Plan,
    values: Mapping[tuple[int, int], float | None],
) -> tuple[dict[str, Any], list[BoundaryGroup]]:
    numbers = {name: number for number, name in enumerate(corpus.coder_names)}
    codings = {numbers[coder]: coding for coder, coding in corpus[item].items()}
    if len(codings) >= _FEWEST_FOR_CONSENSUS:
        codings[len(numbers)] = together
    names = list(combinations(codings, 2))
    n, weights, types = plan.edits
    a, b = (SegmentationArray.from_segmentations(codings[pair[side]] for pair in names) for side in (0, 1))
    alignments = align_pairs(a, b, n=n, weights=weights, types=types)
    between_coders = [alignment for pair, alignment in zip(names, alignments, strict=True) if pair[1] != len(numbers)]
    texts = corpus.texts.get(item) if plan.texts else None
    groups = groups_of_item(item, corpus[item], between_coders, together, n, texts)
    entry = {
        "name": item,
        "mass": corpus.masses[item],
        "codings": {str(number): _positions(coding, labels) for number, coding in codings.items()},
        "pairs": {
            f"{one},{other}": [values[one, other], *_outcomes(alignment, labels)]
            for (one, other), alignment in zip(names, alignments, strict=True)
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
        types = [label for label in (outcome.type_a, outcome.type_b) if label is not None] if labels else []
        places = [place for place in (outcome.position_a, outcome.position_b) if place is not None]
        entry = [*dict.fromkeys(places), *map(labels.index, dict.fromkeys(types))]
        groups[_GROUPS.index((outcome.kind, outcome.only))].append(entry if len(entry) > 1 else entry[0])
    return groups


def _similarities(*parts: Measurement) -> dict[str, dict[tuple[int, int], float | None]]:
    """For every item the similarity of each pair of coders, by their numbers; None where it has no value."""
    found: dict[str, dict[tuple[int, int], float | None]] = {item: {} for item in parts[0].item_names}
    for part in parts:
        pairs = part.pairs.each
        columns = (pairs.item, *pairs.coder, part.observed.of_sums(pairs.rows))
        for item, first, second, value in zip(*(column.tolist() for column in columns), strict=True):
            found[part.item_names[item]][first, second] = None if math.isnan(value) else round(value, 4)
    return found


def _add_texts(held: Mapping[str, dict[str, Any]], texts: Mapping[str, Sequence[str]], most: int) -> None:
    """Put texts into the entries, cut or left out as far as there is no room; the hardest items come first."""
    known = {item: texts[item] for item in held if item in texts}
    cut = sum(len(unit) for units in known.values() for unit in units) > most
    used = 0
    for item, units in known.items():
        shown = [_shortened(unit) if cut else unit for unit in units]
        used += sum(len(unit) + 3 for unit in shown)
        if used > most:
            break
        held[item]["texts"] = shown


def _shortened(unit: str) -> str:
    return unit if len(unit) <= _CUT else f"{unit[:_CUT].rstrip()} …"
