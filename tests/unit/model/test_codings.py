import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import seamark as sm
from seamark.model.codings import shared_names
from tests.strategies import masses, set_sequences

from_masses, from_columns = sm.SegmentationArray.from_masses, sm.SegmentationArray.from_columns
from_segmentations = sm.SegmentationArray.from_segmentations
TYPED = [
    sm.Segmentation.from_sets([{1}, {}, {1, 2}]),
    sm.Segmentation.from_masses([4]),
    sm.Segmentation.from_sets([{}, {"x"}, {}]),
    sm.Segmentation.from_sets([{2}, {2}, {2}]),
]


@given(st.lists(masses(), max_size=6))
def test_all_constructors_agree(rows):
    array = from_masses(rows)
    singles = [sm.Segmentation.from_masses(row) for row in rows]
    assert len(array) == len(rows)
    assert list(array) == singles
    assert array.masses.tolist() == [sum(row) for row in rows]
    offsets = np.cumsum([0, *map(len, rows)])
    positions = [place for single in singles for place in single.positions]
    ends = np.cumsum([0, *(len(single.positions) for single in singles)])
    for other in (
        from_masses(iter(rows)),
        from_masses([tuple(row) for row in rows]),
        from_masses([np.array(row) for row in rows]),
        from_segmentations(singles),
        from_segmentations(s.to_string() for s in singles),
        from_columns([mass for row in rows for mass in row], offsets),
        from_columns(positions, ends, masses=[s.mass for s in singles]),
        from_segmentations(rows),
    ):
        assert other == array
        for column, expected in zip(other.columns, array.columns, strict=True):
            assert column.dtype == expected.dtype
            assert column.tolist() == expected.tolist()


@given(st.lists(set_sequences(labels=(1, 2, "x")), max_size=6))
def test_types_survive(rows):
    singles = [sm.Segmentation.from_sets(row) for row in rows]
    array = from_segmentations(singles)
    assert list(array) == singles
    assert array.types == tuple(label for label in (1, 2, "x") if any(label in s.types for s in singles))


def test_default_type_does_not_occur_without_boundaries():
    assert from_masses([[5], [3]]).types == ()
    assert from_segmentations([[5]]).types == ()
    assert sm.SegmentationArray.of([[5]]).types == ()
    assert from_masses([[5], [1, 2]]).types == (1,)


def test_columns_may_begin_and_end_anywhere():
    array = from_columns([9, 9, 2, 3, 5, 9], [2, 4, 5])
    assert [s.masses for s in array] == [(2, 3), (5,)]
    array = from_columns([9, 1, 2, 9], [1, 2, 3], masses=[5, 5])
    assert [s.positions for s in array] == [(1,), (2,)]


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.uint32, np.int64, np.uint64])
def test_columns_of_any_whole_numbers(dtype):
    array = from_columns(np.array([2, 3, 5], dtype), np.array([0, 2, 3], dtype))
    assert [s.masses for s in array] == [(2, 3), (5,)]


def test_int64_positions_are_not_copied():
    positions = np.array([2, 4])
    array = from_columns(positions, np.array([0, 1, 2]), masses=np.array([5, 5]))
    assert np.shares_memory(array.columns.positions, positions)


def test_slices_keep_the_types_of_the_study():
    array = from_segmentations(TYPED)
    part = array[1:3]
    assert part.types == array.types
    assert array[1:2].types == array.types
    assert list(part[1:]) == [TYPED[2]]


def test_codings_are_left_alone():
    array = from_masses([[2, 3]])
    assert from_segmentations(array) is sm.Codings.of(array) is array.boundaries() is array


@given(st.lists(st.tuples(set_sequences(labels=(1, 2, "x")), set_sequences(labels=(2, "w", "x"))), max_size=4))
def test_shared_types_say_the_same_boundaries(rows):
    a = from_segmentations(sm.Segmentation.from_sets(one) for one, _ in rows)
    b = from_segmentations(sm.Segmentation.from_sets(other) for _, other in rows)
    one, other, labels = shared_names(a, b)
    assert set(labels) == {*a.types, *b.types}
    assert list(one) == list(a)
    assert list(other) == list(b)
    assert (one, other) == (a, b)


SONG = sm.LabelledSegmentation.from_segments([(3, "A"), (2, "B"), (4, "A")])
GAPS = sm.LabelledSegmentation.from_segments([(3, None), (2, "B"), (4, "C")])
ONE_LABEL = sm.LabelledSegmentation.from_segments([(9, "B")])
MARKED = sm.Spans([(2, 8, "A"), (12, 16, "B")], length=20)
NOTHING = sm.Spans([], length=5)
BOOK = sm.Hierarchy.from_levels([[12, 12], [6, 6, 12]])
FLAT = sm.Hierarchy.from_levels([[10]])
CROSSED = sm.Hierarchy.from_levels([[5, 5], [4, 6]], nested=False)
LYRICS = sm.Hierarchy.from_labelled([sm.LabelledSegmentation.from_labels(units) for units in ("AABB", "abcc")])

