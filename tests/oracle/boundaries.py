"""Metrics of boundaries by exhaustive means: a real maximum matching, a full table, every way of pairing."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from tests.oracle.windows import Masses, gaps, positions


def matched(reference: Masses, hypothesis: Masses, tolerance: int) -> int:
    """How many boundaries a maximum matching of the graph of all allowed pairs holds."""
    r, h = positions(reference), positions(hypothesis)
    if not r or not h:
        return 0
    allowed = np.array([[abs(i - j) <= tolerance for j in h] for i in r])
    return int(np.count_nonzero(maximum_bipartite_matching(csr_array(allowed), perm_type="column") >= 0))


def precision_recall(
    reference: Masses,
    hypothesis: Masses,
    tolerance: int = 0,
    beta: Fraction = Fraction(1),
    zero_division: Fraction | None = None,
) -> tuple[Fraction, Fraction, Fraction]:
    """Precision, recall and F; a ratio over nothing is `zero_division`, or 1 if both sides are empty, else 0."""
    hits, r, h = matched(reference, hypothesis, tolerance), len(reference) - 1, len(hypothesis) - 1
    nothing = Fraction(r == h == 0) if zero_division is None else zero_division
    precision = Fraction(hits, h) if h else nothing
    recall = Fraction(hits, r) if r else nothing
    if r == h == 0:
        return precision, recall, nothing
    bottom = beta**2 * precision + recall
    return precision, recall, (1 + beta**2) * precision * recall / bottom if bottom and hits else Fraction(0)


def ghd(reference: Masses, hypothesis: Masses, insertion: Fraction, deletion: Fraction, shift: Fraction) -> Fraction:
    """Cheapest path through the table of all potential boundaries of one side by all of the other."""
    r, h = gaps(reference), gaps(hypothesis)
    table = [[Fraction(0)] * (len(r) + 1) for _ in range(len(h) + 1)]
    for i in range(len(h) + 1):
        for j in range(len(r) + 1):
            ways = []
            if i:
                ways.append(table[i - 1][j] + (deletion if h[i - 1] == "1" else 0))
            if j:
                ways.append(table[i][j - 1] + (insertion if r[j - 1] == "1" else 0))
            if i and j and h[i - 1] == r[j - 1] == "1":
                ways.append(table[i - 1][j - 1] + shift * abs(i - j))
            table[i][j] = min(ways, default=Fraction(0))
    return table[-1][-1]


def ghd_by_force(
    reference: Masses, hypothesis: Masses, insertion: Fraction, deletion: Fraction, shift: Fraction
) -> Fraction:
    """The same by every choice of boundaries to shift and every way to pair them, crossing or not."""
    r, h = positions(reference), positions(hypothesis)

    def cost(starts: Sequence[int], ends: Sequence[int]) -> Fraction:
        moved = sum((shift * abs(i - j) for i, j in zip(starts, ends, strict=True)), Fraction(0))
        return moved + (len(h) - len(starts)) * deletion + (len(r) - len(ends)) * insertion

    return min(
        cost(starts, ends)
        for pairs in range(min(len(r), len(h)) + 1)
        for starts in combinations(h, pairs)
        for ends in permutations(r, pairs)
    )
