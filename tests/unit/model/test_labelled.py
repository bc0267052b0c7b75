"""Labelled segmentations, alone and as columns."""

from __future__ import annotations

import copy
import pickle

import pytest

from seamark import InputError, LabelledSegmentation, Segmentation, Spans

SONG = LabelledSegmentation.from_segments([(8, "A"), (8, "B"), (8, "A")])


def test_contents():
    assert SONG.mass == 24
    assert SONG.masses == (8, 8, 8)
    assert SONG.labels == ("A", "B", "A")
    assert SONG.segmentation == Segmentation.from_masses([8, 8, 8])
    assert SONG.spans == Spans([(0, 8, "A"), (8, 16, "B"), (16, 24, "A")], length=24)


@pytest.mark.parametrize(
    "made",
    [
        LabelledSegmentation.from_labels("A" * 8 + "B" * 8 + "A" * 8),
        LabelledSegmentation.from_labels(["A"] * 8 + ["B"] * 8 + ["A"] * 8),
        LabelledSegmentation.from_positions([8, 16], mass=24, labels=["A", "B", "A"]),
        LabelledSegmentation.from_spans(Spans([(16, 24, "A"), (0, 8, "A"), (8, 16, "B")], length=24)),
        LabelledSegmentation.from_times([(0, 4, "A"), (4, 8, "B"), (8, 12, "A")], duration=12, resolution=0.5),
        pickle.loads(pickle.dumps(SONG)),
        copy.deepcopy(SONG),
    ],
)
def test_every_way_in_is_the_same(made):
    assert made == SONG
    assert hash(made) == hash(SONG)
    assert repr(made) == "LabelledSegmentation.from_segments([(8, 'A'), (8, 'B'), (8, 'A')])"


def test_gaps_are_background():
    marked = Spans([(2, 4, "A"), (6, 8, "B")], length=10)
    assert LabelledSegmentation.from_spans(marked).labels == (None, "A", None, "B", None)
    assert LabelledSegmentation.from_spans(marked, "nothing").labels[::2] == ("nothing",) * 3
    assert LabelledSegmentation.from_spans(marked).spans == marked
    assert LabelledSegmentation.from_spans(Spans([], length=5)).labels == (None,)
    assert LabelledSegmentation.from_spans(Spans([], length=5)).spans == Spans([], length=5)


def test_runs():
    actions = LabelledSegmentation.from_segments([(2, "a"), (1, "a"), (3, "bg"), (2, "a"), (2, "b")])
    assert [tuple(run) for run in actions.runs()] == [(0, 3, "a"), (3, 6, "bg"), (6, 8, "a"), (8, 10, "b")]
    assert [tuple(run) for run in actions.runs(["bg"])] == [(0, 3, "a"), (6, 8, "a"), (8, 10, "b")]
    assert actions.runs("bg") == actions.runs(["bg"])


def test_a_mass_of_any_size_costs_the_same():
    long = LabelledSegmentation.from_segments([(2**61, "A"), (2**61 - 1, 7)])
    assert long.mass == 2**62 - 1
    assert long.runs()[1] == (2**61, 2**62 - 1, 7)
    with pytest.raises(InputError, match="the largest mass is 2"):
        LabelledSegmentation.from_segments([(2**62, "A")])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: LabelledSegmentation.from_segments([]), "masses are empty"),
        (lambda: LabelledSegmentation.from_segments([(2, "A"), 5]), "segment 2 is 5; expected (mass, label)"),
        (lambda: LabelledSegmentation.from_segments([(0, "A")]), "mass of segment 1 is 0; a mass is at least 1"),
        (lambda: LabelledSegmentation.from_segments([(2, [])]), "the label of segment 1 is []; expected a name"),
        (lambda: LabelledSegmentation.from_segments([(2, float("nan"))]), "the label of segment 1 is nan"),
        (lambda: LabelledSegmentation.from_labels([]), "labels are empty"),
        (lambda: LabelledSegmentation.from_positions([4, 2], 6, "abc"), "expected them to ascend"),
        (lambda: LabelledSegmentation.from_positions([2], 6, "abc"), "3 labels for 2 segments; expected one each"),
        (
            lambda: LabelledSegmentation.from_spans(Spans([(0, 4, "A"), (3, 6, "B")], length=6)),
            "the span from 3 to 6 overlaps the one before it",
        ),
        (lambda: LabelledSegmentation.from_spans([(0, 4)]), "expected Spans"),
        (lambda: SONG.runs([[]]), "a background label is []"),
    ],
)
def test_what_is_refused(make, message):
    with pytest.raises(InputError) as caught:
        make()
    assert message in str(caught.value)
