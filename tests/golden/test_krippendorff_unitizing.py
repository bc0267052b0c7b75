"""Unitizing alpha as Krippendorff printed it (2016, 2019), and as worked out by hand."""

from fractions import Fraction

import pytest

import seamark as sm


def study(length, *coders):
    return {"item": {f"coder {n}": sm.Spans(rows, length=length) for n, rows in enumerate(coders, start=1)}}


def of_one_category(length, *coders):
    return study(length, *([(s, e, "1") for s, e in rows] for rows in coders))


#: Two coders on a line of 20, worked out by hand.
BY_HAND = study(20, [(2, 8, "A"), (12, 16, "B")], [(3, 9, "A"), (12, 15, "A")])

#: Krippendorff 2019, figure 12.11: Alex, Paul, Suzan.
BOOK_2019 = study(
    60,
    [(0, 7, 1), (7, 13, 2), (30, 32, 5), (32, 37, 6), (37, 44, 6), (44, 60, 7)],
    [(0, 7, 1), (7, 13, 3), (13, 21, 5), (32, 44, 6)],
    [(0, 7, 1), (7, 13, 4), (13, 21, 5), (32, 37, 6), (37, 41, 6), (41, 44, 6)],
)


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


def test_book_2019():
    result = sm.unitizing_alpha(BOOK_2019)
    assert result.value == pytest.approx(0.510, abs=5e-4)
    # The book prints 0.413, which is 1 - 26/44.3.
    assert result.binary == pytest.approx(0.4136, abs=5e-5)
    # Settles what the pairable length of a unit is: other readings give 0.7256 and 0.7283.
    assert result.coding == pytest.approx(0.724, abs=5e-4)


def test_joints_lose_no_unit():
    """The README of krippendorff-unitized-alpha has 0.5672 for these: its gaps end one unit early."""
    spans = of_one_category(56, [(3, 15), (22, 53)], [(3, 10), (22, 53)], [(22, 46)])
    assert sm.unitizing_alpha(spans).value == pytest.approx(0.5645, abs=5e-5)


def test_no_gap_at_all():
    """unitized_alpha of lindanna cannot round its answer."""
    full = study(20, [(0, 8, "A"), (8, 20, "B")], [(0, 9, "A"), (9, 20, "B")])
    assert sm.unitizing_alpha(full).binary == 1


def test_a_category_without_disagreement_is_1():
    """DKPro Statistics gives 0.0 where observed and expected disagreement are 0."""
    result = sm.unitizing_alpha(study(1, [(0, 1, "A")], [(0, 1, "A")]))
    assert result.value == result.per_category["A"].value == 1
