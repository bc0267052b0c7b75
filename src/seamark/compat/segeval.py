"""The names of segeval 2, so that a script that uses it runs after ``import seamark.compat.segeval as segeval``.

Values are decimals, as in segeval; alignments are the cheapest there are. ``docs/coming-from.md`` lists what differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from functools import partial, wraps
from itertools import combinations, product
from os import PathLike
from typing import Any, Final, TypeAlias

from seamark.base.checks import items_of, mapping_of, one_of, path_of, shown, string_of, true_or_false, whole_number
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.datasets import stargazer
from seamark.io import load
from seamark.metrics.edit import EditWeights, align
from seamark.metrics.windows import Pk, WindowDiff
from seamark.model.alignment import Alignment
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation

__all__ = [
    "HEARST_1997_STARGAZER",
    "BoundaryFormat",
    "Dataset",
    "actual_agreement_linear",
    "boundary_similarity",
    "boundary_string_from_masses",
    "convert_masses_to_positions",
    "convert_nltk_to_masses",
    "convert_positions_to_masses",
    "fleiss_kappa_linear",
    "fleiss_pi_linear",
    "input_linear_mass_json",
    "pk",
    "segmentation_similarity",
    "summarize",
    "window_diff",
]

#: Measures a hypothesis against a reference.
Measure: TypeAlias = Callable[..., Any]

#: What reads a segmentation in each of segeval's formats; a bare number is a text of one segment.
_READERS: Mapping[str, Callable[[Any], Segmentation]] = {
    "mass": lambda given: Segmentation.from_masses([given] if isinstance(given, int) else given),
    "position": Segmentation.from_labels,
    "sets": Segmentation.from_sets,
    "nltk": Segmentation.from_string,
}
_EXPECTED = "segmentations by item and coder, such as {'poem': {'ann': [2, 3]}}"


# ------------------------------------------------------------------------------------ segmentations, datasets and files


class BoundaryFormat:
    """The names of segeval's formats."""

    mass: Final = "mass"
    position: Final = "position"
    sets: Final = "sets"
    nltk: Final = "nltk"


def segmentation_of(given: Any, boundary_format: str = "mass") -> Segmentation:
    """What segeval takes for one segmentation.

    Examples
    --------
    >>> segmentation_of((5, 3, 5)) == segmentation_of("000010010000", "nltk")
    True
    """
    return _READERS[one_of(boundary_format, "boundary_format", _READERS)](given)


def convert_positions_to_masses(positions: Iterable[Any]) -> tuple[int, ...]:
    """The lengths of runs of one segment number.

    Examples
    --------
    >>> convert_positions_to_masses([1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3])
    (5, 3, 5)
    """
    return Segmentation.from_labels(items_of(positions, "positions")).masses


def convert_masses_to_positions(masses: Iterable[int]) -> tuple[int, ...]:
    """The number of its segment for each unit.

    Examples
    --------
    >>> convert_masses_to_positions([2, 1])
    (1, 1, 2)
    """
    return Segmentation.from_masses(masses).to_labels()


def boundary_string_from_masses(masses: Iterable[int]) -> tuple[frozenset[Any], ...]:
    """A set of boundary types for each potential boundary.

    Examples
    --------
    >>> boundary_string_from_masses([1, 2])
    (frozenset({1}), frozenset())
    """
    return Segmentation.from_masses(masses).to_sets()


def convert_nltk_to_masses(string: str, boundary_symbol: str = "1") -> tuple[int, ...]:
    """The segment sizes of a string with a character per potential boundary.

    Examples
    --------
    >>> convert_nltk_to_masses("000010010000")
    (5, 3, 5)
    """
    parts = string_of(string, "string").split(string_of(boundary_symbol, "boundary_symbol"))
    return tuple(len(part) + 1 for part in parts)


