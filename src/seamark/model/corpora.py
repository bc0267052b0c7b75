"""The corpora of the four models."""

from __future__ import annotations

from typing import Literal, TypeAlias

from seamark.model.corpus import Corpus
from seamark.model.hierarchy import Hierarchy
from seamark.model.hierarchy_corpus import HierarchyCorpus
from seamark.model.labelled import LabelledSegmentation
from seamark.model.labelled_corpus import LabelledCorpus
from seamark.model.span_corpus import SpanCorpus
from seamark.model.spans import Spans

#: What may be read beside boundaries.
OtherModel = Literal["labels", "levels", "spans"]
#: One coding of another model than boundaries.
OtherCoding: TypeAlias = LabelledSegmentation | Hierarchy | Spans
#: A corpus of such codings.
OtherCorpus: TypeAlias = LabelledCorpus | HierarchyCorpus | SpanCorpus
#: A corpus of any model.
AnyCorpus: TypeAlias = Corpus | OtherCorpus

#: The corpus that holds the codings of a model.
CORPUS_OF: dict[OtherModel, type[LabelledCorpus] | type[HierarchyCorpus] | type[SpanCorpus]] = {
    "labels": LabelledCorpus,
    "levels": HierarchyCorpus,
    "spans": SpanCorpus,
}


def model_of_corpus(corpus: OtherCorpus) -> OtherModel:
    """Which model a corpus holds.

    Examples
    --------
    >>> model_of_corpus(SpanCorpus({"talk": {"ann": Spans([], length=20)}}))
    'spans'
    """
    return next(model for model, kind in CORPUS_OF.items() if isinstance(corpus, kind))
