"""Objects of other libraries as codings: of pyannote, mir_eval and spaCy, and arrays whose scalars are no keys."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import mir_eval
import numpy as np
import pandas
import polars
import pyarrow
import pytest
from pyannote.core import Annotation, Segment, Timeline

import seamark as sm


def annotation(*rows: tuple[float, float, str]) -> Annotation:
    made = Annotation(uri="talk")
    for number, (start, end, label) in enumerate(rows):
        made[Segment(start, end), number] = label
    return made


REFERENCE = annotation((0, 4.5, "A"), (4, 9, "B"))
HYPOTHESIS = annotation((0, 4, "x"), (4, 10.25, "y"))
AS_SPANS = [
    sm.Spans([(0, 4500, "A"), (4000, 9000, "B")], length=10_250),
    sm.Spans([(0, 4000, "x"), (4000, 10_250, "y")], length=10_250),
]


def test_annotations_are_scored_and_taken():
    expected = sm.der(*AS_SPANS)
    assert sm.der(REFERENCE, HYPOTHESIS) == expected
    assert sm.score(REFERENCE, HYPOTHESIS, "der").overall["der"].value == expected
    assert sm.score({"t": REFERENCE}, {"t": HYPOTHESIS}, "der").overall["der"].value == expected
    assert sm.score([REFERENCE], [HYPOTHESIS], "der,jer").overall["der"].value == expected
    corpus = sm.Corpus({"talk": {"ann": REFERENCE, "ben": HYPOTHESIS}})
    assert list(corpus["talk"].values()) == AS_SPANS
    edges = sm.Segmentation.from_positions([4000, 4500, 9000], 10_250)
    assert sm.Corpus({"talk": {"ann": REFERENCE, "ben": HYPOTHESIS}}, kind="boundaries")["talk"]["ann"] == edges
    boundaries = {"talk": {"ann": edges, "ben": sm.Segmentation.from_positions([4000], 10_250)}}
    assert sm.agree({"talk": {"ann": REFERENCE, "ben": HYPOTHESIS}}).value == sm.agree(boundaries).value
    assert sm.gamma({"talk": {"ann": REFERENCE, "ben": HYPOTHESIS}}, rng=1).value == sm.gamma(corpus, rng=1).value


def test_timelines_are_spans_without_labels():
    timelines = [Timeline([Segment(0, 4), Segment(6, 8)]), Timeline([Segment(1, 4)])]
    spans = [sm.Spans([(0, 4000), (6000, 8000)], length=8000), sm.Spans([(1000, 4000)], length=8000)]
    assert sm.span_f1(*timelines) == sm.span_f1(*spans)
    with pytest.raises(sm.InputError, match="shorter than a millisecond"):
        sm.Corpus({"t": {"c": Timeline([Segment(0, 0.0001)])}})


@dataclass
class Doc:
    tokens: list[str]
    ents: tuple[TokenSpan, ...] = ()
    sents: tuple[TokenSpan, ...] = ()

    def __len__(self) -> int:
        return len(self.tokens)

    def __iter__(self):
        return iter(self.tokens)

    def has_annotation(self, name: str) -> bool:
        return name == "SENT_START" and bool(self.sents)


@dataclass
class TokenSpan:
    doc: Doc
    start: int
    end: int
    label_: str = ""


def document(*entities: tuple[int, int, str], sentences: tuple[int, ...] = ()) -> Doc:
    made = Doc(list("abcdefghij"))
    made.ents = tuple(TokenSpan(made, *entity) for entity in entities)
    edges = (0, *sentences, 10) if sentences else ()
    made.sents = tuple(TokenSpan(made, *edge) for edge in pairwise(edges))
    return made


def test_documents_of_spacy():
    gold, found = document((0, 2, "PER"), (5, 6, "LOC"), sentences=(4,)), document((0, 2, "PER"), sentences=(5,))
    spans = [sm.Spans([(0, 2, "PER"), (5, 6, "LOC")], length=10), sm.Spans([(0, 2, "PER")], length=10)]
    assert sm.span_f1(gold, found) == sm.span_f1(*spans)
    assert sm.score({"d": gold}, {"d": found}, "B").overall["B"].value == sm.boundary_similarity([4, 6], [5, 5])
    assert sm.boundary_similarity(gold, found) == sm.boundary_similarity([4, 6], [5, 5])
    for given, coding in ((gold, spans[0]), (document(sentences=(4,)), sm.Segmentation.of([4, 6]))):
        assert sm.Corpus({"item": {"coder": given}})["item"]["coder"] == coding
    with pytest.raises(sm.InputError, match="has no sentences"):
        sm.similarity(document((0, 2, "PER")), found)


def test_intervals_of_mir_eval():
    one, other = (np.array(rows) for rows in ([[0, 2.5], [2.5, 4], [4, 9]], [[0, 2.0], [2.0, 9]]))
    theirs = mir_eval.segment.detection(one, other, window=0.5, trim=True)
    assert sm.precision_recall(one, other, tolerance=500) == pytest.approx(theirs)
    labels = (list("aba"), list("ab"))
    theirs = mir_eval.segment.pairwise(one, labels[0], other, labels[1], frame_size=0.001)
    assert sm.pairwise_f((one, labels[0]), (other, labels[1])).f == pytest.approx(theirs[2], abs=1e-3)
    assert sm.Corpus({"item": {"coder": (one, labels[0])}})["item"]["coder"] == sm.LabelledSegmentation.from_segments(
        [(2500, "a"), (1500, "b"), (5000, "a")]
    )
    for rows, says in (
        ([[0, 2.0], [3, 4]], "expected no gaps"),
        ([[0, np.nan]], "expected two times"),
        (np.empty((0, 2)), "there are no intervals"),
    ):
        with pytest.raises(sm.InputError, match=says):
            sm.Corpus({"t": {"c": np.array(rows)}})
    with pytest.raises(sm.InputError, match="3 intervals have 1 labels"):
        sm.Corpus({"t": {"c": (one, ["a"])}})


def test_a_placement_is_its_segmentation():
    placed = sm.place_chunks(["a b.", "c d.", "e f."], ["a b. c d.", "e f."])
    assert sm.similarity(placed, [2, 1]) == 1
    assert sm.score({"t": [2, 1]}, {"t": placed}, "S").overall["S"].value == 1


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: sm.der([(0, 4, "A")], [(0, 4, "A")]), "Spans"),
        (lambda: sm.jer([2, 3], [5]), "Spans"),
        (lambda: sm.span_f1(sm.Segmentation.of([2]), sm.Segmentation.of([2])), "Spans"),
        (lambda: sm.action_f1("AAB", "ABB"), "LabelledSegmentation.from_segments"),
        (lambda: sm.t_measure([2, 3], [5]), "Hierarchy.from_levels"),
    ],
)
def test_errors_name_the_class_that_is_expected(call, named):
    with pytest.raises(sm.InputError, match=named):
        call()


class Scalar:
    """As a number of torch: its hash is its identity, and a comparison gives another one."""

    ndim = 0

    def __init__(self, value):
        self._value = value

    def item(self):
        return self._value

    def __eq__(self, other):
        return Scalar(self._value == getattr(other, "_value", other))

    def __hash__(self):
        return id(self)

    def __bool__(self):
        return bool(self._value)

    def __index__(self):
        return self._value


class Tensor:
    """As an array of torch or JAX on another device: a list of scalars, which numpy cannot look into."""

    def __init__(self, values):
        self._values = np.asarray(values)
        self.ndim = self._values.ndim

    def tolist(self):
        return self._values.tolist()

    def __len__(self):
        return len(self._values)

    def __iter__(self):
        return (Scalar(value.item()) if self.ndim == 1 else Tensor(value) for value in self._values)

    def __array__(self, *_, **__):
        raise TypeError("move it to the processor first")


ARRAYS = {
    "numpy": np.array,
    "tensor": Tensor,
    "list of scalars": lambda values: list(Tensor(values)),
    "pandas": pandas.Series,
    "polars": polars.Series,
    "pyarrow": pyarrow.array,
}
A, B = [0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 0]


@pytest.mark.parametrize("array", ARRAYS.values(), ids=ARRAYS)
def test_arrays_of_every_library_say_the_same(array):
    assert sm.Segmentation.from_labels(array(A)).masses == (2, 2, 3)
    assert sm.Segmentation.of(array([2, 3])).masses == (2, 3)
    assert sm.Segmentation.from_positions(array([2, 5]), 9, array([1, 2])).types == (1, 2)
    assert sm.Spans.from_labels(array(A), background=0).spans == ((2, 4, 1), (4, 7, 2))
    labelled = [sm.LabelledSegmentation.from_labels(array(units)) for units in (A, B)]
    assert labelled[0].labels == (0, 1, 2)
    assert sm.unit_accuracy(*labelled) == 5 / 7


@pytest.mark.parametrize("scalar", [Scalar, np.array, np.int64])
def test_labels_that_are_scalars_of_other_libraries(scalar):
    song = sm.LabelledSegmentation.from_segments([(2, scalar(1)), (3, scalar(2)), (2, scalar(1))])
    assert song == sm.LabelledSegmentation.from_segments([(2, 1), (3, 2), (2, 1)])
    spans = sm.Spans([(0, 2, scalar(1)), (2, 4, scalar(1))], length=5)
    assert spans.categories == (1,)
    corpus = sm.Corpus({"talk": dict.fromkeys(("ann", "ben"), spans)})
    assert sm.unitizing_alpha(corpus).value == 1


@pytest.mark.parametrize("rows", [np.array([[0, 4], [4, 9]]), Tensor([[0, 4], [4, 9]])])
def test_rows_of_spans(rows):
    assert sm.Spans(rows, length=9) == sm.Spans([(0, 4), (4, 9)], length=9)
