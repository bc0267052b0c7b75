"""Corpus: contents, views, parts, data frames, and everything it refuses."""

import pickle

import pandas
import polars
import pyarrow
import pytest

import seamark as sm

CODINGS = {"poem": {"ann": [2, 3, 5], "ben": [5, 5], "cat": "000010000"}, "song": {"cat": [8], "ann": [4, 4]}}


@pytest.fixture
def corpus():
    return sm.Corpus(
        CODINGS,
        texts={"song": list("abcdefgh")},
        groups={"ann": "students", "ben": "teachers"},
        metadata={"source": "made up"},
    )


def test_names_masses_types_and_extras(corpus):
    assert corpus.item_names == ("poem", "song")
    assert corpus.coder_names == ("ann", "ben", "cat")
    assert corpus.lengths == {"poem": 10, "song": 8}
    assert corpus.types == (1,)
    assert corpus.texts == {"song": tuple("abcdefgh")}
    assert corpus.groups == {"ann": "students", "ben": "teachers"}
    assert corpus.metadata == {"source": "made up"}


def test_it_is_a_mapping_of_mappings(corpus):
    assert len(corpus) == 2
    assert list(corpus) == list(corpus.keys()) == ["poem", "song"]
    assert "poem" in corpus
    assert "story" not in corpus
    assert corpus.get("story") is None
    assert {item: dict(by_coder) for item, by_coder in corpus.items()} == {
        item: {coder: sm.Segmentation.of(coding) for coder, coding in by_coder.items()}
        for item, by_coder in CODINGS.items()
    }
    with pytest.raises(KeyError, match="story"):
        corpus["story"]


def test_single_codings_and_views(corpus):
    assert corpus["song"]["ann"].masses == (4, 4)
    assert {item: coding.masses for item, coding in corpus.by_coder("cat").items()} == {"poem": (5, 5), "song": (8,)}
    assert list(corpus.by_coder("ben")) == ["poem"]
    with pytest.raises(sm.InputError, match=r"no coder is called 'dan'"):
        corpus.by_coder("dan")


def test_from_columns_takes_rows_in_any_order(corpus):
    items = ["song", "poem", "poem", "song", "poem"]
    coders = ["cat", "cat", "ann", "ann", "ben"]
    shuffled = sm.Corpus.from_columns(items, coders, [[8], [5, 5], [2, 3, 5], [4, 4], [5, 5]])
    assert shuffled == sm.Corpus(CODINGS)
    assert shuffled.item_names == ("song", "poem")
    array = sm.SegmentationArray.from_masses([[8], [5, 5], [2, 3, 5], [4, 4], [5, 5]])
    assert sm.Corpus.from_columns(items, coders, array) == shuffled


def test_subset_drop_and_what_they_keep(corpus):
    poem = corpus.subset(items=["poem"], coders=["cat", "ann"])
    assert poem.item_names == ("poem",)
    assert poem.coder_names == ("ann", "cat")
    assert poem.groups == {"ann": "students"}
    assert poem.texts == {}
    assert poem.metadata == corpus.metadata
    assert poem == corpus.drop(items=["song"], coders=["ben"])
    assert corpus.subset() == corpus.drop() == corpus
    assert corpus.subset(coders=["ben"]).item_names == ("poem",), "items without a coding are gone"
    assert corpus.drop(coders=["ann", "cat"]).texts == {}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"items": ["story"]}, "no item is called 'story'"),
        ({"coders": ["dan"]}, "no coder is called 'dan'"),
        ({"items": "poem"}, r"items are 'poem'; expected a list of names"),
        ({"items": []}, "the corpus is empty"),
        ({"items": ["song"], "coders": ["ben"]}, "the corpus is empty"),
    ],
)
def test_parts_that_cannot_be_taken(corpus, arguments, message):
    with pytest.raises(sm.InputError, match=message):
        corpus.subset(**arguments)


