"""Labelled segments, unit by unit: clusters of units, runs of actions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, groupby

Units = Sequence[Hashable]


def pair_counts(reference: Units, hypothesis: Units) -> tuple[int, int, int, int]:
    """Pairs of units with one label: in the first, in the second, in both; and all pairs."""
    pairs = [
        (reference[i] == reference[j], hypothesis[i] == hypothesis[j])
        for i, j in combinations(range(len(reference)), 2)
    ]
    return sum(r for r, _ in pairs), sum(h for _, h in pairs), sum(r and h for r, h in pairs), len(pairs)


def entropy(units: Units) -> float:
    return -math.fsum(n / len(units) * math.log(n / len(units)) for n in Counter(units).values())


def conditional_entropy(units: Units, given: Units) -> float:
    joint, known = Counter(zip(units, given, strict=True)), Counter(given)
    return -math.fsum(n / len(units) * math.log(n / known[k]) for (_, k), n in joint.items())


def expected_information(reference: Units, hypothesis: Units) -> float:
    """The mean over all ways to lay the labels of the hypothesis over the units, by the hypergeometric distribution."""
    total = len(reference)
    terms = []
    for a in Counter(reference).values():
        for b in Counter(hypothesis).values():
            for shared in range(max(1, a + b - total), min(a, b) + 1):
                chance = Fraction(math.comb(a, shared) * math.comb(total - a, b - shared), math.comb(total, b))
                terms.append(float(chance) * shared / total * math.log(total * shared / (a * b)))
    return math.fsum(terms)


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
