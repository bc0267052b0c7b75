"""The unit grid: the unit and the step that fit what was marked, where boundaries go, and what is said about it."""

import io
from collections.abc import Iterable

import pytest

from seamark.base.errors import InputError
from seamark.io import ReadOptions, load, load_with_report
from seamark.io.assemble import Moves, choose_resolution, choose_unit, snap, text_grid, time_grid
from seamark.io.reading import MarkedSpan, MarkedSpans, Marks, Recording, TextDocument, edges_of


def marks(content: TextDocument | Recording, spans: Iterable[tuple]) -> Marks:
    return Marks("item", "coder", content, MarkedSpans.of(MarkedSpan(*span) for span in spans), "file")


def snapped(spans, grid, **options):
    moves = Moves()
    return snap(marks(Recording(), spans), grid, ReadOptions(**options), moves), moves


def test_gaps_and_overlaps():
    """One rule: every start and every end is a boundary, each place once."""
    grid = time_grid(10, 1)
    assert snapped([(0, 3), (3, 10)], grid)[0].masses == (3, 7)  # a tiling
    assert snapped([(0, 3), (5, 10)], grid)[0].masses == (3, 2, 5)  # a gap is a segment
    assert snapped([(0, 6), (4, 10)], grid)[0].masses == (4, 2, 4)  # an overlap is one too
    assert snapped([(2, 8), (4, 6)], grid)[0].masses == (2, 2, 2, 2, 2)  # spans within spans
    assert snapped([(2, 4), (2, 4)], grid)[0].masses == (2, 2, 6)  # the same span twice
    assert snapped([(5, 5)], grid)[0].masses == (5, 5)  # a point
    assert snapped([(0, 10)], grid)[0].masses == (10,)
    assert snapped([], grid)[0].masses == (10,)


def test_limit():
    with pytest.raises(InputError, match=r"the boundary at 3\.2 is 0\.2 away from the next unit; snap_limit is 0\.1"):
        snapped([(0, 3.2)], time_grid(10, 1), snap_limit=0.1)
    assert snapped([(0, 3.2)], time_grid(10, 1), snap_limit=0.2)[1].moved == 1
    text = "A sentence that is longer than the limit. End."
    grid = text_grid(TextDocument(text), "sentence")
    assert snapped([(10, 46)], grid)[0].masses == (2,)
    with pytest.raises(InputError, match="is 11 away"):
        snapped([(11, 46)], grid)
    assert snapped([(11, 46)], grid, snap_limit=float("inf"))[0].masses == (2,)


def test_labels_of_starts_come_before_those_of_ends():
    grid = time_grid(10, 1)
    types = snapped([(1, 4, "a"), (4, 6, "b"), (4, 8, "c"), (8, 9)], grid, types="labels")[0].boundaries
    assert [tuple(boundary) for boundary in types] == [(1, "a"), (4, "b"), (4, "c"), (6, "b"), (8, "c"), (9, 1)]


@pytest.mark.parametrize("stretches", [[(0, 3), (2, 5)], [(3, 5), (0, 2)], [(0, 9)], [(-1, 2)], [(3, 2)]])
def test_tokens_that_came_with_the_text_are_checked(stretches):
    with pytest.raises(InputError, match="the tokens that come with the text"):
        text_grid(TextDocument("abcdef", tokens=edges_of(stretches)), "token")


def test_report(tmp_path):
    path = tmp_path / "talk.lab"
    path.write_text("0 1.26 a\n1.26 1.34 b\n1.36 4.98 c\n4.98 5 d\n", encoding="utf-8")
    corpus, report = load_with_report(path, ReadOptions(resolution=0.1))
    assert corpus["talk"]["coder"].masses == (13, 1, 36)
    assert (report.format, report.unit, report.resolution, report.files) == ("lab", "time", 0.1, 1)
    assert (report.boundaries, report.moved, report.merged) == (2, 4, 2)
    assert str(report) == (
        "4 of 4 boundaries moved to the 0.1 s grid, by 0.04 s at most; 2 merged with another or with an edge"
    )
    assert str(load_with_report(path).report) == "no boundary had to move to the 0.001 s grid"


TEXT = "One two. Three four.\nFive six. Seven eight.\n\nNine ten. Eleven twelve."


def unit_of(text: str, places: Iterable[int], limit: int) -> tuple[str, str]:
    return choose_unit([marks(TextDocument(text), ((place, place) for place in places))], limit)


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
    chosen, reason = unit_of(TEXT, map(TEXT.index, words), 10)
    assert chosen == unit
    assert f"of {len(words)} boundaries" in reason


@pytest.mark.parametrize(("inside", "unit"), [(1, "line"), (2, "token")])
def test_one_boundary_in_a_hundred_may_lie_elsewhere(inside, unit):
    lines = [f"line number {number}" for number in range(103)]
    text = "\n".join(lines)
    starts = [text.index(f"{line}\n") for line in lines[1:-1]][: 100 - inside]
    words = [starts[number] + 5 for number in range(inside)]
    assert unit_of(text, starts + words, 10)[0] == unit


def test_no_boundary_moves_farther_than_the_limit():
    text = f"{'a ' * 50}\n" * 200
    at_lines = [101 * number for number in range(1, 199)]
    assert unit_of(text, [*at_lines, 120], 20)[0] == "line"
    assert unit_of(text, [*at_lines, 120], 10)[0] == "token"


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
    assert choose_resolution([marks(Recording(), spans)]) == step


def test_the_step_fits_all_codings_in_any_order():
    """At 0.0001 s the boundaries of the first meet, which lie on both sides of a half at 0.001 s."""
    one, other = (marks(Recording(), spans) for spans in ([(0.00049, 1), (0.00051, 1)], [(1, 2), (1.0002, 2)]))
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
