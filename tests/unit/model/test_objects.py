"""Objects of other libraries as codings: pyannote and mir_eval themselves, spaCy by objects of the same interface."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

import mir_eval
import numpy as np
import pytest
from pyannote.core import Annotation, Segment, Timeline
from pyannote.metrics.diarization import DiarizationErrorRate

import seamark as sm
from seamark import InputError, LabelledSegmentation, Segmentation, Spans


def annotation(*rows: tuple[float, float, str]) -> Annotation:
    made = Annotation(uri="talk")
    for number, (start, end, label) in enumerate(rows):
        made[Segment(start, end), number] = label
    return made


REFERENCE = annotation((0, 4.5, "A"), (4, 9, "B"))
HYPOTHESIS = annotation((0, 4, "x"), (4, 10.25, "y"))
AS_SPANS = [
    Spans([(0, 4500, "A"), (4000, 9000, "B")], length=10_250),
    Spans([(0, 4000, "x"), (4000, 10_250, "y")], length=10_250),
]


# ------------------------------------------------------------------------------------------------------------ pyannote


@pytest.mark.filterwarnings("ignore")
def test_error_rates_of_annotations_are_those_of_pyannote():
    rng = Random(5)  # noqa: S311
    for _ in range(40):
        sides = []
        for names in ("AB", "xyz"):
            edges = sorted(rng.sample(range(1, 400), 6))
            sides.append(
                annotation(*((a / 8, b / 8, rng.choice(names)) for a, b in zip(edges[::2], edges[1::2], strict=True)))
            )
        assert sm.der(*sides) == pytest.approx(DiarizationErrorRate()(*sides), abs=1e-12)


def test_annotations_are_scored_and_loaded():
    expected = sm.der(*AS_SPANS)
    assert sm.score(REFERENCE, HYPOTHESIS, "der").overall["der"].value == expected
    assert sm.score({"t": REFERENCE}, {"t": HYPOTHESIS}, "der").overall["der"].value == expected
    assert sm.score([REFERENCE], [HYPOTHESIS], "der,jer").overall["der"].value == expected
    corpus = sm.load({"talk": {"ann": REFERENCE, "ben": HYPOTHESIS}})
    assert list(corpus["talk"].values()) == AS_SPANS
    assert sm.load(REFERENCE)["talk"]["coder"] == Spans(AS_SPANS[0], length=9000)
    edges = Segmentation.from_positions([4000, 4500, 9000], 10_250)
    assert sm.load({"talk": {"ann": REFERENCE, "ben": HYPOTHESIS}}, kind="boundaries")["talk"]["ann"] == edges
    boundaries = {"talk": {"ann": edges, "ben": Segmentation.from_positions([4000], 10_250)}}
    assert sm.agree({"talk": {"ann": REFERENCE, "ben": HYPOTHESIS}}).value == sm.agree(boundaries).value
    assert sm.gamma({"talk": {"ann": REFERENCE, "ben": HYPOTHESIS}}, rng=1).value == sm.gamma(corpus, rng=1).value


def test_timelines_are_spans_without_labels():
    timelines = [Timeline([Segment(0, 4), Segment(6, 8)]), Timeline([Segment(1, 4)])]
    spans = [Spans([(0, 4000), (6000, 8000)], length=8000), Spans([(1000, 4000)], length=8000)]
    assert sm.span_f1(*timelines) == sm.span_f1(*spans)
    with pytest.raises(InputError, match="shorter than a millisecond"):
        sm.load(Timeline([Segment(0, 0.0001)]))


# --------------------------------------------------------------------------------------------------------------- spaCy


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


@dataclass
class SpanGroup:
    doc: Doc
    spans: list[TokenSpan] = field(default_factory=list)

    def __iter__(self):
        return iter(self.spans)


def document(*entities: tuple[int, int, str], sentences: tuple[int, ...] = ()) -> Doc:
    made = Doc(list("abcdefghij"))
    made.ents = tuple(TokenSpan(made, *entity) for entity in entities)
    edges = (0, *sentences, 10) if sentences else ()
    made.sents = tuple(TokenSpan(made, *edge) for edge in pairwise(edges))
    return made


def test_documents_of_spacy():
    gold, found = document((0, 2, "PER"), (5, 6, "LOC"), sentences=(4,)), document((0, 2, "PER"), sentences=(5,))
    spans = [Spans([(0, 2, "PER"), (5, 6, "LOC")], length=10), Spans([(0, 2, "PER")], length=10)]
    assert sm.span_f1(gold, found) == sm.span_f1(*spans)
    assert sm.score({"d": gold}, {"d": found}, "B").overall["B"].value == sm.boundary_similarity([4, 6], [5, 5])
    assert sm.boundary_similarity(gold, found) == sm.boundary_similarity([4, 6], [5, 5])
    assert sm.load(gold)["item"]["coder"] == spans[0]
    assert sm.load(document(sentences=(4,)))["item"]["coder"] == Segmentation.of([4, 6])
    assert (
        sm.load(gold.ents[0])["item"]["coder"] == sm.load(SpanGroup(gold, [gold.ents[0]]))["item"]["coder"] == spans[1]
    )
    assert sm.span_f1(list(gold.ents), list(found.ents)) == sm.span_f1(*spans)
    with pytest.raises(InputError, match="has no sentences"):
        sm.similarity(document((0, 2, "PER")), found)


# ------------------------------------------------------------------------------------------------ mir_eval and our own


def test_intervals_of_mir_eval():
    one, other = (np.array(rows) for rows in ([[0, 2.5], [2.5, 4], [4, 9]], [[0, 2.0], [2.0, 9]]))
    theirs = mir_eval.segment.detection(one, other, window=0.5, trim=True)
    assert sm.precision_recall(one, other, tolerance=500) == pytest.approx(theirs)
    labels = (list("aba"), list("ab"))
    theirs = mir_eval.segment.pairwise(one, labels[0], other, labels[1], frame_size=0.001)
    assert sm.pairwise_f((one, labels[0]), (other, labels[1])).f == pytest.approx(theirs[2], abs=1e-3)
    assert sm.load((one, labels[0]))["item"]["coder"] == LabelledSegmentation.from_segments(
        [(2500, "a"), (1500, "b"), (5000, "a")]
    )
    for rows, says in (
        ([[0, 2.0], [3, 4]], "expected no gaps"),
        ([[0, np.nan]], "expected two times"),
        (np.empty((0, 2)), "there are no intervals"),
    ):
        with pytest.raises(InputError, match=says):
            sm.load(np.array(rows))
    with pytest.raises(InputError, match="3 intervals have 1 labels"):
        sm.load((one, ["a"]))


def test_a_placement_is_its_segmentation():
    placed = sm.place_chunks(["a b.", "c d.", "e f."], ["a b. c d.", "e f."])
    assert sm.similarity(placed, [2, 1]) == 1
    assert sm.score({"t": [2, 1]}, {"t": placed}, "S").overall["S"].value == 1


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: sm.der([(0, 4, "A")], [(0, 4, "A")]), "Spans"),
        (lambda: sm.jer([2, 3], [5]), "Spans"),
        (lambda: sm.span_f1(Segmentation.of([2]), Segmentation.of([2])), "Spans"),
        (lambda: sm.action_f1("AAB", "ABB"), "LabelledSegmentation.from_segments"),
        (lambda: sm.t_measure([2, 3], [5]), "Hierarchy.from_levels"),
    ],
)
def test_errors_name_the_class_that_is_expected(call, named):
    with pytest.raises(InputError, match=named):
        call()
