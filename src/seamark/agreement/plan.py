"""How many items and coders a study needs, by the components of variance of a pilot; and which items to annotate next.

On the scale z = log(1 - agreement above shuffled), the variance of a study of I items and C coders is made of
components: items, coders, codings, pairs of coders, and the rest (a decision study in the sense of generalizability
theory: Brennan 2001). The components come from a pilot, or from studies drawn from stated rates of coders.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, Literal, cast

import numpy as np

from seamark.agreement.coefficients import Coefficient, segmentations_of_marks
from seamark.agreement.measurement import Measurement
from seamark.agreement.shuffled import (
    SHUFFLES,
    AboveShuffled,
    ComponentsEstimate,
    VarianceComponents,
    above_shuffled,
    one_draw,
)
from seamark.base.checks import count_between, finite_number, items_of, of_kind
from seamark.base.errors import InputError
from seamark.base.methods import Methods, cite
from seamark.base.numbers import decimal, percent, share
from seamark.base.results import ResultRecord, Table
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.names import METRICS, as_metric
from seamark.metrics.signature import Signature, in_full
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.model.segmentation import DEFAULT_TYPE
from seamark.stats.intervals import Variance, check_level, critical_t, log_interval
from seamark.stats.resampling import RandomSource, resolve_rng

#: The designs in the table, unless others are asked for.
ITEMS = (5, 10, 20, 50, 100, 200)
CODERS = (3, 4, 5, 6, 8, 10, 15, 20)

_MOST_ITEMS, _MOST_CODERS = 100_000, 100
#: How many of the smallest designs are shown.
_CHEAPEST = 5
#: The study that is drawn from stated rates, how often, and how often each is shuffled.
_DRAWN_ITEMS, _DRAWN_CODERS, _DRAWS, _SHUFFLES = 40, 10, 12, 60
#: Draws of what a study may find, and of components that may be the true ones, both with seeds of their own.
_FINDINGS, _TRUTHS, _SEED = 400, 40, 2012
#: Fewest items and coders of a pilot whose components are worth something.
_FEW_ITEMS, _FEW_CODERS = 10, 6
#: Numbers of items that are tried first; and of items and coders for the range of codings.
_ITEM_GRID, _ROUGH_GRID, _CODER_GRID = (
    np.unique(np.geomspace(least, most, steps).round()).astype(np.int64).tolist()
    for least, most, steps in ((2, _MOST_ITEMS, 120), (2, _MOST_ITEMS, 70), (3, _MOST_CODERS, 18))
)
#: Up to so many degrees of freedom chi-square is drawn as a sum of squares.
_SQUARES = 256
_MOST_SIMULATED_CODERS, _MOST_SIMULATED_ITEMS, _MOST_UNITS = 1_000, 100_000, 100_000


@dataclass(frozen=True, slots=True)
class CoderRates:
    """Assumptions about texts and coders.

    Attributes
    ----------
    boundary_rate
        The share of places between units at which there is a boundary.
    hit
        The share of boundaries that a typical coder marks.
    false_alarm
        The share of the other places that a typical coder marks.
    coder_sd
        How much coders differ: the standard deviation of the logits of their rates.
    near
        The share of marks that lie one unit beside their boundary, for a typical coder.
    units
        How many units an item has.
    """

    boundary_rate: float = 0.1
    hit: float = 0.7
    false_alarm: float = 0.03
    coder_sd: float = 0.6
    near: float = 0.1
    units: int = 50

    def __post_init__(self) -> None:
        for name in ("boundary_rate", "hit", "false_alarm", "near"):
            finite_number(getattr(self, name), name, lambda rate: 0 < rate < 1, "a share between 0 and 1")
        finite_number(self.coder_sd, "coder_sd", lambda spread: 0 <= spread <= 5, "a number from 0 to 5")
        count_between(self.units, "units", 2, _MOST_UNITS)

    def drawn(self, items: int, coders: int, rng: np.random.Generator) -> Corpus:
        """A study in which every coder codes every item.

        Examples
        --------
        >>> CoderRates(units=40).drawn(3, 4, np.random.default_rng(1))
        <Corpus of 3 items and 4 coders: 12 codings, 40 units per item>
        """
        count_between(items, "items", 1, _MOST_SIMULATED_ITEMS)
        count_between(coders, "coders", 1, _MOST_SIMULATED_CODERS)
        of_kind(rng, np.random.Generator, "rng", "a generator, such as numpy.random.default_rng(1)")
        hit, false_alarm, near = (
            self._of_coders(rate, coders, rng) for rate in (self.hit, self.false_alarm, self.near)
        )
        places = self.units - 1
        truth = rng.random((items, 1, places)) < self.boundary_rate
        shape = (items, coders, places)
        marked = truth & (rng.random(shape) < hit[:, None])
        moved = marked & (rng.random(shape) < near[:, None])
        left = moved & (rng.random(shape) < 0.5)
        right = moved & ~left
        marks = (marked & ~moved) | (~truth & (rng.random(shape) < false_alarm[:, None]))
        # A mark that would lie beyond an end of the text is lost.
        marks[..., :-1] |= left[..., 1:]
        marks[..., 1:] |= right[..., :-1]
        row, place = np.nonzero(marks.reshape(-1, places))
        masses = np.full(items * coders, self.units)
        codings = segmentations_of_marks(row, place + 1, np.zeros_like(row), masses, (DEFAULT_TYPE,))
        names = [f"item {number + 1}" for number in range(items)], [f"coder {number + 1}" for number in range(coders)]
        return Corpus.from_columns(
            [item for item in names[0] for _ in names[1]], [coder for _ in names[0] for coder in names[1]], codings
        )

    def _of_coders(self, rate: float, coders: int, rng: np.random.Generator) -> FloatArray:
        logits = np.log(rate / (1.0 - rate)) + self.coder_sd * rng.standard_normal(coders)
        rates: FloatArray = 1.0 / (1.0 + np.exp(-logits))
        return rates


@dataclass(frozen=True, slots=True)
class Design(ResultRecord):
    """A study of so many items and coders, and how precise it can be expected to be.

    Attributes
    ----------
    items, coders
        How many; every coder codes every item.
    standard_error
        Of agreement above shuffled, for other items and other coders.
    low, high
        The interval that can be expected.
    assured_width
        The width that the interval stays below with the probability ``assurance`` of the plan; NaN without one.
    """

    items: int
    coders: int
    standard_error: float
    low: float
    high: float
    assured_width: float

    _also = ("codings", "width")

    @property
    def codings(self) -> int:
        """How many codings it takes."""
        return self.items * self.coders

    @property
    def width(self) -> float:
        """How wide the interval can be expected to be."""
        return self.high - self.low


@dataclass(frozen=True, slots=True)
class StudyPlan(ResultRecord):
    """Designs of a study, with the intervals that can be expected.

    Attributes
    ----------
    source
        Where the components come from: a pilot, or studies that were drawn from stated rates.
    value
        Agreement above shuffled there.
    components
        How much log(1 - value) varies with items, coders, codings, pairs of coders, and the rest.
    ci
        The level of the intervals.
    target_width
        How wide the interval may be; None if no width was given.
    assurance
        With which probability it shall be no wider; None for designs that reach the width on average.
    designs
        The designs of the table.
    cheapest
        The designs with the fewest codings that are enough for ``target_width``, the smallest first; at most one for
        each number of coders. Empty when no design reaches it.
    codings_range
        From how many to how many codings the smallest design may need, given that the components are estimated: in 1 of
        10 cases fewer, in 1 of 10 more. ``inf`` where no design would do. None without a target, and for stated rates.
    warnings
        What makes the plan uncertain, in sentences.
    signature
        The string that makes the numbers reproducible.
    """

    source: Literal["pilot", "simulated"]
    value: float
    components: VarianceComponents
    ci: float
    target_width: float | None
    assurance: float | None
    designs: tuple[Design, ...]
    cheapest: tuple[Design, ...]
    codings_range: tuple[float, float] | None
    warnings: tuple[str, ...]
    signature: Signature
    _estimate: ComponentsEstimate | None

    _also = ("verdict",)

    def design(self, items: int, coders: int) -> Design:
        """What can be expected of a design of at least 2 items and 3 coders."""
        number = count_between(items, "items", 2, _MOST_ITEMS), count_between(coders, "coders", 3, _MOST_CODERS)
        variances = zip(self.components.jackknifed(*number), number, strict=True)
        parts = [Variance(variance, count - 1.0) for variance, count in variances]
        interval = log_interval(self.value, Variance.total(parts), self.ci, "expected")
        error = (1.0 - self.value) * math.sqrt(self.components.variance(*number))
        assured = math.nan
        if self.assurance is not None:
            assured = float(_reached(self, _possible_components(self, _FINDINGS), np.array([items]), coders)[0])
        return Design(*number, error, interval.low, interval.high, assured)

    def rows(self) -> list[dict[str, Any]]:
        """A row per design."""
        return [design.to_dict() for design in self.designs]

    @property
    def verdict(self) -> str:
        """What the plan says, in one or two sentences."""
        if self.target_width is None:
            # Ten codings more, as two items or as one coder.
            items, coders = (self.components.variance(*design) for design in ((12, 5), (10, 6)))
            better, other = ("one more coder helps", "two more items")
            if not coders < items:
                better, other = "two more items help", "one more coder"
            return f"From 10 items and 5 coders on, {better} more than {other}."
        if not self.cheapest:
            return f"No design with up to {_MOST_CODERS} coders reaches a width of {self.target_width:g}."
        best = self.cheapest[0]
        sure = "on average" if self.assurance is None else f"in {percent(self.assurance)} of such studies"
        return (
            f"{best.items} items and {best.coders} coders ({best.codings} codings) give an interval of at most "
            f"{self.target_width:g} {sure}."
        )

    def answer(self) -> tuple[str, ...]:
        """What the plan says, and how uncertain it is after the pilot."""
        low, high = self.codings_range if self.codings_range is not None else (math.nan, math.nan)
        if self.target_width is None:
            who = "the coders of the pilot" if self.source == "pilot" else "simulated coders"
            reached = f"{who} go {share(self.value)} of the way from shuffled to full agreement"
            table = "The table says how wide the interval of that would be in other studies."
            return (f"By {self.signature['metric']} {reached}.", table, self.verdict)
        if not self.cheapest or math.isnan(low):
            return (self.verdict,)
        most = f"{high:,.0f}" if math.isfinite(high) else "more than any number of"
        return (self.verdict, f"The pilot is compatible with studies of {low:,.0f} to {most} codings.")

    def methods(self) -> Methods:
        """What the plan was made from, and what it says, for a paper."""
        return Methods.of(self._methods(), self.signatures())

    def _methods(self) -> Iterator[str]:
        info = METRICS[self.signature["metric"]].info
        origin = "a pilot study" if self.source == "pilot" else "rates of simulated coders"
        parts = self.components
        yield (
            f"The study was planned for {info.title} {cite(info.citation)} above shuffled, from {origin} in which it "
            f"is {decimal(self.value)}."
        )
        yield (
            f"Variance components {cite('Brennan 2001')} of the logarithm of 1 - agreement are {parts.item:.4f} for "
            f"items, {parts.coder:.4f} for coders, {parts.item_coder:.4f} for items by coders, {parts.pair:.4f} for "
            f"pairs of coders and {parts.residual:.4f} for the rest."
        )
        if self.target_width is not None:
            yield f"The target is a {percent(self.ci)} interval of width {self.target_width:g}."
        yield from self.answer()
        yield from self.warnings

    def table(self) -> Table:
        """The smallest designs that reach the width, or all designs."""
        width = "width" if self.assurance is None else f"width in {percent(self.assurance)} of studies"
        header = ("items", "coders", "codings", "standard error", f"{percent(self.ci)} interval", width)
        rows = []
        for one in self.cheapest or self.designs:
            interval = f"{decimal(one.low, 4)} to {decimal(one.high, 4)}"
            wide = one.width if self.assurance is None else one.assured_width
            rows.append((one.items, one.coders, one.codings, one.standard_error, interval, wide))
        return Table(header, rows, keys=2)


def plan(
    pilot: CorpusLike | None = None,
    metric: Metric | str | None = None,
    *,
    target_width: float | None = None,
    assurance: float | None = 0.8,
    rates: CoderRates | None = None,
    ci: float = 0.95,
    items: Iterable[int] = ITEMS,
    coders: Iterable[int] = CODERS,
    rng: RandomSource = 0,
) -> StudyPlan:
    """How precisely studies of different sizes would measure agreement, and the smallest that is precise enough.

    What is planned for is agreement above shuffled codings, see ``agree``, with its interval for other items and other
    coders.

    Parameters
    ----------
    pilot
        Codings of at least two items by at least three coders, from which the components of variance are estimated.
    metric
        The similarity that agreement is measured with; B by default.
    target_width
        How wide the interval may be.
    assurance
        With which probability the interval shall be no wider than that. What the study may find by chance counts, and
        that the components are estimated. None for designs whose expected width is enough: about half of such studies
        have wider intervals.
    rates
        Instead of a pilot: how texts and coders are imagined. The components are those of studies drawn from these
        rates, and are taken as known.
    ci
        The level of the intervals.
    items, coders
        The numbers of items and of coders in the table of designs.
    rng
        A seed or a generator, for shuffles and for studies that are drawn.

    Raises
    ------
    InputError
        When there is neither a pilot nor rates, or both; or when the pilot is too small or too uniform for its
        components to be estimated.

    Examples
    --------
    >>> found = plan(CoderRates(hit=0.8).drawn(12, 6, np.random.default_rng(1)), target_width=0.3)
    >>> found.cheapest[0].assured_width <= 0.3
    True
    >>> found.design(100, 10).standard_error < found.design(100, 3).standard_error
    True

    References
    ----------
    Brennan 2001.
    """
    check_level(ci)
    width = target_width
    if width is not None:
        width = finite_number(width, "target_width", lambda size: 0 < size < 2, "a number between 0 and 2")
    sure = None if assurance is None else check_level(assurance, "assurance")
    numbers = _numbers(items, "items", 2, _MOST_ITEMS), _numbers(coders, "coders", 3, _MOST_CODERS)
    chosen, (generator, seed) = as_metric(metric, default="B"), resolve_rng(rng)
    if (pilot is None) == (rates is None):
        raise InputError("a plan needs either a pilot or rates of coders; expected one of the two")
    estimate = None
    warnings: tuple[str, ...] = ()
    if pilot is not None:
        study = as_corpus(pilot)
        measured = Measurement.of(study, chosen)
        above, shuffles = _above(measured, SHUFFLES, seed)
        if above is None or above.components is None:
            raise InputError(
                "the pilot does not show how much agreement varies between items and coders; expected at least 2 items "
                "and 3 coders that can be compared, and some disagreement"
            )
        value, estimate = above.value, above.components
        components, warnings = estimate.components, tuple(_warnings(estimate, study))
        described: dict[str, object] = {"coders": len(study.coder_names), "items": len(study)}
    else:
        stated = of_kind(rates, CoderRates, "rates", "CoderRates")
        shuffles = _SHUFFLES
        value, components = _simulated(stated, chosen, generator)
        described = {name: in_full(getattr(stated, name)) for name in stated.__dataclass_fields__}
    options: dict[str, object] = {
        "metric": chosen.info.name,
        **chosen.options(),
        **described,
        "ci": f"{ci:g}",
        "width": None if width is None else in_full(width),
        "assurance": None if sure is None else in_full(sure),
        "shuffles": shuffles,
        "seed": seed,
    }
    made = StudyPlan(
        source="simulated" if pilot is None else "pilot",
        value=value,
        components=components,
        ci=ci,
        target_width=width,
        assurance=sure,
        designs=(),
        cheapest=(),
        codings_range=None,
        warnings=warnings,
        signature=Signature.of("plan", options),
        _estimate=estimate,
    )
    made = replace(made, designs=tuple(made.design(i, c) for c in numbers[1] for i in numbers[0]))
    if width is not None:
        made = replace(made, cheapest=_cheapest(made, width), codings_range=_codings_range(made, width))
    return made


def _numbers(given: Iterable[int], what: str, least: int, most: int) -> list[int]:
    numbers = [
        count_between(number, f"a number of {what}", least, most) for number in items_of(given, what, "whole numbers")
    ]
    if not numbers:
        raise InputError(f"no number of {what} was given; expected at least one")
    return sorted(set(numbers))


def _above(measured: Measurement, shuffles: int, seed: int) -> tuple[AboveShuffled | None, int]:
    """Agreement above shuffled with its components, and how many shuffles were made; None where it has no value."""
    measured = measured.in_content_order.require_pairs()
    above, draws = above_shuffled(measured, shuffles, seed)
    return AboveShuffled.of(measured, above, draws, seed), draws


def _simulated(rates: CoderRates, metric: Metric, rng: np.random.Generator) -> tuple[float, VarianceComponents]:
    """The value and the components of several studies; the value is the mean on the scale log(1 - value)."""
    drawn = [rates.drawn(_DRAWN_ITEMS, _DRAWN_CODERS, rng) for _ in range(_DRAWS)]
    found = [_above(Measurement.of(study, metric), _SHUFFLES, seed)[0] for seed, study in enumerate(drawn)]
    known = [(one.value, one.components) for one in found if one is not None and one.components is not None]
    if not known:
        raise InputError("coders of these rates do not disagree, or mark nothing; expected other rates")
    squares = np.mean([estimate.squares for _, estimate in known], axis=0, keepdims=True)
    value = 1.0 - math.exp(float(np.mean([math.log1p(-value) for value, _ in known])))
    return value, one_draw(known[0][1].solved(squares), 0)


def _possible_components(made: StudyPlan, draws: int) -> VarianceComponents:
    """What the components may truly be, as arrays of draws; the components themselves where they are known."""
    if made._estimate is None:
        return made.components
    generator = np.random.default_rng(_SEED)
    squares = np.tile(np.array(made._estimate.squares), (draws, 1))
    for column, degrees in enumerate(made._estimate.degrees):
        if degrees > 0:
            squares[:, column] *= degrees / generator.chisquare(degrees, draws)
    return made._estimate.solved(squares)


@lru_cache(maxsize=1)
def _chance() -> tuple[FloatArray, FloatArray, tuple[FloatArray, FloatArray]]:
    """What chance does to studies: for the value, for variances, and for variances with few degrees of freedom."""
    generator = np.random.default_rng([_SEED, 1])
    normal, far = generator.standard_normal((2, _FINDINGS))
    one, other = (np.cumsum(generator.standard_normal((_SQUARES, _FINDINGS)) ** 2, axis=0) for _ in range(2))
    return normal, far, (one, other)


@lru_cache(maxsize=8)
def _student(ci: float) -> tuple[FloatArray, FloatArray]:
    """A table of the logarithms of quantiles of Student's t by -1 / degrees, nearly a straight line."""
    inverse = np.linspace(1.0, 1e-6, 60)
    return -inverse, np.log([critical_t(ci, 1.0 / one) for one in inverse.tolist()])


