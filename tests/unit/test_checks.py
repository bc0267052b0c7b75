"""What the shared checks take, and the sentence they give for the rest."""

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


@pytest.mark.parametrize("value", [7, np.int8(7), np.uint64(7), np.array(7), Index()])
def test_whole_numbers_become_ints(value):
    whole = whole_number(value, "x")
    assert whole == 7
    assert type(whole) is int


@pytest.mark.parametrize("value", [True, np.True_, 7.0, np.float64(7), "7", None, np.array([7, 7]), np.array(7.0), 7j])
def test_anything_else_is_refused_under_its_name(value):
    with pytest.raises(InputError) as caught:
        whole_number(value, "the thing")
    assert str(caught.value) == f"the thing is {shown(value)}; expected a whole number"


def test_numbers_are_those_with_a_distance():
    assert [is_number(label) for label in (1, 1.5, np.int64(3))] == [True] * 3
    assert [is_number(label) for label in (True, "1", None, 1j)] == [False] * 4


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


@pytest.mark.parametrize("value", [2, 2.0, np.float32(2), np.uint8(2), Fraction(2)])
def test_finite_numbers_become_floats(value):
    number = finite_number(value, "x", lambda x: x > 0, "more than 0")
    assert number == 2.0
    assert type(number) is float


@pytest.mark.parametrize(
    "value", [True, np.True_, "2", None, 10**400, float("nan"), float("inf"), 2j, Decimal(2), np.array([2.0]), 0, -1]
)
def test_other_numbers_are_refused(value):
    with pytest.raises(InputError) as caught:
        finite_number(value, "mu", lambda mu: mu > 0, "more than 0")
    assert str(caught.value) == f"mu is {shown(value)}; expected more than 0"


REFUSED = [
    (lambda: count_between(2**63, "k", 1, 1000), "k is 9223372036854775808"),
    (lambda: true_or_false(1, "strict"), "strict is 1"),
    (lambda: of_kind(b"x", str, "text", "a string"), "text is b'x'"),
    (lambda: items_of(b"ab", "items"), "items are b'ab'"),
    (lambda: mapping_of([1], "groups", "a mapping"), "groups are [1]"),
    (lambda: number_array([1, "a"], "rows", "numbers"), "rows"),
    (lambda: number_array([1, [2]], "rows", "numbers"), "rows"),
    (lambda: number_array([{}], "rows", "numbers"), "rows"),
    (lambda: number_array([10**400], "rows", "numbers"), "rows"),
    (lambda: number_array(np.array([2], "m8[s]"), "rows", "numbers"), "rows"),
    (lambda: number_array(np.ma.array([1, 2], mask=[0, 1]), "rows", "numbers"), "rows"),
    (lambda: one_of("mirco", "average", ("micro", "macro")), "average is 'mirco'; did you mean 'micro'? expected "),
    (lambda: one_of(["micro"], "average", ("micro",)), "average is ['micro']"),
]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_refused(call, message):
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("values", [[True, 2, 2.5], [1, None], np.ma.array([1, 2]), np.array([2**63], np.uint64), []])
def test_numbers_of_every_kind_become_floats(values):
    array = number_array(values, "rows", "numbers")
    assert array.dtype == np.float64
    assert array.shape == (len(values),)


def test_half_of_a_character_is_not_text():
    assert is_text("\U0001f600")
    assert not is_text("\ud83d")
