"""Evaluations in words: conclusions, notes on what limits them, and how intervals and p-values are written."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from seamark.stats.intervals import Interval

if TYPE_CHECKING:
    from seamark.evaluation.standing import Evaluation, Standing

# Below this many items the bootstrap p-value is too small: tests/properties/test_evaluation_simulation.py.
_FEW_ITEMS = 50
# Up to this many humans, the reader should know how often one more human would fall below all of them.
_FEW_HUMANS = 9
# A segmenter this many times as fine, or as coarse, as the humans is judged by its granularity more than its places.
_OTHER_GRANULARITY = 2.0


def conclusion_of(standing: Standing, result: Evaluation) -> str:
    """What can be said about one segmenter: where it stands, what it does to agreement, and whether that is more than
    a baseline does.
    """
    return " ".join([f"{_place(standing, result)}: {_change(standing, result.ci)}.", *_against_baselines(standing)])


def _place(standing: Standing, result: Evaluation) -> str:
    position = result.position(standing)
    if position is None:
        return "No human variation to compare with"
    where = {
        "below": "Outside human variation, below it",
        "inside": "Inside human variation",
        "above": "Above human variation",
    }
    band = f"{result.band.low:+.4f} to {result.band.high:+.4f}"
    matched = f"as reliable as {len(standing.matched) or 'none'} of {len(standing.in_places)} humans in their place"
    return f"{where[position]} ({band}), {matched}"


def _change(standing: Standing, ci: float) -> str:
    moved = f"agreement goes from {standing.humans:.4f} to {standing.value:.4f}"
    if standing.interval is None:
        return f"{moved}, a change of {standing.change:+.4f}"
    between = f"a change of {standing.change:+.4f} ({ci:.0%} interval {interval_text(standing.interval)}"
    test = f"{between}, {p_text(standing.p_adjusted)})"
    if not standing.p_adjusted <= 1 - ci:
        return f"{moved}, {test}, not shown to differ from an average human"
    return f"{moved}, {test}, {'worse' if standing.change < 0 else 'better'} than an average human"


def _against_baselines(standing: Standing) -> Iterator[str]:
    margin = standing.margin
    if margin is None:
        return
    if margin.interval is None:
        yield f"Its change minus that of the best baseline, '{margin.baseline}', is {margin.difference:+.4f}."
        return
    gap = f"{margin.difference:+.4f}, {interval_text(margin.interval)}"
    if margin.interval.low > 0:
        yield f"Better than the best baseline, '{margin.baseline}' ({gap})."
    elif margin.interval.high < 0:
        yield f"Worse than the baseline '{margin.baseline}' ({gap})."
    else:
        yield f"Not shown to differ from the baseline '{margin.baseline}' ({gap})."


def notes_of(result: Evaluation) -> Iterator[str]:
    """What limits the conclusions."""
    yield from _notes_on_items(result)
    yield from _notes_on_humans(result)
    yield from _notes_on_segmenters(result)


def _notes_on_items(result: Evaluation) -> Iterator[str]:
    if result.left_out:
        yield f"Left out, since fewer than two humans coded them: {listed(result.left_out)}."
    if result.items == 1:
        yield "There is one item, so nothing can be said about other items: no intervals and no p-values."
    elif result.items < _FEW_ITEMS:
        yield (
            f"{result.items} items are few, and p-values of changes come out too small: of 100 segmenters as good as "
            "an average human, about 10 get p <= .05 with 10 items and 7 with 20, instead of 5."
        )


def _notes_on_humans(result: Evaluation) -> Iterator[str]:
    humans = len(result.band)
    if not humans:
        yield "No item has three humans, so nobody can be left out and there is no human band."
        return
    if humans <= _FEW_HUMANS:
        yield (
            f"The band rests on {humans} humans: one more of the same kind would fall below all of them in up to "
            f"1 of {humans + 1} cases."
        )
    if result.band.without_place:
        yield f"Not in the band, for want of two others on any item: {listed(result.band.without_place)}."
    among = tuple(baseline.name for baseline in result.baselines if result.position(baseline) != "below")
    if among:
        advice = "" if result.similarity == "B" else ", or take a metric that tells them from humans, such as B"
        yield (
            f"Not below the humans either: the baseline{'' if len(among) == 1 else 's'} {listed(among)}. "
            f"Human variation says little here; look at the distance to the baselines{advice}."
        )


def _notes_on_segmenters(result: Evaluation) -> Iterator[str]:
    for standing in result.segmenters:
        if standing.items < result.items:
            yield (
                f"{standing.name} segmented {standing.items} of {result.items} items, and is compared with the humans "
                "on these only."
            )
        if standing.interval is not None and standing.interval.undefined:
            yield f"{standing.name}: {standing.interval.undefined} resamples had no agreement and were left out."
        if not 1 / _OTHER_GRANULARITY <= standing.density <= _OTHER_GRANULARITY and not math.isnan(standing.density):
            yield (
                f"{standing.name} places {standing.density:.1f} times as many boundaries as a human: its change says "
                "more about how finely it cuts than about where."
            )


def interval_text(interval: Interval) -> str:
    """An interval as it stands in a sentence.

    Examples
    --------
    >>> interval_text(Interval(-0.0312, 0.004, 0.95, "percentile"))
    '-0.0312 to +0.0040'
    """
    return "undefined" if math.isnan(interval.low) else f"{interval.low:+.4f} to {interval.high:+.4f}"


def p_text(p_value: float) -> str:
    """A p-value as it stands in a sentence.

    Examples
    --------
    >>> p_text(0.0123), p_text(0.0002), p_text(float("nan"))
    ('p = 0.012', 'p < 0.001', 'p undefined')
    """
    if math.isnan(p_value):
        return "p undefined"
    return "p < 0.001" if p_value < 0.001 else f"p = {p_value:.3f}"


def listed(names: Sequence[str], most: int = 5) -> str:
    """The first of many names, and how many more there are.

    Examples
    --------
    >>> listed(["a", "b", "c"], most=2)
    'a, b and 1 more'
    """
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