def test_groups(corpus):
    parts = corpus.by_group()
    assert {group: part.coder_names for group, part in parts.items()} == {
        "students": ("ann",),
        "teachers": ("ben",),
        None: ("cat",),
    }
    assert parts["students"] == corpus.subset(coders=["ann"])


def test_merge_puts_codings_texts_and_groups_together(corpus):
    more = sm.Corpus(
        {"song": {"ben": [2, 6]}, "tale": {"dan": [3]}}, groups={"dan": "students"}, metadata={"year": 2012}
    )
    both = corpus.merge(more)
    assert both.item_names == ("poem", "song", "tale")
    assert both.coder_names == ("ann", "ben", "cat", "dan")
    assert both["song"]["ben"].masses == (2, 6)
    assert both.groups == {"ann": "students", "ben": "teachers", "dan": "students"}
    assert both.metadata == {"source": "made up", "year": 2012}
    assert both.texts == corpus.texts
    assert corpus.merge(corpus) == corpus, "saying the same thing twice is no conflict"


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (sm.Corpus({"poem": {"ann": [10]}}), "item 'poem': coder 'ann'"),
        (sm.Corpus({"song": {"dan": [8]}}, texts={"song": list("ABCDEFGH")}), "the text of item 'song'"),
        (sm.Corpus({"song": {"ann": [4, 4]}}, groups={"ann": "teachers"}), "the group of coder 'ann'"),
        (sm.Corpus({"song": {"dan": [9]}}), "item 'song': coder 'dan' covers 9 units, coder 'ann' covers 8"),
    ],
)
def test_merge_refuses_contradictions(corpus, other, message):
    with pytest.raises(sm.InputError, match=message):
        corpus.merge(other)


def test_equality_ignores_order_and_metadata_but_nothing_else(corpus):
    turned = sm.Corpus(
        {
            item: dict(reversed(by_coder.items()))
            for item, by_coder in reversed({item: dict(codings) for item, codings in corpus.items()}.items())
        },
        texts=corpus.texts,
        groups=corpus.groups,
    )
    assert turned == corpus
    assert turned.item_names == ("song", "poem")
    assert corpus != sm.Corpus(CODINGS)
    assert corpus != corpus.drop(items=["song"])
    assert corpus != sm.Corpus(
        {**CODINGS, "song": {"cat": [8], "ann": [3, 5]}}, texts=corpus.texts, groups=corpus.groups
    )
    assert corpus != CODINGS
    with pytest.raises(TypeError, match="unhashable"):
        hash(corpus)


def test_it_is_the_same_after_a_journey_and_cannot_be_changed(corpus):
    copy = pickle.loads(pickle.dumps(corpus))
    assert copy == corpus
    assert (copy.metadata, copy.coder_names) == (corpus.metadata, corpus.coder_names)
    with pytest.raises(AttributeError, match="a Corpus cannot be changed"):
        corpus.types = ()
    with pytest.raises(TypeError):
        corpus["poem"]["ann"] = sm.Segmentation.of([10])
    with pytest.raises(TypeError):
        corpus.metadata["source"] = "elsewhere"


def test_repr_is_a_summary(corpus):
    assert repr(corpus) == "<Corpus of 2 items and 3 coders: 5 codings (1 missing), 8 to 10 units per item>"
    assert repr(corpus.subset(coders=["ben"])) == "<Corpus of 1 item and 1 coder: 1 coding, 10 units per item>"


