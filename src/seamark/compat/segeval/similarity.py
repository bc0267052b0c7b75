"""segeval's similarities S and B, and the edits behind them, on the cheapest alignment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product
from typing import Any, Final, NamedTuple, TypeAlias

from seamark.base.checks import is_number, items_of, one_of, shown, true_or_false, whole_number
from seamark.base.errors import InputError
from seamark.compat.segeval.formats import by_item, format_of, segmentation_of, sets_of
from seamark.kernels.edit import Scale
from seamark.metrics.edit import EditWeights, align, near_miss_width
from seamark.metrics.windows import Pk, WindowDiff
from seamark.model.alignment import Alignment
from seamark.model.segmentation import Segmentation

#: Measures a hypothesis against a reference.
Measure: TypeAlias = Callable[[Segmentation, Segmentation], Any]

_USE = "expected a hypothesis and a reference, or a dataset"


@dataclass(frozen=True, slots=True)
class Compared:
    """What a measure was given, by place or by name."""

    args: tuple[Any, ...]
    hypothesis: Any
    reference: Any
    dataset: Any
    boundary_format: str

    def measured(self, measure: Measure, *, permuted: bool = False) -> Any:
        """The value of one pair, or of all pairs of coders by ``item,coder,coder``; both orders when permuted."""
        one, other = self._sides()
        if other is None or (isinstance(one, Mapping) and isinstance(other, Mapping)):
            return dict(self._values(measure, one, other, true_or_false(permuted, "permuted")))
        return measure(segmentation_of(one, self.boundary_format), segmentation_of(other, self.boundary_format))

    def _sides(self) -> tuple[Any, Any]:
        """A hypothesis and a reference, or a dataset and nothing."""
        named = (self.hypothesis, self.reference)
        match self.args:
            case (one, other) if named == (None, None) and self.dataset is None:
                return one, other
            case (one,) if named == (None, None) and self.dataset is None:
                return one, None
            case () if self.dataset is not None and named == (None, None):
                return self.dataset, None
            case () if self.dataset is None and None not in named:
                return named
        raise InputError(f"{len(self.args)} arguments were given by place; {_USE}")

    def _values(self, measure: Measure, one: Any, other: Any, permuted: bool) -> Iterator[tuple[str, Any]]:
        data, kind = by_item(one), format_of(one)
        if other is not None and format_of(other) != kind:
            raise InputError(f"one dataset has the boundary format {kind!r}, the other {format_of(other)!r}")
        for item, codings in data.items():
            if other is not None and item not in other:
                continue
            ours = _segmentations(codings, kind)
            theirs = ours if other is None else _segmentations(by_item(other)[item], kind)
            pairs = combinations(ours, 2) if other is None else product(ours, theirs)
            for m, n in pairs:
                yield f"{item},{m},{n}", measure(ours[m], theirs[n])
                if permuted and other is None:
                    yield f"{item},{n},{m}", measure(ours[n], ours[m])


def _segmentations(codings: Mapping[str, Any], boundary_format: str) -> dict[str, Segmentation]:
    return {str(coder): segmentation_of(one, boundary_format) for coder, one in codings.items()}


def decimal(number: Fraction) -> Decimal:
    """An exact number with as many digits as decimals have.

    Examples
    --------
    >>> decimal(Fraction(1, 3))
    Decimal('0.3333333333333333333333333333')
    """
    return Decimal(number.numerator) / Decimal(number.denominator)


# --------------------------------- segeval's similarities S and B, and the edits behind them, on the cheapest alignment


class Addition(NamedTuple):
    """A boundary that only one side has: ``a``, the first, or ``b``."""

    type: Any
    side: str


class Substitution(NamedTuple):
    """One boundary type for another."""

    type_a: Any
    type_b: Any


class Transposition(NamedTuple):
    """A boundary that moved from one potential boundary to another, both counted from 0."""

    start: int
    end: int
    type: Any


def weight_a(additions: Sequence[Any]) -> int:
    """Every addition costs 1."""
    return len(_edits(additions))


def weight_s(substitutions: Sequence[Any], max_s: int, min_s: int = 1) -> int:
    """Every substitution costs 1."""
    return len(_edits(substitutions))


def weight_s_scale(substitutions: Sequence[Any], max_s: int, min_s: int = 1) -> Decimal:
    """A substitution costs the distance of the two types over the range of types plus 1."""
    return weight_t_scale(substitutions, whole_number(max_s, "max_s") - whole_number(min_s, "min_s") + 1)


def weight_t(transpositions: Sequence[Any], max_n: int) -> int:
    """Every transposition costs 1."""
    return len(_edits(transpositions))


def weight_t_scale(transpositions: Sequence[Any], max_n: int) -> Decimal:
    """A transposition costs its distance over ``max_n``."""
    width = whole_number(max_n, "max_n")
    if width < 1:
        raise InputError(f"max_n is {shown(width)}; expected a whole number of at least 1")
    return Decimal(sum(_distance(edit) for edit in _edits(transpositions))) / width


def _edits(given: object) -> list[Any]:
    return list(items_of(given, "edits", "a list of edits"))


def _distance(edit: Any) -> int:
    """How far apart the first two entries of an edit are: places, or types that are numbers."""
    if not isinstance(edit, tuple) or len(edit) < 2:
        raise InputError(f"an edit is {shown(edit)}; expected a tuple that begins with two whole numbers")
    return abs(whole_number(edit[0], "the start of an edit") - whole_number(edit[1], "the end of an edit"))


Weights: TypeAlias = tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]
DEFAULT_WEIGHTS: Weights = (weight_a, weight_s_scale, weight_t_scale)


@dataclass(frozen=True, slots=True)
class Edits:
    """What differs between two segmentations, in segeval's terms."""

    a: Segmentation
    b: Segmentation
    alignment: Alignment
    n_t: int
    weight: Weights

    @classmethod
    def of(cls, a: Segmentation, b: Segmentation, n_t: int, weight: Iterable[Callable[..., Any]]) -> Edits:
        """The cheapest edits; weights that are not segeval's own are applied to the cheapest under its defaults."""
        functions = tuple(items_of(weight, "weight", "three functions"))
        if len(functions) != 3 or not all(map(callable, functions)):
            raise InputError(
                f"weight is {shown(weight)}; expected functions for additions, substitutions, transpositions"
            )
        width = near_miss_width(n_t)
        scale: Scale = "unit" if functions[2] is weight_t else "linear"
        weights = EditWeights(scale=scale, ordinal=functions[1] is not weight_s)
        return cls(a, b, align(a, b, n=width, weights=weights), width, (functions[0], functions[1], functions[2]))

    @property
    def additions(self) -> list[Addition]:
        """Boundaries that only one side has."""
        return [Addition(edit.type, edit.side) for edit in self.alignment.additions]

    @property
    def substitutions(self) -> list[Substitution]:
        """Boundaries of different types at the same place."""
        return [Substitution(edit.type_a, edit.type_b) for edit in self.alignment.substitutions]

    @property
    def transpositions(self) -> list[Transposition]:
        """Near misses."""
        return [Transposition(edit.start - 1, edit.end - 1, edit.type) for edit in self.alignment.transpositions]

    @property
    def types(self) -> frozenset[Any]:
        """The boundary types that occur; without any boundary the one that there always is."""
        return frozenset((*self.a.types, *self.b.types)) or frozenset((1,))

    @property
    def potential(self) -> int:
        """Potential boundaries, for each type."""
        return (self.a.mass - 1) * len(self.types)

    @property
    def cost(self) -> Decimal:
        """What all edits cost."""
        additions, substitutions, transpositions = self.weight
        least, most = (0, 0) if not self.alignment.substitutions else (min(self.types), max(self.types))
        total: Decimal = (
            Decimal(additions(self.additions))
            + substitutions(self.substitutions, most, least)
            + transpositions(self.transpositions, self.n_t)
        )
        return total


