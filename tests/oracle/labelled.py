"""Labelled segments, unit by unit: runs of actions."""

from collections.abc import Collection, Hashable, Sequence
from functools import cache
from itertools import groupby

Units = Sequence[Hashable]


def runs(units: Units, background: Collection[Hashable] = (), short: bool = False) -> list[tuple[int, int, Hashable]]:
    """(start, end, label) of every run that is not background; ``short``: the last unit ends the last run early."""
    found, place = [], 0
    for label, group in groupby(units):
        start, place = place, place + len(list(group))
        if label not in background:
            found.append((start, place - (short and place == len(units)), label))
    return found


def levenshtein(a: Units, b: Units) -> int:
    @cache
    def distance(i: int, j: int) -> int:
        if i == 0 or j == 0:
            return i + j
        return min(distance(i - 1, j) + 1, distance(i, j - 1) + 1, distance(i - 1, j - 1) + (a[i - 1] != b[j - 1]))

    return distance(len(a), len(b))


def action_counts(
    reference: Units, hypothesis: Units, threshold: float, background: Collection[Hashable] = (), short: bool = False
) -> tuple[int, int, int]:
    """As published: each run of the hypothesis looks at all runs of the reference."""
    true, predicted = runs(reference, background, short), runs(hypothesis, background, short)
    hit = [False] * len(true)
    tp = fp = 0
    for start, end, label in predicted:
        shares = []
        for other_start, other_end, other in true:
            both = min(end, other_end) - max(start, other_start)
            hull = max(end, other_end) - min(start, other_start)
            shares.append(both / hull if other == label and hull > 0 else 0.0)
        best = max(range(len(true)), key=lambda i: shares[i], default=None)
        if best is not None and shares[best] >= threshold and not hit[best]:
            tp += 1
            hit[best] = True
        else:
            fp += 1
    return tp, fp, len(true) - tp
