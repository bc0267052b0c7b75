"""Segmenters and baselines that join a group of humans, checked against the humans' corpus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import cast

import numpy as np

from seamark.errors import InputError
from seamark.kernels.columns import Int64Array
from seamark.metrics.pairing import Codings, paired
from seamark.model.array import SegmentationArray
from seamark.model.corpus import Corpus
from seamark.model.gather import gather
from seamark.model.segmentation import Segmentation
from seamark.segmenters.baselines import Baseline


@dataclass(frozen=True, slots=True, eq=False)
class Newcomer:
    """A segmenter or a baseline that is to join: the ascending numbers of its items in the humans' corpus, and a
    segmentation of each of them, draw after draw; only random baselines have several draws.
    """

    name: str
    items: Int64Array
    segmentations: SegmentationArray

    @classmethod
    def of_segmenter(cls, name: str, codings: Codings, humans: Corpus) -> Newcomer:
        """A segmenter, which may lack items; an error when it does not fit the humans' corpus."""
        if name in humans.coder_names:
            raise InputError(f"segmenter {name!r} has the name of a human coder; expected another name")
        if not isinstance(codings, Mapping):
            raise InputError(f"{name} is a {type(codings).__name__}; expected a segmentation per item")
        items = [number for number, item in enumerate(humans.item_names) if item in codings]
        if not items:
            raise InputError(f"{name} has none of the humans' items; expected names such as {humans.item_names[0]!r}")
        # One human per item is enough to check the units: all humans of an item have the same.
        first_humans = {humans.item_names[number]: _first_coding(humans, number) for number in items}
        # Both hold boundaries, as the humans do.
        segmentations = cast("SegmentationArray", paired(first_humans, cast("Codings", codings), name=name)[1])
        _require_known_types(name, segmentations, humans)
        return cls(name, np.array(items, dtype=np.int64), segmentations)

    @classmethod
    def of_baseline(cls, baseline: Baseline) -> Newcomer:
        """A baseline, which has segmented everything."""
        return cls(baseline.name, np.arange(len(baseline.items)), baseline.segmentations)

    @property
    def draws(self) -> int:
        """How many draws there are."""
        return len(self.segmentations) // len(self.items)

    def among(self, judged: Int64Array) -> Newcomer:
        """A newcomer of one draw on those of the judged items that it has, numbered by their place among them."""
        rows = np.flatnonzero(np.isin(self.items, judged))
        if not rows.size:
            raise InputError(f"{self.name} has none of the items that at least two humans coded")
        return Newcomer(self.name, np.searchsorted(judged, self.items[rows]), gather(self.segmentations, rows))


def _first_coding(humans: Corpus, item: int) -> dict[str, Segmentation]:
    row = int(np.searchsorted(humans.item_index, item))
    return {humans.coder_names[int(humans.coder_index[row])]: humans.codings[row]}


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
