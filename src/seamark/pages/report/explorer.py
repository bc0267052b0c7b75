"""The data of the explorer: codings, and what sets every two of them apart, in few bytes."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from seamark.agreement import consensus
from seamark.agreement.similarity import Similarity
from seamark.metrics.batch import count_pairs
from seamark.model.alignment import Alignment
from seamark.model.array import SegmentationArray
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation
from seamark.pages.report.plan import Plan

#: Bytes that codings and edits may take, and bytes for texts: the page shall open at once and fit into a mail.
_MOST_DATA: Final = 1_000_000
_MOST_TEXT: Final = 1_200_000
#: A unit that is longer is cut when the texts would take more than that.
_CUT: Final = 280
# A consensus of two coders is what both say, which the lanes show anyway.
_FEWEST_FOR_CONSENSUS = 3


@dataclass(frozen=True, slots=True)
class Explorer:
    """What the page needs to show any two coders of an item.

    Attributes
    ----------
    data
        For the script, ready for JSON.
    items
        How many items it holds; the hardest ones, when not all have room.
    """

    data: Mapping[str, Any]
    items: int

    def as_script(self) -> str:
        r"""JSON that can stand inside a script element: no ``<``, so that nothing in a name can end it.

        Examples
        --------
        >>> print(Explorer({"name": "</script>"}, 0).as_script())
        {"name":"\u003c/script\u003e"}
        """
        text = json.dumps(self.data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        for character in "<>&\u2028\u2029":
            text = text.replace(character, f"\\u{ord(character):04x}")
        return text


def explorer(corpus: Corpus, order: Sequence[str], plan: Plan) -> Explorer:
    """Items in the given order as far as there is room, then shown in the order of the corpus."""
    votes = consensus(corpus, threshold="majority")
    labels = corpus.types if set(corpus.types) - {DEFAULT_TYPE} else ()
    held: dict[str, dict[str, Any]] = {}
    used = 0
    for item in order:
        entry = _item(corpus, item, votes[item], labels, plan)
        used += len(json.dumps(entry))
        if held and used > _MOST_DATA:
            break
        held[item] = entry
    if plan.texts:
        _add_texts(held, corpus.texts)
    shown = [item for item in corpus if item in held]
    data = {
        "coders": [*corpus.coder_names, "consensus of most coders"],
        "types": [str(label) for label in labels],
        "similarity": plan.similarity.label,
        "items": [held[item] for item in shown],
        "first": shown.index(order[0]),
    }
    return Explorer(data, len(held))


def _item(
    corpus: Corpus, item: str, majority: Segmentation, labels: tuple[Hashable, ...], plan: Plan
) -> dict[str, Any]:
    numbers = {name: number for number, name in enumerate(corpus.coder_names)}
    codings = {numbers[coder]: coding for coder, coding in corpus[item].items()}
    if len(codings) >= _FEWEST_FOR_CONSENSUS:
        codings[len(numbers)] = majority
    pairs = list(combinations(codings, 2))
    values = _similarities([(codings[a], codings[b]) for a, b in pairs], plan.similarity)
    return {
        "name": item,
        "mass": corpus.masses[item],
        "codings": {str(number): _positions(coding, labels) for number, coding in codings.items()},
        "pairs": {
            f"{a},{b}": [value, *_edits(plan.align(codings[a], codings[b]), labels)]
            for (a, b), value in zip(pairs, values, strict=True)
        },
    }


def _positions(coding: Segmentation, labels: tuple[Hashable, ...]) -> list[Any]:
    """Where the boundaries are; with several types, each as a place and the number of its type."""
    if not labels:
        return list(coding.positions)
    return [[place, labels.index(label)] for place, label in coding.boundaries]


def _edits(alignment: Alignment, labels: tuple[Hashable, ...]) -> tuple[list[Any], list[Any]]:
    """Near misses and substitutions; matches and full misses follow from the positions."""
    near = [
        [edit.position_a, edit.position_b, *([labels.index(edit.type)] if labels else [])]
        for edit in alignment.transpositions
    ]
    other = [[edit.position, labels.index(edit.type_a), labels.index(edit.type_b)] for edit in alignment.substitutions]
    return near, other


def _similarities(pairs: Iterable[tuple[Segmentation, Segmentation]], similarity: Similarity) -> list[float | None]:
    listed = list(pairs)
    if not listed:
        return []
    a, b = (SegmentationArray.from_segmentations(side) for side in zip(*listed, strict=True))
    rows = count_pairs(similarity.metric, a, b)
    if not similarity.metric.info.symmetric:
        rows = rows + count_pairs(similarity.metric, b, a)
    # NaN is not JSON.
    return [None if value != value else round(value, 4) for value in similarity.of_rows(rows).tolist()]


def _add_texts(held: Mapping[str, dict[str, Any]], texts: Mapping[str, Sequence[str]]) -> None:
    """Put texts into the entries, cut or left out as far as there is no room; the hardest items come first."""
    known = {item: texts[item] for item in held if item in texts}
    cut = sum(len(unit) for units in known.values() for unit in units) > _MOST_TEXT
    used = 0
    for item, units in known.items():
        shown = [_shortened(unit) if cut else unit for unit in units]
        used += sum(len(unit) + 3 for unit in shown)
        if used > _MOST_TEXT:
            break
        held[item]["texts"] = shown


def _shortened(unit: str) -> str:
    return unit if len(unit) <= _CUT else f"{unit[:_CUT].rstrip()} …"
