"""Boundary edit distance (Fournier & Inkpen 2012; Fournier 2013), the alignment behind it, and metrics on it.

======================= ============================================= ==========================================
``edit_distance``        cost of the cheapest edits                    Fournier & Inkpen 2012, section 3.2
``similarity`` (S)       1 - distance / potential boundaries           Fournier & Inkpen 2012, equation 3
``boundary_similarity``  1 - weighted edits / boundaries (B)           Fournier 2013, section 4
``boundary_confusion``   precision, recall and F of boundaries, with   Fournier 2013, section 4
                         the credit 1 - d / n for a near miss
======================= ============================================= ==========================================

One segmentation is turned into another by edits: an *addition* is a boundary that only one side has (a full miss), a
*transposition* moves a boundary by up to n - 1 potential boundaries (a near miss), a *substitution* changes the type of
a boundary in its place. The distance is the least cost of such edits. S looks at all potential boundaries, and so is
high wherever boundaries are rare; B looks at boundaries alone. All distinguish boundary types.

- ``EditWeights`` says what each edit costs. The weights of 2012 charge 1 each, and a transposition 2 - (1/2)**(d - 1)
  over the distance d; those of 2013 charge d / n for a transposition, and a substitution by how far apart types are.
- ``StudyTypes`` are the boundary types of a study: those that occur, or those that the user lists.
- ``EditMetric`` is the base of metrics on the distance. Of labelled segmentations, the label that begins at a boundary
  is its type; of hierarchies, the counts of the levels are added.

References: Fournier & Inkpen 2012, "Segmentation similarity and agreement"; Fournier 2013, "Evaluating text
segmentation using boundary edit distance".
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, TypeAlias, cast

import numpy as np

from seamark.base.checks import count_between, finite_number, is_number, items_of, shown
from seamark.base.errors import InputError
from seamark.base.results import FrozenMapping, ResultRecord
from seamark.kernels import edit as kernels
from seamark.kernels import one_pair
from seamark.kernels.columns import LARGEST_MASS, Column, Columns, LevelColumns, columns_of, units_of
from seamark.kernels.edit import SCALES, EditParameters, PairSums, Scale
from seamark.kernels.one_pair import Weights
from seamark.metrics.base import (
    Bound,
    FMetric,
    Metric,
    MetricInfo,
    Share,
    aligned,
    check_options,
    measured,
    value_of_pair,
)
from seamark.metrics.counting import Counts, Side, f_of, precision_of, ratio_or, shared_types, table_of
from seamark.metrics.signature import in_full, listed
from seamark.model.alignment import Addition, Alignment, Match, Substitution, Transposition
from seamark.model.coding import checked_names
from seamark.model.codings import SegmentationArray
from seamark.model.segmentation import Segmentation, SegmentationLike

if TYPE_CHECKING:
    from seamark.metrics.pairs import PairsWithin

__all__ = [
    "B",
    "BoundaryConfusion",
    "Confusion",
    "EditWeights",
    "S",
    "TypedConfusion",
    "align",
    "boundary_confusion",
    "boundary_similarity",
    "edit_distance",
    "similarity",
]

#: How a user names the types of a study: not at all, how many, or each of them in order.
TypesOption: TypeAlias = int | Sequence[Hashable] | None


def frozen_types(given: TypesOption, name: str = "types") -> int | tuple[Hashable, ...] | None:
    """The option as a metric keeps it: hashable."""
    if isinstance(given, Sequence) and not isinstance(given, (str, bytes, bytearray, memoryview)):
        return checked_names(given)
    return None if given is None else count_between(given, name, 1, LARGEST_MASS)


@dataclass(frozen=True, slots=True)
class StudyTypes:
    """How many boundary types a study has, at least 1; and the types in their order if they were ``listed``,
    otherwise those that occur.
    """

    count: int
    order: tuple[Hashable, ...]
    listed: bool = False

    @classmethod
    def resolve(cls, given: int | tuple[Hashable, ...] | None, present: Sequence[Hashable]) -> StudyTypes:
        """Check what the user said about the types against those that occur.

        Examples
        --------
        >>> StudyTypes.resolve(None, [1, 2]).count
        2
        >>> StudyTypes.resolve(("minor", "major"), ["major"]).count
        2
        """
        if given is None:
            return cls(max(1, len(present)), tuple(present))
        if isinstance(given, int):
            return cls(count_between(given, "types", max(1, len(present)), LARGEST_MASS), tuple(present))
        known = set(given)
        missing = [label for label in present if label not in known]
        if missing or len(known) != len(given) or not given:
            lacking = f"; {shown(missing[0])} is missing" if missing else ""
            raise InputError(
                f"types are {shown(list(given))}; expected every boundary type that occurs, each once{lacking}"
            )
        return cls(len(given), given, listed=True)

    def values_of(self, labels: Sequence[Hashable]) -> list[float]:
        """Where types lie on the scale of the study: their own values if types are numbers, else their places in the
        list.
        """
        if all(is_number(label) for label in self.order):
            try:
                return [float(cast("float", label)) for label in labels]
            except OverflowError:
                raise InputError(f"boundary types {shown(list(labels))} are too large for a scale") from None
        if not self.listed:
            raise InputError(
                f"boundary types {shown(list(self.order))} are not numbers, so how far apart they are is unknown; "
                "list them in order with types=[...], or use weights with ordinal=False"
            )
        place_of = {label: float(place) for place, label in enumerate(self.order)}
        return [place_of[label] for label in labels]

    @property
    def span(self) -> float:
        """The range of the scale plus 1, by which differences between types are divided."""
        values = self.values_of(self.order)
        return max(values) - min(values) + 1.0


# ----------------------------------------------------------------------------------------- What each kind of edit costs


def _checked_levels(given: object, name: str) -> tuple[float, ...]:
    weights = enumerate(items_of(given, name, "a weight for each level, such as (3, 2, 1)"), start=1)
    levels = tuple(
        finite_number(one, f"weight of level {level}", lambda w: w >= 0, "0 or more") for level, one in weights
    )
    if levels and not sum(levels) > 0:
        raise InputError("the weights of all levels are 0; expected one above 0 at least")
    return levels


@dataclass(frozen=True, slots=True)
class EditWeights:
    """Costs of the edits, each between 0 and 1.

    Parameters
    ----------
    addition
        A full miss: a boundary that only one side has.
    substitution
        One boundary type for another at the same place.
    transposition
        A near miss, times the factor of ``scale`` for its distance ``d``.
    scale
        ``"te"``: 2 - (1/2)**(d - 1), the transposition error of Fournier & Inkpen 2012; ``"linear"``: d / n, as in
        Fournier 2013; ``"unit"``: 1 whatever the distance.
    ordinal
        Whether a substitution is scaled by how far apart the two types are: their difference over the range of the
        types plus 1. Types must be numbers, or be listed in their order.
    levels
        For hierarchies, how much each level counts, the coarsest first; by default all alike.

    Examples
    --------
    >>> EditWeights(transposition=0.0, scale="unit")
    EditWeights(addition=1.0, substitution=1.0, transposition=0.0, scale='unit', ordinal=False, levels=())
    """

    addition: Share = 1.0
    substitution: Share = 1.0
    transposition: Share = 1.0
    scale: Scale = "te"
    ordinal: bool = False
    levels: Annotated[tuple[float, ...], _checked_levels] = ()

    def __post_init__(self) -> None:
        check_options(self)

    def __str__(self) -> str:
        # In full: the string is in signatures, from which the same number must come again.
        weights = (self.addition, self.substitution, self.transposition)
        return ",".join(in_full(weight) for weight in weights)


#: Fournier & Inkpen 2012.
WEIGHTS_2012 = EditWeights()
#: Fournier 2013.
WEIGHTS_2013 = EditWeights(scale="linear", ordinal=True)


@lru_cache(maxsize=256)
def _untyped_parameters(weights: EditWeights, n: int) -> EditParameters:
    """Costs as the kernel takes them, where the distance between types does not count."""
    costs = weights.addition, weights.substitution, weights.transposition
    return EditParameters(Weights(*costs, SCALES.index(weights.scale), n))


def edit_parameters(weights: EditWeights, n: int, labels: tuple[Hashable, ...], study: StudyTypes) -> EditParameters:
    """What the kernel needs for these weights; ``labels`` are the types that the codes in its columns refer to."""
    if weights.levels:
        raise InputError("weights have levels, which only hierarchies have")
    parameters = _untyped_parameters(weights, n)
    if not weights.ordinal or len(labels) < 2:
        return parameters
    return EditParameters(parameters.weights, np.array(study.values_of(labels), dtype=np.float64), study.span)


def weights_or(default: EditWeights, given: object) -> EditWeights:
    """The weights that were given, or the default when none were."""
    if given is None or isinstance(given, EditWeights):
        return given or default
    raise InputError(f"weights are {shown(given)}; expected EditWeights(addition=..., ...)")


def near_miss_width(n: object, name: str = "n") -> int:
    """Check ``n``, the number of adjacent potential boundaries over which a boundary may be transposed."""
    return count_between(n, name, 2, LARGEST_MASS)


# ------------------ What metrics on the boundary edit distance have in common: near-miss width, weights, boundary types


class EditSettings(NamedTuple):
    """What edits are counted by: costs as the kernel takes them, the types of the study, the types that codes refer to,
    and whether their order counts.

    ``levels`` are the weights of levels: None unless hierarchies are compared, empty where all levels count alike.
    """

    parameters: EditParameters
    study: StudyTypes
    labels: tuple[Hashable, ...]
    ordinal: bool
    levels: tuple[float, ...] | None = None


class EditMetric(Metric):
    """A metric on the boundary edit distance; ``weights=None`` takes the weights of the metric's own paper.

    Of labelled segmentations, the label that begins at a boundary is its type, and the first label has a boundary too:
    one wrong label is one edit. Labels have no order, so one for another costs a whole substitution. Of hierarchies,
    the counts of the levels are added: with levels as boundary types none can be substituted for another.
    """

    n: Annotated[int, near_miss_width] = 2
    weights: EditWeights = None  # type: ignore[assignment]  # resolved as soon as the metric is made
    types: Annotated[int | tuple[Hashable, ...] | None, frozen_types] = None

    #: The weights of the paper that the metric comes from.
    default_weights: ClassVar[EditWeights] = WEIGHTS_2012

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "weights", weights_or(self.default_weights, self.weights))

    @abstractmethod
    def _row_of_edits(self, edits: Mapping[str, Any], settings: EditSettings) -> Counts:
        """Counts from the columns of ``EDIT_FIELDS``, and ``additions`` of both sides; for sums in the kernel, from
        those of ``EDIT_SUMS`` alone.
        """

    def _count_edits(self, a: Columns, b: Columns, settings: EditSettings) -> Counts:
        """The counts of pairs of segmentations."""
        edits = dict(zip(kernels.EDIT_FIELDS, kernels.edit_counts(a, b, settings.parameters), strict=True))
        return self._row_of_edits({**edits, "additions": edits["additions_a"] + edits["additions_b"]}, settings)

    @property
    def pricing(self) -> Weights:
        """Costs as the kernel takes them for boundaries of one type."""
        return edit_parameters(self.weights, self.n, (), StudyTypes(1, ())).weights

    def _resolve(self, one: Side, other: Side) -> tuple[Any, Any, tuple[EditSettings]]:
        levels = self.weights.levels if one.kind == "levels" else None
        ordinal = self.weights.ordinal and one.kind != "labels"  # labels have no order
        a, b, labels = shared_types(one, other)
        study = StudyTypes.resolve(self.types, labels)
        parameters = _untyped_parameters(self.weights, self.n)
        if levels is None:
            parameters = edit_parameters(self.weights, self.n, labels if ordinal else (), study)
        return a, b, (EditSettings(parameters, study, labels, ordinal, levels),)

    def _count(self, a: Any, b: Any, settings: EditSettings) -> Counts:
        if settings.levels is None:
            return self._count_edits(a, b, settings)
        return self._count_levels(a, b, settings)

    def _count_levels(self, a: LevelColumns, b: LevelColumns, settings: EditSettings) -> Counts:
        _require_equal_depths(a, b)
        rows = table_of(self._count_edits(a.levels, b.levels, settings))
        if settings.levels:
            other = np.flatnonzero(a.depths != len(settings.levels))
            if other.size:
                depth = a.depths[other[0]]
                raise InputError(f"pair {other[0]} has {depth} levels, but {len(settings.levels)} have a weight")
            rows = rows * np.tile(settings.levels, len(a.depths))[:, np.newaxis]
        return columns_of(np.add.reduceat(rows, a.hierarchies[:-1], axis=0))

    def _shown(self, bound: Bound) -> tuple[int | str, bool]:
        (settings,) = bound.settings
        return _types_shown(settings.study, settings.ordinal), settings.ordinal

    def _options(self, types: int | str | None = None, ordinal: bool | None = None) -> dict[str, object]:
        options: dict[str, object] = {"n": self.n, "scale": self.weights.scale, "w": self.weights}
        if self.weights.ordinal if ordinal is None else ordinal:
            options["ordinal"] = "yes"
        if self.weights.levels:
            options["levels"] = ",".join(map(in_full, self.weights.levels))
        if types is None and self.types is not None:
            types = _types_shown(StudyTypes.resolve(self.types, ()), self.weights.ordinal)
        return options if types is None else {**options, "types": types}

    def _pair_sums(self, bound: Bound, pairs: PairsWithin) -> PairSums | None:
        (settings,) = bound.settings
        if settings.levels is not None:
            return None
        sums = kernels.edit_sums(bound.a, pairs.coded, settings.parameters)
        named = [dict(zip(kernels.EDIT_SUMS, rows.T, strict=True)) for rows in sums]
        return PairSums(*(np.column_stack(self._row_of_edits(edits, settings)) for edits in named))

    def _penalty(self, edits: Mapping[str, Any]) -> Any:
        """What edits cost."""
        return (
            self.weights.addition * edits["additions"]
            + self.weights.substitution * edits["substitution_weight"]
            + self.weights.transposition * edits["transposition_weight"]
        )


def _types_shown(study: StudyTypes, ordinal: bool) -> int | str:
    """How many types there are; or, where their distance counts, which, and in which order."""
    return listed(study.order) if ordinal and len(study.order) > 1 else study.count


def _require_equal_depths(a: LevelColumns, b: LevelColumns) -> None:
    """Raise when two hierarchies of a pair have different numbers of levels, so that these cannot be paired."""
    if a.hierarchies.tobytes() != b.hierarchies.tobytes():  # quicker than to compare depths, which are equal as a rule
        row = int(np.flatnonzero(a.depths != b.depths)[0])
        raise InputError(
            f"pair {row}: the first hierarchy has {a.depths[row]} levels, the second {b.depths[row]}; "
            "expected as many, to compare level by level"
        )


class EditCounts(EditMetric):
    """How many boundaries match, are missed, nearly missed or of another type; its score is the share of matches."""

    info: ClassVar[MetricInfo] = MetricInfo(
        "edits", "edit counts", "Fournier & Inkpen 2012", symmetric=True, several_types=True
    )
    fields: ClassVar[tuple[str, ...]] = ("matches", "additions", "transpositions", "substitutions")

    def _row_of_edits(self, edits: Mapping[str, Any], settings: EditSettings) -> Counts:
        return tuple(edits[name] for name in self.fields)

    def _single(self) -> one_pair.Measure | None:
        """The cost of the edits, and the edits."""
        return None if self.types is not None else one_pair.edit_distance(self.pricing)

    def _score(self, matches: Column, *edits: Column) -> Column:
        return ratio_or(matches, matches + sum(edits), otherwise=1.0)


def edits_of(metric: Metric) -> EditCounts:
    """The metric's own idea of a near miss, or that of Fournier & Inkpen 2012 for a metric that has none."""
    if not isinstance(metric, EditMetric):
        return EditCounts()
    return EditCounts(metric.n, metric.weights, metric.types if isinstance(metric.types, tuple) else None)


