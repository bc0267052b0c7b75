"""Segmenters and baselines that join a group of humans, checked against the humans' corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from seamark.errors import InputError, MassMismatchError
from seamark.evaluation.references import codings_of_system
from seamark.kernels.columns import Int64Array
from seamark.metrics.pairing import Codings
from seamark.model.array import SegmentationArray
from seamark.model.corpus import Corpus
from seamark.model.gather import gather
from seamark.segmenters.baselines import DrawnBaseline


@dataclass(frozen=True, slots=True, eq=False)
class Newcomer:
    """A segmenter or a baseline that is to join.

    ``items`` are the ascending numbers of its items in the humans' corpus. ``drawn`` gives a segmentation of each of
    them, draw after draw, as many draws at a time as one asks for; only random baselines have several.
    """

    name: str
    items: Int64Array
    draws: int
    drawn: Callable[[int], Iterator[SegmentationArray]]

    @classmethod
    def of_segmenter(cls, name: str, codings: Codings, humans: Corpus) -> Newcomer:
        """A segmenter, which may lack items; an error when it does not fit the humans' corpus."""
        if name in humans.coder_names:
            raise InputError(f"segmenter {name!r} has the name of a human coder; expected another name")
        if not isinstance(codings, Mapping):
            raise InputError(f"{name} is a {type(codings).__name__}; expected a segmentation per item")
        items = np.array([number for number, item in enumerate(humans.item_names) if item in codings], dtype=np.int64)
        if not items.size:
            raise InputError(f"{name} has none of the humans' items; expected names such as {humans.item_names[0]!r}")
        unknown = next((item for item in codings if item not in humans), None)
        if unknown is not None:
            raise InputError(f"{name} has item {unknown!r}, which the reference does not have")
        segmentations = codings_of_system(codings, [humans.item_names[number] for number in items], name)
        _require_same_units(name, segmentations, humans, items)
        _require_known_types(name, segmentations, humans)
        return cls(name, items, 1, lambda _: iter((segmentations,)))

    @classmethod
    def of_baseline(cls, baseline: DrawnBaseline) -> Newcomer:
        """A baseline, which has segmented everything."""
        return cls(baseline.name, np.arange(len(baseline.items)), baseline.draws, baseline.drawn)

    def among(self, judged: Int64Array) -> Newcomer:
        """A newcomer of one draw on those of the judged items that it has, numbered by their place among them."""
        rows = np.flatnonzero(np.isin(self.items, judged))
        if not rows.size:
            raise InputError(f"{self.name} has none of the items that at least two humans coded")
        kept = gather(next(self.drawn(1)), rows)
        return Newcomer(self.name, np.searchsorted(judged, self.items[rows]), 1, lambda _: iter((kept,)))


def _require_same_units(name: str, segmentations: SegmentationArray, humans: Corpus, items: Int64Array) -> None:
    # One human per item is enough: all humans of an item have the same units.
    first = np.searchsorted(humans.item_index, items)
    different = np.flatnonzero(segmentations.masses != humans.codings.masses[first])
    if different.size:
        row = int(first[different[0]])
        item, human = humans.item_names[humans.item_index[row]], humans.coder_names[humans.coder_index[row]]
        raise MassMismatchError(
            f"item {item!r}: coder {human!r} covers {humans.codings.masses[row]} units, "
            f"{name} covers {segmentations.masses[different[0]]}"
        )


def _require_known_types(name: str, segmentations: SegmentationArray, humans: Corpus) -> None:
    unknown = [label for label in segmentations.types if label not in humans.types]
    if unknown and humans.types:
        known = ", ".join(repr(label) for label in humans.types)
        raise InputError(f"{name} places boundaries of type {unknown[0]!r}; the humans' types are {known}")


def require_other_names(segmenters: Iterable[str], baselines: Iterable[str]) -> None:
    """Refuse a segmenter that has the name of a baseline."""
    clash = sorted({*segmenters} & {*baselines})
    if clash:
        raise InputError(f"segmenter {clash[0]!r} has the name of a baseline; rename it, or compare without baselines")
