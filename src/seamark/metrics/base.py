"""What every metric is: options that turn pairs into counts, and sums of counts into a score."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from seamark.base.checks import mapping_of, number_array, shown
from seamark.base.errors import OPTION, InputError, UndefinedScoreError
from seamark.base.results import FrozenMapping, ResultRecord
from seamark.kernels.columns import FloatArray
from seamark.kernels.edit import CodedItems, PairSums
from seamark.kernels.one_pair import EditRecords, Measure, OnePair, SingleCall
from seamark.metrics.signature import Signature
from seamark.model.codings import CodingLike, Codings, Kind, SegmentationArray, require_comparable
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation

if TYPE_CHECKING:
    from seamark.metrics.sums import Accumulator


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
    models
        What it compares: ``"boundaries"``, ``"labels"``, ``"levels"`` or ``"spans"``. Labels are compared as spans by a
        metric that takes those only.
    """

    name: str
    title: str
    citation: str
    best: float = 1.0
    worst: float = 0.0
    symmetric: bool = False
    several_types: bool = False
    models: tuple[Kind, ...] = ("boundaries",)

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
    def _count(self, a: Any, b: Any) -> FloatArray:
        """A row of counts, in the order of ``fields``, for every pair; ``a`` is the reference where that matters.

        Both are arrays of one of the metric's models.
        """

    @abstractmethod
    def _score(self, rows: FloatArray) -> FloatArray:
        """The score of every row along the last axis; NaN where it is undefined."""

    def _pair_sums(self, codings: SegmentationArray, coded: CodedItems) -> PairSums | None:
        """Sums of the rows of every two codings of an item, where the kernel has a way to them without the rows."""
        return None

    def _options(self, a: Any, b: Any) -> dict[str, object]:
        """What ``options`` returns; a metric without options has none."""
        return {}

    def _parts(self, rows: FloatArray) -> dict[str, FloatArray]:
        """Further scores of the same rows, by name."""
        return {}

    def _why_undefined(self, counts: Mapping[str, float], reference: Any = None) -> str:
        """One sentence on why these counts, with these references if they are at hand, have no score."""
        return f"{self.info.title} is undefined for the counts {dict(counts)}"

    def _single(self) -> Measure | None:
        """The kernel's measure of one pair with one boundary type, if it has one: its value, or, where the plain
        function returns a named tuple, the fields of that.
        """
        return None

    def _note(self, a: Any) -> str | None:
        """What must be known of a value with these references."""
        return None

    # What everybody may call.

    @property
    def worst_value(self) -> float:
        """The value at the other end from the best one, with these options; infinite when there is no end."""
        return self.info.worst

    def count_pairs(self, a: Codings, b: Codings) -> FloatArray:
        """A row of counts, in the order of ``fields``, for every pair.

        Examples
        --------
        >>> from seamark import S
        >>> S().count_pairs(SegmentationArray.from_masses([[2, 3]]), SegmentationArray.from_masses([[5]])).tolist()
        [[4.0, 1.0]]
        """
        return self._count(*self.require_supported(a, b))

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

    def options(self, a: Codings | None, b: Codings | None) -> dict[str, object]:
        """Every option that the value depends on, as it stands in the signature, resolved for the given pairs if
        any.
        """
        given = [array for array in (a, b) if array is not None]
        if given:
            one, other = self.require_supported(given[0], given[-1])
            a, b = None if a is None else one, None if b is None else other
        return self._resolved(a, b)

    def why_undefined(self, counts: Mapping[str, float]) -> str:
        """One sentence on why these counts have no score."""
        return self._why_undefined(self.named(self._row(counts)))

    def require_supported(self, a: object, b: object) -> tuple[Codings, Codings]:
        """The arrays as this metric compares them; an error when they are no pairs that it can compare."""
        one, other = self._of_my_models(a), self._of_my_models(b)
        if one.kind != other.kind:
            raise InputError(f"the first holds {one.kind}, the second {other.kind}; expected one model")
        require_comparable(one, other)
        if isinstance(one, SegmentationArray) and isinstance(other, SegmentationArray):
            types = {*one.types, *other.types}
            if len(types) > 1 and not self.info.several_types:
                raise InputError(
                    f"{self.info.title} does not tell boundary types apart, and {len(types)} occur; "
                    f"{OPTION} reads them as one, and convert --drop types saves a corpus without them",
                    option="types_as_one",
                )
        return one, other

    def _of_my_models(self, given: object) -> Codings:
        if not isinstance(given, Codings):
            expected = "a SegmentationArray, such as SegmentationArray.from_masses([[2, 3], [5]])"
            raise InputError(f"an array of segmentations is {shown(given)}; expected {expected}")
        model = given.kind
        if model == "labels" and model not in self.info.models and "spans" in self.info.models:
            return given.as_spans()
        if model not in self.info.models:
            mine = " or ".join(self.info.models)
            plain = model == "labels" and "boundaries" in self.info.models
            cure = "; .segmentation has the boundaries alone" if plain else ""
            raise InputError(f"{self.info.title} compares {mine}, not {model}{cure}")
        return given

    def _resolved(self, a: Codings | None, b: Codings | None) -> dict[str, object]:
        """The options; and the model, where it is not the first of several that the metric compares."""
        model = None if a is None else a.kind
        return {**({} if model in (None, self.info.models[0]) else {"on": model}), **self._options(a, b)}

    def compare(self, a: CodingLike, b: CodingLike, /) -> Result:
        """Compare two segmentations, or two of another model that the metric compares.

        Raises
        ------
        UndefinedScoreError
            When the metric has no value for them.
        """
        one, other = self.require_supported(Codings.of_one(a), Codings.of_one(b))
        return self._result(self._count(one, other)[0], one, other)

    def counts(self, a: CodingLike, b: CodingLike, /) -> Mapping[str, float]:
        """The sufficient statistics of one pair, by name."""
        return self.named(self.count_pairs(Codings.of_one(a), Codings.of_one(b))[0])

    def score(self, counts: Mapping[str, float]) -> float:
        """The score of a row of counts or of a sum of rows.

        Examples
        --------
        >>> from seamark import S
        >>> S().score({"potential": 13, "distance": 4})
        0.6923076923076923
        """
        return self._result(self._row(counts)).value

    def accumulator(self, average: Literal["micro", "macro"] = "micro") -> Accumulator:
        """Sums that grow pair by pair, as in a training loop.

        ``"micro"`` scores the summed counts, ``"macro"`` is the mean of the pairs' scores.

        Examples
        --------
        >>> from seamark import WindowDiff
        >>> total = WindowDiff(k=2).accumulator()
        >>> total.update([5, 5], [5, 5])
        >>> total.update([5, 5], [10])
        >>> total.compute().value
        0.125
        """
        from seamark.metrics.sums import Accumulator

        return Accumulator(self, average)

    def signature(self, a: Codings | None = None, b: Codings | None = None) -> Signature:
        """The string that makes a value reproducible, with options resolved for the given pairs if any."""
        return Signature.of(self.info.name, self.options(a, b))

    def _result(self, row: FloatArray, a: Codings | None = None, b: Codings | None = None) -> Result:
        counts = self.named(row)
        with np.errstate(all="ignore"):
            value = float(self._score(row))
            parts = {name: float(part) for name, part in self._parts(row).items()}
        if np.isnan(value):
            raise UndefinedScoreError(self._why_undefined(counts, a))
        signature = Signature.of(self.info.name, self._resolved(a, b))
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


