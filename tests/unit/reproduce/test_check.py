from __future__ import annotations

import pytest

from seamark.reproduce.published import check, rounds_to


@pytest.mark.parametrize(
    ("value", "published", "same"),
    [
        (0.69230, "0.6923", True),
        (0.69234999, "0.6923", True),
        (0.69236, "0.6923", False),
        (0.69224, "0.6923", False),
        (4.0, "4", True),
        (4.6, "4", False),
        (0.00005, "0.0000", True),
        (0.00015, "0.0001", True),
    ],
)
def test_a_value_is_the_printed_one_to_its_last_digit(value: float, published: str, same: bool) -> None:
    assert rounds_to(value, published) is same


def test_equal_needs_no_explanation() -> None:
    found = check("t", "x", "0.50", 0.501, explanation="unused", reproduced=0.7)
    assert (found.verdict, found.note, found.reproduced) == ("equal", "", None)


def test_explained_by_another_value() -> None:
    found = check("t", "x", "0.50", 0.61, explanation="another option", reproduced=0.499)
    assert (found.verdict, found.note, found.reproduced) == ("explained", "another option", 0.499)


def test_different_when_the_explanation_does_not_hold() -> None:
    assert check("t", "x", "0.50", 0.61, explanation="another option", reproduced=0.4).verdict == "different"
    assert check("t", "x", "0.50", 0.61).verdict == "different"
