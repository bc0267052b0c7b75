"""How many files a call runs through: limits on what a reader must follow. Raise one only in a line of its own."""

from __future__ import annotations

import pytest
from tools.walk import CALLS, walk

#: The most files, and the most changes of room where there is a limit.
LIMITS: dict[str, tuple[int, int | None]] = {
    "S().compare": (8, None),
    "sm.agree": (20, None),
    "score": (40, None),
    "agree": (35, None),
    "compare": (50, 500),
    "report": (60, None),
}


@pytest.mark.parametrize("name", LIMITS)
def test_a_call_runs_through_few_files(name):
    most_files, most_changes = LIMITS[name]
    seen = walk(name)
    assert 0 < len(seen.files) <= most_files, seen.files
    assert most_changes is None or seen.changes <= most_changes


def test_the_limits_are_about_calls_that_exist():
    assert LIMITS.keys() <= CALLS.keys()
