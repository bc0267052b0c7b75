"""The table of pairs, and metrics bound to codings."""

from itertools import combinations

import numpy as np
import pytest

import seamark as sm
from seamark.metrics.names import METRICS
from seamark.metrics.pairs import Pairs

STUDY = sm.Corpus(
    {
        "poem": {"ann": [2, 3, 5], "ben": [5, 5], "cat": [10]},
        "song": {"ben": [4, 4], "cat": [3, 5]},
        "ode": {"ann": [7]},
    }
)
SONGS = [sm.LabelledSegmentation.from_labels(units) for units in ("AABB", "ABBB", "CCCC")]
CODINGS = {
    "boundaries": sm.Codings.of([[2, 3, 5], [5, 5], [4, 6]]),
    "labels": sm.Codings.of(SONGS),
    "levels": sm.Codings.of([sm.Hierarchy.from_labelled([one, SONGS[0]], nested=False) for one in SONGS]),
    "spans": sm.Codings.of([song.spans for song in SONGS]),
}


def test_every_two_codings_of_an_item():
    pairs = Pairs.within(STUDY)
    rows = [(a, b) for item in range(3) for a, b in combinations(np.flatnonzero(STUDY.item_index == item).tolist(), 2)]
    assert list(zip(pairs.a.tolist(), pairs.b.tolist(), strict=True)) == rows
    assert len(pairs) == 4
    assert pairs.item.tolist() == [0, 0, 0, 1]
    assert [STUDY.coder_names[coder] for coder in pairs.coded.coder[pairs.a].tolist()] == ["ann", "ann", "ben", "ben"]
    assert [STUDY.coder_names[coder] for coder in pairs.coded.coder[pairs.b].tolist()] == ["ben", "cat", "cat", "cat"]


@pytest.mark.parametrize("metric", [sm.S(), sm.B(n=3), sm.WindowDiff(k=2), sm.Rand()])
def test_sums_by_coding_and_by_two_coders(metric):
    bound, pairs = metric.bind(STUDY.codings), Pairs.within(STUDY)
    rows, sums = bound.count(pairs), bound.sums(pairs)
    for coding in range(len(STUDY.codings)):
        mine = (pairs.a == coding) | (pairs.b == coding)
        assert sums.of_codings[coding] == pytest.approx(rows[mine].sum(axis=0))
    for number, (first, second) in enumerate(zip(pairs.coded.first, pairs.coded.second, strict=True)):
        mine = (pairs.coded.coder[pairs.a] == first) & (pairs.coded.coder[pairs.b] == second)
        assert sums.of_coders[number] == pytest.approx(rows[mine].sum(axis=0))


@pytest.mark.parametrize("name", METRICS)
def test_pairs_by_row_number_are_the_rows_themselves(name):
    metric = METRICS[name]()
    for kind in metric.info.kinds:
        codings, pairs = CODINGS[kind], Pairs(np.array([0, 2, 1]), np.array([1, 0, 1]), np.zeros(3, dtype=int))
        bound = metric.bind(codings)
        assert bound.kind == kind
        taken = metric.bind(*pairs.taken(codings, codings))
        np.testing.assert_array_equal(bound.count(pairs), taken.count())
        np.testing.assert_array_equal(bound.scores(pairs), bound.metric.score_rows(taken.count()))
        np.testing.assert_array_equal(
            bound.count(pairs.swapped()), metric.bind(*pairs.swapped().taken(codings, codings)).count()
        )
        assert bound.count(pairs.part(slice(0))).shape == (0, len(metric.fields))
        assert taken.signature.name == name


def test_every_reference_with_the_coding_of_a_system():
    system = sm.Corpus({"song": {"mine": [8]}, "poem": {"mine": [9, 1]}})
    with pytest.raises(sm.InputError, match="mine has no item 'ode'"):
        Pairs.against(STUDY, system, "mine")
    pairs = Pairs.against(STUDY, system, may_lack=True)
    assert (pairs.a.tolist(), pairs.b.tolist(), pairs.item.tolist()) == (
        [0, 1, 2, 3, 4],
        [1, 1, 1, 0, 0],
        [0, 0, 0, 1, 1],
    )
    for given, error in (
        ({"elegy": {"mine": [3]}}, sm.InputError),
        ({"ode": {"mine": [7], "other": [7]}}, sm.InputError),
        ({"ode": {"mine": [8]}}, sm.MassMismatchError),
    ):
        with pytest.raises(error, match=next(iter(given))):
            Pairs.against(STUDY, sm.Corpus(given), may_lack=True)


def test_bind_refuses_what_a_metric_cannot_compare():
    labels, boundaries = CODINGS["labels"], CODINGS["boundaries"]
    with pytest.raises(sm.InputError, match="compares boundaries, not spans"):
        sm.Pk().bind(CODINGS["spans"])
    assert sm.Pk().bind(labels).kind == "boundaries"
    with pytest.raises(sm.InputError, match="expected one kind"):
        sm.S().bind(labels, boundaries)
    with pytest.raises(sm.InputError, match="expected a SegmentationArray"):
        sm.S().bind([[2, 3]])
    with pytest.raises(sm.InputError, match="3 segmentations cannot be paired with 1"):
        sm.S().bind(boundaries, sm.Codings.of([[10]])).count()
    assert sm.SpanF1().bind(labels).kind == "spans"
