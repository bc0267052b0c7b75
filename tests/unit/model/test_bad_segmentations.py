"""What bad segmentations give: the class of the error and the whole of its message."""

from __future__ import annotations

import math
from decimal import Decimal

import numpy as np
import pytest

from seamark import InputError, Segmentation, SegmentationArray

from_masses, from_positions = Segmentation.from_masses, Segmentation.from_positions
from_times, from_columns = Segmentation.from_times, SegmentationArray.from_columns
NAN, INFINITE = math.nan, math.inf
LIKE = "expected a Segmentation, masses such as [2, 3, 5], or a string of 0 and 1"
TYPED = Segmentation.from_sets([{"minor"}, {"major"}])

#: what is wrong, the call, its arguments, its options, the message
MASSES = [
    ("zero", from_masses, ([2, 0],), {}, "mass of segment 2 is 0; a mass is at least 1"),
    ("negative", from_masses, ([-3],), {}, "mass of segment 1 is -3; a mass is at least 1"),
    ("fraction", from_masses, ([2, 2.5],), {}, "mass of segment 2 is 2.5; expected a whole number"),
    ("whole float", from_masses, ([2.0],), {}, "mass of segment 1 is 2.0; expected a whole number"),
    ("boolean", from_masses, ([True, 2],), {}, "mass of segment 1 is True; expected a whole number"),
    ("nan", from_masses, ([NAN],), {}, "mass of segment 1 is nan; expected a whole number"),
    ("infinite", from_masses, ([INFINITE],), {}, "mass of segment 1 is inf; expected a whole number"),
    ("none", from_masses, ([None],), {}, "mass of segment 1 is None; expected a whole number"),
    ("text", from_masses, (["2"],), {}, "mass of segment 1 is '2'; expected a whole number"),
    ("list", from_masses, ([[2]],), {}, "mass of segment 1 is [2]; expected a whole number"),
    ("string", from_masses, ("23",), {}, "masses are '23'; expected whole numbers, such as [2, 3, 5]"),
    ("bytes", from_masses, (b"23",), {}, "masses are b'23'; expected whole numbers, such as [2, 3, 5]"),
    ("empty", from_masses, ([],), {}, "masses are empty; a segmentation has at least one segment"),
    (
        "numpy float",
        from_masses,
        (np.array([2.0, 3.0]),),
        {},
        "mass of segment 1 is 2.0; expected a whole number",
    ),
    ("numpy bool", from_masses, (np.array([True]),), {}, "mass of segment 1 is True; expected a whole number"),
    (
        "numpy table",
        from_masses,
        (np.array([[2, 3]]),),
        {},
        "mass of segment 1 is array([2, 3]); expected a whole number",
    ),
    (
        "one too large",
        from_masses,
        ([2**62 + 1],),
        {},
        "mass of segment 1 is 4611686018427387905; the largest mass is 2**62",
    ),
    (
        "past int64",
        from_masses,
        ([10**30],),
        {},
        f"mass of segment 1 is {10**30}; the largest mass is 2**62",
    ),
    (
        "sum too large",
        from_masses,
        ([2**61, 2**61, 1],),
        {},
        "sum of the masses is 4611686018427387905; the largest mass is 2**62",
    ),
    (
        "sum past int64",
        from_masses,
        ([2**62, 2**62, 2**62],),
        {},
        f"sum of the masses is {3 * 2**62}; the largest mass is 2**62",
    ),
]

