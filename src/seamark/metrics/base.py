"""What every metric is: options that turn pairs into counts, and sums of counts into a score."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np

from seamark.errors import InputError, UndefinedScoreError
from seamark.kernels.columns import FloatArray
from seamark.metrics.signature import Signature
from seamark.model.array import SegmentationArray, require_comparable
from seamark.model.read_only import ReadOnlyMapping
from seamark.model.segmentation import SegmentationLike


@dataclass(frozen=True, slots=True)
class MetricInfo:
    """What can be said about a metric without computing it.

    Attributes
    ----------
    name
        Its name in signatures and on the command line.
    title
        Its name in a sentence.
    best, worst
        The values at full agreement and at the other end (infinite when there is no end).
    symmetric
        Whether it does not matter which segmentation comes first.
    several_types
        Whether it tells boundary types apart; a metric that does not refuses several types.
    citation
        Where it comes from.
    """

    name: str
    title: str
    best: float
    worst: float
    symmetric: bool
    several_types: bool
    citation: str

    @property
    def higher_is_better(self) -> bool:
        """Whether a larger value means more alike."""
        return self.best > self.worst


@dataclass(frozen=True, slots=True)
class Result:
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
    """

    value: float
    counts: Mapping[str, float]
    signature: Signature
    parts: Mapping[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.value:.4f}  {self.signature}"


class Metric(ABC):
    """A frozen set of options; subclasses are frozen dataclasses.

    A metric gives one row of sufficient statistics per pair (``count_pairs``), and scores sums of such rows
    (``score_rows``). Micro means, bootstraps and results from many machines need nothing else.
    """

    #: What can be said without computing.
    info: ClassVar[MetricInfo]
    #: Names of the columns of a row of counts.
    fields: ClassVar[tuple[str, ...]]

    @abstractmethod
    def count_pairs(self, a: SegmentationArray, b: SegmentationArray) -> FloatArray:
        """A row of counts, in the order of ``fields``, for every pair; the arrays have been found comparable."""

    @abstractmethod
    def score_rows(self, rows: FloatArray) -> FloatArray:
        """The score of every row, or sum of rows, along the last axis; NaN where it is undefined."""

    @abstractmethod
    def options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        """Every option that the value depends on, as it stands in the signature, resolved for the given pairs if
        any.
        """

    def part_rows(self, rows: FloatArray) -> dict[str, FloatArray]:
        """Further scores of the same rows, by name."""
        return {}

    def why_undefined(
        self, counts: Mapping[str, float], a: SegmentationArray | None = None, b: SegmentationArray | None = None
    ) -> str:
        """One sentence on why these counts, of these pairs if they are at hand, have no score."""
        return f"{self.info.title} is undefined for the counts {dict(counts)}"

    def require_supported(self, a: SegmentationArray, b: SegmentationArray) -> None:
        """Raise when the arrays are not pairs of segmentations that this metric can compare."""
        require_comparable(a, b)
        types = {*a.types, *b.types}
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
        row = self.count_pairs(one, other)[0]
        return self.result(row, one, other)

    def counts(self, a: SegmentationLike, b: SegmentationLike, /) -> Mapping[str, float]:
        """The sufficient statistics of one pair, by name."""
        one, other = SegmentationArray.of_one(a), SegmentationArray.of_one(b)
        self.require_supported(one, other)
        return self._named(self.count_pairs(one, other)[0])

    def score(self, counts: Mapping[str, float]) -> float:
        """The score of a row of counts or of a sum of rows.

        Examples
        --------
        >>> from seamark import S
        >>> S().score({"potential": 13, "distance": 4})
        0.6923076923076923
        """
        row = np.array([counts[name] for name in self.fields], dtype=np.float64)
        return self.result(row).value

    def result(self, row: FloatArray, a: SegmentationArray | None = None, b: SegmentationArray | None = None) -> Result:
        """Score one row of counts, or a sum of rows, which came from these pairs if they are at hand."""
        counts = self._named(row)
        value = float(self.score_rows(row))
        if np.isnan(value):
            raise UndefinedScoreError(self.why_undefined(counts, a, b))
        parts = {name: float(part) for name, part in self.part_rows(row).items()}
        return Result(value, counts, self.signature(a, b), ReadOnlyMapping(parts))

    def signature(self, a: SegmentationArray | None = None, b: SegmentationArray | None = None) -> Signature:
        """The string that makes a value reproducible, with options resolved for the given pairs if any."""
        return Signature.of(self.info.name, self.options(a, b))

    def _named(self, row: FloatArray) -> Mapping[str, float]:
        numbers = (int(number) if number.is_integer() else number for number in row.tolist())
        return ReadOnlyMapping(dict(zip(self.fields, numbers, strict=True)))
