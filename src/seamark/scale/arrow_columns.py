"""Arrow arrays as the kernel reads them: buffers go over as they are, with no copy and no Python object per row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from seamark.errors import InputError
from seamark.extras import require
from seamark.kernels.read_rows import NO_MARKS, Integers, ListColumn, Marks, MassColumn

#: The largest number of a signed column, for those that are not signed.
_MOST = np.iinfo(np.int64).max

#: Names of columns in a message.
_LISTED = 20


def arrow(module: str = "pyarrow") -> Any:
    """A module of pyarrow, or one line that says how to get it."""
    return require(module, package="pyarrow", extra="scale", what="scoring tables")


def listed(names: Sequence[str]) -> str:
    """The names of columns for a message, the first of them where there are many."""
    return ", ".join([*names[:_LISTED], *(["..."] if len(names) > _LISTED else [])])


def is_text(kind: Any) -> bool:
    """Whether a column type is text, which then holds one character per potential boundary."""
    types = arrow("pyarrow.types")
    kind = _plain_type(kind)
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def text_column(array: Any) -> ListColumn:
    """A column of strings, as rows of characters."""
    pa = arrow()
    array = plain_array(array)
    if pa.types.is_string_view(array.type):
        array = array.cast(pa.large_string())
    width = np.int64 if pa.types.is_large_string(array.type) else np.int32
    _, offsets, characters = array.buffers()
    return ListColumn(
        np.frombuffer(characters, np.uint8) if characters is not None else np.empty(0, np.uint8),
        _numbers(offsets, width, array.offset, len(array) + 1),
        _present(array),
    )


def list_column(array: Any, name: str) -> ListColumn:
    """A column of lists of whole numbers, of any list type and any integer type."""
    pa = arrow()
    array = plain_array(array)
    kind = array.type
    if pa.types.is_null(kind):
        return ListColumn(np.empty(0, np.int64), np.zeros(len(array) + 1, np.int64), np.zeros(len(array), np.uint8))
    if pa.types.is_list_view(kind) or pa.types.is_large_list_view(kind):
        return _list_column(array, array.flatten(), _offsets_of_sizes(array), name)
    if pa.types.is_fixed_size_list(kind):
        offsets: Integers = (array.offset + np.arange(len(array) + 1, dtype=np.int64)) * kind.list_size
    elif pa.types.is_list(kind) or pa.types.is_large_list(kind):
        offsets = array.offsets.to_numpy()
    else:
        raise InputError(f"column {name!r} is {kind}; expected lists of whole numbers, or strings of 0 and 1")
    return _list_column(array, array.values, offsets, name)


def _offsets_of_sizes(array: Any) -> Integers:
    """Offsets of views, which may lie in any order, into their values one after the other; a null has no values."""
    sizes = arrow("pyarrow.compute").list_value_length(array).fill_null(0).to_numpy(zero_copy_only=False)
    offsets = np.zeros(len(array) + 1, dtype=np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets


def _list_column(array: Any, values: Any, offsets: Integers, name: str) -> ListColumn:
    pa = arrow()
    values = plain_array(values)
    if pa.types.is_null(values.type):
        values = values.cast(pa.int64())
    if not pa.types.is_integer(values.type):
        raise InputError(f"column {name!r} holds lists of {values.type}; expected whole numbers")
    return ListColumn(_integers(values), offsets, _present(array), _present(values))


def mass_column(array: Any, name: str) -> MassColumn:
    """A column with the number of units of every row."""
    array = plain_array(array)
    if not arrow("pyarrow.types").is_integer(array.type):
        raise InputError(f"column {name!r} is {array.type}; expected whole numbers")
    values = _integers(array)
    if values.dtype == np.uint64:
        values = np.minimum(values, np.uint64(_MOST))
    return MassColumn(np.ascontiguousarray(values, dtype=np.int64), _present(array))


def _plain_type(kind: Any) -> Any:
    types = arrow("pyarrow.types")
    if isinstance(kind, arrow().BaseExtensionType):
        return _plain_type(kind.storage_type)
    if types.is_dictionary(kind) or types.is_run_end_encoded(kind):
        return _plain_type(kind.value_type)
    return kind


def plain_array(array: Any) -> Any:
    """The array without an encoding: no dictionary, no runs, no extension type."""
    pa = arrow()
    if isinstance(array, pa.ExtensionArray):
        return plain_array(array.storage)
    if pa.types.is_dictionary(array.type):
        return plain_array(array.dictionary_decode())
    if pa.types.is_run_end_encoded(array.type):
        return plain_array(arrow("pyarrow.compute").run_end_decode(array))
    return array


def _present(array: Any) -> Marks:
    if not array.null_count:
        return NO_MARKS
    marks: Marks = array.is_valid().to_numpy(zero_copy_only=False).view(np.uint8)
    return marks


def _integers(array: Any) -> Integers:
    return _numbers(array.buffers()[1], array.type.to_pandas_dtype(), array.offset, len(array))


def _numbers(buffer: Any, kind: Any, offset: int, length: int) -> Integers:
    if buffer is None or not buffer.size:
        return np.zeros(length, dtype=kind)
    numbers: Integers = np.frombuffer(buffer, dtype=kind, count=offset + length)[offset:]
    return numbers
