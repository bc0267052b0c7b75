"""How often each coder places a boundary: the rows of codings that the closed form of chance is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from seamark.choices import one_of
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.model.array import SegmentationArray

#: The coefficients, by the distribution that their chance term takes boundaries from: everybody's, or each coder's own.
CoefficientName: TypeAlias = Literal["pi", "kappa"]
#: The same, and alpha, whose chance knows what the metric forgives.
AgreementCoefficient: TypeAlias = Literal["pi", "kappa", "alpha"]
#: What is counted per potential boundary.
ChanceCount: TypeAlias = Literal["boundaries", "segments"]
#: How rates of several codings become one.
ChanceAverage: TypeAlias = Literal["micro", "macro", "fournier2012"]
#: Where the expected agreement comes from.
ChanceSource: TypeAlias = Literal["closed", "permutation"]
#: What an item of m codings weighs in observed agreement: its m(m - 1)/2 pairs, or m.
ItemWeight: TypeAlias = Literal["pairs", "coders"]


class CodingFacts(NamedTuple):
    """What is known of codings beside the rows of chance, per coding or in sum.

    ``comparable`` says how many codings the rows of chance are of: where items were summed up, only those that can be
    compared with another. It comes last.
    """

    codings: FloatArray
    boundaries: FloatArray
    units: FloatArray
    segments: FloatArray
    comparable: FloatArray


@dataclass(frozen=True, slots=True)
class ChanceOptions:
    """How the chance term is formed.

    Attributes
    ----------
    count
        ``"boundaries"``: boundaries over potential boundaries, as the equations of the 2012 paper say. ``"segments"``:
        segments over potential boundaries, as its Table 2 was computed.
    average
        ``"micro"``: rates of summed counts. ``"macro"``: the mean of the rates of single codings. ``"fournier2012"``:
        macro for pi and micro for kappa, as the corpus figures of the 2012 paper were computed.
    """

    count: ChanceCount = "boundaries"
    average: ChanceAverage = "micro"

    def __post_init__(self) -> None:
        one_of(self.count, "chance_count", get_args(ChanceCount))
        one_of(self.average, "chance_average", get_args(ChanceAverage))

    def __str__(self) -> str:
        return f"{self.count},{self.average}"

    def rows(self, coefficient: CoefficientName, boundaries: FloatArray, masses: Int64Array) -> FloatArray:
        """Rows of codings for the rates of a coefficient, from their boundaries of each type and their masses."""
        macro = self.average == "macro" if coefficient == "kappa" else self.average != "micro"
        return _rate_rows(boundaries, masses, self.count, macro=macro)


def rates(sums: FloatArray) -> FloatArray:
    """Rates per boundary type of summed rows (type 1, ..., type T, potential); 0 where nothing could be placed.

    Examples
    --------
    >>> rates(np.array([[1.0, 3.0, 4.0], [0.0, 0.0, 0.0]])).tolist()
    [[0.25, 0.75], [0.0, 0.0]]
    """
    potential = sums[..., -1:]
    return np.where(potential > 0, sums[..., :-1] / np.where(potential > 0, potential, 1.0), 0.0)


def number_of_types(codings: SegmentationArray) -> int:
    """How many boundary types the study has: those of its codings, and one when nobody placed a boundary."""
    return max(1, len(codings.types))


def boundary_counts(codings: SegmentationArray) -> FloatArray:
    """The number of boundaries of each type in every coding; shape (codings, types)."""
    columns, types = codings.columns, number_of_types(codings)
    boundaries = slice(columns.offsets[0], columns.offsets[-1])
    row = np.repeat(np.arange(len(codings)), np.diff(columns.offsets))
    code = columns.types[boundaries] if columns.types.size else 0
    counts = np.bincount(row * types + code, minlength=len(codings) * types)
    return counts.reshape(len(codings), types).astype(np.float64)


def coding_rows(codings: SegmentationArray, options: ChanceOptions) -> FloatArray:
    """Of every coding the rows of chance for pi, those for kappa, and ``CodingFacts``."""
    boundaries = boundary_counts(codings)
    chance = [options.rows(name, boundaries, codings.masses) for name in ("pi", "kappa")]
    each = np.ones(len(codings))
    facts = CodingFacts(each, boundaries.sum(axis=1), codings.masses.astype(np.float64), _segments(codings), each)
    return np.column_stack((*chance, *facts))


def _segments(codings: SegmentationArray) -> FloatArray:
    """How many segments every coding has; boundaries of several types at one place make one."""
    columns = codings.columns
    sizes = np.diff(columns.offsets)
    if not columns.types.size:
        return sizes + 1.0
    part = slice(columns.offsets[0], columns.offsets[-1])
    row, position = np.repeat(np.arange(len(codings)), sizes), columns.positions[part]
    again = np.zeros(len(row), dtype=bool)
    again[1:] = (np.diff(row) == 0) & (np.diff(position) == 0)
    return sizes + 1.0 - np.bincount(row[again], minlength=len(codings))


def _rate_rows(boundaries: FloatArray, masses: Int64Array, count: ChanceCount, *, macro: bool) -> FloatArray:
    placed = boundaries + (1.0 if count == "segments" else 0.0)
    potential = masses - 1.0
    rows = np.column_stack((placed, potential))
    # The mean of rates is the sum of rates over their number; an item of one unit has no rate.
    return np.column_stack((rates(rows), potential > 0)) if macro else rows
