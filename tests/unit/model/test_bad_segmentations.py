"""What bad segmentations give: an InputError that names the place of the fault."""

import math
from decimal import Decimal

import numpy as np
import pandas
import pytest

from seamark import InputError, Segmentation, SegmentationArray, similarity
from seamark.model.coding import in_type_order

from_masses, from_positions = Segmentation.from_masses, Segmentation.from_positions
from_times, from_columns = Segmentation.from_times, SegmentationArray.from_columns
from_sets, of = Segmentation.from_sets, Segmentation.of
NAN, INFINITE = math.nan, math.inf
SECONDS = "timedelta64[s]"
X_AND_Y = {"masses": [5], "labels": ["x", "y"]}


@pytest.mark.parametrize(
    "mass", [0, -3, 2.5, 2.0, True, NAN, INFINITE, None, "2", [2], np.float64(2), np.True_, 2**62 + 1, 10**30]
)
def test_bad_mass(mass):
    for masses in ([mass, 2], [2, mass], np.array([3, mass], dtype=object)):
        with pytest.raises(InputError, match=rf"^mass of segment {1 if masses[0] is mass else 2} is "):
            from_masses(masses)


@pytest.mark.parametrize(
    ("call", "arguments", "place"),
    [
        (from_masses, ("23",), "masses are '23'"),
        (from_masses, ([],), "masses are empty"),
        (from_masses, (np.array([[2, 3]]),), "mass of segment 1"),
        (from_masses, ([2**61, 2**61, 1],), "sum of the masses"),
        (from_masses, (range(1, 10**12),), "masses are range(1, 1000000000000); expected no more"),
        (from_masses, ([2**62, 2**62, 2**62],), "sum of the masses"),
        (from_positions, ([0], 5), "position 0 is outside 1..4 (mass 5)"),
        (from_positions, ([5], 5), "position 5 is outside"),
        (from_positions, ([1], 1), "position 1 is outside 1..0"),
        (from_positions, ([3, 2, 3], 5), "position 3 is given twice"),
        (from_positions, ([3, 3], 5, ["x", "x"]), "position 3 with type 'x' is given twice"),
        (from_positions, ([1, 2.5], 5), "position 2 is 2.5"),
        (from_positions, ([True], 5), "position 1 is True"),
        (from_positions, ([], 0), "mass is 0"),
        (from_positions, ([10**5000], 10), "position about 2**16609"),
        (from_positions, ([1, 2], 5, ["x"]), "2 positions but 1 types"),
        (from_positions, ([1], 5, [NAN]), "the boundary type at position 1 is nan"),
        (from_positions, ([1], 5, [Decimal("nan")]), "the boundary type at position 1 is Decimal"),
        (from_positions, ([5], 10, [[]]), "the boundary type at position 5 is []"),
        (from_positions, ([5], 10, ["\ud800"]), "a boundary type is '\\ud800'"),
        (from_sets, ([{1}, "ab"],), "types at potential boundary 2"),
        (from_sets, ([[2, 2]],), "position 1 with type 2"),
        (Segmentation.from_labels, ([],), "labels are empty"),
        (Segmentation.from_labels, ([[1], [2]],), "label 1 is [1]"),
        (Segmentation.from_labels, ([1, NAN, NAN],), "label 2 is nan"),
        (Segmentation.from_labels, (["A", pandas.NA],), "label 2 is <NA>"),
        (Segmentation.from_labels, ([pandas.NaT],), "label 1 is NaT"),
        (Segmentation.from_labels, (range(10**12),), "labels are range(0, 1000000000000); expected no more"),
        (Segmentation.from_string, ("0120",), "character 3 of the boundary string"),
        (Segmentation.from_string, ("0\u0661",), "character 2 of the boundary string"),
        (of, ({2, 3},), "set is not a segmentation"),
        (of, (b"01",), "bytes is not a segmentation"),
        (from_sets([{"minor"}, {"major"}]).to_string, (), "boundary types ('major', 'minor')"),
        (from_positions([5], 2**62).to_labels, (), f"{2**62} units are too many"),
        (from_times, ([], 0.0, 1.0), "duration is 0.0"),
        (from_times, ([], NAN, 1.0), "duration is nan"),
        (from_times, ([], 9.0, -1.0), "resolution is -1.0"),
        (from_times, ([], 1.0, 9.0), "duration / resolution is 0"),
        (from_times, ([], 1e10, 1e-10), "duration / resolution is 1"),
        (from_times, ([0.5], 1e300, 1e-300), "duration 1e+300 / resolution 1e-300"),
        (from_times, ([0.0], 9.0, 1.0), "a boundary time is 0.0"),
        (from_times, ([9.0], 9.0, 1.0), "a boundary time is 9.0"),
        (from_times, (["a"], 9.0, 1.0), "a boundary time is 'a'"),
        (from_times, ([0.2], 9.0, 1.0), "time 0.2 falls on the edge"),
        (from_times, ([8.9], 9.0, 1.0), "time 8.9 falls on the edge"),
        (from_times, ([1.9, 2.2], 9.0, 1.0), "time 2.2 falls on the step of 1.9"),
        (SegmentationArray.from_masses, ([[2, 3], [5, 0]],), "row 1: mass of segment 2"),
        (SegmentationArray.from_masses, ([[]],), "row 0: masses are empty"),
        (SegmentationArray.from_masses, ([2, 3],), "row 0: int is not a segmentation"),
        (SegmentationArray.from_segmentations, ([[2], {3}],), "row 1: set is not a segmentation"),
        (SegmentationArray.from_segmentations, (["01", "0x"],), "row 1: character 2"),
    ],
)
def test_bad_segmentation(call, arguments, place):
    with pytest.raises(InputError) as caught:
        call(*arguments)
    assert str(caught.value).startswith(place)


