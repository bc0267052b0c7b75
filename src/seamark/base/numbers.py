"""Numbers and counts as people read them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

#: Printed where there is no number.
NONE = "–"


def decimal(value: float, digits: int = 3) -> str:
    """A number with a fixed count of decimals, with a real minus sign; a dash when undefined.

    Examples
    --------
    >>> decimal(0.89041), decimal(-0.25, 2), decimal(float("nan"))
    ('0.890', '−0.25', '–')
    """
    if math.isnan(value):
        return NONE
    text = f"{abs(value):.{digits}f}"
    return f"−{text}" if value < 0 and float(text) else text


def share(value: float) -> str:
    """A number between -1 and 1 as papers print it: two decimals, without a zero before the point.

    Examples
    --------
    >>> share(0.189), share(-0.051), share(1.0), share(0.001), share(float("nan"))
    ('.19', '−.05', '1.00', '.00', '–')
    """
    text = decimal(value, 2)
    return text.replace("0.", ".", 1) if abs(value) < 1 and text.strip("−")[:2] == "0." else text


def ends(interval: Iterable[float | None] | None, digits: int = 4) -> str:
    """Both ends of an interval in one cell; a dash when there is none. With two digits it reads as papers print it.

    Examples
    --------
    >>> ends((-0.0213, 0.356)), ends((-0.0213, 0.356), 2), ends(None), ends((-7.5, 4.1))
    ('−0.0213 to 0.3560', '−.02 to .36', '–', 'below −1 to above 1')
    """
    low, high = (None, None) if interval is None else interval
    if low is None or high is None or math.isnan(low):
        return NONE
    first, last = (share(end) if digits == 2 else decimal(end, digits) for end in (low, high))
    # Informative intervals lie between -1 and 1.
    return f"{'below −1' if low < -1 else first} to {'above 1' if high > 1 else last}"


def percent(value: float, digits: int | None = None) -> str:
    """A share in percent, with so many digits, or as few as distinguish levels such as 97.5 %.

    Examples
    --------
    >>> percent(0.454), percent(0.95), percent(0.975), percent(0.454, 1)
    ('45 %', '95 %', '97.5 %', '45.4 %')
    """
    if digits is not None:
        return f"{100 * value:.{digits}f} %"
    return f"{round(100 * value, 1 if value > 0.9 else 0):g} %"


def signed(value: float, digits: int = 3) -> str:
    """A change: always with its sign, unless it rounds to nothing.

    Examples
    --------
    >>> signed(0.0312), signed(-0.0312), signed(0.00001)
    ('+0.031', '−0.031', '0.000')
    """
    text = decimal(value, digits)
    return f"+{text}" if value > 0 and text.strip("0.") else text


def counted(value: int, noun: str) -> str:
    """A count with its noun.

    Examples
    --------
    >>> counted(1, "match"), counted(3, "match"), counted(2, "coder"), counted(12, "possible boundary")
    ('1 match', '3 matches', '2 coders', '12 possible boundaries')
    """
    return f"{value:,} {noun if value == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Several of something.

    Examples
    --------
    >>> plural("song"), plural("possible boundary"), plural("series")
    ('songs', 'possible boundaries', 'series')
    """
    if noun.endswith(("s", "ch")):
        return noun if noun.endswith("series") else f"{noun}es"
    return f"{noun[:-1]}ies" if noun.endswith(("ry", "ty")) else f"{noun}s"


def listed(names: Sequence[str], most: int = 5, joint: str = ", ") -> str:
    """The first of many names, and how many more there are.

    Examples
    --------
    >>> listed(["a", "b", "c"], most=2)
    'a, b and 1 more'
    """
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{joint.join(names[:most])}{more}"


def clock(seconds: float) -> str:
    """A time as h:mm:ss, with as many decimals as it needs, three at most.

    Examples
    --------
    >>> clock(0), clock(3725), clock(65.25), clock(59.9999)
    ('0:00:00', '1:02:05', '0:01:05.25', '0:01:00')
    """
    milliseconds = round(1000 * seconds)
    whole_seconds, rest = divmod(milliseconds, 1000)
    minutes, second = divmod(whole_seconds, 60)
    hours, minute = divmod(minutes, 60)
    text = f"{hours}:{minute:02}:{second:02}"
    return f"{text}.{rest:03}".rstrip("0") if rest else text
