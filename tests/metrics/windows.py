"""WindowDiff, Pk, C_seg, WinPR and the split of Georgescul et al.: strings that are written out, windows that slide.

Peers are segeval 2 and nltk, and repositories that call nltk on strings of their own. Left out, because they fail:

- segeval where there is no window (k of the mass or more): ``window_diff`` raises or divides by a negative number,
  ``pk`` reports 0; and a single unit;
- nltk where k is larger than the string: ``windowdiff`` raises ValueError, ``pk`` divides by zero or less; k of 0.
"""

from fractions import Fraction

import segeval
from hypothesis import strategies as st
from nltk.metrics.segmentation import pk as nltk_pk
from nltk.metrics.segmentation import windowdiff as nltk_windowdiff

import seamark as sm
from tests.metrics.case import Fails, MetricCase, Peer, undefined
from tests.oracle import windows as oracle

X = [5, 5, 5, 5], [5, 6, 9]
C = [20, 18, 22], [18, 2, 20, 20]

#: None is the rule of the convention; the largest pair has 60 units, so that some k are past every mass.
K = {"k": st.one_of(st.none(), st.integers(1, 8), st.integers(1, 70))}
SHARES = st.sampled_from([Fraction(i, 10) for i in range(1, 10)])

NO_BOUNDARY = undefined("no window holds a reference boundary")
NEVER_APART = undefined("no probe falls into two reference segments")
ALWAYS_APART = undefined("every probe falls into two reference segments")
RULE_GIVES_0 = undefined("this convention gives k=0, and a window needs k of at least 1")
WIDE_2 = undefined("k=2 leaves no window over 2 units")
WIDE_10 = undefined("k=10 leaves no window over 10 units")
WIDE_11 = undefined("k=11 leaves no window over 10 units")
WIDEST = undefined(f"k={2**61} leaves no window over 10 units")
NO_SIZES = (
    Fails("InputError", f"k is {10**30}; expected a whole number from 1 to {2**61:,}"),
    Fails("InputError", "k is 0; expected a whole number from 1 to 2,305,843,009,213,693,952"),
    Fails("InputError", "k is -1; expected a whole number from 1 to 2,305,843,009,213,693,952"),
)
SIZES = (WIDE_10, WIDE_11, WIDEST, *NO_SIZES)


def both_k(two: str, three: str, **options):
    """Values of X for k=2 and k=3."""
    return [(X, {"k": 2, **options}, two), (X, {"k": 3, **options}, three)]


def win_pr(a, b, k=None):
    counts = tp, fp, fn, _ = oracle.win_pr(a, b, k)
    found, there = tp + fp, tp + fn
    if not found and not there:
        return (*counts, 1, 1, 1)
    return (*counts, tp / found if found else 0, tp / there if there else 0, 2 * tp / (found + there))


def half_mean(masses):
    return round(sum(masses) / (2 * len(masses)))


def nltk_k(string):
    """The rule inside nltk's pk, which its users copy for windowdiff."""
    return round(len(string) / (max(string.count("1"), 1) * 2.0))


#: convention -> the string, and k as the callers of nltk compute it
CALLERS = {
    "nltk": (oracle.gaps, lambda masses: nltk_k(oracle.gaps(masses))),
    "nltk-starts": (lambda masses: "0" + oracle.gaps(masses), lambda masses: nltk_k("0" + oracle.gaps(masses))),
    "treeseg": (lambda masses: "0" + oracle.gaps(masses), half_mean),
    "superdialseg": (lambda masses: oracle.gaps(masses) + "0", lambda masses: max(2, half_mean(masses))),
    "nltk-ends-final": (lambda masses: oracle.gaps(masses) + "1", half_mean),
}
CALLER_OPTIONS = [{"convention": name, "k": k} for name in CALLERS for k in (None, 1, 2, 3, 7, 20)]


def of_nltk(function):
    def expected(reference, hypothesis, convention, k):
        string, rule = CALLERS[convention]
        r, h, k = string(reference), string(hypothesis), rule(reference) if k is None else k
        return function(r, h, k) if sum(reference) > 1 and 1 <= k <= len(r) else NotImplemented

    return Peer(name="nltk", expected=expected, options=CALLER_OPTIONS, at_least=800, close=0)


