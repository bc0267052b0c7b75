"""Segmentations as partitions, unit by unit and pair by pair."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import combinations

from tests.oracle.windows import Masses, labels


def segment_sets(masses: Masses) -> list[set[int]]:
    """The units of every segment."""
    of = labels(masses)
    return [{unit for unit, segment in enumerate(of) if segment == wanted} for wanted in range(len(masses))]


def franz(reference: Masses, hypothesis: Masses, direction: str = "both") -> tuple[Fraction, Fraction]:
    """Units missing from, and too many in, the segment of each unit; with "forward" only units after it count."""
    r, h = segment_sets(reference), segment_sets(hypothesis)
    missed = extra = 0
    for unit, (i, j) in enumerate(zip(labels(reference), labels(hypothesis), strict=True)):
        missed += sum(direction == "both" or other > unit for other in r[i] - h[j])
        extra += sum(direction == "both" or other > unit for other in h[j] - r[i])
    return Fraction(missed, sum(reference)), Fraction(extra, sum(reference))


def covering(reference: Masses, hypothesis: Masses) -> Fraction:
    best = (max(Fraction(len(a & b), len(a | b)) for b in segment_sets(hypothesis)) for a in segment_sets(reference))
    return sum((mass * share for mass, share in zip(reference, best, strict=True)), Fraction(0)) / sum(reference)


def judgements(reference: Masses, hypothesis: Masses) -> list[tuple[int, bool, bool]]:
    """For every pair of units: their distance, and whether each side puts them into one segment."""
    r, h = labels(reference), labels(hypothesis)
    return [(j - i, r[i] == r[j], h[i] == h[j]) for i, j in combinations(range(len(r)), 2)]


def p_mu(reference: Masses, hypothesis: Masses, mu: float | None = None) -> float:
    rate = len(reference) / sum(reference) if mu is None else mu
    pairs = judgements(reference, hypothesis)
    if not pairs:
        return 1.0
    # The common factor exp(-mu) is left out, so that nothing vanishes for a large mu.
    weights = [math.exp(-rate * (distance - 1)) for distance, _, _ in pairs]
    alike = (weight for weight, (_, r, h) in zip(weights, pairs, strict=True) if r == h)
    return math.fsum(alike) / math.fsum(weights)


def rand(a: Masses, b: Masses) -> Fraction:
    pairs = judgements(a, b)
    return Fraction(sum(r == h for _, r, h in pairs), len(pairs)) if pairs else Fraction(1)


def adjusted_rand(a: Masses, b: Masses) -> Fraction:
    pairs = judgements(a, b)
    both, in_a, in_b = sum(r and h for _, r, h in pairs), sum(r for _, r, _ in pairs), sum(h for _, _, h in pairs)
    expected = Fraction(in_a * in_b, len(pairs)) if pairs else Fraction(0)
    mean = Fraction(in_a + in_b, 2)
    return (both - expected) / (mean - expected) if mean != expected else Fraction(1)


def pairwise(reference: Masses, hypothesis: Masses) -> tuple[Fraction, Fraction, Fraction]:
    """Precision, recall, F; where neither side puts any two units together all are 1."""
    pairs = judgements(reference, hypothesis)
    both = sum(r and h for _, r, h in pairs)
    in_r, in_h = sum(r for _, r, _ in pairs), sum(h for _, _, h in pairs)
    if not in_r and not in_h:
        return Fraction(1), Fraction(1), Fraction(1)
    precision = Fraction(both, in_h) if in_h else Fraction(0)
    recall = Fraction(both, in_r) if in_r else Fraction(0)
    return precision, recall, Fraction(2 * both, in_r + in_h)


def entropy(values: Sequence[Hashable]) -> float:
    """In nats."""
    return math.fsum(-count / len(values) * math.log(count / len(values)) for count in Counter(values).values())


def conditional_entropy(values: Sequence[Hashable], given: Sequence[Hashable]) -> float:
    total = []
    for condition in set(given):
        inside = [value for value, other in zip(values, given, strict=True) if other == condition]
        total.append(len(inside) / len(values) * entropy(inside))
    return math.fsum(total)


def _kept(lost: float, most: float) -> float:
    return 1 - lost / most if most else 1.0


def _harmonic(one: float, other: float) -> float:
    return 2 * one * other / (one + other) if one + other else 0.0


def v_measure(reference: Masses, hypothesis: Masses) -> tuple[float, float, float]:
    """Homogeneity, completeness, V; where a side has one segment, there is nothing to lose on it."""
    r, h = labels(reference), labels(hypothesis)
    homogeneity = _kept(conditional_entropy(r, h), entropy(r))
    completeness = _kept(conditional_entropy(h, r), entropy(h))
    return homogeneity, completeness, _harmonic(homogeneity, completeness)


def nce(reference: Masses, hypothesis: Masses) -> tuple[float, float, float]:
    """Over- and under-segmentation score, F; the same, against the largest entropy for that many segments."""
    r, h = labels(reference), labels(hypothesis)
    over = _kept(conditional_entropy(h, r), math.log(len(hypothesis)))
    under = _kept(conditional_entropy(r, h), math.log(len(reference)))
    return over, under, _harmonic(over, under)