def _reached(made: StudyPlan, components: Any, items: Int64Array, coders: int) -> FloatArray:
    """The width that intervals stay below, with the assurance of the plan or on average, for numbers of items.

    With an assurance they are those of studies that find things by chance, otherwise those that can be expected.
    """
    count, number = items[:, np.newaxis].astype(np.float64), float(coders)
    of_items, of_coders = components.jackknifed(count, number)
    level: Any = math.log1p(-made.value)
    if made.assurance is not None:
        of_items = of_items * _shares(items - 1, 0)
        of_coders = of_coders * _shares(np.array([coders - 1]), 1)
        level = level + _chance()[0] * np.sqrt(components.variance(count, number))
    total = of_items + of_coders
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = (of_items**2 / (count - 1.0) + of_coders**2 / (number - 1.0)) / total**2
    reach = np.exp(np.interp(-np.nan_to_num(inverse), *_student(made.ci))) * np.sqrt(total)
    widths = np.exp(level) * (np.exp(reach) - np.exp(-reach))
    reached: FloatArray = np.quantile(widths, 0.5 if made.assurance is None else made.assurance, axis=1)
    return reached


def _shares(degrees: Int64Array, which: int) -> FloatArray:
    """Chi-square over its degrees of freedom; shape (numbers, draws). The draws of all numbers belong together."""
    _, far, squares = _chance()
    few = squares[which][np.minimum(degrees, _SQUARES) - 1] / degrees[:, np.newaxis]
    # Wilson and Hilferty 1931: with so many degrees of freedom right to three digits.
    spread = 2.0 / (9.0 * degrees[:, np.newaxis])
    many = (1.0 - spread + far * np.sqrt(spread)) ** 3
    shares: FloatArray = np.where(degrees[:, np.newaxis] <= _SQUARES, few, many)
    return shares


