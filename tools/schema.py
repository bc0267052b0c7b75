"""The JSON schemas of results, as ``docs/schema`` publishes them: made from the types of the fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import NoneType, UnionType, new_class
from typing import Any, ClassVar, Literal, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
import numpy as np
import numpy.typing as npt

from seamark.base.results import ResultRecord
from seamark.metrics.score import ScoreSums
from seamark.model.alignment import Alignment, OutcomeKind
from seamark.scale.tables import ParquetScores


def schema_of(result: type[ResultRecord]) -> dict[str, Any]:
    """The JSON schema of what ``to_dict`` of a class of results gives."""
    schema = msgspec.json.schema(_plain_type(result))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


class OutcomeDocument(TypedDict):
    """A boundary in JSON: what became of it, and its position and type on each side."""

    edit: OutcomeKind
    positions: list[int | None]
    types: list[str | None]


class AlignmentDocument(TypedDict):
    """An alignment in JSON."""

    mass: int
    distance: float
    boundaries: list[OutcomeDocument]


class GroupDocument(TypedDict):
    """The means of one value of the group column."""

    group: str | int | float | bool | None
    scores: Mapping[str, ScoreSums]


class ParquetDocument(TypedDict):
    """What ``ParquetScores.to_dict`` gives: groups as a list, since not every value can be a key of JSON."""

    files: tuple[str, ...]
    rows_read: int
    rejected: int
    reasons: Mapping[str, int]
    output: str | None
    overall: Mapping[str, ScoreSums]
    groups: list[GroupDocument]


#: The documents of results whose ``to_dict`` gives something else than their fields.
DOCUMENTS: dict[Any, Any] = {Alignment: AlignmentDocument, ParquetScores: ParquetDocument}

_being_made: set[Any] = set()


@cache
def _plain_type(kind: Any) -> Any:
    """The type that ``plain`` gives a value of some type."""
    if kind is float:
        return float | None
    if kind in (bool, int, str, NoneType) or get_origin(kind) is Literal:
        return kind
    if is_typeddict(kind) or (isinstance(kind, type) and issubclass(kind, ResultRecord)):
        if kind in _being_made:  # a record that holds records of its own kind, whose fields are told once
            return dict
        document = kind if is_typeddict(kind) else DOCUMENTS.get(kind, kind)
        hints = get_type_hints(document)
        hints = {name: hint for name, hint in hints.items() if get_origin(hint) is not ClassVar and name[0] != "_"}
        for name in getattr(document, "_left_out", ()):
            del hints[name]
        for name in getattr(document, "_also", ()):
            hints[name] = get_type_hints(getattr(document, name).fget)["return"]
        _being_made.add(kind)
        try:
            return _typed_dict(document.__name__, {name: _plain_type(hint) for name, hint in hints.items()})
        finally:
            _being_made.discard(kind)
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):  # a named tuple is a list
        return tuple[tuple(map(_plain_type, get_type_hints(kind).values()))]  # type: ignore[misc]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is np.ndarray or origin is npt.NDArray:  # the second since numpy 2.5
        return list[float | None]
    if origin in (Union, UnionType):
        return Union[tuple(map(_plain_type, arguments))]  # noqa: UP007  # of a list that is known only now
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return dict[str, _plain_type(arguments[1])]  # type: ignore[misc]
    if isinstance(origin, type) and issubclass(origin, Iterable):
        return list[_plain_type(arguments[0])]  # type: ignore[misc]
    return str


def _typed_dict(name: str, fields: Mapping[str, Any]) -> Any:
    return new_class(name, (TypedDict,), {}, lambda namespace: namespace.update(__annotations__=dict(fields)))
