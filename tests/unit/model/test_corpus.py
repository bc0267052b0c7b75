"""Corpus: contents, views, parts, and everything it refuses."""

import pickle

import pytest

from seamark.base.errors import InputError, MassMismatchError
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation

CODINGS = {
    "poem": {"ann": [2, 3, 5], "ben": [5, 5], "cat": "000010000"},
    "song": {"cat": [8], "ann": [4, 4]},
}


@pytest.fixture
def corpus():
    return Corpus(
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
        item: {coder: Segmentation.of(coding) for coder, coding in by_coder.items()}
        for item, by_coder in CODINGS.items()
    }
    with pytest.raises(KeyError, match="story"):
        corpus["story"]


def test_single_codings_and_views(corpus):
    assert corpus.coding("song", "ann").masses == (4, 4)
    assert {item: coding.masses for item, coding in corpus.by_coder("cat").items()} == {"poem": (5, 5), "song": (8,)}
    assert list(corpus.by_coder("ben")) == ["poem"]
    with pytest.raises(InputError, match="coder 'ben' did not code item 'song'"):
        corpus.coding("song", "ben")
    with pytest.raises(InputError, match="no item is called 'story'; the corpus has 2: poem, song"):
        corpus.coding("story", "ann")
    with pytest.raises(
        InputError, match=r"no coder is called 'dan'; did you mean 'ann'\? the corpus has 3: ann, ben, cat"
    ):
        corpus.by_coder("dan")


def test_pairs_are_all_unordered_pairs_within_items(corpus):
    one, other = corpus.pairs()
    assert [coding.masses for coding in one] == [(2, 3, 5), (2, 3, 5), (5, 5), (4, 4)]
    assert [coding.masses for coding in other] == [(5, 5), (5, 5), (5, 5), (8,)]


def test_an_item_with_one_coding_makes_no_pair():
    assert len(Corpus({"poem": {"ann": [2]}, "song": {"ann": [3]}}).pairs()[0]) == 0


def test_from_columns_takes_rows_in_any_order(corpus):
    items = ["song", "poem", "poem", "song", "poem"]
    coders = ["cat", "cat", "ann", "ann", "ben"]
    shuffled = Corpus.from_columns(items, coders, [[8], [5, 5], [2, 3, 5], [4, 4], [5, 5]])
    assert shuffled == Corpus(CODINGS)
    assert shuffled.item_names == ("song", "poem")
    array = SegmentationArray.from_masses([[8], [5, 5], [2, 3, 5], [4, 4], [5, 5]])
    assert Corpus.from_columns(items, coders, array) == shuffled


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


def test_a_subset_keeps_the_types_of_the_study():
    typed = Corpus(
        {
            "poem": {"ann": Segmentation.from_sets([{"a"}, {"b"}]), "ben": [3]},
            "song": {"ann": Segmentation.from_sets([{"a"}])},
        }
    )
    assert typed.types == ("a", "b")
    assert typed.subset(items=["song"]).types == ("a", "b")
    assert typed.subset(items=["song"])["song"]["ann"].types == ("a",)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"items": ["story"]}, "no item is called 'story'"),
        ({"coders": ["dan"]}, "no coder is called 'dan'"),
        ({"items": "poem"}, r"items is the string 'poem'; expected a list of names, such as \['poem'\]"),
        ({"items": []}, "the corpus is empty"),
        ({"items": ["song"], "coders": ["ben"]}, "the corpus is empty"),
    ],
)
def test_parts_that_cannot_be_taken(corpus, arguments, message):
    with pytest.raises(InputError, match=message):
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
    more = Corpus({"song": {"ben": [2, 6]}, "tale": {"dan": [3]}}, groups={"dan": "students"}, metadata={"year": 2012})
    both = corpus.merge(more)
    assert both.item_names == ("poem", "song", "tale")
    assert both.coder_names == ("ann", "ben", "cat", "dan")
    assert both.coding("song", "ben").masses == (2, 6)
    assert both.groups == {"ann": "students", "ben": "teachers", "dan": "students"}
    assert both.metadata == {"source": "made up", "year": 2012}
    assert both.texts == corpus.texts
    assert corpus.merge(corpus) == corpus, "saying the same thing twice is no conflict"


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (Corpus({"poem": {"ann": [10]}}), "item 'poem': coder 'ann'"),
        (Corpus({"song": {"dan": [8]}}, texts={"song": list("ABCDEFGH")}), "the text of item 'song'"),
        (Corpus({"song": {"ann": [4, 4]}}, groups={"ann": "teachers"}), "the group of coder 'ann'"),
        (Corpus({"song": {"dan": [9]}}), "item 'song': coder 'dan' covers 9 units, coder 'ann' covers 8"),
    ],
)
def test_merge_refuses_contradictions(corpus, other, message):
    with pytest.raises(InputError, match=message):
        corpus.merge(other)


