"""How many items and coders a study needs: what the variances of a pilot say about other designs.

On the scale z = log(1 - value), the variance of a coefficient in a study of I items and C coders is v_items / I +
v_coders / C (a decision study in the sense of generalizability theory: Brennan 2001). The variances come from a pilot,
or from studies drawn from stated rates of coders. A learning curve shows how much further coders change the consensus.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, TypedDict

import numpy as np

from seamark.agreement.coefficients import CoefficientName, Similarity, segmentations_of_marks
from seamark.agreement.consensus_search import medians
from seamark.agreement.intervals import jackknife_variances
from seamark.agreement.measurement import Measurement
from seamark.base.checks import count_between, finite_number, items_of, of_kind
from seamark.base.errors import InputError
from seamark.base.numbers import decimal, percent
from seamark.base.results import ResultRecord, Table, plain
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.pairs import Pairs
from seamark.metrics.signature import Signature
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.model.segmentation import DEFAULT_TYPE
from seamark.stats.intervals import Variance, check_level, critical_t, log_interval
from seamark.stats.resampling import RandomSource, resolve_rng

#: The designs in the table, unless others are asked for.
ITEMS = (5, 10, 20, 50, 100, 200)
CODERS = (3, 4, 5, 6, 8, 10, 15, 20)

_MOST_ITEMS, _MOST_CODERS = 100_000, 100
#: How many of the cheapest designs are shown.
_CHEAPEST = 5
#: The study that is drawn from stated rates, and how often.
_DRAWN_ITEMS, _DRAWN_CODERS, _DRAWS = 40, 10, 20
_MOST_DRAWS = 100_000
#: Numbers of coders that are tried, spread over what there is.
_MOST_POINTS = 10
_MOST_SIMULATED_CODERS, _MOST_SIMULATED_ITEMS, _MOST_UNITS = 1_000, 100_000, 100_000


@dataclass(frozen=True, slots=True)
class LearningPoint(ResultRecord):
    """The consensus of some coders.

    Attributes
    ----------
    coders
        How many coders make the consensus.
    similarity
        Its mean similarity to coders who had no part in it.
    standard_error
        Of that mean, over the draws of coders and items.
    """

    coders: int
    similarity: float
    standard_error: float


@dataclass(frozen=True, slots=True)
class LearningCurve(ResultRecord):
    """How similar the consensus of ever more coders is to further coders.

    Attributes
    ----------
    points
        One for every number of coders.
    items
        How many items were drawn from.
    metric
        What similarity is measured with, as a signature names it.
    seed
        Of the random numbers.
    """

    points: tuple[LearningPoint, ...]
    items: int
    metric: str
    seed: int

    def rows(self) -> list[dict[str, Any]]:
        """A row per number of coders."""
        return [point.to_dict() for point in self.points]


def learning_curve(
    corpus: CorpusLike, metric: Metric | str | None = None, *, draws: int = 100, rng: RandomSource = None
) -> LearningCurve:
    """How similar the consensus of k coders is to coders who had no part in it, for k from 1 up.

    The same items are used for every k: those with at least as many coders as the median item has. Items are drawn, and
    of each k coders; their consensus (the median, see ``consensus``) is compared with the other coders of the item.
    Where the curve is flat, further coders no longer change what the group says.

    Parameters
    ----------
    corpus
        The codings.
    metric
        What similarity is measured with; B by default.
    draws
        How many items are drawn for each k.
    rng
        A seed or a generator for the draws.

    Raises
    ------
    InputError
        When no item has two coders.

    Examples
    --------
    >>> from seamark.datasets import stargazer
    >>> [point.coders for point in learning_curve(stargazer(), draws=5, rng=1).points]
    [1, 2, 3, 4, 5, 6]
    """
    study = as_corpus(corpus)
    similarity = Similarity(as_metric(metric, default="B"))
    similarity.metric.bind(study.codings)
    number = count_between(draws, "draws", 2, _MOST_DRAWS)
    generator, seed = resolve_rng(rng)
    coders = np.bincount(study.item_index, minlength=len(study))
    comparable = np.sort(coders[coders > 1])
    if not comparable.size:
        raise InputError("no item was coded by two coders, so a consensus has nobody to be compared with")
    most = int(comparable[len(comparable) // 2])
    sizes = np.unique(np.linspace(1, most - 1, min(most - 1, _MOST_POINTS)).round().astype(int)).tolist()
    items = np.flatnonzero(coders >= most)
    # The same items and orders of coders for every k, so that what differs between them is only k.
    drawn = generator.permutation(np.resize(items, number))
    first = np.searchsorted(study.item_index, drawn).tolist()
    orders = [start + generator.permutation(most) for start, most in zip(first, coders[drawn].tolist(), strict=True)]
    return LearningCurve(
        tuple(_point(study, similarity, orders, size) for size in sizes), len(items), similarity.label, seed
    )


def _point(corpus: Corpus, similarity: Similarity, orders: list[Int64Array], size: int) -> LearningPoint:
    """The first coders of every draw, given by the rows of their codings, beside the rest."""
    inside = np.concatenate([order[:size] for order in orders])
    outside = np.concatenate([order[size:] for order in orders])
    names = [f"draw {number}" for number in range(len(orders)) for _ in range(size)]
    members = [f"coder {number % size}" for number in range(len(names))]
    found = medians(Corpus.from_columns(names, members, corpus.codings.take(inside)), similarity)
    of_draw = np.repeat(np.arange(len(orders)), [len(order) - size for order in orders])
    values = similarity.bind(found, corpus.codings.boundaries()).values(Pairs(of_draw, outside, of_draw))
    means = np.bincount(of_draw, values) / np.bincount(of_draw)
    return LearningPoint(size, float(means.mean()), float(means.std(ddof=1) / np.sqrt(len(means))))


@dataclass(frozen=True, slots=True)
class CoderRates:
    """How texts and coders are imagined.

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
class Costs:
    """What a study costs: for each coding, for each item, and for each coder.

    Examples
    --------
    >>> Costs(coding=2.0, coder=50.0).of(20, 3)
    270.0
    """

    coding: float = 1.0
    item: float = 0.0
    coder: float = 0.0

    def __post_init__(self) -> None:
        for name in self.__dataclass_fields__:
            cost = getattr(self, name)
            finite_number(cost, f"the cost of a {name}", lambda value: value >= 0, "a number of at least 0")

    def of(self, items: int, coders: int) -> float:
        """The costs of a design in which every coder codes every item."""
        items, coders = count_between(items, "items", 0, _MOST_ITEMS), count_between(coders, "coders", 0, _MOST_CODERS)
        return self.coding * items * coders + self.item * items + self.coder * coders


