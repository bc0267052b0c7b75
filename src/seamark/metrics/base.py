"""What every metric is: options that turn pairs into counts, and sums of counts into a score.

A metric is a class of options, which ``Metric`` makes a frozen dataclass. It declares what is known without computing
(``info``), the names of its counts (``fields``), and three small functions:

- ``_count(a, b)``: the counts of pairs, from the columns of both sides as the kernel takes them;
- ``_score(*counts)``: the score of counts, or of sums of counts;
- ``_options(...)``: its options as they appear in a signature.

``_resolve`` makes more of the two sides where counting depends on them, as on the boundary types of a study.

``metric.bind(a, b)`` checks the codings and resolves the options, once, and returns a ``Bound``, which counts pairs and
scores sums; nothing below it checks again. Counts are columns: arrays with a number for every pair, or, of a single
pair, plain numbers. Formulas are written with operators, ``ratio_or`` and ``choose``, which serve both, so that one
formula computes a million pairs at once and one pair within microseconds.
"""

from __future__ import annotations

import math
import types
import typing
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from seamark.base.checks import count_between, finite_number, number_array, one_of, shown, true_or_false
from seamark.base.errors import OPTION, InputError, UndefinedScoreError
from seamark.base.results import FrozenMapping, ResultRecord
from seamark.base.version import __version__
from seamark.kernels.columns import LARGEST_MASS, Column, Columns, FloatArray, stoppable_threads, worker_count
from seamark.kernels.edit import PairSums
from seamark.kernels.one_pair import EditRecords, Measure, OnePair
from seamark.metrics.counting import (
    Counts,
    PrecisionRecall,
    Side,
    columns_of_rows,
    f_of,
    precision_of,
    ratio_or,
    shared_types,
    table_of,
)
from seamark.metrics.signature import Signature, in_signature
from seamark.model.codings import CodingLike, Codings, Kind
from seamark.model.labelled import Hierarchy, LabelledSegmentation
from seamark.model.objects import codings_of_objects
from seamark.model.segmentation import Segmentation
from seamark.model.spans import Regions, Spans

if TYPE_CHECKING:
    from seamark.metrics.pairs import Pairs, PairsWithin
    from seamark.metrics.score import Accumulator

__all__ = ["Metric", "MetricInfo", "Result"]

_NO_PARTS: Mapping[str, float] = FrozenMapping({})


@dataclass(frozen=True, slots=True)
class MetricInfo:
    """Description of a metric.

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
        Whether it distinguishes boundary types; a metric that does not refuses several types.
    kinds
        What it compares: ``"boundaries"``, ``"labels"``, ``"levels"`` or ``"spans"``. Labels are compared as spans by a
        metric that takes those only, and by their boundaries by a metric of boundaries alone.
    function
        The plain function, where its name is neither the metric's nor, but for underscores, that of its class.
    """

    name: str
    title: str
    citation: str
    best: float = 1.0
    worst: float = 0.0
    symmetric: bool = False
    several_types: bool = False
    kinds: tuple[Kind, ...] = ("boundaries",)
    function: str | None = None

    @property
    def higher_is_better(self) -> bool:
        """Whether a larger value means more alike."""
        return self.best > self.worst


