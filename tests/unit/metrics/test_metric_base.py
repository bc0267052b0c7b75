"""What the base class gives to a metric, seen on a metric of three lines."""

from typing import ClassVar

import numpy as np
import pytest

from seamark import (
    BoundaryConfusion,
    Metric,
    MetricInfo,
    Result,
    Signature,
    UndefinedScoreError,
    __version__,
    score_pairs,
)
from seamark.kernels.columns import marks_of
from seamark.metrics.counting import ratio_or


class BoundaryRatio(Metric):
    """Boundaries of the hypothesis per boundary of the reference: undefined where the reference has none."""

    power: int = 1

    info: ClassVar[MetricInfo] = MetricInfo("ratio", "boundary ratio", "nobody", best=0.0, worst=float("inf"))
    fields: ClassVar[tuple[str, ...]] = ("reference", "hypothesis")

    def _count(self, a, b):
        return marks_of(a), marks_of(b)

    def _score(self, reference, hypothesis):
        return ratio_or(hypothesis, reference) ** self.power

    def _parts(self, reference, hypothesis):
        return {"total": reference + hypothesis}

    def _shown(self, bound):
        return (len(bound.a.masses),)

    def _options(self, pairs="any"):
        return {"power": self.power, "pairs": pairs}


RATIO = BoundaryRatio()


def test_compare_gives_value_counts_signature_and_parts():
    result = RATIO.compare([2, 3, 5], [1, 1, 1, 7])
    assert isinstance(result, Result)
    assert result.value == 1.5
    assert dict(result.counts) == {"reference": 2, "hypothesis": 3}
    assert dict(result.parts) == {"total": 5.0}
    assert result.signature == Signature("ratio", (("power", "1"), ("pairs", "1"), ("v", __version__)))
    assert str(result) == f"1.5000  ratio|power:1|pairs:1|v:{__version__}"


def test_whole_counts_are_ints_and_others_floats():
    counts = BoundaryConfusion().counts([5, 5, 5, 5], [5, 6, 9])
    assert {name: (type(count), count) for name, count in counts.items()} == {
        "true_positives": (float, 1.5),
        "false_positives": (int, 0),
        "false_negatives": (int, 1),
    }


def test_undefined_is_an_error_for_one_pair_and_nan_for_many():
    with pytest.raises(UndefinedScoreError) as caught:
        RATIO.compare([5], [2, 3])
    assert str(caught.value) == "boundary ratio is undefined for the counts {'reference': 0, 'hypothesis': 1}"
    scores = score_pairs(RATIO, [[5], [2, 3]], [[2, 3], [2, 3]])
    assert np.isnan(scores[0])
    assert scores[1] == 1.0


def test_an_unfinished_metric_cannot_be_made():
    class Unfinished(Metric):
        pass

    with pytest.raises(TypeError, match="abstract"):
        Unfinished()