def _first_enough(
    made: StudyPlan, components: VarianceComponents, coders: int, width: float, grid: Sequence[int]
) -> float:
    """The first number of items in a grid with which the interval is narrow enough; inf for none."""
    precise = np.flatnonzero(_reached(made, components, np.array(grid), coders) <= width)
    return float(grid[precise[0]]) if precise.size else math.inf


def _cheapest(made: StudyPlan, width: float) -> tuple[Design, ...]:
    """For every number of coders the fewest items that are enough; of these designs those with the fewest codings."""
    components = made.components if made.assurance is None else _possible_components(made, _FINDINGS)
    found = []
    for coders in range(3, _MOST_CODERS + 1):
        enough = partial(_first_enough, made, components, coders, width)
        most = enough(_ITEM_GRID)
        if most < math.inf:
            between = range(max((number for number in _ITEM_GRID if number < most), default=1) + 1, int(most))
            items = between.start + bisect_left(between, True, key=lambda one: enough([one]) == one)
            found.append((items * coders, coders, items))
    return tuple(made.design(items, coders) for _, coders, items in sorted(found)[:_CHEAPEST])


def _codings_range(made: StudyPlan, width: float) -> tuple[float, float] | None:
    """The .1 and .9 quantile of the codings of the smallest design, each of several draws of components being true."""
    if made._estimate is None:
        return None
    drawn = _possible_components(made, _TRUTHS)
    numbers = [
        min(coders * _first_enough(made, truth, coders, width, _ROUGH_GRID) for coders in _CODER_GRID)
        for truth in (one_draw(drawn, draw) for draw in range(_TRUTHS))
    ]
    low, high = np.quantile(numbers, [0.1, 0.9], method="nearest").tolist()
    return low, high


