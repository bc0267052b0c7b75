"""The boundary types that a corpus uses, and those that only its study has."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE


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