# --------------------------------------------------------------------------------- Ratios whose denominator may be zero


def ratio_or(numerator: npt.ArrayLike, denominator: npt.ArrayLike, *, otherwise: npt.ArrayLike = np.nan) -> FloatArray:
    """Divide; take ``otherwise`` where the denominator is zero.

    Examples
    --------
    >>> ratio_or([1.0, 0.0], [2.0, 0.0]).tolist()
    [0.5, nan]
    """
    top, bottom = np.asarray(numerator, dtype=np.float64), np.asarray(denominator, dtype=np.float64)
    some = bottom != 0
    return np.where(some, top / np.where(some, bottom, 1.0), otherwise)


def precision_of(true: npt.ArrayLike, false: npt.ArrayLike, missed: npt.ArrayLike) -> FloatArray:
    """Share of what was found that is true; with nothing found, 1 if there was nothing to find and 0 otherwise.

    With ``false`` and ``missed`` exchanged this is recall.

    Examples
    --------
    >>> float(precision_of(1.5, 0, 1)), float(precision_of(1.5, 1, 0)), float(precision_of(0, 0, 0))
    (1.0, 0.6, 1.0)
    """
    tp, fp, fn = (np.asarray(count, dtype=np.float64) for count in (true, false, missed))
    return ratio_or(tp, tp + fp, otherwise=np.where(tp + fn > 0, 0.0, 1.0))


def precision_and_recall(rows: FloatArray) -> dict[str, FloatArray]:
    """Both, for rows that start with the counts of what is true, false and missed."""
    true, false, missed = (rows[..., column] for column in range(3))
    return {"precision": precision_of(true, false, missed), "recall": precision_of(true, missed, false)}


