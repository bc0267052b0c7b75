"""Parquet: one row per coding, with the columns item, coder, mass, positions and, where wanted, types.

A file with a column ``masses`` (the sizes of segments) in place of ``mass`` and ``positions`` is read as well; where
there are both, they must say the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt

from seamark.base.errors import InputError
from seamark.io.format import Format, ReadOptions, checked_label, checked_type, used_types
from seamark.io.formats import chunks
from seamark.io.formats.native import HeaderForm, encoded, header_of, reading_of
from seamark.io.json_text import convert, parse
from seamark.io.parquet import EXPANSION, ParquetFile, batches, group_sizes, open_parquet, pyarrow, reading
from seamark.io.reading import Coding, CodingRows, ModelCoding, Reading
from seamark.io.source import Source
from seamark.kernels.columns import Int64Array
from seamark.model.codings import KINDS, AnyCoding, Kind, SegmentationArray
from seamark.model.corpus import Corpus
from seamark.model.hierarchy import Hierarchy, is_nested
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation, SegmentationLike
from seamark.model.spans import Spans

#: What a coding is made of; ``masses``, or ``mass`` and ``positions``, must be there.
COLUMNS = ("item", "coder", "masses", "mass", "positions", "types")


def table_of(corpus: Corpus) -> Any:
    """The table of a corpus, column by column."""
    arrow = pyarrow(what="writing Parquet")
    values = corpus.codings.columns
    start, stop = values.offsets[[0, -1]].tolist()
    offsets = arrow.array(values.offsets - start, arrow.int32())
    columns = {
        "item": arrow.array(corpus.item_names, arrow.string()).take(arrow.array(corpus.item_index)),
        "coder": arrow.array(corpus.coder_names, arrow.string()).take(arrow.array(corpus.coder_index)),
        "mass": arrow.array(corpus.codings.lengths),
        "positions": arrow.ListArray.from_arrays(offsets, arrow.array(values.positions[start:stop])),
    }
    used = used_types(corpus)
    if not set(used) <= {DEFAULT_TYPE}:
        codes = values.types[start:stop] if values.types.size else np.zeros(stop - start, dtype=np.int32)
        place = np.searchsorted(np.unique(codes), codes)
        labels = arrow.array(used, _type_of(arrow, used))
        columns["types"] = arrow.ListArray.from_arrays(offsets, labels.take(arrow.array(place)))
    return arrow.table(columns)


def _type_of(arrow: Any, labels: Iterable[Hashable]) -> Any:
    kinds = {type(checked_type(label)) for label in labels}
    if len(kinds) > 1:
        raise InputError("boundary types are numbers and names; a column of Parquet keeps one kind")
    return arrow.string() if kinds == {str} else arrow.int64()


class _UnusualError(Exception):
    """Something about a column is unusual."""


def rows_of(table: Any, file: str) -> CodingRows | None:
    """The rows of a table as columns; None when something is unusual or wrong, so that each must be looked at.

    Examples
    --------
    >>> import pyarrow
    >>> table = pyarrow.table({"item": ["poem"] * 2, "coder": ["ann", "ben"], "masses": [[2, 3], [5]]})
    >>> [coding.masses for coding in rows_of(table, "x.parquet").codings]
    [(2, 3), (5,)]
    """
    columns = {name: table.column(name).combine_chunks() for name in COLUMNS if name in table.column_names}
    try:
        return CodingRows(_names(columns["item"]), _names(columns["coder"]), _segmentations(columns), file)
    except (_UnusualError, InputError):
        return None


def _segmentations(columns: dict[str, Any]) -> SegmentationArray:
    if "masses" in columns:
        _require(columns.keys() == {"item", "coder", "masses"})
        return SegmentationArray.from_columns(*_lists(columns["masses"]))
    positions, offsets = _lists(columns["positions"])
    _require(not columns["mass"].null_count and pyarrow().types.is_integer(columns["mass"].type))
    masses = columns["mass"].to_numpy(zero_copy_only=False)
    if "types" not in columns:
        return SegmentationArray.from_columns(positions, offsets, masses=masses)
    labels, ends = _lists(columns["types"], "types")
    _require(np.array_equal(offsets - offsets[0], ends - ends[0]))
    types, codes = np.unique(labels[ends[0] : ends[-1]], return_inverse=True)
    return SegmentationArray.from_columns(
        positions[offsets[0] : offsets[-1]], offsets - offsets[0], masses=masses, types=codes, labels=types.tolist()
    )


def _names(column: Any) -> list[str]:
    """Names that stand there again and again are one string each."""
    types = pyarrow().types
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    _require(not column.null_count and (types.is_string(kind) or types.is_large_string(kind)))
    coded = column if types.is_dictionary(column.type) else column.dictionary_encode()
    names = coded.dictionary.to_pylist()
    _require(None not in names and "" not in names)
    return [names[code] for code in coded.indices.to_pylist()]


def _lists(column: Any, what: str = "numbers") -> tuple[npt.NDArray[Any], Int64Array]:
    """The values of lists of integers, or of types, and where the lists start and end."""
    types = pyarrow().types
    _require(not column.null_count and (types.is_list(column.type) or types.is_large_list(column.type)))
    values = column.values
    strings = what == "types" and (types.is_string(values.type) or types.is_large_string(values.type))
    _require(not values.null_count and (types.is_integer(values.type) or strings))
    return values.to_numpy(zero_copy_only=False), column.offsets.to_numpy().astype(np.int64)


def _require(usual: bool) -> None:
    if not usual:
        raise _UnusualError


# ---- Labels, spans and levels as a table of Arrow: one row per coding, with item, coder, mass and columns of the model


_NAMES = ("item", "coder", "mass")
#: The column by which a table of each model is told, and all its columns.
MODEL_COLUMNS: dict[Kind, tuple[str, tuple[str, ...]]] = {
    "levels": ("levels", (*_NAMES, "levels", "labels", "nested")),
    "spans": ("starts", (*_NAMES, "starts", "ends", "categories")),
    "labels": ("labels", (*_NAMES, "masses", "labels")),
}


def model_of_columns(names: Iterable[str]) -> Kind | None:
    """The model that a table with these columns holds; None when it holds boundaries, or something else."""
    present = set(names)
    return next((model for model, (sign, _) in MODEL_COLUMNS.items() if sign in present), None)


def coding_of(row: dict[str, Any], model: Kind) -> AnyCoding:
    """The coding in a row, which has the columns of the model.

    Examples
    --------
    >>> coding_of({"mass": 20, "starts": [2], "ends": [8], "categories": ["A"]}, "spans")
    Spans([(2, 8, 'A')], length=20)
    """
    mass = row.get("mass")
    if model == "spans":
        starts, ends = _list_of_rows(row, "starts"), _list_of_rows(row, "ends")
        categories = _list_of_rows(row, "categories") if row.get("categories") is not None else [None] * len(starts)
        if not len(starts) == len(ends) == len(categories):
            raise InputError(f"{len(starts)} starts, {len(ends)} ends and {len(categories)} categories")
        rows = zip(starts, ends, map(checked_label, categories), strict=True)
        return Spans(list(rows), length=mass)  # type: ignore[arg-type]  # which refuses a null
    made: LabelledSegmentation | Hierarchy
    if model == "labels":
        made = _labelled_rows(_list_of_rows(row, "masses"), _list_of_rows(row, "labels"))
    else:
        made = _hierarchy(_list_of_rows(row, "levels"), row)
    if mass not in (None, made.mass):
        raise InputError(f"the masses add up to {made.mass}, mass is {mass}")
    return made


def _hierarchy(levels: list[Any], row: dict[str, Any]) -> Hierarchy:
    nested = row.get("nested")
    if row.get("labels") is None:
        plain = [Segmentation.from_masses(level) for level in levels]
        return Hierarchy.from_levels(plain, nested=is_nested(plain) if nested is None else nested)
    labels = _list_of_rows(row, "labels")
    if len(labels) != len(levels):
        raise InputError(f"{len(levels)} levels, but labels for {len(labels)}")
    labelled = [_labelled_rows(masses, names) for masses, names in zip(levels, labels, strict=True)]
    flat = [level.segmentation for level in labelled]
    return Hierarchy.from_labelled(labelled, nested=is_nested(flat) if nested is None else nested)


def _labelled_rows(masses: object, labels: object) -> LabelledSegmentation:
    if not isinstance(masses, list) or not isinstance(labels, list) or len(masses) != len(labels):
        raise InputError(f"the masses are {masses!r}, the labels {labels!r}; expected two lists of one length")
    return LabelledSegmentation.from_segments(list(zip(masses, map(checked_label, labels), strict=True)))


def _list_of_rows(row: dict[str, Any], name: str) -> list[Any]:
    value = row.get(name)
    if not isinstance(value, list):
        raise InputError(f"{name} is {value!r}; expected a list")
    return value


def table_of_models(corpus: Corpus) -> Any:
    """The table of a corpus."""
    arrow = pyarrow(what="writing Parquet")
    whole = arrow.int64()
    codings: Sequence[Any] = list(corpus.codings)
    columns = {
        "item": arrow.array([corpus.item_names[i] for i in corpus.item_index.tolist()], arrow.string()),
        "coder": arrow.array([corpus.coder_names[i] for i in corpus.coder_index.tolist()], arrow.string()),
        "mass": arrow.array(corpus.codings.lengths),
    }
    model = corpus.kind
    if model == "spans":
        columns["starts"] = arrow.array([[span.start for span in one] for one in codings], arrow.list_(whole))
        columns["ends"] = arrow.array([[span.end for span in one] for one in codings], arrow.list_(whole))
        categories = [[span.category for span in one] for one in codings]
        kind = _label_type(arrow, (label for row in categories for label in row))
        columns["categories"] = arrow.array(categories, arrow.list_(kind))
    elif model == "labels":
        columns["masses"] = arrow.array([list(one.masses) for one in codings], arrow.list_(whole))
        kind = _label_type(arrow, (label for one in codings for label in one.labels))
        columns["labels"] = arrow.array([list(one.labels) for one in codings], arrow.list_(kind))
    else:
        levels = [[list(level.masses) for level in one.segmentations] for one in codings]
        columns["levels"] = arrow.array(levels, arrow.list_(arrow.list_(whole)))
        labels = [None if one.labelled is None else [list(level.labels) for level in one.labelled] for one in codings]
        if any(row is not None for row in labels):
            kind = _label_type(arrow, (label for row in labels for level in row or () for label in level))
            columns["labels"] = arrow.array(labels, arrow.list_(arrow.list_(kind)))
        columns["nested"] = arrow.array([one.nested for one in codings])
    return arrow.table(columns)


def _label_type(arrow: Any, labels: Iterable[Hashable]) -> Any:
    kinds = {type(checked_label(label)) for label in labels} - {type(None)}
    if len(kinds) > 1:
        raise InputError("labels are numbers and names; a column of Parquet keeps one kind, use JSON")
    return arrow.int64() if kinds == {int} else arrow.string()


# ------------------ Parquet: one row per coding, with the columns item, coder, mass, positions and, where wanted, types


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


def _read_models(source: Source, file: ParquetFile, model: Kind) -> Reading:
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
    groups = group_sizes(file, BytesIO(source.data), source.name, columns, _MOST_BYTES)
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


def write(corpus: Corpus) -> Iterator[bytes]:
    """Write a Parquet file."""
    parquet = pyarrow("pyarrow.parquet", "writing Parquet")
    plain = table_of(corpus) if corpus.kind == "boundaries" else table_of_models(corpus)
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
        holds=KINDS,
        needs="pyarrow: pip install 'seamark[scale]'",
    ),
)