# ------------------------------------------------------------------- Boundary edit distance and the alignment behind it


_RECORDS = one_pair.EditRecords(Match, Addition, Substitution, Transposition)


def edit_distance(
    a: SegmentationLike,
    b: SegmentationLike,
    /,
    *,
    n: int = 2,
    weights: EditWeights | None = None,
    types: TypesOption = None,
) -> float:
    """Cost of the cheapest edits that turn one segmentation into the other.

    A boundary that only one side has is an addition (a full miss); one that is up to ``n - 1`` places away is a
    transposition (a near miss); one of another type at the same place is a substitution. The distance is a global
    minimum; if too many types interleave to find it, that is an error.

    Parameters
    ----------
    a, b
        Two segmentations of the same units, in either order.
    n
        A near miss spans at most this many adjacent potential boundaries.
    weights
        What each edit costs; by default 1 each, transpositions growing with their distance as in Fournier & Inkpen
        2012.
    types
        The boundary types in their order, needed only for ordinal weights with types that are not numbers.

    Examples
    --------
    >>> edit_distance([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2])
    4.0

    References
    ----------
    Fournier & Inkpen 2012, section 3.2; Fournier 2013.
    """
    found = measured(EditCounts, a, b, n, weights, types)
    if found is not None:
        return float(found)
    bound = _edit_counts(n, weights, types)._bound_pair(a, b)
    return float(kernels.edit_costs(bound.a, bound.b, bound.settings[0].parameters)[0])


