from hypothesis import given
from hypothesis import strategies as st

from seamark import Segmentation, SegmentationArray, align
from seamark.metrics.edit import EditCounts, align_pairs

TYPES = st.sets(st.sampled_from((1, 2)), max_size=2)
PAIRS = st.lists(st.lists(st.tuples(TYPES, TYPES), min_size=1, max_size=6), max_size=5)


@given(PAIRS, st.sampled_from((2, 3)))
def test_many_pairs_are_aligned_as_one_by_one(pairs, n):
    sides = [[Segmentation.from_sets([place[side] for place in pair]) for pair in pairs] for side in (0, 1)]
    a, b = map(SegmentationArray.from_segmentations, sides)
    assert align_pairs(a, b, EditCounts(n)) == [align(one, other, n=n) for one, other in zip(*sides, strict=True)]
