"""Splitters that work as those of retrieval libraries do, and say where each of their chunks ends in the text."""

import re
from typing import NamedTuple

import numpy as np


class Split(NamedTuple):
    """The chunks as strings, and where each ends in the text."""

    chunks: list[str]
    ends: list[int]


def choi_text(seed: int, segments: int = 10) -> list[list[str]]:
    """Segments of 3 to 11 sentences, each with words of its own beside common ones."""
    rng = np.random.default_rng(seed)
    common = ["the", "a", "of", "and", "to", "in", "was", "it", "he", "she", "that", "with"]
    found = []
    for _ in range(segments):
        own = ["".join(rng.choice(list("aeioulnrstdmk"), rng.integers(3, 10))) for _ in range(25)]
        sentences = []
        for _ in range(rng.integers(3, 12)):
            words = rng.choice(common + own, rng.integers(5, 21))
            sentences.append(f"{' '.join(words).capitalize()}{rng.choice(['.', '?', '!'])}")
        found.append(sentences)
    return found


def packed(pieces: list[tuple[int, int]], size: int, overlap: int) -> list[tuple[int, int]]:
    """Pieces joined while they fit into a chunk; the next one starts with as many of the last as the overlap allows."""
    chunks = []
    first = 0
    while first < len(pieces):
        last = first
        while last + 1 < len(pieces) and pieces[last + 1][1] - pieces[first][0] <= size:
            last += 1
        chunks.append((pieces[first][0], pieces[last][1]))
        if last + 1 == len(pieces):
            break
        following = last + 1
        while following - 1 > first and pieces[last][1] - pieces[following - 1][0] <= overlap:
            following -= 1
        first = following
    return chunks


def recursive_characters(text: str, overlap: float) -> Split:
    """As LangChain's RecursiveCharacterTextSplitter: paragraphs, then words, up to a size; white space stripped."""
    pieces = [match.span() for match in re.finditer(r"\S+", text)]
    spans = packed(pieces, 300, int(300 * overlap))
    return Split([text[start:end].strip() for start, end in spans], [end for _, end in spans])


def token_windows(text: str, overlap: float) -> Split:
    """As chonkie's TokenChunker: windows of as many tokens each, white space kept as it is in the text."""
    tokens = [match.span() for match in re.finditer(r"\s*\S+", text)]
    size = 48
    spans = [
        (tokens[first][0], tokens[min(first + size, len(tokens)) - 1][1])
        for first in range(0, len(tokens), size - int(size * overlap))
    ]
    return Split([text[start:end] for start, end in spans], [end for _, end in spans])


def packed_sentences(text: str, overlap: float) -> Split:
    """As LlamaIndex's SentenceSplitter: whole sentences, joined by one space whatever was between them."""
    pieces = [match.span() for match in re.finditer(r"\S[^.?!]*[.?!]", text)]
    spans = packed(pieces, 400, int(400 * overlap))
    return Split([" ".join(text[start:end].split()) for start, end in spans], [end for _, end in spans])


SPLITTERS = (recursive_characters, token_windows, packed_sentences)
