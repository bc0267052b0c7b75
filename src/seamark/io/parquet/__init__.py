"""Parquet files, checked before they are decoded: whatever is wrong with one is an error that names it."""

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
from seamark.io.parquet.file import batches, open_parquet, reading
from seamark.io.parquet.sizes import EXPANSION, MOST_BYTES, GroupSize, group_sizes

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
    "group_sizes",
    "open_parquet",
    "pyarrow",
    "reading",
]
