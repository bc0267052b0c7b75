"""Corpora from data frames: rows of boundaries, units and codings, in pandas and polars."""

import pandas
import polars
import pyarrow
import pytest

import seamark as sm
from seamark import Corpus, InputError, Segmentation

CODINGS = {"poem": {"ann": [2, 3, 5], "ben": [10]}, "song": {"ben": [4, 4]}}


class Stream:
    """An object of any library with the Arrow interface."""

    def __init__(self, table):
        self.__arrow_c_stream__ = table.__arrow_c_stream__


FRAMES = {
    "pandas": pandas.DataFrame,
    "polars": polars.DataFrame,
    "pyarrow": pyarrow.table,
    "any": lambda columns: Stream(pyarrow.table(columns)),
}


@pytest.fixture(params=FRAMES)
def read(request):
    """Columns as a corpus, by way of a frame of each library."""
    frame = FRAMES[request.param]
    return lambda columns, **names: Corpus.from_frame(frame(columns), item="item", coder="coder", **names)


def test_a_row_per_coding(read):
    columns = {"item": ["poem", "poem", "song"], "coder": ["ann", "ben", "ben"], "sizes": [[2, 3, 5], [10], [4, 4]]}
    assert read(columns, masses="sizes") == Corpus(CODINGS)


def test_a_row_per_unit_with_the_coders_of_a_unit_side_by_side(read):
    rows = [("poem", coder, part) for unit in range(4) for coder, part in (("ann", unit // 2), ("ben", 0))]
    columns = dict(zip(("item", "coder", "part"), map(list, zip(*rows, strict=True)), strict=True))
    assert read(columns, segment="part") == Corpus({"poem": {"ann": [2, 2], "ben": [4]}})


@pytest.mark.parametrize("mass", ["mass", {"poem": 10, "song": 8}])
def test_a_row_per_boundary(read, mass):
    columns = {
        "item": ["poem", "poem", "poem", "song"],
        "coder": ["ann", "ben", "ann", "ben"],
        "mass": [10, None, 10, 8],
        "after": [5, None, 2, 4],
    }
    assert read(columns, position="after", mass=mass) == Corpus(CODINGS)


def test_whole_numbers_are_names(read):
    columns = {"item": [7, 7], "coder": [1, 2], "after": [1, 2]}
    assert read(columns, position="after", mass={7: 3}) == Corpus({"7": {"1": [1, 2], "2": [2, 1]}})


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_there_and_back_with_types(library):
    typed = Segmentation.from_positions([1, 1, 3], 5, ["scene", "act", "scene"])
    corpus = Corpus({"play": {"ann": typed, "ben": [5]}})
    frame = getattr(corpus, f"to_{library}")()
    assert list(frame.columns) == ["item", "coder", "mass", "position", "type"]
    back = Corpus.from_frame(frame, item="item", coder="coder", position="position", mass="mass", type="type")
    assert back == corpus


@pytest.mark.parametrize(
    ("columns", "names", "message"),
    [
        ({"x": [1]}, {}, "the frame has the columns item, coder, x"),
        ({"x": [1]}, {"segment": "x", "position": "x"}, "2 of masses, segment and position are given"),
        ({"x": [1]}, {"segment": "x", "mass": "x"}, "mass and type go with position"),
        ({"x": [1]}, {"segment": "y"}, "no column 'y'"),
        ({"x": [None]}, {"segment": "x"}, "row 0 has no value in column 'x'"),
        ({"x": [1]}, {"position": "x"}, "masses of the items are None; expected the column"),
        ({"x": [1]}, {"position": "x", "mass": {"song": 3}}, "row 0: no row tells the mass of item 'poem'"),
        ({"x": [5]}, {"position": "x", "mass": {"poem": 3}}, "item 'poem', coder 'ann': "),
        ({"x": [1.5]}, {"position": "x", "mass": {"poem": 3}}, "row 0: the position is 1.5"),
        ({"x": [None], "t": [2]}, {"position": "x", "mass": {"poem": 3}, "type": "t"}, "row 0: the position is None"),
    ],
)
def test_what_is_refused(read, columns, names, message):
    with pytest.raises(InputError, match=message):
        read({"item": ["poem"], "coder": ["ann"], **columns}, **names)


KINDS = {
    "boundaries": Segmentation.from_positions([1, 1, 3], 5, ["scene", "act", "scene"]),
    "labels": sm.LabelledSegmentation.from_labels("AAB"),
    "levels": sm.Hierarchy.from_levels([[4, 2], [2, 2, 2]]),
    "levels with labels": sm.Hierarchy.from_labelled([sm.LabelledSegmentation.from_labels("AB")]),
    "spans": sm.Spans([(2, 8, "A"), (2, 9, None)], length=20),
}


@pytest.mark.parametrize("coding", KINDS.values(), ids=KINDS)
def test_frames_go_straight_into_everything(coding, tmp_path):
    corpus = Corpus({"talk": {"ann": coding, "ben": coding}})
    sm.save(corpus, file := tmp_path / "corpus.parquet")
    frames = corpus.to_pandas(), corpus.to_polars(), corpus.to_polars().to_arrow()
    for frame in (*frames, pandas.read_parquet(file), polars.read_parquet(file)):
        assert sm.load(frame) == Corpus.from_frame(frame) == corpus
    metric = "S" if corpus.kind == "boundaries" else None
    assert sm.score(*frames[:2], metric, coder=("ann", "ben")).overall


def test_frames_without_names_of_ours_are_read_as_tables():
    frame = pandas.DataFrame({"start": [0, 1.5], "end": [1.5, 4.0], "label": ["a", "b"]})
    for table in (frame, polars.from_pandas(frame), Stream(pyarrow.Table.from_pandas(frame))):
        assert sm.load(table, kind="labels", resolution=0.5)["frame"]["coder"].masses == (3, 5)
    with pytest.raises(InputError, match="the frame has the columns start, end, label"):
        sm.agree(frame)


@pytest.mark.parametrize("frame", [None, {"item": ["a"]}, [1], "frame.csv"])
def test_only_frames_are_read(frame):
    with pytest.raises(InputError, match="expected a data frame"):
        Corpus.from_frame(frame, item="item", coder="coder", segment="x")


def test_names_of_other_kinds_are_refused():
    frame = pandas.DataFrame({"item": [1.5], "coder": ["ann"], "part": [1]})
    with pytest.raises(InputError, match=r"row 0: the item is 1\.5; expected a name or a whole number"):
        Corpus.from_frame(frame, item="item", coder="coder", segment="part")
    with pytest.raises(InputError, match="several columns 'x'"):
        Corpus.from_frame(pandas.DataFrame([["a", "b"]], columns=["x", "x"]), item="x", coder="x", segment="x")


@pytest.mark.parametrize(
    ("coding", "columns", "rows"),
    [
        (sm.Spans([(2, 8, "A"), (2, 9, None)], length=20), ("start", "end", "category"), [(2, 8, "A"), (2, 9, None)]),
        (sm.LabelledSegmentation.from_labels("AAB"), ("start", "label"), [(0, "A"), (2, "B")]),
        (sm.Hierarchy.from_levels([[4, 2], [2, 2, 2]]), ("level", "start"), [(1, 0), (1, 4), (2, 0), (2, 2), (2, 4)]),
        (sm.Hierarchy.from_labelled([sm.LabelledSegmentation.from_labels("AB")]), ("level", "start", "label"), None),
    ],
)
def test_a_row_per_mark_of_every_kind(coding, columns, rows):
    frame = sm.Corpus({"talk": {"ann": coding}}).to_polars()
    assert tuple(frame.columns) == ("item", "coder", "mass", *columns)
    if rows is not None:
        assert frame.select(columns).rows() == rows