POSITIONS = [
    ("before the first", from_positions, ([0], 5), {}, "position 0 is outside 1..4 (mass 5)"),
    ("negative", from_positions, ([2, -1], 5), {}, "position -1 is outside 1..4 (mass 5)"),
    ("at the end", from_positions, ([5], 5), {}, "position 5 is outside 1..4 (mass 5)"),
    ("in one unit", from_positions, ([1], 1), {}, "position 1 is outside 1..0 (mass 1)"),
    ("repeated", from_positions, ([3, 2, 3], 5), {}, "position 3 is given twice"),
    (
        "repeated with its type",
        from_positions,
        ([3, 3], 5),
        {"types": ["x", "x"]},
        "position 3 with type 'x' is given twice",
    ),
    ("fraction", from_positions, ([1, 2.5], 5), {}, "position 2 is 2.5; expected a whole number"),
    ("boolean", from_positions, ([True], 5), {}, "position 1 is True; expected a whole number"),
    ("nan", from_positions, ([NAN], 5), {}, "position 1 is nan; expected a whole number"),
    ("mass zero", from_positions, ([], 0), {}, "mass is 0; a mass is at least 1"),
    ("mass fraction", from_positions, ([], 5.0), {}, "mass is 5.0; expected a whole number"),
    ("mass boolean", from_positions, ([], True), {}, "mass is True; expected a whole number"),
    ("mass too large", from_positions, ([], 2**63), {}, "mass is 9223372036854775808; the largest mass is 2**62"),
    (
        "too few types",
        from_positions,
        ([1, 2], 5),
        {"types": ["x"]},
        "2 positions but 1 types; expected one type per position",
    ),
    (
        "type that is not a number",
        from_positions,
        ([1], 5),
        {"types": [float("nan")]},
        "a boundary type is nan, which is not equal to itself; expected a number or a name",
    ),
    (
        "type that is no decimal number",
        from_positions,
        ([1], 5),
        {"types": [Decimal("nan")]},
        "a boundary type is Decimal('NaN'), which is not equal to itself; expected a number or a name",
    ),
    (
        "set with a type that is not a number",
        Segmentation.from_sets,
        ([{1, float("nan")}],),
        {},
        "a boundary type is nan, which is not equal to itself; expected a number or a name",
    ),
    (
        "too many types",
        from_positions,
        ([1], 5),
        {"types": ["x", "y"]},
        "1 positions but 2 types; expected one type per position",
    ),
]

OTHER_FORMS = [
    ("no labels", Segmentation.from_labels, ([],), {}, "labels are empty; a segmentation has at least one unit"),
    (
        "other character",
        Segmentation.from_string,
        ("0120",),
        {},
        "character 3 of the boundary string is '2'; expected 0 or 1",
    ),
    (
        "other digit one",
        Segmentation.from_string,
        ("0\u0661",),
        {},
        "character 2 of the boundary string is '\u0661'; expected 0 or 1",
    ),
    (
        "set is a string",
        Segmentation.from_sets,
        ([{1}, "ab"],),
        {},
        "types at potential boundary 2 are 'ab'; expected a set of boundary types",
    ),
    (
        "set is a number",
        Segmentation.from_sets,
        ([1],),
        {},
        "types at potential boundary 1 are 1; expected a set of boundary types",
    ),
    ("type twice", Segmentation.from_sets, ([[2, 2]],), {}, "position 1 with type 2 is given twice"),
    ("not one", Segmentation.of, (5,), {}, f"int is not a segmentation; {LIKE}"),
    ("a set", Segmentation.of, ({2, 3},), {}, f"set is not a segmentation; {LIKE}"),
    ("bytes", Segmentation.of, (b"01",), {}, f"bytes is not a segmentation; {LIKE}"),
    ("none", Segmentation.of, (None,), {}, f"NoneType is not a segmentation; {LIKE}"),
    (
        "types in a string",
        TYPED.to_string,
        (),
        {},
        "boundary types ('major', 'minor') do not fit into a string of 0 and 1; use to_sets()",
    ),
]

WITHIN_9 = "expected a time between 0 and the duration 9.0"
TIMES = [
    ("no duration", from_times, ([], 0.0, 1.0), {}, "duration is 0.0; expected a positive, finite time"),
    ("nan duration", from_times, ([], NAN, 1.0), {}, "duration is nan; expected a positive, finite time"),
    ("endless", from_times, ([], INFINITE, 1.0), {}, "duration is inf; expected a positive, finite time"),
    ("no resolution", from_times, ([], 9.0, -1.0), {}, "resolution is -1.0; expected a positive, finite time"),
    ("too coarse", from_times, ([], 1.0, 9.0), {}, "duration / resolution is 0; a mass is at least 1"),
    (
        "too fine",
        from_times,
        ([], 1e10, 1e-10),
        {},
        f"duration / resolution is {int(1e20)}; the largest mass is 2**62",
    ),
    (
        "at the start",
        from_times,
        ([0.0], 9.0, 1.0),
        {},
        f"a boundary time is 0.0; {WITHIN_9}",
    ),
    (
        "at the end",
        from_times,
        ([9.0], 9.0, 1.0),
        {},
        f"a boundary time is 9.0; {WITHIN_9}",
    ),
    (
        "nan",
        from_times,
        ([NAN], 9.0, 1.0),
        {},
        f"a boundary time is nan; {WITHIN_9}",
    ),
    (
        "rounded to the start",
        from_times,
        ([0.2], 9.0, 1.0),
        {},
        "time 0.2 falls on the edge at resolution 1.0; use a finer resolution",
    ),
    (
        "rounded to the end",
        from_times,
        ([8.9], 9.0, 1.0),
        {},
        "time 8.9 falls on the edge at resolution 1.0; use a finer resolution",
    ),
    (
        "two on one step",
        from_times,
        ([1.9, 2.2], 9.0, 1.0),
        {},
        "times 1.9 and 2.2 fall on one step at resolution 1.0; use a finer resolution",
    ),
]

