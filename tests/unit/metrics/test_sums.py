"""Sums of counts and scores, which parts of the data can be added up from."""

import math
import pickle

import numpy as np
import pytest

import seamark as sm
from seamark.metrics.sums import ScoreSums
from tests.metrics.case import BOUNDARY_METRICS
from tests.unit.scale.pairs import random_pairs

REFERENCES, HYPOTHESES = random_pairs(200, 3, heaviest=40)


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


def test_the_counts_of_a_pair_without_a_score_are_in_the_micro_mean():
    """A reference without a boundary has no miss rate; its false alarms are false alarms all the same."""
    result = sm.mean_score(sm.Georgescul(k=2), [[5, 5], [10]], [[5, 5], [1] * 10], average="micro")
    # Of 2 x 8 windows two hold a reference boundary, none of which is missed, and in eight the hypothesis has too many.
    assert (result.value, result.undefined) == ((0 / 2 + 8 / 16) / 2, 1)
