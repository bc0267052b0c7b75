"""How coders worked who used an annotation page: how long, how unsure, and what they remarked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from seamark.io.annotations import CoderWork, work_of
from seamark.model.corpus import Corpus


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
