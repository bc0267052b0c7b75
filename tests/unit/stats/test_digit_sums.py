"""Sums of digits against fractions, in any order and any parts."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.base.errors import InputError
from seamark.stats.rows import DIGITS, DigitSums

NUMBERS = st.one_of(
    st.floats(-(2.0**60), 2.0**60).filter(lambda number: number == 0 or abs(number) >= 2.0**-90),
    st.integers(-(2**40), 2**40).map(lambda number: number / 2),
)


def value_of(places, table):
    """The values of the digits of a single column."""
    return sum(
        Fraction(int(digit)) * Fraction(2) ** (24 * (place - 6)) for place, digit in zip(places, table, strict=True)
    )


def summed(*numbers):
    return DigitSums.by_key(np.array(numbers).reshape(-1, 1), np.zeros(len(numbers), dtype=np.int64), 1)


@given(NUMBERS)
def test_digits_are_the_number_itself(number):
    digits = summed(number)
    assert value_of(digits.places.tolist(), digits.sums[:, 0].tolist()) == Fraction(number)
    assert np.abs(digits.sums).max(initial=0) < 2**24
    dense = DigitSums.dense(digits.all_digits(1))
    assert dense.exact(0, 0) == Fraction(number)
    assert len(dense.places) == DIGITS


@pytest.mark.parametrize("tiny", [2.0**-145, -(2.0**-145), 1e-300, 5e-324])
def test_what_is_below_all_digits_is_cut_off(tiny):
    assert not summed(tiny).places.size
    assert summed(1.0, tiny).values(1) == 1.0


@given(st.lists(NUMBERS, min_size=1, max_size=30), st.randoms(use_true_random=False))
def test_sums_are_those_of_fractions_in_any_order_and_parts(numbers, source):
    expected = sum(map(Fraction, numbers), Fraction(0))
    found = set()
    for _ in range(4):
        source.shuffle(numbers)
        cut = source.randint(0, len(numbers))
        total = summed(*numbers[:cut]) + summed(*numbers[cut:])
        assert value_of(total.places.tolist(), total.sums[:, 0].tolist()) == expected == total.exact(0, 0)
        found.add(float(total.values(1)[0, 0]))
    (value,) = found
    # Digits of different signs may cancel: what is lost is small beside the numbers themselves.
    assert abs(Fraction(value) - expected) <= Fraction(2) ** -50 * max(map(abs, map(Fraction, numbers)))


def test_columns_and_cells_stay_apart():
    rng = np.random.default_rng(3)
    rows, key = rng.random((500, 3)), rng.integers(0, 7, 500)
    found = DigitSums.by_key(rows, key, 7)
    for cell in range(7):
        assert found.values(3)[cell] == pytest.approx(rows[key == cell].sum(axis=0), rel=1e-14)
    assert found.places.max() < 3 * DIGITS


def test_more_rows_than_are_summed_at_once(monkeypatch):
    rows, key = np.random.default_rng(4).random((100, 2)), np.arange(100) % 3
    whole = DigitSums.by_key(rows, key, 3)
    monkeypatch.setattr("seamark.stats.rows.ROWS", 7)
    np.testing.assert_array_equal(DigitSums.by_key(rows, key, 3).sums, whole.sums)


@pytest.mark.parametrize("number", [2.0**62, -np.inf, np.nan])
def test_numbers_that_have_no_digits(number):
    with pytest.raises(InputError, match=r"counts are not below 2\*\*62"):
        summed(1.0, number)