@dataclass(frozen=True, slots=True)
class Result(ResultRecord):
    """A value with everything needed to reproduce it.

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


#: How to make codings that are not lists of numbers.
_MADE_BY: Mapping[Kind, str] = {
    "labels": "labels, such as LabelledSegmentation.from_segments([(8, 'A'), (4, 'B')]) or .from_labels('AAB')",
    "levels": "levels, such as Hierarchy.from_levels([[12, 12], [6, 6, 12]])",
    "spans": "spans, such as Spans([(2, 8, 'A')], length=20)",
}


# ------------------------------------------------------------------------------------------------------------- A metric


@typing.dataclass_transform(frozen_default=True)
class Metric(ABC):
    """A frozen set of options; every subclass is made a frozen dataclass.

    A metric gives one row of sufficient statistics per pair, and scores sums of such rows (``score_rows``). Micro
    means, bootstraps and results from many machines need nothing else.
    """

    #: Its description.
    info: ClassVar[MetricInfo]
    #: Names of the counts.
    fields: ClassVar[tuple[str, ...]]
    #: Whether only some regions of an item may be scored.
    takes_uem: ClassVar[bool] = False
    #: The options.
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    def __post_init__(self) -> None:
        check_options(self)

    # What a metric defines: its arguments have been checked.

    @abstractmethod
    def _count(self, *sides: Any, **_: Any) -> Counts:
        """The counts of pairs, from the columns of both sides and what ``_resolve`` adds; the first is the reference
        where that matters.
        """

    @abstractmethod
    def _score(self, *counts: Any, **_: Any) -> Column:
        """The score of counts; NaN where it is undefined."""

    def _parts(self, *counts: Any, **_: Any) -> dict[str, Column]:
        """Further scores of the same counts, by name."""
        return {}

    def _resolve(self, one: Side, other: Side) -> tuple[Any, Any, tuple[Any, ...]]:
        """The columns of both sides as ``_count`` takes them, and what else it takes."""
        if one.kind == "labels":
            return (*shared_types(one, other)[:2], ())
        return one.columns, other.columns, ()

    def _shown(self, bound: Bound) -> tuple[Hashable, ...]:
        """What the signature contains of the codings: the arguments of ``_options``."""
        return ()

    def _options(self, *shown: Any, **_: Any) -> dict[str, object]:
        """Every option that the value depends on, as it appears in the signature; without arguments, not resolved."""
        return {option.name: in_signature(getattr(self, option.name)) for option in fields(self)}

    def _pair_sums(self, bound: Bound, pairs: PairsWithin) -> PairSums | None:
        """The sums of counts of every two codings of an item, where the kernel has a way to them without the rows."""
        return None

    def _why_undefined(self, counts: Mapping[str, float], bound: Bound | None = None) -> str:
        """One sentence on why these counts, and these codings if they are known, have no score."""
        return f"{self.info.title} is undefined for the counts {dict(counts)}"

    def _note(self, bound: Bound) -> str | None:
        """What must be known of a value of these codings."""
        return None

    def _single(self) -> Measure | None:
        """The kernel's measure of one pair with one boundary type, if it has one: its value, or, where the plain
        function returns a named tuple, the fields of that.
        """
        return None

    # The public methods.

    @property
    def worst_value(self) -> float:
        """The value at the other end from the best one, with these options; infinite when there is no end."""
        return self.info.worst

    def bind(self, codings: Codings, other: Codings | None = None, /, *, uem: Sequence[Regions] | None = None) -> Bound:
        """Check codings and resolve the options for them; what is returned counts pairs and scores sums.

        Parameters
        ----------
        codings, other
            The codings of the two sides, the reference first where that matters; without the second, codings are
            compared among themselves.
        uem
            For every coding of the first side the regions that are scored, as pairs (start, end) or spans; by default
            everything. They belong to the items, not to the metric, and follow the codings into every pair.

        Examples
        --------
        >>> from seamark import SegmentationArray, WindowDiff
        >>> a, b = (SegmentationArray.from_masses(rows) for rows in ([[2, 3], [5]], [[2, 3], [4, 1]]))
        >>> bound = WindowDiff().bind(a, b)
        >>> bound.count().tolist(), str(bound.signature)
        ([[3.0, 0.0, 0.0], [2.0, 1.0, 0.0]], 'windowdiff|conv:pevzner-hearst|k:half-mean|pad:none|v:1.0.0rc1')
        """
        one = self._side(Side.of(codings))
        return self._bound(one, one if other is None else self._side(Side.of(other)), uem)

    def _bound(self, one: Side, other: Side, uem: Sequence[Regions] | None = None) -> Bound:
        if uem is not None:
            if not self.takes_uem:
                raise InputError(f"{self.info.title} scores whole items; expected no uem")
            if len(uem) != len(one.columns.masses):
                raise InputError(f"uem has regions for {len(uem)} codings; expected {len(one.columns.masses)}")
            one = one.within(uem)
        if one.kind != other.kind:
            raise InputError(f"the first holds {one.kind}, the second {other.kind}; expected one kind")
        if not self.info.several_types and one.kind == "boundaries" and len(one.types) + len(other.types) > 1:
            types = {*one.types, *other.types}
            if len(types) > 1:
                raise InputError(
                    f"{self.info.title} does not distinguish boundary types, and {len(types)} occur; "
                    f"{OPTION} reads them as one, and convert --drop types saves a corpus without them",
                    option="types_as_one",
                )
        return Bound(self, one, other)

    def _side(self, side: Side) -> Side:
        """The codings as this metric compares them."""
        kinds = self.info.kinds
        if side.kind in kinds:
            return side
        codings = side.source
        many = isinstance(codings, Codings)
        if side.kind == "labels" and "spans" in kinds:
            return Side.of(codings.as_spans()) if many else Side.of_one(codings.spans)
        if side.kind == "labels" and "boundaries" in kinds:
            return Side.of(codings.boundaries()) if many else Side.of_one(codings.segmentation)
        raise self._does_not_compare(side.kind)

    def _does_not_compare(self, given: str) -> InputError:
        expected = " or ".join(_MADE_BY.get(kind, kind) for kind in self.info.kinds)
        return InputError(f"{self.info.title} compares {expected}, not {given}")

    def _bound_pair(self, a: CodingLike, b: CodingLike, uem: Regions | None = None) -> Bound:
        try:
            one, other = Side.of_pair(a, b)
        except InputError:  # perhaps objects of other libraries that represent codings
            pair = codings_of_objects((a, b), self.info.kinds)
            for given in pair if "boundaries" not in self.info.kinds else ():
                if not isinstance(given, (Segmentation, LabelledSegmentation, Hierarchy, Spans)):
                    raise self._does_not_compare(shown(given)) from None
            one, other = Side.of_pair(*pair)
        bound = self._bound(self._side(one), self._side(other), None if uem is None else [uem])
        bound.one.require_comparable(bound.other)
        return bound

    def compare(self, a: CodingLike, b: CodingLike, /, *, uem: Regions | None = None) -> Result:
        """Compare two segmentations, or two codings of another kind that the metric compares.

        ``uem`` are the regions that are scored, as pairs (start, end) or spans, for metrics of turns; by default
        everything is.

        Raises
        ------
        UndefinedScoreError
            When the metric has no value for them.
        """
        bound = self._bound_pair(a, b, uem)
        return self._result(self._count_pair(bound), bound)

    def counts(self, a: CodingLike, b: CodingLike, /, *, uem: Regions | None = None) -> Mapping[str, float]:
        """The sufficient statistics of one pair, by name; ``uem`` as for ``compare``."""
        return self._named(self._count_pair(self._bound_pair(a, b, uem)))

    def _count_pair(self, bound: Bound) -> list[Any]:
        """The counts of a single pair as plain numbers; a metric may count in arrays."""
        counts = self._count(bound.a, bound.b, *bound.settings)
        return [count.item() if isinstance(count, np.ndarray) else count for count in counts]

    def score_rows(self, rows: npt.ArrayLike) -> FloatArray:
        """The score of every row, or sum of rows, along the last axis; NaN where it is undefined.

        Examples
        --------
        >>> from seamark import S
        >>> S().score_rows([[4, 1], [4, 0]]).tolist()
        [0.75, 1.0]
        """
        with np.errstate(all="ignore"):  # rows that no pair can have are the caller's, and have no score
            return np.asarray(self._score(*columns_of_rows(self._rows(rows))))

    def part_rows(self, rows: npt.ArrayLike) -> dict[str, FloatArray]:
        """Further scores of the same rows, by name."""
        with np.errstate(all="ignore"):
            parts = self._parts(*columns_of_rows(self._rows(rows)))
            return {name: np.asarray(part) for name, part in parts.items()}

    def signature(self) -> Signature:
        """The metric with its options; ``bind`` resolves them for given codings."""
        return _signature(self, None, (), False)

    def options(self) -> dict[str, object]:
        """Every option that the value depends on, as it appears in the signature; ``bind`` resolves them."""
        return self._options()

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
        from seamark.metrics.score import Accumulator

        return Accumulator(self, average)

    def _named(self, counts: Any) -> Mapping[str, float]:
        """A row of counts, or a sum of rows, by name; whole numbers as such."""
        named = zip(self.fields, map(float, counts), strict=True)
        return FrozenMapping({name: int(number) if number.is_integer() else number for name, number in named})

    def _result(self, counts: Any, bound: Bound | None = None) -> Result:
        """The result of the counts of one pair, or of sums of counts."""
        value = float(self._score(*counts))
        if value != value:
            raise UndefinedScoreError(self._why_undefined(self._named(counts), bound))
        found = self._parts(*counts)
        parts = FrozenMapping({name: float(part) for name, part in found.items()}) if found else _NO_PARTS
        signature, note = (self.signature(), None) if bound is None else (bound.signature, self._note(bound))
        return Result(value, self._named(counts), signature, parts, note)

    def _rows(self, rows: npt.ArrayLike) -> FloatArray:
        expected = f"rows of {len(self.fields)} counts ({', '.join(self.fields)})"
        array: FloatArray = (
            rows if type(rows) is np.ndarray and rows.dtype == np.float64 else number_array(rows, "rows", expected)
        )
        if array.ndim == 0 or array.shape[-1] != len(self.fields):
            raise InputError(f"rows have the shape {array.shape}; expected {expected}")
        return array


#: Takes what was given for an option, and the option's name; returns what the metric keeps.
Check: TypeAlias = Callable[[Any, str], Any]


def check_options(given: Any) -> None:
    """Check the options of a frozen dataclass: their annotations say what they may be."""
    for name, check in _checks(cast("Any", type(given))):
        value = getattr(given, name)
        checked = check(value, name)
        if checked is not value:  # a number or a truth value of numpy
            object.__setattr__(given, name, checked)


@cache
def _checks(options: type[Any]) -> list[tuple[str, Check]]:
    """A check for every option: the one in its annotation, or that of the type. None needs none where it may be."""
    hints = typing.get_type_hints(options, include_extras=True)
    found = [(option.name, _check(hints[option.name])) for option in fields(options)]
    return [(name, check) for name, check in found if check is not None]


def _check(kind: Any) -> Check | None:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        return cast("Check", arguments[1])
    if origin in (typing.Union, types.UnionType):
        check = _check(arguments[0])
        return None if check is None else lambda given, name: None if given is None else check(given, name)
    if origin is Literal:
        return partial(one_of, known=arguments)
    of_type: dict[Any, Check] = {bool: true_or_false, int: partial(count_between, low=0, high=LARGEST_MASS)}
    return of_type.get(kind)


#: A number from 0 to 1.
Share: TypeAlias = Annotated[
    float, partial(finite_number, fits=lambda given: 0 <= given <= 1, expected="a number from 0 to 1")
]
#: A number of at least 0.
AtLeastZero: TypeAlias = Annotated[
    float, partial(finite_number, fits=lambda given: given >= 0, expected="a finite number of at least 0")
]


class FMetric(Metric):
    """F of what is found, from counts that begin with what is true, false and missed; ``parts``: precision, recall."""

    def _score(self, true: Column, false: Column, missed: Column, *_: Column) -> Column:
        return f_of(true, false, missed)

    def _parts(self, true: Column, false: Column, missed: Column, *_: Column) -> dict[str, Column]:
        return {"precision": precision_of(true, false, missed), "recall": precision_of(true, missed, false)}


class HarmonicMetric(Metric):
    """The harmonic mean of two scores, which ``parts`` hold."""

    def _score(self, *counts: Column) -> Column:
        one, other = self._parts(*counts).values()
        return ratio_or(2 * one * other, one + other, otherwise=0.0)


class ShareMetric(Metric):
    """A share or a mean: the first count over the second."""

    #: The score where the second count is 0.
    of_nothing: ClassVar[float] = math.nan

    def _score(self, part: Column, whole: Column, *_: Column) -> Column:
        return ratio_or(part, whole, otherwise=self.of_nothing)


@lru_cache(maxsize=1024)
def _signature(metric: Metric, kind: Kind | None, shown: tuple[Hashable, ...], uem: bool) -> Signature:
    """The options; the kind, where it is not the first of several that the metric compares; and that there is a UEM."""
    which = {} if kind in (None, metric.info.kinds[0]) else {"on": kind}
    options = {**which, **metric._options(*shown), **({"uem": "given"} if uem else {}), "v": __version__}
    return Signature(metric.info.name, tuple((name, str(value)) for name, value in options.items()))


# ----------------------------------------------------------------------------------- A metric on codings: what computes


class Bound:
    """A metric with its options resolved for the codings of two sides; made by ``Metric.bind``.

    Attributes
    ----------
    metric
        What is measured.
    kind
        What is compared.
    a, b
        The columns of both sides, as the metric counts them.
    settings
        What else the metric counts by, such as the boundary types of the study.
    """

    __slots__ = ("a", "b", "kind", "metric", "one", "other", "settings")

    def __init__(self, metric: Metric, one: Side, other: Side) -> None:
        self.metric, self.kind, self.one, self.other = metric, one.kind, one, other
        self.a, self.b, self.settings = metric._resolve(one, other)

    @property
    def signature(self) -> Signature:
        """The string that makes a value reproducible, with options resolved for the codings."""
        return _signature(self.metric, self.kind, self.metric._shown(self), self.one.regions is not None)

    @property
    def options(self) -> dict[str, object]:
        """Every option that a value depends on, as it appears in the signature."""
        return {name: value for name, value in self.signature.options if name != "v"}

    def take(self, pairs: Pairs) -> Bound:
        """The same for the rows of some pairs, which then are row beside row."""
        taken: Bound = object.__new__(Bound)
        taken.metric, taken.kind, taken.settings = self.metric, self.kind, self.settings
        taken.one = self.one._replace(columns=self.one.columns.take(pairs.a))
        taken.other = self.other._replace(columns=self.other.columns.take(pairs.b))
        taken.a, taken.b = self.a.take(pairs.a), self.b.take(pairs.b)
        return taken

    def count(self, pairs: Pairs | None = None, *, workers: int | None = 1) -> FloatArray:
        """A row of counts for every pair, in the order of the metric's fields; shape (pairs, fields).

        Parameters
        ----------
        pairs
            Which rows are compared; None for the first of one side with the first of the other, and so on.
        workers
            How many threads to use at most; None for as many as this process may use.
        """
        return table_of(self._counts(pairs, workers))

    def scores(self, pairs: Pairs | None = None, *, workers: int | None = 1) -> FloatArray:
        """The score of every pair; NaN where it is undefined."""
        return np.atleast_1d(self.metric._score(*self._counts(pairs, workers)))

    def sums(self, pairs: PairsWithin) -> PairSums:
        """Sums of the counts of every two codings of an item: over the pairs that each coding is in (``of_codings``),
        and over the items of each two coders (``of_coders``); for ``Pairs.within`` only.
        """
        found = self.metric._pair_sums(self, pairs)
        return pairs.summed(len(self.metric.fields), self.count, self.a) if found is None else found

    def _counts(self, pairs: Pairs | None, workers: int | None) -> Counts:
        """The columns of counts of some pairs, block by block so that few rows are copied at a time."""
        if pairs is None:
            self.one.require_comparable(self.other)
            return self._in_threads(workers)
        return self._joined([self.take(part)._in_threads(workers) for part in pairs.blocks(self.a, self.b)])

    def _in_threads(self, workers: int | None) -> Counts:
        """The counts of row beside row; threads share the rows where there is enough work for them."""
        threads, rows = 1, len(self.one.columns.masses)
        if workers != 1 and isinstance(self.a, Columns):
            boundaries = sum(int(side.offsets[-1] - side.offsets[0]) for side in (self.a, self.b))
            threads = min(rows, (boundaries + _PAIR * rows) // _WORK_PER_THREAD)
            threads = min(threads, worker_count(workers)) if threads > 1 else 1
        if threads == 1:
            return self.metric._count(self.a, self.b, *self.settings)
        edges = np.linspace(0, rows, threads + 1).astype(int).tolist()

        def count(part: int) -> Counts:
            within = edges[part], edges[part + 1]
            return self.metric._count(self.a.rows(*within), self.b.rows(*within), *self.settings)

        with stoppable_threads(threads) as pool:
            return self._joined(list(pool.map(count, range(threads))))

    def _joined(self, parts: list[Counts]) -> Counts:
        if len(parts) == 1:
            return parts[0]
        return tuple(np.concatenate([np.empty((0, len(self.metric.fields))), *map(table_of, parts)]).T)


#: Less work than this, in boundaries, is not worth a thread of its own: about 80,000 pairs of ten segments. A pair
#: costs as much as some boundaries, however few it has.
_WORK_PER_THREAD, _PAIR = 2**21, 8


# ----------------------------------------------- One pair at a time, as the plain functions of the commonest metrics do


#: Reads one pair and measures it, in one call of the kernel.
ONE_PAIR = OnePair(Segmentation, PrecisionRecall)


@lru_cache(maxsize=256, typed=True)
def _single(make: Callable[..., Metric], *options: object) -> tuple[Measure | None, Metric]:
    metric = make(*options)
    return metric._single(), metric


def measured(make: Callable[..., Metric], a: object, b: object, *options: object) -> Any:
    """What the kernel's measure makes of one pair; None where ``compare`` has to: for other input than lists of masses
    and Segmentations of one type, and where the value is undefined.
    """
    try:
        measure, _ = _single(make, *options)
    except TypeError:  # an option that is not hashable: ``compare`` says what is wrong with it
        return None
    return None if measure is None else ONE_PAIR.measure(measure, a, b)


def value_of_pair(make: Callable[..., Metric], a: Any, b: Any, *options: object) -> float:
    """The value of a metric for one pair."""
    found = measured(make, a, b, *options)
    return make(*options).compare(a, b).value if found is None else float(found)


def aligned(
    records: EditRecords, make: Callable[..., Any], a: object, b: object, *options: object
) -> tuple[Any, ...] | None:
    """The edits of one pair, in records, and their cost; None where ``measured`` has none."""
    try:
        measure, metric = _single(make, *options)
    except TypeError:
        return None
    return None if measure is None else ONE_PAIR.align(cast("Any", metric).pricing, records, a, b)
