"""The border to Arrow: columns as the kernel reads them, and numbers as columns again.

Buffers go over as they are, with no copy and no Python object per row. No other file of this room calls pyarrow.
"""

# mypy: disable-error-code="no-any-return"
# pyarrow has no annotations: what its functions return is said here.

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Literal, Protocol

import numpy as np

from seamark.base.checks import of_kind, shown, string_of
from seamark.base.errors import InputError
from seamark.base.numbers import listed
from seamark.io.parquet import (
    Array,
    DataType,
    ParquetWriter,
    RecordBatch,
    RecordBatchReader,
    Schema,
    Table,
    pyarrow,
)
from seamark.kernels.columns import NO_MARKS, FloatArray, Int64Array, Integers, Marks, MassColumn, RowColumn

#: The largest number of a signed column, for those that are not signed.
_MOST = np.iinfo(np.int64).max

#: Names of columns in a message.
LISTED = 20


def _arrow(module: str = "pyarrow") -> Any:
    """A module of pyarrow, or one line that says how to get it."""
    return pyarrow(module, "scoring tables")


# ------------------------------------------------------------------------------------------------------ tables


class ArrowStream(Protocol):
    """A table of any library: pyarrow tables and readers, polars and pandas frames, duckdb relations."""

    def __arrow_c_stream__(self, requested_schema: object = None, /) -> object:
        """The table as a capsule."""


def table_reader(table: ArrowStream) -> RecordBatchReader:
    """The table as a stream of record batches."""
    streams = hasattr(table, "__arrow_c_stream__")
    if not (streams or hasattr(table, "isna")):  # a frame of pandas 2.1 has no stream yet
        raise InputError(
            f"{type(table).__name__} is not a table; expected one with __arrow_c_stream__, such as a pyarrow table"
        )
    arrow = _arrow()
    try:
        return arrow.RecordBatchReader.from_stream(table) if streams else arrow.table(table).to_reader()
    except (TypeError, ValueError) as error:  # ArrowInvalid is a ValueError; a column alone has a stream too
        raise InputError(f"{type(table).__name__} is not a table: {error}") from None


def table_batches(reader: RecordBatchReader, names: Sequence[str], rows: int) -> Iterator[RecordBatch]:
    """A stream in parts of at most so many rows, with the columns that are needed."""
    return (
        needed.slice(start, rows)
        for needed in (batch.select(list(names)) for batch in reader)
        for start in range(0, needed.num_rows, rows)
    )


def require_kind(value: object, kind: Literal["Schema", "RecordBatch"], what: str) -> None:
    """An error that names what was given, unless it is of that class of pyarrow."""
    of_kind(value, getattr(_arrow(), kind), what, f"a pyarrow.{kind}")


def column_names(*names: str | None) -> tuple[str, ...]:
    """The columns that are read, each once, without those that are not there."""
    return tuple(dict.fromkeys(string_of(name, "the name of a column") for name in names if name is not None))


def require_columns(schema: Schema, names: Sequence[str]) -> None:
    """An error that says which columns there are, unless all of these are there."""
    for name in names:
        if name not in schema.names:
            raise InputError(f"no column is called {shown(name)}; there are: {listed(schema.names, LISTED)}")


# ---------------------------------------------------------------------------------------------- columns that are read


def segmentation_column(batch: RecordBatch, name: str, mass: str | None) -> RowColumn:
    """A column of segmentations, in any of the forms that tables have: masses, positions or characters.

    Text explains itself; lists hold positions when a column ``mass``, with the number of units of every row, is named.
    """
    array = _plain_array(batch.column(name))
    units = None if mass is None else _mass_column(batch.column(mass), mass)
    column = _text_column(array) if _is_text(array.type) else _list_column(array, name)
    return column._replace(units=units)


def group_numbers(batch: RecordBatch, name: str) -> tuple[Int64Array, list[Hashable]]:
    """A column as numbers from 0 up, and the values they represent; dates and decimals as text, null as None."""
    pa, column = _arrow(), _plain_array(batch.column(name))
    types, kind = pa.types, column.type
    if types.is_temporal(kind) or types.is_decimal(kind) or types.is_null(kind):
        column = column.cast(pa.string())
    elif not (_is_text(kind) or types.is_integer(kind) or types.is_floating(kind) or types.is_boolean(kind)):
        raise InputError(f"column {name!r} is {kind}; groups need text, numbers, truth values or dates")
    encoded = column.dictionary_encode("encode")
    return encoded.indices.to_numpy().astype(np.int64), encoded.dictionary.to_pylist()


def name_numbers(batch: RecordBatch, name: str) -> tuple[Int64Array, Array]:
    """Names as numbers from 0 up, in order of first appearance, and the names they represent."""
    encoded = _names(batch, name).dictionary_encode()
    return encoded.indices.to_numpy().astype(np.int64), encoded.dictionary