def align(
    a: SegmentationLike,
    b: SegmentationLike,
    /,
    *,
    n: int = 2,
    weights: EditWeights | None = None,
    types: TypesOption = None,
) -> Alignment:
    """The cheapest edits that turn one segmentation into the other, each with its place.

    Parameters are those of ``edit_distance``. Among equally cheap alignments the one with the fewest edits is taken,
    then the one whose transpositions lie furthest left.

    Examples
    --------
    >>> alignment = align([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2])
    >>> alignment.transpositions
    (Transposition(start=4, end=5, type=1, side='b'),)
    >>> [addition.position for addition in alignment.additions]
    [6, 8, 11]
    >>> print(alignment)
    a |1| 2 | 2 |  3  |  3  |1| 2 |
    b |1| 2 |1| 2 |     6     | 2 |
              ~~~ +   -     -
    3 matched, 1 near (~), 3 missed (- only a, + only b); distance 4
    """
    one, other = Segmentation.of(a), Segmentation.of(b)
    edits = aligned(_RECORDS, EditCounts, one, other, n, weights, types)
    if edits is None:
        [edits] = _scripts(_edit_counts(n, weights, types)._bound_pair(one, other))
    return Alignment(one, other, *edits)


def align_pairs(a: SegmentationArray, b: SegmentationArray, edits: EditCounts) -> list[Alignment]:
    """``align`` for every pair of two arrays that have been found comparable, in one go.

    Examples
    --------
    >>> a, b = SegmentationArray.from_masses([[2, 3], [1, 4]]), SegmentationArray.from_masses([[3, 2], [1, 4]])
    >>> [alignment.distance for alignment in align_pairs(a, b, EditCounts())]
    [1.0, 0.0]
    """
    return [Alignment(a[row], b[row], *script) for row, script in enumerate(_scripts(edits.bind(a, b)))]


