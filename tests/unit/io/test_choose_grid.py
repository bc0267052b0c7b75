"""The unit and the step that fit what was marked."""

from __future__ import annotations

import io

import pytest

from seamark.base.errors import InputError
from seamark.io import ReadOptions, load, load_with_report
from seamark.io.choose_grid import choose_resolution, choose_unit
from seamark.io.reading import MarkedSpan, MarkedSpans, Marks, Recording, TextDocument

TEXT = "One two. Three four.\nFive six. Seven eight.\n\nNine ten. Eleven twelve."


def marks(text: str, *spans: tuple[int, int]) -> Marks:
    return Marks("item", "coder", TextDocument(text), MarkedSpans.of(MarkedSpan(*span) for span in spans), "file")


def place(word: str) -> int:
    return TEXT.index(word)


@pytest.mark.parametrize(
    ("words", "unit"),
    [
        (("Nine",), "paragraph"),
        (("Five", "Nine"), "line"),
        (("Three", "Five", "Nine"), "sentence"),
        (("two", "Five"), "token"),
        (("wo.", "Five"), "character"),
        ((), "paragraph"),
    ],
)
def test_the_coarsest_unit_at_whose_edges_the_boundaries_lie(words, unit):
    fit = choose_unit([marks(TEXT, *((place(word), place(word)) for word in words))], 10)
    assert (fit.unit, fit.at_edges, fit.boundaries) == (unit, len(words), len(words))


@pytest.mark.parametrize(("inside", "unit"), [(1, "line"), (2, "token")])
def test_one_boundary_in_a_hundred_may_lie_elsewhere(inside, unit):
    lines = [f"line number {number}" for number in range(103)]
    text = "\n".join(lines)
    starts = [text.index(f"{line}\n") for line in lines[1:-1]][: 100 - inside]
    words = [starts[number] + 5 for number in range(inside)]
    fit = choose_unit([marks(text, *((start, start) for start in starts + words))], 10)
    assert (fit.unit, fit.boundaries) == (unit, len(starts) + inside)


def test_no_boundary_moves_farther_than_the_limit():
    text = f"{'a ' * 50}\n" * 200
    at_lines = [(101 * number, 101 * number) for number in range(1, 199)]
    assert choose_unit([marks(text, *at_lines, (120, 120))], 20).unit == "line"
    assert choose_unit([marks(text, *at_lines, (120, 120))], 10).unit == "token"


def times(*spans: tuple[float, float]) -> Marks:
    return Marks("item", "coder", Recording(), MarkedSpans.of(MarkedSpan(*span) for span in spans), "file")


@pytest.mark.parametrize(
    ("spans", "step"),
    [
        (((0, 1), (1, 2)), 1e-3),
        # an end and the next start, rounded each for itself
        (((0, 1.0000004), (1, 2)), 1e-3),
        (((0, 1.0002), (1, 2)), 1e-3),
        # two starts, or a span, within a millisecond
        (((0, 1), (1, 2), (1.0003, 2)), 1e-4),
        (((0, 1), (1, 1.00004)), 1e-5),
        # what differs by less than a microsecond is the same
        (((0, 1), (1, 2), (1.0000001, 2)), 1e-3),
    ],
)
def test_a_step_at_which_no_two_boundaries_meet(spans, step):
    assert choose_resolution([times(*spans)]) == step


def test_the_step_fits_all_codings_in_any_order():
    """At 0.0001 s the boundaries of the first meet, which lie on both sides of a half at 0.001 s."""
    one, other = times((0.00049, 1), (0.00051, 1)), times((1, 2), (1.0002, 2))
    assert choose_resolution([one]) == 1e-3
    assert choose_resolution([other]) == 1e-4
    assert choose_resolution([one, other]) == choose_resolution([other, one]) == 1e-5


def labels(text: str, **options: object):
    return load(io.BytesIO(text.encode()), name="song.lab", format="lab", **options)


def test_lengths_by_item_and_what_is_trimmed():
    text = "0 2 a\n2 4 b\n4 9 c\n"
    assert labels(text, resolution=1, duration={"song": 10})["song"]["coder"].masses == (2, 2, 5, 1)
    assert labels(text, resolution=1, duration=8, trim=1)["song"]["coder"].masses == (2, 2, 4)
    assert labels(text, resolution=1, duration=3, trim=6)["song"]["coder"].masses == (2, 1)
    with pytest.raises(InputError, match=r"the span from 4\.0 to 9\.0 does not lie within 0 and 8; trim= cuts"):
        labels(text, resolution=1, duration=8)
    with pytest.raises(InputError, match="duration: did you mean 'song'"):
        labels(text, duration={"sung": 8})
    with pytest.raises(InputError, match="duration is 'x'; expected a positive number of seconds"):
        labels(text, duration={"song": "x"})


def test_a_span_a_little_past_the_end_is_cut_and_told():
    corpus, report = load_with_report(
        io.BytesIO(b"0 2 a\n2 4.04 b\n"), ReadOptions(format="lab", duration=4, resolution=0.01), name="song.lab"
    )
    assert corpus["song"]["coder"].masses == (200, 200)
    assert report.notes == ("cut at the end of their items: 1 span that reached beyond",)


def test_lengths_of_coders_that_differ(tmp_path):
    for coder, end in (("ann", 9.0), ("ben", 9.4)):
        (tmp_path / coder).mkdir()
        (tmp_path / coder / "song.lab").write_text(f"0 2 a\n2 {end} b\n", encoding="utf-8")
    # the end of ann's last label is a boundary, unless lengths may differ
    assert load(tmp_path, resolution=0.1)["song"]["ann"].masses == (20, 70, 4)
    assert load(tmp_path, resolution=0.1, trim=0.5)["song"]["ann"].masses == (20, 70)
    assert load(tmp_path, resolution=0.1, trim=0.5)["song"]["ben"].masses == (20, 70)