class Dataset(dict[str, dict[str, Any]]):
    """Codings by item and coder.

    Examples
    --------
    >>> sorted(Dataset({"poem": {"ann": (2, 3), "ben": (5,)}}).coders)
    ['ann', 'ben']
    """

    def __init__(
        self,
        item_coder_data: Mapping[str, Mapping[str, Any]] | None = None,
        properties: Mapping[str, Any] | None = None,
        boundary_types: Iterable[Any] | None = None,
        boundary_format: str = "mass",
    ) -> None:
        super().__init__({item: dict(codings) for item, codings in by_item(item_coder_data or {}).items()})
        self.properties = dict(properties or {})
        self.boundary_types = {1} if boundary_types is None else set(boundary_types)
        self.boundary_format = one_of(boundary_format, "boundary_format", _READERS)

    def __missing__(self, item: str) -> dict[str, Any]:
        return self.setdefault(item, {})

    @property
    def coders(self) -> set[str]:
        """Who coded an item."""
        return {coder for codings in self.values() for coder in codings}


def input_linear_mass_json(filepath: str | PathLike[str]) -> Dataset:
    """Read segeval's JSON: ``{"segmentation_type": "linear", "items": {item: {coder: masses}}}``."""
    return _dataset(load(path_of(filepath, "filepath"), format="segeval-json"))


def by_item(dataset: object) -> Mapping[str, Mapping[str, Any]]:
    """A dataset, or a plain mapping in its place, which must hold codings by item and coder."""
    given = mapping_of(dataset, "data", _EXPECTED)
    for item, codings in given.items():
        mapping_of(codings, f"codings of {shown(item)}", "segmentations by coder")
    return given


def codings_of(dataset: object, boundary_format: str) -> dict[str, dict[str, Segmentation]]:
    """The segmentations of a dataset by item and coder; it knows their format, and a plain mapping does not."""
    kind = str(getattr(dataset, "boundary_format", boundary_format))
    return {
        item: {str(coder): segmentation_of(given, kind) for coder, given in by_coder.items()}
        for item, by_coder in by_item(dataset).items()
    }


def _dataset(corpus: Corpus) -> Dataset:
    codings = {item: {coder: one.masses for coder, one in corpus[item].items()} for item in corpus}
    return Dataset(codings, properties=corpus.metadata)


#: Hearst 1997.
HEARST_1997_STARGAZER = _dataset(stargazer())


# ------------------------------------------------------------------------------------------------- what a measure takes


def _measure(*, permuted: bool, of_nothing: int) -> Callable[[Measure], Measure]:
    """Let a measure of two segmentations, which has a part and a whole, take what segeval's take.

    That is a hypothesis and a reference, one dataset or two, by place or by name. Of a dataset the result is the value
    of all pairs of coders by ``item,coder,coder``, in both orders if ``permuted``. A value is the share of the part,
    ``of_nothing`` where the whole is 0; or 1 minus it, or both. ``boundary_types`` is taken and not used, as in
    segeval: the types are those that occur in the pair.
    """
    both_orders = permuted

    def decorated(parts: Measure) -> Measure:
        def of_pair(
            a: Segmentation, b: Segmentation, one_minus: bool = False, return_parts: bool = False, **options: Any
        ) -> Any:
            part, whole = parts(a, b, **options)
            if true_or_false(return_parts, "return_parts"):
                return part, whole
            share = Decimal(part) / whole if whole else Decimal(of_nothing)
            return 1 - share if true_or_false(one_minus, "one_minus") else share

        @wraps(parts)
        def measured(
            *args: Any,
            boundary_types: Iterable[Any] | None = None,
            boundary_format: str = "mass",
            permuted: bool = both_orders,
            **options: Any,
        ) -> Any:
            named = [options.pop(name) for name in ("hypothesis", "reference", "dataset") if name in options]
            sides = args or tuple(named)
            if (args and named) or len(sides) not in (1, 2):
                raise InputError(
                    f"{len(args)} arguments were given by place; expected a hypothesis and a reference, or a dataset"
                )
            measure = partial(of_pair, **options)
            if len(sides) == 1 or all(isinstance(one, Mapping) for one in sides):
                datasets = [codings_of(side, boundary_format) for side in sides]
                return dict(_values(measure, *datasets, permuted=true_or_false(permuted, "permuted")))
            return measure(*(segmentation_of(one, boundary_format) for one in sides))

        return measured

    return decorated


def _values(
    measure: Measure, one: Mapping[str, Mapping[str, Any]], *others: Mapping[str, Mapping[str, Any]], permuted: bool
) -> Iterator[tuple[str, Any]]:
    for item, ours in one.items():
        theirs = others[0].get(item, {}) if others else ours
        for m, n in product(ours, theirs) if others else combinations(ours, 2):
            yield f"{item},{m},{n}", measure(ours[m], theirs[n])
            if permuted and not others:
                yield f"{item},{n},{m}", measure(ours[n], ours[m])


