"""Values decided beforehand for two small pairs, under every convention and window size they were given for.

Pair X is easy to count by hand; pair C is long enough for the conventions to part. Figures have four digits.
"""

from __future__ import annotations

import pytest

import seamark as sm

X = [5, 5, 5, 5], [5, 6, 9]
C = [20, 18, 22], [18, 2, 20, 20]


def digits(value: float) -> float:
    return round(value, 4)


def all_digits(values) -> list[float]:
    return [digits(value) for value in values]


#: convention, WindowDiff of X with k=2 and with k=3
WINDOW_DIFF_OF_X = [
    ("pevzner-hearst", 0.2222, 0.2941),
    ("fournier2012", 0.1579, 0.2222),
    ("segeval2", 0.2222, 0.2941),
    ("nltk", 0.2222, 0.2941),
    ("nltk-starts", 0.2105, 0.2778),
    ("treeseg", 0.2105, 0.2778),
    ("superdialseg", 0.2105, 0.2778),
    ("nltk-ends-final", 0.2105, 0.2778),
]


@pytest.mark.parametrize(("convention", "two", "three"), WINDOW_DIFF_OF_X)
def test_window_diff_of_x(convention, two, three):
    assert [digits(sm.window_diff(*X, k=k, convention=convention)) for k in (2, 3)] == [two, three]


def test_padded_window_diff_of_x():
    assert [digits(sm.window_diff(*X, k=k, padding="lamprier")) for k in (2, 3)] == [0.1818, 0.2174]


@pytest.mark.parametrize("convention", ["pevzner-hearst", "fournier2012", "segeval2", "nltk"])
def test_pk_of_x(convention):
    assert [digits(sm.pk(*X, k=k, convention=convention)) for k in (2, 3)] == [0.2222, 0.2941]


#: convention, k, Pk and WindowDiff of C; None where the tool has no such metric
VALUES_OF_C = [
    ("segeval2", 10, 0.1200, 0.2800),
    ("nltk", 15, 0.1333, 0.4222),
    ("nltk-starts", 15, 0.1304, 0.4130),
    ("treeseg", 10, 0.1176, 0.2745),
    ("superdialseg", 10, 0.1176, 0.2745),
    ("nltk-ends-final", 10, 0.1176, 0.2745),
    ("textsplit", 9, 0.1176, None),
    ("lamprier", 10, None, 0.1972),
]


@pytest.mark.parametrize(("convention", "k", "pk", "window_diff"), VALUES_OF_C)
def test_conventions_on_c(convention, k, pk, window_diff):
    for metric, expected in ((sm.Pk, pk), (sm.WindowDiff, window_diff)):
        if expected is None:
            with pytest.raises(sm.InputError, match=f"convention is '{convention}'"):
                metric(convention=convention)
            continue
        result = metric(convention=convention).compare(*C)
        assert digits(result.value) == expected
        assert result.signature["k"].endswith(f"={k}")


@pytest.mark.parametrize(
    ("convention", "k"), [("pevzner-hearst", 3), ("fournier2012", 3), ("segeval2", 2), ("treeseg", 2), ("nltk", 3)]
)
def test_k_of_x_where_half_the_mean_is_a_tie(convention, k):
    """Half the mean reference segment is 2.5: half up gives 3, half even 2; nltk has 19 / 6."""
    assert sm.WindowDiff(convention=convention).compare(*X).signature["k"].endswith(f"={k}")


def test_georgescul_of_x():
    assert all_digits(sm.georgescul(*X, k=3)) == [0.4444, 0.0588, 0.2516]


def test_c_seg_of_x():
    assert all_digits(sm.c_seg(*X, k=3)) == [0.4444, 0.125, 0.1596, 0.7599]


def test_win_pr_of_x():
    result = sm.win_pr(*X, k=3)
    assert result[:3] == pytest.approx((5 / 3, 1 / 3, 4 / 3))
    assert result.tn == pytest.approx(19 - 10 / 3)


def test_p_mu_of_x():
    assert digits(sm.p_mu(*X, mu=1 / 5)) == digits(sm.p_mu(*X)) == 0.7872


def test_ghd_of_x():
    assert sm.ghd(*X) == 3.0
    assert sm.ghd(*X, insertion=1, deletion=1, shift=0.5) == 1.5


@pytest.mark.parametrize(("direction", "rates"), [("both", (0.4, 2.5)), ("forward", (0.2, 1.25))])
def test_franz_of_x(direction, rates):
    assert sm.franz(*X, direction=direction) == rates


def test_partitions_of_x():
    assert digits(sm.covering(*X)) == 0.6972
    assert sm.covering(*reversed(X)) == 0.75
    assert digits(sm.rand(*X)) == 0.8474
    assert digits(sm.adjusted_rand(*X)) == 0.6150
    assert all_digits(sm.pairwise_f(*X)) == [0.5902, 0.9, 0.7129]


@pytest.mark.parametrize("metric", [sm.Covering, sm.Rand, sm.AdjustedRand, sm.PairwiseF, sm.VMeasure, sm.NCE])
def test_single_segment_on_both_sides(metric):
    assert metric().compare([7], [7]).value == 1.0


def test_s_and_b_of_x():
    assert digits(sm.similarity(*X)) == digits(17 / 19) == 0.8947
    assert digits(sm.similarity(*X, weights=sm.EditWeights(scale="linear"))) == 0.9211
    assert [digits(sm.boundary_similarity(*X, n=n)) for n in (2, 3)] == [0.5, 0.5556]


def test_single_unit():
    """WindowDiff and P_mu have a value for one unit by definition."""
    assert sm.window_diff([1], [1]) == 0.0
    assert sm.p_mu([1], [1]) == 1.0


def test_nltk_rule_without_room_for_a_window():
    """All boundaries: the rule gives k=0, for which nltk reports 0 whatever is compared."""
    assert sm.pk("1111", "1010", convention="nltk") == 0.0
