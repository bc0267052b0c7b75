"""Telling the format of a file: by what it says, then by how its name ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from seamark.errors import OPTION, ParseError
from seamark.io.delimited import separator_of
from seamark.io.formats.interval_labels import AUDACITY, HTK, HTK_UNITS, LAB
from seamark.io.formats.rttm import TYPES as RTTM_TYPES
from seamark.io.formats.separated_text import is_separator
from seamark.io.registry import Format, format_named, known_formats
from seamark.io.source import HEAD, decode_head, split_lines

# Patterns stay text until they are needed: compiling all of them would slow every start of the program.
_JSON_PIECE = r'(?s)"(?:[^"\\]|\\.)*+(?:"|\Z)|[{}\[\]:,]|[^\s"{}\[\]:,]+'
_BRAT = r"(?:T[0-9]+\t\S+ [0-9]+ [0-9]+|[REAMN#][0-9]+\t|\*\t)"
_SRT = r"(?:[0-9]+\n)?[0-9]+:[0-9]{2}:[0-9]{2}[,.][0-9]{3} *-->"
_NUMBER = r"[0-9]{1,19}"

#: A hundredth of a second in units of HTK; as seconds it would be more than a day.
_CLEARLY_HTK = HTK_UNITS // 100


class Head(NamedTuple):
    """The beginning of a file."""

    data: bytes
    text: str
    lines: list[str]
    keys: dict[str, str]
    is_array: bool
    closed: bool


def detect(data: bytes, name: str, encoding: str = "utf-8") -> Format:
    """The format of a file with this beginning and this name.

    Raises
    ------
    InputError
        When nothing fits, or when several formats fit and the suffix does not decide; it lists them.
    """
    found = candidates(data, name, encoding)
    if len(found) == 1:
        return found[0]
    if not data.strip():
        raise ParseError("is empty", path=name)
    if found:
        names = " or ".join(format.name for format in found)
        raise ParseError(f"may be {names}; say which with {OPTION}=", path=name, option="format")
    raise ParseError(
        f"its format is not clear; say which with {OPTION}= ({', '.join(format.name for format in known_formats())})",
        path=name,
        option="format",
    )


def candidates(data: bytes, name: str, encoding: str = "utf-8") -> list[Format]:
    """The formats that fit, those of the content before those of the suffix."""
    head = _head(data[:HEAD], encoding)
    fitting = [format_named(kind) for kind, fits in _SIGNS.items() if fits(head)]
    if len(fitting) == 1:
        return fitting
    suffixed = [format for format in fitting or known_formats() if name.casefold().endswith(format.suffixes)]
    if not fitting and not data.strip():
        return []
    return suffixed or fitting


def _head(data: bytes, encoding: str) -> Head:
    text = decode_head(data, encoding)
    lines = [line for line in split_lines(text) if line.strip()]
    is_json = text.lstrip()[:1] in ("{", "[")
    keys, is_array, closed = _outer_keys(text) if is_json else ({}, False, False)
    return Head(data, text, lines, keys, is_array, closed)


def _outer_keys(text: str) -> tuple[dict[str, str], bool, bool]:
    """The keys of the first object and how their values begin; whether an array holds it, and whether it ends."""
    keys: dict[str, str] = {}
    depth, is_array = 0, text.lstrip().startswith("[")
    level = 2 if is_array else 1
    last, colon = "", False
    for match in re.finditer(_JSON_PIECE, text):
        piece = match.group()
        if depth == level and colon:
            keys[last] = piece
            colon = False
        if piece in ("{", "["):
            depth += 1
        elif piece in ("}", "]"):
            depth -= 1
            if depth < level:
                return keys, is_array, piece == "}"
        elif depth == level:
            colon = piece == ":"
            last = piece.strip('"') if not colon else last
    return keys, is_array, False


def _is_object(head: Head) -> bool:
    return bool(head.keys) and not head.is_array


def _is_ours(head: Head) -> bool:
    return _is_object(head) and head.keys.get("format") == '"seamark"'


def _json(head: Head) -> bool:
    items = head.keys.get("items")
    return _is_object(head) and (items == "[" or (_is_ours(head) and (items is not None or not head.closed)))


def _jsonl(head: Head) -> bool:
    header = _is_ours(head) and head.closed and "items" not in head.keys
    return _is_object(head) and (header or {"item", "codings"} <= head.keys.keys())


def _segeval_json(head: Head) -> bool:
    if _is_ours(head):
        return False
    return _is_object(head) and (head.keys.get("items") == "{" or "segmentation_type" in head.keys)


def _label_studio(head: Head) -> bool:
    return head.is_array and bool({"annotations", "completions", "annotation_id"} & head.keys.keys())


def _doccano(head: Head) -> bool:
    keys = head.keys.keys()
    if "text" not in keys or {"spans", "_input_hash", "data", "annotation_id"} & keys:
        return False
    return any(head.keys.get(key) == "[" for key in ("label", "labels", "entities", "annotations"))


def _prodigy(head: Head) -> bool:
    keys = head.keys.keys()
    spans = "audio_spans" in keys or {"text", "spans"} <= keys
    return spans or bool({"_input_hash", "_annotator_id"} & keys)


def _header_cells(head: Head) -> list[str]:
    separator = separator_of(head.lines[0]) if head.lines else None
    return [] if separator is None else [cell.strip(' "').casefold() for cell in head.lines[0].split(separator)]


def _long(head: Head) -> bool:
    cells = _header_cells(head)
    # A wide table may have coders of these names, but begins with the unit.
    return {"item", "coder", "position"} <= set(cells) and cells[0] in ("item", "coder", "mass", "position", "type")


def _long_with(*separators: str) -> Callable[[Head], bool]:
    return lambda head: _long(head) and separator_of(head.lines[0]) in separators


def _wide(head: Head) -> bool:
    cells = _header_cells(head)
    if len(cells) < 2 or len(head.lines) < 2 or _segeval_table(head) or _long(head) or re.fullmatch(_NUMBER, cells[0]):
        return False
    values = head.lines[1].split(separator_of(head.lines[0]))
    return values[0].strip() in ("0", "1") and all(not v.strip() or re.fullmatch(_NUMBER, v.strip()) for v in values)


def _segeval_table(head: Head) -> bool:
    cells = _header_cells(head)
    return len(cells) > 1 and cells[0] == "coder" and cells[1] in ("masses", "positions")


def _htk(head: Head) -> bool:
    return _labels(head, HTK) and _last_end(head) >= _CLEARLY_HTK


def _lab(head: Head) -> bool:
    return _labels(head, LAB) and not _htk(head)


def _labels(head: Head, form: str) -> bool:
    # The first line will do: a fault further down is for the reader to report, with its line.
    first = next((line.strip() for line in head.lines if not line.startswith(("#", "\\"))), "")
    return re.fullmatch(form, first) is not None


def _last_end(head: Head) -> int:
    ends = [match["end"] for line in head.lines if (match := re.fullmatch(HTK, line.strip()))]
    return max((int(end) for end in ends), default=0)


def _rttm(head: Head) -> bool:
    fields = next((line.split() for line in head.lines if not line.startswith(";;")), [])
    return len(fields) >= 9 and fields[0] in RTTM_TYPES


_SIGNS: dict[str, Callable[[Head], bool]] = {
    "json": _json,
    "jsonl": _jsonl,
    "csv": _long_with(",", ";"),
    "tsv": _long_with("\t"),
    "wide": _wide,
    "segeval-json": _segeval_json,
    "segeval-tsv": _segeval_table,
    "text": lambda head: any(is_separator(line) for line in head.lines),
    "parquet": lambda head: head.data.startswith(b"PAR1"),
    "label-studio": _label_studio,
    "doccano": _doccano,
    "prodigy": _prodigy,
    "brat": lambda head: bool(head.lines) and re.match(_BRAT, head.lines[0]) is not None,
    "webanno": lambda head: head.text.startswith("#FORMAT=WebAnno TSV 3"),
    "xmi": lambda head: "<xmi:XMI" in head.text,
    "textgrid": lambda head: "ooTextFile" in head.text[:80] and '"TextGrid"' in head.text[:400],
    "eaf": lambda head: "<ANNOTATION_DOCUMENT" in head.text,
    "rttm": _rttm,
    "jams": lambda head: _is_object(head) and "annotations" in head.keys and "text" not in head.keys,
    "srt": lambda head: re.match(_SRT, "\n".join(head.lines[:2])) is not None,
    "vtt": lambda head: head.text.startswith("WEBVTT"),
    "audacity": lambda head: _labels(head, AUDACITY),
    "lab": _lab,
    "htk": _htk,
}
