"""Parquet: one row per coding, with the columns item, coder, mass, positions and, where wanted, types.

A file with a column ``masses`` (the sizes of segments) in place of ``mass`` and ``positions`` is read as well.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from io import BytesIO
from typing import Any

from seamark.errors import InputError
from seamark.io.extras import require
from seamark.io.json_text import convert, parse
from seamark.io.native import HeaderForm, checked_type, encoded, header_of, reading_of
from seamark.io.options import ReadOptions
from seamark.io.reading import Coding, Reading
from seamark.io.source import Source
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation, SegmentationLike

_KEY = b"seamark"


def _arrow(module: str, what: str) -> Any:
    return require(module, package="pyarrow", extra="scale", what=f"{what} Parquet")


def read(source: Source, options: ReadOptions) -> Reading:
    """Read a Parquet file."""
    parquet, arrow = _arrow("pyarrow.parquet", "reading"), _arrow("pyarrow", "reading")
    try:
        table = parquet.read_table(BytesIO(source.data))
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise source.error(f"not Parquet that can be read: {str(error).splitlines()[0]}") from None
    names = set(table.column_names)
    form = ("masses",) if "masses" in names else ("mass", "positions")
    for column in ("item", "coder", *form):
        if column not in names:
            raise source.error(f"has no column {column!r}; expected item, coder, mass, positions (or masses)")
    wanted = [name for name in ("item", "coder", "masses", "mass", "positions", "types") if name in names]
    columns = {name: table.column(name).to_pylist() for name in wanted}
    reading = reading_of(_header(source, table.schema.metadata or {}))
    for number in range(table.num_rows):
        row = {name: values[number] for name, values in columns.items()}
        try:
            coding = Coding(_name(row["item"]), _name(row["coder"]), _segmentation(row), source.name)
        except InputError as error:
            raise source.error(f"row {number}: {error}") from None
        reading.codings.append(coding)
    return reading


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
    if "masses" in row:
        return _by_masses(row)
    positions = _list(row["positions"], "positions")
    types = row.get("types")
    for label in [] if types is None else _list(types, "types"):
        if isinstance(label, bool) or not isinstance(label, (int, str)):
            raise InputError(f"a boundary type is {label!r}; expected a whole number or a string")
    return Segmentation.from_positions(positions, row["mass"], types)


def _by_masses(row: dict[str, Any]) -> Segmentation:
    """The segmentation that masses make; what other columns say about it must be the same."""
    if row.get("types") is not None:
        raise InputError("types need positions; masses have none")
    segmentation = Segmentation.from_masses(_list(row["masses"], "masses"))
    if row.get("mass") not in (None, segmentation.mass):
        raise InputError(f"the masses add up to {segmentation.mass}, mass is {row['mass']}")
    if row.get("positions") is not None:
        positions = Segmentation.from_positions(_list(row["positions"], "positions"), segmentation.mass)
        if positions != segmentation:
            raise InputError(f"the positions {row['positions']} are not those of the masses {row['masses']}")
    return segmentation


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise InputError(f"{what} are {value!r}; expected a list")
    return value


def write(corpus: Corpus) -> Iterator[bytes]:
    """Write a Parquet file."""
    arrow, parquet = _arrow("pyarrow", "writing"), _arrow("pyarrow.parquet", "writing")
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
