import numpy as np
import pytest

from seamark.checks import is_number, shown, whole_number
from seamark.errors import InputError
from seamark.model.checks import in_type_order, mass_number


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


def test_mass_from_1_to_2_to_the_62():
    assert mass_number(1) == 1
    assert mass_number(2**62) == 2**62
    with pytest.raises(InputError, match=r"^mass is 0; a mass is at least 1$"):
        mass_number(0)
    with pytest.raises(InputError, match=r"^total is 4611686018427387905; the largest mass is 2\*\*62$"):
        mass_number(2**62 + 1, "total")


@pytest.mark.parametrize(
    ("labels", "order"),
    [
        ([], ()),
        ([3, 1, 2, 1], (1, 2, 3)),
        ([10, 9], (9, 10)),  # by value, not by text
        ([1.5, 1, -2], (-2, 1, 1.5)),
        (["b", "a", 1], (1, "a", "b")),
        ([("b", 1), "z", ("a", 2)], ("z", ("a", 2), ("b", 1))),  # by the name of the kind: str before tuple
        ([None, "a", 2], (2, None, "a")),  # NoneType before str
    ],
)
def test_types_have_one_order(labels, order):
    assert in_type_order(labels) == order
    assert in_type_order(reversed(labels)) == order


def test_numbers_are_those_with_a_distance():
    assert [is_number(label) for label in (1, 1.5, np.int64(3))] == [True] * 3
    assert [is_number(label) for label in (True, "1", None, 1j)] == [False] * 4
