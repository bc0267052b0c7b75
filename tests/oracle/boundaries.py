"""Metrics of boundaries by exhaustive means: a real maximum matching, a cheapest assignment."""

from fractions import Fraction

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

from tests.oracle.windows import Masses, positions


def matched(reference: Masses, hypothesis: Masses, tolerance: int) -> int:
    """How many boundaries a maximum matching of the graph of all allowed pairs holds."""
    r, h = positions(reference), positions(hypothesis)
    if not r or not h:
        return 0
    allowed = np.array([[abs(i - j) <= tolerance for j in h] for i in r])
    return int(np.count_nonzero(maximum_bipartite_matching(csr_array(allowed), perm_type="column") >= 0))


def precision_recall(
    reference: Masses, hypothesis: Masses, tolerance: int, beta: Fraction, zero_division: Fraction | None
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


def ghd(reference: Masses, hypothesis: Masses, insertion: Fraction, deletion: Fraction, shift: Fraction) -> float:
    """The cheapest pairing of boundaries to shift, crossing or not; the others are inserted and deleted."""
    r, h = positions(reference), positions(hypothesis)
    costs = np.zeros((len(h) + len(r), len(h) + len(r)))
    costs[: len(h), : len(r)] = float(shift) * np.abs(np.subtract.outer(h, r))
    costs[: len(h), len(r) :], costs[len(h) :, : len(r)] = deletion, insertion
    return float(costs[linear_sum_assignment(costs)].sum())
