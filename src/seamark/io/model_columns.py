"""Labels, spans and levels as a table of Arrow: one row per coding, with item, coder, mass and columns of the model.

======  ============================================================================================
labels  ``masses``: the sizes of segments; ``labels``: a label each
spans   ``starts``, ``ends``: lists of integers; ``categories``: a category each
levels  ``levels``: the sizes of segments of every level, from coarse to fine; ``labels``: a label
        each, where they have some; ``nested``
======  ============================================================================================

Labels and categories are all strings or all integers; null stands for None.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from seamark.errors import InputError
from seamark.io.features import checked_label
from seamark.io.parquet import pyarrow
from seamark.model.corpora import OtherCoding, OtherCorpus, OtherModel, model_of_corpus
from seamark.model.hierarchy import Hierarchy, is_nested
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation
from seamark.model.spans import Spans

_NAMES = ("item", "coder", "mass")
#: The column by which a table of each model is told, and all its columns.
COLUMNS: dict[OtherModel, tuple[str, tuple[str, ...]]] = {
    "levels": ("levels", (*_NAMES, "levels", "labels", "nested")),
    "spans": ("starts", (*_NAMES, "starts", "ends", "categories")),
    "labels": ("labels", (*_NAMES, "masses", "labels")),
}


def model_of_columns(names: Iterable[str]) -> OtherModel | None:
    """The model that a table with these columns holds; None when it holds boundaries, or something else."""
    present = set(names)
    return next((model for model, (sign, _) in COLUMNS.items() if sign in present), None)


def coding_of(row: dict[str, Any], model: OtherModel) -> OtherCoding:
    """The coding in a row, which has the columns of the model.

    Examples
    --------
    >>> coding_of({"mass": 20, "starts": [2], "ends": [8], "categories": ["A"]}, "spans")
    Spans([(2, 8, 'A')], length=20)
    """
    mass = row.get("mass")
    if model == "spans":
        starts, ends = _list(row, "starts"), _list(row, "ends")
        categories = _list(row, "categories") if row.get("categories") is not None else [None] * len(starts)
        if not len(starts) == len(ends) == len(categories):
            raise InputError(f"{len(starts)} starts, {len(ends)} ends and {len(categories)} categories")
        rows = zip(starts, ends, map(checked_label, categories), strict=True)
        return Spans(list(rows), length=mass)  # type: ignore[arg-type]  # which refuses a null
    made: LabelledSegmentation | Hierarchy
    if model == "labels":
        made = _labelled(_list(row, "masses"), _list(row, "labels"))
    else:
        made = _hierarchy(_list(row, "levels"), row)
    if mass not in (None, made.mass):
        raise InputError(f"the masses add up to {made.mass}, mass is {mass}")
    return made


def _hierarchy(levels: list[Any], row: dict[str, Any]) -> Hierarchy:
    nested = row.get("nested")
    if row.get("labels") is None:
        plain = [Segmentation.from_masses(level) for level in levels]
        return Hierarchy.from_levels(plain, nested=is_nested(plain) if nested is None else nested)
    labels = _list(row, "labels")
    if len(labels) != len(levels):
        raise InputError(f"{len(levels)} levels, but labels for {len(labels)}")
    labelled = [_labelled(masses, names) for masses, names in zip(levels, labels, strict=True)]
    flat = [level.segmentation for level in labelled]
    return Hierarchy.from_labelled(labelled, nested=is_nested(flat) if nested is None else nested)


def _labelled(masses: object, labels: object) -> LabelledSegmentation:
    if not isinstance(masses, list) or not isinstance(labels, list) or len(masses) != len(labels):
        raise InputError(f"the masses are {masses!r}, the labels {labels!r}; expected two lists of one length")
    return LabelledSegmentation.from_segments(list(zip(masses, map(checked_label, labels), strict=True)))


def _list(row: dict[str, Any], name: str) -> list[Any]:
    value = row.get(name)
    if not isinstance(value, list):
        raise InputError(f"{name} is {value!r}; expected a list")
    return value


def table_of_models(corpus: OtherCorpus) -> Any:
    """The table of a corpus."""
    arrow = pyarrow(what="writing Parquet")
    whole = arrow.int64()
    codings: Sequence[Any] = list(corpus.codings)
    columns = {
        "item": arrow.array([corpus.item_names[i] for i in corpus.item_index.tolist()], arrow.string()),
        "coder": arrow.array([corpus.coder_names[i] for i in corpus.coder_index.tolist()], arrow.string()),
        "mass": arrow.array(corpus.codings.masses),
    }
    model = model_of_corpus(corpus)
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
