"""What a corpus may have beside plain codings; a format may be unable to keep it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Literal, TypeVar

import numpy as np

from seamark.errors import InputError
from seamark.model.corpus import Corpus
from seamark.model.model_corpus import ModelCorpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation

#: Boundary types that files keep.
BoundaryType = int | str
#: Labels and categories that files keep; None stands for "nothing here".
Label = int | str | None

_Corpus = TypeVar("_Corpus", bound="Corpus | ModelCorpus[Any, Any]")

Feature = Literal["types", "unused types", "texts", "groups", "metadata"]


def used_types(corpus: Corpus) -> tuple[Hashable, ...]:
    """The boundary types that any coding has."""
    columns, types = corpus.codings.columns, corpus.codings.types
    start, stop = columns.offsets[[0, -1]].tolist()
    if start == stop:
        return ()
    if not columns.types.size:
        return types[:1]
    return tuple(types[code] for code in np.unique(columns.types[start:stop]).tolist())


def unused_types(corpus: Corpus) -> frozenset[Hashable]:
    """The boundary types that the study has but no coding."""
    return frozenset() if corpus.types == (DEFAULT_TYPE,) else frozenset(corpus.types).difference(used_types(corpus))


def features_of(corpus: Corpus | ModelCorpus[Any, Any]) -> frozenset[Feature]:
    """What there is to keep."""
    present: dict[Feature, object] = {"texts": corpus.texts, "groups": corpus.groups, "metadata": corpus.metadata}
    if isinstance(corpus, Corpus):
        present["types"] = set(used_types(corpus)) - {DEFAULT_TYPE}
        present["unused types"] = unused_types(corpus)
    return frozenset(feature for feature, value in present.items() if value)


def without(corpus: _Corpus, drop: frozenset[Feature]) -> _Corpus:
    """The corpus as it is when these are left out."""
    if not drop & features_of(corpus):
        return corpus
    codings: Any = {item: dict(corpus[item]) for item in corpus}
    if "types" in drop and isinstance(corpus, Corpus):
        codings = {item: {coder: _untyped(s) for coder, s in row.items()} for item, row in codings.items()}
    return type(corpus)(
        codings,
        texts=None if "texts" in drop else corpus.texts,
        groups=None if "groups" in drop else corpus.groups,
        metadata=None if "metadata" in drop else corpus.metadata,
    )


def _untyped(segmentation: Segmentation) -> Segmentation:
    return Segmentation.from_positions(segmentation.positions, segmentation.mass)


def checked_type(label: object) -> BoundaryType:
    """A boundary type that a file can hold."""
    if isinstance(label, bool) or not isinstance(label, (int, str)):
        raise InputError(f"boundary type {label!r} cannot be written; files keep whole numbers and strings")
    return label


def checked_label(label: object) -> Label:
    """A label or category that a file can hold."""
    if isinstance(label, bool) or not (label is None or isinstance(label, (int, str))):
        raise InputError(f"label {label!r} cannot be written; files keep whole numbers and strings")
    return label
