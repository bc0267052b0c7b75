"""Times as files write them: seconds, and clocks such as 1:02:03.5."""

from __future__ import annotations

#: Seconds, as a part of a larger pattern.
SECONDS = r"[0-9]{1,18}(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,2})?"

#: Hours, minutes, seconds and what follows a full stop or comma, as a part of a larger pattern with one group.
CLOCK = r"((?:[0-9]{1,9}:)?[0-5]?[0-9]:[0-5][0-9](?:[.,][0-9]{1,9})?)"


def seconds_of(clock: str) -> float:
    """The seconds that a clock shows.

    Examples
    --------
    >>> seconds_of("1:02:03,5"), seconds_of("0:07")
    (3723.5, 7.0)
    """
    whole, _, part = clock.replace(",", ".").partition(".")
    total = 0.0
    for number in whole.split(":"):
        total = 60 * total + int(number)
    # Added as one decimal, so that 0.378 is the number that its digits mean.
    return total + (int(part) / 10 ** len(part) if part else 0)