ROWS = {
    "boundaries": [sm.Segmentation.from_sets([{"x"}, {"x", "y"}]), sm.Segmentation.from_masses([4])],
    "labels": [SONG, GAPS, ONE_LABEL],
    "labels of one row": [ONE_LABEL],
    "spans": [MARKED, NOTHING, sm.Spans([(2, 8, "C"), (2, 8, "C")], length=9)],
    "spans of nobody": [NOTHING],
    "levels": [BOOK, FLAT, CROSSED],
    "levels with labels": [LYRICS, LYRICS],
    "levels with and without labels": [FLAT, LYRICS, BOOK, FLAT],
}


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_rows_of_every_kind_come_back(rows):
    codings = sm.Codings.of(rows)
    assert isinstance(codings, sm.SegmentationArray) == (codings.kind == "boundaries")
    assert list(codings) == rows
    assert [type(row) for row in codings] == [type(row) for row in rows]
    assert codings.lengths.tolist() == [getattr(row, "mass", None) or row.length for row in rows]
    assert pickle.loads(pickle.dumps(codings)) == codings
    assert list(codings.take([len(rows) - 1, 0, 0])) == [rows[-1], rows[0], rows[0]]
    for part in (slice(None), slice(-2, None), slice(2, 1), slice(0, 9), slice(None, None, -1), slice(0, 4, 2)):
        assert list(codings[part]) == rows[part]
    assert codings[-1] == rows[-1]
    for outside in (len(rows), -len(rows) - 1):
        with pytest.raises(IndexError):
            codings[outside]
    assert list(sm.Codings.concatenated([codings[1:], codings[:1]])) == [*rows[1:], rows[0]]
    assert sm.Codings.of(rows[:1]) == codings.take([0])
    assert codings != codings.take([0, *range(len(rows))])
    assert len(codings.take([])) == 0
    for column in (codings.starts, codings.offsets, codings.lengths):
        assert not column.flags.writeable
    with pytest.raises(AttributeError):
        codings.kind = "boundaries"
    with pytest.raises(TypeError, match="unhashable"):
        hash(codings)
    with pytest.raises(sm.InputError):
        codings.take([len(rows)])


@pytest.mark.parametrize("kind", ["boundaries", "labels", "levels", "spans"])
def test_no_rows(kind):
    nobody = sm.Codings.of([], kind)
    assert (nobody.kind, len(nobody), list(nobody)) == (kind, 0, [])
    assert pickle.loads(pickle.dumps(nobody)) == nobody
    if kind == "boundaries":
        empty = from_masses([]), from_segmentations([]), from_columns([], [0]), from_columns([], [0], masses=[])
        assert all(one == nobody for one in empty)


def test_equality_looks_at_what_is_there():
    a, b = sm.Codings.of([MARKED, NOTHING]), sm.Codings.of([NOTHING, sm.Spans([(1, 2, "Z")], length=3)])
    assert a[1:] == b[:1]
    assert a[1:].names != b[:1].names
    assert a[:1] != b[1:]
    assert sm.Codings.of([NOTHING]) != from_masses([[5]]) != [sm.Segmentation.from_masses([5])]


def test_codings_of_two_kinds():
    with pytest.raises(sm.InputError, match="row 1"):
        sm.Codings.of([MARKED, SONG])
    with pytest.raises(sm.InputError, match="row 1"):
        sm.Codings.of([[2, 3], MARKED])
    with pytest.raises(sm.InputError, match="expected spans"):
        sm.Codings.of([SONG], "spans")


def test_labels_as_boundaries_and_spans():
    rows = [SONG, GAPS, ONE_LABEL]
    codings = sm.Codings.of(rows)
    assert list(codings.boundaries()) == [row.segmentation for row in rows]
    assert list(codings.as_spans()) == [row.spans for row in rows]
    columns = codings.columns
    assert (columns.positions.tolist(), columns.masses.tolist()) == ([1, 4, 6, 1, 4, 6, 1], [10, 10, 10])
    assert [codings.names[code] for code in columns.types] == ["A", "B", "A", None, "B", "C", "B"]
    with pytest.raises(sm.InputError):
        sm.Codings.of([MARKED]).boundaries()


def test_levels_as_rows():
    codings = sm.Codings.of([BOOK, FLAT])
    assert codings.level_offsets.tolist() == [0, 2, 3]
    assert list(codings.level_boundaries()) == [*BOOK.levels, *FLAT.levels]
    assert not codings.has_level_labels
    with pytest.raises(sm.InputError):
        codings.level_labels()
    labelled = sm.Codings.of([LYRICS, LYRICS])
    assert list(labelled.level_labels()) == [*LYRICS.levels, *LYRICS.levels]
    assert list(labelled.level_boundaries()) == 2 * list(LYRICS.segmentations)
    assert not sm.Codings.of([LYRICS, FLAT]).has_level_labels
