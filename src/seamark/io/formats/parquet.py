"""Parquet: one row per coding, with the columns item, coder, mass, positions and, where wanted, types.

A file with a column ``masses`` (the sizes of segments) in place of ``mass`` and ``positions`` is read as well; where
there are both, they must say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

from seamark.errors import InputError
from seamark.io.corpus_table import COLUMNS, rows_of, table_of
from seamark.io.format import Format
from seamark.io.formats import chunks
from seamark.io.formats.native import HeaderForm, encoded, header_of, reading_of
from seamark.io.json_text import convert, parse
from seamark.io.model_columns import COLUMNS as MODEL_COLUMNS, coding_of, model_of_columns, table_of_models
from seamark.io.options import ReadOptions
from seamark.io.parquet import EXPANSION, ParquetFile, batches, group_sizes, open_parquet, pyarrow, reading
from seamark.io.reading import Coding, ModelCoding, Reading
from seamark.io.source import Source
from seamark.model.arrays import MODELS
from seamark.model.corpora import AnyCorpus, OtherModel
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation, SegmentationLike

_KEY = b"seamark"

#: Rows that are turned into codings at once, and what all columns may take in memory, unless the file is large too.
_ROWS, _MOST_BYTES = 2**12, 2**26


def read(source: Source, options: ReadOptions) -> Reading:
    """Read a Parquet file."""
    file = open_parquet(BytesIO(source.data), source.name)
    names = set(file.schema_arrow.names)
    if "chunk" in names and not names & {"masses", "positions"}:
        chunks.require_columns(source, file.schema_arrow.names)
        rows = _one_by_one(source, _table(source, file, [column for column in chunks.COLUMNS if column in names]))
        return chunks.reading_of_rows(source, options, ((None, row) for row in rows))
    if (model := model_of_columns(names)) is not None:
        return _read_models(source, file, model)
    form = ("masses",) if "masses" in names else ("mass", "positions")
    for column in ("item", "coder", *form):
        if column not in names:
            raise source.error(f"has no column {column!r}; expected item, coder, mass, positions (or masses)")
    _require_once(source, file, COLUMNS)
    found = reading_of(_header(source, file.schema_arrow.metadata or {}))
    table = _table(source, file, [column for column in COLUMNS if column in names])
    found.rows = rows_of(table, source.name)
    for number, row in enumerate(_one_by_one(source, table) if found.rows is None else ()):
        try:
            coding = Coding(_name(row["item"]), _name(row["coder"]), _segmentation(row), source.name)
        except InputError as error:
            raise source.error(f"row {number}: {error}") from None
        found.codings.append(coding)
    return found


def _read_models(source: Source, file: ParquetFile, model: OtherModel) -> Reading:
    """Read labels, spans or levels."""
    _, known = MODEL_COLUMNS[model]
    _require_once(source, file, known)
    for column in ("item", "coder", *(("mass", "starts", "ends") if model == "spans" else ())):
        if column not in file.schema_arrow.names:
            raise source.error(f"has no column {column!r}; a table of {model} has {', '.join(known)}")
    found = reading_of(_header(source, file.schema_arrow.metadata or {}))
    found.model = model
    table = _table(source, file, [column for column in known if column in file.schema_arrow.names])
    for number, row in enumerate(_one_by_one(source, table)):
        try:
            coding = coding_of(row, model)
            found.models.append(ModelCoding(_name(row["item"]), _name(row["coder"]), coding, source.name))
        except InputError as error:
            raise source.error(f"row {number}: {error}") from None
    return found


def _require_once(source: Source, file: ParquetFile, columns: Iterable[str]) -> None:
    for column in columns:
        if file.schema_arrow.names.count(column) > 1:
            raise source.error(f"has several columns {column!r}; expected one")


def _table(source: Source, file: ParquetFile, columns: list[str]) -> Any:
    with reading(source.name):
        groups = list(group_sizes(BytesIO(source.data), columns, _MOST_BYTES))
    total = sum(group.total for group in groups)
    if total > max(_MOST_BYTES, EXPANSION * len(source.data)):
        raise source.error(f"{len(source.data):,} bytes that could take {total:,} in memory; split the file")
    found = list(batches(file, source.name, range(len(groups)), _ROWS, columns, threads=True))
    with reading(source.name):
        fields = [file.schema_arrow.field(column) for column in columns]
        return pyarrow().Table.from_batches(found, pyarrow().schema(fields))


def _one_by_one(source: Source, table: Any) -> Iterator[dict[str, Any]]:
    for batch in table.to_batches(_ROWS):
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


def write(corpus: AnyCorpus) -> Iterator[bytes]:
    """Write a Parquet file."""
    parquet = pyarrow("pyarrow.parquet", "writing Parquet")
    plain = table_of(corpus) if isinstance(corpus, Corpus) else table_of_models(corpus)
    table = plain.replace_schema_metadata({_KEY: encoded(header_of(corpus))})
    buffer = BytesIO()
    parquet.write_table(table, buffer)
    yield buffer.getvalue()


FORMATS = (
    Format(
        "parquet",
        "Parquet: item, coder, mass, positions[, types]",
        (".parquet", ".pq"),
        measure="units",
        names="both",
        sign=lambda head: head.data.startswith(b"PAR1"),
        read=read,
        write_file=write,
        keeps=frozenset(("types", "unused types", "groups", "metadata")),
        holds=MODELS,
        needs="pyarrow: pip install 'seamark[scale]'",
    ),
)