def _edit_counts(*options: Any) -> EditCounts:
    return EditCounts(*options)


def _scripts(bound: Bound) -> list[tuple[Any, ...]]:
    """Of every pair what an alignment holds beside the two segmentations."""
    (settings,) = bound.settings
    return kernels.edit_scripts(bound.a, bound.b, settings.parameters, settings.labels, _RECORDS)


# -------------------------------------- S: the share of potential boundaries that need no edit (Fournier & Inkpen 2012)


#: What is known of all three.
_edit_info = partial(MetricInfo, symmetric=True, several_types=True, kinds=("boundaries", "labels", "levels"))


class S(EditMetric):
    """Segmentation similarity: the share of potential boundaries that need no edit.

    Options are those of ``similarity``.

    Examples
    --------
    >>> print(S().compare([5, 5, 5, 5], [5, 6, 9]))
    0.8947  S|n:2|scale:te|w:1,1,1|types:1|v:1.0.0rc1
    """

    info: ClassVar[MetricInfo] = _edit_info(
        "S", "segmentation similarity S", "Fournier & Inkpen 2012", function="similarity"
    )
    fields: ClassVar[tuple[str, ...]] = ("potential", "distance")

    def _count_edits(self, a: Columns, b: Columns, settings: EditSettings) -> Counts:
        potential = (units_of(a.masses) - 1) * float(settings.study.count)
        return potential, *kernels.edit_costs(a, b, settings.parameters)

    def _row_of_edits(self, edits: Mapping[str, Any], settings: EditSettings) -> Counts:
        return settings.study.count * edits["potential"], self._penalty(edits)

    def _single(self) -> one_pair.Measure | None:
        return None if isinstance(self.types, tuple) else one_pair.similarity(self.pricing, self.types or 1)

    def _score(self, potential: Column, distance: Column) -> Column:
        """1 minus the distance per potential boundary; 1 where there is no potential boundary."""
        return ratio_or(potential - distance, potential, otherwise=1.0)


