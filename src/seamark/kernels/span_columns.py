"""Spans as plain columns, the form in which the kernel takes them."""

from __future__ import annotations

from typing import NamedTuple

from seamark.kernels.columns import Int32Array, Int64Array


class SpanColumns(NamedTuple):
    """Many codings of spans: those of number ``i`` are ``starts[offsets[i]:offsets[i + 1]]`` and their like.

    Within a coding, spans ascend by start, then end, then code. ``codes`` number the categories; ``lengths`` holds the
    length of the line of each coding.
    """

    starts: Int64Array
    ends: Int64Array
    codes: Int32Array
    offsets: Int64Array
    lengths: Int64Array
