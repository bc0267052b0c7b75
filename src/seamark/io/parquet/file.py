"""Parquet files opened so that whatever is wrong with them is one line with their name."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO

from seamark.errors import InputError, ParseError
from seamark.io.parquet.arrow_types import FileMetadata, ParquetFile, RecordBatch, pyarrow
from seamark.io.parquet.footer import TooLarge
from seamark.io.parquet.sizes import GroupSize, group_sizes
from seamark.io.parquet.thrift import Damaged
from seamark.io.source import shortened


def open_parquet(source: str | BinaryIO, name: str, metadata: FileMetadata | None = None) -> ParquetFile:
    """A ``ParquetFile`` whose columns have names that can be printed."""
    with reading(name):
        file: ParquetFile = pyarrow("pyarrow.parquet").ParquetFile(source, metadata=metadata)
        for column in file.schema_arrow.names:
            column.encode()
        return file


def row_group_sizes(stream: BinaryIO, name: str, columns: Collection[str], most_bytes: int) -> list[GroupSize]:
    """What is in the row groups; an error when that is more than memory is for."""
    with reading(name):
        return list(group_sizes(stream, columns, most_bytes))


def batches(
    file: ParquetFile, name: str, row_groups: Sequence[int], rows: int, columns: Sequence[str], *, threads: bool
) -> Iterator[RecordBatch]:
    """Some row groups as record batches of so many rows, each found sound: what Arrow decodes may contradict itself."""
    with reading(name):
        for batch in file.iter_batches(rows, row_groups=row_groups, columns=list(columns), use_threads=threads):
            batch.validate(full=True)
            yield batch


@contextmanager
def reading(name: str) -> Iterator[None]:
    """Turn what Arrow has to say against a file into one line with its name."""
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