@pytest.mark.parametrize(
    "masses", [[0, 1, 0, 0], np.array([True, False, True]), ["A", "A", "B"], [1.5, 3.25], [2, None]]
)
def test_other_forms_are_named(masses):
    for call in (from_masses, lambda given: similarity(given, [5])):
        with pytest.raises(InputError, match=r"mass of segment .*Segmentation\.from_"):
            call(masses)


@pytest.mark.parametrize(
    ("values", "offsets", "options", "place"),
    [
        ([2.0], [0, 1], {}, "values"),
        ([True], [0, 1], {}, "values"),
        ([True, 2], [0, 2], {}, "values"),
        (np.array([2, 3], dtype=SECONDS), [0, 2], {}, "values"),
        (np.array([], dtype=SECONDS), [0], {}, "values"),
        (np.ma.array([2, 3], mask=[False, True]), [0, 2], {}, "values"),
        (np.array([[2, 3]]), [0, 1], {}, "values"),
        (np.array([2**63], dtype=np.uint64), [0, 1], {}, "values"),
        ([2], np.array([0, 1], dtype="datetime64[s]"), {}, "offsets"),
        ([1, 2, 3], np.array([0, 2**63 - 1, -2, 0]), {}, "offsets"),
        ([2, 3], [0, 10**400], {}, "offsets"),
        ([2], [], {}, "offsets"),
        ([2, 3], [0, 2, 1], {}, "offsets"),
        ([2, 3], [-1, 2], {}, "offsets"),
        ([2, 3], [0, 3], {}, "offsets"),
        ([2], [0, 1, 1], {}, "row 1: masses []"),
        ([2, 0], [0, 2], {}, "row 0: masses [2, 0]"),
        ([1, 2**62, 2**62], [0, 1, 3], {}, "row 1: masses"),
        ([], [0, 0], {"masses": [0]}, "row 0: mass 0"),
        ([2], [0, 1, 1], {"masses": [5]}, "1 masses for 2 rows"),
        ([2], [0, 1], {"masses": np.ma.array([5], mask=[True])}, "masses"),
        ([2, 5], [0, 1, 2], {"masses": [5, 5]}, "row 1: mass 5, positions [5]"),
        ([3, 2], [0, 2], {"masses": [5]}, "row 0: mass 5, positions [3, 2]"),
        ([2, 2], [0, 2], {"masses": [5]}, "row 0: mass 5, positions [2, 2]"),
        ([2, 2], [0, 2], {**X_AND_Y, "types": [1, 1]}, "row 0: mass 5, positions [2, 2]"),
        ([2], [0, 1], {"types": [0]}, "types need positions"),
        ([2], [0, 1], X_AND_Y, "2 labels but no types"),
        ([2], [0, 1], {**X_AND_Y, "types": [0], "labels": ["x", "x"]}, "labels"),
        ([2], [0, 1], {**X_AND_Y, "types": [0], "labels": [1.0, NAN]}, "a boundary type is nan"),
        ([2, 3], [0, 2], {"masses": [5], "types": [0]}, "types"),
        ([2], [0, 1], {"masses": [5], "types": [0.0]}, "types"),
        ([2, 3], [0, 2], {**X_AND_Y, "types": [0, 2]}, "type codes"),
        ([2], [0, 1], {"masses": [5], "types": [-1]}, "type codes"),
        ([2], [0, 1], {"masses": [5], "labels": []}, "0 labels but no types"),
        ([], [0, 0], {"masses": [2**62 + 1]}, "row 0: "),
    ],
)
def test_bad_columns(values, offsets, options, place):
    with pytest.raises(InputError) as caught:
        from_columns(values, offsets, **options)
    assert str(caught.value).startswith(place)


@pytest.mark.parametrize(
    ("labels", "order"),
    [
        ([], ()),
        ([3, 1, 2, 1], (1, 2, 3)),
        ([10, 9], (9, 10)),  # by value, not by text
        ([1.5, 1, -2], (-2, 1, 1.5)),
        ([("b", 1), "z", ("a", 2)], ("z", ("a", 2), ("b", 1))),  # by the name of the kind: str before tuple
        ([None, "a", 2], (2, None, "a")),  # NoneType before str
    ],
)
def test_types_have_one_order(labels, order):
    assert in_type_order(labels) == order
    assert in_type_order(reversed(labels)) == order
