import pytest

from seamark.base.errors import InputError
from seamark.model.checks import in_type_order, mass_number


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


@pytest.mark.parametrize("label", [float("nan"), "\ud800"])
def test_types_that_cannot_be_told_apart_or_written_are_refused(label):
    with pytest.raises(InputError, match="a boundary type is "):
        in_type_order([1, label])
