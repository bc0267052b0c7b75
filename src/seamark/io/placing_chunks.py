"""Chunk strings that came without their text, placed in the units of a text that was read elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from seamark.errors import InputError, ParseError
from seamark.io.reading import ChunkStrings, Coding
from seamark.number_text import counted
from seamark.texts.chunks import place_chunks


def codings_of_chunks(
    chunked: Sequence[ChunkStrings], texts: Mapping[str, Sequence[str]], max_lost: float
) -> tuple[list[Coding], list[str]]:
    """The codings that chunks make on the units of their texts, and what there is to say about it."""
    codings = []
    boundaries = moved = lost = 0
    overlap = uncovered = 0.0
    for item, coder, chunks, file, line in chunked:
        try:
            if item not in texts:
                raise InputError(
                    "its chunks cannot be placed, since its text is not known; add the field 'text', or give a corpus "
                    "with the units of its texts, such as sentences, beside the chunks"
                )
            placed = place_chunks(texts[item], chunks, max_lost=max_lost)
        except InputError as error:
            raise ParseError(f"item {item!r}: {error.template}", path=file, line=line, option=error.option) from None
        codings.append(Coding(item, coder, placed.segmentation, file))
        boundaries += len(chunks) - 1
        moved, lost = moved + placed.moved, lost + len(placed.lost)
        overlap, uncovered = max(overlap, placed.overlap), max(uncovered, placed.uncovered)
    said = []
    if moved:
        said.append(f"{moved:,} of {boundaries:,} boundaries between chunks lay within a unit and moved to its edge")
    if overlap:
        said.append(f"chunks overlap by up to {overlap:.1%}; a boundary is where the earlier chunk ends")
    if uncovered:
        said.append(f"up to {uncovered:.1%} of a text is in no chunk; it is counted to the chunk after it")
    if lost:
        said.append(f"{counted(lost, 'part')} of chunks not found in the texts")
    return codings, said