# ------------------------------------------------------------------------- S and B, of edits of the cheapest alignment


def _alignment(a: Segmentation, b: Segmentation, n_t: int) -> Alignment:
    """The cheapest edits with segeval's weights."""
    return align(a, b, n=n_t, weights=EditWeights(scale="linear"))


def _types(a: Segmentation, b: Segmentation) -> frozenset[Any]:
    """The boundary types that occur; without any boundary the one that there always is."""
    return frozenset((*a.types, *b.types)) or frozenset((1,))


def _potential(a: Segmentation, b: Segmentation) -> int:
    """Potential boundaries, for each type."""
    return (a.mass - 1) * len(_types(a, b))


def _cost(alignment: Alignment, n_t: int) -> Decimal:
    """What all edits cost: a transposition its distance over ``n_t``, a substitution that of the types over theirs."""
    cost = Decimal(len(alignment.additions))
    if alignment.substitutions:
        types = [whole_number(kind, "a boundary type") for kind in _types(alignment.a, alignment.b)]
        apart = sum(abs(edit.type_a - edit.type_b) for edit in alignment.substitutions)  # type: ignore[operator]
        cost += Decimal(apart) / (max(types) - min(types) + 1)
    return cost + Decimal(sum(edit.distance for edit in alignment.transpositions)) / n_t


@_measure(permuted=False, of_nothing=1)
def boundary_similarity(a: Segmentation, b: Segmentation, *, n_t: int = 2) -> Any:
    """Boundary similarity B of two segmentations, or of all pairs of a dataset.

    Examples
    --------
    >>> boundary_similarity((5, 5, 5, 5), (5, 6, 9))
    Decimal('0.5')
    """
    alignment = _alignment(a, b, n_t)
    boundaries = alignment.edits + len(alignment.matches)
    return boundaries - _cost(alignment, n_t), boundaries


@_measure(permuted=False, of_nothing=1)
def segmentation_similarity(a: Segmentation, b: Segmentation, *, n_t: int = 2) -> Any:
    """Segmentation similarity S of two segmentations, or of all pairs of a dataset, with segeval's linear weights.

    Examples
    --------
    >>> segmentation_similarity((5, 5, 5, 5), (5, 6, 9))
    Decimal('0.9210526315789473684210526316')
    """
    return _potential(a, b) - _cost(_alignment(a, b, n_t), n_t), _potential(a, b)


# ---------------------------------------------------------------------------------------------------- WindowDiff and Pk


@_measure(permuted=True, of_nothing=0)
def window_diff(
    tried: Segmentation, true: Segmentation, *, window_size: int | None = None, lamprier_et_al_2007_fix: bool = False
) -> Any:
    """WindowDiff of a hypothesis and a reference, in this order, or of all pairs of a dataset.

    Examples
    --------
    >>> window_diff((5, 6, 9), (5, 5, 5, 5))
    Decimal('0.2222222222222222222222222222')
    """
    fixed = true_or_false(lamprier_et_al_2007_fix, "lamprier_et_al_2007_fix")
    metric = WindowDiff(window_size, convention="lamprier" if fixed else "segeval2")
    windows, differ, _ = map(int, metric.compare(true, tried).counts.values())
    return differ, windows


@_measure(permuted=True, of_nothing=0)
def pk(tried: Segmentation, true: Segmentation, *, window_size: int | None = None) -> Any:
    """Pk of a hypothesis and a reference, in this order, or of all pairs of a dataset.

    Examples
    --------
    >>> pk((5, 6, 9), (5, 5, 5, 5), window_size=3)
    Decimal('0.2941176470588235294117647059')
    """
    windows, differ, _ = map(int, Pk(window_size, convention="segeval2").compare(true, tried).counts.values())
    return differ, windows


# ------------------------------------------------------------------- agreement, and the summary of values of many pairs


