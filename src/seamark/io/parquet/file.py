"""Parquet files opened and read; every error is one line that names the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO

from seamark.base.errors import InputError, ParseError
from seamark.io.parquet.arrow_types import FileMetadata, ParquetFile, RecordBatch, pyarrow
from seamark.io.parquet.footer import TooLarge
from seamark.io.parquet.thrift import Damaged
from seamark.io.source import shortened


def open_parquet(source: str | BinaryIO, name: str, metadata: FileMetadata | None = None) -> ParquetFile:
    """A ``ParquetFile`` whose columns have names that can be printed."""
    with reading(name):
        file: ParquetFile = pyarrow("pyarrow.parquet").ParquetFile(source, metadata=metadata)
        for column in file.schema_arrow.names:
            column.encode()
        return file


def batches(
    file: ParquetFile, name: str, row_groups: Sequence[int], rows: int, columns: Sequence[str], *, threads: bool
) -> Iterator[RecordBatch]:
    """Some row groups as record batches of so many rows, each validated: what Arrow decodes may contradict itself."""
    with reading(name):
        for batch in file.iter_batches(rows, row_groups=row_groups, columns=list(columns), use_threads=threads):
            batch.validate(full=True)
            yield batch


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Turn Arrow's errors about a file into a ``ParseError`` of one line that names the file."""
    try:
        yield
    except InputError:
        raise
    except TooLarge as error:
        raise ParseError(str(error), path=name, option="most_bytes") from None
    except UnicodeError:
        raise ParseError("cannot be read as Parquet (a name in it is not UTF-8)", path=name) from None
    except (Damaged, pyarrow().ArrowException, OSError, ValueError, OverflowError) as error:
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise ParseError(shortened(f"cannot be read as Parquet ({said})"), path=name) from None