def boundary_edit_distance(
    boundary_string_a: Iterable[Iterable[Any]], boundary_string_b: Iterable[Iterable[Any]], n_t: int = 2
) -> tuple[list[Addition], list[Substitution], list[Transposition]]:
    """The cheapest edits between two sequences of sets of boundary types.

    Examples
    --------
    >>> from seamark.compat.segeval import boundary_string_from_masses
    >>> boundary_edit_distance(boundary_string_from_masses((2, 3)), boundary_string_from_masses((3, 2)))
    ([], [], [Transposition(start=1, end=2, type=1)])
    """
    a, b = segmentation_of(boundary_string_a, "sets"), segmentation_of(boundary_string_b, "sets")
    edits = Edits.of(a, b, n_t, DEFAULT_WEIGHTS)
    return edits.additions, edits.substitutions, edits.transpositions


def boundary_similarity(
    *args: Any,
    hypothesis: Any = None,
    reference: Any = None,
    dataset: Any = None,
    n_t: int = 2,
    weight: Weights = DEFAULT_WEIGHTS,
    boundary_types: Iterable[Any] | None = None,
    boundary_format: str = "mass",
    permuted: bool = False,
    one_minus: bool = False,
    return_parts: bool = False,
) -> Any:
    """Boundary similarity B of two segmentations, or of all pairs of a dataset.

    ``boundary_types`` is taken and not used, as in segeval: the types are those that occur in the pair.

    Examples
    --------
    >>> boundary_similarity((5, 5, 5, 5), (5, 6, 9))
    Decimal('0.5')
    """

    def measure(a: Segmentation, b: Segmentation) -> Any:
        edits = Edits.of(a, b, n_t, weight)
        boundaries = edits.alignment.edits + len(edits.alignment.matches)
        if true_or_false(return_parts, "return_parts"):
            return boundaries - edits.cost, boundaries, edits.additions, edits.substitutions, edits.transpositions
        return _similarity(edits.cost, boundaries, one_minus)

    return Compared(args, hypothesis, reference, dataset, boundary_format).measured(measure, permuted=permuted)


