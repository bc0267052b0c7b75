"""Damage within the structure of JSON, XML and tables: the file stays well-formed, what it says becomes wrong."""

import json
import re
from random import Random
from typing import Any

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
    found = list(_ATTRIBUTE.finditer(data))
    if not found:
        return data
    match = rng.choice(found)
    name = match[0].partition(b"=")[0]
    value = str(rng.choice(VALUES)).replace('"', "").replace("<", "").replace("\0", "").encode("utf-8", "replace")
    new = rng.choice((b"", name + b'="' + value + b'"', rng.choice(found)[0], name + b'x="1"'))
    return data[: match.start()] + new + data[match.end() :]


def disturb_element(rng: Random, data: bytes) -> bytes:
    """The same XML with one element left out, repeated, or put in the place of another."""
    found = list(_ELEMENT.finditer(data))
    if not found:
        return data
    match = rng.choice(found)
    new = rng.choice((b"", match[0] * 2, rng.choice(found)[0]))
    return data[: match.start()] + new + data[match.end() :]


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