def similarity(
    a: SegmentationLike,
    b: SegmentationLike,
    /,
    *,
    n: int = 2,
    weights: EditWeights | None = None,
    types: TypesOption = None,
) -> float:
    """S: the share of potential boundaries that are not changed when one segmentation is edited into the other.

    1 means identical, 0 that one side has every possible boundary and the other none. It does not matter which comes
    first.

    Parameters
    ----------
    a, b
        Two segmentations of the same units: ``Segmentation`` objects, masses such as ``[2, 3, 5]``, or strings of 0
        and 1.
    n
        A near miss spans at most this many adjacent potential boundaries: a boundary up to ``n - 1`` places off is
        transposed instead of missed.
    weights
        What each edit costs; by default 1 each, a transposition growing from 1 towards 2 with its distance.
    types
        The number of boundary types in the study, or the list of them; by default those that occur in the pair.

    Raises
    ------
    MassMismatchError
        When the two do not cover the same number of units.
    InputError
        When a segmentation or an option cannot be used.

    Examples
    --------
    >>> similarity([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2])
    0.6923076923076923

    References
    ----------
    Fournier & Inkpen 2012, equation 3.
    """
    return value_of_pair(S, a, b, n, weights, types)


# -------------------------------------------------------------------------- B, the boundary similarity of Fournier 2013


