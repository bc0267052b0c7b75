import numpy as np
import pytest

from seamark import InputError
from seamark.kernels.columns import FAULTS, MassColumn, RowBuffers, RowColumn
from seamark.kernels.fused import score_rows

INTEGERS = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]


@pytest.mark.parametrize("kind", INTEGERS)
@pytest.mark.parametrize("width", [np.int32, np.int64])
def test_every_integer_type_is_read_as_it_is(kind, width):
    column = RowColumn(np.array([2, 3, 5, 0, 7], dtype=kind), np.array([0, 3, 4, 5], dtype=width))
    buffers = RowBuffers.of(3, 5)
    faults = buffers.read(column, slice(0, 3))
    columns = buffers.columns(3)
    assert columns.positions.tolist() == [2, 5]
    assert columns.offsets.tolist() == [0, 2, 2, 2]
    assert columns.masses.tolist() == [10, 0, 7]
    assert [FAULTS[fault] for fault in faults.tolist()] == [FAULTS[0], "has a mass below 1", FAULTS[0]]


def test_rows_from_the_middle():
    column = RowColumn(np.arange(1, 11), np.array([0, 3, 5, 9, 10]))
    buffers = RowBuffers.of(2, 6)
    assert not buffers.read(column, slice(1, 3)).any()
    assert buffers.columns(2).masses.tolist() == [9, 30]


@pytest.mark.parametrize("values", [np.array([1.0, 2.0]), np.array([True, False]), np.array(["1", "2"])])
def test_values_that_are_no_integers_do_not_enter(values):
    with pytest.raises(TypeError):
        RowBuffers.of(1, 2).read(RowColumn(values, np.array([0, 2])), slice(0, 1))


@pytest.mark.parametrize("offsets", [np.array([0, 2], dtype=np.int16), np.array([0.0, 2.0])])
def test_offsets_of_other_types_do_not_enter(offsets):
    with pytest.raises(TypeError):
        RowBuffers.of(1, 2).read(RowColumn(np.array([1, 2]), offsets), slice(0, 1))


def test_characters_are_bytes():
    with pytest.raises(TypeError):
        RowBuffers.of(1, 2).read(RowColumn(np.array([48, 49]), np.array([0, 2]), text=True), slice(0, 1))


@pytest.mark.parametrize("offsets", [[0, 3, 1], [0, 2, 9], [-1, 2, 4], [0, 4, 2]])
def test_a_damaged_table_is_an_error_and_no_crash(offsets):
    masses = RowColumn(np.arange(1, 5), np.array(offsets, dtype=np.int32))
    for column in (masses, masses._replace(units=MassColumn(np.array([10, 10])))):
        with pytest.raises(InputError, match="the table is damaged: list offsets do not ascend within the values"):
            RowBuffers.of(2, 4).read(column, slice(0, 2))
        with pytest.raises(InputError, match="the table is damaged: list offsets do not ascend within the values"):
            score_rows(column, column, slice(0, 2), [])
