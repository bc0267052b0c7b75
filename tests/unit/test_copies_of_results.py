"""Results can be pickled and copied, so that they can go to other processes and into caches."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import numpy as np
import pytest

import seamark as sm
from seamark.base.results import FrozenMapping
from seamark.charts import full_misses
from seamark.reproduce.run import reproduce

HUMANS = sm.Corpus(
    {
        "poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]},
        "song": {"ann": [4, 4], "ben": [4, 4], "cat": [3, 5]},
        "ode": {"ann": [5, 5], "ben": [5, 5], "cat": [10]},
    },
    texts={"song": ["line"] * 8},
    groups={"ann": "readers"},
    metadata={"title": "Verse"},
)
SPANS = sm.Corpus(
    {
        "talk": {
            "ann": sm.Spans([(2, 8, "A"), (12, 16, "B")], length=20),
            "ben": sm.Spans([(3, 9, "A")], length=20),
            "cat": sm.Spans([], length=20),
        }
    }
)
ONE = {"poem": [2, 9], "song": [4, 4], "ode": [10]}
OTHER = {"poem": [11], "song": [8], "ode": [5, 5]}

RESULTS = {
    "corpus": lambda: HUMANS,
    "agree": lambda: sm.agree(HUMANS, ci=0.95, resamples=20, rng=1),
    "diagnose": lambda: sm.diagnose(HUMANS),
    "count_misses": lambda: sm.count_misses(HUMANS),
    "majority_opinion": lambda: sm.majority_opinion(HUMANS, threshold=2),
    "nominal_agreement": lambda: sm.nominal_agreement(HUMANS),
    "span_corpus": lambda: SPANS,
    "unitizing_alpha": lambda: sm.unitizing_alpha(SPANS),
    "gamma": lambda: sm.gamma(SPANS, precision=0.5, rng=1),
    "align_spans": lambda: sm.align_spans(SPANS["talk"]),
    "boundary_alpha": lambda: sm.boundary_alpha(HUMANS),
    "shuffled_agreement": lambda: sm.shuffled_agreement(HUMANS, shuffles=5, rng=1),
    "consensus": lambda: sm.consensus(HUMANS, "model"),
    "disputed_places": lambda: sm.disputed_places(HUMANS),
    "plan": lambda: sm.plan(rates=sm.CoderRates(), target_width=0.4, rng=1),
    "compare": lambda: sm.compare(HUMANS, {"one": ONE}, draws=2, rng=1),
    "compare_systems": lambda: sm.compare_systems(HUMANS, {"one": ONE, "other": OTHER}, resamples=20, rng=1),
    "audit": lambda: sm.audit(HUMANS, {"one": ONE, "other": OTHER}),
    "baselines": lambda: sm.baselines(HUMANS, draws=2, rng=1),
    "segment_texts": lambda: sm.segment_texts({"song": ["a line"] * 8}, sm.Chunks(3)),
    "segmenters": lambda: (sm.Chunks(3), sm.Separators(10), sm.TextTiling()),
    "result": lambda: sm.S().compare([2, 3], [5]),
    "mean": lambda: sm.mean_score(sm.S(), [[2, 3]], [[5]]),
    "confusion": lambda: sm.boundary_confusion(
        sm.Segmentation.from_sets([{1}, {2}]), sm.Segmentation.from_sets([{1}, {1}])
    ),
    "scenario": lambda: full_misses(8),
    "place_chunks": lambda: sm.place_chunks("a b. c d.", ["a b.", "X", "c d."], max_lost=0.5),
    "reproduce": lambda: reproduce(["examples"]),
}


def same(one: object, other: object) -> bool:
    """Whether two results hold the same; those that hold arrays do not compare themselves."""
    if type(one) is not type(other):
        return False
    if dataclasses.is_dataclass(one) and not isinstance(one, type):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in dataclasses.fields(one))
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    if isinstance(one, dict | FrozenMapping):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, sm.SegmentationArray):
        return list(one) == list(other)
    return one == other or (one != one and other != other)  # not a number


@pytest.mark.parametrize("name", RESULTS)
def test_pickled_and_copied(name):
    result = RESULTS[name]()
    for made in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result), copy.copy(result)):
        assert same(result, made)


def test_what_results_hold_cannot_be_changed():
    scores = sm.compare_systems(HUMANS, {"one": ONE, "other": OTHER}, resamples=20, rng=1).systems[0].scores
    with pytest.raises(TypeError):
        scores["poem"] = 1.0
    assert not same(scores, FrozenMapping({"poem": 2.0}))
