"""JSON, read strictly: no key twice in an object, no NaN, no endless nesting, and the place of every fault."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

import msgspec

from seamark.base.errors import OPTION, ParseError
from seamark.io.source import Source

_Form = TypeVar("_Form")

_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPACE = re.compile(r"[ \t\n\r]*")
#: Bytes that say nothing about how values are nested.
_NO_SIGNS = bytes(set(range(256)) - set(b'[]{}"'))


def parse(source: Source, text: str | None = None, line: int | None = None, *, strict: bool = True) -> Any:
    """The value that a JSON text holds; ``text`` and ``line`` for one line of a larger file.

    NaN and Infinity, which JSON lacks and some programs write, are refused, or read where they may do no harm.
    """
    text = source.text if text is None else text
    value, end = _decoded(source, text, _behind_space(text, 0), line, strict=strict)
    if (rest := _behind_space(text, end)) < len(text):
        raise _not_json(source, json.JSONDecodeError("extra data", text, rest), line)
    return value


def elements(source: Source) -> Iterator[Any]:
    """The values of a JSON array one by one, of which only one need be in memory."""
    text = source.text
    place = _behind_space(text, 0)
    if text[place : place + 1] != "[":
        raise source.error("expected an array of JSON")
    place = _behind_space(text, place + 1)
    ended = text[place : place + 1] == "]"
    while not ended:
        value, place = _decoded(source, text, place, None)
        yield value
        place = _behind_space(text, place)
        ended = text[place : place + 1] == "]"
        if not ended and text[place : place + 1] != ",":
            raise _not_json(source, json.JSONDecodeError("expecting ',' delimiter", text, place), None)
        place = place if ended else _behind_space(text, place + 1)
    if (rest := _behind_space(text, place + 1)) < len(text):
        raise _not_json(source, json.JSONDecodeError("extra data", text, rest), None)


def _behind_space(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    return place if match is None else match.end()


def _decoded(source: Source, text: str, place: int, line: int | None, *, strict: bool = True) -> tuple[Any, int]:
    """The value that begins there, and where it ends."""
    try:
        value, end = _DECODERS[strict].raw_decode(text, place)
        _refuse_halves(text, place, end, value)
        _require_shallow(source, text[place:end], line)
        return value, end
    except json.JSONDecodeError as error:
        raise _not_json(source, error, line) from None
    except RecursionError:
        raise source.budget.too_nested(source.name, line) from None
    except ValueError as error:
        raise source.error(f"not JSON that can be read: {error}", line) from None


def _not_json(source: Source, error: json.JSONDecodeError, line: int | None) -> ParseError:
    at = error.lineno if line is None else line
    return source.error(f"not JSON: {error.msg.lower()} (column {error.colno})", at)


def _require_shallow(source: Source, text: str, line: int | None) -> None:
    """Refuse values that are nested deeper than the budget of the load allows."""
    most = source.budget.limits["nesting"]
    if text.count("[") + text.count("{") <= most:
        return
    text = re.sub(r"\\.", "", text) if "\\" in text else text
    signs = text.encode("ascii", "ignore").translate(None, _NO_SIGNS).replace(b'""', b"")
    brackets = re.sub(rb'"[^"]*"', b"", signs).replace(b"{", b"[").replace(b"}", b"]")
    for _ in range(most):
        brackets = brackets.replace(b"[]", b"")  # the innermost of all
        if not brackets:
            return
    raise source.budget.too_nested(source.name, line)


def convert(source: Source, value: Any, form: type[_Form], line: int | None = None, *, place: str = "$") -> _Form:
    """The value at a place of the JSON checked against a form; the fault names its path."""
    try:
        return msgspec.convert(value, form)
    except msgspec.ValidationError as error:
        message = str(error)
        raise source.error(message[:1].lower() + message[1:].replace("`$", f"`{place}"), line) from None
    except SystemError:  # of msgspec 0.18 to 0.20, for a whole number that no float holds
        raise source.error(f"a number in `{place}` is too large", line) from None
    except RecursionError:
        raise source.budget.too_nested(source.name, line) from None


class JsonRecord(NamedTuple, Generic[_Form]):
    """An object of a file: raw, decoded, and its line if it is known."""

    raw: dict[str, Any]
    form: _Form
    line: int | None


def records(source: Source, form: type[_Form]) -> Iterator[JsonRecord[_Form]]:
    """The objects of JSON lines, of one JSON array, or one object that takes several lines."""
    text = source.text.strip()
    first = text[: text.find("\n")] if "\n" in text else text
    if text.startswith("[") or (first.startswith("{") and not first.rstrip().endswith("}")):
        is_array = text.startswith("[")
        for number, raw in enumerate(elements(source) if is_array else [parse(source)]):
            yield JsonRecord(raw, convert(source, raw, form, place=f"$[{number}]" if is_array else "$"), None)
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
        raise source.error(f"{what} has no name in {field!r}; expected {OPTION}= to be a field", line, option="name_by")
    return str(value)


def require_all_or_none(source: Source, named: Mapping[bool, int | None], what: str) -> None:
    """Refuse a file in which some records have a name: numbers given to the others could be names of records.

    ``named`` holds the line of the first record that has one, and of the first that has none.
    """
    if len(named) > 1:
        raise source.error(f"some records have {what}, some do not", list(named.values())[1])


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        key, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        raise ValueError(f"key {key!r} occurs twice in one object")
    return made


def _finite(number: str) -> float:
    value = float(number)
    if not math.isfinite(value):
        raise ValueError(f"the number {number[:40]} is too large")
    return value


def _refuse_halves(text: str, start: int, end: int, value: Any) -> None:
    """Refuse half of a pair of surrogates: it is no character, and nothing could write it again."""
    if not _ESCAPED_SURROGATE.search(text, start, end):
        return
    if half := _SURROGATE.search(json.dumps(value, ensure_ascii=False)):
        raise ValueError(f"{half[0]!r} is half of a character")


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number of JSON")


#: What decodes strictly, and what takes NaN and Infinity for numbers.
_DECODERS = {
    strict: json.JSONDecoder(
        object_pairs_hook=_without_repeats, parse_constant=_refuse if strict else float, parse_float=_finite
    )
    for strict in (True, False)
}
