"""What each kind of edit costs."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from seamark.checks import finite_number, items_of, shown, true_or_false, whole_number
from seamark.choices import one_of
from seamark.errors import InputError
from seamark.kernels.edit import SCALES, EditParameters, Scale
from seamark.kernels.one_pair import Weights
from seamark.metrics.signature import in_full
from seamark.metrics.study_types import StudyTypes


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
        A near miss, times what ``scale`` says about its distance ``d``.
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

    addition: float = 1.0
    substitution: float = 1.0
    transposition: float = 1.0
    scale: Scale = "te"
    ordinal: bool = False
    levels: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        for name in ("addition", "substitution", "transposition"):
            weight = getattr(self, name)
            fits = finite_number(weight, f"weight {name}", lambda w: 0 <= w <= 1, "a number from 0 to 1")
            object.__setattr__(self, name, fits)
        one_of(self.scale, "scale", SCALES)
        object.__setattr__(self, "ordinal", true_or_false(self.ordinal, "ordinal"))
        expected = "a weight for each level, such as (3, 2, 1)"
        given = enumerate(items_of(self.levels, "levels", expected), start=1)
        levels = tuple(
            finite_number(weight, f"weight of level {level}", lambda w: w >= 0, "0 or more") for level, weight in given
        )
        if levels and not sum(levels) > 0:
            raise InputError("the weights of all levels are 0; expected one above 0 at least")
        object.__setattr__(self, "levels", levels)

    def __str__(self) -> str:
        # In full: the string stands in signatures, from which the same number must come again.
        weights = (self.addition, self.substitution, self.transposition)
        return ",".join(in_full(weight) for weight in weights)


#: Fournier & Inkpen 2012.
WEIGHTS_2012 = EditWeights()
#: Fournier 2013.
WEIGHTS_2013 = EditWeights(scale="linear", ordinal=True)


def edit_parameters(weights: EditWeights, n: int, labels: tuple[Hashable, ...], study: StudyTypes) -> EditParameters:
    """What the kernel needs for these weights; ``labels`` are the types that the codes in its columns refer to."""
    if weights.levels:
        raise InputError("weights have levels, which only hierarchies have")
    scaled = weights.ordinal and len(labels) > 1
    return EditParameters(
        weights.addition,
        weights.substitution,
        weights.transposition,
        weights.scale,
        n,
        np.array(study.values_of(labels) if scaled else [], dtype=np.float64),
        study.span if scaled else 1.0,
    )


def pair_pricing(weights: EditWeights, n: int) -> tuple[Weights, bool]:
    """What the kernel needs for one pair whose types it reads itself: weights, and whether their distance counts."""
    return edit_parameters(weights, n, (), StudyTypes(1, ())).weights, weights.ordinal


def weights_or(default: EditWeights, given: object) -> EditWeights:
    """The weights that were given, or the default when none were."""
    if given is None:
        return default
    if not isinstance(given, EditWeights):
        raise InputError(f"weights are {shown(given)}; expected EditWeights(addition=..., ...)")
    return given


def near_miss_width(n: object) -> int:
    """Check ``n``, the number of adjacent potential boundaries over which a boundary may be transposed."""
    width = whole_number(n, "n")
    if width < 2:
        raise InputError(f"n is {shown(width)}; a near miss spans at least n=2 adjacent potential boundaries")
    if width > 2**62:
        raise InputError(f"n is {shown(width)}; the largest is 2**62")
    return width
