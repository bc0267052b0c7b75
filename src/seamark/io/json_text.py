"""JSON, read strictly: no key twice in an object, no NaN, no endless nesting, and the place of every fault."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn, TypeVar

import msgspec

from seamark.base.errors import OPTION
from seamark.io.source import Source

_Form = TypeVar("_Form")

_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")
#: Bytes that say nothing about how values are nested.
_NO_SIGNS = bytes(set(range(256)) - set(b'[]{}"'))


def parse(source: Source, text: str | None = None, line: int | None = None, *, strict: bool = True) -> Any:
    """The value that a JSON text holds; ``text`` and ``line`` for one line of a larger file.

    NaN and Infinity, which JSON lacks and some programs write, are refused, or read where they may do no harm.
    """
    text = source.text if text is None else text
    _require_shallow(source, text, line)
    try:
        value = _DECODERS[strict].decode(text)
        _refuse_halves(text, value)
        return value
    except json.JSONDecodeError as error:
        at = error.lineno if line is None else line
        raise source.error(f"not JSON: {error.msg.lower()} (column {error.colno})", at) from None
    except RecursionError:
        raise source.budget.too_nested(source.name, line) from None
    except ValueError as error:
        raise source.error(f"not JSON that can be read: {error}", line) from None


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


def records(source: Source, form: type[_Form]) -> Iterator[tuple[dict[str, Any], _Form, int | None]]:
    """The objects of JSON lines, of one JSON array, or one object that takes several lines.

    Each is given raw, as the form has it, and with its line if that is known.
    """
    text = source.text.strip()
    first = text[: text.find("\n")] if "\n" in text else text
    if text.startswith("[") or (first.startswith("{") and not first.rstrip().endswith("}")):
        whole = parse(source)
        for number, raw in enumerate(whole if isinstance(whole, list) else [whole]):
            place = "$" if raw is whole else f"$[{number}]"
            yield raw, convert(source, raw, form, place=place), None
        return
    for number, line in source.numbered_lines:
        raw = parse(source, line, number)
        yield raw, convert(source, raw, form, number), number


def field_name(source: Source, field: str, data: Mapping[str, Any], what: str, line: int | None = None) -> str:
    """The name that a field of the data gives an item."""
    value = data.get(field)
    if isinstance(value, bool) or not isinstance(value, (str, int)) or value == "":
        raise source.error(f"{what} has no name in {field!r}; expected {OPTION}= to be a field", line, option="name_by")
    return str(value)


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


def _refuse_halves(text: str, value: Any) -> None:
    """Refuse half of a pair of surrogates: it is no character, and nothing could write it again."""
    if _ESCAPED_SURROGATE.search(text) and (half := _SURROGATE.search(json.dumps(value, ensure_ascii=False))):
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