def name_texts(batch: RecordBatch, name: str) -> Array:
    """Names as text; whole numbers are written out."""
    return _names(batch, name).cast(_arrow().large_string())


def _names(batch: RecordBatch, name: str) -> Array:
    column = _plain_array(batch.column(name))
    if not (_is_text(column.type) or _arrow("pyarrow.types").is_integer(column.type)):
        raise InputError(f"column {name!r} is {column.type}; expected names, or whole numbers")
    if column.null_count:
        raise InputError(f"column {name!r} holds a null; expected a name in every row")
    return column


def in_name_order(parts: Sequence[Array]) -> tuple[Array, Int64Array]:
    """The names of all parts in order, and which of all rows each of them is; an error when one comes twice."""
    pa, compute = _arrow(), _arrow("pyarrow.compute")
    names = pa.concat_arrays([pa.array([], pa.large_string()), *parts])
    order = compute.sort_indices(names)
    ordered = names.take(order)
    twice = compute.equal(ordered[:-1], ordered[1:]).index(True).as_py()
    if twice >= 0:
        raise InputError(f"item {ordered[twice].as_py()!r} has two rows; expected a row per item")
    return ordered, order.to_numpy().astype(np.int64)


def value_keys(values: Array) -> Int64Array:
    """One number per value: a whole number itself, a hash of 64 bits of a name."""
    if _arrow("pyarrow.types").is_integer(values.type):
        return np.asarray(values.to_numpy(zero_copy_only=False)).astype(np.int64)
    return np.fromiter(map(hash, values.to_pylist()), dtype=np.int64, count=len(values))


def listed_values(batch: RecordBatch, name: str) -> list[Hashable]:
    """The different values in the lists of a column."""
    return _arrow("pyarrow.compute").unique(_plain_array(batch.column(name)).flatten()).drop_null().to_pylist()


def _is_text(kind: DataType) -> bool:
    """Whether a column type is text, which then holds one character per potential boundary."""
    types = _arrow("pyarrow.types")
    return bool(types.is_string(kind) or types.is_large_string(kind) or _is_view(kind, "string"))


def _is_view(kind: DataType, of: str) -> bool:
    """Whether a column type is a view, which pyarrow has from version 16 on."""
    asked = getattr(_arrow("pyarrow.types"), f"is_{of}_view", None)
    return asked is not None and bool(asked(kind))


def _text_column(plain: Array) -> RowColumn:
    """A column of strings, as rows of characters."""
    pa = _arrow()
    if _is_view(plain.type, "string"):
        plain = plain.cast(pa.large_string())
    width = np.int64 if pa.types.is_large_string(plain.type) else np.int32
    _, offsets, characters = plain.buffers()
    return RowColumn(
        np.frombuffer(characters, np.uint8) if characters is not None else np.empty(0, np.uint8),
        _numbers(offsets, width, plain.offset, len(plain) + 1),
        _present(plain),
        text=True,
    )


def _list_column(lists: Array, name: str) -> RowColumn:
    """A column of lists of whole numbers, of any list type and any integer type."""
    pa = _arrow()
    types, kind = pa.types, lists.type
    if types.is_null(kind):
        return RowColumn(np.empty(0, np.int64), np.zeros(len(lists) + 1, np.int64), np.zeros(len(lists), np.uint8))
    if types.is_list(kind) or types.is_large_list(kind):
        values, offsets = lists.values, _integers(lists.offsets)
    elif _is_view(kind, "list") or _is_view(kind, "large_list") or types.is_fixed_size_list(kind):
        values, offsets = lists.flatten(), _offsets_of_sizes(lists)
    else:
        raise InputError(f"column {name!r} is {kind}; expected lists of whole numbers, or strings of 0 and 1")
    values = _plain_array(values)
    if types.is_null(values.type):
        values = values.cast(pa.int64())
    if not types.is_integer(values.type):
        raise InputError(f"column {name!r} holds lists of {values.type}; expected whole numbers")
    return RowColumn(_integers(values), offsets, _present(lists), _present(values))


def struct_fields(schema: Schema, name: str) -> dict[str, DataType] | None:
    """The types of the fields of a column of lists of structs, by name; None for any other column."""
    types, kind = _arrow("pyarrow.types"), schema.field(name).type
    if not (types.is_list(kind) or types.is_large_list(kind)) or not types.is_struct(kind.value_type):
        return None
    return {field.name: field.type for field in kind.value_type}


def require_integers(kind: DataType, name: str) -> None:
    """An error that names a column, unless it is of whole numbers."""
    if not _arrow("pyarrow.types").is_integer(kind):
        raise InputError(f"column {name!r} is {kind}; expected whole numbers")


