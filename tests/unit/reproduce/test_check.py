import pytest

from seamark.evaluation.audit import rounds_to
from seamark.reproduce.paper import check


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


@pytest.mark.parametrize(
    ("computed", "reproduced", "expected"),
    [
        (0.501, 0.7, ("equal", "", None)),
        (0.61, 0.499, ("explained", "another option", 0.499)),
        (0.61, 0.4, ("different", "another option", 0.4)),
        (0.61, None, ("different", "another option", None)),
    ],
)
def test_verdicts(computed: float, reproduced: float | None, expected: object) -> None:
    found = check("t", "x", "0.50", computed, explanation="another option", reproduced=reproduced)
    assert (found.verdict, found.note, found.reproduced) == expected
