"""Scales and marks on the axes of a report."""

from __future__ import annotations

import json
import math
import os
import shlex
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from statistics import fmean, median
from typing import Any, Final, NamedTuple

import numpy as np

from seamark.agreement import Agreement, CoderDiagnosis, Diagnosis, ItemAgreement, Misses
from seamark.agreement.chance import CoefficientName, Similarity
from seamark.agreement.consensus import consensus
from seamark.agreement.diagnose import misses_of
from seamark.agreement.disputes import BoundaryGroup, groups_of_item
from seamark.agreement.measurement import Measurement
from seamark.base.checks import items_of, of_kind, path_of
from seamark.base.numbers import counted
from seamark.charts.boundaries import MarkedPlace, marked_places
from seamark.io import LoadReport
from seamark.io.annotations import CoderWork, work_of
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.edit import EditOptions, align_pairs, edit_options_of
from seamark.metrics.similarity import B, S
from seamark.model.alignment import FULL_MISS, MATCH, NEAR_MISS, OTHER_TYPE, Alignment
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation

#: Marks on an axis, and the seconds that people count in.
_TICKS: Final = 6
_ROUND_TIMES: Final = (15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600)


def scale(values: Iterable[float]) -> tuple[float, float]:
    """The ends of a scale on which the values can be told apart, in steps of a twentieth."""
    known = [value for value in values if not math.isnan(value)] or [0.0]
    low, high = math.floor(20 * min(known)) / 20, math.ceil(20 * max(known)) / 20
    return low, max(high, low + 0.05)


def ticks(units: int, resolution: float | None) -> list[float]:
    """Round places on an axis of so many units, a handful; round times where units are steps of time."""
    if resolution is None:
        step = max(1, round(_step(units, ())))
        return list(range(0, units + 1, step))
    length = units * resolution
    step_of_time = _step(length, _ROUND_TIMES)
    return [number * step_of_time / resolution for number in range(int(length / step_of_time) + 1)]


def _step(length: float, also: tuple[float, ...]) -> float:
    power = 10.0 ** math.floor(math.log10(length / _TICKS))
    return next(step for step in sorted((*(f * power for f in (1, 2, 5, 10)), *also)) if step * _TICKS >= length)


# ------------------------------------------------------------------------- The profiles of coders, and who is like whom


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


# -------------------------- How coders worked who used an annotation page: how long, how unsure, and what they remarked


@dataclass(frozen=True, slots=True)
class WorkRow:
    """One coder: items finished of those of the study, median seconds per finished item, and the shares of the items
    and boundaries of which the coder was unsure.
    """

    name: str
    finished: int
    items: int
    seconds: float
    unsure_items: float
    unsure_boundaries: float


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment of a coder on an item, or on a boundary of it."""

    coder: str
    item: str
    position: int | None
    comment: str
    unsure: bool


def work_rows(corpus: Corpus) -> list[WorkRow]:
    """A row for every coder of whose work something is known."""
    return [_row(corpus, coder, work) for coder, work in _known(corpus).items()]


def remarks(corpus: Corpus) -> list[Remark]:
    """All comments, coder after coder and item after item."""
    found = []
    for coder, work in _known(corpus).items():
        for item, done in work.items.items():
            found.append(Remark(coder, item, None, done.comment, done.unsure))
            found += [Remark(coder, item, note.position, note.comment, note.unsure) for note in done.boundaries]
    return [remark for remark in found if remark.comment.strip()]


def _known(corpus: Corpus) -> Mapping[str, CoderWork]:
    """The work of the coders who are still in the corpus."""
    work = work_of(corpus)
    return {coder: work[coder] for coder in corpus.coder_names if coder in work}


def _row(corpus: Corpus, coder: str, work: CoderWork) -> WorkRow:
    finished = {item: done for item, done in work.items.items() if done.done is not None}
    boundaries = sum(len(codings[coder].boundaries) for item, codings in corpus.items() if coder in codings)
    doubts = sum(note.unsure for item, done in finished.items() if item in corpus for note in done.boundaries)
    return WorkRow(
        coder,
        len(finished),
        len(work.checksums),
        median([done.seconds for done in finished.values()]) if finished else math.nan,
        sum(done.unsure for done in finished.values()) / len(finished) if finished else math.nan,
        doubts / boundaries if boundaries else math.nan,
    )


# -------------------------------------------------------- The table of items, the heat map's rows and the hardest items


_HARDEST = 6


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item: its place in the corpus, its agreement, the mean number of segments per coder, and marked places."""

    number: int
    name: str
    agreement: ItemAgreement
    segments: float
    misses: Misses
    places: tuple[MarkedPlace, ...]

    @property
    def in_words(self) -> str:
        """Why its coders agree as they do."""
        everybody = sum(place.coders == place.voters for place in self.places)
        alone = sum(place.coders == 1 for place in self.places)
        potential = self.agreement.mass - 1
        return (
            f"{self.agreement.coders} coders marked {len(self.places):,} of {counted(potential, 'possible boundary')}: "
            f"{everybody or 'none'} by everybody, {alone or 'none'} by one coder alone. Over all pairs of coders, "
            f"{counted(self.misses.matches, 'match')}, {counted(self.misses.near, 'near miss')} and "
            f"{counted(self.misses.full, 'full miss')}."
        )


