"""Evaluations in words: conclusions, notes on what limits them, and how intervals and p-values are written."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from seamark.stats.intervals import Interval

if TYPE_CHECKING:
    from seamark.evaluation.human_comparison import Evaluation, Standing

#: What stands where there is no interval.
NOT_ESTIMABLE = "not estimable"

# A segmenter this many times as fine, or as coarse, as the humans is judged by its granularity more than its places.
_OTHER_GRANULARITY = 2.0


def conclusion_of(standing: Standing, result: Evaluation) -> str:
    """What can be said about one segmenter: how far it is from a human, whether it is good enough, and whether it is
    better than a baseline.
    """
    parts = [f"{_from_a_human(standing, result)}.", *_with_a_margin(standing, result), *_annotator_test(standing)]
    return " ".join([*parts, *_against_baselines(standing)])


def _from_a_human(standing: Standing, result: Evaluation) -> str:
    gap, rank = standing.difference, standing.rank
    facts = [f"wins {standing.win_rate:.0%} of the comparisons with humans"]
    if rank is not None:
        facts.append(f"{_ordinal(rank.place)} of {rank.people} among the people ({p_text(rank.p_value)})")
    beside = ", ".join(facts)
    if gap.interval is None:
        return f"Difference from a human {gap.value:+.4f}, without an interval; {beside}"
    size = f"{gap.value:+.4f}, {result.ci:.0%} interval {interval_text(gap.interval)}"
    if gap.interval.high < 0:
        return f"Less like the other humans than a human is ({size}); {beside}"
    if gap.interval.low > 0:
        return f"More like the other humans than a human is ({size}); {beside}"
    return f"Not shown to differ from a human ({size}); {beside}"


def _with_a_margin(standing: Standing, result: Evaluation) -> Iterator[str]:
    needed = standing.difference.needed_margin
    if math.isnan(needed):
        return
    if result.margin is None:
        yield f"It passes as no worse than a human with a margin above {needed:.4f}."
    elif result.no_worse[standing.name]:
        yield f"No worse than a human by more than the margin of {result.margin:g}."
    else:
        yield f"Not shown to be within the margin of {result.margin:g} of a human: it needs one above {needed:.4f}."


def _annotator_test(standing: Standing) -> Iterator[str]:
    test = standing.annotator_test
    if test is not None and test.omega is not None:
        yield (
            f"It {'passes' if test.passed else 'does not pass'} the alternative annotator test "
            f"(omega {test.omega:.2f} with epsilon {test.epsilon:g}, at least as good in {test.advantage:.0%})."
        )


def _against_baselines(standing: Standing) -> Iterator[str]:
    lead = standing.lead
    if lead is None:
        return
    gap = lead.difference
    if gap.interval is None:
        yield f"Its difference from the best baseline, '{lead.baseline}', is {gap.value:+.4f}."
        return
    size = f"{gap.value:+.4f}, {interval_text(gap.interval)}"
    if gap.interval.low > 0:
        yield f"Better than the best baseline, '{lead.baseline}' ({size})."
    elif gap.interval.high < 0:
        yield f"Worse than the baseline '{lead.baseline}' ({size})."
    else:
        yield f"Not shown to differ from the baseline '{lead.baseline}' ({size})."


def _ordinal(place: int) -> str:
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def notes_of(result: Evaluation) -> Iterator[str]:
    """What limits the conclusions."""
    if result.left_out:
        yield f"Left out, since fewer than two humans coded them: {listed(result.left_out)}."
    if result.items == 1:
        yield "There is one item, so nothing can be said about other items."
    yield from _notes_on_humans(result)
    yield from _notes_on_segmenters(result)


def _notes_on_humans(result: Evaluation) -> Iterator[str]:
    # Measured: tests/properties/test_evaluation_simulation.py.
    yield (
        f"One more human of the same kind would be the last of all in 1 of {result.coders + 1} cases; in simulations, "
        "5 to 10 % of such humans got p <= .05."
    )
    if not len(result.band):
        yield "No item has three humans, so nobody can be left out and there is no human band."
    elif result.band.without_place:
        yield f"Not in the band, for want of two others on any item: {listed(result.band.without_place)}."
    among = tuple(one.name for one in result.baselines if one.difference.interval and one.difference.interval.high >= 0)
    if among:
        advice = "" if result.similarity == "B" else "; take a metric that tells them from humans, such as B"
        yield (
            f"Not shown to be worse than a human either: the baseline{'' if len(among) == 1 else 's'} {listed(among)}. "
            f"{result.similarity} says little here{advice}."
        )


def _notes_on_segmenters(result: Evaluation) -> Iterator[str]:
    refused = {one.annotator_test.refused: None for one in result.segmenters if one.annotator_test is not None}
    for reason in filter(None, refused):
        yield f"No alternative annotator test: {reason}."
    for standing in result.segmenters:
        if standing.items < result.items:
            yield (
                f"{standing.name} segmented {standing.items} of {result.items} items, and is compared with the humans "
                "on these only."
            )
        if not 1 / _OTHER_GRANULARITY <= standing.density <= _OTHER_GRANULARITY and not math.isnan(standing.density):
            yield (
                f"{standing.name} places {standing.density:.1f} times as many boundaries as a human: its figures say "
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