@pytest.mark.parametrize(
    ("codings", "error", "message"),
    [
        ({}, sm.InputError, "the corpus is empty; expected at least one item with one coding"),
        ({"poem": {}}, sm.InputError, "item 'poem' has no codings; expected at least one"),
        ({"poem": [2, 3]}, sm.InputError, "item 'poem' is a list; expected coder -> segmentation"),
        ([2, 3], sm.InputError, "codings are a list; expected item -> coder -> segmentation"),
        ({1: {"ann": [2]}}, sm.InputError, "item name is 1; expected a string that is not empty"),
        ({"": {"ann": [2]}}, sm.InputError, "item name is ''; expected a string that is not empty"),
        ({"poem": {2: [2]}}, sm.InputError, "coder name is 2; expected a string that is not empty"),
        ({"poem": {"ann": [2, 0]}}, sm.InputError, "item 'poem', coder 'ann': mass of segment 2 is 0"),
        ({"poem": {"ann": [2], "ben": "01x"}}, sm.InputError, "item 'poem', coder 'ben': character 3"),
        ({"poem": {"ann": 7}}, sm.InputError, "item 'poem', coder 'ann': int is not a segmentation"),
        ({"ch3": {"an1": [38], "an2": [37]}}, sm.MassMismatchError, "^item 'ch3': coder 'an2' covers 37 units"),
    ],
)
def test_codings_that_cannot_be_used(codings, error, message):
    with pytest.raises(error, match=message):
        sm.Corpus(codings)


@pytest.mark.parametrize(
    ("extras", "message"),
    [
        ({"texts": {"poem": ["a"]}}, "item 'poem': the text has 1 units, the codings cover 2"),
        ({"texts": {"song": ["a"]}}, "there is a text for item 'song', but no coding of it"),
        ({"texts": {"poem": "ab"}}, "item 'poem': units of the text are 'ab'; expected a list of strings"),
        ({"texts": {"poem": [1, 2]}}, "item 'poem': unit 0 of the text is 1; expected a string"),
        ({"groups": {"ben": 1}}, "there is a group for coder 'ben', who coded nothing"),
    ],
)
def test_extras_that_do_not_fit(extras, message):
    with pytest.raises(sm.InputError, match=message):
        sm.Corpus({"poem": {"ann": [2]}}, **extras)


@pytest.mark.parametrize(
    ("items", "coders", "codings", "message"),
    [
        (["poem"], ["ann", "ben"], [[2], [2]], "1 items, 2 coders and 2 codings; expected columns of one length"),
        (["poem", "poem"], ["ann", "ann"], [[2], [2]], "item 'poem': coder 'ann' occurs twice; expected one coding"),
        (["poem", "poem"], ["ann", "ben"], [[2], [-2]], "item 'poem', coder 'ben': mass of segment 1 is -2"),
    ],
)
def test_columns_that_do_not_fit(items, coders, codings, message):
    with pytest.raises(sm.InputError, match=message):
        sm.Corpus.from_columns(items, coders, codings)


def test_other_codings_of_the_same_study():
    corpus = sm.Corpus(
        {"poem": {"ann": [2, 3], "ben": [5]}, "song": {"ann": [4]}},
        texts={"poem": list("abcde"), "song": list("abcd")},
        groups={"ann": 1, "ben": 2},
        metadata={"reading": "1f"},
    )
    other = corpus.with_codings([[1, 4], [2, 3], [2]])
    assert [one.masses for one in other.codings] == [(1, 4), (2, 3), (2,)]
    assert (other.item_names, other.coder_names) == (corpus.item_names, corpus.coder_names)
    assert dict(other.texts) == {"poem": corpus.texts["poem"]}
    assert (other.groups, other.metadata, other.read_as) == (corpus.groups, corpus.metadata, corpus.read_as)
    with pytest.raises(sm.InputError, match="columns of one length"):
        corpus.with_codings([[5]])


FRAMED = {"poem": {"ann": [2, 3, 5], "ben": [10]}, "song": {"ben": [4, 4]}}


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
    return lambda cells, load=sm.Corpus.from_frame, **options: load(FRAMES[request.param](cells), **options)


def test_a_row_per_coding(read):
    columns = {"item": ["poem", "poem", "song"], "coder": ["ann", "ben", "ben"], "masses": [[2, 3, 5], [10], [4, 4]]}
    assert read(columns) == sm.Corpus(FRAMED)