@dataclass(frozen=True, slots=True)
class Design(ResultRecord):
    """A study of so many items and coders, and how precise it can be expected to be.

    Attributes
    ----------
    items, coders
        How many; every coder codes every item.
    cost
        What it costs.
    standard_error
        Of the coefficient, for other items and other coders.
    low, high
        The interval that can be expected.
    """

    items: int
    coders: int
    cost: float
    standard_error: float
    low: float
    high: float

    _also = ("width",)

    @property
    def width(self) -> float:
        """How wide the interval is."""
        return self.high - self.low


class StudyPlanDocument(TypedDict):
    """A plan in JSON."""

    source: Literal["pilot", "simulated"]
    value: float
    item_variance: float
    coder_variance: float
    ci: float
    target_width: float | None
    designs: list[Design]
    cheapest: list[Design]
    learning: list[LearningPoint]
    signature: str


@dataclass(frozen=True, slots=True)
class StudyPlan(ResultRecord):
    """Designs of a study, with the intervals that can be expected.

    Attributes
    ----------
    source
        Where the variances come from: a pilot, or studies that were drawn from stated rates.
    value
        The coefficient there.
    item_variance, coder_variance
        The variance of log(1 - value) that one item and one coder bring: with I items and C coders it is
        ``item_variance / I + coder_variance / C``.
    ci
        The level of the intervals.
    target_width
        How wide the interval may be; None when nothing was said.
    designs
        The designs of the table.
    cheapest
        The cheapest designs whose interval is not wider than ``target_width``, the cheapest first; at most one for each
        number of coders. None when no design reaches it.
    learning
        Of a pilot: how similar the consensus of ever more coders is to further coders.
    signature
        The string that makes the numbers reproducible.
    """

    source: Literal["pilot", "simulated"]
    value: float
    item_variance: float
    coder_variance: float
    ci: float
    target_width: float | None
    designs: tuple[Design, ...]
    cheapest: tuple[Design, ...]
    learning: LearningCurve | None
    signature: Signature

    def design(self, items: int, coders: int, costs: Costs = Costs()) -> Design:  # noqa: B008  # which never changes
        """What can be expected of a design; both numbers are at least 2."""
        of_kind(costs, Costs, "costs", "Costs(coding, item, coder)")
        number = count_between(items, "items", 2, _MOST_ITEMS), count_between(coders, "coders", 2, _MOST_CODERS)
        parts = [
            Variance(variance / count, count - 1.0)
            for variance, count in zip((self.item_variance, self.coder_variance), number, strict=True)
        ]
        total = Variance.total(parts)
        interval = log_interval(self.value, total, self.ci, "expected")
        error = (1.0 - self.value) * math.sqrt(total.value)
        return Design(*number, costs.of(*number), error, interval.low, interval.high)

    def rows(self) -> list[dict[str, Any]]:
        """A row per design."""
        return [design.to_dict() for design in self.designs]

    def to_dict(self) -> dict[str, Any]:
        """The variances, all designs, the cheapest ones, and the learning curve."""
        return {
            "source": self.source,
            "value": self.value,
            "item_variance": self.item_variance,
            "coder_variance": self.coder_variance,
            "ci": self.ci,
            "target_width": plain(self.target_width),
            "designs": self.rows(),
            "cheapest": [design.to_dict() for design in self.cheapest],
            "learning": [] if self.learning is None else self.learning.rows(),
            "signature": str(self.signature),
        }

    @classmethod
    def _document(cls) -> Any:
        return StudyPlanDocument

    @property
    def verdict(self) -> str:
        """What the plan says, in one or two sentences."""
        ratio = self.coder_variance / self.item_variance if self.item_variance else math.inf
        more, less = ("coder", "item") if ratio > 1 else ("item", "coder")
        said = f"One more {more} helps more than one more {less} while there are about as many of both."
        if self.target_width is None:
            return said
        if not self.cheapest:
            return f"{said} No design with up to {_MOST_CODERS} coders reaches a width of {self.target_width:g}."
        best = self.cheapest[0]
        return (
            f"{said} The cheapest design with an interval of at most {self.target_width:g}: {best.items} items and "
            f"{best.coders} coders, at a cost of {best.cost:g}."
        )

    def answer(self) -> tuple[str, ...]:
        """What the plan says."""
        return (self.verdict,)

    def table(self) -> Table:
        """The cheapest designs that reach the width, or all designs."""
        header = ("items", "coders", "cost", "standard error", f"{percent(self.ci)} interval", "width")
        rows = [
            (
                *(one.items, one.coders, f"{one.cost:g}", one.standard_error),
                *(f"{decimal(one.low, 4)} to {decimal(one.high, 4)}", one.width),
            )
            for one in self.cheapest or self.designs
        ]
        return Table(header, rows, keys=2)


