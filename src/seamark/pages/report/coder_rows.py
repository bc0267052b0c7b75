"""The profiles of coders, and who is like whom."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator
from dataclasses import dataclass

import numpy as np

from seamark.agreement import CoderDiagnosis, Diagnosis
from seamark.model.corpus import Corpus


@dataclass(frozen=True, slots=True)
class CoderRow:
    """One coder beside the others.

    Attributes
    ----------
    excess
        How many more boundaries the coder places than the others do on the same items: 0.2 means a fifth more. NaN when
        nobody else coded these items, or nobody placed a boundary.
    """

    name: str
    group: Hashable
    diagnosis: CoderDiagnosis
    excess: float


def coder_rows(corpus: Corpus, found: Diagnosis) -> tuple[CoderRow, ...]:
    """Every coder, in the order of the corpus."""
    excesses = _boundary_excess(corpus)
    return tuple(
        CoderRow(name, corpus.groups.get(name), found.coders[name], excess)
        for name, excess in zip(corpus.coder_names, excesses, strict=True)
    )


def _boundary_excess(corpus: Corpus) -> list[float]:
    """Own boundaries over those of the mean other coder of the same items, minus 1."""
    boundaries = np.diff(corpus.codings.columns.offsets).astype(np.float64)
    item, coder = corpus.item_index, corpus.coder_index
    others = np.bincount(item)[item] - 1
    with_others = others > 0
    mean_of_others = (np.bincount(item, boundaries)[item] - boundaries) / np.maximum(others, 1)
    size = len(corpus.coder_names)
    own = np.bincount(coder[with_others], boundaries[with_others], size)
    expected = np.bincount(coder[with_others], mean_of_others[with_others], size)
    ratios = np.divide(own, expected, out=np.full(size, math.nan), where=expected > 0)
    excesses: list[float] = (ratios - 1).tolist()
    return excesses


@dataclass(frozen=True, slots=True)
class LinkedCoders:
    """Coders who are linked by items they coded together: the most that a matrix can show without empty corners.

    ``name`` is the group that all of them belong to. ``cells`` has a row per coder: similarities, None on the diagonal,
    NaN for those who have no item in common.
    """

    name: str | None
    coders: tuple[str, ...]
    cells: tuple[tuple[float | None, ...], ...]


def linked_coders(corpus: Corpus, found: Diagnosis) -> tuple[LinkedCoders, ...]:
    """All coders, in groups of those who coded something together, directly or through others."""
    return tuple(_matrix(corpus, found, members) for members in _components(found) if len(members) > 1)


def _components(found: Diagnosis) -> Iterator[list[int]]:
    met = ~np.isnan(found.matrix)
    left = set(range(len(met)))
    while left:
        frontier = [min(left)]
        members: set[int] = set()
        while frontier:
            one = frontier.pop()
            members.add(one)
            frontier += [other for other in np.flatnonzero(met[one]).tolist() if other not in members]
        left -= members
        yield sorted(members)


def _matrix(corpus: Corpus, found: Diagnosis, members: list[int]) -> LinkedCoders:
    names = tuple(corpus.coder_names[number] for number in members)
    groups = {corpus.groups.get(name) for name in names}
    group = groups.pop() if len(groups) == 1 else None
    cells = tuple(
        tuple(None if one == other else float(found.matrix[one, other]) for other in members) for one in members
    )
    return LinkedCoders(None if group is None else str(group), names, cells)
