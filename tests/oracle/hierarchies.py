"""T-measure and L-measure, every query with every pair of results."""

from collections.abc import Hashable, Sequence
from fractions import Fraction

Levels = Sequence[Sequence[Hashable]]  # for every level, what each unit shares with others: its segment, or its label


def depth(levels: Levels, q: int, i: int) -> int:
    """The deepest level at which two units share something."""
    return max((number for number, level in enumerate(levels, start=1) if level[q] == level[i]), default=0)


def order_score(reference: Levels, hypothesis: Levels, transitive: bool, window: int | None) -> tuple[Fraction, int]:
    """Recall: shares of queries summed, and how many queries have a pair."""
    units = len(reference[0])
    total, queries = Fraction(0), 0
    for q in range(units):
        low, high = (0, units) if window is None else (max(0, q - window), min(units, q + window))
        results = [i for i in range(low, high) if i != q]
        depths = [(depth(reference, q, i), depth(hypothesis, q, i)) for i in results]
        pairs = kept = 0
        for r, h in depths:
            for s, k in depths:
                if (r > s) if transitive else (r == s + 1):
                    pairs += 1
                    kept += h > k
        if pairs:
            total += Fraction(kept, pairs)
            queries += 1
    return total, queries


def measure(
    reference: Levels, hypothesis: Levels, transitive: bool = True, window: int | None = None
) -> tuple[float, float, float]:
    """Precision, recall and F; 1 for a side without any pair."""
    sides = (
        order_score(hypothesis, reference, transitive, window),
        order_score(reference, hypothesis, transitive, window),
    )
    precision, recall = (total / queries if queries else Fraction(1) for total, queries in sides)
    f = 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)
    return float(precision), float(recall), float(f)