def of_segeval(function):
    def expected(reference, hypothesis, k=None, convention="segeval2"):
        a, b = tuple(hypothesis), tuple(reference)  # the hypothesis first
        if sum(b) == 1:
            return NotImplemented
        if convention == "lamprier":
            return float(function(a, b, lamprier_et_al_2007_fix=True))
        size = segeval.compute_window_size(b) if k is None else k
        return float(function(a, b, window_size=k)) if size < sum(b) else NotImplemented

    options = [{"convention": "segeval2", "k": k} for k in (None, 1, 3, 8)]
    padded = [{"convention": "lamprier"}] if function is segeval.window_diff else []
    return Peer(name="segeval", expected=expected, options=options + padded, close=0)


WINDOW_DIFF = {
    "pevzner-hearst": ("1", "1/2", "0", "0", "1", "0", "1", WIDE_10, WIDE_11),
    "segeval2": ("1", "1/2", "0", "0", "1", "0", WIDE_2, WIDE_10, WIDE_11),
    "fournier2012": ("1", "2/9", "0", "0", "1", "0", "1", "1", WIDE_11),
    "nltk": ("1", "1/2", "0", "0", "0", "0", "0", WIDE_10, WIDE_11),
    "nltk-starts": ("1", "4/9", "0", "0", "9/10", "0", "1/2", "1", WIDE_11),
    "treeseg": ("1", "4/9", "0", "0", "0", "0", "0", "1", WIDE_11),
    "superdialseg": ("1", "4/9", "0", "0", "1", "0", "1", "1", WIDE_11),
    "nltk-ends-final": ("1", "4/9", "0", "0", "0", "0", "0", "1", WIDE_11),
    "lamprier": ("1/2", "4/13", "0", "0", "10/13", "0", "2/5", "10/21", "1/2"),
}
PK = {
    "pevzner-hearst": ("1", "1/2", "0", "0", "1", "0", "1", WIDE_10, WIDE_11),
    "segeval2": ("1", "1/2", "0", "0", "1", "0", WIDE_2, WIDE_10, WIDE_11),
    "fournier2012": ("1", "1/2", "0", "0", "1", "0", WIDE_2, WIDE_10, WIDE_11),
    "nltk": ("1", "1/2", "0", "0", "0", "0", "0", WIDE_10, WIDE_11),
    "nltk-starts": ("1", "4/9", "0", "0", "9/10", "0", "1/2", "0", WIDE_11),
    "treeseg": ("1", "4/9", "0", "0", "0", "0", "0", "0", WIDE_11),
    "superdialseg": ("1", "4/9", "0", "0", "1", "0", "1", "0", WIDE_11),
    "nltk-ends-final": ("5/6", "4/9", "0", "0", "0", "0", "0", "0", WIDE_11),
    "textsplit": ("1", "2/9", "0", "0", "0", "0", "0", WIDE_10, WIDE_11),
}
#: WindowDiff and Pk of C under the rules of conventions, as their tools print them
OF_C = {
    "segeval2": ("0.2800", "0.1200"),
    "nltk": ("0.4222", "0.1333"),
    "nltk-starts": ("0.4130", "0.1304"),
    "treeseg": ("0.2745", "0.1176"),
    "superdialseg": ("0.2745", "0.1176"),
    "nltk-ends-final": ("0.2745", "0.1176"),
}

