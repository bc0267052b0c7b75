"""segeval's confusion of boundary types, with precision, recall and F-measure as Fournier 2013 defines them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any, Final

from seamark.checks import is_number, shown
from seamark.choices import one_of
from seamark.compat.segeval.pairs import Compared
from seamark.compat.segeval.similarity import DEFAULT_WEIGHTS, Edits, Weights
from seamark.errors import InputError
from seamark.model.segmentation import Segmentation


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
