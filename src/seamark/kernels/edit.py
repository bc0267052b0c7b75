"""Boundary edit distance in the kernel."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from seamark import _kernel
from seamark._kernel import EditRecords, Weights
from seamark.kernels.calling import call
from seamark.kernels.columns import Columns, FloatArray
from seamark.kernels.rows import pair_columns

Scale: TypeAlias = Literal["te", "linear", "unit"]
SCALES: tuple[Scale, ...] = ("te", "linear", "unit")

#: Columns of a row of edit counts.
EDIT_FIELDS = (
    "matches",
    "additions_a",
    "additions_b",
    "substitutions",
    "transpositions",
    "substitution_weight",
    "transposition_weight",
    "transposed_distance",
)

NO_VALUES: FloatArray = np.empty(0, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class EditParameters:
    """What the kernel needs to know about costs.

    ``type_values`` holds one number per type code when the distance between types counts, and is empty otherwise.
    """

    addition: float
    substitution: float
    transposition: float
    scale: Scale
    n: int
    type_values: FloatArray = field(default_factory=lambda: NO_VALUES)
    type_span: float = 1.0

    @property
    def weights(self) -> Weights:
        """The part of the costs that does not depend on types, as the kernel takes it."""
        return Weights(self.addition, self.substitution, self.transposition, SCALES.index(self.scale), self.n)

    @property
    def given(self) -> tuple[Weights, FloatArray, float]:
        """All costs, in the order in which the kernel takes them."""
        return self.weights, self.type_values, self.type_span


def edit_costs(a: Columns, b: Columns, parameters: EditParameters, *, out: FloatArray | None = None) -> FloatArray:
    """The edit distance of every pair, written into ``out`` when that is given."""
    if out is None:
        out = np.empty(len(a.masses), dtype=np.float64)
    call(_kernel.edit_costs, pair_columns(a, b), *parameters.given, out)
    return out


def edit_counts(a: Columns, b: Columns, parameters: EditParameters) -> FloatArray:
    """A row of ``EDIT_FIELDS`` for every pair."""
    out = np.empty((len(a.masses), len(EDIT_FIELDS)), dtype=np.float64)
    call(_kernel.edit_counts, pair_columns(a, b), *parameters.given, out)
    return out


def edit_scripts(
    a: Columns, b: Columns, parameters: EditParameters, labels: tuple[Hashable, ...], records: EditRecords
) -> list[tuple[Any, ...]]:
    """For every pair its matches, additions, substitutions and transpositions, each a tuple of records from left to
    right, and their cost; ``labels`` are the types that the codes of the columns refer to.
    """
    return call(_kernel.edit_scripts, pair_columns(a, b), *parameters.given, labels, records)
