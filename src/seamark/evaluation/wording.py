"""Evaluations in words: conclusions, notes on what limits them, and how intervals and p-values are written."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from seamark.base.methods import cite
from seamark.base.numbers import counted, ends, percent, share
from seamark.metrics.names import METRICS
from seamark.stats.intervals import Interval

if TYPE_CHECKING:
    from seamark.evaluation.human_comparison import Evaluation, Standing
    from seamark.evaluation.systems import SystemComparison, SystemPair

#: From here on a p-value is small.
SMALL = 0.05
#: Printed where there is no interval.
NOT_ESTIMABLE = "not estimable"

# A segmenter this many times as fine, or as coarse, as the humans is judged by its granularity more than its places.
_OTHER_GRANULARITY = 2.0


def conclusion_of(standing: Standing, result: Evaluation) -> str:
    """What can be said about one segmenter: whether it is within the range of one more human, whether it is shown to be
    as good as the average human, how far it is from one, and whether it is better than a baseline.
    """
    sentences = (_beside_one_more(standing), _equivalent(standing), _difference(standing, result))
    further = (*_with_a_margin(standing, result), *_annotator_test(standing), *_against_baselines(standing))
    return " ".join(filter(None, (*sentences, *further)))


def verdict_of(standing: Standing, result: Evaluation) -> str:
    """One segmenter in one line: beside one more human, beside the average human, and how far from that."""
    gap = standing.difference
    said = _beside_one_more(standing).rstrip(".") or "Too few humans to predict one more"
    parts = [said[0].lower() + said[1:]]
    if standing.equivalence is not None and standing.equivalence.shown:
        parts.append(f"equivalent to the average human within ±{share(standing.equivalence.margin)}")
    between = ""
    if gap.interval is not None and not math.isnan(gap.interval.low):
        between = f" ({percent(result.ci)} interval {ends(gap.interval, 2)})"
    parts.append(f"difference from the average human {share(gap.value)}{between}")
    return f"{standing.name}: {'; '.join(parts)}."


def methods_of(result: Evaluation) -> Iterator[str]:
    """How segmenters were compared with humans, and what was found, for a paper."""
    info = METRICS[result.similarity.removeprefix("1-")].info
    yield (
        f"{counted(len(result.segmenters), 'segmenter')} stood beside {counted(result.coders, 'human')} on "
        f"{counted(result.items, 'item')}, by {info.title} {cite(info.citation)}. Every segmenter was compared like "
        "for like with every human: its similarity to the other humans minus that of the human to the same others, "
        "with an interval over items and humans, the human left out of both roles. One more human is a prediction "
        "from the humans' own similarities to each other by Student's t."
    )
    yield from (f"{name}: {text}" for name, text in result.conclusions.items())
    yield from result.notes


def answer_of_systems(result: SystemComparison) -> Iterator[str]:
    """A line per system, best first: its score, the next best system, and the best baseline."""
    best = "higher is better" if result.higher_is_better else "lower is better"
    yield f"{counted(len(result.systems), 'system')}, {counted(result.items, 'item')}, {result.metric} ({best})."
    others = [*(one.name for one in result.systems[1:]), None]
    for system, other in zip(result.systems, others, strict=True):
        named = {*([] if other is None else [other]), *(one.name for one in result.baselines)}
        pairs = [pair for pair in result.pairs if system.name in (pair.first, pair.second)]
        said = [_one_against(pair, system.name, result) for pair in pairs if {pair.first, pair.second} & named]
        yield f"{system.name} {share(system.value)}{': ' if said else ''}{'; '.join(said)}."


def _one_against(pair: SystemPair, name: str, result: SystemComparison) -> str:
    other = pair.second if pair.first == name else pair.first
    what = f"the baseline {other}" if other in {one.name for one in result.baselines} else other
    if pair.p_adjusted > 1 - result.ci:
        return f"no difference from {what} shown ({p_text(pair.p_adjusted)})"
    return f"{'better' if pair.first == name else 'worse'} than {what} ({p_text(pair.p_adjusted)})"


def methods_of_systems(result: SystemComparison) -> Iterator[str]:
    """How systems were compared with each other, for a paper."""
    name = result.metric.partition(":")[0]
    known = METRICS[name].info if name in METRICS else None
    measured = result.metric if known is None else f"{known.title} {cite(known.citation)}"
    yield (
        f"{counted(len(result.systems), 'system')} were scored by {measured} on {counted(result.items, 'item')} "
        f"({result.average} mean), and compared by paired randomization tests ({result.resamples:,} arrangements at "
        f"most, seed {result.seed}), p-values corrected by {result.correction}."
    )
    yield from (f"{one.name}: {one.value:.4f}." for one in (*result.systems, *result.baselines))
    yield from (f"{text}." for text in result.conclusions)
    yield from result.notes


def _beside_one_more(standing: Standing) -> str:
    new = standing.one_more
    if new is None or math.isnan(new.p_value):
        return ""
    if new.p_value > SMALL:
        return f"Within the range of one more human ({p_text(new.p_value)})."
    way = "Less" if new.t < 0 else "More"
    return f"{way} like the other humans than one more human would be ({p_text(new.p_value)})."


def _equivalent(standing: Standing) -> str:
    same = standing.equivalence
    if same is None or same.shown is None:
        return ""
    margin = f"±{same.margin:.4f}"
    if same.shown:
        return f"Equivalent to the average human within {margin} ({p_text(same.p_value)})."
    return (
        f"Equivalence to the average human within {margin} not shown (from ±{same.needed_margin:.4f}); a segmenter "
        f"exactly like the average human would show it in {percent(same.power)} of such studies."
    )


def _difference(standing: Standing, result: Evaluation) -> str:
    gap = standing.difference
    between = "" if gap.interval is None else f" ({percent(result.ci)} interval {interval_text(gap.interval)})"
    return f"Difference from the average human {gap.value:+.4f}{between}."


def _with_a_margin(standing: Standing, result: Evaluation) -> Iterator[str]:
    needed = standing.difference.needed_margin
    if result.margin is None or math.isnan(needed):
        return
    if result.no_worse[standing.name]:
        yield f"No worse than the average human by more than {result.margin:g}."
    else:
        yield f"Not shown to be no worse by {result.margin:g}: that takes a margin above {needed:.4f}."


def _annotator_test(standing: Standing) -> Iterator[str]:
    test = standing.annotator_test
    if test is not None and test.omega is not None and test.advantage is not None:
        yield (
            f"It {'passes' if test.passed else 'does not pass'} the alternative annotator test "
            f"(omega {test.omega:.2f} with epsilon {test.epsilon:g}, at least as good in {percent(test.advantage)})."
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


def notes_of(result: Evaluation) -> Iterator[str]:
    """What limits the conclusions."""
    if result.left_out:
        yield f"Left out, since fewer than two humans coded them: {listed(result.left_out)}."
    if result.items == 1:
        yield "There is one item, so other items cannot be predicted."
    yield from _notes_on_humans(result)
    yield from _notes_on_segmenters(result)


def _notes_on_humans(result: Evaluation) -> Iterator[str]:
    if not len(result.band):
        yield "No item has three humans, so nobody can be left out and there is no human band."
    elif result.band.without_place:
        yield f"Not in the band, because no item has two others: {listed(result.band.without_place)}."
    beside = {one.name: one.one_more for one in result.baselines if one.one_more is not None}
    among = tuple(name for name, new in beside.items() if new.p_value > SMALL or new.t > 0)
    if among:
        advice = "" if result.similarity == "B" else "; use a metric that separates them from humans, such as B"
        yield (
            f"As similar to the humans as one more human would be: the baseline{'' if len(among) == 1 else 's'} "
            f"{listed(among)}. {result.similarity} is not informative here{advice}."
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
                f"{standing.name} places {standing.density:.1f} times as many boundaries as a human: its figures "
                "depend more on how finely it cuts than on where."
            )


def interval_text(interval: Interval) -> str:
    """An interval in a sentence.

    Examples
    --------
    >>> interval_text(Interval(-0.0312, 0.004, 0.95, "percentile"))
    '-0.0312 to +0.0040'
    """
    return "undefined" if math.isnan(interval.low) else f"{interval.low:+.4f} to {interval.high:+.4f}"


def p_text(p_value: float) -> str:
    """A p-value in a sentence.

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
