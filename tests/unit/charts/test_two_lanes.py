import pytest

from seamark import InputError, MassMismatchError, Segmentation, Spans
from seamark.charts import alignment, turns
from seamark.model.alignment import FULL_MISS, MATCH, NEAR_MISS, OTHER_TYPE
from tests.unit.charts.reading import rows

# The worked example of Fournier & Inkpen 2012: 3 matches, 1 near miss, 3 full misses.
A, B = [1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2]


def test_the_worked_example():
    marks = rows(alignment(A, B), "point")
    joined = [mark for mark in marks if mark["joined"]]
    alone = [mark for mark in marks if not mark["joined"]]
    assert sorted(mark["kind"] for mark in joined) == [MATCH] * 6 + [NEAR_MISS] * 2
    assert [(mark["lane"], mark["position"]) for mark in joined if mark["kind"] == NEAR_MISS] == [("a", 5), ("b", 4)]
    assert [(mark["kind"], mark["lane"], mark["position"]) for mark in alone] == [
        (FULL_MISS, "b", 6),
        (FULL_MISS, "a", 8),
        (FULL_MISS, "a", 11),
    ]


def test_boxes_are_the_segments():
    boxes = rows(alignment(A, B, names=("ann", "ben")), "rect")
    assert [box["units"] for box in boxes if box["lane"] == "ann"] == A
    assert [box["units"] for box in boxes if box["lane"] == "ben"] == B


def test_other_types():
    one, other = Segmentation.from_sets([{1}]), Segmentation.from_sets([{2}])
    assert {mark["kind"] for mark in rows(alignment(one, other), "point")} == {OTHER_TYPE}


def test_what_cannot_be_drawn():
    with pytest.raises(MassMismatchError):
        alignment([2, 3], [2, 4])
    with pytest.raises(InputError, match="expected two different names"):
        alignment([2, 3], [3, 2], names=("ann", "ann"))
    with pytest.raises(InputError, match="names are 7"):
        turns(Spans([(0, 4, "a")], length=9), Spans([], length=9), names=7)
