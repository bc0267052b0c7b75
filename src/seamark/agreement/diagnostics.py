"""What lies behind a coefficient: which coders and which pairs of coders cause trouble."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

import numpy as np

from seamark.agreement.base import CoefficientName
from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceOptions, boundary_counts
from seamark.agreement.intervals import leave_one_out
from seamark.agreement.measurement import Measurement
from seamark.agreement.misses import Misses, misses_by_coders, misses_of
from seamark.agreement.observed import Likeness
from seamark.agreement.tally import summed_by
from seamark.choices import one_of
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import SegmentationLike


@dataclass(frozen=True, slots=True)
class CoderDiagnosis:
    """One coder beside the others.

    Attributes
    ----------
    items
        How many items the coder coded.
    boundaries
        How many boundaries the coder placed.
    rate
        Boundaries per potential boundary: the coder's granularity.
    segment_size
        Units per segment.
    similarity
        To all other coders, pooled; NaN when nobody coded an item of theirs.
    without
        The coefficient of the corpus without this coder; NaN when that has none.
    """

    items: int
    boundaries: int
    rate: float
    segment_size: float
    similarity: float
    without: float


@dataclass(frozen=True, slots=True)
class PairDiagnosis:
    """Two coders.

    Attributes
    ----------
    items
        How many items both coded.
    similarity
        Over these items, pooled.
    misses
        What the alignments of their codings hold.
    """

    items: int
    similarity: float
    misses: Misses


@dataclass(frozen=True, slots=True, eq=False)
class Diagnosis:
    """A corpus, coder by coder and pair by pair; ``agree(...).per_item`` has it item by item.

    Attributes
    ----------
    value
        The coefficient of the whole corpus; NaN when undefined.
    coders
        By name.
    pairs
        By the names of two coders, in the order of the corpus, for those who coded an item together.
    misses
        Over all pairs.
    matrix
        The similarity of every two coders, in the order of the corpus: 1 on the diagonal, NaN for those who never coded
        the same item.
    """

    value: float
    coders: Mapping[str, CoderDiagnosis]
    pairs: Mapping[tuple[str, str], PairDiagnosis]
    misses: Misses
    matrix: FloatArray


def diagnose(
    corpus: Corpus | Mapping[str, Mapping[str, SegmentationLike]],
    metric: Metric | None = None,
    coefficient: CoefficientName = "pi",
    *,
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
) -> Diagnosis:
    """Look behind a coefficient, from the counts it is made of.

    Parameters are those of ``agree``.

    Returns
    -------
    Diagnosis

    Examples
    --------
    >>> found = diagnose({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}})
    >>> found.coders["cat"].segment_size, round(found.coders["cat"].without, 4)
    (5.5, 0.8958)
    >>> found.pairs["ann", "ben"].misses
    Misses(matches=1, full=0, near=1, substituted=0)
    """
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    study = as_corpus(corpus)
    measured = Measurement.of(study, Likeness(as_metric(metric)), ChanceOptions(chance_count, chance_average))
    pairs, misses = _pairs(measured)
    return Diagnosis(
        measured.whole(measured.closed(coefficient)),
        _coders(measured, coefficient),
        pairs,
        misses,
        _matrix(study, pairs),
    )


def _coders(measured: Measurement, coefficient: CoefficientName) -> dict[str, CoderDiagnosis]:
    corpus, coders = measured.corpus, measured.coders
    boundaries = boundary_counts(corpus).sum(axis=1)
    masses = corpus.codings.masses.astype(np.float64)
    segments = np.array([len(segmentation.masses) for segmentation in corpus.codings])
    per_coding = np.column_stack((np.ones(len(masses)), boundaries, masses, masses - 1.0, segments))
    items, placed, units, potential, pieces = summed_by(corpus.coder_index, per_coding, coders).T
    tally = measured.observed.tally
    rows = np.sum([summed_by(column, tally.rows, coders) for column in tally.coders], axis=0)
    columns = (
        items.astype(np.int64),
        placed.astype(np.int64),
        placed / np.maximum(potential, 1.0),
        units / pieces,
        measured.observed.similarity(rows),
        leave_one_out(measured.closed(coefficient), items=measured.items, coders=coders, units="coders"),
    )
    described = zip(*(column.tolist() for column in columns), strict=True)
    return {name: CoderDiagnosis(*row) for name, row in zip(corpus.coder_names, described, strict=True)}


def _pairs(measured: Measurement) -> tuple[dict[tuple[str, str], PairDiagnosis], Misses]:
    together = measured.observed.for_units("coders")
    misses = misses_by_coders(measured.pairs, measured.items, measured.likeness.metric)
    names = measured.corpus.coder_names
    pairs = {
        (names[first], names[second]): PairDiagnosis(int(met), similarity, misses_of(row))
        for first, second, met, similarity, row in zip(
            *(column.tolist() for column in together.tally.coders),
            together.tally.rows[:, -1].tolist(),
            together.similarity(together.tally.rows).tolist(),
            misses.rows,
            strict=True,
        )
    }
    return pairs, misses_of(misses.rows.sum(axis=0))


def _matrix(corpus: Corpus, pairs: Mapping[tuple[str, str], PairDiagnosis]) -> FloatArray:
    number = {name: place for place, name in enumerate(corpus.coder_names)}
    matrix = np.full((len(number), len(number)), np.nan)
    np.fill_diagonal(matrix, 1.0)
    for (first, second), pair in pairs.items():
        matrix[number[first], number[second]] = matrix[number[second], number[first]] = pair.similarity
    return matrix