MASS_FAULT = "must be one or more whole numbers of at least 1 that add up to at most 2**62"
ARRAYS = [
    (
        "zero",
        SegmentationArray.from_masses,
        ([[2, 3], [5, 0]],),
        {},
        "row 1: mass of segment 2 is 0; a mass is at least 1",
    ),
    (
        "empty row",
        SegmentationArray.from_masses,
        ([[]],),
        {},
        "row 0: masses are empty; a segmentation has at least one segment",
    ),
    (
        "a number",
        SegmentationArray.from_masses,
        ([2, 3],),
        {},
        "row 0: masses are 2; expected whole numbers, such as [2, 3, 5]",
    ),
    (
        "not one",
        SegmentationArray.from_segmentations,
        ([[2], {3}],),
        {},
        f"row 1: set is not a segmentation; {LIKE}",
    ),
    (
        "bad string",
        SegmentationArray.from_segmentations,
        (["01", "0x"],),
        {},
        "row 1: character 2 of the boundary string is 'x'; expected 0 or 1",
    ),
    (
        "float values",
        from_columns,
        ([2.0], [0, 1]),
        {},
        "values must be a one-dimensional array of whole numbers, not float64 of shape (1,)",
    ),
    (
        "boolean values",
        from_columns,
        ([True], [0, 1]),
        {},
        "values must be a one-dimensional array of whole numbers, not bool of shape (1,)",
    ),
    (
        "booleans among values",
        from_columns,
        ([True, 2], [0, 2]),
        {},
        "values hold True or False beside numbers; expected whole numbers",
    ),
    (
        "spans of time",
        from_columns,
        (np.array([2, 3], dtype="timedelta64[s]"), [0, 2]),
        {},
        "values must be a one-dimensional array of whole numbers, not timedelta64[s] of shape (2,)",
    ),
    (
        "times",
        from_columns,
        ([2], np.array([0, 1], dtype="datetime64[s]")),
        {},
        "offsets must be a one-dimensional array of whole numbers, not datetime64[s] of shape (2,)",
    ),
    (
        "no spans of time",
        from_columns,
        (np.array([], dtype="timedelta64[s]"), [0]),
        {},
        "values must be a one-dimensional array of whole numbers, not timedelta64[s] of shape (0,)",
    ),
    (
        "masked values",
        from_columns,
        (np.ma.array([2, 3], mask=[False, True]), [0, 2]),
        {},
        "values: some values are masked; fill them or leave them out first",
    ),
    (
        "masked masses",
        from_columns,
        ([2], [0, 1]),
        {"masses": np.ma.array([5], mask=[True])},
        "masses: some values are masked; fill them or leave them out first",
    ),
    (
        "masked types",
        from_columns,
        ([2], [0, 1]),
        {"masses": [5], "types": np.ma.array([0], mask=[True]), "labels": [1, 2]},
        "types: some values are masked; fill them or leave them out first",
    ),
    (
        "offsets whose difference wraps",
        from_columns,
        (np.array([1, 2, 3]), np.array([0, 2**63 - 1, -2, 0])),
        {},
        "offsets must ascend from 0 or more to at most 3, the number of values",
    ),
    (
        "not a number among labels",
        from_columns,
        ([2], [0, 1]),
        {"masses": [5], "types": [0], "labels": [1.0, float("nan")]},
        "a boundary type is nan, which is not equal to itself; expected a number or a name",
    ),
    (
        "table of values",
        from_columns,
        (np.array([[2, 3]]), [0, 1]),
        {},
        "values must be a one-dimensional array of whole numbers, not int64 of shape (1, 2)",
    ),
    (
        "float offsets",
        from_columns,
        ([2], [0.0, 1.0]),
        {},
        "offsets must be a one-dimensional array of whole numbers, not float64 of shape (2,)",
    ),
    ("no offsets", from_columns, ([2], []), {}, "offsets are empty; there is one more offset than there are rows"),
    (
        "offsets descend",
        from_columns,
        ([2, 3], [0, 2, 1]),
        {},
        "offsets must ascend from 0 or more to at most 2, the number of values",
    ),
    (
        "offsets below zero",
        from_columns,
        ([2, 3], [-1, 2]),
        {},
        "offsets must ascend from 0 or more to at most 2, the number of values",
    ),
    (
        "offsets past the end",
        from_columns,
        ([2, 3], [0, 3]),
        {},
        "offsets must ascend from 0 or more to at most 2, the number of values",
    ),
    ("row without masses", from_columns, ([2], [0, 1, 1]), {}, f"row 1: masses [] {MASS_FAULT}"),
    ("mass zero", from_columns, ([2, 0], [0, 2]), {}, f"row 0: masses [2, 0] {MASS_FAULT}"),
    (
        "masses past the limit",
        from_columns,
        ([1, 2**62, 2**62], [0, 1, 3]),
        {},
        f"row 1: masses [{2**62}, {2**62}] {MASS_FAULT}",
    ),
    (
        "unsigned past int64",
        from_columns,
        (np.array([2**63], dtype=np.uint64), [0, 1]),
        {},
        "values hold 9223372036854775808, which is past the largest mass 2**62",
    ),
    ("mass of no units", from_columns, ([], [0, 0]), {"masses": [0]}, "row 0: mass 0 is below 1"),
    ("too few masses", from_columns, ([2], [0, 1, 1]), {"masses": [5]}, "1 masses for 2 rows"),
    (
        "position outside",
        from_columns,
        ([2, 5], [0, 1, 2]),
        {"masses": [5, 5]},
        "row 1: positions [5] must ascend within 1..4 (mass 5), each once per type",
    ),
    (
        "positions descend",
        from_columns,
        ([3, 2], [0, 2]),
        {"masses": [5]},
        "row 0: positions [3, 2] must ascend within 1..4 (mass 5), each once per type",
    ),
    (
        "position repeated",
        from_columns,
        ([2, 2], [0, 2]),
        {"masses": [5]},
        "row 0: positions [2, 2] must ascend within 1..4 (mass 5), each once per type",
    ),
    (
        "boundary repeated",
        from_columns,
        ([2, 2], [0, 2]),
        {"masses": [5], "types": [1, 1], "labels": ["x", "y"]},
        "row 0: positions [2, 2] must ascend within 1..4 (mass 5), each once per type",
    ),
    (
        "types of masses",
        from_columns,
        ([2], [0, 1]),
        {"types": [0]},
        "types need positions: give masses= and let values be positions",
    ),
    (
        "labels without types",
        from_columns,
        ([2], [0, 1]),
        {"masses": [5], "labels": ["x", "y"]},
        "2 labels but no types; give one code per position",
    ),
    (
        "labels repeat",
        from_columns,
        ([2], [0, 1]),
        {"masses": [5], "types": [0], "labels": ["x", "x"]},
        "labels ['x', 'x'] repeat; expected each boundary type once",
    ),
    (
        "too few types",
        from_columns,
        ([2, 3], [0, 2]),
        {"masses": [5], "types": [0]},
        "types must be 2 whole numbers, one per position, not int64 of shape (1,)",
    ),
    (
        "float types",
        from_columns,
        ([2], [0, 1]),
        {"masses": [5], "types": [0.0]},
        "types must be 1 whole numbers, one per position, not float64 of shape (1,)",
    ),
    (
        "code without label",
        from_columns,
        ([2, 3], [0, 2]),
        {"masses": [5], "types": [0, 2], "labels": ["x", "y"]},
        "type codes go from 0 to 2, but there are 2 labels (0..1)",
    ),
    (
        "negative code",
        from_columns,
        ([2], [0, 1]),
        {"masses": [5], "types": [-1]},
        "type codes go from -1 to -1, but there are 1 labels (0..0)",
    ),
]


@pytest.mark.parametrize(
    ("call", "arguments", "options", "message"),
    [
        pytest.param(call, arguments, options, message, id=name)
        for cases in (MASSES, POSITIONS, OTHER_FORMS, TIMES, ARRAYS)
        for name, call, arguments, options, message in cases
    ],
)
def test_bad_segmentation(call, arguments, options, message):
    with pytest.raises(Exception) as caught:  # class and message are compared in full below
        call(*arguments, **options)
    assert (type(caught.value), str(caught.value)) == (InputError, message)
