"""Ways to damage a file: each takes a source of randomness and bytes, and returns other bytes."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

NUMBERS = (
    *("0", "-1", "1", "2.7", "1e999", "-1e999", "1e-999", "1" + "0" * 400, "9" * 5000, "NaN", "Infinity", "-0"),
    *("9223372036854775807", "9223372036854775808", "4611686018427387905", "99999999999999999999", "1e18", "0x1F"),
    *("", '"5"', "null", "true", "[]", "{}", "[2{}]", "٣", "1_000", "+5", "5.", "1e5"),
)
CONTROLS = (
    *("\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\x0b", "\x0c", "\t", "\r", "\n", "\r\n", "\x1b[2J", "\x7f"),
    *(",", ";", '"', "'", "\\", "|", "\ufeff", "\u202e", "\U0001f30a", "\\ud800", "\\u0000", "&#xD800;", "<", "]]>"),
)
BROKEN_BYTES = (b"\xff", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf5\x80\x80\x80", b"\0", b"\xfe\xff", b"\xe9", b"\x80")
ENCODINGS = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "latin-1", "utf-7", "cp037")
WORD = re.compile(rb"\w+")
NUMBER = re.compile(rb"-?[0-9]+(?:\.[0-9]+)?")
LINE = re.compile(rb"[^\n]*\n|[^\n]+\Z")

Damage = Callable[[Random, bytes], bytes]


def _stretch(rng: Random, data: bytes) -> tuple[int, int]:
    """A part of the data, most often a short one."""
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.choice((1, 1, 2, 5, 20, 100, 1000)))


def _instead_of_one(rng: Random, data: bytes, form: re.Pattern[bytes], new: Callable[[bytes], bytes]) -> bytes:
    """The data with one match of a pattern replaced; as it was where there is none."""
    found = [match.span() for match in form.finditer(data)]
    if not found:
        return data
    start, end = rng.choice(found)
    return data[:start] + new(data[start:end]) + data[end:]


def _insert(rng: Random, data: bytes, piece: bytes) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] + piece + data[place:]


def flip_bytes(rng: Random, data: bytes) -> bytes:
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8)) if made else 0):
        made[rng.randrange(len(made))] ^= 1 << rng.randrange(8)
    return bytes(made)


def remove_bytes(rng: Random, data: bytes) -> bytes:
    start, end = _stretch(rng, data)
    return data[:start] + data[end:]


def repeat_bytes(rng: Random, data: bytes) -> bytes:
    start, end = _stretch(rng, data)
    return data[:end] + data[start:end] * rng.choice((1, 1, 3, 50)) + data[end:]


def cut(rng: Random, data: bytes) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] if rng.random() < 0.7 else data[place:]


def insert_broken_bytes(rng: Random, data: bytes) -> bytes:
    return _insert(rng, data, rng.choice(BROKEN_BYTES))


def insert_control(rng: Random, data: bytes) -> bytes:
    return _insert(rng, data, rng.choice(CONTROLS).encode())


def control_in_word(rng: Random, data: bytes) -> bytes:
    character = rng.choice(CONTROLS).encode()
    return _instead_of_one(rng, data, WORD, lambda word: word[:1] + character + word[1:])


def disturb_lines(rng: Random, data: bytes) -> bytes:
    lines = LINE.findall(data)
    if not lines:
        return data
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.choice(("swap", "drop", "repeat", "join", "blank", "sort"))
    if kind == "swap":
        lines[one], lines[other] = lines[other], lines[one]
    elif kind == "drop":
        del lines[one : one + rng.choice((1, 1, 2, 5))]
    elif kind == "repeat":
        lines.insert(other, lines[one])
    elif kind == "join":
        lines[one] = lines[one].rstrip(b"\r\n")
    elif kind == "blank":
        lines.insert(one, rng.choice((b"\n", b" \n", b"\t\n", b"#\n")))
    else:
        lines.sort()
    return b"".join(lines)


def line_ends(rng: Random, data: bytes) -> bytes:
    return re.sub(rb"\r?\n", rng.choice((b"\r\n", b"\r", b"\n\n", b"\n\r", b" ")), data)


def replace_number(rng: Random, data: bytes) -> bytes:
    number = rng.choice(NUMBERS).encode()
    return _instead_of_one(rng, data, NUMBER, lambda _: number)


def replace_numbers(rng: Random, data: bytes) -> bytes:
    number = rng.choice(NUMBERS[:-8]).encode()
    share = rng.choice((0.1, 0.5, 1.0))
    return NUMBER.sub(lambda match: number if rng.random() < share else match[0], data)[: 20 * len(data) + 10_000]


def near_number(rng: Random, data: bytes) -> bytes:
    step = rng.choice((-1, 1, 2, 10, 0.5))
    return _instead_of_one(rng, data, NUMBER, lambda number: f"{float(number) + step:g}".encode())


def disturb_words(rng: Random, data: bytes) -> bytes:
    words = sorted(set(WORD.findall(data)))
    if not words:
        return data
    kind = rng.choice(("swap", "drop", "double", "case"))
    other = rng.choice(words)
    changed = {
        "swap": lambda _: other,
        "drop": lambda _: b"",
        "double": lambda word: word * 2,
        "case": lambda word: word.swapcase(),
    }[kind]
    return _instead_of_one(rng, data, WORD, changed)


def recode(rng: Random, data: bytes) -> bytes:
    return data.decode("utf-8", "replace").encode(rng.choice(ENCODINGS), "replace")


def recode_with_accents(rng: Random, data: bytes) -> bytes:
    return WORD.sub(lambda word: word[0] + b"\xe9" if rng.random() < 0.05 else word[0], data)


def nest(rng: Random, data: bytes) -> bytes:
    depth = rng.choice((10, 900, 5_000, 100_000))
    opening, closing = rng.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"<a>", b"</a>"), (b'"', b'"'), (b"(", b")")))
    pair = opening * depth + rng.choice((b"", b"1")) + (closing * depth if rng.random() < 0.7 else b"")
    if rng.random() < 0.5:
        return _instead_of_one(rng, data, rng.choice((NUMBER, re.compile(rb'"[^"\n]*"'))), lambda _: pair)
    return _insert(rng, data, pair)


# The damage below leaves JSON, XML and tables well-formed; what they say becomes wrong.

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2.7, 1e300, -0.0, 10**400, 2**62, 2**63, 2**64, "", "x", "5", "\ud800", "\u0000"),
    *([], {}, [[]], [None], [0, "x"], {"a": 1}, {"start": 0}, [[0, 1]], "seamark", "a" * 3000, [1] * 50),
)

_ATTRIBUTE = re.compile(rb' [\w:]+="[^"]*"')
_ELEMENT = re.compile(rb"<[\w:]+[^<>]*/>|<([\w:]+)[^<>]*>[^<>]*</\1>")


def disturb_json(rng: Random, data: bytes) -> bytes:
    """The same JSON, or JSON lines, with one value replaced, left out, repeated or exchanged for another."""
    try:
        return _disturbed(rng, json.loads(data))
    except (ValueError, RecursionError):
        pass
    lines = data.split(b"\n")
    place = rng.randrange(len(lines))
    try:
        lines[place] = _disturbed(rng, json.loads(lines[place]))
    except (ValueError, RecursionError):
        return data
    return b"\n".join(lines)


def _disturbed(rng: Random, value: Any) -> bytes:
    holders: list[Any] = []
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, dict | list) and inner:
            holders.append(inner)
            waiting += inner.values() if isinstance(inner, dict) else inner
    if holders:
        holder = rng.choice(holders)
        place = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        kind = rng.choice(("replace", "replace", "remove", "rename", "exchange"))
        if kind == "replace":
            holder[place] = rng.choice(VALUES)
        elif kind == "remove":
            del holder[place]
        elif kind == "rename" and isinstance(holder, dict):
            holder[rng.choice((place[:-1], place.upper(), "", "id", "text", "label"))] = holder.pop(place)
        elif kind == "rename":
            holder.insert(place, holder[place])
        else:
            other = rng.choice(holders)
            holder[place] = json.loads(json.dumps(other))
    return json.dumps(value, ensure_ascii=rng.random() < 0.7).encode("utf-8", "surrogatepass")


def disturb_attribute(rng: Random, data: bytes) -> bytes:
    """The same XML with one attribute left out, or with another value."""
    found = _ATTRIBUTE.findall(data)

    def other(attribute: bytes) -> bytes:
        name = attribute.partition(b"=")[0]
        value = str(rng.choice(VALUES)).replace('"', "").replace("<", "").replace("\0", "").encode("utf-8", "replace")
        return rng.choice((b"", name + b'="' + value + b'"', rng.choice(found), name + b'x="1"'))

    return _instead_of_one(rng, data, _ATTRIBUTE, other)


def disturb_element(rng: Random, data: bytes) -> bytes:
    """The same XML with one element left out, repeated, or put in the place of another."""
    found = [match[0] for match in _ELEMENT.finditer(data)]
    return _instead_of_one(rng, data, _ELEMENT, lambda one: rng.choice((b"", one * 2, rng.choice(found))))


def disturb_cell(rng: Random, data: bytes) -> bytes:
    """The same table with one cell left out, emptied, repeated or exchanged for another."""
    lines = data.split(b"\n")
    place = rng.randrange(len(lines))
    separator = max((b"\t", b",", b";", b" "), key=data.count)
    cells = lines[place].split(separator)
    cell = rng.randrange(len(cells))
    others = rng.choice(lines).split(separator)
    new = rng.choice(
        ([], [b""], [cells[cell]] * 2, [rng.choice(others)], [rng.choice((b"-1", b"2.7", b"0", b"1e999"))])
    )
    lines[place] = separator.join([*cells[:cell], *new, *cells[cell + 1 :]])
    return b"\n".join(lines)


DAMAGES: tuple[Damage, ...] = (
    *(flip_bytes, remove_bytes, repeat_bytes, cut, insert_broken_bytes, insert_control, control_in_word),
    *(disturb_lines, disturb_lines, line_ends, replace_number, replace_number, replace_numbers, near_number),
    *(disturb_words, disturb_words, recode, recode_with_accents, nest),
)

#: What leaves a file well-formed.
STRUCTURES: dict[str, tuple[Damage, ...]] = {
    "json": (disturb_json,),
    "xml": (disturb_attribute, disturb_attribute, disturb_element, near_number),
    "lines": (disturb_cell, disturb_cell, disturb_lines, near_number, replace_number),
}


def damaged(rng: Random, data: bytes) -> bytes:
    """The data after one to three kinds of damage; half of the time the file stays well-formed."""
    fitting = STRUCTURES[_kind_of(data)] if rng.random() < 0.5 else DAMAGES
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        data = rng.choice(fitting)(rng, data)
    return data


def _kind_of(data: bytes) -> str:
    first = data.lstrip(b"\xef\xbb\xbf \r\n\t")[:1]
    return "json" if first in (b"{", b"[") else "xml" if first == b"<" else "lines"
