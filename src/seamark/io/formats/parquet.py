"""Parquet: one row per coding, with the columns item, coder, mass, positions and, where wanted, types.

A file with a column ``masses`` (the sizes of segments) in place of ``mass`` and ``positions`` is read as well; where
there are both, they must say the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from io import BytesIO
from typing import Any

from seamark.errors import InputError
from seamark.io.format import Format
from seamark.io.formats.native import HeaderForm, checked_type, encoded, header_of, reading_of
from seamark.io.json_text import convert, parse
from seamark.io.options import ReadOptions
from seamark.io.parquet import EXPANSION, ParquetFile, batches, open_parquet, pyarrow, reading, row_group_sizes
from seamark.io.reading import Coding, Reading
from seamark.io.source import Source
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation, SegmentationLike

_KEY = b"seamark"

#: What a coding is made of; ``masses``, or ``mass`` and ``positions``, must be there.
_COLUMNS = ("item", "coder", "masses", "mass", "positions", "types")

#: Rows that are turned into codings at once, and what all columns may take in memory, unless the file is large too.
_ROWS, _MOST_BYTES = 2**12, 2**26


def read(source: Source, options: ReadOptions) -> Reading:
    """Read a Parquet file."""
    file = open_parquet(BytesIO(source.data), source.name)
    names = set(file.schema_arrow.names)
    form = ("masses",) if "masses" in names else ("mass", "positions")
    for column in ("item", "coder", *form):
        if column not in names:
            raise source.error(f"has no column {column!r}; expected item, coder, mass, positions (or masses)")
    for column in _COLUMNS:
        if file.schema_arrow.names.count(column) > 1:
            raise source.error(f"has several columns {column!r}; expected one")
    wanted = [column for column in _COLUMNS if column in names]
    found = reading_of(_header(source, file.schema_arrow.metadata or {}))
    for number, row in enumerate(_rows(source, file, wanted)):
        try:
            coding = Coding(_name(row["item"]), _name(row["coder"]), _segmentation(row), source.name)
        except InputError as error:
            raise source.error(f"row {number}: {error}") from None
        found.codings.append(coding)
    return found


def _rows(source: Source, file: ParquetFile, columns: list[str]) -> Iterator[dict[str, Any]]:
    groups = row_group_sizes(BytesIO(source.data), source.name, columns, _MOST_BYTES)
    total = sum(group.total for group in groups)
    if total > max(_MOST_BYTES, EXPANSION * len(source.data)):
        raise source.error(f"{len(source.data):,} bytes that could take {total:,} in memory; split the file")
    for batch in batches(file, source.name, range(len(groups)), _ROWS, columns, threads=True):
        with reading(source.name):
            rows = batch.to_pylist()
        yield from rows


def _header(source: Source, metadata: dict[bytes, bytes]) -> HeaderForm:
    if _KEY not in metadata:
        return HeaderForm("seamark", 1)
    inner = Source(source.name, metadata[_KEY], "")
    return convert(inner, parse(inner), HeaderForm)


def _name(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise InputError(f"a name is {value!r}; expected a string that is not empty")
    return value


def _segmentation(row: dict[str, Any]) -> SegmentationLike:
    if "masses" not in row:
        return Segmentation.from_positions(_list(row["positions"], "positions"), row["mass"], _types(row))
    segmentation = Segmentation.from_masses(_list(row["masses"], "masses"))
    if row.get("mass") not in (None, segmentation.mass):
        raise InputError(f"the masses add up to {segmentation.mass}, mass is {row['mass']}")
    if row.get("positions") is None:
        if row.get("types") is not None:
            raise InputError("types need positions; masses have none")
        return segmentation
    placed = Segmentation.from_positions(_list(row["positions"], "positions"), segmentation.mass, _types(row))
    if placed.masses != segmentation.masses:
        raise InputError(f"the positions {row['positions']} are not those of the masses {row['masses']}")
    return placed


def _types(row: dict[str, Any]) -> list[Any] | None:
    if row.get("types") is None:
        return None
    types = _list(row["types"], "types")
    for label in types:
        if isinstance(label, bool) or not isinstance(label, (int, str)):
            raise InputError(f"a boundary type is {label!r}; expected a whole number or a string")
    return types


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise InputError(f"{what} are {value!r}; expected a list")
    return value


def write(corpus: Corpus) -> Iterator[bytes]:
    """Write a Parquet file."""
    arrow, parquet = (pyarrow(module, "writing Parquet") for module in ("pyarrow", "pyarrow.parquet"))
    columns: dict[str, Any] = {
        "item": arrow.array([corpus.item_names[i] for i in corpus.item_index], arrow.string()),
        "coder": arrow.array([corpus.coder_names[i] for i in corpus.coder_index], arrow.string()),
        "mass": arrow.array(corpus.codings.masses),
    }
    boundaries = [segmentation.boundaries for segmentation in corpus.codings]
    columns["positions"] = arrow.array([[place for place, _ in row] for row in boundaries], arrow.list_(arrow.int64()))
    labels = {label for row in boundaries for _, label in row}
    if not labels <= {DEFAULT_TYPE}:
        columns["types"] = arrow.array([[label for _, label in row] for row in boundaries], _types_form(arrow, labels))
    table = arrow.table(columns).replace_schema_metadata({_KEY: encoded(header_of(corpus))})
    buffer = BytesIO()
    parquet.write_table(table, buffer)
    yield buffer.getvalue()


def _types_form(arrow: Any, labels: Sequence[Hashable] | set[Hashable]) -> Any:
    kinds = {type(checked_type(label)) for label in labels}
    if len(kinds) > 1:
        raise InputError("boundary types are numbers and names; a column of Parquet keeps one kind")
    return arrow.list_(arrow.string() if kinds == {str} else arrow.int64())


FORMATS = (
    Format(
        name="parquet",
        title="Parquet: item, coder, mass, positions[, types]",
        suffixes=(".parquet", ".pq"),
        measure="units",
        names="both",
        sign=lambda head: head.data.startswith(b"PAR1"),
        read=read,
        write_file=write,
        keeps=frozenset(("types", "unused types", "groups", "metadata")),
        needs="pyarrow: pip install 'seamark[scale]'",
    ),
)
