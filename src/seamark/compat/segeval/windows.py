"""segeval's WindowDiff and Pk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from seamark.checks import shown, true_or_false
from seamark.compat.segeval.formats import segmentation_of
from seamark.compat.segeval.pairs import Compared, decimal
from seamark.errors import InputError
from seamark.metrics.pk import Pk
from seamark.metrics.window_diff import WindowDiff
from seamark.model.segmentation import Segmentation

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
        return _share(int(counts["differ"]), int(counts["windows"]), one_minus, return_parts)

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
        return _share(int(counts["differ"]), int(counts["probes"]), one_minus, return_parts)

    given = Compared(args, hypothesis, reference, dataset, boundary_format)
    return given.measured(measure, permuted=permuted)


def _share(errors: int, windows: int, one_minus: bool, return_parts: bool) -> Any:
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