class B(EditMetric):
    """Boundary similarity: 1 minus the weighted edits per boundary.

    Options are those of ``boundary_similarity``.

    Examples
    --------
    >>> print(B(n=3).compare([5, 5, 5, 5], [5, 6, 9]))
    0.5556  B|n:3|scale:linear|w:1,1,1|ordinal:yes|types:1|v:1.0.0rc1
    """

    default_weights: ClassVar[EditWeights] = WEIGHTS_2013
    info: ClassVar[MetricInfo] = _edit_info(
        "B", "boundary similarity B", "Fournier 2013", function="boundary_similarity"
    )
    fields: ClassVar[tuple[str, ...]] = ("boundaries", "penalty")

    def _row_of_edits(self, edits: Mapping[str, Any], settings: EditSettings) -> Counts:
        boundaries = edits["additions"] + edits["substitutions"] + edits["transpositions"] + edits["matches"]
        return boundaries, self._penalty(edits)

    def _single(self) -> one_pair.Measure | None:
        return None if self.types is not None else one_pair.boundary_similarity(self.pricing)

    def _score(self, boundaries: Column, penalty: Column) -> Column:
        """1 minus the penalty per boundary; 1 where neither side has a boundary."""
        return 1.0 - ratio_or(penalty, boundaries, otherwise=0.0)


def boundary_similarity(
    a: SegmentationLike,
    b: SegmentationLike,
    /,
    *,
    n: int = 2,
    weights: EditWeights | None = None,
    types: TypesOption = None,
) -> float:
    """B: 1 minus the weighted edits per boundary, where S looks at all potential boundaries.

    1 means identical, 0 that no boundary is shared, not even nearly. It does not matter which comes first. Errors are
    those of ``similarity``.

    Parameters
    ----------
    a, b
        Two segmentations of the same units.
    n
        A near miss spans at most this many adjacent potential boundaries; transposing over a distance ``d`` costs ``d
        / n``.
    weights
        What each edit costs; by default those of Fournier 2013: additions 1, transpositions ``d / n``, substitutions
        the distance between the types over their range plus 1.
    types
        The boundary types in their order; needed only when several occur that are not numbers.

    Examples
    --------
    >>> boundary_similarity([5, 5, 5, 5], [5, 6, 9])
    0.5

    References
    ----------
    Fournier 2013, section 4.
    """
    return value_of_pair(B, a, b, n, weights, types)


# --------------------------- Precision, recall and F from the alignment of boundaries, with part credit for near misses