def f_of(true: npt.ArrayLike, false: npt.ArrayLike, missed: npt.ArrayLike, *, beta: float = 1.0) -> FloatArray:
    """Weighted harmonic mean of precision and recall, from the counts: one division; 1 if there was nothing at all.

    Examples
    --------
    >>> float(f_of(1.5, 0, 1))
    0.75
    """
    tp, fp, fn = (np.asarray(count, dtype=np.float64) for count in (true, false, missed))
    return ratio_or((1 + beta**2) * tp, (1 + beta**2) * tp + beta**2 * fn + fp, otherwise=1.0)


# One pair at a time, as plain functions take it: the kernel reads both sides, measures them and gives the value back


_one_pair = OnePair(Segmentation, LabelledSegmentation, np.ndarray)
_measure, _align = _one_pair.measure, _one_pair.align

T = TypeVar("T")
Scores = TypeVar("Scores", bound=tuple[float, ...])


class Measuring(Protocol):
    """What has a measure of the kernel for one pair, or None."""

    def _single(self) -> Measure | None: ...


@lru_cache(maxsize=256, typed=True)
def _measure_of(make: Callable[..., Measuring], *options: object) -> Measure | None:
    return make(*options)._single()


def measured(make: Callable[..., Measuring], a: object, b: object, *options: object) -> Any:
    """What the kernel makes of a pair, a float or a tuple; None for what needs a closer look."""
    try:
        measure = _measure_of(make, *options)
        return None if measure is None else _measure(measure, a, b)
    except TypeError:  # an option that is not hashable or of the wrong kind: what is wrong with it is said elsewhere
        return None


def aligned(
    records: EditRecords, make: Callable[..., Measuring], a: object, b: object, *options: object
) -> tuple[Any, ...] | None:
    """The edits behind a measure of edits, in records, and their cost; None for what needs a closer look."""
    try:
        measure = _measure_of(make, *options)
        return None if measure is None else _align(measure, records, a, b)
    except TypeError:  # as in measured
        return None


#: One pair and the options of a metric, in their order there.
Call: TypeAlias = Callable[[object, object, tuple[object, ...]], T]


def single_call(make: Callable[..., Measuring], otherwise: Callable[..., T], record: type[T] | None = None) -> Call[T]:
    """What a plain function calls: the kernel's measure, as a named tuple where ``record`` is one, or ``otherwise`` for
    what needs a closer look.
    """
    return SingleCall(_one_pair, partial(_measure_of, make), otherwise, record)  # type: ignore[arg-type]


def value_call(metric: Callable[..., Metric]) -> Call[float]:
    """The value of a metric for one pair."""
    return single_call(metric, lambda a, b, *options: metric(*options).compare(a, b).value)


def scores_call(named: type[Scores], metric: Callable[..., Metric]) -> Call[Scores]:
    """The scores of a metric for one pair, as a named tuple.

    Its value has the name that is neither among the counts nor among the parts.
    """

    def otherwise(a: Any, b: Any, *options: object) -> Scores:
        result = metric(*options).compare(a, b)
        known = {**result.counts, **result.parts}
        values = [float(known.get(name, result.value)) for name in named._fields]  # type: ignore[attr-defined]
        return tuple.__new__(named, values)

    return single_call(metric, otherwise, named)


# ---------------------------------------------------- What plain functions return for a metric that has several numbers


class PrecisionRecall(NamedTuple):
    """Precision, recall and their weighted harmonic mean."""

    precision: float
    recall: float
    f: float


class WindowConfusion(NamedTuple):
    """Windowed confusion counts, each in boundaries, and what follows from them."""

    tp: float
    fp: float
    fn: float
    tn: float
    precision: float
    recall: float
    f: float


class MissAndFalseAlarm(NamedTuple):
    """Rates of missed and of false boundaries, and their mean."""

    miss: float
    false_alarm: float
    mean: float


class SegmentationCost(NamedTuple):
    """Miss rate, false-alarm rate, their cost, and the cost against the better of two trivial systems."""

    p_miss: float
    p_fa: float
    cost: float
    normalized: float


class UnitErrorRates(NamedTuple):
    """Units missed, and units too many, per unit."""

    r_fn: float
    r_fp: float


class VMeasureScores(NamedTuple):
    """Homogeneity, completeness, and their harmonic mean."""

    homogeneity: float
    completeness: float
    v: float


class NCEScores(NamedTuple):
    """Over-segmentation score, under-segmentation score, and their harmonic mean."""

    over: float
    under: float
    f: float