def segmentation_similarity(
    *args: Any,
    hypothesis: Any = None,
    reference: Any = None,
    dataset: Any = None,
    n_t: int = 2,
    weight: Weights = DEFAULT_WEIGHTS,
    boundary_types: Iterable[Any] | None = None,
    boundary_format: str = "mass",
    permuted: bool = False,
    one_minus: bool = False,
    return_parts: bool = False,
) -> Any:
    """Segmentation similarity S of two segmentations, or of all pairs of a dataset, with segeval's linear weights.

    ``boundary_types`` is taken and not used, as in segeval: the types are those that occur in the pair.

    Examples
    --------
    >>> segmentation_similarity((5, 5, 5, 5), (5, 6, 9))
    Decimal('0.9210526315789473684210526316')
    """

    def measure(a: Segmentation, b: Segmentation) -> Any:
        edits = Edits.of(a, b, n_t, weight)
        if true_or_false(return_parts, "return_parts"):
            return edits.potential - edits.cost, edits.potential
        return _similarity(edits.cost, edits.potential, one_minus)

    return Compared(args, hypothesis, reference, dataset, boundary_format).measured(measure, permuted=permuted)


def boundary_statistics(
    *args: Any,
    hypothesis: Any = None,
    reference: Any = None,
    dataset: Any = None,
    n_t: int = 2,
    weight: Weights = DEFAULT_WEIGHTS,
    boundary_types: Iterable[Any] | None = None,
    boundary_format: str = "mass",
    permuted: bool = False,
) -> Any:
    """Edits, matches and potential boundaries of two segmentations, or of all pairs of a dataset.

    Examples
    --------
    >>> found = boundary_statistics((5, 5, 5, 5), (5, 6, 9))
    >>> found["count_edits"], found["matches"], found["pbs"]
    (Decimal('1.5'), [1], 19)
    """

    def measure(a: Segmentation, b: Segmentation) -> dict[str, Any]:
        edits = Edits.of(a, b, n_t, weight)
        pairs = list(zip(sets_of(a), sets_of(b), strict=True))
        return {
            "count_edits": edits.cost,
            "additions": edits.additions,
            "substitutions": edits.substitutions,
            "transpositions": edits.transpositions,
            "full_misses": [kind for one, other in pairs for kind in sorted(one ^ other)],
            "boundaries_all": len(a.boundaries) + len(b.boundaries),
            "matches": [match.type for match in edits.alignment.matches],
            "pbs": edits.potential,
            "boundary_types": edits.types,
        }

    return Compared(args, hypothesis, reference, dataset, boundary_format).measured(measure, permuted=permuted)


def _similarity(cost: Decimal, of: int, one_minus: bool) -> Decimal:
    """1 minus the cost per boundary; 1 where there is none."""
    value = (of - cost) / of if of else Decimal(1)
    return 1 - value if true_or_false(one_minus, "one_minus") else value


# ------------ segeval's confusion of boundary types, with precision, recall and F-measure as Fournier 2013 defines them


class Average:
    """How the values of boundary types become one: ``micro`` of their sums, ``macro`` the mean of them."""

    micro: Final = "micro"
    macro: Final = "macro"


