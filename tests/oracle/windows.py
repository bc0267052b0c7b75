"""Window metrics taken at their word: write out the strings, slide the windows, count.

Segmentations are lists of masses. Values are exact fractions, or None where there is no window or nothing to divide by.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from tests.oracle.edit import positions_of as positions

Masses = Sequence[int]

WINDOW_DIFF_CONVENTIONS = (
    *("pevzner-hearst", "segeval2", "fournier2012", "nltk", "nltk-starts"),
    *("treeseg", "superdialseg", "nltk-ends-final", "lamprier"),
)
PK_CONVENTIONS = (*WINDOW_DIFF_CONVENTIONS[:-1], "textsplit")


def labels(masses: Masses) -> list[int]:
    """The number of the segment of every unit."""
    return [segment for segment, mass in enumerate(masses) for _ in range(mass)]


def gaps(masses: Masses) -> str:
    """One character per potential boundary."""
    cuts = set(positions(masses))
    return "".join("1" if p in cuts else "0" for p in range(1, sum(masses)))


def string_of(masses: Masses, convention: str) -> str:
    """The characters over which the window of a convention slides."""
    if convention in ("nltk-starts", "treeseg"):
        return "0" + gaps(masses)
    if convention == "superdialseg":
        return gaps(masses) + "0"
    if convention == "nltk-ends-final":
        return gaps(masses) + "1"
    if convention == "textsplit":  # looks for a boundary p with i <= p < i + k, for every i from 0 to n - k - 1
        return ("0" + gaps(masses))[:-1]
    return gaps(masses)


def half_up(number: Fraction) -> int:
    return math.floor(number + Fraction(1, 2))


K_RULES: dict[str, Callable[[int, int], int]] = {
    "pevzner-hearst": lambda n, segments: min(max(2, half_up(Fraction(n, 2 * segments))), n - 1),
    "segeval2": lambda n, segments: max(2, round(Fraction(n, 2 * segments))),
    "fournier2012": lambda n, segments: max(2, half_up(Fraction(n, 2 * segments))),
    "nltk": lambda n, segments: round(Fraction(n - 1, 2 * max(segments - 1, 1))),
    "nltk-starts": lambda n, segments: round(Fraction(n, 2 * max(segments - 1, 1))),
    "treeseg": lambda n, segments: round(Fraction(n, 2 * segments)),
    "superdialseg": lambda n, segments: max(2, round(Fraction(n, 2 * segments))),
    "nltk-ends-final": lambda n, segments: round(Fraction(n, 2 * segments)),
    "textsplit": lambda n, segments: round(Fraction(n, 2 * segments) - 1),
    "lamprier": lambda n, segments: max(2, round(Fraction(n, 2 * segments))),
}


def default_k(reference: Masses, convention: str) -> int:
    return K_RULES[convention](sum(reference), len(reference))


def slide(string: str, width: int) -> list[str]:
    """What the window shows at every place."""
    return [string[i : i + width] for i in range(len(string) - width + 1)]


def window_pairs(
    reference: Masses, hypothesis: Masses, k: int, convention: str, padding: str | None = None
) -> list[tuple[int, int]]:
    """Boundaries of both sides in every window."""
    width = k - 1 if convention == "fournier2012" else k
    pad = "0" * k if padding or convention == "lamprier" else ""
    r, h = (pad + string_of(side, convention) + pad for side in (reference, hypothesis))
    return [(a.count("1"), b.count("1")) for a, b in zip(slide(r, width), slide(h, width), strict=True)]


#: Tools that do not mind a k of 0, as nltk does not: its windows hold nothing, and so never differ.
ANY_K = ("nltk", "nltk-starts", "nltk-ends-final", "treeseg", "textsplit")


def window_diff(
    reference: Masses,
    hypothesis: Masses,
    k: int | None = None,
    convention: str = "pevzner-hearst",
    padding: str | None = None,
) -> Fraction | None:
    if sum(reference) == 1:
        return Fraction(0)
    k = default_k(reference, convention) if k is None else k
    if k < (0 if convention in ANY_K else 1):
        return None
    pairs = window_pairs(reference, hypothesis, k, convention, padding)
    if not pairs:
        return None
    counted = len(pairs) + (convention == "lamprier")  # segeval 2 divides by one window more than it has
    return Fraction(sum(r != h for r, h in pairs), counted)


def pk(
    reference: Masses, hypothesis: Masses, k: int | None = None, convention: str = "pevzner-hearst"
) -> Fraction | None:
    if sum(reference) == 1:
        return Fraction(0)
    k = default_k(reference, convention) if k is None else k
    if k < (0 if convention in ANY_K else 1):
        return None
    layout = "pevzner-hearst" if convention == "fournier2012" else convention  # probes are k apart, not k - 1
    pairs = window_pairs(reference, hypothesis, k, layout)
    return Fraction(sum((r > 0) != (h > 0) for r, h in pairs), len(pairs)) if pairs else None


def georgescul(
    reference: Masses, hypothesis: Masses, k: int | None = None, convention: str = "pevzner-hearst"
) -> tuple[Fraction, Fraction, Fraction] | None:
    """Misses, false alarms, and their mean."""
    k = default_k(reference, convention) if k is None else k
    pairs = window_pairs(reference, hypothesis, k, convention) if k >= 1 else []
    with_boundary = sum(r > 0 for r, _ in pairs)
    if not with_boundary:
        return None
    miss = Fraction(sum(r > h for r, h in pairs), with_boundary)
    false_alarm = Fraction(sum(h > r for r, h in pairs), len(pairs))
    return miss, false_alarm, (miss + false_alarm) / 2


def c_seg(
    reference: Masses,
    hypothesis: Masses,
    k: int | None = None,
    c_miss: Fraction = Fraction(1),
    c_fa: Fraction = Fraction(3, 10),
    p_seg: Fraction = Fraction(3, 10),
) -> tuple[Fraction, ...] | None:
    """Chances of a miss and of a false alarm, what they cost, and that against the better of two trivial systems."""
    k = default_k(reference, "pevzner-hearst") if k is None else k
    r, h = labels(reference), labels(hypothesis)
    probes = [(r[i] == r[i + k], h[i] == h[i + k]) for i in range(len(r) - k)] if k >= 1 else []
    together = [same_h for same_r, same_h in probes if same_r]
    apart = [same_h for same_r, same_h in probes if not same_r]
    if not together or not apart:
        return None
    p_miss, p_fa = Fraction(sum(apart), len(apart)), Fraction(together.count(False), len(together))
    cost = p_miss * c_miss * p_seg + p_fa * c_fa * (1 - p_seg)
    return p_miss, p_fa, cost, cost / min(c_miss * p_seg, c_fa * (1 - p_seg))


def win_pr(reference: Masses, hypothesis: Masses, k: int | None = None) -> tuple[Fraction, ...]:
    """True and false positives, false and true negatives; windows run off both ends, so that each boundary is seen k
    times.
    """
    k = max(default_k(reference, "pevzner-hearst"), 1) if k is None else k
    pad = "0" * (k - 1)
    r, h = ([w.count("1") for w in slide(pad + gaps(side) + pad, k)] for side in (reference, hypothesis))
    pairs = list(zip(r, h, strict=True))
    tp = Fraction(sum(min(a, b) for a, b in pairs), k)
    fp = Fraction(sum(max(0, b - a) for a, b in pairs), k)
    fn = Fraction(sum(max(0, a - b) for a, b in pairs), k)
    return tp, fp, fn, (sum(reference) - 1) - tp - fp - fn
