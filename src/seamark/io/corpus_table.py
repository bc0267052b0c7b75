"""A corpus as a table of Arrow, in one schema wherever tables come from: one row per coding.

======================  ==================================================
``item``, ``coder``     who coded what: strings
``mass``                the number of units: an integer
``positions``           the boundaries: a list of integers
``types``               their types, where there are any: a list of integers or of strings
======================  ==================================================

A table with a column ``masses`` (the sizes of segments) in place of ``mass`` and ``positions`` is read as well.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from seamark.errors import InputError
from seamark.io.features import checked_type, used_types
from seamark.io.parquet import pyarrow
from seamark.io.reading import CodingRows
from seamark.kernels.columns import Int64Array
from seamark.model.array import SegmentationArray
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE

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
        "mass": arrow.array(corpus.codings.masses),
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
