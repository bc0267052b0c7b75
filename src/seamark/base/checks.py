"""Checks of what callers give: each returns the value in the kind it should have, or says what was expected."""

from __future__ import annotations

import difflib
import math
import operator
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from numbers import Real
from pathlib import Path
from typing import Any, SupportsIndex, TypeVar

import numpy as np
import numpy.typing as npt

from seamark.base.errors import InputError

_Kind = TypeVar("_Kind")

#: Characters of a value that a message shows.
_LONGEST_SHOWN = 200
#: Bits of a whole number that a message shows digit by digit; Python itself refuses to print the longest.
_LONGEST_NUMBER = 128
#: Entries of a list that are gone through; a range is short to write.
_MOST_ITEMS = 10**8


def shown(value: object) -> str:
    r"""A value as it appears in a message: on one line, not too long, whatever the value.

    Numbers of numpy look like those of Python, in every version of numpy.

    Examples
    --------
    >>> shown("a\n"), shown(np.float64(0.5)), shown(np.bool_(True))
    ("'a\\n'", '0.5', 'True')
    >>> shown([0] * 1000)[-20:], shown(10**400)
    ('0, 0, 0, 0, 0, 0 ...', 'about 2**1328')
    """
    if isinstance(value, int) and value.bit_length() > _LONGEST_NUMBER:
        return f"about {'-' if value < 0 else ''}2**{value.bit_length() - 1}"
    try:
        text = repr(value.item() if isinstance(value, (np.number, np.bool_)) else value)
    except Exception:  # the repr of an object may raise anything; the message is needed all the same
        return f"of type {type(value).__name__}"
    text = text.replace("\n", " ")
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]} ..."


def whole_number(value: object, what: str) -> int:
    """The value as an int; booleans, fractions and anything else are refused. ``what`` names it in the message.

    Examples
    --------
    >>> whole_number(3, "mass")
    3
    >>> whole_number(2.5, "mass")
    Traceback (most recent call last):
        ...
    seamark.base.errors.InputError: mass is 2.5; expected a whole number
    """
    if type(value) is int:
        return value
    if isinstance(value, SupportsIndex) and not isinstance(value, (bool, np.bool_)):
        try:
            return operator.index(value)
        except TypeError:  # a numpy array of floats, for example, has __index__, which fails
            pass
    raise InputError(f"{what} is {shown(value)}; expected a whole number")


def count_between(value: object, what: str, low: int, high: int) -> int:
    """A whole number within bounds.

    Examples
    --------
    >>> count_between(0, "workers", 1, 64)
    Traceback (most recent call last):
        ...
    seamark.base.errors.InputError: workers is 0; expected a whole number from 1 to 64
    """
    number = whole_number(value, what)
    if not low <= number <= high:
        raise InputError(f"{what} is {shown(number)}; expected a whole number from {low:,} to {high:,}")
    return number


def is_number(value: object) -> bool:
    """Whether a value is a real number; booleans are not."""
    return isinstance(value, Real) and not isinstance(value, bool)


def finite_number(value: object, what: str, fits: Callable[[float], bool], expected: str) -> float:
    """The value as a finite float that fits.

    Examples
    --------
    >>> finite_number(2, "mu", lambda mu: mu >= 0, "a number of at least 0")
    2.0
    >>> finite_number("2", "mu", lambda mu: mu >= 0, "a number of at least 0")
    Traceback (most recent call last):
        ...
    seamark.base.errors.InputError: mu is '2'; expected a number of at least 0
    """
    if isinstance(value, Real) and not isinstance(value, bool):
        try:
            number = float(value)
        except (OverflowError, TypeError):  # numpy.timedelta64 is a subclass of numpy.signedinteger
            number = math.inf
        if math.isfinite(number) and fits(number):
            return number
    raise InputError(f"{what} is {shown(value)}; expected {expected}")


def true_or_false(value: object, what: str) -> bool:
    """The value as a bool; nothing else is taken for one.

    Examples
    --------
    >>> true_or_false(np.bool_(True), "strict")
    True
    """
    if not isinstance(value, (bool, np.bool_)):
        raise InputError(f"{what} is {shown(value)}; expected True or False")
    return bool(value)


def of_kind(value: object, kind: type[_Kind], what: str, expected: str) -> _Kind:
    """The value itself, when it is of that kind.

    Examples
    --------
    >>> of_kind(5, str, "text", "a string")
    Traceback (most recent call last):
        ...
    seamark.base.errors.InputError: text is 5; expected a string
    """
    if not isinstance(value, kind):
        raise InputError(f"{what} is {shown(value)}; expected {expected}")
    return value


def is_text(value: str) -> bool:
    r"""Whether a string can be written to a file: one that holds half of a character cannot.

    Examples
    --------
    >>> is_text("zoë"), is_text("\ud800")
    (True, False)
    """
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def items_of(value: object, what: str, expected: str = "a sequence") -> Iterable[Any]:
    """The value itself, when it can be gone through and is not a single text; arrays of other libraries as lists.

    Examples
    --------
    >>> items_of("ann", "coders", "a list of names")
    Traceback (most recent call last):
        ...
    seamark.base.errors.InputError: coders are 'ann'; expected a list of names
    """
    single = isinstance(value, (str, bytes, bytearray, memoryview))
    # An array without dimensions has __iter__, which fails.
    if single or not isinstance(value, Iterable) or (isinstance(value, np.ndarray) and value.ndim == 0):
        raise InputError(f"{what} are {shown(value)}; expected {expected}")
    if isinstance(value, range) and value[_MOST_ITEMS:]:
        raise InputError(f"{what} are {shown(value)}; expected no more than {_MOST_ITEMS:,}")
    # What a tensor or a column gives one by one are its own scalars, which are no numbers of Python.
    if hasattr(value, "tolist") and not isinstance(value, np.ndarray):
        listed = value.tolist()
        return listed if isinstance(listed, list) else [listed]
    return value


