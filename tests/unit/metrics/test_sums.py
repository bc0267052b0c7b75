"""Sums of counts and scores, which parts of the data can be added up from."""

import math
import operator
import pickle
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import seamark as sm
from seamark.metrics.sums import Layout, Scored, ScoreSums, Sums, Tree, part_names, summed
from tests.metrics.case import BOUNDARY_METRICS
from tests.unit.scale.pairs import random_pairs


@given(st.lists(st.integers()))
def test_tree_adds_everything_once(numbers):
    tree = Tree(operator.add)
    for number in numbers:
        tree.add(number)
    assert (tree.total() or 0) == sum(numbers)


@given(st.lists(st.text(max_size=2), min_size=1))
def test_tree_keeps_the_order(parts):
    tree = Tree(operator.add)
    for part in parts:
        tree.add(part)
    assert tree.total() == "".join(parts)


def test_tree_is_balanced():
    tree = Tree(lambda one, other: 1 + max(one, other))
    for _ in range(1000):
        tree.add(0)
    assert tree.total() <= 11


def test_sums_of_groups():
    one = Sums(np.array([1.0]), {"a": np.array([1.0])})
    other = Sums(np.array([5.0]), {"a": np.array([2.0]), None: np.array([3.0])})
    both = one + other
    assert both.overall.tolist() == [6.0]
    assert {key: vector.tolist() for key, vector in both.groups.items()} == {"a": [3.0], None: [3.0]}
    assert one.groups["a"].tolist() == [1.0]


REFERENCES, HYPOTHESES = random_pairs(200, 3, heaviest=40)


@pytest.mark.parametrize("name", BOUNDARY_METRICS)
def test_means_of_all_pairs(name):
    metric = BOUNDARY_METRICS[name]()
    rows = sm.count_pairs(metric, REFERENCES, HYPOTHESES)
    sums = ScoreSums.of(metric, rows)
    scores = [score for score in sm.score_pairs(metric, REFERENCES, HYPOTHESES).tolist() if not math.isnan(score)]
    assert (sums.pairs, sums.undefined) == (200, 200 - len(scores))
    assert sums.macro == pytest.approx(fmean(scores), rel=1e-12)
    assert sums.micro == pytest.approx(float(metric.score_rows(sum(rows))), rel=1e-12)
    assert list(sums.counts) == list(metric.fields)
    assert tuple(sums.macro_parts) == tuple(sums.micro_parts) == part_names(metric)
    for part in part_names(metric):
        values = [value for value in metric.part_rows(rows)[part].tolist() if not math.isnan(value)]
        assert sums.macro_parts[part] == pytest.approx(fmean(values), rel=1e-12)


@pytest.mark.parametrize("name", BOUNDARY_METRICS)
def test_parts_of_the_data_add_up(name):
    metric = BOUNDARY_METRICS[name]()
    rows = sm.count_pairs(metric, REFERENCES, HYPOTHESES)
    whole = ScoreSums.of(metric, rows)
    joined = ScoreSums.of(metric, rows[:70]) + ScoreSums.of(metric, rows[70:71]) + ScoreSums.of(metric, rows[71:])
    assert (joined.pairs, joined.undefined) == (whole.pairs, whole.undefined)
    assert joined.macro == pytest.approx(whole.macro, rel=1e-12)
    assert joined.micro == pytest.approx(whole.micro, rel=1e-12)
    assert joined.signature == whole.signature


def test_one_vector_for_several_metrics():
    metrics = tuple(metric() for metric in BOUNDARY_METRICS.values())
    scored = [Scored.of(metric, sm.count_pairs(metric, REFERENCES, HYPOTHESES)) for metric in metrics]
    vector = summed(scored)
    layout = Layout(metrics)
    assert len(vector) == layout.width
    for sums, one in zip(layout.split(vector, [metric.signature() for metric in metrics]), scored, strict=True):
        assert sums.to_dict() == one.summed(sums.metric).to_dict()


def test_different_outcomes_of_a_rule_are_left_out_of_the_signature():
    rows = sm.count_pairs(sm.Pk(), [[5, 5]], [[10]])
    one, other = (sm.Signature.parse(f"pk|conv:x|k:half-mean={k}|v:1") for k in (2, 3))
    joined = ScoreSums.of(sm.Pk(), rows, one) + ScoreSums.of(sm.Pk(), rows, other)
    assert str(joined.signature) == "pk|conv:x|k:half-mean|v:1"
    assert str(joined.signature_of("micro")) == "pk|conv:x|k:half-mean|avg:micro|pairs:2|v:1"
    assert str((joined + joined).signature) == "pk|conv:x|k:half-mean|v:1"


def test_nothing_has_no_mean():
    sums = ScoreSums.of(sm.S(), np.zeros((0, 2)))
    assert math.isnan(sums.macro)
    assert math.isnan(sums.micro)
    assert sums.to_dict()["macro"] is None
    assert pickle.loads(pickle.dumps(sums)).to_dict() == sums.to_dict()
