"""What the shared checks take and refuse, and how they show a value."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from seamark import InputError
from seamark.base.checks import (
    count_between,
    finite_number,
    is_number,
    is_text,
    items_of,
    mapping_of,
    number_array,
    of_kind,
    one_of,
    shown,
    true_or_false,
    whole_number,
)


class Unprintable:
    def __repr__(self):
        raise RuntimeError


class Index:
    def __index__(self):
        return 7


def positive(value: object, what: str) -> float:
    return finite_number(value, what, lambda number: number > 0, "more than 0")


@pytest.mark.parametrize(
    ("check", "value"),
    [
        *((whole_number, value) for value in (7, np.int8(7), np.uint64(7), np.array(7), Index())),
        *((positive, value) for value in (7, 7.0, np.float32(7), np.uint8(7), Fraction(7))),
    ],
)
def test_numbers_of_every_kind(check, value):
    assert check(value, "x") == 7
    assert type(check(value, "x")) is (int if check is whole_number else float)


@pytest.mark.parametrize("values", [[True, 2, 2.5], [1, None], np.ma.array([1, 2]), np.array([2**63], np.uint64), []])
def test_arrays_of_numbers(values):
    array = number_array(values, "rows", "numbers")
    assert array.dtype == np.float64
    assert array.shape == (len(values),)


NO_WHOLE_NUMBERS = (True, np.True_, 7.0, np.float64(7), "7", None, np.array([7, 7]), np.array(7.0), 7j)
NO_NUMBERS = (True, np.True_, "2", None, 10**400, np.nan, np.inf, 2j, Decimal(2), np.array([2.0]), 0, -1)
NO_ARRAYS = ([1, "a"], [1, [2]], [{}], [10**400], np.array([2], "m8[s]"), np.ma.array([1, 2], mask=[0, 1]))
REFUSED = [
    *((lambda value=value: whole_number(value, "k"), f"k is {shown(value)}; expected ") for value in NO_WHOLE_NUMBERS),
    *((lambda value=value: positive(value, "mu"), f"mu is {shown(value)}; expected ") for value in NO_NUMBERS),
    *((lambda value=value: number_array(value, "rows", "numbers"), "rows") for value in NO_ARRAYS),
    (lambda: count_between(2**63, "k", 1, 1000), "k is 9223372036854775808"),
    (lambda: true_or_false(1, "strict"), "strict is 1"),
    (lambda: of_kind(b"x", str, "text", "a string"), "text is b'x'"),
    (lambda: items_of(b"ab", "items"), "items are b'ab'"),
    (lambda: mapping_of([1], "groups", "a mapping"), "groups are [1]"),
    (lambda: one_of("mirco", "average", ("micro", "macro")), "average is 'mirco'; did you mean 'micro'? expected "),
    (lambda: one_of(["micro"], "average", ("micro",)), "average is ['micro']"),
]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_refused_under_its_name(call, message):
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.float64(0.5), "0.5"),
        (np.False_, "False"),
        (np.int8(3), "3"),
        (np.array([[1], [2]]), "array([[1],        [2]])"),
        (10**4000, "about 2**13287"),
        (-(2**200), "about -2**200"),
        (2**127, str(2**127)),
        (Unprintable(), "of type Unprintable"),
        ("\ud800", "'\\ud800'"),
        ("x" * 300, "'" + "x" * 199 + " ..."),
    ],
)
def test_values_are_shown_on_one_short_line(value, text):
    assert shown(value) == text


def test_labels_with_a_distance_and_texts():
    assert [is_number(label) for label in (1, 1.5, np.int64(3), True, "1", None, 1j)] == [True] * 3 + [False] * 4
    assert [is_text(text) for text in ("\U0001f600", "\ud83d")] == [True, False]  # half of a character