def _warnings(estimate: ComponentsEstimate, pilot: Corpus) -> Iterator[str]:
    """What makes a plan uncertain."""
    items, coders = len(pilot), len(pilot.coder_names)
    if items < _FEW_ITEMS or coders < _FEW_CODERS:
        yield (
            f"The pilot has {items} items and {coders} coders; with fewer than {_FEW_ITEMS} items or {_FEW_CODERS} "
            "coders its components of variance are very uncertain."
        )
    if not estimate.degrees.residual:
        yield "With three coders, the variance of codings cannot be separated from the rest: each gets a half."


# ----------------------------------------------------------------------------------------- Which items to annotate next


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
    above, draws = above_shuffled(measured, SHUFFLES, seed)
    found = AboveShuffled.of(measured, above, draws, seed)
    gains = np.zeros(len(several))
    if found is not None and found.components is not None:
        parts, m = found.components.components, measured.codings_per_item.astype(np.float64)
        sizes = np.where(found.sizes > 0, found.sizes, math.nan)  # an item of one unit has no agreement
        own, after = (
            (4 * parts.item_coder / now + 2 * parts.residual / (now * (now - 1))) / sizes for now in (m, m + 1)
        )
        total = parts.variance(len(several), max(2.0, float(m.mean())))
        if total > 0:
            gains = (own - after) / len(several) ** 2 / total
    values = cast("Coefficient", above).per_item()
    rows = [NextItem(item, codings[item], math.nan, math.nan) for item in study if codings[item] < 2]
    known = zip(measured.item_names, gains.tolist(), values.tolist(), strict=True)
    rows += [NextItem(item, codings[item], gain, value) for item, gain, value in known]
    rows.sort(key=lambda one: (one.codings > 1, 0.0 if math.isnan(one.gain) else -one.gain, one.item))
    return NextItems(tuple(rows), measured.metric.info.name)