def plan(
    pilot: CorpusLike | None = None,
    metric: Metric | str | None = None,
    coefficient: CoefficientName = "pi",
    *,
    target_width: float | None = None,
    rates: CoderRates | None = None,
    ci: float = 0.95,
    items: Iterable[int] = ITEMS,
    coders: Iterable[int] = CODERS,
    costs: Costs = Costs(),  # noqa: B008  # which never changes
    learning: bool = True,
    rng: RandomSource = None,
) -> StudyPlan:
    """How precisely studies of different sizes would measure agreement, and which is the cheapest that is enough.

    Parameters
    ----------
    pilot
        Codings of at least two items by at least three coders, from which the variances are estimated.
    metric
        The similarity that agreement is measured with; B by default.
    coefficient
        ``"pi"`` or ``"kappa"``.
    target_width
        How wide the interval of the coefficient may be.
    rates
        Instead of a pilot: how texts and coders are imagined. The variances are those of studies drawn from these
        rates.
    ci
        The level of the intervals.
    items, coders
        The numbers of items and of coders in the table of designs.
    costs
        What a coding, an item and a coder cost.
    learning
        Whether the learning curve of a pilot is made too, see ``learning_curve``.
    rng
        A seed or a generator, for the learning curve and for studies that are drawn.

    Raises
    ------
    InputError
        When there is neither a pilot nor rates, or both; or when the pilot is too small or too uniform for its
        variances to be estimated.

    Examples
    --------
    >>> found = plan(rates=CoderRates(hit=0.8), target_width=0.2, rng=1)
    >>> found.cheapest[0].width <= 0.2
    True
    >>> found.design(100, 10).standard_error < found.design(100, 3).standard_error
    True

    References
    ----------
    Brennan 2001.
    """
    check_level(ci)
    width = None if target_width is None else _width(target_width)
    of_kind(costs, Costs, "costs", "Costs(coding, item, coder)")
    numbers = _numbers(items, "items", _MOST_ITEMS), _numbers(coders, "coders", _MOST_CODERS)
    chosen, (generator, seed) = as_metric(metric, default="B"), resolve_rng(rng)
    if (pilot is None) == (rates is None):
        raise InputError("a plan needs either a pilot or rates of coders; expected one of the two")
    curve = None
    if pilot is not None:
        study = as_corpus(pilot)
        source, found = "pilot", _variances(Measurement.of(study, chosen), coefficient)
        described: dict[str, object] = {"coders": len(study.coder_names), "items": len(study)}
        curve = learning_curve(study, chosen, rng=generator) if learning else None
    else:
        stated = of_kind(rates, CoderRates, "rates", "CoderRates")
        source, found = "simulated", _drawn_variances(stated, chosen, coefficient, generator)
        described = {name: getattr(stated, name) for name in stated.__dataclass_fields__}
    if curve is not None or rates is not None:
        described["seed"] = seed
    options = {"coef": coefficient, "metric": chosen.info.name, **chosen.options(), **described}
    made = StudyPlan(
        source,  # type: ignore[arg-type]
        *found,
        ci,
        width,
        (),
        (),
        curve,
        Signature.of("plan", {**options, "ci": f"{ci:g}"}),
    )
    designs = tuple(made.design(i, c, costs) for c in numbers[1] for i in numbers[0])
    return replace(made, designs=designs, cheapest=() if width is None else _cheapest(made, width, costs))


