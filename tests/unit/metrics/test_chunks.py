"""Scores of chunks and scores against several annotators: what one row does not say."""

import numpy as np
import pytest

import seamark as sm
from tests.metrics.chunks import FOLDED, TOUCHING, every_count
from tests.random_models import turns


def test_the_worked_example():
    """FIELDS.md 8.5."""
    found = sm.chunk_scores(*reversed(FOLDED))
    assert (found.whole, found.pieces, found.touched, found.lost) == (1, 1, 2, 0)
    assert dict(found.per_question) == {"q1": 14 / 30, "q2": 3 / 10}
    assert found.omega == pytest.approx((14 / 30 + 3 / 10) / 2)
    assert found.overlap == pytest.approx(1 / 3)
    assert (found.sizes.count, found.sizes.median, found.sizes.smallest, found.sizes.largest) == (3, 10, 10, 20)
    assert (sm.chunk_scores(*reversed(TOUCHING)).omega, sm.chunk_scores(*reversed(TOUCHING)).touched) == (1, 1)


#: Counts that parts have the names of, so that the case of the metric does not compare them.
COUNTED = ("touched", "whole", "pieces")


def test_pieces_and_touched_as_they_are_counted():
    rng = np.random.default_rng(8)
    for _ in range(300):
        length = int(rng.integers(3, 25))
        spans, chunks = (sm.Spans(turns(rng, length, names), length=length) for names in ("PQ", "x"))
        if len(spans):
            row = sm.ChunkFit().counts(spans, chunks)
            expected = every_count(spans, chunks)
            assert [row[name] for name in COUNTED] == [expected[name] for name in COUNTED]


def test_nothing_to_score():
    span = sm.Spans([(2, 4, "q")], length=9)
    with pytest.raises(sm.UndefinedScoreError):
        sm.chunk_scores([4, 5], sm.Spans([], length=9))
    none = sm.chunk_scores(sm.Spans([], length=9), span)
    assert (none.whole, none.pieces, none.omega, none.lost, none.sizes.count) == (0, 0, 0, 1, 0)
    assert np.isnan(none.overlap)
    assert sm.chunk_scores([4, 5], span).whole == 1  # a segmentation stands for its segments
    with pytest.raises(sm.MassMismatchError):
        sm.chunk_scores([4, 4], span)


THREE = {"ann": [10, 10, 25], "ben": [10, 35], "cat": [5, 40]}


def test_several_annotators():
    """FIELDS.md 8.4."""
    assert sm.annotator_f(THREE, [10, 10, 25]) == (1, 1, 1)
    assert sm.annotator_covering(THREE, [10, 10, 25]) == pytest.approx(0.7963, abs=5e-5)
    assert sm.annotator_f({"ann": [9]}, [9]) == (1, 1, 1)  # 0 is everybody's
    found = sm.annotator_f({"ann": [6, 2, 12]}, [7, 5, 8], tolerance=1)
    assert found == (2 / 3, 2 / 3, pytest.approx(2 / 3))


@pytest.mark.parametrize(
    ("annotators", "hypothesis", "options"),
    [({}, [3], {}), ({"ann": [3]}, [4], {}), ([[3]], [3], {}), ({"ann": [3]}, [3], {"tolerance": -1})],
)
def test_annotators_that_do_not_fit(annotators, hypothesis, options):
    with pytest.raises(sm.InputError):
        sm.annotator_f(annotators, hypothesis, **options)


def test_answers_that_are_cut_are_shortened_in_the_table():
    answers, chunks = sm.Spans([(80, 220, "q")], length=300), sm.Spans([(0, 150), (150, 300)], length=300)
    found = sm.compare_chunkers({"book": answers}, {"fixed": {"book": chunks}}, texts={"book": "abc" * 100}, rng=0)
    assert found.cut_table().rows[0][-1] == f"{found.cut[0].text[:119]}…"