def mapping_of(value: object, what: str, expected: str) -> Mapping[Any, Any]:
    """The value itself, when it is a mapping.

    Examples
    --------
    >>> mapping_of("x", "texts", "a mapping from item to units")
    Traceback (most recent call last):
        ...
    seamark.base.errors.InputError: texts are 'x'; expected a mapping from item to units
    """
    if not isinstance(value, Mapping):
        raise InputError(f"{what} are {shown(value)}; expected {expected}")
    return value


def by_name(value: object, what: str, expected: str) -> dict[str, Any]:
    """A mapping from names to something, as a dict; a name that is not a string is refused, too.

    Examples
    --------
    >>> by_name({1: [2, 3]}, "systems", "segmentations by name of the system")
    Traceback (most recent call last):
        ...
    seamark.base.errors.InputError: systems have the name 1; expected a string
    """
    given = dict(mapping_of(value, what, expected))
    for name in given:
        if not isinstance(name, str):
            raise InputError(f"{what} have the name {shown(name)}; expected a string")
    return given


def path_of(value: object, what: str) -> Path:
    """The path that a string or a path object names.

    Examples
    --------
    >>> path_of(b"x", "target")
    Traceback (most recent call last):
        ...
    seamark.base.errors.InputError: target is b'x'; expected a path
    """
    given = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    if not isinstance(given, str):
        raise InputError(f"{what} is {shown(value)}; expected a path")
    try:
        usable = bool(given) and b"\0" not in os.fsencode(given)
    except UnicodeEncodeError:  # half a character
        usable = False
    if not usable:
        raise InputError(f"{what} is {shown(given)}; no file can have this name")
    return Path(given)


def string_of(value: object, what: str) -> str:
    """The value itself, when it is a string."""
    return of_kind(value, str, what, "a string")


def number_array(values: npt.ArrayLike, what: str, expected: str) -> npt.NDArray[np.float64]:
    """An array of float64 made of numbers; texts, dates, complex numbers and masked values are refused.

    Examples
    --------
    >>> number_array([1, 2.5], "rows", "numbers")
    array([1. , 2.5])
    """
    array = plain_array(values, what, expected)
    # Numbers too large for int64, fractions and None are objects for numpy.
    objects = array.dtype == object and all(is_number(value) or value is None for value in array.flat)
    if array.size and array.dtype.kind not in "buif" and not objects:
        raise InputError(f"{what}: expected {expected}, not values of type {array.dtype}")
    return _converted(array, np.float64, what, expected)


def plain_array(values: npt.ArrayLike, what: str, expected: str) -> npt.NDArray[Any]:
    """The values as an array, of whatever they are; rows of different lengths and masked values are refused."""
    if isinstance(values, range) and values[_MOST_ITEMS:]:
        raise InputError(f"{what} are {shown(values)}; expected no more than {_MOST_ITEMS:,}")
    # numpy loads masked arrays when they are first asked for, which takes longer than most checks.
    if "numpy.ma" in sys.modules and isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise InputError(f"{what}: some values are masked; fill them or leave them out first")
    return _converted(values, None, what, expected)


def _converted(values: npt.ArrayLike, kind: type[np.float64] | None, what: str, expected: str) -> npt.NDArray[Any]:
    try:
        return np.asarray(values, dtype=kind)
    except (TypeError, ValueError, OverflowError) as error:
        raise InputError(f"{what}: expected {expected}: {error}") from None


# --------------------------------------------------------------------------------- Options that take one of a few names


#: The largest number of names that a message lists.
_MOST_NAMES = 40
#: The least similarity of two names: typing errors reach it, alpha and kappa do not.
_NEAR = 0.65


def one_of(value: object, what: str, known: Iterable[str], *, among: str = "expected one of") -> Any:
    """The value itself, when it is one of the known names; otherwise the nearest name is proposed.

    Examples
    --------
    >>> one_of("mirco", "average", ("micro", "macro"))
    Traceback (most recent call last):
        ...
    seamark.base.errors.InputError: average is 'mirco'; did you mean 'micro'? expected one of micro, macro
    """
    names = list(known)
    if isinstance(value, str) and value in names:
        return value
    raise InputError(f"{what} is {shown(value)}; {did_you_mean(value, names)}{among} {', '.join(names)}")


def did_you_mean(value: object, names: Iterable[str]) -> str:
    """A question that proposes the nearest name, or nothing when none is near."""
    by_folded_name = {name.casefold(): name for name in names}
    given = value.casefold() if isinstance(value, str) else ""
    close = difflib.get_close_matches(given, by_folded_name, n=1, cutoff=_NEAR)
    return f"did you mean {by_folded_name[close[0]]!r}? " if close else ""


def hint(given: object, names: Iterable[str]) -> str:
    """The end of a message about an unknown name: the nearest known one, or all of them when they are few.

    Examples
    --------
    >>> hint("widnowdiff", ["S", "windowdiff"])
    "did you mean 'windowdiff'?"
    >>> hint("x", ["te", "unit"])
    'expected te or unit'
    """
    known = list(names)
    if question := did_you_mean(given, known):
        return question.rstrip()
    if not known or len(known) > _MOST_NAMES:
        return f"there are {len(known)} others"
    *others, last = known
    return f"expected {', '.join(others)} or {last}" if others else f"expected {last}"


def require_progress(progress: object, of: str = "rows") -> None:
    """Refuse what cannot be called."""
    if progress is not None and not callable(progress):
        raise InputError(f"progress is {shown(progress)}; expected a function of the {of} done and of all {of}")
