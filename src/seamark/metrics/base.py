"""What every metric is: options that turn pairs into counts, and sums of counts into a score."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from seamark.checks import mapping_of, number_array, shown
from seamark.errors import InputError, UndefinedScoreError
from seamark.frozen_mapping import FrozenMapping
from seamark.kernels.columns import FloatArray
from seamark.metrics.signature import Signature
from seamark.model.array import SegmentationArray, require_array, require_comparable
from seamark.model.segmentation import SegmentationLike
from seamark.results import ResultRecord


@dataclass(frozen=True, slots=True)
class MetricInfo:
    """What can be said about a metric without computing it.

    Attributes
    ----------
    name
        Its name in signatures and on the command line.
    title
        Its name in a sentence.
    citation
        Where it comes from.
    best, worst
        The values at full agreement and at the other end (infinite when there is no end).
    symmetric
        Whether it does not matter which segmentation comes first.
    several_types
        Whether it tells boundary types apart; a metric that does not refuses several types.
    """

    name: str
    title: str
    citation: str
    best: float = 1.0
    worst: float = 0.0
    symmetric: bool = False
    several_types: bool = False

    @property
    def higher_is_better(self) -> bool:
        """Whether a larger value means more alike."""
        return self.best > self.worst


@dataclass(frozen=True, slots=True)
class Result(ResultRecord):
    """A value with everything needed to trust it and to get it again.

    Attributes
    ----------
    value
        The score.
    counts
        The sums it was computed from, by name.
    signature
        The metric with all its options, resolved.
    parts
        Further values from the same counts, such as precision and recall.
    note
        What must be known of the value, such as that a convention gives it whatever is compared.
    """

    value: float
    counts: Mapping[str, float]
    signature: Signature
    parts: Mapping[str, float] = field(default_factory=dict)
    note: str | None = None


class Metric(ABC):
    """A frozen set of options; subclasses are frozen dataclasses.

    A metric gives one row of sufficient statistics per pair (``count_pairs``), and scores sums of such rows
    (``score_rows``). Micro means, bootstraps and results from many machines need nothing else.
    """

    #: What can be said without computing.
    info: ClassVar[MetricInfo]
    #: Names of the columns of a row of counts.
    fields: ClassVar[tuple[str, ...]]

    # What a metric defines: its arguments have been checked.

    @abstractmethod
    def _count(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        """A row of counts, in the order of ``fields``, for every pair; ``a`` is the reference where that matters."""

    @abstractmethod
    def _score(self, rows: FloatArray) -> FloatArray:
        """The score of every row along the last axis; NaN where it is undefined."""

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        """What ``options`` returns; a metric without options has none."""
        return {}

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        """Further scores of the same rows, by name."""
        return {}

    def _why_undefined(self, counts: Mapping[str, float], reference: SegmentationArray | None = None) -> str:
        """One sentence on why these counts, with these references if they are at hand, have no score."""
        return f"{self.info.title} is undefined for the counts {dict(counts)}"

    def _note(self, a: SegmentationArray | None) -> str | None:
        """What must be known of a value with these references."""
        return None

    # What everybody may call.

    @property
    def worst_value(self) -> float:
        """The value at the other end from the best one, with these options; infinite when there is no end."""
        return self.info.worst

    def count_pairs(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        """A row of counts, in the order of ``fields``, for every pair.

        Examples
        --------
        >>> from seamark import S
        >>> S().count_pairs(SegmentationArray.from_masses([[2, 3]]), SegmentationArray.from_masses([[5]])).tolist()
        [[4.0, 1.0]]
        """
        self.require_supported(a, b)
        return self._count(a, b)

    def score_rows(self, rows: npt.ArrayLike) -> FloatArray:
        """The score of every row, or sum of rows, along the last axis; NaN where it is undefined.

        Examples
        --------
        >>> from seamark import S
        >>> S().score_rows([[4, 1], [4, 0]]).tolist()
        [0.75, 1.0]
        """
        with np.errstate(all="ignore"):  # rows that no pair can have are the caller's, and have no score
            return self._score(self._rows(rows))

    def part_rows(self, rows: npt.ArrayLike) -> dict[str, FloatArray]:
        """Further scores of the same rows, by name."""
        with np.errstate(all="ignore"):
            return self._parts(self._rows(rows))

    def options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        """Every option that the value depends on, as it stands in the signature, resolved for the given pairs if
        any.
        """
        given = [array for array in (a, b) if array is not None]
        if given:
            self.require_supported(given[0], given[-1])
        return self._options(a, b)

    def why_undefined(self, counts: Mapping[str, float]) -> str:
        """One sentence on why these counts have no score."""
        return self._why_undefined(self.named(self._row(counts)))

    def require_supported(self, a: object, b: object) -> None:
        """Raise when the arrays are not pairs of segmentations that this metric can compare."""
        one, other = require_array(a), require_array(b)
        require_comparable(one, other)
        types = {*one.types, *other.types}
        if len(types) > 1 and not self.info.several_types:
            raise InputError(f"{self.info.title} does not tell boundary types apart, and {len(types)} occur")

    def compare(self, a: SegmentationLike, b: SegmentationLike, /) -> Result:
        """Compare two segmentations.

        Raises
        ------
        UndefinedScoreError
            When the metric has no value for them.
        """
        one, other = SegmentationArray.of_one(a), SegmentationArray.of_one(b)
        self.require_supported(one, other)
        return self._result(self._count(one, other)[0], one, other)

    def counts(self, a: SegmentationLike, b: SegmentationLike, /) -> Mapping[str, float]:
        """The sufficient statistics of one pair, by name."""
        return self.named(self.count_pairs(SegmentationArray.of_one(a), SegmentationArray.of_one(b))[0])

    def score(self, counts: Mapping[str, float]) -> float:
        """The score of a row of counts or of a sum of rows.

        Examples
        --------
        >>> from seamark import S
        >>> S().score({"potential": 13, "distance": 4})
        0.6923076923076923
        """
        return self._result(self._row(counts)).value

    def signature(self, a: SegmentationArray | None = None, b: SegmentationArray | None = None) -> Signature:
        """The string that makes a value reproducible, with options resolved for the given pairs if any."""
        return Signature.of(self.info.name, self.options(a, b))

    def _result(
        self, row: FloatArray, a: SegmentationArray | None = None, b: SegmentationArray | None = None
    ) -> Result:
        counts = self.named(row)
        with np.errstate(all="ignore"):
            value = float(self._score(row))
            parts = {name: float(part) for name, part in self._parts(row).items()}
        if np.isnan(value):
            raise UndefinedScoreError(self._why_undefined(counts, a))
        signature = Signature.of(self.info.name, self._options(a, b))
        return Result(value, counts, signature, FrozenMapping(parts), self._note(a))

    def table(self, rows: npt.ArrayLike) -> FloatArray:
        """Rows of counts as a table, one row per pair; anything else is refused."""
        checked = self._rows(rows)
        if checked.ndim != 2:
            raise InputError(f"rows have the shape {checked.shape}; expected a table with a row per pair")
        return checked

    def named(self, row: npt.ArrayLike) -> Mapping[str, float]:
        """A row of counts, or a sum of rows, by name; whole numbers as such."""
        numbers = self._one_row(row).tolist()
        named = (int(number) if number.is_integer() else number for number in numbers)
        return FrozenMapping(dict(zip(self.fields, named, strict=True)))

    def _one_row(self, row: npt.ArrayLike) -> FloatArray:
        checked = self._rows(row)
        if checked.ndim != 1:
            raise InputError(f"row has the shape {checked.shape}; expected one row of counts")
        return checked

    def _rows(self, rows: npt.ArrayLike) -> FloatArray:
        expected = f"rows of {len(self.fields)} counts ({', '.join(self.fields)})"
        array = number_array(rows, "rows", expected)
        if array.ndim == 0 or array.shape[-1] != len(self.fields):
            raise InputError(f"rows have the shape {array.shape}; expected {expected}")
        return array

    def _row(self, counts: object) -> FloatArray:
        """Counts by name as a row."""
        expected = f"a mapping with the counts {', '.join(self.fields)}"
        named = mapping_of(counts, "counts", expected)
        missing = [name for name in self.fields if name not in named]
        if missing:
            raise InputError(f"counts have no {shown(missing[0])}; expected {expected}")
        row = number_array([named[name] for name in self.fields], "counts", expected)
        if row.ndim != 1:
            raise InputError(f"counts are {shown(counts)}; expected {expected}")
        return row