@dataclass(frozen=True, slots=True)
class Confusion(ResultRecord):
    """True and false boundaries of a hypothesis, and what follows from them.

    Attributes
    ----------
    true_positives
        Matches, and for every near miss the credit 1 - d / n.
    false_positives, false_negatives
        Boundaries that only the hypothesis has, and that only the reference has.
    """

    _also: ClassVar[tuple[str, ...]] = ("precision", "recall", "f")

    true_positives: float
    false_positives: float
    false_negatives: float

    @property
    def precision(self) -> float:
        """True boundaries among those of the hypothesis; 1 when neither side has any, 0 when only the hypothesis
        has none.
        """
        return float(precision_of(self.true_positives, self.false_positives, self.false_negatives))

    @property
    def recall(self) -> float:
        """True boundaries among those of the reference; 1 when neither side has any, 0 when only the reference
        has none.
        """
        return float(precision_of(self.true_positives, self.false_negatives, self.false_positives))

    @property
    def f(self) -> float:
        """Harmonic mean of precision and recall."""
        return float(f_of(self.true_positives, self.false_positives, self.false_negatives))


@dataclass(frozen=True, slots=True)
class TypedConfusion(Confusion):
    """The confusion of all types together (micro), with each type's own in ``per_type``."""

    per_type: Mapping[Hashable, Confusion]


class BoundaryConfusion(FMetric, EditMetric):
    """F of boundaries with part credit for near misses; ``parts`` hold precision and recall.

    Options are those of ``boundary_confusion``.

    Examples
    --------
    >>> result = BoundaryConfusion().compare([5, 5, 5, 5], [5, 6, 9])
    >>> result.value, dict(result.parts)
    (0.75, {'precision': 1.0, 'recall': 0.6})
    """

    default_weights: ClassVar[EditWeights] = WEIGHTS_2013
    info: ClassVar[MetricInfo] = _edit_info("confusion", "boundary F from the alignment", "Fournier 2013")
    fields: ClassVar[tuple[str, ...]] = ("true_positives", "false_positives", "false_negatives")

    def _row_of_edits(self, edits: Mapping[str, Any], settings: EditSettings) -> Counts:
        credit = edits["transpositions"] - edits["transposed_distance"] / self.n
        return (
            edits["matches"] + credit,
            edits["additions_b"] + edits["substitutions"],
            edits["additions_a"] + edits["substitutions"],
        )

    def _pair_sums(self, bound: Bound, pairs: PairsWithin) -> None:
        return None  # counts depend on which side is the reference


def boundary_confusion(
    reference: SegmentationLike,
    hypothesis: SegmentationLike,
    /,
    *,
    n: int = 2,
    weights: EditWeights | None = None,
    types: Sequence[Hashable] | None = None,
) -> TypedConfusion:
    """True and false boundaries of a hypothesis, with part credit for near misses.

    A near miss over a distance ``d`` counts as ``1 - d / n`` true positives, and the rest of it is not an error. A
    substitution is a false negative of the reference's type and a false positive of the hypothesis's.

    Parameters
    ----------
    reference, hypothesis
        Two segmentations of the same units.
    n, weights, types
        As for ``boundary_similarity``.

    Returns
    -------
    TypedConfusion
        With ``precision``, ``recall`` and ``f`` over all types, and ``per_type``.

    Examples
    --------
    >>> confusion = boundary_confusion([5, 5, 5, 5], [5, 6, 9])
    >>> confusion.precision, confusion.recall, confusion.f
    (1.0, 0.6, 0.75)

    References
    ----------
    Fournier 2013, section 4.
    """
    alignment = align(reference, hypothesis, n=n, weights=weights_or(WEIGHTS_2013, weights), types=types)
    tp: dict[Hashable, float] = defaultdict(float)
    fp: dict[Hashable, float] = defaultdict(float)
    fn: dict[Hashable, float] = defaultdict(float)
    for match in alignment.matches:
        tp[match.type] += 1
    for near in alignment.transpositions:
        tp[near.type] += 1 - near.distance / n
    for addition in alignment.additions:
        (fn if addition.side == "a" else fp)[addition.type] += 1
    for substitution in alignment.substitutions:
        fn[substitution.type_a] += 1
        fp[substitution.type_b] += 1
    types_of_both = dict.fromkeys((*alignment.a.types, *alignment.b.types))
    per_type = {label: Confusion(tp[label], fp[label], fn[label]) for label in types_of_both}
    return TypedConfusion(sum(tp.values()), sum(fp.values()), sum(fn.values()), FrozenMapping(per_type))