class ConfusionMatrix(dict[Any, dict[Any, Any]]):
    """Counts by type of the hypothesis, then type of the reference; ``None`` stands for no boundary.

    Examples
    --------
    >>> matrix = ConfusionMatrix()
    >>> matrix["a"]["b"] += 1
    >>> matrix["a"]["b"], matrix["c"]["d"]
    (1, 0)
    """

    def __missing__(self, predicted: Any) -> dict[Any, Any]:
        row: dict[Any, Any] = defaultdict(int)
        self[predicted] = row
        return row

    def classes(self) -> set[Any]:
        """All types that were looked up or counted."""
        return {*self, *(actual for row in self.values() for actual in row)}


def boundary_confusion_matrix(
    *args: Any,
    hypothesis: Any = None,
    reference: Any = None,
    dataset: Any = None,
    n_t: int = 2,
    weight: Weights = DEFAULT_WEIGHTS,
    boundary_types: Iterable[Any] | None = None,
    boundary_format: str = "mass",
    permuted: bool = False,
) -> Any:
    """What a hypothesis makes of the boundaries of a reference, in this order, or of all pairs of a dataset.

    A near miss counts as a match by as much as it does not cost, and its remainder as no error.

    Examples
    --------
    >>> matrix = boundary_confusion_matrix((5, 6, 9), (5, 5, 5, 5))
    >>> precision(matrix), recall(matrix)
    (Decimal('1'), Decimal('0.6'))
    """

    def measure(tried: Segmentation, true: Segmentation) -> ConfusionMatrix:
        edits = Edits.of(tried, true, n_t, weight)
        matrix = ConfusionMatrix()
        for match in edits.alignment.matches:
            matrix[match.type][match.type] += 1
        for near in edits.transpositions:
            matrix[near.type][near.type] += 1 - Decimal(edits.weight[2]([near], edits.n_t))
        for other in edits.substitutions:
            matrix[other.type_a][other.type_b] += 1
        for missed in edits.additions:
            if missed.side == "a":
                matrix[missed.type][None] += 1
            else:
                matrix[None][missed.type] += 1
        return matrix

    return Compared(args, hypothesis, reference, dataset, boundary_format).measured(measure, permuted=permuted)


def precision(matrix: Any, classification: Any = None, version: str = "micro") -> Any:
    """The share of the hypothesis's boundaries that are right."""
    return _over_types(matrix, classification, version, lambda tp, fp, fn: (tp, tp + fp))


def recall(matrix: Any, classification: Any = None, version: str = "micro") -> Any:
    """The share of the reference's boundaries that were found."""
    return _over_types(matrix, classification, version, lambda tp, fp, fn: (tp, tp + fn))


def fmeasure(matrix: Any, classification: Any = None, beta: Any = 1, version: str = "micro") -> Any:
    """The F-measure of precision and recall, in which recall weighs ``beta`` times as much.

    Examples
    --------
    >>> fmeasure(boundary_confusion_matrix((5, 6, 9), (5, 5, 5, 5)))
    Decimal('0.75')
    """
    if not isinstance(beta, Decimal) and not is_number(beta):
        raise InputError(f"beta is {shown(beta)}; expected a number")
    square = Decimal(str(beta)) ** 2
    return _over_types(
        matrix,
        classification,
        version,
        lambda tp, fp, fn: ((1 + square) * tp, (1 + square) * tp + square * fn + fp),
    )


_Counts = Callable[[Decimal, Decimal, Decimal], tuple[Decimal, Decimal]]


def _over_types(matrix: Any, classification: Any, version: str, parts: _Counts) -> Any:
    """One value of one matrix; of matrices by pair, one for each."""
    one_of(version, "version", ("micro", "macro"))
    if not isinstance(matrix, ConfusionMatrix):
        if not isinstance(matrix, Mapping):
            raise InputError(f"matrix is {shown(matrix)}; expected what boundary_confusion_matrix returns")
        return {label: _over_types(one, classification, version, parts) for label, one in matrix.items()}
    kinds = matrix.classes() - {None} if classification is None else {classification}
    counts = [parts(*_counts(matrix, kind)) for kind in kinds]
    if version == "micro":
        return _share(sum((top for top, _ in counts), Decimal(0)), sum((bottom for _, bottom in counts), Decimal(0)))
    return sum((_share(*one) for one in counts), Decimal(0)) / max(1, len(counts))


