"""Segmentations as partitions, unit by unit and pair by pair.

Both sides say for every unit what it belongs to: the number of its segment, or a label.
"""

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import combinations

Units = Sequence[Hashable]


def parts(units: Units) -> dict[Hashable, set[int]]:
    """The units of every segment or label."""
    return {wanted: {unit for unit, label in enumerate(units) if label == wanted} for wanted in set(units)}


def franz(reference: Units, hypothesis: Units, direction: str = "both") -> tuple[Fraction, Fraction]:
    """Units missing from, and too many in, the segment of each unit; with "forward" only units after it count."""
    r, h = parts(reference), parts(hypothesis)
    missed = extra = 0
    for unit, (i, j) in enumerate(zip(reference, hypothesis, strict=True)):
        missed += sum(direction == "both" or other > unit for other in r[i] - h[j])
        extra += sum(direction == "both" or other > unit for other in h[j] - r[i])
    return Fraction(missed, len(reference)), Fraction(extra, len(reference))


def covering(reference: Units, hypothesis: Units) -> Fraction:
    covered = Fraction(0)
    for a in parts(reference).values():
        covered += len(a) * max(Fraction(len(a & b), len(a | b)) for b in parts(hypothesis).values())
    return covered / len(reference)


def judgements(reference: Units, hypothesis: Units) -> list[tuple[int, bool, bool]]:
    """For every pair of units: their distance, and whether each side puts them together."""
    return [
        (j - i, reference[i] == reference[j], hypothesis[i] == hypothesis[j])
        for i, j in combinations(range(len(reference)), 2)
    ]


def p_mu(reference: Units, hypothesis: Units, mu: float | None = None) -> float:
    rate = len(set(reference)) / len(reference) if mu is None else mu
    pairs = judgements(reference, hypothesis)
    if not pairs:
        return 1.0
    # The common factor exp(-mu) is left out, so that nothing vanishes for a large mu.
    weights = [math.exp(-rate * (distance - 1)) for distance, _, _ in pairs]
    alike = (weight for weight, (_, r, h) in zip(weights, pairs, strict=True) if r == h)
    return math.fsum(alike) / math.fsum(weights)


def rand(a: Units, b: Units) -> Fraction:
    pairs = judgements(a, b)
    return Fraction(sum(r == h for _, r, h in pairs), len(pairs)) if pairs else Fraction(1)


def adjusted_rand(a: Units, b: Units) -> Fraction:
    pairs = judgements(a, b)
    both, in_a, in_b = sum(r and h for _, r, h in pairs), sum(r for _, r, _ in pairs), sum(h for _, _, h in pairs)
    expected = Fraction(in_a * in_b, len(pairs)) if pairs else Fraction(0)
    mean = Fraction(in_a + in_b, 2)
    return (both - expected) / (mean - expected) if mean != expected else Fraction(1)


def pairwise(reference: Units, hypothesis: Units) -> tuple[Fraction, Fraction, Fraction]:
    """Precision, recall, F; where neither side puts any two units together all are 1."""
    pairs = judgements(reference, hypothesis)
    both = sum(r and h for _, r, h in pairs)
    in_r, in_h = sum(r for _, r, _ in pairs), sum(h for _, _, h in pairs)
    if not in_r and not in_h:
        return Fraction(1), Fraction(1), Fraction(1)
    precision = Fraction(both, in_h) if in_h else Fraction(0)
    recall = Fraction(both, in_r) if in_r else Fraction(0)
    return precision, recall, Fraction(2 * both, in_r + in_h)


def entropy(values: Units) -> float:
    """In nats."""
    return math.fsum(-count / len(values) * math.log(count / len(values)) for count in Counter(values).values())


def conditional_entropy(values: Units, given: Units) -> float:
    total = []
    for condition in set(given):
        inside = [value for value, other in zip(values, given, strict=True) if other == condition]
        total.append(len(inside) / len(values) * entropy(inside))
    return math.fsum(total)


def _kept(lost: float, most: float) -> float:
    return 1 - lost / most if most else 1.0


def _harmonic(one: float, other: float) -> float:
    return 2 * one * other / (one + other) if one + other else 0.0


def v_measure(reference: Units, hypothesis: Units) -> tuple[float, float, float]:
    """Homogeneity, completeness, V; where a side has one part, there is nothing to lose on it."""
    homogeneity = _kept(conditional_entropy(reference, hypothesis), entropy(reference))
    completeness = _kept(conditional_entropy(hypothesis, reference), entropy(hypothesis))
    return homogeneity, completeness, _harmonic(homogeneity, completeness)


def nce(reference: Units, hypothesis: Units) -> tuple[float, float, float]:
    """Over- and under-segmentation score, F; the same, against the largest entropy for that many parts."""
    over = _kept(conditional_entropy(hypothesis, reference), math.log(len(set(hypothesis))))
    under = _kept(conditional_entropy(reference, hypothesis), math.log(len(set(reference))))
    return over, under, _harmonic(over, under)


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
