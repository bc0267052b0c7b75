"""What ``agree`` returns."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

from seamark.agreement.chance import AgreementCoefficient
from seamark.metrics.signature import Signature
from seamark.results import ResultRecord, plain
from seamark.stats.intervals import Interval

_NAMES: Mapping[tuple[AgreementCoefficient, bool], str] = {
    ("pi", True): "Scott's pi",
    ("pi", False): "multi-pi",
    ("kappa", True): "Cohen's kappa",
    ("kappa", False): "multi-kappa",
    ("alpha", True): "Krippendorff's alpha",
    ("alpha", False): "Krippendorff's alpha",
}


class AgreementCounts(TypedDict):
    """How much was compared."""

    items: int
    coders: int
    pairs: int


class AgreementDocument(TypedDict):
    """What ``Agreement.to_dict`` gives."""

    coefficient: AgreementCoefficient
    name: str
    similarity: str
    value: float
    interval: Interval | None
    observed: float
    expected: float
    alpha: float
    shuffled: float
    above_shuffled: float
    draws: int
    bias: float
    degenerate: bool
    counts: AgreementCounts
    undefined_items: tuple[str, ...]
    undefined_comparisons: int
    rejected: Mapping[str, int]
    seed: int | None
    signature: str


@dataclass(frozen=True, slots=True)
class ItemAgreement(ResultRecord):
    """Agreement on one item by itself.

    Attributes
    ----------
    value, observed, expected, bias
        As in ``Agreement``, from the codings of this item only; NaN when it has fewer than two, and the value also when
        chance alone explains everything.
    mass
        The number of units.
    coders, pairs
        How many coders coded it, and how many pairs of them were compared.
    """

    value: float
    observed: float
    expected: float
    bias: float
    mass: int
    coders: int
    pairs: int


@dataclass(frozen=True, slots=True)
class Agreement(ResultRecord):
    """How far coders agree, corrected for chance, and everything needed to get the number again.

    Attributes
    ----------
    value
        The coefficient, ``(observed - expected) / (1 - expected)``: 1 is full agreement. Coders who place boundaries
        at random are above 0 where the metric also rewards places without one; see ``shuffled``.
    observed, expected
        How alike the codings are, and the chance that two coders place a boundary at the same place.
    alpha
        Krippendorff's alpha with the same metric: chance is what the metric would find between codings filled at
        random, so that unrelated coders come out at 0. NaN where chance has no closed form and nothing was shuffled.
    shuffled
        What ``observed`` becomes when every coder's segments are shuffled within the item; NaN without shuffles.
    above_shuffled
        ``(observed - shuffled) / (1 - shuffled)``: 0 is what coders reach who place their segments in any order.
    draws
        How many shuffles that is the mean of.
    bias
        Expected agreement of pi minus that of kappa.
    degenerate
        Whether nobody placed a boundary: the value is then 1, and says nothing.
    interval
        A confidence interval of the value, if one was asked for.
    per_item
        The same for each item by itself; empty when items were summed up as they came, as ``agree_table`` does.
    coders, items, pairs
        How many there are; a pair is two codings of one item.
    undefined_items
        Items without a value of their own, because fewer than two coders coded them or chance explains everything.
    undefined_comparisons
        How many comparisons of two codings have no value of their own, such as a window wider than the text. Their
        counts are in the sums like all others.
    coefficient
        ``"pi"``, ``"kappa"`` or ``"alpha"``.
    similarity
        What was measured between two codings: the metric's name, with ``1-`` before a penalty.
    seed
        The seed of everything random; None when nothing was.
    signature
        The string that makes the value reproducible.
    rejected
        How many rows of a table could not be used, by reason; a corpus has none.
    """

    value: float
    observed: float
    expected: float
    alpha: float
    shuffled: float
    above_shuffled: float
    draws: int
    bias: float
    degenerate: bool
    interval: Interval | None
    per_item: Mapping[str, ItemAgreement]
    coders: int
    items: int
    pairs: int
    undefined_items: tuple[str, ...]
    undefined_comparisons: int
    coefficient: AgreementCoefficient
    similarity: str
    seed: int | None
    signature: Signature
    rejected: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The coefficient's name: Scott's and Cohen's for two coders, multi-pi and multi-kappa for more."""
        return _NAMES[self.coefficient, self.coders == 2]

    @property
    def shuffled_value(self) -> float:
        """The coefficient of shuffled codings, which lies on the scale of ``value``; NaN without shuffles."""
        room = 1.0 - self.expected
        return (self.shuffled - self.expected) / room if room > 0 else math.nan

    def to_dict(self) -> dict[str, Any]:
        """Everything but the single items, which are the rows of ``to_arrow`` and its like."""
        counts = {"items": self.items, "coders": self.coders, "pairs": self.pairs}
        keys = AgreementDocument.__annotations__
        return {key: counts if key == "counts" else plain(getattr(self, key)) for key in keys}

    @classmethod
    def _document(cls) -> Any:
        return AgreementDocument

    def rows(self) -> list[dict[str, Any]]:
        """A row per item."""
        return [{"item": item, **part.to_dict()} for item, part in self.per_item.items()]

    def __str__(self) -> str:
        between = "" if self.interval is None else f" [{self.interval.low:.4f}, {self.interval.high:.4f}]"
        return f"{self.value:.4f}{between}  {self.signature}"
