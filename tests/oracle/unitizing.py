"""Unitizing alpha, slowly and exactly: every section of every coder against every section of every other."""

from collections import defaultdict
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

#: What a gap says.
GAP = object()


class Section(NamedTuple):
    start: int
    end: int
    value: object

    @property
    def length(self):
        return self.end - self.start


def sections(rows, length):
    """The spans of a coder with the gaps between them."""
    found, place = [], 0
    for start, end, value in sorted(rows, key=lambda row: row[:2]):
        if place < start:
            found.append(Section(place, start, GAP))
        found.append(Section(start, end, value))
        place = end
    if place < length:
        found.append(Section(place, length, GAP))
    return found


def common(one, other):
    return max(0, min(one.end, other.end) - max(one.start, other.start))


class Alpha2016:
    """`items` is a list of (length, list of coders' rows)."""

    def __init__(self, items):
        self.meet = defaultdict(Fraction)
        self.own, self.pairable = defaultdict(Fraction), defaultdict(Fraction)
        self.line = Fraction(0)
        for length, coders in items:
            cut = [sections(rows, length) for rows in coders]
            others = len(cut) - 1
            self.line += len(cut) * length
            for one, other in permutations(cut, 2):
                for a in one:
                    for b in other:
                        self.meet[a.value, b.value] += Fraction(common(a, b), others)
            for i, mine in enumerate(cut):
                for a in mine:
                    self.own[a.value] += a.length if a.value is GAP else a.length**2
                    theirs = [b for j, other in enumerate(cut) if j != i for b in other if b.value is not GAP]
                    self.pairable[a.value] += Fraction(sum(common(a, b) for b in theirs), others) ** 2

    def coefficient(self, values, own, counts=lambda c, k: c != k):
        """1 - observed / expected over these values; the margins and the coefficient; None where undefined."""
        margin = {c: sum((self.meet[c, k] for k in values), Fraction(0)) for c in values}
        line = sum(margin.values())
        if not line:
            return None
        divisor = line - sum(own[c] for c in values) / line
        pairs = [(c, k) for c in values for k in values if counts(c, k)]
        observed = sum((self.meet[pair] for pair in pairs), Fraction(0))
        if not observed:
            return Fraction(1)
        expected = sum((margin[c] * margin[k] / divisor for c, k in pairs), Fraction(0))
        return 1 - observed / expected if expected else None

    @property
    def values(self):
        return sorted({c for c, _ in self.meet if c is not GAP}, key=str)

    @property
    def u(self):
        return self.coefficient([GAP, *self.values] if self.values else [], self.own)

    @property
    def binary(self):
        return (
            self.coefficient([GAP, *self.values], self.own, lambda c, k: (c is GAP) != (k is GAP))
            if self.values
            else None
        )

    @property
    def cu(self):
        return self.coefficient(self.values, self.pairable)

    @property
    def coverage(self):
        return sum(self.meet[c, k] for c in self.values for k in self.values) / self.line

    def ku(self, k):
        """The coefficient of one value, and its coverage."""
        margin = {c: sum((self.meet[c, d] for d in self.values), Fraction(0)) for c in self.values}
        line = sum(margin.values())
        whole = margin[k] + self.meet[k, GAP]
        if not margin[k]:
            return None, Fraction(0) / whole
        if margin[k] == self.meet[k, k]:
            return Fraction(1), margin[k] / whole
        divisor = line - sum(self.pairable[c] for c in self.values) / line
        expected = {c: (margin[c] * margin[k] - (self.pairable[k] if c == k else 0)) / divisor for c in self.values}
        whole_expected = sum(expected.values())
        off = whole_expected - expected[k]
        value = 1 - whole_expected / margin[k] * (margin[k] - self.meet[k, k]) / off if off else None
        return value, margin[k] / whole


def terms_2004(items, category):
    """Observed and expected disagreement of one category."""
    line = sum(length for length, _ in items)
    judged = sum(length * len(coders) for length, coders in items)
    cut = [
        (length, [sections([row for row in rows if row[2] == category], length) for rows in coders])
        for length, coders in items
    ]
    observed = Fraction(0)
    for _, coders in cut:
        for one, other in permutations(coders, 2):
            observed += Fraction(sum(squared(a, b) for a in one for b in other), len(coders) - 1)
    observed /= judged * line
    every = [section for _, coders in cut for coder in coders for section in coder]
    units, gaps = [s for s in every if s.value is not GAP], [s.length for s in every if s.value is GAP]
    expected = Fraction(0)
    for unit in units:
        x = unit.length
        expected += Fraction((len(units) - 1) * (2 * x**3 - 3 * x**2 + x), 3)
        expected += x**2 * sum(g - x + 1 for g in gaps if g >= x)
    expected *= Fraction(2, line)
    expected /= judged * (judged - 1) - sum(u.length * (u.length - 1) for u in units)
    return observed, expected


def squared(a, b):
    if a.value is not GAP and b.value is not GAP:
        return (a.start - b.start) ** 2 + (a.end - b.end) ** 2 if common(a, b) else 0
    for unit, gap in ((a, b), (b, a)):
        if unit.value is not GAP and gap.value is GAP and gap.start <= unit.start and unit.end <= gap.end:
            return unit.length**2
    return 0