def test_a_row_per_unit(read):
    rows = [(7, coder, part) for unit in range(4) for coder, part in ((1, unit // 2), (2, 0))]
    columns = dict(zip(("text", "who", "part"), map(list, zip(*rows, strict=True)), strict=True))
    roles = {"item": "text", "coder": "who", "segment": "part"}
    assert read(columns, sm.load, columns=roles) == sm.Corpus({"7": {"1": [2, 2], "2": [4]}}), "numbers are names"


def test_a_row_per_boundary(read):
    columns = {
        "item": ["poem", "poem", "poem", "song"],
        "coder": ["ann", "ben", "ann", "ben"],
        "mass": [10, None, 10, 8],
        "position": [5, None, 2, 4],
    }
    assert read(columns) == sm.Corpus(FRAMED)
    columns["after"] = columns.pop("position")
    roles = {"item": "item", "coder": "coder", "position": "after", "mass": "mass"}
    assert read(columns, sm.load, columns=roles) == sm.Corpus(FRAMED)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"x": [1]}, "the frame has the columns item, coder, x"),
        ({"position": [1], "mass": [None]}, "row 0: no row has the mass of item 'poem'"),
        ({"position": [5], "mass": [3]}, "item 'poem', coder 'ann': "),
        ({"position": [1.5], "mass": [3]}, "row 0: the position is 1.5"),
        ({"position": [None], "mass": [3], "type": [2]}, "row 0: the position is None"),
        ({"item": [1.5], "masses": [[1]]}, r"row 0: the item is 1\.5; expected a name or a whole number"),
        ({"coder": [None], "masses": [[1]]}, "row 0: the coder is None; expected a name or a whole number"),
        ({"masses": [[-1]]}, "row 0: item 'poem', coder 'ann': "),
    ],
)
def test_what_is_refused(read, columns, message):
    with pytest.raises(sm.InputError, match=message):
        read({"item": ["poem"], "coder": ["ann"], **columns})


@pytest.mark.parametrize(
    ("coding", "columns"),
    [
        (sm.Segmentation.from_positions([1, 1, 3], 5, ["scene", "act", "scene"]), ("position", "type")),
        (sm.LabelledSegmentation.from_labels("AAB"), ("start", "label")),
        (sm.Hierarchy.from_levels([[4, 2], [2, 2, 2]]), ("level", "start")),
        (sm.Hierarchy.from_labelled([sm.LabelledSegmentation.from_labels("AB")]), ("level", "start", "label")),
        (sm.Spans([(2, 8, "A"), (2, 9, None)], length=20), ("start", "end", "category")),
    ],
    ids=["boundaries", "labels", "levels", "levels with labels", "spans"],
)
def test_frames_go_straight_into_everything(coding, columns, tmp_path):
    corpus = sm.Corpus({"talk": {"ann": coding, "ben": coding}})
    sm.save(corpus, file := tmp_path / "corpus.parquet")
    frames = corpus.to_pandas(), corpus.to_polars(), corpus.to_polars().to_arrow()
    assert tuple(frames[0].columns) == tuple(frames[1].columns) == ("item", "coder", "mass", *columns)
    for frame in (*frames, pandas.read_parquet(file), polars.read_parquet(file)):
        assert sm.load(frame) == sm.Corpus.from_frame(frame) == corpus
    metric = "S" if corpus.kind == "boundaries" else None
    assert sm.score(*frames[:2], metric, coder=("ann", "ben")).overall


def test_frames_without_names_of_ours_are_read_as_tables():
    frame = pandas.DataFrame({"start": [0, 1.5], "end": [1.5, 4.0], "label": ["a", "b"]})
    for table in (frame, polars.from_pandas(frame), Stream(pyarrow.Table.from_pandas(frame))):
        assert sm.load(table, kind="labels", resolution=0.5)["frame"]["coder"].masses == (3, 5)
    with pytest.raises(sm.InputError, match="the frame has the columns start, end, label"):
        sm.agree(frame)


@pytest.mark.parametrize(
    "frame", [None, {"item": ["a"]}, [1], pandas.DataFrame([["a", "b", "c"]], columns=["item", "masses", "masses"])]
)
def test_only_frames_with_names_of_their_own_are_read(frame):
    with pytest.raises(sm.InputError, match=r"expected a data frame|several columns of one name"):
        sm.Corpus.from_frame(frame)
