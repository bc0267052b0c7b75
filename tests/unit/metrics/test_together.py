from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark import B, EditWeights, Pk, S, Segmentation, SegmentationArray, WindowDiff
from seamark.metrics.conventions import CONVENTIONS
from seamark.metrics.registry import BOUNDARY_METRICS
from seamark.metrics.together import count_together
from tests.strategies import mass_pairs

#: Every metric as it comes, and the four that share a pass with every option that changes what they count.
CHOICES = [
    *(metric() for metric in BOUNDARY_METRICS.values()),
    *(S(n) for n in (3, 5)),
    S(types=3),
    S(weights=EditWeights(addition=0.3, transposition=0.9)),
    S(weights=EditWeights(transposition=0.0, scale="unit")),
    *(B(n) for n in (3, 10)),
    B(weights=EditWeights(addition=0.1, transposition=1.0)),
    *(WindowDiff(k) for k in (1, 4, 200)),
    WindowDiff(padding="lamprier"),
    *(WindowDiff(convention=c.name) for c in CONVENTIONS.values() if "windowdiff" in c.metrics),
    *(Pk(convention=c.name) for c in CONVENTIONS.values() if "pk" in c.metrics),
    Pk(k=3),
]


def assert_same(metrics, a, b):
    together = count_together(metrics, a, b)
    for metric, rows in zip(metrics, together, strict=True):
        np.testing.assert_array_equal(rows, metric.count_pairs(a, b), err_msg=repr(metric), strict=True)


@given(st.lists(mass_pairs(max_segments=14, max_mass=60), max_size=6), st.permutations(CHOICES))
def test_together_counts_what_each_counts_alone(pairs, metrics):
    a = SegmentationArray.from_masses(one for one, _ in pairs)
    b = SegmentationArray.from_masses(other for _, other in pairs)
    assert_same(metrics[:8], a, b)


def test_all_metrics_on_texts_of_every_size():
    rng = np.random.default_rng(5)
    sides = [], []
    for mass in [1, 2, 3, 63, 64, 65, 128, 255, 256, 257, 400, 511, 512, 513, 2000, 10**6, 2**40] * 20:
        for side in sides:
            most = min(mass - 1, int(rng.choice([0, 1, 5, 20, 200])))
            cuts = np.unique(rng.integers(1, max(mass, 2), most)).tolist()
            side.append(Segmentation.from_positions([cut for cut in cuts if cut < mass], mass))
    a, b = (SegmentationArray.from_segmentations(side) for side in sides)
    assert_same(CHOICES, a, b)


def test_several_types():
    a, b = (SegmentationArray.from_segmentations([Segmentation.from_sets(sets)]) for sets in ([{1}, {2}], [{2}, {2}]))
    assert_same([S(), B()], a, b)


def test_no_pairs():
    none = SegmentationArray.from_masses([])
    assert [rows.shape for rows in count_together([S(), WindowDiff(), BOUNDARY_METRICS["ghd"]()], none, none)] == [
        (0, 2),
        (0, 3),
        (0, len(BOUNDARY_METRICS["ghd"].fields)),
    ]


@dataclass(frozen=True)
class Doubled(S):
    def count_pairs(self, a, b):
        return 2 * super().count_pairs(a, b)


def test_a_derived_metric_is_asked_itself():
    a, b = SegmentationArray.from_masses([[5, 5]]), SegmentationArray.from_masses([[10]])
    assert count_together([Doubled(), S()], a, b)[0].tolist() == [[18, 2]]


@pytest.mark.parametrize("option", [{"types": 2}, {"types": ("a", "b")}])
def test_types_of_the_study(option):
    a, b = SegmentationArray.from_masses([[10]]), SegmentationArray.from_masses([[10]])
    assert_same([S(**option)], a, b)
