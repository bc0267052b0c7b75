"""Two segmentations drawn under each other in plain text, with marks beneath."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from seamark.model.boundary_outcomes import MATCH, BoundaryOutcome
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation

#: Widest drawing to scale; anything longer is drawn boundary by boundary.
_WIDEST = 100
#: Most boundaries that are drawn one by one.
_MOST_COLUMNS = 400

#: A mark under a drawing: from one position to another (the same for a single place), and the character to draw.
_Mark = tuple[int, int, str]


def draw_lanes(a: Segmentation, b: Segmentation, outcomes: Iterable[BoundaryOutcome]) -> str:
    """Draw two segmentations of the same mass.

    Short ones are drawn to scale, a box per segment with its mass in it; long ones, and those with several boundary
    types, as a table with a column for every place where a boundary lies.

    Examples
    --------
    >>> a, b = Segmentation.from_masses([2, 3, 2]), Segmentation.from_masses([2, 4, 1])
    >>> print(draw_lanes(a, b, [BoundaryOutcome(5, 6, 1, 1)]))
    a | 2 |  3  | 2 |
    b | 2 |   4   |1|
                ~~~
    """
    plain = _plain(a, b)
    longest_number = len(str(max(*a.masses, *b.masses))) if plain and a.mass <= _WIDEST else 0
    # A unit takes two columns, so that a segment of mass 1 has room for its number.
    if plain and 2 * a.mass + 3 <= _WIDEST and longest_number <= 3:
        return _to_scale(a, b, _marks(outcomes))
    return _as_table(a, b, outcomes)


def _to_scale(a: Segmentation, b: Segmentation, marks: Sequence[_Mark]) -> str:
    below = [" "] * (2 * a.mass + 1)
    for start, end, character in marks:
        for column in range(2 * start, 2 * end + 1):
            below[column] = character
    boxes = [f"{name} |{'|'.join(f'{mass:^{2 * mass - 1}}' for mass in s.masses)}|" for name, s in (("a", a), ("b", b))]
    return "\n".join([*boxes, f"  {''.join(below)}".rstrip()]).rstrip()


def _marks(outcomes: Iterable[BoundaryOutcome]) -> list[_Mark]:
    return sorted((it.places[0], it.places[-1], it.sign) for it in outcomes if it.kind != MATCH)


def _as_table(a: Segmentation, b: Segmentation, outcomes: Iterable[BoundaryOutcome]) -> str:
    places = sorted({*a.positions, *b.positions})
    shown = places[:_MOST_COLUMNS]
    last = shown[-1] if shown else 0
    below: dict[int, str] = {}
    marks = _marks(outcome for outcome in outcomes if outcome.places[0] <= last)
    for start, end, character in marks:
        for place in (start, end):
            below[place] = below.get(place, "").removesuffix(character) + character
    joined = {start: end for start, end, character in marks if character == "~"}
    cells_a, cells_b = (_cells(s, last, plain=_plain(a, b)) for s in (a, b))
    blocks: list[str] = []
    line_places: list[int] = []
    width = 0
    for place in shown:
        needed = max(len(str(place)), len(cells_a.get(place, "")), len(cells_b.get(place, ""))) + 2
        if line_places and width + needed > _WIDEST:
            blocks.append(_block(line_places, cells_a, cells_b, below, joined))
            line_places, width = [], 0
        line_places.append(place)
        width += needed
    blocks.append(_block(line_places, cells_a, cells_b, below, joined))
    if len(places) > len(shown):
        blocks.append(f"... and {len(places) - len(shown):,} more places")
    return "\n\n".join(blocks)


def _plain(a: Segmentation, b: Segmentation) -> bool:
    return {*a.types, *b.types} <= {DEFAULT_TYPE}


def _cells(s: Segmentation, last: int, *, plain: bool) -> dict[int, str]:
    if plain:
        return dict.fromkeys(takewhile(lambda place: place <= last, s.positions), "|")
    cells: dict[int, list[str]] = {}
    for place, label in takewhile(lambda boundary: boundary.position <= last, s.boundaries):
        cells.setdefault(place, []).append(str(label))
    return {place: ",".join(labels) for place, labels in cells.items()}


def _block(
    places: list[int], cells_a: dict[int, str], cells_b: dict[int, str], below: dict[int, str], joined: dict[int, int]
) -> str:
    rows = ["at", "a ", "b ", "  "]
    for place in places:
        texts = [str(place), cells_a.get(place, ""), cells_b.get(place, ""), below.get(place, "")]
        width = max(map(len, texts)) + 2
        # A near miss is one line of tildes from its left place to its right one.
        fills = [" ", " ", " ", "~" if any(start < place <= end for start, end in joined.items()) else " "]
        rows = [row + text.rjust(width, fill) for row, text, fill in zip(rows, texts, fills, strict=True)]
    return "\n".join(row.rstrip() for row in rows).rstrip()
