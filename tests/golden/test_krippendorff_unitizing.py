"""Unitizing alpha as Krippendorff printed it (1995, 2004, 2016, 2019), and as worked out by hand."""

from fractions import Fraction

import pytest

import seamark as sm


def study(length, *coders, stretch=1):
    scaled = ([(s * stretch, e * stretch, c) for s, e, c in rows] for rows in coders)
    return {"item": {f"coder {n}": sm.Spans(rows, length=length * stretch) for n, rows in enumerate(scaled, start=1)}}


def of_one_category(length, *coders, stretch=1):
    return study(length, *([(s, e, "1") for s, e in rows] for rows in coders), stretch=stretch)


#: Two coders on a line of 20, worked out by hand.
BY_HAND = study(20, [(2, 8, "A"), (12, 16, "B")], [(3, 9, "A"), (12, 15, "A")])

#: Krippendorff 2004, page 254 (places counted from 150 there).
BOOK_2004 = study(
    300,
    [(75, 145, "c"), (220, 250, "c"), (30, 90, "k"), (150, 200, "k")],
    [(70, 150, "c"), (205, 225, "c"), (250, 270, "c"), (30, 90, "k"), (150, 200, "k")],
)

#: Krippendorff 2019, figure 12.11: Alex, Paul, Suzan.
BOOK_2019 = study(
    60,
    [(0, 7, 1), (7, 13, 2), (30, 32, 5), (32, 37, 6), (37, 44, 6), (44, 60, 7)],
    [(0, 7, 1), (7, 13, 3), (13, 21, 5), (32, 44, 6)],
    [(0, 7, 1), (7, 13, 4), (13, 21, 5), (32, 37, 6), (37, 41, 6), (41, 44, 6)],
)

#: Krippendorff 1995, page 57: four pairs of coders on a line of 24.
PAIRS_1995 = {
    "A": ([(2, 10), (14, 20)], [(4, 8), (15, 17)]),
    "B": ([(0, 18)], [(0, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 9), (9, 10)]),
    "C": ([(2, 8), (10, 12), (14, 18), (20, 22)], [(0, 2), (4, 8), (10, 14), (16, 18), (20, 22)]),
    "D": ([(0, 2), (2, 10), (10, 14), (14, 20), (20, 24)], [(0, 4), (4, 8), (8, 15), (15, 17), (17, 24)]),
}


def exactly(fraction):
    return pytest.approx(float(Fraction(fraction)), rel=1e-13, abs=1e-15)


def test_by_hand_2016():
    result = sm.unitizing_alpha(BY_HAND)
    assert result.value == exactly("263/510")
    assert result.binary == exactly("101/140")
    assert result.coding == exactly("5/52")
    assert result.coverage == exactly("2/5")
    assert result.per_category["A"].value == exactly("20/169")
    assert result.per_category["B"].value == exactly(0)


def test_by_hand_2004():
    result = sm.unitizing_alpha(BY_HAND, "2004")
    assert result.per_category["A"].value == exactly("13763/21980")
    assert result.per_category["B"].value == exactly("-13/30")
    assert result.value == pytest.approx(0.3348, abs=5e-5)


def test_book_2004():
    result = sm.unitizing_alpha(BOOK_2004, "2004")
    assert result.per_category["c"].value == exactly("201615/276716")
    assert result.per_category["k"].value == 1
    # The book prints 0.8591, the quotient of rounded terms.
    assert result.value == pytest.approx(0.85867, abs=5e-6)


def test_book_2019():
    result = sm.unitizing_alpha(BOOK_2019)
    assert result.value == pytest.approx(0.510, abs=5e-4)
    # The book prints 0.413, which is 1 - 26/44.3.
    assert result.binary == pytest.approx(0.4136, abs=5e-5)
    # Settles what the pairable length of a unit is: other readings give 0.7256 and 0.7283.
    assert result.coding == pytest.approx(0.724, abs=5e-4)


@pytest.mark.parametrize(
    ("name", "here", "printed"),
    [("A", 0.5529, 0.553), ("B", -0.9284, -0.926), ("C", 0.6931, 0.679), ("D", 0.0659, 0.066)],
)
def test_1995_prints_limits(name, here, printed):
    """The expected term of 1995 was not yet that of 2004, so that B and C differ from what was printed."""
    value = sm.unitizing_alpha(of_one_category(24, *PAIRS_1995[name], stretch=10**6), "2004").value
    assert value == pytest.approx(here, abs=6e-5)
    assert value == pytest.approx(printed, abs=0.015)


@pytest.mark.parametrize(("stretch", "value"), [(1, -0.2068), (10, 0.0430), (100, 0.0636), (10**5, 0.0659)])
def test_2004_changes_with_the_resolution(stretch, value):
    cut = of_one_category(24, *PAIRS_1995["D"], stretch=stretch)
    assert sm.unitizing_alpha(cut, "2004").value == pytest.approx(value, abs=5e-5)
    assert sm.unitizing_alpha(cut).value == 1


def test_joints_lose_no_unit():
    """The README of krippendorff-unitized-alpha has 0.5672 for these: its gaps end one unit early."""
    spans = of_one_category(56, [(3, 15), (22, 53)], [(3, 10), (22, 53)], [(22, 46)])
    assert sm.unitizing_alpha(spans).value == pytest.approx(0.5645, abs=5e-5)


def test_no_gap_at_all():
    """unitized_alpha of lindanna cannot round its answer."""
    full = study(20, [(0, 8, "A"), (8, 20, "B")], [(0, 9, "A"), (9, 20, "B")])
    assert sm.unitizing_alpha(full).binary == 1


def test_a_category_without_disagreement_is_1():
    """DKPro Statistics gives 0.0 where observed and expected disagreement are 0, and 1.0 for the study."""
    result = sm.unitizing_alpha(study(1, [(0, 1, "A")], [(0, 1, "A")]), "2004")
    assert result.value == result.per_category["A"].value == 1
