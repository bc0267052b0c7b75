"""The worked examples in the text of the paper."""

from __future__ import annotations

from collections.abc import Iterator

from seamark.metrics.edit import align
from seamark.metrics.similarity import similarity
from seamark.metrics.windows import window_diff
from seamark.reproduce.check import Check, check

_TARGET = "examples"


def checks() -> Iterator[Check]:
    """Every number that the text works out by example."""
    contrived = ([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2])
    alignment = align(*contrived)
    yield check(_TARGET, "Figure 4: edit distance", "4", alignment.distance)
    yield check(_TARGET, "Figure 4: transpositions", "1", len(alignment.transpositions))
    yield check(_TARGET, "Figure 4: full misses", "3", len(alignment.additions))
    yield from _pair("Figure 3", contrived, "0.6923", "0.6154")
    yield from _pair("maximal against minimal", ([14], [1] * 14), "0", "0")
    yield from _pair("identical", ([1, 3, 2], [1, 3, 2]), "1", "1")
    yield from _pair("full misses", ([1, 2, 2, 2, 4, 2, 1], [1, 2, 8, 2, 1]), "0.8461", "0.8462")
    yield from _pair("near miss", ([6, 8], [7, 7]), "0.9231", "0.8182")


def _pair(name: str, pair: tuple[list[int], list[int]], s: str, one_minus_wd: str) -> Iterator[Check]:
    value = similarity(*pair)
    truncated = int(value * 10_000) / 10_000
    yield check(
        _TARGET, f"{name}: S", s, value, explanation="11/13 = .84615 was cut off, not rounded", reproduced=truncated
    )
    yield check(_TARGET, f"{name}: 1-WD", one_minus_wd, 1 - window_diff(*pair, convention="fournier2012"))
