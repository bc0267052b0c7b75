import numpy as np
import pytest

from seamark import Corpus, Hierarchy, InputError, LabelledSegmentation, MassMismatchError, Spans
from seamark.charts import bars, heatmap
from seamark.charts.boundaries import marked
from seamark.charts.spans import tracks_of
from tests.unit.charts.reading import cells, encoding, rows

ANN = Spans([(2, 8, "claim"), (5, 14, "claim"), (12, 16, "premise")], length=20)
BEN = Spans([(3, 9, "claim"), (12, 15, "claim")], length=20)


def drawn(chart):
    """Lane, row, start, end and name of every bar."""
    return [tuple(row[name] for name in ("lane", "track", "position", "end", "label")) for row in rows(chart, "rect")]


def test_spans_that_overlap_lie_below_each_other():
    assert drawn(bars({"ann": ANN, "ben": BEN})) == [
        ("ann", 0, 2, 8, "claim"),
        ("ann", 1, 5, 14, "claim"),
        ("ann", 0, 12, 16, "premise"),
        ("ben", 0, 3, 9, "claim"),
        ("ben", 0, 12, 15, "claim"),
    ]


def test_no_two_bars_of_a_row_overlap_and_no_row_is_superfluous():
    rng = np.random.default_rng(4)
    for _ in range(50):
        starts = rng.integers(0, 60, 25)
        spans = Spans(list(zip(starts.tolist(), (starts + rng.integers(1, 20, 25)).tolist(), strict=True)), length=80)
        found = tracks_of(spans)
        units = [[bar.track for bar in found if bar.span.start <= unit < bar.span.end] for unit in range(80)]
        assert all(len(set(tracks)) == len(tracks) for tracks in units)
        assert 1 + max(bar.track for bar in found) == max(map(len, units))


def test_labelled_segments_are_one_row_and_no_label_is_a_gap():
    song = LabelledSegmentation.from_segments([(8, "A"), (4, None), (8, "A")])
    assert drawn(bars({"song": song})) == [("song", 0, 0, 8, "A"), ("song", 0, 12, 20, "A")]


def test_levels_are_nested_bars_from_coarse_to_fine():
    chart = bars(Hierarchy.from_levels([[12, 12], [6, 6, 12]]))
    assert [row[1:] for row in drawn(chart)] == [
        (0, 0, 12, "12"),
        (0, 12, 24, "12"),
        (1, 0, 6, "6"),
        (1, 6, 12, "6"),
        (1, 12, 24, "12"),
    ]


def test_categories_of_one_name_have_colours_of_their_own():
    chart = bars(Spans([(0, 10, 1), (10, 20, "1")], length=20))
    assert {row["category"] for row in rows(chart, "rect")} == {"1", "'1'"}
    assert len(set(encoding(chart, "rect", "fill")["scale"]["range"])) == 2


@pytest.mark.parametrize("given", [{}, {"ann": ANN, "ben": [2, 3]}, {1: ANN}, [ANN], None])
def test_what_cannot_be_drawn(given):
    with pytest.raises(InputError, match="expected"):
        bars(given)


def test_lengths_must_be_the_same():
    with pytest.raises(MassMismatchError, match="'ben' covers 10 units, coder 'ann' covers 20"):
        bars({"ann": ANN, "ben": Spans([], length=10)})


def test_density_counts_every_coder_once_at_every_unit():
    rng = np.random.default_rng(5)
    for _ in range(30):
        codings = {}
        for coder in "abc":
            starts = rng.integers(0, 40, rng.integers(0, 6))
            ends = starts + rng.integers(1, 10, starts.size)
            names = rng.choice(["A", "B"], starts.size)
            marks = zip(starts.tolist(), ends.tolist(), names.tolist(), strict=True)
            codings[coder] = Spans([*marks, (48, 50, "A")], length=50)
        shown = [0] * 50
        for found in marked(Corpus({"item": codings})):
            shown[found.start : found.end] = [found.coders] * (found.end - found.start)
        for unit in range(50):
            assert shown[unit] == sum(any(s <= unit < e for s, e, _ in spans) for spans in codings.values())


def test_density_shows_the_share_of_those_who_looked():
    chart = heatmap({"one": {"ann": ANN, "ben": BEN}, "two": {"ben": BEN}})
    shares = [(row["item"], row["start"], row["end"], row["share"]) for row in cells(chart)]
    assert shares[:2] == [("one", 2, 3, 0.5), ("one", 3, 9, 1.0)]
    assert shares[-1] == ("two", 12, 15, 1.0)


def test_density_of_nothing_is_an_empty_row():
    assert cells(heatmap({"item": {"ann": Spans([], length=20)}})) == []