def _offsets_of_sizes(lists: Array) -> Int64Array:
    """Where lists begin and end when their values are flattened; a null has no values."""
    sizes = _arrow("pyarrow.compute").list_value_length(lists).fill_null(0).to_numpy(zero_copy_only=False)
    return np.concatenate(([0], np.cumsum(sizes, dtype=np.int64)))


def _mass_column(array: Array, name: str) -> MassColumn:
    """A column with the number of units of every row."""
    plain = _plain_array(array)
    require_integers(plain.type, name)
    values = _integers(plain)
    if values.dtype == np.uint64:
        values = np.minimum(values, np.uint64(_MOST))
    return MassColumn(np.ascontiguousarray(values, dtype=np.int64), _present(plain))


def _plain_array(array: Any) -> Any:
    """The array without an encoding: no dictionary, no runs, no extension type."""
    pa = _arrow()
    if isinstance(array, pa.ExtensionArray):
        return _plain_array(array.storage)
    if pa.types.is_dictionary(array.type):
        return _plain_array(array.dictionary_decode())
    if pa.types.is_run_end_encoded(array.type):
        return _plain_array(_arrow("pyarrow.compute").run_end_decode(array))
    return array


def _present(array: Any) -> Marks:
    if not array.null_count:
        return NO_MARKS
    return array.is_valid().to_numpy(zero_copy_only=False).view(np.uint8)


def _integers(array: Any) -> Integers:
    # Arrow and numpy name integers alike; older releases of pyarrow import pandas for to_pandas_dtype.
    return _numbers(array.buffers()[1], str(array.type), array.offset, len(array))


def _numbers(buffer: Any, kind: Any, offset: int, length: int) -> Integers:
    if buffer is None or not buffer.size:
        return np.zeros(length, dtype=kind)
    return np.frombuffer(buffer, dtype=kind, count=offset + length)[offset:]


# ------------------------------------------------------------------------------------------- columns that are written


def score_schema(source: Schema, keep: Sequence[str], signatures: Iterable[tuple[str, str]]) -> Schema:
    """Columns to keep, then columns of numbers that carry their signatures, then why rows have no score.

    Kept columns may hold nulls, whatever the source says: another file of the same job may have some.
    """
    pa = _arrow()
    fields = [source.field(name).with_nullable(True) for name in keep]
    fields += [pa.field(name, pa.float64(), metadata={"signature": said}) for name, said in signatures]
    return pa.schema([*fields, pa.field("reason", pa.string())])


def record_batch(columns: Sequence[Array], schema: Schema) -> RecordBatch:
    """Columns as rows."""
    return _arrow().RecordBatch.from_arrays(list(columns), schema=schema)


def one_batch(batches: Sequence[RecordBatch]) -> RecordBatch:
    """Batches of the same columns as one."""
    if len(batches) == 1:
        return batches[0]
    columns = zip(*(batch.columns for batch in batches), strict=True)
    return record_batch([_arrow().concat_arrays(parts) for parts in columns], batches[0].schema)


def copied(batch: RecordBatch) -> RecordBatch:
    """A copy of the rows: a slice keeps all rows in memory that it was cut from, and takes them along."""
    return batch.take(_arrow().array(np.arange(batch.num_rows)))


def joined(batches: Sequence[RecordBatch], schema: Schema) -> Table:
    """Batches as one table."""
    return _arrow().Table.from_batches(batches, schema=schema)


def number_column(numbers: FloatArray) -> Array:
    """Numbers as a column, null where there is none; the numbers are not copied."""
    pa, missing = _arrow(), np.isnan(numbers)
    # From buffers: an array made of numpy's would load pandas first, if it is installed.
    known = pa.py_buffer(np.packbits(~missing, bitorder="little")) if missing.any() else None
    return pa.Array.from_buffers(pa.float64(), len(numbers), [known, pa.py_buffer(numbers)])


def numbers_of(column: Array) -> FloatArray:
    """The numbers of a column, NaN where there is none."""
    return np.asarray(column.to_numpy(zero_copy_only=False), dtype=np.float64)


def text_column(texts: Sequence[str | None]) -> Array:
    """Texts as a column."""
    pa = _arrow()
    nothing = texts.count(None) == len(texts)
    return pa.nulls(len(texts), pa.string()) if nothing else pa.array(texts, pa.string())


def taken(column: Array, rows: Int64Array) -> Array:
    """Some rows of a column."""
    return column.take(_arrow().array(rows))


def parquet_writer(place: Path | BinaryIO, schema: Schema) -> ParquetWriter:
    """A new Parquet file; the bytes of floating point numbers are split into streams, which is quick to write."""
    types = _arrow("pyarrow.types")
    numbers = [name for name in schema.names if types.is_float64(schema.field(name).type)]
    others, said = [name for name in schema.names if name not in numbers], dict.fromkeys(numbers, "BYTE_STREAM_SPLIT")
    return _arrow("pyarrow.parquet").ParquetWriter(place, schema, use_dictionary=others, column_encoding=said)