def test_equality_ignores_order_and_metadata_but_nothing_else(corpus):
    turned = Corpus(
        {
            item: dict(reversed(by_coder.items()))
            for item, by_coder in reversed({item: dict(codings) for item, codings in corpus.items()}.items())
        },
        texts=corpus.texts,
        groups=corpus.groups,
    )
    assert turned == corpus
    assert turned.item_names == ("song", "poem")
    assert corpus != Corpus(CODINGS)
    assert corpus != corpus.drop(items=["song"])
    assert corpus != Corpus({**CODINGS, "song": {"cat": [8], "ann": [3, 5]}}, texts=corpus.texts, groups=corpus.groups)
    assert corpus != CODINGS
    with pytest.raises(TypeError, match="unhashable"):
        hash(corpus)


def test_pickle_keeps_everything(corpus):
    copy = pickle.loads(pickle.dumps(corpus))
    assert copy == corpus
    assert copy.metadata == corpus.metadata
    assert copy.coder_names == corpus.coder_names


def test_it_cannot_be_changed(corpus):
    with pytest.raises(AttributeError, match="a Corpus cannot be changed"):
        corpus.types = ()
    with pytest.raises(TypeError):
        corpus["poem"]["ann"] = Segmentation.of([10])
    with pytest.raises(TypeError):
        corpus.metadata["source"] = "elsewhere"


def test_repr_is_a_summary(corpus):
    assert repr(corpus) == "<Corpus of 2 items and 3 coders: 5 codings (1 missing), 8 to 10 units per item>"
    assert repr(corpus.subset(coders=["ben"])) == "<Corpus of 1 item and 1 coder: 1 coding, 10 units per item>"


@pytest.mark.parametrize(
    ("codings", "error", "message"),
    [
        ({}, InputError, "the corpus is empty; expected at least one item with one coding"),
        ({"poem": {}}, InputError, "item 'poem' has no codings; expected at least one"),
        ({"poem": [2, 3]}, InputError, "item 'poem' is a list; expected coder -> segmentation"),
        ([2, 3], InputError, "codings are a list; expected item -> coder -> segmentation"),
        ({1: {"ann": [2]}}, InputError, "item name is 1; expected a string that is not empty"),
        ({"": {"ann": [2]}}, InputError, "item name is ''; expected a string that is not empty"),
        ({"poem": {2: [2]}}, InputError, "coder name is 2; expected a string that is not empty"),
        ({"poem": {"ann": [2, 0]}}, InputError, "item 'poem', coder 'ann': mass of segment 2 is 0"),
        ({"poem": {"ann": [2], "ben": "01x"}}, InputError, "item 'poem', coder 'ben': character 3"),
        ({"poem": {"ann": 7}}, InputError, "item 'poem', coder 'ann': int is not a segmentation"),
        (
            {"ch3": {"an1": [38], "an2": [37]}},
            MassMismatchError,
            "^item 'ch3': coder 'an2' covers 37 units, coder 'an1' covers 38$",
        ),
    ],
)
def test_codings_that_cannot_be_used(codings, error, message):
    with pytest.raises(error, match=message):
        Corpus(codings)


@pytest.mark.parametrize(
    ("extras", "message"),
    [
        ({"texts": {"poem": ["a"]}}, "item 'poem': the text has 1 units, the codings cover 2"),
        ({"texts": {"song": ["a"]}}, "there is a text for item 'song', but no coding of it"),
        (
            {"texts": {"poem": "ab"}},
            "item 'poem': units of the text are 'ab'; expected a list of strings",
        ),
        ({"texts": {"poem": [1, 2]}}, "item 'poem': the text must be a list of strings, one per unit"),
        ({"groups": {"ben": 1}}, "there is a group for coder 'ben', who coded nothing"),
    ],
)
def test_extras_that_do_not_fit(extras, message):
    with pytest.raises(InputError, match=message):
        Corpus({"poem": {"ann": [2]}}, **extras)


@pytest.mark.parametrize(
    ("items", "coders", "codings", "message"),
    [
        (["poem"], ["ann", "ben"], [[2], [2]], "1 items, 2 coders and 2 codings; expected columns of one length"),
        (["poem", "poem"], ["ann", "ann"], [[2], [2]], "item 'poem': coder 'ann' stands twice; expected one coding"),
        (["poem", "poem"], ["ann", "ben"], [[2], [-2]], "item 'poem', coder 'ben': mass of segment 1 is -2"),
        ([], [], [], "the corpus is empty"),
    ],
)
def test_columns_that_do_not_fit(items, coders, codings, message):
    with pytest.raises(InputError, match=message):
        Corpus.from_columns(items, coders, codings)


def test_other_codings_of_the_same_study():
    corpus = Corpus(
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
    with pytest.raises(InputError, match="columns of one length"):
        corpus.with_codings([[5]])