def _width(target: object) -> float:
    return finite_number(target, "target_width", lambda width: 0 < width < 2, "a number between 0 and 2")


def _numbers(given: Iterable[int], what: str, most: int) -> list[int]:
    numbers = [
        count_between(number, f"a number of {what}", 2, most) for number in items_of(given, what, "whole numbers")
    ]
    if not numbers:
        raise InputError(f"no number of {what} was given; expected at least one")
    return sorted(set(numbers))


def _variances(measured: Measurement, coefficient: CoefficientName) -> tuple[float, float, float]:
    """The coefficient, and the variances that one item and one coder bring."""
    found = jackknife_variances(measured, coefficient)
    for kind, variance, fewest in (("items", found.items, 2), ("coders", found.coders, 3)):
        if math.isnan(variance):
            raise InputError(
                f"the pilot does not say how much agreement varies between {kind}; expected at least {fewest} {kind} "
                "that can be compared, and some disagreement whichever is left out"
            )
    return found.value, found.items * found.number_of_items, found.coders * found.number_of_coders


def _drawn_variances(
    rates: CoderRates, metric: Metric, coefficient: CoefficientName, rng: np.random.Generator
) -> tuple[float, float, float]:
    """The means over several studies; the value is the mean on the scale log(1 - value)."""
    drawn = np.array(
        [
            _variances(Measurement.of(rates.drawn(_DRAWN_ITEMS, _DRAWN_CODERS, rng), metric), coefficient)
            for _ in range(_DRAWS)
        ]
    )
    value = 1.0 - math.exp(float(np.log1p(-drawn[:, 0]).mean()))
    return value, float(drawn[:, 1].mean()), float(drawn[:, 2].mean())


def _cheapest(made: StudyPlan, width: float, costs: Costs) -> tuple[Design, ...]:
    """For every number of coders the fewest items that are enough; of these designs the cheapest."""
    widths = _Widths(made)
    enough = [found for coders in range(3, _MOST_CODERS + 1) if (found := widths.fewest_items(coders, width, costs))]
    return tuple(sorted(enough, key=lambda design: (design.cost, design.coders))[:_CHEAPEST])


class _Widths:
    """Expected widths of many designs at once: quantiles of Student's t are taken from a table."""

    def __init__(self, made: StudyPlan) -> None:
        self._made = made
        degrees = 1.0 / np.linspace(1.0, 1e-6, 60)
        self._degrees, self._quantiles = degrees, np.array([critical_t(made.ci, one) for one in degrees.tolist()])

    def of(self, items: FloatArray, coders: int) -> FloatArray:
        """The widths with these numbers of items."""
        of_items, of_coders = self._made.item_variance / items, self._made.coder_variance / coders
        total = of_items + of_coders
        degrees = total**2 / (of_items**2 / (items - 1.0) + of_coders**2 / (coders - 1.0))
        # In 1 / degrees the logarithm of a quantile is nearly a straight line.
        quantile = np.exp(np.interp(-1.0 / degrees, -1.0 / self._degrees, np.log(self._quantiles)))
        reach = quantile * np.sqrt(total)
        widths: FloatArray = (1.0 - self._made.value) * (np.exp(reach) - np.exp(-reach))
        return widths

    def fewest_items(self, coders: int, width: float, costs: Costs) -> Design | None:
        """The design with the fewest items that is precise enough; None when there is none."""
        grid = np.unique(np.geomspace(2, _MOST_ITEMS, 300).round())
        precise = np.flatnonzero(self.of(grid, coders) <= width)
        if not precise.size:
            return None
        first = int(precise[0])
        few = np.arange(grid[first - 1] + 1 if first else 2.0, grid[first] + 1)
        number = int(few[np.argmax(self.of(few, coders) <= width)])
        # The table is not exact in the last digit.
        for items in range(number, number + 20):
            design = self._made.design(items, coders, costs)
            if design.width <= width:
                return design
        return None
