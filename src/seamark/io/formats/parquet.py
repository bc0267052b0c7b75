"""Parquet: a row for every coding, with the columns that ``model.tables`` declares for its kind.

Of boundaries, a file with a column ``masses`` (the sizes of segments) in place of ``mass`` and ``positions`` is read as
well.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt

from seamark.base.errors import InputError
from seamark.io.format import FormatName, ReadOptions, own_format, require_names
from seamark.io.formats import chunks
from seamark.io.formats.seamark_json import HeaderForm, encoded, header_of, reading_of
from seamark.io.json_text import convert, parse
from seamark.io.packed import FREE
from seamark.io.parquet import ParquetFile, batches, group_sizes, open_parquet, pyarrow, reading
from seamark.io.reading import CodingRows, ReadCoding, Reading, UnusualError
from seamark.io.source import Source
from seamark.kernels.columns import Int64Array
from seamark.model.codings import SegmentationArray
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE
from seamark.model.tables import LIST_COLUMNS, coding_of, kind_of_lists, lists_of, used_types

#: What a coding of boundaries is made of; ``masses``, or ``mass`` and ``positions``, must be there.
_COLUMNS = ("item", "coder", "mass", *LIST_COLUMNS["boundaries"])
_KEY = b"seamark"

#: Rows that are turned into codings at once.
_ROWS = 2**12


def read(source: Source, options: ReadOptions) -> Reading:
    """Read a Parquet file."""
    file = open_parquet(BytesIO(source.data), source.name)
    schema = file.schema_arrow
    names = set(schema.names)
    if "chunk" in names and not names & {"masses", "positions"}:
        chunks.require_columns(source, schema.names, ("item", "chunk"), chunks.COLUMNS)
        rows = _one_by_one(source, _table(source, file, [column for column in chunks.COLUMNS if column in names]))
        documents = ((None, convert(source, row, chunks.Document)) for row in rows)
        return chunks.reading_of(source, options, documents)
    kind = kind_of_lists(names)
    known = ("item", "coder", "mass", *LIST_COLUMNS[kind])
    places = {"boundaries": () if "masses" in names else ("mass", "positions"), "spans": ("mass", "starts", "ends")}
    chunks.require_columns(source, schema.names, ("item", "coder", *places.get(kind, ())), known)
    found = reading_of(_header(source, schema.metadata or {}))
    found.kind = kind
    table = _table(source, file, [column for column in known if column in names])
    found.rows = boundary_rows(table, source.name) if kind == "boundaries" else None
    for number, row in enumerate(_one_by_one(source, table) if found.rows is None else ()):
        try:
            coding = ReadCoding(_name(row["item"]), _name(row["coder"]), coding_of(kind, row), source.name)
            require_names(Corpus({coding.item: {coding.coder: coding.coding}}))
            found.codings.append(coding)
        except InputError as error:
            raise source.error(f"row {number}: {error}") from None
    return found


def _table(source: Source, file: ParquetFile, columns: list[str]) -> Any:
    room = FREE + source.budget.limits["ratio"] * len(source.data)
    groups = group_sizes(file, BytesIO(source.data), source.name, columns, room, "limits")
    source.budget.take(0, source.name, sum(group.total for group in groups), len(source.data))
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


def boundary_rows(table: Any, file: str) -> CodingRows | None:
    """The rows of a table as columns; None when something is unusual or wrong, so that each must be looked at.

    Examples
    --------
    >>> import pyarrow
    >>> table = pyarrow.table({"item": ["poem"] * 2, "coder": ["ann", "ben"], "masses": [[2, 3], [5]]})
    >>> [coding.masses for coding in boundary_rows(table, "x.parquet").codings]
    [(2, 3), (5,)]
    """
    columns = {name: table.column(name).combine_chunks() for name in _COLUMNS if name in table.column_names}
    try:
        return CodingRows(_names(columns["item"]), _names(columns["coder"]), _segmentations(columns), file)
    except (UnusualError, InputError):
        return None


def _segmentations(columns: dict[str, Any]) -> SegmentationArray:
    if "masses" in columns:
        UnusualError.unless(columns.keys() == {"item", "coder", "masses"})
        return SegmentationArray.from_columns(*_lists(columns["masses"]))
    positions, offsets = _lists(columns["positions"])
    UnusualError.unless(not columns["mass"].null_count and pyarrow().types.is_integer(columns["mass"].type))
    masses = columns["mass"].to_numpy(zero_copy_only=False)
    if "types" not in columns:
        return SegmentationArray.from_columns(positions, offsets, masses=masses)
    labels, ends = _lists(columns["types"], "types")
    UnusualError.unless(np.array_equal(offsets - offsets[0], ends - ends[0]))
    types, codes = np.unique(labels[ends[0] : ends[-1]], return_inverse=True)
    return SegmentationArray.from_columns(
        positions[offsets[0] : offsets[-1]], offsets - offsets[0], masses=masses, types=codes, labels=types.tolist()
    )


def _names(column: Any) -> list[str]:
    """Repeated names are one string each."""
    types = pyarrow().types
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    UnusualError.unless(not column.null_count and (types.is_string(kind) or types.is_large_string(kind)))
    coded = column if types.is_dictionary(column.type) else column.dictionary_encode()
    names = coded.dictionary.to_pylist()
    UnusualError.unless(None not in names and "" not in names)
    return [names[code] for code in coded.indices.to_pylist()]


def _lists(column: Any, what: str = "numbers") -> tuple[npt.NDArray[Any], Int64Array]:
    """The values of lists of integers, or of types, and where the lists start and end."""
    types = pyarrow().types
    UnusualError.unless(not column.null_count and (types.is_list(column.type) or types.is_large_list(column.type)))
    values = column.values
    strings = what == "types" and (types.is_string(values.type) or types.is_large_string(values.type))
    UnusualError.unless(not values.null_count and (types.is_integer(values.type) or strings))
    return values.to_numpy(zero_copy_only=False), column.offsets.to_numpy().astype(np.int64)


def write(corpus: Corpus) -> Iterator[bytes]:
    """Write a Parquet file."""
    parquet = pyarrow("pyarrow.parquet", "writing Parquet")
    table = table_of(corpus).replace_schema_metadata({_KEY: encoded(header_of(corpus))})
    buffer = BytesIO()
    parquet.write_table(table, buffer)
    yield buffer.getvalue()


def table_of(corpus: Corpus) -> Any:
    """The table of a corpus, with a row for every coding."""
    arrow = pyarrow(what="writing Parquet")
    codings = corpus.codings
    columns = {
        "item": arrow.array(corpus.item_names, arrow.string()).take(arrow.array(corpus.item_index)),
        "coder": arrow.array(corpus.coder_names, arrow.string()).take(arrow.array(corpus.coder_index)),
        "mass": arrow.array(codings.lengths),
    }
    if corpus.kind == "boundaries":
        start, stop = codings.offsets[[0, -1]].tolist()
        offsets = arrow.array(codings.offsets - start, arrow.int32())
        columns["positions"] = arrow.ListArray.from_arrays(offsets, arrow.array(codings.starts[start:stop]))
        used = used_types(corpus)
        if not set(used) <= {DEFAULT_TYPE}:
            codes = np.zeros(stop - start, dtype=np.int32) if codings.codes is None else codings.codes[start:stop]
            place = np.searchsorted(np.unique(codes), codes)
            labels = arrow.array(used, _name_type(arrow, used))
            columns["types"] = arrow.ListArray.from_arrays(offsets, labels.take(arrow.array(place)))
        return arrow.table(columns)
    rows = [lists_of(coding) for coding in codings]
    numbers, names = arrow.list_(arrow.int64()), arrow.list_(_name_type(arrow, codings.names))
    if corpus.kind == "levels":
        numbers, names = arrow.list_(numbers), arrow.list_(names)
    types = {"nested": arrow.bool_(), "labels": names, "categories": names}
    for name in rows[0]:
        values = [row[name] for row in rows]
        if any(value is not None for value in values):
            columns[name] = arrow.array(values, types.get(name, numbers))
    return arrow.table(columns)


def _name_type(arrow: Any, names: Iterable[Hashable]) -> Any:
    kinds = set(map(type, names)) - {type(None)}
    if len(kinds) > 1:
        raise InputError("types or labels are numbers and names; a column of Parquet keeps one kind, use JSON")
    return arrow.int64() if kinds == {int} else arrow.string()


PARQUET = own_format(
    FormatName("parquet", "Parquet: item, coder, mass, positions[, types]", (".parquet", ".pq")),
    lambda head: head.data.startswith(b"PAR1"),
    read,
    write_file=write,
    keeps=("types", "unused types", "groups", "metadata"),
    needs="pyarrow: pip install 'seamark[scale]'",
)