def item_rows(corpus: Corpus, agreement: Agreement, misses: FloatArray) -> tuple[ItemRow, ...]:
    """Every item, in the order of the corpus; ``misses`` holds a sum of rows of ``MissCounting`` for each."""
    places: dict[str, list[MarkedPlace]] = {item: [] for item in corpus}
    for place in marked_places(corpus):
        places[place.item].append(place)
    return tuple(
        ItemRow(
            number,
            item,
            agreement.per_item[item],
            fmean(len(coding.masses) for coding in codings.values()),
            misses_of(misses[number]),
            tuple(places[item]),
        )
        for number, (item, codings) in enumerate(corpus.items())
    )


def hardest_first(rows: Sequence[ItemRow]) -> list[ItemRow]:
    """Items from the least agreement up; those without a value come last."""
    return sorted(rows, key=lambda row: (math.isnan(row.agreement.value), row.agreement.value))


def hardest(rows: Sequence[ItemRow]) -> list[ItemRow]:
    """The few items with the least agreement, at most half of all."""
    known = [row for row in hardest_first(rows) if row.agreement.value < 1]
    return known[: min(_HARDEST, len(rows) // 2)]


# ------------------------------------------------------------------ What the report measures: the choices of its reader


_REFERENCES: Final = {
    "pi": "Scott 1955; for many coders Fleiss 1971, Artstein & Poesio 2008; for segmentations Fournier & Inkpen 2012",
    "kappa": "Cohen 1960; for many coders Davies & Fleiss 1982, Artstein & Poesio 2008; "
    "for segmentations Fournier & Inkpen 2012",
}


@dataclass(frozen=True, slots=True)
class Plan:
    """How a report is made; the choices are those of ``write_report``."""

    metric: Metric = field(default_factory=S)
    coefficient: CoefficientName = "pi"
    ci: float = 0.95
    resamples: int = 10_000
    seed: int = 0
    texts: bool = True

    @property
    def similarity(self) -> Similarity:
        """The metric as a similarity."""
        return Similarity(self.metric)

    @property
    def edits(self) -> EditOptions:
        """How two codings are aligned."""
        return edit_options_of(self.metric)

    @property
    def others(self) -> tuple[Metric, ...]:
        """What stands beside the metric at the top of the page: S and B read sparse boundaries differently."""
        n, _, types = self.edits
        return tuple(kind(n=n, types=types) for kind in (S, B) if not isinstance(self.metric, kind))

    @property
    def references(self) -> str:
        """Where the coefficient comes from."""
        return _REFERENCES[self.coefficient]


# ------------------------------- The data of the explorer: codings, and what sets every two of them apart, in few bytes


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
        "mass": corpus.lengths[item],
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


# --------------------------------------------------------------------------------- Where the data of a report come from


@dataclass(frozen=True, slots=True)
class Provenance:
    """The files of a corpus and how they were read.

    Attributes
    ----------
    files
        The files or folders; the page names them without the folders they lie in, and with the date of their last
        change.
    loaded
        What ``load_with_report`` said.

    Examples
    --------
    >>> list(Provenance((), LoadReport("eaf", unit="time", resolution=0.1, measure="s", boundaries=9)).lines())
    ['Read as eaf; no boundary had to move to the 0.1 s grid.']
    """

    files: Sequence[str | os.PathLike[str]]
    loaded: LoadReport

    def __post_init__(self) -> None:
        for file in items_of(self.files, "files", "a list of file names"):
            path_of(file, "a file")
        of_kind(self.loaded, LoadReport, "loaded", "what load_with_report says")

    @property
    def typed(self) -> str:
        """The files as they are typed on a command line, without the folders they lie in."""
        return shlex.join(Path(file).name or os.fspath(file) for file in self.files) or "CORPUS"

    @property
    def seconds(self) -> float | None:
        """Seconds per unit, if the data are times."""
        return self.loaded.resolution if self.loaded.measure == "s" else None

    def lines(self) -> Iterator[str]:
        """What the page says about them, a sentence each."""
        for file in map(Path, self.files):
            if file.exists():
                changed = datetime.fromtimestamp(file.stat().st_mtime, tz=UTC)
                yield f"{file.resolve().name}, last changed on {changed:%Y-%m-%d}."
            else:
                yield f"{os.fspath(file)}."
        loaded = self.loaded
        yield f"Read as {loaded.format}." if loaded.unit is None else f"Read as {loaded.format}; {loaded}."
        for note in loaded.notes:
            # The folders of the person who made the page are nobody else's business.
            for place in self.files:
                note = note.replace(os.fspath(place), Path(place).name or os.fspath(place))
            yield f"{note.rstrip('.')}."
