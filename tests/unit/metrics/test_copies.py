"""Whatever a user can hold in hand can be pickled, sent elsewhere and copied, and is then the same."""

import copy
import dataclasses
import pickle

import numpy as np
import pytest

import seamark as sm
from seamark.metrics.windows import CONVENTIONS
from tests.metrics.case import BOUNDARY_METRICS

A, B = [5, 5, 5, 5], [5, 6, 9]
TYPED = sm.Segmentation.from_sets([{1}, set(), {1, "x"}]), sm.Segmentation.from_sets([{"x"}, {1}, {1}])
CORPUS = sm.Corpus(
    {"poem": {"ann": [2, 3], "ben": [5]}, "tale": {"ann": [4, 4]}},
    texts={"poem": ["a", "b", "c", "d", "e"]},
    groups={"ann": "old", "ben": "new"},
)
ALIGNMENT = sm.align(*TYPED, n=3)

THINGS = {
    **{f"{name} result": metric().compare(A, B) for name, metric in BOUNDARY_METRICS.items()},
    **{f"{name} metric": metric() for name, metric in BOUNDARY_METRICS.items()},
    "S with options": sm.S(n=3, weights=sm.EditWeights(scale="unit"), types=(1, "x")),
    "weights": sm.EditWeights(0.5, ordinal=True),
    "signature": sm.S().signature(),
    "convention": CONVENTIONS["nltk"],
    "info": sm.S.info,
    "counts": sm.S().counts(A, B),
    "confusion": sm.boundary_confusion(*TYPED, types=[1, "x"]),
    "window confusion": sm.win_pr(A, B),
    "precision and recall": sm.precision_recall(A, B),
    "mean": sm.mean_score(sm.S(), [A, A], [B, A]),
    "alignment": ALIGNMENT,
    "edit": ALIGNMENT.additions,
    "segmentation": TYPED[0],
    "segmentation without boundaries": sm.Segmentation.from_masses([7]),
    "array": sm.SegmentationArray.from_masses([A, B]),
    "array of types": sm.SegmentationArray.from_segmentations(TYPED),
    "part of an array": sm.SegmentationArray.from_segmentations([*TYPED, [4], *TYPED])[1:4],
    "empty array": sm.SegmentationArray.from_masses([]),
    "corpus": CORPUS,
    "item of a corpus": CORPUS["poem"],
    "masses of a corpus": CORPUS.lengths,
}


def same(one, other) -> bool:
    """Equal in all parts, where parts may be arrays and not-a-number equals itself."""
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    if dataclasses.is_dataclass(one):
        names = [field.name for field in dataclasses.fields(one)]
        return type(one) is type(other) and all(same(getattr(one, name), getattr(other, name)) for name in names)
    return type(one) is type(other) and one == other


@pytest.mark.parametrize("thing", THINGS.values(), ids=THINGS.keys())
def test_pickles_and_copies_are_the_same(thing):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert same(pickle.loads(pickle.dumps(thing, protocol)), thing)
    assert same(copy.deepcopy(thing), thing)
    assert same(copy.copy(thing), thing)


def test_same_tells_things_apart():
    assert not same(sm.S().compare(A, B), sm.S().compare(A, A))
    assert not same(sm.S(), sm.B())
    assert not same(THINGS["mean"], sm.mean_score(sm.S(), [A, A], [B, B]))
    assert not same(THINGS["array"], sm.SegmentationArray.from_masses([A, A]))


def test_copies_cannot_be_changed_either():
    result = pickle.loads(pickle.dumps(sm.S().compare(A, B)))
    with pytest.raises(TypeError):
        result.counts["distance"] = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.value = 1.0
