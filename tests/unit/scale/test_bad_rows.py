import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.scale.tables import score_table

HUGE = 2**61

#: Bad rows of masses, and what is said about them.
BAD_MASSES = [
    (None, [3, 2], "reference is null"),
    ([3, None], [3, 2], "reference holds a null"),
    ([], [5], "reference is empty; expected at least one mass"),
    ([0, 5], [5], "reference has a mass below 1"),
    ([-2, 7], [5], "reference has a mass below 1"),
    ([HUGE, HUGE, 1], [5], "reference covers more than 2**62 units"),
    ([2**63 - 1, 2**63 - 1], [5], "reference covers more than 2**62 units"),
    ([2**62, 2**62], [2**62, 2**62], "reference covers more than 2**62 units"),
    ([2**62] * 4, [2**62] * 4, "reference covers more than 2**62 units"),
    ([5], None, "hypothesis is null"),
    ([5], [2, None, 3], "hypothesis holds a null"),
    ([5], [], "hypothesis is empty; expected at least one mass"),
    ([5], [5, 0], "hypothesis has a mass below 1"),
    ([5], [2**62, 1], "hypothesis covers more than 2**62 units"),
    ([5], [2, 2], "reference and hypothesis cover different numbers of units"),
    (None, None, "reference is null"),
    ([0], [], "reference has a mass below 1"),
]


def reasons_of(table, **options):
    found = score_table(table, ["S", "pk"], **options)
    for name in set(found.column_names) - {"reason"}:
        assert found[name].null_count == len(found), name
    return found["reason"].to_pylist()


def test_every_fault_of_masses():
    references, hypotheses, reasons = zip(*BAD_MASSES, strict=True)
    assert reasons_of(pa.table({"reference": references, "hypothesis": hypotheses})) == list(reasons)


#: Masses around every limit: of a mass, of a sum, of 32 and 64 bits.
MASSES = st.one_of(
    st.integers(-1, 3), st.sampled_from([2**31, 2**32 - 1, 2**32, 2**61, 2**62 - 1, 2**62, 2**62 + 1, 2**63 - 1])
)


@given(st.lists(st.lists(MASSES, max_size=6), min_size=1, max_size=8))
def test_exactly_the_good_rows_are_good(rows):
    column = pa.array(rows, pa.list_(pa.int64()))
    found = score_table(pa.table({"reference": column, "hypothesis": column}), "S")
    good = [bool(row) and min(row) >= 1 and sum(row) <= 2**62 for row in rows]
    assert [reason is None for reason in found["reason"].to_pylist()] == good
    assert found["S.potential"].to_pylist() == [
        float(sum(row) - 1) if fine else None for row, fine in zip(rows, good, strict=True)
    ]


@given(st.lists(st.tuples(st.lists(MASSES, max_size=5), MASSES), min_size=1, max_size=8))
def test_exactly_the_good_rows_of_positions_are_good(rows):
    lists = pa.array([places for places, _ in rows], pa.list_(pa.int64()))
    masses = pa.array([mass for _, mass in rows], pa.int64())
    found = score_table(pa.table({"reference": lists, "hypothesis": lists, "units": masses}), "S", mass="units")
    good = [
        1 <= mass <= 2**62 and sorted(set(at)) == at and (not at or 1 <= at[0] <= at[-1] < mass) for at, mass in rows
    ]
    assert [reason is None for reason in found["reason"].to_pylist()] == good


def test_numbers_past_the_signed_integers():
    kind, too_many = pa.list_(pa.uint64()), "reference covers more than 2**62 units"
    columns = {"reference": pa.array([[2**64 - 1], [2**63, 2**63]], kind), "hypothesis": pa.array([[1], [1]], kind)}
    assert reasons_of(pa.table(columns)) == [too_many] * 2
    table = pa.table({"reference": [[1]], "hypothesis": [[1]], "units": pa.array([2**64 - 1], pa.uint64())})
    assert reasons_of(table, mass="units") == [too_many]


@pytest.mark.parametrize(
    ("reference", "mass", "reason"),
    [
        ([1, 4], 5, None),
        ([], 1, None),
        ([], 2**62, None),
        ([0], 5, "reference has a position outside 1..mass-1"),
        ([5], 5, "reference has a position outside 1..mass-1"),
        ([2**63 - 1], 5, "reference has a position outside 1..mass-1"),
        ([3, 3], 5, "reference has positions that do not ascend"),
        ([3, 1], 5, "reference has positions that do not ascend"),
        ([3, None], 5, "reference holds a null"),
        (None, 5, "reference is null"),
        ([1], None, "reference has a null for its mass"),
        ([], 0, "reference has a mass below 1"),
        ([], -7, "reference has a mass below 1"),
        ([], 2**62 + 1, "reference covers more than 2**62 units"),
    ],
)
def test_faults_of_positions(reference, mass, reason):
    lists = pa.list_(pa.int64())
    sides = {"reference": pa.array([reference], lists), "hypothesis": pa.array([[]], lists)}
    table = pa.table({**sides, "units": pa.array([mass], pa.int64())})
    assert score_table(table, "S", mass="units")["reason"].to_pylist() == [reason]


@pytest.mark.parametrize(
    ("text", "mass", "reason"),
    [
        ("0102", None, "reference contains something other than 0 and 1"),
        ("01é0", None, "reference contains something other than 0 and 1"),
        ("0000000 ", None, "reference contains something other than 0 and 1"),
        (None, None, "reference is null"),
        ("00", None, "reference and hypothesis cover different numbers of units"),
        ("0100", 6, "reference covers another number of units than its mass says"),
        ("0100", 0, "reference has a null for its mass"),
        ("01x0", 5, "reference contains something other than 0 and 1"),
    ],
)
def test_faults_of_strings(text, mass, reason):
    units = pa.array([5, mass or None], pa.int64())
    table = pa.table({"reference": pa.array(["0000", text]), "hypothesis": ["0000", "0000"], "units": units})
    found = score_table(table, "S", mass=None if mass is None else "units")
    assert found["S"].to_pylist() == [1.0, None]
    assert found["reason"].to_pylist() == [None, reason]


def test_what_lies_under_a_null_is_never_read():
    values = pa.array([2, 3, -9, 99, 5])
    offsets = pa.array([0, 2, 4, 5], pa.int32())
    lists = pa.ListArray.from_arrays(offsets, values, mask=pa.array([False, True, False]))
    found = score_table(pa.table({"reference": lists, "hypothesis": [[5], [5], [5]]}), "S")
    assert found["reason"].to_pylist() == [None, "reference is null", None]
