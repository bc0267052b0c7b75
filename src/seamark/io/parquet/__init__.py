"""Parquet files read with care: whatever is wrong with them is an error with their name, and known before decoding."""

from seamark.io.parquet.arrow_types import (
    Array,
    DataType,
    Field,
    FileMetadata,
    ParquetFile,
    ParquetWriter,
    RecordBatch,
    RecordBatchReader,
    Schema,
    Table,
    pyarrow,
)
from seamark.io.parquet.file import batches, open_parquet, reading, row_group_sizes
from seamark.io.parquet.sizes import EXPANSION, MOST_BYTES, GroupSize

__all__ = [
    "EXPANSION",
    "MOST_BYTES",
    "Array",
    "DataType",
    "Field",
    "FileMetadata",
    "GroupSize",
    "ParquetFile",
    "ParquetWriter",
    "RecordBatch",
    "RecordBatchReader",
    "Schema",
    "Table",
    "batches",
    "open_parquet",
    "pyarrow",
    "reading",
    "row_group_sizes",
]
