"""Two agreements compared: how much they differ, with an interval and a test."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from seamark.agreement.agree import Agreement, measured_agreement
from seamark.agreement.coefficients import (
    AgreementCoefficient,
    ChanceAverage,
    ChanceCount,
    ChanceOptions,
    ChanceSource,
    Coefficient,
    ItemWeight,
    SumTerm,
    chance_corrected,
)
from seamark.agreement.diagnose import p_text
from seamark.agreement.intervals import (
    IntervalPlan,
    LeaveOneOut,
    NotEstimableError,
    compared_units,
    leave_one_out,
    resampled_by_default,
)
from seamark.agreement.measurement import Measurement
from seamark.agreement.shuffled import SHUFFLES
from seamark.base.methods import Methods
from seamark.base.numbers import NONE, counted, percent, share, signed
from seamark.base.results import ResultRecord, Table
from seamark.kernels.columns import FloatArray
from seamark.metrics.base import Metric
from seamark.metrics.signature import Signature
from seamark.model.corpus import CorpusLike
from seamark.stats.intervals import Interval, Variance, critical_t, probability_inside
from seamark.stats.resampling import RandomSource, Resampled, resolve_rng

#: From this ratio of boundaries per place on, coefficients with a closed form of chance differ for that reason alone.
_UNLIKE_DENSITIES = 1.5
_SIGNIFICANT = 0.05


@dataclass(frozen=True, slots=True)
class AgreementDifference(ResultRecord):
    """How much two agreements differ.

    Attributes
    ----------
    value
        The agreement after minus the agreement before: above shuffled codings, or a coefficient.
    interval
        Its confidence interval, by jackknife.
    p_value
        Of the hypothesis that there is no difference, by the t of the interval; NaN where that is not estimable.
    before, after
        Both agreements.
    shared_items, shared_coders
        How many items and coders both studies have, by name: they are left out of both at once.
    density_ratio
        How many times as many boundaries per place one study has as the other, the larger over the smaller.
    note
        A warning if the densities of the studies differ much; None otherwise.
    chance
        Whether chance is that of shuffled codings, or a closed form.
    signature
        The string that makes the value reproducible.
    """

    value: float
    interval: Interval
    p_value: float
    before: Agreement
    after: Agreement
    shared_items: int
    shared_coders: int
    density_ratio: float
    note: str | None
    chance: ChanceSource
    signature: Signature

    _also = ("verdict",)

    @property
    def verdict(self) -> str:
        """What the difference says, in a few words."""
        if self.note is not None and self.chance == "closed":
            return "density or agreement: cannot be separated"
        if math.isnan(self.p_value):
            return f"the difference is {self.interval.note}"
        if self.p_value > _SIGNIFICANT:
            return f"no difference shown ({p_text(self.p_value)})"
        return f"agreement {'rose' if self.value > 0 else 'fell'} ({p_text(self.p_value)})"

    def answer(self) -> tuple[str, ...]:
        """Both agreements, whether they differ, and the note."""
        what = f"{self.before.name} of {self.before.similarity}"
        if self.chance == "permutation":
            what = f"{self.before.similarity} above shuffled"
        change = f"difference {share(self.value)}"
        if not math.isnan(self.interval.low):
            ends = f"{share(self.interval.low)} to {share(self.interval.high)}"
            change += f" ({percent(self.interval.ci)} interval {ends})"
        said = f"{what} was {share(self.before.value)} and is {share(self.after.value)}, {change}: {self.verdict}."
        return (said, *([] if self.note is None else [f"{self.note[0].upper()}{self.note[1:]}."]))

    def table(self) -> Table:
        """Before, after, and the difference with its interval."""
        return differences_table((self,))

    def methods(self) -> Methods:
        """What was compared and found, for a paper."""
        both = ((one.coders, one.items) for one in (self.before, self.after))
        sizes = " and ".join(f"{counted(coders, 'coder')} on {counted(items, 'item')}" for coders, items in both)
        shared = f"{counted(self.shared_items, 'item')} and {counted(self.shared_coders, 'coder')}"
        design = f"Two studies were compared: {sizes}; they share {shared}."
        test = "The interval and the p-value come from the jackknife over what is left out, by Student's t."
        return Methods.of([design, *self.answer(), test], self.signatures())


def differences_table(found: Sequence[AgreementDifference]) -> Table:
    """A row per metric: before, after, and the difference with its interval."""
    level = percent(found[0].interval.ci)
    header = ("metric", "before", "after", "difference", f"{level} interval", "p")
    rows = []
    for one in found:
        ends = " to ".join(signed(end, 4) for end in one.interval)
        interval = NONE if math.isnan(one.interval.low) else ends
        rows.append((one.before.similarity, one.before.value, one.after.value, one.value, interval, one.p_value))
    return Table(header, rows)


def agree_difference(
    before: CorpusLike,
    after: CorpusLike,
    metric: Metric | str = "B",
    coefficient: AgreementCoefficient = "pi",
    *,
    ci: float = 0.95,
    resample: Resampled | None = None,
    rng: RandomSource = 0,
    chance: ChanceSource = "permutation",
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
    item_weight: ItemWeight = "pairs",
    shuffles: int = SHUFFLES,
) -> AgreementDifference:
    """How much agreement changed, with a jackknife interval and a t-test.

    By default it is the agreement above shuffled codings under B that is compared. Coefficients with a closed form of
    chance follow the density of boundaries: under pi of S, coders of equal skill who place 5 and 20 boundaries in 100
    places differ in nearly every study.

    An item or coder that both studies have, by name, is left out of both at once, so that what is common to both does
    not widen the interval; all others are taken as drawn independently. Where the studies share all items and coders,
    what is particular to one item and one coder is counted once (not for kappa, whose intervals are wider).

    Parameters
    ----------
    before, after
        The codings of two studies.
    metric, coefficient, ci, resample, rng, chance, chance_count, chance_average, item_weight, shuffles
        As for ``agree``; the coefficient matters with ``chance="closed"`` only.

    Examples
    --------
    >>> old = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}, "song": {"ann": [4, 4], "ben": [5, 3]}}
    >>> new = {"poem": {"ann": [2, 3, 6], "ben": [2, 3, 6], "cat": [2, 9]}, "song": {"ann": [4, 4], "ben": [4, 4]}}
    >>> found = agree_difference(old, new, "S", chance="closed")
    >>> round(found.value, 4), found.shared_items, found.shared_coders, found.density_ratio
    (0.0555, 2, 3, 1.0)
    """
    options, seed = ChanceOptions(chance_count, chance_average), resolve_rng(rng)[1]
    given = [Measurement.of(study, metric, options, item_weight=item_weight) for study in (before, after)]
    found = [measured_agreement(one, coefficient, None, chance, shuffles, seed) for one in given]
    one, two = found[0][0], found[1][0]
    chosen, studies = [each[1] for each in found], [each[2] for each in found]
    plan = IntervalPlan(ci, resample)
    by_default: set[Resampled] = {resampled_by_default(compared_units(study.groups)) for study in studies} - {"both"}
    resampled: Resampled = resample if resample is not None else min(by_default) if by_default else "both"
    value = two.value - one.value
    not_estimable, reach, p_value = None, math.nan, math.nan
    try:
        variance = _variance(chosen, studies, resampled)
        error = math.sqrt(variance.value)
        reach = critical_t(ci, variance.degrees) * error
        p_value = 1.0 - probability_inside(abs(value) / error, variance.degrees)
    except NotEstimableError as why:
        not_estimable = f"not estimable: {why}"
    # Where there is no place, nobody places a boundary.
    densities = [float(np.nan_to_num(study.comparable_facts().density())) for study in studies]
    ratio = max(densities) / min(densities) if min(densities) > 0 else math.inf if max(densities) > 0 else 1.0
    note = None
    if ratio >= _UNLIKE_DENSITIES:
        which = "after" if densities[1] > densities[0] else "before"
        note = f"the codings {which} have {ratio:.1f} times as many boundaries per place"
        note += "; pi of S and of B differ for that reason alone"
    return AgreementDifference(
        value,
        Interval(value - reach, value + reach, ci, "jackknife-t", resampled=resampled, note=not_estimable),
        p_value,
        one,
        two,
        len({*studies[0].item_names} & {*studies[1].item_names}),
        len({*studies[0].coder_names} & {*studies[1].coder_names}),
        ratio,
        note,
        chance,
        Signature.of("agree-difference", _described(found, plan.options(resampled), seed)),
    )


def _described(
    found: list[tuple[Agreement, Coefficient, Measurement]], interval: dict[str, object], seed: int
) -> dict[str, object]:
    """What the difference depends on; what is not the same in both studies is listed twice, before and after."""
    first, second = (dict(one.signature.options) for one, _, _ in found)
    both = {name: (first.get(name, ""), second.get(name, "")) for name in (first | second) if name not in ("seed", "v")}
    shuffles = both.pop("shuffles", None)
    told: dict[str, object] = {name: ";".join(dict.fromkeys(texts)) for name, texts in both.items()}
    drawn = {} if shuffles is None else {"shuffles": ";".join(dict.fromkeys(shuffles)), "seed": seed}
    return {**told, **interval, **drawn}


def _variance(chosen: list[Coefficient], studies: list[Measurement], resampled: Resampled) -> Variance:
    """The variance of the difference; an error that says why there is none."""
    left_out = [leave_one_out(*each, resampled, log=False) for each in zip(chosen, studies, strict=True)]
    if len(left_out[0]) != len(left_out[1]):
        raise NotEstimableError(
            "only one study has groups of coders that are left out as a whole; resample items instead"
        )
    parts = [_paired(*both) for both in zip(*left_out, strict=True)]
    variance = Variance.total(parts)
    one, two = ((set(study.item_names), set(study.coder_names), study.groups.number) for study in studies)
    if len(parts) == 2 and one == two and one[2] == 1:
        # Both parts hold what is particular to an item and a coder; neither part is taken for less than it is.
        interaction = _interaction(chosen, studies)
        variance = Variance(max(variance.value - interaction, *(part.value for part in parts)), variance.degrees)
    if not variance.value > 0:
        raise NotEstimableError("the difference does not change, whichever item or coder is left out")
    return variance


def _interaction(chosen: list[Coefficient], studies: list[Measurement]) -> float:
    """The jackknife variance of what is particular to an item and a coder; 0 where it cannot be estimated."""
    tables, names = [], (studies[0].item_names, studies[0].coder_names)
    for coefficient, study in zip(chosen, studies, strict=True):
        terms = [term for term in (coefficient.observed, coefficient.expected) if isinstance(term, SumTerm)]
        if len(terms) < 2:
            return 0.0
        table: FloatArray = chance_corrected(terms[0].without_each_two(), terms[1].without_each_two())
        tables.append(table[np.ix_(*map(_places, names, (study.item_names, study.coder_names)))])
    moved = tables[1] - tables[0]
    if np.isnan(moved).any():
        return 0.0
    items, coders = moved.shape
    centred = moved - moved.mean(axis=0) - moved.mean(axis=1)[:, np.newaxis] + moved.mean()
    squares = math.fsum((centred**2).ravel().tolist())
    return float((items - 1) * (coders - 1) / (items * coders)) * squares


def _places(names: Sequence[str], among: Sequence[str]) -> list[int]:
    """The numbers that names have among others."""
    numbers = {name: number for number, name in enumerate(among)}
    return [numbers[name] for name in names]


def _paired(before: LeaveOneOut, after: LeaveOneOut) -> Variance:
    """The variance of a difference between what was left out of both at once, where names are shared."""
    one, two = before.deviations, after.deviations
    value = math.fsum((two.get(name, 0.0) - one.get(name, 0.0)) ** 2 for name in one.keys() | two.keys())
    apart = Variance.total((before.variance, after.variance))
    shared = one.keys() & two.keys()
    return Variance(value, min(before.variance.degrees, after.variance.degrees) if shared else apart.degrees)
