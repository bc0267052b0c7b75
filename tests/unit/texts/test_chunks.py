"""Chunk strings are placed where the splitter cut them out."""

from itertools import pairwise
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import seamark as sm
from tests.unit.texts.splitters import SPLITTERS, choi_text


def behind_white_space(text: str, ends: list[int]) -> tuple[int, ...]:
    """Where chunks end, after white space; the end of the text is not a boundary."""
    moved = {end + len(text[end:]) - len(text[end:].lstrip()) for end in ends}
    return tuple(sorted(moved - {len(text)}))


def joined(segments: list[list[str]]) -> str:
    return "\n\n".join(" ".join(segment) for segment in segments)


@pytest.mark.parametrize("overlap", [0, 0.5])
@pytest.mark.parametrize("splitter", SPLITTERS)
def test_boundaries_are_those_of_the_splitter(splitter, overlap):
    for seed in range(30):
        text = joined(choi_text(seed))
        split = splitter(text, overlap)
        placed = sm.place_chunks(text, split.chunks)
        assert placed.segmentation == sm.Segmentation.from_positions(behind_white_space(text, split.ends), len(text))
        assert placed.lost == ()
        assert (placed.overlap > 0.3) == bool(overlap)
        assert placed.uncovered == 0
        assert [end for _, end in placed.spans] == [len(text[:end].rstrip()) for end in split.ends]


@given(st.text("ab ", min_size=1, max_size=60), st.data())
def test_chunks_of_a_text_that_repeats_itself(text, data):
    inner = data.draw(st.lists(st.integers(0, len(text)), max_size=8))
    cuts = sorted({0, *inner, len(text)})
    chunks = [text[start:end] for start, end in pairwise(cuts)]
    placed = sm.place_chunks(text, chunks)
    inked = {end for end in cuts if text[:end].strip() and text[end:].strip()}
    # A boundary that has only white space on one side within its chunk is the boundary at the end of that white space.
    assert placed.segmentation.positions == behind_white_space(text, sorted(inked))
    assert placed.overlap == placed.uncovered == 0


def test_units_are_the_grid_and_boundaries_move_to_the_nearest():
    units = ["It rained.", "Nobody came at all.", "", "We left."]
    placed = sm.place_chunks(units, ["It rained. Nobody came", "at all. We left."])
    # The cut lies 10 characters behind one edge and 6 before the next; the empty unit belongs to what is before it.
    assert placed.segmentation.masses == (3, 1)
    assert placed.moved == 1
    assert placed.spans == ((0, 2), (1, 4))


@pytest.mark.parametrize("unit", ["token", "sentence", "line", "paragraph"])
def test_units_of_a_text(unit):
    segments = choi_text(5)
    text = joined(segments)
    placed = sm.place_chunks(text, [" ".join(segment) for segment in segments], unit=unit)
    size = {"token": lambda segment: len(" ".join(segment).split()), "sentence": len}.get(unit, lambda segment: 1)
    assert placed.segmentation.masses == tuple(size(segment) for segment in segments)
    assert placed.moved == 0


def test_objects_of_libraries():
    text = "One two. Three four."
    documents = [SimpleNamespace(page_content="One two."), SimpleNamespace(text="Three four.")]
    assert sm.place_chunks(text, documents).segmentation.positions == (9,)


def test_white_space_quotes_dashes_and_ligatures_may_differ():
    text = "He said “ﬁne”…\n\n\tand — left.\u00a0Café"
    chunks = ['He   said "fine"...', "and - left.", "Cafe\u0301"]
    placed = sm.place_chunks(text, chunks)
    assert placed.segmentation.positions == (17, 29)
    assert placed.lost == ()


def test_text_without_a_chunk_belongs_to_the_chunk_behind_it():
    text = "One two.\n\n# Header\n\nThree four.\n\n# Footer"
    placed = sm.place_chunks(text, ["One two.", "Three four."])
    assert placed.segmentation.positions == (10,)
    assert placed.spans == ((0, 8), (20, 31))
    assert placed.uncovered == pytest.approx(14 / 31)


def test_headers_that_are_repeated_are_not_lost():
    text = "# Title\n\n## Part\n\nThe first paragraph is here.\n\nThe second paragraph is there.\n\nAnd a third one."
    chunks = [
        "Title\nPart\n# Title\n## Part\nThe first paragraph is here.",
        "# Title\n## Part\nThe second paragraph is there.",
        "# Title\n## Part\nAnd a third one.",
    ]
    placed = sm.place_chunks(text, chunks)
    assert placed.segmentation.positions == (text.index("The second"), text.index("And"))
    assert placed.lost == ()


def test_a_header_that_is_not_in_the_text_is_lost():
    text = "The first paragraph is here.\n\nThe second paragraph is there."
    chunks = ["Source: page 7\nThe first paragraph is here.", "Source: page 7\nThe second paragraph is there."]
    said = r"chunk 1 of 2: 'Source: page 7' is not in the text, which reads 'The first par"
    with pytest.raises(sm.InputError, match=said):
        sm.place_chunks(text, chunks)
    placed = sm.place_chunks(text, chunks, max_lost=0.4)
    assert placed.segmentation.positions == (30,)
    assert [(part.chunk, part.text, part.position) for part in placed.lost] == [
        (0, "Source: page 7", 0),
        (1, "Source: page 7", 30),
    ]


def test_a_chunk_of_another_text_is_lost():
    text = joined(choi_text(1))
    split = SPLITTERS[0](text, 0)
    foreign = joined(choi_text(99))[:200]
    chunks = [*split.chunks[:3], foreign, *split.chunks[3:]]
    with pytest.raises(sm.InputError, match=f"chunk 4 of {len(chunks)}"):
        sm.place_chunks(text, chunks)
    placed = sm.place_chunks(text, chunks, max_lost=0.2)
    assert placed.spans[3] is None
    assert placed.segmentation.positions == behind_white_space(text, split.ends)
    assert placed.to_dict()["spans"][3] is None
    assert [row["lost"] for row in placed.rows()][2:5] == [0, 1, 0]


@pytest.mark.parametrize(
    ("text", "chunks", "options", "message"),
    [
        ("", ["a"], {}, "the text is empty"),
        ([], ["a"], {}, "the text is empty"),
        ("a", [], {}, "chunks are empty"),
        ("a", "a", {}, "chunks are 'a'; expected a list of strings"),
        ("a", [5], {}, "chunk 1 is 5; expected a string"),
        (5, ["a"], {}, "text_or_units are 5"),
        ([5], ["a"], {}, "a unit is 5; expected a string"),
        ("a", ["a"], {"unit": "word"}, "unit"),
        (["a"], ["a"], {"unit": "token"}, "units are given"),
        ("a", ["a"], {"max_lost": 2}, "max_lost is 2; expected a share from 0 to 1"),
    ],
)
def test_what_cannot_be_used_is_named(text, chunks, options, message):
    with pytest.raises(sm.InputError, match=message):
        sm.place_chunks(text, chunks, **options)
