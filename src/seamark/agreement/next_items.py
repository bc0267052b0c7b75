"""Which items to annotate next: those where one more coding makes the agreement of a study most certain."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from seamark.agreement.coefficients import Coefficient, ObservedAgreement
from seamark.agreement.measurement import Measurement
from seamark.agreement.shuffled import AboveShuffled, shuffled_term
from seamark.base.errors import InputError
from seamark.base.results import ResultRecord, Table
from seamark.metrics.base import Metric
from seamark.model.corpus import CorpusLike, as_corpus
from seamark.stats.resampling import resolve_rng

#: Shuffles that the level of chance is estimated from, as in ``agree``.
_SHUFFLES = 200


@dataclass(frozen=True, slots=True)
class NextItem(ResultRecord):
    """An item that could be coded once more.

    Attributes
    ----------
    codings
        How many coders coded it so far.
    gain
        By how much one more coding reduces the variance of the agreement, as a share of that variance; NaN for an item
        with a single coding, which says nothing about agreement yet.
    above_shuffled
        How far its coders agree so far; NaN with a single coding.
    """

    item: str
    codings: int
    gain: float
    above_shuffled: float


@dataclass(frozen=True, slots=True)
class NextItems(ResultRecord):
    """Items in the order in which one more coding helps most."""

    items: tuple[NextItem, ...]
    metric: str

    def answer(self) -> tuple[str, ...]:
        """What to annotate next, and why."""
        single = sum(one.codings < 2 for one in self.items)
        first = self.items[0]
        if single:
            words = f"Items with a single coding come first ({single}): they do not measure agreement yet."
        elif first.gain > 0:
            words = (
                f"One more coding of {first.item} reduces the variance of the agreement by {100 * first.gain:.1f} %, "
                "more than that of any other item."
            )
        else:
            words = "Codings of one item vary no more than expected by chance: another item helps as much."
        return (words,)

    def rows(self) -> list[dict[str, Any]]:
        """A row per item."""
        return [one.to_dict() for one in self.items]

    def table(self) -> Table:
        """The items, the most helpful first."""
        rows = [(one.item, one.codings, one.gain, one.above_shuffled) for one in self.items]
        return Table(("item", "codings", "gain", "above shuffled"), rows)

    def __str__(self) -> str:
        return "\n".join((*self.answer(), str(self.table())))


def next_items(corpus: CorpusLike, metric: Metric | str = "B", *, rng: int = 0) -> NextItems:
    """The items of a study in the order in which one more coding narrows the interval of its agreement most.

    What one coding adds follows from the components of variance: from one coding of an item to another, and what is
    left; few codings and short items come first. Items with a single coding come before all others.

    Examples
    --------
    >>> codings = {f"text {n}": {"ann": [2, n, 6], "ben": [2, 4, n + 2], "cat": [2, n + 6]} for n in range(1, 9)}
    >>> codings["new"] = {"ann": [3, 4]}
    >>> found = next_items(codings)
    >>> found.items[0].item, len(found.items)
    ('new', 9)
    """
    study, seed = as_corpus(corpus), resolve_rng(rng)[1]
    codings = {item: len(coders) for item, coders in study.items()}
    several = [item for item in study if codings[item] > 1]
    if not several:
        raise InputError("no item was coded by two coders; expected a few, from which the others can be judged")
    measured = Measurement.of(study.subset(items=several), metric)
    shuffled, draws = shuffled_term(measured, _SHUFFLES, seed)
    above = Coefficient(measured.observed, cast("ObservedAgreement", shuffled))
    found = AboveShuffled.of(measured, above, draws, seed)
    own = np.full(len(several), np.nan)
    after = np.full(len(several), np.nan)
    total = math.nan
    if found is not None and found.components is not None:
        parts, m = found.components.components, measured.codings_per_item.astype(np.float64)
        own, after = (
            (4 * parts.item_coder / now + 2 * parts.residual / (now * (now - 1))) / found.sizes for now in (m, m + 1)
        )
        coders = float(m.mean())
        total = parts.variance(len(several), max(2.0, coders))
    gains = (own - after) / len(several) ** 2 / total if total > 0 else np.zeros(len(several))
    values = above.per_item()
    rows = [NextItem(item, codings[item], math.nan, math.nan) for item in study if codings[item] < 2]
    rows += [
        NextItem(item, codings[item], float(gain), float(value))
        for item, gain, value in zip(measured.item_names, gains, values, strict=True)
    ]
    rows.sort(key=lambda one: (one.codings > 1, 0.0 if math.isnan(one.gain) else -one.gain, one.item))
    return NextItems(tuple(rows), measured.metric.info.name)
