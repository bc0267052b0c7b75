"""References, and the codings of a system beside them."""

import pytest

from seamark.base.errors import InputError, MassMismatchError
from seamark.evaluation.references import References
from seamark.model.corpus import Corpus
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation
from seamark.model.spans import Spans


def paired(reference, hypothesis, name="hypothesis"):
    references = References.of(reference)
    return references.codings, references.beside(hypothesis, name)


def masses(arrays):
    return [[segmentation.masses for segmentation in array] for array in arrays]


def test_two_single_segmentations():
    assert masses(paired([2, 3], "0010")) == [[(2, 3)], [(3, 2)]]


def test_one_reference_per_item_in_the_order_of_the_reference():
    pairs = paired({"b": [2, 3], "a": [4]}, {"a": [1, 3], "b": [5]})
    assert masses(pairs) == [[(2, 3), (4,)], [(5,), (1, 3)]]


def test_several_references_per_item_repeat_the_hypothesis():
    pairs = paired({"a": {"ann": [2, 3], "ben": [5]}, "b": {"ben": [4]}}, {"a": [1, 4], "b": [2, 2]})
    assert masses(pairs) == [[(2, 3), (5,), (4,)], [(1, 4), (1, 4), (2, 2)]]


def test_a_corpus_on_either_side():
    humans = Corpus({"a": {"ann": [2, 3], "ben": [5]}})
    system = Corpus({"a": {"tiler": [1, 4]}})
    assert masses(paired(humans, system)) == [[(2, 3), (5,)], [(1, 4), (1, 4)]]


def test_types_are_kept():
    typed = Segmentation.from_sets([{"x"}, set()])
    references, hypotheses = paired({"a": typed}, {"a": [3]})
    assert references[0] == typed
    assert references.types == ("x",)
    assert hypotheses[0].masses == (3,)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "error", "message"),
    [
        ({"a": [5]}, {}, InputError, "tiler has no item 'a'"),
        ({}, {}, InputError, "the reference has no items; expected at least one"),
        ({"a": [5]}, {"a": [2, 0]}, InputError, "mass of segment 2 is 0; a mass is at least 1"),
        ({"a": [5]}, {"a": [5], "b": [4]}, InputError, "tiler has item 'b', which the reference does not have"),
        ({"a": [5]}, {"a": [4]}, MassMismatchError, "item 'a': the reference covers 5 units, tiler covers 4"),
        (
            {"a": {"ann": [5], "ben": [5]}, "b": {"ben": [3, 3]}},
            {"a": [5], "b": [7]},
            MassMismatchError,
            "item 'b': coder 'ben' covers 6 units, tiler covers 7",
        ),
        (
            {"a": {"ann": Spans([], length=5)}},
            {"a": LabelledSegmentation.from_labels("AAAAB")},
            InputError,
            "item 'a': coder 'ann' has spans, tiler has labels; expected one kind",
        ),
        (
            {"a": Spans([], length=5)},
            {"a": Spans([], length=6)},
            MassMismatchError,
            "item 'a': the reference covers 5 units, tiler covers 6",
        ),
        ({"a": [5]}, {"a": {"x": [5], "y": [5]}}, InputError, "tiler has 2 codings of item 'a'; expected one"),
        ({"a": [5]}, {"a": {}}, InputError, "tiler has 0 codings of item 'a'; expected one"),
        (
            {"a": [5]},
            [5],
            InputError,
            "reference and hypotheses must both be single segmentations, or both be given per item",
        ),
        (
            [5],
            {"a": [5]},
            InputError,
            "reference and hypotheses must both be single segmentations, or both be given per item",
        ),
    ],
)
def test_faults_name_the_item_and_the_coder(reference, hypothesis, error, message):
    with pytest.raises(error) as caught:
        paired(reference, hypothesis, name="tiler")
    assert str(caught.value) == message


def test_coders_are_numbered_in_the_order_of_their_first_coding():
    mapping = {"a": {"ben": [2, 3]}, "b": {"ann": [4], "ben": [1, 3]}}
    # The corpus knows ann first, and her only coding stands behind one by ben.
    corpus = Corpus.from_columns(["b", "a", "b"], ["ann", "ben", "ben"], [[4], [2, 3], [1, 3]])
    for reference in (mapping, corpus.subset(items=["a", "b"])):
        found = References.of(reference)
        named = {(found.items[i], found.coders[c]) for i, c in zip(found.item, found.coder, strict=True)}
        assert named == {("a", "ben"), ("b", "ann"), ("b", "ben")}
    assert References.of(mapping).coders == ("ben", "ann")