CASES = [
    MetricCase(
        metric=sm.WindowDiff,
        function=sm.window_diff,
        edges=("1", "1/2", "0", "0", "1", "0", "1"),
        sizes=SIZES,
        conventions=WINDOW_DIFF,
        golden={
            "METRICS.md, pair X": [
                *both_k("0.2222", "0.2941"),
                *both_k("0.1579", "0.2222", convention="fournier2012"),
                *both_k("0.2222", "0.2941", convention="segeval2"),
                *both_k("0.2222", "0.2941", convention="nltk"),
                *(
                    value
                    for convention in ("nltk-starts", "treeseg", "superdialseg", "nltk-ends-final")
                    for value in both_k("0.2105", "0.2778", convention=convention)
                ),
                *both_k("0.1818", "0.2174", padding="lamprier"),
            ],
            "METRICS.md, pair C": [
                *((C, {"convention": name}, value) for name, (value, _) in OF_C.items()),
                (C, {"convention": "lamprier"}, "0.1972"),
            ],
            "Fournier & Inkpen 2012, where 1 - WindowDiff is printed": [
                (pair, {"convention": "fournier2012"}, value)
                for pair, value in (
                    (([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2]), "0.3846"),
                    (([14], [1] * 14), "1"),
                    (([1] * 14, [14]), "1"),
                    (([1, 2, 2, 2, 4, 2, 1], [1, 2, 8, 2, 1]), "0.1538"),
                    (([6, 8], [7, 7]), "0.1818"),
                )
            ],
        },
        oracle=oracle.window_diff,
        options={
            **K,
            "convention": st.sampled_from(oracle.WINDOW_DIFF_CONVENTIONS[:-1]),
            "padding": st.sampled_from([None, "lamprier"]),
        },
        examples=[
            *((pair, {"convention": "lamprier", "k": k}) for pair in (X, C, ([2], [1, 1])) for k in (None, 2, 70)),
            *(
                (pair, {"convention": name, "k": k})
                for name in oracle.WINDOW_DIFF_CONVENTIONS
                for pair, k in (
                    (([2], [1, 1]), None),
                    (([1, 1], [2]), 2),
                    (([1], [1]), None),
                    (([4, 2], [3, 3]), 6),
                    (([4, 2], [3, 3]), 7),
                )
            ),
        ],
        draws=900,
        close=0,
        peers=[of_nltk(nltk_windowdiff), of_segeval(segeval.window_diff)],
    ),
    MetricCase(
        metric=sm.Pk,
        function=sm.pk,
        edges=("1", "1/2", "0", "0", "1", "0", "1"),
        sizes=SIZES,
        conventions=PK,
        golden={
            "METRICS.md, pair X": [
                value
                for name in ("pevzner-hearst", "fournier2012", "segeval2", "nltk")
                for value in both_k("0.2222", "0.2941", convention=name)
            ],
            "METRICS.md, pair C": [
                *((C, {"convention": name}, value) for name, (_, value) in OF_C.items()),
                (C, {"convention": "textsplit"}, "0.1176"),
            ],
        },
        oracle=oracle.pk,
        options={**K, "convention": st.sampled_from(oracle.PK_CONVENTIONS)},
        examples=[
            (pair, {"convention": name, "k": k})
            for name in oracle.PK_CONVENTIONS
            for pair, k in ((([1, 1, 1], [2, 1]), None), (([5], [2, 3]), None), (([4, 2], [3, 3]), 6))
        ],
        draws=600,
        close=0,
        peers=[of_nltk(nltk_pk), of_segeval(segeval.pk)],
    ),
    MetricCase(
        metric=sm.Georgescul,
        function=sm.georgescul,
        returns=("miss", "false_alarm", "value"),
        edges=(NO_BOUNDARY, "1/2", NO_BOUNDARY, "0", "1/2", RULE_GIVES_0, "1/2"),
        sizes=SIZES,
        golden={"METRICS.md, pair X": [(X, {"k": 3}, ("4/9", "1/17", "0.2516"))]},
        oracle=oracle.georgescul,
        options={**K, "convention": st.sampled_from(oracle.WINDOW_DIFF_CONVENTIONS[:-1])},
        draws=500,
        close=1e-15,
    ),
    MetricCase(
        metric=sm.CSeg,
        function=sm.c_seg,
        returns=("p_miss", "p_fa", "value", "normalized"),
        edges=(NEVER_APART, "3/10", NEVER_APART, ALWAYS_APART, ALWAYS_APART, RULE_GIVES_0, ALWAYS_APART),
        sizes=SIZES,
        golden={"METRICS.md, pair X": [(X, {"k": 3}, ("4/9", "1/8", "0.1596", "0.7599"))]},
        oracle=oracle.c_seg,
        options={**K, "c_miss": SHARES, "c_fa": SHARES, "p_seg": SHARES},
        draws=200,
        close=1e-13,
    ),
    MetricCase(
        metric=sm.WinPR,
        function=sm.win_pr,
        returns=("tp", "fp", "fn", "tn", "precision", "recall", "value"),
        edges=("0", "0", "1", "1", "0", "1", "0"),
        sizes=("2/3", "2/3", "2/3", *NO_SIZES),
        golden={"METRICS.md, pair X": [(X, {"k": 3}, {"tp": "5/3", "fp": "1/3", "fn": "4/3", "tn": "47/3"})]},
        oracle=win_pr,
        options=K,
        draws=200,
    ),
]
