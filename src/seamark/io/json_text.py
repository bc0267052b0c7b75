"""JSON, read strictly: no key twice in an object, no NaN, no endless nesting, and the place of every fault."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

import msgspec

from seamark.base.errors import OPTION
from seamark.io.source import Source

_Form = TypeVar("_Form")

_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")


class _RepeatedKeyError(ValueError):
    """A key stands twice in one object."""


def parse(source: Source, text: str | None = None, line: int | None = None, *, strict: bool = True) -> Any:
    """The value that a JSON text holds; ``text`` and ``line`` for one line of a larger file.

    NaN and Infinity, which JSON lacks and some programs write, are refused, or read where they may do no harm.
    """
    text = source.text if text is None else text
    try:
        constants = _refuse if strict else float
        value = json.loads(text, object_pairs_hook=_without_repeats, parse_constant=constants, parse_float=_finite)
        _refuse_halves(text, value)
        return value
    except json.JSONDecodeError as error:
        at = error.lineno if line is None else line
        raise source.error(f"not JSON: {error.msg.lower()} (column {error.colno})", at) from None
    except RecursionError:
        raise source.error("not JSON that can be read: nested too deeply", line) from None
    except ValueError as error:
        raise source.error(f"not JSON that can be read: {error}", line) from None


def convert(source: Source, value: Any, form: type[_Form], line: int | None = None, *, place: str = "$") -> _Form:
    """The value at a place of the JSON checked against a form; the fault names its path."""
    try:
        return msgspec.convert(value, form)
    except msgspec.ValidationError as error:
        raise source.error(first_lower(str(error)).replace("`$", f"`{place}"), line) from None
    except SystemError:  # of msgspec 0.18 to 0.20, for a whole number that no float holds
        raise source.error(f"a number in `{place}` is too large", line) from None
    except RecursionError:
        raise source.error("nested too deeply", line) from None


class JsonRecord(NamedTuple, Generic[_Form]):
    """An object of a file: as it stands, in its form, and its line where that is known."""

    raw: dict[str, Any]
    form: _Form
    line: int | None


def records(source: Source, form: type[_Form]) -> Iterator[JsonRecord[_Form]]:
    """The objects of JSON lines, of one JSON array, or one object that takes several lines."""
    text = source.text.strip()
    first = text[: text.find("\n")] if "\n" in text else text
    if text.startswith("[") or (first.startswith("{") and not first.rstrip().endswith("}")):
        value = parse(source)
        for raw in value if isinstance(value, list) else [value]:
            yield JsonRecord(raw, convert(source, raw, form), None)
        return
    for number, line in source.numbered_lines:
        raw = parse(source, line, number)
        yield JsonRecord(raw, convert(source, raw, form, number), number)


def field_name(
    source: Source,
    field: str,
    nearer: Mapping[str, Any],
    farther: Mapping[str, Any],
    what: str,
    line: int | None = None,
) -> str:
    """The name that a field of the data, or else of what holds the data, gives an item."""
    value = nearer.get(field, farther.get(field))
    if isinstance(value, bool) or not isinstance(value, (str, int)) or value == "":
        fields = ", ".join(key for key, kept in nearer.items() if isinstance(kept, (str, int))) or "none"
        raise source.error(
            f"{what} has no name in {field!r}; expected {OPTION}= to be one of {fields}", line, option="name_by"
        )
    return str(value)


class Named:
    """Whether all records of a file are named, or none: numbers given to the others could be names of records."""

    def __init__(self, source: Source, what: str) -> None:
        self._source, self._what = source, what
        self._named: bool | None = None

    def note(self, named: bool, line: int | None) -> None:
        """Take note of one record."""
        if self._named not in (None, named):
            raise self._source.error(f"some records have {self._what}, some do not", line)
        self._named = named


def first_lower(message: str) -> str:
    """A message of msgspec, made to stand behind a colon."""
    told = message.replace("JSON is malformed", "not JSON")
    return told[:1].lower() + told[1:]


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _RepeatedKeyError(f"key {key!r} stands twice in one object")
            seen.add(key)
    return made


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(f"the number {number[:40]} is too large")
    return value


def _refuse_halves(text: str, value: Any) -> None:
    """Refuse half of a pair of surrogates: it is no character, and nothing could write it again."""
    if _ESCAPED_SURROGATE.search(text) and (half := _SURROGATE.search(json.dumps(value, ensure_ascii=False))):
        raise ValueError(f"{half[0]!r} is half of a character")


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number of JSON")