def _counts(matrix: ConfusionMatrix, kind: Any) -> tuple[Decimal, Decimal, Decimal]:
    """Right, wrongly placed and missed boundaries of one type."""
    right = Decimal(matrix.get(kind, {}).get(kind, 0))
    placed = sum(map(Decimal, matrix.get(kind, {}).values()), Decimal(0))
    wanted = sum((Decimal(row.get(kind, 0)) for row in matrix.values()), Decimal(0))
    return right, placed - right, wanted - right


def _share(top: Decimal, bottom: Decimal) -> Decimal:
    return top / bottom if bottom else Decimal(0)


# ------------------------------------------------------------------------------------------ segeval's WindowDiff and Pk


#: Rounds the half of the mean segment size.
Rounding = Callable[[Decimal], int]


def compute_window_size(reference: Any, *, fnc_round: Rounding = round, boundary_format: str = "mass") -> int:
    """Half the mean segment of one segmentation or of a whole dataset, at least 2.

    Examples
    --------
    >>> compute_window_size({"poem": {"ann": (2, 3), "ben": (10, 10)}})
    3
    """
    sizes = list(_sizes(reference, boundary_format))
    if not sizes:
        raise InputError("reference is empty; expected at least one segmentation")
    if not callable(fnc_round):
        raise InputError(f"fnc_round is {shown(fnc_round)}; expected a function that rounds a number")
    half = decimal(Fraction(sum(sizes), 2 * len(sizes)))
    return max(2, int(fnc_round(half)))


def window_diff(
    *args: Any,
    hypothesis: Any = None,
    reference: Any = None,
    dataset: Any = None,
    window_size: int | None = None,
    fnc_round: Rounding = round,
    lamprier_et_al_2007_fix: bool = False,
    boundary_format: str = "mass",
    permuted: bool = True,
    one_minus: bool = False,
    return_parts: bool = False,
) -> Any:
    """WindowDiff of a hypothesis and a reference, in this order, or of all pairs of a dataset.

    Examples
    --------
    >>> window_diff((5, 6, 9), (5, 5, 5, 5))
    Decimal('0.2222222222222222222222222222')
    """
    fixed = true_or_false(lamprier_et_al_2007_fix, "lamprier_et_al_2007_fix")

    def measure(tried: Segmentation, true: Segmentation) -> Any:
        k = compute_window_size(true.masses, fnc_round=fnc_round) if window_size is None else window_size
        counts = WindowDiff(k, "lamprier" if fixed else "segeval2").compare(true, tried).counts
        return _window_share(int(counts["differ"]), int(counts["windows"]), one_minus, return_parts)

    given = Compared(args, hypothesis, reference, dataset, boundary_format)
    return given.measured(measure, permuted=permuted)


def pk(
    *args: Any,
    hypothesis: Any = None,
    reference: Any = None,
    dataset: Any = None,
    window_size: int | None = None,
    fnc_round: Rounding = round,
    boundary_format: str = "mass",
    permuted: bool = True,
    one_minus: bool = False,
    return_parts: bool = False,
) -> Any:
    """Pk of a hypothesis and a reference, in this order, or of all pairs of a dataset.

    Examples
    --------
    >>> pk((5, 6, 9), (5, 5, 5, 5), window_size=3)
    Decimal('0.2941176470588235294117647059')
    """

    def measure(tried: Segmentation, true: Segmentation) -> Any:
        k = compute_window_size(true.masses, fnc_round=fnc_round) if window_size is None else window_size
        counts = Pk(k, "segeval2").compare(true, tried).counts
        return _window_share(int(counts["differ"]), int(counts["probes"]), one_minus, return_parts)

    given = Compared(args, hypothesis, reference, dataset, boundary_format)
    return given.measured(measure, permuted=permuted)


def _window_share(errors: int, windows: int, one_minus: bool, return_parts: bool) -> Any:
    if true_or_false(return_parts, "return_parts"):
        return errors, windows
    share = decimal(Fraction(errors, windows)) if windows else Decimal(0)  # one unit: nothing can differ
    return 1 - share if true_or_false(one_minus, "one_minus") else share


def _sizes(reference: Any, boundary_format: str) -> Iterator[int]:
    if isinstance(reference, Mapping):
        for inner in reference.values():
            yield from _sizes(inner, boundary_format)
    else:
        yield from segmentation_of(reference, boundary_format).masses