def actual_agreement_linear(
    dataset: Mapping[str, Mapping[str, Any]], *, fnc_compare: Measure = boundary_similarity, **options: Any
) -> Decimal:
    """Observed agreement: the similarity of all pairs of coders over all items, summed before it is divided.

    ``fnc_compare`` is one of the measures above; ``options`` are its own.

    Examples
    --------
    >>> actual_agreement_linear({"poem": {"ann": (2, 3, 6), "ben": (2, 4, 5)}})
    Decimal('0.75')
    """
    return _agreement(dataset, fnc_compare, options)[0]


def fleiss_pi_linear(
    dataset: Mapping[str, Mapping[str, Any]], *, fnc_compare: Measure = boundary_similarity, **options: Any
) -> Decimal:
    """Multi-pi: chance is the square of the mean rate of boundaries in a coding.

    Examples
    --------
    >>> fleiss_pi_linear({"i1": {"c1": [2, 8, 2, 1], "c2": [11, 2]}})
    Decimal('0.1428571428571428571428571429')
    """
    observed, rates = _agreement(dataset, fnc_compare, options)
    known = [Decimal(boundaries) / potential for codings in rates.values() for boundaries, potential in codings]
    return _corrected(observed, (sum(known, Decimal(0)) / len(known)) ** 2)


def fleiss_kappa_linear(
    dataset: Mapping[str, Mapping[str, Any]], *, fnc_compare: Measure = boundary_similarity, **options: Any
) -> Decimal:
    """Multi-kappa: chance is the product of two coders' own rates of boundaries, over all their items together.

    Examples
    --------
    >>> fleiss_kappa_linear({"i1": {"c1": [2, 8, 2, 1], "c2": [11, 2]}})
    Decimal('0.1489361702127659574468085107')
    """
    observed, rates = _agreement(dataset, fnc_compare, options)
    sums = [map(sum, zip(*codings, strict=True)) for codings in rates.values()]
    products = [one * other for one, other in combinations((Decimal(b) / potential for b, potential in sums), 2)]
    return _corrected(observed, sum(products, Decimal(0)) / len(products))


def _agreement(
    dataset: object, compare: Measure, options: Mapping[str, Any]
) -> tuple[Decimal, Mapping[str, list[tuple[int, int]]]]:
    """What all pairs of coders have in common; and by coder, of every coding in every pair, the boundaries and the
    potential ones, if there are any.
    """
    codings = codings_of(dataset, options.get("boundary_format", "mass"))
    coders = sorted({coder for by_coder in codings.values() for coder in by_coder})
    if len(coders) < 2:
        raise InputError(f"the dataset has {len(coders)} coders; expected at least two")
    rates: dict[str, list[tuple[int, int]]] = {coder: [] for coder in coders}
    for (item, by_coder), pair in product(codings.items(), combinations(coders, 2)):
        for coder in pair:
            if coder not in by_coder:
                raise InputError(f"item {shown(item)}: coder {shown(coder)} is missing; expected all on every item")
        potential = _potential(*(by_coder[coder] for coder in pair))
        for coder in pair if potential else ():
            rates[coder].append((len(by_coder[coder].boundaries), potential))
    parts = compare(dataset, **{**options, "permuted": False, "return_parts": True}).values()
    alike, whole = map(sum, zip(*parts, strict=True))
    if not whole:
        raise UndefinedScoreError("agreement has no value: no coder placed a boundary")
    return Decimal(alike) / whole, rates


def _corrected(observed: Decimal, chance: Decimal) -> Decimal:
    """The excess over chance; where every place has a boundary by chance, what was observed."""
    return observed if chance == 1 else (observed - chance) / (1 - chance)


def summarize(pairs: Mapping[str, Any]) -> tuple[Decimal, Decimal, Decimal, Decimal, int]:
    """Mean, standard deviation, variance and standard error of the mean, all of a population, and how many there are.

    Examples
    --------
    >>> summarize({"poem,ann,ben": Decimal("0.5"), "song,ann,ben": Decimal("1")})[:2]
    (Decimal('0.75'), Decimal('0.25'))
    """
    values = [Decimal(value) for value in mapping_of(pairs, "pairs", "values by pair").values()]
    if not values:
        raise InputError("pairs are empty; expected at least one value")
    mean = sum(values, Decimal(0)) / len(values)
    variance = sum(((value - mean) ** 2 for value in values), Decimal(0)) / len(values)
    deviation = variance.sqrt()
    return mean, deviation, variance, deviation / Decimal(len(values)).sqrt(), len(values)
