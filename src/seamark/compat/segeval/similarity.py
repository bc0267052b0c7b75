"""segeval's similarities S and B, and the edits behind them, on the cheapest alignment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple, TypeAlias

from seamark.checks import items_of, shown, true_or_false, whole_number
from seamark.compat.segeval.formats import segmentation_of, sets_of
from seamark.compat.segeval.pairs import Compared
from seamark.errors import InputError
from seamark.kernels.edit import Scale
from seamark.metrics.edit import align
from seamark.metrics.weights import EditWeights, near_miss_width
from seamark.model.alignment import Alignment
from seamark.model.segmentation import Segmentation


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
